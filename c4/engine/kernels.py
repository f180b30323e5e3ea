"""The strong search, compiled: one recursive kernel from a textbook's negamax with every ingredient a switch.  Imports numba."""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from c4.compiled.clock import now
from c4.compiled.jit import kernel, recursion
from c4.compiled.lines import U, popcount, winning_cells
from c4.engine.knowledge import assess, look_up
from c4.engine.ordering import MAKES_THREAT, credit, order_moves, pick
from c4.engine.rows import enter, lead_with, settle, skip, turned
from c4.engine.table import ENGINE, place_of, store
from c4.evaluators.base import EVALUATE, UPDATE
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN, WIN_FLOOR
from c4.search.kernels import LOW_32, MAX_COLUMNS, MAX_PLY
from c4.tree.searchtree import HORIZON, INTERIOR, NO_MOVE, NULL, REDUCED, RESEARCH, ROW, THREAT

LIMIT = 2
"""What `stop` becomes when the node limit or the deadline is reached (1 = asked from outside)."""

POLL = 255
"""The clock is read when the last bits of the node count are 0: every 256 nodes."""

NULL_COST = 3
"""Plies a null move costs: itself and two more (R3-19)."""

LATE = 3
"""Moves of a node that are searched to the full depth before reductions begin."""

QUICK, SCOUT, FULL = range(3)
"""The looks at a move."""

_control = from_dtype(ENGINE)[::1]
_rows = from_dtype(ROW)[::1]
_table = types.uint64[::1]


VISIT = types.int64(
    types.uint64, types.uint64, types.uint64, types.boolean, types.int64, types.int64, types.int64,
    types.int64, types.int64, types.int64, types.int64, types.int64, types.boolean,
    _rows, _table, _control, types.FunctionType(EVALUATE), types.FunctionType(UPDATE),
    types.uint64[::1], types.int64[::1], types.float32[::1], types.int64[::1],
)  # fmt: skip

visit_again = recursion(VISIT)


@kernel(VISIT)
def visit(
    mover, other, state, maximizer_moves, depth, alpha, beta,
    parent, move, order, ply, note, recording,
    rows, table, control, evaluate, update, masks, numbers, weights, memory,
):  # fmt: skip
    """Searches one node and its subtree; returns its value for the side to move, fail-soft, and leaves the value's bound in `control.bound`.

    Inside the window the value is exact; at or below alpha it is an upper bound, at or above beta a lower one (exact ones
    are called so where they are known: at leaves).  After `stop` the value means nothing.

    mover, other    stones of the side to move and of the side that waits; the root must not be a finished game
    recording       whether this node gets a row.  The visits of its children get theirs all or not at all, while the
                    budget for nodes of its depth lasts (`allowed`); otherwise the row says how many were left out below it.
    """
    c = control[0]
    c.nodes += 1
    if c.nodes >= c.node_limit or (c.nodes & POLL == 0 and c.deadline != 0 and now() >= c.deadline):
        c.stop = LIMIT
    if c.stop != 0:
        return 0
    occupied = mover | other
    stones = popcount(occupied)
    row = c.used
    if recording:
        c.used += 1
        c.promised -= 1
        enter(rows, row, state, maximizer_moves, alpha, beta, parent, move, order, ply, note)
    wide = beta - alpha > 1
    if ply > 0:
        c.pv_length[ply] = ply

    # Is it known without a search what the position is worth?  A forced reply is played out beyond the depth with `extensions`.
    kind, value, bound, candidates, must = assess(mover, other, depth, alpha, beta, ply, control)
    key = mover | (occupied + c.bottom)
    place = 0
    hint = -1
    if kind == INTERIOR and depth <= 0 and must == U(0):
        kind, bound = HORIZON, EXACT
        value = evaluate(
            mover if maximizer_moves else other,
            other if maximizer_moves else mover,
            maximizer_moves,
            masks,
            numbers,
            weights,
            memory,
        )
        if not maximizer_moves:
            value = -value
    elif kind == INTERIOR and c.table == 1:
        place = place_of(key, c.table_shift)
        kind, value, bound, hint = look_up(table, control, place, key, maximizer_moves, depth, alpha, beta, ply)
    if kind != INTERIOR:
        return settle(rows, control, recording, row, maximizer_moves, kind, value, bound)
    free = (occupied + c.bottom) & c.board

    # Open the node: the rows its children may need, each visited up to three times, are kept free.
    owed = 3 * popcount(free) + 1
    promised = c.promised
    opened = recording and c.used + promised + owed <= c.allowed[depth]
    if opened:
        c.promised += owed
    nodes_before = c.nodes
    best = -INFINITY

    # Null move: if even passing is good enough, moving surely is (where zugzwang does not rule).
    if (
        c.null_move == 1
        and not wide
        and depth >= 4
        and note & NULL == 0
        and must == U(0)
        and ply + popcount(c.board & ~occupied) < MAX_PLY - 2
    ):
        value = -visit_again(
            other, mover, state, not maximizer_moves, depth - NULL_COST,
            -beta, -alpha, row, np.int64(NO_MOVE), np.int64(0), ply + 1, np.int64(NULL), opened,
            rows, table, control, evaluate, update, masks, numbers, weights, memory,
        )  # fmt: skip
        if c.stop != 0:
            return 0
        if beta <= value < WIN_FLOOR:
            best = value

    choices = order_moves(mover, other, candidates, maximizer_moves, depth, hint, ply, control) if best < beta else 0
    if choices < 0:
        c.promised = promised
        return settle(rows, control, recording, row, maximizer_moves, THREAT, WIN - stones - 3, EXACT)

    # Go through the moves.
    low, best_column = alpha, -1
    tried, searched = 0, U(0)
    quiet = 0
    if c.reductions == 1:
        quiet = MAKES_THREAT * (1 + popcount(winning_cells(mover, c.board & ~occupied, U(c.stride), c.connect)))
    first = ply * MAX_COLUMNS
    for i in range(first, first + choices):
        column = pick(control, i, first + choices)
        cell = free & c.column_mask[column]
        number = popcount(cell - U(1))
        next_state = state + c.pointer[column]
        if maximizer_moves:
            next_state |= c.slot[number]
        left = depth if must != U(0) and c.extensions == 1 else depth - 1  # a forced reply costs no depth
        if c.incremental == 1:
            update(number, maximizer_moves, 1, numbers, memory)
        # Up to three looks, each only if the one before left open that the move may be better:
        # a ply less deep (late and quiet moves), is it better than the best so far (moves after the first), how good is it?
        quick = c.reductions == 1 and tried >= LATE and depth > 3 and c.score[i] < quiet and abs(low) < WIN_FLOOR
        scout = c.pvs == 1 and tried > 0 and beta - low > 1
        again = 0
        for look in range(QUICK if quick else SCOUT if scout else FULL, FULL + 1):
            if look == SCOUT and not scout:
                continue
            value = -visit_again(
                other, mover | cell, next_state, not maximizer_moves, left - 1 if look == QUICK else left,
                -beta if look == FULL else -low - 1, -low, row, column, tried, ply + 1, np.int64(REDUCED if look == QUICK else again), opened,
                rows, table, control, evaluate, update, masks, numbers, weights, memory,
            )  # fmt: skip
            again = RESEARCH
            if c.stop != 0 or value <= low or (look == SCOUT and value >= beta):
                break
        if c.incremental == 1:
            update(number, maximizer_moves, -1, numbers, memory)
        if c.stop != 0:
            return 0
        tried += 1
        searched |= cell
        if ply == 0:
            c.column_value[column] = value
            c.column_bound[column] = turned(c.bound)
            c.finished += 1
        best = max(best, value)
        if value > low:
            low, best_column = value, column
            if ply == 0:
                c.best = column
            if wide:
                lead_with(control, ply, column)
        if value >= beta:
            credit(control, maximizer_moves, ply, i, depth, free)
            break

    # What was not searched stands in the record too, pruned.
    for i in range(c.columns):
        cell = free & c.column_mask[c.move_order[i]] & ~searched
        if cell != U(0):
            c.pruned += 1
            if opened:
                number = popcount(cell - U(1))
                next_state = state + c.pointer[c.move_order[i]]
                skip(
                    rows,
                    control,
                    next_state | c.slot[number] if maximizer_moves else next_state,
                    row,
                    c.move_order[i],
                    tried,
                    ply + 1,
                )
                tried += 1

    c.promised = promised
    bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
    if c.table == 1:
        store(
            table, control, place, key, maximizer_moves, best, depth, bound, best_column if best_column >= 0 else hint
        )
    if recording and not opened:
        missing = c.nodes - nodes_before
        rows[row].left_out, rows[row].left_out_high = missing & LOW_32, missing >> 32
    return settle(rows, control, recording, row, maximizer_moves, INTERIOR, best, bound)
