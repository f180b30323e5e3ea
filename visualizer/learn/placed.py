"""Placed: a heat map on a canvas, and a board with stones in the place of one.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from math import floor
from typing import NamedTuple

import numpy as np

from c4.evaluators.pages import Heat
from visualizer.kit.theme import Theme


class Placed(NamedTuple):
    """A heat map on the canvas: its left upper corner and the size of its cells, in pixels."""

    heat: Heat
    left: float
    top: float
    width: float
    height: float

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """The (row, column) under a point."""
        row, column = floor((y - self.top) / self.height), floor((x - self.left) / self.width)
        rows, columns = self.heat.values.shape
        return (row, column) if 0 <= row < rows and 0 <= column < columns else None

    def box(self, row: int, column: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a cell, in pixels."""
        x, y = self.left + column * self.width, self.top + row * self.height
        return x, y, x + self.width, y + self.height


def draw_stones(canvas: tk.Canvas, placed: Placed, theme: Theme) -> None:
    """Draws a heat map whose values are stones as a board: 1 with a ring, -1 with a dot, as on the game's board."""
    for row, column in np.ndindex(placed.heat.values.shape):
        x0, y0, x1, y1 = placed.box(row, column)
        value = float(placed.heat.values[row, column])
        canvas.create_rectangle(x0, y0, x1, y1, fill=theme.window, outline=theme.line)
        if value:
            colour = theme.good if value > 0 else theme.bad
            mark = ((0.28, theme.panel), (0.36, colour)) if value > 0 else ((0.38, theme.panel),)
            for share, fill in ((0.08, colour), *mark):
                by = share * placed.width
                canvas.create_oval(x0 + by, y0 + by, x1 - by, y1 - by, fill=fill, outline="")
