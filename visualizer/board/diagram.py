"""The marks of a diagram on the empty squares of a board, and squares that can be pointed at."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from c4.callbacks import ignore
from c4.review.finish import Square
from c4.strategy.diagram import NO_MARK, Diagram
from visualizer.board.board import Board
from visualizer.board.surface import PLAIN_HEADER
from visualizer.ui.widgets import hear_first

MARK_SIZE = 0.5
MARK_SIZE_SMALLEST = 9
"""Height of a mark in squares, and in pixels at least."""


def not_taken(square: Square) -> bool:
    """Leaves a click on a square to the board."""
    return False


class DiagramMarks:
    """Draws over a board; the board knows nothing of it.

    `on_square(square)` is called when the pointer enters another square, with None when it leaves the board.
    `take(square)` is called for a click, and says whether the board shall not hear of it.
    """

    def __init__(
        self,
        board: Board,
        on_square: Callable[[Square | None], object] = ignore,
        take: Callable[[Square], bool] = not_taken,
    ) -> None:
        self.board = board
        self.diagram: Diagram | None = None
        self._on_square = on_square
        self._take = take
        self._square: Square | None = None
        board.header = PLAIN_HEADER
        listener = hear_first(board)
        listener.bind("<Motion>", self._moved)
        listener.bind("<Leave>", self._left)
        listener.bind("<Button-1>", self._pressed)
        board.bind("<<Redrawn>>", self._redrawn, add="+")

    def show(self, diagram: Diagram | None) -> None:
        """Draws the marks of a diagram on the empty squares of the board's position; None for no marks."""
        self.diagram = diagram
        self.draw()

    def square_at(self, x: float, y: float) -> Square | None:
        """The square under a point; None outside the board."""
        return self.board.square_at(x, y)

    def draw(self) -> None:
        """Draws the marks again."""
        board = self.board
        board.delete("mark")
        if self.diagram is None:
            return
        position = board.position
        rules = position.rules
        size = -max(MARK_SIZE_SMALLEST, int(board.cell * MARK_SIZE))
        for column in range(rules.columns):
            for row in range(position.height(column), rules.rows):
                mark = self.diagram.mark(1 << rules.cell(row, column))
                if mark == NO_MARK:
                    continue
                text = board.create_text(*board.centre(row, column), text=mark, font=("TkFixedFont", size, "bold"))
                board.itemconfigure(text, fill=board.theme.text, tags="mark")
        board.tag_raise("ghost")

    def _redrawn(self, event: object) -> None:
        self.draw()

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        self._enter(self.square_at(event.x, event.y))

    def _left(self, event: object) -> None:
        self._enter(None)

    def _enter(self, square: Square | None) -> None:
        if square != self._square:
            self._square = square
            self._on_square(square)

    def _pressed(self, event: tk.Event[tk.Misc]) -> str | None:
        square = self.square_at(event.x, event.y)
        if square is not None and self._take(square):
            return "break"
        return None
