"""What the engine knows about a node without searching: finished games, threats, table entries.  Imports numba."""

from __future__ import annotations

from c4.compiled.board import free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import U, signed
from c4.compiled.lines import count_lines, has_line, replies_to, unanswerable, winning_cells
from c4.compiled.words import popcount
from c4.engine.record import Search
from c4.engine.table import data_value, probe
from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR
from c4.tree.searchtree import INTERIOR, TABLE, TERMINAL, THREAT


@kernel(inlined=True)
def assess(
    mover: U, other: U, depth: int, alpha: int, beta: int, ply: int, search: Search
) -> tuple[int, int, int, U, U]:
    """(kind, value, bound, candidates, must) from the board alone, for the side to move.

    kind is TERMINAL or THREAT, with a value and its bound, or INTERIOR: then `candidates` are the cells to play, and
    `must` those where the opponent threatens to win.
    """
    c, board = search.engine, search.board
    occupied = mover | other
    stones = popcount(occupied)

    # Is the game over?  With `forced` a winning move is seen before it is played, except at the root.
    free = free_cells(occupied, board)
    must = U(0)
    if board.first_line == 1:
        if (c.forced == 0 or ply == 1) and has_line(other, board):
            return TERMINAL, stones - WIN, EXACT, free, must
        if free == U(0):
            return TERMINAL, 0, EXACT, free, must
    elif depth > 0 and free == U(0):
        lines = count_lines(mover, board) - count_lines(other, board)
        return TERMINAL, search.control.line_value * lines, EXACT, free, must

    # Do threats decide?  Only within the depth, unless forced replies cost none.
    candidates = free
    if c.forced == 1 and ply > 0 and (depth > 0 or c.extensions == 1):
        if winning_cells(mover, free, board) != U(0):
            return THREAT, WIN - stones - 1, EXACT, free, must
        if depth > 1 or c.extensions == 1:
            danger = winning_cells(other, board.full & ~occupied, board)
            must, candidates = replies_to(danger, free)
            if unanswerable(danger, free):
                return THREAT, stones + 2 - WIN, EXACT, free, must
            if stones + 4 - WIN >= beta:
                return THREAT, stones + 4 - WIN, LOWER, free, must
        if WIN - stones - 3 <= alpha:
            return THREAT, WIN - stones - 3, UPPER, free, must
    return INTERIOR, 0, NO_BOUND, candidates, must


@kernel(inlined=True)
def look_up(
    place: int, key: U, maximizer_moves: bool, depth: int, alpha: int, beta: int, ply: int, search: Search
) -> tuple[int, int, int, int]:
    """(kind, value, bound, column): TABLE if the entry suffices, otherwise INTERIOR; the entry's best move or -1.

    Won and lost values hold at any depth.
    """
    data = probe(search.table, place, key, maximizer_moves)
    if data == U(0):
        return INTERIOR, 0, NO_BOUND, -1
    column, value, bound = signed(data & U(255)) - 1, data_value(data), signed((data >> U(8)) & U(3))
    decided = search.board.first_line == 1 and abs(value) >= WIN_FLOOR
    deep = decided or signed((data >> U(16)) & U(255)) >= depth
    if (
        deep
        and ply > 0
        and beta - alpha == 1
        and (bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha))
    ):
        return TABLE, value, bound, column
    return INTERIOR, value, NO_BOUND, column
