"""The scale of the value graph: how high exact values, and those of searches and evaluators, are drawn, from -1 to 1.

A win is above DECIDED, the sooner the higher; a loss is below -DECIDED, and a draw at 0.
"""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING

from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import WIN, WIN_FLOOR

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy

DECIDED = 0.3
"""The height of the latest win on the graph, distinct from a draw; the earliest is at 1."""


def bar_height(score: int, rules: Rules) -> float:
    """The height of an exact score."""
    if score == 0:
        return 0.0
    soonest = (rules.cells + 1) // 2 - rules.connect + 1
    size = DECIDED + (1 - DECIDED) * min(1.0, abs(score) / max(1, soonest))
    return size if score > 0 else -size


def searched_height(points: float, rules: Rules, better: float) -> float:
    """A search's value on the graph: wins as exact ones, all else below DECIDED; `better` points are "much better"."""
    if abs(points) >= WIN_FLOOR:
        discs = WIN - abs(int(points))
        score = (rules.cells + 2 - discs) // 2
        return bar_height(score if points > 0 else -score, rules)
    return DECIDED * tanh(points / max(better, 1e-9))


def learned_height(position: Position, evaluator: Evaluator) -> float:
    """The height of a learned evaluator's value, for the first player; of the result if the game is over."""
    outcome = position.outcome()
    if outcome is not None:
        return 0.0 if outcome.winner is None else 1.0 - 2 * outcome.winner
    return max(-1.0, min(1.0, evaluator.evaluate(position, 0) / evaluator.scale))
