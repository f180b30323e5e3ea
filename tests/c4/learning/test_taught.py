"""The exact teacher: what is learned from labels, in one run or several, where a model may start, what is refused."""

import numpy as np
import pytest
from refusal import refused

from c4.exact import labels
from c4.exact.labels import Labels
from c4.game.rules import STANDARD, Rules
from c4.learning.network import Lessons, NetworkLearner, repeats_of
from c4.learning.settings import NetworkRun
from lab.make.files import counts as counts_of
from lab.make.files import write_labels
from lab.make.label_chunks import from_book


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The labels of the book's first plies."""
    path = tmp_path_factory.mktemp("labels") / "book.npz"
    write_labels(path, Labels(*from_book(4), {}))
    return str(path)


def test_in_several_runs(file, tmp_path):
    """Saved in a round and resumed a learner learns what one run learns; afterwards it can go on by itself."""
    complete, part = (NetworkLearner.create(1, units=4, batch=10, labels=file) for _ in range(2))
    complete.train(900)
    complete.save(tmp_path / "whole")
    part.train(333)
    part.save(tmp_path / "part")
    again = NetworkLearner.from_file(tmp_path / "part", labels=file)
    again.train(567)
    again.save(tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == (tmp_path / "whole").read_bytes()
    alone = NetworkLearner.from_file(tmp_path / "part")
    alone.train(2)
    assert alone.episodes == 902


def test_rounds(file):
    """A round has every label, in an order given by its number and the seed; plies with few labels repeat them."""
    lessons = Lessons(file, STANDARD, 7)
    counts = counts_of(labels.read(file))
    complete = lessons.next(0, 10**9).tolist()
    assert len(complete) == len(lessons)
    assert set(complete) == set(range(sum(counts.values())))
    again = Lessons(file, STANDARD, 7)
    rest = again.next(len(lessons), 10**9).tolist()
    parts = [again.next(done, 100) for done in range(0, len(lessons), 100)]
    assert np.concatenate(parts).tolist() == complete
    assert sorted(rest) == sorted(complete) != rest != complete
    assert Lessons(file, STANDARD, 8).next(0, 10**9).tolist() != complete
    plies = np.repeat([3, 4, 5], [2, 100, 9898])
    assert np.unique(repeats_of(plies)[:2]).tolist() == [25]  # 50 lessons
    assert np.unique(repeats_of(plies)[2:]).tolist() == [1]


def test_refused(file, tmp_path):
    """A teacher without labels, labels without that teacher, another board, no file, no labels in it."""
    with refused("needs a file of labels"):
        NetworkRun(teacher="exact")
    with refused("--teacher exact"):
        NetworkRun(labels=file)
    assert NetworkRun(teacher="exact", labels=file).learner_options() == {"labels": file}
    with refused("of the standard board"):
        NetworkLearner.create(1, rules=Rules(4, 4, 3), labels=file)
    with refused("python -m lab make labels"):
        NetworkLearner.create(1, labels=tmp_path / "none.npz")
    nothing = np.zeros(0, dtype=np.uint64)
    write_labels(tmp_path / "empty.npz", Labels(nothing, nothing.astype(np.int8), {}))
    with refused("holds no position to learn from"):
        NetworkLearner.create(1, labels=tmp_path / "empty.npz")
