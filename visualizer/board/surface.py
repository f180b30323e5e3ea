"""The canvas of a board: where its cells are in each size, and the pictures of its discs.

Pixels "at 100 %" grow with the scale of the window; other pixels, and shares of a cell, do not.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping

from c4.game.position import Position
from c4.review.finish import Square
from visualizer.state.state import Score
from visualizer.ui.pictures import HOLE, Ring, disc
from visualizer.ui.sizes import scale
from visualizer.ui.theme import RED_AND_YELLOW, Theme

VALUES_HEADER = 54
"""Height of the column values with their caption, pixels at 100 %."""

PLAIN_HEADER = 8
"""Height above the next disc on a board without column values, pixels at 100 %."""

NO_HEADER = 0
"""The header of a board without values, column numbers and a next disc."""

CAPTION_HEIGHT = 18
"""Height of the caption above the column values, pixels at 100 %."""

NEXT_DISC_CELLS = 0.8
"""Height of the room for the next disc above the board, in cells."""

BOARD_MARGIN = 7
"""Pixels of the board's face around its cells."""

SIDE_ROOM = 24
"""Pixels to the left and right of the cells together: the board's margins and some space."""

NAMES_ROOM = 14
"""Pixels at 100 % on each side of a board that has the numbers of its rows on the left."""

RIM_HEIGHT = 22
"""Height of the lower rim of the board, which has the numbers of the columns, pixels at 100 %."""

FOOTER_HEIGHT = 32
"""Height of the line below the board, pixels at 100 %."""


class Surface(tk.Canvas):
    """A canvas with the cells of a position.  It draws nothing.

    header          pixels at 100 % for the values over the columns: VALUES_HEADER, PLAIN_HEADER or NO_HEADER
    seat_of         the seat of each player, which has the colour
    colours         the word and the colour of each seat
    scores          the values of the columns (from 0) that have one
    captions        wordings of the caption above them, the longest first
    marked          the column of a hint
    names_squares   whether there is room for the numbers of the rows
    falling         whether a disc is falling
    unit            the scale: pixels that a pixel at 100 % takes
    cell            pixels of a cell, each way
    left, top, right, bottom    the sides of the cells together, in pixels
    rim             pixels of the lower rim, which has the numbers of the columns
    """

    theme: Theme

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, width=320, height=340, highlightthickness=0, borderwidth=0, takefocus=True)
        self.header = VALUES_HEADER
        self.position = Position()
        self.seat_of = (0, 1)
        self.colours: tuple[tuple[str, str], tuple[str, str]] = RED_AND_YELLOW
        self.scores: Mapping[int, Score] = {}
        self.captions: tuple[str, ...] = ("",)
        self.marked: int | None = None
        self.names_squares = False
        self._pictures: dict[tuple[object, ...], tk.PhotoImage] = {}
        self.measure()

    @property
    def falling(self) -> bool:
        """Whether a disc is falling."""
        return False

    @property
    def _rows_needed(self) -> float:
        """Height of the board with the next disc above it, in cells."""
        rows = self.position.rules.rows
        if self.header == PLAIN_HEADER:
            return rows + NEXT_DISC_CELLS
        return rows

    def _height_around(self) -> float:
        """Pixels above and below these rows."""
        if self.header == NO_HEADER:
            return 2 * BOARD_MARGIN
        return (self.header + RIM_HEIGHT + FOOTER_HEIGHT) * scale(self)

    @property
    def _side_room(self) -> float:
        """Pixels to the left and right of the cells together."""
        return SIDE_ROOM + (2 * NAMES_ROOM * scale(self) if self.names_squares else 0)

    def measure(self) -> None:
        """Computes the places of the cells from the size of the widget."""
        rules = self.position.rules
        width = max(self.winfo_width(), 60)
        height = max(self.winfo_height(), 60)
        self.unit = scale(self)

        widest = (width - self._side_room) / rules.columns
        highest = (height - self._height_around()) / self._rows_needed
        self.cell = max(12.0, min(widest, highest))

        above = self.header * self.unit or BOARD_MARGIN
        self.left = (width - self.cell * rules.columns) / 2
        self.top = above + (self._rows_needed - rules.rows) * self.cell
        self.right = self.left + self.cell * rules.columns
        self.bottom = self.top + self.cell * rules.rows
        self.rim = 0 if self.header == NO_HEADER else RIM_HEIGHT * self.unit

    def fit(self, width: int, height: int) -> None:
        """Sets the height that the board needs at a width, at most `height`."""
        wanted = max(120, min(self.height_at(width), height))
        if wanted != int(self["height"]):
            self.configure(height=wanted)

    def height_at(self, width: float) -> int:
        """The height that the board needs at a width."""
        cell = (width - self._side_room) / self.position.rules.columns
        return int(cell * self._rows_needed + self._height_around())

    def width_in(self, height: int) -> float:
        """The width that the board can use at a height."""
        inside = max(0.0, height - self._height_around())
        return inside * self.position.rules.columns / self._rows_needed + self._side_room

    def middle_of(self, column: int) -> float:
        """The x of the middle of a column."""
        return self.left + (column + 0.5) * self.cell

    def centre(self, row: float, column: int) -> tuple[float, float]:
        """The middle of a cell in pixels."""
        below_top = self.position.rules.rows - row - 0.5
        return self.middle_of(column), self.top + below_top * self.cell

    def is_over_values(self, y: float) -> bool:
        """Whether a y is in the row of the values over the columns."""
        return self.header == VALUES_HEADER and CAPTION_HEIGHT * self.unit <= y < self.top

    def square_at(self, x: float, y: float) -> Square | None:
        """The square (row, column) under a point; None outside the board."""
        rules = self.position.rules
        column = self.column_at(x)
        top = self.centre(rules.rows - 1, 0)[1] - self.cell / 2
        row = rules.rows - 1 - int((y - top) // self.cell)
        return None if column is None or not 0 <= row < rules.rows else (row, column)

    def column_at(self, x: float) -> int | None:
        """The column (from 0) at an x; None outside the board."""
        column = int((x - self.left) // self.cell)
        if 0 <= column < self.position.rules.columns:
            return column
        return None

    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the board's face."""
        return (
            self.left - BOARD_MARGIN,
            self.top - BOARD_MARGIN,
            self.right + BOARD_MARGIN,
            self.bottom + self.rim + BOARD_MARGIN,
        )

    def colour_of(self, player: int) -> str:
        """The colour of a player's discs."""
        return self.colours[self.seat_of[player]][1]

    def picture(self, *rings: Ring) -> tk.PhotoImage:
        """A cached round picture of the present cell size."""
        size = max(8, int(self.cell * (HOLE + 0.04)))
        return self.cached((size, rings), lambda: disc(self, size, rings))

    def cached(self, key: tuple[object, ...], draw: Callable[[], tk.PhotoImage]) -> tk.PhotoImage:
        """A picture that is drawn once for each cell size."""
        cell = round(self.cell)
        full_key = (cell, *key)
        if full_key not in self._pictures:
            self._pictures = {old: picture for old, picture in self._pictures.items() if old[0] == cell}
            self._pictures[full_key] = draw()
        return self._pictures[full_key]
