"""Suites: the positions that ship, how they are made, gone on with and read, and how moves in them are graded."""

import json
import zipfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from commands import lab
from paths import ROOT
from plain_solver import solve_columns
from refusal import refused

from c4 import jobs
from c4.arena.suites import FULL, NAMES, Suite, key
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.game.values import WIN, exact_value, sign
from lab.make import suites as labelling
from lab.make.files import write_suite
from lab.make.suites import Stage, SuitePlan, keys_of
from lab.measure import strength
from lab.measure.strength import Graded, Report, compare

HERE = partial(jobs.run, jobs=1)
LATE = SuitePlan("d", 7, 3, (Stage("ply 20", 20, 20, ("ply 20",)), Stage("ply 24", 24, 24, ("ply 24",))), decisive=True)


@pytest.fixture(scope="module", params=NAMES)
def shipped(request) -> Suite:
    return Suite.open(request.param)


def keys_in(suite: Suite) -> set:
    return {key(mine, theirs) for mine, theirs in zip(suite.mine.tolist(), suite.theirs.tolist())}


POSITIONS = {"p": 6000, "d": 2100, "d-held-back": 2100, "decisive": 2700}
POSITIONS_OF_STRATUM = {"p": 1000, "d": 75, "d-held-back": 75, "decisive": 100}


def test_how_large_they_are(shipped):
    """Suite p has six strata of 1,000 positions, the others 75 or 100 positions of each ply, none of them twice."""
    sizes = np.bincount(shipped.stratum, minlength=len(shipped.strata))
    assert set(sizes.tolist()) == {POSITIONS_OF_STRATUM[shipped.name]}
    assert len(shipped) == POSITIONS[shipped.name]
    assert len(keys_in(shipped)) == len(shipped)


def test_every_position_asks_something(shipped):
    """No position is won with the next disc, and every column that can be played has a score."""
    assert not any(position.winning_columns() for position in shipped.positions)
    for position, scores in zip(shipped.positions[::7], shipped.scores[::7]):
        assert np.flatnonzero(scores != FULL).tolist() == list(position.legal_columns())


@pytest.mark.parametrize("name", ["d", "d-held-back", "decisive"])
def test_in_decisive_suites_a_mistake_is_possible(name):
    """Positions of these suites are of the ply of their stratum, columns have different results, and none is forced."""
    suite = Suite.open(name)
    for place in range(0, len(suite), 11):
        position = suite.positions[place]
        results = {sign(int(score)) for score in suite.scores[place] if score != FULL}
        assert suite.strata[suite.stratum[place]] == f"ply {position.ply}"
        assert len(results) > 1
        assert not position.completing_columns(1 - position.to_move)


def stage_of(ply: int) -> str:
    if ply <= 13:
        return "begin"
    return "middle" if ply <= 28 else "end"


def difficulty_of(plies_left: int) -> str:
    if plies_left <= 13:
        return "easy"
    return "medium" if plies_left <= 28 else "hard"


def plies_left(position: Position, score: int) -> int:
    """How long perfect play lasts, of a position with this exact score."""
    points = exact_value(score, score, position).points
    if points == 0:
        return STANDARD.cells - position.ply
    return WIN - abs(points) - position.ply


def test_strata_of_p_are_what_they_are_called():
    """Ply and length of perfect play of every position are those of its stratum."""
    suite = Suite.open("p")
    for place in range(0, len(suite), 11):
        position = suite.positions[place]
        best = int(suite.scores[place].max())
        difficulty = difficulty_of(plies_left(position, best))
        assert suite.strata[suite.stratum[place]] == f"{stage_of(position.ply)}-{difficulty}"


def test_the_solver_confirms_labels(shipped):
    """Exact scores of later positions are what the solver finds, column by column."""
    late = [place for place, position in enumerate(shipped.positions) if position.ply >= 16]
    chosen = late[::60]
    assert len(chosen) >= 20
    for place in chosen:
        solved = {column: news.score for column, news in solve_columns(shipped.positions[place]).items()}
        assert [solved.get(column, FULL) for column in range(7)] == shipped.scores[place].tolist()


def test_no_position_is_in_two_suites(shipped):
    """No suite shares a position, or its mirror image, with another one."""
    for name in NAMES:
        if name != shipped.name:
            assert not keys_in(shipped) & keys_in(Suite.open(name))


def test_no_position_is_in_a_benchmark_set(shipped):
    """No suite shares a position with the solver's benchmark sets.

    The set `opening` times single solutions: its positions of few plies are in every suite that has openings.
    """
    sets = list((ROOT / "lab" / "positions").glob("*_*.txt"))
    assert sets
    for path in sets:
        assert not keys_in(shipped) & keys_of(str(path))


class Dies:
    """Runs jobs in this process, the last one first, and dies instead of the job after the first `jobs`."""

    def __init__(self, jobs: int) -> None:
        self.left = jobs
        self.done: list[str] = []

    def __call__(self, function, tasks):
        for task in tasks[::-1]:
            if self.left == 0:
                raise MemoryError
            self.left -= 1
            self.done.append(str(task))
            yield function(*task)


class Notes:
    """Runs jobs in this process, and notes their tasks."""

    def __init__(self) -> None:
        self.tasks: list[str] = []

    def __call__(self, function, tasks):
        self.tasks += map(str, tasks)
        return HERE(function, tasks)


def test_the_same_seed_makes_the_same_file(tmp_path):
    """A run that died and is resumed, in another order, makes the same file to the last byte as one that did not."""
    complete = labelling.make(tmp_path / "complete.npz", LATE, set(), HERE)
    assert len(complete) == 6
    path = tmp_path / "again.npz"
    with pytest.raises(MemoryError):
        labelling.make(path, LATE, set(), Dies(3))
    assert (tmp_path / "again.npz.parts").read_text().count("\n") == 3
    labelling.make(path, LATE, set(), HERE)
    assert path.read_bytes() == (tmp_path / "complete.npz").read_bytes()
    assert not (tmp_path / "again.npz.parts").exists()


def test_damaged_lines_of_the_parts_are_ignored(tmp_path):
    """Chunks in lines that are whole are not solved again; those in lines that are torn or absurd are."""
    path = tmp_path / "suite.npz"
    parts = tmp_path / "suite.npz.parts"
    dies = Dies(3)
    with pytest.raises(MemoryError):
        labelling.make(path, LATE, set(), dies)
    lines = parts.read_text().splitlines()
    too_deep = "[" * 100_000
    no_rows = json.dumps({**json.loads(lines[0]), "rows": [0.5, None]})
    torn = lines[2][:-40]
    parts.write_text("\n".join([too_deep, no_rows, lines[0], lines[1], torn]))
    notes = Notes()
    labelling.make(path, LATE, set(), notes)
    assert dies.done[0] not in notes.tasks
    assert dies.done[1] not in notes.tasks
    assert dies.done[2] in notes.tasks


def test_what_is_excluded_is_not_taken(tmp_path):
    """Excluded positions are left out, their mirror images too."""
    complete = labelling.make(tmp_path / "complete.npz", LATE, set(), HERE)
    first = complete.positions[0].mirror()
    other = labelling.make(tmp_path / "other.npz", LATE, {key(first.mine, first.theirs)}, HERE)
    assert other.positions[:2] == complete.positions[1:3]


def test_the_command_makes_and_describes(tmp_path, monkeypatch):
    """`python -m lab make suite` writes a suite, `python -m lab report suite` says what is in it."""
    path = tmp_path / "small.npz"
    benchmark = str(ROOT / "lab" / "positions" / "end_easy.txt")
    monkeypatch.setattr(labelling, "plan_of", lambda name, each, seed: SuitePlan(name, 7, each, LATE.stages, True))
    made = lab("make", "suite", "d", "--each", 1, "--exclude", benchmark, "--jobs", 1, "--out", path, "--json")
    message = json.loads(made)
    assert message["positions"] == 2
    assert message["decisive"] == 2
    assert message["strata"] == {"ply 20": 1, "ply 24": 1}
    assert json.loads(lab("report", "suite", path, "--json")) == message
    assert "2 of them decisive" in lab("report", "suite", path)


@pytest.fixture(scope="module")
def good(tmp_path_factory) -> Path:
    """The file of a suite that is in order."""
    path = tmp_path_factory.mktemp("suite") / "good.npz"
    labelling.make(path, LATE, set(), HERE)
    return path


def test_a_missing_file_is_refused(tmp_path):
    """A suite that does not exist is refused in one sentence."""
    with refused("there is no suite"):
        Suite.read(tmp_path / "missing.npz")


FOREIGN = {"empty": b"", "a pickle": b"\x80\x04cos\nsystem\n(Vtouch proof\ntR.", "a list": b"[]"}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_files_are_refused(tmp_path, name):
    """A file that is no suite is refused in one sentence, and nothing in it is executed."""
    path = tmp_path / "bad.npz"
    path.write_bytes(FOREIGN[name])
    with refused("is not a suite of positions"):
        Suite.read(path)


def test_a_torn_file_is_refused(good, tmp_path):
    """Half of a file is refused in one sentence."""
    path = tmp_path / "bad.npz"
    path.write_bytes(good.read_bytes()[: good.stat().st_size // 2])
    with refused("is not a suite of positions"):
        Suite.read(path)


def test_a_newer_version_is_refused(good, tmp_path):
    """A file of a later version says that a newer program wrote it."""
    suite = Suite.read(good)
    path = tmp_path / "bad.npz"
    arrays = {name: getattr(suite, name) for name in ("mine", "theirs", "scores", "stratum")}
    np.savez(path, about=json.dumps({"format": "c4-suite", "version": 2}), **arrays)
    with refused("a newer program wrote it"):
        Suite.read(path)


def test_arrays_that_do_not_fit_are_refused(good, tmp_path):
    """Arrays of different lengths, strata without a name and bytes that are no array are refused in one sentence."""
    suite = Suite.read(good)
    path = tmp_path / "bad.npz"
    write_suite(path, replace(suite, mine=suite.mine[:3]))
    with refused("its arrays are not those of a suite"):
        Suite.read(path)
    write_suite(path, replace(suite, strata=suite.strata[:1]))
    with refused("is damaged"):
        Suite.read(path)
    with zipfile.ZipFile(good) as source, zipfile.ZipFile(path, "w") as archive:
        for name in source.namelist():
            archive.writestr(name, source.read(name) if name != "mine.npy" else b"no array")
    with refused("its arrays are not those of a suite"):
        Suite.read(path)


def small_suite() -> Suite:
    """Three made-up positions: won by column 1 or, later, 2; drawn at best; every column lost."""
    scores = np.full((3, 7), FULL, dtype=np.int8)
    scores[0, :4] = [5, 3, 0, -2]
    scores[1, :3] = [-4, 0, -1]
    scores[2, :2] = [-7, -3]
    no_discs = np.zeros(3, np.uint64)
    return Suite(
        name="d",
        seed=1,
        strata=("a", "b"),
        mine=no_discs,
        theirs=no_discs,
        scores=scores,
        stratum=np.array([0, 0, 1], np.uint8),
    )


def test_mistakes_and_best_moves():
    """A slower win is no mistake but not the best; spoiling a win or a draw is one; where all is lost nothing is."""
    suite = small_suite()
    assert suite.decisive.tolist() == [True, True, False]
    graded = Graded.of(suite, {0: 1, 1: 1, 2: 0})
    assert graded.mistake.tolist() == [False, False, False]
    assert graded.best.tolist() == [False, True, False]
    graded = Graded.of(suite, {0: 2, 1: 0, 2: 1})
    assert graded.mistake.tolist() == [True, True, False]
    assert graded.best.tolist() == [False, False, True]
    assert graded.share(graded.mistake).value == pytest.approx(2 / 3)
    assert graded.share(graded.mistake, "b").value == 0
    assert graded.part_json("a")["positions"] == 2


def test_two_agents_on_the_same_positions():
    """Paired counts are of those that one alone mistakes; other positions cannot be compared."""
    suite = small_suite()
    good = Graded.of(suite, {0: 0, 1: 1, 2: 0})
    bad = Graded.of(suite, {0: 2, 1: 0, 2: 0})
    assert compare(good, bad) == (0, 2, pytest.approx(0.5))
    assert compare(bad, good)[:2] == (2, 0)
    with refused("only be compared on the same positions"):
        compare(good, Graded.of(suite, {0: 0}))


GOLDEN = {"mistakes": 95, "best": 168}


def test_the_figures_of_plain_players_are_golden():
    """Greedy's mistakes and best moves in 300 positions of suite d are what they have always been."""
    report = Report("greedy")
    report.add(strength.grade("greedy", "d", 0, 300))
    graded = report.graded("d")
    assert {"mistakes": int(graded.mistake.sum()), "best": int(graded.best.sum())} == GOLDEN


def test_the_command_compares(monkeypatch):
    """`python -m lab measure strength A B` prints mistakes by stratum, and how the two compare on the same positions."""
    suite = Suite.open("d")
    few = replace(
        suite, mine=suite.mine[-60:], theirs=suite.theirs[-60:], scores=suite.scores[-60:], stratum=suite.stratum[-60:]
    )
    monkeypatch.setattr(strength, "open_suite", lambda name: few)
    arguments = ("measure", "strength", "greedy", "random", "--games", 0, "--suites", "d", "--jobs", 1)
    first, second, paired = map(json.loads, lab(*arguments, "--json").splitlines())
    assert first["suites"]["d"]["positions"] == second["suites"]["d"]["positions"] == 60
    assert first["suites"]["d"]["mistakes"]["share"] < second["suites"]["d"]["mistakes"]["share"]
    assert paired["only_second_errs"] > paired["only_first_errs"]
    assert paired["p"] < 0.05
    shown = lab(*arguments)
    assert "mistakes %" in shown
    assert "McNemar's exact p" in shown
