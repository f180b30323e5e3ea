"""A board with the marks of a diagram on its empty squares, and the legend of these marks."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from c4.game.position import Position
from c4.strategy.diagram import LEGEND, MARKS, NONE, Diagram
from visualizer.board.board import PLAIN_HEADER, Board
from visualizer.ui.scale import font, pixels
from visualizer.ui.theme import Theme

Square = tuple[int, int]
"""Row and column, from 0, from the bottom left."""


class DiagramBoard(Board):
    """`on_square(square)` is called when the pointer enters another square, with None when it leaves the board."""

    diagram: Diagram | None = None

    def __init__(
        self,
        parent: tk.Misc,
        theme: Theme,
        on_column: Callable[[int], object],
        playable: Callable[[], bool],
        on_square: Callable[[Square | None], object],
        on_pressed: Callable[[Square], bool] = lambda square: False,
    ) -> None:
        super().__init__(parent, theme, on_column, playable)
        self.header = PLAIN_HEADER
        self._on_square, self._on_pressed = on_square, on_pressed
        self._square: Square | None = None
        self.bind("<Motion>", lambda event: self._enter(self.square_at(event.x, event.y)), add="+")
        self.bind("<Leave>", lambda event: self._enter(None), add="+")
        self.bind("<Button-1>", self._pressed)

    def show_diagram(self, diagram: Diagram | None) -> None:
        """Draws the marks of a diagram; None for no marks."""
        if diagram != self.diagram:
            self.diagram = diagram
            self._draw_marks()

    def redraw(self) -> None:
        super().redraw()
        self._draw_marks()

    def square_at(self, x: float, y: float) -> Square | None:
        """The square under a point; None outside the board."""
        rules = self.position.rules
        row, column = int((self._bottom - y) // self.cell), int((x - self.left) // self.cell)
        return (row, column) if 0 <= row < rules.rows and 0 <= column < rules.columns else None

    def _draw_marks(self) -> None:
        self.delete("mark")
        if self.diagram is None:
            return
        rules, size = self.position.rules, -max(9, int(self.cell * 0.5))
        for column in range(rules.columns):
            for row in range(self.position.height(column), rules.rows):
                mark = self.diagram.mark(1 << rules.cell(row, column))
                if mark != NONE:
                    x, y = self.centre(row, column)
                    text = self.create_text(x, y, text=mark, font=("TkFixedFont", size, "bold"), tags="mark")
                    self.itemconfigure(text, fill=self.theme.text)
        self.tag_raise("ghost")

    def _enter(self, square: Square | None) -> None:
        if square != self._square:
            self._square = square
            self._on_square(square)

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        square = self.square_at(event.x, event.y)
        if square is None or not self._on_pressed(square):
            self._click(event)


class Legend(ttk.Frame):
    """The marks of a diagram, each with its sentence; without a diagram it takes no room."""

    def show(self, diagram: Diagram | None, position: Position, below: tk.Widget) -> None:
        """Shows the marks that a diagram has on the empty squares of a position, below another widget."""
        for part in self.winfo_children():
            part.destroy()
        if diagram is None:
            self.pack_forget()
            return
        rows = "".join(diagram.rows(position))
        for row, (mark, says) in enumerate(
            [("", diagram.rule), *((mark, LEGEND[mark]) for mark in MARKS if mark in rows)]
        ):
            ttk.Label(self, text=mark, font=font(self, 14, bold=True)).grid(row=row, column=0, sticky="n", padx=(0, 10))
            words = ttk.Label(self, text=says, wraplength=pixels(self, 350), justify="left")
            words.grid(row=row, column=1, sticky="w", pady=1)
        self.pack(fill="x", pady=8, after=below)
