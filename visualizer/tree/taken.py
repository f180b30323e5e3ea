"""Taken: which pixels of a picture are in use, so that words find room.  Imports numpy."""

from __future__ import annotations

import numpy as np

Part = tuple[slice, slice]


class Taken:
    """Pixels that are in use, in squares of two by two so that looking is quick."""

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = box
        self.corner = left, top
        self.squares = np.zeros((max(0, int(bottom - top) // 2) + 1, max(0, int(right - left) // 2) + 1), dtype=bool)

    def parts(self, boxes: np.ndarray) -> list[Part]:
        """The squares of boxes in pixels, shape (n, 4): left, top, right, bottom."""
        low = np.maximum((boxes[:, :2] - self.corner).astype(np.int64), 0) // 2
        high = np.maximum((boxes[:, 2:] - self.corner).astype(np.int64) // 2 + 1, 0)
        return [
            (slice(top, bottom), slice(left, right)) for left, top, right, bottom in np.hstack((low, high)).tolist()
        ]

    def add(self, part: Part) -> None:
        """Marks squares as used."""
        self.squares[part] = True

    def free(self, part: Part) -> bool:
        """Whether none of these squares is used yet."""
        return not self.squares[part].any()

    def draw(self, segments: np.ndarray) -> None:
        """Marks straight lines, shape (n, 2, 2): end by end, x and y."""
        (height, width), (left, top) = self.squares.shape, self.corner
        ends = (segments - (left, top)) / 2
        low, high = ends.min(axis=1), ends.max(axis=1)
        ends = ends[((high >= 0) & (low < (width, height))).all(axis=1)]
        ends = np.clip(ends, -2 * max(width, height), 3 * max(width, height))
        if not len(ends):
            return
        steps = np.ceil(np.abs(ends[:, 1] - ends[:, 0]).max(axis=1)).astype(np.int64) + 1
        which = np.repeat(np.arange(len(ends)), steps)
        part = (np.arange(steps.sum()) - np.repeat(np.cumsum(steps) - steps, steps)) / np.maximum(steps - 1, 1)[which]
        x, y = (ends[which, 0] + part[:, None] * (ends[which, 1] - ends[which, 0])).astype(np.int64).T
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        self.squares[y[inside], x[inside]] = True

    def free_all(self, boxes: np.ndarray) -> np.ndarray:
        """bool (n,): the same of boxes (n, 4) inside, all at once, by how many squares up to each corner are in use."""
        rows, columns = self.squares.shape
        sums = np.zeros((rows + 1, columns + 1), dtype=np.int32)
        np.cumsum(self.squares, axis=0, dtype=np.int32, out=sums[1:, 1:])
        np.cumsum(sums, axis=1, out=sums)
        x0, y0, x1, y1 = np.maximum(boxes - (*self.corner, *self.corner), 0).T.astype(np.int64) // 2
        x1, y1 = np.minimum(x1 + 1, columns), np.minimum(y1 + 1, rows)
        free: np.ndarray = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0] == 0
        return free
