"""Agents that play by what they have learned, without search: TD-lambda, Sarsa and the pattern memory."""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path

from c4 import evaluators, models
from c4.agents.base import chance_of, require_moves
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.evaluators.sarsa import SCALE, QTable, points, read_table
from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import EXACT, Value, end_points, number_text
from c4.kernels.board import board_of, free_cells
from c4.kernels.kinds import U
from c4.kernels.turning import turn_is_due
from c4.learning import pattern_memory
from c4.learning.opponents import BLOCK, OPEN_TWO, VALUE, WIN_NOW, best_candidates, candidates_of
from c4.learning.pattern_memory import Memory
from c4.learning.patterns import think
from c4.locks import locked
from c4.search.decision import Decision, Finding
from c4.search.watch import Watch
from c4.text import pluralise

REASONS = {
    WIN_NOW: "rule 1: it wins at once",
    BLOCK: "rule 2: it stops the opponent from winning here",
    OPEN_TWO: "rule 3: it stops the opponent from making two in a row, open at both ends",
    VALUE: "rule 4: the highest learned value",
}


class TDLambda:
    """The first rule that applies names the candidates, and the learned value chooses; ties go to the middle.

    It uses the td-lambda model of `limits`, or the built-in one.  The reason of its move names the rule.  Raises
    C4Error where lines are counted, or for a board that the model does not know.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        if position.rules.scoring != FIRST_LINE:
            raise C4Error(f"td-lambda can only play when the first line wins, not by {position.rules.scoring}")
        rules = position.rules
        evaluator = evaluators.load("td-lambda", limits.model)
        board = board_of(rules)
        side = position.to_move
        own = U(position.stones[side])
        other = U(position.stones[1 - side])
        tactics = not turn_is_due(position.ply + 1, board)
        rule, moves = candidates_of(own, other, free_cells(own | other, board), tactics, board)
        columns = {}
        for column in position.legal_columns():
            after = position.play(column)
            end = after.outcome()
            value_points = evaluator.evaluate(after, side)
            if end is not None and (end.winner is not None or end.lines):
                value_points = end_points(end, after.ply, side)
            columns[column] = Value(value_points, EXACT)
        named = [column for column in columns if int(moves) & rules.column_mask(column)]
        best = max(columns[column].points for column in named)
        equal = [column for column in named if columns[column].points == best]
        cells = int(best_candidates(U(sum(int(moves) & rules.column_mask(column) for column in equal)), board))
        equal = [column for column in equal if cells & rules.column_mask(column)]
        column = chance_of(position, limits).choice(equal)
        reason = f"{REASONS[rule]}, {evaluator.in_words(columns[column].points)}" if rule == VALUE else REASONS[rule]
        return Decision(
            column=column,
            value=columns[column],
            columns=columns,
            principal_variation=(column,),
            reason=reason,
            estimate="learned values, without search",
            scale=evaluator.scale,
        )


LOCK_TIMEOUT_SECONDS = 10.0
"""Seconds to wait for other programs that learn into the same file."""


class Sarsa:
    """Plays a legal column with the highest action value, ties at random; in an unknown position a random column.

    It never explores.  The same `limits.seed`, table and position give the same column.  Raises C4Error for a table
    of another board.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        table = _table(*_stamped(models.in_use("sarsa", ".npz", limits.model)))
        table.require(position.rules)
        generator = chance_of(position, limits)
        entry = table.entry(position)
        legal = position.legal_columns()
        if entry is None:
            met = pluralise(len(table.keys), "position")
            return Decision(
                generator.choice(legal), reason=f"a random move: this position is not among the {met} in its table"
            )
        known, visits = entry
        best = max(known[column] for column in legal)
        column = generator.choice([column for column in legal if known[column] == best])
        values = {column: Value(points(known[column]), EXACT) for column in legal}
        shown = " ".join(number_text(value.points, scale=SCALE) for value in values.values())
        reason = f"the highest of its action values, {shown}, after {pluralise(visits, 'visit')}"
        estimate = f"action values from its table, {pluralise(visits, 'visit')}"
        return Decision(
            column=column,
            value=values[column],
            columns=values,
            principal_variation=(column,),
            reason=reason,
            estimate=estimate,
            scale=SCALE,
        )

    def learn(self, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Learns from the game's moves and saves the table; see `c4.agents.base.LearningAgent`."""
        from c4.learning.sarsa import SarsaLearner

        own = models.user_path("sarsa", ".npz") if limits.model is None else models.find(limits.model)
        with locked(own, "trained", wait=LOCK_TIMEOUT_SECONDS):  # what another program learned meanwhile is read, too
            path = models.in_use("sarsa", ".npz", limits.model)
            new = not path.exists()
            learner = (
                SarsaLearner.create(secrets.randbits(32), rules=start.rules) if new else SarsaLearner.from_file(path)
            )
            learner.learn(start, moves, side)
            learner.save(own)


def _stamped(path: Path) -> tuple[Path, int]:
    """A file and the time of its last change, 0 if there is no file: what it holds is read again when that changes."""
    return path, path.stat().st_mtime_ns if path.exists() else 0


@lru_cache(maxsize=2)
def _table(path: Path, changed: int) -> QTable:
    return read_table(path)[1]


@lru_cache(maxsize=2)
def _memory(path: Path, changed: int) -> Memory:
    return pattern_memory.read(path)


SHOWN = 12
"""How many findings it returns, besides all that it tried."""


def is_careful(memory: Memory) -> bool:
    """Whether a memory was trained with the setting `careful`."""
    settings = memory.training.get("settings", {})
    return isinstance(settings, dict) and settings.get("careful") is True


class Patterns:
    """Plays for the best pattern whose cell is playable and passes the veto, within a few tries; otherwise any column.

    The same `limits.seed`, memory and position give the same column.  The `findings` of its decision are the patterns
    it considered, best first, each with its verdict.  Raises C4Error for a memory of another board.
    """

    def __init__(self, memory: Memory | None = None) -> None:
        """`memory`: by default the one in the file (`limits.model`, or the user's own)."""
        self._memory = memory

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        memory = self._memory
        if memory is None:
            path = models.in_use("patterns", ".sqlite", limits.model)
            new = not path.exists() and path == models.default_path("patterns", ".sqlite")
            memory = Memory(position.rules) if new else _memory(*_stamped(path))
        if memory.rules != position.rules:
            raise C4Error(
                f"this pattern memory is for {memory.rules}, not for {position.rules}: name another one, or train one"
            )
        thought = think(position, memory, limits.seed, is_careful(memory))
        candidates = thought.candidates
        verdicts = thought.verdicts
        findings = []
        for place in sorted({*range(min(SHOWN, len(candidates))), *verdicts}):
            one = candidates[place]
            verdict = verdicts.get(place, "")
            column = one.response and one.response[1]
            findings.append(Finding(str(one), one.pattern.cells, column, one.weight, verdict))
        if thought.played is not None:
            reason = str(thought.played)
        elif thought.fills:
            reason = "completes a line by filling a gap"
        elif verdicts:
            reason = f"a random move: none of {pluralise(len(verdicts), 'pattern')} can be played"
        else:
            reason = "a random move: no pattern here has been seen twice"
        line = () if thought.played is None else (thought.column,)
        return Decision(thought.column, principal_variation=line, reason=reason, findings=tuple(findings))

    def learn(self, start: Position, moves: tuple[int, ...], side: int, limits: Limits) -> None:
        """Remembers the game in the file; see `c4.agents.base.LearningAgent`."""
        path = models.in_use("patterns", ".sqlite", limits.model)
        target = models.user_path("patterns", ".sqlite") if limits.model is None else path
        # What another program learned meanwhile is read, too.
        with locked(target, "trained", wait=LOCK_TIMEOUT_SECONDS):
            known = target if target.exists() else path
            memory = pattern_memory.read(known) if known.exists() else Memory(start.rules)
            memory.learn(start, moves, side)
            pattern_memory.write(target, memory)
