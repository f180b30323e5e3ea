"""Heat: what each cell adds to an evaluator's value, drawn into the cells of a board.  Imports tkinter.

A blue disc with + helps, an orange one with − hurts; the bigger the disc, the more it adds.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from math import sqrt

LEAST = 0.03
"""Shares below this part of the greatest are not drawn."""


def draw_heat(
    canvas: tk.Canvas,
    shares: Mapping[tuple[int, int], float],
    centre: Callable[[int, int], tuple[float, float]],
    cell: float,
) -> None:
    """Draws the shares (points by (row, column)) with the tag "heat"; `centre` gives the middle of a cell, `cell` its
    size in pixels.
    """
    canvas.delete("heat")
    most = max((abs(share) for share in shares.values()), default=0)
    for (row, column), share in shares.items():
        if most == 0 or abs(share) < LEAST * most:
            continue
        x, y = centre(row, column)
        radius = max(3.0, cell * 0.27 * sqrt(abs(share) / most))
        colour = "#0072b2" if share > 0 else "#d55e00"
        canvas.create_oval(
            x - radius,
            y - radius,
            x + radius,
            y + radius,
            fill=colour,
            outline="#ffffff",
            width=max(1, cell / 40),
            tags="heat",
        )
        if radius >= 5:
            arm = radius * 0.55
            canvas.create_line(x - arm, y, x + arm, y, fill="#ffffff", width=max(1, radius / 5), tags="heat")
            if share > 0:
                canvas.create_line(x, y - arm, x, y + arm, fill="#ffffff", width=max(1, radius / 5), tags="heat")
