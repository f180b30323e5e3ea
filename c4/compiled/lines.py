"""Counting stones along all lines of a direction at once: the bit tricks that V1, V2 and windows share.  Imports numba.

A board shifted right by i steps of a direction holds, at the lowest cell of every line, the i-th cell of that line.
Going through the cells of all lines in parallel, a counter that stops at 4 needs four words: `one` has a bit where at
least one was seen, `two` where at least two were, and so on.
"""

from __future__ import annotations

import numpy as np
from numba import types

from c4.compiled.jit import kernel
from c4.game.rules import Rules

U = np.uint64
DIRECTIONS = "VHRL"
"""Order of the directions in the masks; in "L" the first cell (low right) is the line's highest bit."""

STRIDE, CONNECT, BOTTOM, BOARD, STARTS = 0, 1, 2, 3, 4
"""Places in the masks: stride, connect, lowest cells, all cells, then for each direction the lowest bits of its lines."""


def line_masks(rules: Rules) -> np.ndarray:
    """uint64[8], places as above."""
    starts = [
        sum({1 << min(line.cells) for line in rules.lines if line.direction == direction}) for direction in DIRECTIONS
    ]
    return np.array([rules.stride, rules.connect, rules.bottom, rules.board, *starts], dtype=np.uint64)


@kernel(types.int64(types.uint64), inlined=True)
def popcount(word):
    """Bits set in a word (LLVM makes one instruction of it)."""
    word = word - ((word >> U(1)) & U(0x5555555555555555))
    word = (word & U(0x3333333333333333)) + ((word >> U(2)) & U(0x3333333333333333))
    word = (word + (word >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * U(0x0101010101010101)) >> U(56))


@kernel(types.uint64(types.int64, types.uint64), inlined=True)
def shift_of(direction, stride):
    """Bits from one cell of a line to the next, upwards."""
    if direction == 0:
        return U(1)
    if direction == 1:
        return stride
    if direction == 2:
        return stride + U(1)
    return stride - U(1)


@kernel(types.uint64(types.uint64, types.uint64, types.int64), inlined=True)
def completed(stones, shift, connect):
    """The lines of a direction that the stones complete, as a set of lowest cells."""
    if shift * U(connect - 1) > U(63):
        return U(0)  # no line of this direction fits the board, and a compiled shift by 64 or more means nothing
    run = stones
    for _ in range(1, connect):
        stones = stones >> shift
        run &= stones
    return run


@kernel(types.boolean(types.uint64, types.uint64, types.int64), inlined=True)
def has_line(stones, stride, connect):
    """Whether the stones complete a line."""
    lines = U(0)
    for direction in range(4):
        lines |= completed(stones, shift_of(direction, stride), connect)
    return lines != U(0)


@kernel(types.UniTuple(types.uint64, 4)(types.uint64, types.uint64, types.uint64), inlined=True)
def at_least(board, shift, connect):
    """(lines with at least 1, 2, 3, 4 cells of `board`), each as a set of lowest cells."""
    one = two = three = four = U(0)
    for _ in range(connect):
        four |= three & board
        three |= two & board
        two |= one & board
        one |= board
        board = board >> shift
    return one, two, three, four


@kernel(types.uint64(types.uint64, types.uint64, types.int64), inlined=True)
def line_ends(stones, shift, connect):
    """The places that lack in lines of one direction of which the stones have all other cells."""
    whole, lacking = ~U(0), U(0)  # lines, as lowest cells, of which all the cells so far are there, or all but one
    run = stones
    for _ in range(connect):
        lacking = (lacking & run) | (whole & ~run)
        whole &= run
        run = run >> shift
    places = U(0)
    for _ in range(connect):
        places |= lacking
        lacking = lacking << shift
    return places


@kernel(types.uint64(types.uint64, types.uint64, types.uint64, types.int64))
def winning_cells(stones, empty, stride, connect):
    """The empty cells that would complete a line of the stones, whether they can be played now or not."""
    places = U(0)
    for direction in range(4):
        shift = shift_of(direction, stride)
        if connect == 4 and shift <= U(21):  # the same, with loops the compiler can unroll
            places |= line_ends(stones, shift, 4)
        elif shift * U(connect - 1) <= U(63):
            places |= line_ends(stones, shift, connect)
    return places & empty
