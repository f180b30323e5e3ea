"""History: back and forward through what was looked at.  Imports the view and the lens; no Tk."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from visualizer.tree.lens import Lens
from visualizer.tree.view import Folding

LONGEST = 200
"""Looks kept at most."""


class Look(NamedTuple):
    """What was unfolded and selected, and where the picture stood; `fitted` when nobody had zoomed or panned, `size`
    of the pane in pixels.
    """

    folding: Folding
    selected: int | None
    lens: Lens
    fitted: bool
    size: tuple[int, int]

    def same(self, other: Look) -> bool:
        """Whether a person would call both the same: a fitted one stays itself when the window changes its size."""
        if (self.folding, self.selected) != (other.folding, other.selected):
            return False
        return self.lens == other.lens or (self.fitted and other.fitted and self.size != other.size)


class History:
    """The looks at one tree, in order."""

    def __init__(self) -> None:
        self._kept: list[Look] = []
        self._at = -1

    def clear(self) -> None:
        """Another tree begins a new history."""
        self._kept, self._at = [], -1

    def keep(self, look: Look | None) -> None:
        """Keeps a look when it is a new one; what lay ahead is forgotten then."""
        if look is not None and not (self._kept and look.same(self._kept[self._at])):
            self._kept = [*self._kept[: self._at + 1], look][-LONGEST:]
            self._at = len(self._kept) - 1

    def can_go_back(self, now: Look | None) -> bool:
        """Whether there is an earlier look; `now` is the present one."""
        return self._at > 0 or (self._at == 0 and now is not None and not now.same(self._kept[0]))

    @property
    def can_go_forward(self) -> bool:
        """Whether one has gone back from a later look."""
        return self._at + 1 < len(self._kept)

    def go(self, by: int) -> Look | None:
        """The look so many places further, where there is one."""
        if not 0 <= self._at + by < len(self._kept):
            return None
        self._at += by
        return self._kept[self._at]

    def moved(self, moved: np.ndarray) -> None:
        """Rows are elsewhere now (see `SearchTree.graft`)."""
        self._kept = [
            look._replace(
                folding=look.folding.moved(moved), selected=None if look.selected is None else int(moved[look.selected])
            )
            for look in self._kept
        ]
