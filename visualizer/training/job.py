"""A training run in a background thread, with what the training window shows of it: reports, weights, a match."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, NamedTuple

from c4 import evaluators, locks, models, storage
from c4.agents import AGENTS
from c4.agents.limits import Limits
from c4.agents.specification import Specification, find_opponent
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.learning.run import Progress, TrainingRun
from c4.search.watch import Stopped, Watch
from visualizer.training.curves import BANDS, BY_PLY, MISTAKES

if TYPE_CHECKING:
    from c4.arena.depths import AtDepth
    from c4.evaluators.base import Evaluator, Page

MEASURE_SECONDS = 3.0
"""Seconds between measurements of mistakes, which take at most a tenth of the time."""

PAGE_SECONDS = 0.3
"""Seconds between updates of the weights, which take at most a tenth of the time."""

REST_FACTOR = 10
"""How many times as long as such work takes nothing more of it is done."""

PAUSE_SECONDS = 0.05
"""Seconds after which a paused run looks whether it is to go on."""


@dataclass(frozen=True, eq=False)
class Pages:
    """The names of the pages of weights, and one page, or a sentence why there is none."""

    names: tuple[str, ...]
    page: Page | str


class Run(NamedTuple):
    """How far a training has come.

    loaded     whether the learner is there
    learned    whether it has learned something
    complete   whether all games have been played
    stopped    whether it is to end, or has ended, before that
    paused     whether it waits
    saved      whether there is a model file
    earlier    whether there was one before
    """

    loaded: bool = False
    learned: bool = False
    complete: bool = False
    stopped: bool = False
    paused: bool = False
    saved: bool = False
    earlier: bool = False


NO_RUN = Run()


def pages_of(evaluator: Evaluator | None, name: str, position: Position | None = None) -> Pages:
    """The page `name` of an evaluator, the first one if it has none of this name."""
    names = () if evaluator is None else evaluator.page_names()
    if evaluator is None or not names:
        return Pages((), "This learner has no weights to draw: it remembers games.")
    return Pages(names, evaluator.page(name if name in names else names[0], position))


def pages_in_use(learner: str, model: str | None, page: str) -> Pages:
    """A page of the model in use, before anything is trained."""
    evaluator = evaluators.load(learner, model) if learner in evaluators.EVALUATORS else None
    return pages_of(evaluator, page)


class TrainingJob:
    """One run, in the thread that calls `work`; the window's thread may read everything else.

    messages, reports   news since they were last taken: sentences, Progress
    match_result        the result of the match against the earlier model, and of measuring; "" until there is one
    trained             whether the learner learns no more; the end of the run is still measured then
    by_depth            how often the new model keeps the result, by the depth of a search
    wanted              the (page, position) that the window shows ("" is the first page); None while it shows none
    shown               the (page, position) of `pages`
    pages               the newest pages
    before              the content of the model's files before the run
    after               the stamps of the model's files at its end
    """

    def __init__(self, name: str, given: Mapping[str, Any]) -> None:
        self.name = name
        self._given = given
        self.watch = Watch()
        self.paused = Event()
        self.stopped = False
        self.run: TrainingRun | None = None
        self.trained = False
        self.match_result = ""
        self.by_depth: tuple[AtDepth, ...] = ()
        self.messages: deque[str] = deque()
        self.reports: deque[Progress] = deque()
        self.wanted: tuple[str, Position] | None = None
        self.shown: tuple[str, Position] | None = None
        self.pages: Pages | None = None
        self.before: dict[Path, bytes] = {}
        self.after: dict[Path, storage.Stamp | None] = {}
        self._kept: Path | None = None
        self._next_page_at = 0.0
        self._next_measure_at = 0.0

    # -- for the window -----------------------------------------------------------------------------------------------

    def progress(self) -> Run:
        """How far it has come."""
        run = self.run
        if run is None:
            return Run(stopped=self.stopped, paused=self.paused.is_set())
        return Run(
            loaded=True,
            learned=run.last is not None,
            complete=run.complete,
            stopped=self.stopped,
            paused=self.paused.is_set(),
            saved=run.path.exists(),
            earlier=bool(self.before),
        )

    def take_reports(self) -> list[Progress]:
        """The reports since the last call."""
        return [self.reports.popleft() for _ in range(len(self.reports))]

    def take_messages(self) -> list[str]:
        """The messages since the last call."""
        return [self.messages.popleft() for _ in range(len(self.messages))]

    def stop(self) -> None:
        """Ends the run, even before it begins; what was learned is saved."""
        self.stopped = True
        self.watch.stop()

    def pause_or_continue(self) -> None:
        """Lets it wait, or go on."""
        if self.paused.is_set():
            self.paused.clear()
        else:
            self.paused.set()

    # -- training -----------------------------------------------------------------------------------------------------

    def work(self, watch: Watch) -> str:
        """Trains to the end or until `watch` stops it; returns a sentence about the result.  Raises C4Error."""
        self.watch = watch
        watch.unsaved = self._unsaved
        if self.stopped:
            watch.stop()
        run = TrainingRun(self.name, self._given, find_opponent)
        self.messages.append(run.opening)
        run.learner.watch = watch
        self.run = run
        self.before = {part: part.read_bytes() for part in model_files(run.path)}
        with TemporaryDirectory(prefix="connect4-", ignore_cleanup_errors=True) as folder:
            earlier = copy_model(run.path, Path(folder))
            try:
                self._train(run)
            finally:
                self.trained = True
                self.after = stamps_of(run.path)
            if run.complete and not watch.stopped:
                self._measure_result(run, earlier)
        exported = run.export()
        if run.last is None and not run.complete:
            return "Stopped before the first game"
        ended = "Done; saved in" if run.complete else "Stopped; everything learned so far is saved in"
        return f"{ended} {run.path}" + (f"; {exported}" if exported else "")

    def _unsaved(self) -> bool:
        run = self.run
        return run is not None and (not run.options.episodes or run.learner.episodes != run.before["episodes"])

    def _train(self, run: TrainingRun) -> None:
        for report in run.reports(lambda: self.watch.stopped, statistics=False):
            self._report(run, report)
            if monotonic() >= self._next_page_at or self.wanted != self.shown:
                self.make_pages()
            while self.paused.is_set() and not self.watch.stopped:
                if self.wanted != self.shown:
                    self.make_pages()
                sleep(PAUSE_SECONDS)
        if run.last is not None:
            self._next_measure_at = 0.0
            self._report(run, run.last)  # again with the mistakes at the end
            self.make_pages()

    def _measure_result(self, run: TrainingRun, earlier: Path | None) -> None:
        """Measures the complete run, and plays its match."""
        measured = []
        for opponent, seats in run.measure().items():
            results = [f"{seat} {' / '.join(map(str, result))}" for seat, result in seats.items()]
            measured.append(f"Against {opponent}, won / drawn / lost: {', '.join(results)}")
        if run.last is not None and run.learner.rules == STANDARD:
            self._play_match(run, earlier)
            self._compare_depths(run)
        self.match_result = "\n".join(filter(None, (self.match_result, *measured)))

    def make_pages(self) -> Pages | None:
        """Makes the wanted page from what has been learned so far; called between steps of the learner."""
        wanted = self.wanted
        self.shown = wanted
        if wanted is None or self.run is None:
            return None
        started = monotonic()
        name, position = wanted
        learner = self.run.learner
        try:
            here = position if position.rules == learner.rules else None
            self.pages = pages_of(learner.evaluator(), name, here)
        except C4Error as error:
            self.pages = Pages((), str(error))
        self._next_page_at = monotonic() + max(PAGE_SECONDS, REST_FACTOR * (monotonic() - started))
        return self.pages

    def _report(self, run: TrainingRun, report: Progress) -> None:
        """Passes a report on, every few seconds with the mistakes of what has been learned."""
        figures = run.learner.in_words(report.figures)
        if monotonic() >= self._next_measure_at and not self.watch.stopped:
            figures |= self._mistakes(run)
        self.reports.append(report._replace(figures=figures))

    def _mistakes(self, run: TrainingRun) -> dict[str, Any]:
        from c4.arena.suites import mistakes_by_ply

        started = monotonic()
        self._next_measure_at = float("inf")
        try:
            evaluator = run.learner.evaluator()
            if evaluator is None:
                return {}
            wrong = mistakes_by_ply(evaluator, watch=self.watch)
        except (C4Error, Stopped):  # a board without solved positions, or the run is to end
            return {}
        self._next_measure_at = monotonic() + max(MEASURE_SECONDS, REST_FACTOR * (monotonic() - started))
        by_ply = [percent([mistake for ply, mistake in wrong if ply in band]) for band in BANDS]
        return {MISTAKES: percent([mistake for _, mistake in wrong]), BY_PLY: by_ply}

    def _play_match(self, run: TrainingRun, earlier: Path | None) -> None:
        """Plays a match against the earlier model, or the built-in one, by the values alone."""
        from visualizer.training.end_of_training import duel

        if earlier is None and run.path.resolve().parent == models.SAVED_MODELS.resolve():
            return
        opponent = "the built-in model" if earlier is None else "the earlier model"
        self.messages.append(f"A match against {opponent}...")
        old = None if earlier is None else str(earlier)
        name = run.learner.name
        try:
            result = duel(player(name, str(run.path)), player(name, old), lambda: self.watch.stopped)
        except C4Error as error:
            self.match_result = f"No match against {opponent}: {error}"
        else:
            self.match_result = "" if result is None else f"Against {opponent}: {result.in_words()}"

    def _compare_depths(self, run: TrainingRun) -> None:
        """Measures the model without search and with searches."""
        from c4.arena.depths import kept_by_depth, sentence
        from visualizer.training.end_of_training import TEST_DEPTHS

        name = run.learner.name
        if name not in evaluators.EVALUATORS:
            return
        self.messages.append("Searching with the new model...")
        try:
            self.by_depth = tuple(kept_by_depth(name, str(run.path), TEST_DEPTHS, watch=self.watch))
        except (C4Error, Stopped):  # a path that no text of an agent can hold, or the run is to end
            return
        self.match_result = "\n".join(filter(None, (self.match_result, f"{sentence(self.by_depth)}.")))

    # -- what becomes of the new model --------------------------------------------------------------------------------

    def discard(self) -> str:
        """Restores the model from before the run.  Returns a sentence; raises C4Error, and can then be called again."""
        with self._own_model() as path:
            self._restore(path)
        back = "the earlier model is back" if self.before else "there was no earlier model"
        return f"Discarded: {back}"

    def keep_both(self) -> str:
        """Saves the new model under a free name and restores the earlier one.

        Returns a sentence; raises C4Error, and can then be called again.
        """
        with self._own_model() as path:
            if self._kept is None:
                self._kept = free_name(path)
            move_model(path, self._kept)
            self._restore(path)
        return f"The new model is {self._kept}. To play with it: menu File, Play with a model file"

    @contextmanager
    def _own_model(self) -> Iterator[Path]:
        """The model's path, while no other program trains it.  Raises C4Error unless the files are those of this run."""
        assert self.run is not None
        path = self.run.path
        with locks.locked(path, "trained"):
            if stamps_of(path) != self.after:
                raise C4Error(f"{path} was changed by another program after this training, so it stays as it is")
            try:
                yield path
            finally:
                self.after = stamps_of(path)  # if a part of this failed, it can be repeated

    def _restore(self, path: Path) -> None:
        """Puts the files of the earlier model back."""
        for part in model_files(path):
            if part not in self.before:
                remove(part)
        for part, content in self.before.items():
            storage.write_bytes(part, content)


def percent(mistakes: list[bool]) -> float:
    """The share of mistakes, in per cent."""
    return round(100 * fmean(mistakes), 1)


def model_files(path: Path) -> list[Path]:
    """The files of a model that exist: the model, and its best state so far."""
    return [part for part in (path, models.best_path(path)) if part.is_file()]


def stamps_of(path: Path) -> dict[Path, storage.Stamp | None]:
    """The stamps of the files of a model."""
    return {part: storage.stamp(part) for part in model_files(path)}


def copy_model(path: Path, folder: Path) -> Path | None:
    """A copy of a model in a folder; None if there is no such file."""
    if not path.exists():
        return None
    for part in model_files(path):
        shutil.copy(part, folder / part.name)
    return folder / path.name


def free_name(path: Path) -> Path:
    """A name of no file, like that of a model: "mine-2.json"."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())


def move_model(path: Path, new: Path) -> None:
    """Gives the files of a model that are still there another name.  Raises C4Error."""
    for part, other in ((path, new), (models.best_path(path), models.best_path(new))):
        if not part.is_file():
            continue
        try:
            part.replace(other)
        except OSError as error:
            raise C4Error(f"{part} cannot be renamed: {error.strerror or error}") from None


def remove(path: Path) -> None:
    """Removes a file.  Raises C4Error."""
    try:
        path.unlink()
    except OSError as error:
        raise C4Error(f"{path} cannot be removed: {error.strerror or error}") from None


def player(learner: str, model: str | None) -> Specification:
    """A player by the values of a model and nothing else: the learner's own agent, or the greedy one."""
    if learner in AGENTS:
        return Specification(learner, Limits(model=model))
    return Specification("greedy", Limits(evaluator=learner, model=model))
