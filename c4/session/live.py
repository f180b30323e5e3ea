"""Live: computes the value of every column of the position on the board, in a thread of its own.  Plain Python.

session.switch_live("search")
session.live.look(...)  # the session does this whenever the board changes
session.live.known(session.position).columns[3].value
"""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, perf_counter
from typing import NamedTuple

from c4.agents import Limits
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.game.values import EXACT as EXACTLY
from c4.search.watch import Watch
from c4.session.columns import EXACT, LEARNED, SEARCH, SECONDS, SOURCES, News, can_be_asked, learned_name
from c4.session.settings import Settings
from c4.session.worker import Worker

REFRESH_SECONDS = 0.08
"""Values change some twelve times a second at most."""


class Known(NamedTuple):
    """The known values of a position's columns (from 0); `share` is the part of its time that a search has
    used, or of the columns that are solved; `nodes` are those that a search has visited so far.
    """

    columns: dict[int, News]
    complete: bool = False
    share: float | None = None
    nodes: int = 0


NOTHING = Known({})


class Live:
    """Looks at one position at a time while it has a source; `known` returns what was found."""

    def __init__(self) -> None:
        self.source: str | None = None
        self.seconds = SECONDS
        """How long a search of one position goes on; holds from the next position on."""
        self._worker: Worker[None] = Worker("live values")
        self._asked: tuple[str, Position, Limits] | None = None
        self._found: dict[int, News] = {}
        self._finished = False
        self._since = 0.0
        self._told: tuple[float, Known] = 0.0, NOTHING

    def switch(self, source: str | None) -> None:
        """Chooses where values come from, None for nowhere.  Raises C4Error for an unknown source."""
        if source is not None and source not in SOURCES:
            raise C4Error(f"unknown source of values {source!r}: choose {', '.join(SOURCES)}")
        self.source = source
        self._drop()

    def _drop(self) -> None:
        self._worker.drop()
        self._asked, self._found, self._told = None, {}, (0.0, NOTHING)
        self._finished = False

    def look(self, position: Position, over: bool, settings: Settings, idle: bool) -> None:
        """Turns to a position, unless it is already at work on it; nothing is computed when the game is `over`.

        `idle` says that no machine is thinking; a search waits for that.
        """
        source = self.source
        if source is None or over or not can_be_asked(source, position):
            self._drop()
            return
        name = learned_name(settings.limits) if source == LEARNED else settings.limits.evaluator
        limits = replace(settings.limits, model=settings.models.get(name))
        if source == SEARCH and not idle:
            if self._asked is None or self._asked[1] != position:
                self._drop()
            self._worker.drop()
            return
        asked = source, position, limits
        if asked == self._asked and (self._worker.busy or self._finished):
            return
        self._drop()
        found: dict[int, News] = {}
        seconds = self.seconds
        self._asked, self._found, self._since = asked, found, perf_counter()

        def work(watch: Watch) -> None:
            for news in SOURCES[source](position, limits, watch, seconds):
                found[news.column] = news

        self._worker.ask(work)

    @property
    def busy(self) -> bool:
        """Whether it is still at work."""
        return self._worker.busy

    def known(self, position: Position) -> Known:
        """What is known of a position; unless complete, unchanged for `REFRESH_SECONDS`."""
        if self._asked is None or self._asked[1] != position:
            return NOTHING
        at, told = self._told
        now, busy = monotonic(), self._worker.busy
        if busy and told.columns and now - at < REFRESH_SECONDS:
            return told
        found = dict(sorted(self._found.copy().items()))
        exact = self._asked[0] == EXACT and all(news.value.bound == EXACTLY for news in found.values())
        complete = not busy or (exact and len(found) == len(position.legal_columns()))
        share, nodes = None, 0
        if busy and self._asked[0] == SEARCH:
            nodes = self._worker.watch.nodes()
            if nodes:
                share = min(1.0, (perf_counter() - self._since) / self.seconds)
            else:  # its kernels are still being compiled
                self._since = perf_counter()
        if busy and self._asked[0] == EXACT:
            share = sum(news.value.bound == EXACTLY for news in found.values()) / len(position.legal_columns())
        due = max(at + REFRESH_SECONDS, now - REFRESH_SECONDS)  # looks that come late do not make it slower
        self._told = due, Known(found, complete, share, nodes)
        return self._told[1]

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
