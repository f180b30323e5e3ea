"""The strong search, compiled: a textbook's recursive negamax with every ingredient a switch."""

from __future__ import annotations

from c4.engine.ordering import MAKES_THREAT, assess, credit, look_up, order_moves, pick, won_in
from c4.engine.record import Search, enter, settle, turned
from c4.engine.table import place_of, store
from c4.evaluators.base import Evaluate, Update
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN_FLOOR
from c4.kernels.board import MAX_COLUMNS, free_cells
from c4.kernels.clock import now
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import U
from c4.kernels.lines import winning_cells
from c4.kernels.stop import stopped
from c4.kernels.words import number_of, popcount
from c4.search.record import MAX_PLY, Edge, lead_with, leave_out, skip_row
from c4.tree.searchtree import HORIZON, INTERIOR, NO_MOVE, NULL, REDUCED, RESEARCH, THREAT

LIMIT_REACHED = 2
"""The value of `stop` when the node limit or the deadline is reached (1: asked from outside)."""

POLL = 255
"""The clock is read when the last bits of the node count are 0: every 256 nodes."""

NULL_COST = 3
"""Plies a null move costs: itself and two more (R3-19)."""

LATE = 3
"""How many moves of a node are searched to the full depth before reductions begin."""

QUICK, SCOUT, FULL = range(3)
"""The searches of a move: reduced, with a null window, with the full window."""


visit_again = recursion()


@kernel(again=visit_again)
def visit(  # noqa: C901 - a kernel
    mover: U,
    other: U,
    maximizer_moves: bool,
    depth: int,
    alpha: int,
    beta: int,
    edge: Edge,
    search: Search,
    evaluate: Evaluate,
    update: Update,
) -> int:
    """Searches a node and its subtree; returns its fail-soft value for the side to move, its bound in `control.bound`.

    Inside the window the value is exact; at or below alpha it is an upper bound, at or above beta a lower one (leaves
    have exact values there, too).  After `stop` the value is meaningless.

    mover, other    discs of the side to move and of the opponent; the root must not be a finished game
    edge            the node gets a row if `recorded`.  Its children get rows, all or none, while the budget for nodes
                    of its depth lasts (`allowed`); otherwise the row says how many nodes were left out
    """
    c = search.control
    engine = search.engine
    rows = search.rows
    board = search.board
    c.nodes += 1
    if c.nodes >= engine.node_limit or (c.nodes & POLL == 0 and engine.deadline != 0 and now() >= engine.deadline):
        c.stop = LIMIT_REACHED
    if stopped():
        c.stop = 1
    if c.stop != 0:
        return 0
    occupied = mover | other
    stones = popcount(occupied)
    ply = edge.ply
    recording = edge.recorded
    row = c.used
    if recording:
        enter(rows, c, maximizer_moves, alpha, beta, edge)
    wide = beta - alpha > 1
    if ply > 0:
        c.pv_length[ply] = ply

    # Is the value known without searching?  With `extensions` forced replies are played beyond the depth.
    kind, value, bound, candidates, must = assess(mover, other, depth, alpha, beta, ply, search)
    key = mover | (occupied + board.bottom)
    place = 0
    hint = -1
    if kind == INTERIOR and depth <= 0 and must == U(0):
        kind = HORIZON
        bound = EXACT
        if maximizer_moves:
            value = evaluate(mover, other, True, board, search.tables)
        else:
            value = -evaluate(other, mover, False, board, search.tables)
    elif kind == INTERIOR and engine.table == 1:
        place = place_of(key, engine.table_shift)
        kind, value, bound, hint = look_up(place, key, maximizer_moves, depth, alpha, beta, ply, search)
    if kind != INTERIOR:
        return settle(rows, c, recording, row, maximizer_moves, kind, value, bound)
    free = free_cells(occupied, board)

    # Open the node: keep rows free for the null move, and for its children, each visited up to three times.
    owed = 1 + 3 * popcount(free)
    promised = c.promised
    opened = recording and c.used + promised + owed <= c.allowed[depth]
    if opened:
        c.promised += owed
    nodes_before = c.nodes
    best = -INFINITY

    # Null move: if even passing is good enough, moving surely is (except in zugzwang).
    if (
        engine.null_move == 1
        and not wide
        and depth >= 4
        and edge.note & NULL == 0
        and must == U(0)
        and ply + popcount(board.full & ~occupied) < MAX_PLY - 2  # null moves lengthen the line, which must fit
    ):
        value = -visit_again(
            other,
            mover,
            not maximizer_moves,
            depth - NULL_COST,
            -beta,
            -alpha,
            Edge(row, NO_MOVE, 0, ply + 1, NULL, opened),
            search,
            evaluate,
            update,
        )
        if c.stop != 0:
            return 0
        if beta <= value < WIN_FLOOR:
            best = value

    choices = order_moves(mover, other, candidates, maximizer_moves, depth, hint, ply, search) if best < beta else 0
    if choices < 0:
        c.promised = promised
        return settle(rows, c, recording, row, maximizer_moves, THREAT, won_in(3, stones), EXACT)

    # Go through the moves.
    low = alpha
    best_column = -1
    tried = 0
    searched = U(0)
    quiet = 0  # a move that scores less makes no new threat
    if engine.reductions == 1:
        quiet = MAKES_THREAT * (1 + popcount(winning_cells(mover, board.full & ~occupied, board)))
    first = ply * MAX_COLUMNS
    for i in range(first, first + choices):
        column = pick(engine, i, first + choices)
        cell = free & board.column[column]
        left = depth if must != U(0) and engine.extensions == 1 else depth - 1  # a forced reply costs no depth
        if c.incremental == 1:
            update(number_of(cell), maximizer_moves, 1, search.tables)
        # Up to three searches, each only if the previous one left open that the move may be better:
        # reduced by a ply (late, quiet moves), with a null window (moves after the first), with the full window.
        may_reduce = (
            engine.reductions == 1 and tried >= LATE and depth > 3 and engine.score[i] < quiet and abs(low) < WIN_FLOOR
        )
        may_scout = engine.pvs == 1 and tried > 0 and beta - low > 1
        first_look = FULL
        if may_reduce:
            first_look = QUICK
        elif may_scout:
            first_look = SCOUT
        note = REDUCED if first_look == QUICK else 0
        for look in range(first_look, FULL + 1):
            if look == SCOUT and not may_scout:
                continue
            value = -visit_again(
                other,
                mover | cell,
                not maximizer_moves,
                left - 1 if look == QUICK else left,
                -beta if look == FULL else -low - 1,
                -low,
                Edge(row, column, tried, ply + 1, note, opened),
                search,
                evaluate,
                update,
            )
            note = RESEARCH
            settled = value <= low or (look == SCOUT and value >= beta)
            if c.stop != 0 or settled:
                break
        if c.incremental == 1:
            update(number_of(cell), maximizer_moves, -1, search.tables)
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
            low = value
            best_column = column
            if ply == 0:
                c.best = column
            if wide:
                lead_with(c, ply, column)
        if value >= beta:
            credit(engine, maximizer_moves, ply, i, depth, free, board)
            break

    # Record what was not searched as pruned.
    for i in range(board.columns):
        column = c.move_order[i]
        cell = free & board.column[column] & ~searched
        if cell != U(0):
            c.pruned += 1
            if opened:
                skip_row(rows, c, Edge(row, column, tried, ply + 1, 0, True))
                tried += 1

    c.promised = promised
    bound = EXACT
    if best <= alpha:
        bound = UPPER
    elif best >= beta:
        bound = LOWER
    if engine.table == 1:
        reply = best_column if best_column >= 0 else hint
        store(search.table, c, place, key, maximizer_moves, best, depth, bound, reply)
    if recording and not opened:
        leave_out(rows, row, c.nodes - nodes_before)
    return settle(rows, c, recording, row, maximizer_moves, INTERIOR, best, bound)
