"""The tree pane in a real window: pointer, wheel and keys."""

import random

import pytest
from node_counts import count_nodes
from panes import TREE, click, folded, pixel, press
from showing import settle, show_model, words

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.search.fixed_depth import open_node, search
from c4.tree.searchtree import PRUNED
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.state import EMPTY
from visualizer.tree.pane import TreePane
from visualizer.ui.style import set_theme
from visualizer.ui.theme import DARK


def test_an_empty_pane_says_what_to_do_next(pane):
    """Without a tree the pane asks you to play a move."""
    pane.model.show_nothing()
    settle(pane)
    assert words(pane.canvas.widget, "over") == [EMPTY]
    assert "Play a move" in EMPTY


def test_a_click_selects_and_unfolds_a_folded_node_and_a_second_click_folds_it(pane):
    """Clicks on a folded node unfold and fold it, and the first one selects it."""
    row = folded(pane)[3]
    click(pane, row)
    assert pane.model.state.chosen == row
    assert pane.model.selected == row
    assert pane.model.view.is_expanded(row)
    click(pane, row)
    assert pane.model.view.is_folded(row)


def test_a_double_click_fits_the_subtree(pane):
    """A double click zooms in on a node with all its replies in sight, and leaves it unfolded."""
    row = TREE.principal_variation()[2]
    unit = pane.canvas.viewport.unit
    where = pixel(pane, row)
    for event in ("<ButtonPress-1>", "<ButtonRelease-1>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        pane.canvas.widget.event_generate(event, **where)
    settle(pane)
    assert pane.canvas.viewport.unit > unit
    assert pane.model.selected == row
    assert not pane.model.view.is_folded(row)
    assert min(value for child in TREE.children(row) for value in pixel(pane, child).values()) > 0


def test_the_wheel_zooms_about_the_pointer(pane):
    """Whatever the system calls the wheel, the point under the pointer stays where it is."""
    for event, more, nearer in (
        ("<Button-4>", {}, True),
        ("<Button-5>", {}, False),
        ("<MouseWheel>", {"delta": 120}, True),
    ):
        before = pane.canvas.viewport
        under = pane.canvas.viewport.point(300, 200)
        pane.canvas.widget.event_generate(event, x=300, y=200, **more)
        settle(pane)
        assert (pane.canvas.viewport.unit > before.unit) == nearer
        assert pane.canvas.viewport.point(300, 200) == pytest.approx(under)


def test_a_fine_wheel_zooms_as_far_as_a_coarse_one(pane):
    """Twelve twelfths of a notch are one notch."""
    before = pane.canvas.viewport.unit
    for _ in range(12):
        pane.canvas.widget.event_generate("<MouseWheel>", x=300, y=200, delta=10)
    settle(pane)
    fine = pane.canvas.viewport.unit
    pane.canvas.widget.event_generate("<MouseWheel>", x=300, y=200, delta=-120)
    settle(pane)
    assert fine > before
    assert pane.canvas.viewport.unit == pytest.approx(before)


def test_a_drag_moves_picture_and_words_and_draws_only_on_release(pane):
    """While the button is held, what is painted moves along; it is drawn once when the button is released."""
    drawn = []
    draw = pane.canvas.picture.draw
    pane.canvas.picture.draw = lambda: (drawn.append(1), draw())
    before = pane.canvas.viewport
    image = pane.canvas.picture.image
    label = pane.canvas.widget.find_withtag("moving")[0]
    at = pane.canvas.widget.coords(image), pane.canvas.widget.coords(label)
    pane.canvas.widget.event_generate("<ButtonPress-1>", x=400, y=12)
    pane.canvas.widget.event_generate("<B1-Motion>", x=440, y=22)
    pane.canvas.widget.event_generate("<B1-Motion>", x=460, y=42)
    assert pane.canvas.widget.coords(image) == [at[0][0] + 60, at[0][1] + 30]
    assert pane.canvas.widget.coords(label)[:2] == pytest.approx([at[1][0] + 60, at[1][1] + 30])
    assert not drawn
    pane.canvas.widget.event_generate("<ButtonRelease-1>", x=460, y=42)
    settle(pane)
    assert len(drawn) == 1
    assert (pane.canvas.viewport.left, pane.canvas.viewport.top) == pytest.approx((before.left + 60, before.top + 30))
    assert pane.canvas.widget.coords(image) == at[0]


def test_arrow_keys_walk_the_tree_and_space_unfolds(pane):
    """Arrows go to the best child, the parent and the siblings; the space bar folds and unfolds."""
    line = TREE.principal_variation()
    for row in line[1:3]:
        press(pane, "Down")
        assert pane.model.state.chosen == row
    press(pane, "Up")
    press(pane, "Right")
    siblings = TREE.children(0)
    assert pane.model.selected == siblings[1]
    press(pane, "Left")
    assert pane.model.selected == siblings[0]
    press(pane, "space")
    assert pane.model.view.is_folded(siblings[0])
    press(pane, "space")
    assert pane.model.view.is_expanded(siblings[0])


def test_plus_and_minus_zoom_and_zero_and_home_fit(pane):
    """Plus and minus undo each other, and 0 or Home fits the tree again."""
    before = pane.canvas.viewport
    press(pane, "plus")
    assert pane.canvas.viewport.unit > before.unit
    press(pane, "minus")
    assert pane.canvas.viewport.unit == pytest.approx(before.unit)
    for key in ("0", "Home"):
        press(pane, "plus")
        press(pane, key)
        assert pane.canvas.viewport == before


def test_selecting_reveals_a_hidden_row_and_brings_it_into_sight(pane):
    """A node that is folded away is unfolded and inside the pane once it is selected."""
    row = len(TREE) - 5
    assert row not in pane.model.view.rows
    pane.model.select(row)
    settle(pane)
    assert row in pane.model.view.rows
    where = pixel(pane, row)
    assert 0 < where["x"] < pane.canvas.widget.winfo_width()
    assert 0 < where["y"] < pane.canvas.widget.winfo_height()
    assert pane.model.state.chosen is None  # only the pointer and the keys report a choice


def test_pointing_at_a_node_rings_it_and_says_what_it_is(pane):
    """A tip with value and size is beside the node under the pointer, and goes with the pointer."""
    row = TREE.children(0)[1]
    pane.canvas.widget.event_generate("<Motion>", **pixel(pane, row))
    assert words(pane.canvas.widget, "hover") == [
        f"3: MIN ≤0, {TREE.nodes_below(row):,} nodes folded (click to unfold)"
    ]
    pane.canvas.widget.event_generate("<Leave>")
    assert not words(pane.canvas.widget, "hover")


def test_resizing_keeps_a_fitted_tree_whole_in_sight(pane, root):
    """In every size of the window all nodes of a fitted tree are inside the pane."""
    for size in ("1200x800", "640x520"):
        root.geometry(size)
        settle(pane)
        for left, top, right, bottom in pane.canvas.figure.boxes.values():
            assert 0 < left < right < pane.canvas.widget.winfo_width()
            assert 0 < top < bottom < pane.canvas.widget.winfo_height()


def test_changing_the_theme_repaints_everything_and_a_pane_may_be_closed_while_it_waits_to_paint(pane):
    """Picture, words and legend have the colours of the new theme, and closing at once raises nothing."""
    set_theme(pane, DARK)
    settle(pane)
    assert pane.canvas.widget.cget("background") == DARK.panel
    assert pane.canvas.widget.itemcget(pane.canvas.widget.find_withtag("plies")[0], "fill") == DARK.faint
    assert pane.legend.cget("background") == DARK.window
    pane.canvas.fit()
    pane.destroy()


def test_a_selected_node_that_is_folded_away_is_marked_on_its_ancestor(pane):
    """The ring of a folded selection is dashed, around the ancestor that hides it."""
    parent = TREE.children(0)[2]
    row = TREE.best_child(parent)
    pane.model.select(row)
    settle(pane)
    assert [(ring.key, ring.dashed) for ring in marks(pane, "ring")] == [(row, False)]
    pane.model.collapse(parent)
    settle(pane)
    assert [(ring.key, ring.dashed) for ring in marks(pane, "ring")] == [(parent, True)]


def marks(pane, name):
    """The shapes and lines of a kind that are painted."""
    figure = pane.canvas.figure
    return [mark for mark in (*figure.shapes, *figure.lines) if mark.name == name]


def test_bookmarks_are_starred_and_visited_in_turn(pane):
    """A star is hollow where the node is folded away, is gone during a playback, and with the tree."""
    model = pane.model
    tree = pane.model.view.tree
    rows = [*tree.children(0)[1:3], tree.children(tree.children(0)[2])[0]]
    for row in rows:
        model.choose(row)
        model.bookmark()
    visited = []
    for step in (1, 1, 1, -1):
        model.to_bookmark(step)
        visited.append(model.selected)
    assert visited == [rows[0], rows[1], rows[2], rows[1]]
    model.collapse(rows[1])
    settle(pane)

    def stars() -> str:
        ground = pane.canvas.theme.panel
        return "".join(sorted("☆" if star.fill == ground else "★" for star in marks(pane, "star")))

    assert stars() == "★★☆"
    model.bookmark()
    settle(pane)
    assert stars() == "★☆"
    model.open_playback()
    settle(pane)
    assert stars() == ""
    model.close_playback()
    model.show(tree)
    settle(pane)
    assert stars() == ""


@pytest.mark.parametrize("rules", [Rules(), Rules(scoring=COUNT_LINES), Rules(5, 4, 3)])
def test_nothing_that_hands_can_do_breaks_the_pane_or_the_count(root, rules):
    """After any keys, clicks and searches of what was left out every node is still counted."""
    chance = random.Random(5)
    root.geometry("700x560")
    tree = search(Position(rules=rules), 5, load("v2"), "alphabeta", budget=200).tree
    assert tree.total_left_out
    model = TreeModel(lambda row: model.graft(open_node(model.view.tree, row, load("v2")), row))
    pane = TreePane(root, model=model)
    pane.pack(fill="both", expand=True)
    model.show(tree)
    settle(pane)
    keys = ("Left", "Right", "Up", "Down", "space", "plus", "minus", "0")
    for _ in range(40):
        what = chance.random()
        if what < 0.5:
            key = chance.choice(pane.model.view.glyphs).key
            where = pixel(pane, key)
            if 0 < where["x"] < pane.canvas.widget.winfo_width() and 0 < where["y"] < pane.canvas.widget.winfo_height():
                pane.canvas.widget.event_generate("<Motion>", **where)
                click(pane, key)
        elif what < 0.9:
            press(pane, chance.choice(keys))
        else:
            pane.canvas.widget.event_generate(
                chance.choice(("<Button-4>", "<Button-5>")), x=chance.randrange(600), y=chance.randrange(400)
            )
            settle(pane)
        assert count_nodes(pane.model.view).consistent
        assert len(pane.canvas.figure.boxes) == len(pane.model.view.glyphs)


@pytest.mark.parametrize("drawn", [False, True])
def test_another_tree_of_which_a_part_is_searched_again_before_it_was_painted(pane, drawn):
    """The rows of the tree that is still on the screen are not those that have moved, whether or not the pane has drawn
    the new one, of which the picture follows when Tk is idle.
    """
    tree = search(Position(), 5, load("v2"), "alphabeta", budget=8).tree
    row = int(tree.left_out.argmax())
    pane.model.show(tree)
    if drawn:
        show_model(pane)
    pane.model.graft(open_node(tree, row, load("v2")), row)
    show_model(pane)
    settle(pane)
    assert len(pane.canvas.figure.boxes) == len(pane.model.view.glyphs)


def test_a_glyph_that_is_clicked_stays_where_it_is(pane):
    """What is unfolded below it makes room: plies become lower."""

    def in_sight(row):
        where = pixel(pane, row)
        return (
            60 < where["x"] < pane.canvas.widget.winfo_width() - 10
            and 10 < where["y"] < pane.canvas.widget.winfo_height() - 10
        )

    clicked = 0
    while clicked < 6 and (rows := [row for row in filter(in_sight, folded(pane)) if TREE.ply[row] == 2]):
        row = rows[len(rows) // 2]
        before = pixel(pane, row)
        for _ in range(3):
            click(pane, row)
            assert pixel(pane, row) == pytest.approx(before, abs=1)
        clicked += 1
    assert clicked == 6


def test_the_context_menu_is_of_the_node_under_the_pointer_or_of_the_selected_one(pane, monkeypatch):
    """A right click selects; the menu key takes the selected node; entries that make no sense are disabled."""
    opened = []
    monkeypatch.setattr(pane.input.menu, "tk_popup", lambda x, y: opened.append((x, y)))
    row = folded(pane)[2]
    pane.canvas.widget.event_generate("<ButtonPress-3>", **pixel(pane, row))
    settle(pane)
    assert pane.model.selected == row
    labels = [pane.input.menu.entrycget(i, "label") for i in range(3)]
    assert labels == ["Unfold or fold", "Show or fold pruned replies", "Fold everything else"]
    pane.input.menu.invoke(0)
    settle(pane)
    assert row not in folded(pane)
    pane.canvas.widget.focus_force()
    pane.canvas.widget.event_generate("<Shift-KeyPress-F10>")
    assert len(opened) == 2


def test_an_arrow_comes_from_what_set_the_bound_and_visits_of_one_position_are_linked(pane):
    """The selected cutoff has an arrow, and the selected position arcs to its other visits in sight."""
    cut = next(row for row in sorted(pane.model.view.rows) if pane.model.view.is_cut(row) and TREE.ply[row] == 2)
    pane.model.select(cut)
    settle(pane)
    assert [arrow.key for arrow in marks(pane, "arrow")] == [cut]
    shown = [row for row in sorted(pane.model.view.rows) if TREE.kind[row] != PRUNED]
    for row in shown:
        pane.model.select(row)
        settle(pane)
        others = [
            visit for visit in pane.model.state.related.transpositions if visit in pane.model.view.rows and visit != row
        ]
        assert len(marks(pane, "link")) == len(others)
        if others:
            break


def test_alt_and_an_arrow_do_not_walk_the_tree(pane):
    """They go back and forward through the views, also when the tree has the focus."""
    pane.model.select(TREE.children(0)[1])
    seen = []
    pane.winfo_toplevel().bind("<Alt-KeyPress-Left>", lambda event: seen.append(event.keysym))
    press(pane, "Right")
    before = pane.model.selected
    pane.canvas.widget.event_generate("<Alt-KeyPress-Left>")
    settle(pane)
    assert pane.model.selected == before
    assert seen == ["Left"]


def test_back_restores_what_was_unfolded_and_every_place(pane):
    """To the pixel, after unfoldings that made others give way, and after panning."""
    first = [(key, pane.canvas.pixel(key)) for key in pane.canvas.layout.at]
    pane.record_view()
    for row in folded(pane)[:6]:
        pane.model.toggle(row)
        settle(pane)
    pane.canvas.drag(40, 30)
    pane.canvas.refresh()
    settle(pane)
    pane.record_view()
    while pane.can_go_back:
        pane.back()
        settle(pane)
    assert [(key, pane.canvas.pixel(key)) for key in pane.canvas.layout.at] == first
