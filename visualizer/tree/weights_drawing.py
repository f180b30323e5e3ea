"""Draws pages of learned weights (`c4.evaluators.base`) as heat maps, bars and a colour scale, and rows of bars.

Blue is above 0, orange below, both stronger further away; cells show their numbers if there is room, and when pointed
at.
"""

from __future__ import annotations

import tkinter as tk
from itertools import product
from math import ceil, floor, inf, isnan, log10
from tkinter import font as tkfont
from typing import TYPE_CHECKING, NamedTuple

from visualizer.state.weights import STANDARD_BOARD, BarRow
from visualizer.tree.bars import LINE, RowDrawing, fonts_of
from visualizer.ui.background import Debounce
from visualizer.ui.fonts import font
from visualizer.ui.sizes import scale
from visualizer.ui.theme import Theme, ink_on, mixed

if TYPE_CHECKING:  # these import numba and numpy, which the first paint of the window does without
    from c4.evaluators.base import Heat, Page

MOST_ROW_ALONE = 72.0
"""The most pixels at 100 % of a row of bars where there are only bars."""

MOST_ROW = 30.0
"""The most pixels at 100 % of a row of bars elsewhere."""

EDGE = 6
"""Pixels at 100 % left free at the left and the right edge."""

BARS_BESIDE = 360.0
BARS_BESIDE_SHARE = 0.38
"""What bars beside heat maps take of the width at most: pixels at 100 %, and a share."""

LARGEST_CELL = (140.0, 90.0)
"""Pixels at 100 % of a cell at most, across and down."""

SMALLEST_CELL = 0.2
"""Pixels of a cell at least, each way."""

LEAST_NAMED = 6
"""Pixels at 100 % of a cell from which on rows and columns are labelled."""

COLOUR_STEPS = 33
COLOUR_STEP = 3
"""The colours of the scale, and the pixels at 100 % of each."""

NUMBER = (19, 13)
"""Width and height, pixels at 100 %, that a cell needs for its number."""

NORMAL_NUMBER = (30, 18)
LARGE_NUMBER = (48, 29)
"""Width and height of a cell, pixels at 100 %, from which on its number is written in the normal and in the large font."""

LEAST_WITH_GAPS = 6
"""Pixels of a cell from which on there is a gap between it and its neighbours."""

SMALL_MARKED_CELL = 8
"""Pixels of a cell below which the frame that marks it is around it; that of a larger one is inside it."""

LEAST_WIDTH = 50
LEAST_HEIGHT = 40
"""Pixels of a canvas below which nothing is drawn."""

LEAST_FULL_BAR = 0.1
"""The number of units that a bar of full length stands for at least: smaller parts of a value have short bars."""

LARGEST_SHARE_OF_WORDS = 1 / 5
"""What the words about a page may take of the height of the canvas."""


class PlacedHeat(NamedTuple):
    """A heat map on the canvas: its left upper corner and the size of its cells, in pixels."""

    heat: Heat
    left: float
    top: float
    width: float
    height: float

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """The (row, column) under a point."""
        row = floor((y - self.top) / self.height)
        column = floor((x - self.left) / self.width)
        rows, columns = self.heat.values.shape
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    def box(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a cell, in pixels."""
        x = self.left + column * self.width
        y = self.top + row * self.height
        return x, y, x + self.width, y + self.height


class PageCanvas(tk.Canvas):
    """Shows one page at a time, rows of bars, or a sentence."""

    def __init__(self, parent: tk.Misc, theme: Theme, height: int = 11 * LINE) -> None:
        super().__init__(parent, height=height, highlightthickness=0, borderwidth=0)
        self.page: Page | None = None
        self._text = ""
        self._reach = 0.0
        self._heads: tuple[str, ...] = ()
        self._rows: list[BarRow] = []
        self._board = STANDARD_BOARD
        self._placed: list[PlacedHeat] = []
        self._pointer: tuple[int, int] | None = None
        self._fonts = fonts_of(self)
        self._small = self._fonts.small
        self._font = self._fonts.normal
        self._bold = font(self, 11, bold=True)
        self._unit = 1.0  # pixels of this screen for one at 100 %
        self._line = float(LINE)
        self._edge = float(EDGE)
        self.set_theme(theme)
        soon = Debounce(self, self.redraw)
        self.bind("<Configure>", lambda _: soon.when_idle())
        self.bind("<Motion>", lambda event: self._point((event.x, event.y)))
        self.bind("<Leave>", lambda _: self._point(None))

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.panel)
        self.redraw()

    def show(self, page: Page, reach: float | None = None) -> None:
        """Draws a page; `reach` is the end of the colour scale, by default `Page.reach`."""
        self.page = page
        self._reach = page.reach() if reach is None else reach
        self._text = ""
        self.redraw()

    def show_text(self, text: str) -> None:
        """A sentence instead of a page."""
        self.show_rows(text, (), [])

    def show_rows(
        self, title: str, heads: tuple[str, ...], rows: list[BarRow], board: tuple[int, int] = STANDARD_BOARD
    ) -> None:
        """A title above rows of bars, in columns with these heads; `board` is the rows and columns of its squares."""
        self.page = None
        self._text = title
        self._heads = heads
        self._rows = rows
        self._board = board
        self.redraw()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Draws what is shown, in the size that the canvas has now."""
        self.delete("all")
        self._placed = []
        self._unit = scale(self)
        self._line = LINE * self._unit
        self._edge = EDGE * self._unit
        width = self.winfo_width()
        height = self.winfo_height()
        if width < LEAST_WIDTH or height < LEAST_HEIGHT:
            return
        page = self.page
        if page is None:
            self._draw_text_and_rows(width, height)
            return
        top = self._draw_about(page, width, height)
        bottom: float = height - (self._line + 4 if page.heats else 0)
        right: float = width - self._edge
        if page.bars:
            top, bottom, right = self._draw_bars(page, top, bottom, right)
        if page.heats:
            self._draw_heats(page.heats, top, bottom, right)
            self._draw_point()

    def _draw_text_and_rows(self, width: int, height: int) -> None:
        """Writes the sentence; where there are rows of bars, it is their title."""
        ink = self._theme.text if self._rows else self._theme.faint
        style = self._bold if self._rows else self._font
        room = width - 2 * self._edge
        title = self.create_text(self._edge, 4, text=self._text, anchor="nw", fill=ink, font=style, width=room)
        if self._rows:
            top = self.bbox(title)[3]
            box = (self._edge, top, width - self._edge, height - 2)
            self._draw_rows(self._rows, box, MOST_ROW, self._heads, LEAST_FULL_BAR)

    def _draw_about(self, page: Page, width: int, height: int) -> float:
        """Writes what the numbers are, if there is room; returns where the rest may begin."""
        ink = self._theme.faint
        room = width - 2 * self._edge
        item = self.create_text(self._edge, 4, text=page.about, anchor="nw", fill=ink, font=self._font, width=room)
        end = self.bbox(item)[3]
        if end > LARGEST_SHARE_OF_WORDS * height:
            self.delete(item)
            return 2
        return end + 2

    def _draw_bars(self, page: Page, top: float, bottom: float, right: float) -> tuple[float, float, float]:
        """Draws the bars alone, beside or below the heat maps; returns the room left for these (top, bottom, right)."""
        left = self._edge
        room = (top, bottom, right)
        if page.heats and right > 2 * (bottom - top):
            left = right - min(BARS_BESIDE * self._unit, BARS_BESIDE_SHARE * right)
            room = top, bottom, left - 8
            top = top + self._line + 2
        elif page.heats:
            height = self._unit * height_of_bars(len(page.bars), (bottom - top) / self._unit)
            room = top, bottom - height - 4, right
            top = bottom - height
        rows = [BarRow(name, ((value, short(value)),)) for name, value in page.bars]
        self._draw_rows(rows, (left, top, right, bottom), MOST_ROW if page.heats else MOST_ROW_ALONE)
        return room

    def _draw_rows(
        self,
        rows: list[BarRow],
        box: tuple[float, float, float, float],
        most_row: float,
        heads: tuple[str, ...] = (),
        least_full: float = 0.0,
    ) -> None:
        drawing = RowDrawing(
            self, self._theme, self._fonts, rows, heads, box, most_row, self._board, least_full, self._unit
        )
        drawing.draw()

    def _draw_heats(self, heats: tuple[Heat, ...], top: float, bottom: float, right: float) -> None:
        """Draws heat maps side by side in rows, so that their cells are as large as possible."""

        def cell_size(across: int) -> float:
            down = ceil(len(heats) / across)
            return min(self._cell(heats[0], right / across, (bottom - top) / down))

        across = max(range(1, len(heats) + 1), key=cell_size)
        down = ceil(len(heats) / across)
        block = right / across
        height = (bottom - top) / down
        for place, heat in enumerate(heats):
            self._draw_heat(heat, 4 + place % across * block, top + place // across * height, block - 6, height - 2)

    def _cell(self, heat: Heat, width: float, height: float) -> tuple[float, float]:
        """Width and height of a heat map's cells in the given room."""
        left, below = self._room_for_labels(heat)
        rows, columns = heat.values.shape
        wide = max(SMALLEST_CELL, (width - 6 - left) / columns)
        high = max(SMALLEST_CELL, (height - 2 - self._line - below) / rows)
        if heat.square:
            side = min(wide, high)
            return side, side
        return min(wide, LARGEST_CELL[0] * self._unit), min(high, LARGEST_CELL[1] * self._unit)

    def _room_for_labels(self, heat: Heat) -> tuple[float, float]:
        """Room for the names of the rows, to the left, and of the columns, below."""
        return max(self._small.measure(label(name)) for name in heat.rows) + self._edge, self._line - 1

    def _draw_heat(self, heat: Heat, left: float, top: float, width: float, height: float) -> None:
        theme = self._theme
        names_width, _ = self._room_for_labels(heat)
        cell_width, cell_height = self._cell(heat, width + 6, height + 2)
        rows, columns = heat.values.shape
        placed = PlacedHeat(
            heat,
            round(left + names_width + (width - names_width - cell_width * columns) / 2),
            round(top + self._line),
            cell_width,
            cell_height,
        )
        self._placed.append(placed)
        middle = placed.left + cell_width * columns / 2
        title_font = fitting((self._font, self._small), heat.title, width)
        short_title = heat.title.rpartition(" ")[2]  # of "unit 12" among many small boards
        title = heat.title if title_font.measure(heat.title) <= width else short_title
        self.create_text(middle, top + self._line / 2, text=title, fill=theme.text, font=title_font)
        self._draw_cells(placed)
        self._draw_names(placed)
        self._draw_frame(placed, rows, columns)
        self._draw_marks(placed)

    def _draw_frame(self, placed: PlacedHeat, rows: int, columns: int) -> None:
        """Draws a line around all cells."""
        right = placed.left + columns * placed.width
        bottom = placed.top + rows * placed.height
        self.create_rectangle(placed.left - 1, placed.top - 1, right, bottom, outline=self._theme.line)

    def _draw_marks(self, placed: PlacedHeat) -> None:
        """Frames the cells that are marked."""
        small = min(placed.width, placed.height) < SMALL_MARKED_CELL
        outwards = 2 if small else -1
        for row, column in placed.heat.marks:
            left, top, right, bottom = placed.box(row, column)
            self.create_rectangle(
                left - outwards,
                top - outwards,
                right + outwards - 1,
                bottom + outwards - 1,
                outline=self._theme.text,
                width=2,
            )

    def _draw_cells(self, placed: PlacedHeat) -> None:
        heat = placed.heat
        theme = self._theme
        limit = self._reach
        numbered = self._has_room(placed, NUMBER)
        unit = power_of_ten_for(self._reach)
        gap = 1 if min(placed.width, placed.height) >= LEAST_WITH_GAPS else 0
        number_font = self._number_font(placed)
        rows, columns = heat.values.shape
        for row, column in product(range(rows), range(columns)):
            x0, y0, x1, y1 = placed.box(row, column)
            value = float(heat.values[row, column])
            colour = colour_of(value, limit, theme)
            self.create_rectangle(x0, y0, x1 - gap, y1 - gap, fill=colour, outline="")
            if numbered and not isnan(value):
                text = f"{value / unit:.0f}".replace("-", "−")
                self.create_text(
                    (x0 + x1) / 2,
                    (y0 + y1) / 2,
                    text="0" if text == "−0" else text,
                    fill=ink_on(colour),
                    font=number_font,
                )

    def _number_font(self, placed: PlacedHeat) -> tkfont.Font:
        """The largest font in which cells have room for their numbers."""
        if self._has_room(placed, LARGE_NUMBER):
            return self._fonts.large
        if self._has_room(placed, NORMAL_NUMBER):
            return self._font
        return self._small

    def _has_room(self, placed: PlacedHeat, size: tuple[int, int]) -> bool:
        """Whether the cells are as wide and as high as a size in pixels at 100 %."""
        return placed.width >= size[0] * self._unit and placed.height >= size[1] * self._unit

    def _draw_names(self, placed: PlacedHeat) -> None:
        """The labels of rows and columns, as far as they fit."""
        if placed.height < LEAST_NAMED * self._unit:
            return
        theme = self._theme
        last_row = len(placed.heat.rows) - 1
        end = -inf
        for column, name in enumerate(placed.heat.columns):
            x0, _, x1, y = placed.box(last_row, column)
            room = self._small.measure(label(name))
            if (x0 + x1 - room) / 2 > end and x1 - x0 >= min(room, 8 * self._unit):
                self.create_text(
                    (x0 + x1) / 2, y + self._line / 2, text=label(name), fill=theme.faint, font=self._small
                )
                end = (x0 + x1 + room) / 2 + 2
        end = -inf
        half = 5 * self._unit
        for row, name in enumerate(placed.heat.rows):
            _, y0, _, y1 = placed.box(row, 0)
            y = (y0 + y1) / 2
            if y - half > end:
                self.create_text(placed.left - 4, y, text=label(name), anchor="e", fill=theme.faint, font=self._small)
                end = y + half

    def _draw_scale(self) -> None:
        """Draws the colour scale with its values, and the unit of the numbers in the cells."""
        limit = self._reach
        if limit == 0:
            self._write_below(self._edge, "nothing learned yet: every weight is 0", self._theme.faint)
            return
        x = self._write_below(self._edge, short(-limit), self._theme.text) + 4
        end = self._draw_colours(x)
        end = self._write_below(end + 4, short(limit), self._theme.text)
        unit = power_of_ten_for(limit)
        if unit != 1 and any(self._has_room(placed, NUMBER) for placed in self._placed):
            text = f"numbers: × {unit:.9f}".rstrip("0")
            if end + 12 + self._small.measure(text) < self.winfo_width() - 4:
                self._write_below(end + 12, text, self._theme.faint)

    def _draw_colours(self, left: float) -> float:
        """Draws the colours of the scale, from the least value to the greatest; returns their right end."""
        y = self.winfo_height() - self._line / 2 - 2
        half = 5 * self._unit
        step_width = COLOUR_STEP * self._unit
        middle = COLOUR_STEPS // 2
        for step in range(COLOUR_STEPS):
            colour = colour_of((step - middle) / middle * self._reach, self._reach, self._theme)
            x = left + step_width * step
            self.create_rectangle(x, y - half, x + step_width, y + half, fill=colour, outline="", tags="scale")
        right = left + step_width * COLOUR_STEPS
        self.create_rectangle(left, y - half, right, y + half, outline=self._theme.line, tags="scale")
        return right

    def _write_below(self, x: float, text: str, ink: str) -> float:
        """Writes a text in the line at the bottom from a pixel on; returns where it ends."""
        y = self.winfo_height() - self._line / 2 - 2
        self.create_text(x, y, text=text, anchor="w", fill=ink, font=self._small, tags="scale")
        return x + self._small.measure(text)

    # -- pointing -----------------------------------------------------------------------------------------------------

    def _point(self, pointer: tuple[int, int] | None) -> None:
        self._pointer = pointer
        self._draw_point()

    def _draw_point(self) -> None:
        """Frames and describes the cell under the pointer; without one, shows the colour scale."""
        self.delete("scale", "point")
        page = self.page
        pointer = self._pointer
        if page is None or not self._placed:
            return
        for placed in self._placed:
            at = None if pointer is None else placed.at(*pointer)
            if at is not None:
                x0, y0, x1, y1 = placed.box(*at)
                self.create_rectangle(x0 - 1, y0 - 1, x1, y1, outline=self._theme.accent, width=2, tags="point")
                self._describe(placed.heat, at, page.count_name)
                return
        self._draw_scale()

    def _describe(self, heat: Heat, at: tuple[int, int], count_name: str) -> None:
        value = float(heat.values[at])
        room = self.winfo_width() - 2 * self._edge
        nothing = isnan(value)
        shortest = "nothing" if nothing else short(value)
        what = f"{heat.title}, {heat.named(*at)}: {shortest}"
        count = "" if heat.counts is None or nothing else f" ({int(heat.counts[at]):,} {count_name})"
        for text in (what + count, what, f"{heat.named(*at)}: {shortest}", shortest):
            if self._small.measure(text) <= room or text == shortest:
                self._write_below(self._edge, text, self._theme.text)
                return


def height_of_bars(bars: int, room: float) -> float:
    """What bars below heat maps take of the room, in pixels at 100 %: a third of it, up to half where their names need that,
    and no more than they can use.
    """
    needed = min(bars * (LINE - 1), room / 2)
    return min(max(room / 3, needed), bars * MOST_ROW)


def label(name: str) -> str:
    """The label of a row or column: of "column 3" the number."""
    return name.split()[-1]


def fitting(fonts: tuple[tkfont.Font, ...], text: str, width: float) -> tkfont.Font:
    """The first font in which a text fits, else the last."""
    return next((font for font in fonts if font.measure(text) <= width), fonts[-1])


# -- colours ------------------------------------------------------------------------------------------------------------


def colour_of(value: float, limit: float, theme: Theme) -> str:
    """The colour of a value as "#rrggbb"; NaN has one of its own."""
    if isnan(value):
        return mixed(theme.line, theme.panel, 1 / 3)
    strength = min(1.0, abs(value) / limit) if limit else 0.0
    return mixed(theme.panel, theme.good if value > 0 else theme.bad, strength)


def power_of_ten_for(most: float) -> float:
    """The power of ten in which the greatest value has two digits before the point."""
    return 10.0 ** (floor(log10(most)) - 1) if most else 1.0


def short(value: float) -> str:
    """A number with three digits and its sign: "+0.0432", "−12.4"; "0"."""
    return f"{value:+.3g}".replace("-", "−") if value else "0"
