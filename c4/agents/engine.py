"""The engine as an agent: within a time it first tries to know, then it searches.  Imports solver and compiled search."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from threading import Timer
from time import perf_counter

from c4 import evaluators
from c4.agents import Limits, require_moves
from c4.decision import Decision
from c4.notation import format_columns
from c4.position import Position
from c4.rules import FIRST_LINE, count
from c4.search.engine import search
from c4.watch import Watch

ROW_BUDGET = 100_000
"""Rows recorded a move: enough to look at, and little beside the search itself."""

KNOWING = 0.6
"""The part of a move's time that goes into proving that a column wins."""


class Engine:
    """Searches as deep as `limits.time_ms` and `limits.nodes` allow; with neither, `limits.depth` plies.

    With a time, and where the first line wins, the exact solver may first try to prove that a column wins; what it learned in
    vain it keeps for the next move.  Nothing comes from a book.
    """

    def __init__(self) -> None:
        self._table = None

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        proves = limits.time_ms is not None and limits.nodes is None and position.rules.scoring == FIRST_LINE
        if proves and self._table is None:  # before the clock starts: it loads the solver
            from c4.search.transpositions import Table

            import_module("c4.search.solver")
            self._table = Table()
        started, watch = perf_counter(), watch or Watch()
        sure = ()
        if proves:
            sure = self._best_known(position, KNOWING * limits.time_ms / 1000, watch)
            limits = replace(limits, time_ms=max(1.0, limits.time_ms - 1000 * (perf_counter() - started)))
        depth = limits.depth if limits.time_ms is None and limits.nodes is None else None
        found = search(
            position,
            evaluators.load(limits.evaluator, limits.model),
            depth=depth,
            nodes=limits.nodes,
            time_ms=limits.time_ms,
            move_order=limits.move_order,
            budget=ROW_BUDGET,
            watch=watch,
        )
        if found.column is None:
            return found
        line = format_columns(found.principal_variation)
        reason = f"best after {count(found.depth, 'ply', 'plies')}, {found.nodes:,} nodes; expects {line}"
        if sure and found.column not in sure:
            reason = f"proved to be best for win, draw or loss; the search would play {found.column + 1}"
            found = replace(found, column=sure[0], value=found.columns.get(sure[0]), principal_variation=(sure[0],))
        return replace(found, reason=reason)

    def _best_known(self, position: Position, seconds: float, watch: Watch) -> tuple[int, ...]:
        """Columns that are proved to have the best result there is, the middle first; none when the time was too short."""
        from c4.search.solver import sign_of, stream_columns

        part = watch.part()
        clock = Timer(seconds, part.stop)
        clock.start()
        signs: dict[int, int] = {}
        try:
            for news in stream_columns(position, weak=True, table=self._table, watch=part):
                sign = sign_of(news.lower, news.upper)
                if sign is not None:
                    signs[news.column] = sign
                if sign == 1:
                    break
        finally:
            clock.cancel()
        best = max(signs.values(), default=None)
        if best == 1 or len(signs) == len(position.legal_columns()):
            return tuple(column for column in position.rules.centre_first if signs.get(column) == best)
        return ()
