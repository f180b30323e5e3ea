"""Overview: the whole recorded search as one picture under the tree, to see where you are and to go elsewhere.

x is the order of the search, y the ply; every node covers its subtree.  A frame shows what the main view shows, a line
where the playback is; pressing or dragging calls `on_pick(row)`.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font as tkfont

import numpy as np

from c4.tree.icicle import Icicle, can_paint, icicle, row_at
from c4.tree.searchtree import SearchTree
from visualizer.state.tree.glyphs import row_summary
from visualizer.tree.viewport import SMALLEST_CANVAS
from visualizer.ui.background import Debounce
from visualizer.ui.sizes import scale
from visualizer.ui.theme import Theme

CAPTION_HEIGHT = 16
"""Height of the line above the picture, in points."""

MIN_HEIGHT = 44
MAX_HEIGHT = 72
"""Height of the picture at least and at most, in points."""

RESIZE_MS = 60
"""Milliseconds after which a new width is drawn."""

FIRST_PLIES = 7
"""The plies for which space is reserved before the first tree."""

BORDER_SHADE = 0.88
"""How bright the line between two plies is, as a share."""

WHOLE = "The whole search, a row for each ply"
COLOURS = "Dark: good for MAX. Blue: best play. Purple: pruned"
COLOURS_OF_SIMULATIONS = "Dark: good for MAX. Blue: the most visited line"
CLICK = "Click to go elsewhere"
FRAME = f"Framed: what is shown above. {CLICK}"

NO_TREE = "The whole tree appears here once a search is complete"
NOT_COMPILED = "The whole tree appears here once its code is compiled"


class Overview(tk.Canvas):
    """The overview of a tree; empty until `show`.  Without a tree it keeps its height, so that the picture above it
    need not be painted twice when one comes.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, font: tkfont.Font, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, height=1, cursor="crosshair", takefocus=False)
        self.theme = theme
        self.font = font
        self.on_pick = on_pick
        self.tree: SearchTree | None = None
        self.plies = FIRST_PLIES
        """How many plies there is space for, the root's included."""
        self._picture: tk.PhotoImage | None = None
        self._cells: Icicle | None = None
        self._resizing = Debounce(self, self.redraw)
        self._frame: tuple[int, int, int, int] | None = None
        self._at: int | None = None
        self._selected: int | None = None
        self._frontier: int | None = None
        self._hover = ""
        self.bind("<Configure>", self._resized)
        self.bind("<ButtonPress-1>", self._picked)
        self.bind("<B1-Motion>", self._picked)
        self.bind("<Motion>", lambda event: self._point(event.x, event.y))
        self.bind("<Leave>", lambda event: self._caption(""))

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, tree: SearchTree | None) -> None:
        """Shows a tree, or nothing."""
        self.tree = tree
        self._cells = None
        self._frame = None
        self._at = None
        self._selected = None
        self._frontier = None
        if tree is not None:
            self.plies = tree.last_ply + 1
        self._relayout()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self._relayout()

    def frame(self, first: int, last: int, top: int, bottom: int) -> None:
        """Frames the rows `first` to `last` on the plies `top` to `bottom`: what the main view shows."""
        if self._frame != (first, last, top, bottom):
            self._frame = first, last, top, bottom
            self._draw_marks()

    def mark(self, selected: int | None, at: int | None, frontier: int | None = None) -> None:
        """Marks the selected row, and the row the playback has reached; None is none.

        The rows from `frontier` on are covered, and the colours of the nodes that are still being searched.
        """
        if (selected, at, frontier) != (self._selected, self._at, self._frontier):
            self._selected = selected
            self._at = at
            self._frontier = frontier
            self._draw_marks()
            self._caption(self._hover)

    # -- drawing ------------------------------------------------------------------------------------------------------

    @property
    def ply_height(self) -> int:
        """Pixels of a ply."""
        return max(1, round(min(max(9 * self.plies, MIN_HEIGHT), MAX_HEIGHT) * scale(self) / self.plies))

    @property
    def _top(self) -> int:
        return round(CAPTION_HEIGHT * scale(self))

    def _relayout(self) -> None:
        """Takes the height of the caption and the picture, and draws everything."""
        self.configure(height=self._top + self.ply_height * self.plies + 4)
        self.redraw()

    def _resized(self, event: tk.Event) -> None:
        """Draws again once the width rests."""
        if not self._resizing.waiting and (self._cells is None or event.width != self._cells.cover.shape[1]):
            self._resizing.after(RESIZE_MS)

    def redraw(self) -> None:
        """Draws everything again."""
        self.delete("all")
        width = self.winfo_width()
        if width < SMALLEST_CANVAS:
            return
        if self.tree is not None and can_paint():
            if self._cells is None or self._cells.cover.shape[1] != width:
                self._cells = icicle(self.tree, width)
            picture = np.repeat(self.colours(self._cells), self.ply_height, axis=0)
            borders = picture[self.ply_height :: self.ply_height]
            borders[...] = (BORDER_SHADE * borders).astype(np.uint8)
            header = f"P6 {picture.shape[1]} {picture.shape[0]} 255 ".encode()
            self._picture = tk.PhotoImage(master=self, data=header + picture.tobytes(), format="ppm")
            self.create_image(0, self._top, image=self._picture, anchor="nw")
        self._draw_marks()
        self._caption(self._hover)

    def colours(self, cells: Icicle) -> np.ndarray:
        """The colours of an icicle: uint8 (plies, width, 3)."""
        theme = self.theme
        simulated = self.tree is not None and self.tree.simulations is not None
        ground = _rgb(theme.window)
        light = _rgb(theme.leaf)
        pruned_colour = _rgb(theme.pruned if simulated else theme.cut)
        goodness = (cells.value[..., None] + 1) / 2
        node = light + goodness * (_rgb(theme.faint) - light)
        cover = cells.cover[..., None]
        pruned = cells.pruned[..., None]
        stripes = np.where((np.arange(cells.cover.shape[1]) % 4 < 2)[None, :, None], pruned_colour, ground)
        mixed = ground + cover * (node - ground) + pruned * (stripes - ground)
        colours: np.ndarray = np.clip(mixed, 0, 255).astype(np.uint8)
        return colours

    def _draw_marks(self) -> None:
        """The frame, the selected node and the playback's line; each dark on light, to be visible on any colour."""
        self.delete("marks")
        if self.tree is None or self.winfo_width() < SMALLEST_CANVAS:
            return
        theme = self.theme
        top = self._top
        ply = self.ply_height
        bottom = self._top + self.ply_height * self.plies
        if self._frontier is None or self._frontier >= len(self.tree):
            self._draw_best_play()
        if self._frontier is not None and self._frontier < len(self.tree):
            end = self._x(self._frontier)
            for unfinished in self._unfinished():
                y = top + int(self.tree.ply[unfinished]) * ply
                self.create_rectangle(self._x(unfinished), y, end, y + ply, fill=theme.leaf, width=0, tags="marks")
            self.create_rectangle(end, top, self.winfo_width(), bottom, fill=theme.window, width=0, tags="marks")
        if self._frame is not None and self._frontier is None:
            first, last, above, below = self._frame
            left = max(self._x(first), 1)
            right = self._x(last)
            right = min(max(right, left + 4), self.winfo_width() - 2)
            self._box(left, top + above * ply, right, min(top + (below + 1) * ply, bottom), theme.text, 1)
        if self._at is not None and self._at < len(self.tree):
            self._draw_cursor(self._at)
        for row in (self._selected, self._at):
            if row is not None and row < len(self.tree):
                self._mark_row(self.tree, row)

    def _draw_cursor(self, row: int) -> None:
        """The line over all plies where a playback is."""
        x = self._x(row) + 1
        bottom = self._top + self.ply_height * self.plies
        for width, ink in ((4, self.theme.panel), (2, self.theme.text)):
            self.create_line(x, self._top - 3, x, bottom + 3, fill=ink, width=width, tags="marks")

    def _mark_row(self, tree: SearchTree, row: int) -> None:
        """The box around a row and what is below it."""
        y = self._top + int(tree.ply[row]) * self.ply_height
        left = self._x(row)
        right = self._x(min(row + int(tree.size[row]), self._frontier or len(tree)))
        self._box(left, y, max(right, left + 4), y + self.ply_height, self.theme.text, 2)

    def _draw_best_play(self) -> None:
        """The principal variation, in the colour that it has in the tree."""
        assert self.tree is not None
        for row in self.tree.principal_variation():
            y = self._top + int(self.tree.ply[row]) * self.ply_height
            left = self._x(row)
            right = max(self._x(row + int(self.tree.size[row])), left + 2)
            self.create_rectangle(
                left, y + 1, right, y + self.ply_height - 1, fill=self.theme.best, width=0, tags="marks"
            )

    def _unfinished(self) -> list[int]:
        """The rows that the playback is in: their values are not known yet."""
        if self.tree is None or self._frontier is None or self._frontier >= len(self.tree):
            return []
        last = self._frontier - 1
        path = [last, *self.tree.ancestors(last)]
        return [row for row in path if row + int(self.tree.size[row]) > self._frontier or row == self._at]

    def _box(self, left: float, top: float, right: float, bottom: float, colour: str, width: int) -> None:
        for outline, thickness in ((self.theme.panel, 3), (colour, width)):
            self.create_rectangle(left, top, right, bottom, outline=outline, width=thickness, tags="marks")

    def _caption(self, hover: str) -> None:
        """What the picture is, or the node under the pointer."""
        self._hover = hover
        self.delete("caption")
        if self.tree is None or not can_paint():
            texts = [NO_TREE if self.tree is None else NOT_COMPILED, ""]
        else:
            text = hover or WHOLE
            colours = COLOURS if self.tree.simulations is None else COLOURS_OF_SIMULATIONS
            framed = f"{text}. {colours}. {FRAME if self._frontier is None else CLICK}"
            texts = [framed, f"{text}. {colours}", colours if not hover else text, text, ""]
        space = self.winfo_width() - 16
        fitting = next((text for text in texts if self.font.measure(text) <= space), "")
        self.create_text(
            8, self._top / 2, text=fitting, anchor="w", font=self.font, fill=self.theme.faint, tags="caption"
        )

    # -- where things are ---------------------------------------------------------------------------------------------

    def _x(self, row: int) -> float:
        return row * self.winfo_width() / len(self.tree or (None,))

    def row_at(self, x: float, y: float) -> int | None:
        """The row at a pixel, or the nearest one above."""
        if self.tree is None:
            return None
        ply = min(max(int((y - self._top) // self.ply_height), 0), self.plies - 1)
        return row_at(self.tree, x / max(self.winfo_width(), 1), ply)

    def _picked(self, event: tk.Event) -> None:
        if self.tree is None:
            return
        if (row := self.row_at(event.x, event.y)) is not None:
            self.on_pick(row)

    def _point(self, x: float, y: float) -> None:
        row = self.row_at(x, y) if y >= self._top else None
        if row is not None and self._frontier is not None and (row >= self._frontier or row in self._unfinished()):
            row = None
        self._caption("" if row is None or self.tree is None else row_summary(self.tree, row))


def _rgb(colour: str) -> np.ndarray:
    """A colour as three floats, 0 to 255."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], float)
