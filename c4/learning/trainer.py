"""The Trainer bot of reference system 1 (R1-8): an opponent that completes its own open rows and columns more often than not.  Imports numba.

It looks for connect - 1 own stones upright with a free cell above, or across with a free cell at the left end, or else at the
right.  Rows are scanned from the top down (an upright run in the row of its top stone), and of each row the first hit from the
left counts; the last row with one wins.  That column gets FAVOUR, all others 1.
It does not block, sees no diagonals and no gaps, and does not ask whether a free cell can be reached.
"""

from __future__ import annotations

import numpy as np

from c4.compiled.jit import kernel
from c4.compiled.lines import BOARD, BOTTOM, CONNECT, STRIDE, U
from c4.compiled.splitmix import below

FAVOUR = 7


@kernel("int64(uint64, int64, int64, int64)", inlined=True)
def run_length(stones, cell, step, most):
    """Stones in a row from a cell on, in steps of so many bits, `most` at most."""
    length = 0
    while length < most and 0 <= cell < 64 and (stones >> U(cell)) & U(1):
        length += 1
        cell += step
    return length


@kernel("boolean(uint64, int64)", inlined=True)
def has(stones, cell):
    """Whether a cell, which may lie outside the word, is among the stones."""
    return 0 <= cell < 64 and ((stones >> U(cell)) & U(1)) == U(1)


@kernel("int64(uint64, uint64, uint64[::1])")
def favoured(own, other, masks):
    """The column (from 0) that the Trainer with the stones `own` prefers, -1 when it has none; masks as `line_masks` gives them."""
    stride, short = np.int64(masks[STRIDE]), np.int64(masks[CONNECT]) - 1
    free = masks[BOARD] & ~(own | other)
    found = -1
    for row in range(stride - 2, -1, -1):
        column = 0
        while has(masks[BOARD], row + column * stride):
            cell = row + column * stride
            hit = -1
            if has(free, cell + 1) and run_length(own, cell, -1, short) == short:
                hit = column
            elif run_length(own, cell, stride, short) == short:
                if has(free, cell - stride):
                    hit = column - 1
                elif has(free, cell + short * stride):
                    hit = column + short
            if hit >= 0:
                found = hit
                break
            column += 1
    return found


@kernel("int64(int64, int64, uint64, int64)", inlined=True)
def weight_of(column, best, playable, stride):
    """FAVOUR for the preferred column, 1 for others, 0 for a full one."""
    if not (playable >> U(column * stride)) & ((U(1) << U(stride - 1)) - U(1)):
        return 0
    return FAVOUR if column == best else 1


@kernel("int64(uint64, uint64, uint64[::1], uint64[::1])")
def choose(own, other, masks, random):
    """The column the Trainer plays: it draws by its weights among the columns that are not full, of which there must be one."""
    stride = np.int64(masks[STRIDE])
    playable = ((own | other) + masks[BOTTOM]) & masks[BOARD]
    best = favoured(own, other, masks)
    total, columns = 0, 0
    while has(masks[BOARD], columns * stride):
        total += weight_of(columns, best, playable, stride)
        columns += 1
    left = below(random, total)
    for column in range(columns):
        left -= weight_of(column, best, playable, stride)
        if left < 0:
            return column
    return -1
