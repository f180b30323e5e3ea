"""Shapes and lines with smooth edges, drawn with Pillow several times as large and then made smaller.  Imports Pillow.

What was drawn once is kept: a tree has few shapes and sizes.  matplotlib draws the same with less code, but takes a
third of a second to import, for which the first tree would have to wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from math import ceil, hypot
from typing import NamedTuple

from PIL import Image, ImageDraw

Spot = tuple[float, float]

FINE = 6
"""How many times as large shapes are drawn, each way."""

KEPT = 512
"""Pictures of shapes, and of slanted lines, that are kept."""

LARGE = 20_000
"""Pixels of the box of a slanted line from which it is drawn less finely, and not kept."""

ROOM = 32
"""Pixels outside a picture where lines may end."""

HATCH = 12 * 2**0.5
"""Pixels from one line of a hatch to the next, divided by the number of letters in it, as matplotlib has it."""

DASH, GAP = 2.0, 1.5
"""How long dashes are, and the gaps between them in shapes, in line widths; in lines gaps are as long as dashes."""


class Piece(NamedTuple):
    """Corners, y upwards, joined by a line; one that is not closed is filled like the others."""

    points: tuple[Spot, ...]
    closed: bool = True

    @property
    def line(self) -> tuple[Spot, ...]:
        """The corners that its line passes, in order."""
        return (*self.points, self.points[0]) if self.closed else self.points


Outline = tuple[Piece, ...]


@lru_cache(KEPT)
def shape(
    outline: Outline, size: float, width: float, fill: str, edge: str, hatch: str | None = None, dashed: bool = False
) -> Image.Image:
    """An outline times `size` pixels about the middle of a square picture, with an odd number of pixels.

    `width` is the line's, in pixels; colours are "#rrggbb", "none" for no fill; hatch is one letter of "/\\.", as often
    as it is dense.
    """
    reach = max(abs(number) for piece in outline for spot in piece.points for number in spot)
    side = 2 * ceil(reach * size + width / 2 + 1) + 1
    picture = Image.new("RGBA", (side * FINE, side * FINE), f"{edge}00" if fill == "none" else f"{fill}00")
    draw = ImageDraw.Draw(picture)
    lines = [[(x * FINE, y * FINE) for x, y in _settled(piece.line, size, side, width)] for piece in outline]
    for line in lines if fill != "none" else ():
        draw.polygon(line, fill)
    if hatch:
        picture.paste(edge, mask=_hatched(side, width, hatch, lines))
    for line, piece in zip(lines, outline):
        for dash in _dashes(line, DASH, GAP, width * FINE) if dashed else (line,):
            draw.line(dash, edge, max(1, round(width * FINE)), joint="curve")
        if piece.closed and not dashed:  # Pillow joins all corners but the one where a line ends
            (x, y), half = line[0], width * FINE / 2
            draw.ellipse((x - half, y - half, x + half, y + half), edge)
    return picture.reduce(FINE)


def _settled(line: tuple[Spot, ...], size: float, side: int, width: float) -> Iterator[Spot]:
    """Corners in pixels, y downwards; level and upright lines stand where they fill whole pixels."""
    upright = all(x0 == x1 or y0 == y1 for (x0, y0), (x1, y1) in pairwise(line))
    odd = round(width) % 2 / 2
    for x, y in line:
        across, down = side / 2 + x * size, side / 2 - y * size
        yield (round(across - odd) + odd, round(down - odd) + odd) if upright else (across, down)


def _hatched(side: int, width: float, hatch: str, lines: list[list[Spot]]) -> Image.Image:
    """Where a hatch covers what is inside of some lines."""
    inside, pattern = (Image.new("L", (side * FINE, side * FINE)) for _ in range(2))
    for line in lines:
        ImageDraw.Draw(inside).polygon(line, 255)
    draw, long, step = ImageDraw.Draw(pattern), side * FINE, HATCH / len(hatch) * width * FINE
    for i in range(-ceil(long / step), 2 * ceil(long / step) + 1):
        if hatch[0] == ".":
            for j in range(ceil(1.5 * long / step)):
                x, y, dot = i * step / 1.4, j * step / 1.4, 0.45 * width * FINE
                draw.ellipse((x - dot, y - dot, x + dot, y + dot), 255)
        else:
            x, slant = i * step * 2**0.5, -long if hatch[0] == "/" else long
            draw.line((x, 0, x + slant, long), 255, round(0.9 * width * FINE))
    return Image.composite(pattern, Image.new("L", pattern.size), inside)


def _dashes(line: Iterable[Spot], dash: float, gap: float, width: float) -> Iterator[list[Spot]]:
    """The dashes of a line, round its corners; `dash` and `gap` are in line widths."""
    on, off, left, drawn = dash * width, gap * width, dash * width, True
    found: list[Spot] = []
    for (x0, y0), (x1, y1) in pairwise(line):
        long, at = hypot(x1 - x0, y1 - y0), 0.0
        while at < long:
            if drawn and not found:
                found = [(x0 + (x1 - x0) * at / long, y0 + (y1 - y0) * at / long)]
            step = min(long - at, left)
            at, left = at + step, left - step
            if drawn:
                found.append((x0 + (x1 - x0) * at / long, y0 + (y1 - y0) * at / long))
            if left <= 1e-9:
                drawn, left = not drawn, off if drawn else on
                if found:
                    yield found
                    found = []
    if found:
        yield found


def rule(picture: Image.Image, begin: Spot, end: Spot, width: float, colour: str, dashed: bool = False) -> None:
    """Draws a straight line on a picture, its ends on whole pixels."""
    ends = _clipped(begin, end, picture.size)
    if ends is None:
        return
    (x0, y0), (x1, y1) = sorted((round(x), round(y)) for x, y in ends)
    across, down = x1 - x0, y1 - y0
    if across and down:
        draw = _slanted if across * abs(down) < LARGE else _slanted.__wrapped__
        room = ceil(width)
        picture.paste(colour, (x0 - room, min(y0, y1) - room), draw(across, down, width, dashed))
        return
    broad, long = max(1, round(width)), across + down + 1  # it fills whole pixels
    on = max(1, round(DASH * width)) if dashed else long
    for at in range(0, long, 2 * on):
        to, side = min(at + on, long), broad // 2
        if across:
            picture.paste(colour, (x0 + at, y0 - side, x0 + to, y0 - side + broad))
        else:
            picture.paste(colour, (x0 - side, y0 + at, x0 - side + broad, y0 + to))


@lru_cache(KEPT)
def _slanted(across: int, down: int, width: float, dashed: bool) -> Image.Image:
    """How much a line covers of each pixel; `ceil(width)` pixels are left round it."""
    room, fine = ceil(width), FINE if across * abs(down) < LARGE else 2
    picture = Image.new("L", ((across + 2 * room + 1) * fine, (abs(down) + 2 * room + 1) * fine))
    x, y = room + 0.5, room + 0.5 - min(down, 0)
    line = [(x * fine, y * fine), ((x + across) * fine, (y + down) * fine)]
    for dash in _dashes(line, DASH, DASH, width * fine) if dashed else (line,):
        ImageDraw.Draw(picture).line(dash, 255, round(width * fine))
    return picture.reduce(fine)


def _clipped(begin: Spot, end: Spot, size: tuple[int, int]) -> tuple[Spot, Spot] | None:
    """The part of a line that can be seen in a picture of so many pixels, with some room round it."""
    first, last = 0.0, 1.0
    for a, b, most in zip(begin, end, size):
        if a == b:
            if not -ROOM <= a <= most + ROOM:
                return None
            continue
        near, far = sorted(((-ROOM - a) / (b - a), (most + ROOM - a) / (b - a)))
        first, last = max(first, near), min(last, far)
    if first > last:
        return None
    (x0, y0), (dx, dy) = begin, (end[0] - begin[0], end[1] - begin[1])
    return (x0 + first * dx, y0 + first * dy), (x0 + last * dx, y0 + last * dy)
