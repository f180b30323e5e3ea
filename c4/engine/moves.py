"""What the strong search knows of a node without searching it: games that are over, threats, the table, the order of its moves.  Imports numba."""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from c4.compiled.jit import kernel
from c4.compiled.lines import U, has_line, popcount, winning_cells
from c4.engine.table import ENGINE, data_value, probe
from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR
from c4.search.kernels import MAX_COLUMNS, MAX_PLY, count_lines
from c4.tree.searchtree import INTERIOR, TABLE, TERMINAL, THREAT

FROM_TABLE, IS_KILLER, MAKES_THREAT = 1 << 56, 1 << 39, 1 << 40
"""What a move's score in the order of the search is made of; history stays below."""

_control = from_dtype(ENGINE)[::1]
_table = types.uint64[::1]


@kernel(
    types.Tuple((types.int64, types.int64, types.int64, types.uint64, types.uint64))(
        types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64, _control
    ),
    inlined=True,
)  # fmt: skip
def judge(mover, other, depth, alpha, beta, ply, control):
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


@kernel(
    types.int64(
        types.uint64, types.uint64, types.uint64, types.boolean, types.int64, types.int64, types.int64, _control
    ),
    inlined=True,
)
def order_moves(mover, other, candidates, maximizer_moves, depth, hint, ply, control):
    """Scores the moves: the table's (`hint`), killers, those that make threats, those that cut before, the middle.

    Writes them into the ply's `choice` and `score` and returns how many there are; -1 when one of them wins by two threats.
    """
    c = control[0]
    empty = c.board & ~(mover | other)
    free = ((mover | other) + c.bottom) & c.board
    side = 0 if maximizer_moves else 64
    double_threats = c.forced == 1 and c.first_line == 1 and ply > 0 and (depth > 2 or c.extensions == 1)
    end = ply * MAX_COLUMNS
    for i in range(c.columns):
        column = c.move_order[i]
        cell = candidates & c.column_mask[column]
        if cell == U(0):
            continue
        number = popcount(cell - U(1))
        score = c.merit[side + number] if c.history == 1 else 0
        if c.threats == 1 or double_threats:
            wins = winning_cells(mover | cell, empty & ~cell, U(c.stride), c.connect)
            playable = wins & (free | (cell << U(1)))
            if double_threats and (playable & (playable - U(1)) != U(0) or (playable << U(1)) & wins != U(0)):
                return -1
            if c.threats == 1:
                score += popcount(wins) * MAKES_THREAT
        if c.killers == 1 and (c.killer[2 * ply] == number or c.killer[2 * ply + 1] == number):
            score += IS_KILLER
        if column == hint:
            score += FROM_TABLE
        c.choice[end], c.score[end] = column, score
        end += 1
    return end - ply * MAX_COLUMNS


@kernel(types.int64(_control, types.int64, types.int64), inlined=True)
def pick(control, first, end):
    """Brings the best of the choices from `first` on to the front; the others keep their order.  Returns its column."""
    c = control[0]
    best = first
    for i in range(first + 1, end):
        if c.score[i] > c.score[best]:
            best = i
    column, score = c.choice[best], c.score[best]
    for i in range(best, first, -1):
        c.choice[i], c.score[i] = c.choice[i - 1], c.score[i - 1]
    c.choice[first], c.score[first] = column, score
    return column


@kernel(types.void(_control, types.int64, types.int64), inlined=True)
def lead_with(control, ply, column):
    """The best play from this ply on begins with a column, and goes on as the next ply has it."""
    c = control[0]
    c.pv[ply * MAX_PLY + ply] = column
    c.pv_length[ply] = c.pv_length[ply + 1]
    for j in range(ply + 1, c.pv_length[ply + 1]):
        c.pv[ply * MAX_PLY + j] = c.pv[(ply + 1) * MAX_PLY + j]


@kernel(types.void(_control, types.boolean, types.int64, types.int64, types.int64, types.uint64), inlined=True)
def credit(control, maximizer_moves, ply, place, depth, free):
    """The choice at `place` cut off the rest: it becomes a killer and gains history, those before it lose some."""
    c = control[0]
    side = 0 if maximizer_moves else 64
    number = popcount((free & c.column_mask[c.choice[place]]) - U(1))
    if c.killer[2 * ply] != number:
        c.killer[2 * ply + 1] = c.killer[2 * ply]
        c.killer[2 * ply] = number
    c.merit[side + number] += depth * depth
    for i in range(ply * MAX_COLUMNS, place):
        c.merit[side + popcount((free & c.column_mask[c.choice[i]]) - U(1))] -= depth * depth
