"""The compiled half of the network evaluator: an accumulator of its first layer in whole numbers.  Imports numba.

A network of H hidden units is, for the search, one of 2 H lanes: every unit reads the board and its mirror image.
`Tables.numbers` and `Tables.memory` hold 32-bit numbers, two to a word, so that the processor adds eight at once:

    numbers   LANES; BIAS, one for each side to move, in steps of 1 / FINE; from ROWS a row of lanes for each input, in
              steps of 1 / ONE; two rows with what a lane adds to the value, with the first player and with the second
              to move, in steps of 1 / OUT
    memory    values seen (see `seen`); the inputs that the accumulator holds, PLANES words; the accumulator

An input is bit b of plane p, row 64 p + b: 0, 1 a stone of the first, of the second player; 2, 3 an empty cell that
completes a line of the first, of the second; plane 4 has two bits only, one for each side to move.
"""

from __future__ import annotations

import math

import numpy as np

from c4.compiled.board import Board
from c4.compiled.hashing import MULTIPLIER
from c4.compiled.jit import kernel
from c4.compiled.kinds import Ints, U, signed
from c4.compiled.lines import winning_cells
from c4.compiled.words import lowest, number_of, popcount
from c4.evaluators.base import Tables
from c4.evaluators.quiet import LOSES, QUIET, WINS, play_out

PLANES = 5
INPUTS = 64 * (PLANES - 1) + 2
"""Rows of the first layer."""

LANES, BIAS, ROWS = 0, 1, 4
"""Layout of the numbers, in words of 64 bits."""

ONE = 512
"""An activation of 1, the most there is: a clipped ReLU."""

OUT = 1 << 13
FINE = ONE * OUT

SCALE = 100_000
TOP, WON = 90_000, 95_000
"""Points of V = 1, and of a win that the side to move can take."""

SEEN_BITS = 14
HELD = 2 << SEEN_BITS
"""Where the inputs of the accumulator lie in the memory, after the values seen."""

SEEN_SHIFT = U(64 - SEEN_BITS)


@kernel(inlined=True)
def inputs_of(first: U, second: U, first_moves: bool, board: Board) -> tuple[U, U, U, U, U]:
    """The planes of a board; `first` are the stones of who began."""
    empty = board.full & ~(first | second)
    return (
        first,
        second,
        winning_cells(first, empty, board),
        winning_cells(second, empty, board),
        U(1) if first_moves else U(2),
    )


@kernel
def follow(planes: tuple[U, U, U, U, U], numbers: Ints, memory: Ints) -> None:
    """Brings the accumulator from the inputs that it holds to these."""
    lanes = U(numbers[LANES])
    rows, sums = numbers.view(np.int32), memory.view(np.int32)
    start = U(2 * (HELD + PLANES + 1))
    for plane in range(U(PLANES)):
        now = planes[signed(plane)]
        before = U(memory[U(HELD) + plane])
        memory[U(HELD) + plane] = signed(now)
        changed = before ^ now
        while changed != U(0):
            bit = lowest(changed)
            changed ^= bit
            row = U(2 * ROWS) + (U(64) * plane + U(number_of(bit))) * lanes
            if now & bit != U(0):
                for lane in range(lanes):
                    sums[start + lane] = np.int32(sums[start + lane] + rows[row + lane])
            else:
                for lane in range(lanes):
                    sums[start + lane] = np.int32(sums[start + lane] - rows[row + lane])


@kernel
def total_of(side: int, numbers: Ints, memory: Ints) -> int:
    """The value of the board that the accumulator holds, before tanh, in steps of 1 / FINE; side 0: the first player
    is to move."""
    lanes = U(numbers[LANES])
    rows, sums = numbers.view(np.int32), memory.view(np.int32)
    start, outer = U(2 * (HELD + PLANES + 1)), U(2 * ROWS) + (U(INPUTS) + U(side)) * lanes
    total = np.int32(0)
    for lane in range(lanes):
        active = sums[start + lane]
        active = np.int32(0) if active < np.int32(0) else active
        active = np.int32(ONE) if active > np.int32(ONE) else active
        total = np.int32(total + np.int32(active * rows[outer + lane]))
    return signed(signed(total) + numbers[BIAS + side])


@kernel
def quiet_total(mover: U, other: U, board: Board, tables: Tables) -> int:
    """`total_of` a quiet board, for the first player, who has more stones, or as many and the move."""
    if popcount(mover) >= popcount(other):
        follow(inputs_of(mover, other, True, board), tables.numbers, tables.memory)
        return total_of(0, tables.numbers, tables.memory)
    follow(inputs_of(other, mover, False, board), tables.numbers, tables.memory)
    return total_of(1, tables.numbers, tables.memory)


@kernel
def points_of(total: int) -> int:
    """A value before tanh as points for the first player."""
    return signed(np.rint(TOP * math.tanh(total / FINE)))


@kernel
def value_of(mover: U, other: U, board: Board, tables: Tables) -> int:
    """The value for the side to move in points, after the forced replies."""
    quiet_mover, quiet_other, comes_to = mover, other, QUIET
    if board.first_line == 1:
        quiet_mover, quiet_other, comes_to = play_out(mover, other, board)
    mover_began = popcount(mover) >= popcount(other)
    if comes_to == QUIET:
        points = points_of(quiet_total(quiet_mover, quiet_other, board, tables))
        return points if mover_began else -points
    points = WON if comes_to == WINS else -WON if comes_to == LOSES else 0
    return points if (popcount(quiet_mover) >= popcount(quiet_other)) == mover_began else -points


@kernel(passed=True)
def evaluate_kernel(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The value for the maximizer in points, cached or from `value_of`."""
    mover, other = (maximizer, minimizer) if maximizer_moves else (minimizer, maximizer)
    memory = tables.memory
    key = mover | ((maximizer | minimizer) + board.bottom)
    slot = U(2) * ((key * MULTIPLIER) >> SEEN_SHIFT)
    if U(memory[slot]) != key:
        memory[slot] = signed(key)
        memory[slot + U(1)] = value_of(mover, other, board, tables)
    points = signed(memory[slot + U(1)])
    return points if maximizer_moves else -points
