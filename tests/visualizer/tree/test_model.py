"""What a tree pane shows, without a window: folding, selection, captions, glyphs, playback."""

import re

import numpy as np
import pytest
from node_counts import count_nodes

from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import LOWER, UPPER
from c4.search.fixed_depth import open_node, search
from c4.tree.playback_words import expression
from c4.tree.replay import CUT, ENTER, RETURN
from c4.tree.row_words import row_text
from c4.tree.searchtree import INTERIOR, PRUNED
from visualizer.state.tree.actions import NODE_ACTIONS
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.view import NODE, SHEETS
from visualizer.state.tree.wording import SIDES, points_in
from visualizer.tree.history import History, ViewState
from visualizer.tree.legend import BOUNDS, ORDER, TIE, entries, entries_in_sight
from visualizer.tree.playback_bar import bar_view
from visualizer.tree.viewport import Viewport

TREE_44 = search(Position.from_moves("44"), 5, load("v2"), "alphabeta").tree
TREE_6 = search(Position(), 6, load("v2")).tree


@pytest.fixture
def model():
    model = TreeModel()
    model.show(TREE_6, caption="MAX is Red")
    return model


@pytest.fixture
def model_44():
    model = TreeModel()
    model.show(TREE_44)
    return model


def do(model, name):
    """Runs an entry of the context menu, which must be possible."""
    action = next(action for action in NODE_ACTIONS if action.name == name)
    assert action.blocked(model.state) == ""
    action.run(model)


def facts(model):
    return dict(model.state.graph.nodes(data="data"))


def test_a_tree_is_shown_with_its_caption_and_the_root_selected(model):
    """A new tree has its root selected and a header with all counts; without a tree there is a sentence."""
    assert [change.what for _, change in model.state.changes] == ["tree"]
    assert (model.selected, model.state.caption) == (0, "MAX is Red")
    assert model.state.header == (
        f"alpha-beta, depth 6, V2 · {TREE_6.nodes:,} nodes searched, {TREE_6.pruned:,} replies pruned · MAX is Red"
    )
    model.show_nothing("Play a move.")
    assert (model.view, model.selected, model.state.header, model.state.empty) == (None, None, "", "Play a move.")


def test_every_glyph_shows_what_its_row_says(model):
    """Value, column, pruned replies and side of every glyph are those recorded in its row."""
    for key, shown in facts(model).items():
        if not isinstance(key, int):
            assert shown.value == ""
            assert shown.shape == SHEETS
            continue
        assert shown.value == row_text(TREE_6, key)
        assert shown.never_searched == (TREE_6.kind[key] == PRUNED)
        assert shown.column == (str(TREE_6.move[key] + 1) if key else "")
        assert shown.pruned == (model.view.pruned_below(key) if shown.folded else 0)
        assert shown.principal == (key in TREE_6.principal_variation())
        assert shown.folded == model.view.is_folded(key)
        assert shown.by_max == (TREE_6.ply[key] % 2 == 1)


def test_what_needs_too_much_room_is_said_and_changes_nothing(model):
    """Unfolding more than the pane can hold leaves it as it is, with a message."""
    model.view.max_glyphs = len(model.view.glyphs) + 1
    before = model.view.folding
    row = next(row for row in model.view.rows if model.view.is_folded(row) and len(TREE_6.children(row)) > 4)
    model.expand(row)
    assert model.view.folding == before
    assert "more than" in model.state.message


def test_a_playback_runs_with_the_clock(model, monkeypatch):
    """The playback advances by its speed times the seconds that have passed, and ends with the last event."""
    now = [100.0]

    def poll_after(seconds):
        now[0] += seconds
        model.poll(now[0])

    monkeypatch.setattr("visualizer.state.tree.model.monotonic", lambda: now[0])
    model.play_or_pause()
    poll_after(0)
    assert (model.playback.event, model.playback.playing) == (0, True)
    poll_after(1.25)
    assert model.playback.event == 12
    model.set_speed(20)
    poll_after(1)
    assert model.playback.event == 32
    poll_after(10_000)
    assert (model.playback.event, model.playback.playing) == (model.playback.last, False)


def test_the_card_follows_a_playback_that_rests(model, monkeypatch):
    """While it runs the card stays; a tenth of a second after the last event it is about the node of that event."""
    now = [100.0]
    monkeypatch.setattr("visualizer.state.tree.model.monotonic", lambda: now[0])
    model.open_playback()
    model.poll(now[0] + 0.2)
    assert (model.state.card.row, model.state.card.event) == (0, 0)
    assert model.state.card.so_far.story.startswith("This node is being searched")
    model.step_into()
    row = model.playback.moment.row
    assert row != 0
    model.poll(now[0] + 0.05)
    assert model.state.card.row == 0
    model.poll(now[0] + 0.11)
    assert (model.state.card.row, model.state.chosen) == (row, row)
    model.close_playback()
    assert (model.state.card.row, model.state.card.so_far) == (model.selected, None)


def test_all_that_names_rows_follows_a_graft(model):
    """Folding, selection and recorded views name the same nodes after rows have moved; a playback ends."""
    tree = search(Position(), 6, load("v2"), budget=800).tree
    model.show(tree)
    last = len(tree) - 2
    model.select(last)
    model.bookmark()
    history = History()
    history.record(ViewState(model.view.folding, model.selected, Viewport(), True, (9, 9)))
    number = model.state.number
    model.open_playback()
    paths = sorted(map(tree.path, model.view.rows))
    row = next(row for row in sorted(model.view.rows) if model.view.is_left_out(row) and row < last)
    grafted = open_node(tree, row, load("v2"))
    model.graft(grafted, row)
    assert not model.playback.is_open
    assert set(paths) <= set(map(grafted.tree.path, model.view.rows))
    assert model.view.is_expanded(row)
    assert list(map(grafted.tree.path, model.state.bookmarks)) == [tree.path(last)]
    for change in model.state.changes_since(number):
        if change.moved is not None:
            history.renumber(change.moved)
    history.record(ViewState(model.view.folding, model.selected, Viewport(), True, (9, 9)))
    look = history.go(-1)
    assert grafted.tree.path(look.selected) == tree.path(last)
    assert count_nodes(model.view).consistent


def test_runs_end_where_they_say(model):
    """A run to a node ends where it is entered, one to a cutoff at the next cutoff or the end."""
    row = TREE_6.children(0)[2]
    model.select(row)
    model.run_to_selected()
    assert (model.playback.moment.sort, model.playback.moment.row) == (ENTER, row)
    model.run_to_cut()
    assert model.playback.moment.sort == CUT
    model.seek(10**9)
    model.run_to_cut()
    assert (model.playback.moment.sort, model.state.message) == (RETURN, "no cutoff follows")


def test_folding_the_rest_leaves_the_way_and_what_is_below(model_44):
    """Only the selected subtree and the other replies to the root stay in sight."""
    row = model_44.view.searched_children(0)[2]
    model_44.expand(row)
    model_44.select(row)
    below = {key for key in model_44.view.rows if row <= key < row + TREE_44.size[row]}
    do(model_44, "fold rest")
    assert below <= model_44.view.rows
    assert model_44.view.rows - below == {0, *model_44.view.searched_children(0)} - {row}
    assert model_44.selected == row


def test_the_next_visit_goes_round_all_rows_of_a_position(model_44):
    """Next visit selects every visit of a position in turn and comes back to the first."""
    rows = next(rows for row in range(len(TREE_44)) if len(rows := visits_of(model_44, row)) > 2)
    model_44.select(rows[0])
    seen = []
    for _ in rows:
        seen.append(model_44.selected)
        do(model_44, "next visit")
    assert seen == rows
    assert model_44.selected == rows[0]


def visits_of(model_44, row):
    model_44.select(row, reveal=False)
    return model_44.state.related.transpositions


def test_at_a_cutoff_line_and_card_say_the_same(model_44):
    """Once a reply has cut, neither the line below the tree nor the card waits for one that will; both say who set the
    bound.
    """
    model_44.open_playback()
    for event in model_44.playback.replay.cuts[:200].tolist():
        model_44.seek(event)
        playback = model_44.playback
        line = expression(playback.replay, playback.moment)
        card = playback.so_far(playback.moment.row)
        assert line.endswith("cut off")
        assert playback.condition() == ""
        bar = bar_view(playback, ("Red", "Yellow"))
        assert bar.prunes
        assert line in bar.expression
        assert re.search(r"(Red|Yellow) already has \S+ with .*? \((alpha|beta)\)\.", bar.expression)
        assert card.story.endswith(f" {line}.")
        assert "prunes as soon" not in card.story


def test_closing_a_playback_shows_again_what_was_unfolded(model_44):
    """While it is open only the path is unfolded; afterwards all that was, and the way to the node it was at."""
    before = model_44.view.folding
    tree = TREE_44
    model_44.open_playback()
    model_44.run_to_row(row := int(np.flatnonzero(tree.ply == 4)[7]))
    assert model_44.view.folding.full <= {*tree.ancestors(row), row}
    model_44.close_playback()
    assert before.full <= model_44.view.folding.full
    assert row in model_44.view.rows


def test_a_playback_shows_nothing_that_the_search_did_not_know_yet(model_44):
    """Nodes, cuts and totals are hidden until the search knew them; the layout stays."""
    tree = TREE_44
    model_44.open_playback()
    assert [key for key, shown in facts(model_44).items() if not shown.invisible] == [0]
    assert "1 node searched, 0 replies pruned so far" in model_44.state.header
    last = model_44.playback.last
    for event in [*range(0, 60, 3), *range(60, last, last // 40), last]:
        model_44.seek(event)
        playback = model_44.playback
        enter = playback.replay.enter
        known_facts = facts(model_44)
        for glyph in model_44.view.glyphs:
            shown = known_facts[glyph.key]
            rows = glyph.hidden or (glyph.row,)
            known = sum(int(enter[row] <= event) for row in rows)
            assert shown.invisible == (known == 0)
            if shown.pruned:
                assert enter[tree.children(shown.row)[-1]] <= event
            if glyph.sort == NODE and tree.kind[glyph.row] == INTERIOR and shown.value and not shown.invisible:
                returned = playback.replay.leave[glyph.row] <= event
                value = f"{shown.value} wins" if shown.detail == "wins" else shown.value
                assert returned or value == "…" or proven(tree, glyph.row, value)
            assert shown.principal == (glyph.key in playback.best_line)
            assert not shown.principal or glyph.row == 0 or playback.replay.leave[glyph.row] <= event
        entered = np.flatnonzero(enter <= event)
        assert playback.frontier == len(entered) == entered[-1] + 1
        assert playback.so_far_counts[1] == (tree.kind[entered] == PRUNED).sum()
    assert any(shown.principal for shown in facts(model_44).values())


def proven(tree, row, value):
    """Whether what is shown of an open node is a reply's value, and holds for the node's value in the end."""
    found = re.match(r"(max|min)\((.*), .*\)$", value)  # a leaf below it is being evaluated
    bound = LOWER if tree.is_max(row) else UPPER
    sign = "≥" if tree.is_max(row) else "≤"
    old = value.removesuffix(" …") if found is None else sign + found[2]
    texts = {
        points_in(tree, int(tree.value[reply]), bound).spelled(SIDES, with_ply=False): reply
        for reply in tree.children(row)
    }
    points = int(tree.value[texts[old]])
    return tree.value[row] >= points if tree.is_max(row) else tree.value[row] <= points


def test_a_filter_dims_what_neither_matches_nor_hides_a_match(model_44):
    """Nothing is folded or moved; without the filter, or with another tree, nothing is dim."""
    before = model_44.view.folding
    rows = np.flatnonzero(TREE_44.kind == PRUNED)[::7]
    model_44.filter(rows)
    for glyph in model_44.view.glyphs:
        inside = glyph.hidden or model_44.view.is_folded(glyph.row)
        covered = [(row, row + TREE_44.size[row] if inside else row + 1) for row in glyph.hidden or (glyph.row,)]
        match = any(start <= row < end for row in rows for start, end in covered)
        assert facts(model_44)[glyph.key].dim != match
    assert model_44.view.folding == before
    model_44.filter(None)
    assert not any(shown.dim for shown in facts(model_44).values())


def test_the_legend_explains_what_occurs_and_nothing_else():
    """The legend has an entry for what the tree contains, and none for what it does not."""
    words = [entry.text for entry in entries(TREE_44)]
    assert {"pruned, never searched", TIE, ORDER} <= set(words)
    assert words[0] == "MAX chooses the highest"
    assert "inside: the value in V2 points, + is good for MAX" in words
    assert "table: from the transposition table" not in words


def test_what_is_in_sight_is_explained_and_nothing_that_is_folded(model):
    """A picture of the root alone has no cut, no bound and no circle in it."""
    model.choose(model.state.explained)
    in_sight = {entry.text for entry in entries_in_sight(model.view.tree, facts(model).values())}
    assert {"cut", TIE, BOUNDS} <= in_sight
    model.collapse(0)
    model.select(0)
    alone = {entry.text for entry in entries_in_sight(model.view.tree, facts(model).values())}
    assert not {"cut", TIE, BOUNDS, "pruned, never searched", "MIN the lowest", "column played"} & alone
    assert "searched and folded: click to unfold" in alone


def test_a_cut_node_that_is_chosen_shows_what_refutes_it(model):
    """The one before makes way for it; what you fold stays folded."""
    cuts = [row for row in sorted(model.view.rows) if model.view.is_cut(row)]
    folded = [row for row in cuts if model.view.is_folded(row)]
    for row in (folded[0], folded[-1]):
        model.choose(row)
        assert not model.view.is_folded(row)
        assert ("stub", row) in facts(model)
        assert model.state.explained_cuts == (row,)
    assert model.view.is_folded(folded[0])
    model.collapse(folded[-1])
    model.choose(folded[-1])
    assert model.view.is_folded(folded[-1])
    before = model.view.folding
    model.restore(before, folded[0])
    assert model.view.folding == before


def test_a_playback_says_nothing_of_a_node_of_which_nothing_is_known():
    """That MAX wins at most is no bound, and a cut is explained until the search goes on."""
    model = TreeModel()
    model.show(search(Position.from_moves("4453"), 4, load("v2")).tree)
    model.open_playback()
    open_bounds = cuts = 0
    for event in range(model.playback.last):
        model.seek(event)
        values = [data.value for data in facts(model).values() if data.window]
        open_bounds += sum(value == "…" for value in values)
        assert not [value for value in values if value.startswith(("≤W", "≥L"))]
        moment = model.playback.moment
        if moment.sort == RETURN and model.view.is_cut(moment.row):
            assert model.state.explained == moment.row
            cuts += 1
    assert open_bounds
    assert cuts


def test_an_open_node_of_a_playback_says_the_bound_that_its_replies_prove():
    """It is "≥−13 …", because the search goes on there; "…" stands alone, where no reply has proven anything."""
    model = TreeModel()
    model.show(search(Position.from_moves("4453"), 4, load("v2")).tree)
    model.open_playback()
    bounds = set()
    for event in range(0, model.playback.last, 3):
        model.seek(event)
        for data in facts(model).values():
            if not data.window:
                continue
            if data.value[0] in "≤≥":
                is_open = model.playback.hides(data.row)
                assert data.value.endswith(" …") == is_open
                bounds.add(is_open)
            else:
                assert "…" not in data.value.removeprefix("…")
    assert bounds == {True, False}
