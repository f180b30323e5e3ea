"""The strong search, compiled: one recursive kernel from a textbook's negamax with every ingredient a switch.  Imports numba."""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from c4.evaluators.base import LEAF, STEP
from c4.evaluators.lines import U, has_line, popcount, winning_cells
from c4.jit import kernel
from c4.search.clock import now
from c4.search.engine_rows import enter, settle, skip, turned
from c4.search.engine_table import ENGINE, data_value, place_of, probe, store
from c4.search.kernels import LOW_32, MAX_COLUMNS, MAX_PLY, count_lines
from c4.search.tree import (
    EXACT,
    HORIZON,
    INFINITY,
    INTERIOR,
    LOWER,
    NO_MOVE,
    NULL,
    REDUCED,
    RESEARCH,
    ROW,
    TABLE,
    TERMINAL,
    THREAT,
    UPPER,
    WIN,
    WIN_FLOOR,
)

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

FROM_TABLE, IS_KILLER, MAKES_THREAT = 1 << 56, 1 << 39, 1 << 40
"""What a move's score in the order of the search is made of; history stays below."""

_control = from_dtype(ENGINE)[::1]
_rows = from_dtype(ROW)[::1]
_table = types.uint64[::1]


@kernel(types.int64(_control, types.int64, types.int64), inline="always")
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


@kernel(
    types.int64(
        types.uint64, types.uint64, types.uint64, types.boolean, types.int64, types.int64, types.int64,
        types.int64, types.int64, types.int64, types.int64, types.int64, types.boolean,
        _rows, _table, _control, types.FunctionType(LEAF), types.FunctionType(STEP),
        types.uint64[::1], types.int64[::1], types.float32[::1], types.int64[::1],
    ),
)  # fmt: skip
def visit(
    mover, other, state, maximizer_moves, depth, alpha, beta,
    parent, move, order, ply, note, recording,
    rows, table, control, leaf, step, masks, numbers, weights, memory,
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
    stride, connect = U(c.stride), c.connect
    row = c.used
    if recording:
        c.used += 1
        c.promised -= 1
        enter(rows, row, state, maximizer_moves, alpha, beta, parent, move, order, ply, note)
    wide = beta - alpha > 1
    if ply > 0:
        c.pv_length[ply] = ply

    # Is the game over?  With `forced` a winning move is seen before it is played, except at the root.
    free = (occupied + c.bottom) & c.board
    if c.first_line == 1:
        if (c.forced == 0 or ply == 1) and has_line(other, stride, connect):
            return settle(rows, control, recording, row, maximizer_moves, TERMINAL, stones - WIN, EXACT)
        if free == U(0):
            return settle(rows, control, recording, row, maximizer_moves, TERMINAL, 0, EXACT)
    elif depth > 0 and free == U(0):
        value = c.line_value * (count_lines(mover, stride, connect) - count_lines(other, stride, connect))
        return settle(rows, control, recording, row, maximizer_moves, TERMINAL, value, EXACT)

    # What do the threats on the board say?  Only what is seen within the depth counts, unless forced replies cost none.
    candidates = free
    empty = c.board & ~occupied
    must = U(0)
    if c.forced == 1 and ply > 0 and (depth > 0 or c.extensions == 1):
        if winning_cells(mover, empty, stride, connect) & free != U(0):
            return settle(rows, control, recording, row, maximizer_moves, THREAT, WIN - stones - 1, EXACT)
        if depth > 1 or c.extensions == 1:
            danger = winning_cells(other, empty, stride, connect)
            must = danger & free
            if must != U(0):
                candidates = must
            candidates &= ~(danger >> U(1))  # never under a cell with which the other side wins
            if must & (must - U(1)) != U(0) or candidates == U(0):
                return settle(rows, control, recording, row, maximizer_moves, THREAT, stones + 2 - WIN, EXACT)
            if stones + 4 - WIN >= beta:
                return settle(rows, control, recording, row, maximizer_moves, THREAT, stones + 4 - WIN, LOWER)
        if WIN - stones - 3 <= alpha:
            return settle(rows, control, recording, row, maximizer_moves, THREAT, WIN - stones - 3, UPPER)

    # Is the depth used up?  A forced reply is still played out with `extensions`.
    if depth <= 0 and must == U(0):
        value = leaf(mover if maximizer_moves else other, other if maximizer_moves else mover, maximizer_moves, masks, numbers, weights, memory)
        return settle(rows, control, recording, row, maximizer_moves, HORIZON, value if maximizer_moves else -value, EXACT)

    # Does the table know the position?  Values that are won or lost hold at any depth.
    key = mover | (occupied + c.bottom)
    place = 0
    hint = -1
    if c.table == 1:
        place = place_of(key, c.table_shift)
        data = probe(table, place, key, maximizer_moves)
        if data != U(0):
            hint = np.int64(data & U(255)) - 1
            value = data_value(data)
            decided = c.first_line == 1 and abs(value) >= WIN_FLOOR
            if not wide and ply > 0 and (decided or np.int64((data >> U(16)) & U(255)) >= depth):
                bound = np.int64((data >> U(8)) & U(3))
                if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                    return settle(rows, control, recording, row, maximizer_moves, TABLE, value, bound)

    # Open the node: the rows its children may need, each visited up to three times, are kept free.
    first = end = ply * MAX_COLUMNS
    owed = 3 * popcount(free) + 1
    promised = c.promised
    opened = recording and c.used + promised + owed <= c.allowed[depth]
    if opened:
        c.promised += owed
    nodes_before = c.nodes
    best = -INFINITY

    # Null move: if even passing is good enough, moving surely is (where zugzwang does not rule).
    if c.null_move == 1 and not wide and depth >= 4 and note & NULL == 0 and must == U(0) and ply + popcount(empty) < MAX_PLY - 2:
        value = -visit(
            other, mover, state, not maximizer_moves, depth - NULL_COST,
            -beta, -alpha, row, np.int64(NO_MOVE), np.int64(0), ply + 1, np.int64(NULL), opened,
            rows, table, control, leaf, step, masks, numbers, weights, memory,
        )  # fmt: skip
        if c.stop != 0:
            return 0
        if beta <= value < WIN_FLOOR:
            best = value

    # Score the moves: the table's, killers, those that make threats, those that cut before, the middle.
    side = 0 if maximizer_moves else 64
    double_threats = c.forced == 1 and c.first_line == 1 and ply > 0 and (depth > 2 or c.extensions == 1)
    for i in range(c.columns if best < beta else 0):
        column = c.move_order[i]
        cell = candidates & c.column_mask[column]
        if cell == U(0):
            continue
        number = popcount(cell - U(1))
        score = c.merit[side + number] if c.history == 1 else 0
        if c.threats == 1 or double_threats:
            wins = winning_cells(mover | cell, empty & ~cell, stride, connect)
            playable = wins & (free | (cell << U(1)))
            if double_threats and (playable & (playable - U(1)) != U(0) or (playable << U(1)) & wins != U(0)):
                c.promised = promised
                return settle(rows, control, recording, row, maximizer_moves, THREAT, WIN - stones - 3, EXACT)
            if c.threats == 1:
                score += popcount(wins) * MAKES_THREAT
        if c.killers == 1 and (c.killer[2 * ply] == number or c.killer[2 * ply + 1] == number):
            score += IS_KILLER
        if column == hint:
            score += FROM_TABLE
        c.choice[end], c.score[end] = column, score
        end += 1

    # Go through the moves.
    low, best_column = alpha, -1
    tried, searched = 0, U(0)
    quiet = MAKES_THREAT * (1 + popcount(winning_cells(mover, empty, stride, connect))) if c.reductions == 1 else 0
    for i in range(first, end):
        column = pick(control, i, end)
        cell = free & c.column_mask[column]
        number = popcount(cell - U(1))
        next_state = state + c.pointer[column]
        if maximizer_moves:
            next_state |= c.slot[number]
        left = depth if must != U(0) and c.extensions == 1 else depth - 1  # a forced reply costs no depth
        if c.incremental == 1:
            step(number, maximizer_moves, 1, numbers, memory)
        # Up to three looks, each only if the one before left open that the move may be better:
        # a ply less deep (late and quiet moves), is it better than the best so far (moves after the first), how good is it?
        quick = c.reductions == 1 and tried >= LATE and depth > 3 and c.score[i] < quiet and abs(low) < WIN_FLOOR
        scout = c.pvs == 1 and tried > 0 and beta - low > 1
        again = 0
        for look in range(QUICK if quick else SCOUT if scout else FULL, FULL + 1):
            if look == SCOUT and not scout:
                continue
            value = -visit(
                other, mover | cell, next_state, not maximizer_moves, left - 1 if look == QUICK else left,
                -beta if look == FULL else -low - 1, -low, row, column, tried, ply + 1, np.int64(REDUCED if look == QUICK else again), opened,
                rows, table, control, leaf, step, masks, numbers, weights, memory,
            )  # fmt: skip
            again = RESEARCH
            if c.stop != 0 or value <= low or (look == SCOUT and value >= beta):
                break
        if c.incremental == 1:
            step(number, maximizer_moves, -1, numbers, memory)
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
                c.pv[ply * MAX_PLY + ply] = column
                c.pv_length[ply] = c.pv_length[ply + 1]
                for j in range(ply + 1, c.pv_length[ply + 1]):
                    c.pv[ply * MAX_PLY + j] = c.pv[(ply + 1) * MAX_PLY + j]
        if value >= beta:
            if c.killer[2 * ply] != number:
                c.killer[2 * ply + 1] = c.killer[2 * ply]
                c.killer[2 * ply] = number
            c.merit[side + number] += depth * depth
            for j in range(first, i):
                c.merit[side + popcount((free & c.column_mask[c.choice[j]]) - U(1))] -= depth * depth
            break

    # What was not searched stands in the record too, pruned.
    for i in range(c.columns):
        cell = free & c.column_mask[c.move_order[i]] & ~searched
        if cell != U(0):
            c.pruned += 1
            if opened:
                number = popcount(cell - U(1))
                next_state = state + c.pointer[c.move_order[i]]
                skip(rows, control, next_state | c.slot[number] if maximizer_moves else next_state, row, c.move_order[i], tried, ply + 1)
                tried += 1

    c.promised = promised
    bound = UPPER if best <= alpha else LOWER if best >= beta else EXACT
    if c.table == 1:
        store(table, control, place, key, maximizer_moves, best, depth, bound, best_column if best_column >= 0 else hint)
    if recording and not opened:
        missing = c.nodes - nodes_before
        rows[row].left_out, rows[row].left_out_high = missing & LOW_32, missing >> 32
    return settle(rows, control, recording, row, maximizer_moves, INTERIOR, best, bound)
