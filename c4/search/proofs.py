"""What can be said of a position without searching: winning cells, and proofs by follow-up.  Imports numba.

*Follow-up*.  Say the free cells are even in number with L (the leader) to move, so that F (the follower) makes the last
move of a full board.  F answers every move in the same column, on top of it.  In a column with an even number of free cells
that gives him the upper cell of every pair: counted from the top, the 1st, 3rd ... cell (`follow` cells; on six rows rows 2, 4
and 6).  A column with an odd number of free cells starts with a single follow cell; such columns are even in number, and when
L takes the single cell of one, F takes that of another.  So F gets every free follow cell that is not directly playable.
"""

from __future__ import annotations

import numpy as np
from numba import njit, types

from c4.evaluators.lines import U, popcount

GEOMETRIES = (types.none, types.UniTuple(types.uint64, 6))
_sizes = types.UniTuple(types.uint64, 6)
ONE, ZERO = U(1), U(0)
FAR = 64

_BOTTOM = sum(1 << 7 * c for c in range(7))
_BOARD = U(_BOTTOM * 63)
_FOLLOW = U(_BOTTOM * 0b101010)
_BOTTOM = U(_BOTTOM)


@njit([_sizes(g) for g in GEOMETRIES], cache=True, forceinline=True, nogil=True, error_model="numpy")
def sizes(geometry):
    """(stride, connect, bottom, board, follow, cells); constants on the standard board."""
    if geometry is None:
        return (U(7), U(4), _BOTTOM, _BOARD, _FOLLOW, U(42))
    else:
        return geometry


@njit(types.uint64(types.uint64, types.uint64), cache=True, forceinline=True, nogil=True, error_model="numpy")
def completing(p, d):
    """Cells that complete four in a row in a direction that is not upright."""
    pair = p & (p >> d)
    return ((pair >> d) & ((p >> (d + d + d)) | (p << d))) | ((pair << (d + d)) & ((p >> d) | (p << (d + d + d))))


@njit([types.uint64(types.uint64, types.uint64, g) for g in GEOMETRIES], cache=True, forceinline=True, nogil=True, error_model="numpy")
def winning_cells(mine, theirs, geometry):
    """The free cells that complete a line for `mine`."""
    stride, connect, bottom, board, follow, cells = sizes(geometry)
    if connect == U(4):
        found = (mine << ONE) & (mine << U(2)) & (mine << U(3))
        found |= completing(mine, stride) | completing(mine, stride - ONE) | completing(mine, stride + ONE)
    else:
        found = ZERO
        for direction in range(4):
            d = ONE if direction == 0 else stride + U(direction) - U(2)
            for missing in range(connect):
                line = ~ZERO
                for i in range(connect):
                    if i < missing:
                        line &= mine << (U(missing - i) * d)
                    elif i > missing:
                        line &= mine >> (U(i - missing) * d)
                found |= line
    return found & (board ^ (mine | theirs))


@njit([types.boolean(types.uint64, g) for g in GEOMETRIES], cache=True, forceinline=True, nogil=True, error_model="numpy")
def any_line(stones, geometry):
    stride, connect, bottom, board, follow, cells = sizes(geometry)
    if connect == U(4):
        a = stones & (stones >> ONE)
        b = stones & (stones >> stride)
        c = stones & (stones >> (stride - ONE))
        d = stones & (stones >> (stride + ONE))
        found = (a & (a >> U(2))) | (b & (b >> (stride + stride))) | (c & (c >> (stride + stride - U(2)))) | (d & (d >> (stride + stride + U(2))))
        return found != ZERO
    for direction in range(4):
        shift = ONE if direction == 0 else stride + U(direction) - U(2)
        run = stones
        for i in range(1, connect):
            run &= stones >> (U(i) * shift)
        if run:
            return True
    return False


@njit([types.int64(types.uint64, types.uint64, types.uint64, types.uint64, g) for g in GEOMETRIES], cache=True, forceinline=True, nogil=True, error_model="numpy")
def odd_threat(leader, follower, threats, playable, geometry):
    stride, connect, bottom, board, follow, cells = sizes(geometry)
    free = board ^ (leader | follower)
    threats = threats & free & ~follow & ~playable
    lane = (ONE << (stride - ONE)) - ONE
    best = 0
    while threats:
        threat = threats & (~threats + ONE)
        threats ^= threat
        number = U(popcount(threat - ONE))
        row = number % stride
        column = lane << (number - row)
        below = column & (threat - ONE) 
        gets = follower | (free & ~column & (~follow | playable)) | (free & below & (follow | playable))
        if not any_line(gets, geometry):
            best = max(best, (np.int64(stride) - np.int64(row)) >> 1)
    return best


@njit([types.UniTuple(types.int64, 2)(types.uint64, types.uint64, types.uint64, types.uint64, types.uint64, types.int64, types.int64, g) for g in GEOMETRIES],
      cache=True, forceinline=True, nogil=True, error_model="numpy")  # fmt: skip
def static_score(mine, theirs, my_wins, their_wins, playable, stones, target, geometry):
    """(low, high): bounds of the score of the side to move that are proved at once; (-FAR, FAR) when nothing is.  Only what bears on `target` is tried."""
    stride, connect, bottom, board, follow, cells = sizes(geometry)
    free = board ^ (mine | theirs)
    gets = free & follow & ~playable
    if (np.int64(cells) - stones) & 1 == 0:  # the leader is to move
        if target >= 1:
            if not any_line(mine | (free & ~gets), geometry):
                return -FAR, 0
            if target <= 2:
                return odd_threat(mine, theirs, my_wins, playable, geometry) or -FAR, FAR
        else:
            if target == 0 and any_line(theirs | gets, geometry) and not any_line(mine | (free & ~gets), geometry):
                return -FAR, -1
            low = odd_threat(mine, theirs, my_wins, playable, geometry)
            if low > 0:
                return low, FAR
    else:
        if target <= 0:
            if not any_line(theirs | (free & ~gets), geometry):
                return 0, FAR
            if target >= -1:
                low = odd_threat(theirs, mine, their_wins, playable, geometry)
                if low > 0:
                    return -FAR, -low
        else:
            if target == 1 and any_line(mine | gets, geometry) and not any_line(theirs | (free & ~gets), geometry):
                return 1, FAR
            low = odd_threat(theirs, mine, their_wins, playable, geometry)
            if low > 0:
                return -FAR, -low
    return -FAR, FAR
