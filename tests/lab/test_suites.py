"""Suites: the positions that ship, how they are made, gone on with and read, and how moves in them are judged."""

import json
import zipfile
from functools import partial

import numpy as np
import pytest
from commands import lab
from paths import ROOT
from plain_solver import solve_columns
from refusal import refused

from c4 import jobs
from c4.arena.suites import FULL, NAMES, Suite, key
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


def test_what_is_in_them(shipped):
    """Suite p has six stages, the others 75 or 100 positions of each ply; none is over, won at once, or there twice."""
    sizes = {name: int((shipped.stratum == place).sum()) for place, name in enumerate(shipped.strata)}
    assert set(sizes.values()) == {{"p": 1000, "decisive": 100}.get(shipped.name, 75)}
    assert len(shipped) == {"p": 6000, "decisive": 2700}.get(shipped.name, 2100)
    assert len({key(int(mine), int(theirs)) for mine, theirs in zip(shipped.mine, shipped.theirs)}) == len(shipped)
    assert not any(position.winning_columns() for position in shipped.positions)
    for position, scores in zip(shipped.positions[::7], shipped.scores[::7]):
        assert {column for column in range(7) if scores[column] != FULL} == set(position.legal_columns())


def test_stages_are_what_they_are_called(shipped):
    """In p, ply and length of best play are those of the stage; in d results differ, nothing is forced."""
    for position, scores, place in list(zip(shipped.positions, shipped.scores, shipped.stratum))[::11]:
        name = shipped.strata[place]
        if shipped.name != "p":
            assert name == f"ply {position.ply}"
            assert len({sign(int(score)) for score in scores if score != FULL}) > 1
            assert not position.completing_columns(1 - position.to_move)
            continue
        best = int(scores[scores != FULL].max())
        value = exact_value(best, best, position).points
        left = STANDARD.cells - position.ply if value == 0 else WIN - abs(value) - position.ply
        stage = ("begin", "middle", "end")[(position.ply >= 14) + (position.ply > 28)]
        difficulty = ("easy", "medium", "hard")[(left >= 14) + (left > 28)]
        assert name == f"{stage}-{difficulty}"


def test_the_solver_confirms_labels(shipped):
    """Exact scores of later positions are what the solver finds, column by column."""
    late = [place for place, position in enumerate(shipped.positions) if position.ply >= 16][::60]
    assert len(late) >= 20
    for place in late:
        solved = {column: news.score for column, news in solve_columns(shipped.positions[place]).items()}
        assert [solved.get(column, FULL) for column in range(7)] == shipped.scores[place].tolist()


def test_no_position_is_in_two_places(shipped):
    """No suite shares a position, or its mirror image, with another one or with the solver's benchmark sets.

    The set `opening` times single solutions: its positions of few plies are in every suite that has openings.
    """
    own = {key(int(mine), int(theirs)) for mine, theirs in zip(shipped.mine, shipped.theirs)}
    for path in (ROOT / "lab" / "positions").glob("*_*.txt"):
        assert not own & keys_of(str(path))
    for name in NAMES:
        other = Suite.open(name)
        assert other.name == shipped.name or not own & {
            key(int(mine), int(theirs)) for mine, theirs in zip(other.mine, other.theirs)
        }


def test_the_same_seed_makes_the_same_file(tmp_path):
    """At once, killed and resumed, or in another order: the file is the same to the last byte."""
    complete = labelling.make(tmp_path / "whole.npz", LATE, set(), HERE)
    assert len(complete) == 6
    done = []

    def dying(function, tasks):
        for task in tasks[::-1]:
            if len(done) == 3:
                raise MemoryError
            done.append(task)
            yield function(*task)

    path = tmp_path / "again.npz"
    with pytest.raises(MemoryError):
        labelling.make(path, LATE, set(), dying)
    parts = tmp_path / "again.npz.parts"
    assert parts.read_text().count("\n") == 3
    lines = parts.read_text().splitlines()
    deep = "[" * 100_000
    odd = json.dumps({**json.loads(lines[0]), "rows": [0.5, None]})
    parts.write_text("\n".join([deep, odd, *lines])[:-40])  # damaged, and torn
    asked = []

    def counting(function, tasks):
        asked.extend(tasks)
        return HERE(function, tasks)

    labelling.make(path, LATE, set(), counting)
    assert not set(map(str, done[:2])) & set(map(str, asked))
    assert path.read_bytes() == (tmp_path / "whole.npz").read_bytes()
    assert not parts.exists()


def test_what_is_excluded_is_not_taken(tmp_path):
    """Excluded positions are left out, their mirror images too."""
    complete = labelling.make(tmp_path / "whole.npz", LATE, set(), HERE)
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


def test_bad_files_are_refused(tmp_path):
    """A missing, torn, foreign or garbled file is refused in one sentence, and nothing in it is executed."""
    suite = labelling.make(tmp_path / "good.npz", LATE, set(), HERE)
    good = (tmp_path / "good.npz").read_bytes()
    path = tmp_path / "bad.npz"
    with refused("there is no suite"):
        Suite.read(path)
    for content in (b"", b"\x80\x04cos\nsystem\n(Vtouch proof\ntR.", good[: len(good) // 2], b"[]"):
        path.write_bytes(content)
        with refused("is not a suite of positions"):
            Suite.read(path)
    arrays = {name: getattr(suite, name) for name in ("mine", "theirs", "scores", "stratum")}
    np.savez(path, about=json.dumps({"format": "c4-suite", "version": 2}), **arrays)
    with refused("a newer program wrote it"):
        Suite.read(path)
    write_suite(path, Suite("d", 1, suite.strata, suite.mine[:3], suite.theirs, suite.scores, suite.stratum))
    with refused("its arrays are not those of a suite"):
        Suite.read(path)
    write_suite(path, Suite("d", 1, suite.strata[:1], suite.mine, suite.theirs, suite.scores, suite.stratum))
    with refused("is damaged"):
        Suite.read(path)
    with zipfile.ZipFile(tmp_path / "good.npz") as source, zipfile.ZipFile(path, "w") as archive:
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
    return Suite(
        "d", 1, ("a", "b"), np.zeros(3, np.uint64), np.zeros(3, np.uint64), scores, np.array([0, 0, 1], np.uint8)
    )


def test_mistakes_and_best_moves():
    """A slower win is no mistake but not the best; spoiling a win or a draw is one; where all is lost nothing is."""
    suite = small_suite()
    assert suite.decisive.tolist() == [True, True, False]
    judged = Graded.of(suite, {0: 1, 1: 1, 2: 0})
    assert judged.mistake.tolist() == [False, False, False]
    assert judged.best.tolist() == [False, True, False]
    judged = Graded.of(suite, {0: 2, 1: 0, 2: 1})
    assert judged.mistake.tolist() == [True, True, False]
    assert judged.best.tolist() == [False, False, True]
    assert judged.share(judged.mistake).value == pytest.approx(2 / 3)
    assert judged.share(judged.mistake, "b").value == 0
    assert judged.part_json("a")["positions"] == 2


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
    judged = report.graded("d")
    assert {"mistakes": int(judged.mistake.sum()), "best": int(judged.best.sum())} == GOLDEN


def test_the_command_compares(monkeypatch):
    """`python -m lab measure strength A B` prints mistakes by stratum, and how the two compare on the same positions."""
    suite = Suite.open("d")
    few = Suite(
        "d", 1, suite.strata, *(array[-60:] for array in (suite.mine, suite.theirs, suite.scores, suite.stratum))
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
