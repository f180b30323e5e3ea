"""The overview and the playback, in a real window."""

import time

import numpy as np
import pytest
from node_counts import count_nodes
from patience import LONG
from showing import pane_of, run_on, settle

from c4.engine import deepening as engine
from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.tree.icicle import icicle
from c4.tree.searchtree import PRUNED
from visualizer.state.tree.model import TreeModel
from visualizer.tree.pane import TreePane
from visualizer.tree.playback_bar import bar_view
from visualizer.tree.viewport import LANE
from visualizer.ui.style import set_theme
from visualizer.ui.theme import DARK, LIGHT

TREE = search(Position(), 6, load("v2")).tree


@pytest.fixture
def pane(root):
    return pane_of(root, TREE, size="900x760")


@pytest.mark.parametrize("width", [7, 200, 3000])
def test_the_icicle_holds_every_row(width):
    """Each ply's cells add up to the rows of its subtrees, searched and pruned apart, whatever the width."""
    cells = icicle(TREE, width)
    for ply in range(len(cells.cover)):
        for part, pruned in ((cells.cover, False), (cells.pruned, True)):
            rows = (TREE.ply == ply) & ((TREE.kind == PRUNED) == pruned)
            assert part[ply].sum() / width == pytest.approx(TREE.size[rows].sum() / len(TREE), rel=1e-3, abs=1e-6)
    assert np.abs(cells.value).max() <= 1
    assert (cells.cover + cells.pruned).max() <= 1.001


def test_themes_change_the_picture_and_words_say_what_colours_mean(pane):
    """The overview has other pixels in each theme, and its caption names the colours."""
    overview = pane.overview
    seen = set()
    for theme in (LIGHT, DARK):
        set_theme(pane, theme)
        seen.add(overview.colours(overview._cells).tobytes())
        assert "Blue: best play. Purple: pruned" in overview_caption(pane)
    assert len(seen) == 2


def test_the_overview_speaks_of_its_frame_only_while_it_has_one(pane):
    """A playback covers what the search does not know yet, and frames nothing."""
    assert "Framed" in overview_caption(pane)
    for opened in (True, False, True):
        pane.model.toggle_playback()
        settle(pane)
        assert pane.model.playback.is_open is opened
        assert ("Framed" in overview_caption(pane)) is not opened


def overview_caption(pane):
    """What is written under the overview."""
    return pane.overview.itemcget(pane.overview.find_withtag("caption")[0], "text")


def test_pressing_and_dragging_in_the_strip_moves_the_main_view(pane):
    """The node under the pointer in the overview becomes the selected one, also while dragging."""
    glyphs = []
    for x in range(50, 850, 90):
        pane.overview.event_generate(
            "<ButtonPress-1>" if x == 50 else "<B1-Motion>",
            x=x,
            y=pane.overview._top + 5 * pane.overview.ply_height + 2,
        )
        settle(pane)
        assert (
            pane.model.state.chosen
            == pane.model.selected
            == pane.overview.row_at(x, pane.overview._top + 5 * pane.overview.ply_height + 2)
        )
        assert pane.model.selected in pane.model.view.rows
        spot = pane.canvas.viewport.pixels([pane.canvas.layout.at[pane.model.selected]])[0]
        assert 0 < spot[0] < pane.canvas.widget.winfo_width()
        assert 0 < spot[1] < pane.canvas.widget.winfo_height()
        glyphs.append(len(pane.model.view.glyphs))
        assert count_nodes(pane.model.view).consistent
    assert max(glyphs) < glyphs[0] + 120  # what one place unfolds, the next folds again


def test_each_event_is_on_screen_with_its_window(pane):
    """The node, its path and windows are on screen, wherever the playback goes."""
    pane.model.open_playback()
    last = pane.model.playback.last
    for event in np.linspace(0, last, 10).astype(int).tolist():
        pane.model.seek(event)
        settle(pane)
        playback = pane.model.playback
        assert playback.event == event
        assert set(playback.path()) <= set(pane.canvas.layout.at)
        has_window = any(word.style == "window" for word in pane.canvas.figure.words)
        assert has_window is (event != last)
        spot = pane.canvas.viewport.pixels([pane.canvas.layout.at[playback.visible_row()]])[0]
        assert 0 < spot[0] < pane.canvas.widget.winfo_width()
        assert 0 < spot[1] < pane.canvas.widget.winfo_height()
        assert len(pane.model.view.glyphs) <= pane.model.view.max_glyphs
        assert count_nodes(pane.model.view).consistent


def test_the_path_is_in_sight_and_the_root_stays(pane):
    """Where the plies fit, all of the path is between the edges from the first event to the last, below a root that
    does not move.
    """
    pane.winfo_toplevel().geometry("570x760")
    settle(pane)
    canvas = pane.canvas
    roots = set()
    pane.model.open_playback()
    last = pane.model.playback.last
    for event in (0, 1, 2, 3, *range(5, last, last // 25)):
        pane.model.seek(event)
        settle(pane)
        width, height = canvas.size
        for row in pane.model.playback.path():
            x, y = canvas.pixel(row)
            assert LANE < x < width
            assert 0 < y < height - 10
        roots.add((round(canvas.pixel(0)[0]) // 4, round(canvas.pixel(0)[1]) // 4))
    assert len(roots) <= 2


def test_it_plays_at_its_speed_pauses_and_ends(pane):
    """The button plays, pauses and says which; at the end the playback stands still."""
    model = pane.model
    model.open_playback()
    model.set_speed(500)
    model.play_or_pause()
    deadline = time.monotonic() + LONG
    while model.playback.event < 20 and time.monotonic() < deadline:
        run_on(pane)
    assert model.playback.playing
    assert pane.bar.buttons["Play"]["text"] == "Pause"
    pane.bar.buttons["Play"].invoke()
    at = model.playback.event
    assert at >= 20
    assert not model.playback.playing
    model.seek(model.playback.last - 4)
    model.play_or_pause()
    while model.playback.playing and time.monotonic() < deadline:
        run_on(pane)
    assert model.playback.event == model.playback.last
    assert "The search ends" in pane.bar.event_text["text"]
    assert pane.bar.speed.get() == "500/s"


def test_the_scrubber_and_the_strip_seek(pane):
    """A place on the scrubber or in the overview is the event there."""
    model = pane.model
    model.open_playback()
    settle(pane)
    pane.bar.scrub.set(1232.4)
    assert model.playback.event == 1232
    line = pane.bar.update_text
    assert line["foreground"] == pane.theme.text, "the blue of best play means nothing else"
    model.run_to_cut()
    settle(pane)
    assert line["foreground"] == pane.theme.cut
    settle(pane)
    middle = pane.bar.scrub.winfo_width() // 2
    pane.bar.scrub.event_generate("<ButtonPress-1>", x=middle, y=5)
    pane.bar.scrub.event_generate("<ButtonRelease-1>", x=middle, y=5)
    assert model.playback.event == pytest.approx(model.playback.last / 2, rel=0.03)
    settle(pane)
    x = 400
    y = pane.overview._top + 3 * pane.overview.ply_height + 2
    row = pane.overview.row_at(x, y)
    pane.overview.event_generate("<ButtonPress-1>", x=x, y=y)
    assert model.playback.moment.row in (row, TREE.parent[row])
    assert model.playback.event == model.playback.replay.to_row(row)
    settle(pane)
    assert round(pane.bar.scrub.get()) == model.playback.event
    model.play_or_pause()
    pane.bar.draw(bar_view(model.playback)._replace(event=7))
    assert model.playback.playing, "what is drawn moves the slider and seeks nothing"
    assert model.playback.event == model.playback.replay.to_row(row)


def test_an_engines_record_plays_back(root):
    """Looks that are repeated, table hits and threats, each with its words; what is not recorded is stepped over."""
    pane = TreePane(root, model=TreeModel(lambda row: pytest.fail("an engine's node cannot be opened")))
    pane.pack(fill="both", expand=True)
    tree = engine.search(Position.from_moves("4453"), load("v2"), depth=8, budget=3000).tree
    pane.model.show(tree)
    settle(pane)
    pane.model.open_playback()
    texts_shown = []
    while len(texts_shown) < 400 and not any("table hit" in text for text in texts_shown[100:]):
        pane.bar.buttons["Into"].invoke()
        texts_shown.append(pane.bar.event_text["text"])
    assert pane.model.playback.event == len(texts_shown) < 400


def test_a_new_tree_or_a_closed_pane_ends_the_playback(pane):
    """Another tree closes the playback with its bar, and a pane may be closed while it plays."""
    pane.model.open_playback()
    pane.model.seek(5000)
    pane.model.play_or_pause()
    pane.model.show(search(Position(), 4, load("v2")).tree)
    assert not pane.model.playback.is_open
    settle(pane)
    assert not pane.bar.winfo_manager()
    pane.model.play_or_pause()
    settle(pane)
    pane.destroy()
