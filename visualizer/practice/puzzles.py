"""The Puzzles window: win in n, the only move that holds, the move that loses, the odd threat.

Your first attempt at each puzzle counts for a rating, stored in the library's file; puzzles that you fail come back.
"""

from __future__ import annotations

import random
import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import NamedTuple

from c4.errors import C4Error, report
from c4.game.rules import STANDARD
from c4.library.library import Library
from c4.practice import puzzles
from c4.practice.puzzles import HOLD, LOSES, ODD, WIN, Attempt, Progress, Puzzle, Standing
from c4.search.watch import Watch
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.board.board import Board, ignore
from visualizer.board.diagram import DiagramMarks, Square
from visualizer.practice.puzzles_view import PuzzleView, Solving, StandingView, Tried, puzzle_view, standing_view
from visualizer.state.app import App
from visualizer.ui.background import Debounce
from visualizer.ui.scale import pixels
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import choice, wrap

KINDS: dict[str, str | None] = {
    "all kinds": None,
    "win in a few moves": WIN,
    "the only move that holds": HOLD,
    "the move that loses": LOSES,
    "the odd threat": ODD,
}

SOLUTION_MS = 900
"""Milliseconds between two moves of the solution."""

VERDICTS = {1: "✓ Right", 0: "", -1: "✗ Not this one"}
VERDICT_STYLES = {1: "Good.TLabel", 0: "TLabel", -1: "Bad.TLabel"}
"""What is said of an answer, and the style of the label."""

SIDE_WIDTH = 320
"""Pixels at 100 % of the texts beside the board."""


class Found(NamedTuple):
    """Your standing (None if the library cannot be used, with the reason), and the next puzzle if one was asked for."""

    standing: Standing | None
    problem: str = ""
    puzzle: Puzzle | None = None


class PuzzleWindow(AppWindow):
    """One puzzle after another; `library` is the file of your rating, by default your own."""

    known: Solving

    def __init__(self, app: App, parent: tk.Misc, library: Path | None = None) -> None:
        super().__init__(app, parent, "Puzzles", "900x600", (760, 500))
        self.known = Solving()
        self.attempt: Attempt | None = None
        """Your attempt; what is shown of it is in `known.tried`."""
        self._library = library
        self.task = self.background("puzzles", self.found, self._failed)
        self._next_move = Debounce(self, self._play_on)
        self._build()
        self.set_theme(self.theme)
        self._bind_keys()
        self.panes += [PuzzlePane(self), StandingPane(self)]
        self.show_known()
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
        self.board = Board(middle, self.theme, self.play)
        self.marks = DiagramMarks(self.board, ignore, self.choose_square)
        self.board.pack(side="left", fill="both", expand=True)
        self._side = ttk.Frame(middle, padding=(14, 0, 0, 0))
        self._side.pack(side="right", fill="y")
        self._side.pack_propagate(False)
        self.question = wrap(ttk.Label(self._side, font="TkHeadingFont", justify="left"))
        self.question.pack(fill="x")
        self.grade = wrap(ttk.Label(self._side, style="Faint.TLabel"))
        self.grade.pack(fill="x", pady=(2, 10))
        self.verdict = ttk.Label(self._side)
        self.verdict.pack(fill="x")
        self.message = wrap(ttk.Label(self._side, justify="left"))
        self.message.pack(fill="x")
        self.rated = wrap(ttk.Label(self._side, justify="left", style="Faint.TLabel"))
        self.rated.pack(fill="x", pady=(6, 0))
        actions: dict[str, Callable[[], object]] = {
            "Next puzzle": self.next,
            "Play the solution": self.show_solution,
            "Try again": self.again,
            "Hint": self.hint,
        }
        self.buttons: dict[str, ttk.Button] = {}
        for text, action in actions.items():
            self.buttons[text] = ttk.Button(self._side, text=text, command=action)
            self.buttons[text].pack(side="bottom", fill="x", pady=(6, 0))

    def _bind_keys(self) -> None:
        keys: dict[str, Callable[[], object]] = {
            "N": self.next,
            "H": self.hint,
            "Backspace": self.again,
            "S": self.show_solution,
        }
        for column in range(STANDARD.columns):
            keys[str(column + 1)] = partial(self.play, column)
        self.bind_actions(keys)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        super().set_theme(theme)
        self._side.configure(width=pixels(self, SIDE_WIDTH))

    # -- which puzzle -------------------------------------------------------------------------------------------------

    def next(self) -> None:
        """Gives the next puzzle."""
        kind = KINDS[self.kind.get()]
        library = self._library
        last = self.known.puzzle

        def choose(progress: Progress) -> Puzzle:
            return progress.next(kind, last)

        def work(watch: Watch) -> Found:
            return look_up(library, choose)

        self.task.start(work)

    def found(self, found: Found) -> None:
        """Shows your standing, and the next puzzle."""
        problem = found.problem
        for error in self.task.worker.failures():
            problem = problem or f"the result was not stored: {report(error)}"
        self.know(standing=found.standing, problem=problem)
        if found.puzzle is not None:
            self.attempt = Attempt(found.puzzle)
            self.know(puzzle=found.puzzle, noted=False, earlier=None, played=None)
            self._show_attempt()

    def _failed(self, text: str) -> None:
        self.know(remark=f"{text}.")

    # -- trying it ----------------------------------------------------------------------------------------------------

    def play(self, column: int) -> None:
        """Plays a column (from 0)."""
        if self.attempt is not None:
            self._try(self.attempt, partial(self.attempt.play, column))

    def choose_square(self, square: Square) -> bool:
        """Chooses a square if one is asked for; whether one is."""
        attempt = self.attempt
        if attempt is None or attempt.puzzle.kind != ODD:
            return False
        self._try(attempt, partial(attempt.choose, *square))
        return True

    def _try(self, attempt: Attempt, action: Callable[[], object]) -> None:
        try:
            action()
        except (C4Error, ValueError) as error:
            self.know(remark=f"{error}.")
            return
        if attempt.failed or attempt.done:
            self._note(attempt.clean)
        self._show_attempt()

    def _show_attempt(self, **more: object) -> None:
        """Shows the attempt as it is now."""
        assert self.attempt is not None
        self.know(**{"tried": Tried.of(self.attempt), "remark": "", "shown": False, "played": None, **more})

    def _note(self, solved: bool) -> None:
        """Notes the first outcome for the rating."""
        known = self.known
        puzzle = known.puzzle
        if known.noted or puzzle is None:
            return
        library = self._library
        earlier = None if known.standing is None else known.standing.rating
        self.know(noted=True, earlier=earlier)

        def work(watch: Watch) -> Found:
            return look_up(library)

        self.task.worker.tell(partial(note, library, puzzle, solved))
        self.task.start(work)

    def hint(self) -> None:
        """Gives a hint."""
        if self.attempt is not None and not Tried.of(self.attempt).over:
            self.know(remark=f"{self.attempt.hint()} (With a hint it does not count as solved.)")

    def again(self) -> None:
        """Undoes a wrong move."""
        if self.attempt is not None and self.attempt.failed:
            self.attempt.again()
            self.know(earlier=None)
            self._show_attempt()

    def show_solution(self) -> None:
        """Plays the solution on the board and says it; an unsolved puzzle counts as failed."""
        attempt = self.attempt
        if attempt is None:
            return
        if not attempt.done:
            self._note(False)
        attempt.clean = False
        played = None if attempt.puzzle.kind == ODD else 0
        self._show_attempt(remark=attempt.puzzle.explanation, shown=True, played=played)
        if played is not None:
            self._next_move.after(SOLUTION_MS)

    def _play_on(self) -> None:
        """Plays the next move of the solution."""
        known = self.known
        if known.played is None or known.puzzle is None or known.played >= len(known.puzzle.solution):
            return
        self.know(played=known.played + 1)
        self._next_move.after(SOLUTION_MS)


def look_up(library: Path | None, choose: Callable[[Progress], Puzzle] | None = None) -> Found:
    """Your standing, and the puzzle that `choose(progress)` returns; a random one if the library cannot be used."""
    try:
        with Library(library) as opened:
            progress = Progress(opened, puzzles.shipped())
            return Found(progress.standing(), "", None if choose is None else choose(progress))
    except C4Error as error:
        puzzle = None if choose is None else random.choice(puzzles.shipped())
        return Found(None, f"your rating is not stored: {error}", puzzle)


def note(library: Path | None, puzzle: Puzzle, solved: bool) -> None:
    """Notes an outcome.  Raises C4Error if the library cannot be used."""
    with Library(library) as opened:
        Progress(opened, puzzles.shipped()).note(puzzle, solved)


class PuzzlePane(WindowPane[PuzzleView]):
    """A puzzle and your attempt at it."""

    reads = ("puzzle", "tried", "shown", "played", "remark", "game", "preferences")
    view = staticmethod(puzzle_view)
    window: PuzzleWindow

    def draw(self, view: PuzzleView, before: PuzzleView | None) -> None:
        window = self.window
        window.question.configure(text=view.task)
        window.grade.configure(text=view.grade)
        window.message.configure(text=view.message)
        window.verdict.configure(text=VERDICTS[view.verdict], style=VERDICT_STYLES[view.verdict])
        window.board.show_colours(view.colours)
        window.board.show(view.position, (0, 1), view.last, drop=goes_on(view, before))
        window.board.show_highlights(view.feedback)
        window.board.allow_play(view.playable)
        window.marks.show(view.mark)
        window.buttons["Try again"].state(["!disabled" if view.again else "disabled"])
        window.buttons["Hint"].state(["!disabled" if view.hint else "disabled"])


def goes_on(view: PuzzleView, before: PuzzleView | None) -> bool:
    """Whether a move has been made since the view before."""
    if before is None or before.task != view.task:
        return False
    earlier = before.position.moves or ()
    moves = view.position.moves or ()
    return len(moves) > len(earlier) and moves[: len(earlier)] == earlier


class StandingPane(WindowPane[StandingView]):
    """Your standing."""

    reads = ("standing", "earlier", "problem")
    view = staticmethod(standing_view)
    window: PuzzleWindow

    def draw(self, view: StandingView, before: StandingView | None) -> None:
        self.window.standing.configure(text=view.standing)
        self.window.rated.configure(text=view.rated)
