"""The compiled twin of `c4.search.textbook`: one recursive kernel that searches and records.

It runs without Python's lock.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.evaluators.base import Evaluate, Tables, Update, accumulate_all
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN
from c4.kernels.board import Board, free_cells
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import U
from c4.kernels.lines import count_lines, has_line
from c4.kernels.running import STOP_ASKED
from c4.kernels.stop import stopped
from c4.kernels.turning import turn_is_due, turned
from c4.kernels.words import number_of, popcount
from c4.search.record import Control, Edge, enter_row, lead_with, leave_out, settle_row, skip_row
from c4.tree.searchtree import HORIZON, INTERIOR, TERMINAL, Rows


class Search(NamedTuple):
    """What stays the same during a search; `control` and `rows` are written to."""

    control: Control
    rows: Rows
    board: Board
    tables: Tables


@kernel
def update_turn(
    maximizer: U, minimizer: U, cell: U, maximizer_moves: bool, sign: int, search: Search, update: Update
) -> None:
    """Tells the accumulator that the board turns after a disc on a cell (`sign` 1), or has not turned (-1)."""
    before_maximizer = maximizer
    before_minimizer = minimizer
    if maximizer_moves:
        before_maximizer |= cell
    else:
        before_minimizer |= cell
    after_maximizer, after_minimizer = turned(before_maximizer, before_minimizer, search.board)
    accumulate_all(before_maximizer, before_minimizer, -sign, search.tables, update)
    accumulate_all(after_maximizer, after_minimizer, sign, search.tables, update)


visit_again = recursion()


@kernel(again=visit_again)
def visit(  # noqa: C901 - a kernel
    maximizer: U,
    minimizer: U,
    maximizer_moves: bool,
    depth: int,
    alpha: int,
    beta: int,
    edge: Edge,
    search: Search,
    evaluate: Evaluate,
    update: Update,
) -> int:
    """Searches a node and its subtree; returns its fail-soft value for the maximizer; `control.bound` is its bound.

    Inside the window the value is exact.  At or below alpha it may be an upper bound, at or above beta a lower bound;
    it counts as exact whenever the children prove it, also outside the window.  With `prune` 0 the window stays open
    and the value is the minimax value.  After `stop` the value is meaningless.

    maximizer, minimizer    their discs
    edge                    how the search came here, and whether the node gets a row
    """
    control = search.control
    board = search.board
    control.nodes += 1
    occupied = maximizer | minimizer
    stones = popcount(occupied)
    ply = edge.ply
    row = control.used
    mover = maximizer if maximizer_moves else minimizer
    other = minimizer if maximizer_moves else maximizer
    if edge.recorded:
        enter_row(search.rows, control, alpha, beta, edge)

    # Is the game over, or the depth used up?  When lines count, the depth is checked first, as in reference system 4
    # (R4-21 in docs/reference-systems.md).
    free = free_cells(occupied, board)
    kind = INTERIOR
    value = 0
    if board.first_line == 1:
        # The side to move can have a line only after a turn, or in a position that was set up.
        other_has_line = has_line(other, board)
        mover_may_have_line = turn_is_due(stones, board) or (ply == 0 and not other_has_line)
        mover_has_line = mover_may_have_line and has_line(mover, board)
        if other_has_line or mover_has_line:
            kind = TERMINAL
            maximizer_has_line = mover_has_line if maximizer_moves else other_has_line
            if mover_has_line and other_has_line:  # a turn has completed both: a draw
                value = 0
            elif maximizer_has_line:
                value = WIN - stones
            else:
                value = stones - WIN
        elif free == U(0):
            kind = TERMINAL
        elif depth == 0:
            kind = HORIZON
    elif depth == 0:
        kind = HORIZON
    elif free == U(0):
        kind = TERMINAL
        value = control.line_value * (count_lines(maximizer, board) - count_lines(minimizer, board))
    if kind != INTERIOR:
        if kind == HORIZON:
            value = evaluate(maximizer, minimizer, maximizer_moves, board, search.tables)
        control.bound = EXACT
        control.pv_length[ply] = ply
        if edge.recorded:
            settle_row(search.rows, control, row, kind, value, EXACT)
        return value

    # Go through the moves.
    children = popcount(free)
    opened = edge.recorded and control.used + control.promised + children <= control.allowed[depth]
    if opened:
        control.promised += children
    nodes_before = control.nodes
    best = -INFINITY if maximizer_moves else INFINITY
    bound = EXACT
    cut = False
    skipped = 0
    order = 0  # of the next reply among its siblings
    low = alpha
    high = beta
    turns_next = turn_is_due(stones + 1, board)
    for i in range(board.columns):
        column = control.move_order[i]
        cell = free & board.column[column]
        if cell == U(0):
            continue
        if cut:
            # Cut off by an earlier reply: never searched.
            if opened:
                pruned = Edge(parent=row, move=column, order=order, ply=ply + 1, note=0, recorded=True)
                skip_row(search.rows, control, pruned)
            skipped += 1
            order += 1
            continue
        next_maximizer = maximizer
        next_minimizer = minimizer
        if maximizer_moves:
            next_maximizer = maximizer | cell
        else:
            next_minimizer = minimizer | cell
        has_won = turns_next and board.first_line == 1 and has_line(mover | cell, board)
        turns = turns_next and not has_won
        if turns:
            next_maximizer, next_minimizer = turned(next_maximizer, next_minimizer, board)
        if control.incremental == 1:
            update(number_of(cell), maximizer_moves, 1, search.tables)
            if turns:
                update_turn(maximizer, minimizer, cell, maximizer_moves, 1, search, update)
        value = visit_again(
            next_maximizer,
            next_minimizer,
            not maximizer_moves,
            depth - 1,
            low,
            high,
            Edge(parent=row, move=column, order=order, ply=ply + 1, note=0, recorded=opened),
            search,
            evaluate,
            update,
        )
        if control.incremental == 1:
            if turns:
                update_turn(maximizer, minimizer, cell, maximizer_moves, -1, search, update)
            update(number_of(cell), maximizer_moves, -1, search.tables)
        if stopped():
            control.stop = STOP_ASKED
        if control.stop == STOP_ASKED:
            return 0
        order += 1
        if ply == 0:
            control.column_value[column] = value
            control.column_bound[column] = control.bound
            control.finished += 1
        if maximizer_moves:
            is_better = value > best
        else:
            is_better = value < best
        if is_better:
            best = value
            bound = control.bound
            if ply == 0:
                control.best = column
            lead_with(control, ply, column)
        elif value == best and control.bound == EXACT:
            bound = EXACT  # this child proves what was only a bound
        if control.prune == 1:
            if maximizer_moves:
                cut = best >= beta
                low = max(low, best)
            else:
                cut = best <= alpha
                high = min(high, best)

    if skipped > 0:
        control.pruned += skipped
        bound = LOWER if maximizer_moves else UPPER
    control.bound = bound
    if edge.recorded:
        settle_row(search.rows, control, row, INTERIOR, best, bound)
        if not opened:
            leave_out(search.rows, row, control.nodes - nodes_before)
    return best
