"""Best line: the moves that follow a column, drawn as numbered rings on the board while one points at its value.

Imports tkinter.  The wheel plays them out, stone by stone.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from visualizer.kit.sprites import Ring
from visualizer.play.board import STRIP, Board

LONGEST = 12
"""Stones of a line that are drawn at most."""


class BestLine:
    """Belongs to a board; `on_change()` is called when another line, or more of it, is shown."""

    def __init__(self, board: Board, on_change: Callable[[], object]) -> None:
        self._board, self._on_change = board, on_change
        self.column: int | None = None
        """The column whose value the pointer rests on."""
        self._stones = LONGEST
        board.bind("<Motion>", self._moved, add="+")
        board.bind("<Leave>", lambda _: self.point(None), add="+")
        board.bind("<MouseWheel>", lambda event: self._turned(-1 if event.delta > 0 else 1), add="+")
        board.bind("<Button-4>", lambda _: self._turned(-1), add="+")
        board.bind("<Button-5>", lambda _: self._turned(1), add="+")

    @property
    def said(self) -> str:
        """The value under the pointer in words; "" for none."""
        score = None if self.column is None else self._board.scores.get(self.column)
        if score is None or not score.said:
            return ""
        more = f"   Wheel: stone by stone ({self._shown()} of {self._length()})" if self._length() > 1 else ""
        return score.said + more

    def _line(self) -> tuple[int, ...]:
        score = None if self.column is None else self._board.scores.get(self.column)
        return () if score is None or score.stale else score.line[:LONGEST]

    def _length(self) -> int:
        return len(self._line())

    def _shown(self) -> int:
        return min(self._stones, self._length())

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        board = self._board
        over = board.strip == STRIP and 18 * board.unit <= event.y < board.top
        self.point(board.column_at(event.x) if over else None)

    def point(self, column: int | None) -> None:
        """Shows the line of a column (from 0), or none."""
        if column != self.column:
            self.column, self._stones = column, LONGEST
            self.draw()
            self._on_change()

    def _turned(self, notches: int) -> None:
        """Shows a stone more or less; after the last one it begins again."""
        length = self._length()
        if length:
            self._stones = (self._shown() + notches) % (length + 1)
            self.draw()
            self._on_change()

    def draw(self) -> None:
        """Draws the line again, as it is by now."""
        board = self._board
        board.delete("line")
        if board.falling:
            return
        place = board.position
        for number, column in enumerate(self._line()[: self._shown()], start=1):
            if column not in place.legal_columns():
                return  # values of another position, for a moment
            x, y = board.centre(place.height(column), column)
            seat = board.seat_of[place.to_move]
            rings: tuple[Ring, ...] = ((0.98, board.stones[seat][1]), (0.76, board.theme.hole))
            board.create_image(x, y, image=board.picture(*rings), tags="line")
            size = -max(9, int(board.cell * 0.34))
            board.create_text(
                x, y, text=str(number), fill=board.theme.text, font=("TkDefaultFont", size, "bold"), tags="line"
            )
            place = place.play(column)
