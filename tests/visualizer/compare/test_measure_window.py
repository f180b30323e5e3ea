"""The measure window."""

from visualizer.compare.measure import MeasureWindow
from visualizer.compare.window import CompareWindow


def test_the_search_is_measured_in_a_table_and_plots(hand):
    """Ctrl+2 shows nodes a ply, branching and cutoffs of the tree that is shown."""
    hand.searched()
    hand.press("<Control-Key-2>")
    pane = hand.window.windows.of(MeasureWindow).profile
    tree = hand.session.shown_search.decision.tree
    assert pane.tree is tree
    cells = [pane.table.item(name, "values") for name in pane.table.get_children()]
    assert sum(int(cell[2].replace(",", "")) for cell in cells) == tree.recorded
    first, _, third = pane.chart.plots
    assert first.lines[0].ys == [ply.nodes for ply in pane.profile.plies]
    assert third.bars.heights == pane.profile.cuts
    assert "Knuth and Moore" in pane.summary["text"]
    hand.searched("4444")
    assert pane.tree is hand.session.shown_search.decision.tree is not tree


def test_growth_is_measured_in_one_click_and_can_be_stopped(hand):
    """Ctrl+3 measures every algorithm to every depth; Stop keeps what is known."""
    hand.searched()
    hand.press("<Control-Key-3>")
    pane = hand.window.windows.of(MeasureWindow).growth
    assert pane.task.busy
    pane.depth.set("3")
    pane.stop()
    pane.start()
    pane.depth.set("x")  # what is typed meanwhile is for the next one
    hand.until(lambda: not pane.task.busy)
    assert len(pane.points) == 12
    assert not hand.window.errors
    curves = pane.chart.plots[0].lines
    assert [line.label for line in curves] == ["minimax", "alpha-beta", "alpha-beta ordered", "engine"]
    assert len({line.colour for line in curves}) == len({line.marker for line in curves}) == 4
    assert curves[0].ys == [8, 57, 400]
    pane.depth.set("40")
    pane.start()
    hand.until(lambda: len(pane.points) > 8)
    hand.until(lambda: pane.share_bar.text["text"] not in ("", "0 %"))
    pane.stop()
    assert not pane.share_bar.winfo_manager()
    known = len(pane.points)
    assert known > 8
    hand.pump(0.2)
    assert "Stopped" in pane.progress["text"]
    pane.depth.set("none")
    pane.start()
    assert "'none'" in pane.progress["text"]


def test_after_the_game_there_is_nothing_to_search(hand):
    """Open windows stay open when the game ends: what they would search is gone, and they say so."""
    hand.tree_ready()
    hand.do("compare")
    hand.do("growth")
    hand.session.set_up("1212121")
    compare, growth = (hand.window.windows.of(kind) for kind in (CompareWindow, MeasureWindow))
    growth.growth.stop()
    for start, pane in (
        (compare.start, compare),
        (lambda: compare.start_pair("two evaluators"), compare),
        (growth.growth.start, growth.growth),
    ):
        start()
        assert "nothing to search" in pane.progress["text"]
        assert not pane.task.busy
