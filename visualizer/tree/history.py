"""History: back and forward through views of a tree: what was unfolded, where the picture stood, what was selected.  Imports the view and the lens.

A view is kept once nothing has changed for a moment, so that ten turns of the wheel are one step back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from visualizer.tree.companion import Companion
from visualizer.tree.lens import Lens
from visualizer.tree.view import Folding

if TYPE_CHECKING:
    from visualizer.tree.pane import TreePane

REST = 350
"""Milliseconds without change after which a view is kept."""

LONGEST = 200
"""Views kept at most."""


class Seen(NamedTuple):
    """One view; `fitted` when nobody had zoomed or panned, `size` of the pane in pixels."""

    folding: Folding
    selected: int | None
    lens: Lens
    fitted: bool
    size: tuple[int, int]

    def same(self, other: Seen) -> bool:
        """Whether a person would call both the same view: a fitted one stays itself when the window changes its size."""
        if (self.folding, self.selected) != (other.folding, other.selected):
            return False
        return self.lens == other.lens or (self.fitted and other.fitted and self.size != other.size)


class History(Companion):
    """The views of the tree on screen; another tree begins a new history.  `on_select(row)` is told of the node a view had selected."""

    def __init__(self, pane: TreePane, on_select: Callable[[int], None]) -> None:
        self.pane, self._on_select = pane, on_select
        self._seen: list[Seen] = []
        self._at = -1
        self._waiting: str | None = None
        pane.companions.append(self)
        pane.bind("<Destroy>", lambda _: self._rest(), add="+")

    @property
    def can_go_back(self) -> bool:
        return self._at > 0 or (self._at == 0 and self._now() is not None and not self._now().same(self._seen[0]))

    @property
    def can_go_forward(self) -> bool:
        return self._at + 1 < len(self._seen)

    def back(self) -> None:
        """To the view before this one."""
        self.keep()
        self._go(self._at - 1)

    def forward(self) -> None:
        """To the view that was left by going back."""
        self.keep()
        self._go(self._at + 1)

    def keep(self) -> None:
        """Keeps the present view when it is a new one; what lay ahead is forgotten then."""
        self._rest()
        now = self._now()
        if now is None or (self._seen and now.same(self._seen[self._at])):
            return
        self._seen = [*self._seen[: self._at + 1], now][-LONGEST:]
        self._at = len(self._seen) - 1

    def _now(self) -> Seen | None:
        pane = self.pane
        if pane.view is None or pane._fitting:
            return None
        return Seen(
            pane.view.folding,
            pane.selected,
            pane.lens,
            pane._as_fitted,
            (pane.widget.winfo_width(), pane.widget.winfo_height()),
        )

    def _go(self, at: int) -> None:
        if not 0 <= at < len(self._seen):
            return
        self._at = at
        seen = self._seen[at]
        self.pane.look_as(seen.folding, seen.lens, seen.fitted)
        if seen.selected is not None:
            self.pane.select(seen.selected, reveal=False)
            self._on_select(seen.selected)
        self._rest()

    def _rest(self) -> None:
        if self._waiting is not None:
            self.pane.after_cancel(self._waiting)
            self._waiting = None

    # -- companion ------------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        self._rest()
        self._seen, self._at = [], -1

    def grown(self, moved: np.ndarray) -> None:
        self.keep()
        self._seen = [
            seen._replace(
                folding=tuple(frozenset(moved[list(part)].tolist()) for part in seen.folding),
                selected=None if seen.selected is None else int(moved[seen.selected]),
            )
            for seen in self._seen
        ]

    def painted(self) -> None:
        self._rest()
        self._waiting = self.pane.after(REST, self.keep)

    selected = painted
