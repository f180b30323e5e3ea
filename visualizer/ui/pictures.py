"""Pictures with smooth edges: discs, the toolbar's icons and the program's icon.

Tk's own shapes have jagged edges, so these are drawn four times as large with Pillow and scaled down.
"""

from __future__ import annotations

import tkinter as tk
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from visualizer.ui.theme import ink_on, mixed

FINE = 4
"""The factor by which a picture is drawn larger than it is shown."""

Ring = tuple[float, str]
"""(outer radius as a share of half the picture, colour "#rrggbb" or "" for transparent), from the outside in."""

Point = tuple[float, float]

Line = tuple[Point, ...]
"""A line through points; one point is a dot."""

UNITS = 24
"""Units across an icon."""

LINE_WIDTH = 2.0
"""Units across a line of an icon."""


def _png(image: Image.Image) -> bytes:
    """A picture, drawn `FINE` times as large, in its final size as a PNG file."""
    file = BytesIO()
    image.reduce(FINE).save(file, "PNG", compress_level=1)
    return file.getvalue()


def _photo(master: tk.Misc, image: Image.Image) -> tk.PhotoImage:
    return tk.PhotoImage(master=master, data=_png(image))


CHECK_MARK = ((0.23, 0.52), (0.43, 0.72), (0.78, 0.3))
"""The corners of a check mark, as shares of its box."""


def check_box(size: int, gap: int, fill: str, edge: str, mark: str = "") -> bytes:
    """A PNG of a box `size` pixels wide.

    It has a check mark of the colour `mark`, "" for none.  To its right, `gap` pixels are transparent.
    """
    side = size * FINE
    image = Image.new("RGBA", ((size + gap) * FINE, side))
    draw = ImageDraw.Draw(image)
    border = FINE * max(1, round(size / 13))
    draw.rounded_rectangle((0, 0, side - 1, side - 1), 0.15 * side, fill, edge, border)
    if mark:
        points = [(x * side, y * side) for x, y in CHECK_MARK]
        draw.line(points, mark, round(0.14 * side), "curve")
    return _png(image)


def disc_rings(colour: str, ringed: bool) -> tuple[Ring, ...]:
    """A disc with a rim and a mark, both black or white, whichever stands out from it.

    One colour's discs carry a ring, the other's a dot, so that they differ without colour.
    """
    mark = ink_on(colour)
    shadow = mixed(colour, "#000000", 0.18)
    body = ((1.0, mark), (0.91, colour), (0.8, shadow), (0.76, colour))
    if ringed:
        return (*body, (0.6, mark), (0.5, colour))
    return (*body, (0.24, mark))


LAST_RINGS: tuple[Ring, ...] = ((1.0, "#ffffff"), (0.92, "#111111"), (0.85, ""))
"""The mark of the last move: a white ring and a black one, of which one is visible on any disc."""


def disc(master: tk.Misc, size: int, rings: tuple[Ring, ...]) -> tk.PhotoImage:
    """A square picture of `size` pixels with the rings around its middle, transparent outside."""
    image = Image.new("RGBA", (size * FINE, size * FINE))
    draw = ImageDraw.Draw(image)
    middle = size * FINE / 2
    for radius, colour in rings:
        low = middle * (1 - radius)
        high = middle * (1 + radius) - 1
        draw.ellipse((low, low, high, high), fill=colour or (0, 0, 0, 0))
    return _photo(master, image)


def hole(master: tk.Misc, size: int, colour: str) -> tk.PhotoImage:
    """A square part of the board's face, `size` pixels wide, with a round hole that has a shadow at its top."""
    side = size * FINE
    image = Image.new("RGBA", (side, side), colour)
    lit_edge = _circle(side, HOLE / 2 + 0.012, down=0.012)
    dark_edge = _circle(side, HOLE / 2 + 0.012, down=-0.008)
    image.paste(mixed(colour, "#ffffff", 0.35), mask=lit_edge)
    image.paste(mixed(colour, "#000000", 0.35), mask=dark_edge)

    inside = _circle(side, HOLE / 2)
    shadow = ImageChops.subtract(inside, _circle(side, HOLE / 2, down=0.05))
    image.paste((0, 0, 0, 0), mask=inside)
    image.paste((0, 0, 0, 64), mask=shadow.point(_opaque))
    return _photo(master, image)


def _circle(side: int, radius: float, down: float = 0.0) -> Image.Image:
    """A mask of a circle in the middle of a square, moved `down`; lengths are shares of the side."""
    mask = Image.new("L", (side, side))
    low = side * (0.5 - radius)
    high = side * (0.5 + radius) - 1
    ImageDraw.Draw(mask).ellipse((low, low + side * down, high, high + side * down), fill=255)
    return mask


def _opaque(share: int) -> int:
    """All of a mask that is not transparent."""
    return 255 if share else 0


HOLE = 0.86
"""The width of a hole as a share of its cell."""


def glow(master: tk.Misc, size: int, colour: str) -> tk.PhotoImage:
    """A ring with a soft halo, `size` pixels wide, that surrounds a disc of two thirds of that width."""
    rings = [(1 - 0.03 * step, f"{colour}{16 * step:02x}") for step in range(1, 11)]
    return disc(master, size, (*rings, (0.69, colour), (0.6, "")))


def arc(x: float, y: float, radius: float, begin: float, end: float, steps: int = 14) -> Line:
    """A part of a circle, in turns clockwise from the right: 0 to 1 is a full circle."""
    points: list[Point] = []
    for step in range(steps + 1):
        turn = begin + (end - begin) * step / steps
        angle = 2 * pi * turn
        points.append((x + radius * cos(angle), y + radius * sin(angle)))
    return tuple(points)


PLUS = (((12.0, 5.0), (12.0, 19.0)), ((5.0, 12.0), (19.0, 12.0)))

ARROW_BACK = (
    ((8.5, 4.0), (4.0, 8.5), (8.5, 13.0)),
    ((4.0, 8.5), (14.5, 8.5), *arc(14.5, 13.75, 5.25, -0.25, 0.25), (9.0, 19.0)),
)

BULB = (
    arc(12, 9.5, 5.5, 0.14, -0.64),
    ((9.0, 14.0), (9.0, 17.0), (15.0, 17.0), (15.0, 14.0)),
    ((10.0, 20.5), (14.0, 20.5)),
)

SQUARE = (((6.0, 6.0), (18.0, 6.0), (18.0, 18.0), (6.0, 18.0), (6.0, 6.0)),)

TRIANGLE = (((7.0, 5.0), (18.5, 12.0), (7.0, 19.0), (7.0, 5.0)),)

SLIDERS = (
    ((4.0, 7.0), (13.0, 7.0)),
    ((17.0, 7.0), (20.0, 7.0)),
    arc(15, 7, 2, 0, 1),
    ((4.0, 17.0), (7.0, 17.0)),
    ((11.0, 17.0), (20.0, 17.0)),
    arc(9, 17, 2, 0, 1),
)

TRIANGLE_IN_CIRCLE = (arc(12, 12, 9, 0, 1, 24), ((10.0, 8.0), (16.0, 12.0), (10.0, 16.0), (10.0, 8.0)))

ICONS: dict[str, tuple[Line, ...]] = {
    "new": PLUS,
    "undo": ARROW_BACK,
    "hint": BULB,
    "stop": SQUARE,
    "go": TRIANGLE,
    "settings": SLIDERS,
    "playback": TRIANGLE_IN_CIRCLE,
}
"""Each icon as its lines."""


def icon(master: tk.Misc, name: str, size: int, colour: str) -> tk.PhotoImage:
    """The icon of that name, `size` pixels wide and high, transparent around its lines."""
    image = Image.new("RGBA", (size * FINE, size * FINE))
    draw = ImageDraw.Draw(image)
    unit = size * FINE / UNITS
    half = max(LINE_WIDTH * unit, 1.4 * FINE) / 2
    for line in ICONS[name]:
        points = [(x * unit, y * unit) for x, y in line]
        draw.line(points, fill=colour, width=round(2 * half))
        reach = half * (1.3 if len(points) == 1 else 1.0)
        for x, y in points:  # round ends and corners
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    return _photo(master, image)


def set_icon(root: tk.Tk) -> None:
    """Sets the program's icon, four discs on a board, for a window and all windows that it opens."""
    icons = [_program_icon(root, size) for size in (64, 32, 16)]
    root.iconphoto(True, *icons)


def _program_icon(root: tk.Tk, size: int) -> tk.PhotoImage:
    side = size * FINE
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, side - 1, side - 1), 0.22 * side, fill="#3567ad")
    radius = 0.17 * side
    for place, colour in enumerate(("#e8ecf2", "#f2c230", "#d1382c", "#f2c230")):
        row, column = divmod(place, 2)
        x = (0.29 + 0.42 * column) * side
        y = (0.29 + 0.42 * row) * side
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
    return _photo(root, image)
