"""What a position tells without a search: winning cells, and proofs by follow-up.  Compiled; imports numba.

Say the free cells are even in number when L, the *leader*, is to move, so that F, the *follower*, makes the last move of a
full board (on the standard board L began the game).  Counted from the top of its column, the 1st, 3rd, 5th ... cell is a
*follow cell* (on six rows: rows 2, 4 and 6).

**Follow-up.**  F answers every move of L in the same column, on top of it.  A column with an even number of free cells falls
into pairs, the upper cell of each a follow cell: F gets them all.  A column with an odd number starts with a single follow cell;
such columns are even in number, and when L takes the single cell of one, F takes that of another.  So F certainly gets every
free follow cell that is not playable now; at worst L gets all the rest.  If L has no line even then, he cannot win; and if
F has one in what he gets for certain, L loses, since a board that fills up completes it.  With F to move the same holds: an
odd number of single cells, of which he takes one.

**Odd threat.**  L has a winning cell T that is no follow cell, and the cell under it is free.  Leave T, the cell under it and all above
out: the safe cells left are odd in number when L is to move, so that he makes the last safe move and F must play under T.
L takes a single cell first and follows up from then on.  At worst F gets: outside T's column the free cells that are no follow
cells, in T's column below T the follow cells, and every playable cell.  If F has no line even then, L wins, with T at the latest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from c4.compiled.jit import kernel
from c4.compiled.lines import U, popcount
from c4.game.rules import STANDARD, Rules

ONE, ZERO = U(1), U(0)

UNKNOWN = 64
"""Further than any score."""


class Measures(NamedTuple):
    """A board in words: bits a column, stones in a line, lowest cells, all cells, follow cells, and how many cells."""

    stride: np.uint64
    connect: np.uint64
    bottom: np.uint64
    board: np.uint64
    follow: np.uint64
    cells: np.uint64


def measure(rules: Rules) -> Measures:
    """The measures of a board."""
    follow = sum(
        1 << rules.cell(row, column) for column in range(rules.columns) for row in range(rules.rows - 1, -1, -2)
    )
    return Measures(
        *(U(word) for word in (rules.stride, rules.connect, rules.bottom, rules.board, follow, rules.cells))
    )


def board_argument(rules: Rules) -> Measures | None:
    """A board as the kernels take it: None is the standard one, compiled with constants; any other comes with its measures."""
    standard = (rules.rows, rules.columns, rules.connect) == (STANDARD.rows, STANDARD.columns, STANDARD.connect)
    return None if standard else measure(rules)


_measures = types.NamedUniTuple(types.uint64, len(Measures._fields), Measures)
BOARDS = (types.none, _measures)
_STRIDE, _CONNECT, _BOTTOM, _BOARD, _FOLLOW, _CELLS = measure(STANDARD)
_inlined = {"error_model": "numpy", "inlined": True}


@kernel([_measures(b) for b in BOARDS], **_inlined)
def measures(board):
    """The measures of a board argument."""
    if board is None:
        return Measures(_STRIDE, _CONNECT, _BOTTOM, _BOARD, _FOLLOW, _CELLS)
    else:
        return board


@kernel(types.uint64(types.uint64, types.uint64), **_inlined)
def fourth_cells(stones, d):
    """Cells that make four with three of `stones`, in a direction of shift `d` that is not upright."""
    pairs = stones & (stones >> d)
    upper = (pairs >> d) & (
        (stones >> (d + d + d)) | (stones << d)
    )  # two cells above a cell, and the third or the one below
    lower = (pairs << (d + d)) & ((stones >> d) | (stones << (d + d + d)))
    return upper | lower


@kernel([types.uint64(types.uint64, types.uint64, b) for b in BOARDS], **_inlined)
def winning_cells(mine, theirs, board):
    """The free cells that complete a line of `mine`."""
    m = measures(board)
    if board is None or (m.connect == U(4) and m.stride < U(20)):
        found = (mine << ONE) & (mine << U(2)) & (mine << U(3))
        found |= fourth_cells(mine, m.stride) | fourth_cells(mine, m.stride - ONE) | fourth_cells(mine, m.stride + ONE)
    else:
        found = ZERO
        for direction in range(4):
            d = ONE if direction == 0 else m.stride + U(direction) - U(2)
            if d * (m.connect - ONE) < U(64):
                for missing in range(m.connect):
                    line = ~ZERO
                    for i in range(m.connect):
                        if i < missing:
                            line &= mine << (U(missing - i) * d)
                        elif i > missing:
                            line &= mine >> (U(i - missing) * d)
                    found |= line
    return found & (m.board ^ (mine | theirs))


@kernel([types.boolean(types.uint64, b) for b in BOARDS], **_inlined)
def any_line(stones, board):
    """Whether stones complete a line."""
    m = measures(board)
    found = ZERO
    if board is None or (m.connect == U(4) and m.stride < U(20)):
        for d in (ONE, m.stride - ONE, m.stride, m.stride + ONE):
            pairs = stones & (stones >> d)
            found |= pairs & (pairs >> (d + d))
    else:
        for direction in range(4):
            d = ONE if direction == 0 else m.stride + U(direction) - U(2)
            if d * (m.connect - ONE) < U(64):
                run = stones
                for i in range(1, m.connect):
                    run &= stones >> (U(i) * d)
                found |= run
    return found != ZERO


@kernel([types.boolean(types.uint64, types.uint64, types.uint64, b) for b in BOARDS], **_inlined)
def leader_cannot_win(leader, follower, playable, board):
    """Whether follow-up leaves the leader without a line, whoever of the two is to move."""
    m = measures(board)
    free = m.board ^ (leader | follower)
    return not any_line(leader | (free & (~m.follow | playable)), board)


@kernel([types.boolean(types.uint64, types.uint64, types.uint64, b) for b in BOARDS], **_inlined)
def follower_wins(leader, follower, playable, board):
    """Whether follow-up gives the follower a line, and the leader none."""
    m = measures(board)
    free = m.board ^ (leader | follower)
    return any_line(follower | (free & m.follow & ~playable), board) and leader_cannot_win(
        leader, follower, playable, board
    )


@kernel([types.int64(types.uint64, types.uint64, types.uint64, types.uint64, b) for b in BOARDS], **_inlined)
def odd_threat(leader, follower, threats, playable, board):
    """A score that the leader reaches for certain by one of his `threats` (winning cells), 0 when none proves anything."""
    m = measures(board)
    free = m.board ^ (leader | follower)
    threats = threats & ~(m.follow | playable)
    best = 0
    while threats:
        threat = threats & (~threats + ONE)
        threats ^= threat
        number = U(popcount(threat - ONE))
        row = number % m.stride
        column = ((ONE << (m.stride - ONE)) - ONE) << (number - row)
        here = column & (threat - ONE) & (m.follow | playable)
        elsewhere = ~column & (~m.follow | playable)
        if not any_line(follower | (free & (here | elsewhere)), board):
            best = max(best, np.int64((m.stride - row) >> ONE))
    return best


_bounds = types.UniTuple(types.int64, 2)
_five = (types.uint64,) * 5


@kernel([_bounds(*_five, types.int64, types.int64, b) for b in BOARDS], **_inlined)
def static_bounds(mine, theirs, my_wins, their_wins, playable, stones, target, board):
    """(lower, upper) bounds of the side to move's score that are proved on the spot, -UNKNOWN and UNKNOWN where nothing is.

    Only proofs that may settle "at least `target`?" are tried.
    """
    m = measures(board)
    if (np.int64(m.cells) - stones) & 1 == 0:  # the leader is to move
        if target > 0:
            if leader_cannot_win(mine, theirs, playable, board):
                return -UNKNOWN, 0
        elif target == 0 and follower_wins(mine, theirs, playable, board):
            return -UNKNOWN, -1
        won = odd_threat(mine, theirs, my_wins, playable, board)
        return won if won > 0 else -UNKNOWN, UNKNOWN
    if target <= 0:
        if leader_cannot_win(theirs, mine, playable, board):
            return 0, UNKNOWN
    elif target == 1 and follower_wins(theirs, mine, playable, board):
        return 1, UNKNOWN
    lost = odd_threat(theirs, mine, their_wins, playable, board)
    return -UNKNOWN, -lost if lost > 0 else UNKNOWN
