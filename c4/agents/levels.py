"""Levels: opponents that can be beaten, from a child's game up, and the ladder of all agents by strength.

A level is defined by how many plies it looks ahead, how often it overlooks the reply to its move, how often it plays at
random, and how much its values vary.  So its games differ.  `python -m lab make levels` measures its strength.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from c4 import evaluators
from c4.agents import AGENTS
from c4.agents.base import chance_of, require_moves
from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.game.columns import DIGITS, name_columns
from c4.game.position import Position
from c4.game.values import EXACT, WIN_FLOOR, Value, end_points
from c4.search.decision import Decision
from c4.search.watch import Watch

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy

LEVELS = (
    "random",
    "toddler",
    "child",
    "novice",
    "casual",
    "amateur",
    "club",
    "expert",
    "master",
    "nearly-perfect",
    "grandmaster",
    "perfect",
)
"""The agents of the ladder, the weakest first."""

STRENGTHS = Path(__file__).with_name("levels.json")
"""The file of their strengths, which `python -m lab make levels` writes: "elo" has [Elo, low, high] by name."""

ELO_STEP = 10
"""Strengths are rounded to multiples of this number of Elo points."""

EVALUATOR_OF_ALL_BOARDS = "v2"
"""What a level values positions with on boards that its own evaluator does not know."""


@cache
def elo(name: str) -> int | None:
    """The measured strength of an agent in Elo points above random play; None for an agent that is no level."""
    if not STRENGTHS.exists():
        return None
    measured: dict[str, list[float]] = json.loads(STRENGTHS.read_text(encoding="utf-8"))["elo"]
    if name not in measured:
        return None
    strength, _, _ = measured[name]
    return round(strength / ELO_STEP) * ELO_STEP


def title(name: str) -> str:
    """The label of an agent with its strength, where it is known: "Novice (Elo 640)"."""
    strength = elo(name)
    label = AGENTS[name].label
    return label if strength is None else f"{label} (Elo {strength:,})"


class Slip(Enum):
    """What a level does wrong on purpose, in words."""

    PLAYS_AT_RANDOM = "a deliberate slip, played at random"
    OVERLOOKS_REPLY = "a deliberate slip that overlooks the reply"


class Look(NamedTuple):
    """What a level sees of a position: the value of every column, in points for the side to move.

    ahead          after its full look ahead
    after_one_ply  after one ply
    """

    ahead: dict[int, int]
    after_one_ply: dict[int, int]


@dataclass(frozen=True)
class Level:
    """An agent that looks ahead and slips on purpose.  With the same `limits.seed` it plays the same move in the same
    position.

    depth       plies that it looks ahead
    evaluator   what values positions
    anywhere    the share of moves, from 0 to 1, in which it plays any column
    overlooks   the share of moves, from 0 to 1, in which it looks only one ply ahead
    spread      the standard deviation of the random error of undecided values, in points
    """

    depth: int
    evaluator: str = EVALUATOR_OF_ALL_BOARDS
    anywhere: float = 0.0
    overlooks: float = 0.0
    spread: float = 0.0

    def choose(self, position: Position, limits: Limits, watch: Watch | None = None) -> Decision:
        """The column it plays; tree and values are those of its full look ahead.  Raises C4Error after the end."""
        from c4.search.fixed_depth import search  # brings numpy

        require_moves(position)
        chance = chance_of(position, limits)
        watch = watch or Watch()
        evaluator = self._evaluator(position)
        decision = search(position, self.depth, evaluator, watch=watch)
        if decision.column is None:
            return decision
        known = values_after(position, self.depth, evaluator, watch)
        if watch.stopped:
            return decision

        def after_one_ply() -> dict[int, int]:
            return values_after(position, 1, evaluator, watch)

        column, slip = self.pick(position, known, after_one_ply, chance)
        columns = {each: Value(points, EXACT) for each, points in known.items()}
        return replace(
            decision,
            column=column,
            value=columns[column],
            columns=columns,
            principal_variation=(column,),
            reason=self._reason(position, known, column, slip),
        )

    def _reason(self, position: Position, known: dict[int, int], column: int, slip: Slip | None) -> str:
        """Why it plays a column, in words; `known` are the points that it sees."""
        best = max(known.values())
        best_columns = [other for other in position.rules.centre_first if known.get(other) == best]
        if best_columns == [column]:
            return "the best column it can see"
        if column in best_columns:
            return self._tie(known, column)
        if slip is None:
            return "not far from the best, for variety"
        return f"{slip.value}; its own search prefers column {DIGITS[best_columns[0]]}"

    def _tie(self, known: dict[int, int], column: int) -> str:
        """Which columns it might as well have played, and how it chose."""
        equal = [other for other, points in sorted(known.items()) if points == known[column] and other != column]
        is_varied = self.spread > 0 and not is_decided(known[column])
        how = "chosen at random" if is_varied else "the nearest to the middle"
        return f"equal to {name_columns(equal)}; {how}"

    def look(self, position: Position) -> Look:
        """What it sees of a position."""
        evaluator = self._evaluator(position)
        return Look(
            ahead=values_after(position, self.depth, evaluator, Watch()),
            after_one_ply=values_after(position, 1, evaluator, Watch()),
        )

    def pick(
        self,
        position: Position,
        known: dict[int, int],
        after_one_ply: Callable[[], dict[int, int]],
        chance: random.Random,
    ) -> tuple[int, Slip | None]:
        """The column it plays, and what it did wrong on purpose, if anything.

        `known` are the values of its full look ahead; `after_one_ply()` returns those after one ply.
        """
        if chance.random() < self.anywhere:
            return chance.choice(position.legal_columns()), Slip.PLAYS_AT_RANDOM
        overlooks = self.depth > 1 and chance.random() < self.overlooks
        seen = after_one_ply() if overlooks else known
        guesses = {column: self._guess(points, chance) for column, points in seen.items()}
        best = max(guesses.values())
        column = next(column for column in position.rules.centre_first if guesses.get(column) == best)
        slip = Slip.OVERLOOKS_REPLY if overlooks else None
        return column, slip

    def _guess(self, points: int, chance: random.Random) -> float:
        """A value as it seems to the level: an undecided one with a random error."""
        if is_decided(points):
            return points
        return points + chance.gauss(0.0, self.spread)

    def _evaluator(self, position: Position) -> Evaluator:
        """Its own evaluator, or on boards unknown to that, one that knows all boards."""
        try:
            evaluator = evaluators.load(self.evaluator)
            evaluator.tables(position.rules)
        except C4Error:
            return evaluators.load(EVALUATOR_OF_ALL_BOARDS)
        return evaluator


def is_decided(points: int) -> bool:
    """Whether points say that a side wins."""
    return abs(points) >= WIN_FLOOR


def values_after(position: Position, depth: int, evaluator: Evaluator, watch: Watch) -> dict[int, int]:
    """The minimax value of every column after `depth` plies, in points for the side to move; fewer after a stop."""
    from c4.search.fixed_depth import search

    values = {}
    for column in position.legal_columns():
        after = position.play(column)
        outcome = after.outcome()
        if outcome is not None:
            values[column] = end_points(outcome, after.ply, position.to_move)
        elif depth == 1:
            values[column] = evaluator.evaluate(after, position.to_move)
        else:
            reply = search(after, depth - 1, evaluator, budget=0, watch=watch)
            if reply.value is None or watch.stopped:
                break
            values[column] = -reply.value.points
    return values


# The agents in the registry: each makes a Level with these settings when it is called without arguments.
Toddler = partial(Level, depth=1, anywhere=0.5, spread=20.0)
Child = partial(Level, depth=2, anywhere=0.2, overlooks=0.7, spread=10.0)
Novice = partial(Level, depth=2, anywhere=0.1, overlooks=0.4, spread=6.0)
Casual = partial(Level, depth=4, anywhere=0.04, overlooks=0.2, spread=4.0)
Amateur = partial(Level, depth=4, overlooks=0.06, spread=2.0)
Club = partial(Level, depth=6, overlooks=0.03, spread=2.0)
Expert = partial(Level, depth=2, evaluator="ntuple", overlooks=0.12, spread=20000.0)
Master = partial(Level, depth=4, evaluator="ntuple", overlooks=0.02, spread=8000.0)
Grandmaster = partial(Level, depth=8, evaluator="ntuple", spread=3000.0)
