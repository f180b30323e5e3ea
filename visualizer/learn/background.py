"""A training run in a thread, with what the training window shows of it: reports, weights, mistakes.  Draws nothing."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from time import monotonic, sleep
from typing import Any
from weakref import finalize

from c4 import models
from c4.agents import AGENTS, Limits
from c4.agents.specification import Specification, find_opponent
from c4.evaluators.pages import Page
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error
from c4.learning.loop import Progress
from c4.learning.run import TrainingRun
from c4.search.watch import Stopped, Watch
from visualizer.learn.curves import MISTAKES

MEASURE_SECONDS = 3.0
"""Seconds between measurements of mistakes, which take at most a tenth of the time."""

PAGE_SECONDS = 0.3
"""Seconds between updates of the weights, which take at most a tenth of the time."""


class Background:
    """One run, in the thread that calls `work`; the window's thread may read everything else.

    versus                 the result of the match against the model there was before, "" while there is none
    offered, matching      whom what was learned until a stop may meet ("the earlier model", or ""); whether it does
    said, reports, lines   news since they were last emptied: sentences, Progress, lines of statistics
    looking                the (page, position) shown by the window ("" is the first page); None while it shows none
    pages, page            the names of the pages, and the newest page, or a sentence why there is none
    """

    def __init__(self, name: str, given: Mapping[str, Any], before: Background | None = None) -> None:
        """`before` is the run before this one in the same thread: how it failed, should it have, is said here."""
        self.name, self._given = name, given
        self.watch, self.paused = Watch(), Event()
        self._ended = False  # before the run could begin
        self.versus = self.offered = ""
        self.matching = False
        self._earlier: Path | None = None
        self._forgotten = False
        self._remove: Callable[[], object] = lambda: None
        self.run: TrainingRun | None = None
        self.failure = ""
        self._before = before
        self.said: deque[str] = deque()
        self.reports: deque[Progress] = deque()
        self.lines: deque[str] = deque()
        self.looking: tuple[str, Position] | None = None
        self.pages: tuple[str, ...] = ()
        self.page: Page | str | None = None
        self._looked: tuple[str, Position] | None = None
        self._page_at = self._measure_at = 0.0

    def work(self, watch: Watch) -> str:
        """Trains to the end or until `watch` stops it; returns a sentence about the result.  Raises C4Error."""
        self.watch, watch.unsaved = watch, self._unsaved
        before, self._before = self._before, None
        if before is not None and before.failure:
            self.lines.append(f"The run before this one: {before.failure}")
        if self._ended:
            watch.stop()
        try:
            return self._work()
        except C4Error as error:
            self.failure = str(error)
            raise

    def _unsaved(self) -> bool:
        run = self.run
        return run is not None and (not run.order.episodes or run.learner.episodes != run.before["episodes"])

    def _work(self) -> str:
        run = TrainingRun(self.name, self._given, find_opponent)
        self.said.append(run.opening)
        run.learner.watch = self.watch
        self.run = run
        folder = mkdtemp(prefix="connect4-")
        self._remove = finalize(self, shutil.rmtree, folder, ignore_errors=True)
        try:
            self._earlier = kept(run.path, Path(folder))
            return self._train(run)
        finally:
            if self._forgotten or not self.offered:
                self._remove()

    def forget(self) -> None:
        """Removes the copy of the model there was before: nobody will ask for a match."""
        self._forgotten = True
        self._remove()

    def _train(self, run: TrainingRun) -> str:
        """Trains, and plays against the model there was before."""
        for report in run.reports(lambda: self.watch.stopped):
            self._report(run, report)
            if monotonic() >= self._page_at or self.looking != self._looked:
                self.look()
            while self.paused.is_set() and not self.watch.stopped:
                if self.looking != self._looked:
                    self.look()
                sleep(0.05)
        if run.last is not None:
            self._measure_at = 0.0
            self._report(run, run.last._replace(lines=()))  # once more with the mistakes at the end
            self.look()
        measured = run.measure() if run.complete and not self.watch.stopped else {}
        for opponent, seats in measured.items():
            games = ", ".join(f"{seat} {' / '.join(map(str, found))}" for seat, found in seats.items())
            self.lines.append(f"against {opponent}, won / drawn / lost: {games}")
        if run.last is not None:
            self.offered = self._opponent(run)
            if self.offered and not self.watch.stopped:
                self._compare(run)
        exported = run.export()
        if run.last is None and not run.complete:
            return "Stopped before the first game"
        ended = "Done; saved in" if run.complete else "Stopped; everything learned so far is saved in"
        return f"{ended} {run.path}" + (f"; {exported}" if exported else "")

    def _opponent(self, run: TrainingRun) -> str:
        """Whom what was learned is compared with; "" where that is nobody."""
        if run.learner.rules != STANDARD:
            return ""
        if self._earlier is not None:
            return "the earlier model"
        return "" if Path(run.path).resolve().parent == models.SAVED_MODELS.resolve() else "the built-in model"

    def _compare(self, run: TrainingRun) -> None:
        """Plays a match against the model there was before, with the values alone."""
        from c4.arena.duel import duel

        whom = self.offered
        self.said.append(f"A match against {whom}...")
        old = None if self._earlier is None else str(self._earlier)
        try:
            name = run.learner.name
            found = duel(player(name, str(run.path)), player(name, old), lambda: self.watch.stopped)
        except C4Error as error:
            self.versus, self.offered = f"No match against {whom}: {error}", ""
            return
        if found is not None:
            self.versus, self.offered = f"Against {whom}: {found.in_words()}", ""

    def match(self) -> Callable[[Watch], str]:
        """Readies the match that is offered after a stop; returns the work for the thread, which says how it ended."""
        self._ended, self.matching = False, True
        self.paused.clear()
        return self._match

    def _match(self, watch: Watch) -> str:
        assert self.run is not None
        self.watch = watch
        if self._ended:
            watch.stop()
        self._compare(self.run)
        self.matching = False
        return "The match was stopped before its first game" if self.offered else "The match has ended"

    @property
    def learning(self) -> bool:
        """Whether it goes on, as far as anybody wants; after a stop the model has yet to be saved."""
        return not self._ended

    @property
    def behind(self) -> bool:
        """Whether another page is looked at than the newest one."""
        return self.looking not in (None, self._looked)

    def stop(self) -> None:
        """Ends the run, also one that has yet to begin; what was learned is saved."""
        self._ended = True
        self.watch.stop()

    def look(self) -> None:
        """Makes the shown page from what has been learned so far; called between steps of the learner."""
        self._looked = looking = self.looking
        if looking is None or self.run is None:
            return
        started, (name, position), learner = monotonic(), looking, self.run.learner
        try:
            evaluator = learner.evaluator()
            self.pages = () if evaluator is None else evaluator.page_names()
            if evaluator is None or not self.pages:
                self.page = f"the {learner.name} learner has no weights to draw: it remembers games"
            else:
                here = position if position.rules == learner.rules else None
                self.page = evaluator.page(name if name in self.pages else self.pages[0], here)
        except C4Error as error:
            self.page = str(error)
        self._page_at = monotonic() + max(PAGE_SECONDS, 10 * (monotonic() - started))

    def _report(self, run: TrainingRun, report: Progress) -> None:
        """Passes a report on, every few seconds with the mistakes of what has been learned."""
        self.lines.extend(report.lines)
        figures = run.learner.in_words(report.figures)
        if monotonic() >= self._measure_at and not self.watch.stopped:
            figures |= self._mistakes(run)
        self.reports.append(report._replace(figures=figures))

    def _mistakes(self, run: TrainingRun) -> dict[str, float]:
        from c4.arena.glance import mistakes

        started = monotonic()
        try:
            evaluator = run.learner.evaluator()
            found = {} if evaluator is None else {MISTAKES: round(100 * mistakes(evaluator, watch=self.watch).value, 1)}
        except (C4Error, Stopped):  # a board without solved positions, or somebody waits for the end
            found = {}
        self._measure_at = monotonic() + max(MEASURE_SECONDS, 10 * (monotonic() - started)) if found else float("inf")
        return found


def kept(path: Path, folder: Path) -> Path | None:
    """A copy of a model file in a folder, with the files that belong to it; None if there is no such file."""
    if not path.exists():
        return None
    for part in path.parent.glob(f"{path.stem}*"):
        if part.is_file():
            shutil.copy(part, folder / part.name)
    return folder / path.name


def player(learner: str, model: str | None) -> Specification:
    """Who plays with the values of a model and nothing else: the learner's own agent, or the greedy one."""
    if learner in AGENTS:
        return Specification(learner, Limits(model=model))
    return Specification("greedy", Limits(evaluator=learner, model=model))
