"""The training loop that all learners share: a generator that trains, saves and tells how far it is.  Plain Python; imports nothing heavy.

    with closing(train(learner, 20_000, "my.json", stop=event.is_set)) as running:
        for progress in running:
            print(progress.done, progress.figures)

It starts no thread: a command reads it in a `for`, a window in its worker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, Protocol

from c4 import models
from c4.game.rules import C4Error

STEP_SECONDS = 0.05
"""About how long a learner trains between two reports, which is also how soon `stop` is noticed."""

FIRST_STEP = 50
"""Episodes of the first step, when the speed is not known yet."""


TALLIES = ("won", "drawn", "lost")
"""Figures that count games over all training; a report may show those of one run."""


class Learner(Protocol):
    """What the loop needs of a learner.  Its state is whole after every `train`, so how episodes are cut into steps changes nothing.

    A learner that measures itself may also have `best`, the number of episodes behind its best model so far (None before
    the first), and `save_best(path)`: the loop keeps that model apart from the latest, in `c4.models.best_path`.
    """

    name: str
    seed: int
    episodes: int
    """Episodes it has trained in all, also before this run."""

    def train(self, episodes: int) -> None:
        """Trains that many episodes more.  Raises C4Error when learning has gone astray."""

    def figures(self) -> dict:
        """What a person wants to see while it learns, JSON values by name, `episodes` among them; see TALLIES."""

    def save(self, path: str | Path) -> None:
        """Writes the model, whole or not at all, with all that is needed to go on later.  Raises C4Error when it cannot."""


class Progress(NamedTuple):
    """A report: `done` of `total` episodes of this run in `seconds`, `rate` in episodes a second, and the learner's `figures`."""

    done: int
    total: int
    seconds: float
    rate: float
    figures: dict


def train(
    learner: Learner,
    episodes: int,
    path: str | Path,
    *,
    stop: Callable[[], bool] = lambda: False,
    save_seconds: float = 5.0,
) -> Iterator[Progress]:
    """Trains `episodes` more and yields a Progress about every STEP_SECONDS; the last one says how it ended.

    The model is saved after the first step (so that a folder that cannot be written is known at once), then every
    `save_seconds`, and at the end.  The end is: all done, `stop()` true, KeyboardInterrupt, or the generator being
    closed; whatever was learned until then is saved.  Raises C4Error when the model cannot be written or learning has
    gone astray; the file is then the last good one.
    """
    if type(episodes) is not int or episodes < 1:
        raise C4Error(f"the number of episodes must be a whole number from 1, not {episodes!r}")
    begun_at, started = learner.episodes, perf_counter()
    saved_at, saved_when = begun_at, None
    saved_best = getattr(learner, "best", None)

    def save() -> None:
        nonlocal saved_at, saved_when, saved_best
        best = getattr(learner, "best", None)
        if best != saved_best:
            learner.save_best(models.best_path(path))
            saved_best = best
        learner.save(path)
        saved_at, saved_when = learner.episodes, perf_counter()

    def progress() -> Progress:
        done, seconds = learner.episodes - begun_at, perf_counter() - started
        return Progress(done, episodes, seconds, done / seconds if seconds else 0.0, learner.figures())

    step = FIRST_STEP
    try:
        while learner.episodes - begun_at < episodes and not stop():
            step_started = perf_counter()
            step = min(step, episodes - (learner.episodes - begun_at))
            learner.train(step)
            step_seconds = max(perf_counter() - step_started, 1e-6)
            step = max(1, min(2 * step, int(step * STEP_SECONDS / step_seconds)))
            if saved_when is None or perf_counter() - saved_when >= save_seconds:
                save()
            yield progress()
        if learner.episodes != saved_at:
            save()
    except C4Error:
        raise
    except BaseException:  # KeyboardInterrupt, or closed by its reader: nothing learned is lost
        if learner.episodes != saved_at:
            save()
        raise
