"""Solving puzzles: which comes next, your attempt at it, its solution, and your rating."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from c4.errors import C4Error, report
from c4.search.watch import Watch
from visualizer.state.core import Core
from visualizer.state.preferences import PUZZLES
from visualizer.state.state import Solving, Tried

if TYPE_CHECKING:  # brings the library, which the first paint does without
    from c4.practice.puzzle_progress import Progress, Standing
    from c4.practice.puzzles import Attempt, Puzzle

SOLUTION_SECONDS = 0.9
"""The time between two moves of the solution."""


class Found(NamedTuple):
    """Your standing (None if the library cannot be used, with the reason), and the next puzzle if one was asked for."""

    standing: Standing | None
    problem: str = ""
    puzzle: Puzzle | None = None


class Puzzles:
    """The topic `app.puzzles`.

    Your first attempt at each puzzle counts for a rating, which is stored in the file `library`, by default your own;
    puzzles that you fail come back.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self.library: Path | None = None
        self._task = core.task("puzzles", self.found, self._failed)
        self._asked = False
        self._attempt: Attempt | None = None  # what is shown of it is in the state
        self._next_at = 0.0

    @property
    def shown(self) -> bool:
        """Whether puzzles are on screen."""
        return self._core.state.shown.mode == PUZZLES

    @property
    def solving(self) -> Solving:
        """What is known of the puzzle."""
        return self._core.state.solving

    @property
    def playing(self) -> bool:
        """Whether the solution is being played."""
        solving = self.solving
        return (
            self.shown
            and solving.puzzle is not None
            and solving.played is not None
            and solving.played < len(solving.puzzle.demonstration)
        )

    def _know(self, **parts: Any) -> None:
        self._core.change(solving=replace(self.solving, **parts))

    def poll(self, now: float) -> None:
        """Looks for the first puzzle once the tab is on screen, and plays the solution; `now` is `time.monotonic()`."""
        if self.shown and not self._asked:
            self.next()
        if self.playing and now >= self._next_at:
            self._know(played=(self.solving.played or 0) + 1)
            self._next_at = now + SOLUTION_SECONDS

    # -- which puzzle -------------------------------------------------------------------------------------------------

    def choose_kind(self, kind: str | None) -> None:
        """Gives puzzles of one kind from now on; None for all."""
        self._know(kind=kind)
        self.next()

    def next(self) -> None:
        """Gives the next puzzle."""
        self._asked = True
        kind = self.solving.kind
        last = self.solving.puzzle
        library = self.library

        def choose(progress: Progress) -> Puzzle:
            return progress.next(kind, last)

        def work(watch: Watch) -> Found:
            return look_up(library, choose)

        self._task.start(work)

    def found(self, found: Found) -> None:
        """Shows your standing, and the next puzzle."""
        from c4.practice.puzzles import Attempt

        problem = found.problem
        for error in self._task.worker.failures():
            problem = problem or f"the result was not stored: {report(error)}"
        self._know(standing=found.standing, problem=problem)
        if found.puzzle is not None:
            self._attempt = Attempt(found.puzzle)
            self._know(puzzle=found.puzzle, noted=False, earlier=None)
            self._show_attempt(self._attempt)

    def _failed(self, text: str) -> None:
        self._know(remark=f"{text}.")

    # -- trying it ----------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """Plays a column (from 0)."""
        if self._attempt is not None:
            self._try(self._attempt, partial(self._attempt.play, column))

    def choose_square(self, square: tuple[int, int]) -> bool:
        """Chooses a square if one is asked for; whether one is."""
        from c4.practice.puzzles import ODD

        attempt = self._attempt
        if attempt is None or attempt.puzzle.kind != ODD:
            return False
        self._try(attempt, partial(attempt.choose, *square))
        return True

    def _try(self, attempt: Attempt, action: Callable[[], object]) -> None:
        try:
            action()
        except C4Error as error:
            self._know(remark=f"{error}.")
            return
        if attempt.failed or attempt.done:
            self._note(attempt.clean)
        self._show_attempt(attempt)

    def _show_attempt(self, attempt: Attempt, **more: object) -> None:
        """Shows an attempt as it is now."""
        self._know(**{"tried": Tried.of(attempt), "remark": "", "shown": False, "played": None, **more})

    def _note(self, solved: bool) -> None:
        """Notes the first outcome for the rating."""
        solving = self.solving
        puzzle = solving.puzzle
        if solving.noted or puzzle is None:
            return
        library = self.library
        self._know(noted=True, earlier=None if solving.standing is None else solving.standing.rating)

        def work(watch: Watch) -> Found:
            return look_up(library)

        self._task.worker.tell(partial(note, library, puzzle, solved))
        self._task.start(work)

    # -- help ---------------------------------------------------------------------------------------------------------

    def why_no_hint(self) -> str:
        """Why there is no hint; "" if there is."""
        tried = self.solving.tried
        return "" if tried is not None and not tried.over else "no move is asked for now"

    def hint(self) -> None:
        """Gives a hint."""
        if self._attempt is not None and not self.why_no_hint():
            self._know(remark=f"{self._attempt.hint()} (With a hint it does not count as solved.)")

    def why_not_again(self) -> str:
        """Why no answer can be taken back; "" if one can."""
        tried = self.solving.tried
        return "" if tried is not None and tried.failed else "there is no wrong answer to take back"

    def again(self) -> None:
        """Takes a wrong answer back."""
        if self._attempt is not None and self._attempt.failed:
            self._attempt.again()
            self._know(earlier=None)
            self._show_attempt(self._attempt)

    def show_solution(self) -> None:
        """Plays the solution on the board and says it; an unsolved puzzle counts as failed."""
        from c4.practice.puzzles import ODD

        attempt = self._attempt
        if attempt is None:
            return
        if not attempt.done:
            self._note(False)
        attempt.clean = False
        self._next_at = 0.0
        played = None if attempt.puzzle.kind == ODD else 0
        self._show_attempt(attempt, remark=attempt.puzzle.explanation, shown=True, played=played)


def look_up(library: Path | None, choose: Callable[[Progress], Puzzle] | None = None) -> Found:
    """Your standing, and the puzzle that `choose(progress)` returns; a random one if the library cannot be used."""
    from c4.library.library import Library
    from c4.practice import puzzles
    from c4.practice.puzzle_progress import Progress

    try:
        with Library(library) as opened:
            progress = Progress(opened, puzzles.shipped())
            return Found(progress.standing(), "", None if choose is None else choose(progress))
    except C4Error as error:
        puzzle = None if choose is None else random.choice(puzzles.shipped())
        return Found(None, f"your puzzle rating is not stored: {error}", puzzle)


def note(library: Path | None, puzzle: Puzzle, solved: bool) -> None:
    """Notes an outcome.  Raises C4Error if the library cannot be used."""
    from c4.library.library import Library
    from c4.practice.puzzle_progress import Progress
    from c4.practice.puzzles import shipped

    with Library(library) as opened:
        Progress(opened, shipped()).note(puzzle, solved)
