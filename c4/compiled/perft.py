"""Perft: how many games of so many moves there are, compiled.  Imports numba."""

from __future__ import annotations

import numpy as np
from numba import types

from c4.compiled.jit import kernel, recursion
from c4.compiled.lines import U, has_line, popcount
from c4.game.rules import FIRST_LINE, Rules

PERFT = types.int64(
    types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64, types.uint64, types.uint64
)

perft_again = recursion(PERFT)


@kernel(PERFT)
def perft(mover, other, depth, stride, connect, first_line, bottom, board):
    """Sequences of `depth` moves from a position; the compiled twin of `Rules.perft`."""
    if depth == 0:
        return 1
    if first_line == 1 and has_line(other, U(stride), connect):
        return 0
    free = ((mover | other) + bottom) & board
    if depth == 1:
        return popcount(free)
    total = 0
    while free:
        cell = free & (~free + U(1))
        total += perft_again(other, mover | cell, depth - 1, stride, connect, first_line, bottom, board)
        free ^= cell
    return total


def count_games(depth: int, rules: Rules) -> int:
    """Sequences of `depth` moves from the empty board (perft), compiled."""
    zero = np.uint64(0)
    return perft(
        zero,
        zero,
        depth,
        rules.stride,
        rules.connect,
        rules.scoring == FIRST_LINE,
        np.uint64(rules.bottom),
        np.uint64(rules.board),
    )
