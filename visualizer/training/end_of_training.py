"""What tests a new model at the end of a training: a match, and searches of these depths with it.

In the match two agents play each opening from both sides, until the time is up.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from c4.agents.specification import Specification
from c4.arena.match import Player, openings_of, play
from c4.callbacks import never
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.arena.games import Game
    from c4.arena.ratings import Tally

OPENINGS = 49
"""The openings of two plies; each is played from both sides."""

DUEL_SECONDS = 10.0
"""A duel ends after this time, with the games it has."""

TEST_DEPTHS = (0, 2, 4)
"""The depths of the searches that test how often a new model keeps the result, 0 without search."""


class Duel(NamedTuple):
    """Games won, drawn and lost by the first agent, and the Elo points it is ahead, with the 95 % interval."""

    tally: Tally
    elo: float
    low: float
    high: float

    def in_words(self) -> str:
        """The result in one sentence."""
        tally = self.tally
        games = f"{tally.won} won, {tally.drawn} drawn, {tally.lost} lost of {pluralise(tally.games, 'game')}"
        return f"{games}: {self.elo:+.0f} Elo (95\u00a0%: {self.low:+.0f} to {self.high:+.0f})".replace("-", "−")


def duel(
    one: Specification, other: Specification, stopped: Callable[[], bool] = never, seconds: float | None = None
) -> Duel | None:
    """Plays each opening from both sides, within `seconds` (DUEL_SECONDS if not given).

    Returns None if it was stopped before the first pair.  Raises C4Error when an agent's evaluator or model cannot be used.
    """
    import numpy as np

    from c4.arena.ratings import Ratings, Tally

    first = Player(one)
    second = Player(other)
    tally = Tally()
    if seconds is None:
        seconds = DUEL_SECONDS
    end = monotonic() + seconds
    for number, opening in enumerate(openings_of("plies=2", OPENINGS, seed=1)):
        if stopped() or (number and monotonic() > end):
            break
        seed = number + 1
        tally = tally.plus(result_of(play(first, second, opening, seed), 0))
        tally = tally.plus(result_of(play(second, first, opening, seed), 1))
    if not tally.games:
        return None
    points_of_one = tally.won + tally.drawn / 2
    points_of_other = tally.games - points_of_one
    scores = np.array([[0.0, points_of_one], [points_of_other, 0.0]])
    rating = Ratings(scores).difference(0, 1)
    return Duel(tally, rating.elo, rating.low, rating.high)


def result_of(game: Game, side: int) -> int:
    """The result of a game for one side (0 began it): 1, 0 or -1."""
    if game.winner is None:
        return 0
    return 1 if game.winner == side else -1
