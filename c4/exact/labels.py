"""Labels: many positions with their outcome under perfect play, in one compact file.

    labels = read("labels.npz")
    labels.first, labels.second, labels.value       the discs of the first player, of the second, and the result

A file (see `c4.archives`; nothing in it is ever executed) holds a JSON header, `codes`, the differences of ascending uint64
codes, and `value`, int8.  A code is (discs of the first player) + (all discs) + (the lowest cell of
every column): in each column its highest bit is the lowest free cell, and those below say whose the discs are.
Of a position and its mirror image only the one with the smaller code is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from c4.archives import Archive
from c4.errors import C4Error
from c4.game.rules import STANDARD
from c4.storage import Unreadable, reading, wanted_version

FORMAT = "c4-labels"
VERSION = 1
MAX_ARRAY_BYTES = 1 << 31
"""Bytes of arrays that are read."""

BOTTOM = np.uint64(STANDARD.bottom)
BOARD = np.uint64(STANDARD.board)
ONE = np.uint64(1)


@dataclass(frozen=True, eq=False)
class Labels:
    """Positions of the standard board with their exact results.

    code    uint64 (n,), ascending, no two alike
    value   int8 (n,): 1 if the first player wins under perfect play, 0 for a draw, -1 if the second wins
    about   the header: how they were made
    """

    code: np.ndarray
    value: np.ndarray
    about: dict[str, Any]

    def __len__(self) -> int:
        return len(self.code)

    @cached_property
    def first(self) -> np.ndarray:
        """uint64 (n,): the discs of the first player."""
        return stones_of(self.code)[0]

    @cached_property
    def second(self) -> np.ndarray:
        """uint64 (n,): the discs of the other side."""
        return stones_of(self.code)[1]

    @cached_property
    def ply(self) -> np.ndarray:
        """int64 (n,): discs on the board; if even, the first player moves next."""
        result: np.ndarray = np.bitwise_count(self.first | self.second).astype(np.int64)
        return result


def read(path: str | Path) -> Labels:
    """The labels of a file.  Raises C4Error if it is missing, damaged, cut off, or of another version."""
    missing = f"there are no labels {path}: make some with `python -m lab make labels --out {path}`"
    with reading(path, missing), Archive(path, "a file of labels", MAX_ARRAY_BYTES) as file:
        about = file.header
        if about.get("format") != FORMAT:
            raise Unreadable(f'is not a file of labels of this program: "format": "{FORMAT}" was expected')
        if (version := about.get("version")) != VERSION:
            raise Unreadable(f"is a file of labels of version {version!r}: {wanted_version(version, VERSION)}")
        steps = file.array("codes", "uint64", (None,))
        value = file.array("value", "int8", (len(steps),))
        file.require_all_read()
    code = np.cumsum(steps, dtype=np.uint64)
    first, second = stones_of(code)
    more = np.bitwise_count(first).astype(np.int8) - np.bitwise_count(second).astype(np.int8)
    valid = (
        bool((steps > 0).all() and (code[1:] > code[:-1]).all())
        and np.array_equal(codes_of(first, second), code)
        and bool(((more == 0) | (more == 1)).all() and (np.abs(value) <= 1).all())
    )
    if not valid:
        raise C4Error(f"{path} is damaged: what it holds are not positions with their results")
    return Labels(code, value, about)


# -- codes ------------------------------------------------------------------------------------------------------------


def codes_of(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The codes of positions as they are, uint64 (n,)."""
    result: np.ndarray = first + (first | second) + BOTTOM
    return result


def stones_of(code: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The discs of the first player and of the second, uint64 (n,); the reverse of `codes_of`."""
    below = code >> ONE & BOARD  # the discs: every cell below the highest bit of a column
    for _ in range(STANDARD.rows - 1):
        below = below | below >> ONE & BOARD
    first = code & below
    return first, below ^ first
