"""The limits, evaluator and options that every agent gets with a position."""

from __future__ import annotations

from dataclasses import dataclass

from c4.engine.ingredients import USUAL, SearchOptions


@dataclass(frozen=True)
class Limits:
    """An agent's limits, evaluator and options; each agent uses those that concern it.

    `move_order` are columns from 0, None: the middle first; `model` is a model file of a learned evaluator, None for
    the built-in one.  `time_ms` (milliseconds per move) and `nodes` are for agents with iterative deepening; if one of
    them is given, `depth` is ignored.  `options` are the ingredients of the engine.
    """

    depth: int = 6
    evaluator: str = "v2"
    model: str | None = None
    move_order: tuple[int, ...] | None = None
    seed: int | None = None
    time_ms: float | None = None
    nodes: int | None = None
    options: SearchOptions = USUAL
