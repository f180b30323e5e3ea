"""Whole searches of reference system 4, to the node: counts, values, columns, root children, and complete traces."""

import pytest
from strategies import STANDARD_COUNT, golden

from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.game.position import Position
from c4.game.values import INFINITY
from c4.search.fixed_depth import search
from c4.tree.searchtree import HORIZON, INTERIOR, PRUNED, TERMINAL

HEURISTICS = {"h1": V1(), "h2": V2(), 0: V1(), 1: V2()}
POSITIONS = {case["name"]: case for case in golden("minimax_nodes")["positions"]}
TRACES = {f"{trace['name']} depth {trace['depth']}": trace for trace in golden("alphabeta_traces")["traces"]}

TABLE = {1: (8, 8, 0, 0), 2: (21, 21, 0, 0), 3: (76, 87, 2, 4), 4: (210, 220, 0, 0), 5: (699, 917, 4, 6)}
TABLE |= {6: (2146, 2326, 0, 0), 7: (8353, 12823, 3, 8), 8: (20150, 31890, 0, 0)}
"""Of each depth: (alpha-beta nodes with V1, with V2, value with V1, with V2)."""


@pytest.mark.parametrize("name", POSITIONS)
def test_minimax_and_alphabeta_to_the_node(name):
    """Nodes, value, column and root children equal the reference for depths 1 to 6."""
    case = POSITIONS[name]
    position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
    assert len(case["runs"]) == 24
    for run, expected in case["runs"].items():
        heuristic, algorithm, depth = run.split("/")
        result = search(position, int(depth), HEURISTICS[heuristic], algorithm)
        found = {"nodes": result.nodes, "value": result.value.points, "column": result.column}
        assert {**expected, **found} == expected
        tree = result.tree
        children = [
            (int(tree.move[row]), str(tree.state[row]), int(tree.value[row]), bool(tree.kind[row] == PRUNED))
            for row in tree.children(0)
        ]
        assert children == [
            (child["column"], child["packed"], child["value"], child["pruned"]) for child in expected["root_children"]
        ]


@pytest.mark.parametrize("name", TRACES)
def test_alphabeta_traces(name):
    """Every node of the four traces has its place, state, window, value and children, pruned ones marked."""
    trace = TRACES[name]
    position = Position.from_packed(int(trace["root"]), STANDARD_COUNT)
    result = search(position, trace["depth"], HEURISTICS[trace["heuristic"]])
    tree = result.tree
    assert result.nodes == trace["nodes"]
    assert result.value.points == trace["value"]
    assert str(position.play(result.column).packed(tree.maximizer)) == trace["best_packed"]
    visited = [row for row in range(len(tree)) if tree.kind[row] != PRUNED]
    assert len(visited) == len(trace["tree"])
    for row, node in zip(visited, trace["tree"], strict=True):
        assert list(tree.path(row)) == node["path"]
        assert str(tree.state[row]) == node["packed"]
        assert tree.is_max(row) == node["max"]
        assert tree.alpha[row] == (-INFINITY if node["alpha"] is None else node["alpha"])
        assert tree.beta[row] == (INFINITY if node["beta"] is None else node["beta"])
        assert tree.value[row] == node["value"]
        children = tree.children(row)
        assert [tree.move[child] for child in children if tree.kind[child] != PRUNED] == node["visited_children"]
        assert [tree.move[child] for child in children if tree.kind[child] == PRUNED] == node.get("pruned_children", [])
        assert [str(tree.state[child]) for child in children] == node.get("children_packed", [])


@pytest.mark.parametrize("depth", TABLE)
def test_the_node_table(depth):
    """Alpha-beta from the empty board has the reference's nodes and values to depth 8, and plays column 4."""
    nodes1, nodes2, value1, value2 = TABLE[depth]
    for evaluator, nodes, value in ((V1(), nodes1, value1), (V2(), nodes2, value2)):
        result = search(Position(rules=STANDARD_COUNT), depth, evaluator)
        assert result.nodes == nodes
        assert result.value.points == value
        assert result.column == 3


def test_minimax_node_counts_on_an_open_board():
    """Minimax visits 8, 57, 400, 2801, 19608, 137257 nodes from the empty board (R4-27)."""
    counts = [search(Position(rules=STANDARD_COUNT), depth, V1(), "minimax").nodes for depth in range(1, 7)]
    assert counts == [8, 57, 400, 2801, 19608, 137257]


@pytest.mark.parametrize(
    ("moves", "depth", "algorithm", "evaluator", "nodes"),
    [
        ("1111", 4, "minimax", V1(), 2775),
        ("36", 2, "alphabeta", V1(), 27),
        ("33", 3, "alphabeta", V1(), 84),
        ("37", 4, "alphabeta", V2(), 235),
        ("714512", 5, "alphabeta", V2(), 1111),
    ],
)
def test_positions_with_the_published_counts(moves, depth, algorithm, evaluator, nodes):
    """The author's tables of expanded states name no positions; each of their numbers is that of some position."""
    position = Position.from_moves(moves, STANDARD_COUNT)
    assert search(position, depth, evaluator, algorithm).nodes == nodes


def test_depth_is_asked_before_the_full_board():
    """Counting lines, a full board at the depth limit is evaluated, one ply deeper it is scored (R4-21)."""
    position = Position.from_packed(int(POSITIONS["rand_37"]["packed"]), STANDARD_COUNT)
    at_the_limit, beyond = (search(position, depth, V1()) for depth in (5, 6))
    assert at_the_limit.value.points == -7
    assert beyond.value.points == 0
    assert set(at_the_limit.tree.kind.tolist()) == {INTERIOR, HORIZON, PRUNED}
    assert TERMINAL in beyond.tree.kind
    assert HORIZON not in beyond.tree.kind
