"""Legend: the strip under the tree that explains its marks."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable
from functools import lru_cache
from tkinter import font as tkfont
from typing import NamedTuple

import numpy as np

from c4.evaluators import EVALUATORS, short_label_of
from c4.game.values import WIN_FLOOR
from c4.tree.searchtree import PRUNED, TABLE, TERMINAL, THREAT, UNVISITED, SearchTree
from visualizer.state.tree.glyphs import ALGORITHMS
from visualizer.state.tree.view import CIRCLE, SQUARE, GlyphData
from visualizer.tree import shapes
from visualizer.tree.cut_arrow import EQUAL
from visualizer.tree.matplotlib_output import paint
from visualizer.tree.primitives import DISC_LAYER, EDGE_LAYER, HATCH_LAYER, NODE_LAYER, Figure, Line, Shape, placed
from visualizer.ui.canvas import DPI, Sheet, show
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.sizes import scale
from visualizer.ui.theme import DISC_COLOURS, Theme


class Entry(NamedTuple):
    """What the legend says of one thing: a text, and the names of the samples before it (see `sample`)."""

    text: str
    samples: tuple[str, ...] = ()


SIDE = 17.0
"""Width and height of a sample in points."""

ORDER = "tried from left to right, middle columns first: good replies found early prune more"
TIE = f"{EQUAL} to prune"
BOUNDS = "≤ at most, ≥ at least"
TABLE_HIT = "table: from the transposition table"
THREATS = "threat: threats decide"
WINS = "on ply 4, W4 (won), L4 (lost): after 4 moves from the root; by ply 4: or sooner"


def entries(tree: SearchTree, max_name: str = "MAX") -> tuple[Entry, ...]:
    """What there is to explain about a tree: what occurs in it, the least obvious first; `max_name` is who MAX is."""
    if tree.simulations is not None:
        return entries_of_simulations(tree, max_name)
    kinds = set(np.unique(tree.kind).tolist())
    ends = np.abs(tree.value[tree.kind == TERMINAL])
    wins = bool((ends >= WIN_FLOOR).any()) or bool((np.abs(tree.value[tree.kind != PRUNED]) >= WIN_FLOOR).any())
    unit = unit_in_words(tree.evaluator)
    pruning = PRUNED in kinds
    occurring: list[tuple[bool, Entry]] = [
        (True, Entry(f"{max_name} chooses the highest", ("square",))),
        (True, Entry("MIN the lowest", ("circle",))),
        (True, Entry(f"inside: the value in {unit}, + is good for {max_name}")),
        (True, Entry("column played", ("disc",))),
        (pruning, Entry("pruned, never searched", ("sheets",))),
        (pruning, Entry("cut", ("cut",))),
        (pruning, Entry(BOUNDS)),
        (pruning, Entry(TIE)),
        (True, Entry("best", ("best",))),
        (True, Entry("searched and folded: click to unfold", ("fold",))),
        (TABLE in kinds, Entry(TABLE_HIT)),
        (THREAT in kinds, Entry(THREATS)),
        (wins, Entry(WINS)),
        (tree.algorithm in ALGORITHMS, Entry(ORDER)),
        (bool(tree.total_left_out), Entry("not recorded", ("dashed",))),
    ]
    return tuple(entry for occurs, entry in occurring if occurs)


def entries_in_sight(tree: SearchTree, glyphs: Iterable[GlyphData], max_name: str = "MAX") -> tuple[Entry, ...]:
    """What there is to explain about the glyphs that are shown of a tree."""
    shown = [data for data in glyphs if not data.invisible]
    pruned = any(data.never_searched or data.pruned for data in shown)
    kinds = {int(tree.kind[data.row]) for data in shown if data.note}
    samples = {
        "sheets": pruned,
        "cut": any(data.never_searched or data.cut_off for data in shown),
        "square": any(data.shape == SQUARE for data in shown),
        "circle": any(data.shape == CIRCLE for data in shown),
        "disc": any(data.column for data in shown),
        "best": any(data.principal and data.column for data in shown),
        "fold": any(data.folded for data in shown),
        "dashed": any(data.dashed for data in shown),
    }
    texts = {
        TIE: pruned,
        BOUNDS: any(value.is_bound and not value.is_won for data in shown for value in data.label.values),
        TABLE_HIT: TABLE in kinds,
        THREATS: THREAT in kinds,
        WINS: any(data.tells_ply for data in shown),
    }

    def occurs(entry: Entry) -> bool:
        """Whether what an entry explains is in sight; what is not asked about always is."""
        return texts.get(entry.text, True) and all(samples[name] for name in entry.samples)

    return tuple(entry for entry in entries(tree, max_name) if occurs(entry))


def entries_of_simulations(tree: SearchTree, max_name: str) -> tuple[Entry, ...]:
    """What there is to explain about a tree of Monte-Carlo tree search."""
    kinds = set(np.unique(tree.kind).tolist())
    occurring: list[tuple[bool, Entry]] = [
        (True, Entry(f"inside: mean of the simulations, from −1 (lost) to +1 (won) for {max_name}")),
        (True, Entry("N: visits; the more, the thicker the line")),
        (True, Entry("most visited line", ("best",))),
        (True, Entry("column played", ("disc",))),
        (UNVISITED in kinds, Entry("not visited yet", ("dashed",))),
        (True, Entry("folded: click to unfold", ("fold",))),
        (THREAT in kinds, Entry("threat: a line can be completed at once")),
    ]
    return tuple(entry for occurs, entry in occurring if occurs)


def unit_in_words(evaluator: str) -> str:
    """What values count: "V2 points", "discs left" for exact values."""
    if not evaluator:
        return "exact score"
    if evaluator not in EVALUATORS:
        return "points"
    label = short_label_of(evaluator)
    return f"{label} points" if evaluator in ("v1", "v2") else f"units of {label}"


def sample(name: str, theme: Theme, side: float) -> Figure:
    """A mark of the tree in the middle of a square."""
    middle = side / 2
    large = 0.8 * side
    small = 0.6 * side
    fill = theme.leaf
    marks: list[Shape] = []
    lines: list[Line] = []

    def add(outline: np.ndarray, width: float, height: float, fill: str, edge: str, dashed: bool = False) -> None:
        corners = placed(outline, middle, middle, width, height)
        marks.append(Shape(corners, fill, edge, NODE_LAYER, name, dashed=dashed))

    def add_line(begin: tuple[float, float], end: tuple[float, float], ink: str, width: float, dashed: bool) -> None:
        lines.append(Line(np.array([begin, end]), ink, EDGE_LAYER, name, width=width, dashed=dashed))

    if name in ("square", "dashed"):
        add(shapes.SQUARE, large, small, fill, theme.text, dashed=name == "dashed")
    elif name == "circle":
        add(shapes.CIRCLE, large, small, fill, theme.text)
    elif name == "fold":
        add(shapes.TRIANGLE, small, small, fill, theme.faint)
    elif name == "disc":
        add_line((middle, 0), (middle, side), theme.faint, 1.0, dashed=False)
        add(shapes.CIRCLE, small, small, DISC_COLOURS["red and yellow"][0][1], theme.panel)
    elif name == "best":
        add_line((middle, 0), (middle, side), theme.best, 3.4, dashed=False)
    elif name == "cut":
        add_line((middle, 0), (middle, side), theme.cut, 2.0, dashed=True)
        bar = np.array([(middle - small / 2, middle), (middle + small / 2, middle)])
        lines.append(Line(bar, theme.cut, DISC_LAYER, name, width=4.0))
    else:
        add(shapes.BACK_SHEET, large, small, theme.panel, theme.cut)
        add(shapes.FRONT_SHEET, large, small, theme.panel, theme.cut)
        for diagonal in shapes.hatching(shapes.FRONT_SHEET):
            lines.append(Line(placed(diagonal, middle, middle, large, small), theme.cut, HATCH_LAYER, name))
    return Figure(marks, lines, [], {})


class Legend(tk.Canvas):
    """Glyphs with their texts, in as many lines as the width needs, or as many as `limit` allows."""

    def __init__(self, parent: tk.Misc, theme: Theme, font: tkfont.Font) -> None:
        super().__init__(parent, highlightthickness=0, borderwidth=0, height=1)
        self._font = font
        self._theme = theme
        self._entries: tuple[Entry, ...] = ()
        self._explained: tuple[SearchTree, str] | None = None
        self._pictures: list[tuple[list[tk.PhotoImage], str]] = []
        self._max_lines: int | None = None
        self.bind("<Configure>", lambda event: self._arrange())

    def explain(self, tree: SearchTree, max_name: str) -> None:
        """Explains what occurs in a tree; `max_name` is who MAX is.  A million rows take 6 ms."""
        explained = self._explained
        if explained is None or explained[0] is not tree or explained[1] != max_name:
            self._explained = (tree, max_name)
            self.show(entries(tree, max_name))

    def clear(self) -> None:
        """Explains nothing."""
        self._explained = None
        self.show(())

    def show(self, entries: tuple[Entry, ...]) -> None:
        """Explains these glyphs."""
        if entries != self._entries:
            self._entries = entries
            self.set_theme(self._theme)

    def limit(self, lines: int | None) -> None:
        """Leaves out what does not fit in so many lines; None shows everything."""
        if lines != self._max_lines:
            self._max_lines = lines
            self._arrange()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.window)
        self._pictures = [([self._image(name) for name in entry.samples], entry.text) for entry in self._entries]
        self._arrange()

    def _image(self, name: str) -> tk.PhotoImage:
        image = tk.PhotoImage(master=self)
        show(image, _picture(self._theme, name, scale(self)))
        return image

    def _arrange(self) -> None:
        """Places the entries line by line."""
        self.delete("all")
        width = self.winfo_width()
        height = round(18 * scale(self))
        x = 8
        line = 0
        for images, text in self._pictures:
            needed = sum(image.width() + 2 for image in images) + self._font.measure(text)
            if x + needed > width - 6 and x > 8:
                if line + 1 == self._max_lines:
                    continue
                x = 8
                line = line + 1
            y = height // 2 + 2 + line * height
            for image in images:
                self.create_image(x, y, image=image, anchor="w")
                x += image.width() + 2
            self.create_text(x, y, text=text, anchor="w", font=self._font, fill=self._theme.faint)
            x += self._font.measure(text) + 8
        if width > 1 and self._pictures:  # an empty one keeps its height: the next tree comes soon
            self.configure(height=line * height + height // 2 * 2 + 4)


@lru_cache(maxsize=128)
@own_settings()
def _picture(theme: Theme, name: str, pixels_per_point: float) -> np.ndarray:
    """The pixels of a sample on the legend's ground."""
    sheet = Sheet(DPI * pixels_per_point, theme.window)
    side = int(SIDE * pixels_per_point)
    sheet.set_limits((0.0, float(side)), (float(side), 0.0))
    paint(sheet, sample(name, theme, float(side)))
    return sheet.draw(side, side).copy()  # a copy, because the sheet's buffer is a hundred times as large
