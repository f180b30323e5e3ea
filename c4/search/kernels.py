"""The compiled twins of `c4.search.textbook`: one recursive kernel that searches and records, and perft.  Imports numba.

Arguments that never change during a search lie in one CONTROL record, which is also where a running search is watched
from outside (nodes, best column so far, finished columns) and stopped (`stop`).  The kernel holds no lock on Python.
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from c4.compiled.jit import kernel, recursion
from c4.compiled.lines import U, completed, has_line, popcount, shift_of
from c4.evaluators.base import EVALUATE, UPDATE
from c4.game.values import EXACT, INFINITY, LOWER, NO_BOUND, UPPER, WIN
from c4.tree.searchtree import HORIZON, INTERIOR, PRUNED, ROW, TERMINAL

MAX_COLUMNS = 32
MAX_PLY = 65
LOW_32 = (1 << 32) - 1

CONTROL_FIELDS = [
    # the search as it runs
    ("stop", "i8"),  # 1 asks it to end at the next node
    ("nodes", "i8"),  # visits so far
    ("pruned", "i8"),  # siblings cut off so far
    ("used", "i8"),  # rows written so far
    ("promised", "i8"),  # rows that opened nodes still need for their children
    ("bound", "i8"),  # of the value that was returned last
    ("best", "i8"),  # best root column so far, -1 at first
    ("finished", "i8"),  # root columns done
    ("depth", "i8"),  # plies of the last finished iteration, 0 in a search without iterations
    ("table_used", "i8"),  # entries of the transposition table in use, and there
    ("table_size", "i8"),
    ("column_value", "i8", (MAX_COLUMNS,)),
    ("column_bound", "i8", (MAX_COLUMNS,)),  # NO_BOUND until the column is done
    ("pv_length", "i8", (MAX_PLY + 1,)),
    ("pv", "i1", (MAX_PLY * MAX_PLY,)),  # row p: best play from ply p on, written from place p
    # what it is told
    ("prune", "i8"),  # 1 alpha-beta, 0 minimax
    ("first_line", "i8"),  # 1 a line ends the game, 0 lines are counted on the full board
    ("line_value", "i8"),
    ("allowed", "i8", (MAX_PLY + 1,)),  # a node with d plies left is opened while all rows stay below allowed[d]
    ("incremental", "i8"),  # 1 when the evaluator keeps a memory
    ("stride", "i8"),
    ("connect", "i8"),
    ("columns", "i8"),
    ("bottom", "u8"),
    ("board", "u8"),
    ("move_order", "i8", (MAX_COLUMNS,)),
    ("column_mask", "u8", (MAX_COLUMNS,)),
    (
        "pointer",
        "u8",
        (MAX_COLUMNS,),
    ),  # what a stone adds to a column's pointer in the packed state; 0 on boards without one
    ("slot", "u8", (64,)),  # the slot bit of every cell
]

CONTROL = np.dtype(CONTROL_FIELDS, align=True)

_control = from_dtype(CONTROL)[::1]
_rows = from_dtype(ROW)[::1]
_pruned_state = U((1 << 63) - 1)


@kernel(types.int64(types.uint64, types.uint64, types.int64))
def count_lines(stones, stride, connect):
    """How many lines one side's stones complete."""
    total = 0
    for direction in range(4):
        total += popcount(completed(stones, shift_of(direction, stride), connect))
    return total


VISIT = types.int64(
    types.uint64, types.uint64, types.uint64, types.boolean, types.int64, types.int64, types.int64,
    types.int64, types.int64, types.int64, types.int64, types.boolean,
    _rows, _control, types.FunctionType(EVALUATE), types.FunctionType(UPDATE),
    types.uint64[::1], types.int64[::1], types.float32[::1], types.int64[::1],
)  # fmt: skip

visit_again = recursion(VISIT)


@kernel(VISIT)
def visit(
    maximizer, minimizer, state, maximizer_moves, depth, alpha, beta,
    parent, move, order, ply, recording,
    rows, control, evaluate, update, masks, numbers, weights, memory,
):  # fmt: skip
    """Searches one node and its subtree; returns its value for the maximizer, fail-soft, and leaves the value's bound in `control.bound`.

    Inside the window the value is exact.  At or below alpha it may be an upper bound, at or above beta a lower bound;
    the bound says which: a value is called exact whenever the children prove it, also outside the window.
    With `prune` 0 the window stays open and the value is minimax.  After `stop` the value means nothing.

    recording   whether this node gets a row.  Its children get theirs all or not at all, while the budget for nodes of
                its depth lasts (`allowed`); otherwise the row says how many nodes were left out below it.
    """
    c = control[0]
    c.nodes += 1
    occupied = maximizer | minimizer
    stones = popcount(occupied)
    row = c.used
    if recording:
        c.used += 1
        c.promised -= 1
        r = rows[row]
        r.state = state
        r.parent = parent
        r.move = move
        r.order = order
        r.ply = ply
        r.note = 0
        r.alpha = alpha
        r.beta = beta
        r.left_out = r.left_out_high = 0

    # Is the game over, or the depth used up?  Counting lines, the depth is asked first (R4-21).
    free = (occupied + c.bottom) & c.board
    kind = INTERIOR
    value = 0
    if c.first_line == 1:
        stride = U(c.stride)
        if has_line(minimizer if maximizer_moves else maximizer, stride, c.connect):
            kind = TERMINAL
            value = stones - WIN if maximizer_moves else WIN - stones
        elif ply == 0 and has_line(maximizer if maximizer_moves else minimizer, stride, c.connect):
            kind = TERMINAL
            value = WIN - stones if maximizer_moves else stones - WIN
        elif free == U(0):
            kind = TERMINAL
        elif depth == 0:
            kind = HORIZON
    elif depth == 0:
        kind = HORIZON
    elif free == U(0):
        kind = TERMINAL
        stride = U(c.stride)
        value = c.line_value * (count_lines(maximizer, stride, c.connect) - count_lines(minimizer, stride, c.connect))
    if kind != INTERIOR:
        if kind == HORIZON:
            value = evaluate(maximizer, minimizer, maximizer_moves, masks, numbers, weights, memory)
        c.bound = EXACT
        c.pv_length[ply] = ply
        if recording:
            r.kind = kind
            r.value = value
            r.bound = EXACT
            r.size = 1
        return value

    # Go through the moves.
    children = popcount(free)
    opened = recording and c.used + c.promised + children <= c.allowed[depth]
    if opened:
        c.promised += children
    nodes_before = c.nodes
    best = -INFINITY if maximizer_moves else INFINITY
    bound = EXACT
    cut = False
    skipped = 0
    tried = 0
    low, high = alpha, beta
    for i in range(c.columns):
        column = c.move_order[i]
        cell = free & c.column_mask[column]
        if cell == U(0):
            continue
        number = popcount(cell - U(1))
        next_state = state + c.pointer[column]
        if maximizer_moves:
            next_state |= c.slot[number]
        if cut:
            # An earlier reply settled the matter: this one is never searched.
            skipped += 1
            if opened:
                p = rows[c.used]
                p.state = next_state & _pruned_state
                p.value = 0
                p.alpha = -INFINITY
                p.beta = INFINITY
                p.parent = row
                p.size = 1
                p.left_out = p.left_out_high = 0
                p.move = column
                p.ply = ply + 1
                p.kind = PRUNED
                p.bound = NO_BOUND
                p.order = tried + skipped - 1
                p.note = 0
                c.used += 1
                c.promised -= 1
            continue
        if c.incremental == 1:
            update(number, maximizer_moves, 1, numbers, memory)
        value = visit_again(
            maximizer | cell if maximizer_moves else maximizer, minimizer if maximizer_moves else minimizer | cell,
            next_state, not maximizer_moves, depth - 1, low, high, row, column, tried, ply + 1, opened,
            rows, control, evaluate, update, masks, numbers, weights, memory,
        )  # fmt: skip
        if c.incremental == 1:
            update(number, maximizer_moves, -1, numbers, memory)
        if c.stop == 1:
            return 0
        tried += 1
        if ply == 0:
            c.column_value[column] = value
            c.column_bound[column] = c.bound
            c.finished += 1
        if value > best if maximizer_moves else value < best:
            best = value
            bound = c.bound
            if ply == 0:
                c.best = column
            c.pv[ply * MAX_PLY + ply] = column
            c.pv_length[ply] = c.pv_length[ply + 1]
            for j in range(ply + 1, c.pv_length[ply + 1]):
                c.pv[ply * MAX_PLY + j] = c.pv[(ply + 1) * MAX_PLY + j]
        elif value == best and c.bound == EXACT:
            bound = EXACT  # this child proves what an earlier one only promised
        if c.prune == 1:
            if maximizer_moves:
                cut = best >= beta
                low = max(low, best)
            else:
                cut = best <= alpha
                high = min(high, best)

    if skipped > 0:
        c.pruned += skipped
        bound = LOWER if maximizer_moves else UPPER
    c.bound = bound
    if recording:
        r.kind = INTERIOR
        r.value = best
        r.bound = bound
        r.size = c.used - row
        if not opened:
            missing = c.nodes - nodes_before
            r.left_out, r.left_out_high = missing & LOW_32, missing >> 32
    return best
