"""The visible part of a search tree as a networkx graph.  Imports networkx and what a glyph shows.

The rows on screen are `SearchTree.graph` of these rows, with all its attributes; what is folded together below a row
(see `visualizer.tree.view`) comes last among its successors.  Every node has `facts`, a `Facts`, besides.
"""

from __future__ import annotations

import networkx as nx

from visualizer.tree.facts import Dress, Facts, facts
from visualizer.tree.view import NODE, Glyph, TreeView

Known = dict[tuple[Glyph, bool], Facts]
"""What glyphs of a tree show, by glyph and whether it is folded: kept from one picture to the next."""


def build(view: TreeView, *dresses: Dress, known: Known | None = None) -> nx.DiGraph:
    """The glyphs of a view as a graph, each with what it shows after all `dresses`; `known` is looked into and added
    to.
    """
    known = {} if known is None else known
    graph = view.tree.graph(glyph.key for glyph in view.glyphs if isinstance(glyph.key, int))
    for glyph in view.glyphs:
        kind = glyph, view.is_folded(glyph.row)
        if kind not in known:
            known[kind] = facts(view, glyph)
        shown = known[kind]
        for dress in dresses:
            shown = dress(view, glyph, shown)
        graph.add_node(glyph.key, facts=shown)
        if glyph.sort != NODE:
            graph.add_edge(glyph.parent, glyph.key)
    return graph
