"""What a sweep is to train and to measure, read from a small TOML file.

learner = "windows"
episodes = 2000
points = 4                          # it is measured after each quarter

[settings]                          # every combination is trained with every seed
temperature = [0.0, 0.2]
eps_end = [0.05, 0.5]

[choose]                            # the best setting is the one with the fewest mistakes here
seeds = [1, 2, 3]

[report]                            # and it is reported by seeds and positions that played no part in that
seeds = [11, 12, 13]
"""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

import click
from tqdm import tqdm

from c4 import learning
from c4.agents.specification import find_opponent
from c4.arena.suites import NAMES
from c4.cli.options import jobs_options, json_option, print_json
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.jobs import Run, run
from c4.learning import LEARNERS, entry, options
from c4.learning.run import TrainingRun
from c4.learning.settings import BOARD_NAMES, LEARNING, Option
from c4.storage import Unreadable, alone, read_text, write_bytes, write_text
from c4.text import pluralise
from lab.measure.strength import FORMS
from lab.statistics import interval

CHOOSE = "choose"
REPORT = "report"
"""The two parts of a sweep: all settings are compared, and the best one is trained and measured again."""

MISTAKES = "mistakes"
"""The figure that every training has: the share of mistakes on solved positions."""

Settings = dict[str, Any]


class Point(NamedTuple):
    """A model after so many games: processor seconds of training until then, and its figures, shares from 0 to 1."""

    episodes: int
    seconds: float
    figures: dict[str, float]


class Training(NamedTuple):
    """A finished training.

    model   the name of the model's file; from a job, the bytes of the file
    name    identifies the training and how it was measured
    """

    part: str
    settings: Settings
    seed: int
    points: tuple[Point, ...]
    model: str | bytes
    name: str = ""

    @property
    def last(self) -> dict[str, float]:
        """The figures at the end of the training."""
        return self.points[-1].figures


class Results:
    """The table of a sweep in a folder: results.sqlite, the same as results.csv, and the folder models."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.path = self.folder / "results.sqlite"

    def exists(self) -> bool:
        """Whether there is a table; a file that a killed process left without one is none."""
        if not self.path.is_file() or not self.path.stat().st_size:
            return False
        with self.connect() as connection:  # a transaction that was cut off is undone here
            return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is not None

    @contextmanager
    def connect(self, mode: str = "rw") -> Iterator[sqlite3.Connection]:
        """The open table, in a transaction.  Raises C4Error if there is none, or it cannot be used."""
        if mode == "rw" and not self.path.is_file():
            raise C4Error(f"there is no table {self.path}: a sweep creates one")
        try:
            connection = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode={mode}", uri=True)
            try:
                with connection:
                    yield connection
            finally:
                connection.close()
        except (sqlite3.Error, ValueError, TypeError) as error:
            if isinstance(error, C4Error):
                raise
            message = " ".join(str(error).split())
            raise C4Error(f"{self.path} is not the table of a sweep, or cannot be used: {message}") from None

    def trainings(self, learner: str | None = None) -> list[Training]:
        """All trainings, of one learner or of every one, ordered by part, settings and seed.

        Raises C4Error if there is no table, or a damaged one.
        """
        columns = "training, part, settings, seed, episodes, seconds, figure, value, model"
        trainings: dict[str, Training] = {}
        points: dict[str, dict[int, Point]] = {}
        with self.connect() as connection:
            rows = connection.execute(
                f"SELECT {columns} FROM result WHERE learner = ? OR ? IS NULL ORDER BY part, settings, seed, episodes",
                (learner, learner),
            )
            for name, part, settings, seed, episodes, seconds, figure, value, model in rows:
                if name not in trainings:
                    trainings[name] = Training(
                        str(part), dict(json.loads(settings)), int(seed), (), Path(model).name, str(name)
                    )
                point = points.setdefault(name, {}).setdefault(int(episodes), Point(episodes, float(seconds), {}))
                point.figures[str(figure)] = float(value)
        for name, of_name in points.items():
            if MISTAKES not in list(of_name.values())[-1].figures:
                raise C4Error(f"{self.path} is damaged: {name} has no {MISTAKES}")
        return [one._replace(points=tuple(points[name].values())) for name, one in trainings.items()]

    def learner(self) -> str:
        """The learner of the table.  Raises C4Error for an empty table."""
        with self.connect() as connection:
            rows = connection.execute("SELECT learner FROM result LIMIT 1").fetchall()
        if not rows:
            raise C4Error(f"{self.path} holds no training yet")
        return str(rows[0][0])


def format_settings(settings: Settings) -> str:
    """Settings as text: "alpha 0.01, gamma 0.9"; "usual settings" if none is changed."""
    return ", ".join(f"{name} {_short(value)}" for name, value in settings.items()) or "usual settings"


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


SUITES = {CHOOSE: "d", REPORT: "d-held-back"}
"""The positions of each part, if a file does not name others."""

FIRST_GAMES = {CHOOSE: 70_000, REPORT: 50_000}
"""The seed of a perfect opponent's first game in each part; `python -m lab measure strength` begins at 50,000, too."""

MOST_TRAININGS = 100_000


class Trial(NamedTuple):
    """How models are measured: one is trained with each of `seeds`, and asked without search in every n-th (`every`)
    position of a suite; then it plays `games` a seat against each opponent.
    """

    part: str
    seeds: tuple[int, ...]
    suite: str
    every: int
    against: tuple[str, ...]
    games: int

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the figures."""
        return (MISTAKES, *self.against)


@dataclass(frozen=True)
class Plan:
    """A sweep: the learner, after how many games it is measured, the settings, and how they are chosen and reported.

    `by` is the figure that chooses; mistakes should be few, success against an opponent high.
    """

    learner: str
    marks: tuple[int, ...]
    settings: tuple[Settings, ...]
    choose: Trial
    report: Trial | None
    by: str


def read(path: str | Path) -> Plan:
    """The plan of a file.  Raises C4Error, one sentence, for a file that is none, or whose two parts overlap."""
    try:
        collected = tomllib.loads(read_text(path))
    except Unreadable as error:
        raise C4Error(f"{path} {error}") from None
    except FileNotFoundError:
        raise C4Error(f"there is no file {path}") from None
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except RecursionError:
        raise C4Error(f"{path} is nested too deeply") from None
    except ValueError as error:
        raise C4Error(f"{path} is not TOML: {error}") from None
    try:
        return _plan(collected)
    except C4Error as error:
        raise C4Error(f"{path}: {error}") from None


def _plan(collected: dict[str, Any]) -> Plan:
    _known(collected, ("learner", "episodes", "points", "by", "settings", CHOOSE, REPORT), "the file")
    learner = collected.get("learner")
    if not isinstance(learner, str) or learner not in LEARNERS or learner not in EVALUATORS:
        able = [name for name in LEARNERS if name in EVALUATORS]
        raise C4Error(f"learner must be one of {', '.join(able)}, not {learner!r}")
    episodes = _whole(collected, "episodes", 1, None)
    points = _whole(collected, "points", 1, 1)
    marks = tuple(sorted({max(1, episodes * point // points) for point in range(1, points + 1)}))
    choose = _trial(collected, CHOOSE)
    report = _trial(collected, REPORT) if REPORT in collected else None
    if report is not None:
        both = sorted(set(choose.seeds) & set(report.seeds))
        if both:
            raise C4Error(
                f"the seeds {', '.join(map(str, both))} stand in [choose] and in [report]: use others to report"
            )
        if choose.suite == report.suite:
            raise C4Error(f"[choose] and [report] both use suite {choose.suite}: report with other positions")
    by = collected.get("by", MISTAKES)
    if by not in choose.figures:
        raise C4Error(f"by must be one of {', '.join(choose.figures)}, not {by!r}")
    settings = _settings(learner, collected.get("settings", {}))
    trainings = len(settings) * len(choose.seeds)
    if trainings > MOST_TRAININGS:
        raise C4Error(f"{trainings:,} trainings are more than {MOST_TRAININGS:,}: fewer settings, please")
    return Plan(learner, marks, settings, choose, report, by)


def _trial(collected: dict[str, Any], part: str) -> Trial:
    table = collected.get(part)
    if not isinstance(table, dict):
        raise C4Error(f"a table [{part}] with seeds is missing")
    _known(table, ("seeds", "suite", "every", "against", "games"), f"[{part}]")
    seeds = table.get("seeds")
    against = table.get("against", [])
    if not isinstance(seeds, list) or not seeds or not all(type(seed) is int and seed >= 0 for seed in seeds):
        raise C4Error(f"seeds in [{part}] must be a list of whole numbers from 0, not {seeds!r}")
    suite = table.get("suite", SUITES[part])
    if suite not in NAMES:
        raise C4Error(f"suite in [{part}] must be one of {', '.join(NAMES)}, not {suite!r}")
    if not isinstance(against, list) or not all(map(_is_opponent, against)):
        raise C4Error(
            f"against in [{part}] must be a list of random, minimax DEPTH, {', '.join(FORMS)}, not {against!r}"
        )
    return Trial(
        part,
        tuple(dict.fromkeys(seeds)),
        suite,
        _whole(table, "every", 1, 1),
        tuple(dict.fromkeys(against)),
        _whole(table, "games", 1, 100),
    )


def _is_opponent(name: object) -> bool:
    if name == "random" or name in FORMS:
        return True
    word, _, depth = str(name).partition(" ")
    return word == "minimax" and depth.isascii() and depth.isdigit() and 1 <= int(depth) <= 8


def _known(table: dict[str, Any], names: tuple[str, ...], where: str) -> None:
    for name in table:
        if name not in names:
            raise C4Error(f"unknown {name!r} in {where}: choose {', '.join(names)}")


def _whole(table: dict[str, Any], name: str, least: int, usual: int | None) -> int:
    value = table.get(name, usual)
    if type(value) is not int or value < least:
        raise C4Error(f"{name} must be a whole number from {least}, not {value!r}")
    return value


# -- settings ---------------------------------------------------------------------------------------------------------


def _able(learner: str) -> dict[str, Option]:
    """The options of a learner that a sweep can set, by their names and by their words on the command line."""
    able = [
        one
        for one in options(learner)
        if (one.group == LEARNING or one.fixed) and one.name not in BOARD_NAMES and not one.file
    ]
    return {one.flag.replace("-", "_"): one for one in able} | {one.name: one for one in able}


def _option(learner: str, name: str, where: str) -> Option:
    able = _able(learner)
    if name.replace("-", "_") not in able:
        names = sorted({one.name for one in able.values()})
        raise C4Error(f"unknown {name!r} in [{where}]: {learner} has {', '.join(names)}")
    return able[name.replace("-", "_")]


def _settings(learner: str, table: Any) -> tuple[Settings, ...]:
    """Every combination of the values; one empty setting where nothing is varied."""
    if not isinstance(table, dict):
        raise C4Error("[settings] must be a table of settings and their values")
    names = []
    values = []
    for name, given in table.items():
        names.append(_option(learner, name, "settings").name)
        values.append(list(dict.fromkeys(given)) if isinstance(given, list) else [given])
    if not all(values):
        raise C4Error("a setting in [settings] has no value")
    collected = tuple(dict(zip(names, one)) for one in product(*values))
    for one in collected:
        check(learner, one)
    return collected


def check(learner: str, settings: Settings) -> None:
    """Raises C4Error unless a learner can be trained with these settings."""
    one = entry(learner)
    able = _able(learner)
    one.run_options(**{name: value for name, value in settings.items() if able[name].fixed})
    one.settings(**{name: value for name, value in settings.items() if not able[name].fixed})


def written(settings: Settings) -> str:
    """A setting as a text that is the same for the same setting."""
    return json.dumps(settings, sort_keys=True)


MOST_LISTED = 20
"""Settings that are printed, the best first."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS result (
    training TEXT NOT NULL,     -- what was trained, and how it was measured
    part TEXT NOT NULL,         -- choose or report
    learner TEXT NOT NULL,
    settings TEXT NOT NULL,     -- JSON
    seed INTEGER NOT NULL,
    episodes INTEGER NOT NULL,
    seconds REAL NOT NULL,      -- of processor time, up to there
    figure TEXT NOT NULL,
    value REAL NOT NULL,        -- a share, 0 to 1
    model TEXT NOT NULL,        -- its file in the folder models
    PRIMARY KEY (training, episodes, figure)) WITHOUT ROWID
"""


# -- a job ------------------------------------------------------------------------------------------------------------


def train(learner: str, settings: Settings, seed: int, marks: tuple[int, ...], trial: Trial) -> Training:
    """Trains one model and measures it after each of `marks` games; a job."""
    kind = learning.load(learner)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"model{kind.suffix}"
        order = {"episodes": marks[-1], "model": str(path), "seed": seed}
        model = TrainingRun(learner, {**settings, **order}, find_opponent).learner
        model.train(0)  # compiles
        points = []
        spent = 0.0
        for mark in marks:
            started = process_time()
            model.train(mark - model.episodes)
            spent += process_time() - started
            model.save(path)
            points.append(Point(mark, round(spent, 3), measure(learner, path, seed, trial)))
        return Training(trial.part, settings, seed, tuple(points), path.read_bytes())


def measure(learner: str, path: Path, seed: int, trial: Trial) -> dict[str, float]:
    """The figures of a model's file."""
    from c4 import evaluators
    from c4.arena import suites
    from c4.learning import matches
    from lab.measure.strength import FORMS, examine

    evaluator = evaluators.load(learner, path)
    collected = {MISTAKES: suites.mistakes(evaluator, trial.suite, trial.every).value}
    for opponent in trial.against:
        if opponent in FORMS:
            first = FIRST_GAMES[trial.part]
            played = examine(f"greedy:evaluator={learner},model={path}", opponent, range(first, first + trial.games))
            collected[opponent] = mean((result + 1) / 2 for result in played.results.values())
        else:
            collected[opponent] = matches.success(matches.measure(evaluator, opponent, trial.games, seed + 1000))
    return collected


# -- the table --------------------------------------------------------------------------------------------------------


class SweepFolder(Results):
    """The results of a sweep that is running: trainings are added as they are finished."""

    def ready(self) -> Path:
        """Makes the folders; returns the table's path.  Raises C4Error if that fails."""
        try:
            (self.folder / "models").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise C4Error(f"{self.folder} cannot be written: {error.strerror or error}") from None
        return self.path

    def known(self, plan: Plan, settings: Settings, seed: int, trial: Trial) -> bool:
        """Whether that training has been done."""
        name = identity(plan, settings, seed, trial)
        if not self.exists():
            return False
        with self.connect() as connection:
            return bool(connection.execute("SELECT 1 FROM result WHERE training = ? LIMIT 1", (name,)).fetchall())

    def store(self, plan: Plan, done: Training, trial: Trial) -> Training:
        """Keeps a training and its model: all of it or nothing.  Returns it with the name of its file."""
        name = identity(plan, done.settings, done.seed, trial)
        percent = re.sub(r"[^a-z0-9.]+", "-", format_settings(done.settings).lower())[:60]
        file = f"{percent}-seed-{done.seed}-{name[:6]}{learning.load(plan.learner).suffix}"
        self.ready()
        if isinstance(done.model, bytes):
            write_bytes(self.folder / "models" / file, done.model)
        head = name, done.part, plan.learner, written(done.settings), done.seed
        rows = [
            (*head, point.episodes, point.seconds, figure, value, file)
            for point in done.points
            for figure, value in point.figures.items()
        ]
        with self.connect("rwc") as connection:
            connection.execute(SCHEMA)
            connection.executemany("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        return done._replace(model=file, name=name)

    def of(self, plan: Plan, trial: Trial) -> list[Training]:
        """The trainings of a part of a plan that have been done, with any settings."""
        return [
            one
            for one in (self.trainings(plan.learner) if self.exists() else ())
            if one.part == trial.part
            and one.seed in trial.seeds
            and one.name == identity(plan, one.settings, one.seed, trial)
        ]

    def write_csv(self) -> Path:
        """Writes the table as CSV: a row for every training and number of games, shares from 0 to 1."""
        trainings = self.trainings()
        names = list(dict.fromkeys(name for one in trainings for name in one.settings))
        figures = list(dict.fromkeys(figure for one in trainings for figure in one.last))
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        table.writerow(["part", *names, "seed", "episodes", "seconds", *figures, "model"])
        for one in trainings:
            for point in one.points:
                cells = (
                    [one.settings.get(name, "") for name in names],
                    [point.figures.get(name, "") for name in figures],
                )
                table.writerow([one.part, *cells[0], one.seed, point.episodes, point.seconds, *cells[1], one.model])
        write_text(self.folder / "results.csv", text.getvalue())
        return self.folder / "results.csv"


def identity(plan: Plan, settings: Settings, seed: int, trial: Trial) -> str:
    """A name that only the same training, measured in the same way, has."""
    percent = [plan.learner, written(settings), seed, plan.marks, *trial._replace(seeds=())]
    return sha256(json.dumps(percent).encode()).hexdigest()[:20]


# -- the whole --------------------------------------------------------------------------------------------------------


def missing(plan: Plan, results: SweepFolder, settings: list[Settings], trial: Trial) -> list[tuple[Any, ...]]:
    """The jobs that are still to be done for these settings."""
    return [
        (plan.learner, one, seed, plan.marks, trial)
        for one in settings
        for seed in trial.seeds
        if not results.known(plan, one, seed, trial)
    ]


def trained(plan: Plan, results: SweepFolder, settings: list[Settings], trial: Trial, run: Run) -> Iterator[Training]:
    """Does what is missing, keeps it, and yields it as it is finished; `run` is like `c4.jobs.run`."""
    tasks = missing(plan, results, settings, trial)
    for done in run(train, tasks) if tasks else ():
        yield results.store(plan, done, trial)


def sweep(plan: Plan, results: SweepFolder, run: Run) -> Iterator[Training]:
    """Trains every setting with every seed of [choose], then the best one by [report]."""
    yield from trained(plan, results, list(plan.settings), plan.choose, run)
    if plan.report is not None:
        yield from trained(plan, results, [best(plan, results)], plan.report, run)


class Standing(NamedTuple):
    """A setting with the figures of its models at the end, one a seed, in the order of the seeds."""

    settings: Settings
    seeds: tuple[int, ...]
    figures: dict[str, list[float]]

    def percent(self, figure: str) -> str:
        """The mean over the seeds in per cent, with its 95 % interval where there are several."""
        values = [100 * value for value in self.figures[figure]]
        if len(values) == 1:
            return f"{values[0]:.1f}"
        middle, half = interval(values)
        return f"{middle:.1f} ({middle - half:.1f} to {middle + half:.1f})"


def standings(plan: Plan, results: SweepFolder, trial: Trial) -> list[Standing]:
    """The settings whose trainings of a part are complete, the best first."""
    by_setting: dict[str, list[Training]] = {}
    for one in results.of(plan, trial):
        if missing := set(trial.figures) - one.last.keys():
            raise C4Error(f"{results.path} is damaged: {one.name} has no {', '.join(sorted(missing))}")
        by_setting.setdefault(written(one.settings), []).append(one)
    everything = [
        Standing(
            collected[0].settings,
            tuple(one.seed for one in collected),
            {figure: [one.last[figure] for one in collected] for figure in trial.figures},
        )
        for collected in by_setting.values()
        if len(collected) == len(trial.seeds)
    ]
    sign = 1 if plan.by == MISTAKES else -1
    return sorted(everything, key=lambda one: sign * mean(one.figures.get(plan.by, one.figures[MISTAKES])))


def best(plan: Plan, results: SweepFolder) -> Settings:
    """The setting that [choose] prefers."""
    return standings(plan, results, plan.choose)[0].settings


def text(plan: Plan, results: SweepFolder) -> str:
    """The table for people: settings, the best first, and the chosen one by [report]."""
    lines = [
        f"{plan.learner}, {pluralise(plan.marks[-1], 'game')}; per cent, mean over seeds (95 % interval of the mean)"
    ]
    lines += listed(plan, results, plan.choose)
    if plan.report is None:
        lines += ["", "The best of many looks better than it is: a table [report] in the file measures it afresh."]
    else:
        lines += ["", f"chosen by {plan.by}, and measured by what played no part in choosing it:"]
        lines += listed(plan, results, plan.report)
    return "\n".join(lines)


def listed(plan: Plan, results: SweepFolder, trial: Trial) -> list[str]:
    """The standings of a part, as lines."""
    rows = standings(plan, results, trial)
    wide = max([len(format_settings(row.settings)) for row in rows] + [14])
    share = "" if trial.every == 1 else f", one position of {trial.every}"
    games = f"; {pluralise(trial.games, 'game')} a seat" if trial.against else ""
    lines = [f"[{trial.part}] seeds {', '.join(map(str, trial.seeds))}; suite {trial.suite}{share}{games}"]
    lines.append(f"  {'':<{wide}}" + "".join(f"{figure:>24}" for figure in trial.figures))
    for row in rows[:MOST_LISTED]:
        lines.append(
            f"  {format_settings(row.settings):<{wide}}"
            + "".join(f"{row.percent(figure):>24}" for figure in trial.figures)
        )
    if len(rows) > MOST_LISTED:
        lines.append(f"  and {len(rows) - MOST_LISTED:,} more in the table")
    return lines


def left(plan: Plan, results: SweepFolder) -> int:
    """How many trainings are left to do at most."""
    done = len(results.of(plan, plan.choose))
    most = len(plan.settings) * len(plan.choose.seeds)
    return max(0, most - done) + (0 if plan.report is None else len(plan.report.seeds))


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--folder", type=click.Path(file_okay=False), help="Where results are kept.  [default: FILE-results]")
@jobs_options
@json_option
def command(file: str, folder: str | None, jobs: int | None, dask: str | None, as_json: bool) -> None:
    """Trains every setting of FILE with every seed, measures the models, and tells which setting is best.

    FILE is TOML; docs/learning.md shows one.  Settings are chosen by the seeds and positions of [choose], and the one
    chosen is trained and measured again by those of [report], which must be others.

    Every training is kept as soon as it is finished: the same command resumes.  The folder then holds results.sqlite,
    the same table as results.csv, and the models.
    """

    plan = read(file)
    results = SweepFolder(folder or Path(file).with_suffix("").as_posix() + "-results")
    where = partial(run, jobs=jobs, dask=dask)
    stopped = False
    with alone(results.ready(), "filled"), tqdm(total=left(plan, results), unit=" models", disable=None) as bar:
        try:
            for done in sweep(plan, results, where):
                bar.update()
                bar.set_postfix_str(
                    f"{format_settings(done.settings)}, seed {done.seed}: {plan.by} {done.last[plan.by]:.1%}"
                )
        except KeyboardInterrupt:
            stopped = True
        if results.exists():
            results.write_csv()
    if stopped:
        click.echo(f"stopped: finished trainings are kept in {results.folder}; the same command resumes", err=True)
        sys.exit(130)
    if as_json:
        print_json(numbers(plan, results))
    else:
        click.echo(text(plan, results))
        click.echo(f"kept in {results.folder}", err=True)


def numbers(plan: Plan, results: SweepFolder) -> dict[str, Any]:
    """The table as JSON: settings, the best first, with the figures of every seed, shares from 0 to 1."""

    def part(trial: Trial) -> dict[str, Any]:
        rows = [row._asdict() for row in standings(plan, results, trial)]
        return {"suite": trial.suite, "seeds": list(trial.seeds), "settings": rows}

    if plan.report is None:
        return {"learner": plan.learner, "choose": part(plan.choose)}
    return {"learner": plan.learner, "choose": part(plan.choose), "report": part(plan.report)}
