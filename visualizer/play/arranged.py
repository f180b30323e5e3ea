"""A position that is being set up stone by stone, and whether a game can lead to it.  No tkinter."""

from __future__ import annotations

from c4.game.notation import find_moves
from c4.game.position import Position
from c4.game.rules import C4Error, Rules, count

EMPTY = -1
"""What is put where a stone is taken away."""


class Arranged:
    """Stones column by column, from below: each is the seat (0 or 1) it belongs to.  `to_move` is a seat, too."""

    def __init__(self, position: Position, seat_of: tuple[int, int]) -> None:
        self.rules: Rules = position.rules
        self.columns: list[list[int]] = []
        self.to_move = 0
        self.take(position, seat_of)

    def take(self, position: Position, seat_of: tuple[int, int]) -> None:
        """Begins with the stones of a position; `seat_of[player]` is the seat of a player."""
        self.rules = position.rules
        self.columns = [
            [seat_of[position.owner(row, column) or 0] for row in range(position.height(column))]
            for column in range(self.rules.columns)
        ]
        self.to_move = seat_of[position.to_move]

    def put(self, row: int, column: int, what: int) -> None:
        """Puts a seat's stone on a cell, or EMPTY: onto the column where the cell is empty, else in the stone's place.

        Stones above one that is taken away fall.
        """
        stones = self.columns[column]
        if row < len(stones):
            stones[row : row + 1] = [] if what == EMPTY else [what]
        elif what != EMPTY and len(stones) < self.rules.rows:
            stones.append(what)
        self._turn()

    def clear(self) -> None:
        """Takes all stones away."""
        self.columns = [[] for _ in self.columns]

    def mirror(self) -> None:
        """Exchanges left and right."""
        self.columns.reverse()

    def _turn(self) -> None:
        """Where one side has a stone more, the other is to move."""
        first, second = self.counts
        if abs(first - second) == 1:
            self.to_move = int(first > second)

    @property
    def counts(self) -> tuple[int, int]:
        """Stones of the two seats."""
        stones = [seat for column in self.columns for seat in column]
        return stones.count(0), stones.count(1)

    def position(self, names: tuple[str, str]) -> tuple[Position, int]:
        """The position, and the seat that began; `names` are those of the seats.

        Raises C4Error, which says why, where no game leads to it.
        """
        first, second = self.counts
        if abs(first - second) > 1:
            raise C4Error(
                f"{names[0]} has {count(first, 'stone')} and {names[1]} {second}: sides take turns, so neither can have"
                " two more"
            )
        if first != second and self.to_move != int(first > second):
            raise C4Error(
                f"{names[int(second > first)]} has one stone more, so {names[int(first > second)]} is to move"
            )
        starter = self.to_move if first == second else int(second > first)
        picture = [
            "".join("." if row >= len(stones) else "X" if stones[row] == starter else "O" for stones in self.columns)
            for row in reversed(range(self.rules.rows))
        ]
        position = Position.from_grid("\n".join(picture), self.rules)
        if find_moves(position) is None:
            both = all(self.rules.has_line(stones) for stones in position.stones)
            raise C4Error(
                f"both sides have {self.rules.connect} in a line"
                if both
                else "no order of moves leads to this position"
            )
        return position, starter
