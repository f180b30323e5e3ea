"""The exact teacher: what is learned from labels, in one run or several, where a model may start, what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from refusal import refused

from c4.evaluators.ntuple import UNIT, read_model
from c4.game.rules import STANDARD, Rules
from c4.learning.lessons import Lessons, times
from c4.learning.ntuple import NTupleLearner
from c4.learning.ntuple_settings import Order
from c4.truth import labels
from c4.truth.labelmaking import from_book
from c4.truth.labels import Labels

SMALL = {
    "tuples": 12,
    "length": 4,
    "alpha": 0.02,
    "alpha_end": 0.002,
    "cooling": 9000,
    "settling": 1000,
}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The labels of the book's first plies."""
    path = tmp_path_factory.mktemp("labels") / "book.npz"
    Labels(*from_book(False, 4), {}).write(path)
    return str(path)


def test_learns_the_truth(file):
    """Each lesson moves the weights behind its position by alpha times the error; together they make it smaller."""
    learner = NTupleLearner.fresh(1, **SMALL, labels=file)
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


def test_in_several_runs(file, tmp_path):
    """Saved and resumed it learns what one run learns; a model can also start from another one's weights."""
    whole = NTupleLearner.fresh(1, **SMALL, labels=file)
    whole.train(10_000)
    part = NTupleLearner.fresh(1, **SMALL, labels=file)
    part.train(9333)
    part.save(tmp_path / "part.npz")
    again = NTupleLearner.resume(tmp_path / "part.npz", labels=file)
    again.train(667)
    assert np.array_equal(again.weights, whole.weights)
    again.save(tmp_path / "whole.npz")
    start = NTupleLearner.fresh(5, start=tmp_path / "whole.npz", labels=file)
    assert start.episodes == 0
    assert start.tuples.cells == whole.tuples.cells
    assert np.array_equal(start.weights, read_model(tmp_path / "whole.npz")[2])
    refused(lambda: NTupleLearner.fresh(5, start=tmp_path / "whole.npz", tuples=3), "with as many tuples as 12")


def test_rounds(file):
    """A round leaves no label out, in an order that depends on its number and the seed alone, however it is cut; a ply
    with few labels has each of them several times."""
    lessons, counts = Lessons(file, STANDARD, 7), labels.read(file).counts()
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
    refused(Order(teacher="exact").lasting, "needs a file of labels")
    refused(Order(labels=file).lasting, "--teacher exact")
    assert Order(teacher="exact", labels=file).lasting() == {"labels": file}
    refused(lambda: NTupleLearner.fresh(1, beta=2.7, labels=file), "TCL-EXP")
    refused(lambda: NTupleLearner.fresh(1, rules=Rules(4, 4, 3), labels=file), "of the standard board")
    refused(lambda: NTupleLearner.fresh(1, **SMALL, labels=tmp_path / "none.npz"), "c4 labels make")
    nothing = np.zeros(0, dtype=np.uint64)
    Labels(nothing, nothing.astype(np.int8), {}).write(tmp_path / "empty.npz")
    refused(lambda: NTupleLearner.fresh(1, **SMALL, labels=tmp_path / "empty.npz"), "holds no position to learn from")
