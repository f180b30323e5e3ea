"""What search adds to an evaluator: its results by the depth of the search, for charts and reports.

kept_by_depth("taught")                in solved positions
success_by_depth(table)                in the games of a match
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isnan
from pathlib import Path
from typing import NamedTuple

import numpy as np

from c4 import evaluators
from c4.agents import AGENTS
from c4.agents.specification import asks_evaluator, parse_agent
from c4.arena.errors import agent_of
from c4.arena.ratings import Share, Table, Tally, wilson
from c4.arena.suites import EVERY, open_suite
from c4.callbacks import ignore
from c4.search.watch import Stopped, Watch

DEPTHS = (0, 2, 4, 6, 8)
"""The depths of a chart; 0 is without search."""

BAR = 40
"""Characters of the longest bar."""


class AtDepth(NamedTuple):
    """The result of an evaluator with searches of one depth (0: without search), a share from 0 to 1."""

    depth: int
    share: Share


def in_words(depth: int) -> str:
    """ "no search" or "depth 4"."""
    return f"depth {depth}" if depth else "no search"


# -- solved positions -------------------------------------------------------------------------------------------------


def kept_by_depth(
    evaluator: str,
    model: str | None = None,
    depths: Iterable[int] = DEPTHS,
    suite: str = "d",
    every: int = EVERY,
    watch: Watch | None = None,
    report: Callable[[AtDepth], object] = ignore,
) -> list[AtDepth]:
    """For each depth the share of every n-th position of a suite in which the move keeps the result.

    `report` is called with each as soon as it is known.  Raises C4Error if the evaluator or the model cannot be loaded,
    Stopped once the watch is stopped.
    """
    known = open_suite(suite)
    results = []
    places = range(0, len(known), every)
    for depth in depths:
        player = parse_agent(agent_of(evaluator, model, depth)).load()
        kept = 0
        for place in places:
            column = player.choose(known.positions[place], watch).column
            if column is None or (watch is not None and watch.stopped):
                raise Stopped
            classes = known.classes[place]
            if classes[column] == np.max(classes):
                kept += 1
        results.append(AtDepth(depth, wilson(kept, len(places))))
        report(results[-1])
    return results


def sentence(results: Iterable[AtDepth]) -> str:
    """What `kept_by_depth` found, in one sentence: "It keeps the result in 61 % of the hard positions without search, and in
    74 % by searches of depth 4"."""
    parts = []
    for number, (depth, share) in enumerate(results):
        of_what = " of the hard positions" if number == 0 else ""  # is said once
        how = f"by searches of depth {depth}" if depth else "without search"
        parts.append(f"in {100 * share.value:.0f}\u00a0%{of_what} {how}")
    return f"It keeps the result {', and '.join(parts)}"


# -- matches ----------------------------------------------------------------------------------------------------------


def success_by_depth(table: Table) -> dict[str, list[AtDepth]]:
    """For each evaluator that played a match with several depths: its success with each of them, the least depth first.

    Games between two depths of the same evaluator count for both.  An agent with a limit of time or nodes has no depth.
    """
    tallies: dict[str, dict[int, Tally]] = {}
    for agent in table.agents:
        specification = parse_agent(agent, typed_by_user=False)
        limits = specification.limits
        has_depth = limits.time_ms is None and limits.nodes is None
        if not (has_depth and asks_evaluator(specification.name)):
            continue
        label = evaluators.short_label_of(limits.evaluator)
        if limits.model is not None:
            label += f": {Path(limits.model).stem}"
        depth = limits.depth if AGENTS[specification.name].searches else 0
        by_depth = tallies.setdefault(label, {})
        by_depth[depth] = by_depth.get(depth, Tally()).joined(table.total(agent))
    return {
        label: [AtDepth(depth, by_depth[depth].success) for depth in sorted(by_depth)]
        for label, by_depth in tallies.items()
        if len(by_depth) > 1
    }


def chart(results: Mapping[str, list[AtDepth]]) -> str:
    """A bar for each depth of each evaluator, as text; "" without any."""
    if not results:
        return ""
    lines = ["success by depth of the search"]
    for label, by_depth in results.items():
        lines.append(f"  {label}")
        for depth, share in by_depth:
            bar = "" if isnan(share.value) else "█" * round(BAR * share.value)
            lines.append(f"    {in_words(depth):<10} {100 * share.value:>5.1f} %  {bar}")
    return "\n".join(lines)


def chart_json(results: Mapping[str, list[AtDepth]]) -> dict[str, list[dict[str, object]]]:
    """The chart as JSON values: for each evaluator depth, share and interval."""
    return {
        label: [
            {"depth": depth, "success": round(share.value, 6), "interval": [round(share.low, 6), round(share.high, 6)]}
            for depth, share in by_depth
        ]
        for label, by_depth in results.items()
    }
