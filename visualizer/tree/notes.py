"""Finds a free place for a note near a point."""

from __future__ import annotations

from math import hypot, inf, pi

import numpy as np

from visualizer.tree.primitives import Box, Spot

DIRECTIONS = np.array((-6, 6, 0, 12, -3, 3, -9, 9, -1, 1, -11, 11, -5, 5, -7, 7)) * pi / 12
"""The directions in which a note may be, the best first: above, below, right, left, between."""

ALL = slice(None)
BESIDE = slice(2, 4)
"""All of them, and those to the right and to the left."""

ACROSS = np.cos(DIRECTIONS)
DOWN = np.sin(DIRECTIONS)
"""What a step in each direction moves a note across and down."""

DISTANCES = tuple(1.35**step for step in range(18))
"""How far away it may be, as multiples of the first distance."""

CLEARANCE = 3.0
"""Pixels between a note and the radius that it stays out of."""


def place_note(
    size: tuple[float, float],
    at: Spot,
    radius: float,
    used: np.ndarray,
    frame: Box,
    within: float = inf,
    directions: slice = ALL,
) -> Box | None:
    """The box for a note of `size` about the point `at`, outside `radius`: the nearest one in the frame that covers none
    of the boxes `used`, shape (n, 4), in some of the directions; None where there is none, or only farther than `within`
    pixels from the point.
    """
    for distance in DISTANCES:
        step = (radius + CLEARANCE) * distance
        if step > 2 * within:
            return None  # even a box between two of the four main directions is farther away
        tried = boxes_about(size, at, step, frame)[directions]
        low = tried[:, :2].min(axis=0)
        high = tried[:, 2:].max(axis=0)
        close = used[np.all((used[:, :2] < high) & (used[:, 2:] > low), axis=1)]
        apart = (tried[:, None, 2:] <= close[None, :, :2]) | (close[None, :, 2:] <= tried[:, None, :2])
        free = np.all(apart.any(axis=2), axis=1)
        for box in tried[free].tolist():
            found = Box(*box)
            if distance_to(at, found) <= within:
                return found
    return None


def boxes_about(size: tuple[float, float], at: Spot, step: float, frame: Box) -> np.ndarray:
    """The boxes of `size` in all directions, `step` pixels away from a point and in the frame: shape (16, 4)."""
    width, height = size
    x, y = at
    middle_x = x + ACROSS * (step + width / 2 * np.abs(ACROSS))
    middle_y = y + DOWN * (step + height / 2)
    left = np.clip(middle_x - width / 2, frame.left, frame.right - width)
    top = np.clip(middle_y - height / 2, frame.top, frame.bottom - height)
    return np.stack((left, top, left + width, top + height), axis=1)


def distance_to(spot: Spot, box: Box) -> float:
    """How far a point is from a box, in pixels."""
    x, y = spot
    across = max(box.left - x, x - box.right, 0.0)
    down = max(box.top - y, y - box.bottom, 0.0)
    return hypot(across, down)


def distance_between(one: Box, other: Box) -> float:
    """How far two boxes are from each other, in pixels."""
    across = max(one.left - other.right, other.left - one.right, 0.0)
    down = max(one.top - other.bottom, other.top - one.bottom, 0.0)
    return hypot(across, down)
