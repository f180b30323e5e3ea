"""What stands around the tree pane, in a real window: find, back and forward, outline, bookmarks."""

import pytest

from c4.evaluators import load
from c4.position import Position
from c4.search.fixed_depth import open_node, search
from c4.search.query import parse
from visualizer.tree.find import FindBar
from visualizer.tree.history import History
from visualizer.tree.pane import TreePane

TREE = search(Position(), 6, load("v2")).tree


@pytest.fixture
def pane(root):
    root.geometry("900x650")
    pane = TreePane(root)
    pane.pack(fill="both", expand=True)
    pane.show(TREE)
    settle(pane)
    return pane


@pytest.fixture
def find(pane):
    return FindBar(pane, lambda row: pane.select(row, reveal=True))


@pytest.fixture
def history(pane):
    history = History(pane, lambda row: None)
    history.keep()
    return history


def settle(pane):
    for _ in range(3):
        pane.update()


def ask(find, text):
    find.open()
    find.text.set(text)
    find.entry.focus_force()
    settle(find.pane)
    find.entry.event_generate("<Return>")
    settle(find.pane)


# -- find ---------------------------------------------------------------------------------------------------------------


def test_return_goes_from_hit_to_hit_also_inside_folded_parts(find):
    """Every hit is unfolded to, selected and in sight, in the order of the search; after the last comes the first."""
    pane, expected = find.pane, parse("nodes>20 ply=4").rows(TREE).tolist()
    assert len(expected) > 3
    assert not set(expected) <= pane.view.rows
    ask(find, "nodes>20 ply=4")
    for number, row in enumerate([*expected, expected[0]]):
        assert pane.selected == row
        assert row in pane.view.rows
        x, y = pane._pixel(row)
        assert 0 < x < pane.widget.winfo_width()
        assert 0 < y < pane.widget.winfo_height()
        assert find.said["text"] == f"{number % len(expected) + 1} of {len(expected)}"
        find.entry.event_generate("<Return>")
        settle(pane)
    find.previous()
    assert pane.selected == expected[0]


def test_previous_begins_at_the_selected_node(find):
    """Backwards from a node in the middle, and from the first hit to the last."""
    hits = parse("ply = 2").rows(TREE).tolist()
    ask(find, "ply = 2")
    find.previous()
    assert find.pane.selected == hits[-1]
    find.pane.select(hits[5] + 1)
    find.previous()
    assert find.pane.selected == hits[5]


def test_a_mistake_is_said_in_the_header_and_nothing_moves(find):
    """A query that is not understood leaves the selection, and names the word."""
    ask(find, "valu > 3")
    assert find.pane.selected == 0
    assert "did you mean 'value'" in find.pane._header["text"]
    ask(find, "ply > 60")
    assert find.said["text"] == "nothing found"
    assert find.pane.selected == 0


def test_escape_closes_the_bar_and_gives_the_keys_back(find):
    """The bar goes away, and the tree has the keys."""
    find.open()
    settle(find.pane)
    assert find.is_open
    find.entry.focus_force()
    find.entry.event_generate("<Escape>")
    settle(find.pane)
    assert not find.is_open
    assert find.pane.focus_get() is find.pane.widget


def test_a_new_tree_is_searched_anew(find):
    """The same words are asked of the tree that is shown now."""
    ask(find, "pruned")
    other = search(Position.from_moves("4453"), 4, load("v2")).tree
    find.pane.show(other)
    settle(find.pane)
    find.next()
    assert find.pane.selected == parse("pruned").rows(other)[0]


def test_a_hit_is_shown_even_when_the_view_is_full(find):
    """What was unfolded by hand makes room for a hit."""
    pane = find.pane
    by_hand = max((row for row in pane.view.rows if pane.view.is_folded(row)), key=lambda row: len(TREE.children(row)))
    pane.view.max_glyphs = len(pane.view.glyphs) + 8
    pane.expand(by_hand)
    assert pane.view.is_whole(by_hand)
    hidden = max(set(range(len(TREE))) - pane.view.rows)
    ask(find, f"path {'-'.join(str(column + 1) for column in TREE.path(hidden))}")
    assert pane.selected == hidden
    assert hidden in pane.view.rows
    assert pane.view.is_folded(by_hand)
    assert pane.view.tally().holds


# -- back and forward ---------------------------------------------------------------------------------------------------


def look(pane):
    settle(pane)
    return pane.view.folding, pane.selected, pane.lens


def test_back_and_forward_bring_views_back_whole(history):
    """Folding, selection and lens of every view come back, in order, both ways."""
    pane = history.pane
    looks = [look(pane)]
    for change in (
        lambda: pane.select(len(TREE) - 5),
        lambda: pane.zoom_in(),
        lambda: pane.fit_subtree(TREE.children(0)[1]),
        lambda: pane.collapse(TREE.children(0)[0]),
    ):
        change()
        looks.append(look(pane))
        history.keep()
    assert not history.can_go_forward
    for seen in looks[-2::-1]:
        assert history.can_go_back
        history.back()
        assert look(pane) == seen
    assert not history.can_go_back
    for seen in looks[1:]:
        history.forward()
        assert look(pane) == seen
    assert pane.view.tally().holds


def test_what_was_not_kept_yet_is_kept_before_going_back(history):
    """Back right after a change goes to the view before that change, and forward to the changed one."""
    pane = history.pane
    before = look(pane)
    pane.zoom_in()
    after = look(pane)
    assert history.can_go_back
    history.back()
    assert look(pane) == before
    history.forward()
    assert look(pane) == after


def test_a_new_step_forgets_what_lay_ahead(history):
    """As in every browser."""
    pane = history.pane
    pane.zoom_in()
    settle(pane)
    history.back()
    pane.select(TREE.children(0)[2])
    settle(pane)
    history.keep()
    assert not history.can_go_forward


def test_another_tree_begins_a_new_history(history):
    """Views of a tree that is gone cannot come back."""
    history.pane.zoom_in()
    settle(history.pane)
    history.keep()
    history.pane.show(search(Position.from_moves("4"), 4, load("v2")).tree)
    settle(history.pane)
    assert not history.can_go_back


def test_views_survive_the_opening_of_a_left_out_node(root):
    """Rows behind the opened node have moved: the old view shows the same nodes as before."""
    pane = TreePane(root)
    pane.pack(fill="both", expand=True)
    tree = search(Position(), 6, load("v2"), budget=800).tree
    pane.show(tree)
    settle(pane)
    history = History(pane, lambda row: None)
    pane.select(len(tree) - 2)
    settle(pane)
    history.keep()
    paths = sorted(tree.path(row) for row in pane.view.rows)
    row = next(row for row in sorted(pane.view.rows) if pane.view.is_left_out(row))
    pane.opened(open_node(tree, row, load("v2")), row)
    settle(pane)
    history.back()
    settle(pane)
    assert sorted(pane.view.tree.path(row) for row in pane.view.rows) == paths
    assert pane.view.tree.path(pane.selected) == tree.path(len(tree) - 2)
