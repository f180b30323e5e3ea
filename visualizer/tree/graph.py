"""The visible part of a search tree as a networkx graph.  Imports networkx and what a glyph shows.

Nodes are the keys of the glyphs in their order, successors stand in the order of the search; the attribute `facts` of a
node is a `Facts`.  `SearchTree.graph` has the fields of the rows.
"""

from __future__ import annotations

import networkx as nx

from visualizer.tree.facts import Dress, Facts, facts
from visualizer.tree.view import Glyph, TreeView

Known = dict[tuple[Glyph, bool], Facts]
"""What glyphs of a tree show, by glyph and whether it is folded: kept from one picture to the next."""


def build(view: TreeView, *dresses: Dress, known: Known | None = None) -> nx.DiGraph:
    """The glyphs of a view as a graph, each with what it shows after all `dresses`; `known` is looked into and added
    to.
    """
    graph, known = nx.DiGraph(), {} if known is None else known
    for glyph in view.glyphs:
        kind = glyph, view.is_folded(glyph.row)
        if kind not in known:
            known[kind] = facts(view, glyph)
        shown = known[kind]
        for dress in dresses:
            shown = dress(view, glyph, shown)
        graph.add_node(glyph.key, facts=shown)
        if glyph.parent is not None:
            graph.add_edge(glyph.parent, glyph.key)
    return graph
