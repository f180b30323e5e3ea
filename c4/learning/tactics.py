"""Opponents and rules of thumb to learn against, compiled: moves that win or must be stopped, open twos, minimax of depth 3.  Imports numba.

Everything here is by the first-line rule, and a set of moves is a word with a bit for each cell where a stone comes to lie.
"""

from __future__ import annotations

import numpy as np
from numba import types

from c4.compiled.jit import kernel
from c4.compiled.lines import BOARD, BOTTOM, CONNECT, STRIDE, U, popcount, shift_of, winning_cells
from c4.compiled.splitmix import below
from c4.evaluators.windows import CENTRE


@kernel("uint64(uint64, uint64, uint64[::1])", inlined=True)
def free_cells(own, other, masks):
    """The cells where a stone can be played now."""
    return ((own | other) + masks[BOTTOM]) & masks[BOARD]


@kernel("uint64(uint64, uint64, uint64, uint64[::1])")
def wins(own, other, free, masks):
    """Of the cells `free` those where a stone of `own` completes a line."""
    return winning_cells(own, masks[BOARD] & ~(own | other), masks[STRIDE], np.int64(masks[CONNECT])) & free


@kernel("uint64(uint64, uint64[::1])", inlined=True)
def pick(cells, random):
    """One of these cells by chance; takes a number from `random` only where there is a choice."""
    number = popcount(cells)
    if number > 1:
        for _ in range(below(random, number)):
            cells &= cells - U(1)
    return cells & (~cells + U(1))


@kernel("uint64(uint64, uint64, uint64, uint64[::1])")
def open_twos(own, other, free, masks):
    """Of the cells `free` those where a stone of `own` makes a row of exactly two with both ends on the board and empty (R0-5, rule 3).

    Empty is enough, the ends need not be playable.  With lines of another length than four the row is two short of a line.
    """
    connect = np.int64(masks[CONNECT])
    empty = masks[BOARD] & ~(own | other)
    found = U(0)
    for direction in range(4):
        shift = shift_of(direction, masks[STRIDE])
        if shift * U(max(connect - 1, 1)) > U(63):
            continue
        for place in range(connect - 2):  # the new stone is the place-th of its row, from the lowest
            run = free
            for i in range(1, place + 1):
                run &= own << (shift * U(i))
            for i in range(1, connect - 2 - place):
                run &= own >> (shift * U(i))
            run &= empty << (shift * U(place + 1))
            run &= empty >> (shift * U(connect - 2 - place))
            found |= run
    return found


@kernel("int64(uint64, uint64, uint64[::1])")
def reply(own, other, masks):
    """What a move that led to these stones is worth for `own`: `other` answers, then `own` moves once more."""
    free = free_cells(own, other, masks)
    if wins(other, own, free, masks) != U(0):
        return -998
    worst = np.int64(997) if free != U(0) else np.int64(0)
    while free and worst > 0:
        answer = free & (~free + U(1))
        free ^= answer
        third = free_cells(own, other | answer, masks)
        if wins(own, other | answer, third, masks) == U(0):
            worst = 0
    return worst


@kernel(types.Tuple((types.int64, types.uint64))(types.uint64, types.uint64, types.uint64[::1]))
def minimax3(own, other, masks):
    """(value, moves): the minimax of depth 3 for the side to move `own`, and the set of all moves of that value, on a board that is not full.

    The value is 1,000 minus the plies to a win, plies minus 1,000 when it is a loss, and 0 when nothing is decided within three plies.
    Reference system 0 adds own minus opponent's stones (R0-13), which is the same number at every leaf that is not a win; that
    a win is worth more, the sooner the more, is what it lacked (D0-2).
    """
    free = free_cells(own, other, masks)
    winning = wins(own, other, free, masks)
    if winning != U(0):
        return 999, winning
    best, best_moves = -np.int64(1000), U(0)
    left = free
    while left:
        move = left & (~left + U(1))
        left ^= move
        value = reply(own | move, other, masks)
        if value > best:
            best, best_moves = value, move
        elif value == best:
            best_moves |= move
    return best, best_moves


WIN_NOW, BLOCK, OPEN_TWO, VALUE = range(4)
"""The rules of R0-5, in the order in which they speak."""


@kernel(
    types.Tuple((types.int64, types.uint64))(types.uint64, types.uint64, types.uint64, types.boolean, types.uint64[::1])
)
def candidates_of(own, other, free, tactics, masks):
    """(rule, moves): of the moves `free` those of the first rule of R0-5 that speaks, or all of them with VALUE.

    Without `tactics` only WIN_NOW does.  Where a rule names several moves, their values decide between them, not the lowest column (D0-8).
    """
    found = wins(own, other, free, masks)
    if found != U(0):
        return WIN_NOW, found
    if tactics:
        found = wins(other, own, free, masks)
        if found != U(0):
            return BLOCK, found
        found = open_twos(other, own, free, masks)
        if found != U(0):
            return OPEN_TWO, found
    return VALUE, free


@kernel("uint64(uint64, uint64[::1])", inlined=True)
def best_candidates(best, masks):
    """Of equally good moves those in the middle column, if there are any (R0-5)."""
    middle = best & masks[CENTRE]
    return middle if middle != U(0) else best
