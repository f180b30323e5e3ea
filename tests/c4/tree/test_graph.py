"""The search tree as a networkx graph, and the page of the documents that shows what it is good for."""

import networkx as nx
from refusal import refused

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.searchtree import BOUNDS, KINDS, PRUNED

TREE = search(Position.from_moves("4453"), 4, load("v2")).tree
FIELDS = ("state", "alpha", "beta", "parent", "size", "left_out", "move", "ply", "order", "note")


def test_the_graph_holds_every_row_and_every_field():
    """A node is a row with all its fields as plain numbers; edges are those of the tree, successors in its order."""
    graph = TREE.graph()
    assert nx.is_arborescence(graph)
    assert list(graph) == list(range(len(TREE)))
    line = set(TREE.principal_variation())
    for row, node in graph.nodes(data=True):
        assert list(graph.successors(row)) == TREE.children(row)
        assert {name: node[name] for name in FIELDS} == {name: getattr(TREE, name)[row].item() for name in FIELDS}
        assert node["value"] == (None if TREE.kind[row] == PRUNED else TREE.value[row])
        assert node["kind"] == KINDS[TREE.kind[row]]
        assert node["bound"] == BOUNDS[TREE.bound[row]]
        assert node["searched"] == TREE.nodes_below(row)
        assert node["is_max"] == TREE.is_max(row)
        assert node["principal"] == (row in line)


def test_some_rows_hang_from_their_nearest_ancestors():
    """A part of the rows is still a tree, whatever their order; a row that is not there is refused."""
    below = TREE.children(TREE.children(0)[0])
    graph = TREE.graph([below[1], 0, below[0]])
    assert list(graph.edges) == [(0, below[0]), (0, below[1])]
    assert len(TREE.graph([])) == 0
    with refused(match=rf"there is no row {len(TREE)}"):
        TREE.graph([0, len(TREE)])
