"""Elo ratings: the likelihood's maximum, found in another way, and what must hold of any."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from c4.arena.elo import POINTS, Ratings

RESULTS = st.integers(0, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games)))
"""Half points of one player, and of both, from the games of a pair."""


def table(results, players):
    """Points of each player against each, from half points of every pair."""
    scores = np.zeros((players, players))
    for (one, other), (half, halves) in zip(np.ndindex(players, players), results):
        if one < other:
            scores[one, other], scores[other, one] = half / 2, (halves - half) / 2
    return scores


@given(st.integers(2, 8).flatmap(lambda n: st.tuples(st.lists(RESULTS, min_size=n * n, max_size=n * n), st.just(n))))
def test_they_are_scipy_s_maximum(given_table):
    """Of any tournament the ratings are those that scipy's minimizer finds, and average 0."""
    from scipy.optimize import minimize

    scores = table(*given_table)
    padded = scores + ((scores + scores.T) > 0) / 2

    def loss(values):
        return (padded * np.logaddexp(0.0, values[None, :] - values[:, None])).sum()

    ratings = [Ratings(scores).of(player) for player in range(len(scores))]
    found = np.array([rating.elo for rating in ratings]) / POINTS
    assert abs(found.mean()) < 1e-9
    assert loss(found) <= minimize(loss, np.zeros(len(scores)), method="L-BFGS-B").fun + 1e-9 * padded.sum()
    assert all(rating.low <= rating.elo <= rating.high for rating in ratings)


def test_who_has_not_played_is_in_the_middle():
    """Nobody met: all are rated 0, and nothing is divided by nothing."""
    assert Ratings(np.zeros((3, 3))).of(1) == (0.0, 0.0, 0.0)
