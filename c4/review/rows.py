"""The rows of a review, one per move: its exact scores, what was better, and a mark.

    value   exact score before the move, for the side to move: that of the best column
    score   exact score of the column played, for the same side; at most `value`

Scores are the field's: +k wins with the k-th last disc, 0 is a draw, -k loses to the opponent's k-th last disc.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from c4.game.position import Position
from c4.review.mistake_marks import SYMBOLS, mark_of, result_lost


class Row(NamedTuple):
    """A reviewed move: `ply` counts from 1 in the whole game, columns from 0; scores as in the module."""

    ply: int
    side: int
    column: int
    value: int
    score: int
    best: tuple[int, ...]

    @property
    def lost(self) -> int:
        """What the move cost of the result: 2 from win to loss, 1 from win to draw or draw to loss, otherwise 0."""
        return result_lost(self.value, self.score)

    @property
    def mark(self) -> str:
        """BEST, SLIP, MISTAKE or BLUNDER."""
        return mark_of(self.value, self.score)

    @property
    def first(self) -> int:
        """The score after the move for the first player."""
        return self.score if self.side == 0 else -self.score


class Lines(NamedTuple):
    """Best play to the end of the game (columns from 0), beginning with the move played, and with the best one."""

    refutation: tuple[int, ...]
    better: tuple[int, ...]


class Count(NamedTuple):
    """Moves of one side: how many were best, and how many were not."""

    best: int = 0
    slips: int = 0
    mistakes: int = 0
    blunders: int = 0

    @property
    def moves(self) -> int:
        """How many moves were reviewed."""
        return sum(self)


@dataclass(frozen=True)
class Review:
    """The rows of a game that began at `start`, one for each of its moves `columns` (from 0) that has been reviewed."""

    start: Position
    columns: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def complete(self) -> bool:
        """Whether every move has been reviewed."""
        return len(self.rows) == len(self.columns)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions before each move, and at the end."""
        return positions_of(self.start, self.columns)

    def of_line(self, start: Position, columns: tuple[int, ...]) -> Review:
        """The review of another line as far as its moves are the same."""
        same = 0
        if start == self.start:
            for row, column in zip(self.rows, columns):
                if row.column != column:
                    break
                same += 1
        return Review(start, columns, self.rows[:same])

    def mistakes(self, slips: bool = False) -> tuple[Row, ...]:
        """The moves that worsened the result, the worst first, of equals the earlier; with `slips` also these."""
        mistakes = [row for row in self.rows if row.lost > 0 or (slips and row.mark)]
        return tuple(sorted(mistakes, key=lambda row: (-row.lost, row.score - row.value, row.ply)))

    def count(self, side: int) -> Count:
        """The moves of a side (0 began), counted by mark."""
        marks = [row.mark for row in self.rows if row.side == side]
        return Count(*(marks.count(mark) for mark in SYMBOLS))


def positions_of(start: Position, columns: Iterable[int]) -> tuple[Position, ...]:
    """The positions of a game, the first and the last included.  Raises C4Error for a move that cannot be played."""
    positions = [start]
    for column in columns:
        positions.append(positions[-1].play(column))
    return tuple(positions)
