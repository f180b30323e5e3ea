"""The window that compares two searches, worked by hand."""

from dataclasses import replace

from node_counts import count_nodes
from showing import words

from c4.game.rules import STANDARD
from c4.session.plans import PAIRS
from c4.tree.compare import BOTH, ONLY_A
from visualizer.board.picker import EvaluatorChoice


def test_a_small_window_has_room_for_boxes_and_list(hand):
    """At 900x600 every box is whole, and the list shows a difference."""
    hand.searched()
    window = hand.compared("minimax and alpha-beta")
    window.geometry("900x600")
    hand.pump(0.2)
    for box in (window.pair, window.place):
        assert box.winfo_rootx() + box.winfo_reqwidth() <= window.winfo_rootx() + window.winfo_width()
    table = window.differences.table
    assert table.bbox(table.get_children()[0])


def test_minimax_and_alphabeta_are_compared_in_two_clicks(hand):
    """A menu and its row run both: what only minimax has is what alpha-beta pruned."""
    hand.searched()
    menu = hand.window.menus["Compare"]
    hand.root.tk.call(menu["postcommand"])
    entries = [i for i in range(menu.index("end") + 1) if menu.type(i) != "separator"]
    labels = [menu.entrycget(i, "label").strip() for i in entries]
    assert [label.lower() for label in labels[: len(PAIRS)]] == [pair.lower() for pair in PAIRS]
    menu.invoke(0)
    hand.opened()
    window = hand.window.windows.open["compare"]
    hand.until(lambda: window.known.result is not None)
    hand.pump(0.1)
    comparison = window.result.compared.comparison
    assert [decision.tree.algorithm for decision in window.result.compared.decisions] == ["minimax", "alphabeta"]
    assert comparison.count(ONLY_A) == comparison.a.nodes - comparison.b.nodes
    assert f"{comparison.count(ONLY_A):,} only in A" in window.differences.summary["text"]
    assert "0 with values that contradict each other" in window.differences.summary["text"]
    table = window.differences.table
    first = table.item(table.get_children()[0], "values")
    assert first[1] == "only in A"
    assert first[3] == "pruned"
    saved = [int(table.item(name, "values")[6].replace(",", "")) for name in table.get_children()]
    assert saved == sorted(saved, reverse=True)
    for side, decision in enumerate(window.result.compared.decisions):
        head = window.heads[side]["text"]
        assert f"column {decision.column + 1}, value {decision.value.points}".replace("-", "−") in head
        assert f"{decision.nodes:,} nodes" in head
        assert window.trees[side].model.view.tree is decision.tree


def test_the_trees_have_the_colours_and_the_legend_of_the_main_tree(hand):
    """MAX's and MIN's discs look as beside the board; one legend explains what occurs in either tree."""
    hand.searched()
    window = hand.compared("minimax and alpha-beta")
    for pane in window.trees[:2]:
        assert pane.model.state.sides == hand.app.state.tree.sides
        hand.until(lambda pane=pane: pane.canvas.state.sides == pane.model.state.sides)
    texts = words(window.legend)
    assert texts.count("pruned, never searched") == 1


def test_every_pair_can_be_compared(hand):
    """Each pair of the menu ends in two trees and counts that add up."""
    hand.searched()
    for pair in PAIRS:
        window = hand.compared(pair)
        comparison = window.result.compared.comparison
        assert window.result.compared.plans == PAIRS[pair](hand.app.plan(), STANDARD)
        assert comparison.a is window.trees[0].model.view.tree
        assert comparison.b is window.trees[1].model.view.tree
        assert all(count_nodes(pane.model.view).consistent for pane in window.trees[:2])
        assert len(window.differences.table.get_children()) == min(500, len(comparison.divergences))


def test_what_was_left_out_is_said(hand, monkeypatch):
    """A node whose inside was not recorded says so."""
    monkeypatch.setattr("c4.search.record.ROW_BUDGET", 300)
    hand.searched()
    window = hand.compared("minimax and alpha-beta")
    model = window.trees[0].model
    tree = model.view.tree
    counters = f"{tree.nodes:,} nodes searched, 0 replies pruned, {tree.nodes - tree.recorded:,} nodes not recorded"
    hand.until(lambda: window.trees[0].header["text"] == counters)
    model.expand(next(glyph.row for glyph in model.view.glyphs if model.view.is_left_out(glyph.row)))
    assert "This part was not recorded" in window.progress["text"]


def test_a_selection_is_one_selection(hand):
    """A node chosen in one tree is selected in the others; where it is missing the pane says so."""
    hand.searched()
    window = hand.compared("minimax and alpha-beta")
    comparison = window.result.compared.comparison
    a, b, _ = window.trees
    shared = [row for row in a.model.view.rows if row and comparison.where[comparison.of_a[row]] == BOTH]

    def in_sight(row):
        at = a.canvas.pixel(row)
        return at is not None and at[1] < a.canvas.widget.winfo_height()

    hand.until(lambda: any(in_sight(row) for row in shared))
    both = next(row for row in shared if in_sight(row))
    hand.click_node(a, both)
    assert b.model.view.tree.path(b.model.selected) == a.model.view.tree.path(both)
    lacking = int(comparison.divergences[0])
    window.show_row(lacking)
    hand.pump(0.1)
    selected = [pane.model.view.tree.path(pane.model.selected) for pane in (a, b)]
    assert selected == [comparison.tree.path(lacking)] * 2
    assert "pruned in B" in b.header["text"]
    below = lacking + 1
    window.show_row(below)
    assert a.model.view.tree.path(a.model.selected) == comparison.tree.path(below)
    assert b.model.view.tree.path(b.model.selected) == comparison.tree.path(lacking)
    assert "not in B" in b.header["text"]
    assert "not in A" not in a.header["text"]


def test_a_line_of_the_table_zooms_both_trees(hand):
    """Clicking a divergence selects it in both trees and scrolls to it."""
    hand.searched()
    window = hand.compared("V1 and V2")
    before = [pane.canvas.viewport for pane in window.trees[:2]]
    path = int(hand.choose(window.differences.table, 2))
    comparison = window.result.compared.comparison
    for side, pane in enumerate(window.trees[:2]):
        row, _ = comparison.row_in(side, path)
        assert pane.model.selected == row
        x, y = pane.canvas.pixel(row)
        assert 0 < x < pane.canvas.widget.winfo_width()
        assert 0 < y < pane.canvas.widget.winfo_height()
    assert [pane.canvas.viewport for pane in window.trees[:2]] != before


def test_both_searches_are_one_tree_or_two(hand):
    """A button switches; a node that is chosen in the merged tree is selected in the list and in both others."""
    hand.searched()
    window = hand.compared("minimax and alpha-beta", merged=True)
    _, b, both = window.trees
    assert [pane.winfo_ismapped() for pane in window.trees] == [False, False, True]
    ghost = int(window.result.comparison.divergences[0])
    hand.click_node(both, ghost)
    assert window.known.selected == ghost
    assert window.differences.table.selection() == (str(ghost),)
    assert b.model.view.tree.path(b.model.selected) == window.result.comparison.tree.path(ghost)
    window.arrangement.set("Two trees")
    window._arranged()
    hand.pump(0.1)
    assert [pane.winfo_ismapped() for pane in window.trees] == [True, True, False]


def test_any_two_searches_can_be_typed(hand):
    """Boxes say what is searched; nonsense is answered in a sentence and nothing is lost."""
    hand.searched()
    window = hand.compared("two move orders")
    before = window.known.result
    window.choosers[1].order.set("1234")
    window.start()
    hand.until(lambda: not window.task.busy)
    assert "order" in window.progress["text"]
    window.choosers[1].order.set("12x")
    window.start()
    assert "'x' at place 3" in window.progress["text"]
    window.choosers[1].order.set("7654321")
    window.choosers[0].agent.depth.set("much")
    window.start()
    assert "'much'" in window.progress["text"]
    assert window.known.result is before
    window.choosers[0].agent.depth.set("3")
    window.choosers[0].agent.evaluator.take(EvaluatorChoice("v1"))
    window.start()
    hand.until(lambda: window.known.result is not before)
    a, b = window.result.compared.plans
    assert (a.depth, a.evaluator) == (3, "v1")
    assert b.move_order == (6, 5, 4, 3, 2, 1, 0)


def test_a_long_comparison_can_be_stopped_and_the_window_stays_alive(hand):
    """While two deep searches run events are answered; Stop keeps the old result."""
    hand.searched()
    window = hand.compared("two depths")
    before = window.known.result
    for chooser in window.choosers:
        chooser.agent.depth.set("40")
    window.start()
    hand.until(lambda: "nodes" in window.progress["text"])
    assert window.button["text"] == "Stop"
    assert window.share_bar.winfo_manager()
    hand.press("d")
    assert hand.session.settings.analysis_limits().depth == 5
    window.button.invoke()
    assert window.button["text"] == "Compare"
    assert not window.share_bar.winfo_manager()
    hand.pump(0.2)
    assert window.known.result is before
    assert "Stopped" in window.progress["text"]


def test_the_compared_position_is_the_trees_the_boards_or_the_selected_nodes(hand, monkeypatch):
    """Three positions are offered; one whose game is over is not."""
    hand.searched()
    offered = hand.app.positions()
    assert list(offered) == ["the tree's position", "the board's position"]
    hand.select_row(1)
    assert hand.app.positions()["the selected node's"] == hand.session.shown_search.decision.tree.position(1)
    shown = hand.session.shown_search
    without = shown._replace(decision=replace(shown.decision, tree=None))
    monkeypatch.setattr(type(hand.session), "shown_search", property(lambda session: without))
    assert "the selected node's" in hand.app.positions(), "the node is one of the tree that is shown"
    monkeypatch.undo()
    hand.session.set(seats=("human", "human"))
    for column in (0, 1, 0, 1, 0, 1, 0, 1):
        if hand.session.outcome is None:
            hand.session.play(column)
    assert hand.session.outcome is not None
    hand.pump(0.05)
    hand.select_row(1)
    assert "the board's position" not in hand.app.positions()
    window = hand.compared("two move orders")
    assert window.result.compared.position == hand.session.shown_search.position
    window.place.set("the selected node's")
    window.start()
    hand.until(lambda: not window.task.busy)
    assert window.result.compared.position.ply == hand.session.shown_search.position.ply + 1
