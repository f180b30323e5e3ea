"""Rows of bars on a canvas: names, small boards with the squares that they are about, and columns of numbers.

           weight            adds here          a head above each column
▦ centre   +12   ──┼███      +3   ──┼█          a row: name, then in each column a number and its bar
▦ corner    −4   ─█┼──       −1   ─█┼─
"""

from __future__ import annotations

import tkinter as tk
from tkinter import font as tkfont
from typing import Literal, NamedTuple

from visualizer.state.weights import BarRow
from visualizer.ui.fonts import font
from visualizer.ui.theme import Theme

LINE = 14
"""Height of a line of text, in pixels at 100 %, as all sizes here."""

NARROW = 240
"""Pixels across below which the words of rows, or of a column of them, are small."""

LARGE_ROW = 24
LARGEST_ROW = 44
"""Pixels of a row from which on its words are large, and largest."""

WIDE = 700
"""Pixels across from which on words may be largest."""

PICTURE_ROW = 15
"""Pixels of a row from which on the squares that it is about are drawn."""

GAP = 6
"""Pixels between a picture and a name, and between a number and its bar."""

NAME_GAP = 8
"""Pixels between the longest name and the columns."""

COLUMN_GAP = 4
"""Pixels between two columns."""

LEAST_ROOM = 4
"""Pixels that the longest bar has room for at least on its side."""

BAR_SHARE = 0.64
"""The share of a row's height that a bar takes."""

VISIBLE_BAR = 0.5
"""Pixels from which on a bar is drawn."""


class Fonts(NamedTuple):
    """The fonts of weights, from small to large."""

    small: tkfont.Font
    normal: tkfont.Font
    large: tkfont.Font
    largest: tkfont.Font

    def for_rows(self, row_height: float, width: float, columns: int) -> tkfont.Font:
        """The font of rows with so many pixels at 100 % down and across, in so many columns."""
        if row_height < LINE or width < NARROW:
            return self.small
        if row_height < LARGE_ROW or width < NARROW * columns:
            return self.normal
        if row_height > LARGEST_ROW and width > WIDE:
            return self.largest
        return self.large


def fonts_of(widget: tk.Misc) -> Fonts:
    """The fonts at a widget's scale."""
    return Fonts(font(widget, 9), font(widget, 11), font(widget, 15), font(widget, 20))


class RowDrawing:
    """Draws rows of bars between left, top, right and bottom of a canvas; each column has a scale of its own.

    least_full  what a bar of full length stands for at least
    most_row    the height of a row at most
    board       rows and columns of the board whose squares are shown
    unit        pixels of this screen for one at 100 %
    """

    def __init__(
        self,
        canvas: tk.Canvas,
        theme: Theme,
        fonts: Fonts,
        rows: list[BarRow],
        heads: tuple[str, ...],
        box: tuple[float, float, float, float],
        most_row: float,
        board: tuple[int, int],
        least_full: float = 0.0,
        unit: float = 1.0,
    ) -> None:
        self._canvas = canvas
        self._unit = unit
        self._least_full = least_full
        self._theme = theme
        self._rows = rows
        self._heads = heads
        self._left, self._top, self._right, bottom = box
        self._board = board
        lines = len(rows) + (1 if heads else 0)
        self._row_height = min(most_row * unit, (bottom - self._top) / lines)
        self._columns = max(len(row.cells) for row in rows)
        self._font = fonts.for_rows(self._row_height / unit, (self._right - self._left) / unit, self._columns)
        self._shows_squares = self._row_height >= PICTURE_ROW * unit and any(row.squares for row in rows)
        self._names_left = self._left
        if self._shows_squares:
            self._names_left += self._square * board[1] + GAP * unit
        self._columns_left = self._names_left + max(self._font.measure(row.name) for row in rows) + NAME_GAP * unit
        self._column_width = (self._right - self._columns_left) / max(self._columns, 1)

    @property
    def _square(self) -> int:
        """Pixels of a square of the small boards."""
        return max(int((self._row_height - 3) / self._board[0]), 2)

    def _middle(self, place: int) -> float:
        """The height of a row's middle."""
        first = self._top + (self._row_height if self._heads else 0.0)
        return first + (place + 0.5) * self._row_height

    def draw(self) -> None:
        """Draws everything."""
        for place, row in enumerate(self._rows):
            y = self._middle(place)
            self._write(self._names_left, y, row.name, "w")
            if self._shows_squares and row.squares:
                self._draw_squares(row.squares, y)
        for column, head in enumerate(self._heads):
            self._draw_head(column, head)
        for column in range(self._columns):
            self._draw_column(column)

    def _write(self, x: float, y: float, text: str, anchor: Literal["w", "e"]) -> None:
        self._canvas.create_text(x, y, text=text, anchor=anchor, fill=self._theme.text, font=self._font)

    def _draw_head(self, column: int, head: str) -> None:
        """Writes what the numbers of a column are."""
        middle = self._columns_left + (column + 0.5) * self._column_width
        rightmost = self._right - self._font.measure(head) / 2
        y = self._top + self._row_height / 2
        self._canvas.create_text(min(middle, rightmost), y, text=head, fill=self._theme.faint, font=self._font)

    def _draw_column(self, column: int) -> None:
        """Draws the numbers of a column with their bars, which begin at one line."""
        left = self._columns_left + column * self._column_width
        right = left + self._column_width - COLUMN_GAP * self._unit
        cells = {place: row.cells[column] for place, row in enumerate(self._rows) if row.cells}
        numbers_right = left + max(self._font.measure(text) for _, text in cells.values())
        longest = max((right - numbers_right - GAP * self._unit) / 2, LEAST_ROOM * self._unit)
        zero = right - longest
        with_bars = [abs(value) for place, (value, _) in cells.items() if self._rows[place].bars]
        full = max([self._least_full, *with_bars])
        for place, (value, text) in cells.items():
            y = self._middle(place)
            self._write(numbers_right, y, text, "e")
            half_row = self._row_height / 2
            self._canvas.create_line(zero, y - half_row, zero, y + half_row, fill=self._theme.line)
            if self._rows[place].bars and full:
                self._draw_bar(zero, y, value / full * longest)

    def _draw_bar(self, zero: float, y: float, length: float) -> None:
        """Draws a bar from the line of 0, to the left where its length in pixels is below 0."""
        if abs(length) < VISIBLE_BAR:
            return
        colour = self._theme.good if length > 0 else self._theme.bad
        half = BAR_SHARE / 2 * self._row_height
        self._canvas.create_rectangle(zero, y - half, zero + length, y + half, fill=colour, outline="")

    def _draw_squares(self, squares: tuple[tuple[int, int], ...], y: float) -> None:
        """Draws a small board about a height, with these squares (row, column) filled."""
        side = self._square
        rows, columns = self._board
        left = self._left
        top = round(y - side * rows / 2)
        bottom = top + side * rows
        ground = self._theme.leaf
        self._canvas.create_rectangle(left - 1, top - 1, left + side * columns, bottom, fill=ground, outline="")
        for row, column in squares:
            x = left + column * side
            low = bottom - row * side
            box = (x, low - side, x + side - 1, low - 1)
            self._canvas.create_rectangle(*box, fill=self._theme.text, outline="")
