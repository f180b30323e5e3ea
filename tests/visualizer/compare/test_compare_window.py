"""The window that compares two searches, worked by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from c4.experiments.plans import PAIRS
from c4.game.rules import STANDARD
from c4.tree.compare import BOTH, ONLY_A, ONLY_B
from visualizer.compare.measure import MeasureWindow
from visualizer.compare.merged import DIFFERS
from visualizer.compare.window import CompareWindow
from visualizer.kit.theme import DARK, LIGHT
from visualizer.tree.glyphs import STYLES
from visualizer.tree.tally import tally

# -- comparing --------------------------------------------------------------------------------------------------------


def test_minimax_and_alphabeta_are_compared_in_two_clicks(hand, tmp_path):
    """A menu and its row: both searches run, and what only minimax has is what alpha-beta pruned, in the table and in
    words.
    """
    hand.searched()
    menu = hand.window.menus["Compare"]
    hand.root.tk.call(menu["postcommand"])
    entries = [i for i in range(menu.index("end") + 1) if menu.type(i) != "separator"]
    labels = [menu.entrycget(i, "label").strip() for i in entries]
    assert labels[:6] == [
        "Minimax and alpha-beta",
        "V1 and V2",
        "Heuristic and learned",
        "Two move orders",
        "Two depths",
        "Alpha-beta and engine",
    ]
    menu.invoke(0)
    window = hand.window.windows.of(CompareWindow)
    hand.until(lambda: window.found is not None)
    hand.pump(0.1)
    comparison = window.found.comparison
    assert [decision.tree.algorithm for decision in window.found.decisions] == ["minimax", "alphabeta"]
    assert comparison.count(ONLY_A) == comparison.a.nodes - comparison.b.nodes
    assert f"{comparison.count(ONLY_A):,} only in A" in window.differences.summary["text"]
    assert [bool(pane._legend.winfo_manager()) for pane in (*window.panes, window.merged)] == [False, False, True]
    assert "0 with different values" in window.differences.summary["text"]
    table = window.differences.table
    first = table.item(table.get_children()[0], "values")
    assert first[1] == "only in A"
    assert first[3] == "pruned"
    saved = [
        int(window.differences.table.item(name, "values")[6].replace(",", ""))
        for name in window.differences.table.get_children()
    ]
    assert saved == sorted(saved, reverse=True)
    for side, decision in enumerate(window.found.decisions):
        head = window.heads[side]["text"]
        assert f"column {decision.column + 1}, value {decision.value.points}".replace("-", "−") in head
        assert f"{decision.nodes:,} nodes" in head
        assert window.panes[side].view.tree is decision.tree
    window.export(str(tmp_path / "page.html"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count('<img src="data:image/png;base64,') == 2
    assert all(plan.words in page for plan in window.found.plans)
    assert f"{comparison.count(ONLY_A):,} only in A" in page
    assert page.count("<tr>") == 1 + min(100, len(comparison.divergences))
    window.export(str(tmp_path / "nowhere" / "page.html"))
    assert "nowhere" in window.progress["text"]


def test_every_pair_can_be_compared(hand):
    """Each pair of the menu ends in two trees, a merged one, and counts that add up."""
    hand.searched()
    for pair in PAIRS:
        window = hand.compared(pair)
        comparison = window.found.comparison
        assert window.found.plans == PAIRS[pair](hand.window.plan(), STANDARD)
        assert comparison.a is window.panes[0].view.tree
        assert comparison.b is window.panes[1].view.tree
        assert window.merged.view.tree is comparison.tree
        assert tally(window.merged.view).holds
        assert len(window.differences.table.get_children()) == min(500, len(comparison.divergences))


def test_what_was_left_out_opens_in_all_three_trees(hand, monkeypatch):
    """A node that the row budget left out opens with a click, in A, in B where B has it too, and in the merged tree;
    the engine's says why not.
    """
    monkeypatch.setattr("c4.search.fixed_depth.ROW_BUDGET", 300)
    hand.searched()
    window = hand.compared("minimax and alpha-beta")
    for pane in (window.panes[0], window.merged):
        window.views.select(0 if pane is not window.merged else 1)
        hand.pump(0.2)
        before = window.found.comparison
        view, glyphs = pane.view, len(pane.view.glyphs)
        row = next(glyph.row for glyph in view.glyphs if view.is_left_out(glyph.row))
        path = view.tree.path(row)
        pane.expand(row)
        hand.until(lambda before=before: window.found.comparison is not before)
        hand.pump(0.2)
        after = window.found.comparison
        assert after.a.total_left_out + after.b.total_left_out < before.a.total_left_out + before.b.total_left_out
        assert [pane.view.tree for pane in window.panes] == [after.a, after.b]
        assert window.merged.view.tree is after.tree
        assert all(tally(pane.view).holds for pane in (*window.panes, window.merged))
        assert len(pane.view.glyphs) > glyphs
        assert after.tree.path(window._path) == path
        assert "chooses" in window.progress["text"] or "both choose" in window.progress["text"]
    window = hand.compared("alpha-beta and engine")
    comparison = window.found.comparison
    in_a = [(row, *comparison.other(1, row)) for row in np.flatnonzero(comparison.b.left_out).tolist()]
    window.panes[1].expand(next(row for row, at, there in in_a if there and not comparison.a.left_out[at]))
    hand.until(lambda: "Searching this part" not in window.progress["text"])
    assert "the engine's table" in window.progress["text"]
    assert window.found.comparison is comparison


def test_a_selection_is_one_selection(hand):
    """A node chosen in one tree is selected in the other and in the merged one; where it is not there the other says
    so.
    """
    hand.searched()
    window = hand.compared("minimax and alpha-beta")
    comparison = window.found.comparison
    a, b = window.panes
    both = next(
        row
        for row in a.view.rows
        if row and comparison.where[comparison.of_a[row]] == BOTH and a.screen.pixel(row)[1] < a.widget.winfo_height()
    )
    hand.click_node(a, both)
    assert b.view.tree.path(b.selected) == a.view.tree.path(both)
    path = int(comparison.of_a[both])
    window.views.select(1)
    hand.until(lambda: window.merged.selected == path)
    window.views.select(0)
    hand.pump(0.2)

    lacking = int(comparison.divergences[0])
    window.show_path(lacking)
    hand.pump(0.1)
    assert comparison.tree.path(lacking) == a.view.tree.path(a.selected) == b.view.tree.path(b.selected)
    assert "pruned in B" in b._header["text"]
    below = lacking + 1
    window.show_path(below)
    assert a.view.tree.path(a.selected) == comparison.tree.path(below)
    assert b.view.tree.path(b.selected) == comparison.tree.path(lacking)
    assert "not in B" in b._header["text"]
    assert "not in A" not in a._header["text"]


def test_a_line_of_the_table_zooms_both_trees(hand):
    """Clicking a divergence selects it in both trees and brings its surroundings into sight; the list can be
    narrowed.
    """
    hand.searched()
    window = hand.compared("V1 and V2")
    before = [pane.lens for pane in window.panes]
    path = int(hand.choose(window.differences.table, 2))
    comparison = window.found.comparison
    for side, pane in enumerate(window.panes):
        row, _ = comparison.row_in(side, path)
        assert pane.selected == row
        x, y = pane.screen.pixel(row)
        assert 0 < x < pane.widget.winfo_width()
        assert 0 < y < pane.widget.winfo_height()
    assert [pane.lens for pane in window.panes] != before
    for number, kind in ((1, ONLY_A), (2, ONLY_B)):
        window.differences.what.current(number)
        window.differences.what.event_generate("<<ComboboxSelected>>")
        hand.until(lambda: not window.busy)
        rows = [int(name) for name in window.differences.table.get_children()]
        assert rows
        assert (comparison.where[rows] == kind).all()
    window.differences.what.current(3)
    window.differences.what.event_generate("<<ComboboxSelected>>")
    hand.until(lambda: not window.busy)
    assert comparison.differs[[int(name) for name in window.differences.table.get_children()]].all()


def test_the_merged_tree_tells_them_apart_by_hatch_and_shape(hand):
    """Common nodes are plain, the two sides hatched differently, and a pentagon stands round each different value on
    screen.
    """
    hand.searched()
    window = hand.compared("alpha-beta and engine")
    window.views.select(1)
    hand.pump(0.3)
    pane, comparison = window.merged, window.found.comparison
    for row in np.flatnonzero(comparison.differs)[:3]:
        pane.select(int(row))
    hand.pump(0.1)
    found = {artist.get_gid(): artist for artist in pane.screen.drawing.axes.collections}
    hatches = {
        who: {found[gid].get_hatch() for gid in found if str(gid).startswith(who)}
        for who in ("both", "only A", "only B")
    }
    assert all(len(hatch) == 1 for hatch in hatches.values())
    assert len({next(iter(hatch)) for hatch in hatches.values()}) == 3
    shown = [row for row in pane.view.rows if comparison.differs[row]]
    assert shown
    assert len(found["differs"].get_offsets()) == len(shown)
    graph = pane.model.graph()
    for row in pane.view.rows:
        look = graph.nodes[row]["facts"].look
        if comparison.where[row] == BOTH:
            assert look.startswith("both")
            a, b = comparison.row_a[row], comparison.row_b[row]
            if comparison.differs[row]:
                assert "≠" in graph.nodes[row]["facts"].value
            assert comparison.a.path(int(a)) == comparison.b.path(int(b))
        elif comparison.where[row] in (ONLY_A, ONLY_B):
            assert look.startswith("only A" if comparison.where[row] == ONLY_A else "only B")
    union = [STYLES[look] for look in STYLES if look.split()[0] in ("both", "only", "unsure")]
    assert len({(style.path.vertices.tobytes(), style.hatch, style.dashed) for style in union}) == len(union) > 20
    assert DIFFERS.path.vertices.tobytes() not in {style.path.vertices.tobytes() for style in union}


def test_any_two_searches_can_be_typed(hand):
    """Boxes say what is searched; nonsense is answered in a sentence and nothing is lost."""
    hand.searched()
    window = hand.compared("two move orders")
    before = window.found
    window.choosers[1].order.set("1234")
    window.start()
    hand.until(lambda: not window.busy)
    assert "order" in window.progress["text"]
    window.choosers[1].order.set("12x")
    window.start()
    assert "'x' at place 3" in window.progress["text"]
    window.choosers[1].order.set("7654321")
    window.choosers[0].depth.set("much")
    window.start()
    assert "'much'" in window.progress["text"]
    assert window.found is before
    window.choosers[0].depth.set("3")
    window.choosers[0].evaluator.current(0)
    window.start()
    hand.until(lambda: window.found is not before)
    a, b = window.found.plans
    assert (a.depth, a.evaluator) == (3, "v1")
    assert b.move_order == (6, 5, 4, 3, 2, 1, 0)


def test_a_long_comparison_can_be_stopped_and_the_window_stays_alive(hand):
    """While two deep searches run the progress counts, with a bar, and events are answered; Stop ends them and keeps
    what was there.
    """
    hand.searched()
    window = hand.compared("two depths")
    before = window.found
    for chooser in window.choosers:
        chooser.depth.set("40")
    window.start()
    hand.until(lambda: "nodes" in window.progress["text"])
    assert window.button["text"] == "Stop"
    assert window.share_bar.winfo_manager()
    hand.press("d")
    assert hand.session.settings.limits.depth == 5
    window.button.invoke()
    assert window.button["text"] == "Compare"
    assert not window.share_bar.winfo_manager()
    hand.pump(0.2)
    assert window.found is before
    assert "Stopped" in window.progress["text"]


def test_the_compared_position_is_the_trees_the_boards_or_the_selected_nodes(hand, monkeypatch):
    """Three positions are offered; one whose game is over is not."""
    hand.searched()
    offered = hand.window.positions()
    assert list(offered) == ["the tree's position", "the board's position"]
    hand.window.select_row(1)
    assert hand.window.positions()["the selected node's"] == hand.session.found.decision.tree.position(1)
    shown = hand.session.found
    without = shown._replace(decision=replace(shown.decision, tree=None))
    monkeypatch.setattr(type(hand.session), "found", property(lambda session: without))
    assert "the selected node's" in hand.window.positions(), "the node is one of the tree that is shown"
    monkeypatch.undo()
    hand.session.set(seats=("human", "human"))
    for column in (0, 1, 0, 1, 0, 1, 0, 1):
        if hand.session.outcome is None:
            hand.session.play(column)
    assert hand.session.outcome is not None
    hand.pump(0.05)
    hand.window.select_row(1)
    assert "the board's position" not in hand.window.positions()
    window = hand.compared("two move orders")
    assert window.found.position == hand.session.found.position
    window.place.set("the selected node's")
    window.start()
    hand.until(lambda: not window.busy)
    assert window.found.position.ply == hand.session.found.position.ply + 1


def test_it_follows_the_theme_and_closes(hand):
    """Dark reaches the open windows; Escape closes them; closing the main window in the middle of a comparison is
    clean.
    """
    hand.searched()
    window = hand.compared("two depths")
    hand.command("measure")
    hand.command("dark")
    assert hand.window.theme is DARK
    hand.until(lambda: not hand.window.dressing.busy)
    assert window.panes[0].theme is window.merged.theme is DARK
    assert hand.window.windows.of(MeasureWindow).profile.theme is DARK
    window.focus_force()
    hand.pump(0.05)
    window.event_generate("<Escape>")
    hand.pump(0.05)
    assert not window.winfo_exists()
    hand.command("dark")
    again = hand.compared("two depths")
    assert again.panes[0].theme is LIGHT
    again.choosers[1].depth.set("40")
    again.start()
    hand.pump(0.1)
