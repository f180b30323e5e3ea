"""What stands around the tree pane, in a real window: find, back and forward, outline, bookmarks."""

import pytest
from driver import pane_of, settle

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import open_node, search
from c4.tree.describe import describe
from c4.tree.explain import row_text
from c4.tree.query import parse
from c4.tree.searchtree import PRUNED
from visualizer.tree.bookmarks import Bookmarks
from visualizer.tree.find import FindBar
from visualizer.tree.outline import WAITING, Outline
from visualizer.tree.pane import TreePane
from visualizer.tree.tally import tally

TREE = search(Position(), 6, load("v2")).tree


@pytest.fixture
def pane(root):
    return pane_of(root, TREE)


@pytest.fixture
def find(pane):
    return FindBar(pane, lambda row: pane.select(row, reveal=True))


@pytest.fixture
def kept(pane):
    """A pane whose first look is kept."""
    pane.keep_look()
    return pane


def ask(find, text):
    find.open()
    find.text.set(text)
    find.entry.focus_force()
    settle(find.pane)
    find.entry.event_generate("<Return>")
    settle(find.pane)


# -- find -------------------------------------------------------------------------------------------------------------


def test_return_goes_from_hit_to_hit_also_inside_folded_parts(find):
    """Every hit is unfolded to, selected and in sight, in the order of the search; after the last comes the first."""
    pane, expected = find.pane, parse("nodes>20 ply=4").rows(TREE).tolist()
    assert len(expected) > 3
    assert not set(expected) <= pane.view.rows
    ask(find, "nodes>20 ply=4")
    for number, row in enumerate([*expected, expected[0]]):
        assert pane.selected == row
        assert row in pane.view.rows
        x, y = pane.screen.pixel(row)
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
    assert tally(pane.view).holds


# -- back and forward -------------------------------------------------------------------------------------------------


def look(pane):
    settle(pane)
    return pane.view.folding, pane.selected, pane.lens


def test_back_and_forward_bring_views_back_whole(kept):
    """Folding, selection and lens of every view come back, in order, both ways."""
    pane = kept
    looks = [look(pane)]
    for change in (
        lambda: pane.select(len(TREE) - 5),
        lambda: pane.screen.zoom(1.25),
        lambda: pane.fit_subtree(TREE.children(0)[1]),
        lambda: pane.collapse(TREE.children(0)[0]),
    ):
        change()
        looks.append(look(pane))
        pane.keep_look()
    assert not pane.can_go_forward
    for seen in looks[-2::-1]:
        assert pane.can_go_back
        pane.back()
        assert look(pane) == seen
    assert not pane.can_go_back
    for seen in looks[1:]:
        pane.forward()
        assert look(pane) == seen
    assert tally(pane.view).holds


def test_what_was_not_kept_yet_is_kept_before_going_back(kept):
    """Back right after a change goes to the view before that change, and forward to the changed one."""
    pane = kept
    before = look(pane)
    pane.screen.zoom(1.25)
    after = look(pane)
    assert pane.can_go_back
    pane.back()
    assert look(pane) == before
    pane.forward()
    assert look(pane) == after


def test_a_new_step_forgets_what_lay_ahead(kept):
    """As in every browser."""
    pane = kept
    pane.screen.zoom(1.25)
    settle(pane)
    pane.back()
    pane.select(TREE.children(0)[2])
    settle(pane)
    pane.keep_look()
    assert not pane.can_go_forward


def test_another_tree_begins_a_new_history(kept):
    """Views of a tree that is gone cannot come back."""
    kept.screen.zoom(1.25)
    settle(kept)
    kept.keep_look()
    kept.show(search(Position.from_moves("4"), 4, load("v2")).tree)
    settle(kept)
    assert not kept.can_go_back


def test_views_survive_the_opening_of_a_left_out_node(root):
    """Rows behind the opened node have moved: the old view shows the same nodes as before."""
    pane = TreePane(root)
    pane.pack(fill="both", expand=True)
    tree = search(Position(), 6, load("v2"), budget=800).tree
    pane.show(tree)
    settle(pane)
    pane.select(len(tree) - 2)
    settle(pane)
    pane.keep_look()
    paths = sorted(tree.path(row) for row in pane.view.rows)
    row = next(row for row in sorted(pane.view.rows) if pane.view.is_left_out(row))
    pane.opened(open_node(tree, row, load("v2")), row)
    settle(pane)
    pane.back()
    settle(pane)
    assert sorted(pane.view.tree.path(row) for row in pane.view.rows) == paths
    assert pane.view.tree.path(pane.selected) == tree.path(len(tree) - 2)


# -- the outline ------------------------------------------------------------------------------------------------------


@pytest.fixture
def outline(pane):
    outline = Outline(pane.master, pane, lambda row: pane.select(row), lambda: ("Red", "Yellow"))
    outline.pack()
    settle(pane)
    return outline


def listed(outline, item=""):
    return [int(child) for child in outline.list.get_children(item) if not child.startswith(WAITING)]


def test_the_outline_lists_what_the_tree_has_pruned_replies_as_what_they_are(outline):
    """Every child of an open line stands there in the order of the search, with its value; a pruned one says so and has
    none.
    """
    row = next(row for row in TREE.children(0) if TREE.kind[TREE.children(row)[-1]] == PRUNED)
    assert listed(outline, "0") == TREE.children(0)
    outline.list.focus(str(row))
    outline.list.item(str(row), open=True)
    outline.list.event_generate("<<TreeviewOpen>>")
    settle(outline.pane)
    assert listed(outline, str(row)) == TREE.children(row)
    for child in TREE.children(row):
        text, values = outline.list.item(str(child), "text"), outline.list.item(str(child), "values")
        assert text.startswith(str(int(TREE.move[child]) + 1))
        assert ("pruned" in text) == (TREE.kind[child] == PRUNED)
        assert str(values[0]) == row_text(TREE, child)


def test_both_show_the_same_selection(outline):
    """A node chosen in the tree is opened to and chosen in the outline, and the other way round; its paragraph stands
    below.
    """
    pane, deep = outline.pane, len(TREE) - 5
    pane.select(deep)
    settle(pane)
    assert outline.list.selection() == (str(deep),)
    assert describe(TREE, deep, ("Red", "Yellow")) == outline._words.get("1.0", "end").strip()
    other = TREE.children(0)[1]
    outline.list.selection_set(str(other))
    settle(pane)
    assert pane.selected == other
    assert other in pane.view.rows


def test_the_keyboard_walks_the_outline(outline):
    """Down goes to the next line, Right opens, and the tree follows."""
    outline.list.focus_force()
    settle(outline.pane)
    for key in ("Down", "Right", "Down"):
        outline.list.event_generate(f"<{key}>")
        settle(outline.pane)
    first = TREE.children(0)[0]
    assert outline.pane.selected == TREE.children(first)[0]


def test_a_million_rows_are_listed_line_by_line(outline):
    """Only what is open has lines."""
    tree = search(Position(), 6, load("v2"), "minimax").tree
    outline.pane.show(tree)
    settle(outline.pane)
    assert len(listed(outline)) + len(listed(outline, "0")) == 8


def test_a_left_out_node_is_opened_from_the_outline(root):
    """Opening its line has it searched again; the lines that were open stay open."""
    pane = TreePane(root)
    pane.model.on_open = lambda row: pane.opened(open_node(pane.view.tree, row, load("v2")), row)
    pane.pack(fill="both", expand=True)
    tree = search(Position(), 6, load("v2"), budget=800).tree
    pane.show(tree)
    outline = Outline(root, pane, lambda row: pane.select(row), lambda: ("Red", "Yellow"))
    outline.pack()
    settle(pane)
    row = int(tree.left_out.argmax())
    pane.select(row)
    settle(pane)
    assert outline.list.item(outline.list.get_children(str(row))[0], "text") == "not recorded"
    outline.list.focus(str(row))
    outline.list.item(str(row), open=True)
    outline.list.event_generate("<<TreeviewOpen>>")
    settle(pane)
    assert len(pane.view.tree) > len(tree)
    assert listed(outline, str(row)) == pane.view.tree.children(row)


# -- bookmarks --------------------------------------------------------------------------------------------------------


@pytest.fixture
def marks(pane):
    said = []
    marks = Bookmarks(pane.master, pane, lambda row: pane.select(row), said.append)
    marks.said = said
    marks.pack()
    settle(pane)
    return marks


def test_a_bookmark_keeps_its_note_and_leads_back(marks):
    """Marked once, written on, left, and gone back to with Return."""
    pane, row = marks.pane, len(TREE) - 5
    pane.select(row)
    marks.add()
    marks.add()
    assert len(marks.here) == 1
    marks.entry.insert(0, "why not 3?")
    settle(pane)
    assert marks.here[0].note == "why not 3?"
    assert marks.list.item("0", "values")[1] == "why not 3?"
    pane.select(0)
    marks.list.focus_force()
    settle(pane)
    marks.list.event_generate("<Return>")
    settle(pane)
    assert pane.selected == row
    marks.list.event_generate("<Delete>")
    settle(pane)
    assert marks.here == []


def test_steps_go_round_in_the_order_of_the_search(marks):
    """Next and previous, from wherever one is."""
    rows = sorted([TREE.children(0)[2], len(TREE) - 3, TREE.children(0)[1]])
    for row in reversed(rows):
        marks.pane.select(row)
        marks.add()
    seen = []
    for _ in range(4):
        marks.step(1)
        seen.append(marks.pane.selected)
    assert seen == [rows[1], rows[2], rows[0], rows[1]]
    marks.step(-1)
    assert marks.pane.selected == rows[0]


def test_bookmarks_wait_for_their_position(marks):
    """Another position has its own; searched again, deeper, the first one's are found by their columns."""
    pane, row = marks.pane, TREE.find((3, 3))
    pane.select(row)
    marks.add("here")
    pane.show(search(Position.from_moves("4453"), 4, load("v2")).tree)
    assert marks.here == []
    shallow = search(Position(), 1, load("v2")).tree
    pane.show(shallow)
    assert [(mark.path, mark.row) for mark in marks.here] == [((3, 3), None)]
    marks.list.selection_set("0")
    settle(pane)
    marks.go_to()
    assert "does not have that node" in marks.said[-1]
    deeper = search(Position(), 7, load("v2")).tree
    pane.show(deeper)
    assert deeper.path(marks.here[0].row) == (3, 3)
    assert marks.here[0].note == "here"
