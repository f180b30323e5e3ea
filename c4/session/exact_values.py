"""Judge: asks book and solver about every position that comes on the board, in a thread of its own.  Plain Python; the solver when it works."""

from __future__ import annotations

from concurrent.futures import Future

from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import Value, exact_value
from c4.search.watch import Watch
from c4.session.worker import Worker


class Judge:
    """Looks at one position at a time while it is `on`; `known` tells what it has found."""

    def __init__(self) -> None:
        self.on = False
        self._worker = Worker("judge")
        self._looked: tuple[Position | None, dict[int, Value]] = (None, {})
        self._table = None

    def look(self, position: Position) -> None:
        """Turns to a position; there is nothing to know where lines are counted, or when the game is over."""
        self._worker.drop()
        if not self.on or position.rules.scoring != FIRST_LINE or position.outcome() is not None:
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
        """What is known by now of the columns of a position, and whether that is all there is to know."""
        looked, known = self._looked
        if not self.on or looked != position:
            return {}, False
        return dict(sorted(known.copy().items())), not self._worker.busy

    def answer(self) -> Future | None:
        """The future of work that has ended, once; its error is the judge's."""
        return self._worker.answer()

    def close(self) -> None:
        self._worker.close()
