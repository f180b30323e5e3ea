"""The visible part of a search tree as a graph, to lay out and draw.  Imports what a glyph shows.

`SearchTree.graph` has all rows for networkx, `visualizer.tree.export.formats.plain` what is seen of them.
"""

from __future__ import annotations

from typing import NamedTuple

from visualizer.tree.facts import Dress, Facts, facts
from visualizer.tree.view import Glyph, Key, TreeView

Known = dict[tuple[Glyph, bool], Facts]
"""What glyphs of a tree show, by glyph and whether it is folded: kept from one picture to the next."""


class Graph(NamedTuple):
    """Glyphs by their keys, parents before their children.

    facts   what each shows
    below   its children, in the order of the search
    """

    facts: dict[Key, Facts]
    below: dict[Key, list[Key]]

    @property
    def edges(self) -> list[tuple[Key, Key]]:
        """(parent, child) for every line."""
        return [(key, child) for key, children in self.below.items() for child in children]


def build(view: TreeView, *dresses: Dress, known: Known | None = None) -> Graph:
    """The glyphs of a view as a graph, each with what it shows after all `dresses`; `known` is looked into and added
    to.
    """
    graph, known = Graph({}, {}), {} if known is None else known
    for glyph in view.glyphs:
        kind = glyph, view.is_folded(glyph.row)
        if kind not in known:
            known[kind] = facts(view, glyph)
        shown = known[kind]
        for dress in dresses:
            shown = dress(view, glyph, shown)
        graph.facts[glyph.key], graph.below[glyph.key] = shown, []
        if glyph.parent is not None:
            graph.below[glyph.parent].append(glyph.key)
    return graph
