"""The record of a running search: its Control, the rows of a `SearchTree` and best play, written by kernels."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.values import INFINITY, NO_BOUND
from c4.kernels.board import MAX_COLUMNS
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, Ints8, array
from c4.kernels.running import Running
from c4.tree.searchtree import LOW_32, NO_MOVE, NO_PARENT, PRUNED, Rows

MAX_PLY = 65
ROW_BUDGET = 1_000_000
"""Up to how many rows a search is recorded completely, by default; the search itself is never cut short by it.

A search that outgrows its budget leaves out its deepest plies first: an additional quarter of the budget is divided
among the upper plies of the rest, so that no part of the tree is missing at the top."""


class Control(Running):
    """The state of a running search and its settings, after the fields that can be watched.

    pruned                  siblings cut off so far
    used, promised          rows written so far, and those that opened nodes still need for their children
    bound                   of the value returned last
    pv_length, pv           row p: best play from ply p on, written from place p

    prune                   1 alpha-beta, 0 minimax
    line_value              points of a line where lines are counted
    incremental             1 when the evaluator keeps an accumulator
    allowed                 a node with d plies left is opened while all rows stay below allowed[d]
    move_order              the columns in the order in which they are tried
    """

    pruned: int
    used: int
    promised: int
    bound: int
    pv_length: Ints = array(MAX_PLY + 1)
    pv: Ints8 = array(MAX_PLY * MAX_PLY)
    prune: int
    line_value: int
    incremental: int
    allowed: Ints = array(MAX_PLY + 1)
    move_order: Ints = array(MAX_COLUMNS)


class Edge(NamedTuple):
    """The edge that leads to a node, and whether the node gets a row.

    The children of a node with a row get rows, all or none, while the budget for nodes of its depth lasts (`allowed`);
    otherwise the row says how many nodes were left out.

    parent      the row of the node above
    move        a column
    order       of the node among its siblings
    ply         of the node, 0 at the root
    note        see `SearchTree`
    recorded    whether the visit gets a row
    """

    parent: int
    move: int
    order: int
    ply: int
    note: int
    recorded: bool


def root_edge(recorded: bool) -> Edge:
    """The edge that leads to the root of a search."""
    return Edge(parent=NO_PARENT, move=NO_MOVE, order=0, ply=0, note=0, recorded=recorded)


@kernel(inlined=True)
def enter_row(rows: Rows, control: Control, alpha: int, beta: int, edge: Edge) -> None:
    """Writes the next row for a visited node; the window is MAX's."""
    new = rows[control.used]
    control.used += 1
    control.promised -= 1
    new.parent = edge.parent
    new.move = edge.move
    new.order = edge.order
    new.ply = edge.ply
    new.note = edge.note
    new.alpha = alpha
    new.beta = beta
    new.left_out = 0
    new.left_out_high = 0


@kernel
def skip_row(rows: Rows, control: Control, edge: Edge) -> None:
    """Writes the next row for a pruned reply."""
    new = rows[control.used]
    enter_row(rows, control, -INFINITY, INFINITY, edge)
    new.kind = PRUNED
    new.value = 0
    new.bound = NO_BOUND
    new.size = 1


@kernel(inlined=True)
def settle_row(rows: Rows, control: Control, row: int, kind: int, value: int, bound: int) -> None:
    """Completes the row of a node whose visit ends; the value is MAX's."""
    settled = rows[row]
    settled.kind = kind
    settled.value = value
    settled.bound = bound
    settled.size = control.used - row


@kernel(inlined=True)
def leave_out(rows: Rows, row: int, nodes: int) -> None:
    """Notes in a row how many nodes below it have no rows."""
    rows[row].left_out = nodes & LOW_32
    rows[row].left_out_high = nodes >> 32


@kernel(inlined=True)
def lead_with(control: Control, ply: int, column: int) -> None:
    """Sets best play from this ply on: a column, then best play from the next ply."""
    control.pv[ply * MAX_PLY + ply] = column
    control.pv_length[ply] = control.pv_length[ply + 1]
    for i in range(ply + 1, control.pv_length[ply + 1]):
        control.pv[ply * MAX_PLY + i] = control.pv[(ply + 1) * MAX_PLY + i]
