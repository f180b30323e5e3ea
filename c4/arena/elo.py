"""Elo ratings with confidence intervals, by the Bradley-Terry model.  Imports numpy and scipy.

    P(i beats j) = 1 / (1 + 10 ** ((elo_j - elo_i) / 400)), a draw is half a win

The ratings maximise the likelihood and average 0; the intervals come from the curvature there (observed information).
Every pair that has met gets one drawn game more, so that a clean sheet has a rating too.  (R. A. Bradley and M. E.
Terry, 1952; Zermelo, 1929.)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from c4.arena.figures import Z95

POINTS = 400 / np.log(10)
"""Elo points per unit of log odds."""


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
        n = len(scores)
        found = minimize(
            self._loss,
            np.zeros(n),
            jac=True,
            method="L-BFGS-B",
            options={"ftol": 1e-14, "gtol": 1e-9, "maxiter": 10_000},
        )
        self._values = found.x - found.x.mean()
        p = expit(self._values[:, None] - self._values[None, :])
        information = -self._games * p * (1 - p)
        np.fill_diagonal(information, 0.0)
        np.fill_diagonal(information, -information.sum(axis=1))
        self._covariance = np.linalg.pinv(information)

    def _loss(self, values: np.ndarray) -> tuple[float, np.ndarray]:
        """Minus the log likelihood, and its gradient; a tiny penalty keeps the average at 0."""
        margins = values[:, None] - values[None, :]
        loss = (self._scores * np.logaddexp(0.0, -margins)).sum() + 1e-6 * values.sum() ** 2
        p = expit(margins)
        return loss, -(self._scores * (1 - p)).sum(axis=1) + (self._scores.T * p).sum(axis=1) + 2e-6 * values.sum()

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
