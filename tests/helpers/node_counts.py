"""Counts where every node of a search is in a view, to compare with the search's own counters."""

from typing import NamedTuple

import numpy as np

from c4.tree.searchtree import PRUNED
from visualizer.state.tree.view import NODE, STUB


class NodeCounts(NamedTuple):
    """Nodes that are drawn, folded away or left out by the row budget; the pruned ones likewise."""

    drawn: int
    folded: int
    left_out: int
    nodes: int
    pruned_drawn: int
    pruned_stubbed: int
    pruned_folded: int
    pruned_left_out: int
    pruned: int

    @property
    def consistent(self):
        pruned = self.pruned_drawn + self.pruned_stubbed + self.pruned_folded + self.pruned_left_out
        known = self.pruned_left_out >= 0 if self.left_out else self.pruned_left_out == 0
        return self.drawn + self.folded + self.left_out == self.nodes and pruned == self.pruned and known


def count_nodes(view):
    """Counts every node of the search, from the glyphs alone."""
    tree = view.tree
    missing, cut = (
        np.concatenate(([0], np.cumsum(part, dtype=np.int64))) for part in (tree.left_out, tree.kind == PRUNED)
    )

    def inside(running, row):
        return int(running[row + tree.size[row]] - running[row])

    left_out = folded = pruned_folded = drawn = pruned_drawn = pruned_stubbed = 0
    for glyph in view.glyphs:
        if glyph.sort == STUB:
            pruned_stubbed += int(np.count_nonzero(tree.kind[list(glyph.hidden)] == PRUNED))
        elif glyph.sort == NODE and view.is_unsearched(glyph.row):
            pruned_drawn += int(tree.kind[glyph.row] == PRUNED)
        elif view.is_folded(glyph.row):
            row = glyph.row
            drawn += 1
            left_out += inside(missing, row)
            folded += tree.nodes_below(row) - inside(missing, row) - 1
            pruned_folded += inside(cut, row)
        else:
            drawn += 1
    lost = tree.pruned - int(cut[-1])
    return NodeCounts(
        drawn, folded, left_out, tree.nodes, pruned_drawn, pruned_stubbed, pruned_folded, lost, tree.pruned
    )
