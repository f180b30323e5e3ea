"""The exact teacher: what is learned from labels, in one run or several, where a model may start, what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from refusal import refused

from c4.evaluators.ntuple import UNIT, read_model
from c4.game.rules import Rules
from c4.learning.ntuple import NTupleLearner, stride
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
    learner, known = NTupleLearner.fresh(1, **SMALL, labels=file), labels.read(file)
    weights = np.zeros(2 * learner.tuples.size)
    for lesson in range(40):
        place = lesson * stride(len(known)) % len(known)
        stones = int(known.first[place]), int(known.second[place])
        at = learner.tuples.at(stones) + int(known.ply[place]) % 2 * learner.tuples.size
        alpha = 0.02 * 0.1 ** (lesson / 9000)
        np.add.at(weights, at, np.rint(alpha * (known.value[place] - math.tanh(weights[at].sum() / UNIT)) * UNIT))
    learner.train(40)
    assert np.array_equal(learner.weights, weights)
    learner.train(9960)
    found = learner.figures()
    assert found["td_error"] < 0.7 * np.abs(known.value).mean()
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


def test_every_label_in_turn():
    """One round through the labels leaves none out."""
    for number in (1, 2, 3, 10, 97, 1000):
        assert {lesson * stride(number) % number for lesson in range(number)} == set(range(number))


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
    refused(lambda: NTupleLearner.fresh(1, **SMALL, labels=tmp_path / "empty.npz"), "holds no labels")
