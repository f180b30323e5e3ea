"""Pictures with smooth edges: discs, the toolbar's icons and the program's icon.

Tk's own shapes have jagged edges, so these are drawn four times as large with Pillow and scaled down.
"""

from __future__ import annotations

import tkinter as tk
from io import BytesIO
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw

from visualizer.ui.theme import mixed

FINE = 4
"""How many times larger a picture is drawn than it is shown."""

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
    """A finely drawn picture in its final size, as a file."""
    file = BytesIO()
    image.reduce(FINE).save(file, "PNG", compress_level=1)
    return file.getvalue()


def _photo(master: tk.Misc, image: Image.Image) -> tk.PhotoImage:
    return tk.PhotoImage(master=master, data=_png(image))


def check_box(size: int, gap: int, fill: str, edge: str, mark: str = "") -> bytes:
    """A PNG of a box `size` pixels wide, with a check mark of the colour `mark` if there is one; `gap` pixels to its
    right are transparent.
    """
    image = Image.new("RGBA", ((size + gap) * FINE, size * FINE))
    draw, side = ImageDraw.Draw(image), size * FINE
    draw.rounded_rectangle((0, 0, side - 1, side - 1), 0.15 * side, fill, edge, FINE * max(1, round(size / 13)))
    if mark:
        points = [(x * side, y * side) for x, y in ((0.23, 0.52), (0.43, 0.72), (0.78, 0.3))]
        draw.line(points, mark, round(0.14 * side), "curve")
    return _png(image)


def disc_rings(seat: int, colour: str, mark: str) -> tuple[Ring, ...]:
    """A disc of a seat (0 or 1) with a rim: the first carries a ring, the second a dot, so that they differ without colour."""
    rim = (1.0, mixed(colour, "#000000", 0.5)), (0.96, colour), (0.83, mixed(colour, "#000000", 0.18)), (0.79, colour)
    return (*rim, (0.6, mark), (0.5, colour)) if seat == 0 else (*rim, (0.24, mark))


def disc(master: tk.Misc, size: int, rings: tuple[Ring, ...]) -> tk.PhotoImage:
    """A square picture of `size` pixels with the rings around its middle, transparent outside."""
    image = Image.new("RGBA", (size * FINE, size * FINE))
    draw, middle = ImageDraw.Draw(image), size * FINE / 2
    for radius, colour in rings:
        low, high = middle * (1 - radius), middle * (1 + radius) - 1
        draw.ellipse((low, low, high, high), fill=colour or (0, 0, 0, 0))
    return _photo(master, image)


def hole(master: tk.Misc, size: int, colour: str) -> tk.PhotoImage:
    """A square part of the board's face, `size` pixels wide, with a round hole that is in shadow at its top."""
    side = size * FINE

    def circle(radius: float, down: float = 0.0) -> Image.Image:
        mask = Image.new("L", (side, side))
        low, high = side * (0.5 - radius), side * (0.5 + radius) - 1
        ImageDraw.Draw(mask).ellipse((low, low + side * down, high, high + side * down), fill=255)
        return mask

    image = Image.new("RGBA", (side, side), colour)
    for shade, down in ((mixed(colour, "#ffffff", 0.35), 0.012), (mixed(colour, "#000000", 0.35), -0.008)):
        image.paste(shade, mask=circle(HOLE / 2 + 0.012, down))
    inside = circle(HOLE / 2)
    shadow = ImageChops.subtract(inside, circle(HOLE / 2, 0.05)).point(lambda share: share * 0.25)
    image.paste((0, 0, 0, 0), mask=inside)
    image.paste((0, 0, 0, 64), mask=shadow.point(lambda share: 255 if share else 0))
    return _photo(master, image)


HOLE = 0.86
"""The width of a hole as a share of its cell."""


def glow(master: tk.Misc, size: int, colour: str) -> tk.PhotoImage:
    """A ring with a soft halo, `size` pixels wide, that surrounds a disc of two thirds of that width."""
    rings = [(1 - 0.03 * step, f"{colour}{16 * step:02x}") for step in range(1, 11)]
    return disc(master, size, (*rings, (0.69, colour), (0.6, "")))


def arc(x: float, y: float, radius: float, begin: float, end: float, steps: int = 14) -> Line:
    """A part of a circle, in turns clockwise from the right: 0 to 1 is a full circle."""
    turns = (begin + (end - begin) * step / steps for step in range(steps + 1))
    return tuple((x + radius * cos(2 * pi * turn), y + radius * sin(2 * pi * turn)) for turn in turns)


ICONS: dict[str, tuple[Line, ...]] = {
    "new": (((12, 5), (12, 19)), ((5, 12), (19, 12))),
    "undo": (((8.5, 4), (4, 8.5), (8.5, 13)), ((4, 8.5), (14.5, 8.5), *arc(14.5, 13.75, 5.25, -0.25, 0.25), (9, 19))),
    "hint": (arc(12, 9.5, 5.5, 0.14, -0.64), ((9, 14), (9, 17), (15, 17), (15, 14)), ((10, 20.5), (14, 20.5))),
    "stop": (((6, 6), (18, 6), (18, 18), (6, 18), (6, 6)),),
    "go": (((7, 5), (18.5, 12), (7, 19), (7, 5)),),
    "settings": (
        ((4, 7), (13, 7)), ((17, 7), (20, 7)), arc(15, 7, 2, 0, 1),
        ((4, 17), (7, 17)), ((11, 17), (20, 17)), arc(9, 17, 2, 0, 1),
    ),
    "playback": (arc(12, 12, 9, 0, 1, 24), ((10, 8), (16, 12), (10, 16), (10, 8))),
}  # fmt: skip
"""Each icon as its lines."""


def icon(master: tk.Misc, name: str, size: int, colour: str) -> tk.PhotoImage:
    """The icon of that name, `size` pixels wide and high, transparent around its lines."""
    image = Image.new("RGBA", (size * FINE, size * FINE))
    draw, unit = ImageDraw.Draw(image), size * FINE / UNITS
    half = max(LINE_WIDTH * unit, 1.4 * FINE) / 2
    for line in ICONS[name]:
        points = [(x * unit, y * unit) for x, y in line]
        draw.line(points, fill=colour, width=round(2 * half))
        reach = half * (1.3 if len(points) == 1 else 1.0)
        for x, y in points:  # round ends and corners
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    return _photo(master, image)


def set_icon(root: tk.Tk) -> None:
    """Sets the program's icon, four discs on a board, for a window and all that it opens."""
    root.iconphoto(True, *(_program_icon(root, size) for size in (64, 32, 16)))


def _program_icon(root: tk.Tk, size: int) -> tk.PhotoImage:
    side = size * FINE
    image = Image.new("RGBA", (side, side))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, side - 1, side - 1), 0.22 * side, fill="#3567ad")
    for place, colour in enumerate(("#e8ecf2", "#f2c230", "#d1382c", "#f2c230")):
        x, y, radius = (0.29 + 0.42 * (place % 2)) * side, (0.29 + 0.42 * (place // 2)) * side, 0.17 * side
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)
    return _photo(root, image)
