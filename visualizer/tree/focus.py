"""Focus: foldings that show one part of a tree and little else.  Imports the view."""

from __future__ import annotations

from visualizer.tree.view import Folding, TreeView


def rest_folded(view: TreeView, row: int) -> Folding:
    """Everything but the way to a row, and what is unfolded below it, is folded."""
    now, way = view.folding, view.way_to(row)
    end = row + int(view.tree.size[row])

    def inside(rows: frozenset[int]) -> frozenset[int]:
        return frozenset(kept for kept in rows if row <= kept < end)

    stubs = inside(now.stubs) | frozenset(way[:1] if view.is_pruned(row) else ())
    return Folding(inside(now.whole) | frozenset(way), inside(now.best), stubs, now.root)


def subtree(view: TreeView, row: int) -> Folding:
    """A row at the top, with what is unfolded below it: at least its replies."""
    now = view.folding
    whole = now.whole if row in now.whole or row in now.best else now.whole | {row}
    return now._replace(whole=whole, root=row)


def around(view: TreeView, row: int, behind: int, ahead: int) -> Folding:
    """So many plies above a row and below it, and nothing else."""
    top, tree = row, view.tree
    for _ in range(min(behind, int(tree.ply[row]))):
        top = int(tree.parent[top])
    whole, layer = set(view.way_to(row, top)), [row]
    for _ in range(ahead):
        layer = [node for node in layer if view.children(node)]
        whole.update(layer)
        layer = [child for node in layer for child in view.searched_children(node)]
    stubs = frozenset([int(tree.parent[row])] if row != top and view.is_pruned(row) else [])
    return Folding(frozenset(whole), frozenset(), stubs, top)
