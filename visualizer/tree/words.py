"""What the tree pane says in words: its header, and what a glyph is.  Imports c4.tree and the view; no Tk.

`Account` tells of a plain search; a pane of another kind of tree is given another one (see
`visualizer.compare.merged`).
"""

from __future__ import annotations

from c4.evaluators import label_of
from c4.game.rules import count
from c4.tree.explain import STRATEGY, line_text, row_text
from c4.tree.searchtree import NOTES, PRUNED, SearchTree
from visualizer.tree.facts import Facts
from visualizer.tree.view import NODE, STUB, Glyph, TreeView

ALGORITHMS = {"minimax": "minimax", "alphabeta": "alpha-beta"}


def header(tree: SearchTree, caption: str = "") -> str:
    """One line on a search: how it was made and what it counted."""
    if tree.algorithm == STRATEGY:
        repeated = f"{tree.total_left_out:,} more below positions met before" if tree.total_left_out else ""
        made = "strategy: one answer to every reply"
        return " · ".join(filter(None, (made, count(len(tree), "node"), repeated, caption)))
    evaluator = label_of(tree.evaluator).removesuffix(" (learned)")
    made = (
        f"{ALGORITHMS.get(tree.algorithm, tree.algorithm)}, depth {tree.depth}, {evaluator}"
        if evaluator
        else "exact values, to the end of the game"
    )
    counts = f"{count(tree.nodes, 'node')}, {tree.pruned:,} pruned"
    if tree.total_left_out:
        counts += f", {tree.total_left_out:,} left out"
    return " · ".join(filter(None, (made, counts, caption)))


def brief(tree: SearchTree, row: int) -> str:
    """What a row is, in as few words as it takes: "4-3-5: MAX ≤3"."""
    where = line_text(tree, row)
    if tree.kind[row] == PRUNED:
        return f"{where}: pruned"
    return f"{where}: {'MAX' if tree.is_max(row) else 'MIN'} {row_text(tree, row)}"


def describe(view: TreeView, glyph: Glyph, known: bool = True) -> str:
    """What a glyph is, in a few words; without its value where the search did not know it yet."""
    tree, row = view.tree, glyph.row
    where = line_text(tree, row)
    if glyph.sort != NODE:
        columns = ", ".join(str(int(tree.move[child]) + 1) for child in glyph.hidden)
        if glyph.sort == STUB:
            return f"after {where}: column {columns} pruned (click to unfold)"
        return f"after {where}: columns {columns}, {count(view.count(glyph), 'node')} folded (click to unfold)"
    if view.is_pruned(row):
        return f"{where}: pruned, never searched"
    side = "MAX" if tree.is_max(row) else "MIN"
    if not known:
        return f"{where}: {side}, not known yet"
    notes = "".join(f", {note}" for bit, note in NOTES.items() if tree.note[row] & bit)
    text = f"{where}: {side} {row_text(tree, row)}{notes}"
    if tree.searched(row) > 1:
        text += f", {tree.searched(row):,} nodes"
    if view.is_left_out(row):
        met = tree.algorithm == STRATEGY
        return f"{text} ({'met before: click to see it here' if met else 'not recorded: click to search it again'})"
    return text + (" folded (click to unfold)" if view.is_folded(row) else "")


class Account:
    """What a pane tells of its tree, and what its glyphs show: of a plain search."""

    explained = True
    """Whether the legend stands under the tree."""
    recorded = True
    """Whether the rows are those of one search, so that it can be asked what is related to a node."""

    def header(self, view: TreeView, caption: str) -> str:
        """What the tree is, in one line."""
        return header(view.tree, caption)

    def describe(self, view: TreeView, glyph: Glyph, known: bool) -> str:
        """What a glyph is, in a few words; `known` whether the search knew its value by now."""
        return describe(view, glyph, known)

    def dress(self, view: TreeView, glyph: Glyph, facts: Facts) -> Facts:
        """What a glyph shows."""
        return facts
