"""The picture of a tree for the window.  Imports numpy, Pillow by way of smooth shapes, and the layers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from PIL import Image

from visualizer.kit.smooth import rule, shape
from visualizer.tree.draw import Glyphs, Lines, TreeDrawing
from visualizer.tree.lens import Lens

STEP = 4
"""Sizes of glyphs differ by a part of a pixel: few pictures serve them all."""


def paint(drawing: TreeDrawing, lens: Lens, width: int, height: int, points: float) -> Image.Image:
    """A drawing as it is seen through a lens, in so many pixels; `points` is the number of pixels in a point."""
    theme = drawing.theme
    picture = Image.new("RGB", (width, height), theme.panel)
    for band in drawing.bands:
        above, below = (min(max(round(lens.top + lens.ply * edge), 0), height) for edge in band)
        picture.paste(theme.window, (0, above, width, below))
    for layer in drawing.layers:
        if isinstance(layer, Lines):
            _lines(picture, layer, lens, points)
        else:
            _glyphs(picture, layer, drawing.diameters(layer) * points, lens, points)
    return picture


def _lines(picture: Image.Image, lines: Lines, lens: Lens, points: float) -> None:
    for route in lines.routes:
        for begin, end in pairwise(map(lens.pixel, route)):
            rule(picture, begin, end, lines.width * points, lines.colour, lines.dashed)


def _glyphs(picture: Image.Image, glyphs: Glyphs, diameters: np.ndarray, lens: Lens, points: float) -> None:
    n, style = len(glyphs.spots), glyphs.style
    sizes = (np.broadcast_to(np.round(diameters * STEP) / STEP, n)).tolist()
    widths = np.broadcast_to(glyphs.widths * points, n).tolist()
    fills = glyphs.fills * n if len(glyphs.fills) == 1 else glyphs.fills
    for (x, y), size, width, fill in zip(lens.pixels(glyphs.spots).tolist(), sizes, widths, fills):
        if -size < x < picture.width + size and -size < y < picture.height + size:
            stamp = shape(style.outline, size, width, fill, glyphs.edge, style.hatch, style.dashed)
            picture.paste(stamp, (round(x) - stamp.width // 2, round(y) - stamp.height // 2), stamp)
