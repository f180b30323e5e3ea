"""The strip under the tree: the whole recorded search as one picture, which is map, scrubber and heat map.

Imports Tk, numpy and the icicle.

x is the order of the search, y the ply; every node covers its subtree.  A frame shows what the main view shows, a
line where the playback is; pressing or dragging calls `on_pick(row)`.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font as tkfont
from typing import Any

import numpy as np

from c4.game.rules import count
from c4.tree.icicle import Icicle, can_paint, icicle, row_at
from c4.tree.searchtree import SearchTree
from visualizer.kit.later import Later
from visualizer.kit.scale import scale
from visualizer.kit.theme import Theme
from visualizer.tree.words import brief

COLOURS = ("value", "cutoffs", "subtree size")
KEYS = {"value": "blue is good for MAX, orange for MIN", "cutoffs": "orange", "subtree size": "blue is large"}
"""What the colour says."""

CAPTION = 16
"""Height of the line above the picture, in points."""

LOW, HIGH = 44, 72
"""Height of the picture at least and at most, in points."""

SETTLE = 60
"""Milliseconds after which a new width is drawn."""


FIRST_PLIES = 7
"""The plies for which room is kept before the first tree."""

NONE_YET = "the whole tree stands here once a search has ended"
NOT_COMPILED = "the whole tree is drawn here once the code for it is compiled"


class Strip(tk.Canvas):
    """The overview of a tree; empty until `show`.  Without a tree it keeps its height, so that nothing beside it has to
    be painted twice when one comes.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, font: tkfont.Font, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, height=1, cursor="crosshair", takefocus=False)
        self.theme, self.font, self.on_pick = theme, font, on_pick
        self.tree: SearchTree | None = None
        self.plies = FIRST_PLIES
        """How many plies there is room for, the root's included."""
        self.colour = COLOURS[0]
        self.open = True
        self._picture: tk.PhotoImage | None = None
        self._cells: Icicle | None = None
        self._settling = Later(self, self._settled)
        self._frame: tuple[int, int, int, int] | None = None
        self._at: int | None = None
        self._selected: int | None = None
        self._hover = ""
        self.bind("<Configure>", self._resized)
        self.bind("<ButtonPress-1>", self._picked)
        self.bind("<B1-Motion>", self._picked)
        self.bind("<Motion>", lambda event: self._point(event.x, event.y))
        self.bind("<Leave>", lambda event: self._caption(""))

    # -- what is shown ------------------------------------------------------------------------------------------------

    def show(self, tree: SearchTree | None) -> None:
        """Shows a tree, or nothing."""
        self.tree, self._cells, self._frame, self._at, self._selected = tree, None, None, None, None
        if tree is not None:
            self.plies = int(tree.ply.max()) + 1
        self._fit_height()
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self._fit_height()
        self.redraw()

    def next_colour(self) -> None:
        """Colours by the next of COLOURS."""
        self.colour = COLOURS[(COLOURS.index(self.colour) + 1) % len(COLOURS)]
        self.redraw()

    def set_look(self, open: bool, colour: str) -> None:
        """Unfolded or not, and coloured by one of COLOURS, the first for any other."""
        self.open, self.colour = open, colour if colour in COLOURS else COLOURS[0]
        self._fit_height()
        self.redraw()

    def switch(self) -> None:
        """Unfolds the strip, or folds it to its caption."""
        self.open = not self.open
        self._fit_height()
        self.redraw()

    def frame(self, first: int, last: int, top: int, bottom: int) -> None:
        """Frames the rows `first` to `last` on the plies `top` to `bottom`: what the main view shows."""
        if self._frame != (first, last, top, bottom):
            self._frame = first, last, top, bottom
            self._draw_marks()

    def mark(self, selected: int | None, at: int | None) -> None:
        """Marks the selected row, and the row the playback has reached (None: there is none)."""
        if (selected, at) != (self._selected, self._at):
            self._selected, self._at = selected, at
            self._draw_marks()

    # -- drawing ------------------------------------------------------------------------------------------------------

    @property
    def ply_height(self) -> int:
        """Pixels of a ply."""
        plies = self.plies
        return max(1, round(min(max(9 * plies, LOW), HIGH) * scale(self) / plies))

    def _fit_height(self) -> None:
        """Takes the height of the caption, and of the picture when it is unfolded."""
        height = round(CAPTION * scale(self)) + (self.ply_height * self.plies + 4 if self.open else 0)
        self.configure(height=height)

    def _resized(self, event: tk.Event) -> None:
        """Draws again once the width rests: a window that is being dragged is not held up."""
        if not self._settling.waiting and (self._cells is None or event.width != self._cells.cover.shape[1]):
            self._settling.after(SETTLE)

    def _settled(self) -> None:
        self._cells = None
        self.redraw()

    def redraw(self) -> None:
        """Draws everything again."""
        self.delete("all")
        width = self.winfo_width()
        if width < 20:
            return
        if self.tree is not None and self.open and can_paint():
            if self._cells is None or self._cells.cover.shape[1] != width:
                self._cells = icicle(self.tree, width)
            pixels = np.repeat(self.pixels(self._cells), self.ply_height, axis=0)
            pixels[self.ply_height :: self.ply_height][...] = (
                0.88 * pixels[self.ply_height :: self.ply_height]
            ).astype(np.uint8)  # plies stay apart
            header = f"P6 {pixels.shape[1]} {pixels.shape[0]} 255 ".encode()
            self._picture = tk.PhotoImage(master=self, data=header + pixels.tobytes(), format="ppm")
            self.create_image(0, self._top, image=self._picture, anchor="nw")
        self._draw_marks()
        self._caption(self._hover)

    @property
    def _top(self) -> int:
        return round(CAPTION * scale(self))

    def pixels(self, cells: Icicle) -> np.ndarray:
        """The colours of an icicle: uint8 (plies, width, 3)."""
        theme = self.theme
        ground, neutral, gone = (_rgb(colour) for colour in (theme.window, theme.leaf, theme.pruned))
        if self.colour == "value":
            strength = np.abs(cells.value)[..., None] ** 0.7
            ink = np.where(cells.value[..., None] >= 0, _rgb(theme.good), _rgb(theme.bad))
        elif self.colour == "cutoffs":
            strength, ink = cells.cut[..., None] ** 0.7, _rgb(theme.bad)
        else:
            strength, ink = cells.size[..., None] / max(float(cells.size.max()), 1.0), _rgb(theme.good)
        node = neutral + strength * (ink - neutral)
        cover, pruned = cells.cover[..., None], cells.pruned[..., None]
        stripes = (np.arange(cells.cover.shape[1]) % 4 < 2)[None, :, None]
        pruned_ink = np.where(stripes, gone, ground)
        found: np.ndarray = np.clip(ground + cover * (node - ground) + pruned * (pruned_ink - ground), 0, 255).astype(
            np.uint8
        )
        return found

    def _draw_marks(self) -> None:
        """The frame, the selected node and the playback's line; each dark on light, so that it stands out of any
        colour.
        """
        self.delete("marks")
        if self.tree is None or not self.open or self.winfo_width() < 20:
            return
        theme, bottom = self.theme, self._top + self.ply_height * self.plies
        if self._frame is not None:
            first, last, top, low = self._frame
            box = (
                self._x(first),
                self._top + top * self.ply_height,
                self._x(last),
                self._top + (low + 1) * self.ply_height,
            )
            box = max(box[0], 1), box[1], min(max(box[2], box[0] + 4), self.winfo_width() - 2), min(box[3], bottom)
            self.create_rectangle(*box, outline=theme.panel, width=3, tags="marks")
            self.create_rectangle(*box, outline=theme.text, width=1, tags="marks")
        for row, colour in ((self._selected, theme.accent), (self._at, theme.text)):
            if row is None or row >= len(self.tree):
                continue
            y, x0, x1 = (
                self._top + int(self.tree.ply[row]) * self.ply_height,
                self._x(row),
                self._x(row + int(self.tree.size[row])),
            )
            if row == self._at:
                for width, ink in ((4, theme.panel), (2, colour)):
                    self.create_line(
                        x0 + 1, self._top - 3, x0 + 1, bottom + 3, fill=ink, width=width, tags=("marks", "line")
                    )
            self.create_rectangle(
                x0, y, max(x1, x0 + 4), y + self.ply_height, outline=theme.panel, width=3, tags="marks"
            )
            self.create_rectangle(x0, y, max(x1, x0 + 4), y + self.ply_height, outline=colour, width=2, tags="marks")

    def _caption(self, hover: str) -> None:
        """What the picture is, or the node under the pointer."""
        self._hover = hover
        self.delete("caption")
        rights, lefts = [""], [NONE_YET if self.tree is None else NOT_COMPILED, ""]
        if self.tree is not None and (can_paint() or not self.open):
            fold = "" if self.open else " (I unfolds it)"
            rights = [f"{self.colour}: {KEYS[self.colour]}", self.colour, ""]
            whole = f"the whole tree, {count(len(self.tree), 'row')} in the order of the search{fold}"
            lefts = [hover] if hover else [whole, f"the whole tree{fold}", ""]
        room, measure = self.winfo_width() - 28, self.font.measure
        both = [(left, right) for right in rights for left in lefts]
        left, right = next((pair for pair in both if sum(map(measure, pair)) <= room), both[-1])
        look: dict[str, Any] = {"font": self.font, "fill": self.theme.faint, "tags": "caption"}
        self.create_text(8, self._top / 2, text=left, anchor="w", **look)
        self.create_text(self.winfo_width() - 8, self._top / 2, text=right, anchor="e", **look)

    # -- where things are ---------------------------------------------------------------------------------------------

    def _x(self, row: int) -> float:
        return row * self.winfo_width() / len(self.tree or (None,))

    def row_at(self, x: float, y: float) -> int | None:
        """The row at a pixel, or the nearest one above."""
        if self.tree is None or not self.open:
            return None
        ply = min(max(int((y - self._top) // self.ply_height), 0), self.plies - 1)
        return row_at(self.tree, x / max(self.winfo_width(), 1), ply)

    def _picked(self, event: tk.Event) -> None:
        if self.tree is None:
            return
        if event.y < self._top and event.type == tk.EventType.ButtonPress:
            self.next_colour() if self.open else self.switch()
        elif (row := self.row_at(event.x, event.y)) is not None:
            self.on_pick(row)

    def _point(self, x: float, y: float) -> None:
        row = self.row_at(x, y) if y >= self._top else None
        self._caption("" if row is None or self.tree is None else brief(self.tree, row))


def _rgb(colour: str) -> np.ndarray:
    """A colour as three floats, 0 to 255."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], float)
