"""A sweep: many trainings, settings times seeds, as independent jobs; what each came to is kept in one table.

    for done in sweep(read("sweep.toml"), Results("sweep-results"), run):
        print(done.seed, done.points[-1].figures)

Every training is kept as soon as it is finished, and never done again.  Imports the learner in the jobs.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

from c4 import learning
from c4.agents.specification import find_opponent
from c4.arena.figures import bootstrap
from c4.arena.sweep_plan import FIRST_GAMES, MISTAKES, Plan, Settings, Trial, spoken, written
from c4.files import write_bytes, write_text
from c4.game.rules import C4Error, count
from c4.jobs import Run
from c4.learning.run import TrainingRun

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


class Point(NamedTuple):
    """A model after so many games: processor seconds of training until then, and its figures, shares from 0 to 1."""

    episodes: int
    seconds: float
    figures: dict[str, float]


class Training(NamedTuple):
    """A finished training; `model` is the name of its file, or the file itself on the way from a job; `name` as
    `identity` gives it, once it is kept.
    """

    part: str
    settings: Settings
    seed: int
    points: tuple[Point, ...]
    model: str | bytes
    name: str = ""

    @property
    def last(self) -> dict[str, float]:
        """Its figures at the end."""
        return self.points[-1].figures


# -- a job ------------------------------------------------------------------------------------------------------------


def train(learner: str, settings: Settings, seed: int, marks: tuple[int, ...], trial: Trial) -> Training:
    """Trains one model and measures it after each of `marks` games; a job."""
    kind = learning.load(learner)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"model{kind.suffix}"
        order = {"episodes": marks[-1], "model": str(path), "seed": seed}
        model = TrainingRun(learner, {**settings, **order}, find_opponent).learner
        model.train(0)  # compiles
        points, spent = [], 0.0
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
    from c4.arena import glance
    from c4.arena.strength import FORMS, examine
    from c4.learning import matches

    evaluator = evaluators.load(learner, path)
    found = {MISTAKES: glance.mistakes(evaluator, trial.suite, trial.every).value}
    for opponent in trial.against:
        if opponent in FORMS:
            first = FIRST_GAMES[trial.part]
            played = examine(f"greedy:evaluator={learner},model={path}", opponent, range(first, first + trial.games))
            found[opponent] = mean((result + 1) / 2 for result in played.results.values())
        else:
            found[opponent] = matches.success(matches.measure(evaluator, opponent, trial.games, seed + 1000))
    return found


# -- the table --------------------------------------------------------------------------------------------------------


class Results:
    """The table of a sweep in a folder: results.sqlite, the same as results.csv, and the folder models."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.path = self.folder / "results.sqlite"

    def ready(self) -> Path:
        """Makes the folders; returns the table's path.  Raises C4Error if that fails."""
        try:
            (self.folder / "models").mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise C4Error(f"{self.folder} cannot be written: {error.strerror or error}") from None
        return self.path

    def there(self) -> bool:
        """Whether there is a table; a file that was killed as it was made is empty, and none."""
        return self.path.is_file() and self.path.stat().st_size > 0

    @contextmanager
    def _open(self, write: bool = False) -> Iterator[sqlite3.Connection]:
        """The open table, which is made only where it is to be written; what was killed while writing is undone."""
        try:
            if write:
                self.ready()
            elif not self.there():
                raise C4Error(f"there is no table {self.path}: `c4 sweep` makes one")
            where = f"{self.path.resolve().as_uri()}?mode={'rwc' if write else 'rw'}"
            connection = sqlite3.connect(where, uri=True)
            try:
                if write:
                    connection.execute(SCHEMA)
                with connection:
                    yield connection
            finally:
                connection.close()
        except (sqlite3.Error, ValueError, TypeError) as error:
            said = " ".join(str(error).split())
            raise C4Error(f"{self.path} is not the table of a sweep, or cannot be used: {said}") from None

    def known(self, plan: Plan, settings: Settings, seed: int, trial: Trial) -> bool:
        """Whether that training has been done."""
        name = identity(plan, settings, seed, trial)
        if not self.there():
            return False
        with self._open() as connection:
            return bool(connection.execute("SELECT 1 FROM result WHERE training = ? LIMIT 1", (name,)).fetchall())

    def keep(self, plan: Plan, done: Training, trial: Trial) -> Training:
        """Keeps a training and its model: all of it or nothing.  Returns it with the name of its file."""
        name = identity(plan, done.settings, done.seed, trial)
        told = re.sub(r"[^a-z0-9.]+", "-", spoken(done.settings).lower())[:60]
        file = f"{told}-seed-{done.seed}-{name[:6]}{learning.load(plan.learner).suffix}"
        self.ready()
        if isinstance(done.model, bytes):
            write_bytes(self.folder / "models" / file, done.model)
        head = name, done.part, plan.learner, written(done.settings), done.seed
        rows = [
            (*head, point.episodes, point.seconds, figure, value, file)
            for point in done.points
            for figure, value in point.figures.items()
        ]
        with self._open(write=True) as connection:
            connection.executemany("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        return done._replace(model=file, name=name)

    def trainings(self, learner: str | None = None) -> list[Training]:
        """All trainings, of a learner or of every one, in the order of their parts, settings and seeds.

        Raises C4Error if there is no table, or a damaged one.
        """
        columns = "training, part, settings, seed, episodes, seconds, figure, value, model"
        found: dict[str, Training] = {}
        points: dict[str, dict[int, Point]] = {}
        with self._open() as connection:
            rows = connection.execute(
                f"SELECT {columns} FROM result WHERE learner = ? OR ? IS NULL ORDER BY part, settings, seed, episodes",
                (learner, learner),
            )
            for name, part, settings, seed, episodes, seconds, figure, value, model in rows:
                if name not in found:
                    found[name] = Training(
                        str(part), dict(json.loads(settings)), int(seed), (), Path(model).name, str(name)
                    )
                mark = points.setdefault(name, {}).setdefault(int(episodes), Point(episodes, float(seconds), {}))
                mark.figures[str(figure)] = float(value)
        for name, marks in points.items():
            if MISTAKES not in list(marks.values())[-1].figures:
                raise C4Error(f"{self.path} is damaged: {name} has no {MISTAKES}")
        return [one._replace(points=tuple(points[name].values())) for name, one in found.items()]

    def learner(self) -> str:
        """The learner of the table.  Raises C4Error for an empty table."""
        with self._open() as connection:
            rows = connection.execute("SELECT learner FROM result LIMIT 1").fetchall()
        if not rows:
            raise C4Error(f"{self.path} holds no training yet")
        return str(rows[0][0])

    def of(self, plan: Plan, trial: Trial) -> list[Training]:
        """The trainings of a part of a plan that have been done, with any settings."""
        return [
            one
            for one in (self.trainings(plan.learner) if self.there() else ())
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
    told = [plan.learner, written(settings), seed, plan.marks, *trial._replace(seeds=())]
    return sha256(json.dumps(told).encode()).hexdigest()[:20]


# -- the whole --------------------------------------------------------------------------------------------------------


def missing(plan: Plan, results: Results, settings: list[Settings], trial: Trial) -> list[tuple[Any, ...]]:
    """The jobs that are still to be done for these settings."""
    return [
        (plan.learner, one, seed, plan.marks, trial)
        for one in settings
        for seed in trial.seeds
        if not results.known(plan, one, seed, trial)
    ]


def trained(plan: Plan, results: Results, settings: list[Settings], trial: Trial, run: Run) -> Iterator[Training]:
    """Does what is missing, keeps it, and yields it as it is finished; `run` is like `c4.jobs.run`."""
    tasks = missing(plan, results, settings, trial)
    for done in run(train, tasks) if tasks else ():
        yield results.keep(plan, done, trial)


Search = Callable[[Plan, Results, Run], Iterator[Training]]
"""Tries settings of its own; see `c4.arena.sweep_search`."""


def sweep(plan: Plan, results: Results, run: Run, search: Search | None = None) -> Iterator[Training]:
    """Trains every setting with every seed of [choose], then what `search` tries, then the best one by [report]."""
    yield from trained(plan, results, list(plan.settings), plan.choose, run)
    if search is not None:
        yield from search(plan, results, run)
    if plan.report is not None:
        yield from trained(plan, results, [best(plan, results)], plan.report, run)


class Standing(NamedTuple):
    """A setting with the figures of its models at the end, one a seed, in the order of the seeds."""

    settings: Settings
    seeds: tuple[int, ...]
    figures: dict[str, list[float]]

    def told(self, figure: str) -> str:
        """The mean over the seeds in per cent, with its 95 % bootstrap interval where there are several."""
        values = [100 * value for value in self.figures[figure]]
        if len(values) == 1:
            return f"{values[0]:.1f}"
        low, high = bootstrap(values)
        return f"{mean(values):.1f} ({low:.1f} to {high:.1f})"


def standings(plan: Plan, results: Results, trial: Trial) -> list[Standing]:
    """The settings whose trainings of a part are complete, the best first."""
    by_setting: dict[str, list[Training]] = {}
    for one in results.of(plan, trial):
        if missing := set(trial.figures) - one.last.keys():
            raise C4Error(f"{results.path} is damaged: {one.name} has no {', '.join(sorted(missing))}")
        by_setting.setdefault(written(one.settings), []).append(one)
    whole = [
        Standing(
            found[0].settings,
            tuple(one.seed for one in found),
            {figure: [one.last[figure] for one in found] for figure in trial.figures},
        )
        for found in by_setting.values()
        if len(found) == len(trial.seeds)
    ]
    sign = 1 if plan.by == MISTAKES else -1
    return sorted(whole, key=lambda one: sign * mean(one.figures.get(plan.by, one.figures[MISTAKES])))


def best(plan: Plan, results: Results) -> Settings:
    """The setting that [choose] prefers."""
    return standings(plan, results, plan.choose)[0].settings


def text(plan: Plan, results: Results) -> str:
    """The table for people: settings, the best first, and the chosen one by [report]."""
    lines = [
        f"{plan.learner}, {count(plan.marks[-1], 'game')}; per cent, mean over seeds (95 % of the mean by bootstrap)"
    ]
    lines += listed(plan, results, plan.choose)
    if plan.report is None:
        lines += ["", "The best of many looks better than it is: a table [report] in the file measures it afresh."]
    else:
        lines += ["", f"chosen by {plan.by}, and measured by what played no part in choosing it:"]
        lines += listed(plan, results, plan.report)
    return "\n".join(lines)


def listed(plan: Plan, results: Results, trial: Trial) -> list[str]:
    """The standings of a part, as lines."""
    rows = standings(plan, results, trial)
    wide = max([len(spoken(row.settings)) for row in rows] + [14])
    share = "" if trial.every == 1 else f", one position of {trial.every}"
    games = f"; {count(trial.games, 'game')} a seat" if trial.against else ""
    lines = [f"[{trial.part}] seeds {', '.join(map(str, trial.seeds))}; suite {trial.suite}{share}{games}"]
    lines.append(f"  {'':<{wide}}" + "".join(f"{figure:>24}" for figure in trial.figures))
    for row in rows[:MOST_LISTED]:
        lines.append(
            f"  {spoken(row.settings):<{wide}}" + "".join(f"{row.told(figure):>24}" for figure in trial.figures)
        )
    if len(rows) > MOST_LISTED:
        lines.append(f"  and {len(rows) - MOST_LISTED:,} more in the table")
    return lines


def left(plan: Plan, results: Results, number: int) -> int:
    """How many trainings are left to do at most, with so many settings tried by a search."""
    done = len(results.of(plan, plan.choose))
    most = (len(plan.settings) + number) * len(plan.choose.seeds)
    return max(0, most - done) + (0 if plan.report is None else len(plan.report.seeds))
