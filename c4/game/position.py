"""Position: discs, side to move and rules as an immutable value; hot loops use bitboards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import index

from c4.errors import C4Error
from c4.game import packed
from c4.game.columns import DIGITS, format_columns, full_column
from c4.game.grid import EMPTY, FIRST, read_grid
from c4.game.picture import board_svg
from c4.game.rules import STANDARD, Outcome, Rules


@dataclass(frozen=True, slots=True)
class Position:
    """The discs of both players, the side to move, and the rules.

    `stones` are the bitboards (see `c4.game.rules`) of player 0, the first to move, and of player 1; `to_move` is 0
    or 1.  `moves` are the columns (from 0) that led here, or None if the position was given by its discs; equality
    ignores them.  `from_moves`, `from_packed` and `from_grid` make positions; `repr` returns a call that makes
    the same one.

    >>> Position.from_moves("4453").play(3).moves
    (3, 3, 4, 2, 3)
    """

    stones: tuple[int, int] = (0, 0)
    to_move: int = 0
    rules: Rules = STANDARD
    moves: tuple[int, ...] | None = field(default=(), compare=False)

    def __post_init__(self) -> None:
        # The integers of numpy become those of Python.  The class is frozen, hence object.__setattr__.
        first, second = self.stones
        if type(first) is not int or type(second) is not int or type(self.to_move) is not int:
            object.__setattr__(self, "stones", (index(first), index(second)))
            object.__setattr__(self, "to_move", index(self.to_move))
        if self.moves is not None and any(type(column) is not int for column in self.moves):
            object.__setattr__(self, "moves", tuple(index(column) for column in self.moves))

    # -- making one ---------------------------------------------------------------------------------------------------

    @classmethod
    def from_moves(cls, text: str, rules: Rules = STANDARD) -> Position:
        """The position after a move string, columns from 1: "4453".

        Raises C4Error for a wrong character, which it names with its place, a full column, and a move after the end.
        """
        position = cls(rules=rules)
        for place, character in enumerate(text, start=1):
            column = DIGITS.find(character.lower())
            if not 0 <= column < rules.columns:
                raise C4Error(
                    f"{character!r} at place {place} of {text!r} is not a column: columns are 1 to"
                    f" {DIGITS[rules.columns - 1]}"
                )
            if (outcome := position.outcome()) is not None:
                raise C4Error(
                    f"{character!r} at place {place} of {text!r} comes after the end of the game: {outcome.reason}"
                )
            if position.height(column) == rules.rows:
                raise C4Error(f"{character!r} at place {place} of {text!r} does not fit: {full_column(column)}")
            position = position._drop(column)
        return position

    @classmethod
    def from_packed(cls, state: int, rules: Rules = STANDARD) -> Position:
        """The position of a packed state, whose own side is to move; bit 63 is ignored.

        The side to move is player 1 if it has fewer discs, otherwise player 0.  Raises C4Error when this is not a state
        of the board.
        """
        state = index(state)
        packed.check(state, rules)
        mine, theirs = packed.decode(state, rules)
        return cls.from_stones(mine, theirs, rules)

    @classmethod
    def from_stones(cls, mine: int, theirs: int, rules: Rules = STANDARD) -> Position:
        """The position in which the owner of the bitboard `mine` is to move (player 1 if it has fewer discs)."""
        mine = index(mine)
        theirs = index(theirs)
        if mine.bit_count() < theirs.bit_count():
            return cls((theirs, mine), 1, rules, None)
        moves = None if mine or theirs else ()
        return cls((mine, theirs), 0, rules, moves)

    @classmethod
    def from_grid(cls, grid: object, rules: Rules | None = None) -> Position:
        """The position of a picture as programs print them, or of a nested or flat list or array; rows from the top.

        In numbers 0 is empty, 1 player 0, and 2 or -1 player 1.  docs/formats.md lists the signs of pictures; without
        `rules` the board has the size of the picture (connect 4, first line wins), and a flat list of 42 cells is
        the standard board.
        Raises C4Error for a wrong sign, which it names with its line and place, a floating disc, or an impossible
        number of discs.
        """
        rows, rules = read_grid(grid, rules)
        stones = [0, 0]
        for row, cells in zip(reversed(range(rules.rows)), rows):
            for column, cell in enumerate(cells):
                if cell != EMPTY:
                    stones[cell - FIRST] |= 1 << rules.cell(row, column)
        first = stones[0].bit_count()
        second = stones[1].bit_count()
        to_move = first - second  # 0 or 1: `read_grid` has checked it
        moves = None if first else ()
        return cls((stones[0], stones[1]), to_move, rules, moves)

    # -- asking -------------------------------------------------------------------------------------------------------

    @property
    def mine(self) -> int:
        """The discs of the side to move."""
        return self.stones[self.to_move]

    @property
    def theirs(self) -> int:
        """The discs of the side that is not to move."""
        return self.stones[1 - self.to_move]

    @property
    def occupied(self) -> int:
        """The discs of both sides."""
        return self.stones[0] | self.stones[1]

    @property
    def ply(self) -> int:
        """Discs on the board."""
        return self.occupied.bit_count()

    def height(self, column: int) -> int:
        """Discs in a column."""
        return (self.occupied & self.rules.column_mask(column)).bit_count()

    def legal_columns(self) -> tuple[int, ...]:
        """The columns that can be played, from left to right; empty when the game is over."""
        if self.outcome() is not None:
            return ()
        return tuple(column for column in range(self.rules.columns) if self.height(column) < self.rules.rows)

    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while it goes on."""
        return self.rules.outcome(*self.stones, last=1 - self.to_move)

    def end_score(self) -> int | None:
        """The exact score of a finished game for who has played last; None while it goes on."""
        outcome = self.outcome()
        if outcome is None:
            return None
        return 0 if outcome.winner is None else self.rules.win_score(self.ply - 1)

    def owner(self, row: int, column: int) -> int | None:
        """The owner of the disc on a cell: 0, 1, or None."""
        bit = 1 << self.rules.cell(row, column)
        for player in (0, 1):
            if self.stones[player] & bit:
                return player
        return None

    def packed(self, side: int | None = None) -> int:
        """The packed state that calls `side` (0 or 1; by default the side to move) its own.

        Raises C4Error when the board does not fit.
        """
        side = self.to_move if side is None else index(side)
        return packed.encode(self.stones[side], self.stones[1 - side], self.rules)

    # -- going on -----------------------------------------------------------------------------------------------------

    def play(self, column: int) -> Position:
        """The position after the side to move drops a disc into a column (from 0), and after the turn if one is due.

        Raises C4Error that names the column and the position.
        """
        column = index(column)
        if not 0 <= column < self.rules.columns:
            raise C4Error(f"there is no column {column + 1} in {self!r}: choose 1 to {self.rules.columns}")
        outcome = self.outcome()
        if outcome is not None:
            raise C4Error(f"the game is over in {self!r}: {outcome.reason}")
        if self.height(column) == self.rules.rows:
            raise C4Error(f"{full_column(column)} in {self!r}")
        return self._drop(column)

    def _drop(self, column: int) -> Position:
        """The position after a disc in a column in which there is room, of a game that goes on."""
        mine, theirs = self.rules.drop(self.mine, self.theirs, 1 << self.rules.cell(self.height(column), column))
        stones = (mine, theirs) if self.to_move == 0 else (theirs, mine)
        return Position(stones, 1 - self.to_move, self.rules, None if self.moves is None else (*self.moves, column))

    def after(self, columns: Iterable[int]) -> Position:
        """The position after these columns (from 0).  Raises C4Error as `play` does."""
        position = self
        for column in columns:
            position = position.play(column)
        return position

    def winning_columns(self) -> tuple[int, ...]:
        """The columns (from 0) with which the side to move wins at once."""
        outcomes = {column: self.play(column).outcome() for column in self.legal_columns()}
        return tuple(column for column, end in outcomes.items() if end is not None and end.winner == self.to_move)

    def completing_columns(self, player: int) -> tuple[int, ...]:
        """The columns (from 0) in which a disc of a player (0 moved first, 1) completes a line as it lands.

        It matters neither whose turn it is nor whether lines are counted.
        """
        rules = self.rules
        own = self.stones[player]
        return tuple(
            column
            for column in self.legal_columns()
            if rules.has_line(own | 1 << rules.cell(self.height(column), column))
        )

    def turns_after(self, column: int) -> bool:
        """Whether the board turns after a disc in a column that is not full."""
        return self.rules.is_turn(self.mine | 1 << self.rules.cell(self.height(column), column), self.theirs)

    def landing(self, column: int) -> tuple[int, int]:
        """The cell (row, column) where a disc ends up that is played into a column that is not full, after the turn if
        one is due.
        """
        rules = self.rules
        row = self.height(column)
        column = index(column)
        if not self.turns_after(column):
            return row, column
        return rules.place(rules.turned(1 << rules.cell(row, column), self.occupied)[0].bit_length() - 1)

    def mirror(self) -> Position:
        """The same position seen in a mirror: column 1 becomes the last column."""
        rules = self.rules
        last = self.rules.columns - 1
        moves = None if self.moves is None else tuple(last - column for column in self.moves)
        return Position((rules.mirrored(self.stones[0]), rules.mirrored(self.stones[1])), self.to_move, rules, moves)

    # -- showing ------------------------------------------------------------------------------------------------------

    def grid(self) -> str:
        """The picture that `from_grid` reads: rows from the top, "." empty, "X" player 0, "O" player 1."""
        rows = self.rules.rows
        columns = self.rules.columns
        return "\n".join(
            "".join({None: ".", 0: "X", 1: "O"}[self.owner(row, column)] for column in range(columns))
            for row in reversed(range(rows))
        )

    def to_grid(self, empty: int = 0, first: int = 1, second: int = 2) -> list[list[int]]:
        """The rows from the top as lists of numbers: of an empty cell, a disc of player 0 and one of player 1.

        `from_grid` reads it; `numpy.array(position.to_grid())` is an array of shape (rows, columns).
        """
        numbers = {None: empty, 0: first, 1: second}
        rows = self.rules.rows
        columns = self.rules.columns
        return [[numbers[self.owner(row, column)] for column in range(columns)] for row in reversed(range(rows))]

    def _repr_svg_(self) -> str:
        """The board as a picture, for notebooks."""
        return self.svg()

    def svg(
        self,
        values: Mapping[int, str] | None = None,
        marked: int | None = None,
        plies: Mapping[tuple[int, int], int] | None = None,
    ) -> str:
        """The board as an SVG picture.

        `values` are texts over columns (from 0), of which `marked` is the chosen one.  The last disc has a dot.  With
        `plies`, by row and column, each of these discs carries its ply as "data-disc", and there is no dot.
        """
        owners = [[self.owner(row, column) for column in range(self.rules.columns)] for row in range(self.rules.rows)]
        last = self._last_disc() if plies is None else None
        return board_svg(repr(self), owners, last, values, marked, plies)

    def _last_disc(self) -> tuple[int, int] | None:
        """The (row, column) of the disc that was played last; None if it is not known, or if the board turns."""
        if not self.moves or self.rules.turn_every:
            return None
        column = self.moves[-1]
        return self.height(column) - 1, column

    def __str__(self) -> str:
        return self.grid()

    def __repr__(self) -> str:
        rules = "" if self.rules == STANDARD else f", {self.rules!r}"
        if self.moves is not None:
            return f"Position.from_moves({format_columns(self.moves)!r}{rules})"
        if self == Position.from_packed(self.packed(), self.rules):
            return f"Position.from_packed({self.packed()}{rules})"
        return f"Position({self.stones!r}, {self.to_move}, {self.rules!r}, None)"
