"""The tab Puzzles: win in n, the only move that holds, the move that loses, the odd threat."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any, NamedTuple

from c4.callbacks import ignore
from c4.practice.puzzles import HOLD, LOSES, ODD, WIN
from visualizer.board.board import Board, follows
from visualizer.board.diagram import DiagramMarks
from visualizer.practice.puzzles_view import PuzzleView, StandingView, puzzle_view, standing_view
from visualizer.state.app import App
from visualizer.state.keys_in_sentences import with_key
from visualizer.state.preferences import Preferences
from visualizer.state.state import GameState, Solving
from visualizer.ui.pane import Pane
from visualizer.ui.sizes import pixels
from visualizer.ui.style import theme_of
from visualizer.ui.widgets import choice, wrap

KINDS: dict[str, str | None] = {
    "all kinds": None,
    "win in a few moves": WIN,
    "the only move that holds": HOLD,
    "the move that loses": LOSES,
    "the odd threat": ODD,
}

NEXT = "Next puzzle"
AGAIN = "Try again"
HINT = "Hint"
"""The labels of buttons; the keys of commands follow them."""

VERDICTS = {1: "✓ Right", 0: "", -1: "✗ Not this one"}
VERDICT_STYLES = {1: "Good.TLabel", 0: "TLabel", -1: "Bad.TLabel"}
"""What is said of an answer, and the style of the label."""

SIDE_WIDTH = 320
"""Pixels at 100 % of the texts beside the board."""


class PuzzlePart:
    """Builds the widgets; `panes` show the state in them."""

    def __init__(self, app: App, parent: tk.Misc) -> None:
        self.app = app
        self.frame = ttk.Frame(parent)
        self._build_top()
        middle = ttk.Frame(self.frame, padding=12)
        middle.pack(fill="both", expand=True)
        self.board = Board(middle, theme_of(parent), app.puzzles.play)
        self.marks = DiagramMarks(self.board, ignore, app.puzzles.choose_square)
        self.side = ttk.Frame(middle, padding=(14, 0, 0, 0))
        self.side.pack(side="right", fill="y")
        self.side.pack_propagate(False)
        self.board.pack(side="left", fill="both", expand=True)
        self._build_side()
        self.panes: list[Pane[Any]] = [PuzzlePane(self)]

    def _build_top(self) -> None:
        top = ttk.Frame(self.frame, padding=(12, 10, 12, 4))
        top.pack(fill="x")
        self.kind = choice(top, KINDS, 26, self._choose_kind)
        self.kind.pack(side="left")
        self.standing = ttk.Label(top, style="Faint.TLabel")
        self.standing.pack(side="right")

    def _choose_kind(self) -> None:
        self.app.puzzles.choose_kind(KINDS[self.kind.get()])

    def _build_side(self) -> None:
        self.question = wrap(ttk.Label(self.side, font="TkHeadingFont", justify="left"))
        self.question.pack(fill="x")
        self.grade = wrap(ttk.Label(self.side, style="Faint.TLabel"))
        self.grade.pack(fill="x", pady=(2, 10))
        self.verdict = ttk.Label(self.side)
        self.verdict.pack(fill="x")
        self.message = wrap(ttk.Label(self.side, justify="left"))
        self.message.pack(fill="x")
        self.rated = wrap(ttk.Label(self.side, justify="left", style="Faint.TLabel"))
        self.rated.pack(fill="x", pady=(6, 0))
        puzzles = self.app.puzzles
        self.next = self._button(NEXT, puzzles.next)
        self.solution = self._button("Play the solution", puzzles.show_solution)
        self.again = self._button(AGAIN, puzzles.again)
        self.hint = self._button(HINT, puzzles.hint)

    def _button(self, text: str, action: Callable[[], object]) -> ttk.Button:
        button = ttk.Button(self.side, text=text, command=action)
        button.pack(side="bottom", fill="x", pady=(6, 0))
        return button


class PartView(NamedTuple):
    """A puzzle with your attempt at it, your standing, and your own keys."""

    puzzle: PuzzleView
    standing: StandingView
    keys: Mapping[str, str]


class PuzzlePane(Pane[PartView]):
    """A puzzle, your attempt at it, and your standing."""

    def __init__(self, part: PuzzlePart) -> None:
        super().__init__()
        self.part = part

    @staticmethod
    def view(solving: Solving, game: GameState, preferences: Preferences) -> PartView:
        return PartView(puzzle_view(solving, game, preferences), standing_view(solving), preferences.keys)

    def waits(self) -> bool:
        """Whether another tab is on screen."""
        return not self.part.frame.winfo_ismapped()

    def draw(self, view: PartView, before: PartView | None) -> None:
        """Shows what has changed; a new puzzle has the keys."""
        part = self.part
        puzzle = view.puzzle
        part.side.configure(width=pixels(part.side, SIDE_WIDTH))
        part.standing.configure(text=view.standing.standing)
        part.rated.configure(text=view.standing.rated)
        part.question.configure(text=puzzle.task)
        part.grade.configure(text=puzzle.grade)
        part.message.configure(text=puzzle.message)
        part.verdict.configure(text=VERDICTS[puzzle.verdict], style=VERDICT_STYLES[puzzle.verdict])
        part.board.show_colours(puzzle.colours)
        drop = before is not None and goes_on(puzzle, before.puzzle)
        part.board.show(puzzle.position, (0, 1), puzzle.last, drop=drop)
        part.board.show_highlights(puzzle.feedback)
        part.board.allow_play(puzzle.playable)
        part.marks.show(puzzle.mark)
        for button, label, command in (
            (part.next, NEXT, "new game"),
            (part.again, AGAIN, "undo"),
            (part.hint, HINT, "hint"),
        ):
            button.configure(text=with_key(label, command, view.keys))
        part.again.state(["!disabled" if puzzle.again else "disabled"])
        part.hint.state(["!disabled" if puzzle.hint else "disabled"])
        if before is None or before.puzzle.puzzle is not puzzle.puzzle:
            part.board.focus_set()


def goes_on(view: PuzzleView, before: PuzzleView) -> bool:
    """Whether a move has been made in a puzzle since the view before."""
    if before.puzzle is not view.puzzle:
        return False
    return follows(view.position, before.position)
