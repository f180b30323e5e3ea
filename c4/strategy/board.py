"""The bit tricks of the strategy room: the standard board (7 x 6), compiled.  Imports numba.

Bits as in `c4.game.rules`: seven a column, the seventh a spare.
"""

from __future__ import annotations

import numpy as np
from numba import types

from c4.compiled.jit import kernel
from c4.compiled.lines import U
from c4.game.rules import STANDARD

BOTTOM = U(STANDARD.bottom)
BOARD = U(STANDARD.board)
ONE, ZERO = U(1), U(0)
_COLUMN = U(0x7F)


@kernel(types.uint64(types.uint64, types.uint64), inlined=True)
def fourths(stones, d):
    """Cells that make four with three of `stones` in a direction of shift `d` that is not upright."""
    pairs = stones & (stones >> d)
    above = (pairs >> d) & ((stones >> (d + d + d)) | (stones << d))
    below = (pairs << (d + d)) & ((stones >> d) | (stones << (d + d + d)))
    return above | below


@kernel(types.uint64(types.uint64, types.uint64), inlined=True)
def wins_of(stones, empty):
    """The empty cells that complete a line of `stones`."""
    found = (stones << ONE) & (stones << U(2)) & (stones << U(3))
    found |= fourths(stones, U(6)) | fourths(stones, U(7)) | fourths(stones, U(8))
    return found & empty


@kernel(types.boolean(types.uint64), inlined=True)
def several(cells):
    """Whether more than one bit is set."""
    return cells & (cells - ONE) != ZERO


@kernel(types.uint64(types.uint64))
def mirror(cells):
    """Cells seen in a mirror."""
    turned = ZERO
    for _ in range(7):
        turned = (turned << U(7)) | (cells & _COLUMN)
        cells = cells >> U(7)
    return turned


@kernel(types.uint64(types.uint64), inlined=True)
def middle_first(cells):
    """Of several cells in different columns the one nearest to the middle, left before right."""
    for column in (3, 2, 4, 1, 5, 0, 6):
        found = cells & (_COLUMN << U(7 * column))
        if found != ZERO:
            return found
    return ZERO


@kernel(types.int64(types.uint64), inlined=True)
def place_of(key):
    """Where a key goes first in a table of 2**16 words."""
    return np.int64((key * U(0x9E3779B97F4A7C15)) >> U(48))
