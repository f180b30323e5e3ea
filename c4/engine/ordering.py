"""Move ordering of the strong search: the table's move, killers, threats, history, the middle.  Imports numba."""

from __future__ import annotations

from numba import from_dtype, types

from c4.compiled.jit import kernel
from c4.compiled.lines import U, popcount, winning_cells
from c4.engine.table import ENGINE
from c4.search.kernels import MAX_COLUMNS

FROM_TABLE, IS_KILLER, MAKES_THREAT = 1 << 56, 1 << 39, 1 << 40
"""What a move's score is made of; history stays below."""

_control = from_dtype(ENGINE)[::1]


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
