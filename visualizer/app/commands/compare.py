"""The menu Compare: two searches, measurements, matches."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c4.session.plans import PAIRS
from visualizer.ui.command import Command, entry

if TYPE_CHECKING:
    from visualizer.app.window import Window

COMPARE = "visualizer.compare.window:CompareWindow"
MEASURE = "visualizer.compare.measure:MeasureWindow"


def compare_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    analysis, add = window.analysis, partial(entry, "Compare")

    def compare(pair: str) -> None:
        window.open(COMPARE, lambda opened: opened.start_pair(pair))

    # fmt: off
    return [
        *(
            add(f"compare {name}", name[0].upper() + name[1:], partial(compare, name), blocked=analysis.nothing_to_search)
            for name in PAIRS
        ),
        add("compare", "Any two searches...", partial(window.open, COMPARE), "Ctrl+1",
            blocked=analysis.nothing_to_search, separated=True),
        add("measure", "Measure this search...",
            partial(window.open, MEASURE, lambda opened: opened.tabs.select(opened.profile)), "Ctrl+2",
            blocked=analysis.no_tree),
        add("growth", "Growth with depth", partial(window.open, MEASURE, lambda opened: opened.grow()), "Ctrl+3",
            blocked=analysis.nothing_to_search),
        add("match", "Match...", partial(window.open, "visualizer.compare.match:MatchWindow"), "Ctrl+6",
            tip="Two to eight agents play each other; crosstable and Elo.", separated=True),
        add("errors", "Evaluator errors", partial(window.open, "visualizer.learn.errors:ErrorsWindow"), "Ctrl+8",
            tip="Its mistakes on solved positions, by ply, and the worst of them."),
    ]
    # fmt: on
