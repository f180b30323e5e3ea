"""Surfaces: rounded boxes, marks and arrows as pictures that ttk's widgets are made of.  Standard library only.

A box is drawn once for its corners; Tk stretches what lies between.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from visualizer.kit.png import CLEAR, blend, png, rgb

MARKS = {
    "check": ((0.24, 0.52, 0.43, 0.71), (0.43, 0.71, 0.77, 0.31)),
    "down": ((0.25, 0.4, 0.5, 0.64), (0.5, 0.64, 0.75, 0.4)),
    "up": ((0.25, 0.62, 0.5, 0.38), (0.5, 0.38, 0.75, 0.62)),
    "right": ((0.4, 0.25, 0.64, 0.5), (0.64, 0.5, 0.4, 0.75)),
    "dot": ((0.5, 0.5, 0.5, 0.5),),
}
"""Lines of a mark, in shares of its side."""


@lru_cache(maxsize=512)
def box(
    side: int,
    radius: float,
    fill: str,
    edge: str = "",
    thick: float = 0.0,
    mark: str = "",
    ink: str = "",
    wide: int = 0,
) -> bytes:
    """A square of `side` pixels with round corners as base64 PNG; "" is no colour.

    `edge` is the colour of its border, `thick` pixels wide; `mark` one of MARKS, drawn in `ink`.
    `wide` is by how many pixels the box is larger than its corners need: Tk paints a surface tile by tile.
    """
    computed = side if mark else (side + 1) // 2  # without a mark one quarter is computed, the others mirror it
    body, rim, written = (rgb(colour or "#000000") for colour in (fill, edge, ink))
    inner = blend([(1.0, body)]) if fill else CLEAR
    strokes = _strokes(mark, side) if mark else None
    rows, half = [], side / 2
    for y in range(computed):
        dy, line = abs(y + 0.5 - half) - half + radius, []
        for x in range(computed):
            dx = abs(x + 0.5 - half) - half + radius
            within = radius - (hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy))
            stroke = strokes[y][x] if strokes is not None else 0.0
            if not stroke and within >= thick + 0.5:
                line.append(inner)
                continue
            layers = []
            if edge:
                ring = share(within)
                layers.append((ring if fill else max(0.0, ring - share(within - thick)), rim))
            if fill:
                layers.append((share(within - thick), body))
            line.append(blend([*layers, (stroke, written)]))
        rows.append(b"".join(line) + line[-1] * wide + b"".join(reversed(line[: side - computed])))
    return png(side + wide, side + wide, [*rows, *[rows[-1]] * wide, *reversed(rows[: side - computed])])


@lru_cache(maxsize=64)
def _strokes(mark: str, side: int) -> list[list[float]]:
    """The share of each pixel that a mark covers."""
    lines = [[side * part for part in line] for line in MARKS[mark]]
    width = side * 0.2 if mark == "dot" else max(0.7, side * 0.055)
    middles = [place + 0.5 for place in range(side)]
    return [[share(width - min(distance(x, y, *line) for line in lines)) for x in middles] for y in middles]


def share(inside: float) -> float:
    """The share of a pixel that is covered, `inside` pixels within an edge."""
    return min(1.0, max(0.0, inside + 0.5))


def distance(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """From a point to a line between two others."""
    dx, dy = x1 - x0, y1 - y0
    length = dx * dx + dy * dy
    along = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / length)) if length else 0.0
    return hypot(x - x0 - along * dx, y - y0 - along * dy)
