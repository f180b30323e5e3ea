"""Static proofs: what a position tells without a search.  Compiled; imports numba.

Let the number of free cells be even when L, the *leader*, is to move, so that F, the *follower*, makes the last move
of a full board (on the standard board L began the game).  Counted from the top of its column, the 1st, 3rd, 5th ...
cell is a *follow cell* (on six rows: rows 2, 4 and 6).

**Follow-up.**  F answers every move of L in the same column, directly above it.  A column with an even number of free
cells splits into pairs, the upper cell of each a follow cell: F gets all of these.  A column with an odd number starts
with a single follow cell; the number of such columns is even, and when L takes the single cell of one, F takes that of
another.  So F certainly gets every free follow cell that is not playable now; at worst L gets all the rest.  If L has
no line even then, L cannot win; and if F has one in the cells that are certain, L loses, since the full board completes
it.  With F to move the same holds: the number of single cells is odd, and F takes one of them.

**Odd threat.**  L has a winning cell T that is not a follow cell, and the cell below it is free.  Leave out T, the cell
below it and all above: the number of safe cells left is odd when L is to move, so L makes the last safe move and F must
play below T.  L takes a single cell first and follows up from then on.  At worst F gets: outside T's column the free
cells that are not follow cells, in T's column below T the follow cells, and every playable cell.  If F has no line even
then, L wins, with T at the latest.
"""

from __future__ import annotations

from c4.kernels.board import Board, geometry
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.lines import has_line
from c4.kernels.words import lowest, number_of

UNKNOWN = 64
"""Beyond every score."""


@kernel(inlined=True)
def leader_cannot_win(leader: U, follower: U, playable: U, board: Board | None) -> bool:
    """Whether follow-up leaves the leader without a line, whoever is to move."""
    shape = geometry(board)
    free = shape.full ^ (leader | follower)
    return not has_line(leader | (free & (~shape.follow | playable)), board)


@kernel(inlined=True)
def follower_wins(leader: U, follower: U, playable: U, board: Board | None) -> bool:
    """Whether follow-up gives the follower a line, and the leader none."""
    shape = geometry(board)
    free = shape.full ^ (leader | follower)
    return has_line(follower | (free & shape.follow & ~playable), board) and leader_cannot_win(
        leader, follower, playable, board
    )


@kernel(inlined=True)
def odd_threat(leader: U, follower: U, threats: U, playable: U, board: Board | None) -> int:
    """A score that the leader is sure of by one of the `threats` (winning cells), 0 if none proves anything."""
    shape = geometry(board)
    free = shape.full ^ (leader | follower)
    threats = threats & ~(shape.follow | playable)
    best = 0
    while threats:
        threat = lowest(threats)
        threats ^= threat
        number = U(number_of(threat))
        row = number % shape.stride
        column = ((U(1) << (shape.stride - U(1))) - U(1)) << (number - row)
        here = column & (threat - U(1)) & (shape.follow | playable)
        elsewhere = ~column & (~shape.follow | playable)
        if not has_line(follower | (free & (here | elsewhere)), board):
            best = max(best, signed((shape.stride - row) >> U(1)))
    return best


@kernel(inlined=True)
def static_bounds(
    mine: U, theirs: U, my_wins: U, their_wins: U, playable: U, stones: int, target: int, board: Board | None
) -> tuple[int, int]:
    """(lower, upper): proved bounds of the mover's score, -UNKNOWN and UNKNOWN if there is no proof.

    Only proofs that may settle "at least `target`?" are tried: first the follow-up; if it proves nothing, or cannot
    settle the question, the odd threat.
    """
    shape = geometry(board)
    if (shape.cells - stones) & 1 == 0:  # the leader is to move
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
