"""The windows learner: its compiled self-play is the plain one, and what it learns."""

import numpy as np
import pytest
from outcomes import reward_of
from plain_splitmix import Splitmix

from c4 import models
from c4.evaluators import load
from c4.evaluators.windows import FEATURES, features
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels import splitmix
from c4.learning.base import next_mark
from c4.learning.windows import WindowsLearner
from c4.learning.windows import WindowsSettings as Settings


def difference(position: Position, side: int) -> list[float]:
    return [mine - theirs for mine, theirs in zip(features(position, side), features(position, 1 - side), strict=True)]


def dot(weights, d) -> float:
    total = 0.0
    for weight, number in zip(weights, d, strict=True):
        total += weight * number
    return total


def plain_game(weights: list[float], epsilon: float, random: Splitmix, rules: Rules, settings: Settings) -> Position:
    """One game of R3-10 to R3-12, straight from the text; changes the weights."""
    position = Position(rules=rules)
    stored = []
    while position.outcome() is None:
        side = position.to_move
        candidates = [position.play(column) for column in position.legal_columns()]
        if random.uniform() >= epsilon:
            values = [dot(weights, difference(after, side)) for after in candidates]
            candidates = [after for after, value in zip(candidates, values, strict=True) if value == max(values)]
        position = candidates[random.below(len(candidates))]
        stored.append((side, difference(position, side)))
    outcome = position.outcome()
    for t, (side, d) in enumerate(stored):
        target = reward_of(outcome, side) * settings.gamma ** (len(stored) - 1 - t)
        error = target - dot(weights, d)
        for i, number in enumerate(d):
            weights[i] += settings.alpha * error * number
    return position


BOARDS = [STANDARD, Rules(4, 5, 3), Rules(3, 6, 4), Rules(7, 8, 5), Rules(3, 3, 2), Rules(1, 20, 4), Rules(3, 3, 3)]


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_compiled_is_plain(rules):
    """Compiled and plain self-play agree bit for bit on every board: weights, random state, epsilon and tallies."""
    settings = Settings(alpha=0.05, gamma=0.9, eps_start=0.8, eps_end=0.1, eps_decay=0.8, temperature=0.0)
    learner = WindowsLearner(7, settings, rules)
    weights = [0.0] * 9
    epsilon = 0.8
    random = Splitmix(7)
    tally = [0, 0, 0]
    for _ in range(8):
        learner.train(1)
        winner = plain_game(weights, epsilon, random, rules, settings).outcome().winner
        epsilon = max(0.1, epsilon * 0.8)
        tally[{0: 0, None: 1, 1: 2}[winner]] += 1
        assert learner.weights.tolist() == weights
    figures = learner.figures()
    assert [figures[key] for key in ("won", "drawn", "lost")] == tally
    assert figures["epsilon"] == epsilon
    assert learner.content()["training"]["random_state"] == str(random.state)


def test_splitmix_known_words():
    """The generator gives splitmix64's published sequence for the seed 1234567."""
    state = splitmix.start(1234567)
    words = [int(splitmix.next_word(state)) for _ in range(3)]
    assert words == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_redundant_features():
    """After fresh training the bias is 0 and opp_k is exactly minus my_k (R3-9)."""
    learner = WindowsLearner(5)
    learner.train(2000)
    assert learner.weights[0] == 0
    assert learner.weights[5:8].tolist() == (-learner.weights[2:5]).tolist()
    assert np.abs(learner.weights[1:]).min() > 0


def test_epsilon_schedule():
    """Epsilon reaches its author's 0.05 after about 2,995 games and stays there, by default at 0.5 (R3-13)."""
    assert Settings().eps_end == 0.5
    assert Settings().gamma == 0.85
    assert Settings().temperature == 0.2
    learner = WindowsLearner(1, Settings(eps_end=0.05))
    learner.train(2990)
    assert learner.figures()["epsilon"] > 0.05
    learner.train(10)
    assert learner.figures()["epsilon"] == 0.05


def test_history_marks():
    """The history's marks are 100, 200, 500, 1,000 ..., and its lines do not depend on how training was cut up."""
    marks = []
    mark = 0
    while mark < 50_000:
        mark = next_mark(mark)
        marks.append(mark)
    assert marks == [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    learner = WindowsLearner(1)
    for _ in range(4):
        learner.train(137)
    assert [line["episodes"] for line in learner.content()["training"]["history"]] == [100, 200, 500]


@pytest.mark.slow
def test_shipped_model_comes_from_its_command():
    """Training again with the shipped file's seed and settings gives its weights."""
    path = models.default_path("windows")
    training = models.read(path, "windows", len(FEATURES))["training"]
    assert training["earlier_settings"] == []
    again = WindowsLearner.create(training["seed"], **WindowsLearner.former_settings, **training["settings"])
    again.train(training["episodes"])
    assert again.weights == pytest.approx(load("windows").weights, rel=0, abs=1e-9)
