"""Monte-Carlo tree search as an agent."""

from __future__ import annotations

import random

from c4 import evaluators
from c4.agents.base import require_moves
from c4.agents.limits import Limits
from c4.game.position import Position
from c4.mcts.search import search
from c4.search.decision import Decision
from c4.search.watch import Watch

SEEDS = 1 << 32
"""How many seeds the search has."""


class MonteCarlo:
    """Runs `limits.simulations` from the position, or as many as `limits.time_ms` allows, or 1,000.

    Leaves are valued by random playouts, or by `limits.evaluator` if `limits.selection` has no playouts.  The same
    `limits.seed` gives the same move in the same position, if no time is set.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        evaluator = None
        if limits.selection.uses_priors:
            evaluator = evaluators.load(limits.evaluator, limits.model)
        seed = random.randrange(SEEDS) if limits.seed is None else limits.seed % SEEDS
        return search(
            position,
            limits.simulations,
            evaluator,
            selection=limits.selection,
            time_ms=limits.time_ms,
            seed=seed,
            move_order=limits.move_order,
            watch=watch,
        )
