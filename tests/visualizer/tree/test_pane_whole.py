"""The tree pane under any hand: nothing breaks, what is clicked stays, menus and links."""

import random

import pytest
from driver import settle
from panes import TREE, click, folded, pixel, press

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.search.fixed_depth import open_node, search
from c4.tree.searchtree import PRUNED
from visualizer.tree.pane import TreePane
from visualizer.tree.tally import tally
from visualizer.tree.view import REST, STUB


@pytest.mark.parametrize("rules", [Rules(), Rules(scoring=COUNT_LINES), Rules(5, 4, 3)])
def test_nothing_that_hands_can_do_breaks_the_pane_or_the_count(root, rules):
    chance = random.Random(5)
    root.geometry("700x560")
    pane = TreePane(root)
    pane.pack(fill="both", expand=True)
    tree = search(Position(rules=rules), 5, load("v2"), "alphabeta", budget=200).tree
    assert tree.total_left_out
    pane.model.on_open = lambda row: pane.opened(open_node(pane.view.tree, row, load("v2")), row)
    pane.show(tree)
    settle(pane)
    keys = ("Left", "Right", "Up", "Down", "space", "p", "plus", "minus", "0")
    for _ in range(40):
        what = chance.random()
        if what < 0.5:
            key = chance.choice(pane.view.glyphs).key
            where = pixel(pane, key)
            if 0 < where["x"] < pane.widget.winfo_width() and 0 < where["y"] < pane.widget.winfo_height():
                pane.widget.event_generate("<Motion>", **where)
                click(pane, key)
        elif what < 0.9:
            press(pane, chance.choice(keys))
        else:
            pane.widget.event_generate(
                chance.choice(("<Button-4>", "<Button-5>")), x=chance.randrange(600), y=chance.randrange(400)
            )
            settle(pane)
        assert tally(pane.view).holds
        assert len(pane.screen.drawing.keys) == len(pane.view.glyphs)


def test_arrow_keys_reach_what_is_folded_together(pane, chosen):
    """Left and right stand on rests and stubs too; space or down unfolds them, up goes back to their parent."""
    stub = next(glyph for glyph in pane.view.glyphs if glyph.sort == STUB and glyph.row in pane.view.rows)
    rest = next(glyph for glyph in pane.view.glyphs if glyph.sort == REST)
    for glyph in (stub, rest):
        below = list(pane.model.graph().successors(glyph.row))
        pane.select(next(key for key in below if isinstance(key, int)))
        for _ in below:
            if pane.model.held == glyph.key:
                break
            press(pane, "Right" if below.index(glyph.key) > below.index(pane.model.held or pane.selected) else "Left")
        assert (pane.model.held, pane.selected) == (glyph.key, glyph.row)
        assert chosen[-1] == glyph.row
        texts = [
            pane.widget.itemcget(item, "text")
            for item in pane.widget.find_withtag("mark")
            if pane.widget.type(item) == "text"
        ]
        assert any("click to unfold" in text for text in texts)
        press(pane, "space")
        assert set(glyph.hidden) <= pane.view.rows
        assert (pane.model.held, pane.selected) == (None, glyph.hidden[0])
    other = next(glyph for glyph in pane.view.glyphs if glyph.sort == STUB)
    pane.model.hold(other.key)
    press(pane, "Up")
    assert (pane.model.held, pane.selected) == (None, other.row)


def test_a_glyph_that_is_clicked_stays_where_it_is(pane):
    """Also while the whole tree still fits: what is unfolded makes room about it."""

    def in_sight(row):
        where = pixel(pane, row)
        return 60 < where["x"] < pane.widget.winfo_width() - 10 and 10 < where["y"] < pane.widget.winfo_height() - 10

    clicked = 0
    while clicked < 6 and (rows := list(filter(in_sight, folded(pane)))):
        row = rows[len(rows) // 2]
        before = pixel(pane, row)
        for _ in range(3):
            click(pane, row)
            assert pixel(pane, row) == pytest.approx(before, abs=1)
        clicked += 1
    assert clicked == 6


def test_a_whole_tree_in_sight_stays_whole_while_it_is_legible(pane):
    """The first node that is unfolded leaves everything in sight."""
    row = TREE.principal_variation()[4]
    pane.collapse(row)
    settle(pane)
    pane.expand(row)
    settle(pane)
    spots = pane.lens.pixels(pane.screen.drawing.xy)
    assert spots.min() > 0
    assert spots[:, 0].max() < pane.widget.winfo_width()
    assert spots[:, 1].max() < pane.widget.winfo_height()


def test_the_context_menu_is_of_the_node_under_the_pointer_or_of_the_selected_one(pane, monkeypatch):
    """A right click selects; the menu key takes the selected node; entries that make no sense are disabled."""
    opened = []
    monkeypatch.setattr(pane.hands.menu, "tk_popup", lambda x, y: opened.append((x, y)))
    row = folded(pane)[2]
    pane.widget.event_generate("<ButtonPress-3>", **pixel(pane, row))
    settle(pane)
    assert pane.selected == row
    labels = [pane.hands.menu.entrycget(i, "label") for i in range(3)]
    assert labels == ["Unfold or fold", "Show or fold pruned replies", "Fold everything else"]
    pane.hands.menu.invoke(0)
    settle(pane)
    assert row not in folded(pane)
    pane.widget.focus_force()
    pane.widget.event_generate("<Shift-KeyPress-F10>")
    assert len(opened) == 2


def test_a_click_twelve_points_beside_a_node_still_finds_it(pane):
    row = pane.view.searched_children(0)[-1]
    x, y = pane.lens.pixels([pane.screen.layout.at[row]])[0]
    for dx, dy in ((-11, 0), (0, -11)):
        assert pane.screen.drawing.keys[pane.screen.hit(x + dx, y + dy)] == row


def test_the_node_that_set_the_bound_is_lit_and_visits_of_one_position_are_linked(pane):
    cut = next(row for row in sorted(pane.view.rows) if pane.view.is_cut(row) and TREE.ply[row] == 2)
    pane.select(cut)
    settle(pane)
    assert pane.widget.find_withtag("lit")
    shown = [row for row in sorted(pane.view.rows) if TREE.kind[row] != PRUNED]
    for row in shown:
        pane.select(row)
        settle(pane)
        others = [visit for visit in pane.model.kin.visits if visit in pane.view.rows and visit != row]
        assert len(pane.widget.find_withtag("link")) == len(others)
        if others:
            break
