"""From the start of the program to what can be used."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

from lab.benchmarks.child import ask
from lab.benchmarks.figures import Figure, late, middle
from lab.benchmarks.first_child import FirstPaint
from lab.benchmarks.window.hand import Hand

STARTS = 7
"""How often the program is started."""


def start(hand: Hand) -> Iterator[Figure]:
    """From starting Python on, and while the rest is loaded."""
    yield from first_paint()
    yield Figure("open", "loading the search and the tree pane, longest turn", hand.load, "ms", 100)


def first_paint() -> Iterator[Figure]:
    """From starting Python to the painted, playable board and to the tree pane, warm: processor time, which is the
    clock's where nothing else runs.  Warm means that the modules are compiled, as they are from the second start on
    wherever the program is installed.
    """
    with tempfile.TemporaryDirectory() as modules:
        ask("first_paint", {}, modules)
        starts = [FirstPaint(*ask("first_paint", {}, modules)) for _ in range(STARTS)]
    boards = [1000 * start.to_board for start in starts]
    heavy_modules = max(start.heavy_modules for start in starts)
    yield Figure("start", "start to playable board, median", middle(boards), "ms", 400)
    yield Figure("start", "start to playable board, 95 of 100", late(boards), "ms", 600)
    yield Figure("start", "start to tree pane, median", middle(start.to_tree for start in starts), "s", 1.8)
    yield Figure("start", "heavy modules loaded before the first paint", heavy_modules, "", 0)
