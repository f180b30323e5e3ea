"""Agents that play by what they have learned, without search: TD-lambda, Sarsa and the pattern memory."""

from __future__ import annotations

import secrets
from functools import lru_cache
from pathlib import Path

from c4 import evaluators, models
from c4.agents.base import chance_of, require_moves
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.evaluators.base import Evaluator
from c4.evaluators.sarsa import SCALE, QTable, points, read_table
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, Rules
from c4.game.values import EXACT, Value, end_points, number_text
from c4.kernels.board import board_of, free_cells
from c4.kernels.kinds import U
from c4.kernels.turning import turn_is_due
from c4.learning import pattern_memory
from c4.learning.opponents import BLOCK, OPEN_TWO, VALUE, WIN_NOW, best_candidates, candidates_of
from c4.learning.pattern_memory import Memory
from c4.learning.patterns import Thought, think
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
"""Why TD-lambda plays a move, by the rule that named it."""

LOCK_TIMEOUT_SECONDS = 10.0
"""Seconds to wait for other programs that learn into the same file."""

FINDINGS = 12
"""How many patterns a decision of the pattern memory shows, besides all that were tried."""


class TDLambda:
    """Applies the first rule that names moves, and plays the one with the highest learned value.

    Of equal moves it prefers those in the middle column, and otherwise plays a random one.  It uses the td-lambda model
    of `limits`, or the built-in one.  The reason of its move names the rule.  Raises C4Error where lines are counted, or
    for a board that the model does not know.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        rules = position.rules
        if rules.scoring != FIRST_LINE:
            raise C4Error(f"td-lambda can only play when the first line wins, not by {rules.scoring}")
        evaluator = evaluators.load("td-lambda", limits.model)
        values = values_by_column(position, evaluator)
        rule, moves = rule_and_moves(position)
        named = [column for column in values if moves & rules.column_mask(column)]
        best = max(values[column].points for column in named)
        equal = [column for column in named if values[column].points == best]
        column = chance_of(position, limits).choice(preferred(equal, moves, rules))
        reason = REASONS[rule]
        if rule == VALUE:
            reason += f", {evaluator.in_words(values[column].points)}"
        return Decision(
            column=column,
            value=values[column],
            columns=values,
            principal_variation=(column,),
            reason=reason,
            estimate="learned values, without search",
            scale=evaluator.scale,
        )


def values_by_column(position: Position, evaluator: Evaluator) -> dict[int, Value]:
    """The value of every legal column for the side to move: that of the position after it, or of the end of the game."""
    side = position.to_move
    values = {}
    for column in position.legal_columns():
        after = position.play(column)
        points = evaluator.evaluate(after, side)
        end = after.outcome()
        if end is not None and (end.winner is not None or end.lines):
            points = end_points(end, after.ply, side)
        values[column] = Value(points, EXACT)
    return values


def rule_and_moves(position: Position) -> tuple[int, int]:
    """The first rule of thumb that names moves (see `candidates_of`), and the cells of these moves as a bitboard."""
    board = board_of(position.rules)
    own = U(position.mine)
    other = U(position.theirs)
    tactics = not turn_is_due(position.ply + 1, board)
    rule, moves = candidates_of(own, other, free_cells(own | other, board), tactics, board)
    return rule, int(moves)


def preferred(columns: list[int], moves: int, rules: Rules) -> list[int]:
    """Of equally good columns the middle one, or else all; `moves` has the cells of the columns."""
    cells = sum(moves & rules.column_mask(column) for column in columns)
    best = int(best_candidates(U(cells), board_of(rules)))
    return [column for column in columns if best & rules.column_mask(column)]


class Sarsa:
    """Plays a legal column with the highest action value, ties at random; in an unknown position a random column.

    It never explores.  The same `limits.seed`, table and position give the same column.  Raises C4Error for a table
    of another board.
    """

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        require_moves(position)
        path = models.in_use("sarsa", ".npz", limits.model)
        table = _table(path, modified_at(path))
        table.require(position.rules)
        generator = chance_of(position, limits)
        entry = table.entry(position)
        legal = position.legal_columns()
        if entry is None:
            known_positions = pluralise(len(table.keys), "position")
            reason = f"a random move: this position is not among the {known_positions} in its table"
            return Decision(generator.choice(legal), reason=reason)
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
            if path.exists():
                learner = SarsaLearner.from_file(path)
            else:
                learner = SarsaLearner.create(secrets.randbits(32), rules=start.rules)
            learner.learn(start, moves, side)
            learner.save(own)


def modified_at(path: Path) -> int:
    """The time of a file's last change in nanoseconds; 0 if there is no file."""
    return path.stat().st_mtime_ns if path.exists() else 0


@lru_cache(maxsize=2)
def _table(path: Path, modified: int) -> QTable:
    """The table in a file, read again when the file has changed."""
    return read_table(path)[1]


@lru_cache(maxsize=2)
def _memory(path: Path, modified: int) -> Memory:
    """The memory in a file, read again when the file has changed."""
    return pattern_memory.read(path)


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
        memory = self._memory if self._memory is not None else memory_in_use(position, limits)
        if memory.rules != position.rules:
            raise C4Error(
                f"this pattern memory is for {memory.rules}, not for {position.rules}: name another one, or train one"
            )
        thought = think(position, memory, limits.seed, is_careful(memory))
        line = () if thought.played is None else (thought.column,)
        return Decision(
            thought.column, principal_variation=line, reason=reason_of(thought), findings=findings_of(thought)
        )

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


def memory_in_use(position: Position, limits: Limits) -> Memory:
    """The memory in the file of `limits`, or of the user; an empty one if the user has none yet."""
    path = models.in_use("patterns", ".sqlite", limits.model)
    is_default = path == models.default_path("patterns", ".sqlite")
    if is_default and not path.exists():
        return Memory(position.rules)
    return _memory(path, modified_at(path))


def findings_of(thought: Thought) -> tuple[Finding, ...]:
    """The best patterns that were considered and all that were tried, best first, each with its verdict."""
    best = range(min(FINDINGS, len(thought.candidates)))
    findings = []
    for place in sorted({*best, *thought.verdicts}):
        candidate = thought.candidates[place]
        column = None
        if candidate.response is not None:
            _, column = candidate.response
        verdict = thought.verdicts.get(place, "")
        findings.append(Finding(str(candidate), candidate.pattern.cells, column, candidate.weight, verdict))
    return tuple(findings)


def reason_of(thought: Thought) -> str:
    """Why a column is played, in words."""
    if thought.played is not None:
        return str(thought.played)
    if thought.fills:
        return "completes a line by filling a gap"
    if thought.verdicts:
        return f"a random move: none of {pluralise(len(thought.verdicts), 'pattern')} can be played"
    return "a random move: no pattern here has been seen twice"
