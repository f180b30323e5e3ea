"""The rules on any board of up to 64 bits: geometry, lines, outcome.

A *bitboard* is an int with one bit per cell.  Columns lie side by side, each with a spare bit on top, so that no line
wraps from one column into the next.  The standard board (bit numbers; row 0 is the bottom):

    row 6  .   6  13  20  27  34  41  48   <- spare, never a disc
    row 5      5  12  19  26  33  40  47
    ...
    row 1      1   8  15  22  29  36  43
    row 0      0   7  14  21  28  35  42
    column     0   1   2   3   4   5   6   <- in code; people say 1 to 7
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from c4.errors import C4Error
from c4.text import make_plain, number_word, ordinal, pluralise

if TYPE_CHECKING:
    import numpy as np  # not loaded with the rules

    Bits = TypeVar("Bits", int, np.ndarray)

FIRST_LINE = "first-line"
"""Scoring: the first line of `connect` discs wins and ends the game (the standard game)."""

COUNT_LINES = "count-lines"
"""Scoring: play until the board is full, then the side with more lines wins (reference system 4; R4-9 and R4-20 in docs/reference-systems.md)."""

SCORINGS = (FIRST_LINE, COUNT_LINES)


def cells_of(stones: int) -> list[int]:
    """The bit numbers of a bitboard's cells, upwards."""
    return [cell for cell in range(stones.bit_length()) if stones >> cell & 1]


class Line(NamedTuple):
    """`connect` cells in a row, directed: `cells[0]` is the first cell as R4-10 counts.

    `direction` is "V" (bottom to top), "H" (left to right), "R" (low left to up right) or "L" (low right to up left);
    `cells` holds bit numbers; `mask` has those bits set.
    """

    direction: str
    cells: tuple[int, ...]
    mask: int


class Outcome(NamedTuple):
    """How a game ended: `winner` 0 (the first player), 1 or None (draw), the deciding `lines`, the `reason` in words."""

    winner: int | None
    lines: tuple[Line, ...]
    reason: str


@dataclass(frozen=True)
class Rules:
    """The size of the board and how a game is won.  Any board with (rows + 1) x columns <= 64 is possible.

    A square board can turn (see docs/turning.md): after every `turn_every`-th disc, or, with a `turn_seed`, after each
    disc with a chance of one in `turn_every`, drawn from that seed; 0 for never.
    Raises C4Error for a board that does not fit, a line that is shorter than 2 or fits nowhere, an unknown scoring, or
    a board that turns without being square.
    """

    rows: int = 6
    columns: int = 7
    connect: int = 4
    scoring: str = FIRST_LINE
    turn_every: int = 0
    turn_seed: int | None = None

    def __post_init__(self) -> None:
        make_plain(self, "rows", "columns", "connect", "turn_every", "turn_seed")
        for name in ("rows", "columns", "connect"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise C4Error(f"{name} must be a whole number from 1, not {getattr(self, name)!r}")
        if (self.rows + 1) * self.columns > 64:
            most = 64 // self.columns - 1
            fits = f"{pluralise(self.columns, 'column')} leave room for at most {pluralise(most, 'row')}"
            size = f"{pluralise(self.columns, 'column')} and {pluralise(self.rows, 'row')}"
            raise C4Error(f"a board of {size} is too large: {fits if most else 'at most 32 columns fit'}")
        if not 2 <= self.connect <= max(self.rows, self.columns):
            raise C4Error(
                f"a line of {self.connect} does not fit a board of {self.columns}x{self.rows}; 2 is the shortest"
            )
        if self.scoring not in SCORINGS:
            raise C4Error(f"unknown scoring {self.scoring!r}: choose {' or '.join(SCORINGS)}")
        if type(self.turn_every) is not int or self.turn_every < 0:
            raise C4Error(f"the board turns after a whole number of discs, or never (0), not {self.turn_every!r}")
        if self.turn_every and self.rows != self.columns:
            raise C4Error(f"a board that turns must be square, not {self.columns}x{self.rows}: 7x7 is the largest")
        if self.turn_seed is not None and (type(self.turn_seed) is not int or not self.turn_every):
            raise C4Error("a seed for the turns is a whole number, and needs a board that turns")

    def __str__(self) -> str:
        parts = [f"{self.columns}x{self.rows}", f"connect {self.connect}"]
        parts.append("first line wins" if self.scoring == FIRST_LINE else "count the lines")
        if self.turn_every:
            parts.append(self._turns_in_words())
        return ", ".join(parts)

    def _turns_in_words(self) -> str:
        """When the board turns: "turns after every 3rd disc"."""
        disc = "disc" if self.turn_every == 1 else f"{ordinal(self.turn_every)} disc"
        words = f"turns after every {disc}"
        if self.turn_seed is not None:
            words += f" by chance (seed {self.turn_seed})"
        return words

    def content(self) -> dict[str, Any]:
        """The rules as files hold them, for `Rules(**content)`; turns only if there are any."""
        turns = ("turn_every", "turn_seed")
        return {name: value for name, value in asdict(self).items() if self.turn_every or name not in turns}

    # -- geometry ---------------------------------------------------------------------------------------------------

    @cached_property
    def stride(self) -> int:
        """Bits a column takes: its rows and the spare one."""
        return self.rows + 1

    @cached_property
    def cells(self) -> int:
        """Discs on a full board."""
        return self.rows * self.columns

    def cell(self, row: int, column: int) -> int:
        """The bit number of a cell."""
        return index(column) * self.stride + index(row)

    def place(self, cell: int) -> tuple[int, int]:
        """The (row, column) of a bit number; the reverse of `cell`."""
        column, row = divmod(index(cell), self.stride)
        return row, column

    def places(self, stones: int) -> tuple[tuple[int, int], ...]:
        """The (row, column) of each cell of a bitboard."""
        return tuple(self.place(cell) for cell in cells_of(stones))

    def column_mask(self, column: int) -> int:
        """All cells of a column, without the spare bit."""
        return ((1 << self.rows) - 1) << (index(column) * self.stride)

    @cached_property
    def bottom(self) -> int:
        """The lowest cell of every column."""
        return sum(1 << self.cell(0, column) for column in range(self.columns))

    @cached_property
    def board(self) -> int:
        """Every cell."""
        return sum(self.column_mask(column) for column in range(self.columns))

    @cached_property
    def middle(self) -> int:
        """Every cell of the middle column, or of the two of a board of even width."""
        return self.column_mask((self.columns - 1) // 2) | self.column_mask(self.columns // 2)

    def win_score(self, ply: int) -> int:
        """The exact score of winning with the next disc when there are `ply` discs."""
        return (self.cells + 1 - ply) // 2

    def mirrored(self, stones: Bits) -> Bits:
        """The mirror image of bitboards: ints or arrays of uint64."""
        image = stones & 0
        for column in range(self.columns):
            cells = stones >> column * self.stride & (1 << self.rows) - 1
            image = image | cells << (self.columns - 1 - column) * self.stride
        return image

    @cached_property
    def centre_first(self) -> tuple[int, ...]:
        """The default move order, nearest to the middle first, left before right: 3 2 4 1 5 0 6."""
        return tuple(sorted(range(self.columns), key=lambda column: (abs(2 * column - self.columns + 1), column)))

    # -- turns ------------------------------------------------------------------------------------------------------

    @cached_property
    def turn_bits(self) -> int:
        """Bit n is set when the board turns as soon as n discs lie on it; a full board never does."""
        if not self.turn_every:
            return 0
        if self.turn_seed is None:
            return sum(1 << discs for discs in range(self.turn_every, self.cells, self.turn_every))
        from random import Random

        chance = Random(self.turn_seed)
        return sum(1 << discs for discs in range(1, self.cells) if chance.randrange(self.turn_every) == 0)

    def turned(self, first: int, second: int) -> tuple[int, int]:
        """Both players' discs after a quarter turn clockwise, fallen: row r, read from the right, piles up in column
        r.
        """
        fallen = [0, 0]
        for row in range(self.rows):
            height = 0
            for column in reversed(range(self.columns)):
                for player, stones in enumerate((first, second)):
                    if stones >> self.cell(row, column) & 1:
                        fallen[player] |= 1 << self.cell(height, row)
                        height += 1
        return fallen[0], fallen[1]

    def drop(self, mover: int, other: int, bit: int) -> tuple[int, int]:
        """The discs of the mover and of the other side after a disc on a free cell, given as its bit, and after the turn
        if one is due and the disc has not won.
        """
        mover |= bit
        if self.is_turn(mover, other):
            return self.turned(mover, other)
        return mover, other

    def is_turn(self, mover: int, other: int) -> bool:
        """Whether the board turns now, `mover` having just played: it is time, and the disc has not won."""
        if not self.turn_is_due((mover | other).bit_count()):
            return False
        has_won = self.scoring == FIRST_LINE and self.has_line(mover)
        return not has_won

    def turn_is_due(self, discs: int) -> bool:
        """Whether the board turns when so many discs lie on it, unless the last one has won."""
        return bool(self.turn_bits >> discs & 1)

    @property
    def solvable(self) -> bool:
        """Whether exact values and threats mean anything: the first line wins, and the board never turns."""
        return self.scoring == FIRST_LINE and not self.turn_every

    def require_still(self, what: str) -> None:
        """Raises C4Error on a board that turns; `what` does not know such boards."""
        if self.turn_every:
            raise C4Error(f"{what} knows only boards that do not turn")

    # -- lines ------------------------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the board, 69 on the standard one (V 21, H 24, R 12, L 12)."""
        result = []
        for direction, up, right in (("V", 1, 0), ("H", 0, 1), ("R", 1, 1), ("L", 1, -1)):
            for row in range(self.rows):
                for column in range(self.columns):
                    last_row = row + (self.connect - 1) * up
                    last_column = column + (self.connect - 1) * right
                    if last_row < self.rows and 0 <= last_column < self.columns:
                        cells = tuple(self.cell(row + i * up, column + i * right) for i in range(self.connect))
                        result.append(Line(direction, cells, sum(1 << cell for cell in cells)))
        return tuple(result)

    def lines_of(self, stones: int) -> tuple[Line, ...]:
        """The lines that one side's discs complete; five in a row are two lines."""
        return tuple(line for line in self.lines if stones & line.mask == line.mask)

    @cached_property
    def line_shifts(self) -> tuple[int, int, int, int]:
        """How many bits lie between two neighbours of a line, for each direction (V, H, R, L)."""
        return 1, self.stride, self.stride + 1, self.stride - 1

    def _line_starts(self, stones: int, shift: int) -> int:
        """The cells where a completed line of the direction with this shift has its lowest bit."""
        starts = stones
        for i in range(1, self.connect):
            starts &= stones >> i * shift
        return starts

    def has_line(self, stones: int) -> bool:
        """Whether one side's discs complete a line."""
        starts = 0
        for shift in self.line_shifts:
            starts |= self._line_starts(stones, shift)
        return starts != 0

    def count_lines(self, stones: int) -> int:
        """How many lines one side's discs complete."""
        return sum(self._line_starts(stones, shift).bit_count() for shift in self.line_shifts)

    def outcome(self, first: int, second: int, last: int) -> Outcome | None:
        """How the game with these discs (bitboards of the first and second player) ended, or None while it goes on.

        `last` is the player who moved last, 0 or 1, and the winner if both have a line, which no game reaches.
        """
        full = first | second == self.board
        if self.scoring == COUNT_LINES:
            if not full:
                return None
            lines = self.lines_of(first), self.lines_of(second)
            mine = len(lines[0])
            theirs = len(lines[1])
            if mine == theirs:
                return Outcome(None, lines[0] + lines[1], f"the board is full and both have {pluralise(mine, 'line')}")
            winner = 0 if mine > theirs else 1
            return Outcome(
                winner,
                lines[winner],
                f"the board is full: {pluralise(max(mine, theirs), 'line')} against {min(mine, theirs)}",
            )
        if self.turn_is_due((first | second).bit_count()) and self.has_line(first) and self.has_line(second):
            return Outcome(None, self.lines_of(first) + self.lines_of(second), "the turn completed a line for both")
        for winner in (last, 1 - last):
            stones = (first, second)[winner]
            if self.has_line(stones):
                return Outcome(winner, self.lines_of(stones), f"{number_word(self.connect)} in a row")
        return Outcome(None, (), "the board is full") if full else None


STANDARD = Rules()
"""7 columns, 6 rows, connect 4, the first line wins."""
