"""Perft: counts the sequences of a given number of moves, compiled."""

from __future__ import annotations

from c4.game.rules import Rules
from c4.interrupts import check
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import U
from c4.kernels.lines import has_line
from c4.kernels.stop import stopped
from c4.kernels.turning import after_turn
from c4.kernels.words import lowest, popcount

perft_again = recursion()


@kernel(again=perft_again)
def perft(mover: U, other: U, depth: int, board: Board) -> int:
    """Sequences of `depth` moves from a position; a finished game has no moves."""
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
        mine, theirs = after_turn(mover | cell, other, board)
        total += perft_again(theirs, mine, depth - 1, board)
        free ^= cell
    return total


def count_games(depth: int, rules: Rules) -> int:
    """Sequences of `depth` moves from the empty board (perft), compiled."""
    number = perft(U(0), U(0), depth, board_of(rules))
    check()
    return number
