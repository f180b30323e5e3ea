"""Patterns as an agent: it remembers what it has seen in its games, reasons from that, and refuses to give the game away (R2-1 to R2-9).

    memory          patterns on the board that it knows, each with the weight of its type
    deterministic   process: what each is worth, and which cell beside it to play
    veto            never a cell above which the other side would win

It reacts only to what it has seen at least twice, except to its own chance to win; otherwise it plays at random.  Plain Python, sqlite3.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from c4 import models
from c4.agents import Limits, require_moves
from c4.game.position import Position
from c4.game.rules import C4Error, Rules, count
from c4.learning import pattern_memory
from c4.learning.pattern import Cell, Pattern, extract, is_empty, is_playable, on_board
from c4.learning.pattern_memory import Memory, Record
from c4.search.decision import Decision, Finding
from c4.search.watch import Watch


class Kind(NamedTuple):
    """A type of pattern (R2-1): its name, its own weight W, and its weight when the memory knows it (R2-3)."""

    name: str
    weight: int
    known: int


AGGRESSIVE = Kind("aggressive", 10, 105)
DEFENSIVE = Kind("defensive", 7, 104)
TACTICAL = Kind("tactical", 3, 103)
WARNING = Kind("warning", 5, 102)
KINDS = (AGGRESSIVE, DEFENSIVE, TACTICAL, WARNING)

TRIES = 6
"""Patterns it tries before it plays at random (R2-7)."""

SHOWN = 12
"""Findings it hands over, and all that it tried."""


class Candidate(NamedTuple):
    """A pattern on the board as one kind: its record, what it counts, and the cell to play for it, or None when both ends are taken."""

    pattern: Pattern
    kind: Kind
    record: Record
    weight: int
    response: Cell | None

    def __str__(self) -> str:
        whose = "of the other side's stones" if self.pattern.enemy else "of its own stones"
        seen = (
            f"seen {self.record.seen}, won {self.record.won}, lost {self.record.lost}"
            if self.record.seen
            else "never seen"
        )
        where = self.pattern.direction.replace("ABOVE", "up ").replace("BELOW", "down ").lower().strip()
        row, column = self.pattern.row + 1, self.pattern.column + 1
        return f"{self.kind.name}: {self.pattern.length} {whose} {where} from column {column}, row {row} ({seen}; weight {self.weight})"


# -- memory: which kind a pattern is ----------------------------------------------------------------------------------


def kinds_of(pattern: Pattern, record: Record | None, rules: Rules) -> Iterator[tuple[Kind, int]]:
    """(kind, weight from memory) of a pattern (R2-4): its own stones make it aggressive or tactical, the other side's defensive or a warning (D2-1).

    A pattern that is one stone short of a line is aggressive or defensive also when the memory does not know it.
    """
    short = pattern.length == rules.connect - 1
    if not pattern.enemy:
        if record is not None and record.won:
            yield AGGRESSIVE, AGGRESSIVE.known
        elif record is not None or short:
            yield AGGRESSIVE, 0
        if record is not None or not short:
            yield TACTICAL, TACTICAL.known if record is not None else 0
    else:
        if record is not None and record.lost:
            yield DEFENSIVE, DEFENSIVE.known
            yield WARNING, WARNING.known
        elif record is not None or short:
            yield DEFENSIVE, 0
        else:
            yield WARNING, 0


# -- deterministic: what it is worth, and what to play ----------------------------------------------------------------


def process(
    pattern: Pattern, kind: Kind, known: int, record: Record, position: Position, chance: random.Random
) -> Candidate:
    """The weight and the response of a pattern (R2-6); what it has from memory is added, not overwritten (D2-3)."""
    weight = known + 2 * record.ending
    if pattern.length == position.rules.connect - 1:
        weight += 2 * kind.weight + (AGGRESSIVE.known if kind is AGGRESSIVE else 0)
    if kind is WARNING and record.lost > record.won:
        weight += record.lost
    if record.response is not None and record.won > record.lost and is_empty(record.response, position):
        return Candidate(pattern, kind, record, weight + 3 * record.won, record.response)
    response = find_move(pattern, record, position, chance)
    return Candidate(pattern, kind, record, weight + kind.weight * (response is not None), response)


def find_move(pattern: Pattern, record: Record, position: Position, chance: random.Random) -> Cell | None:
    """The better empty end of a line, ties by chance: a point for the remembered response, one for a stone or the floor below, else one off."""
    ends = [cell for cell in pattern.ends if is_empty(cell, position)]
    points = [(cell == record.response) + (1 if is_playable(cell, position) else -1) for cell in ends]
    return (
        chance.choice([cell for cell, point in zip(ends, points, strict=True) if point == max(points)])
        if ends
        else None
    )


def candidates(position: Position, memory: Memory, chance: random.Random) -> list[Candidate]:
    """What the patterns on the board ask for, the most important first; of equals the later one (R2-5 to R2-7).

    Only patterns that were seen at least twice, and aggressive ones always (D2-2).
    """
    found = []
    patterns = extract(position, position.to_move)
    for wanted in KINDS:
        for pattern in patterns:
            record = memory.records.get(pattern)
            for kind, known in kinds_of(pattern, record, position.rules):
                if kind is wanted and (kind is AGGRESSIVE or (record is not None and record.seen > 1)):
                    found.append(process(pattern, kind, known, record or Record(), position, chance))
    found.reverse()
    return sorted(found, key=lambda candidate: -candidate.weight)


# -- veto -------------------------------------------------------------------------------------------------------------


def gives_away(cell: Cell, position: Position) -> bool:
    """Whether the other side could win on the cell above (R2-8), unless the move ends the game or takes a cell where the other side would win."""
    rules, (row, column) = position.rules, cell
    if any(rules.has_line(stones | 1 << rules.cell(row, column)) for stones in position.stones):
        return False
    return on_board((row + 1, column), rules) and rules.has_line(position.theirs | 1 << rules.cell(row + 1, column))


# -- the agent --------------------------------------------------------------------------------------------------------


class Patterns:
    """The best pattern whose cell can be played and passes the veto, in a few tries; otherwise any column.

    With the same `limits.seed` and memory it does the same in the same position.  `findings` of its decision are the patterns it looked at, best
    first, with what became of each.  Raises C4Error for a memory of another board.
    """

    def __init__(self, memory: Memory | None = None) -> None:
        """`memory`: one to play by; by default the one in the file (`limits.model`, or the person's own)."""
        self._memory, self._read = memory, None

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        memory = self._memory or self._remembered(models.in_use("patterns", ".sqlite", limits.model), position.rules)
        if memory.rules != position.rules:
            raise C4Error(
                f"this pattern memory is of games on {memory.rules}, not on {position.rules}: name another, or train one"
            )
        chance = random.Random(None if limits.seed is None else f"{limits.seed} {position.stones} {position.to_move}")
        found = candidates(position, memory, chance)
        played, verdicts = decide(found, position)
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
        if played is None:
            why = (
                f"{count(len(verdicts), 'pattern')} tried, none can be played"
                if verdicts
                else "no pattern that it has seen twice"
            )
            return Decision(
                chance.choice(position.legal_columns()), reason=f"picked at random: {why}", findings=findings
            )
        column = played.response[1]
        return Decision(column, principal_variation=(column,), reason=f"{played}", findings=findings)

    def learn(self, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Remembers the game in the file; see `c4.agents.Agent`."""
        path = models.in_use("patterns", ".sqlite", limits.model)
        target = models.own_path("patterns", ".sqlite") if limits.model is None else path
        if not target.exists():
            pattern_memory.write(target, pattern_memory.read(path) if path.exists() else Memory(start.rules))
        with pattern_memory.changing(target) as memory:
            memory.learn(start, moves, side)

    def _remembered(self, path: Path, rules: Rules) -> Memory:
        """The memory in a file, read again only when the file has changed; an empty one while none has been made (none ships)."""
        if not path.exists() and path == models.default_path("patterns", ".sqlite"):
            return Memory(rules)
        changed = path.stat().st_mtime_ns if path.exists() else 0
        if self._read is None or self._read[:2] != (path, changed):
            self._read = path, changed, pattern_memory.read(path)
        return self._read[2]


def decide(found: list[Candidate], position: Position) -> tuple[Candidate | None, dict[int, str]]:
    """(the candidate to play or None, what became of those tried, by place): a pattern that fails is out in all its kinds (R2-7)."""
    verdicts: dict[int, str] = {}
    out: set[Pattern] = set()
    for place, candidate in enumerate(found):
        if len(out) == TRIES:
            break
        if candidate.pattern in out:
            continue
        if candidate.response is None or not is_playable(candidate.response, position):
            verdicts[place] = "no end can be played"
        elif gives_away(candidate.response, position):
            verdicts[place] = f"vetoed: after column {candidate.response[1] + 1} the other side wins above it"
        else:
            verdicts[place] = "played"
            return candidate, verdicts
        out.add(candidate.pattern)
    return None, verdicts
