"""The tree pane in a real window: pointer, wheel and keys."""

import time

import pytest
from driver import settle
from panes import TREE, click, folded, pixel, press, recorded, words
from patience import LONG

from c4.evaluators import load
from c4.search.fixed_depth import open_node
from visualizer.kit.theme import DARK
from visualizer.tree.pane import EMPTY
from visualizer.tree.tally import tally
from visualizer.tree.view import STUB


def test_an_empty_pane_says_what_to_do_next(pane):
    pane.show_nothing()
    settle(pane)
    texts = [pane.widget.itemcget(item, "text") for item in pane.widget.find_withtag("over")]
    assert texts == [EMPTY]
    assert "Play a move" in EMPTY


def test_the_header_says_how_the_search_was_made_and_what_it_counted(pane):
    text = pane._header.cget("text")
    counted = f"{TREE.nodes:,} nodes, {TREE.pruned:,} pruned"
    assert text == f"alpha-beta, depth 6, V2 · {counted} · values are for MAX = Red"


def test_a_shown_tree_is_whole_in_sight_with_its_words(pane):
    width, height = pane.widget.winfo_width(), pane.widget.winfo_height()
    spots = pane.lens.pixels(pane.screen.drawing.xy)
    assert spots.min() > 0
    assert spots[:, 0].max() < width
    assert spots[:, 1].max() < height
    assert len(words(pane)) > 100


def test_a_click_selects_and_unfolds_a_folded_node_and_a_second_click_folds_it(pane, chosen):
    row = folded(pane)[3]
    click(pane, row)
    assert chosen == [row]
    assert pane.selected == row
    assert pane.view.is_whole(row)
    click(pane, row)
    assert pane.view.is_folded(row)


def test_a_click_on_an_unfolded_node_only_selects_it(pane, chosen):
    row = TREE.principal_variation()[2]
    before = [glyph.key for glyph in pane.view.glyphs]
    click(pane, row)
    assert chosen == [row]
    assert [glyph.key for glyph in pane.view.glyphs] == before


def test_a_click_on_a_stub_shows_the_pruned_nodes_and_one_on_them_selects(pane, chosen):
    stub = next(glyph for glyph in pane.view.glyphs if glyph.sort == STUB)
    click(pane, stub.key)
    assert set(stub.hidden) <= pane.view.rows
    click(pane, stub.hidden[0])
    assert chosen == [stub.row, stub.hidden[0]]


def test_a_click_beside_everything_does_nothing(pane, chosen):
    pane.widget.event_generate("<ButtonPress-1>", x=880, y=10)
    pane.widget.event_generate("<ButtonRelease-1>", x=880, y=10)
    settle(pane)
    assert not chosen


def test_a_double_click_fits_the_subtree(pane):
    row, slot = TREE.principal_variation()[5], pane.lens.slot
    where = pixel(pane, row)
    for event in ("<ButtonPress-1>", "<ButtonRelease-1>", "<ButtonPress-1>", "<ButtonRelease-1>"):
        pane.widget.event_generate(event, **where)
    settle(pane)
    assert pane.lens.slot > slot
    assert pane.selected == row
    assert not pane.view.is_folded(row)
    assert min(value for child in TREE.children(row) for value in pixel(pane, child).values()) > 0


@pytest.mark.parametrize(
    ("event", "more", "nearer"),
    [("<Button-4>", {}, True), ("<Button-5>", {}, False), ("<MouseWheel>", {"delta": 120}, True)],
)
def test_the_wheel_zooms_about_the_pointer(pane, event, more, nearer):
    before, under = pane.lens, pane.lens.point(300, 200)
    pane.widget.event_generate(event, x=300, y=200, **more)
    settle(pane)
    assert (pane.lens.slot > before.slot) == nearer
    assert pane.lens.point(300, 200) == pytest.approx(under)


def test_zooming_far_out_leaves_words_out(pane):
    before = len(words(pane))
    for _ in range(12):
        pane.screen.zoom(0.8)
    settle(pane)
    assert len(words(pane)) < before / 4


def test_a_drag_moves_picture_and_words_and_draws_only_on_release(pane):
    drawn = []
    draw = pane.screen.canvas.draw
    pane.screen.canvas.draw = lambda: (drawn.append(1), draw())
    before = pane.lens
    image = pane.screen.canvas.image
    label = pane.widget.find_withtag("moving")[0]
    at = pane.widget.coords(image), pane.widget.coords(label)
    pane.widget.event_generate("<ButtonPress-1>", x=400, y=12)
    pane.widget.event_generate("<B1-Motion>", x=440, y=22)
    pane.widget.event_generate("<B1-Motion>", x=460, y=42)
    assert pane.widget.coords(image) == [at[0][0] + 60, at[0][1] + 30]
    assert pane.widget.coords(label)[:2] == pytest.approx([at[1][0] + 60, at[1][1] + 30])
    assert not drawn
    pane.widget.event_generate("<ButtonRelease-1>", x=460, y=42)
    settle(pane)
    assert len(drawn) == 1
    assert (pane.lens.left, pane.lens.top) == pytest.approx((before.left + 60, before.top + 30))
    assert pane.widget.coords(image) == at[0]


def test_many_requests_draw_once(pane):
    drawn = []
    draw = pane.screen.canvas.draw
    pane.screen.canvas.draw = lambda: (drawn.append(1), draw())
    for _ in range(20):
        pane.screen.zoom(1.25)
        pane.screen.zoom(0.8)
    settle(pane)
    assert len(drawn) == 1


def test_arrow_keys_walk_the_tree_and_space_unfolds(pane, chosen):
    line = TREE.principal_variation()
    press(pane, "Down")
    press(pane, "Down")
    assert chosen == line[1:3]
    press(pane, "Up")
    press(pane, "Right")
    siblings = TREE.children(0)
    assert pane.selected == siblings[1]
    press(pane, "Left")
    assert pane.selected == siblings[0]
    press(pane, "space")
    assert pane.view.is_folded(siblings[0])
    press(pane, "space")
    assert pane.view.is_whole(siblings[0])


def test_p_shows_the_pruned_replies_and_folds_them_again(pane):
    stub = next(glyph for glyph in pane.view.glyphs if glyph.sort == STUB)
    pane.select(stub.row)
    press(pane, "p")
    assert set(stub.hidden) <= pane.view.rows
    press(pane, "p")
    assert not set(stub.hidden) & pane.view.rows


def test_down_unfolds_what_is_folded_on_the_way(pane):
    row = folded(pane)[0]
    pane.select(row)
    press(pane, "Down")
    assert pane.selected == TREE.best_child(row)
    assert pane.selected in pane.view.rows


def test_plus_and_minus_zoom_and_zero_and_home_fit(pane):
    before = pane.lens
    press(pane, "plus")
    assert pane.lens.slot > before.slot
    press(pane, "minus")
    assert pane.lens.slot == pytest.approx(before.slot)
    for key in ("0", "Home"):
        press(pane, "plus")
        press(pane, key)
        assert pane.lens == before


def test_selecting_reveals_a_hidden_row_and_brings_it_into_sight(pane, chosen):
    row = len(TREE) - 5
    assert row not in pane.view.rows
    pane.select(row)
    settle(pane)
    assert row in pane.view.rows
    where = pixel(pane, row)
    assert 0 < where["x"] < pane.widget.winfo_width()
    assert 0 < where["y"] < pane.widget.winfo_height()
    assert not chosen  # only the pointer and the keys report a choice


def test_pointing_at_a_node_rings_it_and_says_what_it_is(pane):
    row = TREE.children(0)[1]
    pane.widget.event_generate("<Motion>", **pixel(pane, row))
    texts = [
        pane.widget.itemcget(item, "text")
        for item in pane.widget.find_withtag("mark")
        if pane.widget.type(item) == "text"
    ]
    assert texts == [f"3: MIN ≤0, {TREE.searched(row):,} nodes"]
    pane.widget.event_generate("<Leave>")
    assert not [item for item in pane.widget.find_withtag("mark") if pane.widget.type(item) == "text"]


def test_a_left_out_node_asks_to_be_opened_and_unfolds_when_it_is(pane, asked):
    tree = recorded(depth=6, budget=800)
    pane.show(tree)
    settle(pane)
    row = next(row for row in sorted(pane.view.rows) if pane.view.is_left_out(row))
    click(pane, row)
    assert asked == [row]
    pane.opened(open_node(tree, row, load("v2")), row)
    settle(pane)
    assert pane.view.is_whole(row)
    assert tally(pane.view).holds


def test_a_full_view_says_so(pane):
    pane.view.max_glyphs = len(pane.view.glyphs) + 2
    row = next(row for row in folded(pane) if len(TREE.children(row)) > 4)
    pane.expand(row)
    assert "more than" in pane._header.cget("text")
    assert pane.view.is_folded(row)
    pane.collapse(TREE.children(0)[2])
    assert "nodes," in pane._header.cget("text")


def test_resizing_keeps_a_fitted_tree_whole_in_sight(pane, root):
    for size in ("1200x800", "640x520"):
        root.geometry(size)
        settle(pane)
        spots = pane.lens.pixels(pane.screen.drawing.xy)
        assert spots.min() > 0
        assert spots[:, 0].max() < pane.widget.winfo_width()
        assert spots[:, 1].max() < pane.widget.winfo_height()


def test_changing_the_theme_repaints_everything(pane):
    pane.set_theme(DARK)
    settle(pane)
    assert pane.widget.cget("background") == DARK.panel
    assert pane.widget.itemcget(pane.widget.find_withtag("plies")[0], "fill") == DARK.faint
    assert pane._legend.cget("background") == DARK.window


def test_one_search_after_another_shows_the_new_one(pane):
    other = recorded("4453", 4, "minimax")
    pane.show(other, focus=len(other) - 1)
    settle(pane)
    assert "minimax, depth 4" in pane._header.cget("text")
    assert pane.selected == len(other) - 1
    assert pane.selected in pane.view.rows
    pane.show_nothing()
    pane.show(TREE)
    settle(pane)
    assert tally(pane.view).nodes == TREE.nodes


def test_a_pane_may_be_closed_while_it_waits_to_paint(pane):
    pane.fit()
    pane.destroy()


def test_a_drag_that_rests_is_drawn_and_goes_on_from_there(pane):
    before = pane.lens
    pane.widget.event_generate("<ButtonPress-1>", x=400, y=12)
    pane.widget.event_generate("<B1-Motion>", x=440, y=22)
    pane.update()
    deadline = time.monotonic() + LONG
    while pane.lens == before and time.monotonic() < deadline:
        pane.update()
    assert pane.lens.left == pytest.approx(before.left + 40)
    pane.widget.event_generate("<B1-Motion>", x=450, y=22)
    pane.widget.event_generate("<ButtonRelease-1>", x=450, y=22)
    settle(pane)
    assert (pane.lens.left, pane.lens.top) == pytest.approx((before.left + 50, before.top + 10))


def test_a_selected_node_that_is_folded_away_is_marked_on_its_ancestor(pane):
    parent = TREE.children(0)[2]
    pane.select(TREE.best_child(parent))
    settle(pane)
    ring = pane.widget.find_withtag("mark")[0]
    assert not pane.widget.itemcget(ring, "dash")
    pane.collapse(parent)
    settle(pane)
    ring = pane.widget.find_withtag("mark")[0]
    assert pane.widget.itemcget(ring, "dash")
    x0, y0, x1, y1 = pane.widget.coords(ring)
    assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx(tuple(pixel(pane, parent).values()), abs=1)
