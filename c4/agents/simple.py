"""Agents without values: random moves, and the opponent that the Sarsa learner trains against (R1-8)."""

from __future__ import annotations

from c4.agents.base import chance_of, require_moves
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.kernels.board import board_of
from c4.kernels.kinds import U
from c4.learning.opponents import FAVOUR, favoured
from c4.search.decision import Decision
from c4.search.watch import Watch


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
