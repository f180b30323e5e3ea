"""Who is stronger, and how sure that is: shares with intervals, Elo ratings, and the table of a tournament.

Elo ratings follow the Bradley-Terry model (R. A. Bradley and M. E. Terry, 1952; Zermelo, 1929):

    P(i beats j) = 1 / (1 + 10 ** ((elo_j - elo_i) / 400)), a draw is half a win

The ratings maximise the likelihood, by Newton's method, and average 0; the intervals come from the curvature there
(observed information).  Every pair that has met gets one more drawn game, so that an agent that won every game has a
rating too.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from c4.arena.games import Game
from c4.text import pluralise

# -- shares -----------------------------------------------------------------------------------------------------------

Z95 = 1.959963984540054
"""95 % of a normal distribution lie within this many standard deviations."""


class Share(NamedTuple):
    """A share of `total` with its 95 % confidence interval, all between 0 and 1; NaN if nothing was counted."""

    value: float
    low: float
    high: float


def wilson(number: float, total: int) -> Share:
    """The share number / total with Wilson's score interval (E. B. Wilson 1927); a draw may count as half."""
    if not total:
        return Share(float("nan"), float("nan"), float("nan"))
    share = number / total
    spread = Z95 * Z95 / total
    middle = (share + spread / 2) / (1 + spread)
    reach = Z95 / (1 + spread) * sqrt(share * (1 - share) / total + spread / (4 * total))
    return Share(share, max(0.0, middle - reach), min(1.0, middle + reach))


class Tally(NamedTuple):
    """Games from one side's view: won, drawn, lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.drawn + self.lost

    @property
    def success(self) -> Share:
        """(won + drawn / 2) / games."""
        return wilson(self.won + self.drawn / 2, self.games)

    def joined(self, other: Tally) -> Tally:
        """The tally of these games and of others."""
        return Tally(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    def plus(self, result: int) -> Tally:
        """The tally after one more game: 1 won, 0 drawn, -1 lost."""
        if result > 0:
            return self._replace(won=self.won + 1)
        if result < 0:
            return self._replace(lost=self.lost + 1)
        return self._replace(drawn=self.drawn + 1)


# -- Elo --------------------------------------------------------------------------------------------------------------

POINTS = 400 / np.log(10)
"""Elo points per unit of log odds."""

MOST_STEPS = 100
"""The most steps of Newton's method."""

LARGEST_STEP = 1.0
"""How far a step moves a value at most, in units of log odds."""

SMALLEST_STEP = 1e-9
"""A step that moves no value further is the last."""


class Rating(NamedTuple):
    """Elo points above the average, with their 95 % confidence interval."""

    elo: float
    low: float
    high: float


class Ratings:
    """Ratings of n players: `scores[i, j]` are i's points (a win 1, a draw 1/2) from the games against j, float64 (n,
    n), diagonal 0.

    It works with the log odds v, which POINTS converts to Elo: the model of the module is then
    1 / (1 + exp(v[j] - v[i])).
    """

    def __init__(self, scores: np.ndarray) -> None:
        have_met = (scores + scores.T) > 0
        self._scores = np.asarray(scores, dtype=float) + have_met / 2
        self._games = self._scores + self._scores.T
        self._values = np.zeros(len(scores))
        for _ in range(MOST_STEPS):
            gradient, self._covariance = self._slope()
            step = self._covariance @ gradient
            size = np.abs(step).max()
            if size > LARGEST_STEP:
                step *= LARGEST_STEP / size
            self._values += step
            if size < SMALLEST_STEP:
                break
        self._values -= self._values.mean()

    def _slope(self) -> tuple[np.ndarray, np.ndarray]:
        """The slope of the log likelihood along each value, float64 (n,), and the inverse of the observed information,
        float64 (n, n).
        """
        chances = 1 / (1 + np.exp(self._values[None, :] - self._values[:, None]))
        information = -self._games * chances * (1 - chances)
        np.fill_diagonal(information, 0.0)
        np.fill_diagonal(information, -information.sum(axis=1))
        slope = (self._scores - self._games * chances).sum(axis=1)
        return slope, np.linalg.pinv(information)  # not inv: only differences of the values are determined

    def of(self, player: int) -> Rating:
        """A player's rating."""
        return self._rating(self._values[player], self._covariance[player, player])

    def difference(self, one: int, other: int) -> Rating:
        """How many points one player is above another."""
        covariance = self._covariance
        variance = covariance[one, one] + covariance[other, other] - 2 * covariance[one, other]
        return self._rating(self._values[one] - self._values[other], variance)

    @staticmethod
    def _rating(value: float, variance: float) -> Rating:
        """The rating of a value in log odds, with its interval."""
        reach = Z95 * np.sqrt(max(0.0, variance))
        return Rating(
            elo=float(POINTS * value), low=float(POINTS * (value - reach)), high=float(POINTS * (value + reach))
        )


# -- tournaments ------------------------------------------------------------------------------------------------------


NO_GAMES = "·"
"""The cell of an agent against itself."""

NARROWEST_CELL = "0-0"
"""No cell of a table is narrower than this one."""


class Table:
    """Games between some agents: `tallies[one, other]` from the view of `one`; `agents` in the order given, `ranked`
    with the best first.
    """

    def __init__(self, agents: Iterable[str], games: Iterable[Game]) -> None:
        self.agents = tuple(agents)
        self.games = tuple(games)
        self.tallies = {(one, other): Tally() for one in self.agents for other in self.agents if one != other}
        self.as_first = {agent: Tally() for agent in self.agents}
        for game in self.games:
            result = game.result_of(game.first)
            self.tallies[game.first, game.second] = self.tallies[game.first, game.second].plus(result)
            self.tallies[game.second, game.first] = self.tallies[game.second, game.first].plus(-result)
            self.as_first[game.first] = self.as_first[game.first].plus(result)
        scores = np.array([[self._points(one, other) for other in self.agents] for one in self.agents])
        self.ratings = Ratings(scores)

    def _points(self, one: str, other: str) -> float:
        """The points of one agent from its games against another: a win 1, a draw 1/2."""
        tally = self.tallies.get((one, other), Tally())
        return tally.won + tally.drawn / 2

    @property
    def ranked(self) -> tuple[str, ...]:
        """The agents, the strongest first."""

        def strongest_first(agent: str) -> float:
            return -self.rating(agent).elo

        return tuple(sorted(self.agents, key=strongest_first))

    def rating(self, agent: str) -> Rating:
        """An agent's rating with its interval, in Elo points."""
        return self.ratings.of(self.agents.index(agent))

    def total(self, agent: str) -> Tally:
        """All games of an agent."""
        total = Tally()
        for (one, _), tally in self.tallies.items():
            if one == agent:
                total = total.joined(tally)
        return total

    def distinct_games(self) -> int:
        """The number of different games."""
        return len({(game.first, game.second, game.moves) for game in self.games})

    def seconds(self, agent: str) -> float:
        """Processor seconds of an agent."""
        total = 0.0
        for game in self.games:
            seconds_of_first, seconds_of_second = game.seconds
            if game.first == agent:
                total += seconds_of_first
            if game.second == agent:
                total += seconds_of_second
        return total

    def to_json(self) -> dict[str, Any]:
        """Everything as numbers, the best agent first; `against` in the order of `agents`, null on the diagonal."""
        rows = []
        for agent in self.ranked:
            rating = self.rating(agent)
            total = self.total(agent)
            rows.append(
                {
                    "agent": agent,
                    "elo": round(rating.elo, 1),
                    "elo_interval": [round(rating.low, 1), round(rating.high, 1)],
                    **total._asdict(),
                    "games": total.games,
                    "score": round(total.success.value, 6) if total.games else None,
                    "seconds": round(self.seconds(agent), 3),
                    "against": [None if other == agent else list(self.tallies[agent, other]) for other in self.ranked],
                }
            )
        return {
            "agents": list(self.ranked),
            "games": len(self.games),
            "differing": self.distinct_games(),
            "table": rows,
        }

    def text(self) -> str:
        """The table for people: one row per agent, the best first; a cell is won-drawn-lost against the agent of that
        number.
        """
        ranked = self.ranked
        cells = {pair: "-".join(map(str, tally)) for pair, tally in self.tallies.items()}
        name_width = max(len(agent) for agent in ranked)
        cell_width = max(len(cell) for cell in (NARROWEST_CELL, *cells.values())) + 2
        numbers = "".join(f"{number:>{cell_width}}" for number in range(1, len(ranked) + 1))
        lines = [f"{'':>3} {'':<{name_width}} {'Elo':>6} {'95 %':>15} {'score':>7} {numbers}"]
        for number, agent in enumerate(ranked, start=1):
            rating = self.rating(agent)
            interval = f"{rating.low:+.0f} to {rating.high:+.0f}"
            score = 100 * self.total(agent).success.value
            row = "".join(f"{cells.get((agent, other), NO_GAMES):>{cell_width}}" for other in ranked)
            lines.append(f"{number:>3} {agent:<{name_width}} {rating.elo:>+6.0f} {interval:>15} {score:>6.1f}% {row}")
        counts = f"{pluralise(len(self.games), 'game')}, {self.distinct_games():,} of them different"
        lines.append(f"{counts}; cells: won-drawn-lost for the row's agent")
        return "\n".join(lines)
