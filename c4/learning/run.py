"""A training run, which commands and the window share: it trains a learner, saves its model, and reports.

run = TrainingRun("windows", {"episodes": 20_000, "alpha": 0.02}, find_opponent)
print(run.opening)
for progress in run.reports():
    print(progress.done, *progress.lines)
result = run.result()

It starts no thread: training happens while the reports are read.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from c4 import locks, models, storage
from c4.errors import C4Error
from c4.interrupts import check, uninterrupted
from c4.learning import entry, load
from c4.learning.base import TALLIES, Figures, FindOpponent, Learner
from c4.learning.settings import options_of
from c4.text import pluralise, positive_int

STEP_SECONDS = 0.03
"""About how long a learner trains between two reports, and how soon it notices `stop`."""

FIRST_STEP = 50
"""Episodes of the first step, while the speed is unknown."""

SAVE_SECONDS = 5.0
"""The least time between two saves."""

SAVE_SHARE = 0.05
"""The share of time that saving may take, unless more than MOST_SECONDS could be lost."""

MOST_LINES = 100
"""The most lines of statistics of a run."""

MOST_SECONDS = 50.0
"""The most time between two saves: a kill loses less than a minute."""

Measured = dict[str, dict[str, list[int]]]


class Progress(NamedTuple):
    """A report on a run.

    done, total   episodes of this run
    seconds       that they took
    rate          episodes per second
    figures       of the learner
    lines         of statistics, since the previous report
    """

    done: int
    total: int
    seconds: float
    rate: float
    figures: Figures
    lines: tuple[str, ...] = ()


# -- the loop ---------------------------------------------------------------------------------------------------------


def train(
    learner: Learner,
    episodes: int,
    path: str | Path,
    *,
    stop: Callable[[], bool] = lambda: False,
    statistics: bool = False,
    save_seconds: float = SAVE_SECONDS,
) -> Generator[Progress]:
    """Trains `episodes` more and yields a Progress about every STEP_SECONDS; the last one tells how it ended.

    The model is saved after the first step (so that an unwritable folder is noticed at once), then every
    `save_seconds`, or less often if saving would take more than SAVE_SHARE of the time, and at the end, then in the
    smallest layout.  It ends when all episodes are done, `stop()` is true, on
    KeyboardInterrupt, or when the generator is closed; what has been learned is then saved.  Raises C4Error when the
    model cannot be written or learning has diverged; the file is then the last good one.
    """
    episodes = positive_int("the number of episodes", episodes)
    first = learner.episodes
    started = perf_counter()
    end = first + episodes
    table = StatisticsTable(learner, episodes)
    lines = list[str]()
    line_every = 0  # no lines
    if statistics:
        line_every = learner.line_every * math.ceil(episodes / (MOST_LINES * learner.line_every))
    saver = Saver(learner, Path(path), save_seconds)

    def progress() -> Progress:
        if statistics and learner.episodes >= end:
            lines.extend(learner.closing_lines())
        done = learner.episodes - first
        seconds = perf_counter() - started
        new = tuple(lines)
        lines.clear()
        return Progress(
            done=done,
            total=episodes,
            seconds=seconds,
            rate=done / seconds if seconds else 0.0,
            figures=learner.figures(),
            lines=new,
        )

    step = FIRST_STEP
    reported_at = started
    reported = first
    try:
        while learner.episodes < end and not stop():
            step_started = perf_counter()
            games = min(step, end - learner.episodes)
            if line_every:
                games = min(games, line_every - learner.episodes % line_every)
            learner.train(games)
            check()
            now = perf_counter()
            games_of_step = int(games * STEP_SECONDS / max(now - step_started, 1e-6))
            step = max(1, min(2 * step, games_of_step))
            if line_every and learner.episodes % line_every == 0:
                lines += table.new_lines()
            saver.save_if_due(now)
            if now - reported_at >= STEP_SECONDS / 2 or learner.episodes >= end:
                reported_at = now
                reported = learner.episodes
                yield progress()
        saver.finish(learner.episodes >= end)
        if learner.episodes != reported:
            yield progress()
    except C4Error:
        raise
    except BaseException:  # KeyboardInterrupt, or closed by its reader: nothing learned is lost
        saver.finish(False)
        raise


class Saver:
    """Saves a learner's model now and then, so that it costs little time and a kill loses little."""

    def __init__(self, learner: Learner, path: Path, seconds: float) -> None:
        """At least `seconds` pass between two saves."""
        self._learner = learner
        self._path = path
        self._seconds = seconds
        self._next = -1.0
        self._saved = learner.episodes
        self._best = learner.best

    def save_if_due(self, now: float) -> None:
        """Saves quickly when it is time."""
        if now >= self._next:
            self._save(quickly=True)

    def finish(self, complete: bool) -> None:
        """Saves what has been learned since the last save; quickly unless all episodes are done."""
        if self._learner.episodes != self._saved:
            self._save(quickly=not complete)

    def _save(self, quickly: bool) -> None:
        learner = self._learner
        started = perf_counter()
        with uninterrupted():
            if learner.best != self._best:
                learner.save_best(models.best_path(self._path))
                self._best = learner.best
            learner.save(self._path, quickly=quickly)
            now = perf_counter()
            self._saved = learner.episodes
        self._next = now + max(self._seconds, min((now - started) / SAVE_SHARE, MOST_SECONDS))


class StatisticsTable:
    """The lines of statistics of a run: a heading, then a line every so many games."""

    def __init__(self, learner: Learner, episodes: int) -> None:
        self._learner = learner
        self._first = learner.episodes
        self._episodes = episodes
        self._before = learner.figures()
        self._has_heading = False
        self._when = perf_counter()
        self._at = learner.episodes

    def new_lines(self) -> list[str]:
        """The line since the previous one, below a heading if it is the first."""
        learner = self._learner
        now = perf_counter()
        row = {
            "games": learner.episodes,
            "done": f"{(learner.episodes - self._first) / self._episodes:.0%}",
            **learner.row(self._before),
            "games/s": round((learner.episodes - self._at) / max(now - self._when, 1e-6)),
        }
        self._before = learner.figures()
        self._when = now
        self._at = learner.episodes
        widths = [max(len(name), 9) for name in row]
        head = "  ".join(name.rjust(width) for name, width in zip(row, widths, strict=True))
        line = "  ".join(figure_text(value).rjust(width) for value, width in zip(row.values(), widths, strict=True))
        lines = [line] if self._has_heading else [head, line]
        self._has_heading = True
        return lines


def figure_text(value: object) -> str:
    """A figure as text: integers with separators, others with four digits, games as "97 / 1 / 2"."""
    if isinstance(value, list):
        return " / ".join(map(str, value))
    if type(value) is int:
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}"
    return str(value)


# -- a run ------------------------------------------------------------------------------------------------------------


def is_importable(kind: type[Learner], path: Path, given: dict[str, Any]) -> bool:
    """Whether a learner can begin with what a file of an earlier program holds."""
    try:
        kind.create(0, start=path, **given)
    except C4Error:
        return False
    return True


class TrainingRun:
    """A learner, its file, and what is to be done with it.

    learner, path     the learner and its model file
    options           what was asked for, see `c4.learning.settings.RunOptions`
    opening           a sentence that announces a new model, or the one that is trained further
    last              the latest report, None before the first
    """

    def __init__(self, name: str, given: Mapping[str, Any], find_opponent: FindOpponent) -> None:
        """`given` are options by the names of their fields (see `c4.learning.settings`); the others have their defaults.

        Raises C4Error for invalid options, an unknown learner, a file that is not such a model, or one that an import
        would overwrite.
        """
        one = entry(name)
        names = {option.name for option in options_of(one.run_options)}
        self.options = one.run_options(**{key: value for key, value in given.items() if key in names})
        settings = self.options.preset() | {key: value for key, value in given.items() if key not in names}
        one.settings(**settings)  # refuses invalid settings before anything heavy is loaded
        kind = load(name)
        self.path = Path(self.options.model) if self.options.model is not None else models.user_path(name, kind.suffix)
        if self.options.export is not None:
            storage.keep_input(self.options.export, self.path, self.options.source)
        self._stamp = storage.stamp(self.path)
        self.learner = self._learner(kind, settings)
        storage.keep_input(self.path, self.options.source)
        self.learner.find_opponent(find_opponent)
        self.last: Progress | None = None
        self.before = self.learner.figures()

    def _learner(self, kind: type[Learner], settings: dict[str, Any]) -> Learner:
        options = self.options
        path = self.path
        given = {**options.learner_options(), **settings}
        if path.exists() and not options.fresh:
            if options.source is not None:
                raise C4Error(
                    f"{path} already exists and has been trained: name another file with --model, or replace it with"
                    " --fresh"
                )
            learner = self._resumed(kind, given)
            self.opening = f"resuming {path} after {pluralise(learner.episodes, 'game')}: {options.episodes:,} more"
        else:
            seed = secrets.randbits(32) if options.seed is None else options.seed
            if options.rules is not None:
                given["rules"] = options.rules
            learner = kind.create(seed, start=options.source, **given)
            self.opening = f"new model {path}, seed {learner.seed}: {pluralise(options.episodes, 'game')}"
        return learner

    def _resumed(self, kind: type[Learner], given: dict[str, Any]) -> Learner:
        """The learner of the model file.  Raises C4Error, which names --import if that could read the file."""
        path = self.path
        try:
            return kind.from_file(path, seed=self.options.seed, rules=self.options.rules, **given)
        except C4Error as error:
            if not is_importable(kind, path, given):
                raise
            raise C4Error(
                f"{error}; --import {path} begins with what it holds: name a new file with --model"
            ) from error

    def reports(self, stop: Callable[[], bool] = lambda: False, *, statistics: bool = True) -> Generator[Progress]:
        """Trains, saves, and yields about twenty reports a second; ends as `train` does.

        With no episodes to play it only saves what was imported.  Raises C4Error when another program trains that file.
        """
        with locks.locked(self.path, "trained"):
            if storage.stamp(self.path) != self._stamp:
                raise C4Error(f"{self.path} has been trained by another program meanwhile: start again")
            try:
                if not self.options.episodes:
                    self.learner.save(self.path)
                    return
                running = train(self.learner, self.options.episodes, self.path, stop=stop, statistics=statistics)
                with closing(running):
                    for self.last in running:
                        yield self.last
            finally:
                self._stamp = storage.stamp(self.path)

    @property
    def complete(self) -> bool:
        """Whether all games that were asked for have been played."""
        return bool(self.learner.episodes - self.before["episodes"] == self.options.episodes)

    def export(self) -> str:
        """Writes the author's file, if asked for; returns a sentence that says so, or "".  Raises C4Error."""
        path = self.options.export
        return "" if path is None else self.learner.export(path, **self.options.export_options())

    def measure(self) -> Measured:
        """The measurement asked for: {opponent: {seat: [won, drawn, lost]}}."""
        return self.learner.measure(self.options.measure) if self.options.measure else {}

    def result(self) -> dict[str, Any]:
        """The result as JSON values: final figures; episodes, tallies and time of this run; seed and file."""
        now = self.learner.figures()
        last = self.last
        of_this_run = {name: now[name] - self.before[name] for name in ("episodes", *TALLIES) if name in now}
        return {
            "learner": self.learner.name,
            **now,
            **of_this_run,
            "total_episodes": now["episodes"],
            "seconds": 0.0 if last is None else round(last.seconds, 3),
            "games_per_second": 0.0 if last is None else round(last.rate, 1),
            "seed": self.learner.seed,
            "complete": self.complete,
            "model": str(self.path),
        }
