"""What the engine knows about a node before it searches: threats, table entries, the order of moves."""

from __future__ import annotations

from typing import NamedTuple

from c4.engine.record import Engine, Search
from c4.engine.table import bound_in, column_in, depth_in, probe, value_in
from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR
from c4.kernels.board import MAX_COLUMNS, Board, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.lines import count_lines, has_line, replies_to, unanswerable, winning_cells
from c4.kernels.words import number_of, popcount, several
from c4.tree.searchtree import INTERIOR, TABLE, TERMINAL, THREAT


@kernel(inlined=True)
def won_in(plies: int, stones: int) -> int:
    """The value, for the side to move, of a win with the disc that falls in so many plies (1: the next one)."""
    return WIN - stones - plies


@kernel(inlined=True)
def lost_in(plies: int, stones: int) -> int:
    """The value, for the side to move, of a loss by the disc that falls in so many plies (0: the last one)."""
    return stones + plies - WIN


NO_COLUMN = -1
"""In place of a column: there is none."""


class Known(NamedTuple):
    """What is known of a node before it is searched, for the side to move.

    kind              INTERIOR if it has to be searched, otherwise the kind of its row
    value, bound      of a node that need not be searched

    Of an INTERIOR node:
    candidates        the cells to play
    forced_replies    the cells where the opponent threatens to win
    hint              the best column of an earlier search, from the table; NO_COLUMN if there is none
    """

    kind: int
    value: int
    bound: int
    candidates: U
    forced_replies: U
    hint: int


@kernel(inlined=True)
def decided(kind: int, value: int, bound: int) -> Known:
    """A node that need not be searched."""
    return Known(kind=kind, value=value, bound=bound, candidates=U(0), forced_replies=U(0), hint=NO_COLUMN)


@kernel(inlined=True)
def undecided(candidates: U, forced_replies: U, hint: int) -> Known:
    """A node that has to be searched."""
    return Known(
        kind=INTERIOR, value=0, bound=NO_BOUND, candidates=candidates, forced_replies=forced_replies, hint=hint
    )


@kernel(inlined=True)
def assess(mover: U, other: U, depth: int, alpha: int, beta: int, ply: int, search: Search) -> Known:
    """What the board alone says of a node: TERMINAL or THREAT with a value, otherwise INTERIOR."""
    engine = search.engine
    board = search.board
    occupied = mover | other
    stones = popcount(occupied)

    # Is the game over?  With `forced` a winning move is seen before it is played, except at the root.
    free = free_cells(occupied, board)
    forced_replies = U(0)
    if board.first_line == 1:
        if (engine.forced == 0 or ply == 1) and has_line(other, board):
            return decided(TERMINAL, lost_in(0, stones), EXACT)
        if free == U(0):
            return decided(TERMINAL, 0, EXACT)
    elif depth > 0 and free == U(0):
        lines = count_lines(mover, board) - count_lines(other, board)
        return decided(TERMINAL, search.control.line_value * lines, EXACT)

    # Do threats decide?  Only within the depth, unless forced replies cost none.
    candidates = free
    if engine.forced == 1 and ply > 0 and (depth > 0 or engine.extensions == 1):
        if winning_cells(mover, free, board) != U(0):
            return decided(THREAT, won_in(1, stones), EXACT)
        if depth > 1 or engine.extensions == 1:
            danger = winning_cells(other, board.full & ~occupied, board)
            forced_replies, candidates = replies_to(danger, free)
            if unanswerable(danger, free):
                return decided(THREAT, lost_in(2, stones), EXACT)
            # Who does not lose at once loses in four plies at the earliest ...
            if lost_in(4, stones) >= beta:
                return decided(THREAT, lost_in(4, stones), LOWER)
        # ... and who does not win at once wins in three at the earliest.
        if won_in(3, stones) <= alpha:
            return decided(THREAT, won_in(3, stones), UPPER)
    return undecided(candidates, forced_replies, NO_COLUMN)


@kernel(inlined=True)
def look_up(
    node: Known, place: int, key: U, maximizer_moves: bool, depth: int, alpha: int, beta: int, ply: int, search: Search
) -> Known:
    """What an interior node is with the table: TABLE if its entry suffices, otherwise INTERIOR with the entry's hint.

    Won and lost values hold at any depth.  At the root, and inside an open window, no entry suffices: there the search
    has to find the whole line of best play, and an entry has only its first move.
    """
    data = probe(search.table, place, key, maximizer_moves)
    if data == U(0):
        return node
    hint = column_in(data)
    value = value_in(data)
    bound = bound_in(data)
    is_decided = search.board.first_line == 1 and abs(value) >= WIN_FLOOR
    is_deep_enough = is_decided or depth_in(data) >= depth
    settles = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
    needs_line = ply == 0 or beta - alpha > 1
    if is_deep_enough and settles and not needs_line:
        return decided(TABLE, value, bound)
    return undecided(node.candidates, node.forced_replies, hint)


@kernel(inlined=True)
def is_killer(engine: Engine, ply: int, number: int) -> bool:
    """Whether a cell (its number) is one of the two that last led to a cutoff on this ply."""
    return bool(engine.killer[2 * ply] == number or engine.killer[2 * ply + 1] == number)


# Parts of a move's score, the greatest first; history stays below them.

FROM_TABLE = 1 << 56
MAKES_THREAT = 1 << 40
IS_KILLER = 1 << 39

SIDE_CELLS = 64
"""In `Engine.history_score` the cells of the minimizer's discs follow so many of the maximizer's."""

DOUBLE_THREAT = -1
"""In place of the number of moves: one of them makes a double threat."""


@kernel(inlined=True)
def order_moves(
    mover: U, other: U, candidates: U, maximizer_moves: bool, depth: int, hint: int, ply: int, search: Search
) -> int:
    """Scores the moves: the table's (`hint`), moves that make threats, killers, history, the middle.

    Writes them into the ply's `choice` and `score` and returns their number, or DOUBLE_THREAT.
    """
    engine = search.engine
    board = search.board
    empty = board.full & ~(mover | other)
    free = free_cells(mover | other, board)
    side = 0 if maximizer_moves else SIDE_CELLS
    is_deep_enough = depth > 2 or engine.extensions == 1  # a double threat wins with the third disc from now
    double_threats = engine.forced == 1 and board.first_line == 1 and ply > 0 and is_deep_enough
    end = ply * MAX_COLUMNS
    for i in range(board.columns):
        column = search.control.move_order[i]
        cell = candidates & board.column[column]
        if cell == U(0):
            continue
        number = number_of(cell)
        score = engine.history_score[side + number] if engine.history == 1 else 0
        if engine.threats == 1 or double_threats:
            wins = winning_cells(mover | cell, empty & ~cell, board)
            playable = wins & (free | (cell << U(1)))
            if double_threats and (several(playable) or (playable << U(1)) & wins != U(0)):
                return DOUBLE_THREAT
            if engine.threats == 1:
                score += popcount(wins) * MAKES_THREAT
        if engine.killers == 1 and is_killer(engine, ply, number):
            score += IS_KILLER
        if column == hint:
            score += FROM_TABLE
        engine.choice[end] = column
        engine.score[end] = score
        end += 1
    return end - ply * MAX_COLUMNS


@kernel(inlined=True)
def pick(engine: Engine, first: int, end: int) -> int:
    """Moves the best choice from `first` on to place `first`, keeping the others' order.  Returns its column."""
    best = first
    for i in range(first + 1, end):
        if engine.score[i] > engine.score[best]:
            best = i
    column = signed(engine.choice[best])
    score = engine.score[best]
    for i in range(best, first, -1):
        engine.choice[i] = engine.choice[i - 1]
        engine.score[i] = engine.score[i - 1]
    engine.choice[first] = column
    engine.score[first] = score
    return column


@kernel(inlined=True)
def credit(engine: Engine, maximizer_moves: bool, ply: int, place: int, depth: int, free: U, board: Board) -> None:
    """Credits the choice at `place` for a cutoff: it becomes a killer and gains history; those before it lose some."""
    side = 0 if maximizer_moves else SIDE_CELLS
    number = number_of(free & board.column[engine.choice[place]])
    if engine.killer[2 * ply] != number:
        engine.killer[2 * ply + 1] = engine.killer[2 * ply]
        engine.killer[2 * ply] = number
    engine.history_score[side + number] += depth * depth
    for i in range(ply * MAX_COLUMNS, place):
        engine.history_score[side + number_of(free & board.column[engine.choice[i]])] -= depth * depth
