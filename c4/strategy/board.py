"""Bit operations on the standard board (7 x 6), compiled.  Imports numba.

Bits as in `c4.game.rules`: seven per column, the seventh a spare.
"""

from __future__ import annotations

from c4.compiled.board import FULL
from c4.compiled.hashing import MULTIPLIER
from c4.compiled.jit import kernel
from c4.compiled.kinds import U, signed

BOARD = FULL
ONE, ZERO = U(1), U(0)
_COLUMN = U(0x7F)


@kernel(inlined=True)
def middle_first(cells: U) -> U:
    """Of several cells in different columns the one nearest to the middle, left before right."""
    for column in (3, 2, 4, 1, 5, 0, 6):
        found = cells & (_COLUMN << U(7 * column))
        if found != ZERO:
            return found
    return ZERO


@kernel(inlined=True)
def place_of(key: U) -> int:
    """The first place of a key in a table of 2**16 words."""
    return signed((key * MULTIPLIER) >> U(48))
