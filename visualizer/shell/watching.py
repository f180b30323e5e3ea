"""Watching: lets the tree of a running search grow on screen, as often as that costs little.

Imports tkinter's types.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import monotonic

from visualizer.kit.host import Host
from visualizer.kit.steps import Steps
from visualizer.tree.protocol import Pane

PATIENCE, LOOK = 0.25, 0.15
"""Seconds after which a running search is shown, and between two looks at it, at least."""

MOST_ROWS = 200_000
"""Rows of a running search that are looked at."""


class Watching:
    """`pane()` is the tree pane while it is to be seen; `begin()` is called before the first look at a search, and
    `explain(row)` after each.
    """

    def __init__(
        self,
        widget: tk.Misc,
        host: Host,
        pane: Callable[[], Pane | None],
        begin: Callable[[], object],
        explain: Callable[[int], object],
    ) -> None:
        self._host, self._pane, self._begin, self._explain = host, pane, begin, explain
        self._next = 0.0
        self._steps = Steps(widget)

    def look(self) -> None:
        """Looks at the running search, if it is time to."""
        progress = self._host.session.progress()
        if progress is None or progress.seconds <= PATIENCE or monotonic() < self._next or self._steps.busy:
            return
        if self._pane() is not None:
            self._steps.do(self._take)

    def drop(self) -> None:
        """Shows no more of what was looked at."""
        self._steps.drop()

    def _take(self) -> None:
        """Takes the tree as it is now: it is drawn in another turn of the event loop, and explained in a third."""
        started, part, pane = monotonic(), self._host.session.tree_so_far(MOST_ROWS), self._pane()
        if pane is None or part is None or (pane.model.live is not None and pane.model.live.tree is part.tree):
            return

        def draw() -> None:
            if pane.model.live is None:
                self._begin()
            pane.watch(part, "still searching")

        def explain() -> None:
            if pane.selected is not None:
                self._explain(pane.selected)
            self._next = monotonic() + max(LOOK, 4 * (monotonic() - started))

        self._steps.do(draw, explain)
