"""Board: the geometry of a board for kernels, a record made once from the `Rules`.

The `board` of a kernel is the record or, if its annotation allows that, None: the standard board, for which the kernel
is compiled with constants.  `geometry` has the same names for both.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from c4.game import packed
from c4.game.rules import FIRST_LINE, STANDARD, Rules
from c4.kernels.jit import kernel
from c4.kernels.kinds import Record, U, Words, array

DIRECTIONS = "VHRL"
"""Order of the directions; in "L" the first cell (low right) is the line's highest bit."""

MAX_COLUMNS = 32


class Board(Record):
    """The words that describe a board; bits as in `c4.game.rules`.

    stride, connect     bits from one column to the next, discs of a line
    columns, cells      their numbers
    first_line          1 if the first line wins, 0 if lines count on the full board
    bottom, full        the lowest cell of every column, and every cell
    turns               bit n: the board turns as soon as n discs lie on it; 0 on a board that never does
    empty               the packed state of the empty board, where there is one
    follow              every other cell of a column, from the highest down (see `c4.solver.proofs`)
    middle              the cells of the middle column, or of the two of a board of even width
    starts              for each of DIRECTIONS the lowest bits of its lines
    column              the cells of each column
    pointer, slot       what a disc on a cell adds to a packed state (`c4.game.packed`): of either side, and for the
                        maximizer in addition; 0 on a board without packed states
    """

    stride: U
    connect: int
    columns: int
    cells: int
    first_line: int
    bottom: U
    full: U
    turns: U
    empty: U
    follow: U
    middle: U
    starts: Words = array(len(DIRECTIONS))
    column: Words = array(MAX_COLUMNS)
    pointer: Words = array(64)
    slot: Words = array(64)


@lru_cache(maxsize=64)
def board_of(rules: Rules) -> Board:
    """The record of these rules, which must not be changed."""
    board = Board.new()
    board.stride = U(rules.stride)
    board.connect = rules.connect
    board.columns = rules.columns
    board.cells = rules.cells
    board.first_line = int(rules.scoring == FIRST_LINE)
    board.bottom = U(rules.bottom)
    board.full = U(rules.board)
    board.turns = U(rules.turn_bits)
    for column in range(rules.columns):
        board.column[column] = rules.column_mask(column)
        for row in range(rules.rows - 1, -1, -2):
            board.follow |= U(1 << rules.cell(row, column))
    board.middle = board.column[(rules.columns - 1) // 2] | board.column[rules.columns // 2]
    for line in rules.lines:
        board.starts[DIRECTIONS.index(line.direction)] |= U(1 << min(line.cells))
    board.empty = U(packed.empty(rules))
    for column in range(rules.columns):
        for row in range(rules.rows):
            cell = rules.cell(row, column)
            pointer = packed.added(row, column, False, rules)
            board.pointer[cell] = pointer
            board.slot[cell] = packed.added(row, column, True, rules) - pointer
    return board


def constant_board(rules: Rules) -> Board | None:
    """None for the standard board, otherwise the record: for kernels that take both."""
    standard = (rules.rows, rules.columns, rules.connect) == (STANDARD.rows, STANDARD.columns, STANDARD.connect)
    return None if standard else board_of(rules)


class Geometry(NamedTuple):
    """The geometry in kernels for both kinds of `board`, see Board."""

    stride: U
    connect: int
    cells: int
    bottom: U
    full: U
    follow: U


_standard = board_of(STANDARD)
STRIDE = U(_standard.stride)
CONNECT = int(_standard.connect)
CELLS = int(_standard.cells)
BOTTOM = U(_standard.bottom)
FULL = U(_standard.full)
FOLLOW = U(_standard.follow)


@kernel(inlined=True)
def geometry(board: Board | None) -> Geometry:
    """The geometry of either kind of board."""
    if board is None:
        return Geometry(STRIDE, CONNECT, CELLS, BOTTOM, FULL, FOLLOW)
    else:
        return Geometry(board.stride, board.connect, board.cells, board.bottom, board.full, board.follow)


@kernel(inlined=True)
def free_cells(occupied: U, board: Board | None) -> U:
    """The cells where a disc can be played now: the lowest free one of every column that is not full."""
    shape = geometry(board)
    return (occupied + shape.bottom) & shape.full
