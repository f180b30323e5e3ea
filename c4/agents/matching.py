"""A rating from results against opponents of known strength, and the level that fits a rating."""

from __future__ import annotations

from c4.agents.levels import LEVELS, elo

LADDER = tuple(name for name in LEVELS if name != "random")
"""The levels that can be matched with a person, the weakest first."""

FIRST_LEVEL = "child"
"""The level that somebody without a rating meets: `python -m lab measure beginner` says why."""

START_RATING = float(elo(FIRST_LEVEL) or 0)
"""The rating before the first game."""

MAX_RATING_CHANGE = 32.0
"""The most that one result changes a rating; twice as much for the first `QUICK_RESULTS` results."""

QUICK_RESULTS = 10


def rating_after(rating: float, results: int, opponent: float, score: float) -> float:
    """The rating after one more result against an opponent of a rating, as in Elo's system (1978).

    `results` is the number of results before; `score` is 1 for a win, 0.5 for a draw, 0 for a loss.
    """
    expected = 1 / (1 + 10 ** ((opponent - rating) / 400))
    step = 2 * MAX_RATING_CHANGE if results < QUICK_RESULTS else MAX_RATING_CHANGE
    return rating + step * (score - expected)


def level_for(rating: float) -> str:
    """The level whose measured strength is nearest to a rating."""
    measured = {name: elo(name) for name in LADDER}
    distances = {name: abs(strength - rating) for name, strength in measured.items() if strength is not None}
    return min(distances, key=distances.__getitem__, default=LADDER[0])
