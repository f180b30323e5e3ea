"""What threads find out about the position on the board: live column values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Timer
from time import monotonic, perf_counter
from typing import NamedTuple

from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.position import Position
from c4.game.values import EXACT as EXACTLY
from c4.game.values import WIN, Value, exact_value
from c4.search.watch import Watch
from c4.session.settings import EXACT, LEARNED, SEARCH, Settings
from c4.session.worker import Worker

SECONDS = 10.0
"""How long a search of one position goes on, unless another limit is chosen."""

AHEAD = 8
"""The plies of the line that a learned evaluator shows."""

LEARNED_BEST = "taught"
"""The learned evaluator used if a hand-made one is set."""


class News(NamedTuple):
    """A column (from 0), its value for the side to move, and best play from the column on.

    `depth` is how many plies were searched, 0 for none; `scale` the points in one unit.
    """

    column: int
    value: Value
    line: tuple[int, ...]
    depth: int = 0
    scale: int = 1


def by_search(position: Position, limits: Limits, watch: Watch, seconds: float = SECONDS) -> Iterator[News]:
    """Values of the engine with the current evaluator, two plies deeper at a time, for so many seconds."""
    from c4 import evaluators
    from c4.engine.analysis import deepen

    evaluator = evaluators.load(limits.evaluator, limits.model)
    for values in deepen(position, evaluator, time_ms=1000 * seconds, watch=watch, options=limits.options):
        yield News(*values, evaluator.scale)


def by_learned(position: Position, limits: Limits, watch: Watch, seconds: float = SECONDS) -> Iterator[News]:
    """A learned evaluator's value of the position after each column, and the line it would play."""
    from c4 import evaluators

    evaluator = evaluators.load(learned_name(limits), limits.model)

    def after(start: Position, column: int) -> int:
        child = start.play(column)
        side = start.to_move
        outcome = child.outcome()
        if outcome is None:
            return evaluator.evaluate(child, side)
        return 0 if outcome.winner is None else WIN - child.ply

    for column in position.legal_columns():
        line = [column]
        place = position.play(column)
        while len(line) < AHEAD and place.outcome() is None and not watch.stopped:
            line.append(max(place.legal_columns(), key=lambda reply: after(place, reply)))
            place = place.play(line[-1])
        if watch.stopped:
            return
        yield News(column, Value(after(position, column), EXACTLY), tuple(line), 0, evaluator.scale)


def by_solver(position: Position, limits: Limits, watch: Watch, seconds: float = SECONDS) -> Iterator[News]:
    """Exact values from book and solver; bounds tighten while it works, and then lines follow, for so many seconds."""
    from c4.exact.scores import principal_variation, stream_columns
    from c4.solver.table import Table

    table = Table()
    known: dict[int, Value] = {}
    for news in stream_columns(position, table=table, watch=watch):
        value = exact_value(news.lower, news.upper, position)
        if value is not None:
            known[news.column] = value
            yield News(news.column, value, (news.column,))
    part = watch.part()
    clock = Timer(seconds, part.stop)
    clock.start()
    try:
        for column, value in known.items():
            line = principal_variation(position.play(column), table=table, watch=part)
            if watch.stopped:
                return
            yield News(column, value, (column, *line))
    finally:
        clock.cancel()


SOURCES: dict[str, Callable[[Position, Limits, Watch, float], Iterator[News]]] = {
    SEARCH: by_search,
    LEARNED: by_learned,
    EXACT: by_solver,
}


def learned_name(limits: Limits) -> str:
    """The learned evaluator to use: the current one, if it is learned."""
    return limits.evaluator if EVALUATORS[limits.evaluator].learned else LEARNED_BEST


def can_be_asked(source: str, position: Position) -> bool:
    """Whether a source knows positions of these rules."""
    return source != EXACT or position.rules.solvable


REFRESH_SECONDS = 0.08
"""Values change some twelve times a second at most."""


class Known(NamedTuple):
    """The known values of a position's columns (from 0); `share` is the part of its time that a search has
    used, or of the columns that are solved; `nodes` are those that a search has visited so far; `stopped` says that
    the work was ended before its time.
    """

    columns: dict[int, News]
    complete: bool = False
    share: float | None = None
    nodes: int = 0
    stopped: bool = False


NOTHING = Known({})


class Request(NamedTuple):
    """What a source was asked."""

    source: str
    position: Position
    limits: Limits


class Live:
    """Looks at one position at a time while it has a source; `known` returns what was found."""

    def __init__(self) -> None:
        self.source: str | None = None
        self.seconds = SECONDS
        """How long a search of one position goes on; holds from the next position on."""
        self._worker: Worker[None] = Worker("live values")
        self._asked: Request | None = None
        self._values: dict[int, News] = {}
        self._finished = False
        self.stopped = False
        """Whether `stop` ended the work on this position."""
        self._since = 0.0
        self._reported = NOTHING
        """What `known` returned last."""
        self._reported_at = 0.0
        """When it last looked."""

    def switch(self, source: str | None) -> None:
        """Chooses where values come from, None for nowhere.  Raises C4Error for an unknown source."""
        if source is not None and source not in SOURCES:
            raise C4Error(f"unknown source of values {source!r}: choose {', '.join(SOURCES)}")
        self.source = source
        self._drop()

    def _drop(self) -> None:
        self._worker.drop()
        self._asked = None
        self._values = {}
        self._reported = NOTHING
        self._reported_at = 0.0
        self._finished = False
        self.stopped = False

    def stop(self) -> None:
        """Ends the work on the position on the board; what is known of it stays, and `switch` goes on."""
        if self.busy:
            self._worker.drop()
            self._finished = True
            self.stopped = True

    def look(self, position: Position, over: bool, settings: Settings, idle: bool) -> None:
        """Turns to a position, unless it is already at work on it; nothing is computed when the game is `over`.

        `idle` says that no agent is thinking; a search waits for that.
        """
        source = self.source
        if source is None or over or not can_be_asked(source, position):
            self._drop()
            return
        name = learned_name(settings) if source == LEARNED else settings.evaluator
        limits = replace(settings.limits, model=settings.models.get(name))
        if source == SEARCH and not idle:
            if self._asked is None or self._asked.position != position:
                self._drop()
            self._worker.drop()
            return
        asked = Request(source, position, limits)
        if asked == self._asked and (self._worker.busy or self._finished):
            return
        self._drop()
        values: dict[int, News] = {}
        seconds = self.seconds
        self._asked = asked
        self._values = values
        self._since = perf_counter()

        def work(watch: Watch) -> None:
            for news in SOURCES[source](position, limits, watch, seconds):
                values[news.column] = news

        self._worker.ask(work)

    @property
    def busy(self) -> bool:
        """Whether it is still at work."""
        return self._worker.busy

    def known(self, position: Position) -> Known:
        """What is known of a position; unless complete, unchanged for `REFRESH_SECONDS`."""
        if self._asked is None or self._asked.position != position:
            return NOTHING
        now = monotonic()
        busy = self._worker.busy
        if busy and self._reported.columns and now - self._reported_at < REFRESH_SECONDS:
            return self._reported
        values = dict(sorted(self._values.copy().items()))
        exactly = sum(news.value.bound == EXACTLY for news in values.values())
        solved = self._asked.source == EXACT and exactly == len(position.legal_columns())
        complete = solved or not (busy or self.stopped)
        share = None
        nodes = 0
        if busy and self._asked.source == SEARCH:
            nodes = self._worker.watch.nodes()
            if nodes:
                share = min(1.0, (perf_counter() - self._since) / self.seconds)
            else:  # its kernels are still being compiled
                self._since = perf_counter()
        if busy and self._asked.source == EXACT:
            share = exactly / len(position.legal_columns())
        # looks that come late do not make it slower
        self._reported_at = max(self._reported_at + REFRESH_SECONDS, now - REFRESH_SECONDS)
        self._reported = Known(values, complete, share, nodes, self.stopped and not complete)
        return self._reported

    def failure(self) -> BaseException | None:
        """The error of the work that has just ended, once."""
        future = self._worker.answer()
        if future is None:
            return None
        self._finished = True
        return future.exception()

    def close(self) -> None:
        """Ends the thread."""
        self._worker.close()
