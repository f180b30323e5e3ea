"""Maps: draws a page of learned weights (`c4.evaluators.pages`) as heat maps, bars and a legend.  Imports tkinter.

Blue is above 0, orange below, both stronger further away; cells show their numbers if there is room, and when pointed
at.  Imports numpy, too.
"""

from __future__ import annotations

import tkinter as tk
from math import ceil, floor
from tkinter import font as tkfont

import numpy as np

from c4.evaluators.pages import FIRST, FREE, SECOND, Heat, Page, Sight, blocks, last
from visualizer.kit.fonts import font
from visualizer.kit.later import Later
from visualizer.kit.theme import Theme, ink_on
from visualizer.learn.colours import colour_of, pixels_of, short, unit_of
from visualizer.learn.placed import Placed, draw_stones

LINE = 14
"""Height of a line of text."""

MOST_LINE = 72.0
"""The most pixels that a bar takes where there are only bars, with the room between two."""

LEAST_NAMED = 6
"""Pixels of a cell from which on a small table's rows and columns are named."""

MOST_DRAWN = 400
"""Up to this many cells are drawn singly, with numbers; a larger heat map is one picture."""

NUMBER_WIDTH, NUMBER_HEIGHT = 19, 13
"""Room that a cell needs for its number."""

BLOCK = 16
"""Pixels of a large table that are marked off when they belong together."""


class Maps(tk.Canvas):
    """Shows one page at a time, or a sentence."""

    def __init__(self, parent: tk.Misc, theme: Theme, height: int = 11 * LINE) -> None:
        super().__init__(parent, height=height, highlightthickness=0, borderwidth=0)
        self.page: Page | None = None
        self._text, self._reach = "", (0.0, 0.0)
        self._placed: list[Placed] = []
        self._pictures: list[tk.PhotoImage] = []
        self._little: tuple[float, float, float] | None = None  # left, top and cell of the board that shows an entry
        self._pointer: tuple[int, int] | None = None
        self._widths: dict[tuple[tuple[str, ...], ...], int] = {}  # of the longest name, by the names of the rows
        self._small, self._font, self._large = font(self, 9), font(self, 11), font(self, 15)
        self._largest = font(self, 20)
        self.set_theme(theme)
        soon = Later(self, self.redraw)
        self.bind("<Configure>", lambda _: soon.when_idle())
        self.bind("<Motion>", lambda event: self._point((event.x, event.y)))
        self.bind("<Leave>", lambda _: self._point(None))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.configure(background=theme.panel)
        self.redraw()

    def show(self, page: Page, reach: tuple[float, float] | None = None) -> None:
        """Draws a page; `reach` (as `Page.reach`) is the colour scale of another page to compare it with."""
        self.page, self._reach, self._text = page, page.reach() if reach is None else reach, ""
        self.redraw()

    def show_text(self, text: str) -> None:
        """A sentence instead of a page."""
        self.page, self._text = None, text
        self.redraw()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        self.delete("all")
        self._placed, self._pictures, self._little = [], [], None
        self._widths.clear()
        width, height = self.winfo_width(), self.winfo_height()
        if width < 50 or height < 40:
            return
        page = self.page
        if page is None:
            self.create_text(
                8, 8, text=self._text, anchor="nw", fill=self._theme.faint, font=self._font, width=width - 16
            )
            return
        top = self._draw_about(page, width, height)
        bottom: float = height - (LINE + 4 if page.heats else 0)
        right: float = width - 6
        if page.bars:
            top, bottom, right = self._draw_bars(page, top, bottom, right)
        if page.heats:
            self._draw_heats(page.heats, top, bottom, self._place_little(page.heats[0].sight, top, bottom, right))
            self._point_again()

    def _draw_about(self, page: Page, width: int, height: int) -> float:
        """Writes what the numbers are, if there is room; returns where the rest may begin."""
        item = self.create_text(
            6, 4, text=page.about, anchor="nw", fill=self._theme.faint, font=self._font, width=width - 12
        )
        end = self.bbox(item)[3]
        if end > height / 5:
            self.delete(item)
            return 2
        return end + 2

    def _draw_bars(self, page: Page, top: float, bottom: float, right: float) -> tuple[float, float, float]:
        """Draws the bars alone, beside or below the heat maps; returns the room left for these (top, bottom, right)."""
        bars, theme, left, room = page.bars, self._theme, 6.0, (top, bottom, right)
        if page.heats and right > 2 * (bottom - top):
            left = right - min(360.0, 0.38 * right)
            room = top, bottom, left - 8
            top = top + LINE + 2
        elif page.heats:
            height = min(len(bars) * 30.0, max((bottom - top) / 3, min(len(bars) * (LINE - 1), (bottom - top) / 2)))
            room = top, bottom - height - 4, right
            top = bottom - height
        line = min(30.0 if page.heats else MOST_LINE, (bottom - top) / len(bars))
        font = self._small if line < LINE or right - left < 240 else self._font if line < 24 else self._large
        if line > 44 and right - left > 700:
            font = self._largest
        names, texts = max(font.measure(name) for name, _ in bars) + 8, [short(value) for _, value in bars]
        numbers, most = max(map(font.measure, texts)) + 6, max(abs(value) for _, value in bars) or 1.0
        half = max((right - left - names - numbers) / 2, 4)
        for place, ((name, value), text) in enumerate(zip(bars, texts)):
            y, length = top + (place + 0.5) * line, value / most * half
            self.create_text(left, y, text=name, anchor="w", fill=theme.text, font=font)
            self.create_text(left + names + numbers - 6, y, text=text, anchor="e", fill=theme.text, font=font)
            self.create_line(right - half, y - line / 2, right - half, y + line / 2, fill=theme.line)
            if abs(length) >= 0.5:
                colour = theme.good if value > 0 else theme.bad
                self.create_rectangle(
                    right - half, y - line * 0.32, right - half + length, y + line * 0.32, fill=colour, outline=""
                )
        return room

    def _place_little(self, sight: Sight | None, top: float, bottom: float, right: float) -> float:
        """Places the little board with an entry's cells beside the tables; returns where these may end."""
        if sight is None:
            return right
        rows, columns = sight.board
        cell = min(24.0, 0.26 * right / columns, (bottom - top - 8) / rows)
        self._little = right - cell * columns, top + (bottom - top - cell * rows) / 2, cell
        return right - cell * columns - 10

    def _draw_heats(self, heats: tuple[Heat, ...], top: float, bottom: float, right: float) -> None:
        across = max(
            range(1, len(heats) + 1),
            key=lambda across: min(self._cell(heats[0], right / across, (bottom - top) / ceil(len(heats) / across))),
        )
        down = ceil(len(heats) / across)
        block, height = right / across, (bottom - top) / down
        for place, heat in enumerate(heats):
            self._draw_heat(heat, 4 + place % across * block, top + place // across * height, block - 6, height - 2)

    def _cell(self, heat: Heat, width: float, height: float) -> tuple[float, float]:
        """Width and height of a heat map's cells in the given room."""
        left, below = self._labels(heat)
        rows, columns = heat.values.shape
        wide, high = max(0.2, (width - 6 - left) / columns), max(0.2, (height - 2 - LINE - below) / rows)
        return (min(wide, high),) * 2 if heat.square else (min(wide, 140.0), min(high, 90.0))

    def _labels(self, heat: Heat) -> tuple[float, float]:
        """Room for the names of the rows, to the left, and of the columns, below."""
        if heat.rows not in self._widths:
            self._widths[heat.rows] = max(self._small.measure(last(names)) for names in heat.rows)
        return self._widths[heat.rows] + 6, LINE - 1

    def _draw_heat(self, heat: Heat, left: float, top: float, width: float, height: float) -> None:
        theme, (names, _) = self._theme, self._labels(heat)
        cell_width, cell_height = self._cell(heat, width + 6, height + 2)
        rows, columns = heat.values.shape
        if rows * columns > MOST_DRAWN or min(cell_width, cell_height) < 3:
            cell_width, cell_height = (
                floor(cell) if cell >= 1 else floor(cell * number) / number
                for cell, number in ((cell_width, columns), (cell_height, rows))
            )
        placed = Placed(
            heat,
            round(left + names + (width - names - cell_width * columns) / 2),
            round(top + LINE),
            cell_width,
            cell_height,
        )
        self._placed.append(placed)
        middle = placed.left + cell_width * columns / 2
        font = fitting((self._font, self._small), heat.title, width)
        short = heat.title.rpartition(" ")[2]  # of "unit 12" among many small boards
        title = heat.title if font.measure(heat.title) <= width else short
        self.create_text(middle, top + LINE / 2, text=title, fill=theme.text, font=font)
        if self.page is not None and self.page.stones:
            draw_stones(self, placed, theme)
        elif rows * columns > MOST_DRAWN:
            self._draw_picture(placed)
        else:
            self._draw_cells(placed)
        self._draw_names(placed)
        x0, y0, x1, y1 = (*placed.box(0, 0)[:2], *placed.box(rows - 1, columns - 1)[2:])
        self.create_rectangle(x0 - 1, y0 - 1, x1, y1, outline=theme.line)
        for row, column in heat.marks:
            x0, y0, x1, y1 = placed.box(row, column)
            more = 2 if min(cell_width, cell_height) < 8 else -1
            self.create_rectangle(x0 - more, y0 - more, x1 + more - 1, y1 + more - 1, outline=theme.text, width=2)

    def _draw_cells(self, placed: Placed) -> None:
        heat, theme, limit = placed.heat, self._theme, self._reach[0]
        numbered = placed.width >= NUMBER_WIDTH and placed.height >= NUMBER_HEIGHT
        unit, gap = unit_of(self._reach[1]), 1 if min(placed.width, placed.height) >= 6 else 0
        room = min(placed.width / 30, placed.height / 18)
        font = self._large if room >= 1.6 else self._font if room >= 1 else self._small
        for row, column in np.ndindex(heat.values.shape):
            x0, y0, x1, y1 = placed.box(row, column)
            value = float(heat.values[row, column])
            colour = colour_of(value, limit, theme)
            self.create_rectangle(x0, y0, x1 - gap, y1 - gap, fill=colour, outline="")
            if numbered and value == value:
                text = f"{value / unit:.0f}".replace("-", "−")
                self.create_text(
                    (x0 + x1) / 2, (y0 + y1) / 2, text="0" if text == "−0" else text, fill=ink_on(colour), font=font
                )

    def _draw_picture(self, placed: Placed) -> None:
        """A large table as one picture; where a pixel is more than one entry, it shows the first of them."""
        heat = placed.heat
        rows, columns = heat.values.shape
        width, height = round(placed.width * columns), round(placed.height * rows)
        pixels = pixels_of(heat.values, self._reach[0], self._theme)[np.arange(height) * rows // height][
            :, np.arange(width) * columns // width
        ]
        picture = tk.PhotoImage(master=self, data=b"P6 %d %d 255 " % (width, height) + pixels.tobytes())
        self._pictures.append(picture)
        self.create_image(placed.left, placed.top, image=picture, anchor="nw")

    def _draw_names(self, placed: Placed) -> None:
        """The coarsest names of rows and columns, with a line where they change in a large table, as far as they
        fit."""
        heat, theme = placed.heat, self._theme
        rows, columns = heat.values.shape
        large = rows * columns > MOST_DRAWN
        if not large and placed.height < LEAST_NAMED:
            return
        end = -1e9
        for start, stop, name in blocks(heat.columns):
            x0, x1, y = placed.box(0, start)[0], placed.box(0, stop - 1)[2], placed.box(rows - 1, 0)[3]
            if large and start and x1 - x0 >= BLOCK:
                self.create_line(x0, placed.top, x0, y, fill=theme.text, stipple="gray50")
            room = self._small.measure(name)
            if (x0 + x1 - room) / 2 > end and x1 - x0 >= min(room, 8):
                self.create_text((x0 + x1) / 2, y + LINE / 2, text=name, fill=theme.faint, font=self._small)
                end = (x0 + x1 + room) / 2 + 2
        end = -1e9
        for start, stop, name in blocks(heat.rows):
            y0, y1 = placed.box(start, 0)[1], placed.box(stop - 1, 0)[3]
            if large and start and y1 - y0 >= BLOCK:
                self.create_line(
                    placed.left, y0, placed.left + placed.width * columns, y0, fill=theme.text, stipple="gray50"
                )
            if (y0 + y1) / 2 - 5 > end:
                self.create_text(
                    placed.left - 4, (y0 + y1) / 2, text=name, anchor="e", fill=theme.faint, font=self._small
                )
                end = (y0 + y1) / 2 + 5

    def _draw_legend(self) -> None:
        """Draws the colour scale with its values, and the unit of the numbers in the cells."""
        (limit, most), theme, y = self._reach, self._theme, self.winfo_height() - LINE / 2 - 2
        if limit == 0:
            self.create_text(
                6,
                y,
                text="nothing learned yet: every weight is 0",
                anchor="w",
                fill=theme.faint,
                font=self._small,
                tags="foot",
            )
            return
        beyond = "≤ ", "≥ "
        left, right = (
            f"{beyond[place] if most > limit else ''}{short(value)}" for place, value in enumerate((-limit, limit))
        )
        x = 6 + self._small.measure(left) + 4
        self.create_text(6, y, text=left, anchor="w", fill=theme.text, font=self._small, tags="foot")
        for step in range(33):
            colour = colour_of((step - 16) / 16 * limit, limit, theme)
            self.create_rectangle(x + 3 * step, y - 5, x + 3 * step + 3, y + 5, fill=colour, outline="", tags="foot")
        self.create_rectangle(x, y - 5, x + 99, y + 5, outline=theme.line, tags="foot")
        self.create_text(x + 103, y, text=right, anchor="w", fill=theme.text, font=self._small, tags="foot")
        unit = unit_of(most)
        if unit != 1 and any(numbers_fit(placed) for placed in self._placed):
            start, text = x + 103 + self._small.measure(right) + 12, f"numbers: × {unit:.9f}".rstrip("0")
            if start + self._small.measure(text) < self.winfo_width() - 4:
                self.create_text(start, y, text=text, anchor="w", fill=theme.faint, font=self._small, tags="foot")

    # -- pointing -----------------------------------------------------------------------------------------------------

    def _point(self, pointer: tuple[int, int] | None) -> None:
        self._pointer = pointer
        self._point_again()

    def _point_again(self) -> None:
        """Frames and describes the cell under the pointer; without one, shows the legend."""
        self.delete("foot", "point")
        page, pointer = self.page, self._pointer
        if page is None or page.stones or not self._placed:
            return
        for placed in self._placed:
            at = None if pointer is None else placed.at(*pointer)
            if at is not None:
                x0, y0, x1, y1 = placed.box(*at)
                self.create_rectangle(x0 - 1, y0 - 1, x1, y1, outline=self._theme.accent, width=2, tags="point")
                self._tell(placed.heat, at, page.counted)
                self._draw_little(placed.heat.sight, at)
                return
        self._draw_legend()
        marked = next((heat for heat in page.heats if heat.marks), None)
        if marked is not None:
            self._draw_little(marked.sight, marked.marks[0])
        else:
            self._draw_little(page.heats[0].sight, None)

    def _tell(self, heat: Heat, at: tuple[int, int], counted: str) -> None:
        value, room = float(heat.values[at]), self.winfo_width() - 12
        text = "nothing" if value != value else short(value)
        what = f"{heat.title}, {heat.named(*at)}: {text}"
        count = "" if heat.counts is None or value != value else f" ({int(heat.counts[at]):,} {counted})"
        for said in (what + count, what, f"{heat.named(*at)}: {text}", text):
            if self._small.measure(said) <= room or said == text:
                y = self.winfo_height() - LINE / 2 - 2
                self.create_text(6, y, text=said, anchor="w", fill=self._theme.text, font=self._small, tags="foot")
                return

    def _draw_little(self, sight: Sight | None, at: tuple[int, int] | None) -> None:
        """Draws the cells of a tuple on the little board, each in its state in the entry."""
        if sight is None or self._little is None:
            return
        (left, top, cell), (rows, columns), theme = self._little, sight.board, self._theme
        self.create_rectangle(
            left - 1,
            top - 1,
            left + cell * columns,
            top + cell * rows,
            outline=theme.line,
            fill=theme.window,
            tags="point",
        )
        states = sight.states(*at) if at is not None else (None,) * len(sight.cells)
        for (row, column), state in zip(sight.cells, states):
            x, y = left + cell * column, top + cell * (rows - 1 - row)
            self.create_rectangle(x, y, x + cell - 1, y + cell - 1, fill=theme.panel, outline=theme.faint, tags="point")
            inner = cell * 0.18
            if state in (FIRST, SECOND):
                fill = theme.text if state == FIRST else theme.panel
                self.create_oval(
                    x + inner,
                    y + inner,
                    x + cell - inner - 1,
                    y + cell - inner - 1,
                    fill=fill,
                    outline=theme.text,
                    width=2,
                    tags="point",
                )
            elif state == FREE:
                self.create_oval(
                    x + cell * 0.42,
                    y + cell * 0.42,
                    x + cell * 0.58,
                    y + cell * 0.58,
                    fill=theme.text,
                    outline="",
                    tags="point",
                )
            elif state is not None:
                self.create_line(
                    x + cell * 0.3, y + cell / 2, x + cell * 0.7, y + cell / 2, fill=theme.faint, width=2, tags="point"
                )


def numbers_fit(placed: Placed) -> bool:
    """Whether the cells have room for their numbers, and there are not too many of them."""
    return placed.heat.values.size <= MOST_DRAWN and placed.width >= NUMBER_WIDTH and placed.height >= NUMBER_HEIGHT


def fitting(fonts: tuple[tkfont.Font, ...], text: str, width: float) -> tkfont.Font:
    """The first font in which a text fits, else the last."""
    return next((font for font in fonts if font.measure(text) <= width), fonts[-1])
