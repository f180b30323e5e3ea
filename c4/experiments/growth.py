"""How the work of a search grows with its depth: the tables of reference system 4.  Imports nothing heavy at first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from time import thread_time
from typing import TYPE_CHECKING, NamedTuple

from c4.experiments.plans import Plan, left_to_right
from c4.game.numbers import whole
from c4.game.rules import Rules
from c4.search.watch import Watch

if TYPE_CHECKING:
    from c4.game.position import Position
    from c4.game.values import Value

MOST_NODES = 20_000_000
"""A search expected to visit more nodes is not begun."""


SHORT, REPEATS = 0.05, 5
"""A search shorter than so many seconds is repeated, up to so many times, and the shortest time counts."""


class Point(NamedTuple):
    """One search of a position: its `series` (algorithm), `nodes`, `seconds` of processor time, and column (from 0)."""

    series: str
    depth: int
    nodes: int
    pruned: int
    seconds: float
    column: int
    value: Value


def series(rules: Rules, evaluator: str = "v2", model: str | None = None) -> dict[str, Plan]:
    """The searches to compare, by name; `growth` fills in their depth."""
    plan = Plan(evaluator=evaluator, model=model)
    return {
        "minimax": replace(plan, algorithm="minimax"),
        "alpha-beta": replace(plan, move_order=left_to_right(rules)),
        "alpha-beta ordered": plan,
        "engine": replace(plan, algorithm="engine"),
    }


def growth(
    position: Position, plans: dict[str, Plan], depth: int, most: int = MOST_NODES, watch: Watch | None = None
) -> Iterator[Point]:
    """Searches to depth 1, 2, ... with every plan, recording nothing; ends early when the watch stops it.

    A plan ends at the depth at which it would visit more than `most` nodes, estimated from the previous
    depths.  The engine starts afresh for every depth, and all its iterations count.  Raises C4Error
    when the game is over or the depth is invalid.
    """
    whole("the depth", depth)
    counts: dict[str, list[int]] = {name: [] for name in plans}
    import_module("c4.engine.deepening")  # loaded, and at first compiled, before the clock starts
    evaluators = {name: plan.load() for name, plan in plans.items()}
    for plies in range(1, depth + 1):
        for name, plan in plans.items():
            if expected(counts[name]) > most:
                continue
            seconds: list[float] = []
            while not seconds or (sum(seconds) < SHORT and len(seconds) < REPEATS):
                started = thread_time()
                found = replace(plan, depth=plies).run(
                    position, watch.part() if watch is not None else None, budget=0, evaluator=evaluators[name]
                )
                if not found.complete:
                    return
                seconds.append(thread_time() - started or found.seconds)  # some clocks of threads are coarse
            assert found.column is not None, "a search that was not stopped chooses a column"
            assert found.value is not None, "and knows its value"
            counts[name].append(found.nodes)
            yield Point(name, plies, found.nodes, found.pruned, min(seconds), found.column, found.value)


def expected(counts: list[int]) -> float:
    """The expected nodes of the next depth, by the growth over the last two (odd and even depths differ)."""
    if len(counts) < 3:
        return 0.0
    return float(counts[-1] * (counts[-1] / counts[-3]) ** 0.5)
