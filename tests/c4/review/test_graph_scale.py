"""How high values stand on the graph of a game: exact ones, those of a search, and learned ones."""

from math import tanh

import pytest

from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.game.values import WIN
from c4.review.graph_scale import DECIDED, bar_height, learned_height, searched_height


@pytest.mark.parametrize(
    ("points", "score"), [(WIN - 7, 18), (WIN - 9, 17), (WIN - 41, 1), (8 - WIN, -18), (10 - WIN, -17), (42 - WIN, -1)]
)
def test_a_win_that_a_search_finds_is_as_high_as_the_exact_one(points, score):
    """A line with the seventh disc of the game is the fourth of the first player, and so on."""
    assert searched_height(points, STANDARD, 60) == bar_height(score, STANDARD)


@pytest.mark.parametrize("points", [-500, -60, -1, 0, 1, 60, 500])
def test_what_is_not_decided_stays_below_every_win(points):
    """It rises with the points, which count in the evaluator's own measure."""
    height = searched_height(points, STANDARD, 60)
    assert height == pytest.approx(DECIDED * tanh(points / 60))
    assert abs(height) < bar_height(1, STANDARD)
    assert searched_height(1, STANDARD, 0) == pytest.approx(DECIDED)


class Says:
    """An evaluator that says the same of every position, for the first player."""

    scale = 100

    def __init__(self, points: int) -> None:
        self.points = points

    def evaluate(self, position: Position, side: int) -> int:
        return self.points if side == 0 else -self.points


@pytest.mark.parametrize(("points", "height"), [(41, 0.41), (-41, -0.41), (100, 1), (250, 1), (-250, -1), (0, 0)])
def test_a_learned_value_is_a_share_of_a_win(points, height):
    """A whole win at most."""
    assert learned_height(Position.from_moves("4"), Says(points)) == height


def test_a_finished_game_has_its_result():
    """Whatever an evaluator says of it."""
    ends = (
        Position.from_moves("1212121"),
        Position.from_moves("71212121"),
        Position.from_moves("12123434", Rules(2, 4, 4)),
    )
    assert [learned_height(end, Says(7)) for end in ends] == [1, -1, 0]
