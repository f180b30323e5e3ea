"""The working record of the engine, and the rows that it writes."""

from __future__ import annotations

from typing import NamedTuple

from c4.evaluators.base import Tables
from c4.game.values import LOWER, UPPER
from c4.kernels.board import MAX_COLUMNS, Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, Record, Words, array
from c4.search.record import MAX_PLY, Control, Edge, enter_row, settle_row
from c4.tree.searchtree import Rows

ROW_BUDGET = 100_000
"""Rows that the engine records of a move: enough to look at, and cheap compared with the search."""

SWITCHES = ("pvs", "table", "killers", "history", "threats", "forced", "extensions", "reductions", "null_move")
"""The ingredients that the kernel knows; see `c4.engine.ingredients.SearchOptions`."""


class Engine(Record):
    """The settings of the engine's search and its memory for move ordering; the rest is in `Control`.

    node_limit      visits after which it ends
    deadline        on the clock of `c4.kernels.clock`; 0 = none
    pvs to null_move    the SWITCHES, in their order: 1 for an ingredient that is on, 0 for one that is off
    table_shift     64 - (bits of the number of entries)
    killer          the two cells of the latest cutoffs on each ply, -1 = none: those of a ply begin at 2 * ply
    history_score   the cutoffs credited to each side's disc on each cell: the maximizer's at the cell's number, the
                    minimizer's 64 places behind
    choice, score   the columns of each ply's node, and their scores for the order: those of a ply begin at
                    ply * MAX_COLUMNS
    """

    node_limit: int
    deadline: int
    pvs: int
    table: int
    killers: int
    history: int
    threats: int
    forced: int
    extensions: int
    reductions: int
    null_move: int
    table_shift: int
    killer: Ints = array(2 * MAX_PLY)
    history_score: Ints = array(2 * 64)
    choice: Ints = array(MAX_PLY * MAX_COLUMNS)
    score: Ints = array(MAX_PLY * MAX_COLUMNS)


class Search(NamedTuple):
    """What stays the same during a search; `control`, `engine`, `rows` and `table` are written to."""

    control: Control
    engine: Engine
    rows: Rows
    table: Words
    board: Board
    tables: Tables


@kernel(inlined=True)
def bound_for_opponent(bound: int) -> int:
    """A bound from the other side's view."""
    if bound == LOWER:
        return UPPER
    if bound == UPPER:
        return LOWER
    return bound


@kernel
def enter(rows: Rows, control: Control, maximizer_moves: bool, alpha: int, beta: int, edge: Edge) -> None:
    """Writes the next row for a visited node; the window is the mover's."""
    if maximizer_moves:
        enter_row(rows, control, alpha, beta, edge)
    else:
        enter_row(rows, control, -beta, -alpha, edge)


@kernel
def settle(
    rows: Rows, control: Control, recorded: bool, row: int, maximizer_moves: bool, kind: int, value: int, bound: int
) -> int:
    """Ends the visit of a node: sets the bound, completes the row, and returns the value."""
    control.bound = bound
    if recorded:
        if maximizer_moves:
            settle_row(rows, control, row, kind, value, bound)
        else:
            settle_row(rows, control, row, kind, -value, bound_for_opponent(bound))
    return value
