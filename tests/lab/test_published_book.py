"""The book from the public package: how positions and values are translated (the package itself is not needed)."""

import numpy as np
import pytest
from hypothesis import assume, given
from strategies import positions

from c4.game.position import Position
from c4.game.rules import STANDARD
from lab.make.published_book import can_win_now, rows_of_board, score_of


def test_a_position_as_the_package_wants_it():
    """Rows come from the top; the side to move is 1, the other 2."""
    position = Position.from_moves("44531")
    board = rows_of_board(position.mine, position.theirs)
    assert board[:4] == [[0] * 7] * 4
    assert board[4] == [0, 0, 0, 1, 0, 0, 0]
    assert board[5] == [2, 0, 1, 2, 2, 0, 0]


@pytest.mark.parametrize(("value", "score"), [(0, 0), (99, 15), (97, 14), (71, 1), (-98, -15), (-70, -1)])
def test_a_value_of_the_package_as_a_score(value, score):
    """100 - n says that the side to move wins with the n-th disc after ply 12, when each side has 15 discs left."""
    assert score_of(value) == score


@given(positions(STANDARD))
def test_who_can_win_at_once(position):
    """The side to move threatens to win if one of its columns wins."""
    assume(position.outcome() is None)
    mine = np.array([position.mine], dtype=np.uint64)
    theirs = np.array([position.theirs], dtype=np.uint64)
    assert can_win_now(mine, theirs).tolist() == [bool(position.winning_columns())]
