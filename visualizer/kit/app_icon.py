"""The icon of the program: four stones on a board, in the sizes that systems ask for.  Imports tkinter's types."""

from __future__ import annotations

import tkinter as tk
from functools import cache
from math import hypot

from visualizer.kit.png import blend, png, rgb
from visualizer.kit.surfaces import share

SIZES = (64, 32, 16)
BOARD, RED, YELLOW, HOLE = (rgb(colour) for colour in ("#2b4c7e", "#d1382c", "#f2c230", "#e8ecf2"))
STONES = (HOLE, YELLOW, RED, YELLOW)
"""Above and below, each from left to right."""


@cache
def drawn(side: int) -> bytes:
    """The icon as base64 PNG."""
    half, radius, rows = side // 2, side * 0.22, []
    corner = []  # the shares of each pixel that board and stone cover, in one quarter; the others mirror it
    for y in range(half):
        stones = [0.17 * side - hypot(x + 0.5 - 0.29 * side, y + 0.5 - 0.29 * side) for x in range(half)]
        dy, deep = radius - y - 0.5, []
        for x in range(half):
            dx = radius - x - 0.5
            deep.append(radius - (hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)))
        corner.append([(share(within), share(stone)) for within, stone in zip(deep, stones)])
    covers = {cover for row in corner for cover in row}
    shades = [{cover: blend([(cover[0], BOARD), (cover[1], stone)]) for cover in covers} for stone in STONES]
    for y in range(side):
        left, right = shades[2 * (y >= half)], shades[2 * (y >= half) + 1]
        row = corner[min(y, side - 1 - y)]
        rows.append(b"".join([left[cover] for cover in row] + [right[cover] for cover in reversed(row)]))
    return png(side, side, rows)


def set_icon(root: tk.Tk) -> None:
    """Gives the icon to this window and all that open from it."""
    pictures = [tk.PhotoImage(master=root, data=drawn(side)) for side in SIZES]
    root.iconphoto(True, *pictures)
