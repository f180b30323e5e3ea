"""Trainer: the opponent that system 1's learner trains against (R1-8).  Imports the compiled bot."""

from __future__ import annotations

import random

from c4.agents import Limits, require_moves
from c4.compiled.board import board_of
from c4.compiled.kinds import U
from c4.game.position import Position
from c4.learning.trainer import FAVOUR, favoured
from c4.search.decision import Decision
from c4.search.watch import Watch


class Trainer:
    """Prefers, seven to one, a column that completes its own open row or column; never blocks.

    The same `limits.seed` and position give the same column.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        columns = position.legal_columns()
        best = favoured(U(position.mine), U(position.theirs), board_of(position.rules))
        weights = [FAVOUR if column == best else 1 for column in columns]
        generator = random.Random(
            None if limits.seed is None else f"{limits.seed} {position.stones} {position.to_move}"
        )
        column = generator.choices(columns, weights)[0]
        if best not in columns:
            return Decision(column, reason="a random move: there is nothing to complete")
        return Decision(
            column, reason=f"a random move, with {FAVOUR} chances for column {best + 1} and 1 for each other column"
        )
