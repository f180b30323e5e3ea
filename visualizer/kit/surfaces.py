"""Surfaces: rounded boxes, marks and arrows as pictures that ttk's widgets are made of.  Standard library only.

A box is drawn once for its corners; Tk stretches what lies between.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot

from visualizer.kit.png import CLEAR, blend, cover, png, rgb

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
    ground: str,
    fill: str,
    edge: str = "",
    thick: float = 0.0,
    mark: str = "",
    ink: str = "",
    wide: int = 0,
) -> bytes:
    """A square of `side` pixels with round corners as base64 PNG; "" is no colour.

    Pixels are covered or clear: those on an edge are blended with the `ground` on which the box stands.  Of a picture
    with anything between, Tk asks the screen what is behind it, and waits, whenever it draws a tile of it.

    `edge` is the colour of its border, `thick` pixels wide; `mark` one of MARKS, drawn in `ink`.
    `wide` is by how many pixels the box is larger than its corners need: Tk paints a surface tile by tile.
    """
    below, body, rim, written = (rgb(colour or "#000000") for colour in (ground, fill, edge, ink))
    pixels: dict[tuple[float, float], bytes] = {}  # by what edge and body cover of them, which many have in common

    def layers(whole: float, inside: float) -> list[tuple[float, tuple[int, int, int]]]:
        ring = [(whole if fill else max(0.0, whole - inside), rim)] if edge else []
        return [*ring, (inside, body)] if fill else ring

    def pixel(covers: list[tuple[float, tuple[int, int, int]]]) -> bytes:
        return blend([(1.0, below), *covers]) if any(share > 0.0 for share, _ in covers) else CLEAR

    rows = []
    for shares in _corner(side, radius, thick):
        for both in shares:
            if both not in pixels:
                pixels[both] = pixel(layers(*both))
        line = [pixels[both] for both in shares]
        rows.append(bytearray(b"".join([*line, line[-1] * wide, *line[: side // 2][::-1]])))
    rows += rows[-1:] * wide + [row[:] for row in rows[: side // 2][::-1]]
    if mark:
        corner = _corner(side, radius, thick)
        for y, x, stroke in _strokes(mark, side):
            both = corner[min(y, side - 1 - y)][min(x, side - 1 - x)]
            rows[y][4 * x : 4 * x + 4] = pixel([*layers(*both), (stroke, written)])
    return png(side + wide, side + wide, rows)


@lru_cache(maxsize=64)
def _corner(side: int, radius: float, thick: float) -> list[list[tuple[float, float]]]:
    """The shares of each pixel that a box and what lies within its edge cover, in one quarter; the others mirror it."""
    middles = [abs(place + 0.5 - side / 2) - side / 2 + radius for place in range((side + 1) // 2)]
    within = [[radius - (hypot(dx, dy) if dx > 0 and dy > 0 else max(dx, dy)) for dx in middles] for dy in middles]
    return [[(share(depth), share(depth - thick)) for depth in row] for row in within]


@lru_cache(maxsize=64)
def _strokes(mark: str, side: int) -> list[tuple[int, int, float]]:
    """The pixels that a mark covers: row, column, share."""
    width = side * 0.2 if mark == "dot" else max(0.7, side * 0.055)
    covered = [[0.0] * side for _ in range(side)]
    for line in MARKS[mark]:
        x0, y0, x1, y1 = (side * part - 0.5 for part in line)
        cover(covered, (x0, y0), (x1, y1), width)
    return [(y, x, share) for y, row in enumerate(covered) for x, share in enumerate(row) if share]


def share(inside: float) -> float:
    """The share of a pixel that is covered, `inside` pixels within an edge."""
    return min(1.0, max(0.0, inside + 0.5))
