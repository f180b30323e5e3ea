"""Which puzzle comes next, when a failed one comes back, and your puzzle rating."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import time
from typing import NamedTuple

from c4.agents.levels import elo
from c4.agents.rating import rating_after
from c4.library.library import Library
from c4.library.schema import PUZZLES
from c4.practice.puzzles import GRADES, Puzzle

UNMEASURED = 0
"""The rating of a puzzle whose level has not been measured."""


def strength_of(grade: str) -> int:
    """The rating of a puzzle of a grade: the measured Elo of that level."""
    measured = elo(grade)
    return UNMEASURED if measured is None else measured


STRENGTH = {grade: strength_of(grade) for grade in GRADES}
"""The rating of a puzzle, by its grade."""

START = 800.0
"""The rating before the first puzzle."""

COMES_BACK_SECONDS = 86400.0
"""Seconds after which a puzzle that was failed comes back: a day."""

NEAR = 130
"""Elo by which the next puzzle may be further from the rating than the nearest one."""


class Standing(NamedTuple):
    """Rating, puzzles tried, solved, due again now, and solved one after another: the last ones, and at most."""

    rating: float = START
    tried: int = 0
    solved: int = 0
    due: int = 0
    streak: int = 0
    longest: int = 0


class Try(NamedTuple):
    """A first attempt at a puzzle: its name, whether it was solved, the rating afterwards, and when (seconds since 1970)."""

    puzzle: str
    solved: int
    rating: float
    at: float


class Progress:
    """The puzzles that you have tried and solved, stored in the library's file; `clock()` is seconds since 1970.

    The rating moves as in Elo's system (1978), the puzzle being the opponent.  A puzzle that you fail comes back after a
    day, until you solve it.
    """

    def __init__(self, library: Library, puzzles: Sequence[Puzzle], clock: Callable[[], float] = time) -> None:
        self._library = library
        self._clock = clock
        self._puzzles = {_name(puzzle): puzzle for puzzle in puzzles}
        with library.transaction(write=True):
            library.connection.execute(PUZZLES)

    def standing(self) -> Standing:
        """Your current standing."""
        tries = self._tries()
        results = [bool(one.solved) for one in tries]
        streak, longest = streaks(results)
        return Standing(
            rating=_rating(tries),
            tried=len(tries),
            solved=sum(results),
            due=len(self._due(tries)),
            streak=streak,
            longest=longest,
        )

    def note(self, puzzle: Puzzle, solved: bool) -> tuple[float, float]:
        """Notes the outcome of a first attempt; the rating before and after."""
        with self._library.transaction(write=True):
            tries = self._tries()
            before = _rating(tries)
            after = rating_after(before, len(tries), STRENGTH[puzzle.grade], float(solved))
            self._library.connection.execute(
                "INSERT INTO puzzle_try (puzzle, solved, rating, at) VALUES (?, ?, ?, ?)",
                (_name(puzzle), int(solved), after, self._clock()),
            )
        return before, after

    def next(self, kind: str | None = None, last: Puzzle | None = None) -> Puzzle:
        """The puzzle to try now: one that is due again, otherwise an untried one near the rating.

        `kind` limits the choice; `last` is not given again at once.
        """
        tries = self._tries()
        possible = {}
        for name, puzzle in self._puzzles.items():
            if kind in (None, puzzle.kind) and puzzle != last:
                possible[name] = puzzle
        for name in self._due(tries):
            if name in possible:
                return possible[name]
        rating = _rating(tries)
        tried = {one.puzzle for one in tries}
        untried = [puzzle for name, puzzle in possible.items() if name not in tried] or list(possible.values())
        distances = {puzzle.moves: abs(STRENGTH[puzzle.grade] - rating) for puzzle in untried}
        nearest = min(distances.values())
        return random.choice([puzzle for puzzle in untried if distances[puzzle.moves] <= nearest + NEAR])

    def _tries(self) -> list[Try]:
        """Every first attempt, in order."""
        with self._library.errors():
            rows = self._library.connection.execute("SELECT puzzle, solved, rating, at FROM puzzle_try ORDER BY id")
            return [Try(*row) for row in rows]

    def _due(self, tries: Sequence[Try]) -> list[str]:
        """The puzzles that are due again, the longest overdue first."""
        latest = {one.puzzle: one for one in tries if one.puzzle in self._puzzles}
        now = self._clock()
        due = [(one.at, name) for name, one in latest.items() if not one.solved and one.at + COMES_BACK_SECONDS <= now]
        return [name for _, name in sorted(due)]


def streaks(results: Sequence[bool]) -> tuple[int, int]:
    """How many of the last results were right one after another, and how many at most."""
    streak = 0
    longest = 0
    for right in results:
        streak = streak + 1 if right else 0
        longest = max(longest, streak)
    return streak, longest


def _rating(tries: Sequence[Try]) -> float:
    """The rating after some attempts."""
    return tries[-1].rating if tries else START


def _name(puzzle: Puzzle) -> str:
    """The identity of a puzzle: its kind and its position."""
    return f"{puzzle.kind} {puzzle.moves}"
