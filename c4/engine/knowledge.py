"""What the strong search knows of a node without searching it: games that are over, threats, the table.  Imports numba."""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from c4.compiled.jit import kernel
from c4.compiled.lines import U, has_line, popcount, winning_cells
from c4.engine.table import ENGINE, data_value, probe
from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR
from c4.search.kernels import count_lines
from c4.tree.searchtree import INTERIOR, TABLE, TERMINAL, THREAT

_control = from_dtype(ENGINE)[::1]
_table = types.uint64[::1]


@kernel(
    types.Tuple((types.int64, types.int64, types.int64, types.uint64, types.uint64))(
        types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64, _control
    ),
    inlined=True,
)  # fmt: skip
def assess(mover, other, depth, alpha, beta, ply, control):
    """(kind, value, bound, candidates, must): what the board says, for the side to move.

    kind is TERMINAL or THREAT, with a value and its bound, or else INTERIOR: then the game goes on with one of the cells
    `candidates`, and `must` are those where the other side threatens to win.
    """
    c = control[0]
    occupied = mover | other
    stones = popcount(occupied)
    stride, connect = U(c.stride), c.connect

    # Is the game over?  With `forced` a winning move is seen before it is played, except at the root.
    free = (occupied + c.bottom) & c.board
    must = U(0)
    if c.first_line == 1:
        if (c.forced == 0 or ply == 1) and has_line(other, stride, connect):
            return TERMINAL, stones - WIN, EXACT, free, must
        if free == U(0):
            return TERMINAL, 0, EXACT, free, must
    elif depth > 0 and free == U(0):
        return (
            TERMINAL,
            c.line_value * (count_lines(mover, stride, connect) - count_lines(other, stride, connect)),
            EXACT,
            free,
            must,
        )

    # What do the threats on the board say?  Only what is seen within the depth counts, unless forced replies cost none.
    candidates = free
    if c.forced == 1 and ply > 0 and (depth > 0 or c.extensions == 1):
        empty = c.board & ~occupied
        if winning_cells(mover, empty, stride, connect) & free != U(0):
            return THREAT, WIN - stones - 1, EXACT, free, must
        if depth > 1 or c.extensions == 1:
            danger = winning_cells(other, empty, stride, connect)
            must = danger & free
            if must != U(0):
                candidates = must
            candidates &= ~(danger >> U(1))  # never under a cell with which the other side wins
            if must & (must - U(1)) != U(0) or candidates == U(0):
                return THREAT, stones + 2 - WIN, EXACT, free, must
            if stones + 4 - WIN >= beta:
                return THREAT, stones + 4 - WIN, LOWER, free, must
        if WIN - stones - 3 <= alpha:
            return THREAT, WIN - stones - 3, UPPER, free, must
    return INTERIOR, 0, NO_BOUND, candidates, must


@kernel(
    types.UniTuple(types.int64, 4)(
        _table, _control, types.int64, types.uint64, types.boolean, types.int64, types.int64, types.int64, types.int64
    ),
    inlined=True,
)  # fmt: skip
def look_up(table, control, place, key, maximizer_moves, depth, alpha, beta, ply):
    """(kind, value, bound, column): TABLE when what the table says will do, or else INTERIOR; and the move that was best, -1 for none.

    Values that are won or lost hold at any depth.
    """
    data = probe(table, place, key, maximizer_moves)
    if data == U(0):
        return INTERIOR, 0, NO_BOUND, -1
    column, value, bound = np.int64(data & U(255)) - 1, data_value(data), np.int64((data >> U(8)) & U(3))
    decided = control[0].first_line == 1 and abs(value) >= WIN_FLOOR
    deep = decided or np.int64((data >> U(16)) & U(255)) >= depth
    if (
        deep
        and ply > 0
        and beta - alpha == 1
        and (bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha))
    ):
        return TABLE, value, bound, column
    return INTERIOR, value, NO_BOUND, column
