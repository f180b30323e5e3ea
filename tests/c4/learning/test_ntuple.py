"""The n-tuple learner: training against a plain twin, resuming, refusing, the command."""

import math
from functools import partial

import numpy as np
import pytest
from outcomes import better_of
from plain_ntuple import BOARDS, comes_to, stands
from plain_splitmix import Splitmix
from refusal import refused

from c4 import models
from c4.evaluators.ntuple import FILE_STEPS, NTuple, read_model
from c4.game.position import Position
from c4.learning.ntuple import NTupleLearner


def plain_game(learner: NTupleLearner, weights: list[int], random: Splitmix, alpha: float) -> int | None:
    """One game straight from the text; changes the weights and returns the winner (None for a draw)."""
    rules = learner.rules
    s = learner.settings
    tuples = learner.tuples
    # seen: (places, value, whether quiet, whether by chance)
    position = Position(rules=rules)
    seen = []
    opened = random.uniform() < (s.opened if learner.episodes <= s.cooling else s.opened_end)
    opening = random.below(s.opening + 1) if opened else 0

    def places_of(after: Position) -> list[int]:
        return [int(place) + after.to_move * tuples.size for place in tuples.at(after.stones)]

    def worth(after: Position) -> tuple[float, float | None]:
        """(what to choose by, the reward where it is certain), both for who began."""
        end, what = comes_to(after)
        if what == "quiet":
            return sum(weights[place] for place in places_of(end)), None
        rewards = {"wins": 1 - s.ply_cost * (end.ply + 1), "loses": s.ply_cost * (end.ply + 2) - 1, "full": 0.0}
        reward = rewards[what] * (1 - 2 * end.to_move)
        return reward * 2**40, reward

    reward = None
    while reward is None:
        legal = position.legal_columns()
        chance = random.uniform() < (s.stray if position.ply < opening else s.epsilon)
        if chance:
            column = legal[random.below(len(legal))]
        else:
            sign = 1 - 2 * position.to_move
            safe = [column for column in legal if not stands(position.play(column))]
            column = max(safe, key=lambda c: sign * int(worth(position.play(c))[0]))
        position = position.play(column)
        total, reward = worth(position)
        seen.append(
            (places_of(position), math.tanh(total / FILE_STEPS), comes_to(position)[0].ply == position.ply, chance)
        )
    goal = after = reward
    for number in range(len(seen) - 2, -1, -1):
        places, value, quiet, _ = seen[number]
        if seen[number + 1][3]:
            goal = after = value
        elif quiet:
            goal = (1 - s.trace) * after + s.trace * goal
            after = value
            change = int(np.rint(alpha * (goal - value) * (1 - value * value) * FILE_STEPS))
            for place in places:
                weights[place] += change
    return better_of(reward)


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_compiled_is_plain(rules):
    """Compiled and plain self-play leave the same weights, random state and tallies on every board."""
    given = {"alpha": 0.05, "alpha_end": 0.01, "cooling": 4, "epsilon": 0.3, "settling": 0}
    given |= {"opened": 0.9, "opened_end": 0.4, "opening": 4, "stray": 0.7}
    learner = NTupleLearner.create(7, rules=rules, tuples=12, length=min(4, rules.cells), **given)
    weights = [0] * len(learner.weights)
    random = Splitmix(7)
    results = []
    for game in range(8):
        alpha = 0.05 * 0.2 ** min(1.0, game / 4)
        learner.train(1)
        results.append(plain_game(learner, weights, random, alpha))
        assert learner.weights.tolist() == weights
    figures = learner.figures()
    assert [figures[key] for key in ("won", "drawn", "lost")] == [results.count(winner) for winner in (0, None, 1)]
    assert any(weights)


def small(seed=3, **given) -> NTupleLearner:
    return NTupleLearner.create(seed, tuples=10, length=4, **given)


def test_settling():
    """At the end of the settling the weights are the mean of the 20 sets before; learning goes on from there."""
    plain = small(cooling=100, settling=0)
    settled = small(cooling=100, settling=40)
    plain.train(100), settled.train(100)
    sets = []
    for _ in range(20):
        plain.train(2)
        sets.append(plain.weights.copy())
    settled.train(39)
    settled.train(1)
    assert (settled.weights == np.rint(np.mean(sets, axis=0))).all()
    assert (settled.weights != plain.weights).any()
    before = settled.weights.copy()
    settled.train(100)
    assert 0 < np.abs(settled.weights - before).max() < FILE_STEPS


def test_settling_given_up(tmp_path):
    """If settling is changed while the weights settle, what was gathered is not used."""
    path = tmp_path / "m.npz"
    plain = small(cooling=100, settling=0)
    learner = small(cooling=100, settling=40)
    plain.train(150), learner.train(120)
    learner.save(path)
    learner = NTupleLearner.from_file(path, settling=50)
    learner.train(30)
    assert (learner.weights == plain.weights).all()


def test_a_model_to_start_from(tmp_path):
    """A model can start from another one's tuples and weights."""
    complete = small()
    complete.train(50)
    complete.save(tmp_path / "whole.npz")
    start = NTupleLearner.create(5, start=tmp_path / "whole.npz")
    assert start.episodes == 0
    assert start.tuples.cells == complete.tuples.cells
    assert np.array_equal(start.weights, read_model(tmp_path / "whole.npz")[2])
    with refused(f"trained with tuples {len(complete.tuples)}, not 3"):
        NTupleLearner.create(5, start=tmp_path / "whole.npz", tuples=3)


def damaged(path, **changes) -> None:
    """The file with another header, or other arrays, written again."""
    content, arrays = models.read_arrays(path, "ntuple", {"cells": ("uint8", 2), "planes": ("uint8", 2)})
    arrays.update({name: value for name, value in changes.items() if name in arrays})
    content.update({name: value for name, value in changes.items() if name not in arrays})
    models.write_arrays(path, content, arrays, compressed=True)


BROKEN = {
    "another learner": ({"learner": "windows"}, "is a model of 'windows': a ntuple model was expected"),
    "another version": ({"version": 9}, "version 9"),
    "another board": ({"rules": {"rows": 4, "columns": 4}}, "does not fit its board"),
    "too few weights": ({"planes": np.zeros((4, 7), dtype=np.uint8)}, "holds 7 weights"),
    "cells off the board": ({"cells": np.full((10, 4), 63, dtype=np.uint8)}, "does not fit its board"),
    "numbers of a wrong type": ({"planes": np.zeros((4, 7))}, "planes"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_models(name, tmp_path):
    """A file that is no such model is refused in one line that names it, and stays as it was."""
    changes, words = BROKEN[name]
    path = tmp_path / "m.npz"
    learner = small()
    learner.save(path)
    damaged(path, **changes)
    before = path.read_bytes()
    for work in (NTuple.from_model, NTupleLearner.from_file):
        with refused(words, path):
            partial(work, path)()
    assert path.read_bytes() == before
