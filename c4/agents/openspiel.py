"""MCTS: the Monte Carlo tree search of OpenSpiel as an agent."""

from __future__ import annotations

import random
from time import perf_counter

from c4.agents.base import require_moves
from c4.agents.limits import Limits
from c4.frameworks import openspiel
from c4.game.position import Position
from c4.game.values import EXACT, Value
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.text import pluralise

SCALE = 100
"""Points in a won playout: values are percent, -100 to +100."""


class MCTS:
    """Plays out random games, most often from the moves that did best; proves what it can.

    `limits.nodes` playouts a move (by default `c4.frameworks.openspiel.SIMULATIONS`), or fewer when `limits.time_ms` is
    over.  The same `limits.seed` plays the same move.  Raises C4Error when OpenSpiel is not installed, for a board that
    turns or counts lines, and for a position whose moves are not known.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        started = perf_counter()
        seed = random.getrandbits(31) if limits.seed is None else limits.seed % 2**31
        state = openspiel.state_of(position)
        bot = openspiel.mcts(position.rules, limits.nodes or openspiel.SIMULATIONS, seed, limits.time_ms)
        root = bot.mcts_search(state)
        values = {}
        for child in root.children:
            if child.explore_count:
                share = child.total_reward / child.explore_count
                points, proved = round(SCALE * share), child.outcome
                if proved:  # the result for each player, proved
                    points = round(SCALE * proved[position.to_move])
                values[child.action] = Value(points, EXACT)
        column = root.best_child().action
        return Decision(
            column,
            values.get(column),
            values,
            (column,),
            nodes=root.explore_count,
            seconds=perf_counter() - started,
            reason=f"tried most often in {pluralise(root.explore_count, 'playout')}",
            estimate="mean result of the playouts",
            scale=SCALE,
        )
