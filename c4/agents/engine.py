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
    from c4.evaluators.base import Evaluator  # brings numpy
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
        prover = None
        if limits.time_ms is not None and limits.nodes is None and position.rules.scoring == FIRST_LINE:
            prover = self._prover_for(position.rules)  # loads, or compiles, the solver: before the clock starts
        started = perf_counter()
        watch = watch or Watch()
        decision = searched(position, evaluator, limits, watch, leaves_time_for_proofs=prover is not None)
        if prover is None or decision.value is None or abs(decision.value.points) >= WIN_FLOOR:
            return decision
        assert limits.time_ms is not None, "only then is there a prover"
        columns = columns_by_value(decision, position)
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


def searched(
    position: Position, evaluator: Evaluator, limits: Limits, watch: Watch, *, leaves_time_for_proofs: bool
) -> Decision:
    """The decision of the search alone, with its depth and its best line as the reason.

    `leaves_time_for_proofs`: it takes only SEARCH_SHARE of the time.
    """
    time_ms = limits.time_ms
    if time_ms is not None and leaves_time_for_proofs:
        time_ms *= SEARCH_SHARE
    is_limited = limits.time_ms is not None or limits.nodes is not None
    decision = search(
        position,
        evaluator,
        depth=None if is_limited else limits.depth,
        nodes=limits.nodes,
        options=limits.options,
        time_ms=time_ms,
        move_order=limits.move_order,
        budget=ROW_BUDGET,
        watch=watch,
    )
    if decision.column is None:
        return decision
    line = " ".join(format_columns(decision.principal_variation))
    reason = f"best at depth {decision.depth}, {pluralise(decision.nodes, 'node')}; best line {line}"
    return replace(decision, reason=reason)


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
    assert decision.column is not None, "the search has chosen a column"
    reachable = max(result.highest for result in known.values())
    is_proved = reachable == max(result.lowest for result in known.values())
    if is_proved:
        best = [column for column in columns if known[column].lowest == reachable]
        why = "proved to keep the result"
    else:
        best = [column for column in columns if known[column].highest == reachable]
        why = "the search's choice was proved to be worse"
    column = best[0]
    if column != decision.column:
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
