"""What can be done with the selected node: folding the rest, one subtree alone, looking around, relatives."""

import pytest

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.searchtree import PRUNED
from visualizer.tree.actions import ACTIONS, commands
from visualizer.tree.legend import entries
from visualizer.tree.model import LOOKS, TreeModel
from visualizer.tree.tally import tally

TREE = search(Position.from_moves("44"), 5, load("v2"), "alphabeta").tree


@pytest.fixture
def model():
    model = TreeModel()
    model.show(TREE)
    return model


def do(model, name):
    """Runs an entry of the context menu, which must be possible."""
    command = next(command for command in commands(model) if command.name == name)
    assert command.blocked() == ""
    command.run()


def blocked(model, name):
    return next(command for command in commands(model) if command.name == name).blocked()


def test_folding_the_rest_leaves_the_way_and_what_is_below(model):
    row = model.view.searched_children(0)[2]
    model.expand(row)
    model.select(row)
    below = {key for key in model.view.rows if row <= key < row + TREE.size[row]}
    do(model, "fold rest")
    assert below <= model.view.rows
    assert model.view.rows - below == {0, *model.view.searched_children(0)} - {row}
    assert model.selected == row


def test_only_a_subtree_and_back(model):
    row = model.view.searched_children(0)[1]
    model.select(row)
    do(model, "subtree")
    assert model.view.root == row
    assert all(row <= shown < row + TREE.size[row] for shown in model.view.rows)
    assert blocked(model, "subtree") == "it is at the top already"
    do(model, "whole tree")
    assert model.view.root == 0
    assert row in model.view.rows
    assert blocked(model, "whole tree") == "the whole tree is shown already"


def test_looking_around_shows_so_many_plies_both_ways(model):
    row = model.view.searched_children(model.view.searched_children(model.view.searched_children(0)[1])[0])[0]
    model.select(row)
    do(model, "look around")
    assert model.view.root == TREE.parent[TREE.parent[row]]
    below = [shown for shown in model.view.rows if row < shown < row + TREE.size[row]]
    assert max(TREE.ply[below]) == TREE.ply[row] + 2
    do(model, "look less")
    assert model.view.root == TREE.parent[row]
    do(model, "look further")
    do(model, "look further")
    assert model.view.root == 0


def test_the_next_visit_goes_round_all_rows_of_a_position(model):
    rows = next(kin for row in range(len(TREE)) if len(kin := visits_of(model, row)) > 2)
    model.select(rows[0])
    seen = []
    for _ in rows:
        seen.append(model.selected)
        do(model, "next visit")
    assert seen == rows
    assert model.selected == rows[0]


def visits_of(model, row):
    model.select(row, reveal=False)
    return model.kin.visits


def test_the_node_that_set_the_bound_is_gone_to(model):
    cut = next(int(TREE.parent[row]) for row in range(len(TREE)) if TREE.kind[row] == PRUNED)
    model.select(cut)
    setter = model.kin.setter
    do(model, "to bound")
    assert model.selected == setter
    model.select(0)
    assert blocked(model, "to bound")


def test_all_nodes_are_accounted_for_after_every_action(model):
    for row in range(0, len(TREE), 97):
        for action in ACTIONS:
            model.select(row)
            if not action.blocked(model):
                action.run(model)
                if model.view.root == 0:
                    counts = tally(model.view)
                    assert counts.drawn + counts.folded + counts.left_out == counts.nodes


def test_a_playback_draws_no_best_line_pruned_reply_or_cut_before_the_search_knew(model):
    told = []
    model.on_change = lambda change: told.append(change.what)
    model.playback.open()
    facts = dict(model.graph().nodes.data("facts"))
    assert not any(shown.principal or shown.cut for shown in facts.values())
    assert all(shown.unseen for shown in facts.values() if shown.pruned)
    while model.playback.event < model.playback.last:
        model.playback.to_cut() if model.playback.replay.next_cut(model.playback.event) else model.playback.seek(10**9)
        for key, shown in model.graph().nodes.data("facts"):
            assert shown.unseen == (shown.pruned and model.playback.hides(key))
        if model.playback.event > 2000:
            model.playback.seek(model.playback.last)
    assert LOOKS in told
    assert any(shown.principal for _, shown in model.graph().nodes.data("facts"))


def test_the_legend_explains_what_occurs_and_nothing_else():
    words = [entry[0] for entry in entries(TREE)]
    assert {"MAX", "MIN", "pruned", "cutoff", "cutoff inside", "depth used up"} <= set(words)
    assert "from the table" not in words
    assert "draw" not in words
