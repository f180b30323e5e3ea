"""The limits, evaluator and options that every agent gets with a position."""

from __future__ import annotations

from dataclasses import dataclass

from c4 import evaluators
from c4.engine.ingredients import USUAL, SearchOptions
from c4.errors import C4Error
from c4.game.rules import Rules
from c4.text import make_plain, plain, positive_int
from c4.tree.selection import USUAL as USUAL_SELECTION
from c4.tree.selection import Selection

LONGEST_MOVE_MS = 86_400_000
"""A time per move must be below this, a day."""


@dataclass(frozen=True)
class Limits:
    """An agent's limits, evaluator and options; each agent uses those that concern it.

    `move_order` are columns from 0, None: the middle first; `model` is a model file of a learned evaluator, None for
    the built-in one.  `time_ms` (milliseconds per move) and `nodes` are for agents with iterative deepening; if one of
    them is given, `depth` is ignored.  `options` are the ingredients of the engine.  `simulations` and `selection` are
    for Monte-Carlo tree search, which can be given a time, too.
    """

    depth: int = 6
    evaluator: str = "v2"
    model: str | None = None
    move_order: tuple[int, ...] | None = None
    seed: int | None = None
    time_ms: float | None = None
    nodes: int | None = None
    options: SearchOptions = USUAL
    simulations: int | None = None
    selection: Selection = USUAL_SELECTION

    def __post_init__(self) -> None:
        make_plain(self, "depth", "seed", "time_ms", "nodes", "simulations")
        if self.move_order is not None:
            object.__setattr__(self, "move_order", tuple(plain(column) for column in self.move_order))


def check_depth(depth: int, rules: Rules) -> int:
    """The depth.  Raises C4Error if no game on this board lasts so long."""
    if depth > rules.cells:
        raise C4Error(
            f"the depth can be at most {rules.cells} on this board, not {depth}: it has {rules.cells} squares"
        )
    return depth


def check_limits(limits: Limits) -> None:
    """Raises C4Error for a depth, an evaluator or a time that cannot be."""
    positive_int("the depth", limits.depth)
    evaluators.check_name(limits.evaluator)
    if limits.simulations is not None:
        positive_int("the number of simulations", limits.simulations)
    if limits.time_ms is not None and not (
        type(limits.time_ms) in (int, float) and 0 < limits.time_ms < LONGEST_MOVE_MS
    ):
        raise C4Error(
            f"the time per move must be a number of milliseconds above 0 and at most a day, not {limits.time_ms!r}"
        )
