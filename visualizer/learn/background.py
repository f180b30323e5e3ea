"""A training run in a thread, as the training window sees it: reports, pages of weights, mistakes.  Draws nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from threading import Event
from time import monotonic, sleep
from typing import Any

from c4.agents.specification import find_opponent
from c4.evaluators.pages import Page
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.learning.loop import Progress
from c4.learning.run import TrainingRun
from c4.search.watch import Watch
from visualizer.learn.curves import MISTAKES

MEASURE_SECONDS = 3.0
"""How often mistakes are measured while it trains; never more than a tenth of the time goes into it."""

PAGE_SECONDS = 0.3
"""How often the weights are shown anew while it trains; never more than a tenth of the time goes into it."""


class Background:
    """Goes through one run in the thread that calls `work`; everything else may be looked at from the window's thread.

    said, reports, lines   what happened since they were emptied: sentences, Progress, lines of statistics
    looking                (page, position) that is looked at ("" for the first page), None while nobody looks
    pages, page            the pages there are, and the newest one, or the sentence that says why there is none
    """

    def __init__(self, name: str, given: Mapping[str, Any]) -> None:
        self.name, self._given = name, given
        self.watch, self.paused = Watch(), Event()
        self.run: TrainingRun | None = None
        self.said: deque[str] = deque()
        self.reports: deque[Progress] = deque()
        self.lines: deque[str] = deque()
        self.looking: tuple[str, Position] | None = None
        self.pages: tuple[str, ...] = ()
        self.page: Page | str | None = None
        self._looked: tuple[str, Position] | None = None
        self._page_at = self._measure_at = 0.0

    def work(self, watch: Watch) -> str:
        """Trains until the end or until `watch` says stop; a sentence that says what came of it.  Raises C4Error."""
        self.watch = watch
        run = TrainingRun(self.name, self._given, find_opponent)
        self.said.append(run.opening)
        self.run = run
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
            self._report(run, run.last._replace(lines=()))  # with the mistakes at the end
            self.look()
        measured = run.measure() if run.complete else {}
        for opponent, seats in measured.items():
            games = ", ".join(f"{seat} {' / '.join(map(str, found))}" for seat, found in seats.items())
            self.lines.append(f"against {opponent}, won / drawn / lost: {games}")
        exported = run.export()
        ended = "done; saved in" if run.complete else "stopped; everything learned is saved in"
        return f"{ended} {run.path}" + (f"; {exported}" if exported else "")

    def look(self) -> None:
        """Puts the page together that is looked at, of what the learner has learned so far; not while it learns."""
        self._looked = looking = self.looking
        if looking is None or self.run is None:
            return
        started, (name, position), learner = monotonic(), looking, self.run.learner
        try:
            evaluator = learner.evaluator()
            self.pages = () if evaluator is None else evaluator.page_names()
            if evaluator is None or not self.pages:
                self.page = f"the {learner.name} learner has no weights to be drawn: it remembers"
            else:
                here = position if position.rules == learner.rules else None
                self.page = evaluator.page(name if name in self.pages else self.pages[0], here)
        except C4Error as error:
            self.page = str(error)
        self._page_at = monotonic() + max(PAGE_SECONDS, 10 * (monotonic() - started))

    def _report(self, run: TrainingRun, report: Progress) -> None:
        """Passes a report on: its lines, its figures in words, and every few seconds the mistakes of what was learned."""
        self.lines.extend(report.lines)
        figures = run.learner.in_words(report.figures)
        if monotonic() >= self._measure_at:
            figures |= self._mistakes(run)
        self.reports.append(report._replace(figures=figures))

    def _mistakes(self, run: TrainingRun) -> dict[str, float]:
        from c4.arena.glance import mistakes

        started = monotonic()
        try:
            evaluator = run.learner.evaluator()
            found = {} if evaluator is None else {MISTAKES: round(100 * mistakes(evaluator).value, 1)}
        except C4Error:  # a board of which nothing is known
            found = {}
        self._measure_at = monotonic() + max(MEASURE_SECONDS, 10 * (monotonic() - started)) if found else float("inf")
        return found
