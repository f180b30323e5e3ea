"""How the strong search writes down what it does: rows of a `c4.tree.searchtree.SearchTree`, compiled.  Imports numba."""

from __future__ import annotations

from numba import from_dtype, types

from c4.compiled.jit import kernel
from c4.compiled.lines import U
from c4.engine.table import ENGINE
from c4.game.values import INFINITY, LOWER, NO_BOUND, UPPER
from c4.search.kernels import MAX_PLY
from c4.tree.searchtree import PRUNED, ROW

_control = from_dtype(ENGINE)[::1]
_rows = from_dtype(ROW)[::1]
_pruned_state = U((1 << 63) - 1)


@kernel(types.int64(types.int64), inlined=True)
def turned(bound):
    """A bound from the other side's view."""
    return UPPER if bound == LOWER else LOWER if bound == UPPER else bound


@kernel(
    types.void(
        _rows,
        types.int64,
        types.uint64,
        types.boolean,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        types.int64,
    )
)
def enter(rows, row, state, maximizer_moves, alpha, beta, parent, move, order, ply, note):
    """Writes down that a node is visited; its window is turned to MAX's view."""
    r = rows[row]
    r.state = state
    r.parent = parent
    r.move = move
    r.order = order
    r.ply = ply
    r.note = note
    r.alpha = alpha if maximizer_moves else -beta
    r.beta = beta if maximizer_moves else -alpha
    r.left_out = r.left_out_high = 0


@kernel(types.int64(_rows, _control, types.boolean, types.int64, types.boolean, types.int64, types.int64, types.int64))
def settle(rows, control, recording, row, maximizer_moves, kind, value, bound):
    """Ends the visit of a node: leaves its bound, completes its row, and hands the value back."""
    c = control[0]
    c.bound = bound
    if recording:
        r = rows[row]
        r.kind = kind
        r.value = value if maximizer_moves else -value
        r.bound = bound if maximizer_moves else turned(bound)
        r.size = c.used - row
    return value


@kernel(types.void(_rows, _control, types.uint64, types.int64, types.int64, types.int64, types.int64))
def skip(rows, control, state, row, move, order, ply):
    """Writes down a reply that is never searched."""
    c = control[0]
    enter(rows, c.used, state & _pruned_state, True, -INFINITY, INFINITY, row, move, order, ply, 0)
    p = rows[c.used]
    p.value = 0
    p.size = 1
    p.kind = PRUNED
    p.bound = NO_BOUND
    c.used += 1


@kernel(types.void(_control, types.int64, types.int64), inlined=True)
def lead_with(control, ply, column):
    """The best play from this ply on begins with a column, and goes on as the next ply has it."""
    c = control[0]
    c.pv[ply * MAX_PLY + ply] = column
    c.pv_length[ply] = c.pv_length[ply + 1]
    for j in range(ply + 1, c.pv_length[ply + 1]):
        c.pv[ply * MAX_PLY + j] = c.pv[(ply + 1) * MAX_PLY + j]
