"""The results of a sweep, in a folder: a table in SQLite, the same as CSV, and the trained models."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from c4 import learning
from c4.errors import C4Error
from c4.storage import write_bytes, write_text
from lab.measure.sweep.plan import MISTAKES, Plan, Settings, Trial, format_settings, written

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


class SweepFolder:
    """The results of a sweep in a folder: results.sqlite, the same table as results.csv, and the folder models.

    Trainings are added as they are finished.
    """

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
                        part=str(part),
                        settings=dict(json.loads(settings)),
                        seed=int(seed),
                        points=(),
                        model=Path(model).name,
                        name=str(name),
                    )
                    points[name] = {}
                if int(episodes) not in points[name]:
                    points[name][int(episodes)] = Point(episodes, float(seconds), {})
                points[name][int(episodes)].figures[str(figure)] = float(value)
        for name, of_name in points.items():
            if MISTAKES not in list(of_name.values())[-1].figures:
                raise C4Error(f"{self.path} is damaged: {name} has no {MISTAKES}")
        return [training._replace(points=tuple(points[name].values())) for name, training in trainings.items()]

    def learner(self) -> str:
        """The learner of the table.  Raises C4Error for an empty table."""
        with self.connect() as connection:
            rows = connection.execute("SELECT learner FROM result LIMIT 1").fetchall()
        if not rows:
            raise C4Error(f"{self.path} holds no training yet")
        return str(rows[0][0])

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
        stem = re.sub(r"[^a-z0-9.]+", "-", format_settings(done.settings).lower())[:60]
        file = f"{stem}-seed-{done.seed}-{name[:6]}{learning.load(plan.learner).suffix}"
        self.ready()
        if isinstance(done.model, bytes):
            write_bytes(self.folder / "models" / file, done.model)
        training = (name, done.part, plan.learner, written(done.settings), done.seed)
        rows = []
        for point in done.points:
            for figure, value in point.figures.items():
                rows.append((*training, point.episodes, point.seconds, figure, value, file))
        with self.connect("rwc") as connection:
            connection.execute(SCHEMA)
            connection.executemany("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        return done._replace(model=file, name=name)

    def of(self, plan: Plan, trial: Trial) -> list[Training]:
        """The trainings of a part of a plan that have been done, with any settings."""
        if not self.exists():
            return []
        trainings = []
        for training in self.trainings(plan.learner):
            is_wanted = training.part == trial.part and training.seed in trial.seeds
            if is_wanted and training.name == identity(plan, training.settings, training.seed, trial):
                trainings.append(training)
        return trainings

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
                settings = [one.settings.get(name, "") for name in names]
                values = [point.figures.get(name, "") for name in figures]
                table.writerow([one.part, *settings, one.seed, point.episodes, point.seconds, *values, one.model])
        write_text(self.folder / "results.csv", text.getvalue())
        return self.folder / "results.csv"


def identity(plan: Plan, settings: Settings, seed: int, trial: Trial) -> str:
    """A name that only the same training, measured in the same way, has."""
    key = [plan.learner, written(settings), seed, plan.marks, *trial._replace(seeds=())]
    return sha256(json.dumps(key).encode()).hexdigest()[:20]
