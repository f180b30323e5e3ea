"""FigureCanvas paints a figure in a Tk canvas; TreeCanvas shows a tree in one, and follows what happens to it.

Shapes and lines are a matplotlib picture; words are Tk items over it, so that pointing and dragging never redraw the
picture.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from time import perf_counter

import numpy as np

from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.state import Change, TreeState
from visualizer.state.tree.view import NODE, Folding, Glyph, Key
from visualizer.tree.camera import Camera, Fit
from visualizer.tree.drawing import compose
from visualizer.tree.glide import FRAME_MS, Glide
from visualizer.tree.history import ViewState
from visualizer.tree.layout import Layout
from visualizer.tree.matplotlib_output import paint
from visualizer.tree.notes import place_note
from visualizer.tree.paper import Style, word_box
from visualizer.tree.primitives import EMPTY_FIGURE, Box, Figure, Spot, Word
from visualizer.tree.shapes import FONTS, LINE_HEIGHT, RING_GAP, font_size
from visualizer.tree.viewport import SMALLEST_CANVAS, Viewport
from visualizer.ui.background import Debounce
from visualizer.ui.canvas import DPI, Canvas, Sheet
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.fonts import font
from visualizer.ui.sizes import scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import ring_for_keys

REACH = 3
"""Points around a node within which a click selects it."""

REARRANGING = ("tree", "folding", "fit", "style")
"""The changes after which nodes may have other places."""

TAGS = {"ply": "over plies", "headline": "over plies words", "total": "over plies words"}
"""The tags of words that do not move sideways; all others move with the picture."""

WORDS_IN_TCL = """
proc c4_words {canvas words} {
    foreach {x y text fill font angle tags} $words {
        $canvas create text $x $y -text $text -fill $fill -font $font -angle $angle -tags $tags
    }
}
"""
"""Writes many words at once: one call for each takes Python four times as long."""


class FigureCanvas:
    """Paints figures.  `compose()` returns the figure to paint, which is asked for when Tk is idle.

    Items have tags: everything over the picture "over", what a drag moves "moving", what it moves only down "plies", and
    what the pointer changes "hover".
    """

    def __init__(self, parent: tk.Misc, theme: Theme, compose: Callable[[], Figure]) -> None:
        self.theme = theme
        self._compose = compose
        self.pixels_per_point = scale(parent)
        """Pixels in a point."""
        self.figure: Figure = EMPTY_FIGURE
        """What is painted."""
        self.hover: Key | None = None
        """The node under the pointer."""
        self.dragged = (0, 0)
        """How far the picture has been moved since it was drawn."""
        self.sheet = Sheet(DPI * self.pixels_per_point)
        self.picture = Canvas(self.sheet, parent, self._paint)
        self.widget: tk.Canvas = self.picture.widget
        self.widget.configure(highlightthickness=2, takefocus=True, width=360, height=240, borderwidth=0)
        ring_for_keys(self.widget)
        self.widget.tk.eval(WORDS_IN_TCL)
        self.fonts = {style: font(self.widget, size, bold) for style, (size, bold) in FONTS.items()}
        self._measured: dict[tuple[str, str], tuple[float, float]] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Pixels across and down."""
        return self.widget.winfo_width(), self.widget.winfo_height()

    def measure(self, text: str, style: str) -> tuple[float, float]:
        """Width and height of a word at zoom 1 in points."""
        key = (text, style)
        if key not in self._measured:
            self._measured[key] = self.fonts[style].measure(text) / self.pixels_per_point, LINE_HEIGHT
        return self._measured[key]

    def set_theme(self, theme: Theme) -> bool:
        """Changes all colours; returns whether the scale has changed."""
        self.theme = theme
        self.sheet.ground = theme.panel
        self.widget.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        if self.pixels_per_point == scale(self.widget):
            return False
        self.pixels_per_point = scale(self.widget)
        self.sheet.dpi = DPI * self.pixels_per_point
        self._measured.clear()
        return True

    def refresh(self) -> None:
        """Paints once when Tk is idle, however often it is called."""
        self.picture.refresh()

    # -- painting -----------------------------------------------------------------------------------------------------

    def _paint(self) -> None:
        width, height = self.size
        if min(width, height) < SMALLEST_CANVAS:
            return
        self.figure = self._compose()
        self.sheet.clear()
        self.sheet.set_limits((0.0, float(width)), (float(height), 0.0))
        with own_settings():
            paint(self.sheet, self.figure)
            self.picture.draw()
        self.dragged = (0, 0)
        self.widget.delete("over")
        self._write(self.figure.words)

    def _write(self, words: list[Word]) -> None:
        fonts = {style: str(self._font(style, self.figure.zoom)) for style in FONTS}
        flat: list[object] = []
        for word in words:
            tags = TAGS.get(word.style, "over moving words")
            angle = 90 if word.upright else 0
            flat += (word.x, word.y, word.text, word.ink, fonts[word.style], angle, tags)
        self.widget.tk.call("c4_words", str(self.widget), flat)

    def _font(self, style: str, zoom: float) -> object:
        return font(self.widget, font_size(style, zoom) or 1, FONTS[style][1])

    def message(self, text: str) -> None:
        """Writes a sentence in the middle of the empty canvas."""
        width, height = self.size
        self.widget.create_text(
            width / 2,
            height / 2,
            text=text,
            width=width - 40,
            tags="over",
            fill=self.theme.faint,
            font=self.fonts["bound"],
            justify="center",
        )

    def drag(self, dx: int, dy: int) -> None:
        """Moves what is painted by so many pixels."""
        self.widget.move(self.picture.image, dx, dy)
        self.widget.move("moving", dx, dy)
        self.widget.move("plies", 0, dy)
        self.dragged = self.dragged[0] + dx, self.dragged[1] + dy

    # -- pointing -----------------------------------------------------------------------------------------------------

    def box_of(self, key: Key) -> Box:
        """The box of a node as it is painted now."""
        left, top, right, bottom = self.figure.boxes[key]
        dx, dy = self.dragged
        return Box(left + dx, top + dy, right + dx, bottom + dy)

    def hit(self, x: float, y: float) -> Key | None:
        """The node at a pixel; the nearest one where several are within reach."""
        if not self.figure.boxes:
            return None
        keys = list(self.figure.boxes)
        boxes = np.array(list(self.figure.boxes.values())) + (*self.dragged, *self.dragged)
        outside = np.maximum(boxes[:, :2] - (x, y), (x, y) - boxes[:, 2:]).max(axis=1)
        nearest = int(np.argmin(outside))
        return keys[nearest] if outside[nearest] <= REACH * self.pixels_per_point else None

    def point_at(self, key: Key | None, tip: str = "") -> None:
        """The pointer is on a node, or on none: rings it, and says what it is where that covers nothing."""
        self.hover = key
        self.widget.delete("hover")
        self.widget.configure(cursor="" if key is None else "hand2")
        if key is None:
            return
        left, top, right, bottom = self.box_of(key)
        gap = (RING_GAP - 1) * self.pixels_per_point
        tags = ("over", "moving", "hover")
        self.widget.create_rectangle(
            left - gap, top - gap, right + gap, bottom + gap, outline=self.theme.faint, width=1, tags=tags
        )
        if tip:
            self._write_tip(tip, self.box_of(key))

    def _write_tip(self, text: str, node: Box) -> None:
        width, height = self.size
        words = self.fonts["value"]
        size = words.measure(text) + 10.0, words.metrics("linespace") + 6.0
        frame = Box(0.0, 0.0, width, height)
        box = place_note(size, node.centre, node.height / 2, self.used_boxes(), frame)
        if box is None:
            return
        tags = ("over", "moving", "hover")
        self.widget.create_rectangle(*box, fill=self.theme.window, outline=self.theme.line, tags=tags)
        self.widget.create_text(*box.centre, text=text, fill=self.theme.text, font=words, tags=tags)

    def used_boxes(self) -> np.ndarray:
        """The boxes of all nodes and words as they are painted now: shape (n, 4)."""
        style = Style(self.theme, self.measure, pixels_per_point=self.pixels_per_point)
        boxes = [*self.figure.boxes.values()]
        boxes += [word_box(word, style, self.figure.zoom) for word in self.figure.words]
        return np.array(boxes, dtype=float).reshape(-1, 4) + (*self.dragged, *self.dragged)


class TreeCanvas(FigureCanvas):
    """Draws a `TreeState`.  `on_painted()` is called after each new picture.

    It tells the model what it has painted, and how much of a new tree there was room for.
    """

    def __init__(self, parent: tk.Misc, model: TreeModel, theme: Theme, on_painted: Callable[[], object]) -> None:
        super().__init__(parent, theme, self._compose_tree)
        self._model = model
        self._on_painted = on_painted
        self.state = TreeState()
        """What is drawn."""
        self.camera = Camera(self.measure, self.pixels_per_point)
        self._glide: Glide | None = None
        self._tree: object = None  # what was painted last
        self._frames = Debounce(self.widget, self.refresh)

    @property
    def viewport(self) -> Viewport:
        """The part of the tree that is in sight."""
        return self.camera.viewport

    @property
    def layout(self) -> Layout:
        """Where the nodes are."""
        return self.camera.layout

    @property
    def fitting(self) -> Fit | None:
        """How the tree is fitted at the next picture."""
        return self.camera.fitting

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
        self.camera.size = self.size
        is_another = any(change.what == "tree" for change in changes)
        if not is_another:
            self._renumber(changes)
        rearranged = folded != self._folding() or any(change.what in REARRANGING for change in changes)
        if rearranged:
            self._begin_glide()
        if is_another:
            self.camera.forget_layout()
        self.camera.take_wishes(changes)
        if rearranged:
            self._rebuild_about(self.camera.anchor(changes))
        self._reveal(changes)
        if any(change.what != "fitted" for change in changes):  # what a picture has chosen is on it
            self.refresh()
        self._report()

    def _renumber(self, changes: tuple[Change, ...]) -> None:
        """Gives the nodes the rows that they have after parts of the tree were searched again."""
        for change in changes:
            if change.moved is not None:
                self.camera.renumber(change.moved)

    def _rebuild_about(self, anchor: Key | None) -> None:
        """Lays out what is unfolded, with a node where it was."""
        self.rebuild()
        if anchor is not None and anchor in self.layout.at and not self.camera.fitting:
            self.camera.hold(anchor)

    def _reveal(self, changes: tuple[Change, ...]) -> None:
        """Brings into sight what the last change reveals that reveals something."""
        reveal = [change.reveal for change in changes if change.reveal]
        if reveal:
            self.bring_into_sight(reveal[-1])

    def _folding(self) -> Folding | None:
        return None if self.state.view is None else self.state.view.folding

    def _report(self) -> None:
        """Tells the model which state is on the screen."""
        if not self.picture.waiting:
            self._model.painted(self.state.number)

    def rebuild(self) -> None:
        """Lays out what is unfolded; the picture follows when Tk is idle."""
        self.hover = None
        self.camera.lay_out_again(self.state)
        self.refresh()

    def set_theme(self, theme: Theme) -> bool:
        """Changes all colours, and the scale."""
        rescaled = super().set_theme(theme)
        if rescaled:
            self.camera.pixels_per_point = self.pixels_per_point
            self.camera.fitting = self.camera.fitting or Fit.READABLE
        self.rebuild()
        return rescaled

    # -- moving nodes -------------------------------------------------------------------------------------------------

    def _begin_glide(self) -> None:
        """Remembers where nodes of the same tree are, so that they move from there to their new places.

        A move that goes on ends: its nodes may not be there any more.
        """
        state = self.state
        glide = self._glide
        same = state.view is not None and state.view.tree is self._tree
        if same and glide is not None and glide.end is None:
            return  # the nodes have not begun to move
        before = self.layout, self.viewport
        if glide is not None and glide.end is not None:
            before = glide.now()
            self.camera.layout, self.camera.viewport = glide.end
        self._glide = None
        moving_anyway = self.camera.fitting or state.playback.playing or state.live
        if same and state.animate and not moving_anyway:
            self.settle()
            self._glide = Glide(perf_counter(), before[0].at, before[1])

    def _advance_glide(self) -> None:
        """Takes the next step of the move that goes on."""
        glide = self._glide
        if glide is None:
            return
        if glide.end is None:
            glide = glide._replace(started=perf_counter(), end=(self.layout, self.viewport))
            if self.state.playback.is_open and not self._moves(glide):
                self._glide = None  # most steps only add a node: one picture is enough
                return
        glide = glide.next()
        self.camera.layout, self.camera.viewport = glide.now()
        self._glide = glide if glide.done < 1 else None

    def _moves(self, glide: Glide) -> bool:
        """Whether a node on screen has another place than before."""
        now = self.layout.at
        seen = [key for key in self.figure.boxes if key in glide.at and key in now]
        return self.viewport != glide.viewport or any(abs(now[key][0] - glide.at[key][0]) > 1 for key in seen)

    def _end_glide(self) -> None:
        """Puts everything where it goes at once."""
        if self._glide is not None and self._glide.end is not None:
            self.camera.layout, self.camera.viewport = self._glide.end
        self._glide = None

    # -- the viewport -------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Shows everything that is unfolded, so large that its words can be read; a second time all of it."""
        self.camera.fit_as_asked()
        self.refresh()

    def fit_subtree(self, row: int) -> None:
        """Zooms so that what is unfolded below a row fills the canvas."""
        if self.state.view is not None and row in self.layout.at:
            end = row + int(self.state.view.tree.size[row])
            self._set_viewport(self.camera.part_below(row, end))

    def zoom(self, factor: float, x: float | None = None, y: float | None = None) -> None:
        """Zooms about a pixel, by default the centre."""
        if self.state.view is not None:
            self.settle()
            width, height = self.size
            about_x = width / 2 if x is None else x
            about_y = height / 2 if y is None else y
            self._set_viewport(self.camera.zoomed(factor, about_x, about_y))

    def _set_viewport(self, viewport: Viewport, fitted: bool = False) -> None:
        self.camera.set_viewport(viewport, fitted)
        self.refresh()

    def settle(self) -> None:
        """Makes the dragged place of the picture its viewport, and ends a move of the nodes."""
        self._end_glide()
        if self.dragged != (0, 0):
            self.camera.viewport = self.viewport.moved(*self.dragged)
            self.camera.fitted = False
            self.dragged = (0, 0)

    def view_state(self) -> ViewState | None:
        """What is shown, to come back to it; None without a tree, or before it has been fitted."""
        view = self.state.view
        if view is None or self.camera.fitting or self._glide is not None:
            return None
        return ViewState(
            view.folding, self.state.selected, self.viewport, self.camera.fitted, self.size, self.layout.at
        )

    def restore(self, seen: ViewState) -> None:
        """Shows again what was shown; the state that is drawn has that unfolded."""
        if self.state.view is None:
            return
        self.settle()
        self._set_viewport(seen.viewport, seen.fitted)
        if seen.fitted and seen.size != self.size:
            self.camera.fitting = Fit.READABLE
        self.camera.layout = self.layout._replace(at=seen.places)
        self.rebuild()

    def bring_into_sight(self, keys: Iterable[Key]) -> None:
        """Pans no further than needed to show nodes; the last of them has precedence."""
        if self._glide is not None and self._glide.end is not None:
            self._end_glide()
        if self.camera.bring_into_sight(keys):
            self.refresh()

    # -- where things are ---------------------------------------------------------------------------------------------

    def pixel(self, key: Key | None) -> Spot | None:
        """Where a node is drawn; None if it is not."""
        return self.camera.pixel(key)

    def glyph_at(self, x: float, y: float) -> Glyph | None:
        """The glyph that is drawn at a pixel."""
        key = self.hit(x, y)
        return None if key is None else self.state.glyph(key)

    def selected_pixel(self) -> Spot | None:
        """Where the selected node is drawn, or its nearest ancestor on screen."""
        return self.pixel(self.state.visible_row(self.state.selected))

    def pointer_moved(self, x: float, y: float) -> None:
        """The pointer is at a pixel."""
        key = self.hit(x, y)
        if key != self.hover:
            self.point_at(key, "" if key is None else self.state.tip(key))

    def visible_range(self) -> tuple[int, int, int, int]:
        """Of what is on screen: the first row, the one after the last, the first and the last ply."""
        view = self.state.view
        assert view is not None
        width, height = self.size

        def in_sight(glyph: Glyph) -> bool:
            x, y = self.viewport.pixel(self.layout.at[glyph.key])
            return 0 < x < width and 0 < y < height

        def end(glyph: Glyph) -> int:
            if glyph.sort == NODE and not view.is_folded(glyph.row):
                return glyph.row + 1
            row = glyph.hidden[-1] if glyph.hidden else glyph.row
            return row + int(view.tree.size[row])

        glyphs = [glyph for glyph in view.glyphs if glyph.key in self.layout.at and in_sight(glyph)]
        if not glyphs:
            return 0, len(view.tree), 0, 0
        first = min(glyph.hidden[0] if glyph.hidden else glyph.row for glyph in glyphs)
        plies = [int(view.tree.ply[glyph.row]) + (glyph.sort != NODE) for glyph in glyphs]
        return first, max(map(end, glyphs)), min(plies), max(plies)

    # -- painting -----------------------------------------------------------------------------------------------------

    def resized(self) -> None:
        """The canvas has another size: what was fitted is fitted again."""
        if self.camera.fitted and self.state.view is not None:
            self.camera.fitting = self.camera.fitting or Fit.READABLE

    def paint(self) -> None:
        """Paints now."""
        self._paint()

    def _paint(self) -> None:
        super()._paint()
        if self._glide is not None:
            self._frames.after(FRAME_MS)  # after the picture, so that other events get time however slow it is
        self.hover = None
        width, height = self.size
        if min(width, height) < SMALLEST_CANVAS:
            return
        if self.state.view is None:
            self.message(self.state.empty)
        self._report()
        if self.state.view is not None:
            self._on_painted()

    def _compose_tree(self) -> Figure:
        """The figure of the state, laid out and fitted if that is due."""
        self.camera.size = self.size
        if self._glide is None:
            self.settle()
        view = self.state.view
        self._tree = None if view is None else view.tree
        if view is None:
            return EMPTY_FIGURE
        if self.camera.fitting:
            if self._glide is not None and self._glide.end is not None:
                self._glide = None  # the fit may fold nodes
            self._fit()
        self._advance_glide()
        style = Style(self.theme, self.measure, self.state.sides, self.pixels_per_point, self.camera.wording)
        return compose(
            self.state.graph, self.layout, self.viewport, self.size, style, self.state.annotations, self.state.ply_name
        )

    def _fit(self) -> None:
        """Lays the tree out anew, so large that it fills the canvas."""
        before = self.state
        assert before.view is not None
        self.state = self.camera.fit(before, self.figure.zoom)
        assert self.state.view is not None
        self._model.fitted(before.view.tree, before.view.folding, self.state.view.folding)
