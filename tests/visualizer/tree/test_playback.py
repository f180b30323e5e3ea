"""The overview strip and the playback, in a real window."""

from __future__ import annotations

import time

import numpy as np
import pytest
from driver import pane_of, settle
from patience import LONG

from c4.engine import deepening as engine
from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import open_node, search
from c4.tree.icicle import icicle
from c4.tree.replay import CUT, ENTER
from c4.tree.searchtree import PRUNED
from visualizer.kit.theme import DARK, LIGHT
from visualizer.tree.pane import TreePane
from visualizer.tree.strip import COLOURS, NONE_YET
from visualizer.tree.tally import tally

TREE = search(Position(), 6, load("v2")).tree


@pytest.fixture
def pane(root):
    return pane_of(root, TREE, size="900x760")


# -- the picture ------------------------------------------------------------------------------------------------------


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


def test_where_pixels_are_enough_every_cell_is_its_row():
    tree = search(Position.from_moves("4453"), 2, load("v2")).tree
    cells = icicle(tree, len(tree))
    for row in range(len(tree)):
        assert (cells.pruned if tree.kind[row] == PRUNED else cells.cover)[tree.ply[row], row] == pytest.approx(1)
        if tree.kind[row] != PRUNED:
            assert np.sign(cells.value[tree.ply[row], row]) == np.sign(tree.value[row])
            cut = tree.children(row) and tree.kind[tree.children(row)[-1]] == PRUNED
            assert cells.cut[tree.ply[row], row] == (1 if cut else 0)


def test_the_strip_finds_the_row_under_a_pixel(pane):
    strip = pane.strip
    for row in (0, 1, TREE.children(0)[3], TREE.children(TREE.children(0)[0])[0]):
        x = strip._x(row) + strip.winfo_width() * int(TREE.size[row]) / len(TREE) / 2
        y = strip._top + (int(TREE.ply[row]) + 0.5) * strip.ply_height
        assert strip.row_at(x, y) == row


def test_colours_and_themes_change_the_picture_and_words(pane):
    strip, seen = pane.strip, set()
    for theme in (LIGHT, DARK):
        pane.set_theme(theme)
        for colour in COLOURS:
            assert strip.colour == colour
            seen.add(strip.pixels(strip._cells).tobytes())
            captions = [strip.itemcget(item, "text") for item in strip.find_withtag("caption")]
            assert colour in captions[1]
            strip.next_colour()
    assert len(seen) == 2 * len(COLOURS)


def test_the_strip_folds_to_its_caption_and_unfolds(pane):
    height = int(pane.strip["height"])
    assert 56 <= height <= 100
    pane.strip.switch()
    settle(pane)
    assert int(pane.strip["height"]) < 25
    pane.strip.switch()
    assert int(pane.strip["height"]) == height


def test_the_frame_is_what_the_main_view_shows(pane):
    first, last, top, bottom = pane.strip._frame
    assert (first, last, top) == (0, len(TREE), 0)
    assert bottom == TREE.ply.max()
    row = TREE.principal_variation()[3]
    pane.fit_subtree(row)
    settle(pane)
    assert pane.strip._frame[2] > 0


def test_pressing_and_dragging_in_the_strip_moves_the_main_view(pane):
    picked = []
    pane.model.on_select = picked.append
    glyphs = []
    for x in range(50, 850, 90):
        pane.strip.event_generate(
            "<ButtonPress-1>" if x == 50 else "<B1-Motion>", x=x, y=pane.strip._top + 5 * pane.strip.ply_height + 2
        )
        settle(pane)
        assert picked[-1] == pane.selected == pane.strip.row_at(x, pane.strip._top + 5 * pane.strip.ply_height + 2)
        assert pane.selected in pane.view.rows
        spot = pane.lens.pixels([pane.screen.layout.at[pane.selected]])[0]
        assert 0 < spot[0] < pane.widget.winfo_width()
        assert 0 < spot[1] < pane.widget.winfo_height()
        glyphs.append(len(pane.view.glyphs))
        assert tally(pane.view).holds
    assert max(glyphs) < glyphs[0] + 120  # what one place unfolds, the next folds again


def test_an_empty_pane_has_an_empty_strip_as_high_as_before(pane):
    """It says why it is empty; the picture above keeps its size and need not be drawn twice when a tree comes."""
    height = pane.strip.winfo_height()
    pane.show_nothing()
    settle(pane)
    assert {pane.strip.type(item) for item in pane.strip.find_all()} == {"text"}
    assert NONE_YET in [pane.strip.itemcget(item, "text") for item in pane.strip.find_all()]
    assert pane.strip.winfo_height() == height
    assert pane.strip.row_at(10, 10) is None


# -- the playback -----------------------------------------------------------------------------------------------------


def texts(pane, tag):
    """What is written and to be seen."""
    items = [item for item in pane.widget.find_withtag(tag) if pane.widget.type(item) == "text"]
    return [pane.widget.itemcget(item, "text") for item in items if pane.widget.itemcget(item, "state") != "hidden"]


def state(pane):
    """Everything a step may change, but where the picture is."""
    bar = pane.bar
    return (
        pane.playback.moment, pane.selected, bar.what["text"], bar.update_text["text"], bar.count["text"],
        sorted(texts(pane, "playback")), [pane.playback.hides(key) for key in range(len(TREE))],
    )  # fmt: skip


def test_stepping_forward_and_back_shows_the_same(pane):
    playback = pane.playback
    playback.open()
    playback.seek(300)
    settle(pane)
    seen = []
    for _ in range(12):
        seen.append(state(pane))
        playback.into()
        settle(pane)
    for before in reversed(seen):
        playback.back()
        settle(pane)
        assert state(pane) == before


def test_each_event_is_on_screen_with_its_window(pane):
    """The node, its way from the root and the windows as they are, wherever the playback goes; the tree never
    overflows.
    """
    playback = pane.playback
    playback.open()
    last = len(playback.replay) - 1
    for event in np.linspace(0, last, 10).astype(int).tolist():
        playback.seek(event)
        settle(pane)
        assert playback.event == event
        assert set(playback.path()) <= set(pane.screen.layout.at)
        assert [text for text in texts(pane, "playback") if "α" in text or "best" in text] or event == last
        spot = pane.lens.pixels([pane.screen.layout.at[playback.shown_row()]])[0]
        assert 0 < spot[0] < pane.widget.winfo_width()
        assert 0 < spot[1] < pane.widget.winfo_height()
        assert len(pane.view.glyphs) <= pane.view.max_glyphs
        assert tally(pane.view).holds


def test_values_that_are_not_known_yet_are_hidden(pane):
    def values():
        return [text for text in texts(pane, "words") if text[0] in "≤≥" or text.lstrip("−").isdigit()]

    before = len(values())
    pane.playback.open()
    settle(pane)
    first = len(values())
    pane.playback.seek(10**9)
    settle(pane)
    assert first < before * 0.8
    assert len(values()) >= before * 0.9
    pane.playback.close()
    settle(pane)
    assert not pane.widget.find_withtag("playback")
    assert len(values()) >= before * 0.9


def test_steps_between_siblings_draw_nothing_anew(pane):
    """Where the way is wider than the window, too: only what is seen of the words changes."""
    playback = pane.playback
    pane.winfo_toplevel().geometry("480x700")
    playback.open()
    leaf = next(row for row in range(len(TREE)) if TREE.ply[row] == 6)
    playback.seek(playback.replay.to_row(leaf))
    settle(pane)
    drawn, draw = [], pane.screen.canvas.draw
    pane.screen.canvas.draw = lambda: (drawn.append(1), draw())
    for _ in range(4):
        playback.into()
        settle(pane)
    assert TREE.parent[playback.moment.row] == TREE.parent[leaf]
    assert not drawn


def test_runs_end_where_they_say(pane):
    playback = pane.playback
    row = TREE.children(0)[2]
    pane.select(row)
    playback.to_selected()
    assert (playback.moment.sort, playback.moment.row) == (ENTER, row)
    playback.to_cut()
    assert playback.moment.sort == CUT
    assert "≥ beta" in pane.bar.update_text["text"]
    assert "the other" not in pane.bar.what["text"]
    playback.out()
    assert playback.moment.row == playback.path()[-1] or playback.moment.row in TREE.children(playback.path()[-2])
    stub = next(child for child in range(len(TREE)) if TREE.kind[child] == PRUNED)
    pane.select(stub)
    playback.to_selected()
    assert (playback.moment.sort, playback.moment.row) == (CUT, TREE.parent[stub])


def test_it_plays_at_its_speed_pauses_and_ends(pane):
    playback = pane.playback
    playback.open()
    playback.set_speed(500)
    playback.play()
    deadline = time.monotonic() + LONG
    while playback.event < 20 and time.monotonic() < deadline:
        pane.update()
    assert playback.playing
    assert pane.bar.buttons["Play"]["text"] == "Pause"
    playback.play()
    at = playback.event
    assert at >= 20
    assert not playback.playing
    playback.seek(len(playback.replay) - 5)
    playback.play()
    while playback.playing and time.monotonic() < deadline:
        pane.update()
    assert playback.event == len(playback.replay) - 1
    assert "The search ends" in pane.bar.what["text"]
    playback.faster()
    assert playback.speed == 500
    playback.slower()
    assert playback.speed == 200
    assert pane.bar.speed.get() == "200/s"


def test_the_scrubber_and_the_strip_seek(pane):
    playback = pane.playback
    playback.open()
    pane.bar.scrub.set(1234.4)
    assert playback.event == 1234
    x, y = 400, pane.strip._top + 3 * pane.strip.ply_height + 2
    row = pane.strip.row_at(x, y)
    pane.strip.event_generate("<ButtonPress-1>", x=x, y=y)
    assert playback.moment.row in (row, TREE.parent[row])
    assert playback.event == playback.replay.to_row(row)
    assert round(pane.bar.scrub.get()) == playback.event


def test_a_part_that_is_opened_while_it_plays_back(root):
    """Stepping into what was not recorded asks for it; once it is there the next step leads into it, from any event."""
    tree = search(Position(), 6, load("v2"), budget=500).tree
    pane = TreePane(root, on_open=lambda row: pane.opened(open_node(pane.view.tree, row, load("v2")), row))
    pane.pack(fill="both", expand=True)
    pane.show(tree)
    settle(pane)
    row = int(np.flatnonzero(tree.left_out)[0])
    playback = pane.playback
    playback.open()
    playback.seek(playback.replay.to_row(row))
    before = playback.event
    playback.into()
    settle(pane)
    assert len(pane.view.tree) > len(tree)
    assert (playback.event, playback.moment.row) == (before, row)
    playback.into()
    assert playback.moment.sort == ENTER
    assert pane.view.tree.parent[playback.moment.row] == row
    playback.seek(len(playback.replay) - 10)
    moment = playback.moment
    later = int(np.flatnonzero(pane.view.tree.left_out)[0])
    pane.expand(later)
    settle(pane)
    assert (playback.moment.sort, len(playback.replay) - playback.event) == (moment.sort, 10)


def test_an_engines_record_plays_back(root):
    """Looks that are repeated, table hits and threats, each with its words; what is not recorded is stepped over."""
    pane = TreePane(root, on_open=lambda row: pytest.fail("an engine's node cannot be opened"))
    pane.pack(fill="both", expand=True)
    tree = engine.search(Position.from_moves("4453"), load("v2"), depth=8, budget=3000).tree
    pane.show(tree)
    settle(pane)
    playback = pane.playback
    playback.open()
    said = []
    while len(said) < 400 and not any("table hit" in text for text in said[100:]):
        playback.into()
        said.append(pane.bar.what["text"])
    assert playback.event == len(said) < 400


def test_a_new_tree_or_a_closed_pane_ends_the_playback(pane):
    heard = []
    pane.playback.on_moment = heard.append
    pane.playback.open()
    pane.playback.seek(5000)
    pane.playback.play()
    pane.show(search(Position(), 4, load("v2")).tree)
    assert not pane.playback.is_open
    assert heard[-1] is None
    pane.playback.play()
    settle(pane)
    pane.destroy()
