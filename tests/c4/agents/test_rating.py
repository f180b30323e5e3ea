"""The formula of ratings, and the level that fits a rating."""

from c4.agents.levels import elo
from c4.agents.rating import FIRST_LEVEL, LADDER, START_RATING, level_for, rating_after


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
