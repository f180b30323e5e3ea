"""The visible part of a search tree as a networkx graph, and how a value is written.  Imports networkx and c4.search.tree.

Node attributes: row, ply, sort, look, folded, cut, aside, principal, value (text), count.
Edge attributes: column (from 1; 0 = none), principal, pruned.
Successors stand in the order of the search; `anchor` of a node is the child it stands above: its best one on screen.
"""

from __future__ import annotations

import networkx as nx

from c4.search.explain import row_text
from c4.search.tree import HORIZON, TABLE, TERMINAL, THREAT, WIN_FLOOR
from visualizer.tree.view import NODE, REST, STUB, Glyph, TreeView

LOOKS = ("max", "min", "leaf", "win", "full", "table", "threat", "pruned", "stub", "max folded", "min folded", "rest", "left out")
"""How a glyph looks: MAX and MIN nodes, horizon leaf, game won or lost, game over without a line, answered from the table, decided by
threats, pruned node, several pruned nodes, folded subtrees, several folded siblings, children left out by the row budget."""


def build(view: TreeView) -> nx.DiGraph:
    """The glyphs of a view as a graph; keys are those of the glyphs."""
    graph = nx.DiGraph()
    principal = view.principal_variation
    for glyph in view.glyphs:
        line = glyph.sort == NODE and glyph.row in principal
        graph.add_node(glyph.key, principal=line, **_attributes(view, glyph))
        if glyph.parent is not None:
            pruned = graph.nodes[glyph.key]["look"] in ("pruned", "stub")
            column = int(view.tree.move[glyph.row]) + 1 if glyph.sort == NODE else 0
            graph.add_edge(glyph.parent, glyph.key, column=column, principal=line, pruned=pruned)
    for key in graph:
        below = list(graph.successors(key))
        if below:
            best = view.tree.best_child(key)
            graph.nodes[key]["anchor"] = best if best in graph else below[len(below) // 2]
    return graph


def _attributes(view: TreeView, glyph: Glyph) -> dict:
    tree, row = view.tree, glyph.row
    node = glyph.sort == NODE
    folded = node and view.is_folded(row)
    return {
        "row": row,
        "ply": int(tree.ply[row]) + (not node),
        "sort": glyph.sort,
        "look": _look(view, glyph, folded),
        "folded": folded,
        "cut": node and view.is_cut(row),
        "aside": glyph.aside,
        "value": row_text(tree, row) if node else "",
        "count": view.count(glyph),
    }


def _look(view: TreeView, glyph: Glyph, folded: bool) -> str:
    if glyph.sort != NODE:
        return {REST: "rest", STUB: "stub"}[glyph.sort]
    tree, row = view.tree, glyph.row
    if view.is_pruned(row):
        return "pruned"
    if view.is_left_out(row):
        return "left out"
    kind = int(tree.kind[row])
    if kind == HORIZON:
        return "leaf"
    if kind == TERMINAL:
        return "win" if abs(int(tree.value[row])) >= WIN_FLOOR else "full"
    if kind in (TABLE, THREAT):
        return "table" if kind == TABLE else "threat"
    return ("max" if tree.is_max(row) else "min") + (" folded" if folded else "")
