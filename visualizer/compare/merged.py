"""MergedPane: two searches as one tree, with the nodes of both, of one alone, and different values.  Imports the tree pane.

Common nodes are plain, nodes of A alone are hatched to the left, nodes of B alone to the right.  A pentagon surrounds a node
whose two values cannot both be true.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
from matplotlib.path import Path

from c4.tree.compare import BOTH, NEITHER, ONLY_A, ONLY_B, UNSURE, Comparison
from c4.tree.explain import row_text
from c4.tree.searchtree import TERMINAL
from visualizer.tree.draw import Label, TreeDrawing
from visualizer.tree.glyphs import STYLES, UNION_STYLES, Style
from visualizer.tree.graph import build
from visualizer.tree.pane import TreePane
from visualizer.tree.view import NODE, Glyph, TreeView, ViewFull
from visualizer.tree.words import path_text, short

WHO = {BOTH: "both", ONLY_A: "only A", ONLY_B: "only B", UNSURE: "unsure"}
"""The first word of a glyph's look; the other words name its shape."""

_corners = [(0.5 * sin(2 * pi * i / 5), 0.5 * cos(2 * pi * i / 5)) for i in range(6)]
DIFFERS = Style(Path(_corners, [Path.MOVETO, *[Path.LINETO] * 4, Path.CLOSEPOLY]), 24, "", "bad", None, False, False)
"""The pentagon around a node whose two values cannot both be true."""

SHOWN = (
    ("in both: MAX, MIN", UNION_STYLES["both max"], UNION_STYLES["both min"]),
    ("only in A", UNION_STYLES["only A max"], UNION_STYLES["only A min"]),
    ("only in B", UNION_STYLES["only B max"], UNION_STYLES["only B min"]),
    ("different value", DIFFERS._replace(size=15)),
    ("folded (nodes of A | of B)", UNION_STYLES["both max folded"], UNION_STYLES["both min folded"]),
    ("pruned in both", STYLES["stub"]),
    ("not recorded in one", UNION_STYLES["unsure max"]),
    ("principal variation of A", None),
)
"""The rows of the legend."""

UNFOLDED = 4
"""How many of the largest divergences are unfolded when a comparison is shown."""


def who_text(comparison: Comparison, row: int) -> str:
    """Who searched a path of the union, in words: "only in A, pruned in B"."""
    where = int(comparison.where[row])
    there = comparison.row_a[row] >= 0, comparison.row_b[row] >= 0
    return {
        BOTH: "in both",
        ONLY_A: "only in A, " + ("pruned in B" if there[1] else "not in B's tree"),
        ONLY_B: "only in B, " + ("pruned in A" if there[0] else "not in A's tree"),
        UNSURE: "in one search; the other did not record this part",
        NEITHER: "pruned in both",
    }[where]


def values_text(comparison: Comparison, row: int) -> tuple[str, str]:
    """The values of a path in A and in B; "" where a search has none."""
    where = int(comparison.where[row])
    rows = ((comparison.a, comparison.row_a[row]), (comparison.b, comparison.row_b[row]))
    return tuple(row_text(tree, int(at)) if at >= 0 and where != NEITHER else "" for tree, at in rows)


class MergedDrawing(TreeDrawing):
    """A tree drawing with the glyphs of a merged tree."""

    styles = UNION_STYLES

    def _glyphs(self, nodes) -> None:
        super()._glyphs(nodes)
        places = [(nodes[key], tuple(xy)) for key, xy in zip(self.keys, self.xy.tolist())]
        self._counts = {xy: node["counts"] for node, xy in places if "counts" in node}
        differ = [i for i, key in enumerate(self.keys) if nodes[key]["differs"]]
        if differ:
            self._add(DIFFERS, self.xy[differ], self.sizes[differ] + 10, zorder=3.5, gid="differs", widths=2.0)

    def _words(self, *arguments) -> list[Label]:
        """Folded parts show the node counts of A and B; two values that do not fit are replaced by "≠"."""
        return [label._replace(texts=self._wordings(label)) for label in super()._words(*arguments)]

    def _wordings(self, label: Label) -> tuple[str, ...]:
        if label.style == "count":
            return self._counts.get((label.x, label.y), label.texts)
        return (*label.texts, "≠") if "≠" in label.texts[0] else label.texts


class MergedPane(TreePane):
    """Shows the merged tree of a comparison; rows are those of `comparison.tree`."""

    make_drawing = MergedDrawing
    comparison: Comparison | None = None
    _title = ""

    def compare(self, comparison: Comparison, caption: str = "") -> None:
        """Shows a comparison, unfolded to the principal variation and to the largest divergences."""
        self.comparison, self._title = comparison, caption
        self.show(comparison.tree)
        self._legend.show(SHOWN)
        for row in comparison.divergences[:UNFOLDED]:
            try:
                self.view.reveal(int(row))
            except ViewFull:
                break
        self._rebuild()

    def grow(self, comparison: Comparison, moved: np.ndarray, path: int) -> None:
        """Shows the comparison after a left-out part was searched again, and unfolds it; the rest of the view stays.

        `path` is the row of that part, `moved` the new row of every old one (see `c4.experiments.growing`).
        """
        folding = tuple(frozenset(moved[list(rows)].tolist()) for rows in self.view.folding)
        self.comparison = comparison
        self.view = TreeView(comparison.tree, on_open=self.on_open)
        self.view.folding = folding
        self.selected, self.held = None if self.selected is None else int(moved[self.selected]), None
        self._new_overview()
        self._rebuild()
        self._unfold(path, lambda: self.view.expand(path))

    def header(self) -> str:
        return self._title

    def graph(self):
        found, comparison = build(self.view), self.comparison
        for glyph in self.view.glyphs:
            node = found.nodes[glyph.key]
            row = glyph.hidden[0] if glyph.hidden else glyph.row
            node["differs"] = glyph.sort == NODE and bool(comparison.differs[row])
            if node["look"] in ("pruned", "stub", "left out"):
                continue
            kinds = {int(comparison.where[hidden]) for hidden in glyph.hidden} or {int(comparison.where[row])}
            who = WHO[kinds.pop()] if len(kinds) == 1 else "both"
            node["look"] = f"{who} {self._shape(node['look'])}"
            if glyph.sort == NODE:
                node["value"] = self._value(row)
            counts = [
                sum(int(nodes[hidden]) for hidden in glyph.hidden or (row,))
                for nodes in (comparison.nodes_a, comparison.nodes_b)
            ]
            if counts[0] != counts[1]:
                node["counts"] = (f"{counts[0]:,} | {counts[1]:,}", f"{short(counts[0])} | {short(counts[1])}")
        return found

    @staticmethod
    def _shape(look: str) -> str:
        return look if f"both {look}" in UNION_STYLES else "win" if look == "full" else "leaf"

    def _value(self, row: int) -> str:
        """Both values of a path, or one if they are equal."""
        a, b = values_text(self.comparison, row)
        if not a or not b or a == b:
            return a or b
        return f"{a} {'≠' if self.comparison.differs[row] else '·'} {b}"

    def describe(self, glyph: Glyph) -> str:
        comparison, tree = self.comparison, self.view.tree
        where = path_text(tree, glyph.row)
        if glyph.sort != NODE:
            columns = ", ".join(str(int(tree.move[child]) + 1) for child in glyph.hidden)
            return f"after {where}: columns {columns} (click to unfold)"
        text = f"{where}: {who_text(comparison, glyph.row)}"
        a, b = values_text(comparison, glyph.row)
        if a and b:
            text += f"; A {a}, B {b}" + (" (they cannot both be true)" if comparison.differs[glyph.row] else "")
        elif a or b:
            text += f", {a or b}"
        if tree.kind[glyph.row] != TERMINAL and tree.size[glyph.row] > 1:
            text += f"; nodes A {int(comparison.nodes_a[glyph.row]):,}, B {int(comparison.nodes_b[glyph.row]):,}"
        return text
