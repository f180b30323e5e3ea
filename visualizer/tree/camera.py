"""Where the nodes of a tree are in its picture: their layout, the viewport, and how both follow what happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import networkx as nx
import numpy as np

from visualizer.state.tree.state import Change, TreeState
from visualizer.state.tree.view import Folding, Key
from visualizer.tree.figure import Measure, space_of
from visualizer.tree.layout import ABOVE, BELOW, EMPTY, Layout, layout
from visualizer.tree.marks import Spot
from visualizer.tree.shapes import MARKS_HEIGHT, NODE_HEIGHT_LEAST, NODE_WIDTH
from visualizer.tree.viewport import HEADLINE_HEIGHT, LANE, MARGIN, Viewport, fit, squeeze, zoom_to_fill

SLACK = 0.4
"""Plies left free below a fitted tree, for what you unfold next."""

COMFORTABLE = 1.3
"""The zoom from which the first view shows the refutation of every reply, and not only of one."""

READABLE = "readable"
WHOLE_TREE = "all"
"""How to fit a tree: so that its words can be read, or all of it."""


class Camera:
    """The layout of a tree and its viewport.

    measure     sizes of words at zoom 1, in points
    size        pixels of the picture, across and down
    points      pixels in a point
    fitted      whether you have not zoomed or panned since the last fit
    fitting     how to fit at the next picture: READABLE or WHOLE_TREE; None for not at all
    terse       whether only the shortest wordings are used
    """

    def __init__(self, measure: Measure, points: float) -> None:
        self.measure = measure
        self.points = points
        self.size = (1, 1)
        self.layout: Layout = EMPTY
        self.viewport = Viewport()
        self.fitted = True
        self.fitting: str | None = None
        self.terse = False
        self._revealed: tuple[Key, ...] = ()  # what was last brought into sight
        self._asked = False  # whether you have asked for the next fit
        self._fitted_as_asked: Viewport | None = None  # what your last wish for readable words led to

    # -- layout -------------------------------------------------------------------------------------------------------

    def lay_out(self, state: TreeState, zoom: float, places: dict[Key, Spot] | None = None) -> None:
        """Lays the tree out for the width at a zoom; nodes keep the `places` they had where possible."""
        width = (self.size[0] / self.points - 2 * MARGIN - LANE) / zoom
        self.layout = self._places(state, state.graph, width, places)

    def lay_out_again(self, state: TreeState) -> None:
        """Lays out what is unfolded now; nodes keep their places where possible."""
        if state.view is None:
            self.layout = EMPTY
        elif not self.fitting:
            self.lay_out(state, self.viewport.slot / self.points, self.layout.at)

    def _places(
        self, state: TreeState, graph: nx.DiGraph, across: float = 0.0, places: dict[Key, Spot] | None = None
    ) -> Layout:
        """The layout of a graph; while a search is played back, with room for all plies that it will reach."""
        laid_out = layout(graph, space_of(self.measure, self.terse), across, places)
        last_ply = state.playback.last_ply()
        lowest = 0.0 if last_ply is None else last_ply + BELOW
        return laid_out._replace(bottom=max(laid_out.bottom, lowest))

    def renumber(self, moved: np.ndarray) -> None:
        """Gives the nodes of the layout the rows that they have now."""

        def now(key: Key) -> Key:
            return int(moved[key]) if isinstance(key, int) else (key[0], int(moved[key[1]]))

        at = {now(key): spot for key, spot in self.layout.at.items()}
        parents = {now(key): now(parent) for key, parent in self.layout.parents.items()}
        self.layout = self.layout._replace(at=at, parents=parents)

    # -- fitting ------------------------------------------------------------------------------------------------------

    def take_wishes(self, changes: tuple[Change, ...]) -> None:
        """Takes over how to fit, and what to bring into sight then."""
        for change in changes:
            anew = change.what in ("tree", "fit")
            if anew or (change.refit and self.fitted):
                self.fitting = READABLE
            if anew or change.reveal:
                self._revealed = change.reveal

    def fit(self, state: TreeState, zoom_before: float) -> TreeState:
        """Lays the tree out anew, so large that it fills the picture; returns the state with what there is room for."""
        view = state.view
        assert view is not None
        readable = self.fitting == READABLE
        firsts = view.first_foldings()
        foldings = firsts if readable and view.folding in firsts else [view.folding]
        shown = state
        zoom = 1.0
        for folding, terse in product(foldings, (False, True)):
            shown = folded_as(state, folding)
            self.terse = terse
            places = self._places(shown, shown.graph)
            zoom = zoom_to_fill(places.need, places.height + SLACK, *self.size, self.points)
            across = (self.size[0] / self.points - 2 * MARGIN - LANE) / places.need
            everything = folding is foldings[0] and len(foldings) > 1
            if across >= (COMFORTABLE if everything else 1):
                break
        if readable:
            readable_zoom = fit(places, *self.size, self.points, readable).slot / self.points
            zoom = max(zoom, min(1.0, readable_zoom))
        follows = state.playback.event > 0 and abs(zoom - zoom_before) < 0.01
        self.lay_out(shown, zoom, self.layout.at if follows else None)  # while it goes on, nodes stay
        width, height = self.size
        self.viewport = fit(self.layout, width, height / (1 + SLACK / self.layout.height), self.points, readable)
        for key in self._revealed if readable else ():
            if key in self.layout.at:
                self.viewport = self.viewport.moved(*self._out_of_sight(key))
        self._fitted_as_asked = self.viewport if self._asked else None
        self._asked = False
        self.fitting = None
        self.fitted = True
        return shown

    def fit_as_asked(self) -> None:
        """Fits everything that is unfolded at the next picture, so large that its words can be read; if that is what is
        shown, all of it, however small.
        """
        self._asked = self.viewport != self._fitted_as_asked
        self.fitting = READABLE if self._asked else WHOLE_TREE

    def set_viewport(self, viewport: Viewport, fitted: bool = False) -> None:
        """Shows something else because you asked for it."""
        self.viewport = viewport
        self.fitting = None
        self.fitted = fitted

    def part_below(self, row: int, end: int) -> Viewport:
        """The viewport in which the nodes with the rows from `row` to before `end` fill the picture."""
        inside = {
            key: at for key, at in self.layout.at.items() if row <= (key if isinstance(key, int) else key[1]) < end
        }
        xs, ys = zip(*inside.values())
        part = self.layout._replace(
            at=inside, left=min(xs) - 20, right=max(xs) + 20, top=min(ys) - ABOVE, bottom=max(ys) + 1 - ABOVE
        )
        return fit(part, *self.size, self.points)

    def zoomed(self, factor: float, x: float, y: float) -> Viewport:
        """The viewport zoomed about a pixel."""
        return self.viewport.zoomed(factor, x, y, self.points)

    # -- following what happens ---------------------------------------------------------------------------------------

    def anchor(self, changes: tuple[Change, ...]) -> Key | None:
        """The node that stays where it is: that of the last change which names one that is drawn."""
        anchors = [change.anchor for change in reversed(changes) if change.what == "folding"]
        return next((key for anchor in anchors for key in anchor if key is not None and key in self.layout.at), None)

    def hold(self, anchor: Key) -> None:
        """Makes room below a node, which stays where it is: plies become lower, and if that is not enough the picture
        moves up.
        """
        rows = [y for key, (_, y) in self.layout.at.items() if self.layout.parents.get(key) == anchor]
        if not rows:
            return
        at = self.layout.at[anchor]
        height = self.size[1]
        if self.fitted:
            self.viewport = squeeze(self.layout, self.viewport, at, height, self.points)
        lack = self.viewport.pixel((0.0, max(rows) + 0.5))[1] - height
        if lack > 0 and 0 < self.viewport.pixel(at)[1] < height:
            self.viewport = self.viewport.moved(0, -lack)

    def bring_into_sight(self, keys: Iterable[Key]) -> bool:
        """Pans no further than needed to show nodes; the last of them has precedence.  Returns whether it has panned."""
        before = self.viewport
        for key in keys:
            if key in self.layout.at and not self.fitting:
                self.viewport = self.viewport.moved(*self._out_of_sight(key))
        moved = abs(self.viewport.left - before.left) + abs(self.viewport.top - before.top)
        if moved < 0.01:  # there and back again
            self.viewport = before
            return False
        return True

    def _out_of_sight(self, key: Key) -> tuple[float, float]:
        """How far the picture has to be moved so that a node is in sight."""
        x, y = self.viewport.pixel(self.layout.at[key])
        width, height = self.size
        half = NODE_WIDTH * self.viewport.slot / 2
        lane = LANE * self.points
        dx = max(lane + half - x, 0) or min(width - half - x, 0)
        above = NODE_HEIGHT_LEAST * self.viewport.slot + (HEADLINE_HEIGHT * self.points if key == 0 else 0)
        below = (NODE_HEIGHT_LEAST / 2 + MARKS_HEIGHT) * self.viewport.slot
        return dx, max(above - y, 0) or min(height - below - y, 0)

    def pixel(self, key: Key | None) -> Spot | None:
        """Where a node is drawn; None if it is not."""
        return None if key is None or key not in self.layout.at else self.viewport.pixel(self.layout.at[key])


def folded_as(state: TreeState, folding: Folding) -> TreeState:
    """The same tree with something else unfolded."""
    assert state.view is not None
    if folding == state.view.folding:
        return state
    view = state.view.copy()
    view.folding = folding
    return replace(state, view=view)
