"""Elo ratings with confidence intervals, by the Bradley-Terry model.  Imports numpy.

    P(i beats j) = 1 / (1 + 10 ** ((elo_j - elo_i) / 400)), a draw is half a win

The ratings maximise the likelihood and average 0; the intervals come from the curvature there (observed information),
by which Newton's method also finds the place.  Every pair that has met gets one drawn game more, so that a clean sheet
has a rating too.  (R. A. Bradley and M. E. Terry, 1952; Zermelo, 1929.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.arena.figures import Z95

POINTS = 400 / np.log(10)
"""Elo points per unit of log odds."""

MOST_STEPS, NEAR = 100, 1e-9
"""Steps of Newton's method, each of at most one unit of log odds, and the last one's size."""


class Rating(NamedTuple):
    """Elo points above the average, with their 95 % confidence interval."""

    elo: float
    low: float
    high: float


class Ratings:
    """Ratings of n players: `scores[i, j]` are i's points (a win 1, a draw 1/2) from the games against j, float64 (n,
    n), diagonal 0.
    """

    def __init__(self, scores: np.ndarray) -> None:
        met = (scores + scores.T) > 0
        self._scores = np.asarray(scores, dtype=float) + met / 2
        self._games = self._scores + self._scores.T
        self._values = np.zeros(len(scores))
        for _ in range(MOST_STEPS):
            gradient, self._covariance = self._slope()
            step = self._covariance @ gradient
            largest = max(1.0, np.abs(step).max())
            self._values += step / largest
            if largest == 1.0 and np.abs(step).max() < NEAR:
                break
        self._values -= self._values.mean()

    def _slope(self) -> tuple[np.ndarray, np.ndarray]:
        """The slope of the log likelihood along each value, float64 (n,), and the inverse of the observed information,
        float64 (n, n).
        """
        p = 1 / (1 + np.exp(self._values[None, :] - self._values[:, None]))
        information = -self._games * p * (1 - p)
        np.fill_diagonal(information, 0.0)
        np.fill_diagonal(information, -information.sum(axis=1))
        return (self._scores - self._games * p).sum(axis=1), np.linalg.pinv(information)

    def of(self, player: int) -> Rating:
        """A player's rating."""
        return self._rating(self._values[player], self._covariance[player, player])

    def difference(self, one: int, other: int) -> Rating:
        """How many points one player is above another."""
        c = self._covariance
        return self._rating(self._values[one] - self._values[other], c[one, one] + c[other, other] - 2 * c[one, other])

    @staticmethod
    def _rating(value: float, variance: float) -> Rating:
        reach = Z95 * np.sqrt(max(0.0, variance))
        return Rating(*(float(POINTS * number) for number in (value, value - reach, value + reach)))
