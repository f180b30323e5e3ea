"""The engine as an agent: the strong search within a time, a number of nodes, or a depth.  Imports the compiled search."""

from __future__ import annotations

from dataclasses import replace

from c4 import evaluators
from c4.agents import Limits, require_moves
from c4.decision import Decision
from c4.notation import format_columns
from c4.position import Position
from c4.rules import count
from c4.search.engine import search
from c4.watch import Watch

ROW_BUDGET = 100_000
"""Rows recorded a move: enough to look at, and little beside the search itself."""


class Engine:
    """Searches as deep as `limits.time_ms` and `limits.nodes` allow; with neither, `limits.depth` plies."""

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        depth = limits.depth if limits.time_ms is None and limits.nodes is None else None
        found = search(
            position,
            evaluators.load(limits.evaluator, limits.model),
            depth=depth,
            nodes=limits.nodes,
            time_ms=limits.time_ms,
            move_order=limits.move_order,
            budget=ROW_BUDGET,
            watch=watch,
        )
        if found.column is None:
            return found
        line = format_columns(found.principal_variation)
        return replace(found, reason=f"best after {count(found.depth, 'ply', 'plies')}, {found.nodes:,} nodes; expects {line}")
