"""Which part of a search is unfolded, its graph and its layout."""

import itertools
import random
from contextlib import suppress

import networkx as nx
import pytest
from node_counts import count_nodes
from panes import recorded

from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER, WIN, Value, value_text
from c4.tree.searchtree import TERMINAL
from visualizer.state.tree.glyphs import build_graph
from visualizer.state.tree.view import TreeView, ViewFull
from visualizer.tree.layout import layout


@pytest.fixture(scope="module")
def tree():
    return recorded(depth=6)


def shuffle(view, chance, steps):
    """Folds and unfolds at random."""
    for _ in range(steps):
        key = chance.choice(view.glyphs).key
        with suppress(ViewFull):
            chance.choice((view.expand, view.toggle, view.collapse))(key)


@pytest.mark.parametrize("depth", [2, 3, 4, 6])
def test_a_view_opens_on_the_replies_the_next_ply_of_best_play_and_what_refutes_the_others(depth):
    """The first view has these rows and no others; unfolding adds best play.  What refutes a reply is shown if its value is
    exact: a bound would have to be explained by what is folded below it.
    """
    tree = recorded(depth=depth)
    view = TreeView(tree)
    replies = tree.children(0)
    best = tree.best_child(0)
    cut = [row for row in replies if row != best and view.is_cut(row)]
    clear = [row for row in cut if tree.bound[tree.best_child(row)] == EXACT]
    assert cut
    assert bool(clear) == (depth <= 3)
    below_cuts = {child for row in clear for child in view.searched_children(row)}
    assert view.rows == {0, *replies, *view.searched_children(best), *below_cuts}
    if depth == 2:
        return
    assert view.rows >= set(tree.principal_variation()[:3])
    view.one_ply_more()
    assert view.rows >= set(view.children(tree.principal_variation()[2]))
    view.unfold_line(0)
    assert view.rows >= set(tree.principal_variation())


def test_a_view_that_opens_on_a_move_leaves_the_picture_its_choice(tree):
    """The move that was played is in sight in every first view, so the picture can still choose one that fits."""
    for row in tree.children(0):
        view = TreeView(tree, row)
        assert view.folding in view.first_foldings()
    for below in tree.children(tree.children(0)[-1]):
        view = TreeView(tree, below)
        assert below in view.rows
        assert view.folding not in view.first_foldings(), "the picture might choose one without it"


def test_folding_keeps_what_was_unfolded_inside(tree):
    """A root that is folded and unfolded shows the same glyphs as before."""
    view = TreeView(tree)
    before = [glyph.key for glyph in view.glyphs]
    view.collapse(0)
    assert [glyph.key for glyph in view.glyphs] == [0]
    view.expand(0)
    assert [glyph.key for glyph in view.glyphs] == before


@pytest.mark.parametrize(
    ("moves", "algorithm", "options"),
    [
        ("", "alphabeta", {}),
        ("", "minimax", {}),
        ("444433", "alphabeta", {}),
        ("112211", "minimax", {}),
        ("", "minimax", {"budget": 1000}),
        ("44444", "alphabeta", {"budget": 300}),
    ],
)
def test_every_node_of_the_search_is_drawn_folded_or_left_out_whatever_is_unfolded(moves, algorithm, options):
    """After any folding, drawn, folded and pruned nodes add up to those of the search."""
    tree = recorded(moves, 5, algorithm, **options)
    view = TreeView(tree)
    chance = random.Random(7)
    for _ in range(40):
        counts = count_nodes(view)
        assert counts.consistent, counts
        assert (counts.nodes, counts.pruned) == (tree.nodes, tree.pruned)
        assert counts.drawn + counts.pruned_drawn == len(view.rows)
        shuffle(view, chance, 3)


def test_a_value_is_printed_with_its_bound_and_wins_as_words():
    """Bounds are ≤ and ≥, and a win or a loss is W or L with its ply."""
    assert [value_text(Value(3, bound)) for bound in (EXACT, LOWER, UPPER, NO_BOUND)] == ["3", "≥3", "≤3", ""]
    assert value_text(Value(-12, UPPER)) == "≤−12"
    assert value_text(Value(WIN - 12, EXACT), discs=7) == "W5"
    assert value_text(Value(11 - WIN, LOWER), discs=7) == "≥L4"


def test_a_win_is_named_by_its_ply():
    """At the end of a game a node says W or L and the ply it is at."""
    for moves, letter in (("112233", "W"), ("1122337", "L")):
        tree = recorded(moves, 5)
        graph = build_graph(TreeView(tree))
        ends = [node for _, node in graph.nodes(data="data") if node.value and tree.kind[node.row] == TERMINAL]
        assert ends
        for node in ends:
            assert tree.position(node.row).outcome().winner == 0
            (value,) = node.label.value
            assert value.short == f"{letter}{node.ply}"


@pytest.mark.parametrize("algorithm", ["alphabeta", "minimax"])
def test_no_two_glyphs_overlap_and_no_two_edges_cross_whatever_is_unfolded(algorithm):
    """After any folding, neighbours keep their distance and siblings their order."""
    tree = recorded("4", 5, algorithm)
    view = TreeView(tree)
    chance = random.Random(1)
    places = None
    for _ in range(12):
        graph = build_graph(view)
        placed = layout(graph, lambda data: 26.0, 500.0, places)
        places = placed.at
        rows = {
            ply: [key for key in nx.dfs_preorder_nodes(graph, 0) if placed.at[key][1] == ply] for ply in placed.plies
        }
        for row in rows.values():
            xs = [placed.at[key][0] for key in row]
            assert all(right - left > 25.9 for left, right in itertools.pairwise(xs))  # in the order of the search, too
        assert all(placed.at[child][1] == placed.at[parent][1] + 1 for parent, child in graph.edges)
        shuffle(view, chance, 4)
