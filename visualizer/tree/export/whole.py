"""The whole of a tree, as far as so many glyphs show it, and what remains folded in words.  Imports the view."""

from __future__ import annotations

from c4.game.rules import count
from c4.tree.searchtree import PRUNED, SearchTree
from visualizer.tree.tally import tally
from visualizer.tree.view import Folding, TreeView


def whole(tree: SearchTree, most: int) -> TreeView:
    """A view that is unfolded ply by ply, in the order of the search, as far as `most` glyphs allow; pruned siblings
    stand in one stub.
    """
    view = TreeView(tree, max_glyphs=max(most, 1))
    view.folding = Folding()
    unfolded: list[int] = []
    glyphs, waiting = 1, [0]
    while waiting:
        following: list[int] = []
        for row in waiting:
            children = view.children(row)
            searched = [child for child in children if tree.kind[child] != PRUNED]
            more = len(searched) + (len(searched) < len(children))
            if glyphs + more > most:
                following = []
                break
            glyphs += more
            if children:
                unfolded.append(row)
            following += [child for child in searched if tree.size[child] > 1]
        waiting = following
    view.folding = Folding(frozenset(unfolded))
    return view


def what_is_shown(view: TreeView) -> str:
    """How much of the search a view draws, and what is folded: "2,326 nodes: all drawn; 2,855 pruned in 466 stubs"."""
    counts = tally(view)
    folded = sum(
        1 for glyph in view.glyphs if glyph.sort == "rest" or (glyph.sort == "node" and view.is_folded(glyph.row))
    )
    text = f"{count(counts.nodes, 'node')}: "
    if counts.folded:
        text += f"{counts.drawn:,} drawn, {counts.folded:,} folded in {count(folded, 'triangle')}"
    else:
        text += "all drawn" if not counts.left_out else f"{counts.drawn:,} drawn"
    if counts.left_out:
        text += f", {counts.left_out:,} not recorded"
    return text + (f"; {counts.pruned:,} pruned" if counts.pruned else "")
