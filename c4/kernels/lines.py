"""Lines as bitboards: finding, counting and completing them, all lines of a direction at once.

A board shifted right by i steps of a direction holds, at the lowest cell of every line, the i-th cell of that line.
Going through the cells of all lines in parallel, a counter that stops at 4 needs four words: `one` has a bit where at
least one was seen, `two` where at least two were, and so on.
"""

from __future__ import annotations

from c4.kernels.board import Board, geometry
from c4.kernels.jit import kernel
from c4.kernels.kinds import U
from c4.kernels.words import popcount, several

FAR = U(20)
"""With this stride or less, three steps in any direction stay within a word."""


@kernel(inlined=True)
def shift_of(direction: int, stride: U) -> U:
    """Bits from one cell of a line to the next, upwards, in one of DIRECTIONS."""
    if direction == 0:
        return U(1)
    if direction == 1:
        return stride
    if direction == 2:
        return stride + U(1)
    return stride - U(1)


@kernel(inlined=True)
def completed(stones: U, shift: U, connect: int) -> U:
    """The lines of a direction that the discs complete, as a set of lowest cells."""
    if shift * U(connect - 1) > U(63):
        return U(0)  # no line of this direction fits the board, and a compiled shift by 64 or more is undefined
    run = stones
    for _ in range(1, connect):
        stones = stones >> shift
        run &= stones
    return run


@kernel
def has_any_line(stones: U, stride: U, connect: int) -> bool:
    """`has_line` on any board, for lines of any length."""
    lines = U(0)
    for direction in range(4):
        lines |= completed(stones, shift_of(direction, stride), connect)
    return bool(lines != U(0))


@kernel(inlined=True)
def has_line(stones: U, board: Board | None) -> bool:
    """Whether the discs complete a line."""
    shape = geometry(board)
    if shape.connect != 4 or shape.stride > FAR:
        return has_any_line(stones, shape.stride, shape.connect)
    lines = U(0)
    for shift in (U(1), shape.stride - U(1), shape.stride, shape.stride + U(1)):
        pairs = stones & (stones >> shift)
        lines |= pairs & (pairs >> (shift + shift))
    return bool(lines != U(0))


@kernel
def count_lines(stones: U, board: Board) -> int:
    """How many lines the discs complete."""
    total = 0
    for direction in range(4):
        total += popcount(completed(stones, shift_of(direction, board.stride), board.connect))
    return total


@kernel(inlined=True)
def at_least(stones: U, shift: U, connect: int) -> tuple[U, U, U, U]:
    """(lines with at least 1, 2, 3, 4 of the discs), each as a set of lowest cells."""
    one = U(0)
    two = U(0)
    three = U(0)
    four = U(0)
    for _ in range(connect):  # from four down to one, so that a disc counts once
        four |= three & stones
        three |= two & stones
        two |= one & stones
        one |= stones
        stones = stones >> shift
    return one, two, three, four


# -- the cells that complete a line -----------------------------------------------------------------------------------


@kernel(inlined=True)
def fourth_cells(stones: U, shift: U) -> U:
    """The cells that make four with three of the discs, in a direction other than upright."""
    pairs = stones & (stones >> shift)
    two = shift + shift
    three = two + shift
    above = (pairs >> shift) & ((stones >> three) | (stones << shift))  # two discs above the cell, and one more
    below = (pairs << two) & ((stones >> shift) | (stones << three))
    return above | below


@kernel(inlined=True)
def line_ends(stones: U, shift: U, connect: int) -> U:
    """The missing cells of lines of one direction of which the discs have all other cells."""
    if shift * U(connect - 1) > U(63):
        return U(0)
    # lines, as lowest cells, of which all the cells so far are there, or all but one
    all_there = ~U(0)
    lacking = U(0)
    run = stones
    for _ in range(connect):
        lacking = (lacking & run) | (all_there & ~run)
        all_there &= run
        run = run >> shift
    cells = U(0)
    for _ in range(connect):
        cells |= lacking
        lacking = lacking << shift
    return cells


@kernel
def any_line_ends(stones: U, stride: U, connect: int) -> U:
    """The cells that complete a line on any board, for lines of any length."""
    cells = U(0)
    for direction in range(4):
        cells |= line_ends(stones, shift_of(direction, stride), connect)
    return cells


@kernel(inlined=True)
def winning_cells(stones: U, empty: U, board: Board | None) -> U:
    """The empty cells that complete a line of the discs, playable now or not."""
    shape = geometry(board)
    if shape.connect != 4 or shape.stride > FAR:
        return any_line_ends(stones, shape.stride, shape.connect) & empty
    cells = (stones << U(1)) & (stones << U(2)) & (stones << U(3))
    for shift in (shape.stride, shape.stride - U(1), shape.stride + U(1)):
        cells |= fourth_cells(stones, shift)
    return cells & empty


@kernel(inlined=True)
def replies_to(danger: U, free: U) -> tuple[U, U]:
    """(must, safe): the free cells where the opponent, whose winning cells are `danger`, wins with the next disc; and the
    replies that do not lose at once: on one of these cells, if any, and never below a winning cell."""
    must = danger & free
    candidates = must if must != U(0) else free
    return must, candidates & ~(danger >> U(1))


@kernel(inlined=True)
def unanswerable(danger: U, free: U) -> bool:
    """Whether the opponent's winning cells cannot be met: two are playable, or every reply loses at once."""
    must, safe = replies_to(danger, free)
    return several(must) or safe == U(0)
