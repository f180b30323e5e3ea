"""A person's rating at puzzles, and which puzzle comes next: kept in the library's SQLite file.  Imports the library.

The rating moves as in Elo's system (1978), the puzzle being the opponent.  A puzzle that was failed comes back after
one day, and after 3, 7 and 21 days once it has been solved again (Leitner, 1972); then it rests.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from time import time
from typing import NamedTuple

from c4 import agents
from c4.library.store import Store
from c4.practice.grading import GRADES
from c4.practice.puzzles import Puzzle

STRENGTH = {grade: agents.elo(grade) or 0 for grade in GRADES}
"""The rating of a puzzle, by its grade: the measured Elo of that level."""

START = 800.0
"""The rating before the first puzzle."""

STEP = 32.0
"""The most that one puzzle changes the rating; twice as much for the first ten."""

DAY = 86400.0
REST = (1, 3, 7, 21)
"""Days until a puzzle that was failed comes back: after the failure, and after each time it was solved since."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS puzzle_try (id INTEGER PRIMARY KEY, puzzle TEXT NOT NULL, solved INTEGER NOT NULL,
    rating REAL NOT NULL, at REAL NOT NULL)"""


class Standing(NamedTuple):
    """Rating, puzzles tried, solved, and due again now."""

    rating: float
    tried: int
    solved: int
    due: int


class Progress:
    """The puzzles that a person has tried and solved; for one thread.  `clock()` is seconds since 1970."""

    def __init__(self, store: Store, puzzles: Sequence[Puzzle], clock: Callable[[], float] = time) -> None:
        self._store, self._clock = store, clock
        self._puzzles = {name(puzzle): puzzle for puzzle in puzzles}
        self._chance = random.Random()
        with store.told(), store.writing():
            store.connection.execute(SCHEMA)

    def standing(self) -> Standing:
        """The person's current standing."""
        tries = self._tries()
        rating = tries[-1][2] if tries else START
        return Standing(rating, len(tries), sum(solved for _, solved, _, _ in tries), len(self._due(tries)))

    def note(self, puzzle: Puzzle, solved: bool) -> tuple[float, float]:
        """Notes the outcome of a first attempt; the rating before and after."""
        with self._store.told(), self._store.writing():
            rows = self._tries()
            before = rows[-1][2] if rows else START
            expected = 1 / (1 + 10 ** ((STRENGTH[puzzle.grade] - before) / 400))
            after = before + STEP * (2 if len(rows) < 10 else 1) * (solved - expected)
            self._store.connection.execute(
                "INSERT INTO puzzle_try (puzzle, solved, rating, at) VALUES (?, ?, ?, ?)",
                (name(puzzle), int(solved), after, self._clock()),
            )
        return before, after

    def next(self, kind: str | None = None, last: Puzzle | None = None) -> Puzzle:
        """The puzzle to try now: one that is due again, otherwise an untried one near the rating.

        `kind` limits the choice; `last` is not given again at once.
        """
        tries = self._tries()
        open_to = [puzzle for puzzle in self._puzzles.values() if kind in (None, puzzle.kind) and puzzle != last]
        due = [self._puzzles[found] for found in self._due(tries) if self._puzzles[found] in open_to]
        if due:
            return due[0]
        rating, tried = (tries[-1][2] if tries else START), {found for found, *_ in tries}
        fresh = [puzzle for puzzle in open_to if name(puzzle) not in tried] or open_to
        best = min(abs(STRENGTH[puzzle.grade] - rating) for puzzle in fresh)
        return self._chance.choice([puzzle for puzzle in fresh if abs(STRENGTH[puzzle.grade] - rating) <= best + 130])

    def _tries(self) -> list[tuple[str, int, float, float]]:
        """(puzzle, solved, rating afterwards, when) of every attempt, in order."""
        with self._store.told():
            return self._store.connection.execute(
                "SELECT puzzle, solved, rating, at FROM puzzle_try ORDER BY id"
            ).fetchall()

    def _due(self, tries: list[tuple[str, int, float, float]]) -> list[str]:
        """The puzzles that are due again, the longest overdue first."""
        since: dict[str, tuple[int, float]] = {}
        for found, solved, _, at in tries:
            if not solved:
                since[found] = 0, at
            elif found in since:
                since[found] = since[found][0] + 1, at
        now = self._clock()
        waiting = {
            found: at + REST[again] * DAY
            for found, (again, at) in since.items()
            if again < len(REST) and found in self._puzzles
        }
        return sorted((found for found, when in waiting.items() if when <= now), key=lambda found: waiting[found])


def name(puzzle: Puzzle) -> str:
    """The identity of a puzzle: its kind and its position."""
    return f"{puzzle.kind} {puzzle.moves}"
