"""Elo ratings maximise the likelihood."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from c4.arena.ratings import POINTS, Ratings

RESULTS = st.integers(0, 10_000).flatmap(lambda games: st.tuples(st.integers(0, games), st.just(games)))
"""Half points of one player, and of both, from the games of a pair."""


def table(results, players):
    """Points of each player against each, from half points of every pair."""
    scores = np.zeros((players, players))
    for (one, other), (half, halves) in zip(np.ndindex(players, players), results):
        if one < other:
            scores[one, other] = half / 2
            scores[other, one] = (halves - half) / 2
    return scores


@given(st.integers(2, 8).flatmap(lambda n: st.tuples(st.lists(RESULTS, min_size=n * n, max_size=n * n), st.just(n))))
def test_ratings_maximise_the_likelihood(given_table):
    """No small change of one rating makes any tournament's results likelier, and the ratings average 0."""
    scores = table(*given_table)
    padded = scores + ((scores + scores.T) > 0) / 2

    def loss(values):
        return (padded * np.logaddexp(0.0, values[None, :] - values[:, None])).sum()

    ratings = [Ratings(scores).of(player) for player in range(len(scores))]
    values = np.array([rating.elo for rating in ratings]) / POINTS
    assert abs(values.mean()) < 1e-9
    for change in 1e-4 * np.concatenate([np.eye(len(values)), -np.eye(len(values))]):
        assert loss(values) <= loss(values + change) + 1e-9 * padded.sum()
    assert all(rating.low <= rating.elo <= rating.high for rating in ratings)
