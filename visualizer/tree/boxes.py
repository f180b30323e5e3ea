"""Boxes of shapes and lines, as rows of arrays, and what shares room with them."""

from __future__ import annotations

import numpy as np

from visualizer.tree.primitives import Box


def overlaps(box: Box, others: np.ndarray) -> bool:
    """Whether a box shares room with one of others, shape (n, 4)."""
    left, top, right, bottom = others.T
    return bool(((left < box.right) & (box.left < right) & (top < box.bottom) & (box.top < bottom)).any())


def count_crossed(points: np.ndarray, boxes: np.ndarray) -> int:
    """How many boxes, shape (n, 4), a line through close points, shape (m, 2), runs through."""
    x = points[:, :1]
    y = points[:, 1:]
    left, top, right, bottom = boxes.T
    inside = (left < x) & (x < right) & (top < y) & (y < bottom)
    return int(inside.any(axis=0).sum())


def boxes_of(polygons: list[np.ndarray]) -> np.ndarray:
    """The boxes of polygons, shape (n, 4)."""
    if not polygons:
        return np.empty((0, 4))
    corners = np.concatenate(polygons)
    sizes = np.array([len(polygon) for polygon in polygons])
    first = (np.cumsum(sizes) - sizes).astype(int)
    return np.hstack((np.minimum.reduceat(corners, first), np.maximum.reduceat(corners, first)))


def boxes_along(lines: list[np.ndarray], step: float) -> np.ndarray:
    """Boxes that cover lines through points, each at most about `step` pixels across and down: shape (n, 4)."""
    if not lines:
        return np.empty((0, 4))
    ends = np.cumsum([len(points) for points in lines])
    points = np.concatenate(lines)
    inside = np.ones(len(points) - 1, dtype=bool)
    inside[ends[:-1] - 1] = False  # from one line to the next
    starts = points[:-1][inside]
    segments = np.diff(points, axis=0)[inside]
    parts = (np.hypot(segments[:, 0], segments[:, 1]) / step).astype(int) + 1  # of each segment
    first = np.repeat(np.cumsum(parts) - parts, parts)
    number = (np.arange(parts.sum()) - first)[:, None]  # of each part in its segment
    way = np.repeat(segments / parts[:, None], parts, axis=0)
    begin = np.repeat(starts, parts, axis=0) + way * number
    end = begin + way
    return np.hstack((np.minimum(begin, end), np.maximum(begin, end)))
