"""Patterns of reference system 2: adjacent stones of one colour with an empty cell beyond (R2-2, R2-12).  Plain Python.

. . . . . . .        A pattern starts at a stone and runs in one of seven directions (straight down could never grow).
. . . . . . .        It is tied to its cells: the same three one column further is another pattern.
. X X X _ . .  <-    start B, to the RIGHT, 3 stones; E is the empty cell beyond
A B C D E F G
"""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import Rules

DIRECTIONS = {
    "ABOVE": (1, 0), "ABOVERIGHT": (1, 1), "RIGHT": (0, 1), "BELOWRIGHT": (-1, 1),
    "BELOWLEFT": (-1, -1), "LEFT": (0, -1), "ABOVELEFT": (1, -1),
}  # fmt: skip
"""The directions, clockwise, as steps (rows up, columns to the right)."""

Cell = tuple[int, int]
"""(row, column), row 0 at the bottom."""


class Pattern(NamedTuple):
    """`length` stones (2 to connect - 1) from the cell (row, column) on; `enemy`: they are the opponent's."""

    enemy: bool
    row: int
    column: int
    direction: str
    length: int

    def cell(self, place: int) -> Cell:
        """A cell of its line: 0 is the start, `length` the cell beyond, -1 the cell before."""
        up, right = DIRECTIONS[self.direction]
        return self.row + place * up, self.column + place * right

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its stones, the start first."""
        return tuple(self.cell(place) for place in range(self.length))

    @property
    def ends(self) -> tuple[Cell, ...]:
        """The cells before and beyond, which may lie off the board; upright only the one on top (R2-6)."""
        return (self.cell(self.length),) if self.direction == "ABOVE" else (self.cell(-1), self.cell(self.length))

    def fits(self, rules: Rules) -> bool:
        """Whether such a pattern can lie on a board."""
        return 2 <= self.length < rules.connect and all(
            on_board(self.cell(place), rules) for place in range(self.length + 1)
        )


def on_board(cell: Cell, rules: Rules) -> bool:
    """Whether a cell, (row, column), lies on the board."""
    return 0 <= cell[0] < rules.rows and 0 <= cell[1] < rules.columns


def is_empty(cell: Cell, position: Position) -> bool:
    """Whether it is a cell of the board without a stone."""
    return on_board(cell, position.rules) and position.owner(*cell) is None


def is_playable(cell: Cell, position: Position) -> bool:
    """Whether the next stone in its column would land there."""
    return on_board(cell, position.rules) and position.height(cell[1]) == cell[0]


def extract(position: Position, side: int) -> list[Pattern]:
    """The patterns of a position for `side` (0 or 1), from the top left, directions clockwise (R2-2)."""
    rules, found = position.rules, []
    owners = {rules.place(cell): side for side in (0, 1) for cell in range(64) if position.stones[side] >> cell & 1}
    for row, column in sorted(owners, key=lambda cell: (-cell[0], cell[1])):
        owner = owners[row, column]
        for direction, (up, right) in DIRECTIONS.items():
            length = 1
            while length < rules.connect and owners.get((row + length * up, column + length * right)) == owner:
                length += 1
            pattern = Pattern(owner != side, row, column, direction, length)
            if pattern.fits(rules) and pattern.cell(length) not in owners:
                found.append(pattern)
    return found
