"""What Tk paints over matplotlib's picture of a tree: words, the plies' names, rings and the tip.

Imports Tk, numpy and the tree's drawing.

Items carry tags: everything "over", what a drag moves "moving", the plies' names "plies", what the pointer changes
"mark".
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from math import hypot
from typing import Any

import numpy as np

from visualizer.kit.fonts import font
from visualizer.kit.theme import Theme
from visualizer.tree.draw import Placed, TreeDrawing, place, word_colour
from visualizer.tree.lens import Lens
from visualizer.tree.notes import Box, place_note
from visualizer.tree.view import Key

GUTTER = 46
"""Room on the left for the plies' names, in points."""


class Overlay:
    """Items on a canvas; `points` is the number of pixels in a point."""

    def __init__(self, canvas: tk.Canvas, theme: Theme, points: float):
        self.canvas, self.theme = canvas, theme
        looks = {"value": (11, False), "principal": (12, True), "count": (9.5, False), "column": (10, True)}
        self.fonts = {name: font(canvas, size, bold) for name, (size, bold) in looks.items()}
        for name in ("principal column", "turned column", "principal turned column"):
            self.fonts[name] = self.fonts["column"]
        self.rescale(points)
        canvas.tk.eval(  # paints many words at once: one call for each takes Python four times as long
            """
            proc c4_words {canvas words} {
                set made {}
                foreach {x y text fill font anchor} $words {
                    lappend made [$canvas create text $x $y -text $text -fill $fill -font $font -anchor $anchor \\
                        -tags {over moving words}]
                }
                return $made
            }
            """
        )
        self._values: list[tuple[int, Key]] = []  # item and key of every value that is painted
        self._hidden: set[int] = set()  # those of them that are not to be seen

    def rescale(self, points: float) -> None:
        """Draws in another scale from now on; the fonts follow it by themselves."""
        self.points, self.gutter = points, GUTTER * points
        self._measured: dict[tuple[str, str], tuple[int, int]] = {}

    def clear(self) -> None:
        """Takes everything away."""
        self.canvas.delete("over")

    def message(self, text: str, width: int, height: int) -> None:
        """A sentence in the middle of an empty canvas."""
        look: dict[str, Any] = {
            "fill": self.theme.faint,
            "font": self.fonts["principal"],
            "justify": "center",
            "tags": "over",
        }
        self.canvas.create_text(width / 2, height / 2, text=text, width=width - 40, **look)

    def place(self, drawing: TreeDrawing, lens: Lens, width: int, height: int) -> list[Placed]:
        """The words of a drawing that fit beside the gutter."""
        return place(drawing, lens.pixels, (self.gutter, 0, width, height), self.measure, self.points)

    def words(self, words: list[Placed], hidden: Callable[[Key], bool]) -> None:
        """Paints words; `hidden(key)` tells whose value is not to be seen."""
        canvas, theme = self.canvas, self.theme
        canvas.delete("words")
        looks = {style: (word_colour(theme, style), str(font)) for style, font in self.fonts.items()}
        flat: list[Any] = []
        for word in words:
            flat += (word.x, word.y, word.text, *looks[word.style], word.anchor)
        items = map(int, canvas.tk.splitlist(canvas.tk.call("c4_words", str(canvas), flat)))
        self._values = [
            (item, word.key)
            for item, word in zip(items, words)
            if word.key is not None and not word.style.endswith("column")
        ]
        self._hidden = set()
        self.hide(hidden)

    def hide(self, hidden: Callable[[Key], bool]) -> None:
        """Hides the values of the glyphs of which `hidden(key)` says so, and shows the others again."""
        gone = {item for item, key in self._values if hidden(key)}
        for item in gone ^ self._hidden:
            self.canvas.itemconfigure(item, state="hidden" if item in gone else "normal")
        self._hidden = gone

    def plies(
        self,
        first: int,
        lanes: tuple[float, ...],
        root_is_max: bool,
        lens: Lens,
        height: int,
        turns: frozenset[int] = frozenset(),
    ) -> None:
        """The gutter with the plies' names and whose move it is; `lanes` are their places from the ply `first` on.

        `turns` are the plies before which the board turns.
        """
        theme, points = self.theme, self.points
        self.canvas.create_rectangle(
            -2, -2, self.gutter - 8 * points, height + 2, fill=theme.panel, outline=theme.line, tags=("over", "gutter")
        )
        look: dict[str, Any] = {
            "anchor": "w",
            "fill": theme.faint,
            "font": self.fonts["count"],
            "tags": ("over", "plies"),
        }
        for ply, lane in enumerate(lanes, start=first) if lens.ply > 12 * points else ():
            y = lens.top + lens.ply * (lane - 0.23)
            if ply == first and lens.top + lens.ply * lane > 0:
                y = max(y, 14 * points)
            if 0 < y < height:
                side = "MAX" if root_is_max == (ply % 2 == 0) else "MIN"
                self.canvas.create_text(5, y, text=f"ply {ply}\n{side}" if lens.ply > 30 * points else str(ply), **look)
            above = lens.top + lens.ply * (lane - 0.73)
            if ply in turns and ply > first and 0 < above < height:
                turned = {**look, "anchor": "e", "fill": theme.text}
                self.canvas.create_text(self.gutter - 11 * points, above, text="↻", **turned)

    def ring(self, x: float, y: float, radius: float, selected: bool, dashed: bool = False) -> None:
        """A ring round the selected glyph or the one under the pointer; dashed when the selected node is folded into
        it.
        """
        look: dict[str, Any] = (
            {"outline": self.theme.accent, "width": 3} if selected else {"outline": self.theme.faint, "width": 2}
        )
        look |= {"dash": (4, 3)} if dashed else {}
        self.canvas.create_oval(x - radius, y - radius, x + radius, y + radius, tags=("over", "mark", "moving"), **look)

    def link(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A bow from the selected glyph to one that shares its position."""
        bow = x0 + (x1 - x0) / 2, min(y0, y1) - 12 - abs(x1 - x0) / 8 + abs(y1 - y0) / 2
        look: dict[str, Any] = {"fill": self.theme.accent, "width": 2, "dash": (6, 4), "smooth": True}
        self.canvas.create_line([x0, y0, *bow, x1, y1], tags=("over", "mark", "moving", "link"), **look)
        self.ring(x1, y1, 11, selected=False)

    def light(self, x: float, y: float, radius: float, text: str, taken: np.ndarray) -> None:
        """A broad ring round the glyph that set the selected one's bound, with a word beside it; `taken` as in
        `place_note`.
        """
        look: dict[str, Any] = {"outline": self.theme.bad, "width": 4}
        tags = ("over", "mark", "moving", "lit")
        width, height = self.canvas.winfo_width(), self.canvas.winfo_height()
        inside = min(max(x, self.gutter), width), min(max(y, 0.0), height)
        if inside == (x, y):
            self.canvas.create_oval(x - radius, y - radius, x + radius, y + radius, tags=tags, **look)
        elif text:  # out of sight: the word stands at the edge and points there
            way = "←" if x < self.gutter else "→" if x > width else "↑" if y < 0 else "↓"
            (x, y), text = inside, f"{way} {text}"
        if text:
            self._note(text, x, y, radius, self.theme.bad, tags, taken)

    def _note(
        self, text: str, x: float, y: float, radius: float, outline: str, tags: tuple[str, ...], taken: np.ndarray
    ) -> Box:
        """Words on a ground of their own near a glyph, where they cover nothing; the box they take."""
        canvas = self.canvas
        wide, high = self.measure(text, "count")
        lines = text.count("\n") + 1
        if lines > 1:
            wide = max(self.measure(line, "count")[0] for line in text.split("\n"))
        frame = self.gutter, 2.0, canvas.winfo_width() - 3.0, canvas.winfo_height() - 3.0
        box = place_note((wide + 6, high * lines), (x, y), radius, taken, frame)
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
        self,
        spots: list[tuple[float, float, float]],
        windows: list[str],
        edges: list[tuple[list[tuple[float, float]], tuple[float, float], str]],
        bead: float,
        taken: np.ndarray,
    ) -> None:
        """The way to the node that is being searched: (x, y, radius) of its glyphs, under each its window as it is
        now, and of each line between them the corners, the place of its bead, and the column; `bead` is the radius of
        the beads, all in pixels; `taken` as in `place_note`.
        """
        canvas, theme, tags = self.canvas, self.theme, ("over", "mark", "moving", "playback")
        for route, _, _ in edges:
            canvas.create_line(
                [c for spot in route for c in spot], fill=theme.accent, width=3, capstyle="round", tags=tags
            )
        canvas.tag_raise("words")  # the columns of the siblings it passes
        for _, (x, y), column in edges:
            if column != "0":  # a null move plays none
                canvas.create_oval(x - bead, y - bead, x + bead, y + bead, fill=theme.accent, outline="", tags=tags)
                canvas.create_text(x, y, text=column, fill=theme.panel, font=self.fonts["column"], tags=tags)
        for tag in ("gutter", "plies"):
            canvas.tag_raise(tag)
        width, height = canvas.winfo_width(), canvas.winfo_height()
        for i, ((x, y, radius), text) in enumerate(zip(spots, windows)):
            last = i == len(windows) - 1
            if not (self.gutter < x < width and 0 < y < height):
                continue
            self.ring(x, y, 1.25 * radius + 3, selected=last)
            box = self._note(text, x, y, 1.25 * radius + 5, theme.accent if last else theme.line, tags, taken)
            taken = np.vstack((taken, [box]))

    def tip(self, text: str, x: float, y: float, below: float) -> None:
        """A few words under a point, or above it when there is no room below."""
        canvas, tags = self.canvas, ("over", "mark")
        item = canvas.create_text(
            x, y + below, text=text, anchor="n", fill=self.theme.text, font=self.fonts["value"], tags=tags
        )
        x0, y0, x1, y1 = canvas.bbox(item)
        dx = max(8 - x0, 0) or min(canvas.winfo_width() - 8 - x1, 0)
        dy = -(y1 - y0) - 2 * below if y1 > canvas.winfo_height() - 8 else 0
        canvas.move(item, dx, dy)
        box = x0 + dx - 5, y0 + dy - 3, x1 + dx + 5, y1 + dy + 3
        canvas.create_rectangle(*box, fill=self.theme.window, outline=self.theme.line, tags=tags)
        canvas.tag_raise(item)

    def measure(self, text: str, style: str) -> tuple[int, int]:
        """Width and height of a text in pixels, kept for the next time."""
        key = (text, style)
        if key not in self._measured:
            self._measured[key] = self.fonts[style].measure(text), self.fonts[style].metrics("linespace")
        return self._measured[key]
