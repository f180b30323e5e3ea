"""Minimax and alpha-beta as agents: they search to a fixed depth and return the recorded tree.  Imports the search."""

from __future__ import annotations

from dataclasses import replace

from c4 import evaluators
from c4.agents import Limits, require_moves
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import count
from c4.search.decision import Decision
from c4.search.fixed_depth import search
from c4.search.watch import Watch


class Searching:
    """Searches `limits.depth` plies with `limits.evaluator`; the side to move is MAX."""

    algorithm: str

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        evaluator = evaluators.load(limits.evaluator, limits.model)
        found = search(position, limits.depth, evaluator, self.algorithm, move_order=limits.move_order, watch=watch)
        if found.column is None:
            return found
        line = " ".join(format_columns(found.principal_variation))
        reason = f"best of {count(len(found.columns), 'column')} at depth {limits.depth}; best line {line}"
        return replace(found, reason=reason)


class Minimax(Searching):
    algorithm = "minimax"


class AlphaBeta(Searching):
    algorithm = "alphabeta"
