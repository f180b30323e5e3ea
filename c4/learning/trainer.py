"""The Trainer of reference system 1 (R1-8): it usually completes its own open rows and columns.  Imports numba.

It looks for connect - 1 own stones, vertical with a free cell above, or horizontal with a free cell at the left end,
or else at the right.  Rows are scanned from the top down (a vertical run belongs to the row of its top stone).  Of
each row the first hit from the left counts, and the last row with a hit decides.  Its column gets FAVOUR, all others 1.
The Trainer does not block, sees no diagonals and no gaps, and ignores whether a free cell can be reached.
"""

from __future__ import annotations

from c4.compiled.board import Board, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import U, Words, signed
from c4.compiled.splitmix import below

FAVOUR = 7


@kernel(inlined=True)
def run_length(stones: U, cell: int, step: int, most: int) -> int:
    """The stones in a row from a cell on, in steps of `step` bits, at most `most`."""
    length = 0
    while length < most and 0 <= cell < 64 and (stones >> U(cell)) & U(1):
        length += 1
        cell += step
    return length


@kernel(inlined=True)
def has(stones: U, cell: int) -> bool:
    """Whether a cell, which may lie outside the word, holds one of the stones."""
    return 0 <= cell < 64 and ((stones >> U(cell)) & U(1)) == U(1)


@kernel
def favoured(own: U, other: U, board: Board) -> int:
    """The column (from 0) that the Trainer with the stones `own` prefers, -1 if none."""
    stride, short = signed(board.stride), board.connect - 1
    free = board.full & ~(own | other)
    found = -1
    for row in range(stride - 2, -1, -1):
        for column in range(board.columns):
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
    return found


@kernel(inlined=True)
def weight_of(column: int, best: int, playable: U, board: Board) -> int:
    """FAVOUR for the preferred column, 1 for others, 0 for a full one."""
    if playable & board.column[column] == U(0):
        return 0
    return FAVOUR if column == best else 1


@kernel
def choose(own: U, other: U, board: Board, random: Words) -> int:
    """The column the Trainer plays, drawn by weight among the columns that are not full; there must be one."""
    playable = free_cells(own | other, board)
    best = favoured(own, other, board)
    total = 0
    for column in range(board.columns):
        total += weight_of(column, best, playable, board)
    left = below(random, total)
    for column in range(board.columns):
        left -= weight_of(column, best, playable, board)
        if left < 0:
            return column
    return -1
