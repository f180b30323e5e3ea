"""Screen: the picture of a tree model on a Tk canvas: where it stands, and how it follows what changes.

Imports Tk, matplotlib.

The glyphs are a matplotlib picture; words, selection and hover are Tk items over it, so that pointing, selecting and
dragging never redraw the picture.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable

import numpy as np

from visualizer.kit.canvas import Canvas
from visualizer.kit.scale import scale
from visualizer.kit.sheet import DPI, Sheet
from visualizer.kit.theme import Theme
from visualizer.tree.draw import Placed, TreeDrawing
from visualizer.tree.glyphs import CHIP
from visualizer.tree.history import Look
from visualizer.tree.layout import Layout, arranged
from visualizer.tree.lens import LEGIBLE as LEGIBLE_SIZE
from visualizer.tree.lens import Lens, around, fit
from visualizer.tree.model import FOLDING, SELECTION, TREE, Change, TreeModel
from visualizer.tree.notes import boxes
from visualizer.tree.overlay import Overlay
from visualizer.tree.view import NODE, Glyph, Key

ZOOM_STEP = 1.25

MOST_KIN = 60
"""Visits of one position that are linked at most."""

REACH = 12
"""Points beside a glyph's middle where it can still be clicked; the nearest glyph counts."""

CALM = 0.5
"""While a search is played back, stacks keep their height as long as this part of the tree fits."""

NOWHERE = Layout({}, 0.0, 1.0, 0.0, 1.0, {}, (0.0,), frozenset(), (0.0, 1.0))

LEGIBLE, ALL = "legible", "all"
"""How a tree is fitted: so that its words can be read, or whole."""


class Screen:
    """`widget` is the canvas; `change` is told of every change of the model."""

    def __init__(self, parent: tk.Misc, model: TreeModel, theme: Theme) -> None:
        self.model, self.theme = model, theme
        self.points = scale(parent)
        self.lens = Lens()
        self.hover: int | None = None
        """Which of the drawn glyphs the pointer is on."""
        self.dragged = (0, 0)
        """How far the picture has been moved since it was drawn."""
        self.fitted = True
        """Whether nobody has zoomed or panned since the last fit."""
        self.fitting: str | None = None
        """How to fit at the next redraw: LEGIBLE or ALL; None for not at all."""
        self.on_settle: Callable[[int, int], object] = lambda dx, dy: None
        """Told how far the picture had been dragged when that becomes its place."""
        self.layout, self._rows = NOWHERE, 1  # and how high its stacks are
        self._words: list[Placed] = []
        self.sheet = Sheet(DPI * self.points)
        self.drawing = TreeDrawing(self.sheet, theme)
        self.canvas = Canvas(self.sheet, parent, self.paint)
        self.widget: tk.Canvas = self.canvas.widget
        self.widget.configure(highlightthickness=2, takefocus=True, width=360, height=240, borderwidth=0)
        self.overlay = Overlay(self.widget, theme, self.points)

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self.widget.winfo_width(), self.widget.winfo_height()

    # -- what changes -------------------------------------------------------------------------------------------------

    def change(self, change: Change) -> None:
        """Draws what has changed in the model."""
        if change.what == TREE:
            self.fitting, self._rows = LEGIBLE, 1
        spots = {key: self.pixel(key) for key in change.anchor}
        if change.what != SELECTION:
            self.rebuild()
        if change.what == FOLDING:
            anchor = next((key for key in change.anchor if key in self.layout.at), None)
            self._keep(anchor, spots.get(anchor))
        if change.sight:
            self.bring_into_sight(change.sight)
        if change.what == SELECTION:
            if self.dragged != (0, 0) and self.model.playback.is_open:
                self.refresh()
            elif not self.canvas.waiting:  # picture and words stay: only which of them are seen, and the marks, change
                self.overlay.hide(self.model.playback.hides)
                self.mark()

    def rebuild(self) -> None:
        """Draws the artists anew; the picture follows when Tk is idle."""
        self.hover = None
        if self.model.view is None:
            self.layout = NOWHERE
            self.drawing.clear()
        else:
            graph, (width, height) = self.model.graph(), self.size
            if min(width, height) < 20:  # not yet on screen
                width, height = 560, 470
            legible = LEGIBLE_SIZE[0] * self.points * self._wording(), LEGIBLE_SIZE[1] * self.points
            across, down = (width - self.overlay.gutter - 14) / legible[0], (height - 4) / legible[1]
            calm = CALM if self.model.playback.event else 0.0
            self.layout, self._rows = arranged(graph, across, down, self._rows, calm)
            self.drawing.show(graph, self.layout)
        self.refresh()

    def _keep(self, anchor: Key | None, spot: tuple[float, float] | None) -> None:
        """Brings a glyph back to the pixel where it was, and what was in sight as a whole into sight about it, as far
        as it stays legible.
        """
        if anchor is None or spot is None or (after := self.pixel(anchor)) is None:
            return
        self.lens = self.lens.moved(spot[0] - after[0], spot[1] - after[1])
        if self.fitted and not self.fitting:
            at, (width, height) = self.layout.at[anchor], self.size
            legible = self.points * self._wording()
            self.lens = around(self.layout, self.lens, at, width, height, self.overlay.gutter, legible)

    def _wording(self) -> float:
        """How wide values are written: parts of a unit ("−0.08") take half as much room again as whole numbers."""
        return 1.0 if self.model.view is None or self.model.view.tree.scale == 1 else 1.5

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours, and the scale."""
        self.theme = self.drawing.theme = self.overlay.theme = theme
        if self.points != scale(self.widget):
            self.points = scale(self.widget)
            self.sheet.dpi = DPI * self.points
            self.overlay.rescale(self.points)
            self.fitting = self.fitting or LEGIBLE
        self.sheet.ground = theme.panel
        self.widget.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        self.rebuild()

    # -- where the picture stands -------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Shows everything that is unfolded."""
        self.fitting = ALL
        self.refresh()

    def fit_subtree(self, row: int) -> None:
        """Zooms so that what is unfolded below a row fills the canvas."""
        if self.model.view is None or row not in self.layout.at:
            return
        end = row + int(self.model.view.tree.size[row])
        inside = [at for key, at in self.layout.at.items() if row <= (key if isinstance(key, int) else key[1]) < end]
        xs, ys = zip(*inside)
        part = self.layout._replace(left=min(xs) - 0.6, right=max(xs) + 0.9, top=min(ys) - 0.5, bottom=max(ys) + 0.4)
        self._stand(fit(part, *self.size, self.overlay.gutter, self.points))

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Zooms about a pixel, by default the middle."""
        if self.model.view is not None:
            self.settle()
            width, height = self.size
            about = width / 2 if x is None else x, height / 2 if y is None else y
            self._stand(self.lens.zoomed(factor, *about, self.points))

    def _stand(self, lens: Lens, fitted: bool = False) -> None:
        self.lens, self.fitting, self.fitted = lens, None, fitted
        self.refresh()

    def drag(self, dx: int, dy: int) -> None:
        """Moves what is painted by so much since it was drawn; nothing is drawn until `settle`."""
        step = dx - self.dragged[0], dy - self.dragged[1]
        self.widget.move(self.canvas.image, *step)
        self.widget.move("moving", *step)
        self.widget.move("plies", 0, step[1])
        self.dragged = (dx, dy)

    def settle(self) -> None:
        """Makes what was dragged so far the place of the picture."""
        if self.dragged != (0, 0):
            self.lens, self.fitted = self.lens.moved(*self.dragged), False
            self.on_settle(*self.dragged)
            self.dragged = (0, 0)

    def look(self) -> Look | None:
        """What is looked at, to come back to it; None while there is nothing, or nothing settled yet."""
        view = self.model.view
        if view is None or self.fitting:
            return None
        return Look(view.folding, self.model.selected, self.lens, self.fitted, self.size)

    def go(self, look: Look) -> None:
        """Comes back to what was looked at."""
        if self.model.view is not None:
            self.settle()
            self.model.view.folding = look.folding
            self._stand(look.lens, look.fitted)
            if look.fitted and look.size != self.size:
                self.fitting = LEGIBLE
            self.rebuild()

    def bring_into_sight(self, keys: Iterable[Key]) -> None:
        """Moves the picture when glyphs are outside, no further than needed; the last of them before all."""
        before = self.lens
        for key in keys:
            if key in self.layout.at and not self.fitting:
                self.lens = self.lens.moved(*self._out_of_sight(key))
        if abs(self.lens.left - before.left) + abs(self.lens.top - before.top) < 0.01:  # one way and back again
            self.lens = before
        else:
            self.refresh()

    def _out_of_sight(self, key: Key) -> tuple[float, float]:
        """How far the picture has to be moved so that a glyph is in sight."""
        (x, y), (width, height), margin = self.lens.pixel(self.layout.at[key]), self.size, 20
        dx = max(self.overlay.gutter + margin - x, 0) or min(width - margin - 20 - x, 0)
        return dx, max(margin - y, 0) or min(height - margin - y, 0)

    # -- where things are ---------------------------------------------------------------------------------------------

    def pixel(self, key: Key | None) -> tuple[float, float] | None:
        """Where a glyph stands, None when it is not drawn."""
        return None if key is None or key not in self.layout.at else self.lens.pixel(self.layout.at[key])

    def index(self, key: Key | None) -> int | None:
        """The place of a key among the drawn glyphs."""
        return None if key is None or key not in self.layout.at else self.drawing.keys.index(key)

    def spot(self, i: int) -> tuple[float, float]:
        """Where a drawn glyph is painted now."""
        x, y = self.lens.pixel(self.layout.at[self.drawing.keys[i]])
        return x + self.dragged[0], y + self.dragged[1]

    def radius(self, i: int) -> float:
        """Half a glyph's size in pixels."""
        return float(self.drawing.sizes[i]) * self.drawing.zoom * self.points / 2

    def hit(self, x: float, y: float) -> int | None:
        """The drawn glyph at a pixel."""
        if self.model.view is None or not len(self.drawing.xy):
            return None
        away = np.abs(self.lens.pixels(self.drawing.xy) - (x, y)).max(axis=1)
        i = int(np.argmin(away))
        return i if away[i] <= max(self.radius(i) + 2, REACH * self.points) else None

    def point_at(self, i: int | None) -> None:
        """The pointer is on a glyph, or on none."""
        if i != self.hover:
            self.hover = i
            self.mark()
            self.widget.configure(cursor="hand2" if i is not None else "")

    def in_sight(self) -> tuple[int, int, int, int]:
        """Of what is on screen: the first row, the one after the last, the first and the last ply."""
        view = self.model.view
        assert view is not None
        spots, (width, height) = self.lens.pixels(self.drawing.xy), self.size
        inside = (
            (spots[:, 0] > self.overlay.gutter) & (spots[:, 0] < width) & (spots[:, 1] > 0) & (spots[:, 1] < height)
        )
        glyphs = [glyph for glyph, seen in zip(view.glyphs, inside) if seen]
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
        """Paints once when Tk is idle, however often it is asked for."""
        self.canvas.refresh()

    def resized(self) -> None:
        """The canvas has another size: what was fitted is fitted again."""
        if self.fitted and self.model.view is not None:
            self.fitting = self.fitting or LEGIBLE
        self.canvas.refresh_resized()

    def paint(self) -> None:
        """Draws the picture and puts its words over it."""
        width, height = self.size
        if width < 20 or height < 20:
            return
        self.settle()
        self.overlay.clear()
        view = self.model.view
        if view is None:
            self.canvas.draw()
            self.overlay.message(self.model.empty, width, height)
            return
        if self.fitting:
            self._fit(width, height)
        self.drawing.scale(self.lens.slot / self.points, self.lens.ply / self.points)
        self.sheet.set_limits(*self.lens.limits(width, height))
        self._words = words = self.overlay.place(self.drawing, self.lens, width, height)
        self.drawing.string_beads(words)
        self.canvas.draw()
        self.overlay.words(words, self.model.playback.hides)
        root_is_max = view.tree.root.to_move == view.tree.maximizer
        first = int(view.tree.ply[view.root])
        turns = view.tree.root.rules.turns >> view.tree.root.ply
        turning = frozenset(ply for ply in range(first, first + len(self.layout.lanes)) if turns >> ply & 1)
        self.overlay.plies(first, self.layout.lanes[:-1], root_is_max, self.lens, height, turning)
        self.mark()
        self.model.painted()

    def _fit(self, width: int, height: int) -> None:
        legible = self._wording() if self.fitting == LEGIBLE else 0.0
        self.lens = fit(self.layout, width, height, self.overlay.gutter, self.points, legible)
        selected = self.model.selected
        if self.fitting == LEGIBLE and selected in self.layout.at:
            self.lens = self.lens.moved(*self._out_of_sight(selected))
        self.fitting, self.fitted = None, True

    def mark(self) -> None:
        """Paints the rings round the selected node and the one under the pointer, what the latter is, and the
        playback's way.
        """
        self.widget.delete("mark")
        model = self.model
        if model.view is None:
            return
        held = model.held if model.held in self.layout.at else None
        shown = model.shown(model.selected) if held is None else held
        for i, selected, dashed in (
            (self.index(shown), True, shown not in (held, model.selected)),
            (self.hover, False, False),
        ):
            if i is not None:
                self.overlay.ring(*self.spot(i), 1.25 * self.radius(i) + 2, selected, dashed)
        if held is None and not model.playback.is_open:
            self._mark_kin()
        told = self.hover if self.hover is not None or held is None else self.index(held)
        if told is not None:
            self.overlay.tip(model.tip(self.drawing.keys[told]), *self.spot(told), self.radius(told) + 10)
        self._mark_way()

    def _mark_kin(self) -> None:
        """Of the selected node: the other visits of its position, and the node that set its bound, lit."""
        model, here = self.model, self.index(self.model.shown(self.model.selected))
        kin = model.kin
        if here is None or kin is None:
            return
        for row in kin.visits[:MOST_KIN]:
            if row != model.selected and row in self.layout.at and (there := self.index(row)) is not None:
                self.overlay.link(*self.spot(here), *self.spot(there))
        lit = self.index(model.shown(kin.setter))
        if lit is not None and kin.setter is not None:
            shown = kin.setter in self.layout.at
            text = "sets the bound" if shown else ""
            self.overlay.light(*self.spot(lit), 1.25 * self.radius(lit) + 5, text, self._taken())

    def _mark_way(self) -> None:
        """The way to the node that is played back, with the windows as they are."""
        playback, view = self.model.playback, self.model.view
        if playback.moment is None or view is None:
            return
        ways = [row for row in playback.path() if row in self.layout.at]
        spots = [(*self.spot(i), self.radius(i)) for i in map(self.index, ways) if i is not None]
        edges = [
            ([self._there(spot) for spot in edge.route], self._there(edge.bead), str(int(view.tree.move[row]) + 1))
            for row in ways
            if (edge := self.layout.edges.get(row)) is not None
        ]
        bead = self.drawing.chip_zoom * self.points * CHIP.size / 2
        self.overlay.path(spots, playback.windows(), edges, bead, self._taken())

    def _taken(self) -> np.ndarray:
        """The boxes of the words and glyphs on screen, as they are painted now."""
        bead = self.drawing.chip_zoom * self.points * CHIP.size / 2
        radii = self.drawing.sizes * self.drawing.zoom * self.points / 2
        return boxes(self._words, self.overlay.measure, bead, self.lens.pixels(self.drawing.xy), radii, self.dragged)

    def _there(self, spot: tuple[float, float]) -> tuple[float, float]:
        """The pixel where a (slot, ply) is painted now."""
        x, y = self.lens.pixel(spot)
        return x + self.dragged[0], y + self.dragged[1]
