"""The strong search, compiled: a textbook's recursive negamax with every ingredient a switch."""

from __future__ import annotations

from c4.engine.ordering import (
    DOUBLE_THREAT,
    MAKES_THREAT,
    NO_COLUMN,
    Known,
    assess,
    credit,
    decided,
    look_up,
    order_moves,
    pick,
    won_in,
)
from c4.engine.record import Engine, Search, bound_for_opponent, enter, settle
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

# The attempts at a move, each made only if the one before left open that the move may be better.

LESS_DEEP = 0
"""A ply less deep, with a null window: for late moves that make no new threat."""

SCOUT = 1
"""With a null window: for all moves but the first."""

FULL = 2
"""With the full window."""

ATTEMPTS = 3
"""How many attempts there are."""


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
                edge = Edge(parent=row, move=column, order=order, ply=ply + 1, note=0, recorded=True)
                skip_row(search.rows, control, edge)
                order += 1


@kernel(inlined=True)
def known_before_search(
    mover: U,
    other: U,
    maximizer_moves: bool,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    search: Search,
    evaluate: Evaluate,
) -> tuple[Known, U, int]:
    """(what is known of a node from its threats, its depth and the table; its key; its place in the table).

    With `extensions` forced replies are played beyond the depth.
    """
    board = search.board
    node = assess(mover, other, depth, alpha, beta, ply, search)
    key = mover | ((mover | other) + board.bottom)
    place = 0
    if node.kind == INTERIOR and depth <= 0 and node.forced_replies == U(0):
        if maximizer_moves:
            value = evaluate(mover, other, True, board, search.tables)
        else:
            value = -evaluate(other, mover, False, board, search.tables)
        node = decided(HORIZON, value, EXACT)
    elif node.kind == INTERIOR and search.engine.table == 1:
        place = place_of(key, search.engine.table_shift)
        node = look_up(node, place, key, maximizer_moves, depth, alpha, beta, ply, search)
    return node, key, place


@kernel(inlined=True)
def may_be_reduced(choice: int, tried: int, depth: int, low: int, new_threat_score: int, engine: Engine) -> bool:
    """Whether a move, at `choice` in the order, is tried a ply less deep first: it comes late and makes no new threat."""
    return bool(
        engine.reductions == 1
        and tried >= LATE
        and depth >= MIN_REDUCED_DEPTH
        and engine.score[choice] < new_threat_score
        and abs(low) < WIN_FLOOR
    )


@kernel(inlined=True)
def bound_of(best: int, alpha: int, beta: int) -> int:
    """What the best value of a node is after a search with this window."""
    if best <= alpha:
        return UPPER
    if best >= beta:
        return LOWER
    return EXACT


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
    edge            how the search came here, and whether the node gets a row
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

    # Is the value known without searching?
    node, key, place = known_before_search(mover, other, maximizer_moves, depth, alpha, beta, ply, search, evaluate)
    if node.kind != INTERIOR:
        return settle(rows, control, recording, row, maximizer_moves, node.kind, node.value, node.bound)
    forced_replies = node.forced_replies
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
            Edge(parent=row, move=NO_MOVE, order=0, ply=ply + 1, note=NULL, recorded=opened),
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
        choices = order_moves(mover, other, node.candidates, maximizer_moves, depth, node.hint, ply, search)
    if choices == DOUBLE_THREAT:
        control.promised = promised_before
        return settle(rows, control, recording, row, maximizer_moves, THREAT, won_in(3, stones), EXACT)

    # Go through the moves.  `low` is alpha, or the best value so far if that is higher.
    low = alpha
    best_column = NO_COLUMN
    tried = 0
    searched = U(0)
    new_threat_score = score_of_new_threat(mover, other, search)
    first = ply * MAX_COLUMNS
    for i in range(first, first + choices):
        column = pick(engine, i, first + choices)
        cell = free & board.column[column]
        depth_below = depth - 1
        if forced_replies != U(0) and engine.extensions == 1:
            depth_below = depth  # a forced reply costs no depth
        if control.incremental == 1:
            update(number_of(cell), maximizer_moves, 1, search.tables)
        may_scout = engine.pvs == 1 and tried > 0 and beta - low > 1
        first_attempt = FULL
        if may_be_reduced(i, tried, depth, low, new_threat_score, engine):
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
                depth_below - 1 if attempt == LESS_DEEP else depth_below,
                -beta if attempt == FULL else -low - 1,
                -low,
                Edge(parent=row, move=column, order=tried, ply=ply + 1, note=note, recorded=opened),
                search,
                evaluate,
                update,
            )
            note = RESEARCH
            # After every attempt a move that is not better is done with.  One that causes a cutoff is, too, unless it
            # was searched a ply less deep.
            causes_cutoff = attempt == SCOUT and value >= beta
            if control.stop != 0 or value <= low or causes_cutoff:
                break
        if control.incremental == 1:
            update(number_of(cell), maximizer_moves, -1, search.tables)
        if control.stop != 0:
            return 0
        tried += 1
        searched |= cell
        if ply == 0:
            control.column_value[column] = value
            control.column_bound[column] = bound_for_opponent(control.bound)
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
    bound = bound_of(best, alpha, beta)
    if engine.table == 1:
        reply = best_column if best_column != NO_COLUMN else node.hint
        store(search.table, control, place, key, maximizer_moves, best, depth, bound, reply)
    if recording and not opened:
        leave_out(rows, row, control.nodes - nodes_before)
    return settle(rows, control, recording, row, maximizer_moves, INTERIOR, best, bound)
