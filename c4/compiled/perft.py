"""Perft: how many sequences of a given number of moves there are, compiled.  Imports numba."""

from __future__ import annotations

from c4.compiled.board import Board, board_of, free_cells
from c4.compiled.jit import kernel, recursion
from c4.compiled.kinds import U
from c4.compiled.lines import has_line
from c4.compiled.stop import stopped
from c4.compiled.turning import settled
from c4.compiled.words import lowest, popcount
from c4.game.rules import Rules

perft_again = recursion()


@kernel(again=perft_again)
def perft(mover: U, other: U, depth: int, board: Board) -> int:
    """Sequences of `depth` moves from a position; the compiled twin of `Rules.perft`."""
    if depth == 0:
        return 1
    if board.first_line == 1 and (has_line(other, board) or (board.turns != U(0) and has_line(mover, board))):
        return 0
    free = free_cells(mover | other, board)
    if depth == 1:
        return popcount(free)
    if stopped():
        return 0
    total = 0
    while free:
        cell = lowest(free)
        mine, theirs = settled(mover | cell, other, board)
        total += perft_again(theirs, mine, depth - 1, board)
        free ^= cell
    return total


def count_games(depth: int, rules: Rules) -> int:
    """Sequences of `depth` moves from the empty board (perft), compiled."""
    return perft(U(0), U(0), depth, board_of(rules))
