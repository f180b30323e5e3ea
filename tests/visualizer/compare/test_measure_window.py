"""Disagreement, colours, the measure window."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

from c4.tree.searchtree import HORIZON, PRUNED
from visualizer.app.commands.compare import COLOURS
from visualizer.compare.measure import MeasureWindow
from visualizer.compare.window import CompareWindow


def test_the_largest_disagreements_are_listed_and_lead_to_their_nodes(hand):
    """The list is sorted by disagreement, and a click selects the node in the tree."""
    hand.searched("44433")
    hand.press("<Control-Key-4>")
    pane = hand.tools.disagreement
    hand.until(lambda: pane.opinions is not None)
    names = pane.table.get_children()
    assert 0 < len(names) <= 200
    apart = pane.disagreement()
    rows = [int(name) for name in names]
    assert (np.diff(apart[rows]) <= 0).all()
    tree = hand.session.shown_search.decision.tree
    assert not {HORIZON, PRUNED} & {int(tree.kind[row]) for row in rows}
    inner = np.where(tree.kind == HORIZON, np.nan, apart)
    assert apart[rows[0]] == np.nanmax(inner)
    static, learned, shown = pane.table.item(names[0], "values")[2:]
    assert float(shown) == pytest.approx(apart[rows[0]], abs=0.006)
    position = tree.position(rows[0])
    assert learned == hand.window.evaluators.get("windows").in_words(
        hand.window.evaluators.get("windows").evaluate(position, tree.maximizer)
    )
    assert static == hand.window.evaluators.get("v2").in_words(
        hand.window.evaluators.get("v2").evaluate(position, tree.maximizer)
    )
    row = int(hand.choose(pane.table, 3))
    assert hand.window.tree_pane.model.selected == row
    assert "".join(str(column + 1) for column in tree.path(row)) == str(pane.table.item(str(row), "values")[0])


def test_the_tree_can_be_coloured_by_value_and_by_disagreement(hand):
    """Ctrl+5 colours by side, value or disagreement; a new tree keeps the colouring."""
    hand.searched()
    pane = hand.window.tree_pane

    def colours(gid):
        artist = next(artist for artist in pane.canvas.drawing.axes.collections if artist.get_gid() == gid)
        return {to_hex(colour) for colour in artist.get_facecolor()}

    discs = {colour.lower() for _, colour in hand.window.names.colours}
    assert colours("node") == discs
    hand.press("<Control-Key-5>")
    assert hand.tools.colours == COLOURS[1]
    assert colours("node") != discs
    hand.press("<Control-Key-5>")
    hand.until(lambda: hand.tools.disagreement.opinions is not None)
    hand.pump(0.1)
    apart = hand.tools.disagreement.disagreement()
    said = [label.texts for label in pane.canvas.drawing.labels if any("Δ" in text for text in label.texts)]
    assert said
    assert (f"Δ{apart[0]:.2f}".replace("Δ0", "Δ"),) in said
    tree = hand.session.shown_search.decision.tree
    hand.searched("4444")
    hand.until(
        lambda: hand.tools.disagreement.opinions is not None and hand.tools.disagreement.opinions.tree is not tree
    )
    hand.pump(0.1)
    assert any("Δ" in text for label in pane.canvas.drawing.labels for text in label.texts)
    hand.press("<Control-Key-5>")
    assert colours("node") == discs
    assert not any("Δ" in text for label in pane.canvas.drawing.labels for text in label.texts)


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
    pane.depth.set("4")
    pane.stop()
    pane.start()
    pane.depth.set("x")  # what is typed meanwhile is for the next one
    hand.until(lambda: not pane.task.busy)
    assert len(pane.points) == 16
    assert not hand.window.errors
    curves = pane.chart.plots[0].lines
    assert [line.label for line in curves] == ["minimax", "alpha-beta", "alpha-beta ordered", "engine"]
    assert len({line.colour for line in curves}) == len({line.marker for line in curves}) == 4
    assert curves[0].ys == [8, 57, 400, 2717]
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


def test_what_cannot_be_done_yet_is_disabled(hand):
    """Before there is a tree nothing can be measured, but the board's position can be compared."""
    commands = {command.name: command for command in hand.window.commands}
    hand.tree_ready()
    assert not commands["measure"].enabled()
    assert not commands["colours"].enabled()
    assert commands["compare"].enabled()
    hand.tools.disagreement.ask()
    assert "Play a move" in hand.tools.disagreement.note["text"]
    window = hand.compared("two move orders")
    assert window.compared.position.ply == 0
