"""The panels next to the tree, in a real window: find, back and forward, outline."""

import pytest
from node_counts import count_nodes
from showing import pane_of, settle

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import open_node, search
from c4.tree.query import parse
from c4.tree.row_words import row_text
from c4.tree.searchtree import PRUNED
from visualizer.state.tree.model import TreeModel
from visualizer.tree.find_bar import FindBar
from visualizer.tree.outline import UNLISTED, Outline
from visualizer.tree.pane import Standalone, TreePane

TREE = search(Position(), 6, load("v2")).tree


@pytest.fixture
def pane(root):
    return pane_of(root, TREE)


def beside(pane, make):
    """A pane for the same model, which shows what that says after everything that is done there or in the tree."""

    def show():
        pane.show_model()
        other.show(Standalone(pane.model.state))

    other = make(show)
    other.pane = pane
    other.pack()
    settle_with(other)
    return other


def settle_with(other):
    """Lets both show what the model says."""
    settle(other.pane)
    other.show(Standalone(other.pane.model.state))
    settle(other.pane)


@pytest.fixture
def find(pane):
    said = []

    def make(show):
        return FindBar(pane.master, pane.model, said.append, show, pane.canvas.widget.focus_set)

    find = beside(pane, make)
    find.pack_forget()
    return find


@pytest.fixture
def recorded(pane):
    """A pane whose first look is kept."""
    pane.record_view()
    return pane


def ask(find, text):
    find.open()
    find.text.set(text)
    find.entry.focus_force()
    settle_with(find)
    find.entry.event_generate("<Return>")
    settle_with(find)


def test_return_goes_from_hit_to_hit_also_inside_folded_parts(find):
    """Every hit is unfolded to, selected and in sight, in the order of the search; after the last comes the first."""
    pane = find.pane
    expected = parse("nodes>20 ply=4").rows(TREE).tolist()
    assert len(expected) > 3
    assert not set(expected) <= pane.model.view.rows
    ask(find, "nodes>20 ply=4")
    for number, row in enumerate([*expected, expected[0]]):
        assert pane.model.selected == row
        assert row in pane.model.view.rows
        x, y = pane.canvas.pixel(row)
        assert 0 < x < pane.canvas.widget.winfo_width()
        assert 0 < y < pane.canvas.widget.winfo_height()
        assert find.result["text"] == f"{number % len(expected) + 1} of {len(expected)}"
        find.entry.event_generate("<Return>")
        settle_with(find)
    find.previous()
    assert pane.model.selected == expected[0]


def test_a_mistake_is_said_in_the_header_and_nothing_moves(find):
    """A query that is not understood leaves the selection, and names the word."""
    ask(find, "valu > 3")
    assert find.pane.model.selected == 0
    assert "did you mean 'value'" in find.pane.header["text"]
    ask(find, "ply > 60")
    assert find.result["text"] == "nothing found"
    assert find.pane.model.selected == 0


def test_a_bar_that_is_opened_again_dims_what_its_box_says(find):
    """While it is closed nothing is dimmed; the same query dims again."""
    model = find.pane.model
    find.dims.set(True)
    ask(find, "pruned")
    matches = model.state.matches
    assert len(matches)
    find.close()
    assert model.state.matches is None
    ask(find, "pruned")
    assert model.state.matches.tolist() == matches.tolist()


def test_a_new_tree_is_searched_anew(find):
    """The same words are asked of the tree that is shown now."""
    ask(find, "pruned")
    other = search(Position.from_moves("4453"), 4, load("v2")).tree
    find.pane.model.show(other)
    settle_with(find)
    find.next()
    assert find.pane.model.selected == parse("pruned").rows(other)[0]


def look(pane):
    settle(pane)
    return pane.model.view.folding, pane.model.selected, pane.canvas.viewport


def test_back_and_forward_bring_views_back_whole(recorded):
    """Folding, selection and viewport of every view come back, in order, both ways."""
    pane = recorded
    looks = [look(pane)]
    for change in (
        lambda: pane.model.select(len(TREE) - 5),
        lambda: pane.canvas.zoom(1.25),
        lambda: pane.canvas.fit_subtree(TREE.children(0)[1]),
        lambda: pane.model.collapse(TREE.children(0)[0]),
    ):
        change()
        looks.append(look(pane))
        pane.record_view()
    assert not pane.history.can_go_forward
    for seen in looks[-2::-1]:
        assert pane.can_go_back
        pane.back()
        assert look(pane) == seen
    assert not pane.can_go_back
    for seen in looks[1:]:
        pane.forward()
        assert look(pane) == seen
    assert count_nodes(pane.model.view).consistent
    pane.back()
    pane.model.select(TREE.children(0)[2])
    settle(pane)
    pane.record_view()
    assert not pane.history.can_go_forward, "a new step forgets what lay ahead"


@pytest.fixture
def outline(pane):
    return beside(pane, lambda show: Outline(pane.master, pane.model, show))


def listed(outline, item=""):
    return [int(child) for child in outline.list.get_children(item) if not child.startswith(UNLISTED)]


def test_the_outline_lists_what_the_tree_has_pruned_replies_as_what_they_are(outline):
    """Children of an open line stand there in order with their values; pruned ones have none."""
    row = next(row for row in TREE.children(0) if TREE.kind[TREE.children(row)[-1]] == PRUNED)
    assert listed(outline, "0") == TREE.children(0)
    outline.list.focus(str(row))
    outline.list.item(str(row), open=True)
    outline.list.event_generate("<<TreeviewOpen>>")
    settle(outline.pane)
    assert listed(outline, str(row)) == TREE.children(row)
    for child in TREE.children(row):
        text = outline.list.item(str(child), "text")
        values = outline.list.item(str(child), "values")
        assert text.startswith(str(int(TREE.move[child]) + 1))
        assert ("pruned" in text) == (TREE.kind[child] == PRUNED)
        assert str(values[0]) == row_text(TREE, child)


def test_a_left_out_node_is_opened_from_the_outline(root):
    """Opening its line has it searched again; the lines that were open stay open."""
    model = TreeModel(lambda row: model.graft(open_node(model.view.tree, row, load("v2")), row))
    pane = TreePane(root, model=model)
    pane.pack(fill="both", expand=True)
    tree = search(Position(), 6, load("v2"), budget=800).tree
    model.show(tree)
    outline = beside(pane, lambda show: Outline(root, model, show))
    row = int(tree.left_out.argmax())
    model.select(row)
    settle_with(outline)
    assert outline.list.item(outline.list.get_children(str(row))[0], "text") == "not recorded"
    outline.list.focus(str(row))
    outline.list.item(str(row), open=True)
    outline.list.event_generate("<<TreeviewOpen>>")
    settle_with(outline)
    assert len(model.view.tree) > len(tree)
    assert listed(outline, str(row)) == model.view.tree.children(row)
