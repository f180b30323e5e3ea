"""The Puzzles window: win in n, the only move that holds, the move that loses, the odd threat.

Your first attempt at each puzzle counts for a rating, stored in the library's file; puzzles that you fail come back.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tkinter import ttk
from typing import NamedTuple

from c4.errors import C4Error
from c4.library.library import Library
from c4.practice import puzzles
from c4.practice.puzzles import HOLD, LOSES, ODD, WIN, Attempt, Progress, Puzzle, Standing
from c4.strategy.diagram import Diagram
from c4.text import pluralise
from visualizer.strategy.board import DiagramBoard, Square
from visualizer.ui.context import Context, ToolWindow
from visualizer.ui.scale import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import choice, sentence, wrap

KINDS: dict[str, str | None] = {
    "all kinds": None,
    "win in a few moves": WIN,
    "the only move that holds": HOLD,
    "the move that loses": LOSES,
    "the odd threat": ODD,
}


class State(NamedTuple):
    """Your standing (None if the library cannot be used, with the reason), and the next puzzle if there is to be one."""

    standing: Standing | None
    problem: str = ""
    puzzle: Puzzle | None = None


class PuzzleWindow(ToolWindow):
    """One puzzle after another; `library` is the file of your rating, by default your own."""

    def __init__(self, context: Context, library: Path | None = None) -> None:
        super().__init__(context, "Puzzles", "900x600", (760, 500))
        self._colours, self._library = context.sides, library
        self._task = self.background("puzzles", self._arrived, self._failed)
        self.attempt: Attempt | None = None
        self._noted = False
        self._rating: float | None = None
        self._build()
        self.set_theme(context.theme)
        self._keys()
        self.next()
        self.board.focus_set()

    # -- building -----------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        top = ttk.Frame(self, padding=(12, 10, 12, 4))
        top.pack(fill="x")
        self.kind = choice(top, KINDS, 26, self.next)
        self.kind.pack(side="left")
        self.standing = ttk.Label(top, style="Faint.TLabel")
        self.standing.pack(side="right")
        middle = ttk.Frame(self, padding=12)
        middle.pack(fill="both", expand=True)
        self.board = DiagramBoard(middle, self.context.theme, self.play, self._playable, lambda _: None, self._pressed)
        self.board.stones = self._colours
        self.board.pack(side="left", fill="both", expand=True)
        self._side = side = ttk.Frame(middle, padding=(14, 0, 0, 0))
        side.pack(side="right", fill="y")
        side.pack_propagate(False)
        self.task = wrap(ttk.Label(side, font="TkHeadingFont", justify="left"))
        self.task.pack(fill="x")
        self.grade = wrap(ttk.Label(side, style="Faint.TLabel"))
        self.grade.pack(fill="x", pady=(2, 10))
        self.message = wrap(ttk.Label(side, justify="left"))
        self.message.pack(fill="x")
        self.rated = wrap(ttk.Label(side, justify="left", style="Faint.TLabel"))
        self.rated.pack(fill="x", pady=(6, 0))
        self.buttons: dict[str, ttk.Button] = {}
        for text, action in (
            ("Next puzzle", self.next),
            ("Solution", self.show_solution),
            ("Try again", self.again),
            ("Hint", self.hint),
        ):
            self.buttons[text] = ttk.Button(side, text=text, command=action)
            self.buttons[text].pack(side="bottom", fill="x", pady=(6, 0))

    def _keys(self) -> None:
        def on(key: str, action: Callable[[], object]) -> None:
            self.bind(key, lambda event: action())

        for number in range(1, 8):
            on(f"<Key-{number}>", lambda column=number - 1: self.play(column))  # type: ignore[misc]
        for key, action in (("n", self.next), ("h", self.hint), ("<BackSpace>", self.again), ("s", self.show_solution)):
            on(key, action)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._side.configure(width=pixels(self, 320))

    # -- which puzzle -------------------------------------------------------------------------------------------------

    def next(self) -> None:
        """Gives the next puzzle."""
        kind, library = KINDS[self.kind.get()], self._library
        last = None if self.attempt is None else self.attempt.puzzle
        if last is None:
            self.task.configure(text="Looking for a puzzle...")
        self._task.start(lambda watch: state(library, lambda progress: progress.next(kind, last)))

    def _arrived(self, state: State) -> None:
        self._show_standing(state)
        if state.puzzle is None:
            return
        self.attempt, self._noted = Attempt(state.puzzle), False
        self.rated.configure(text=sentence(state.problem) + "." if state.problem else "")
        position = self.attempt.position
        self.task.configure(text=state.puzzle.task)
        self.grade.configure(
            text=f"{self._colours[position.to_move][0]} to move. Grade: {state.puzzle.grade}."
            + (" Click the square." if state.puzzle.kind == ODD else "")
        )
        self._show()

    def _failed(self, text: str) -> None:
        self.message.configure(text=sentence(text) + ".")

    def _show_standing(self, state: State) -> None:
        standing = state.standing
        if standing is None:
            self.standing.configure(text="")
            self.rated.configure(text=sentence(state.problem) + ".")
            return
        if self._rating is not None and round(standing.rating) != round(self._rating):
            self.rated.configure(text=f"Your rating: {self._rating:.0f} → {standing.rating:.0f}")
        self._rating = standing.rating
        parts = [f"Your rating: {standing.rating:.0f}"]
        if standing.tried:
            parts.append(f"{standing.solved:,} of {pluralise(standing.tried, 'puzzle')} solved")
        if standing.due:
            parts.append(f"{standing.due:,} to repeat")
        self.standing.configure(text=" · ".join(parts))

    # -- trying it ----------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """Plays a column (from 0)."""
        self._try(lambda attempt: attempt.play(column))

    def _pressed(self, square: Square) -> bool:
        """Takes a click as the choice of a square, if one is asked for."""
        if self.attempt is None or self.attempt.puzzle.kind != ODD:
            return False
        self._try(lambda attempt: attempt.choose(*square))
        return True

    def _try(self, action: Callable[[Attempt], None]) -> None:
        if self.attempt is None:
            return
        try:
            action(self.attempt)
        except (C4Error, ValueError) as error:
            self.message.configure(text=sentence(str(error)) + ".")
            return
        if self.attempt.failed or self.attempt.done:
            self._note(self.attempt.clean)
        self._show(drop=True)

    def _note(self, solved: bool) -> None:
        """Notes the first outcome for the rating."""
        if self._noted or self.attempt is None:
            return
        self._noted = True
        puzzle, library = self.attempt.puzzle, self._library
        self._task.worker.tell(lambda: note(library, puzzle, solved))
        self._task.start(lambda watch: state(library))

    def hint(self) -> None:
        """Gives a hint."""
        if self.attempt is not None and not self.attempt.done and not self.attempt.failed:
            self.message.configure(text=self.attempt.hint() + " (With a hint it does not count as solved.)")

    def again(self) -> None:
        """Undoes a wrong move."""
        if self.attempt is not None and self.attempt.failed:
            self.attempt.again()
            self._show()

    def show_solution(self) -> None:
        """Shows the solution; an unsolved puzzle counts as failed."""
        if self.attempt is not None:
            if not self.attempt.done:
                self._note(False)
            self.attempt.clean = False
            self.message.configure(text=self.attempt.puzzle.explanation)
            self._mark_square()

    def _mark_square(self) -> None:
        """Marks the square that was asked for."""
        assert self.attempt is not None
        puzzle, shown = self.attempt.puzzle, None
        if puzzle.kind == ODD:
            row, column = int(puzzle.square[1]) - 1, "abcdefg".index(puzzle.square[0])
            shown = Diagram((1 << puzzle.position.rules.cell(row, column),))  # !
        self.board.show_diagram(shown)

    def _playable(self) -> bool:
        attempt = self.attempt
        return attempt is not None and not attempt.done and not attempt.failed and attempt.puzzle.kind != ODD

    def _show(self, drop: bool = False) -> None:
        assert self.attempt is not None
        position = self.attempt.position
        moves = position.moves or ()
        self.board.show(position, (0, 1), moves[-1] if moves else None, drop)
        if self.attempt.done:
            self._mark_square()
        else:
            self.board.show_diagram(None)
        self.message.configure(text=self.attempt.message)
        self.buttons["Try again"].state(["!disabled" if self.attempt.failed else "disabled"])
        self.buttons["Hint"].state(["disabled" if self.attempt.failed or self.attempt.done else "!disabled"])


def state(library: Path | None, choose: Callable[[Progress], Puzzle] | None = None) -> State:
    """Your standing, and the puzzle that `choose(progress)` returns; a random one if the library cannot be used."""
    try:
        with Library(library) as opened:
            progress = Progress(opened, puzzles.shipped())
            return State(progress.standing(), "", choose(progress) if choose else None)
    except C4Error as error:
        return State(None, f"your rating is not stored: {error}", random.choice(puzzles.shipped()) if choose else None)


def note(library: Path | None, puzzle: Puzzle, solved: bool) -> None:
    """Notes an outcome.  If the library cannot be used, `state` gives the reason."""
    with suppress(C4Error), Library(library) as opened:
        Progress(opened, puzzles.shipped()).note(puzzle, solved)
