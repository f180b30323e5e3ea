"""Random games of Monte-Carlo tree search, played again from the seed of the search.

A seed stands for a sequence of random words (splitmix64, see `c4.kernels.splitmix`).  Simulation i draws its moves from
the words i * WORDS_PER_SIMULATION on, so any one can be repeated without the others.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Outcome
from c4.tree.selection import WORDS_PER_PLAYOUT, WORDS_PER_SIMULATION

WORD_MASK = (1 << 64) - 1
"""Keeps the 64 bits of a word."""


def word_at(seed: int, number: int) -> int:
    """The random word of this number, from 0, in the sequence of a seed."""
    word = (seed + (number + 1) * 0x9E3779B97F4A7C15) & WORD_MASK
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD_MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD_MASK
    return word ^ (word >> 31)


class Playout(NamedTuple):
    """A random game: the columns (from 0) that were played, and its result for MAX, 1, 0 or -1."""

    columns: tuple[int, ...]
    result: int


def random_playout(position: Position, maximizer: int, seed: int, simulation: int, playout: int = 0) -> Playout:
    """The random game from a position of a simulation (from 1), which may have several (from 0).

    Every column that is not full is equally likely.  `maximizer` is the player (0 or 1) who is MAX.
    """
    number = simulation * WORDS_PER_SIMULATION + playout * WORDS_PER_PLAYOUT
    played = []
    while (outcome := position.outcome()) is None:
        columns = position.legal_columns()
        chosen = columns[(word_at(seed, number) >> 32) * len(columns) >> 32]
        position = position.play(chosen)
        played.append(chosen)
        number += 1
    return Playout(tuple(played), result_for(outcome, maximizer))


def result_for(outcome: Outcome, side: int) -> int:
    """The result of a finished game for a side: 1, 0 or -1."""
    if outcome.winner is None:
        return 0
    return 1 if outcome.winner == side else -1


def can_win(position: Position) -> bool:
    """Whether the side to move can complete a line with its next disc, if that wins."""
    return bool(winning_replies(position))


def winning_replies(position: Position) -> tuple[int, ...]:
    """The columns (from 0) in which the side to move completes a line, if the first line wins; none after the end."""
    if position.rules.scoring != FIRST_LINE:
        return ()
    return position.completing_columns(position.to_move)
