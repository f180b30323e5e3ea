"""The visible part of a search tree as a networkx graph, and how a value is written.  Imports networkx and c4.tree.searchtree.

Node attributes: row, ply, sort, look, folded, cut, aside, principal, value (text), count, counted (texts, the fuller first),
edge (the attributes of the edge to it).
Edge attributes: column (from 1; 0 = none), principal, pruned.
Successors stand in the order of the search; `anchor` of a node is the child it stands above: its best one on screen.
"""

from __future__ import annotations

import networkx as nx

from c4.game.values import WIN_FLOOR
from c4.tree.explain import row_text
from c4.tree.searchtree import HORIZON, TABLE, TERMINAL, THREAT
from visualizer.tree.view import NODE, REST, STUB, Glyph, TreeView
from visualizer.tree.words import short

LOOKS = (
    "max",
    "min",
    "leaf",
    "win",
    "full",
    "table",
    "threat",
    "pruned",
    "stub",
    "max folded",
    "min folded",
    "rest",
    "left out",
)
"""How a glyph looks: MAX and MIN nodes, horizon leaf, game won or lost, game over without a line, answered from the table, decided by
threats, pruned node, several pruned nodes, folded subtrees, several folded siblings, children left out by the row budget."""


def build(view: TreeView) -> nx.DiGraph:
    """The glyphs of a view as a graph; keys are those of the glyphs."""
    graph = nx.DiGraph()
    glyphs = [(glyph, view.is_folded(glyph.row)) for glyph in view.glyphs]
    known = view.attributes
    for one in glyphs:
        if one not in known:
            known[one] = _attributes(view, *one)
    graph.add_nodes_from((one[0].key, known[one]) for one in glyphs)
    graph.add_edges_from(
        (glyph.parent, glyph.key, known[glyph, folded]["edge"]) for glyph, folded in glyphs if glyph.parent is not None
    )
    for (glyph, _), (_, below) in zip(glyphs, graph.adjacency()):
        if below:
            best = view.best_child(glyph.row)
            graph.nodes[glyph.key]["anchor"] = best if best in below else list(below)[len(below) // 2]
    return graph


def _attributes(view: TreeView, glyph: Glyph, folded: bool) -> dict:
    tree, row = view.tree, glyph.row
    node = glyph.sort == NODE
    folded = node and folded
    look = _look(view, glyph, folded)
    line = node and row in view.principal_variation
    count = view.count(glyph)
    return {
        "row": row,
        "ply": int(tree.ply[row]) + (not node),
        "sort": glyph.sort,
        "look": look,
        "principal": line,
        "folded": folded,
        "cut": node and view.is_cut(row),
        "aside": glyph.aside,
        "value": row_text(tree, row) if node else "",
        "count": count,
        "counted": (f"{count:,}", short(count)),
        "edge": {
            "column": int(tree.move[row]) + 1 if node else 0,
            "principal": line,
            "pruned": look in ("pruned", "stub"),
        },
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
