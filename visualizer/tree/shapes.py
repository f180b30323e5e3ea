"""The outlines of a tree's marks, and their sizes at zoom 1 in points.

Outlines fit the square from -0.5 to 0.5, y downwards as on a screen.  Marks differ by outline, hatch or dashes, never by
colour alone.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

Outline = np.ndarray
"""The corners of a closed polygon, shape (n, 2)."""

SQUARE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
TRIANGLE = np.array([(0.0, -0.5), (0.5, 0.5), (-0.5, 0.5)])

CIRCLE_CORNERS = 40
"""The corners of the polygon that is drawn as a circle."""

CIRCLE = 0.5 * np.array(
    [(cos(2 * pi * corner / CIRCLE_CORNERS), sin(2 * pi * corner / CIRCLE_CORNERS)) for corner in range(CIRCLE_CORNERS)]
)

STAR_TIPS = 5
STAR_INNER_RADIUS = 0.2


def _star() -> Outline:
    """A star with its first tip upwards."""
    corners = []
    for corner in range(2 * STAR_TIPS):
        radius = 0.5 if corner % 2 == 0 else STAR_INNER_RADIUS
        angle = pi * corner / STAR_TIPS
        corners.append((radius * sin(angle), -radius * cos(angle)))
    return np.array(corners)


STAR = _star()

FRONT_SHEET = np.array([(-0.5, -0.26), (0.3, -0.26), (0.3, 0.5), (-0.5, 0.5)])
BACK_SHEET = np.array([(-0.3, -0.5), (0.5, -0.5), (0.5, 0.26), (-0.3, 0.26)])
"""Two sheets, one behind the other: several pruned replies."""

SINGLE_SHEET = np.array([(-0.4, -0.5), (0.4, -0.5), (0.4, 0.5), (-0.4, 0.5)])
"""One pruned reply."""


def hatching(sheet: Outline, lines: int = 2) -> list[np.ndarray]:
    """So many diagonals across a rectangle, upwards to the right: arrays of two points, shape (2, 2)."""
    left, top = sheet.min(axis=0)
    right, bottom = sheet.max(axis=0)
    width = right - left
    height = bottom - top
    diagonals = []
    for number in range(1, lines + 1):
        along = number / (lines + 1) * (width + height)  # where the line begins, down the left edge and on
        begin = (left, top + along) if along <= height else (left + along - height, bottom)
        end = (left + along, top) if along <= width else (right, top + along - width)
        diagonals.append(np.array([begin, end]))
    return diagonals


NODE_WIDTH = 34.0
"""Width of a node at least."""

NODE_HEIGHT_LEAST = 18.0
NODE_HEIGHT_CAPTIONED = 24.0
NODE_HEIGHT_MOST = 34.0
"""Height of a node at least, at least where there are captions below nodes, and at most; see `Paper`."""

PADDING = 4.5
"""Between a node's text and its outline, left and right."""

LINE_HEIGHT = 14.0
"""Of a line of text."""

LINE_OFFSET = 6.0
"""From the middle of a node with two lines to that of either line."""

DETAIL_HEIGHT = 12.0
"""How much higher a node with two lines is."""

CIRCLE_WIDENING = 1.15
"""How much wider a circle with two lines is than a square."""

IN_CIRCLE = 1.22
"""How much wider a circle is than the text in it at least, because it is narrower above and below its middle."""

DISC = 16.0
"""Diameter of the disc on an edge, which has the column."""

DISC_GAP = 3.0
"""Between a disc and the node that its move leads to."""

FOLD_WIDTH = 12.0
FOLD_HEIGHT = 10.0
"""The triangle below a folded node."""

SHEETS_WIDTH = 13.0
SHEETS_HEIGHT = 11.0
"""The sheets below a folded node, for its pruned replies."""

STUB_WIDTH = 30.0
STUB_HEIGHT = 22.0
"""The sheets that stand for pruned replies beside the searched ones."""

UNTRIED_WIDTH = 22.0
UNTRIED_HEIGHT = 18.0
"""The triangle that stands for replies that no simulation has tried."""

STAR_SIZE = 11.0

FOLD_GAP = 1.0
NUMBER_GAP = 1.0
"""Between a triangle and the sheets beside it, and between sheets and their number."""

NODE_GAP = 11.0
CAPTION_GAP = 9.0
SMALLEST_GAP = 6.0
"""Between neighbours on a ply; where there is little room with captions, which must not read as one phrase, and without.
The ring of the selection fits in all."""

MARKS_HEIGHT = 20.0
MARKS_CENTRE = 13.5
TEXT_CENTRE = 11.5
"""The strip below the nodes of a ply, and the middles of what is folded or pruned there and of a text: below the ring."""

NAME_GAP = 1.0
"""Between a triangle and what it is called."""

LEAST_EDGE = 12.0
"""What a ply leaves for edges, besides the discs on them."""

CAPTION_MARGIN = 0.2
"""What is left free below captions, as a share of a line."""

RING_GAP = 2.5
RING_WIDTH = 2.0
"""The ring of the selected node: its distance from the node, and its thickness."""

BAR_LENGTH = 15.0
BAR_WIDTH = 4.0
"""The bar across the edge to pruned replies."""

ARROW_LIFT = 34.0
"""How high the arrow to a cut rises: it runs over the discs between."""

ARROW_SLANT = 4.0
"""How far from upright it begins and ends."""

FONTS = {
    "value": (11, False),
    "best": (11, True),
    "column": (11, True),
    "count": (11, False),
    "window": (11, False),
    "bound": (12, True),
    "ply": (11, False),
    "headline": (14, True),
    "total": (11, False),
}
"""Size in points at zoom 1, and whether bold, of the words by their style."""

FIXED = ("ply", "headline", "total")
"""The styles whose size the zoom does not change."""

SMALLEST_FONT = 8
"""Words that would be smaller than this are not written, unless a little room is missing (see `font_size`)."""

SMALLEST_ZOOM = 0.6
"""The zoom below which nodes have no words."""


def font_size(style: str, zoom: float) -> int:
    """The size in points of a word at a zoom; 0 where it is not written."""
    size, _ = FONTS[style]
    if style in FIXED:
        return size
    if zoom < SMALLEST_ZOOM:
        return 0
    return max(int(size * zoom + 0.01), SMALLEST_FONT)
