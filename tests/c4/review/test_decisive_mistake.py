"""What counts as a mistake, and which move of a game decided it, by rows made by hand."""

import pytest

from c4.game.position import Position
from c4.review.decisive_mistake import GRAVE, cost, decisive_mistake, turning_point, weight
from c4.review.mistake_marks import mark_of, result_lost
from c4.review.rows import Row

GAME = "2252576253462244111563365343671351"
POSITIONS = [Position.from_moves(GAME[:number]) for number in range(12)]
"""The positions before the first moves of a game."""


def won_in(ply: int, moves: int) -> int:
    """The score of a win in so many own moves, for the side that makes the move `ply`."""
    left = (42 - (ply - 1) + 1) // 2
    return left - moves + 1


def lost_in(ply: int, moves: int) -> int:
    """The score of a loss in so many own moves."""
    left_of_other_side = (42 - (ply - 1)) // 2
    return -(left_of_other_side - moves + 1)


def rows_of(*scores: tuple[int, int]) -> list[Row]:
    """The rows of a game from its first move on: (value, score) of each."""
    return [Row(ply, (ply + 1) % 2, 0, value, score, (1,)) for ply, (value, score) in enumerate(scores, start=1)]


@pytest.mark.parametrize(
    ("value", "score", "lost", "mark"),
    [
        (5, 5, 0, ""),
        (5, 2, 0, "slip"),
        (-1, -4, 0, "slip"),
        (5, 0, 1, "mistake"),
        (0, -1, 1, "mistake"),
        (1, -1, 2, "blunder"),
    ],
)
def test_a_mark_says_what_was_lost(value, score, lost, mark):
    """Of the result; a later win or an earlier loss is a slip."""
    assert (result_lost(value, score), mark_of(value, score)) == (lost, mark)


@pytest.mark.parametrize(
    ("ply", "moves", "size"),
    [(1, 1, 1.0), (1, 2, 0.8), (1, 3, 0.64), (2, 1, 1.0), (2, 3, 0.64), (1, 11, 0.8**10), (1, 15, 0.1)],
)
def test_a_win_or_a_loss_counts_less_the_further_away_it_is(ply, moves, size):
    """By a fifth with every move, and a tenth at least; a draw counts nothing."""
    position = POSITIONS[ply - 1]
    assert weight(won_in(ply, moves), position) == pytest.approx(size)
    assert weight(lost_in(ply, moves), position) == pytest.approx(-size)
    assert weight(0, position) == 0
    row = Row(ply, 0, 0, won_in(ply, moves), 0, (1,))
    assert cost(row, position) == pytest.approx(size)


def test_the_turning_point_is_the_last_move_that_changed_the_result():
    """None where no move did."""
    rows = rows_of((0, -5), (5, 0), (0, 0), (0, 0))
    assert turning_point(rows).ply == 2
    assert turning_point(rows[2:]) is None
    assert turning_point([]) is None


DEEP = (0, lost_in(1, 15))
"""The first move loses in fifteen moves."""


@pytest.mark.parametrize(
    ("rows", "ply"),
    [
        # a win that could be seen is given away; what comes later counts less
        (rows_of((won_in(1, 2), lost_in(1, 15)), (0, 0), (lost_in(3, 14), lost_in(3, 1))), 1),
        # one that nobody sees; later the loser makes the loss visible, twice
        (rows_of(DEEP, (1, 1), (lost_in(3, 14), lost_in(3, 4)), (1, 1), (lost_in(5, 4), lost_in(5, 1)), (20, 20)), 5),
        (rows_of((won_in(1, 3), lost_in(1, 15)), (1, 1), (lost_in(3, 14), lost_in(3, 4)), (1, 1)), 3),
        # the winner's moves are no mistakes that decide, though they cost as much
        (rows_of(DEEP, (won_in(2, 1), won_in(2, 12))), 1),
        # neither are the loser's before the turning point
        (rows_of((won_in(1, 1), won_in(1, 9)), (0, 0), (0, lost_in(3, 15)), (1, 1)), 3),
        # nothing changed the result: what cost most, if it is noticeable
        (rows_of((lost_in(1, 6), lost_in(1, 4)), (1, 1), (lost_in(3, 5), lost_in(3, 4)), (1, 1)), 1),
        (rows_of((lost_in(1, 5), lost_in(1, 4)), (1, 1), (lost_in(3, 6), lost_in(3, 4)), (1, 1)), 3),
        (rows_of((lost_in(1, 12), lost_in(1, 10)), (1, 1)), None),
        (rows_of((-1, -1), (lost_in(2, 6), lost_in(2, 4)), (lost_in(3, 6), lost_in(3, 5))), None),
        # the second player loses
        (rows_of((1, 1), (lost_in(2, 6), lost_in(2, 4)), (lost_in(3, 9), lost_in(3, 9))[::-1]), None),
        (rows_of((0, 0), (0, lost_in(2, 15)), (1, 1), (lost_in(4, 14), lost_in(4, 1))), 4),
        # a draw has no loser
        (rows_of((0, 0), (0, 0)), None),
        (rows_of((won_in(1, 9), 0), (0, 0)), 1),
        ([], None),
    ],
)
def test_the_move_that_decided_a_game(rows, ply):
    """As a person would say it."""
    found = decisive_mistake(rows, POSITIONS)
    assert (found and found.ply) == ply


def test_a_grave_move_costs_a_third_of_a_win():
    """From nine moves to four: more than 0.3; to five: less."""
    row = rows_of((lost_in(1, 9), lost_in(1, 4)))[0]
    assert cost(row, POSITIONS[0]) > GRAVE
    less = row._replace(score=lost_in(1, 5))
    assert cost(less, POSITIONS[0]) < GRAVE
