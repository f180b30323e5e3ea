"""Random: the agent that plays any legal column."""

from __future__ import annotations

import random

from c4.agents import Limits, require_moves
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch


class Random:
    """Every legal column is equally likely; the same `limits.seed` and position give the same column."""

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        generator = random.Random(
            None if limits.seed is None else f"{limits.seed} {position.stones} {position.to_move}"
        )
        return Decision(generator.choice(position.legal_columns()), reason="a random move")
