"""A duel: two agents, every opening of two plies from both sides, and how far apart they are in Elo points.

Imports the agents when games are played.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from c4.agents.specification import Specification
from c4.arena.figures import Tally
from c4.arena.match import openings_of, play
from c4.game.rules import count

SECONDS = 10.0
"""A duel ends after this time, with the games it has."""


class Duel(NamedTuple):
    """Games won, drawn and lost by the first agent, and the Elo points it is ahead, with the 95 % interval."""

    tally: Tally
    elo: float
    low: float
    high: float

    def in_words(self) -> str:
        """The result in one sentence."""
        tally = self.tally
        games = f"{tally.won} won, {tally.drawn} drawn, {tally.lost} lost of {count(tally.games, 'game')}"
        return f"{games}: {self.elo:+.0f} Elo (95\u00a0%: {self.low:+.0f} to {self.high:+.0f})".replace("-", "−")


def duel(
    one: Specification,
    other: Specification,
    stopped: Callable[[], bool] = lambda: False,
    seconds: float | None = None,
    seed: int = 1,
) -> Duel | None:
    """Plays 98 games at most, within `seconds` (SECONDS if not given); None if it was stopped before the first pair.

    Raises C4Error when an agent's evaluator or model cannot be used.
    """
    import numpy as np

    from c4.arena.elo import Ratings
    from c4.arena.player import Player

    first, second = Player(one), Player(other)
    tally, end = Tally(), monotonic() + (SECONDS if seconds is None else seconds)
    for number, opening in enumerate(openings_of("plies=2", 49, seed)):
        if stopped() or (number and monotonic() > end):
            break
        for players, side in (((first, second), 0), ((second, first), 1)):
            winner = play(*players, opening, seed + number).winner
            tally = tally.plus(0 if winner is None else 1 if winner == side else -1)
    if not tally.games:
        return None
    points = tally.won + tally.drawn / 2
    rating = Ratings(np.array([[0.0, points], [tally.games - points, 0.0]])).difference(0, 1)
    return Duel(tally, rating.elo, rating.low, rating.high)
