"""Viewport: maps a layout to pixels, and changes when you zoom and pan.

pixel x = left + x * (pixels a point of the layout)        pixel y = top + ply * (pixels a ply), downwards
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from visualizer.tree.layout import BELOW, Layout
from visualizer.tree.shapes import (
    CAPTION_MARGIN,
    DETAIL_HEIGHT,
    DISC,
    LEAST_EDGE,
    LINE_HEIGHT,
    MARKS_HEIGHT,
    NODE_HEIGHT_CAPTIONED,
)

PLY = 112.0
"""Height of a ply at zoom 1, in points: nodes, what is below them with captions, and edges with their discs."""

MAX_FITTED_ZOOM = 2.2
MAX_PLY_HEIGHT = 270.0
"""Zoom and height of a ply at most when a small tree is fitted."""

MIN_PLY_HEIGHT = 54.0
"""Height of a ply at zoom 1 where many plies, or what you unfold, need the room; see `least_ply_height`."""

HEADLINE_HEIGHT = 26.0
"""Points above the root in which is written what is best."""

MARGIN = 14.0
"""Points left free on both sides."""

LANE = 18.0
"""Points at the left edge in which the plies have their names."""

READABLE_ZOOM = 0.62
"""The zoom from which words can be read."""

LEAST_ZOOM_FOR_CAPTIONS = 0.91
"""The zoom down to which a tree gets smaller so that there is room for captions: the one from which words are no more than
a point smaller than at zoom 1.
"""

LEAST_ZOOM_FOR_ALL = 0.73
"""The zoom down to which all of a tree is shown; one that would have to be smaller goes beyond the frame."""

SMALLEST_CANVAS = 20
"""Pixels across and down from which a canvas is drawn on: before it is laid out it has one."""

LEAST_ZOOM = 0.02
MOST_ZOOM = 12.0
"""How far you can zoom out and in."""

SMALLEST_FITTED_ZOOM = 1e-3
"""The zoom of a tree that no pane has room for."""

GROWTH_WITH_HEIGHT = 0.4
"""How much words grow with the plies where there is more height than they ask for, as a share."""


@dataclass(frozen=True)
class Viewport:
    """Where a layout is on the canvas.

    left, top   the pixel of (0, 0)
    unit        the pixels that a point of the layout takes at this zoom
    ply         the pixels that a ply takes
    """

    left: float = 0.0
    top: float = 0.0
    unit: float = 1.0
    ply: float = PLY

    def pixels(self, xy: np.ndarray) -> np.ndarray:
        """Pixels of an array of (x, ply), shape (n, 2)."""
        spots: np.ndarray = np.asarray(xy, dtype=float).reshape(-1, 2) * (self.unit, self.ply) + (self.left, self.top)
        return spots

    def pixel(self, at: tuple[float, float]) -> tuple[float, float]:
        """The pixel of one (x, ply)."""
        return self.left + at[0] * self.unit, self.top + at[1] * self.ply

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The (x, ply) under a pixel."""
        return (x - self.left) / self.unit, (y - self.top) / self.ply

    def limits(self, width: float, height: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """The axes' x and y limits for a picture of that many pixels."""
        (x0, y0) = self.point(0, 0)
        (x1, y1) = self.point(width, height)
        return (x0, x1), (y1, y0)

    def moved(self, dx: float, dy: float) -> Viewport:
        """The picture moved by pixels."""
        return replace(self, left=self.left + dx, top=self.top + dy)

    def zoomed(self, factor: float, x: float, y: float, pixels_per_point: float = 1.0) -> Viewport:
        """Zoomed about a pixel, within limits."""
        unit = float(np.clip(self.unit * factor, LEAST_ZOOM * pixels_per_point, MOST_ZOOM * pixels_per_point))
        factor = unit / self.unit
        return Viewport(x + (self.left - x) * factor, y + (self.top - y) * factor, unit, self.ply * factor)


def least_ply_height(layout: Layout) -> float:
    """The height of a ply at zoom 1 in which all words of its nodes have room, in points."""
    return MIN_PLY_HEIGHT + (DETAIL_HEIGHT if layout.two_lines else 0.0)


def captioned_ply_height(layout: Layout, lines: int, line_height: float = LINE_HEIGHT) -> float:
    """The height of a ply at zoom 1 in which there is room for so many lines of captions, in points."""
    nodes = NODE_HEIGHT_CAPTIONED + (DETAIL_HEIGHT if layout.two_lines else 0.0)
    return nodes + MARKS_HEIGHT + (lines + CAPTION_MARGIN) * line_height + LEAST_EDGE + DISC


def zoom_to_fill(layout: Layout, width: float, height: float, pixels_per_point: float = 1.0) -> float:
    """The zoom at which a layout fills a pane in which it will be laid out.

    Gaps between families make words no smaller than they are at zoom 1.
    """
    with_gaps = _zoom_for(layout.width_with_gaps, layout, width, height, pixels_per_point)
    if with_gaps >= 1:
        return with_gaps
    return min(_zoom_for(layout.narrowest_width, layout, width, height, pixels_per_point), 1.0)


def _zoom_for(row_width: float, layout: Layout, width: float, height: float, pixels_per_point: float) -> float:
    """The zoom at which a row that needs so many points, and the plies of a layout, fill a pane."""
    across = (width / pixels_per_point - 2 * MARGIN - LANE) / row_width
    down = _zoom_for_plies(layout, height, pixels_per_point)
    return max(min(across, down, MAX_FITTED_ZOOM), SMALLEST_FITTED_ZOOM)


def _zoom_for_plies(layout: Layout, height: float, pixels_per_point: float) -> float:
    """The zoom at which the plies of a layout fill the height, below the headline; a little less than 1 if there is room for
    captions then.
    """
    ply = (height / pixels_per_point - HEADLINE_HEIGHT) / layout.height
    if ply > PLY:
        return 1 + GROWTH_WITH_HEIGHT * (ply / PLY - 1)
    for lines in range(layout.caption_lines, 0, -1):
        with_captions = ply / captioned_ply_height(layout, lines)
        if with_captions >= LEAST_ZOOM_FOR_CAPTIONS:
            return min(with_captions, 1.0)
    return max(min(ply / least_ply_height(layout), 1.0), SMALLEST_FITTED_ZOOM)


def fit(layout: Layout, width: float, height: float, pixels_per_point: float = 1.0, readable: bool = False) -> Viewport:
    """The viewport that shows all of a layout.  A `readable` one is at least so large that its words can be read: a layout
    that would be smaller than `LEAST_ZOOM_FOR_ALL` has the root at the top and in the middle, and all plies if they can
    be read then.
    """
    least_ply = least_ply_height(layout)
    zoom = _zoom_for(layout.width, layout, width, height, pixels_per_point)
    if readable and zoom < LEAST_ZOOM_FOR_ALL:
        zoom = max(zoom, min(_zoom_for_plies(layout, height, pixels_per_point), 1.0), READABLE_ZOOM)
    ply = min((height / pixels_per_point - HEADLINE_HEIGHT) / layout.height, MAX_PLY_HEIGHT)
    ply = max(ply, least_ply * zoom) if readable else max(ply, 1.0)
    unit = zoom * pixels_per_point
    ply = ply * pixels_per_point
    lane = LANE * pixels_per_point
    middle = (layout.left + layout.right) / 2
    if layout.width * unit > width - lane:
        middle = next(iter(layout.at.values()))[0]  # the root's
    left = (width + lane) / 2 - middle * unit
    return Viewport(left, HEADLINE_HEIGHT * pixels_per_point - layout.top * ply, unit, ply)


def squeeze(
    layout: Layout, viewport: Viewport, at: tuple[float, float], height: float, pixels_per_point: float
) -> Viewport:
    """The viewport with lower plies about a spot (x, ply), which stays where it is, until the last ply is visible; with
    plies as low as text allows where that is not enough.
    """
    y = viewport.pixel(at)[1]
    least = least_ply_height(layout) * max(viewport.unit, pixels_per_point)
    ply = max((height - y) / max(layout.bottom - at[1], BELOW), least)
    ply = min(ply, viewport.ply)
    return replace(viewport, ply=ply, top=y - at[1] * ply)
