"""The learned weights as a picture, and what each feature adds at a position.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from c4.game.values import number_text
from visualizer.kit.fonts import font
from visualizer.kit.scale import pixels, scale
from visualizer.kit.theme import Theme

if TYPE_CHECKING:
    from c4.evaluators.base import Contribution  # brings numba, which the first paint of the window does without

ROW_HEIGHT, MOST_HIGH = 14, 30
"""Pixels at 100 % of a row, at least and at most."""

ROWS = 9
"""Rows there is room for; of more features the strongest are shown, and the others added up."""

HEIGHT = 170
"""Pixels at 100 % that a title in two lines, a heading and the rows take."""

DOT = 2
"""Pixels of a cell in the little board that shows which ones a feature looks at."""


def strongest(rows: list[Contribution]) -> list[Contribution]:
    """The rows to show: all in their order where there is room, else remarks, those that add most, and what the
    others add together."""
    if len(rows) <= ROWS:
        return rows
    ordered = sorted(rows, key=lambda row: (not row.remark, -abs(row.contribution)))
    others = ordered[ROWS - 1 :]
    rest = others[0]._replace(
        feature=f"{len(others)} others",
        value=1.0,
        weight=sum(row.weight * row.value for row in others),
        contribution=sum(row.contribution for row in others),
        cells=(),
    )
    return [*ordered[: ROWS - 1], rest]


class Weights(tk.Canvas):
    """A row for each feature: its name, the cells it looks at, a bar for its weight, a bar for its contribution at
    the selected node."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0)
        self._rows: list[Contribution] = []
        self._height = HEIGHT
        self._title, self._unit, self._scale = "", "", 1
        self._rest: Contribution | None = None
        self._board = (0, 0)  # rows and columns of the little board, none where features look at the whole one
        self._bold = font(self, 10, bold=True)
        self._fonts = font(self, 10), font(self, 12), font(self, 15)
        self._high = float(ROW_HEIGHT)
        self.set_theme(theme)
        self.bind("<Configure>", lambda event: self.redraw())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.configure(background=theme.panel, height=pixels(self, self._height))
        self.redraw()

    def grow(self, height: float) -> None:
        """Takes so much height, pixels at 100 %, but at least what its rows need."""
        if max(HEIGHT, round(height)) != self._height:
            self._height = max(HEIGHT, round(height))
            self.configure(height=pixels(self, self._height))

    def show(self, rows: list[Contribution], title: str, points: int) -> None:
        """`rows` are `c4.evaluators.base.Contribution`s of a learned evaluator; `points` those in one unit."""
        self._rows, self._title, self._scale = strongest(rows), title, points
        self._rest = None if len(rows) <= ROWS else self._rows[-1]  # a number without a bar: it would dwarf the others
        cells = [cell for row in rows for cell in row.cells]
        self._board = (
            tuple(max(places) + 1 for places in zip(*cells, strict=True)) if len(rows) > ROWS and cells else (0, 0)
        )
        self.redraw()

    def show_text(self, text: str) -> None:
        """A sentence instead of a picture."""
        self._rows, self._title = [], text
        self.redraw()

    def redraw(self) -> None:
        self.delete("all")
        self._font = self._fonts[0]
        width, theme = max(self.winfo_width(), 160), self._theme
        if not self._rows:
            self.create_text(8, 8, text=self._title, anchor="nw", fill=theme.faint, font=self._font, width=width - 16)
            return
        title = self.create_text(
            6, 1, text=self._title, anchor="nw", fill=theme.text, font=self._bold, width=width - 12
        )
        top, unit = self.bbox(title)[3], scale(self)
        room = (self.winfo_height() - top) / (len(self._rows) + 1)
        high = self._high = max(ROW_HEIGHT * unit, min(MOST_HIGH * unit, room))
        self._font = self._fonts[0 if high < 18 * unit or width < 340 * unit else 1 if high < 24 * unit else 2]
        little = DOT * self._board[1] + 6 if self._board[1] else 0
        names = max(self._font.measure(row.feature) for row in self._rows) + 12 + little
        half = (width - names - 8) / 2
        centres = (names + half / 2, names + half + half / 2)
        y = top + high / 2
        self.create_text(centres[0], y, text="weight", fill=theme.faint, font=self._font)
        self.create_text(centres[1], y, text="adds here", fill=theme.faint, font=self._font)
        single = [row for row in self._rows if row is not self._rest]
        most = (
            max(abs(row.weight) for row in single) or 1,
            max(self._scale / 50, *(abs(row.contribution) for row in single)),
        )
        for number, row in enumerate(self._rows):
            y = top + high * (number + 1.5)
            self._cells(6, y, row.cells)
            self.create_text(6 + little, y, text=row.feature, anchor="w", fill=theme.text, font=self._font)
            if row.remark:
                continue
            for centre, value, biggest, text in (
                (centres[0], row.weight, most[0], number_text(row.weight * self._scale, scale=self._scale)),
                (centres[1], row.contribution, most[1], number_text(row.contribution, scale=self._scale)),
            ):
                self._bar(centre, y, 0 if row is self._rest else value / biggest * (half / 2 - 8), text)

    def _cells(self, left: float, centre: float, cells: tuple[tuple[int, int], ...]) -> None:
        """The board in little, with the cells that a feature looks at."""
        rows, columns = self._board
        if not cells or not rows:
            return
        bottom = centre + DOT * rows / 2
        self.create_rectangle(
            left - 1, bottom - DOT * rows - 1, left + DOT * columns, bottom, outline=self._theme.line, fill=""
        )
        for row, column in cells:
            x, y = left + DOT * column, bottom - DOT * (row + 1)
            self.create_rectangle(x, y, x + DOT, y + DOT, outline="", fill=self._theme.text)

    def _bar(self, centre: float, y: float, length: float, text: str) -> None:
        """A bar from the middle to the right (for MAX) or to the left (against), its number on the free side."""
        theme = self._theme
        half, thick = self._high / 2, max(4, self._high * 0.28)
        self.create_line(centre, y - half, centre, y + half, fill=theme.line)
        colour = theme.good if length > 0 else theme.bad
        if abs(length) >= 0.5:
            self.create_rectangle(centre, y - thick, centre + length, y + thick, fill=colour, outline="")
        self.create_text(
            centre - 4 if length > 0 else centre + 4,
            y,
            text=text,
            anchor="e" if length > 0 else "w",
            fill=theme.text,
            font=self._font,
        )
