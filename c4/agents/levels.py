"""Levels: opponents that can be beaten, from a child's game up, and the ladder of all agents by strength.

A level is defined by how many plies it looks ahead, how often it overlooks the reply to its move, how often it plays at
random, and how much its values vary, so that no two games need be alike.  `python -m lab make levels` measures its strength.
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
"""The agents that are a ladder, the weakest first."""

STRENGTHS = Path(__file__).with_name("levels.json")
"""Their strength as `python -m lab make levels` measured it: "elo" has [Elo, low, high] by name, chance being 0."""


@cache
def elo(name: str) -> int | None:
    """The measured strength of a level in Elo points above chance; None for agents that are none."""
    if not STRENGTHS.exists():
        return None
    measured: dict[str, list[float]] = json.loads(STRENGTHS.read_text(encoding="utf-8"))["elo"]
    if name not in measured:
        return None
    return round(measured[name][0] / 10) * 10


def title(name: str) -> str:
    """The label of an agent with its strength, where it is known: "Novice (Elo 640)"."""
    strength = elo(name)
    label = AGENTS[name].label
    return label if strength is None else f"{label} (Elo {strength:,})"


class Why(Enum):
    """Why a level does not play the best column that it sees, in words."""

    ANYWHERE = "played without looking"
    OVERLOOKS = "overlooked the reply"
    VARIES = "not far from the best"


class Look(NamedTuple):
    """The values that a level sees of the columns: after its full look `ahead`, and `after_one_ply`."""

    ahead: dict[int, int]
    after_one_ply: dict[int, int]


@dataclass(frozen=True)
class Level:
    """Looks `depth` plies ahead with `evaluator`.

    In a share `anywhere` of its moves it plays any column, in a share `overlooks` it looks only one ply ahead.
    Undecided values get a random error of `spread` points (standard deviation).  With the same `limits.seed` it plays
    the same move in the same position.
    """

    depth: int
    evaluator: str = "v2"
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
        known = values(position, self.depth, evaluator, watch)
        column, why = self.pick(position, known, lambda: values(position, 1, evaluator, watch), chance)
        if watch.stopped or not known:
            return decision
        columns = {column: Value(points, EXACT) for column, points in known.items()}
        return replace(
            decision,
            column=column,
            value=columns[column],
            columns=columns,
            principal_variation=(column,),
            reason=self._reason(position, known, column, why),
        )

    def _reason(self, position: Position, known: dict[int, int], column: int, why: Why) -> str:
        """Why it plays a column, in words; `known` are the points that it sees, `why` is what `pick` says."""
        best = max(known.values())
        best_columns = [other for other in position.rules.centre_first if known.get(other) == best]
        if best_columns == [column]:
            return "the best column it can see"
        if column in best_columns:
            return self._tie(known, column)
        is_decided = abs(best) >= WIN_FLOOR or abs(known[column]) >= WIN_FLOOR
        if why is Why.VARIES and not is_decided:
            return f"{why.value}, for variety"
        return f"a deliberate slip, {why.value}: by its own search column {DIGITS[best_columns[0]]} is better"

    def look(self, position: Position) -> Look:
        """What it sees of a position."""
        evaluator = self._evaluator(position)
        return Look(values(position, self.depth, evaluator, Watch()), values(position, 1, evaluator, Watch()))

    def pick(
        self,
        position: Position,
        known: dict[int, int],
        after_one_ply: Callable[[], dict[int, int]],
        chance: random.Random,
    ) -> tuple[int, Why]:
        """The column it plays, and why if it is not the best.

        `known` are the values of its full look ahead; `after_one_ply()` returns those after one ply.
        """
        if chance.random() < self.anywhere:
            return chance.choice(position.legal_columns()), Why.ANYWHERE
        overlooks = self.depth > 1 and chance.random() < self.overlooks
        seen = after_one_ply() if overlooks else known
        guesses = {column: self._guess(points, chance) for column, points in seen.items()}
        column = max(guesses, key=lambda column: (guesses[column], -position.rules.centre_first.index(column)))
        return column, Why.OVERLOOKS if overlooks else Why.VARIES

    def _tie(self, known: dict[int, int], column: int) -> str:
        """Which columns it might as well have played, and how it chose."""
        equal = [other for other, points in sorted(known.items()) if points == known[column] and other != column]
        chosen = "chosen at random" if self.spread and abs(known[column]) < WIN_FLOOR else "the nearest to the middle"
        return f"equal to {name_columns(equal)}; {chosen}"

    def _evaluator(self, position: Position) -> Evaluator:
        """Its own evaluator, or on boards unknown to that, one that knows all boards."""
        try:
            evaluator = evaluators.load(self.evaluator)
            evaluator.tables(position.rules)
        except C4Error:
            return evaluators.load(Level.evaluator)
        return evaluator

    def _guess(self, points: int, chance: random.Random) -> float:
        return points if abs(points) >= WIN_FLOOR else points + chance.gauss(0.0, self.spread)


def values(position: Position, depth: int, evaluator: Evaluator, watch: Watch) -> dict[int, int]:
    """The minimax value of every column after `depth` plies, in points for the side to move; fewer after a stop."""
    from c4.search.fixed_depth import search

    points = {}
    for column in position.legal_columns():
        after = position.play(column)
        outcome = after.outcome()
        if outcome is not None:
            points[column] = end_points(outcome, after.ply, position.to_move)
        elif depth == 1:
            points[column] = evaluator.evaluate(after, position.to_move)
        else:
            reply = search(after, depth - 1, evaluator, budget=0, watch=watch)
            if reply.value is None or watch.stopped:
                break
            points[column] = -reply.value.points
    return points


Toddler = partial(Level, 1, anywhere=0.5, spread=20.0)
Child = partial(Level, 2, anywhere=0.2, overlooks=0.7, spread=10.0)
Novice = partial(Level, 2, anywhere=0.1, overlooks=0.4, spread=6.0)
Casual = partial(Level, 4, anywhere=0.04, overlooks=0.2, spread=4.0)
Amateur = partial(Level, 4, overlooks=0.06, spread=2.0)
Club = partial(Level, 6, overlooks=0.03, spread=2.0)
Expert = partial(Level, 2, "ntuple", overlooks=0.12, spread=20000.0)
Master = partial(Level, 4, "ntuple", overlooks=0.02, spread=8000.0)
Grandmaster = partial(Level, 8, "ntuple", spread=3000.0)
