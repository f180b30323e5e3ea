"""Patterns as an agent: plays by a memory of its games and gives reasons.  Imports sqlite3."""

from __future__ import annotations

from pathlib import Path

from c4 import models
from c4.agents import Limits, require_moves
from c4.game.position import Position
from c4.game.rules import C4Error, Rules, count
from c4.learning import pattern_memory
from c4.learning.pattern_memory import Memory
from c4.learning.pattern_reasoning import think
from c4.search.decision import Decision, Finding
from c4.search.watch import Watch

SHOWN = 12
"""How many findings it returns, besides all that it tried."""


class Patterns:
    """Plays for the best pattern whose cell is playable and passes the veto, within a few tries; otherwise any column.

    The same `limits.seed`, memory and position give the same column.  The `findings` of its decision are the patterns
    it considered, best first, each with its verdict.  Raises C4Error for a memory of another board.
    """

    def __init__(self, memory: Memory | None = None) -> None:
        """`memory`: by default the one in the file (`limits.model`, or the user's own)."""
        self._memory = memory
        self._read: tuple[Path, int, Memory] | None = None

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        memory = self._memory or self._remembered(models.in_use("patterns", ".sqlite", limits.model), position.rules)
        if memory.rules != position.rules:
            raise C4Error(
                f"this pattern memory is for {memory.rules}, not for {position.rules}: name another one, or train one"
            )
        thought = think(position, memory, limits.seed)
        found, verdicts = thought.found, thought.verdicts
        shown = [
            (found[place], verdicts.get(place, "")) for place in sorted({*range(min(SHOWN, len(found))), *verdicts})
        ]
        findings = tuple(
            Finding(
                str(candidate),
                candidate.pattern.cells,
                candidate.response and candidate.response[1],
                candidate.weight,
                verdict,
            )
            for candidate, verdict in shown
        )
        if thought.played is not None:
            line = (thought.column,)
            return Decision(thought.column, principal_variation=line, reason=f"{thought.played}", findings=findings)
        if thought.fills:
            return Decision(thought.column, reason="completes a line by filling a gap", findings=findings)
        tried = f"none of {count(len(verdicts), 'pattern')} can be played"
        why = tried if verdicts else "no pattern here has been seen twice"
        return Decision(thought.column, reason=f"a random move: {why}", findings=findings)

    def learn(self, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Remembers the game in the file; see `c4.agents.Agent`."""
        path = models.in_use("patterns", ".sqlite", limits.model)
        target = models.own_path("patterns", ".sqlite") if limits.model is None else path
        if not target.exists():
            pattern_memory.write(target, pattern_memory.read(path) if path.exists() else Memory(start.rules))
        with pattern_memory.changing(target) as memory:
            memory.learn(start, moves, side)

    def _remembered(self, path: Path, rules: Rules) -> Memory:
        """The memory in a file, read again only when the file has changed; an empty one until there is a file."""
        if not path.exists() and path == models.default_path("patterns", ".sqlite"):
            return Memory(rules)
        changed = path.stat().st_mtime_ns if path.exists() else 0
        if self._read is None or self._read[:2] != (path, changed):
            self._read = path, changed, pattern_memory.read(path)
        return self._read[2]
