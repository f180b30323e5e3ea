"""A tree as a file for graph programs: GraphML with all attributes, and DOT that Graphviz draws."""

from __future__ import annotations

import networkx as nx

from c4.tree.row_words import path_text, row_text, window_text
from c4.tree.searchtree import PRUNED, UNVISITED, SearchTree

CUT = "#762a83"
"""The colour of an edge to a reply that cut its node off."""

UNSEARCHED = "#777777"
"""The colour of replies that were not searched."""

BEST_WIDTH = 3
"""The width of the lines of best play."""


def graphml(tree: SearchTree) -> bytes:
    """The attributes of `SearchTree.graph`; a state is text, because many programs stop at 63 bits."""
    graph = tree.graph()
    for _, node in graph.nodes(data=True):
        node["state"] = str(node["state"])
        for name in [name for name, value in node.items() if value is None]:  # GraphML cannot say "none"
            del node[name]
    return "\n".join(nx.generate_graphml(graph)).encode()


def dot(tree: SearchTree, windows: bool = False) -> bytes:
    """A drawing: boxes for MAX, ellipses for MIN, bounds in the values, pruned replies dashed, cutoffs marked, best play
    thick; with `windows` also alpha and beta of inner nodes.
    """
    graph = tree.graph()
    best = set(tree.principal_variation())
    lines = ["digraph tree {"]
    for row in graph:
        lines.append(f"{row} [{_attributes(_node(tree, row, row in best, windows))}];")
    for parent, row in graph.edges:
        attributes = _attributes(_edge(tree, row, row in best))
        lines.append(f"{parent} -> {row}{f' [{attributes}]' if attributes else ''};")
    return "\n".join([*lines, "}"]).encode()


def _attributes(named: dict[str, str]) -> str:
    return ", ".join(f'{name}="{text}"' for name, text in named.items())


def _node(tree: SearchTree, row: int, best: bool, windows: bool) -> dict[str, str]:
    """The attributes of a node: its column, its value with its bound, and what is left out below it."""
    texts = [path_text(tree.path(row)[-1:]), row_text(tree, row)]
    named = {"shape": "box" if tree.is_max(row) else "ellipse"}
    if tree.kind[row] in (PRUNED, UNVISITED):
        named |= {"style": "dashed", "color": UNSEARCHED, "fontcolor": UNSEARCHED}
    elif windows and tree.size[row] > 1:
        texts.append("[{}, {}]".format(*window_text(tree, row)))
    if tree.left_out[row]:
        texts.append(f"+{int(tree.left_out[row]):,}")
    if best:
        named["penwidth"] = str(BEST_WIDTH)
    return {"label": "\\n".join(filter(None, texts)), **named}


def _edge(tree: SearchTree, row: int, best: bool) -> dict[str, str]:
    """The attributes of the edge to a row."""
    if tree.kind[row] in (PRUNED, UNVISITED):
        return {"style": "dashed", "color": UNSEARCHED}
    named = {}
    if _cuts(tree, row):
        named = {"color": CUT, "fontcolor": CUT, "label": "cut"}
    if best:
        named["penwidth"] = str(BEST_WIDTH)
    return named


def _cuts(tree: SearchTree, row: int) -> bool:
    """Whether a reply is the last one that was searched before the others were pruned."""
    following = row + int(tree.size[row])
    return following < len(tree) and tree.parent[following] == tree.parent[row] and tree.kind[following] == PRUNED
