"""Labels: codes, files and what is refused, what is drawn, that the solver agrees, resuming, what is left out."""

import json

import numpy as np
import pytest
from commands import lab, refuses
from hypothesis import given
from refusal import refused
from strategies import positions

from c4.errors import C4Error
from c4.evaluators.quiet import QUIET, after_replies
from c4.exact import labels
from c4.exact.labels import Labels
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.jobs import run
from c4.solver.solver import solve
from lab.make import labels as labelmaking
from lab.make.files import joined, smallest_codes, write_labels
from lab.make.labels import LabelsPlan

NONE = np.zeros(0, dtype=np.uint64)
LATE = LabelsPlan(first=30, last=33)
"""A plan whose chunks take no time."""


@pytest.fixture
def small(monkeypatch):
    """Chunks of late positions only, and no book; nothing is left out, see `test_codes_near`."""
    monkeypatch.setattr(labelmaking, "POSITIONS_OF_ROOT_PLY", dict.fromkeys(range(30, 37), 40))
    monkeypatch.setattr(labelmaking, "LEAVES", {4: 20})
    monkeypatch.setattr(labelmaking, "LEAF_ROOTS", range(30, 34))
    monkeypatch.setattr(labelmaking, "from_book", lambda: (NONE, np.zeros(0, dtype=np.int8)))
    monkeypatch.setattr(labelmaking, "codes_near", lambda suites: NONE)


def position_of(found: Labels, place: int) -> Position:
    first = int(found.first[place])
    second = int(found.second[place])
    return Position.from_stones(*((first, second) if found.ply[place] % 2 == 0 else (second, first)))


@given(positions(STANDARD))
def test_codes_and_back(position):
    """A code gives the stones back; a position and its mirror image have the same smallest code."""
    both = [np.array([stones], dtype=np.uint64) for stones in position.stones]
    assert [stones.tolist() for stones in labels.stones_of(labels.codes_of(*both))] == [
        [stones] for stones in position.stones
    ]
    mirror = [np.array([stones], dtype=np.uint64) for stones in position.mirror().stones]
    assert smallest_codes(*both) == smallest_codes(*mirror)


@pytest.mark.slow
def test_made_resumed_and_true(tmp_path, small):
    """Labels are quiet, unique and true; in whatever order they are made, the file is the same."""
    one = tmp_path / "one.npz"
    two = tmp_path / "two.npz"
    two_chunks, four_chunks = (labelmaking.drawn(LATE, chunks) for chunks in (2, 4))
    first = labelmaking.make(one, LATE, two_chunks, NONE, lambda job, tasks: run(job, tasks, jobs=1))
    seen: list[int] = []
    more = labelmaking.make(
        one, LATE, four_chunks, NONE, lambda job, tasks: run(job, tasks[::-1], jobs=1),
        report=lambda done, _: seen.append(done), stop=lambda: len(seen) == 2,
    )  # fmt: skip
    more = labelmaking.make(one, LATE, four_chunks, NONE, lambda job, tasks: run(job, tasks, jobs=1))
    complete = labelmaking.make(two, LATE, four_chunks - 1, NONE, lambda job, tasks: run(job, tasks, jobs=1))
    assert len(seen) == 2
    assert one.read_bytes() == two.read_bytes()
    assert len(first) < len(more)
    read = labels.read(one)
    assert read.code.tolist() == complete.code.tolist()
    assert read.about["positions"] == len(read)
    assert set(read.value.tolist()) == {-1, 0, 1}
    assert read.ply.min() >= 31
    for place in range(0, len(read), 1 + len(read) // 20):
        position = position_of(read, place)
        assert after_replies(position) == (position, QUIET)
        sign = solve(position, weak=True).sign
        assert read.value[place] == (sign if read.ply[place] % 2 == 0 else -sign)
    left = labelmaking.make(one, LATE, 1, read.code[::2], lambda job, tasks: run(job, tasks, jobs=1))
    assert left.code.tolist() == read.code.tolist()  # nothing was to be made
    three = labelmaking.make(
        tmp_path / "3.npz", LATE, two_chunks, read.code[::2], lambda job, tasks: run(job, tasks, jobs=1)
    )
    assert set(three.code.tolist()) == set(first.code.tolist()) - set(read.code[::2].tolist())
    with pytest.raises(C4Error, match="was made otherwise"):
        labelmaking.make(one, LATE._replace(seed=2), 1, NONE, lambda job, tasks: run(job, tasks, jobs=1))
    for chunks in ({}, {"chunks": [[1]]}):
        about = {name: value for name, value in read.about.items() if name != "chunks"}
        write_labels(one, Labels(read.code, read.value, {**about, **chunks}))
        with pytest.raises(C4Error, match="is damaged: it does not say which chunks"):
            labelmaking.make(one, LATE, 1, NONE, lambda job, tasks: run(job, tasks, jobs=1))


def test_as_many_labels_as_asked_for(tmp_path, small):
    """`lab make labels --count N` makes N, of the plies asked for; the same command again makes nothing."""
    path = tmp_path / "few.npz"
    words = ("make", "labels", "--out", path, "--plies", "30-36", "--jobs", 1, "--json", "--count")
    first, again = (json.loads(lab(*words, 70)) for _ in range(2))
    assert first == again
    assert first["positions"] == first["won"] + first["drawn"] + first["lost"] == 70
    assert min(map(int, first["by_ply"])) > 30
    refuses(lab, "made otherwise (count", *words, 71)


def test_join(tmp_path):
    """Files of labels put together hold each position once; what they were made of is told."""
    board = np.array([0, 1, 2, 3], dtype=np.uint64)
    code = np.sort(labels.codes_of(board & np.uint64(1), board & np.uint64(2)))
    one = Labels(code[:2], np.array([1, 0], dtype=np.int8), {"chunks": [0]})
    two = Labels(code[1:2], np.array([0], dtype=np.int8), {"chunks": [1]})
    write_labels(tmp_path / "1.npz", one)
    write_labels(tmp_path / "2.npz", two)
    files = [tmp_path / f"{number}.npz" for number in (1, 2)]
    assert json.loads(lab("make", "join-labels", *files, "--out", tmp_path / "3.npz", "--json"))["positions"] == 2
    both = labels.read(tmp_path / "3.npz")
    assert both.code.tolist() == code[:2].tolist()
    assert [part["chunks"] for part in both.about["joined"]] == [[0], [1]]


def test_codes_near():
    """Nothing near a suite is learned, except that of suite p the opening, as far as the book goes, may be."""
    early = Position.from_moves("4435")
    late = Position.from_moves("443526615")
    both = [np.array(stones, dtype=np.uint64) for stones in ([early.mine, late.mine], [early.theirs, late.theirs])]
    near = {name: set(labelmaking.codes_near({name: (both[0], both[1])}).tolist()) for name in ("p", "d")}
    codes = [
        int(smallest_codes(*(np.array([stones], dtype=np.uint64) for stones in one.stones))[0]) for one in (early, late)
    ]
    assert set(codes) <= near["d"]
    assert near["p"] < near["d"]
    assert codes[0] not in near["p"]
    assert codes[1] in near["p"]


def test_joined():
    """Labels that contradict each other are not joined."""
    one, two = (Labels(*labelmaking.from_book(plies), {}) for plies in (3, 4))
    assert joined([one, two]).value.tolist() == two.value.tolist()
    with refused("contradict each other"):
        joined([two, Labels(one.code, -one.value, {})])


def test_refused(tmp_path):
    """A missing, damaged or foreign file gets one sentence; so do arrays that are no positions with results."""
    path = tmp_path / "l.npz"
    with refused("python -m lab make labels"):
        labels.read(path)
    path.write_bytes(b"no npz")
    with refused("is not a file of labels"):
        labels.read(path)
    empty = Position().stones
    code = labels.codes_of(*(np.array([stones], dtype=np.uint64) for stones in empty))
    good = Labels(code, np.array([1], dtype=np.int8), {})
    for bad in (
        Labels(code + np.uint64(1 << 60), good.value, {}),
        Labels(code - np.uint64(1), good.value, {}),
        Labels(code, np.array([2], dtype=np.int8), {}),
        Labels(np.repeat(code, 2), np.repeat(good.value, 2), {}),
    ):
        write_labels(path, bad)
        with refused("is damaged"):
            labels.read(path)
    write_labels(path, good)
    assert labels.read(path).value.tolist() == [1]
