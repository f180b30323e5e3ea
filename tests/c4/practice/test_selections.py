"""Exercises on Monte-Carlo tree search have one clear answer: what the next simulation really selects."""

import pytest
from refusal import refused

from c4.game.position import Position
from c4.mcts.search import search
from c4.practice.selections import CLOSE_SCORES, make


@pytest.mark.parametrize("moves", ["", "4453", "44444377"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_answer_is_what_the_next_simulation_selects(moves, seed):
    """A search with one simulation more goes to the answer, whose score is clearly the largest."""
    position = Position.from_moves(moves)
    exercise = make(position, seed)
    log = exercise.tree.simulations
    following = search(position, len(log) + 1, seed=log.seed).tree
    assert following.path(int(following.simulations.leaf[-1]))[0] == exercise.answer
    scores = {reply.column: reply.score.total for reply in exercise.replies}
    best = scores.pop(exercise.answer)
    assert best > max(scores.values()) + CLOSE_SCORES
    again = make(position, seed)
    assert again.answer == exercise.answer
    assert again.replies == exercise.replies


def test_every_answer_gets_a_comment():
    """The right one is called right, a wrong one is shown beside the right one, and the formula explains them."""
    exercise = make(Position.from_moves("4453"), 5)
    for reply in exercise.replies:
        comment = exercise.comment(reply.column)
        assert comment.startswith("Right:") == (reply.column == exercise.answer)
    assert exercise.explain().count("√(ln ") == 7
    assert exercise.explain().endswith(f"column {exercise.answer + 1}.")
    with refused("no reply"):
        exercise.comment(7)


def test_where_everything_is_decided_there_is_no_exercise():
    """A game that is over, or won at once, is refused."""
    for moves in ("1212121", "121212"):
        with refused("no exercise"):
            make(Position.from_moves(moves), 1)
