"""TreeCanvas: the picture of a tree in the window, its viewport, and what Tk paints over it.

The glyphs are a matplotlib picture; labels, selection and hover are Tk items over it, so that pointing, selecting and
dragging never redraw the picture.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import astuple, replace
from itertools import product
from math import hypot
from time import perf_counter
from typing import Any, NamedTuple

import networkx as nx
import numpy as np

from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.state import Change, TreeState
from visualizer.state.tree.view import NODE, Folding, Glyph, Key
from visualizer.tree.draw import Box, PlacedLabel, Spot, TreeDrawing, place_labels, place_note, space_of, used_boxes
from visualizer.tree.history import ViewState
from visualizer.tree.layout import ABOVE, BELOW, EMPTY, Layout, layout
from visualizer.tree.style import FONTS, LINE, font_size, label_colour
from visualizer.tree.viewport import LANE, MARGIN, Viewport, fit, squeeze, zoom_to_fill
from visualizer.ui.background import Debounce
from visualizer.ui.canvas import DPI, Canvas, Sheet
from visualizer.ui.scale import font, scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import ring_for_keys

MAX_LINKS = 60
"""Transpositions that are linked to the selected node at most."""

REACH = 12
"""Points from a glyph's centre within which a click selects it; the nearest glyph counts."""

SLACK = 0.4
"""Plies left free below a fitted tree, for what you unfold next."""

GLIDE_SECONDS, FRAME_MS, STRIDE = 0.22, 16, 0.3
"""How long glyphs take to move to their new places, the rest between two pictures of that, and the share of the way that
they go from one to the next at most."""

RING = 4
"""Pixels between a glyph and the ring around it, which leaves the value below it free."""

READABLE, ALL = "readable", "all"
"""How to fit a tree: so that its labels can be read, or all of it."""


class Glide(NamedTuple):
    """A move of all glyphs: where they were, the viewport then, and both at its end, which are set once it is planned.

    done    the share of its time that has been painted
    """

    started: float
    at: dict[Key, Spot]
    viewport: Viewport
    end: tuple[Layout, Viewport] | None = None
    done: float = 0.0

    def next(self) -> Glide:
        """The move as the next picture shows it."""
        return self._replace(done=min((perf_counter() - self.started) / GLIDE_SECONDS, self.done + STRIDE, 1.0))

    def now(self) -> tuple[Layout, Viewport]:
        """Where everything is; new glyphs come out of their parents."""
        assert self.end is not None
        layout, viewport = self.end
        if self.done == 1:
            return layout, viewport
        part = self.done * (2 - self.done)
        at: dict[Key, Spot] = {}
        for key, end in layout.at.items():
            start = self.at.get(key) or self.at.get(layout.parents.get(key, key), end)
            at[key] = start[0] + part * (end[0] - start[0]), end[1]
        old = self.viewport
        between = ((a + part * (b - a)) for a, b in zip(astuple(old), astuple(viewport)))
        return layout._replace(at=at), Viewport(*between)


class TreeCanvas:
    """Draws a `TreeState`.  `widget` is the Tk canvas; `on_painted()` is called after each new picture.

    It tells the model what it has painted, and how much of a new tree there was room for.
    """

    def __init__(self, parent: tk.Misc, model: TreeModel, theme: Theme, on_painted: Callable[[], object]) -> None:
        self._model = model
        self._on_painted = on_painted
        self.theme = theme
        self.state = TreeState()
        """What is drawn."""
        self.points = scale(parent)
        """Pixels in a point."""
        self.viewport = Viewport()
        self.hover: int | None = None
        """The index of the glyph under the pointer."""
        self.dragged = (0, 0)
        """How far the picture has been moved since it was drawn."""
        self.fitted = True
        """Whether you have not zoomed or panned since the last fit."""
        self.fitting: str | None = None
        """How to fit at the next redraw: READABLE or ALL; None for not at all."""
        self.layout = EMPTY
        self._glide: Glide | None = None
        self._tree: object = None  # what was painted last
        self._revealed: tuple[Key, ...] = ()  # what was last brought into sight
        self._labels: list[PlacedLabel] = []
        self.sheet = Sheet(DPI * self.points)
        self.drawing = TreeDrawing(self.sheet, theme)
        self.picture = Canvas(self.sheet, parent, self.paint)
        self.widget: tk.Canvas = self.picture.widget
        self._frames = Debounce(self.widget, self.refresh)
        self.widget.configure(highlightthickness=2, takefocus=True, width=360, height=240, borderwidth=0)
        ring_for_keys(self.widget)
        self.overlay = Overlay(self.widget, theme, self.points)

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self.widget.winfo_width(), self.widget.winfo_height()

    @property
    def busy(self) -> bool:
        """Whether a picture is still to come."""
        return self.picture.waiting or self._glide is not None

    # -- what changes -------------------------------------------------------------------------------------------------

    def draw(self, state: TreeState) -> None:
        """Draws what has changed since the state that is drawn."""
        changes = state.changes_since(self.state.number)
        folded = self._folding()
        self.state = state
        for change in changes:
            if change.moved is not None:
                self._renumber(change.moved)
        redrawn = any(change.what in ("tree", "folding", "fit", "style") for change in changes)
        redrawn = redrawn or folded != self._folding()
        if redrawn:
            self._begin_glide()
        self._take_wishes(changes)
        if redrawn:
            anchor = self._anchor(changes)
            self.rebuild()
            if anchor is not None and anchor in self.layout.at and not self.fitting:
                self._hold(anchor)
        reveal = [change.reveal for change in changes if change.reveal]
        if reveal:
            self.bring_into_sight(reveal[-1])
        if any(change.what == "selection" for change in changes):
            if self.dragged != (0, 0) and state.playback.is_open:
                self.refresh()
            elif not self.picture.waiting:  # the picture stays: only hidden labels and marks change
                self.overlay.hide_labels(state.hides)
                self.mark()
        self._report()

    def _folding(self) -> Folding | None:
        return None if self.state.view is None else self.state.view.folding

    def _take_wishes(self, changes: tuple[Change, ...]) -> None:
        """Takes over how to fit, and what to bring into sight then."""
        for change in changes:
            anew = change.what in ("tree", "fit")
            if anew or (change.refit and self.fitted):
                self.fitting = READABLE
            if anew or change.reveal:
                self._revealed = change.reveal

    def _anchor(self, changes: tuple[Change, ...]) -> Key | None:
        """The glyph that stays where it is: that of the last change which names one that is drawn."""
        anchors = [change.anchor for change in reversed(changes) if change.what == "folding"]
        return next((key for anchor in anchors for key in anchor if key is not None and key in self.layout.at), None)

    def _renumber(self, moved: np.ndarray) -> None:
        """Gives the glyphs of the layout the rows that they have now."""

        def now(key: Key) -> Key:
            return int(moved[key]) if isinstance(key, int) else (key[0], int(moved[key[1]]))

        at = {now(key): spot for key, spot in self.layout.at.items()}
        parents = {now(key): now(parent) for key, parent in self.layout.parents.items()}
        self.layout = self.layout._replace(at=at, parents=parents)

    def _report(self) -> None:
        """Tells the model which state is on the screen."""
        if not self.picture.waiting:
            self._model.painted(self.state.number)

    def _begin_glide(self) -> None:
        """Remembers where glyphs of the same tree are, so that `paint` moves them from there to their new places.

        A move that goes on ends: its glyphs may not be there any more.
        """
        state = self.state
        glide = self._glide
        same = state.view is not None and state.view.tree is self._tree
        if same and glide is not None and glide.end is None:
            return  # the glyphs have not begun to move
        before = self.layout, self.viewport
        if glide is not None and glide.end is not None:
            before = glide.now()
            self.layout, self.viewport = glide.end
        self._glide = None
        moving_anyway = self.fitting or state.playback.playing or state.live
        if same and state.animate and not moving_anyway:
            self.settle()
            self._glide = Glide(perf_counter(), before[0].at, before[1])

    def _glided(self) -> None:
        """The next step of the move that goes on."""
        glide = self._glide
        if glide is None:
            return
        if glide.end is None:
            glide = glide._replace(started=perf_counter(), end=(self.layout, self.viewport))
            if self.state.playback.is_open and not self._moves(glide):
                self._glide = None  # most steps only add a glyph: one picture is enough
                return
        glide = self._glide = glide.next()
        self.layout, self.viewport = glide.now()
        self.drawing.show(self.state.graph(), self.layout)
        if glide.done < 1:
            self._frames.after(FRAME_MS)
        else:
            self._glide = None

    def _moves(self, glide: Glide) -> bool:
        """Whether a glyph on screen has another place than before."""
        before, now = glide.at, self.layout.at
        seen = (key for key, visible in zip(self.drawing.keys, self.drawing.visible) if visible and key in before)
        return self.viewport != glide.viewport or any(abs(now[key][0] - before[key][0]) > 1 for key in seen)

    def _end_glide(self) -> None:
        """Everything is where it goes at once."""
        if self._glide is not None and self._glide.end is not None:
            self.layout, self.viewport = self._glide.end
            self.drawing.show(self.state.graph(), self.layout)
        self._glide = None

    def rebuild(self) -> None:
        """Updates the artists; the picture follows when Tk is idle."""
        self.hover = None
        if self.state.view is None:
            self.layout = EMPTY
            self.drawing.clear()
        elif not self.fitting:
            before = self.layout.at
            self._lay_out(self.viewport.slot / self.points, before)
        self.refresh()

    def _lay_out(self, zoom: float, places: dict[Key, Spot] | None = None) -> None:
        """Lays the tree out for the width at a zoom; glyphs keep the `places` they had."""
        graph = self.state.graph()
        self.layout = self._places(graph, (self.size[0] / self.points - 2 * MARGIN - LANE) / zoom, places)
        self.drawing.sides = self.state.sides
        self.drawing.show(graph, self.layout)

    def _places(self, graph: nx.DiGraph, across: float = 0.0, places: dict[Key, Spot] | None = None) -> Layout:
        """The layout of a graph; while a search is played back, with room for all plies that it will reach."""
        laid_out = layout(graph, space_of(self.overlay.measure_small, self.drawing.terse), across, places)
        last_ply = self.state.playback.last_ply()
        lowest = 0.0 if last_ply is None else last_ply + BELOW
        return laid_out._replace(bottom=max(laid_out.bottom, lowest))

    def _hold(self, anchor: Key) -> None:
        """Makes room below a glyph, which stays where it is: plies become lower, and if that is not enough the picture
        moves up.
        """
        below = max(
            (y for key, (_, y) in self.layout.at.items() if self.layout.parents.get(key) == anchor), default=None
        )
        if below is None:
            return
        at, height = self.layout.at[anchor], self.size[1]
        if self.fitted:
            self.viewport = squeeze(self.layout, self.viewport, at, height, self.points)
        lack = self.viewport.pixel((0.0, below + 0.5))[1] - height
        if lack > 0 and 0 < self.viewport.pixel(at)[1] < height:
            self.viewport = self.viewport.moved(0, -lack)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours, and the scale."""
        self.theme = self.drawing.theme = self.overlay.theme = theme
        if self.points != scale(self.widget):
            self.points = scale(self.widget)
            self.sheet.dpi = DPI * self.points
            self.overlay.rescale(self.points)
            self.fitting = self.fitting or READABLE
        self.sheet.ground = theme.panel
        self.widget.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        self.rebuild()

    # -- the viewport -------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Shows everything that is unfolded."""
        self.fitting = ALL
        self.refresh()

    def fit_subtree(self, row: int) -> None:
        """Zooms so that what is unfolded below a row fills the canvas."""
        if self.state.view is None or row not in self.layout.at:
            return
        end = row + int(self.state.view.tree.size[row])
        inside = {
            key: at for key, at in self.layout.at.items() if row <= (key if isinstance(key, int) else key[1]) < end
        }
        xs, ys = zip(*inside.values())
        part = self.layout._replace(
            at=inside, left=min(xs) - 20, right=max(xs) + 20, top=min(ys) - ABOVE, bottom=max(ys) + 1 - ABOVE
        )
        self._set_viewport(fit(part, *self.size, self.points))

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Zooms about a pixel, by default the centre."""
        if self.state.view is not None:
            self.settle()
            width, height = self.size
            about = width / 2 if x is None else x, height / 2 if y is None else y
            self._set_viewport(self.viewport.zoomed(factor, *about, self.points))

    def _set_viewport(self, viewport: Viewport, fitted: bool = False) -> None:
        self.viewport, self.fitting, self.fitted = viewport, None, fitted
        self.refresh()

    def drag(self, dx: int, dy: int) -> None:
        """Moves what is painted by so many pixels; nothing is drawn until `settle`."""
        self.widget.move(self.picture.image, dx, dy)
        self.widget.move("moving", dx, dy)
        self.widget.move("plies", 0, dy)
        self.dragged = self.dragged[0] + dx, self.dragged[1] + dy

    def settle(self) -> None:
        """Makes the dragged place of the picture its viewport, and ends a move of the glyphs."""
        self._end_glide()
        if self.dragged != (0, 0):
            self.viewport, self.fitted = self.viewport.moved(*self.dragged), False
            self.dragged = (0, 0)

    def view_state(self) -> ViewState | None:
        """What is shown, to come back to it; None without a tree, or before it has been fitted."""
        view = self.state.view
        if view is None or self.fitting or self._glide is not None:
            return None
        return ViewState(view.folding, self.state.selected, self.viewport, self.fitted, self.size, self.layout.at)

    def restore(self, seen: ViewState) -> None:
        """Shows again what was shown; the state that is drawn has that unfolded."""
        if self.state.view is not None:
            self.settle()
            self._set_viewport(seen.viewport, seen.fitted)
            if seen.fitted and seen.size != self.size:
                self.fitting = READABLE
            self.layout = self.layout._replace(at=seen.places)
            self.rebuild()

    def bring_into_sight(self, keys: Iterable[Key]) -> None:
        """Pans no further than needed to show glyphs; the last of them has precedence."""
        if self._glide is not None and self._glide.end is not None:
            self._end_glide()
        before = self.viewport
        for key in keys:
            if key in self.layout.at and not self.fitting:
                self.viewport = self.viewport.moved(*self._out_of_sight(key))
        if abs(self.viewport.left - before.left) + abs(self.viewport.top - before.top) < 0.01:  # there and back again
            self.viewport = before
        else:
            self.refresh()

    def _out_of_sight(self, key: Key) -> tuple[float, float]:
        """How far the picture has to be moved so that a glyph is in sight."""
        (x, y), (width, height), margin = self.viewport.pixel(self.layout.at[key]), self.size, 10
        dx = max(margin - x, 0) or min(width - margin - x, 0)
        return dx, max(2 * margin - y, 0) or min(height - 4 * margin - y, 0)

    # -- where things are ---------------------------------------------------------------------------------------------

    def pixel(self, key: Key | None) -> Spot | None:
        """Where a glyph is drawn; None when it is not."""
        return None if key is None or key not in self.layout.at else self.viewport.pixel(self.layout.at[key])

    def _index(self, key: Key | None) -> int | None:
        """The index of a key among the drawn glyphs."""
        return None if key is None or key not in self.layout.at else self.drawing.index(key)

    def _spot(self, i: int) -> Spot:
        """Where a drawn glyph is painted now."""
        return self._painted(self.layout.at[self.drawing.keys[i]])

    def _painted(self, at: Spot) -> Spot:
        """The pixel where a (slot, ply) is painted now."""
        x, y = self.viewport.pixel(at)
        return x + self.dragged[0], y + self.dragged[1]

    def _radius(self, i: int) -> float:
        """Half a glyph's size in pixels."""
        return float(self.drawing.sizes[i]) * self.drawing.zoom * self.points / 2

    def hit(self, x: float, y: float) -> int | None:
        """The index of the drawn glyph at a pixel."""
        if self.state.view is None or not len(self.drawing.xy):
            return None
        away = np.abs(self.viewport.pixels(self.drawing.xy) - (x, y)).max(axis=1)
        away[~self.drawing.visible] = np.inf
        i = int(np.argmin(away))
        return i if away[i] <= max(self._radius(i) + 2, REACH * self.points) else None

    def glyph_at(self, x: float, y: float) -> Glyph | None:
        """The glyph that is drawn at a pixel."""
        i = self.hit(x, y)
        return None if i is None else self.state.glyph(self.drawing.keys[i])

    def selected_pixel(self) -> Spot | None:
        """Where the selected node is drawn, or its nearest ancestor on screen."""
        return self.pixel(self.state.visible_row(self.state.selected))

    def point_at(self, i: int | None) -> None:
        """The pointer is on a glyph, or on none."""
        if i != self.hover:
            self.hover = i
            self.mark()
            self.widget.configure(cursor="hand2" if i is not None else "")

    def visible_range(self) -> tuple[int, int, int, int]:
        """Of what is on screen: the first row, the one after the last, the first and the last ply."""
        view = self.state.view
        assert view is not None
        spots, (width, height) = self.viewport.pixels(self.drawing.xy), self.size
        inside: np.ndarray = np.all((spots > 0) & (spots < (width, height)), axis=1)
        glyphs = [glyph for glyph, visible in zip(view.glyphs, inside) if visible]
        if not glyphs:
            return 0, len(view.tree), 0, 0

        def end(glyph: Glyph) -> int:
            if glyph.sort == NODE and not view.is_folded(glyph.row):
                return glyph.row + 1
            row = glyph.hidden[-1] if glyph.hidden else glyph.row
            return row + int(view.tree.size[row])

        first = min(glyph.hidden[0] if glyph.hidden else glyph.row for glyph in glyphs)
        plies = [int(view.tree.ply[glyph.row]) + (glyph.sort != NODE) for glyph in glyphs]
        return first, max(map(end, glyphs)), min(plies), max(plies)

    # -- painting -----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paints once when Tk is idle, however often it is called."""
        self.picture.refresh()

    def resized(self) -> None:
        """The canvas has another size: what was fitted is fitted again."""
        if self.fitted and self.state.view is not None:
            self.fitting = self.fitting or READABLE
        self.picture.refresh_resized()

    def paint(self) -> None:
        """Draws the picture and paints the labels over it."""
        width, height = self.size
        if width < 20 or height < 20:
            return
        if self._glide is None:
            self.settle()
        self.overlay.clear()
        view = self.state.view
        self._tree = None if view is None else view.tree
        if view is None:
            self.picture.draw()
            self.overlay.message(self.state.empty, width, height)
            self._report()
            return
        if self.fitting:
            if self._glide is not None and self._glide.end is not None:
                self._glide = None  # the fit may fold nodes
            self._fit(width, height)
        self._glided()
        zoom = self.viewport.slot / self.points
        self.overlay.zoom(zoom)
        self.drawing.scale(zoom, self.viewport.ply / self.points)
        self.sheet.set_limits(*self.viewport.limits(width, height))
        measure = self.overlay.measure
        self._labels = place_labels(
            self.drawing, self.viewport.pixels, (LANE * self.points, 0, width - 2, height), measure, self.points
        )
        self.picture.draw()
        self.overlay.labels(self._labels, self.state.hides)
        self.overlay.plies(self.layout.plies, self.state.ply_name, self.viewport, height)
        self.mark()
        self._report()
        self._on_painted()

    def _fit(self, width: int, height: int) -> None:
        """Lays the tree out anew, so large that it fills the pane."""
        state = self.state
        view = state.view
        points = self.points
        readable = self.fitting == READABLE
        assert view is not None
        firsts = view.first_foldings()
        foldings = firsts if readable and view.folding in firsts else [view.folding]
        for folding, terse in product(foldings, (False, True)):
            self._fold(folding)
            self.drawing.terse = terse
            zoom = self._zoom(width, height)
            if zoom >= 1:
                break
        if folding == view.folding:
            self.state = state
        self._model.fitted(view.tree, view.folding, folding)
        zoom = max(zoom, 1.0) if readable else zoom
        follows = self.state.playback.event > 0 and abs(zoom - self.drawing.zoom) < 0.01
        self._lay_out(zoom, self.layout.at if follows else None)  # while it goes on, nodes stay
        self.viewport = fit(self.layout, width, height / (1 + SLACK / self.layout.height), points, readable)
        for key in self._revealed if readable else ():
            if key in self.layout.at:
                self.viewport = self.viewport.moved(*self._out_of_sight(key))
        self.fitting, self.fitted = None, True

    def _fold(self, folding: Folding) -> None:
        """Draws the same tree with something else unfolded."""
        assert self.state.view is not None
        if folding != self.state.view.folding:
            view = self.state.view.copy()
            view.folding = folding
            self.state = replace(self.state, view=view)

    def _zoom(self, width: int, height: int) -> float:
        """The zoom at which what is unfolded fills the pane."""
        places = self._places(self.state.graph())
        return zoom_to_fill(places.need, places.height + SLACK, width, height, self.points)

    def mark(self) -> None:
        """Paints the rings around the selected glyph and the one under the pointer, its tip, related nodes, and the
        playback's path.
        """
        self.widget.delete("mark")
        state = self.state
        if state.view is None:
            return
        shown = state.visible_row(state.selected)
        self._ring(self._index(shown), selected=True, dashed=shown != state.selected)
        self._ring(self.hover)
        if not state.playback.is_open:
            self._mark_related()
            for row in state.bookmarks:
                i = self._index(state.visible_row(row))
                if i is not None:
                    self.overlay.star(*self._spot(i), self._radius(i), folded=self.drawing.keys[i] != row)
        if self.hover is not None:
            tip = state.tip(self.drawing.keys[self.hover])
            self.overlay.tip(tip, *self._spot(self.hover), self._radius(self.hover) + 10)
        self._mark_path()

    def _ring(self, i: int | None, selected: bool = False, dashed: bool = False) -> None:
        """Paints the ring of the selected glyph, or of the one under the pointer."""
        if i is not None:
            root = self.drawing.keys[i] == 0
            self.overlay.ring(*self._spot(i), self._radius(i), selected, dashed, root)

    def _mark_related(self) -> None:
        """Links the selected node to its transpositions, and highlights the node that set its bound."""
        state = self.state
        here = self._index(state.visible_row(state.selected))
        if here is None:
            return
        transpositions, setter = state.related
        for row in transpositions[:MAX_LINKS]:
            there = self._index(row)
            if row != state.selected and there is not None:
                self.overlay.link(*self._spot(here), *self._spot(there))
        highlighted = self._index(state.visible_row(setter))
        if highlighted is not None and setter is not None:
            text = "sets the bound" if setter in self.layout.at else ""
            radius = 1.25 * self._radius(highlighted) + 5
            self.overlay.highlight(*self._spot(highlighted), radius, text, self._used_boxes())

    def _mark_path(self) -> None:
        """The path to the node that is played back, with the windows as they are."""
        playback = self.state.playback
        if playback.shown is None or self.state.view is None:
            return
        path = [row for row in playback.path() if row in self.layout.at]
        spots = [(*self._spot(i), self._radius(i)) for i in map(self._index, path) if i is not None]
        pairs = [
            (self.drawing.index(self.layout.parents[row]), self.drawing.index(row))
            for row in path
            if row in self.layout.parents
        ]
        ends = np.array(pairs, dtype=int).reshape(-1, 2)
        lines = self.drawing.route(ends[:, 0], ends[:, 1], self.viewport.ply / self.points)
        edges = (self.viewport.pixels(lines) + self.dragged).reshape(-1, 6).tolist()
        self.overlay.path(spots, playback.windows(self.state.side_names), edges, self._used_boxes())

    def _used_boxes(self) -> np.ndarray:
        """The boxes of the labels and glyphs on screen, as they are painted now."""
        radii = self.drawing.sizes * self.drawing.zoom * self.points / 2
        spots = self.viewport.pixels(self.drawing.xy)
        return used_boxes(self._labels, self.overlay.measure, spots, radii, self.dragged)


class Overlay:
    """What Tk paints over the picture: labels, names of the plies, rings and the tip.  `points` is the number of pixels
    in a point.

    Items have tags: everything "over", what a drag moves "moving", the plies' names "plies", what the pointer changes
    "mark".
    """

    def __init__(self, canvas: tk.Canvas, theme: Theme, points: float):
        self.canvas, self.theme = canvas, theme
        self.small = {style: font(canvas, size, bold) for style, (size, bold) in FONTS.items()}
        self.fonts = self.small
        self.rescale(points)
        canvas.tk.eval(  # paints many labels at once: one call for each takes Python four times as long
            """
            proc c4_labels {canvas labels} {
                set made {}
                foreach {x y text fill font} $labels {
                    lappend made [$canvas create text $x $y -text $text -fill $fill -font $font \\
                        -tags {over moving labels}]
                }
                return $made
            }
            """
        )
        self._values: list[tuple[int, Key]] = []  # item and key of every value that is painted
        self._hidden: set[int] = set()  # those of them that are hidden

    def rescale(self, points: float) -> None:
        """Changes the scale; the fonts follow it by themselves."""
        self.points = points
        self._measured: dict[tuple[str, str], tuple[int, int]] = {}
        self._small: dict[tuple[str, str], tuple[float, float]] = {}

    def zoom(self, zoom: float) -> None:
        """Sets the size of all words."""
        fonts = {style: font(self.canvas, font_size(style, zoom), bold) for style, (_, bold) in FONTS.items()}
        if any(fonts[style].name != old.name for style, old in self.fonts.items()):
            self.fonts, self._measured = fonts, {}

    def measure_small(self, text: str, style: str) -> tuple[float, float]:
        """Width and height of a text at zoom 1 in points, cached."""
        key = (text, style)
        if key not in self._small:
            self._small[key] = self.small[style].measure(text) / self.points, LINE
        return self._small[key]

    def measure(self, text: str, style: str) -> tuple[int, int]:
        """Width and height of a text in pixels, cached."""
        key = (text, style)
        if key not in self._measured:
            self._measured[key] = self.fonts[style].measure(text), self.fonts[style].metrics("linespace")
        return self._measured[key]

    def clear(self) -> None:
        """Removes everything."""
        self.canvas.delete("over")

    def message(self, text: str, width: int, height: int) -> None:
        """A sentence in the middle of an empty canvas."""
        options: dict[str, Any] = {"fill": self.theme.faint, "font": self.fonts["principal"], "justify": "center"}
        self.canvas.create_text(width / 2, height / 2, text=text, width=width - 40, tags="over", **options)

    def labels(self, labels: list[PlacedLabel], hidden: Callable[[Key], bool]) -> None:
        """Paints labels; `hidden(key)` says whose value is hidden."""
        canvas = self.canvas
        canvas.delete("labels")
        looks = {style: (label_colour(self.theme, style), str(font)) for style, font in self.fonts.items()}
        flat: list[Any] = []
        for label in labels:
            fill, font = looks[label.style]
            flat += (label.x, label.y, label.text, label.ink or fill, font)
        items = map(int, canvas.tk.splitlist(canvas.tk.call("c4_labels", str(canvas), flat)))
        self._values = [
            (item, label.key) for item, label in zip(items, labels) if label.key is not None and label.style != "column"
        ]
        self._hidden = set()
        self.hide_labels(hidden)

    def hide_labels(self, hidden: Callable[[Key], bool]) -> None:
        """Hides the values of the glyphs for which `hidden(key)` is true, and shows the others again."""
        hide = {item for item, key in self._values if hidden(key)}
        for item in hide ^ self._hidden:
            self.canvas.itemconfigure(item, state="hidden" if item in hide else "normal")
        self._hidden = hide

    def plies(self, plies: range, name: Callable[[int], str], viewport: Viewport, height: int) -> None:
        """The names of the plies, upright along the left edge; shorter where a ply is lower than its name is long."""
        font, tags, wide = self.small["count"], ("over", "plies"), LANE * self.points
        for ply in plies:
            top, bottom = (max(0.0, min(viewport.pixel((0, ply + down - ABOVE))[1], height)) for down in (0, 1))
            words = (name(ply), name(ply).partition(" to ")[0], name(ply).partition(" ")[0])
            text = next((text for text in words if font.measure(text) < bottom - top - 4), "")
            if text:
                ground = (self.theme.panel, self.theme.window)[ply % 2 == 0]
                self.canvas.create_rectangle(0, top, wide, bottom, fill=ground, width=0, tags=tags)
                spot = wide / 2, (top + bottom) / 2
                self.canvas.create_text(*spot, text=text, angle=90, fill=self.theme.faint, font=font, tags=tags)

    def _circle(self, x: float, y: float, radius: float, tags: tuple[str, ...], **options: Any) -> None:
        self.canvas.create_oval(x - radius, y - radius, x + radius, y + radius, tags=tags, **options)

    def ring(self, x: float, y: float, radius: float, selected: bool, dashed: bool = False, root: bool = False) -> None:
        """A ring around the selected glyph or the one under the pointer; dashed when the selected node is folded into
        it, and flatter about the root's box.
        """
        wide = 1.25 * radius + 2 if root else radius + RING
        high = 0.72 * wide if root else wide
        options: dict[str, Any] = {"outline": self.theme.accent if selected else self.theme.faint}
        options |= {"width": 3 if selected else 2, "tags": ("over", "mark", "moving")}
        if dashed:
            options["dash"] = (4, 3)
        self.canvas.create_oval(x - wide, y - high, x + wide, y + high, **options)

    def star(self, x: float, y: float, radius: float, folded: bool) -> None:
        """The mark of a bookmark beside a glyph; hollow where the node is folded into it."""
        ink, star = self.theme.accent, "☆" if folded else "★"
        spot = x + 0.8 * radius + 4, y - 0.8 * radius
        self.canvas.create_text(
            spot, text=star, fill=ink, font=self.fonts["principal"], tags=("over", "mark", "moving")
        )

    def link(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """An arc from the selected glyph to one with the same position."""
        middle = x0 + (x1 - x0) / 2, min(y0, y1) - 12 - abs(x1 - x0) / 8 + abs(y1 - y0) / 2
        options: dict[str, Any] = {"fill": self.theme.accent, "width": 2, "dash": (6, 4), "smooth": True}
        self.canvas.create_line([x0, y0, *middle, x1, y1], tags=("over", "mark", "moving", "link"), **options)
        self.ring(x1, y1, 11, selected=False)

    def highlight(self, x: float, y: float, radius: float, text: str, used: np.ndarray) -> None:
        """A wide ring around the glyph that set the selected one's bound, with a note; `used` as in `place_note`."""
        tags = ("over", "mark", "moving", "bound")
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        inside = min(max(x, 0.0), width), min(max(y, 0.0), height)
        if inside == (x, y):
            self._circle(x, y, radius, tags, outline=self.theme.bad, width=4)
        elif text:  # out of sight: the note is at the edge and points there
            arrow = "←" if x < 0 else "→" if x > width else "↑" if y < 0 else "↓"
            (x, y), text = inside, f"{arrow} {text}"
        if text:
            self._note(text, x, y, radius, self.theme.bad, tags, used)

    def _note(
        self, text: str, x: float, y: float, radius: float, outline: str, tags: tuple[str, ...], used: np.ndarray
    ) -> Box:
        """A boxed text near a glyph, where it covers nothing; returns its box."""
        canvas, lines = self.canvas, text.split("\n")
        wide, high = max(self.measure(line, "count")[0] for line in lines), self.measure(text, "count")[1]
        frame = LANE * self.points + 3.0, 2.0, canvas.winfo_width() - 3.0, canvas.winfo_height() - 3.0
        box = place_note((wide + 6, high * len(lines)), (x, y), radius, used, frame)
        middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        end = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
        away = hypot(end[0] - x, end[1] - y)
        if away > radius + 8:
            start = x + (end[0] - x) * radius / away, y + (end[1] - y) * radius / away
            canvas.create_line(*start, *end, fill=outline, tags=tags)
        canvas.create_rectangle(*box, fill=self.theme.panel, outline=outline, tags=tags)
        canvas.create_text(*middle, text=text, fill=self.theme.text, font=self.fonts["count"], tags=tags)
        return box

    def path(
        self, spots: list[tuple[float, float, float]], windows: list[str], edges: list[list[float]], used: np.ndarray
    ) -> None:
        """The path to the node that is being searched, in pixels: (x, y, radius) of its glyphs, their windows, and the
        ends of the lines between them; `used` as in `place_note`.
        """
        canvas, theme, tags = self.canvas, self.theme, ("over", "mark", "moving", "playback")
        for ends in edges:
            canvas.create_line(ends, fill=theme.accent, width=3, capstyle="round", tags=tags)
        width, height = canvas.winfo_width(), canvas.winfo_height()
        for i, ((x, y, radius), text) in enumerate(zip(spots, windows)):
            last = i == len(windows) - 1
            if not (0 < x < width and 0 < y < height):
                continue
            self.ring(x, y, radius, selected=last, root=i == 0)
            box = self._note(text, x, y, 1.25 * radius + 5, theme.accent if last else theme.line, tags, used)
            used = np.vstack((used, [box]))

    def tip(self, text: str, x: float, y: float, below: float) -> None:
        """A few words under a point, or above it when there is no space below."""
        canvas, theme, tags = self.canvas, self.theme, ("over", "mark")
        item = canvas.create_text(
            x, y + below, text=text, anchor="n", fill=theme.text, font=self.fonts["value"], tags=tags
        )
        x0, y0, x1, y1 = canvas.bbox(item)
        dx = max(8 - x0, 0) or min(canvas.winfo_width() - 8 - x1, 0)
        dy = -(y1 - y0) - 2 * below if y1 > canvas.winfo_height() - 8 else 0
        canvas.move(item, dx, dy)
        box = x0 + dx - 5, y0 + dy - 3, x1 + dx + 5, y1 + dy + 3
        canvas.create_rectangle(*box, fill=theme.window, outline=theme.line, tags=tags)
        canvas.tag_raise(item)
