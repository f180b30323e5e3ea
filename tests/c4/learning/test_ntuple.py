"""The n-tuple learner: training against a plain twin, resuming, refusing, the command."""

import json
import math
import re

import numpy as np
import pytest
from click.testing import CliRunner
from plain_ntuple import BOARDS, comes_to, stands
from plain_splitmix import Splitmix

from c4 import models
from c4.cli.train import command
from c4.evaluators.ntuple import UNIT, NTuple, read_model
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.learning.ntuple import NTupleLearner, Settings
from c4.learning.options import options_of, titled

# -- learning --------------------------------------------------------------------------------------------------------


def plain_game(learner: NTupleLearner, weights: list[int], random: Splitmix, alpha: float) -> int | None:
    """One game straight from the text; changes the weights and returns the winner (None for a draw)."""
    rules, s, tuples = learner.rules, learner.settings, learner.tuples
    position, seen = (
        Position(rules=rules),
        [],
    )  # (places, value, whether quiet, whether the move here was one of chance)
    opening = (
        random.below(s.opening + 1)
        if random.uniform() < (s.opened if learner.episodes <= s.cooling else s.opened_end)
        else 0
    )

    def places_of(after: Position) -> list[int]:
        return [int(place) + after.to_move * tuples.size for place in tuples.at(after.stones)]

    def worth(after: Position) -> tuple[float, float | None]:
        """(what to choose by, the reward where it is certain), both for who began."""
        end, what = comes_to(after)
        if what == "quiet":
            return sum(weights[place] for place in places_of(end)), None
        reward = {"wins": 1 - s.ply_cost * (end.ply + 1), "loses": s.ply_cost * (end.ply + 2) - 1, "full": 0.0}[
            what
        ] * (1 - 2 * end.to_move)
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
        seen.append((places_of(position), math.tanh(total / UNIT), comes_to(position)[0].ply == position.ply, chance))
    goal = after = reward
    for number in range(len(seen) - 2, -1, -1):
        places, value, quiet, _ = seen[number]
        if seen[number + 1][3]:
            goal = after = value
        elif quiet:
            goal, after = (1 - s.trace) * after + s.trace * goal, value
            change = int(np.rint(alpha * (goal - value) * (1 - value * value) * UNIT))
            for place in places:
                weights[place] += change
    return None if reward == 0 else 0 if reward > 0 else 1


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_compiled_is_plain(rules):
    """Compiled and plain self-play leave the same weights, random state and tallies on every board."""
    given = {
        "alpha": 0.05,
        "alpha_end": 0.01,
        "cooling": 4,
        "epsilon": 0.3,
        "opened": 0.9,
        "opened_end": 0.4,
        "opening": 4,
        "stray": 0.7,
    }
    given["settling"] = 0
    learner = NTupleLearner.fresh(7, rules=rules, tuples=12, length=min(4, rules.cells), **given)
    weights, random, results = [0] * len(learner.weights), Splitmix(7), []
    for game in range(8):
        alpha = 0.05 * 0.2 ** min(1.0, game / 4)
        learner.train(1)
        results.append(plain_game(learner, weights, random, alpha))
        assert learner.weights.tolist() == weights
    figures = learner.figures()
    assert [figures[key] for key in ("won", "drawn", "lost")] == [
        results.count(0),
        results.count(None),
        results.count(1),
    ]
    assert any(weights) or rules != STANDARD  # on some small boards hardly anybody wins


def small(seed=3, **given) -> NTupleLearner:
    return NTupleLearner.fresh(seed, tuples=10, length=4, **given)


@pytest.mark.parametrize(
    "given",
    [{}, {"beta": 2.7, "alpha": 0.02}, {"cooling": 100, "settling": 230}, {"cooling": 100, "settling": 600}],
    ids=["tdl", "tcl", "settled", "settling"],
)
def test_resume_is_bit_for_bit(given, tmp_path):
    """Training N and later M games leaves the very file that N + M games leave."""
    one, two = tmp_path / "one.npz", tmp_path / "two.npz"
    learner = small(**given)
    learner.train(700)
    learner.save(one)
    learner = small(**given)
    learner.train(150)
    learner.train(150)
    learner.save(two, quickly=True)
    learner = NTupleLearner.resume(two)
    learner.train(400)
    learner.save(two)
    assert one.read_bytes() == two.read_bytes()
    assert [line["episodes"] for line in learner.history] == [100, 200, 500]


def test_settling():
    """At the end of the settling the weights are the mean of the 20 sets before; learning goes on from there."""
    plain, settled = small(cooling=100, settling=0), small(cooling=100, settling=40)
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
    assert 0 < np.abs(settled.weights - before).max() < UNIT


def test_settling_given_up(tmp_path):
    """New games for cooling or settling while the weights settle: what was gathered is not used, and nothing else
    changes."""
    path = tmp_path / "m.npz"
    plain, learner = small(cooling=100, settling=0), small(cooling=100, settling=40)
    plain.train(150), learner.train(120)
    learner.save(path)
    learner = NTupleLearner.resume(path, settling=50)
    learner.train(30)
    assert (learner.weights == plain.weights).all()


def test_seeds(tmp_path):
    """The same seed leaves the same weights, another seed other tuples."""
    one, two, three = small(3), small(3), small(4)
    one.train(50), two.train(50)
    assert (one.weights == two.weights).all()
    assert one.tuples.cells != three.tuples.cells


def test_tcl_learns_coherently():
    """With TCL a weight whose gradients all have the same sign moves at the full rate, and others at less."""
    plain, tcl = small(alpha=0.02, alpha_end=0.02), small(alpha=0.02, alpha_end=0.02, beta=2.7)
    plain.train(1), tcl.train(1)
    assert (plain.weights == tcl.weights).all()
    plain.train(300), tcl.train(300)
    assert np.abs(tcl.weights).sum() < np.abs(plain.weights).sum()


def test_it_learns():
    """After 3,000 games on a 4x4 board with lines of three, the centre move is worth more than a corner for who
    begins."""
    learner = NTupleLearner.fresh(
        1, rules=Rules(4, 4, 3), tuples=30, length=6, alpha=0.02, alpha_end=0.005, cooling=3000
    )
    learner.train(3000)
    figures = learner.figures()
    assert figures["first_wins"] > 0.5
    assert figures["td_error"] < 0.5 * learner.history[0]["td_error"]


def test_settings_change(tmp_path):
    """New settings hold from the resumption on, and the old ones are remembered."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.train(10)
    learner.save(path)
    assert NTupleLearner.resume(path, epsilon=0.1).settings == Settings()
    again = NTupleLearner.resume(path, epsilon=0.2)
    assert again.settings.epsilon == 0.2
    again.save(path)
    assert read_model(path)[0]["training"]["earlier_settings"][0]["until"] == 10


@pytest.mark.parametrize(
    "bad",
    [
        {"alpha": 0},
        {"trace": 1.1},
        {"epsilon": float("nan")},
        {"opening": 2.5},
        {"cooling": 0},
        {"settling": 19},
        {"ply_cost": 0.1},
    ],
    ids=str,
)
def test_bad_settings(bad):
    """A setting out of range is refused in words."""
    with pytest.raises(C4Error, match=re.escape(titled(options_of(Settings), next(iter(bad))))):
        Settings(**bad)


def test_resume_refuses(tmp_path):
    """Another seed, board or set of tuples than the file's is refused by name; so is counting lines."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.train(10)
    learner.save(path)
    with pytest.raises(C4Error, match="was trained with seed 3, not 4"):
        NTupleLearner.resume(path, seed=4)
    with pytest.raises(C4Error, match="was trained on 7x6, connect 4, first line wins, not 6x5"):
        NTupleLearner.resume(path, rules=Rules(5, 6))
    with pytest.raises(C4Error, match="with as many tuples as 10, not 150"):
        NTupleLearner.resume(path, tuples=150)
    with pytest.raises(C4Error, match="first-line"):
        NTupleLearner.fresh(1, rules=Rules(scoring="count-lines"))
    with pytest.raises(C4Error, match="seed"):
        NTupleLearner.fresh(2**64)


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
    """A file that is no such model is refused in one line that names it, by evaluator and learner, and stays as it
    was."""
    changes, words = BROKEN[name]
    path = tmp_path / "m.npz"
    learner = small()
    learner.save(path)
    damaged(path, **changes)
    before = path.read_bytes()
    for work in (NTuple.from_model, NTupleLearner.resume):
        with pytest.raises(C4Error, match=words) as error:
            work(path)
        assert "\n" not in str(error.value)
        assert str(path) in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04", b"\x80\x04cos\nsystem\n", b"no model"], ids=["empty", "zip", "pickle", "text"]
)
def test_no_model(content, tmp_path):
    """What is no npz file, cut off or never one, is refused; so is a file that is not there."""
    path = tmp_path / "m.npz"
    small().save(path)
    for cut in (content, path.read_bytes()[:-700]):
        path.write_bytes(cut)
        with pytest.raises(C4Error, match="is not a file of arrays, or it is cut off"):
            NTuple.from_model(path)
    with pytest.raises(C4Error, match="there is no model file"):
        NTuple.from_model(tmp_path / "none.npz")


@pytest.mark.parametrize(
    "change",
    [
        {"seed": -1},
        {"random_state": "x"},
        {"tally": [1, 2, 3, 4, 5]},
        {"members": 3},
        {"gathering": 1},
        {"settings": {"alpha": 9}},
        {"history": [1]},
    ],
    ids=str,
)
def test_resume_refuses_broken_training(change, tmp_path):
    """A model whose training figures make no sense plays, but is not trained on."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.train(5)
    learner.save(path)
    content = read_model(path)[0]
    damaged(path, training={**content["training"], **change})
    NTuple.from_model(path)
    with pytest.raises(C4Error, match="its training cannot be resumed"):
        NTupleLearner.resume(path)


def test_kept_while_the_file_stays(tmp_path):
    """A model is read once, and again when its file has changed."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.save(path)
    first = NTuple.from_model(path)
    assert NTuple.from_model(path) is first
    learner.train(200)
    learner.save(path)
    assert NTuple.from_model(path).weights.any()


def test_command(tmp_path):
    """`c4 train ntuple --json` trains, goes on where it stopped, and tells its figures."""
    path = tmp_path / "m.npz"

    def result(*more):
        done = CliRunner().invoke(command, ["ntuple", "--model", str(path), "--episodes", "40", "--json", *more])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    first = result("--seed", "1", "--tuples", "10", "--length", "4", "--lambda", "0.7")
    assert (first["episodes"], first["total_episodes"], first["seed"]) == (40, 40, 1)
    assert {"first_wins", "draws", "plies", "td_error", "alpha"} <= set(first)
    assert result()["total_episodes"] == 80
    assert NTupleLearner.resume(path).settings.trace == 0.7
