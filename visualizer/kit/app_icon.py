"""The icon of the program: four stones on a board, in the sizes that systems ask for.  Imports tkinter's types."""

from __future__ import annotations

import tkinter as tk
from functools import cache
from math import hypot

from visualizer.kit.png import blend, png, rgb
from visualizer.kit.surfaces import share

SIZES = (64, 32, 16)
BOARD, RED, YELLOW, HOLE = (rgb(colour) for colour in ("#2b4c7e", "#d1382c", "#f2c230", "#e8ecf2"))
STONES = ((0.29, 0.29, HOLE), (0.71, 0.29, YELLOW), (0.29, 0.71, RED), (0.71, 0.71, YELLOW))


@cache
def drawn(side: int) -> bytes:
    """The icon as base64 PNG."""
    half, radius, rows = side / 2, side * 0.22, []
    full = {colour: blend([(1.0, colour)]) for colour in (BOARD, RED, YELLOW, HOLE)}
    for y in range(side):
        line = []
        for x in range(side):
            left, top, colour = STONES[(x >= half) + 2 * (y >= half)]
            stone = 0.17 * side - hypot(x + 0.5 - left * side, y + 0.5 - top * side)
            dx, dy = abs(x + 0.5 - half) - half + radius, abs(y + 0.5 - half) - half + radius
            within = radius - (hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy))
            if stone >= 0.5:
                line.append(full[colour])
            elif within >= 0.5 and stone <= -0.5:
                line.append(full[BOARD])
            else:
                line.append(blend([(share(within), BOARD), (share(stone), colour)]))
        rows.append(b"".join(line))
    return png(side, side, rows)


def set_icon(root: tk.Tk) -> None:
    """Gives the icon to this window and all that open from it."""
    pictures = [tk.PhotoImage(master=root, data=drawn(side)) for side in SIZES]
    root.iconphoto(True, *pictures)
