"""Your rating from games against the levels."""

import pytest

from c4.agents.levels import elo
from c4.agents.matching import FIRST_LEVEL, LADDER, START_RATING, level_for, rating_after
from c4.library.library import Library
from c4.library.rating import OwnRating, RatedGames


def test_a_rating_moves_towards_the_results():
    """An even result against an equal changes nothing; a win gains as much as a loss costs, twice as much at first."""
    assert rating_after(800, 20, 800, 0.5) == 800
    assert rating_after(800, 20, 800, 1) == 816
    assert rating_after(800, 20, 800, 0) == 784
    assert rating_after(800, 9, 800, 1) == 832
    assert 0 < rating_after(800, 20, 400, 1) - 800 < 4


def test_every_level_fits_its_own_rating():
    """The level nearest to a rating is matched; before the first game that is the first level, and chance never is."""
    for name in LADDER:
        assert elo(level_for(elo(name))) == elo(name)
    assert level_for(START_RATING) == FIRST_LEVEL
    assert level_for(-1000) == LADDER[0] == "toddler"
    assert level_for(9000) == "perfect"


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
