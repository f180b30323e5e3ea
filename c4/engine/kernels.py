"""The strong search, compiled: a textbook's recursive negamax with every ingredient a switch."""

from __future__ import annotations

from c4.engine.ordering import DOUBLE_THREAT, MAKES_THREAT, assess, credit, look_up, order_moves, pick, won_in
from c4.engine.record import Engine, Search, enter, settle, turned
from c4.engine.table import place_of, store
from c4.evaluators.base import Evaluate, Update
from c4.game.values import EXACT, INFINITY, LOWER, UPPER, WIN_FLOOR
from c4.kernels.board import MAX_COLUMNS, free_cells
from c4.kernels.clock import now
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import U
from c4.kernels.lines import winning_cells
from c4.kernels.running import STOP_ASKED
from c4.kernels.stop import stopped
from c4.kernels.words import number_of, popcount
from c4.search.record import MAX_PLY, Control, Edge, lead_with, leave_out, skip_row
from c4.tree.searchtree import HORIZON, INTERIOR, NO_MOVE, NULL, REDUCED, RESEARCH, THREAT

LIMIT_REACHED = 2
"""The value of `stop` when the node limit or the deadline is reached; STOP_ASKED comes from outside."""

CLOCK_MASK = 255
"""The clock is read when these bits of the node count are 0: every 256 nodes."""

NULL_COST = 3
"""Plies that a null move costs: itself and two more."""

MIN_NULL_DEPTH = 4
"""The least depth at which a null move is tried."""

MIN_REDUCED_DEPTH = 4
"""The least depth at which late moves are searched a ply less deep."""

LATE = 3
"""How many moves of a node are searched to the full depth before reductions begin."""

LESS_DEEP, SCOUT, FULL, ATTEMPTS = range(4)
"""The attempts at a move: a ply less deep and with a null window, with a null window, with the full window; and how many
these are."""

NO_COLUMN = -1


@kernel(inlined=True)
def stop_if_due(control: Control, engine: Engine) -> None:
    """Sets `stop` when a limit is reached, or after Ctrl-C."""
    if control.nodes >= engine.node_limit:
        control.stop = LIMIT_REACHED
    if control.nodes & CLOCK_MASK == 0 and engine.deadline != 0 and now() >= engine.deadline:
        control.stop = LIMIT_REACHED
    if stopped():
        control.stop = STOP_ASKED


@kernel(inlined=True)
def may_pass(mover: U, other: U, depth: int, forced_replies: U, edge: Edge, search: Search) -> bool:
    """Whether a null move is tried: never twice in a row, nor where a reply is forced."""
    empty = popcount(search.board.full & ~(mover | other))
    return bool(
        search.engine.null_move == 1
        and depth >= MIN_NULL_DEPTH
        and edge.note & NULL == 0
        and forced_replies == U(0)
        and edge.ply + empty < MAX_PLY - 2  # null moves lengthen the line, which must fit
    )


@kernel(inlined=True)
def score_of_new_threat(mover: U, other: U, search: Search) -> int:
    """A move that scores at least this makes a new threat; 0 if it does not matter."""
    if search.engine.reductions == 0:
        return 0
    threats = popcount(winning_cells(mover, search.board.full & ~(mover | other), search.board))
    return MAKES_THREAT * (threats + 1)


@kernel(inlined=True)
def record_pruned(free: U, searched: U, row: int, tried: int, ply: int, opened: bool, search: Search) -> None:
    """Counts the moves that were not searched, and records them where the node is open."""
    control = search.control
    order = tried
    for i in range(search.board.columns):
        column = control.move_order[i]
        if free & search.board.column[column] & ~searched != U(0):
            control.pruned += 1
            if opened:
                skip_row(search.rows, control, Edge(row, column, order, ply + 1, 0, True))
                order += 1


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
    control = search.control
    engine = search.engine
    rows = search.rows
    board = search.board
    control.nodes += 1
    stop_if_due(control, engine)
    if control.stop != 0:
        return 0
    occupied = mover | other
    stones = popcount(occupied)
    ply = edge.ply
    recording = edge.recorded
    row = control.used
    if recording:
        enter(rows, control, maximizer_moves, alpha, beta, edge)
    window_is_open = beta - alpha > 1
    if ply > 0:
        control.pv_length[ply] = ply

    # Is the value known without searching?  With `extensions` forced replies are played beyond the depth.
    kind, value, bound, candidates, forced_replies = assess(mover, other, depth, alpha, beta, ply, search)
    key = mover | (occupied + board.bottom)
    place = 0
    hint = NO_COLUMN
    if kind == INTERIOR and depth <= 0 and forced_replies == U(0):
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
        return settle(rows, control, recording, row, maximizer_moves, kind, value, bound)
    free = free_cells(occupied, board)

    # Open the node: keep rows free for the null move, and for its children, each visited once for every attempt.
    rows_of_null_move = 1
    rows_needed = rows_of_null_move + ATTEMPTS * popcount(free)
    promised_before = control.promised
    opened = recording and control.used + promised_before + rows_needed <= control.allowed[depth]
    if opened:
        control.promised += rows_needed
    nodes_before = control.nodes
    best = -INFINITY

    # Null move: if even passing is good enough, moving surely is (except in zugzwang).
    if not window_is_open and may_pass(mover, other, depth, forced_replies, edge, search):
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
        if control.stop != 0:
            return 0
        if beta <= value < WIN_FLOOR:
            best = value

    choices = 0
    if best < beta:
        choices = order_moves(mover, other, candidates, maximizer_moves, depth, hint, ply, search)
    if choices == DOUBLE_THREAT:
        control.promised = promised_before
        return settle(rows, control, recording, row, maximizer_moves, THREAT, won_in(3, stones), EXACT)

    # Go through the moves.
    low = alpha
    best_column = NO_COLUMN
    tried = 0
    searched = U(0)
    new_threat_score = score_of_new_threat(mover, other, search)
    first = ply * MAX_COLUMNS
    for i in range(first, first + choices):
        column = pick(engine, i, first + choices)
        cell = free & board.column[column]
        left = depth - 1
        if forced_replies != U(0) and engine.extensions == 1:
            left = depth  # a forced reply costs no depth
        if control.incremental == 1:
            update(number_of(cell), maximizer_moves, 1, search.tables)
        # Up to three attempts, each only if the previous one left open that the move may be better:
        # a ply less deep (late moves without a new threat), with a null window (moves after the first), full.
        may_reduce = (
            engine.reductions == 1
            and tried >= LATE
            and depth >= MIN_REDUCED_DEPTH
            and engine.score[i] < new_threat_score
            and abs(low) < WIN_FLOOR
        )
        may_scout = engine.pvs == 1 and tried > 0 and beta - low > 1
        first_attempt = FULL
        if may_reduce:
            first_attempt = LESS_DEEP
        elif may_scout:
            first_attempt = SCOUT
        note = REDUCED if first_attempt == LESS_DEEP else 0
        for attempt in range(first_attempt, ATTEMPTS):
            if attempt == SCOUT and not may_scout:
                continue
            value = -visit_again(
                other,
                mover | cell,
                not maximizer_moves,
                left - 1 if attempt == LESS_DEEP else left,
                -beta if attempt == FULL else -low - 1,
                -low,
                Edge(row, column, tried, ply + 1, note, opened),
                search,
                evaluate,
                update,
            )
            note = RESEARCH
            settled = value <= low or (attempt == SCOUT and value >= beta)
            if control.stop != 0 or settled:
                break
        if control.incremental == 1:
            update(number_of(cell), maximizer_moves, -1, search.tables)
        if control.stop != 0:
            return 0
        tried += 1
        searched |= cell
        if ply == 0:
            control.column_value[column] = value
            control.column_bound[column] = turned(control.bound)
            control.finished += 1
        best = max(best, value)
        if value > low:
            low = value
            best_column = column
            if ply == 0:
                control.best = column
            if window_is_open:
                lead_with(control, ply, column)
        if value >= beta:
            credit(engine, maximizer_moves, ply, i, depth, free, board)
            break

    record_pruned(free, searched, row, tried, ply, opened, search)

    control.promised = promised_before
    bound = EXACT
    if best <= alpha:
        bound = UPPER
    elif best >= beta:
        bound = LOWER
    if engine.table == 1:
        reply = best_column if best_column != NO_COLUMN else hint
        store(search.table, control, place, key, maximizer_moves, best, depth, bound, reply)
    if recording and not opened:
        leave_out(rows, row, control.nodes - nodes_before)
    return settle(rows, control, recording, row, maximizer_moves, INTERIOR, best, bound)
