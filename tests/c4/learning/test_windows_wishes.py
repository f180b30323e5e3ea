"""What the windows learner has beyond its author's program, such as n-step targets and softmax."""

import json
import math

import numpy as np
import pytest
from commands import c4, refuses
from refusal import refused
from strategies import PUBLISHED

from c4 import models
from c4.agents.specification import parse_agent
from c4.evaluators import load
from c4.evaluators.windows import FEATURES, Windows, feature_units, features
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.kernels import splitmix
from c4.kernels.board import board_of
from c4.learning.success import measure, success
from c4.learning.windows import Frame, Rates, WindowsLearner, drawn_by_value, learn_game, value_of
from c4.learning.windows import WindowsSettings as Settings


def differences(game: str) -> np.ndarray:
    """d after every move of a game, seen by the mover."""
    seen = np.zeros((STANDARD.cells, 9))
    position = Position()
    for ply, column in enumerate(game):
        mover = position.to_move
        position = position.play(int(column) - 1)
        seen[ply] = [a - b for a, b in zip(features(position, mover), features(position, 1 - mover), strict=True)]
    return seen


def frame(gamma: float) -> Frame:
    """What the kernels are told of the standard board."""
    return Frame(board_of(STANDARD), np.array(feature_units(STANDARD)), np.array([gamma**k for k in range(42)]))


@pytest.mark.parametrize("n_steps", [0, 1, 2, 3, 6, 50])
def test_n_step_targets(n_steps):
    """The target is gamma**n V n moves later, seen by the mover, or the result if the game ends before."""
    game = "1212121"
    gamma = 0.9
    alpha = 0.1
    seen = differences(game)
    weights = np.linspace(-1, 1, 9)
    expected = weights.tolist()
    for t in range(len(game)):
        left = len(game) - 1 - t
        if n_steps and left > n_steps:
            target = (
                gamma**n_steps * (-1) ** n_steps * sum(w * d for w, d in zip(expected, seen[t + n_steps], strict=True))
            )
        else:
            target = gamma**left * (-1) ** left
        error = target - sum(w * d for w, d in zip(expected, seen[t], strict=True))
        expected = [w + alpha * error * d for w, d in zip(expected, seen[t], strict=True)]
    rates = Rates(alpha, 0.0, 1.0, 0.0, n_steps, 1)
    learn_game(seen, len(game), True, weights, rates, frame(gamma))
    assert weights == pytest.approx(expected, abs=1e-12)


def test_softmax_draws_as_it_says():
    """Over many draws each column comes as often as exp(V / temperature) says."""
    weights = np.array(PUBLISHED["a7e9f38"])
    random = splitmix.start(1)
    position = Position.from_moves("4453")
    temperature = 0.3
    own, other = (np.uint64(position.stones[side]) for side in (0, 1))
    values = {}
    for column in range(7):
        after = position.play(column)
        values[column] = value_of(
            weights, np.array([a - b for a, b in zip(features(after, 0), features(after, 1), strict=True)])
        )
    free = np.uint64((position.occupied + STANDARD.bottom) & STANDARD.board)
    best = max(values.values())
    total = sum(math.exp(value / temperature) for value in values.values())
    counted = dict.fromkeys(values, 0)
    for _ in range(20_000):
        cell = int(drawn_by_value(own, other, free, best, temperature, weights, random, frame(1.0)))
        counted[(cell.bit_length() - 1) // STANDARD.stride] += 1
    for column, value in values.items():
        assert counted[column] / 20_000 == pytest.approx(math.exp(value / temperature) / total, abs=0.015)


def test_mirror_is_a_second_pass():
    """With --mirror every game is learned twice."""
    seen = differences("1212121")
    once = np.linspace(-1, 1, 9)
    twice = np.linspace(-1, 1, 9)
    for _ in range(2):
        learn_game(seen, 7, True, once, Rates(0.05, 0.0, 1.0, 0.0, 0, 1), frame(0.98))
    learn_game(seen, 7, True, twice, Rates(0.05, 0.0, 1.0, 0.0, 0, 2), frame(0.98))
    assert once.tolist() == twice.tolist()


def test_older_selves_are_kept():
    """So many snapshots are kept as asked for, the newest last, and fewer when that is asked for later."""
    learner = WindowsLearner.create(1, snapshots=3, snapshot_every=50)
    learner.train(50)
    then = learner.weights.tolist()
    learner.train(101)
    stored = learner.content()["training"]["older_weights"]
    assert len(stored) == 3
    assert stored[0] == then
    learner.change_settings(Settings(snapshots=1, snapshot_every=50))
    assert learner.content()["training"]["older_weights"] == stored[2:]


def test_a_time_is_no_bound_on_the_depth(monkeypatch):
    """--train-time-ms alone hands the engine the time and no depth; with --train-depth both hold (D3-2)."""
    from c4.engine import deepening as engine

    asked = []
    search = engine.search

    def watched(position, judge, **options):
        asked.append((options["depth"], options["time_ms"]))
        return search(position, judge, depth=1)

    monkeypatch.setattr(engine, "search", watched)
    for settings in ({"train_time_ms": 5.0}, {"train_time_ms": 5.0, "train_depth": 3}):
        WindowsLearner.create(1, eps_start=0.0, eps_end=0.0, **settings).train(1)
    assert set(asked) == {(None, 5.0), (3, 5.0)}


def test_an_interrupted_search_leaves_whole_games(monkeypatch):
    """Ctrl-C in the middle of a game played by search leaves the learner as it was before that game."""
    from c4.search import fixed_depth

    learner = WindowsLearner.create(1, train_depth=1, eps_start=0.5)
    learner.train(5)
    before = learner.content()

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(fixed_depth, "search", interrupted)
    with pytest.raises(KeyboardInterrupt):
        learner.train(1)
    assert learner.content() == before


def test_it_is_measured_against_chance():
    """Figures and history count games won, drawn and lost against chance from both seats (R3-2)."""
    learner = WindowsLearner(1)
    learner.train(1000)
    learner.content()
    result = learner.figures()["against_random"]
    assert list(result) == ["first", "second"]
    assert all(sum(games) == 100 for games in result.values())
    assert [line["episodes"] for line in learner.history if "against_random" in line] == [100, 200, 500, 1000]


def test_matches_are_games():
    """An evaluator that sees nothing but takes wins plays chance: the same seed plays the same games."""
    nothing = Windows((0.0,) * 9)
    result = measure(nothing, "random", 400, 1)
    assert result == measure(nothing, "random", 400, 1)
    assert result != measure(nothing, "random", 400, 2)
    assert result["first"][0] > result["second"][0] > 200
    assert success({"first": [1, 1, 0], "second": [0, 0, 2]}) == 1.5 / 4


def test_a_model_json_plays(tmp_path):
    """System 3's file is an evaluator, and is rated by its name (R3-8); it is not trained further as it is."""
    source = tmp_path / "model.json"
    source.write_text(json.dumps({"weights": [0.0, 0.9, 0.5, 1.6, 7.1, -1.4, -3.0, -11.5, 0.8]}))
    assert load("windows", source).weights[4] == 7.1
    assert str(parse_agent(str(source))) == f"greedy:evaluator=windows,model={source}"
    with refused(match=r'lacks "format": "c4-model"$'):
        WindowsLearner.from_file(source)
    source.write_text("{}")
    with refused(match=r'lacks "format": "c4-model"$'):
        load("windows", source)


def test_import_of_model_json(tmp_path):
    """A model.json of system 3 becomes a model of ours with its nine weights, trained on or not (R3-8)."""
    source = tmp_path / "model.json"
    path = tmp_path / "m.json"
    source.write_text(json.dumps({"weights": PUBLISHED["a7e9f38"]}))
    arguments = ("train", "windows", "--model", path, "--import", source, "--seed", 1, "--measure", 10, "--json")
    result = json.loads(c4(*arguments, "--episodes", 0))
    assert result["weights"] == list(PUBLISHED["a7e9f38"])
    assert sum(result["measured"]["random"]["first"]) == 10
    assert load("windows", path).weights == PUBLISHED["a7e9f38"]
    back = tmp_path / "back.json"
    c4("train", "windows", "--model", path, "--episodes", 0, "--export", back, "--measure", 0)
    assert json.loads(back.read_text()) == {"weights": list(PUBLISHED["a7e9f38"])}
    refuses(c4, "already exists", *arguments, "--episodes", 5)
    refuses(c4, f"--import {source} begins with what it holds", "train", "windows", "--model", source)
    assert json.loads(c4(*arguments, "--episodes", 5, "--fresh"))["total_episodes"] == 5
    assert models.read(path, "windows", len(FEATURES))["weights"] != list(PUBLISHED["a7e9f38"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a model: a windows model is a JSON file"),
        ('{"weights": [1, 2', "is not a model: a windows model is a JSON file"),
        ("[1, 2]", 'lacks "format": "c4-model"'),
        ('{"weights": [1, 2]}', 'lacks "format": "c4-model"'),
        ('{"weights": [1, 2, 3, 4, 5, 6, 7, 8, NaN]}', "holds a weight that is not a finite number"),
        ('{"weights": [1, 2, 3, 4, 5, 6, 7, 8, "9"]}', "holds a weight that is not a finite number"),
    ],
)
def test_import_refuses(text, sentence, tmp_path):
    """What is no model.json is refused in one sentence, and stays as it was."""
    path = tmp_path / "model.json"
    path.write_text(text)
    with refused(match=sentence):
        WindowsLearner.create(1, start=path)
    assert path.read_text() == text
