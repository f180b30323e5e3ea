"""Where the nodes of a tree are in its picture: their layout, the viewport, and how both follow what happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import Enum, auto
from itertools import product

import numpy as np

from visualizer.state.tree.state import Change, TreeState
from visualizer.state.tree.view import Folding, GlyphData, Key
from visualizer.tree.layout import ABOVE, BELOW, EMPTY, Layout, layout
from visualizer.tree.primitives import Spot
from visualizer.tree.shapes import MARKS_HEIGHT, NODE_HEIGHT_LEAST, NODE_WIDTH, SMALLEST_GAP
from visualizer.tree.viewport import (
    HEADLINE_HEIGHT,
    LANE,
    MARGIN,
    READABLE_ZOOM,
    Viewport,
    fit,
    least_ply_height,
    squeeze,
    zoom_to_fill,
)
from visualizer.tree.widths import MOST_CAPTION_LINES, Measure, Wording, space_of

SLACK = 24.0
"""Points left free below a fitted tree: for words below the last ply, and for what you unfold next."""

COMFORTABLE = 1.3
"""The zoom from which the first view shows the refutation of every reply, and not only of one."""

SAME_ZOOM = 0.01
"""The difference up to which two zooms count as the same."""

SAME_PLACE = 0.01
"""Pixels by which two viewports of the same part may differ."""

SUBTREE_MARGIN = 20.0
"""Points left free beside a subtree that fills the picture."""


class Fit(Enum):
    """How to fit a tree: so that its words can be read, or all of it."""

    READABLE = auto()
    WHOLE_TREE = auto()


class Camera:
    """The layout of a tree and its viewport.

    measure     sizes of words at zoom 1, in points
    size        pixels of the picture, across and down
    pixels_per_point    of the screen
    fitted      whether you have not zoomed or panned since the last fit
    fitting     how to fit at the next picture; None for not at all
    wording     how much is written in and below nodes
    """

    def __init__(self, measure: Measure, pixels_per_point: float) -> None:
        self.measure = measure
        self.pixels_per_point = pixels_per_point
        self.size = (1, 1)
        self.layout: Layout = EMPTY
        self.viewport = Viewport()
        self.fitted = True
        self.fitting: Fit | None = None
        self.wording = Wording.FULL
        self._revealed: tuple[Key, ...] = ()  # what was last brought into sight
        self._asked = False  # whether you have asked for the next fit
        self._fitted_as_asked: Viewport | None = None  # what your last wish for readable words led to

    # -- layout -------------------------------------------------------------------------------------------------------

    def lay_out(self, state: TreeState, zoom: float, places: dict[Key, Spot] | None = None) -> None:
        """Lays the tree out for the width at a zoom; nodes keep the `places` they had where possible."""
        self.layout = self._places(state, zoom, self._width() / zoom, places, apart=zoom >= 1)

    def forget_layout(self) -> None:
        """Forgets where the nodes of a tree are, before another tree, which is laid out for the next picture."""
        self.layout = EMPTY

    def lay_out_again(self, state: TreeState) -> None:
        """Lays out what is unfolded now; nodes keep their places where possible."""
        if state.view is None:
            self.layout = EMPTY
        elif not self.fitting:
            self.lay_out(state, self.viewport.unit / self.pixels_per_point, self.layout.at)
            least = least_ply_height(self.layout) * self.viewport.unit
            self.viewport = replace(self.viewport, ply=max(self.viewport.ply, least))

    def _width(self) -> float:
        """The width that there is for nodes at zoom 1, in points."""
        return self.size[0] / self.pixels_per_point - 2 * MARGIN - LANE

    def _places(
        self,
        state: TreeState,
        zoom: float = 1.0,
        across: float = 0.0,
        places: dict[Key, Spot] | None = None,
        apart: bool = False,
    ) -> Layout:
        """The layout of what is unfolded at a zoom, in the width that it asks for, or in that of `across` points; while a
        search is played back, with room for all plies that it will reach.
        """
        space = space_of(self.measure, self.wording, max(zoom, READABLE_ZOOM))
        laid_out = layout(state.graph, space, across, places, apart=apart)
        last_ply = state.playback.last_ply()
        lowest = 0.0 if last_ply is None else last_ply + BELOW
        return laid_out._replace(bottom=max(laid_out.bottom, lowest), caption_lines=self._caption_lines(state))

    def _caption_lines(self, state: TreeState) -> int:
        """How many lines of captions there may be below nodes: also those that a playback has not reached."""
        if not self.wording.has_captions or state.tree is None:
            return 0
        return MOST_CAPTION_LINES if state.tree.pruned else 1

    def renumber(self, moved: np.ndarray) -> None:
        """Gives the nodes of the layout the rows that they have now."""

        def now(key: Key) -> Key:
            return int(moved[key]) if isinstance(key, int) else (key[0], int(moved[key[1]]))

        at = {now(key): spot for key, spot in self.layout.at.items()}
        parents = {now(key): now(parent) for key, parent in self.layout.parents.items()}
        spaces = {now(key): space for key, space in self.layout.spaces.items()}
        self.layout = self.layout._replace(at=at, parents=parents, spaces=spaces)

    def show(self, size: tuple[int, int], placed: Layout, viewport: Viewport) -> None:
        """Shows a layout in a picture of so many pixels."""
        self.size = size
        self.layout = placed
        self.viewport = viewport

    # -- fitting ------------------------------------------------------------------------------------------------------

    def take_wishes(self, changes: tuple[Change, ...]) -> None:
        """Takes over how to fit, and what to bring into sight then."""
        for change in changes:
            anew = change.what in ("tree", "fit")
            if anew or (change.refit and self.fitted):
                self.fitting = Fit.READABLE
            if anew or change.reveal:
                self._revealed = change.reveal

    def fit(self, state: TreeState, zoom_before: float) -> TreeState:
        """Lays the tree out anew, so large that it fills the picture; returns the state with what there is room for."""
        readable = self.fitting == Fit.READABLE
        shown, wanted = self._what_fits(state, readable)
        zoom = self._fitting_zoom(wanted, readable)
        goes_on = state.playback.event > 0 and abs(zoom - zoom_before) < SAME_ZOOM
        self.lay_out(shown, zoom, self.layout.at if goes_on else None)  # while a playback goes on, nodes stay
        self.viewport = fit(self.layout, *self._size_without_slack(), self.pixels_per_point, readable)
        if readable:
            self._pan_to((*self._outermost(shown), *reversed(best_play(shown)), *self._revealed))
        self._fitted_as_asked = self.viewport if self._asked else None
        self._asked = False
        self.fitting = None
        self.fitted = True
        return shown

    def _what_fits(self, state: TreeState, readable: bool) -> tuple[TreeState, Layout]:
        """The state with as much unfolded as there is room for, and its layout in the width that it asks for.

        A new tree has several first views, from large to small, each with long and with short wordings; if none fits,
        it is the last one with the least words.
        """
        assert state.view is not None
        foldings = [state.view.folding]
        first_views = state.view.first_foldings()
        if readable and state.view.folding in first_views:
            foldings = first_views
        ways = [
            *product(foldings, (Wording.FULL, Wording.SHORT)),
            (foldings[-1], Wording.SHORTEST),
            (foldings[-1], Wording.LEAST),
        ]
        for folding, self.wording in ways:
            shown = folded_as(state, folding)
            wanted = self._places(shown)
            shows_all_refutations = len(foldings) > 1 and folding is foldings[0]
            if self._width() / wanted.narrowest_width >= (COMFORTABLE if shows_all_refutations else 1):
                break
        return shown, wanted

    def _fitting_zoom(self, wanted: Layout, readable: bool) -> float:
        """The zoom at which a layout fills the picture; a readable one is no smaller than can be read."""
        zoom = zoom_to_fill(wanted, *self._size_without_slack(), self.pixels_per_point)
        if not readable:
            return zoom
        smallest = fit(wanted, *self.size, self.pixels_per_point, readable).unit / self.pixels_per_point
        return max(zoom, min(1.0, smallest))

    def _size_without_slack(self) -> tuple[float, float]:
        """The width and the height that a fitted tree fills, in pixels."""
        width, height = self.size
        return width, max(height - SLACK * self.pixels_per_point, 1.0)

    def fit_as_asked(self) -> None:
        """Fits everything that is unfolded at the next picture, so large that its words can be read; if that is what is
        shown, all of it, however small.
        """
        self._asked = self.viewport != self._fitted_as_asked
        self.fitting = Fit.READABLE if self._asked else Fit.WHOLE_TREE

    def set_viewport(self, viewport: Viewport, fitted: bool = False) -> None:
        """Shows something else because you asked for it."""
        self.viewport = viewport
        self.fitting = None
        self.fitted = fitted

    def part_below(self, row: int, end: int) -> Viewport:
        """The viewport in which the nodes with the rows from `row` to before `end` fill the picture."""
        inside = {key: at for key, at in self.layout.at.items() if row <= row_of(key) < end}
        xs, plies = zip(*inside.values())
        part = self.layout._replace(
            at=inside,
            left=min(xs) - SUBTREE_MARGIN,
            right=max(xs) + SUBTREE_MARGIN,
            top=min(plies) - ABOVE,
            bottom=max(plies) + BELOW,
        )
        return fit(part, *self.size, self.pixels_per_point)

    def zoomed(self, factor: float, x: float, y: float) -> Viewport:
        """The viewport zoomed about a pixel."""
        return self.viewport.zoomed(factor, x, y, self.pixels_per_point)

    # -- following what happens ---------------------------------------------------------------------------------------

    def anchor(self, changes: tuple[Change, ...]) -> Key | None:
        """The node that stays where it is: that of the last change which names one that is drawn."""
        anchors = [change.anchor for change in reversed(changes) if change.what == "folding"]
        return next((key for anchor in anchors for key in anchor if key is not None and key in self.layout.at), None)

    def hold(self, anchor: Key) -> None:
        """Makes room below a node, which stays where it is: plies become lower, and if that is not enough the picture
        moves up.
        """
        children = [key for key in self.layout.at if self.layout.parents.get(key) == anchor]
        if not children:
            return
        at = self.layout.at[anchor]
        height = self.size[1]
        if self.fitted:
            self.viewport = squeeze(self.layout, self.viewport, at, height, self.pixels_per_point)
        lowest = max(self.layout.at[key][1] for key in children)
        lack = self.viewport.pixel((0.0, lowest + 0.5))[1] - height
        if lack > 0 and 0 < self.viewport.pixel(at)[1] < height:
            self.viewport = self.viewport.moved(0, -lack)

    def bring_into_sight(self, keys: Iterable[Key]) -> bool:
        """Pans no further than needed to show nodes; the last of them has precedence.  Returns whether it has panned."""
        if self.fitting:
            return False
        before = self.viewport
        self._pan_to(keys)
        moved = abs(self.viewport.left - before.left) + abs(self.viewport.top - before.top)
        if moved < SAME_PLACE:  # there and back again
            self.viewport = before
            return False
        return True

    def _pan_to(self, keys: Iterable[Key]) -> None:
        """Moves the picture no further than needed to show one node after another."""
        for key in keys:
            if key in self.layout.at:
                self.viewport = self.viewport.moved(*self._out_of_sight(key))

    def _outermost(self, state: TreeState) -> tuple[Key, ...]:
        """The outermost of the nodes that are drawn, if all of them have room beside each other: a playback keeps room for
        more than that.
        """
        shown: list[tuple[Key, GlyphData]] = list(state.graph.nodes(data="data"))
        drawn = [key for key, data in shown if not data.invisible]

        def x(key: Key) -> float:
            return self.layout.at[key][0]

        leftmost = min(drawn, key=x)
        rightmost = max(drawn, key=x)
        wanted = (x(rightmost) - x(leftmost)) * self.viewport.unit + self._half(leftmost) + self._half(rightmost)
        has_room = wanted <= self.size[0] - LANE * self.pixels_per_point
        return (leftmost, rightmost) if has_room else ()

    def _half(self, key: Key) -> float:
        """Half the width of a node with the words below it, in pixels."""
        return max(NODE_WIDTH + 2 * SMALLEST_GAP, self.layout.spaces[key]) / 2 * self.viewport.unit

    def _out_of_sight(self, key: Key) -> tuple[float, float]:
        """How far the picture has to be moved so that a node is in sight."""
        x, y = self.viewport.pixel(self.layout.at[key])
        width, height = self.size
        half = self._half(key)
        dx = shift_between(x, LANE * self.pixels_per_point + half, width - half)
        above = NODE_HEIGHT_LEAST * self.viewport.unit
        if key not in self.layout.parents:
            above += HEADLINE_HEIGHT * self.pixels_per_point
        below = (NODE_HEIGHT_LEAST / 2 + MARKS_HEIGHT) * self.viewport.unit
        return dx, shift_between(y, above, height - below)

    def pixel(self, key: Key | None) -> Spot | None:
        """Where a node is drawn; None if it is not."""
        return None if key is None or key not in self.layout.at else self.viewport.pixel(self.layout.at[key])


def best_play(state: TreeState) -> list[Key]:
    """The nodes of best play that are shown, from the root on."""
    shown: list[tuple[Key, GlyphData]] = list(state.graph.nodes(data="data"))
    return [key for key, data in shown if data.principal and not data.invisible]


def row_of(key: Key) -> int:
    """The row of a glyph; of a stub the parent's."""
    return key if isinstance(key, int) else key[1]


def shift_between(place: float, low: float, high: float) -> float:
    """How far a place has to be moved to be between two others."""
    if place < low:
        return low - place
    return min(high - place, 0.0)


def folded_as(state: TreeState, folding: Folding) -> TreeState:
    """The same tree with something else unfolded."""
    assert state.view is not None
    if folding == state.view.folding:
        return state
    view = state.view.copy()
    view.folding = folding
    return replace(state, view=view)
