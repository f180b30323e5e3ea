"""Curved lines."""

from __future__ import annotations

import numpy as np

from visualizer.tree.primitives import Spot

CURVE_POINTS = 24
"""Of an arrow or a link."""


def curve(start: Spot, after_start: Spot, before_end: Spot, end: Spot) -> np.ndarray:
    """Points of a curve that leaves `start` towards a point and reaches `end` from another, shape (CURVE_POINTS, 2)."""
    share = np.linspace(0.0, 1.0, CURVE_POINTS)[:, None]
    rest = 1 - share
    points: np.ndarray = (
        rest**3 * np.array(start)
        + 3 * rest**2 * share * np.array(after_start)
        + 3 * rest * share**2 * np.array(before_end)
        + share**3 * np.array(end)
    )
    return points
