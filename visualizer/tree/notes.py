"""Notes: where a word that comes and goes covers no other word and no glyph of a drawn tree.  Imports numpy."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

import numpy as np

from visualizer.tree.draw import Placed

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

WAYS = tuple(pi * part / 12 for part in (-6, 6, 0, 12, -3, 3, -9, 9, -1, 1, -11, 11, -5, 5, -7, 7))
"""The directions from a glyph in which room is sought, the best first: above, below, right, left, between."""

STEPS = tuple(1.35**step for step in range(18))
"""How far away it is sought, in parts of the first distance."""


def boxes(
    words: list[Placed],
    measure: Callable[[str, str], tuple[float, float]],
    bead: float,
    spots: np.ndarray,
    radii: np.ndarray,
    moved: tuple[float, float] = (0, 0),
) -> np.ndarray:
    """The pixels that words and glyphs take, shape (n, 4), after all was moved; columns stand in beads of the radius
    `bead`, glyphs at `spots`, shape (m, 2).
    """
    found: list[Box] = []
    for word in words:
        if word.style.endswith("column"):
            found.append((word.x - bead, word.y - bead, word.x + bead, word.y + bead))
            continue
        width, height = measure(word.text, word.style)
        x = word.x if word.anchor == "w" else word.x - width / 2
        y = word.y if word.anchor == "n" else word.y - height / 2
        found.append((x, y + 2, x + width, y + height - 2))
    half = radii[:, None]
    return np.vstack((np.array(found).reshape(-1, 4), np.hstack((spots - half, spots + half)))) + (*moved, *moved)


def place_note(size: tuple[float, float], at: tuple[float, float], radius: float, taken: np.ndarray, frame: Box) -> Box:
    """The box for a note of `size` about the point `at`, outside `radius`, nearest to it among those in the frame that
    keep off `taken`, shape (n, 4); where there is none, the one that covers least.
    """
    (width, height), (x, y) = size, at
    reach = radius + 3
    least, best = np.inf, frame
    for step in STEPS:
        dx, dy = np.cos(WAYS), np.sin(WAYS)
        middle_x = x + dx * (reach * step + width / 2 * abs(dx))
        middle_y = y + dy * (reach * step + height / 2)
        left = np.clip(middle_x - width / 2, frame[0], frame[2] - width)
        top = np.clip(middle_y - height / 2, frame[1], frame[3] - height)
        tried = np.stack((left, top, left + width, top + height), axis=1)
        span = reach * step + width + height  # nothing beyond it can be covered
        near = taken[((taken[:, :2] < (x + span, y + span)) & (taken[:, 2:] > (x - span, y - span))).all(axis=1)]
        low = np.maximum(tried[:, None, :2], near[None, :, :2])
        high = np.minimum(tried[:, None, 2:], near[None, :, 2:])
        covered = np.maximum(high - low, 0).prod(axis=2).sum(axis=1)
        first = int(np.argmin(covered))
        if covered[first] < least:
            least, best = covered[first], tuple(tried[first].tolist())
        if least == 0:
            break
    return best
