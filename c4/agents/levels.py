"""Levels: opponents that can be beaten.  They look some plies ahead, and now and then they slip.

Imports the searching agents.
"""

from __future__ import annotations

import random
from dataclasses import replace

from c4 import agents
from c4.agents import Limits
from c4.game.position import Position
from c4.search.decision import Decision
from c4.search.watch import Watch


class Level:
    """Plays like `agent` with `depth` plies, but slips with probability `error`: then it plays a random other column.

    With the same `limits.seed` it makes the same slips in the same positions.
    """

    agent = "alphabeta"
    depth: int
    error: float

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        decision = agents.load(self.agent).choose(position, replace(limits, depth=self.depth), watch)
        generator = random.Random(
            None if limits.seed is None else f"{limits.seed} {position.stones} {position.to_move}"
        )
        others = [column for column in position.legal_columns() if column != decision.column]
        if decision.column is None or not others or generator.random() >= self.error:
            return decision
        column = generator.choice(others)
        reason = f"a deliberate slip: column {decision.column + 1} is better"
        return replace(
            decision, column=column, value=decision.columns.get(column), principal_variation=(column,), reason=reason
        )


class Novice(Level):
    depth, error = 2, 0.25


class Amateur(Level):
    depth, error = 4, 0.1


class NearlyPerfect(Level):
    agent, depth, error = "perfect", 1, 0.1
