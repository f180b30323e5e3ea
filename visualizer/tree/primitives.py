"""What a figure of a tree is made of: shapes, lines and words in pixels, y downwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from visualizer.state.tree.view import Key

Spot = tuple[float, float]
"""Pixels across and down."""

BAND_LAYER = 0
EDGE_LAYER = 1
BEST_LAYER = 2
ARROW_LAYER = 3
RING_LAYER = 3
DISC_LAYER = 4
NODE_LAYER = 5
HATCH_LAYER = 6
LANE_LAYER = 7
"""The order in which marks are drawn.  Words come last, so no shape and no line covers a word."""


class Box(NamedTuple):
    """A rectangle, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Pixels across."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Pixels down."""
        return self.bottom - self.top

    @property
    def centre(self) -> Spot:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> np.ndarray:
        """Its corners, from the left upper one clockwise: shape (4, 2)."""
        left, top, right, bottom = self
        return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def box_about(centre: Spot, width: float, height: float) -> Box:
    """The box of a size about a point."""
    x, y = centre
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


class Shape(NamedTuple):
    """A filled polygon.

    corners     shape (n, 2)
    fill, edge  "#rrggbb", or "none"
    width       of its outline in points
    dashed      whether its outline is dashed
    name        what it is: "node", "disc", "fold", "sheet", "ring", ...
    key         the node that it belongs to
    """

    corners: np.ndarray
    fill: str
    edge: str
    layer: int
    name: str
    key: Key | None = None
    width: float = 1.0
    dashed: bool = False


class Line(NamedTuple):
    """A line through points, shape (n, 2); its width is in points."""

    points: np.ndarray
    ink: str
    layer: int
    name: str
    key: Key | None = None
    width: float = 1.0
    dashed: bool = False


class Word(NamedTuple):
    """A text about its middle; `style` is a key of `visualizer.tree.shapes.FONTS`."""

    x: float
    y: float
    text: str
    style: str
    ink: str
    key: Key | None = None
    upright: bool = False


class Figure(NamedTuple):
    """A figure, ready to be painted.

    boxes   the box of every node that is drawn, also of those out of sight
    zoom    points of the screen in a point of the layout
    """

    shapes: list[Shape]
    lines: list[Line]
    words: list[Word]
    boxes: dict[Key, Box]
    zoom: float = 1.0


EMPTY_FIGURE = Figure([], [], [], {})


def placed(outline: np.ndarray, x: float, y: float, width: float, height: float) -> np.ndarray:
    """An outline about a point, in a size."""
    corners: np.ndarray = outline * (width, height) + (x, y)
    return corners


def placed_in(box: Box, outline: np.ndarray) -> np.ndarray:
    """An outline that fills a box."""
    return placed(outline, *box.centre, box.width, box.height)
