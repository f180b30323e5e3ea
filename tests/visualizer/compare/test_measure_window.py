"""The measure window."""

from c4.game.values import EXACT, Value
from c4.session.plans import Point
from visualizer.compare.measure_view import growth_view, profile_view


def test_the_search_is_measured_in_a_table_and_plots(hand):
    """Ctrl+2 shows nodes a ply, branching and cutoffs of the tree that is shown."""
    hand.searched()
    hand.press("<Control-Key-2>")
    window = hand.tool("measure")
    hand.pump(0.05)
    tree = hand.session.shown_search.decision.tree
    measured = window.known.measured
    assert measured.tree is tree
    cells = [window.plies.item(name, "values") for name in window.plies.get_children()]
    assert sum(int(cell[2].replace(",", "")) for cell in cells) == tree.recorded
    first, _, third = window.profile_chart.plots
    assert first.lines[0].ys == [ply.nodes for ply in measured.profile.plies]
    assert third.bars.heights == measured.profile.cuts
    assert "Knuth and Moore" in window.summary["text"]
    hand.searched("4444")
    hand.pump(0.05)
    assert window.known.measured.tree is hand.session.shown_search.decision.tree is not tree


def test_growth_is_measured_in_one_click_and_can_be_stopped(hand):
    """Ctrl+3 measures every algorithm to every depth; Stop keeps what is known."""
    hand.searched()
    hand.press("<Control-Key-3>")
    pane = hand.tool("measure")
    assert pane.task.busy
    pane.depth.set("3")
    pane.stop()
    pane.start()
    pane.depth.set("x")  # what is typed meanwhile is for the next one
    hand.until(lambda: not pane.task.busy)
    assert len(pane.known.points) == 12
    assert not hand.window.errors
    curves = pane.growth_chart.plots[0].lines
    assert [line.label for line in curves] == ["minimax", "alpha-beta", "alpha-beta ordered", "engine"]
    assert len({line.colour for line in curves}) == len({line.marker for line in curves}) == 4
    assert curves[0].ys == [8, 57, 400]
    pane.depth.set("40")
    pane.start()
    hand.until(lambda: len(pane.known.points) > 8)
    hand.until(lambda: pane.share_bar.text["text"] not in ("", "0 %"))
    pane.stop()
    assert not pane.share_bar.winfo_manager()
    known = len(pane.known.points)
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
    hand.app.game.set_up("1212121")
    compare = hand.tool("compare")
    growth = hand.tool("measure")
    growth.stop()
    for start, pane in (
        (compare.start, compare),
        (lambda: compare.start_pair("two evaluators"), compare),
        (growth.start, growth),
    ):
        start()
        assert "nothing to search" in pane.progress["text"]
        assert not pane.task.busy


def test_what_is_said_without_a_display():
    """Before there is a search; while growth is measured; and at its end, with what ended early."""
    assert profile_view(None).title == "No search yet"
    points = (Point("minimax", 1, 8, 0, 0.1, 3, Value(0, EXACT)), Point("minimax", 2, 57, 0, 0.1, 3, Value(0, EXACT)))
    busy = growth_view("the start", 2, 8, points, True, "")
    assert (busy.button, busy.text, busy.share) == ("Stop", "Searching: minimax, depth 2 done", 0.25)
    ended = growth_view("the start", 2, 8, points, False, "")
    assert ended.text.startswith("The start; alpha-beta, alpha-beta ordered, engine stopped early")
    assert growth_view("the start", 2, 8, points, False, "stopped after 2 searches").share is None
