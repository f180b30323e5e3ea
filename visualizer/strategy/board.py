"""A board with the marks of a diagram on its empty squares.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from c4.strategy.diagram import NONE, Diagram
from visualizer.kit.theme import Theme
from visualizer.play.board import BARE_STRIP, Board

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
        self.strip = BARE_STRIP
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
        """The square under a point; None beside the board."""
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
