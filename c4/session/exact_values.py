"""Exact values: asks book and solver about every position on the board, in a thread of its own.

Imports nothing heavy before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import Value, exact_value
from c4.search.watch import Watch
from c4.session.worker import Worker

if TYPE_CHECKING:
    from c4.solver.transpositions import Table  # brings numpy


class ExactValues:
    """Solves one position at a time while it is `on`; `known` returns what has been found."""

    def __init__(self) -> None:
        self.on = False
        self._worker: Worker[None] = Worker("exact values")
        self._looked: tuple[Position | None, dict[int, Value]] = (None, {})
        self._table: Table | None = None

    def switch(self, on: bool) -> None:
        """Switches it on or off."""
        self.on = on
        if not on:
            self._worker.drop()

    def look(self, position: Position, over: bool) -> None:
        """Turns to a position; nothing can be known when lines are counted or the game is `over`."""
        self._worker.drop()
        if not self.on or over or position.rules.scoring != FIRST_LINE:
            return
        known: dict[int, Value] = {}
        self._looked = position, known

        def work(watch: Watch) -> None:
            from c4.solver.transpositions import Table
            from c4.truth.exact import stream_columns

            self._table = self._table or Table()
            for news in stream_columns(position, table=self._table, watch=watch):
                value = exact_value(news.lower, news.upper, position)
                if value is not None:
                    known[news.column] = value

        self._worker.ask(work)

    def known(self, position: Position) -> tuple[dict[int, Value], bool]:
        """What is known about the columns (from 0) of a position, and whether it is complete."""
        looked, known = self._looked
        if not self.on or looked != position:
            return {}, False
        return dict(sorted(known.copy().items())), not self._worker.busy

    def failure(self) -> BaseException | None:
        """The error of the work that has just ended, once."""
        future = self._worker.answer()
        return None if future is None else future.exception()

    def close(self) -> None:
        """Ends the thread."""
        self._worker.close()
