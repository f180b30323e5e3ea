"""The examiner: a perfect opponent that never plays a game in the only one way.  Imports book and solver.

`FORMS` are the opponents of protocol C4-EVAL-1 (docs/learning.md); `Truth` remembers exact scores over all games of a
process.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import Rules
from c4.solver import solver
from c4.solver.transpositions import Table
from c4.truth.book import book_for, mirrored

TABLE_BITS = 22
"""The size of a process's solver table: 64 MB, kept from one position to the next."""

EARLY = 12
"""The first plies in which the form "thill12" likes to vary, and the plies by which a loss must be away there."""


Key = tuple[Rules, int]


class Truth:
    """Exact scores of positions and columns, each worked out once; a position and its mirror image are one."""

    def __init__(self) -> None:
        self._table = Table(TABLE_BITS)
        self._scores: dict[Key, int] = {}
        self._reaching: dict[tuple[Key, int], tuple[int, ...]] = {}

    def score(self, position: Position) -> int:
        """The exact score of a position (see `c4.solver.solver.Solution`)."""
        key, _ = self._key(position)
        if key not in self._scores:
            book = book_for(position.rules)
            score = None if book is None else book.score(position)
            if score is None:
                score = solver.solve(position, table=self._table).score
                assert score is not None  # never stopped
            self._scores[key] = score
        return self._scores[key]

    def reaching(self, position: Position, score: int) -> tuple[int, ...]:
        """The legal columns (from 0) that score at least `score`."""
        key, flipped = self._key(position)
        if (key, score) not in self._reaching:
            book = book_for(position.rules)
            known = None if book is None else book.columns(position)
            if known is not None:
                columns = tuple(column for column in known if known[column] >= score)
            else:
                columns = solver.columns_reaching(position, score, table=self._table)
            self._reaching[key, score] = self._seen(columns, flipped, position)
        return self._seen(self._reaching[key, score], flipped, position)

    def best(self, position: Position) -> tuple[int, ...]:
        """The columns with the best score: the shortest win, the longest defence."""
        return self.reaching(position, self.score(position))

    def _seen(self, columns: tuple[int, ...], flipped: bool, position: Position) -> tuple[int, ...]:
        return tuple(sorted(position.rules.columns - 1 - column for column in columns)) if flipped else columns

    def _key(self, position: Position) -> tuple[Key, bool]:
        """One key for a position and its mirror image, and whether this is the other one of the two."""
        rules = position.rules
        own, other = (
            position.mine + position.occupied,
            mirrored(position.mine, rules) + mirrored(position.occupied, rules),
        )
        return (rules, min(own, other)), other < own


@lru_cache(maxsize=1)
def kept_truth() -> Truth:
    """The exact scores that this process remembers."""
    return Truth()


def strict(position: Position, random: Random, truth: Truth) -> int:
    """A column with the best score: the shortest win, the longest defence; ties at random."""
    return random.choice(truth.best(position))


def thill12(position: Position, random: Random, truth: Truth) -> int:
    """Thill's opponent: while fewer than 12 stones lie and every move loses, any move whose loss is at least 12 plies
    away; otherwise as `strict`.
    """
    score = truth.score(position)
    if position.ply < EARLY and score < 0:
        left = position.rules.cells - position.ply
        # a score of -k is a loss 2 * (left // 2 - k) + 2 plies from now
        least = EARLY // 2 - 1 - left // 2
        columns = truth.reaching(position, least) if least < 0 else ()
        if columns:
            return random.choice(columns)
    return strict(position, random, truth)


@dataclass(frozen=True)
class Erring:
    """Plays as `strict`, but a move with this probability is any column after which the other side cannot win at
    once, if there is one.
    """

    probability: float

    def __call__(self, position: Position, random: Random, truth: Truth) -> int:
        if random.random() < self.probability:
            columns = [column for column in position.legal_columns() if not allows_win(position.play(column))]
            if columns:
                return random.choice(columns)
        return strict(position, random, truth)


def allows_win(position: Position) -> bool:
    """Whether the side to move can win with its next stone."""
    rules = position.rules
    free = (position.occupied + rules.bottom) & rules.board
    cells = (free & rules.column_mask(column) for column in range(rules.columns))
    return position.outcome() is None and any(cell and rules.has_line(position.mine | cell) for cell in cells)


class Form(NamedTuple):
    """A kind of examination: the perfect opponent, and the agent's seat (0 begins)."""

    choose: Callable[[Position, Random, Truth], int]
    seat: int
    about: str


FORMS = {
    "strict": Form(strict, 0, "agent first, the longest defence"),
    "thill12": Form(thill12, 0, "agent first, any defence of 12 plies and more in the first 12 plies"),
    "erring10": Form(Erring(0.1), 1, "agent second, errs in one move of 10"),
    "erring20": Form(Erring(0.2), 1, "agent second, errs in 2 moves of 10"),
    "erring30": Form(Erring(0.3), 1, "agent second, errs in 3 moves of 10"),
}
