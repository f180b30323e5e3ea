"""Agents that search to a fixed depth, greedy, which looks at its own moves only, and three that have no values.

These three are the opponents of reference systems 0 and 1 (docs/reference-systems.md, R0-13 and R1-8), and random moves.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

from c4 import evaluators
from c4.agents.base import chance_of, require_moves
from c4.agents.limits import Limits
from c4.evaluators.base import Evaluator
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.values import EXACT, WIN, Value
from c4.kernels.board import board_of
from c4.kernels.kinds import U
from c4.learning.opponents import FAVOUR, WON, favoured, minimax
from c4.search.decision import Decision
from c4.search.fixed_depth import search
from c4.search.one_ply import LOSES, WINS, choose
from c4.search.watch import Watch
from c4.text import pluralise

DISC_COUNTER_DEPTH = 3
"""How many plies the disc counter looks ahead."""


class Searching:
    """Searches `limits.depth` plies with `limits.evaluator`; the side to move is MAX."""

    algorithm: str

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        evaluator = evaluators.load(limits.evaluator, limits.model)
        decision = search(position, limits.depth, evaluator, self.algorithm, move_order=limits.move_order, watch=watch)
        if decision.column is None:
            return decision
        line = " ".join(format_columns(decision.principal_variation))
        reason = f"best of {pluralise(len(decision.columns), 'column')} at depth {limits.depth}; best line {line}"
        return replace(decision, reason=reason)


class Minimax(Searching):
    """Searches every reply to the full depth."""

    algorithm = "minimax"


class AlphaBeta(Searching):
    """Skips replies that cannot change the result."""

    algorithm = "alphabeta"


class Greedy:
    """Takes a win; otherwise the best value by `limits.evaluator` among the moves that do not let the opponent win at
    once, if there are any.

    Of equal moves the one nearest to the middle (or the first in `limits.move_order`).  The same move every time.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        started = perf_counter()
        evaluator = evaluators.load(limits.evaluator, limits.model)
        column, kinds_and_points = choose(position, evaluator, limits.move_order)
        values = {each: value_of(kind, points, position) for each, (kind, points) in kinds_and_points.items()}
        kind, points = kinds_and_points[column]
        return Decision(
            column=column,
            value=values[column],
            columns=values,
            principal_variation=(column,),
            nodes=len(values),
            seconds=perf_counter() - started,
            reason=reason_of(kind, points, evaluator),
            estimate=f"{evaluator.label} after each move, without search",
            scale=evaluator.scale,
        )


def value_of(kind: int, points: int, position: Position) -> Value:
    """The value of a column of a position, of which `choose` says kind and points."""
    if kind == WINS:
        return Value(WIN - (position.ply + 1), EXACT)
    if kind == LOSES:
        return Value((position.ply + 2) - WIN, EXACT)
    return Value(points, EXACT)


def reason_of(kind: int, points: int, evaluator: Evaluator) -> str:
    """Why greedy plays a column, in words."""
    if kind == WINS:
        return "it wins at once"
    if kind == LOSES:
        return "every column lets the opponent win at once"
    return f"the best position after its move by {evaluator.label}: {evaluator.with_unit(points)}"


class DiscCounter:
    """Minimax of depth 3 whose values are discs, the opponent of reference system 0.

    All leaves have the same number of discs but those behind a win, so it sees wins and threats, and otherwise plays
    the leftmost column.  Unlike the original it prefers the earlier win.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        started = perf_counter()
        value, moves = minimax(U(position.mine), U(position.theirs), DISC_COUNTER_DEPTH, board_of(position.rules))
        best = [column for column in position.legal_columns() if int(moves) & position.rules.column_mask(column)]
        reason = f"{value_in_words(int(value))}: {leftmost_of(len(best))}"
        return Decision(best[0], seconds=perf_counter() - started, reason=reason)


def leftmost_of(columns: int) -> str:
    """Why one of so many equal columns is played."""
    if columns == 1:
        return "no other column is as good"
    return f"the leftmost of {pluralise(columns, 'equal column')}"


def value_in_words(value: int) -> str:
    """A value of `c4.learning.opponents.minimax` in words."""
    if value > 0:
        return f"wins with move {WON - value}"
    if value < 0:
        return f"loses with move {WON + value}"
    return f"no win within {pluralise(DISC_COUNTER_DEPTH, 'move')}"


class Random:
    """Every legal column is equally likely; the same `limits.seed` and position give the same column."""

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        generator = chance_of(position, limits)
        return Decision(generator.choice(position.legal_columns()), reason="a random move")


class Trainer:
    """Prefers, seven to one, a column that completes its own open row or column; never blocks.

    The same `limits.seed` and position give the same column.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        columns = position.legal_columns()
        best = favoured(U(position.mine), U(position.theirs), board_of(position.rules))
        weights = [FAVOUR if column == best else 1 for column in columns]
        generator = chance_of(position, limits)
        column = generator.choices(columns, weights)[0]
        if best not in columns:
            return Decision(column, reason="a random move: there is nothing to complete")
        return Decision(
            column, reason=f"a random move, with {FAVOUR} chances for column {best + 1} and 1 for each other column"
        )
