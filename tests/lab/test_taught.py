"""Making a model of the evaluator taught: it learns labels and what its own games need; the report on several seeds."""

import json

import numpy as np
import pytest
from commands import lab

from c4.evaluators import load
from c4.exact.labels import Labels
from c4.game.position import Position
from c4.learning.network import NetworkLearner
from c4.learning.ntuple import NTupleLearner
from lab.make import taught
from lab.make.files import write_labels
from lab.make.label_chunks import from_book
from lab.measure.strength import Truth, examine


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """The labels of the book's first plies, and an untrained network and n-tuple model."""
    folder = tmp_path_factory.mktemp("taught")
    write_labels(folder / "labels.npz", Labels(*from_book(5), {}))
    NetworkLearner.create(1, units=4).save(folder / "network.npz")
    NTupleLearner.create(1, tuples=2, length=8).save(folder / "ntuple.npz")
    return folder / "labels.npz", folder / "network.npz", folder / "ntuple.npz"


def test_tables_learn_what_the_network_gets_wrong(files, tmp_path):
    """After its lessons the model knows who wins the positions of the labels; the network in it is as it was."""
    lab("make", "taught", *files, "--out", tmp_path / "t.npz", "--lessons", 300_000, "--rounds", 0, "--corrections", 0)
    model = load("taught", tmp_path / "t.npz")
    network = load("network", files[1])
    assert np.array_equal(model.units.inner, network.inner)
    for moves, won in (("1", -1), ("4", 1), ("44444", 1), ("2", -1), ("43", 1)):
        assert np.sign(model.evaluate(Position.from_moves(moves), 0)) == won


@pytest.mark.parametrize("moves", ["2", "43"])
def test_a_wrong_decision_is_corrected(files, moves):
    """A move that gives the result away looks best at first, and not afterwards: the value of one that keeps it is higher."""
    pupil = taught.Pupil.new(1, *files[:2])
    position = Position.from_moves(moves)
    after = [position.play(column) for column in position.legal_columns()]
    choice = taught.choice_of((position.mine, position.theirs))
    nothing = np.zeros(0, dtype=np.uint64)
    assert pupil.correct([choice], nothing) == 1
    assert pupil.correct([choice], nothing) == 0
    pupil.save(files[0].with_name("corrected.npz"))
    model = load("taught", files[0].with_name("corrected.npz"))
    truth = Truth()
    best = min(after, key=lambda one: model.evaluate(one, one.to_move))
    assert np.sign(truth.score(best)) == min(np.sign(truth.score(one)) for one in after)


@pytest.mark.slow
def test_games_are_practice(files, tmp_path, monkeypatch):
    """Positions met in games are learned, and the moves of games and of searches corrected; the same seed makes the same
    model, and a model can be corrected further.  Which positions must not be learned is tested in `test_labels`."""
    monkeypatch.setattr(taught, "PRACTICE_GAMES", {"erring20": 1})
    monkeypatch.setattr(taught, "LABELS_A_ROUND", 200)
    monkeypatch.setattr(taught, "CORRECTION_GAMES", {"erring20": 1})
    monkeypatch.setattr(taught, "PLAYED_DEPTHS", (2,))
    monkeypatch.setattr(taught, "EXAMINED_DEPTHS", (2,))
    monkeypatch.setattr(taught, "MOST_SEARCHES", 1)
    monkeypatch.setattr(taught, "held_back", lambda: np.zeros(0, dtype=np.uint64))
    labels = tmp_path / "labels.npz"
    write_labels(labels, Labels(*from_book(7), {}))  # with them hardly any position has to be solved
    words = ("make", "taught", labels, *files[1:], "--lessons", 1000, "--rounds", 1, "--jobs", 1, "--out")
    text = lab(*words, tmp_path / "one.npz", "--corrections", 1)
    assert "practice 1: before it erring20" in text
    assert "correction 1: before it erring20" in text
    lab(*words, tmp_path / "two.npz", "--corrections", 1)
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    text = lab(*words, tmp_path / "three.npz", "--corrections", 1, "--start", tmp_path / "one.npz")
    assert "practice 1" not in text
    assert "correction 1: before it erring20" in text
    assert {path.name for path in tmp_path.iterdir()} >= {"one.npz", "two.npz", "three.npz"}
    assert not list(tmp_path.glob("*searched*"))


@pytest.mark.slow
def test_the_built_in_model_wins():
    """Without search it wins nearly all games as first player against the longest defence."""
    results = examine("greedy:evaluator=taught", "strict", range(20)).results.values()
    assert sum(results) >= 18


def test_the_report(files):
    """A row for each search; of several models the first, its rank, and mean and interval of all."""
    searches = ("--searches", "greedy;alphabeta:depth=2", "--suites", "d", "--games", 0, "--jobs", 1)
    found = json.loads(lab("report", "learning", files[1], files[1], *searches, "--json"))
    assert list(found) == ["models", "greedy", "alphabeta:depth=2"]
    first, second = found["greedy"]["kept, d"]
    assert first == second
    text = lab("report", "learning", files[1], files[1], *searches)
    assert f"| greedy | {first:.1f} (1); {first:.1f} ± 0.0 |" in text
    assert f"| greedy | {first:.1f} |" in lab("report", "learning", files[1], *searches)
