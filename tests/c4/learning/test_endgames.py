"""Endgames: drawn at random, quiet, solved; and the n-tuple learner, which learns them beside its own games."""

import numpy as np
import pytest
from plain_ntuple import comes_to
from refusal import refused

from c4 import models
from c4.evaluators.ntuple import ARRAYS
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.learning.endgames import MOST_FREE, Endgames
from c4.learning.ntuple import GAMES_PER_ROUND, NTupleLearner
from c4.solver.solver import solve

BOARDS = [STANDARD, Rules(4, 5, 4), Rules(4, 4, 3), Rules(7, 7, 4)]


def position_of(first: int, second: int, rules: Rules = STANDARD) -> Position:
    even = first.bit_count() == second.bit_count()
    return Position.from_stones(*((first, second) if even else (second, first)), rules)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_endgames_are_quiet_and_solved(rules):
    """Each is a position of the board without a forced reply, with its result for the first player."""
    first, second, value = Endgames(rules).draw(7, 200)
    assert 100 < len(first) == len(second) == len(value) <= 200
    for mine, theirs, result in zip(first.tolist(), second.tolist(), value.tolist()):
        position = position_of(mine, theirs, rules)
        assert comes_to(position) == (position, "quiet")
        assert position.ply >= rules.cells - MOST_FREE
        assert solve(position, weak=True).sign == (-result if position.to_move else result)
    assert {-1, 1} <= set(value.tolist())


def test_the_seed_decides_which():
    """The same seed draws the same endgames, another one others."""
    endgames = Endgames(STANDARD)
    one, again, other = (np.stack(endgames.draw(seed, 50)[:2]) for seed in (1, 1, 2))
    assert (one == again).all()
    assert (one != other).any()


def small(**given) -> NTupleLearner:
    return NTupleLearner.create(3, tuples=10, length=4, **given)


def test_endgames_teach():
    """A learner of endgames is wrong about fewer of them than one that learns from its own games alone."""
    first, second, value = Endgames(STANDARD).draw(99, 1000)
    wrong = {}
    for number in (0, 20):
        learner = small(endgames=number, settling=0)
        learner.train(4 * GAMES_PER_ROUND)
        evaluator = learner.evaluator()
        positions = [position_of(*stones) for stones in zip(first.tolist(), second.tolist())]
        points = [evaluator.evaluate(position) * (-1 if position.to_move else 1) for position in positions]
        wrong[number] = int((np.sign(points) * value < 0).sum())
    assert wrong[20] < 0.9 * wrong[0]


def test_training_in_parts_is_training_at_once(tmp_path):
    """Rounds of endgames are due after the same games, however often the learner is saved and opened again."""
    whole = small(endgames=2)
    whole.train(3 * GAMES_PER_ROUND + 7)
    part = small(endgames=2)
    for games in (GAMES_PER_ROUND, 2, 2 * GAMES_PER_ROUND - 2, 7):
        part.train(games)
        part.save(tmp_path / "model.npz")
        part = NTupleLearner.from_file(tmp_path / "model.npz")
    assert (part.weights == whole.weights).all()


def test_ctrl_c_in_a_round(monkeypatch):
    """The round is dropped, and learned when training goes on."""

    def press(*_):
        raise KeyboardInterrupt

    stopped = small(endgames=2)
    whole = small(endgames=2)
    whole.train(2 * GAMES_PER_ROUND)
    with monkeypatch.context() as context:
        context.setattr(Endgames, "draw", press)
        with pytest.raises(KeyboardInterrupt):
            stopped.train(2 * GAMES_PER_ROUND)
    assert stopped.episodes == GAMES_PER_ROUND
    stopped.train(GAMES_PER_ROUND)
    assert (stopped.weights == whole.weights).all()


def test_rounds_that_contradict_the_games_are_refused(tmp_path):
    """A file cannot have learned more rounds than its games bring; one without them goes on without."""
    learner = small(endgames=2)
    learner.train(GAMES_PER_ROUND + 1)
    learner.save(path := tmp_path / "model.npz")
    content, arrays = models.read_arrays(path, "ntuple", ARRAYS)
    content["training"]["rounds"] = 2
    models.write_arrays(path, content, arrays)
    with refused("contradict"):
        NTupleLearner.from_file(path)
    del content["training"]["rounds"], content["training"]["settings"]["endgames"]
    models.write_arrays(path, content, arrays)
    assert NTupleLearner.from_file(path).settings.endgames == 0  # as version 1.0.0 wrote it
