"""Finds a free place for a note near a point."""

from __future__ import annotations

from math import pi

import numpy as np

from visualizer.tree.marks import Box, Spot

DIRECTIONS = np.array((-6, 6, 0, 12, -3, 3, -9, 9, -1, 1, -11, 11, -5, 5, -7, 7)) * pi / 12
"""The directions in which a note may be, the best first: above, below, right, left, between."""

ACROSS = np.cos(DIRECTIONS)
DOWN = np.sin(DIRECTIONS)
"""What a step in each direction moves a note across and down."""

DISTANCES = tuple(1.35**step for step in range(18))
"""How far away it may be, as multiples of the first distance."""

CLEARANCE = 3.0
"""Pixels between a note and the radius that it stays out of."""


def place_note(size: tuple[float, float], at: Spot, radius: float, used: np.ndarray, frame: Box) -> Box | None:
    """The box for a note of `size` about the point `at`, outside `radius`: the nearest one in the frame that covers none
    of the boxes `used`, shape (n, 4); None where there is none.
    """
    width, height = size
    x, y = at
    reach = radius + CLEARANCE
    for distance in DISTANCES:
        middle_x = x + ACROSS * (reach * distance + width / 2 * np.abs(ACROSS))
        middle_y = y + DOWN * (reach * distance + height / 2)
        left = np.clip(middle_x - width / 2, frame.left, frame.right - width)
        top = np.clip(middle_y - height / 2, frame.top, frame.bottom - height)
        tried = np.stack((left, top, left + width, top + height), axis=1)
        apart = (tried[:, None, 2:] <= used[None, :, :2]) | (used[None, :, 2:] <= tried[:, None, :2])
        free = np.all(apart.any(axis=2), axis=1)
        if free.any():
            best = tried[int(np.argmax(free))]
            return Box(*best.tolist())
    return None
