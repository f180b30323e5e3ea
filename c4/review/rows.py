"""Rows of a review, one per move: its exact scores, what was better, and a mark.  Plain Python.

    value   exact score before the move, for the side to move: that of the best column
    kept    exact score of the column played, for the same side; at most `value`

Scores are the field's: +k wins with one's k-th last stone, 0 is a draw, -k loses to the opponent's k-th last stone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from c4.game.position import Position

BEST, SLIP, MISTAKE, BLUNDER = "", "slip", "mistake", "blunder"
"""Nothing lost; the same result, but a later win or earlier loss; a win drawn or a draw lost; a win lost."""

SYMBOLS = {BEST: "", SLIP: "?!", MISTAKE: "?", BLUNDER: "??"}
"""The marks as symbols in a game file (`c4.game.gametree.MARKS`)."""


class Row(NamedTuple):
    """A judged move: `ply` counts from 1 in the whole game, columns from 0; scores as in the module."""

    ply: int
    side: int
    column: int
    value: int
    kept: int
    best: tuple[int, ...]

    @property
    def lost(self) -> int:
        """What the move cost of the result: 2 from win to loss, 1 from win to draw or draw to loss, otherwise 0."""
        return sign(self.value) - sign(self.kept)

    @property
    def mark(self) -> str:
        """BEST, SLIP, MISTAKE or BLUNDER."""
        if self.kept == self.value:
            return BEST
        return (SLIP, MISTAKE, BLUNDER)[self.lost]

    @property
    def first(self) -> int:
        """The score after the move for the first player."""
        return self.kept if self.side == 0 else -self.kept


class Lines(NamedTuple):
    """Best play to the end of the game (columns from 0), beginning with the move played, and with the best one."""

    refutation: tuple[int, ...]
    better: tuple[int, ...]


def sign(score: int) -> int:
    """1, 0 or -1."""
    return (score > 0) - (score < 0)


class Count(NamedTuple):
    """Moves of one side: how many were best, and how many were not."""

    best: int = 0
    slips: int = 0
    mistakes: int = 0
    blunders: int = 0

    @property
    def moves(self) -> int:
        """How many moves were judged."""
        return sum(self)


@dataclass(frozen=True)
class Review:
    """The rows of a game that began at `start`, one for each of its moves `columns` (from 0) that has been judged."""

    start: Position
    columns: tuple[int, ...]
    rows: tuple[Row, ...]

    @property
    def complete(self) -> bool:
        """Whether every move has been judged."""
        return len(self.rows) == len(self.columns)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The positions before each move, and at the end."""
        return positions_of(self.start, self.columns)

    def mistakes(self, slips: bool = False) -> tuple[Row, ...]:
        """The moves that worsened the result, the worst first, of equals the earlier; with `slips` also these."""
        found = [row for row in self.rows if row.lost > 0 or (slips and row.mark)]
        return tuple(sorted(found, key=lambda row: (-row.lost, row.kept - row.value, row.ply)))

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
