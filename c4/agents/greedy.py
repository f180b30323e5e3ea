"""Greedy: depth 0, the move with the best afterstate by its evaluator.  Imports the compiled choice."""

from __future__ import annotations

from time import perf_counter

from c4 import evaluators
from c4.agents import Limits, require_moves
from c4.game.position import Position
from c4.game.values import EXACT, WIN, Value
from c4.search.decision import Decision
from c4.search.one_ply import LOSES, WINS, choose
from c4.search.watch import Watch


class Greedy:
    """Takes a win; otherwise the best value by `limits.evaluator` among the moves that do not let the opponent win at
    once, if there are any.

    Of equal moves the one nearest to the middle (or the first in `limits.move_order`).  The same move every time.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        started = perf_counter()
        evaluator = evaluators.load(limits.evaluator, limits.model)
        column, found = choose(position, evaluator, limits.move_order)
        ends = {WINS: WIN - position.ply - 1, LOSES: position.ply + 2 - WIN}
        values = {column: Value(ends.get(kind, points), EXACT) for column, (kind, points) in found.items()}
        kind, points = found[column]
        says = {WINS: "it wins at once", LOSES: "every column lets the opponent win at once"}
        reason = says.get(
            kind,
            f"the best position after its move by {evaluator.label}: {evaluator.told(points)}",
        )
        return Decision(
            column,
            values[column],
            values,
            (column,),
            nodes=len(found),
            seconds=perf_counter() - started,
            reason=reason,
            estimate=f"{evaluator.label} after each move, without search",
            scale=evaluator.scale,
        )
