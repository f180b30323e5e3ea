"""The rules on any board of up to 64 bits: geometry, lines, outcome, perft.  Plain Python on ints.

A *bitboard* is an int with one bit per cell.  Columns lie side by side, each with a spare bit on top, so that no line
wraps from one column into the next.  The standard board (bit numbers; row 0 is the bottom):

    row 6  .   6  13  20  27  34  41  48   <- spare, never a stone
    row 5      5  12  19  26  33  40  47
    ...
    row 1      1   8  15  22  29  36  43
    row 0      0   7  14  21  28  35  42
    column     0   1   2   3   4   5   6   <- in code; people say 1 to 7
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

FIRST_LINE = "first-line"
"""Scoring: the first line of `connect` stones wins and ends the game (the standard game)."""

COUNT_LINES = "count-lines"
"""Scoring: play until the board is full, then the side with more lines wins (reference system 4, R4-9, R4-20)."""

SCORINGS = (FIRST_LINE, COUNT_LINES)


class C4Error(ValueError):
    """An error that the user can correct; its text is one clear sentence."""


class Line(NamedTuple):
    """`connect` cells in a row, directed: `cells[0]` is the first cell as R4-10 counts.

    `direction` is "V" (bottom to top), "H" (left to right), "R" (low left to up right) or "L" (low right to up left);
    `cells` holds bit numbers; `mask` has those bits set.
    """

    direction: str
    cells: tuple[int, ...]
    mask: int


class Outcome(NamedTuple):
    """How a game ended: `winner` 0 (who began), 1 or None (draw), the deciding `lines`, the `reason` in words."""

    winner: int | None
    lines: tuple[Line, ...]
    reason: str


@dataclass(frozen=True)
class Rules:
    """The size of the board and how a game is won.  Any board with (rows + 1) x columns <= 64 is possible.

    Raises C4Error for a board that does not fit, a line that is shorter than 2 or fits nowhere, or an unknown scoring.
    """

    rows: int = 6
    columns: int = 7
    connect: int = 4
    scoring: str = FIRST_LINE

    def __post_init__(self) -> None:
        for name in ("rows", "columns", "connect"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise C4Error(f"{name} must be a whole number from 1, not {getattr(self, name)!r}")
        if (self.rows + 1) * self.columns > 64:
            most = 64 // self.columns - 1
            fits = f"{count(self.columns, 'column')} leave room for at most {count(most, 'row')}"
            size = f"{count(self.columns, 'column')} and {count(self.rows, 'row')}"
            raise C4Error(f"a board of {size} is too large: {fits if most else 'at most 32 columns fit'}")
        if not 2 <= self.connect <= max(self.rows, self.columns):
            raise C4Error(
                f"a line of {self.connect} does not fit a board of {self.rows}x{self.columns} (rows x columns);"
                " 2 is the shortest"
            )
        if self.scoring not in SCORINGS:
            raise C4Error(f"unknown scoring {self.scoring!r}: choose {' or '.join(SCORINGS)}")

    def __str__(self) -> str:
        what = "first line wins" if self.scoring == FIRST_LINE else "count the lines"
        return f"{self.columns}x{self.rows}, connect {self.connect}, {what}"

    # -- geometry ---------------------------------------------------------------------------------------------------

    @property
    def stride(self) -> int:
        """Bits a column takes: its rows and the spare one."""
        return self.rows + 1

    @property
    def cells(self) -> int:
        """Stones on a full board."""
        return self.rows * self.columns

    def cell(self, row: int, column: int) -> int:
        """The bit number of a cell."""
        return column * self.stride + row

    def place(self, cell: int) -> tuple[int, int]:
        """The (row, column) of a bit number; the reverse of `cell`."""
        column, row = divmod(cell, self.stride)
        return row, column

    def column_mask(self, column: int) -> int:
        """All cells of a column, without the spare bit."""
        return ((1 << self.rows) - 1) << (column * self.stride)

    @cached_property
    def bottom(self) -> int:
        """The lowest cell of every column."""
        return sum(1 << self.cell(0, column) for column in range(self.columns))

    @cached_property
    def board(self) -> int:
        """Every cell."""
        return sum(self.column_mask(column) for column in range(self.columns))

    @cached_property
    def centre_first(self) -> tuple[int, ...]:
        """The default move order, nearest to the middle first, left before right (R4-22): 3 2 4 1 5 0 6."""
        return tuple(sorted(range(self.columns), key=lambda column: (abs(2 * column - self.columns + 1), column)))

    # -- lines ------------------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the board, 69 on the standard one (V 21, H 24, R 12, L 12)."""
        found = []
        for direction, up, right in (("V", 1, 0), ("H", 0, 1), ("R", 1, 1), ("L", 1, -1)):
            for row in range(self.rows):
                for column in range(self.columns):
                    last_row, last_column = row + (self.connect - 1) * up, column + (self.connect - 1) * right
                    if last_row < self.rows and 0 <= last_column < self.columns:
                        cells = tuple(self.cell(row + i * up, column + i * right) for i in range(self.connect))
                        found.append(Line(direction, cells, sum(1 << cell for cell in cells)))
        return tuple(found)

    def lines_of(self, stones: int) -> tuple[Line, ...]:
        """The lines that one side's stones complete; five in a row are two lines."""
        return tuple(line for line in self.lines if stones & line.mask == line.mask)

    def line_starts(self, stones: int) -> tuple[int, ...]:
        """For each direction (V, H, R, L) the cells where a completed line has its lowest bit."""
        starts = []
        for shift in (1, self.stride, self.stride + 1, self.stride - 1):
            run = stones
            for i in range(1, self.connect):
                run &= stones >> (i * shift)
            starts.append(run)
        return tuple(starts)

    def has_line(self, stones: int) -> bool:
        """Whether one side's stones complete a line."""
        return any(self.line_starts(stones))

    def count_lines(self, stones: int) -> int:
        """How many lines one side's stones complete (R4-39)."""
        return sum(starts.bit_count() for starts in self.line_starts(stones))

    def outcome(self, first: int, second: int, last: int = 1) -> Outcome | None:
        """How the game with these stones (bitboards of the first and second player) ended, or None while it goes on.

        If both have a line, which no game reaches, `last`, the player who moved last, has won.
        """
        full = first | second == self.board
        if self.scoring == COUNT_LINES:
            if not full:
                return None
            lines = self.lines_of(first), self.lines_of(second)
            mine, theirs = len(lines[0]), len(lines[1])
            if mine == theirs:
                return Outcome(None, lines[0] + lines[1], f"the board is full and both have {count(mine, 'line')}")
            winner = 0 if mine > theirs else 1
            return Outcome(
                winner,
                lines[winner],
                f"the board is full: {count(max(mine, theirs), 'line')} against {min(mine, theirs)}",
            )
        for winner in (last, 1 - last):
            stones = (first, second)[winner]
            if self.has_line(stones):
                return Outcome(winner, self.lines_of(stones), f"{self.connect} in a line")
        return Outcome(None, (), "the board is full and nobody has a line") if full else None

    # -- counting the game --------------------------------------------------------------------------------------------

    def perft(self, depth: int) -> int:
        """How many sequences of `depth` moves there are from the empty board; a finished game has no moves.

        Readable, not fast: see `c4.search.kernels.perft`.
        """
        return self._perft(0, 0, depth)

    def _perft(self, mover: int, other: int, depth: int) -> int:
        if depth == 0:
            return 1
        if self.outcome(mover, other):
            return 0
        free = ((mover | other) + self.bottom) & self.board
        total = 0
        while free:
            cell = free & -free
            total += self._perft(other, mover | cell, depth - 1)
            free ^= cell
        return total

    def distinct_positions(self, plies: int) -> list[int]:
        """How many different positions there are after 0, 1, ... `plies` moves (OEIS A212693 on the standard board)."""
        level, counts = {(0, 0)}, [1]
        for _ in range(plies):
            following = set()
            for mover, other in level:
                if self.outcome(mover, other):
                    continue
                free = ((mover | other) + self.bottom) & self.board
                while free:
                    cell = free & -free
                    following.add((other, mover | cell))
                    free ^= cell
            level = following
            counts.append(len(level))
        return counts


STANDARD = Rules()
"""7 columns, 6 rows, connect 4, the first line wins."""


def count(number: int, noun: str, nouns: str = "") -> str:
    """A number with its noun: "1 line", "3 lines"; `nouns` is the plural if it is irregular."""
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"
