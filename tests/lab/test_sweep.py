"""Sweeps: many trainings in one table, resumed, chosen on some seeds and reported on others."""

import csv
import json
import sqlite3
from dataclasses import replace

import pytest
from commands import lab, refuses
from paths import ROOT
from refusal import refused

from c4.errors import C4Error
from lab.measure.sweep.plan import MISTAKES, read
from lab.measure.sweep.report import best, left, standings, text
from lab.measure.sweep.results import SweepFolder
from lab.measure.sweep.running import sweep

FILE = """
learner = "windows"
episodes = 40
points = 2
[settings]
temperature = [0.0, 0.2]
[choose]
seeds = [1, 2]
every = 300
against = ["random"]
games = 5
[report]
seeds = [11]
every = 300
"""


def here(function, tasks):
    """Runs jobs one after the other, the last first."""
    return (function(*task) for task in reversed(list(tasks)))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_a_sweep_is_resumed_and_loses_nothing(file, tmp_path):
    """Stopped after some trainings it does the others only, and comes to the same table as one that never stopped."""
    plan = read(file)
    results = SweepFolder(tmp_path / "a")
    complete = SweepFolder(tmp_path / "b")
    complete.ready().touch()  # as it is when killed at once, or before the table was made
    with sqlite3.connect(results.ready()) as connection:
        connection.execute("PRAGMA user_version = 1")
    connection.close()
    running = sweep(plan, results, here)
    first = [next(running) for _ in range(3)]
    running.close()
    assert left(plan, results) == 2
    rest = list(sweep(plan, results, here))
    assert len(first) + len(rest) == 5
    assert {(one.part, one.seed) for one in rest} == {("choose", 1), ("report", 11)}
    assert list(sweep(plan, results, here)) == []
    list(sweep(plan, complete, here))

    def figures(table):
        return [
            (one.part, one.settings, one.seed, [(p.episodes, p.figures) for p in one.points])
            for one in table.trainings()
        ]

    assert figures(results) == figures(complete)
    assert [point.episodes for point in results.trainings()[0].points] == [20, 40]
    rows = list(csv.DictReader(results.write_csv().read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 10
    assert {row["part"] for row in rows} == {"choose", "report"}
    assert all((results.folder / "models" / row["model"]).is_file() for row in rows)
    with sqlite3.connect(results.path) as connection:
        assert connection.execute("SELECT COUNT(DISTINCT training) FROM result").fetchone() == (5,)
    connection.close()


def test_the_best_setting_is_chosen_and_reported_by_others(file, tmp_path):
    """Mistakes should be few, success high; what was measured otherwise does not count."""
    plan = read(file)
    results = SweepFolder(tmp_path / "a")
    list(sweep(plan, results, here))
    rows = standings(plan, results, plan.choose)
    means = [sum(row.figures["mistakes"]) for row in rows]
    assert means == sorted(means)
    assert best(plan, results) == rows[0].settings
    by_games = standings(replace(plan, by="random"), results, plan.choose)
    shares = [sum(row.figures["random"]) for row in by_games]
    assert shares == sorted(shares, reverse=True)
    (reported,) = standings(plan, results, plan.report)
    assert reported.settings == rows[0].settings
    assert reported.seeds == (11,)
    assert standings(replace(plan, choose=plan.choose._replace(games=6)), results, plan.choose._replace(games=6)) == []
    assert "seeds 11; suite d-held-back" in text(plan, results)


def test_a_part_without_the_figure_is_sorted_by_mistakes(file, tmp_path, monkeypatch):
    """[report] plays nobody: of several settings in it, the one with the fewest mistakes is still the first."""
    plan = read(file)
    results = SweepFolder(tmp_path / "a")
    list(sweep(plan, results, here))
    trainings = results.of(plan, plan.choose)

    def stored(plan, trial):
        return trainings

    monkeypatch.setattr(results, "of", stored)
    without_games = plan.choose._replace(against=())
    rows = standings(replace(plan, by="random"), results, without_games)
    means = [sum(row.figures["mistakes"]) for row in rows]
    assert means == sorted(means)
    assert means[0] < means[-1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeds = [11]", "seeds = [2, 11]", "seeds 2 stand in"),
        ("[report]", '[report]\nsuite = "d"', "both use suite d"),
        ('"windows"', '"patterns"', "learner must be one of"),
        ('"windows"', "{}", "learner must be one of"),
        ("temperature = [0.0, 0.2]", "warmth = [1]", "unknown 'warmth'"),
        ("temperature = [0.0, 0.2]", "temperature = [-1.0]", "must be a number from 0"),
        ("temperature = [0.0, 0.2]", "temperature = []", "has no value"),
        ('"random"', '"nobody"', "against in"),
        ('"random"', '"minimax 9"', "against in"),
        ('"random"', f'"minimax {"2" * 5000}"', "against in"),
        ('"random"', '"minimax ²"', "against in"),
        ('"random"', "0x" + "f" * 5000, "a number is larger than"),
        ("seeds = [1, 2]", "seeds = [0x1" + "0" * 16 + "]", "a number is larger than"),
        ("episodes = 40", "episodes = 0x" + "f" * 5000, "a number is larger than"),
        ("episodes = 40", "episodes = 0", "episodes must be"),
        ("[choose]", "[chosen]", "unknown 'chosen'"),
        ("[choose]", "[choose", "is not TOML"),
        ("episodes = 40", "episodes = " + "[" * 2000, "nested too deeply"),
    ],
)
def test_what_a_file_must_not_say(file, old, new, message):
    """Each fault, an overlap of the two parts among them, is one sentence that names the file."""
    file.write_text(FILE.replace(old, new), encoding="utf-8")
    with pytest.raises(C4Error, match="small") as error:
        read(file)
    assert message in str(error.value)


def test_a_damaged_table_is_told_in_a_line(file, tmp_path):
    """Whatever SQLite says of it, such as the lines of its own schema."""
    plan = read(file)
    results = SweepFolder(tmp_path)
    list(sweep(plan, results, here))
    good = results.path.read_bytes()
    for name in (MISTAKES, "random"):
        results.path.write_bytes(good.replace(name.encode(), b"?" * len(name)))
        with refused(match=f"is damaged: .* has no {name}"):
            text(plan, results)
    results.path.write_bytes(good.replace(b"INTEGER", b"INTE(ER"))
    with refused("is not the table of a sweep"):
        results.trainings()


def test_the_command(file, tmp_path):
    """`python -m lab measure sweep` prints the table, with --json as numbers; it keeps all in a folder beside the file."""
    arguments = ("measure", "sweep", file, "--jobs", 1)
    assert "temperature 0.2" in lab(*arguments)
    assert (tmp_path / "small-results" / "results.csv").is_file()
    result = json.loads(lab(*arguments, "--json"))
    assert [len(result[part]["settings"]) for part in ("choose", "report")] == [2, 1]
    (tmp_path / "small-results" / "results.sqlite").write_bytes(b"nonsense")
    refuses(lab, "not the table of a sweep", *arguments)


def test_the_example_runs(tmp_path):
    """docs/sweep.toml trains twelve models and two more to report; here with fewer games."""
    plan = read(ROOT / "docs" / "sweep.toml")
    few = {"every": 300, "games": 1}
    plan = replace(plan, marks=(10,), choose=plan.choose._replace(**few), report=plan.report._replace(**few))
    assert len(list(sweep(plan, SweepFolder(tmp_path), here))) == 14
