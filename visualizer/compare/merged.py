"""MergedPane: two searches as one tree, with the nodes of both, of one alone, and different values.  Imports the tree
pane.

Common nodes are plain, nodes of A alone are hatched to the left, nodes of B alone to the right.  A pentagon surrounds a
node whose two values cannot both be true.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from contextlib import suppress

from c4.tree.compare import BOTH, NEITHER, ONLY_A, ONLY_B, UNSURE, Comparison
from c4.tree.explain import line_text, row_text
from c4.tree.searchtree import TERMINAL
from visualizer.tree.glyphs import GlyphData
from visualizer.tree.model import TreeModel
from visualizer.tree.pane import TreePane
from visualizer.tree.style import DIFFERS, STYLES
from visualizer.tree.view import NODE, Glyph, TreeView, ViewFull
from visualizer.ui.theme import Theme

WHO = {BOTH: "both", ONLY_A: "only A", ONLY_B: "only B", UNSURE: "unsure"}
"""The first word of a glyph's style; the other words name its shape."""

SHOWN = (
    ("in both", STYLES["both node"]),
    ("only in A", STYLES["only A node"]),
    ("only in B", STYLES["only B node"]),
    ("different value", DIFFERS._replace(size=15)),
    ("folded: nodes of A | of B",),
    ("pruned in both", STYLES["stub"]),
    ("not recorded in one", STYLES["unsure node"]),
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
    a, b = (row_text(tree, int(at)) if at >= 0 and where != NEITHER else "" for tree, at in rows)
    return a, b


class UnionModel(TreeModel):
    """The union of a comparison; its rows are those of `comparison.tree`."""

    is_search = False
    comparison: Comparison | None = None
    title = ""

    def header(self) -> str:
        return self.title if self.view is not None else ""

    def style(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        comparison, row = self.comparison, glyph.hidden[0] if glyph.hidden else glyph.row
        if comparison is None:
            return data
        data = data._replace(differs=glyph.sort == NODE and bool(comparison.differs[row]))
        if data.style in ("pruned", "stub", "left out"):
            return data
        kinds = {int(comparison.where[hidden]) for hidden in glyph.hidden or (row,)}
        who = WHO[kinds.pop()] if len(kinds) == 1 else "both"
        data = data._replace(style=f"{who} {self._shape(data.style)}")
        if glyph.sort == NODE:
            data = data._replace(value=self._value(comparison, row))
        counts = [
            sum(int(nodes[hidden]) for hidden in glyph.hidden or (row,))
            for nodes in (comparison.nodes_a, comparison.nodes_b)
        ]
        if (data.folded or glyph.hidden) and counts[0] != counts[1]:
            data = data._replace(counts=(f"{counts[0]:,} | {counts[1]:,}",))
        return data

    @staticmethod
    def _shape(style: str) -> str:
        return style if f"both {style}" in STYLES else "win" if style == "full" else "leaf"

    @staticmethod
    def _value(comparison: Comparison, row: int) -> str:
        """Both values of a path, or one if they are equal."""
        a, b = values_text(comparison, row)
        if not a or not b or a == b:
            return a or b
        return f"{a} {'≠' if comparison.differs[row] else '·'} {b}"

    def describe(self, glyph: Glyph, known: bool) -> str:
        assert self.view is not None
        assert self.comparison is not None
        comparison, tree = self.comparison, self.view.tree
        where = line_text(tree, glyph.row)
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


class MergedPane(TreePane):
    """A tree pane for the union of a comparison."""

    model: UnionModel

    def __init__(
        self, parent: tk.Misc, theme: Theme, on_select: Callable[[int], object], on_open: Callable[[int], object]
    ) -> None:
        super().__init__(parent, theme, UnionModel(on_select, on_open))

    def compare(self, comparison: Comparison, caption: str = "") -> None:
        """Shows a comparison, unfolded to the principal variation and to the largest divergences."""
        self.model.comparison, self.model.title = comparison, caption
        self.model.show(comparison.tree)
        self.legend.show(SHOWN)
        rows = comparison.divergences[:UNFOLDED].tolist()

        def unfold(view: TreeView) -> None:
            for row in rows:
                with suppress(ViewFull):
                    view.reveal(row)

        self.model.change(unfold)
