"""The Trainer bot: as the reference, and as its text describes it."""

import numpy as np
from hypothesis import given
from plain_sarsa import trainer_column
from strategies import STANDARD_COUNT, golden, picture, positions

from c4.agents.limits import Limits
from c4.agents.search import Trainer
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.kernels.board import board_of
from c4.learning.opponents import favoured

CASES = golden("system1")["positions"]


def test_the_trainer_weighs_columns_as_the_reference():
    """The column with weight 7, or none, is the reference's on all golden positions (R1-8)."""
    assert len(CASES) == 40
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        best = favoured(np.uint64(position.theirs), np.uint64(position.mine), board_of(STANDARD))
        assert [7 if column == best else 1 for column in range(7)] == case["trainer_weights_for_H"]


@given(positions())
def test_the_trainer_is_as_described(position):
    """On any board the compiled preference is the described one."""
    best = favoured(np.uint64(position.mine), np.uint64(position.theirs), board_of(position.rules))
    assert (None if best < 0 else best) == trainer_column(position)


def test_of_two_runs_the_trainer_completes_the_authors():
    """An upright run counts in the row of its top stone, and of a row the first hit (R1-8)."""
    position = picture(".......", ".....O.", "..O.OOO", "OXO.XXX", "XXOXXOX", "OXXOOXO")
    assert favoured(np.uint64(position.stones[0]), np.uint64(position.stones[1]), board_of(STANDARD)) == 1


def test_the_trainer_plays_its_preference_seven_times_of_thirteen():
    """On an open board the preferred column is played in about 7 of 13 games, and said to be."""
    position = Position.from_moves("1727371")  # O has 777 upright
    played = [Trainer().choose(position, Limits(seed=seed)).column for seed in range(1300)]
    assert 600 < played.count(6) < 800
    assert "7 chances for column 7" in Trainer().choose(position, Limits(seed=1)).reason
