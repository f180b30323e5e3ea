"""The training loop of all learners: a generator that trains, saves and reports.  Plain Python; imports nothing heavy.

    with closing(train(learner, 20_000, "my.json", stop=event.is_set)) as running:
        for progress in running:
            print(progress.done, progress.figures)

It starts no thread: training happens while the generator is read.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from c4 import files, models
from c4.game.numbers import whole
from c4.game.rules import C4Error
from c4.interrupts import uninterrupted
from c4.learning.base import Figures, Learner

STEP_SECONDS = 0.03
"""About how long a learner trains between two reports, and how soon it notices `stop`."""

FIRST_STEP = 50
"""Episodes of the first step, while the speed is unknown."""

SAVE_SECONDS = 5.0
"""The least time between two saves."""

AT_ONCE = 1.0
"""A model that takes longer to save is not saved after the first step; only the folder is tried."""

SAVING = 0.05
"""The share of time that saving may take, unless more than MOST_SECONDS could be lost."""

LAST_SECONDS = 3.0
"""The save at the end may always take this long; if it would take longer, SAVING decides whether it is a quick one."""

STOP_SECONDS = 0.05
"""Any other save is a quick one if it would take longer: who presses Ctrl-C waits for it."""

MOST_SECONDS = 50.0
"""The most time between two saves: a kill loses less than a minute."""


class Progress(NamedTuple):
    """A report: `done` of `total` episodes of this run in `seconds`, the `rate` in episodes per second, the learner's
    `figures`, and the lines of statistics since the previous report."""

    done: int
    total: int
    seconds: float
    rate: float
    figures: Figures
    lines: tuple[str, ...] = ()


def train(
    learner: Learner,
    episodes: int,
    path: str | Path,
    *,
    stop: Callable[[], bool] = lambda: False,
    mark: int = 0,
    on_mark: Callable[[], None] = lambda: None,
    save_seconds: float = SAVE_SECONDS,
) -> Generator[Progress]:
    """Trains `episodes` more and yields a Progress about every STEP_SECONDS; the last one tells how it ended.

    `on_mark()` is called whenever the learner's episodes are a multiple of `mark`, unless that is 0.

    The model is saved after the first step (so that an unwritable folder is noticed at once; for one that takes
    longer than AT_ONCE only the folder is tried), then every `save_seconds`, or less often if saving would take more
    than SAVING of the time, and at the end.  It ends when all episodes are done, `stop()` is true, on
    KeyboardInterrupt, or when the generator is closed; what has been learned is then saved.  Raises C4Error when the
    model cannot be written or learning has diverged; the file is then the last good one.
    """
    whole("the number of episodes", episodes)
    begun_at, started = learner.episodes, perf_counter()
    end, saved_at, saved_best = begun_at + episodes, begun_at, learner.best
    last_save, next_save = started, -1.0
    if learner.save_seconds > AT_ONCE:
        files.check_writable(path)
        next_save = started + MOST_SECONDS

    def save(since: float, most: float | None = None) -> None:
        """Saves; quickly, if it would take longer than `most`: by default SAVING of the time since `since`, and never
        long for a person who presses Ctrl-C meanwhile.
        """
        nonlocal saved_at, saved_best, last_save, next_save
        saving = perf_counter()
        quickly = learner.save_seconds > (min(STOP_SECONDS, SAVING * (saving - since)) if most is None else most)
        with uninterrupted():
            if learner.best != saved_best:
                learner.save_best(models.best_path(path))
                saved_best = learner.best
            learner.save(path, quickly=quickly)
            now = perf_counter()
            saved_at, last_save = learner.episodes, now
        next_save = now + max(save_seconds, min((now - saving) / SAVING, MOST_SECONDS))

    def progress() -> Progress:
        done, seconds = learner.episodes - begun_at, perf_counter() - started
        return Progress(done, episodes, seconds, done / seconds if seconds else 0.0, learner.figures())

    step, told, told_at = FIRST_STEP, started, begun_at
    try:
        while learner.episodes < end and not stop():
            step_started = perf_counter()
            games = min(step, end - learner.episodes, mark - learner.episodes % mark if mark else step)
            learner.train(games)
            now = perf_counter()
            step = max(1, min(2 * step, int(games * STEP_SECONDS / max(now - step_started, 1e-6))))
            if mark and learner.episodes % mark == 0:
                on_mark()
            if now >= next_save:
                save(last_save)
            if now - told >= STEP_SECONDS / 2 or learner.episodes >= end:
                told, told_at = now, learner.episodes
                yield progress()
        if learner.episodes != saved_at:
            save(
                started,
                max(LAST_SECONDS, SAVING * (perf_counter() - started)) if learner.episodes >= end else STOP_SECONDS,
            )
        if learner.episodes != told_at:
            yield progress()
    except C4Error:
        raise
    except BaseException:  # KeyboardInterrupt, or closed by its reader: nothing learned is lost
        if learner.episodes != saved_at:
            save(started, STOP_SECONDS)
        raise
