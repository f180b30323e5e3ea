"""One tree of two searches, as one drawing.

What both searched is drawn as in any tree; where their values differ, a node has both.  What only one of them searched
is a ghost, dashed, with the name of that search:

    4 ─┬─ 4   −2           both, with one value
       ├─ 3   A −13        both, with two values
       │      B ≤−13
       └─ 5   7            a ghost: B pruned it
              only A
"""

from __future__ import annotations

from c4.session.plans import Compared
from c4.text import capitalised, pluralise
from c4.tree.compare import ABSENT, BOTH, ONLY_A, ONLY_B, UNSURE, Comparison
from c4.tree.row_words import line_text
from visualizer.compare.compare_view import chosen_columns
from visualizer.state.tree.overlay import Overlay
from visualizer.state.tree.view import NODE, Folding, Glyph, GlyphData, TreeView
from visualizer.state.tree.wording import Label, TreeValue, value_at


def overlay_of(compared: Compared) -> Overlay:
    """What a merged tree shows besides that of a single search."""
    comparison = compared.comparison
    best = best_rows(comparison)

    def style(view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        if glyph.sort != NODE:
            return data
        shown = node_data(comparison, data)
        # Each search has its own number of searched replies, so none is said.
        return shown._replace(principal=glyph.row in best, searched=0)

    def why(row: int | None) -> str:
        return "" if row is None else about_row(comparison, row)

    return Overlay(style, headline_text(compared), why)


def best_rows(comparison: Comparison) -> frozenset[int]:
    """The rows of the union that are on the best line of A or of B."""
    rows = set(comparison.of_a[comparison.a.principal_variation()].tolist())
    rows.update(comparison.of_b[comparison.b.principal_variation()].tolist())
    return frozenset(rows)


def node_data(comparison: Comparison, data: GlyphData) -> GlyphData:
    """What a node of the merged tree shows."""
    row = data.row
    where = int(comparison.where[row])
    if where == ONLY_A:
        return _ghost(data, value_at(comparison.a, int(comparison.row_a[row])), "only A")
    if where == ONLY_B:
        return _ghost(data, value_at(comparison.b, int(comparison.row_b[row])), "only B")
    if where != BOTH:
        return data
    a = value_at(comparison.a, int(comparison.row_a[row]))
    b = value_at(comparison.b, int(comparison.row_b[row]))
    if a.short == b.short:
        return data
    return data._replace(label=Label(value=("A ", a), detail=("B ", b)))


def _ghost(data: GlyphData, value: TreeValue, whose: str) -> GlyphData:
    """What only one search has."""
    return data._replace(label=Label(value=(value,), detail=(whose,)), ghost=True)


def headline_text(compared: Compared) -> str:
    """What both choose: "A and B choose column 3", "A chooses column 3, B column 4"."""
    a, b = chosen_columns(compared)
    return f"A and B choose column {a}" if a == b else f"A chooses column {a}, B column {b}"


def about_row(comparison: Comparison, row: int) -> str:
    """What both searches did with a row, in a sentence."""
    line = capitalised(line_text(comparison.tree, row))
    where = int(comparison.where[row])
    nodes_a = int(comparison.nodes_a[row])
    nodes_b = int(comparison.nodes_b[row])
    if where == ONLY_A:
        return f"{line}: A searched {pluralise(nodes_a, 'node')}. {_why_not('B', int(comparison.row_b[row]))}"
    if where == ONLY_B:
        return f"{line}: B searched {pluralise(nodes_b, 'node')}. {_why_not('A', int(comparison.row_a[row]))}"
    if where == UNSURE:
        return f"{line}: one of the two was not recorded here."
    if where != BOTH:
        return f"{line}: pruned in both."
    text = f"{line}: A searched {pluralise(nodes_a, 'node')}, B {nodes_b:,}."
    if comparison.differs[row]:
        text += " Their values contradict each other."
    return text


def _why_not(side: str, row: int) -> str:
    """Why a search has no value for a row that the other one searched."""
    return f"{side} never came here." if row == ABSENT else f"{side} pruned it."


def first_folding(comparison: Comparison) -> Folding:
    """What is unfolded at first: the replies to the root, to the best of them, and where the largest difference is."""
    tree = comparison.tree
    rows = {0, *tree.principal_variation()[1:2]}
    if len(comparison.divergences):
        rows.update(tree.ancestors(int(comparison.divergences[0])))
    return Folding(frozenset(rows))
