"""The engine as an agent: within a time it searches, then it tries to know.  Imports compiled search and prover."""

from __future__ import annotations

from dataclasses import replace
from threading import Timer
from time import perf_counter

from c4 import evaluators
from c4.agents import Limits, require_moves
from c4.engine.deepening import search
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, count
from c4.game.values import WIN_FLOOR
from c4.search.decision import Decision
from c4.search.watch import Watch

ROW_BUDGET = 100_000
"""Rows recorded a move: enough to look at, and little beside the search itself."""

OPINION = 0.4
"""The part of a move's time in which the search forms an opinion; the rest goes into proving it, or better."""


class Engine:
    """Searches as deep as `limits.time_ms` and `limits.nodes` allow; with neither, `limits.depth` plies.

    With a time, and where the first line wins, most of it goes into proving which columns win, in the order the search believes in;
    what is learned in vain is kept for the next move.  Columns proved to be worse are not played.  Nothing comes from a book.
    """

    def __init__(self) -> None:
        self._prover = None

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        proving = limits.time_ms is not None and limits.nodes is None and position.rules.scoring == FIRST_LINE
        evaluator = evaluators.load(limits.evaluator, limits.model)
        if proving and (self._prover is None or self._prover.rules != position.rules):
            from c4.solver.prover import Prover  # loads, or compiles, the solver: before the clock starts

            self._prover = Prover(position.rules)
        started, watch = perf_counter(), watch or Watch()
        time_ms = limits.time_ms
        found = search(
            position,
            evaluator,
            depth=limits.depth if limits.time_ms is None and limits.nodes is None else None,
            nodes=limits.nodes,
            time_ms=OPINION * time_ms if proving else time_ms,
            move_order=limits.move_order,
            budget=ROW_BUDGET,
            watch=watch,
        )
        if found.column is None:
            return found
        line = format_columns(found.principal_variation)
        reason = f"best after {count(found.depth, 'ply', 'plies')}, {found.nodes:,} nodes; expects {line}"
        if not proving or abs(found.value.points) >= WIN_FLOOR:
            return replace(found, reason=reason)
        columns = by_opinion(found, position)
        known = self._prove(position, columns, max(0.001, time_ms / 1000 - (perf_counter() - started)), watch)
        hope = max(upper for _, upper in known.values())
        proved = hope == max(lower for lower, _ in known.values())
        column = next(column for column in columns if known[column][0 if proved else 1] == hope)
        why = "proved to be best for win, draw or loss" if proved else "the search's own choice is proved to be worse"
        if column != found.column:
            reason = f"{why}; the search would play {found.column + 1}"
            found = replace(found, column=column, value=found.columns.get(column), principal_variation=(column,))
        elif proved:
            reason = f"{why}; {reason}"
        return replace(found, reason=reason, seconds=perf_counter() - started)

    def _prove(
        self, position: Position, columns: tuple[int, ...], seconds: float, watch: Watch
    ) -> dict[int, tuple[int, int]]:
        """What can be proved of the columns' results in so many seconds."""
        part = watch.part()
        clock = Timer(seconds, part.stop)
        clock.start()
        try:
            return self._prover.prove(position, columns, part)
        finally:
            clock.cancel()


def by_opinion(found: Decision, position: Position) -> tuple[int, ...]:
    """The legal columns, the one the search would play first, then those it thinks more of, then the nearer to the middle."""

    def rank(column: int) -> tuple:
        value = found.columns.get(column)
        return (
            column != found.column,
            -(value.points if value is not None else -WIN_FLOOR),
            position.rules.centre_first.index(column),
        )

    return tuple(sorted(position.legal_columns(), key=rank))
