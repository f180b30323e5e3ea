"""A part of a tree by itself: so many plies around a node, or the subtree of a node, without a window."""

import numpy as np
import pytest

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import open_node, search
from visualizer.state.tree.actions import no_part, no_rest, no_subtree
from visualizer.state.tree.model import TreeModel
from visualizer.tree.export import summary
from visualizer.tree.history import History, ViewState
from visualizer.tree.viewport import Viewport

TREE = search(Position.from_moves("44"), 5, load("v2")).tree
INNER = [row for row in range(len(TREE)) if TREE.ply[row] == 2 and TREE.size[row] > 20]


@pytest.fixture
def model():
    model = TreeModel()
    model.show(TREE, caption="MAX is Red")
    return model


def below(row, plies):
    """The searched rows at most so many plies below a row, itself included, from the fields of the tree alone."""
    rows = np.arange(row, row + int(TREE.size[row]))
    return set(rows[(TREE.ply[rows] <= TREE.ply[row] + plies) & TREE.was_searched[rows]].tolist())


@pytest.mark.parametrize("plies", [0, 1, 2])
def test_a_node_is_shown_with_so_many_plies_below_and_the_way_to_it(model, plies):
    """So many plies below a node are in sight, with its ancestors and their siblings."""
    row = INNER[3]
    model.choose(row)
    for _ in range(5):
        model.ply_fewer_below()
    for _ in range(plies):
        model.ply_more_below()
    way = list(TREE.ancestors(row))
    siblings = {child for parent in way for child in TREE.children(parent) if TREE.was_searched[child]}
    assert model.view.rows == {0} | siblings | below(row, plies)
    assert model.view.plies_below(row) == plies
    assert model.selected == row


def test_no_ply_more_than_there_is(model):
    """Below the last recorded ply nothing more is unfolded, and a message says so."""
    model.choose(INNER[0])
    for _ in range(3):
        model.ply_more_below()
        assert model.state.message == ""
    before = model.view.folding
    model.ply_more_below()
    assert model.state.message == "nothing more was searched below this node"
    assert model.view.folding == before


def test_a_subtree_is_drawn_by_itself_and_the_way_to_it_is_said(model):
    """The node is at the top of the drawing; what is marked there speaks of nothing outside it."""
    row = INNER[5]
    model.choose(row)
    whole = set(model.view.rows)
    model.show_subtree()
    state = model.state
    assert next(iter(state.graph.nodes)) == row
    assert state.view.rows <= below(row, 99)
    assert state.view.rows >= below(row, 1)
    columns = "-".join(str(column + 1) for column in TREE.path(row))
    assert state.header.startswith(f"Only what follows {columns}: {TREE.nodes_below(row):,} of {TREE.nodes:,} nodes · ")
    assert state.headlines == state.annotations.headlines == ()
    assert (
        summary(state.view)
        == f"Only what follows {columns}: {len(state.view.rows)} of {TREE.nodes_below(row)} nodes drawn"
    )
    assert no_subtree(state) == "it is at the top already"
    model.show_whole()
    assert model.view.rows >= whole
    assert no_rest(model.state) == "the whole tree is shown"


def test_what_lies_outside_a_subtree_brings_back_what_is_above(model):
    """The parent of the top brings one ply more, any other row the whole tree, and so does a playback while it is open."""
    row = INNER[5]
    model.choose(row)
    model.show_subtree()
    model.up()
    assert model.selected == model.view.top == int(TREE.parent[row])
    model.choose(row)
    model.show_subtree()
    model.ply_more_above()
    assert model.view.top == int(TREE.parent[row])
    assert row in model.view.rows
    model.open_playback()
    assert model.view.top == 0
    assert no_part(model.state) == "the search is played back"
    model.close_playback()
    assert model.view.top == 0  # the playback was at the root, which is selected now
    model.choose(row)
    model.show_subtree()
    model.choose(INNER[-1])
    assert model.view.top == 0
    assert INNER[-1] in model.view.rows


def test_best_line_and_one_ply_more_stay_in_a_subtree(model):
    """While a subtree is shown alone, unfolding stays inside it."""
    row = INNER[2]
    model.choose(row)
    model.show_subtree()
    model.best_line()
    assert model.view.rows >= set(TREE.principal_variation(row))
    model.fold_others()
    model.one_ply_more()
    assert model.view.top == row
    assert model.view.rows <= below(row, 99)


def test_views_of_parts_come_back(model):
    """Undo and redo of views; the views of a tree keep their part after rows have moved."""
    history = History()

    def record():
        history.record(ViewState(model.view.folding, model.selected, Viewport(), True, (9, 9)))

    record()
    model.choose(INNER[1])
    model.ply_more_below()
    record()
    model.show_subtree()
    record()
    around = history.go(-1)
    model.restore(around.folding, around.selected)
    assert (model.view.top, model.view.plies_below(INNER[1])) == (0, 1)
    alone = history.go(1)
    model.restore(alone.folding, alone.selected)
    assert model.view.top == INNER[1]


def test_the_top_is_the_same_node_after_a_part_was_searched_again():
    """The node at the top, also in recorded views, follows its row to the new number."""
    cut_short = search(Position.from_moves("44"), 5, load("v2"), budget=300).tree
    left_out = np.flatnonzero(cut_short.left_out)
    top = max(row for row in range(len(cut_short)) if cut_short.ply[row] == 1 and row > left_out[0])
    model = TreeModel()
    model.show(cut_short)
    model.choose(top)
    model.show_subtree()
    path = cut_short.path(top)
    history = History()
    history.record(ViewState(model.view.folding, model.selected, Viewport(), True, (9, 9)))
    grafted = open_node(cut_short, int(left_out[0]), load("v2"))
    history.renumber(grafted.moved)
    model.graft(grafted, int(left_out[0]))
    assert model.state.tree.path(model.selected) == path
    history.record(ViewState(model.view.folding, model.selected, Viewport(), True, (8, 8)))
    assert model.state.tree.path(history.go(-1).folding.top) == path
