"""The exact teacher: what is learned from labels, in one run or several, where a model may start, what is refused."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest
from refusal import refused

from c4.evaluators.ntuple import UNIT, read_model
from c4.evaluators.windows import feature_units
from c4.exact import labels
from c4.exact.labels import Labels
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import board_of
from c4.learning.lessons import Lessons, times
from c4.learning.network import NetworkLearner
from c4.learning.ntuple import NTupleLearner
from c4.learning.settings import NTupleRun, TDLambdaRun, WindowsRun
from c4.learning.tdlambda import Learned, TDLambdaLearner, add_features, feature_places
from c4.learning.windows import Frame, WindowsLearner, difference
from lab.make.files import counts as counts_of
from lab.make.files import write_labels
from lab.make.labels import from_book

SMALL = {"tuples": 12, "length": 4, "alpha": 0.02, "alpha_end": 0.002, "cooling": 9000, "settling": 1000}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The labels of the book's first plies."""
    path = tmp_path_factory.mktemp("labels") / "book.npz"
    write_labels(path, Labels(*from_book(False, 4), {}))
    return str(path)


def test_learns_the_truth(file):
    """Each lesson moves the weights behind its position by alpha times the error; together they make it smaller."""
    learner = NTupleLearner.create(1, **SMALL, labels=file)
    weights = np.zeros(2 * learner.tuples.size)
    places, first, second, value = Lessons(file, STANDARD, 1).next(0, 40)
    for lesson, place in enumerate(places):
        stones = int(first[place]), int(second[place])
        at = learner.tuples.at(stones) + (stones[0] | stones[1]).bit_count() % 2 * learner.tuples.size
        alpha = 0.02 * 0.1 ** (lesson / 9000)
        np.add.at(weights, at, np.rint(alpha * (value[place] - math.tanh(weights[at].sum() / UNIT)) * UNIT))
    learner.train(40)
    assert np.array_equal(learner.weights, weights)
    learner.train(9960)
    found = learner.figures()
    assert found["td_error"] < 0.7 * np.abs(value).mean()
    assert found["episodes"] == found["won"] + found["drawn"] + found["lost"] == 10_000


@pytest.mark.parametrize(
    ("kind", "given"),
    [(NTupleLearner, SMALL), (NetworkLearner, {"units": 4, "batch": 10}), (WindowsLearner, {}), (TDLambdaLearner, {})],
)
def test_in_several_runs(kind, given, file, tmp_path):
    """Saved in a round and resumed a learner learns what one run learns; afterwards it can go on by itself."""
    whole, part = (kind.create(1, **given, labels=file) for _ in range(2))
    whole.train(900)
    whole.save(tmp_path / "whole")
    part.train(333)
    part.save(tmp_path / "part")
    again = kind.from_file(tmp_path / "part", labels=file)
    again.train(567)
    again.save(tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == (tmp_path / "whole").read_bytes()
    alone = kind.from_file(tmp_path / "part")
    alone.train(2)
    assert alone.episodes == 902


def test_a_model_to_start_from(file, tmp_path):
    """A model can start from another one's tuples and weights."""
    whole = NTupleLearner.create(1, **SMALL, labels=file)
    whole.train(1000)
    whole.save(tmp_path / "whole.npz")
    start = NTupleLearner.create(5, start=tmp_path / "whole.npz", labels=file)
    assert start.episodes == 0
    assert start.tuples.cells == whole.tuples.cells
    assert np.array_equal(start.weights, read_model(tmp_path / "whole.npz")[2])
    refused(lambda: NTupleLearner.create(5, start=tmp_path / "whole.npz", tuples=3), "trained with tuples 12, not 3")


def test_windows_is_taught(file):
    """A lesson moves the nine weights by alpha times the error times the features of the side that has just moved."""
    learner, weights = WindowsLearner.create(1, alpha=0.1, labels=file), np.zeros(9)
    places, first, second, value = Lessons(file, STANDARD, 1).next(0, 60)
    frame = Frame(board_of(STANDARD), np.array(feature_units(STANDARD), dtype=np.float64), np.ones(1))
    for place in places:
        sign = 1 if first[place].bit_count() > second[place].bit_count() else -1
        d = np.array(difference(first[place], second[place], frame)) * sign
        weights += 0.1 * (sign * value[place] - weights @ d) * d
    learner.train(60)
    assert np.allclose(learner.weights, weights)
    assert learner.figures()["won"] == (value[places] > 0).sum()


def test_td_lambda_is_taught(file):
    """A lesson is the end of a game: the result is the target, for the side that has just moved."""
    learner, weights = TDLambdaLearner.create(1, alpha=0.01, labels=file), np.zeros(87)
    places, first, second, value = Lessons(file, STANDARD, 1).next(0, 60)
    for place in places:
        moved = first[place].bit_count() > second[place].bit_count()
        own, other = (first[place], second[place]) if moved else (second[place], first[place])
        x = np.zeros(87)
        add_features(own, other, 1.0, x, Learned(weights, feature_places(STANDARD), board_of(STANDARD)))
        weights += 0.01 * ((1 if moved else -1) * value[place] - weights @ x) * x
    learner.train(60)
    assert np.allclose(learner.weights, weights)


def test_rounds(file):
    """A round has every label, in an order given by its number and the seed; plies with few labels repeat them."""
    lessons, counts = Lessons(file, STANDARD, 7), counts_of(labels.read(file))
    whole = lessons.next(0, 10**9)[0].tolist()
    assert len(whole) == len(lessons)
    assert set(whole) == set(range(sum(counts.values())))
    again = Lessons(file, STANDARD, 7)
    rest = again.next(len(lessons), 10**9)[0].tolist()
    parts = [again.next(done, 100)[0] for done in range(0, len(lessons), 100)]
    assert np.concatenate(parts).tolist() == whole
    assert sorted(rest) == sorted(whole) != rest != whole
    assert Lessons(file, STANDARD, 8).next(0, 10**9)[0].tolist() != whole
    plies = np.repeat([3, 4, 5], [2, 100, 9898])
    assert np.unique(times(plies)[:2]).tolist() == [25]  # 50 lessons
    assert np.unique(times(plies)[2:]).tolist() == [1]


def test_refused(file, tmp_path):
    """A teacher without labels, labels without that teacher, TCL, another board, no file, no labels in it."""
    for run_options in (NTupleRun, WindowsRun, TDLambdaRun):
        refused(partial(run_options, teacher="exact"), "needs a file of labels")
        refused(partial(run_options, labels=file), "--teacher exact")
        assert run_options(teacher="exact", labels=file).learner_options() == {"labels": file}
    refused(lambda: NTupleLearner.create(1, beta=2.7, labels=file), "TCL-EXP")
    refused(lambda: NTupleLearner.create(1, rules=Rules(4, 4, 3), labels=file), "of the standard board")
    refused(lambda: NTupleLearner.create(1, **SMALL, labels=tmp_path / "none.npz"), "python -m lab make labels")
    nothing = np.zeros(0, dtype=np.uint64)
    write_labels(tmp_path / "empty.npz", Labels(nothing, nothing.astype(np.int8), {}))
    refused(lambda: NTupleLearner.create(1, **SMALL, labels=tmp_path / "empty.npz"), "holds no position to learn from")
