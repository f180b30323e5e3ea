"""The engine as an agent: with a time limit it searches, then tries to prove."""

from __future__ import annotations

from dataclasses import replace
from threading import Timer
from time import perf_counter
from typing import TYPE_CHECKING

from c4 import evaluators
from c4.agents.base import require_moves
from c4.agents.limits import Limits
from c4.engine.deepening import search
from c4.engine.record import ROW_BUDGET
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.game.values import WIN_FLOOR
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.text import pluralise

if TYPE_CHECKING:
    from c4.solver.prover import Proved, Prover  # brings kernels that only a search with a time needs

SEARCH_SHARE = 0.4
"""The share of a move's time for the search; the rest goes into proofs."""

LEAST_PROOF_SECONDS = 0.001
"""The time for proofs, if the search has taken all."""


class Engine:
    """Searches as deep as `limits.time_ms` and `limits.nodes` allow; with neither, `limits.depth` plies.

    With a time limit, if the first line wins, most of the time goes into proving which columns win, in the order of the
    search; unfinished proofs help with the next move.  Columns proved worse are not played.  No book is used.
    """

    def __init__(self) -> None:
        self._prover: Prover | None = None

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        evaluator = evaluators.load(limits.evaluator, limits.model)
        search_ms = limits.time_ms
        prover = None
        if limits.time_ms is not None and limits.nodes is None and position.rules.scoring == FIRST_LINE:
            prover = self._prover_for(position.rules)  # loads, or compiles, the solver: before the clock starts
            search_ms = SEARCH_SHARE * limits.time_ms
        is_limited = limits.time_ms is not None or limits.nodes is not None
        started = perf_counter()
        watch = watch or Watch()
        decision = search(
            position,
            evaluator,
            depth=None if is_limited else limits.depth,
            nodes=limits.nodes,
            options=limits.options,
            time_ms=search_ms,
            move_order=limits.move_order,
            budget=ROW_BUDGET,
            watch=watch,
        )
        if decision.column is None:
            return decision
        line = " ".join(format_columns(decision.principal_variation))
        reason = f"best at depth {decision.depth}, {pluralise(decision.nodes, 'node')}; best line {line}"
        decision = replace(decision, reason=reason)
        if prover is None or decision.value is None or abs(decision.value.points) >= WIN_FLOOR:
            return decision
        columns = columns_by_value(decision, position)
        assert limits.time_ms is not None, "only then is there a prover"
        seconds_left = limits.time_ms / 1000 - (perf_counter() - started)
        known = prove(prover, position, columns, max(LEAST_PROOF_SECONDS, seconds_left), watch)
        decision = with_proofs(decision, columns, known)
        return replace(decision, seconds=perf_counter() - started)

    def _prover_for(self, rules: Rules) -> Prover:
        """The prover of this game, a new one for another board."""
        if self._prover is None or self._prover.rules != rules:
            from c4.solver.prover import Prover

            self._prover = Prover(rules)
        return self._prover


def prove(
    prover: Prover, position: Position, columns: tuple[int, ...], seconds: float, watch: Watch
) -> dict[int, Proved]:
    """What is proved of each column within so many seconds; see `Prover.prove`."""
    proof_watch = watch.part()
    timer = Timer(seconds, proof_watch.stop)
    timer.start()
    try:
        return prover.prove(position, columns, proof_watch)
    finally:
        timer.cancel()


def with_proofs(decision: Decision, columns: tuple[int, ...], known: dict[int, Proved]) -> Decision:
    """The decision of a search, with another column if the search's column was proved to be worse.

    `columns` are the legal ones, those the search prefers first; `known` has what is proved of each.
    """
    reachable = max(result.highest for result in known.values())
    is_proved = reachable == max(result.lowest for result in known.values())
    if is_proved:
        best = [column for column in columns if known[column].lowest == reachable]
    else:
        best = [column for column in columns if known[column].highest == reachable]
    column = best[0]
    why = "proved to keep the result" if is_proved else "the search's choice was proved to be worse"
    if column != decision.column:
        assert decision.column is not None, "the search has chosen a column"
        return replace(
            decision,
            column=column,
            value=decision.columns.get(column),
            principal_variation=(column,),
            reason=f"{why}; the search would have played {decision.column + 1}",
        )
    if is_proved:
        return replace(decision, reason=f"{why}; {decision.reason}")
    return decision


def columns_by_value(decision: Decision, position: Position) -> tuple[int, ...]:
    """The legal columns: the search's choice first, then by its values, then by distance from the middle."""

    def rank(column: int) -> tuple[bool, int, int]:
        value = decision.columns.get(column)
        points = -WIN_FLOOR if value is None else value.points
        is_other = column != decision.column
        return is_other, -points, position.rules.centre_first.index(column)

    return tuple(sorted(position.legal_columns(), key=rank))
