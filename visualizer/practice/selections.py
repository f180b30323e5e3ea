"""The window with exercises on Monte-Carlo tree search: you select the reply that the formula selects."""

from __future__ import annotations

import random
import tkinter as tk
from functools import partial
from tkinter import ttk

from c4.callbacks import ignore
from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.position import Position
from c4.practice.selections import make
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.board.board import Board
from visualizer.board.surface import NO_HEADER
from visualizer.practice.selections_view import TABLE_COLUMNS, Selecting, SelectingView, selecting_view
from visualizer.state.app import App
from visualizer.ui.sizes import pixels
from visualizer.ui.widgets import list_rows, table, wrap

BOARD = (210, 180)
"""Pixels of the board at 100 %."""

SEEDS = 1 << 30


class SelectionWindow(AppWindow):
    """Asks which reply the next simulation selects, in searches of the position on the board."""

    known: Selecting

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Practice: the next selection", "720x620", (640, 520))
        self.known = Selecting(seed=random.randrange(SEEDS))
        self._build()
        self.panes.append(SelectionPane(self))
        self.ask()

    def _build(self) -> None:
        body = ttk.Frame(self, padding=12)
        body.pack(fill="both", expand=True)
        self.question = wrap(ttk.Label(body, font="TkHeadingFont", justify="left"))
        self.question.pack(fill="x")
        self.formula = wrap(ttk.Label(body, justify="left"))
        self.formula.pack(fill="x", pady=(4, 8))
        middle = ttk.Frame(body)
        middle.pack(fill="x")
        self.board = Board(middle, self.theme, ignore, ignore)
        self.board.configure(width=pixels(self, BOARD[0]), height=pixels(self, BOARD[1]), takefocus=False)
        self.board.header = NO_HEADER
        self.board.pack(side="left", padx=(0, 10), anchor="n")
        frame, self.table = table(middle, [(title, 90, "e") for title in TABLE_COLUMNS], 7, selectmode="none")
        frame.pack(side="left", fill="both", expand=True)
        row = ttk.Frame(body)
        row.pack(fill="x", pady=8)
        ttk.Label(row, text="It selects column").pack(side="left", padx=(0, 6))
        self.buttons = ttk.Frame(row)
        self.buttons.pack(side="left")
        ttk.Button(row, text="Next", command=self.ask).pack(side="right")
        self.score = ttk.Label(row, style="Faint.TLabel")
        self.score.pack(side="right", padx=8)
        self.message = wrap(ttk.Label(body, justify="left", font="TkHeadingFont"))
        self.message.pack(fill="x")
        self.solution = wrap(ttk.Label(body, justify="left"))
        self.solution.pack(fill="x", pady=(6, 0))
        self.bind("<KeyPress>", self._typed)

    def _typed(self, event: tk.Event[tk.Misc]) -> None:
        """A digit answers, Return goes on."""
        exercise = self.known.exercise
        if event.keysym in ("Return", "KP_Enter"):
            self.ask()
        elif exercise is not None and event.char and event.char in DIGITS:
            column = DIGITS.index(event.char)
            if column in {reply.column for reply in exercise.replies}:
                self.answer(column)

    def ask(self) -> None:
        """Asks the next question: about the position on the board, or the empty board where there is none."""
        seed = self.known.seed + 1
        message = "Type the column, or click it."
        try:
            exercise = make(self.app.session.position, seed)
        except C4Error:
            exercise = make(Position(), seed)
            message = f"This is about the empty board: the game on the board is soon decided. {message}"
        self.know(seed=seed, exercise=exercise, answered=None, message=message)

    def answer(self, column: int) -> None:
        """Answers with a column (from 0); only the first answer counts."""
        known = self.known
        if known.exercise is None:
            return
        right = known.right
        asked = known.asked
        if known.answered is None:
            asked += 1
            if column == known.exercise.answer:
                right += 1
        self.know(answered=column, right=right, asked=asked, message=known.exercise.comment(column))


class SelectionPane(WindowPane[SelectingView]):
    """The question, the numbers, and what is said about the answer."""

    view = staticmethod(selecting_view)
    window: SelectionWindow

    def draw(self, view: SelectingView, before: SelectingView | None) -> None:
        window = self.window
        window.question.configure(text=view.question)
        window.formula.configure(text=view.formula)
        window.message.configure(text=view.message)
        window.solution.configure(text=view.solution)
        window.score.configure(text=view.score)
        if view.position is not None:
            names = window.app.names()
            window.board.show_colours(names.colours)
            window.board.show(view.position, (names.starter, 1 - names.starter))
        if before is None or view.rows != before.rows:
            list_rows(window.table, [("", row) for row in view.rows])
        if before is None or view.columns != before.columns:
            for button in window.buttons.winfo_children():
                button.destroy()
            for column in view.columns:
                answer = partial(window.answer, column)
                button = ttk.Button(window.buttons, text=DIGITS[column], width=3, command=answer)
                button.pack(side="left", padx=2)
