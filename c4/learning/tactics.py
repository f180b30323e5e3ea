"""Opponents and rules of thumb for learning, compiled: wins, blocks, open twos, minimax of any depth.  Imports numba.

The first line wins; a set of moves is a word with a bit for each cell where a stone would land.
"""

from __future__ import annotations

from c4.compiled.board import Board, free_cells
from c4.compiled.jit import kernel, recursion
from c4.compiled.kinds import U, Words, signed
from c4.compiled.lines import shift_of, winning_cells
from c4.compiled.splitmix import below
from c4.compiled.stop import stopped
from c4.compiled.turning import played
from c4.compiled.words import lowest, popcount


@kernel(inlined=True)
def pick(cells: U, random: Words) -> U:
    """One of these cells at random; uses a number of `random` only if there is a choice."""
    number = popcount(cells)
    if number > 1:
        for _ in range(below(random, number)):
            cells &= cells - U(1)
    return lowest(cells)


@kernel
def open_twos(own: U, other: U, free: U, board: Board) -> U:
    """The cells of `free` where a stone of `own` makes a row of exactly two with both ends empty (R0-5, rule 3).

    Both ends lie on the board; they need not be playable.  If lines are not of
    length four, the row is two short of a line.
    """
    connect = board.connect
    empty = board.full & ~(own | other)
    found = U(0)
    for direction in range(4):
        shift = shift_of(direction, board.stride)
        if shift * U(max(connect - 1, 1)) > U(63):
            continue
        for place in range(connect - 2):  # the new stone is number `place` of its row, from the lowest
            run = free
            for i in range(1, place + 1):
                run &= own << (shift * U(i))
            for i in range(1, connect - 2 - place):
                run &= own >> (shift * U(i))
            run &= empty << (shift * U(place + 1))
            run &= empty >> (shift * U(connect - 2 - place))
            found |= run
    return found


best_again = recursion()


@kernel(again=best_again)
def best_value(own: U, other: U, depth: int, plies: int, alpha: int, beta: int, board: Board) -> int:
    """The fail-soft minimax value of `depth` plies for the side to move `own`; the board must not be full.

    A win is worth 1,000 - plies, counted from the root, which lies `plies` plies back.
    """
    free = free_cells(own | other, board)
    if winning_cells(own, free, board) != U(0):
        return 999 - plies
    if depth == 1 or (own | other | lowest(free)) == board.full:
        return 0
    if stopped():
        return 0
    best = -signed(1000)
    beta = min(beta, 997 - plies)  # there is no win before that
    while free and best < beta:
        move = lowest(free)
        free ^= move
        if depth > 2:
            value = -best_again(other, own | move, depth - 1, plies + 1, -beta, -max(alpha, best), board)
        else:  # the last ply needs no call
            lost = winning_cells(other, free_cells(own | other | move, board), board) != U(0)
            value = plies - 998 if lost else signed(0)
        best = max(best, value)
    return best


turning_again = recursion()


@kernel(again=turning_again)
def turning_value(own: U, other: U, depth: int, plies: int, alpha: int, board: Board) -> int:
    """`best_value` on a board that turns, with no window but that what is no more than `alpha` does not matter."""
    free = free_cells(own | other, board)
    best = -signed(1000)
    while free:
        cell = lowest(free)
        free ^= cell
        after, others, result, decided = played(own, other, cell, board)
        value = result * (999 - plies)
        if not decided and depth > 1 and after | others != board.full:
            value = -turning_again(others, after, depth - 1, plies + 1, best, board)
        best = max(best, value)
        if -best <= alpha:
            break
    return best


@kernel
def turning_minimax(own: U, other: U, depth: int, board: Board) -> tuple[int, U]:
    """`minimax` on a board that turns: a turn can win and lose."""
    free = free_cells(own | other, board)
    best, best_moves = -signed(1000), U(0)
    while free:
        cell = lowest(free)
        free ^= cell
        after, others, result, decided = played(own, other, cell, board)
        value = result * signed(999)
        if not decided and depth > 1 and after | others != board.full:
            value = -turning_value(others, after, depth - 1, 1, best - 1, board)
        if value > best:
            best, best_moves = value, cell
        elif value == best:
            best_moves |= cell
    return best, best_moves


@kernel
def minimax(own: U, other: U, depth: int, board: Board) -> tuple[int, U]:
    """(minimax value of a depth from 1 for the side to move `own`, all moves with it); the board must not be full.

    The value is 1,000 - plies for a win, plies - 1,000 for a loss, and 0 if nothing is decided within the depth.
    Reference system 0 adds own minus opponent's stones (R0-13), at its depth of 3 the same number at every leaf but a
    win; it did not prefer wins, let alone early ones (D0-2).
    """
    if board.turns != U(0):
        return turning_minimax(own, other, depth, board)
    free = free_cells(own | other, board)
    winning = winning_cells(own, free, board)
    if winning != U(0):
        return 999, winning
    if depth == 1 or (own | other | lowest(free)) == board.full:
        return 0, free
    best, best_moves = -signed(1000), U(0)
    while free:
        move = lowest(free)
        free ^= move
        value = -best_value(other, own | move, depth - 1, 1, -signed(1000), 1 - best, board)
        if value > best:
            best, best_moves = value, move
        elif value == best:
            best_moves |= move
    return best, best_moves


WIN_NOW, BLOCK, OPEN_TWO, VALUE = range(4)
"""The rules of R0-5, in their order."""


@kernel
def candidates_of(own: U, other: U, free: U, tactics: bool, board: Board) -> tuple[int, U]:
    """(rule, moves): the moves of `free` named by the first rule of R0-5 that applies, or all of them with VALUE.

    Without `tactics` only WIN_NOW applies.  If a rule names several moves, their values decide, not the lowest column
    (D0-8).
    """
    found = winning_cells(own, free, board)
    if found != U(0):
        return WIN_NOW, found
    if tactics:
        found = winning_cells(other, free, board)
        if found != U(0):
            return BLOCK, found
        found = open_twos(other, own, free, board)
        if found != U(0):
            return OPEN_TWO, found
    return VALUE, free


@kernel(inlined=True)
def best_candidates(best: U, board: Board) -> U:
    """Of equally good moves those in the middle column, if any (R0-5)."""
    middle = best & board.middle
    return middle if middle != U(0) else best
