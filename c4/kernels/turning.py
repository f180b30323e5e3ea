"""Boards that turn, compiled: how discs fall after a turn, and packed states."""

from __future__ import annotations

from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.lines import has_line
from c4.kernels.words import lowest, number_of, popcount


@kernel
def turned(own: U, other: U, board: Board) -> tuple[U, U]:
    """Both sides' discs after a quarter turn clockwise, fallen: row r, read from the right, piles up in column r."""
    new_own = U(0)
    new_other = U(0)
    for row in range(board.columns):  # as many as rows
        place = U(1) << (board.stride * U(row))
        for i in range(board.columns):
            cell = U(1) << (board.stride * U(board.columns - 1 - i) + U(row))
            if own & cell:
                new_own |= place
                place = place << U(1)
            elif other & cell:
                new_other |= place
                place = place << U(1)
    return new_own, new_other


@kernel(inlined=True)
def turn_is_due(stones: int, board: Board) -> bool:
    """Whether the board turns when so many discs lie on it."""
    return bool((board.turns >> U(stones)) & U(1))


@kernel
def turns_now(mover: U, other: U, board: Board) -> bool:
    """Whether the board turns now, `mover` having just played: it is time, and the disc has not won."""
    return turn_is_due(popcount(mover | other), board) and not (board.first_line == 1 and has_line(mover, board))


@kernel(inlined=True)
def after_turn(mover: U, other: U, board: Board) -> tuple[U, U]:
    """The discs once the board has turned, if it does, `mover` having just played."""
    if board.turns != U(0) and turns_now(mover, other, board):
        return turned(mover, other, board)
    return mover, other


@kernel(inlined=True)
def played(own: U, other: U, cell: U, board: Board) -> tuple[U, U, int, bool]:
    """A move of `own` where the first line wins: (own, other, result, decided), the discs after the turn if there is
    one.

    result      1 when `own` has a line, -1 when the turn has completed one for the other side only, else 0
    decided     whether anybody has one; a full board is for the caller to see
    """
    own |= cell
    if has_line(own, board):
        return own, other, 1, True
    if board.turns != U(0) and turn_is_due(popcount(own | other), board):
        own, other = turned(own, other, board)
        won = signed(has_line(own, board))
        lost = signed(has_line(other, board))
        return own, other, won - lost, won + lost > 0
    return own, other, 0, False


@kernel
def state_of(maximizer: U, minimizer: U, board: Board) -> U:
    """The packed state, the maximizer's discs as its own."""
    state = board.empty
    stones = maximizer | minimizer
    while stones:
        cell = lowest(stones)
        stones ^= cell
        state += board.pointer[number_of(cell)]
        if maximizer & cell:
            state += board.slot[number_of(cell)]
    return state
