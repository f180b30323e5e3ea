"""TreePane: the search tree in the window: folding, zooming, panning, walking.  Imports Tk, matplotlib's Tk canvas and the tree modules.

The glyphs are a matplotlib picture; words, selection and hover are Tk items over it, so that pointing, selecting and dragging
never redraw the picture.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

import numpy as np
from matplotlib.figure import Figure

from c4.tree.searchtree import Grafted, SearchTree
from visualizer.kit.canvas import DPI, Canvas, scale
from visualizer.kit.theme import LIGHT, Theme
from visualizer.kit.widgets import wrap
from visualizer.tree.companion import Companion
from visualizer.tree.draw import TreeDrawing
from visualizer.tree.graph import build
from visualizer.tree.hands import ZOOM_STEP, Hands
from visualizer.tree.layout import layout
from visualizer.tree.legend import Legend
from visualizer.tree.lens import Lens, around, fit
from visualizer.tree.overlay import Overlay
from visualizer.tree.overview import Overview
from visualizer.tree.view import Folding, Key, TreeView, ViewFull
from visualizer.tree.words import describe, header

EMPTY = "Play a move to record a search"


class TreePane(Hands, Overview, ttk.Frame):
    """Shows one recorded search.

    on_select(row)  a node was chosen by pointer or key
    on_open(row)    a node is wanted whose children were left out: record it and hand the new tree to `opened(tree, row)`
    """

    def __init__(
        self,
        parent,
        theme: Theme = LIGHT,
        on_select: Callable[[int], None] | None = None,
        on_open: Callable[[int], None] | None = None,
    ):
        super().__init__(parent)
        self.theme = theme
        self.on_select, self.on_open = on_select, on_open
        self.view: TreeView | None = None
        self.selected: int | None = None
        self.held: Key | None = None  # the rest or stub the selection stands on, `selected` being its parent
        self.lens = Lens()
        self._hover: int | None = None
        self._fitting: str | None = None  # "legible" or "all": fit again at the next redraw
        self._as_fitted = True  # nobody has zoomed or panned since the last fit
        self.caption = ""
        self._empty = EMPTY
        self.companions: list[Companion] = []
        self._paint_nodes: Callable | None = None
        self.points = scale(self)

        self._header = wrap(tk.Label(self, anchor="w", justify="left", padx=6, pady=3))
        self._header.grid(row=0, column=0, sticky="ew")
        self.figure = Figure(figsize=(6, 5), dpi=DPI * self.points)
        self._axes = self.figure.add_axes((0, 0, 1, 1))
        self.canvas = Canvas(self.figure, self, self._paint)
        self.widget = self.canvas.widget
        self.widget.configure(highlightthickness=2, takefocus=True, width=360, height=240, borderwidth=0)
        self.widget.grid(row=1, column=0, sticky="nsew")
        self._overlay = Overlay(self.widget, theme, self.points)
        self._header.configure(font=self._overlay.fonts["value"])
        self._legend = Legend(self, theme, self._overlay.fonts["count"], self.points)
        self._legend.grid(row=4, column=0, sticky="ew")
        self._build_overview()
        self.rowconfigure(1, weight=1)
        self.columnconfigure(0, weight=1)
        self.drawing = self.make_drawing(self._axes, theme)
        self._bind_hands()
        self.set_theme(theme)

    # -- what a pane of another kind of tree says otherwise ---------------------------------------------------------------

    make_drawing = TreeDrawing
    explained = True
    """Whether the legend stands under the tree."""

    def graph(self):
        """The glyphs on screen as a graph (see `visualizer.tree.graph`)."""
        return build(self.view)

    def header(self) -> str:
        """What the tree is, in one line."""
        return header(self.view.tree, self.caption)

    def describe(self, glyph) -> str:
        """What a glyph is, in a few words."""
        return describe(self.view, glyph, known=not self.playback.hides(glyph.row))

    # -- what is shown --------------------------------------------------------------------------------------------------

    def show(self, tree: SearchTree, focus: int = 0, caption: str = "") -> None:
        """Shows a tree, folded to what matters and to the row `focus`, which is selected; `caption` says whose point of view it is."""
        self.view = TreeView(tree, focus, self.on_open)
        self._legend.explain(engine=tree.algorithm == "engine")
        self.caption = caption
        self.selected, self.held, self._hover = focus, None, None
        self._fitting = "legible"
        self._new_overview()
        self._rebuild()
        self._tell("shown")

    def show_nothing(self, text: str = EMPTY) -> None:
        """Empties the pane; the text says what to do next."""
        self.view, self.selected, self.held, self._hover = None, None, None, None
        self._empty = text
        self._new_overview()
        self.say("")
        self.refresh()
        self._tell("shown")

    def opened(self, grafted: Grafted, row: int) -> None:
        """Takes the tree in which a left-out row has been recorded (see `on_open`); the rest of the view stays."""
        if self.view is None:
            return
        self._tell("grown", grafted.moved)
        self.selected, self.held = None if self.selected is None else int(grafted.moved[self.selected]), None
        self._unfold(row, lambda: self.view.opened(grafted, row))
        self._overview_opened(grafted.tree, row)

    def select(self, row: int, reveal: bool = True) -> None:
        """Selects a row; with `reveal` the way to it is unfolded and it is brought into sight."""
        if self.view is None:
            return
        if reveal and row not in self.view.rows:
            self._unfold(None, lambda: self.view.reveal(row))
        self.selected, self.held = row, None
        if reveal:
            self._bring_into_sight(row)
        self._mark()
        self._tell("selected")

    def expand(self, key: Key) -> None:
        """Unfolds a node (or ("rest", row), ("stub", row)); a node that was left out is asked for by `on_open`."""
        if self.view is not None:
            self._unfold(key, lambda: self.view.expand(key))

    def collapse(self, key: Key) -> None:
        """Folds a node into a triangle."""
        if self.view is not None:
            self._unfold(key, lambda: self.view.collapse(key))

    def fit(self) -> None:
        """Shows everything that is unfolded."""
        self._fitting = "all"
        self.refresh()

    def fit_subtree(self, row: int) -> None:
        """Zooms so that what is unfolded below a row fills the pane."""
        if self.view is None or row not in self._layout.at:
            return
        end = row + int(self.view.tree.size[row])
        inside = [at for key, at in self._layout.at.items() if row <= (key if isinstance(key, int) else key[1]) < end]
        xs, ys = zip(*inside)
        part = self._layout._replace(left=min(xs) - 0.6, right=max(xs) + 0.9, top=min(ys) - 0.5, bottom=max(ys) + 0.4)
        width, height = self.widget.winfo_width(), self.widget.winfo_height()
        self.lens = fit(part, width, height, self._overlay.gutter, self.points)
        self._fitting, self._as_fitted = None, False
        self.refresh()

    def look_as(self, folding: Folding, lens: Lens, fitted: bool) -> None:
        """Goes to a view: what is unfolded, and where the picture stands."""
        self._settle()
        self.view.folding = folding
        self._fitting, self._as_fitted, self.lens = None, fitted, lens
        self._rebuild()

    def zoom_in(self) -> None:
        self._zoom(ZOOM_STEP, self.widget.winfo_width() / 2, self.widget.winfo_height() / 2)

    def zoom_out(self) -> None:
        self._zoom(1 / ZOOM_STEP, self.widget.winfo_width() / 2, self.widget.winfo_height() / 2)

    def _zoom(self, factor: float, x: float, y: float) -> None:
        if self.view is not None:
            self._settle()
            self.lens = self.lens.zoomed(factor, x, y, self.points)
            self._fitting, self._as_fitted = None, False
            self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = self.drawing.theme = self._overlay.theme = theme
        self.figure.set_facecolor(theme.panel)
        self.widget.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        self._legend.set_theme(theme)
        self._colour_overview(theme)
        self.say("")
        if self.view is not None:
            self._rebuild()
        else:
            self.refresh()

    @property
    def painted_nodes(self) -> bool:
        """Whether somebody gives the glyphs other colours than their own."""
        return self._paint_nodes is not None

    def paint_nodes(self, paint: Callable | None) -> None:
        """Lets `paint(graph, view, theme)` give glyphs a colour (attribute `tint`) and words of its own; None takes that away."""
        self._paint_nodes = paint
        if self.view is not None:
            self._rebuild()

    def say(self, text: str) -> None:
        """Shows a sentence in the header, or with no text what the tree is."""
        if not text and self.view is not None:
            text = self.header()
            self._header.configure(text=text, foreground=self.theme.text, background=self.theme.panel)
        else:
            self._header.configure(text=text, foreground=self.theme.bad, background=self.theme.panel)

    def _tell(self, what: str, *arguments) -> None:
        """Lets the companions know what has happened."""
        for companion in self.companions:
            getattr(companion, what)(*arguments)

    def _choose(self, row: int) -> None:
        self.select(row)
        if self.on_select is not None:
            self.on_select(row)

    def _unfold(self, key: Key | None, change: Callable[[], object]) -> None:
        """Makes a change to the view.  The glyph it starts from stays where it is; a whole tree in sight is made smaller to stay whole."""
        parent = None if key is None else key[1] if isinstance(key, tuple) else int(self.view.tree.parent[key])
        before = {anchor: self._pixel(anchor) for anchor in (key, parent)}
        try:
            change()
        except ViewFull as error:
            self.say(str(error))
            return
        self.view.stay()
        self._rebuild()
        anchor = key if key in self._layout.at else parent
        self._keep(anchor, before[anchor])

    def _keep(self, anchor: Key | None, spot: tuple[float, float] | None) -> None:
        """Brings a glyph back to the pixel where it was, and what was in sight as a whole into sight about it, as far as it stays legible."""
        if spot is None or anchor not in self._layout.at:
            return
        after = self._pixel(anchor)
        self.lens = self.lens.moved(spot[0] - after[0], spot[1] - after[1])
        if self._as_fitted and not self._fitting:
            width, height = self.widget.winfo_width(), self.widget.winfo_height()
            self.lens = around(
                self._layout,
                self.lens,
                self._layout.at[anchor],
                width,
                height,
                self._overlay.gutter,
                self.points * self._wording(),
            )

    def _wording(self) -> float:
        """How wide values are written: parts of a unit ("−0.08") take half as much room again as whole numbers."""
        return 1.0 if self.view.tree.scale == 1 else 1.5

    def _rebuild(self) -> None:
        """Draws the artists anew after the view has changed; the picture follows when Tk is idle."""
        self._hover = None
        self._graph = self.graph()
        if self._paint_nodes is not None:
            self._paint_nodes(self._graph, self.view, self.theme)
        if self.held not in self._graph:
            self.held = None
        self._layout = layout(self._graph)
        self.drawing.show(self._graph, self._layout)
        self.say("")
        self.refresh()

    def destroy(self) -> None:
        for waiting in filter(None, (self._settling, self.playback._playing)):
            self.after_cancel(waiting)
        super().destroy()

    # -- painting -------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Paints once when Tk is idle, however often it is asked for."""
        self.canvas.refresh()

    def _resized(self, event) -> None:
        if self._as_fitted and self.view is not None:
            self._fitting = self._fitting or "legible"
        self.refresh()

    def _paint(self) -> None:
        width, height = self.widget.winfo_width(), self.widget.winfo_height()
        if width < 20 or height < 20:
            return
        self._settle()
        self._overlay.clear()
        if self.view is None:
            self.drawing.clear()
            self.canvas.draw()
            self._place_picture()
            self._overlay.message(self._empty, width, height)
            return
        if self._fitting:
            self.lens = fit(
                self._layout,
                width,
                height,
                self._overlay.gutter,
                self.points,
                self._wording() if self._fitting == "legible" else 0.0,
            )
            if self._fitting == "legible" and self.selected in self._layout.at:
                self.lens = self.lens.moved(*self._out_of_sight(self.selected))
            self._fitting, self._as_fitted = None, True
        self.drawing.scale(self.lens.slot / self.points, self.lens.ply / self.points)
        across, up = self.lens.limits(width, height)
        self._axes.set_xlim(*across)
        self._axes.set_ylim(*up)
        self.canvas.draw()
        self._place_picture()
        tree = self.view.tree
        self._overlay.words(self.drawing, self.lens, width, height, self.playback.hides)
        self._overlay.plies(int(self._layout.bottom), tree.root.to_move == tree.maximizer, self.lens, height)
        self._mark()
        self._tell("painted")

    def _place_picture(self) -> None:
        """Puts matplotlib's picture back where it belongs after a drag."""
        image = self.canvas._tkcanvas_image_region
        self.widget.coords(image, self.widget.winfo_width() // 2, self.widget.winfo_height() // 2)
        self.widget.tag_lower(image)

    def _mark(self) -> None:
        """Paints the rings round the selected node and the one under the pointer, and what the latter is."""
        self.widget.delete("mark")
        if self.view is None:
            return
        held = self.held if self.held in self._layout.at else None
        shown = held or self._shown(self.selected)
        for i, selected, dashed in (
            (self._index(shown), True, shown not in (held, self.selected)),
            (self._hover, False, False),
        ):
            if i is not None:
                x, y = self._spot(i)
                self._overlay.ring(x, y, 1.25 * self._radius(i) + 2, selected, dashed)
        told = self._hover if self._hover is not None or held is None else self._index(held)
        if told is not None:
            self._overlay.tip(self.describe(self.view.glyphs[told]), *self._spot(told), self._radius(told) + 10)
        self._mark_overview()

    # -- where things are -----------------------------------------------------------------------------------------------

    def _shown(self, row: int | None) -> int | None:
        """A row, or when it is hidden the glyph of its nearest ancestor on screen."""
        while row is not None and row not in self._layout.at:
            row = int(self.view.tree.parent[row])
        return row

    def _index(self, key: Key | None) -> int | None:
        """The place of a key among the drawn glyphs."""
        if key is None or key not in self._layout.at:
            return None
        return self.drawing.keys.index(key)

    def _pixel(self, key: Key | None) -> tuple[float, float] | None:
        if key is None or key not in self._layout.at:
            return None
        return tuple(self.lens.pixels(np.array(self._layout.at[key]))[0])

    def _spot(self, i: int) -> tuple[float, float]:
        x, y = self.lens.pixels(self.drawing.xy[i])[0]
        return float(x) + self._dragged[0], float(y) + self._dragged[1]

    def _radius(self, i: int) -> float:
        """Half a glyph's size in pixels."""
        return float(self.drawing.sizes[i]) * self.drawing.zoom * self.points / 2

    def _hit(self, x: float, y: float) -> int | None:
        """The glyph under a pixel."""
        if self.view is None or not len(self.drawing.xy):
            return None
        away = np.abs(self.lens.pixels(self.drawing.xy) - (x, y)).max(axis=1)
        i = int(np.argmin(away))
        return i if away[i] <= max(self._radius(i) + 2, 6) else None

    def _bring_into_sight(self, *rows: int) -> None:
        """Moves the picture when rows are outside, no further than needed; the last of them before all."""
        before = self.lens
        for row in rows:
            if row in self._layout.at and not self._fitting:
                self.lens = self.lens.moved(*self._out_of_sight(row))
        if abs(self.lens.left - before.left) + abs(self.lens.top - before.top) < 0.01:  # one way and back again
            self.lens = before
        else:
            self.refresh()

    def _out_of_sight(self, row: int) -> tuple[float, float]:
        """How far the picture has to be moved so that a row is in sight."""
        (x, y), width, height, margin = self._pixel(row), self.widget.winfo_width(), self.widget.winfo_height(), 20
        dx = max(self._overlay.gutter + margin - x, 0) or min(width - margin - 20 - x, 0)
        return dx, max(margin - y, 0) or min(height - margin - y, 0)
