"""Your rating, stored in the library."""

import pytest

from c4.agents.rating import START_RATING
from c4.library.library import Library
from c4.library.rated_results import OwnRating, RatedGames


def test_results_are_stored_beside_the_games(tmp_path):
    """A library opened again knows the rating, also beside the results of puzzles and games."""
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        games = RatedGames(library)
        assert games.rating() == OwnRating()
        first = games.note("child", 1)
        assert first == OwnRating(pytest.approx(START_RATING + 32), 1)
        second = games.note("perfect", 0)
        assert second.rating < first.rating
    with Library(path) as library:
        assert RatedGames(library).rating() == second
