"""Two searches laid over each other: every row has its place, and counts add up."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often
from refusal import refused
from strategies import searches

from c4.engine import deepening as engine
from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import EXACT, LOWER, UPPER
from c4.search.fixed_depth import search
from c4.tree.compare import ABSENT, BOTH, NEITHER, ONLY_A, ONLY_B, UNSURE, Comparison, contradict, merge
from c4.tree.searchtree import NO_PARENT, PRUNED, SearchTree

START = Position.from_moves("4453")


def tree_of(algorithm="alphabeta", depth=5, evaluator="v2", position=START, **options) -> SearchTree:
    return search(position, depth, load(evaluator), algorithm, **options).tree


def paths_of(tree: SearchTree, pruned: bool) -> dict[tuple, list[int]]:
    """The rows of every path, in the order of the visits: slow and plain."""
    paths = [()]
    result = {}
    for row in range(len(tree)):
        if row:
            paths.append((*paths[tree.parent[row]], int(tree.move[row])))
        if (tree.kind[row] == PRUNED) == pruned:
            result.setdefault(paths[row], []).append(row)
    return result


def check(a: SearchTree, b: SearchTree) -> Comparison:
    """What must hold of any comparison, against dictionaries of paths."""
    comparison = merge(a, b)
    union = comparison.tree
    searched_a = paths_of(a, pruned=False)
    searched_b = paths_of(b, pruned=False)
    pruned_a = paths_of(a, pruned=True)
    pruned_b = paths_of(b, pruned=True)
    paths = [union.path(row) for row in range(len(union))]
    assert len(set(paths)) == len(paths)
    assert set(paths) == set(searched_a) | set(searched_b) | set(pruned_a) | set(pruned_b)
    for row, path in enumerate(paths):
        where = int(comparison.where[row])
        if path in searched_a and path in searched_b:
            assert where == BOTH
        elif path in searched_a:
            assert where in (ONLY_A, UNSURE)
        elif path in searched_b:
            assert where in (ONLY_B, UNSURE)
        else:
            assert where == NEITHER
        for searched, pruned, rows in (
            (searched_a, pruned_a, comparison.row_a),
            (searched_b, pruned_b, comparison.row_b),
        ):
            assert rows[row] == (searched.get(path) or pruned.get(path) or [ABSENT])[0]
        if path in searched_a:
            assert union.state[row] == a.state[comparison.row_a[row]]
        elif path in searched_b:
            assert union.state[row] == b.state[comparison.row_b[row]]
    for tree, of, nodes in ((a, comparison.of_a, comparison.nodes_a), (b, comparison.of_b, comparison.nodes_b)):
        assert all(paths[of[row]] == tree.path(row) for row in range(len(tree)))
        assert nodes[0] == tree.nodes
    for row in range(len(union)):
        children = union.children(row)
        assert all(union.parent[child] == row for child in children)
        assert [int(union.order[child]) for child in children] == list(range(len(children)))
        kinds = [union.kind[child] == PRUNED for child in children]
        assert kinds == sorted(kinds)  # the pruned ones come last
        below = sum(int(comparison.saved[child]) for child in children)
        if (
            union.size[row] > 1
            and not (a.total_left_out or b.total_left_out)
            and a.algorithm != "engine" != b.algorithm
        ):
            own = int(comparison.where[row] != ONLY_B) - int(comparison.where[row] != ONLY_A)
            assert comparison.saved[row] == below + own
    assert union.parent[0] == NO_PARENT
    return comparison


@often(15)
@given(searches(400), st.sampled_from(["minimax", "alphabeta"]), st.randoms(use_true_random=False))
def test_every_path_of_both_has_its_place(order, algorithm, rng):
    """The union holds each path of either search once, with its first visits and counts."""
    position, depth, evaluator, columns = order
    other = tuple(rng.sample(columns, len(columns)))
    a = search(position, depth, evaluator, algorithm, move_order=columns).tree
    b = search(position, max(1, depth - rng.randint(0, 1)), evaluator, "alphabeta", move_order=other).tree
    check(a, b)


@often(15)
@given(searches(600))
def test_what_only_minimax_has_is_what_alphabeta_pruned(order):
    """No value contradicts another; the rest of minimax is the subtrees of pruned replies."""
    position, depth, evaluator, columns = order
    a, b = (search(position, depth, evaluator, name, move_order=columns).tree for name in ("minimax", "alphabeta"))
    comparison = merge(a, b)
    assert not comparison.differs.any()
    assert comparison.count(ONLY_B) == comparison.count(NEITHER) == comparison.count(UNSURE) == 0
    pruned = np.flatnonzero(b.kind == PRUNED)
    assert (
        comparison.count(ONLY_A)
        == a.nodes - b.nodes
        == sum(a.nodes_below(int(comparison.row_a[comparison.of_b[row]])) for row in pruned)
    )
    assert sorted(comparison.divergences) == sorted(comparison.of_b[pruned])
    savings = comparison.saved[comparison.divergences]
    assert (np.diff(savings) <= 0).all()
    assert savings.sum() == a.nodes - b.nodes


@pytest.mark.parametrize(
    ("first", "second", "differ", "evaluator"),
    [
        ((3, EXACT), (3, EXACT), False, "v2"),
        ((3, EXACT), (2, EXACT), True, "v2"),
        ((3, UPPER), (2, EXACT), False, "v2"),
        ((3, UPPER), (4, EXACT), True, "v2"),
        ((3, EXACT), (5, LOWER), True, "v2"),
        ((5, EXACT), (5, LOWER), False, "v2"),
        ((3, UPPER), (3, LOWER), False, "v2"),
        ((2, UPPER), (3, LOWER), True, "v2"),
        ((3, LOWER), (9, LOWER), False, "v2"),
        ((-3, UPPER), (-9, UPPER), False, "v2"),
        ((3, EXACT), (4000, EXACT), False, "windows"),
        ((3, EXACT), (-4000, EXACT), True, "windows"),
        ((3, LOWER), (-1, UPPER), True, "windows"),
        ((0, LOWER), (4000, EXACT), False, "windows"),
    ],
)
def test_bounds_differ_only_when_they_cannot_both_hold(first, second, differ, evaluator):
    """≤3 and 2 can both be true, 3 and ≥5 cannot, in either order; of two evaluators only the signs are compared."""
    a = tree_of(depth=1)
    b = tree_of(depth=1, evaluator=evaluator)
    for tree, (value, bound) in ((a, first), (b, second)):
        tree.rows["value"][1] = value
        tree.rows["bound"][1] = bound
    rows = np.array([1])
    assert contradict(a, rows, b, rows)[0] == contradict(b, rows, a, rows)[0] == differ


def test_what_one_search_left_out_is_not_called_missing():
    """Below a node that one search left out the other's rows are unsure, and no divergence."""
    a = tree_of("minimax", 5, budget=300)
    b = tree_of("minimax", 5)
    assert a.total_left_out > 0
    comparison = check(a, b)
    assert comparison.count(ONLY_B) == comparison.count(ONLY_A) == 0
    assert comparison.count(UNSURE) == b.recorded - a.recorded
    assert len(comparison.divergences) == 0
    assert comparison.nodes_a[0] == comparison.nodes_b[0] == b.nodes


def test_a_path_that_was_visited_again_counts_whole():
    """The first visit of the engine speaks for a path, and the nodes of all visits count."""
    tree = engine.search(START, load("v2"), depth=7, budget=100_000).tree
    paths = paths_of(tree, pruned=False)
    again = {path: rows for path, rows in paths.items() if len(rows) > 1}
    assert again
    comparison = check(tree_of(depth=4), tree)
    for path, rows in again.items():
        here = int(comparison.of_b[rows[0]])
        assert comparison.row_b[here] == rows[0]
        assert comparison.nodes_b[here] >= sum(tree.nodes_below(row) for row in rows), path


def test_rows_lead_to_each_other():
    """A row leads to its place in the other tree, or to the nearest ancestor that is there."""
    a = tree_of("minimax", 4)
    b = tree_of("alphabeta", 4)
    comparison = merge(a, b)
    for row in range(0, len(a), 37):
        other, there = comparison.row_in(1, int(comparison.of_a[row]))
        path = a.path(row)
        assert b.path(other) == path[: len(b.path(other))]
        assert there == (b.path(other) == path)
    cut = int(np.flatnonzero(b.kind == PRUNED)[0])
    assert comparison.row_in(0, int(comparison.of_b[cut]))[1]


def test_only_one_position_can_be_compared():
    """Searches of different positions are refused in a sentence."""
    with refused("the same position"):
        merge(tree_of(depth=1), tree_of(depth=1, position=Position()))
