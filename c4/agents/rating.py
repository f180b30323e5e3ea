"""Your rating from results against the levels (Elo's system, 1978), and the level that fits it."""

from __future__ import annotations

from c4.agents.levels import LEVELS, elo

LADDER = tuple(name for name in LEVELS if name != "random")
"""The levels that can be matched with a person, the weakest first."""

FIRST_LEVEL = "child"
"""The level that somebody without a rating meets: `python -m lab measure beginner` says why."""

START_RATING = float(elo(FIRST_LEVEL) or 0)
"""The rating before the first game."""

MAX_CHANGE = 32.0
"""The most that a result changes a rating."""

MAX_QUICK_CHANGE = 64.0
"""The most that one of the first results changes a rating, which is far off then."""

QUICK_RESULTS = 10
"""How many first results change a rating so quickly."""

ELO_OF_TENFOLD_ODDS = 400
"""A side that is better by so many Elo points is expected to score ten times what the other scores."""


def rating_after(rating: float, results: int, opponent: float, score: float) -> float:
    """The rating after one more result against an opponent with the rating `opponent`.

    `results` is the number of results before; `score` is 1 for a win, 0.5 for a draw, 0 for a loss.
    """
    expected = 1 / (1 + 10 ** ((opponent - rating) / ELO_OF_TENFOLD_ODDS))
    most = MAX_QUICK_CHANGE if results < QUICK_RESULTS else MAX_CHANGE
    return rating + most * (score - expected)


def level_for(rating: float) -> str:
    """The level whose measured strength is nearest to a rating; the weakest if none was measured."""
    distances = {}
    for name in LADDER:
        strength = elo(name)
        if strength is not None:
            distances[name] = abs(strength - rating)
    return min(distances, key=distances.__getitem__, default=LADDER[0])
