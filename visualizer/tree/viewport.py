"""Viewport: maps slots and plies to pixels, and changes when you zoom and pan.

pixel x = left + slot * (pixels a slot)        pixel y = top + ply * (pixels a ply), downwards
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from visualizer.tree.layout import Layout

NATURAL = (36.0, 64.0)
"""Points a slot and a ply take at zoom 1."""

WIDEST = (64.0, 190.0)
"""Points a slot and a ply take at most when a small tree is fitted."""

STEEP = 5.0
"""Height of a ply in slots at most, once it is legible: a wide tree is not stretched."""

LEGIBLE = (17.0, 38.0)
"""Points a slot and a ply take at least when a tree is first shown; a larger tree then overflows the pane."""


@dataclass(frozen=True)
class Viewport:
    """Where (0, 0) is and how many pixels a slot and a ply take."""

    left: float = 0.0
    top: float = 0.0
    slot: float = NATURAL[0]
    ply: float = NATURAL[1]

    def pixels(self, xy: np.ndarray) -> np.ndarray:
        """Pixels of an array of (slot, ply), shape (n, 2)."""
        spots: np.ndarray = np.asarray(xy, dtype=float).reshape(-1, 2) * (self.slot, self.ply) + (self.left, self.top)
        return spots

    def pixel(self, at: tuple[float, float]) -> tuple[float, float]:
        """The pixel of one (slot, ply)."""
        return self.left + at[0] * self.slot, self.top + at[1] * self.ply

    def point(self, x: float, y: float) -> tuple[float, float]:
        """The (slot, ply) under a pixel."""
        return (x - self.left) / self.slot, (y - self.top) / self.ply

    def limits(self, width: float, height: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """The axes' x and y limits for a picture of that many pixels."""
        (x0, y0), (x1, y1) = self.point(0, 0), self.point(width, height)
        return (x0, x1), (y1, y0)

    def moved(self, dx: float, dy: float) -> Viewport:
        """The picture moved by pixels."""
        return replace(self, left=self.left + dx, top=self.top + dy)

    def scaled(self, factor: float) -> Viewport:
        """The same picture with so many times the pixels."""
        return Viewport(self.left * factor, self.top * factor, self.slot * factor, self.ply * factor)

    def zoomed(self, factor: float, x: float, y: float, points: float = 1.0) -> Viewport:
        """Zoomed about a pixel, within limits."""
        slot = float(np.clip(self.slot * factor, min(0.3 * points, self.slot), max(300 * points, self.slot)))
        factor = slot / self.slot
        return Viewport(x + (self.left - x) * factor, y + (self.top - y) * factor, slot, self.ply * factor)


def fit(
    layout: Layout, width: float, height: float, gutter: float = 0.0, points: float = 1.0, legible: float = 0.0
) -> Viewport:
    """The viewport that shows all of a layout right of the gutter, the root on top.

    With `legible`, slots and plies are at least large enough to read the labels, as long as all replies to the root stay
    visible; it is the width of values, 1 for integers.  0 asks for no size.
    """
    wide, high = layout.width, layout.height
    space = max(width - gutter - 14, 20), max(height - 4, 20)
    slot = min(space[0] / wide, WIDEST[0] * points)
    ply = min(space[1] / high, WIDEST[1] * points)
    first, last = layout.replies
    if legible:
        most = space[0] / max(last - first, 1.0)
        slot = max(slot, min(LEGIBLE[0] * points * legible, most))
        ply = max(ply, LEGIBLE[1] * points)
    ply = min(ply, max(STEEP * slot, 1.3 * NATURAL[1] * points))
    margin = space[0] - wide * slot
    if margin >= 0:
        left = gutter + margin / 2 - layout.left * slot
    else:  # too wide: keep the replies to the root visible, and as much as possible on both sides
        left = gutter + space[0] / 2 - (layout.left + layout.right) / 2 * slot
        left = min(max(left, gutter - first * slot), gutter + space[0] - last * slot)
    top = 2 - layout.top * ply + max(0.0, min(space[1] - high * ply, 0.3 * space[1]) / 2)
    return Viewport(left, top, slot, ply)


def shrink_around(
    layout: Layout,
    viewport: Viewport,
    at: tuple[float, float],
    width: float,
    height: float,
    gutter: float,
    legible: float,
) -> Viewport:
    """The viewport zoomed out about a spot (slot, ply), which stays where it is, until all of a layout is visible.

    `legible` is as in `fit`, times the pixels in a point; where labels would become illegible nothing changes.
    """
    (x, y), (slot, ply) = viewport.pixel(at), (viewport.slot, viewport.ply)
    for space, extent in ((x - gutter, at[0] - layout.left), (width - 6 - x, layout.right - at[0])):
        slot = min(slot, max(space, 0.0) / extent) if extent > 0 else slot
    if layout.bottom > at[1]:
        ply = min(ply, max(height - 2 - y, 0.0) / (layout.bottom - at[1]))
    least = LEGIBLE[0] * legible, LEGIBLE[1] * legible
    slot, ply = (
        slot if slot >= min(least[0], viewport.slot) else viewport.slot,
        ply if ply >= min(least[1], viewport.ply) else viewport.ply,
    )
    return Viewport(x - at[0] * slot, y - at[1] * ply, slot, ply)
