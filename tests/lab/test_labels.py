"""Labels: codes, files and what is refused, what is drawn, that the solver agrees, resuming, what is left out."""

import json
from functools import partial

import numpy as np
import pytest
from commands import lab, refuses
from hypothesis import given
from refusal import refused
from strategies import positions

from c4 import jobs
from c4.errors import C4Error
from c4.evaluators.quiet import QUIET, after_replies
from c4.exact import labels
from c4.exact.labels import Labels
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.solver.solver import solve
from lab.make import label_chunks, label_plan
from lab.make import labels as labelmaking
from lab.make.files import joined, smallest_codes, write_labels
from lab.make.label_chunks import from_book
from lab.make.label_plan import LabelsPlan, positions_drawn
from lab.make.labels import make, parse_plies
from lab.make.near_suites import codes_near

NO_CODES = np.zeros(0, dtype=np.uint64)
NO_RESULTS = np.zeros(0, dtype=np.int8)
LATE = LabelsPlan(first=30, last=33)
"""A plan whose chunks take no time."""

HERE = partial(jobs.run, jobs=1)


@pytest.fixture
def small(monkeypatch):
    """Chunks of late positions only, and no book."""
    monkeypatch.setattr(label_plan, "POSITIONS_OF_ROOT_PLY", dict.fromkeys(range(30, 37), 40))
    monkeypatch.setattr(label_plan, "LEAVES", {4: 20})
    monkeypatch.setattr(label_plan, "LEAF_ROOTS", range(30, 34))
    monkeypatch.setattr(label_chunks, "from_book", no_book)


def no_book():
    return NO_CODES, NO_RESULTS


def make_chunks(path, chunks: int, excluded=NO_CODES, plan=LATE, run=HERE, **options) -> Labels:
    """Makes so many chunks of labels, that of the book included."""
    return make(path, plan, positions_drawn(plan, chunks), excluded, run, **options)


def backwards(function, tasks):
    """Runs jobs in this process, the last one first."""
    return HERE(function, tasks[::-1])


def columns(stones: tuple[int, int]) -> list[np.ndarray]:
    """The discs of two sides, each as an array with one element."""
    return [np.array([discs], dtype=np.uint64) for discs in stones]


def smallest_code(position: Position) -> int:
    return int(smallest_codes(*columns(position.stones))[0])


def position_of(made: Labels, place: int) -> Position:
    first = int(made.first[place])
    second = int(made.second[place])
    if made.ply[place] % 2 == 0:
        return Position.from_stones(first, second)
    return Position.from_stones(second, first)


@given(positions(STANDARD))
def test_codes_and_back(position):
    """A code gives the discs back."""
    code = labels.codes_of(*columns(position.stones))
    first, second = labels.stones_of(code)
    assert (first.tolist(), second.tolist()) == ([position.stones[0]], [position.stones[1]])


@given(positions(STANDARD))
def test_codes_of_mirror_images(position):
    """A position and its mirror image have the same smallest code."""
    assert smallest_code(position) == smallest_code(position.mirror())


def test_labels_are_quiet_and_true(tmp_path, small):
    """Neither side wins with the next disc in a position with a label, and the solver finds the same result."""
    path = tmp_path / "labels.npz"
    make_chunks(path, 3)
    made = labels.read(path)
    assert made.about["positions"] == len(made)
    assert set(made.value.tolist()) == {-1, 0, 1}
    assert made.ply.min() >= 31
    for place in range(0, len(made), 1 + len(made) // 20):
        position = position_of(made, place)
        assert after_replies(position) == (position, QUIET)
        sign_for_mover = solve(position, weak=True).sign
        is_first_to_move = made.ply[place] % 2 == 0
        assert made.value[place] == (sign_for_mover if is_first_to_move else -sign_for_mover)


@pytest.mark.slow
def test_a_stopped_run_goes_on(tmp_path, small):
    """Whenever it is stopped, and in whatever order the chunks come, the file is the same to the last byte."""
    path = tmp_path / "stopped.npz"
    reports = []

    def stop(drawn, count):
        reports.append(drawn)
        if len(reports) == 3:
            raise KeyboardInterrupt

    first = make_chunks(path, 2)
    with pytest.raises(KeyboardInterrupt):
        make_chunks(path, 5, run=backwards, report=stop)
    assert sorted(labels.read(path).about["chunks"]) == [0, 1, 3, 4]
    complete = make_chunks(path, 5)
    assert len(first) < len(complete)
    make_chunks(tmp_path / "at once.npz", 5)
    assert path.read_bytes() == (tmp_path / "at once.npz").read_bytes()


def test_excluded_positions_are_left_out(tmp_path, small):
    """Positions with an excluded code are not in the file."""
    every_code = set(make_chunks(tmp_path / "every.npz", 2).code.tolist())
    excluded = sorted(every_code)[::2]
    others = make_chunks(tmp_path / "others.npz", 2, np.array(excluded, dtype=np.uint64))
    assert set(others.code.tolist()) == every_code - set(excluded)


def test_a_file_of_another_plan_is_not_continued(tmp_path, small):
    """A file that was made with another seed is refused."""
    path = tmp_path / "labels.npz"
    make_chunks(path, 1)
    with refused("was made otherwise"):
        make_chunks(path, 1, plan=LATE._replace(seed=2))


@pytest.mark.parametrize("chunks", [{}, {"chunks": [[1]]}])
def test_a_file_that_does_not_name_its_chunks_is_damaged(tmp_path, small, chunks):
    """Without a list of numbers in the header, the missing chunks are unknown."""
    path = tmp_path / "labels.npz"
    made_by = make_chunks(path, 1).about["made_by"]
    write_labels(path, Labels(NO_CODES, NO_RESULTS, {"made_by": made_by, **chunks}))
    with refused("is damaged: it does not say which chunks"):
        make_chunks(path, 1)


def test_how_many_positions_a_chunk_draws():
    """Chunks of the plan that ships draw 52,232 positions, those of openings 9,810."""
    assert label_plan.chunk_size(LabelsPlan()) == 52_232
    assert label_plan.chunk_size(LabelsPlan(openings=True)) == 9_810
    assert label_plan.chunks_needed(LabelsPlan(), 98_138) == 1
    assert label_plan.chunks_needed(LabelsPlan(), 98_139) == 2


def test_as_many_labels_as_asked_for(tmp_path, small, monkeypatch):
    """`lab make labels --count N` makes N, of the plies asked for; the same command again makes nothing."""
    monkeypatch.setattr(labelmaking, "held_back", lambda: NO_CODES)
    path = tmp_path / "few.npz"
    words = ("make", "labels", "--out", path, "--plies", "30-36", "--jobs", 1, "--json", "--count")
    first = json.loads(lab(*words, 70))
    again = json.loads(lab(*words, 70))
    assert first == again
    assert first["positions"] == 70
    assert first["won"] + first["drawn"] + first["lost"] == 70
    assert min(map(int, first["by_ply"])) > 30
    refuses(lab, "made otherwise (count", *words, 71)


def test_join(tmp_path):
    """Files of labels put together hold each position once; the header says what they were made of."""
    board = np.array([0, 1, 2, 3], dtype=np.uint64)
    code = np.sort(labels.codes_of(board & np.uint64(1), board & np.uint64(2)))
    write_labels(tmp_path / "1.npz", Labels(code[:2], np.array([1, 0], dtype=np.int8), {"chunks": [0]}))
    write_labels(tmp_path / "2.npz", Labels(code[1:2], np.array([0], dtype=np.int8), {"chunks": [1]}))
    files = [tmp_path / "1.npz", tmp_path / "2.npz"]
    described = json.loads(lab("make", "join-labels", *files, "--out", tmp_path / "3.npz", "--json"))
    assert described["positions"] == 2
    both = labels.read(tmp_path / "3.npz")
    assert both.code.tolist() == code[:2].tolist()
    assert [part["chunks"] for part in both.about["joined"]] == [[0], [1]]


def test_codes_near():
    """Positions of a suite are not learned, except those of suite p that the book covers."""
    early = Position.from_moves("4435")
    late = Position.from_moves("443526615")
    mine = np.array([early.mine, late.mine], dtype=np.uint64)
    theirs = np.array([early.theirs, late.theirs], dtype=np.uint64)
    near_p = set(codes_near({"p": (mine, theirs)}).tolist())
    near_d = set(codes_near({"d": (mine, theirs)}).tolist())
    assert {smallest_code(early), smallest_code(late)} <= near_d
    assert near_p < near_d
    assert smallest_code(early) not in near_p
    assert smallest_code(late) in near_p


def test_children_and_grandchildren_are_near():
    """What comes after one or two moves of a position of a suite is not learned, what comes after three may be."""
    position = Position.from_moves("443526615")
    child = position.play(3)
    grandchild = child.play(0)
    next_one = grandchild.play(6)
    mine, theirs = columns((position.mine, position.theirs))
    near = set(codes_near({"d": (mine, theirs)}).tolist())
    assert smallest_code(child) in near
    assert smallest_code(grandchild) in near
    assert smallest_code(next_one) not in near


def test_joined():
    """Labels that contradict each other are not joined."""
    one = Labels(*from_book(3), {})
    two = Labels(*from_book(4), {})
    assert joined([one, two]).value.tolist() == two.value.tolist()
    with refused("contradict each other"):
        joined([two, Labels(one.code, -one.value, {})])


def test_refused(tmp_path):
    """A missing, damaged or foreign file is refused in one sentence."""
    path = tmp_path / "l.npz"
    with refused("python -m lab make labels"):
        labels.read(path)
    path.write_bytes(b"no npz")
    with refused("is not a file of labels"):
        labels.read(path)


EMPTY_BOARD = labels.codes_of(*columns(Position().stones))
FIRST_WINS = np.array([1], dtype=np.int8)
BAD = {
    "above the board": (EMPTY_BOARD + np.uint64(1 << 60), FIRST_WINS),
    "no position": (EMPTY_BOARD - np.uint64(1), FIRST_WINS),
    "no result": (EMPTY_BOARD, np.array([2], dtype=np.int8)),
    "the same position twice": (np.repeat(EMPTY_BOARD, 2), np.repeat(FIRST_WINS, 2)),
}


@pytest.mark.parametrize("name", BAD)
def test_arrays_that_are_no_labels_are_refused(tmp_path, name):
    """Codes that are no different positions, and numbers that are no results, are damage."""
    path = tmp_path / "l.npz"
    write_labels(path, Labels(*BAD[name], {}))
    with refused("is damaged"):
        labels.read(path)
    write_labels(path, Labels(EMPTY_BOARD, FIRST_WINS, {}))
    assert labels.read(path).value.tolist() == [1]


@pytest.mark.parametrize("text", ["", "9", "9-", "0-9", "9-41", "10-9", "²-9", "1-" + "9" * 5000])
def test_a_range_of_plies_is_within_the_game(text):
    """Anything else is refused in a sentence, whatever digits it has."""
    with pytest.raises(C4Error, match="is a range such as 9-39"):
        parse_plies(text)


def test_a_range_of_plies_is_read():
    """It has the first and the last ply."""
    assert parse_plies("9-39") == (9, 39)
