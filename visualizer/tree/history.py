"""The views of a tree that you have had, to go back to them."""

from __future__ import annotations

from typing import NamedTuple
from weakref import ref

import numpy as np

from c4.tree.searchtree import SearchTree
from visualizer.state.tree.view import Folding, Key
from visualizer.tree.viewport import Viewport

VIEWS_KEPT = 200
"""Views to go back to, at most."""


class ViewState(NamedTuple):
    """What was unfolded and selected, and the viewport.

    fitted  whether it had not been zoomed or panned
    size    of the canvas in pixels
    places  of the glyphs in the layout
    """

    folding: Folding
    selected: int | None
    viewport: Viewport
    fitted: bool
    size: tuple[int, int]
    places: dict[Key, tuple[float, float]] = {}

    def same(self, other: ViewState) -> bool:
        """Whether both look the same; a fitted one stays itself when the window changes its size."""
        if (self.folding, self.selected) != (other.folding, other.selected):
            return False
        return self.viewport == other.viewport or (self.fitted and other.fitted and self.size != other.size)

    def moved(self, moved: np.ndarray) -> ViewState:
        """The same view after rows have moved; `moved` is where each is now (see `SearchTree.graft`)."""
        selected = None if self.selected is None else int(moved[self.selected])
        return self._replace(folding=self.folding.moved(moved), selected=selected, places={})


class History:
    """The views of one tree, in order."""

    def __init__(self) -> None:
        self._states: list[ViewState] = []
        self._at = -1

    def clear(self) -> None:
        """Starts a new history."""
        self._states = []
        self._at = -1

    def record(self, state: ViewState | None) -> None:
        """Adds a view if it is new, and drops those ahead of the current one."""
        if state is not None and not (self._states and state.same(self._states[self._at])):
            self._states = [*self._states[: self._at + 1], state][-VIEWS_KEPT:]
            self._at = len(self._states) - 1

    def can_go_back(self, now: ViewState | None) -> bool:
        """Whether there is an earlier view than the present one, `now`."""
        return self._at > 0 or (self._at == 0 and now is not None and not now.same(self._states[0]))

    @property
    def can_go_forward(self) -> bool:
        """Whether you have gone back from a later view."""
        return self._at + 1 < len(self._states)

    def go(self, by: int) -> ViewState | None:
        """The view so many places further, if there is one."""
        if not 0 <= self._at + by < len(self._states):
            return None
        self._at += by
        return self._states[self._at]

    def renumber(self, moved: np.ndarray) -> None:
        """Renumbers all rows (see `SearchTree.graft`)."""
        self._states = [state.moved(moved) for state in self._states]


class LeftTrees:
    """How trees that are no longer shown were seen last, for when you come back to them."""

    def __init__(self) -> None:
        self._views: dict[int, tuple[ref[SearchTree], ViewState]] = {}

    def keep(self, tree: SearchTree | None, state: ViewState | None) -> None:
        """Keeps the view of a tree that makes way for another."""
        self._views = {key: kept for key, kept in self._views.items() if kept[0]() is not None}
        if tree is not None and state is not None:
            self._views[id(tree)] = (ref(tree), state)

    def view_of(self, tree: SearchTree | None, folding: Folding) -> ViewState | None:
        """The last view of a tree, if that was unfolded in it."""
        kept, state = self._views.get(id(tree), (None, None))
        if kept is None or state is None or kept() is not tree or state.folding != folding:
            return None
        return state
