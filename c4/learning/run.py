"""A training run, driven by commands and the window alike.  Plain Python; imports a learner when one is made.

run = TrainingRun("windows", {"episodes": 20_000, "alpha": 0.02}, find_opponent)
print(run.opening)
for progress in run.reports():
    print(progress.done, *progress.lines)
result = run.result()
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from c4 import models
from c4.files import alone, stamp
from c4.game.rules import C4Error, count
from c4.learning import forms, load
from c4.learning.base import TALLIES, FindOpponent, Learner
from c4.learning.loop import Progress, train
from c4.learning.options import options_of
from c4.learning.table import Lines

Measured = dict[str, dict[str, list[int]]]


class TrainingRun:
    """A learner, its file, and what is to be done with it.

    learner, path     the learner and its model file
    order             what was asked for (see `c4.learning.orders`)
    opening           a sentence that announces a new model, or one that is resumed
    last              the latest report, None before the first
    complete          whether it ran to its end
    """

    def __init__(self, name: str, given: Mapping[str, Any], find_opponent: FindOpponent) -> None:
        """`given` are options by the names of their fields (see `c4.learning.options`); the others have their defaults.

        Raises C4Error for invalid options, an unknown learner, a file that is not such a model, or one that an import
        would overwrite.
        """
        order, settings = forms(name)
        asked = {one.name for one in options_of(order)}
        self.order = order(**{key: value for key, value in given.items() if key in asked})
        chosen = self.order.preset() | {key: value for key, value in given.items() if key not in asked}
        settings(**chosen)  # refuses invalid settings before anything heavy is loaded
        kind = load(name)
        self.path = Path(self.order.model) if self.order.model is not None else models.own_path(name, kind.suffix)
        self._stamp = stamp(self.path)
        self.learner = self._open(kind, chosen)
        self.learner.meet(find_opponent)
        self.last: Progress | None = None
        self.before = self.learner.figures()
        self._lines: list[str] = []

    def _open(self, kind: type[Learner], settings: dict[str, Any]) -> Learner:
        order, path = self.order, self.path
        given = {**order.lasting(), **order.taught(), **settings}
        if path.exists() and not order.fresh:
            if order.source is not None:
                raise C4Error(
                    f"{path} already exists and has been trained: name another file with --model, or replace it with"
                    " --fresh"
                )
            learner = kind.resume(path, seed=order.seed, rules=order.rules, **given)
            self.opening = f"resuming {path} after {count(learner.episodes, 'game')}: {order.episodes:,} more"
        else:
            seed = secrets.randbits(32) if order.seed is None else order.seed
            new = {"rules": order.rules, "start": order.source}
            learner = kind.fresh(seed, **{key: value for key, value in new.items() if value is not None}, **given)
            self.opening = f"new model {path}, seed {learner.seed}: {count(order.episodes, 'game')}"
        return learner

    def reports(self, stop: Callable[[], bool] = lambda: False, *, lines: bool = True) -> Generator[Progress]:
        """Trains, saves, and yields about twenty reports a second, with `lines` including lines of statistics.

        Raises C4Error when another program trains that file.  It ends as `c4.learning.loop.train` does.  With no
        episodes to play it only saves what was imported.
        """
        with alone(self.path, "trained"):
            if stamp(self.path) != self._stamp:
                raise C4Error(f"{self.path} has been trained by another program meanwhile: start again")
            try:
                yield from self._reports(stop, lines)
            finally:
                self._stamp = stamp(self.path)

    def _reports(self, stop: Callable[[], bool], lines: bool) -> Generator[Progress]:
        if not self.order.episodes:
            self.learner.save(self.path)
            return
        table = Lines(self.learner, self.order.episodes)
        mark = self.learner.line_every if lines else 0
        running = train(
            self.learner,
            self.order.episodes,
            self.path,
            stop=stop,
            mark=mark,
            on_mark=lambda: self._lines.extend(table.new()),
        )
        with closing(running):
            for report in running:
                if lines and report.done == report.total:
                    self._lines += self.learner.closing()
                self.last = report._replace(lines=tuple(self._lines))
                self._lines.clear()
                yield self.last

    @property
    def complete(self) -> bool:
        """Whether all games that were ordered have been played."""
        done = self.learner.episodes - self.before["episodes"]
        return bool(done == self.order.episodes)

    def export(self) -> str:
        """Writes the author's file, if asked for; returns a sentence that says so, or "".  Raises C4Error."""
        return "" if self.order.export is None else self.learner.export(self.order.export, **self.order.exporting())

    def measure(self) -> Measured:
        """The measurement asked for: {opponent: {seat: [won, drawn, lost]}}."""
        return self.learner.measure(self.order.measure) if self.order.measure else {}

    def result(self) -> dict[str, Any]:
        """The result as JSON values: final figures; episodes, tallies and time of this run; seed and file."""
        now, last = self.learner.figures(), self.last
        done = {name: now[name] - self.before[name] for name in ("episodes", *TALLIES) if name in now}
        return {
            "learner": self.learner.name,
            **now,
            **done,
            "total_episodes": now["episodes"],
            "seconds": 0.0 if last is None else round(last.seconds, 3),
            "games_per_second": 0.0 if last is None else round(last.rate, 1),
            "seed": self.learner.seed,
            "complete": self.complete,
            "model": str(self.path),
        }
