"""Moves that have not been played, drawn over a board: a refused one, a random game, a best line."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence

from c4.game.position import Position
from visualizer.board.surface import Surface
from visualizer.state.state import Score
from visualizer.ui.fonts import font_of
from visualizer.ui.pictures import disc_rings
from visualizer.ui.theme import ink_on, mixed

LINE_DISCS = 12
"""The largest number of moves of a line that are drawn."""

GHOST = 0.5
"""The share of the empty cell's colour in a disc that is refused, or belongs to a random game."""


def draw_line(board: Surface, position: Position, columns: Sequence[int], tag: str) -> None:
    """Draws a line of play from a position as rings in the colours of the sides, numbered from 1."""
    for number, column in enumerate(columns[:LINE_DISCS], start=1):
        if column not in position.legal_columns():
            return  # for a moment, the values belong to another position
        x, y = board.centre(position.height(column), column)
        colour = board.colour_of(position.to_move)
        ring = board.picture((0.98, colour), (0.76, board.theme.hole))
        digits = font_of(board, max(9, int(board.cell * 0.34)))
        board.create_image(x, y, image=ring, tags=tag)
        board.create_text(x, y, text=str(number), fill=board.theme.text, font=digits, tags=tag)
        position = position.play(column)


class RefusedMove:
    """A move that teaching mode refuses: its disc as a ghost with a cross, and the line that refutes it."""

    def __init__(self, board: Surface) -> None:
        self._board = board
        self._shown: tuple[int | None, tuple[int, ...]] = (None, ())

    def show(self, column: int | None, line: tuple[int, ...]) -> None:
        """Shows a refused column (from 0) and the moves after it; None for nothing."""
        if (column, line) != self._shown:
            self._shown = (column, line)
            self.draw()

    def draw(self) -> None:
        """Draws it again."""
        board = self._board
        board.delete("refused")
        column, line = self._shown
        position = board.position
        if column is None or board.falling or column not in position.legal_columns():
            return
        x, y = board.centre(position.height(column), column)
        colour = board.colour_of(position.to_move)
        faded = [(radius, mixed(ring, board.theme.hole, GHOST)) for radius, ring in disc_rings(colour, ringed=False)]
        board.create_image(x, y, image=board.picture(*faded[:-1]), tags="refused")
        self._draw_cross(x, y)
        draw_line(board, position.play(column), line, "refused")

    def _draw_cross(self, x: float, y: float) -> None:
        """Draws a cross with a light edge: refused, also without colours."""
        board = self._board
        arm = 0.22 * board.cell
        for ink, width in (("#ffffff", 0.16), (board.theme.bad, 0.09)):
            thickness = max(2.0, width * board.cell)
            for dx, dy in ((arm, arm), (arm, -arm)):
                ends = (x - dx, y - dy, x + dx, y + dy)
                board.create_line(*ends, fill=ink, width=thickness, capstyle="round", tags="refused")


class RandomGame:
    """A random game from the position on the board, as numbered translucent discs."""

    def __init__(self, board: Surface) -> None:
        self._board = board
        self._columns: tuple[int, ...] = ()

    def show(self, columns: tuple[int, ...]) -> None:
        """Shows a random game from the position on the board: its columns (from 0); () for none."""
        if columns != self._columns:
            self._columns = columns
            self.draw()

    def draw(self) -> None:
        """Draws its discs again; not where discs move because the board turns."""
        self._board.delete("playout")
        position = self._board.position
        if position.rules.turn_every or self._board.falling:
            return
        moves: list[tuple[Position, int]] = []
        for column in self._columns:
            if column not in position.legal_columns():
                return  # for a moment, the game belongs to another position
            moves.append((position, column))
            position = position.play(column)
        outcome = position.outcome()
        lines = () if outcome is None else outcome.lines
        won = {cell for line in lines for cell in line.cells}
        for number, (before, column) in enumerate(moves, start=1):
            self._draw_disc(before, column, number, before.rules.cell(before.height(column), column) in won)

    def _draw_disc(self, position: Position, column: int, number: int, wins: bool) -> None:
        """Draws one disc of the random game with its number; one of the winning line has a strong rim."""
        board = self._board
        x, y = board.centre(position.height(column), column)
        colour = board.colour_of(position.to_move)
        pale = mixed(colour, board.theme.hole, GHOST)
        rim = board.theme.text if wins else colour
        picture = board.picture((0.98, rim), (0.84, pale))
        digits = font_of(board, max(8, int(board.cell * 0.28)))
        board.create_image(x, y, image=picture, tags="playout")
        board.create_text(x, y, text=str(number), fill=ink_on(pale), font=digits, tags="playout")


class BestLine:
    """The best line after the column whose value is under the pointer, as numbered rings on the board.

    `on_change()` is called when the pointer is over another column's value.
    """

    def __init__(self, board: Surface, on_change: Callable[[], object]) -> None:
        self._board = board
        self._on_change = on_change
        self._column: int | None = None
        board.bind("<Motion>", self._moved, add="+")
        board.bind("<Leave>", self._left, add="+")

    @property
    def _score(self) -> Score | None:
        """The score under the pointer."""
        if self._column is None:
            return None
        return self._board.scores.get(self._column)

    @property
    def description(self) -> str:
        """The value under the pointer in words; "" for none."""
        score = self._score
        return "" if score is None else score.description

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        board = self._board
        self._point(board.column_at(event.x) if board.is_over_values(event.y) else None)

    def _left(self, event: object) -> None:
        self._point(None)

    def _point(self, column: int | None) -> None:
        if column != self._column:
            self._column = column
            self.draw()
            self._on_change()

    def draw(self) -> None:
        """Draws the line again."""
        board = self._board
        board.delete("line")
        score = self._score
        if score is None or score.stale or board.falling:
            return
        draw_line(board, board.position, score.line, "line")
