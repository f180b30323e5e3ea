"""Icons of the toolbar: lines, dots and areas on a field of 24 by 24, drawn in any size and colour.  Imports tkinter's
types.
"""

from __future__ import annotations

import tkinter as tk
from functools import lru_cache
from math import cos, pi, sin

from visualizer.kit.png import Point, cover, png, rgb

SIDE = 24
"""Units across an icon."""

WIDTH = 2.0
"""Units across a line."""

Line = tuple[Point, ...]
"""A line through points; one point is a dot; one whose end is its beginning is an outline."""


def arc(x: float, y: float, radius: float, begin: float, end: float, steps: int = 14) -> Line:
    """A part of a circle, in turns clockwise from the right: 0 to 1 is the whole."""
    turns = (begin + (end - begin) * step / steps for step in range(steps + 1))
    return tuple((x + radius * cos(2 * pi * turn), y + radius * sin(2 * pi * turn)) for turn in turns)


ICONS: dict[str, tuple[Line, ...]] = {
    "new": (((12, 5), (12, 19)), ((5, 12), (19, 12))),
    "undo": (((8.5, 4), (4, 8.5), (8.5, 13)), ((4, 8.5), (14.5, 8.5), *arc(14.5, 13.75, 5.25, -0.25, 0.25), (9, 19))),
    "redo": (
        ((15.5, 4), (20, 8.5), (15.5, 13)),
        ((20, 8.5), (9.5, 8.5), *arc(9.5, 13.75, 5.25, 0.75, 0.25), (15, 19)),
    ),
    "hint": (arc(12, 9.5, 5.5, 0.14, -0.64), ((9, 14), (9, 17), (15, 17), (15, 14)), ((10, 20.5), (14, 20.5))),
    "stop": (((6, 6), (18, 6), (18, 18), (6, 18), (6, 6)),),
    "go": (((7, 5), (18.5, 12), (7, 19), (7, 5)),),
    "swap": (((4, 8), (19, 8), (15, 4)), ((20, 16), (5, 16), (9, 20))),
    "values": (((5, 19), (5, 13)), ((12, 19), (12, 5)), ((19, 19), (19, 9))),
    "exact": (((4, 12), (9.5, 18), (20, 6)),),
    "threats": (
        arc(12, 12, 7, 0, 1),
        ((12, 2.5), (12, 7)), ((12, 17), (12, 21.5)), ((2.5, 12), (7, 12)), ((17, 12), (21.5, 12)),
    ),
    "playback": (arc(12, 12, 9, 0, 1, 24), ((10, 8), (16, 12), (10, 16), (10, 8))),
    "find": (arc(10.5, 10.5, 6, 0, 1), ((15, 15), (20.5, 20.5))),
    "compare": (((4, 5), (10, 5), (10, 19), (4, 19), (4, 5)), ((14, 5), (20, 5), (20, 19), (14, 19), (14, 5))),
    "commands": (((5, 7), (11, 12), (5, 17)), ((13, 18), (20, 18))),
    "theme": (arc(12, 12, 8.5, 0, 1, 24), arc(9, 8.5, 10, 0.02, 0.3)),
    "full": (
        ((4, 9), (4, 4), (9, 4)), ((15, 4), (20, 4), (20, 9)),
        ((20, 15), (20, 20), (15, 20)), ((9, 20), (4, 20), (4, 15)),
    ),
    "train": (((4, 20), (9, 13), (13, 16), (20, 5)), ((14.5, 5), (20, 5), (20, 10.5))),
    "keys": (((3, 6), (21, 6), (21, 18), (3, 18), (3, 6)), ((7, 10),), ((12, 10),), ((17, 10),), ((8, 14), (16, 14))),
}  # fmt: skip
"""Each icon as its lines."""


def icon(master: tk.Misc, name: str, size: int, colour: str) -> tk.PhotoImage:
    """The icon of that name, `size` pixels wide and high, transparent around its lines."""
    return tk.PhotoImage(master=master, data=_drawn(name, size, colour))


def _drawn(name: str, size: int, colour: str) -> bytes:
    red, green, blue = rgb(colour)
    rows = []
    for covered in _covered(name, size):
        row = bytearray((red, green, blue, 0) * size)
        row[3::4] = bytes([round(255 * share) for share in covered])
        rows.append(row)
    return png(size, size, rows)


@lru_cache(maxsize=128)
def _covered(name: str, size: int) -> list[list[float]]:
    """The share of each pixel that the lines of an icon cover."""
    unit = size / SIDE
    half = max(WIDTH * unit, 1.4) / 2
    covered = [[0.0] * size for _ in range(size)]
    for line in ICONS[name]:
        points = [(x * unit - 0.5, y * unit - 0.5) for x, y in line]
        for begin, end in zip(points, points[1:] or points):
            cover(covered, begin, end, half * (1.3 if len(points) == 1 else 1.0))
    return covered
