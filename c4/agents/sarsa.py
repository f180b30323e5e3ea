"""Sarsa as an agent: it plays by its table and learns from its games (R1-6, R1-9).  Imports the table and the
learner."""

from __future__ import annotations

import random
import secrets
from pathlib import Path

from c4 import models
from c4.agents import Limits, require_moves
from c4.evaluators.sarsa import SCALE, QTable, points, read_table
from c4.files import alone
from c4.game.position import Position
from c4.game.rules import count
from c4.game.values import EXACT, Value, number_text
from c4.search.decision import Decision
from c4.search.watch import Watch

PATIENCE = 10.0
"""Seconds to wait for other programs that learn into the same file."""


class Sarsa:
    """Plays a legal column with the highest action value, ties at random; in an unknown position a random column.

    It never explores.  The same `limits.seed`, table and position give the same column.  Raises C4Error for a table
    of another board.
    """

    def __init__(self) -> None:
        self._read: tuple[Path, int, QTable] | None = None

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        table = self._table(models.in_use("sarsa", ".npz", limits.model))
        table.require(position.rules)
        generator = random.Random(
            None if limits.seed is None else f"{limits.seed} {position.stones} {position.to_move}"
        )
        found, legal = table.entry(position), position.legal_columns()
        if found is None:
            met = count(len(table.keys), "position")
            return Decision(
                generator.choice(legal), reason=f"a random move: this position is not among the {met} in its table"
            )
        known, visits = found
        best = max(known[column] for column in legal)
        column = generator.choice([column for column in legal if known[column] == best])
        values = {column: Value(points(known[column]), EXACT) for column in legal}
        shown = " ".join(number_text(value.points, scale=SCALE) for value in values.values())
        reason = f"the highest of its action values, {shown}, after {count(visits, 'visit')}"
        estimate = f"action values from its table, {count(visits, 'visit')}"
        return Decision(column, values[column], values, (column,), reason=reason, estimate=estimate, scale=SCALE)

    def learn(self, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Learns from the game's moves and saves the table; see `c4.agents.Agent`."""
        from c4.learning.sarsa import SarsaLearner

        own = models.own_path("sarsa", ".npz") if limits.model is None else models.find(limits.model)
        with alone(own, "trained", wait=PATIENCE):  # what another program learned meanwhile is read, too
            path = models.in_use("sarsa", ".npz", limits.model)
            new = not path.exists()
            learner = SarsaLearner.fresh(secrets.randbits(32), rules=start.rules) if new else SarsaLearner.resume(path)
            learner.learn(start, moves, side)
            learner.save(own)

    def _table(self, path: Path) -> QTable:
        """The table of a file, read again only when the file has changed."""
        changed = path.stat().st_mtime_ns if path.exists() else 0
        if self._read is None or self._read[:2] != (path, changed):
            self._read = path, changed, read_table(path)[1]
        return self._read[2]
