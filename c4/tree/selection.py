"""How Monte-Carlo tree search selects a reply: its settings, and its two formulas.

    UCT     mean + c * sqrt(ln N / n)              leaves are valued by random playouts
    PUCT    mean + c * P * sqrt(N) / (1 + n)       leaves are valued by an evaluator

N are the visits of the node, n those of the reply, P its prior.  The mean is that of the side to move at the node, from
-1 (every simulation lost) to +1 (every simulation won).

UCT: Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006.  PUCT: Silver et al., "Mastering the game of
Go without human knowledge", Nature 550 (2017).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, NamedTuple

from c4.errors import C4Error
from c4.evaluators import PLAYOUTS
from c4.text import positive_int

if TYPE_CHECKING:
    from c4.evaluators.base import Evaluator  # brings numpy

ALGORITHM = "mcts"
"""The name of the search in trees and registries."""

SCALE = 10_000
"""Points of a won game: the value of a simulation lies between minus this and this."""

USUAL_SIMULATIONS = 1000
"""How many simulations a search runs if nothing else limits it."""

MOST_SIMULATIONS = 4_000_000
"""The most simulations that a search runs, and that are read from a file."""

MOST_NODES = 1 << 22
"""The most nodes of a tree, 160 MB.  When they are used up, simulations go on from the leaves that there are."""

MOST_PLAYOUTS = 1000

WORDS_PER_SIMULATION = 1 << 16
"""The distance between the random words of two simulations in the sequence of a seed (see `c4.tree.playouts`)."""

WORDS_PER_PLAYOUT = 64
"""The random words of a playout: one for each disc of the largest board."""


@dataclass(frozen=True)
class Selection:
    """The settings of Monte-Carlo tree search.

    exploration     c in the formulas: how much a reply gains by having few visits
    playouts        random games that value a new leaf (UCT); 0: the evaluator values it (PUCT)
    temperature     of the priors of PUCT: the higher, the more alike they are
    wins            whoever can complete a line does so: a leaf counts as won then, and no other reply is considered
    proofs          decided games are passed upwards (MCTS-Solver), and replies proved to lose are not selected

    Raises C4Error for a value that cannot be.
    """

    exploration: float = 1.4
    playouts: int = 1
    temperature: float = 0.2
    wins: bool = True
    proofs: bool = True

    def __post_init__(self) -> None:
        if self.playouts != 0:
            positive_int("the number of playouts", self.playouts)
        if self.playouts > MOST_PLAYOUTS:
            raise C4Error(f"there can be at most {MOST_PLAYOUTS:,} playouts a leaf, not {self.playouts:,}")
        for name, least in (("exploration", 0.0), ("temperature", 0.001)):
            number = getattr(self, name)
            if not (type(number) in (int, float) and least <= number <= 1000):
                raise C4Error(f"the {name} must be a number from {least:g} to 1000, not {number!r}")

    @property
    def uses_priors(self) -> bool:
        """Whether it selects by PUCT, and not by UCT."""
        return self.playouts == 0

    def valued_by(self, leaves: str) -> Selection:
        """These settings with leaves valued by an evaluator, or by playouts: at least one, for PLAYOUTS."""
        if leaves != PLAYOUTS:
            return replace(self, playouts=0)
        return self if self.playouts else replace(self, playouts=1)

    def spoken(self) -> list[str]:
        """The settings that differ from the defaults, as you type them: ["exploration=2", "proofs=off"]."""
        texts = []
        for one in fields(self):
            value = getattr(self, one.name)
            if value != one.default:
                text = ("off", "on")[value] if type(value) is bool else str(value).removesuffix(".0")
                texts.append(f"{one.name}={text}")
        return texts


USUAL = Selection()


class Score(NamedTuple):
    """What the formula says of a reply: the mean of its simulations, and what it gains by having few visits."""

    exploitation: float
    exploration: float

    @property
    def total(self) -> float:
        return self.exploitation + self.exploration


def uct_score(total: int, visits: int, parent_visits: int, selection: Selection) -> Score:
    """The score of a reply by UCT; infinite if it has not been visited.

    `total` is the sum of the values of its simulations in points (see SCALE), for the side to move at the node.
    """
    if visits == 0:
        return Score(0.0, math.inf)
    mean = total / (visits * SCALE)
    return Score(mean, selection.exploration * math.sqrt(math.log(parent_visits) / visits))


def puct_score(total: int, visits: int, parent_visits: int, prior: float, selection: Selection) -> Score:
    """The score of a reply by PUCT; the mean of an unvisited reply counts as 0.  `total` as for `uct_score`."""
    mean = total / (visits * SCALE) if visits else 0.0
    return Score(mean, selection.exploration * prior * math.sqrt(parent_visits) / (1 + visits))


def value_of_points(points: int, evaluator: Evaluator) -> int:
    """An evaluator's points as the value of a simulation, from -SCALE to SCALE.

    Points of an evaluator that counts in wins, and never more than one, are only scaled.  Of others there is no
    greatest value, so v becomes v / (|v| + k): half a win where the evaluator calls a side much better.
    """
    knee, unit = knee_and_unit(evaluator)
    size = abs(points)
    points_worth_a_win = size + knee if knee else unit
    value = min(SCALE, size * SCALE // points_worth_a_win)
    return value if points >= 0 else -value


def knee_and_unit(evaluator: Evaluator) -> tuple[int, int]:
    """(points worth half a win, points worth a win) of an evaluator; the first is 0 if the second is all there is."""
    counts_wins = evaluator.limit <= evaluator.scale
    return (0 if counts_wins else evaluator.steps[2]), evaluator.scale


def priors(estimates: Sequence[int], temperature: float) -> list[float]:
    """The share of each reply before any visit: the softmax of the values for the side to move, in points (see SCALE).

    They are rounded to 32 bits, as trees store them.
    """
    best = max(estimates) / SCALE
    weights = [math.exp((estimate / SCALE - best) / temperature) for estimate in estimates]
    total = 0.0
    for weight in weights:
        total += weight
    return [struct.unpack("f", struct.pack("f", weight / total))[0] for weight in weights]
