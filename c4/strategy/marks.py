"""The column that a diagram plays, compiled: the marks of all cells are compared at once.

The Python twin is `c4.strategy.diagram.decide`.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.kernels.jit import kernel
from c4.kernels.kinds import U, Words, signed
from c4.kernels.words import several
from c4.strategy.graph import COLUMN_BITS, ZERO
from c4.strategy.memory import MARKS, Graph

URGENT, PAIR, CLAIM, FIRST, SECOND, THIRD, UNMARKED = range(MARKS + 1)
"""The marks, the strongest first, then none; PAIR counts only if exactly one of its cells can be played."""


class Planes(NamedTuple):
    """The marks of a diagram as binary digits: the mark of each cell is 4 * fours + 2 * twos + ones; and the pairs."""

    fours: U
    twos: U
    ones: U
    pairs: U


@kernel(inlined=True)
def with_digit(plane: U, cells: U, digit: int) -> U:
    """A plane in which these cells have the digit 1, or 0 if `digit` is 0."""
    return plane | cells if digit != 0 else plane & ~cells


@kernel(inlined=True)
def planes_of(marks: Words) -> Planes:
    """The digits of a diagram; a cell with several marks has the strongest of them."""
    fours = ~ZERO
    twos = ~ZERO
    ones = ZERO
    for mark in range(MARKS - 1, -1, -1):
        cells = marks[mark]
        fours = with_digit(fours, cells, mark & 4)
        twos = with_digit(twos, cells, mark & 2)
        ones = with_digit(ones, cells, mark & 1)
    return Planes(fours, twos, ones, marks[PAIR] & ~marks[URGENT])


@kernel(inlined=True)
def preferred(cells: U, others: U) -> U:
    """The cells that are not among the others; all of them if each is."""
    left = cells & ~others
    return left if left != ZERO else cells


@kernel(inlined=True)
def column_among(cells: U, planes: Planes) -> int:
    """The column that a diagram plays among several cells: the strongest mark, then the nearest to the middle."""
    fours = planes.fours
    twos = planes.twos
    ones = planes.ones
    pairs = cells & planes.pairs
    if several(pairs):  # none of them counts: they become unmarked, which has the digits 1, 1, 0
        fours = fours | pairs
        twos = twos | pairs
        ones = ones & ~pairs
    cells = preferred(cells, fours)
    cells = preferred(cells, twos)
    cells = preferred(cells, ones)
    column = 6
    for nearer in (0, 5, 1, 4, 2, 3):
        column = nearer if cells & (COLUMN_BITS << U(7 * nearer)) != ZERO else column
    return column


@kernel(inlined=True)
def column_of(number: int, planes: Planes, graph: Graph) -> int:
    """The column that a diagram plays in a position of the graph."""
    only_column = signed(graph.nodes[number].column)
    return column_among(graph.nodes[number].cells, planes) if only_column < 0 else only_column


@kernel
def set_mark(cell: U, mark: int, marks: Words) -> None:
    """Replaces the mark of a cell; UNMARKED removes it."""
    for other in range(MARKS):
        marks[other] &= ~cell
    if mark != UNMARKED:
        marks[mark] |= cell


@kernel
def copy_marks(marks: Words, into: Words) -> None:
    """Copies a diagram.  (numba would compile a slice for seconds.)"""
    for mark in range(MARKS):
        into[mark] = marks[mark]
