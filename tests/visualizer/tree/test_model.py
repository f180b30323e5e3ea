"""What a tree pane shows, told without a window: folding, selection, captions, what glyphs show, playback, back and
forward.
"""

import random

import pytest

from c4.evaluators import load
from c4.game.position import Position
from c4.search.fixed_depth import open_node, search
from c4.tree.explain import row_text
from c4.tree.replay import CUT, ENTER, RETURN
from c4.tree.searchtree import PRUNED
from visualizer.tree.history import Look
from visualizer.tree.lens import Lens
from visualizer.tree.model import FOLDING, LOOKS, SELECTION, TREE, TreeModel
from visualizer.tree.tally import tally
from visualizer.tree.view import NODE, REST, STUB

TREE_6 = search(Position(), 6, load("v2")).tree


@pytest.fixture
def model():
    """A model that shows a tree and keeps what it tells in lists."""
    model = TreeModel()
    model.changes, model.said, model.chosen, model.asked = [], [], [], []
    model.on_change, model.on_say = model.changes.append, model.said.append
    model.on_select, model.on_open = model.chosen.append, model.asked.append
    model.show(TREE_6, caption="MAX is Red")
    return model


def facts(model):
    return dict(model.graph().nodes(data="facts"))


def first(model, sort):
    return next(glyph for glyph in model.view.glyphs if glyph.sort == sort)


def test_a_tree_is_shown_with_its_caption_and_the_root_selected(model):
    assert [change.what for change in model.changes] == [TREE]
    assert (model.selected, model.caption) == (0, "MAX is Red")
    assert model.header == (f"alpha-beta, depth 6, V2 · {TREE_6.nodes:,} nodes, {TREE_6.pruned:,} pruned · MAX is Red")
    model.show_nothing("Play a move.")
    assert (model.view, model.selected, model.header, model.empty) == (None, None, "", "Play a move.")


def test_every_glyph_shows_what_its_row_says(model):
    for key, shown in facts(model).items():
        if not isinstance(key, int):
            assert shown.value == ""
            assert shown.look in ("rest", "stub")
            continue
        assert shown.value == row_text(TREE_6, key)
        assert shown.pruned == (TREE_6.kind[key] == PRUNED)
        assert shown.column == TREE_6.move[key] + 1
        assert shown.principal == (key in TREE_6.principal_variation())
        assert shown.folded == (shown.look.endswith("folded") or shown.look == "left out")


def test_a_click_selects_unfolds_and_folds(model):
    row = next(row for row in sorted(model.view.rows) if model.view.is_folded(row))
    model.click(row)
    assert (model.selected, model.chosen, model.view.is_whole(row)) == (row, [row], True)
    unfolding = next(change for change in model.changes if change.what == FOLDING)
    assert unfolding.anchor[0] == row
    model.click(row)
    assert model.view.is_folded(row)
    stub = first(model, STUB)
    model.click(stub.key)
    assert set(stub.hidden) <= model.view.rows


def test_what_needs_too_much_room_is_said_and_changes_nothing(model):
    model.view.max_glyphs = len(model.view.glyphs) + 1
    before = model.view.folding
    row = next(row for row in model.view.rows if model.view.is_folded(row) and len(TREE_6.children(row)) > 4)
    model.expand(row)
    assert model.view.folding == before
    assert "more than" in model.said[-1]


def test_arrows_walk_the_tree_and_stand_on_what_is_folded_together(model):
    line = TREE_6.principal_variation()
    model.down()
    model.down()
    assert model.selected == line[2]
    model.up()
    model.walk(1)
    assert model.selected == TREE_6.children(0)[1]
    stub = first(model, STUB)
    model.hold(stub.key)
    assert (model.held, model.selected) == (stub.key, stub.row)
    assert "pruned" in model.tip(stub.key)
    model.toggle_selected()
    assert (model.held, model.selected) == (None, stub.hidden[0])
    rest = first(model, REST)
    model.hold(rest.key)
    model.up()
    assert (model.held, model.selected) == (None, rest.row)


def test_tips_tell_what_is_known(model):
    row = TREE_6.children(0)[1]
    assert model.tip(row) == f"3: MIN ≤0, {TREE_6.searched(row):,} nodes"
    model.playback.open()
    assert model.tip(row) == "3: MIN, not known yet"
    model.playback.seek(10**9)
    assert model.tip(row) == f"3: MIN ≤0, {TREE_6.searched(row):,} nodes"


def test_the_playback_hides_what_the_search_did_not_know_yet(model):
    """Values until their node has returned, stubs and cutoffs until they have happened, best play until the search has
    ended.
    """
    playback = model.playback
    playback.open()
    assert all(playback.hides(row) for row in range(len(TREE_6)))
    assert not playback.knows_best_play
    stub = first(model, STUB)
    playback.to_row(stub.hidden[0])
    assert playback.moment.sort == CUT
    assert not playback.hides(stub.key)
    playback.back()
    assert playback.hides(stub.key)
    assert playback.hides_cut(stub.row)
    playback.seek(10**9)
    assert not any(playback.hides(glyph.key) for glyph in model.view.glyphs)
    assert playback.knows_best_play


def test_each_moment_of_a_playback_is_on_screen_and_selected(model):
    chance = random.Random(2)
    model.playback.open()
    for _ in range(40):
        model.playback.seek(chance.randrange(len(model.playback.replay)))
        moment = model.playback.moment
        assert model.selected == moment.row
        assert set(model.playback.path()) <= model.view.rows
        assert tally(model.view).holds
    model.playback.close()
    assert model.changes[-1].what == LOOKS


def test_a_playback_runs_with_the_clock(model, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("visualizer.tree.playback.perf_counter", lambda: now[0])
    told = []
    model.playback.told = lambda: told.append(model.playback.playing)
    model.playback.play()
    model.playback.tick()
    assert model.playback.event == 0
    now[0] += 1.25
    model.playback.tick()
    assert model.playback.event == 12
    model.playback.faster()
    now[0] += 1
    model.playback.tick()
    assert model.playback.event == 32
    now[0] += 10_000
    model.playback.tick()
    assert (model.playback.event, model.playback.playing) == (model.playback.last, False)
    assert told[-1] is False


def test_all_that_names_rows_follows_a_graft(model):
    """Folding, selection, looks to come back to and the playback name the same nodes after rows have moved."""
    tree = search(Position(), 6, load("v2"), budget=800).tree
    model.show(tree)
    last = len(tree) - 2
    model.select(last)
    model.history.keep(Look(model.view.folding, model.selected, Lens(), True, (9, 9)))
    model.playback.open()
    model.playback.seek(model.playback.last - 40)
    moment, paths = model.playback.moment, sorted(map(tree.path, model.view.rows))
    row = next(row for row in sorted(model.view.rows) if model.view.is_left_out(row) and row < last)
    grafted = open_node(tree, row, load("v2"))
    model.grow(grafted, row)
    now = model.playback.moment
    assert (now.sort, grafted.tree.path(now.row)) == (moment.sort, tree.path(moment.row))
    assert set(paths) <= set(map(grafted.tree.path, model.view.rows))
    assert model.view.is_whole(row)
    model.history.keep(Look(model.view.folding, model.selected, Lens(), True, (9, 9)))
    look = model.history.go(-1)
    assert grafted.tree.path(look.selected) == tree.path(last)
    assert tally(model.view).holds


def test_a_playback_asks_for_what_it_steps_into(model):
    tree = search(Position(), 6, load("v2"), budget=800).tree
    model.show(tree)
    row = int(tree.left_out.argmax())
    model.playback.to_row(row)
    model.playback.into()
    assert model.asked == [row]
    assert model.playback.moment.row == row


def test_runs_end_where_they_say(model):
    row = TREE_6.children(0)[2]
    model.select(row)
    model.playback.to_selected()
    assert (model.playback.moment.sort, model.playback.moment.row) == (ENTER, row)
    model.playback.to_cut()
    assert model.playback.moment.sort == CUT
    model.playback.seek(10**9)
    model.playback.to_cut()
    assert (model.playback.moment.sort, model.said[-1]) == (RETURN, "no cutoff follows")


def test_picking_in_the_overview_selects_and_folds_what_the_last_pick_unfolded(model):
    before = len(model.view.glyphs)
    for row in random.Random(4).sample(range(len(TREE_6)), 30):
        model.pick(row)
        assert model.selected == row
        assert row in model.view.rows
    assert len(model.view.glyphs) < before + 80
    assert model.changes[-1].what in (FOLDING, SELECTION)


def test_a_dress_changes_what_glyphs_show_and_is_taken_off(model):
    plain = facts(model)
    model.dress(lambda view, glyph, shown: shown._replace(tint=("good", 0.5)) if glyph.sort == NODE else shown)
    assert {shown.tint for key, shown in facts(model).items() if isinstance(key, int)} == {("good", 0.5)}
    model.dress(None)
    assert facts(model) == plain
    assert [change.what for change in model.changes[-2:]] == [LOOKS, LOOKS]
