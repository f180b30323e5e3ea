"""The figure of a tree without a display: shapes, words, colours, and that nothing covers a word."""

import contextlib
import dataclasses
import itertools
import os
import random
import re
from collections import defaultdict

import numpy as np
import pytest
from figures import box_of, faults, figure_of, ink_box, inside, measure, model_of, runs_through
from node_counts import count_nodes

from c4.engine import deepening
from c4.evaluators import load
from c4.game.position import Position
from c4.game.values import INFINITY, LOWER, UPPER, WIN_FLOOR
from c4.search.fixed_depth import search
from c4.text import pluralise
from c4.tree.reason import cut_of
from c4.tree.row_words import row_text
from c4.tree.searchtree import NO_MOVE, PRUNED, reaches
from visualizer.state.tree.glyphs import build_graph, pruned_inside
from visualizer.state.tree.state import EXAMPLE, LATEST_CUT, Hidden, TreeState
from visualizer.state.tree.view import CIRCLE, NODE, SHEET, SHEETS, SQUARE, STUB, GlyphData, TreeView, ViewFull, is_tie
from visualizer.state.tree.wording import (
    FOLDED_WORD,
    LETTERS,
    NOT_YET_TRIED,
    PRUNED_WORD,
    SEARCHED_WORD,
    Label,
    bound_texts,
    phrase_text,
    points_in,
    window_phrase,
)
from visualizer.tree.camera import Camera, Fit
from visualizer.tree.cut_arrow import EQUAL
from visualizer.tree.layout import FAMILY_GAP, TOLERANCE, _in_order, layout
from visualizer.tree.mark_names import INSIDE, has_bound_from_inside
from visualizer.tree.notes import place_note
from visualizer.tree.paper import CUT_WIDTH, EDGE, EDGE_WIDTH
from visualizer.tree.primitives import Box
from visualizer.tree.room_below import LEAST_GAP
from visualizer.tree.shapes import NODE_WIDTH
from visualizer.tree.viewport import LANE, LEAST_ZOOM_FOR_ALL, LEAST_ZOOM_FOR_CAPTIONS, fit
from visualizer.tree.widths import Wording, space_of
from visualizer.ui.theme import LIGHT, THEMES

SIZES = [(430, 300), (560, 440), (1040, 880)]
"""Pixels at 100 % of the picture in windows of 900x600, 1280x800 and 1920x1200."""

DENSE = (480, 300)
"""Pixels of a picture in which nodes are as near to each other as can be."""

LOW = (1040, 290)
"""The same of a wide picture whose plies are too low for captions."""

COMPARED = (430, 220)
"""The same of one of the two trees of Compare, in its smallest window."""


def shapes(figure, name):
    return [shape for shape in figure.shapes if shape.name == name]


def words(figure, *styles):
    return [word.text for word in figure.words if word.style in styles]


def test_max_is_a_square_min_a_circle_and_the_value_is_inside():
    """Every node of the first view has its value in its shape."""
    model = model_of()
    figure = figure_of(model)
    graph = model.state.graph
    nodes = {shape.key: shape for shape in shapes(figure, "node")}
    values = {word.key: word for word in figure.words if word.style in ("value", "best")}
    for key, data in graph.nodes(data="data"):
        if data.never_searched or not isinstance(key, int):
            continue
        assert len(nodes[key].corners) == (4 if model.view.tree.is_max(key) else 40)
        assert values[key].text == data.value
        assert inside(ink_box(values[key], figure), box_of(nodes[key].corners))
    assert any(word.text.startswith("≤") for word in values.values())
    assert any(word.text.startswith("≥") for word in values.values())


def test_the_column_is_on_the_edge_in_the_colour_of_who_plays_it():
    """Every node but the root has a disc with its column, in the colour of the side that moved."""
    model = model_of()
    figure = figure_of(model)
    discs = {shape.key: shape for shape in shapes(figure, "disc")}
    columns = {word.key: word.text for word in figure.words if word.style == "column"}
    tree = model.view.tree
    assert set(discs) == set(columns) == {row for row in model.view.rows if row}
    for row, disc in discs.items():
        assert columns[row] == str(int(tree.move[row]) + 1)
        assert disc.fill == ("#f2c230" if tree.is_max(row) else "#d1382c")


@pytest.mark.parametrize("moves", ["4", "224"])
def test_discs_are_right_above_their_nodes(moves):
    """In the middle, and nearer than half a disc where there is room."""
    figure = figure_of(model_of(moves, depth=6))
    for disc in shapes(figure, "disc"):
        left, _, right, bottom = box_of(disc.corners)
        node = figure.boxes[disc.key]
        assert (left + right) / 2 == pytest.approx((node[0] + node[2]) / 2)
        assert 0 < node[1] - bottom < (right - left) / 2


def test_a_won_game_is_spelled_out_in_its_node():
    """With the winner; nothing in the figure needs "L4" explained."""
    model = model_of("224")
    figure = figure_of(model)
    lost = next(row for row in model.view.rows if row_text(model.view.tree, row) == "L4")
    written = [word.text for word in figure.words if word.key == lost and word.style in ("value", "count")]
    assert written[:2] == ["wins", "Yellow"]
    assert faults(figure) == []
    names = ("Red", "Yellow")
    tree = model.view.tree
    points = int(tree.value[lost])
    assert points_in(tree, points, UPPER).spelled(names) == "Yellow wins by ply 4"
    assert points_in(tree, points, LOWER).spelled(names) == "no Yellow win before ply 4", "it leaves everything open"
    assert phrase_text(window_phrase(tree, 1, points, INFINITY), names) == "[Yellow wins, +∞]"
    assert points_in(tree, -13).spelled(names) == "−13"


@pytest.mark.parametrize("size", [(390, 440), (430, 300)])
def test_best_play_is_in_sight_beside_won_games(size):
    """With a learned evaluator five of seven replies read "Red wins", so wide that the best one was out of sight."""
    model = model_of("4453", evaluator="windows")
    figure = figure_of(model, size)
    assert {"Red", "wins"} <= set(words(figure, "value", "count"))
    for row in model.view.tree.principal_variation()[:3]:
        left, top, right, bottom = figure.boxes[row]
        assert 0 <= left < right <= size[0]
        assert 0 <= top < bottom <= size[1]
    assert faults(figure) == []


@pytest.mark.parametrize("size", SIZES[1:])
def test_all_replies_to_a_cut_that_you_select_are_nodes_in_sight(size):
    """Each searched one with its value, whichever of them refuted the move before, and the sheets of the pruned ones."""
    for moves in ("444435", "4453", "43444"):
        model = model_of(moves)
        for cut in sorted(filter(model.view.is_cut, model.view.rows)):
            camera = Camera(measure, 1.0)
            camera.fitting = Fit.READABLE
            figure_of(model, size, camera=camera)
            before = model.state.number
            model.choose(cut)
            camera.take_wishes(model.state.changes_since(before))
            figure = figure_of(model, size, camera=camera)
            replies = model.view.searched_children(cut)
            assert set(replies) <= {word.key for word in figure.words if word.style in ("value", "best")}
            for key in (*replies, ("stub", cut)):
                left, _, right, _ = figure.boxes[key]
                assert 0 <= left < right <= size[0]
            assert faults(figure) == []


@pytest.mark.parametrize("size", SIZES)
def test_all_that_is_unfolded_for_a_cut_is_in_sight_where_a_little_smaller_is_enough(size):
    """Of twelve nodes on a ply, too, in the smallest window."""
    model = model_of("4344")
    figure_of(model, size)
    camera = Camera(measure, 1.0)
    camera.fitting = Fit.READABLE
    figure_of(model, size, camera=camera)
    model.choose(next(row for row in model.view.children(0) if model.view.is_cut(row)))
    model.expand(model.selected)
    camera.fitting = Fit.READABLE
    figure = figure_of(model, size, camera=camera)
    assert set(figure.boxes) == set(model.state.graph.nodes)
    assert min(box.left for box in figure.boxes.values()) > LANE
    assert max(box.right for box in figure.boxes.values()) < size[0]
    assert figure.zoom >= LEAST_ZOOM_FOR_ALL


@pytest.mark.parametrize("height", range(150, 600, 50))
def test_all_plies_have_the_same_wording(height):
    """Although "MAX · Red" is shorter than "MIN · Yellow"; none where the stripes are too low for any."""
    figure = figure_of(model_of("4344"), (560, height))
    parts = {word.text.count("·") for word in figure.words if word.style == "ply"}
    assert len(parts) <= 1


def test_the_only_fill_that_means_something_is_that_of_best_play():
    """A bound has its sign, and what was pruned is below it: another colour would say it a third time."""
    model = model_of(depth=4)
    fills = {}
    for shape in shapes(figure_of(model), "node"):
        fills.setdefault(shape.key in model.view.principal_variation, set()).add(shape.fill)
    assert len(fills[True]) == len(fills[False]) == 1
    assert fills[True] != fills[False]


def test_what_is_below_a_node_hangs_on_it():
    """The folded part on a line, the pruned replies on a dashed one, as where they are unfolded."""
    figure = figure_of(model_of(depth=4))
    folds = {shape.key: box_of(shape.corners) for shape in shapes(figure, "fold")}
    short = {(line.key, line.name): line for line in figure.lines if line.name.startswith("short")}
    assert {key for key, name in short if name == "short edge"} == set(folds)
    for (key, name), line in short.items():
        left, _, right, bottom = figure.boxes[key]
        assert line.points[0].tolist() == [(left + right) / 2, bottom]
        assert line.dashed == (name == "short cut edge")
        if not line.dashed:
            assert line.points[1].tolist() == [(folds[key][0] + folds[key][2]) / 2, folds[key][1]]


@pytest.mark.parametrize(
    ("moves", "depth", "algorithm", "name", "mark"),
    [
        ("43444", 4, "alphabeta", FOLDED_WORD, "fold"),
        ("4", 4, "alphabeta", PRUNED_WORD, "sheet"),
        ("444435", 3, "minimax", FOLDED_WORD, "fold"),
    ],
)
def test_marks_without_captions_say_what_they_are(moves, depth, algorithm, name, mark):
    """Where there is room, not below another node, and not where an edge runs."""
    figure = figure_of(model_of(moves, depth, algorithm), LOW)
    named = [word for word in figure.words if word.text == name]
    assert len(named) > 1
    marked = {shape.key for shape in shapes(figure, mark)}
    for word in named:
        assert word.key in marked
        left, _, right, _ = figure.boxes[word.key]
        assert left < word.x < right
        assert not any(runs_through(line.points, ink_box(word, figure)) for line in figure.lines)


def replies_of(word):
    """What a caption counts, "searched" or "pruned", or a word says without a number: "folded"."""
    return word.text.rpartition(" ")[2]


@pytest.mark.parametrize(("moves", "depth", "algorithm"), [("4344", 4, "alphabeta"), ("444435", 3, "minimax")])
@pytest.mark.parametrize("size", SIZES[1:])
def test_captions_count_all_replies_to_every_folded_node(moves, depth, algorithm, size):
    """How many were searched, and how many were pruned: together as many as there are."""
    model = model_of(moves, depth, algorithm)
    figure = figure_of(model, size)
    tree = model.view.tree
    folded = 0
    for row in model.view.rows:
        written = [
            word
            for word in figure.words
            if word.key == row and replies_of(word) in (FOLDED_WORD, SEARCHED_WORD, PRUNED_WORD)
        ]
        if not model.view.is_folded(row):
            assert written == []
            continue
        folded += 1
        pruned = model.view.pruned_below(row)
        searched = len(tree.children(row)) - pruned
        expected = [f"{searched} {SEARCHED_WORD}"] + [f"{pruned} {PRUNED_WORD}"] * (pruned > 0)
        assert [word.text for word in written] == expected
        assert [word.y for word in written] == sorted(word.y for word in written)
        assert all(word.x == pytest.approx(figure.boxes[row].centre[0]) for word in written)
    assert folded > 5
    assert not [word for word in figure.words if word.text.startswith("×")], "a caption has the number"
    assert faults(figure) == []


@pytest.mark.parametrize("size", SIZES[1:])
def test_no_edge_runs_behind_captions(size):
    """The edges of a node begin below what is written beside it."""
    figure = figure_of(model_of("4344"), size)
    written = [word for word in figure.words if replies_of(word) in (FOLDED_WORD, SEARCHED_WORD, PRUNED_WORD)]
    assert len(written) > 10
    for word in written:
        assert not any(runs_through(line.points, ink_box(word, figure)) for line in figure.lines), word.text


def test_there_are_captions_only_where_plies_are_high_and_nodes_far_enough_apart():
    """Their wordings are the last thing that a picture does without."""
    model = model_of("4344")
    camera = Camera(measure, 1.0)
    wordings = {}
    for size in (*SIZES, LOW, (300, 440)):
        camera.fitting = Fit.READABLE
        figure = figure_of(model, size, camera=camera)
        counted = [word for word in figure.words if word.text.endswith(f" {SEARCHED_WORD}")]
        beside_sheets = [word for word in figure.words if word.text.startswith("×")]
        assert bool(counted) != bool(beside_sheets)
        wordings[size] = camera.wording, bool(counted)
    assert wordings[SIZES[1]][1]
    assert wordings[SIZES[2]] == (Wording.FULL, True)
    assert wordings[LOW] == (Wording.FULL, False)
    assert wordings[300, 440] == (Wording.LEAST, False)


def test_a_reply_that_an_engine_searches_again_is_counted_once():
    """And a pass is no reply."""
    tree = deepening.search(Position.from_moves("445"), load("v2"), depth=8, budget=50_000).tree
    view = TreeView(tree)
    fewer = 0
    for row in range(len(tree)):
        searched = view.searched_children(row)
        moves = [int(tree.move[child]) for child in searched]
        expected = len(set(moves) - {NO_MOVE})
        assert view.searched_replies(row) == expected <= 7
        fewer += expected < len(moves)
    assert fewer > 3


def test_large_sheets_say_which_columns_were_pruned():
    """In one line or in two, in the order in which the search would have tried them; of one reply "column".  Nearly always
    there is room.
    """
    said = []
    for moves in ("4344", "444435", "44444"):
        model = model_of(moves)
        tree = model.view.tree
        for cut in sorted(row for row in model.view.rows if model.view.is_cut(row)):
            model.choose(cut)
            figure = figure_of(model, SIZES[-1])
            pruned = [int(tree.move[row]) + 1 for row in tree.children(cut) if tree.kind[row] == PRUNED]
            below = [word for word in figure.words if word.key == (STUB, cut)]
            assert [word.y for word in below] == sorted(word.y for word in below)
            written = " ".join(word.text for word in below)
            noun = "column" if len(pruned) == 1 else "columns"
            is_said = written.startswith(f"{len(pruned)} {PRUNED_WORD} {noun} {', '.join(map(str, pruned))}")
            assert is_said or noun not in written
            said.append(noun if is_said else "")
    assert {"column", "columns"} <= set(said)
    assert said.count("") < 0.2 * len(said)


def test_a_playback_counts_only_the_replies_that_it_has_reached():
    """Of a folded node that is still searched."""
    model = model_of("4", 4)
    figure_of(model)
    model.open_playback()
    tree = model.view.tree
    seen = set()
    for event in range(model.playback.last // 3, model.playback.last // 3 + 40):
        model.seek(event)
        for key, data in model.state.graph.nodes(data="data"):
            if data.folded and not data.invisible:
                reached = sum(
                    model.playback.replay.enter[child] <= event for child in model.view.searched_children(key)
                )
                assert data.searched == reached
                seen.add(reached == len(tree.children(key)))
    assert True in seen


@pytest.mark.parametrize("size", [DENSE, *SIZES])
def test_names_of_marks_do_not_run_together(size):
    """Where they would, one of them has none; but the last ply, below which nothing is in the way, has all."""
    figure = figure_of(model_of("4"), size)
    named = [word for word in figure.words if replies_of(word) in (FOLDED_WORD, SEARCHED_WORD, PRUNED_WORD)]
    assert named
    for one, other in itertools.combinations(named, 2):
        if one.y == other.y:
            apart = abs(one.x - other.x) - (ink_box(one, figure)[2] - ink_box(one, figure)[0]) / 2
            apart -= (ink_box(other, figure)[2] - ink_box(other, figure)[0]) / 2
            assert apart >= LEAST_GAP * figure.zoom / 2
    if size == DENSE:
        sheets = {shape.key for shape in shapes(figure, "sheet") if isinstance(shape.key, int)}
        with_name = {word.key for word in named if word.text == PRUNED_WORD}
        assert with_name < sheets
        lowest = max(figure.boxes[key].bottom for key in sheets)
        assert {key for key in sheets if figure.boxes[key].bottom == lowest} <= with_name


@pytest.mark.parametrize("depth", [2, 4])
def test_words_below_marks_stay_in_the_frame(depth):
    """Also those that may reach below the neighbours of their node: the outermost has only one."""
    model = model_of("4", depth, evaluator="windows")
    for width in range(430, 700, 15):
        figure = figure_of(model, (width, 440))
        for word in figure.words:
            if word.style in ("bound", "count"):
                left, _, right, _ = ink_box(word, figure)
                assert left >= LANE, (width, word.text)
                assert right <= width - EDGE / 2, (width, word.text)


@pytest.mark.parametrize("size", [(760, 600), SIZES[-1]])
def test_a_bound_that_is_not_from_a_cut_there_says_how_much_is_pruned_inside(size):
    """A folded node of MAX, of which every reply was cut, is no better than the best of them; one of MIN likewise."""
    model = model_of("43444", 6)
    tree = model.view.tree
    kinds = set()
    room = {}
    for row in [row for row in sorted(model.view.rows) if model.view.is_cut(row)]:
        model.choose(row)
        figure = figure_of(model, size)
        counts = [(word.key, re.match(rf"([\d,]+) {PRUNED_WORD}( {INSIDE})?$", word.text)) for word in figure.words]
        counts = [(key, match) for key, match in counts if isinstance(key, int) and not model.view.is_cut(key)]
        said = {key: match[1] for key, match in counts if match}
        bounds = {key: UPPER if tree.is_max(key) else LOWER for key in figure.boxes if isinstance(key, int)}
        inherited = {key for key in bounds if model.view.is_folded(key) and tree.bound[key] == bounds[key]}
        assert set(said) <= inherited
        room[row] = len(said), len(inherited)
        for key, number in said.items():
            by_max = tree.is_max(key)
            kinds.add(by_max)
            inside = tree.kind[key : key + int(tree.size[key])]
            assert number == f"{np.count_nonzero(inside == PRUNED):,}"
            assert all(reaches(int(tree.value[key]), int(tree.value[child]), by_max) for child in tree.children(key))
    assert kinds == {True, False}
    said_in_all, inherited_in_all = np.sum(list(room.values()), axis=0)
    assert said_in_all > 0.8 * inherited_in_all, "nearly always there is room"


def test_a_cut_at_another_bound_than_the_examples_says_at_which():
    """The others were cut at the root's value or at that of an example, and say no more than that they were pruned."""
    model = model_of("444435", 2)
    figure_of(model)
    tree = model.view.tree
    shown = {int(tree.value[0]), *(cut_of(tree, cut).limit.points for cut in model.state.explained_cuts)}
    limits = {}
    for key, data in model.state.graph.nodes(data="data"):
        if data.pruned:
            limits[key] = cut_of(tree, key).limit.points
            bound = f"α = {limits[key]}".replace("-", "−")
            comparison = f"{tree.value[key]} ≤ ".replace("-", "−") + bound
            assert (data.why is None) == (limits[key] in shown)
            if data.why is not None:
                assert data.why.texts == (comparison, bound)
    others = [key for key in limits if limits[key] not in shown]
    assert 0 < len(others) < len(limits)
    said = {word.key for word in figure_of(model, SIZES[-1]).words if word.style == "bound" and "α = " in word.text}
    examples = model.state.explained_cuts
    assert said - {*examples, *((STUB, cut) for cut in examples)} == set(others)
    model.choose(others[0])
    figure_of(model, SIZES[-1])
    assert not any(data.why for _, data in model.state.graph.nodes(data="data")), "an arrow shows it now"


def test_a_lesson_that_asks_says_no_bounds():
    """They could be the answer."""
    model = model_of("444435", 2)
    figure_of(model)
    assert any(data.why for _, data in model.state.graph.nodes(data="data"))
    state = dataclasses.replace(model.state, hidden=Hidden(values=frozenset({0})))
    assert not any(data.why for _, data in state.graph.nodes(data="data"))


def test_of_what_was_not_recorded_it_is_not_said_how_much_is_pruned_inside():
    """The replies that are recorded would be too few."""
    complete = model_of("43444", 6).view.tree
    small = model_of("43444", 6, budget=900).view.tree
    assert small.total_left_out
    counts = [
        (pruned_inside(small, row), bool(small.left_out[row : row + small.size[row]].any()))
        for row in range(len(small))
    ]
    assert all(not count for count, is_short in counts if is_short)
    assert any(count for count, is_short in counts if not is_short)
    assert pruned_inside(complete, 0) == complete.pruned


def test_of_two_values_it_is_not_said_where_a_bound_is_from():
    """As in a tree of two searches."""
    tree = model_of().view.tree
    bound = points_in(tree, -4, UPPER)
    one = GlyphData(1, 2, SQUARE, folded=True, pruned_inside=7, label=Label(value=(bound,)))
    two = one._replace(label=Label(value=("A ", points_in(tree, -2)), detail=("B ", bound)))
    assert [has_bound_from_inside(data) for data in (one, one._replace(shape=CIRCLE), two)] == [True, False, False]


def test_below_the_headline_is_how_many_replies_were_pruned_and_how_many_of_them_are_drawn():
    """Of a small tree all are; in a playback of those so far, and what is folded counts there, too."""
    model = model_of(depth=6)
    tree = model.view.tree
    (total,) = words(figure_of(model), "total")
    drawn = model.state.pruned_in_sight
    in_all = f"{tree.pruned:,} replies pruned, with all below them (equal is enough)"
    where = f"{drawn:,} in sight, {tree.pruned - drawn:,} inside triangles"
    assert model.state.pruned_in_all[0] == f"{in_all}: {where}"
    assert total in model.state.pruned_in_all, "a shorter wording where there is little room"
    assert sorted(model.state.pruned_in_all, key=len, reverse=True) == list(model.state.pruned_in_all)
    assert words(figure_of(model, SIZES[-1]), "total") == [f"{in_all}: {where}"]
    small = model_of("444435", depth=2)
    in_all = f"{small.view.tree.pruned:,} replies pruned, with all below them (equal is enough)"
    assert words(figure_of(small), "total") == [f"{in_all}, none inside triangles"]
    assert words(figure_of(model_of(algorithm="minimax")), "total") == []
    model.open_playback()
    for event in range(0, model.playback.last, model.playback.last // 40):
        model.seek(event)
        skipped = int(np.count_nonzero(tree.kind[: model.playback.frontier] == PRUNED))
        texts = model.state.pruned_in_all
        assert bool(texts) == bool(skipped), event
        if texts:
            drawn = model.state.pruned_in_sight
            counts = re.findall(r"\d+", texts[0].replace(",", ""))
            assert " pruned so far" in texts[0]
            assert drawn <= skipped
            assert list(map(int, counts)) == ([skipped] if drawn == skipped else [skipped, drawn, skipped - drawn])
    model.seek(model.playback.last)
    assert model.state.pruned_in_all[0].startswith(f"{tree.pruned:,} replies pruned, with all below them (")


def test_a_part_of_a_tree_and_a_page_that_asks_say_no_total():
    """The one would count what is not there, and the other would answer its question."""
    model = model_of(depth=6)
    assert model.state.pruned_in_all
    assert dataclasses.replace(model.state, hidden=Hidden(best=True)).pruned_in_all == ()
    model.choose(model.view.tree.children(0)[0])
    model.show_subtree()
    assert model.state.pruned_in_all == ()


def test_why_replies_were_pruned_is_below_their_sheets():
    """Below their number, hardly aside of it.  Below it is which column set the bound, and of two equal values that this is
    enough.
    """
    ties = set()
    sources = set()
    for moves in ("4344", "43444"):
        model = model_of(moves)
        tree = model.view.tree
        for cut in sorted(row for row in model.view.rows if model.view.is_cut(row)):
            model.choose(cut)
            figure = figure_of(model, SIZES[-1])
            (bound,) = model.state.annotations.bounds
            below = [word for word in figure.words if word.key == (STUB, cut)]
            number = below[0]
            place = [word.style for word in below].index("bound")
            comparison = below[place]
            assert comparison.text == bound.why.texts[0]
            left, _, right, _ = ink_box(comparison, figure)
            assert left < number.x < right
            assert number.y < comparison.y
            assert bound.is_tie == (tree.value[cut] == cut_of(tree, cut).limit.points)
            limit = cut_of(tree, cut).limit
            source = f"{LETTERS[limit.side]} from column {tree.move[limit.holder] + 1}"
            others = [word.text for word in below[place + 1 :]]
            assert others in ([], [source], [source] + [EQUAL] * bound.is_tie)
            ties.add(EQUAL in others)
            sources.add(source in others)
    assert ties == {True, False}
    assert True in sources


def test_why_is_said_once_below_the_sheets_or_at_the_arrow():
    """An example says that it is one wherever that is."""
    said_below = set()
    for size, depth, moves in itertools.product(SIZES, (2, 4), ("4", "44", "4344", "444435")):
        model = model_of(moves, depth)
        figure = figure_of(model, size)
        for bound in model.state.annotations.bounds:
            words_on = [
                word for word in figure.words if word.style == "bound" and word.key in (bound.cut, (STUB, bound.cut))
            ]
            said = [word.text for word in words_on]
            assert said in ([], [bound.begin + bound.why.texts[0]], [bound.begin + bound.why.texts[-1]])
            assert bound.begin == EXAMPLE
            lowest = max(
                shape.corners[:, 1].max()
                for shape in shapes(figure, "sheet")
                if shape.key in (bound.cut, (STUB, bound.cut))
            )
            said_below.update(word.y > lowest for word in words_on)
    assert said_below == {True, False}


def test_the_headline_keeps_clear_of_the_right_edge():
    """It is written in a shorter wording rather than up to the edge, where its last letter would be cut off."""
    for width in range(300, 700, 7):
        figure = figure_of(model_of(depth=2), (width, 400))
        for word in figure.words:
            if word.style == "headline":
                assert word.x + measure(word.text, "headline")[0] / 2 <= width - EDGE


@pytest.mark.parametrize("size", SIZES)
def test_the_name_of_a_bound_is_beside_the_arrow_and_off_the_best_line(size):
    """It interrupts neither."""
    for moves in ("4", "44", "445", "224"):
        figure = figure_of(model_of(moves), size)
        names = [word for word in figure.words if word.style == "bound"]
        assert names
        lines = [line for line in figure.lines if line.name == "arrow" or line.ink == LIGHT.best]
        assert len(lines) > 2
        for word in names:
            assert not [line for line in lines if runs_through(line.points, ink_box(word, figure))]


def test_a_bound_says_why_the_node_was_cut_or_at_least_where():
    assert bound_texts("alpha", "−2", "−13") == ("−13 ≤ α = −2", "α = −2")
    assert bound_texts("beta", "−2", "0") == ("0 ≥ β = −2", "β = −2")
    assert bound_texts("beta", "Red wins", "") == ("β = Red wins",)


def test_the_first_view_has_an_arrow_to_a_cut_at_alpha_and_to_one_at_beta():
    """They are examples: a cut that you select has the only arrow."""
    model = model_of()
    figure = figure_of(model)
    at_alpha, at_beta = model.state.annotations.bounds
    assert at_alpha.begin == at_beta.begin == EXAMPLE
    assert {line.key for line in figure.lines if line.name == "arrow"} == {at_alpha.cut, at_beta.cut}
    assert "α = " in at_alpha.why.texts[0]
    assert "β = " in at_beta.why.texts[0]
    figure = figure_of(model, SIZES[-1])
    for bound in (at_alpha, at_beta):
        said = {word.text.removeprefix(EXAMPLE) for word in figure.words if word.key == bound.cut}
        assert bound.why.texts[0] in said, "where there is room"
    model.choose(at_beta.cut)
    figure = figure_of(model)
    assert at_beta.why.texts[0] in words(figure, "bound")
    assert not any(text.startswith(EXAMPLE) for text in words(figure, "bound"))
    assert {line.key for line in figure.lines if line.name == "arrow"} == {at_beta.cut}


def test_a_node_says_when_a_game_is_won_only_where_that_decides():
    """Where one side wins on several plies; otherwise the winner is enough."""
    for moves, decides in (("224", False), ("22334", True)):
        model = model_of(moves)
        values = model.view.tree.value[sorted(model.view.rows)]
        won = set(values[np.abs(values) >= WIN_FLOOR].tolist())
        assert won
        assert (max(sum(value > 0 for value in won), sum(value < 0 for value in won)) > 1) == decides
        written = [text for text in words(figure_of(model, SIZES[-1]), "count") if "ply " in text]
        assert bool(written) == decides


@pytest.mark.parametrize("size", SIZES)
def test_won_games_are_short_where_their_words_have_no_room(size):
    """As over the board, "W1" and "≤W3"; all replies to the root are in sight then."""
    model = model_of("445566")
    camera = Camera(measure, 1.0)
    camera.fitting = Fit.READABLE
    figure = figure_of(model, size, camera=camera)
    values = [word.text for word in figure.words if word.style in ("value", "best")]
    assert len(values) == len(model.view.rows) - sum(map(model.view.is_unsearched, model.view.rows))
    if size == SIZES[-1]:
        assert camera.wording.spells_wins
        assert {"Red wins", "no Red win"} <= set(values)
    else:
        assert not camera.wording.spells_wins
        assert set(values) == {"W1", "W3", "≤W3"}
    assert min(box.left for box in figure.boxes.values()) > LANE
    assert max(box.right for box in figure.boxes.values()) < size[0]
    assert faults(figure) == []


def test_edges_end_at_nodes():
    """Each edge begins at its parent's lower edge and ends at its own upper edge."""
    figure = figure_of(model_of(depth=6))
    ends = {
        (round(x), round(y)) for left, top, right, bottom in figure.boxes.values() for x, y in tops(left, top, right)
    }
    starts = {
        (round(x), round(y)) for left, top, right, bottom in figure.boxes.values() for x, y in tops(left, bottom, right)
    }
    stems = [line for line in figure.lines if line.name == "stem"]
    assert all(tuple(np.round(line.points[0]).astype(int)) in starts for line in stems)
    starts |= {tuple(np.round(line.points[1]).astype(int)) for line in stems}
    edges = [line for line in figure.lines if line.name in ("edge", "cut edge")]
    assert len(edges) > 10
    for line in edges:
        assert tuple(np.round(line.points[0]).astype(int)) in starts
        assert tuple(np.round(line.points[-1]).astype(int)) in ends


def tops(left, y, right):
    return [((left + right) / 2, y)]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_blue_means_best_and_purple_means_cut(theme):
    """Neither is a colour of anything else in the theme."""
    others = set(theme._replace(best="", cut="", name="")) - {""}
    assert theme.best != theme.cut
    assert theme.cut not in others
    model = model_of()
    figure = figure_of(model)
    graph = dict(model.state.graph.nodes(data="data"))
    for mark in (*figure.shapes, *figure.lines):
        colours = {mark.ink} if hasattr(mark, "ink") else {mark.fill, mark.edge}
        if LIGHT.cut in colours:
            assert mark.name in ("sheet", "hatch", "bar", "cut edge", "short cut edge", "arrow", "arrow head")
        if LIGHT.best in colours:
            assert mark.name in ("node", "edge", "stem", "fold", "short edge")
            assert graph[mark.key].principal


def test_pruned_replies_are_hatched_sheets_with_their_number_at_every_cut_node():
    """Beside the searched replies with a bar across their edge, or below the node that hides them."""
    model = model_of(depth=6)
    model.choose(model.state.explained)
    figure = figure_of(model)
    graph = dict(model.state.graph.nodes(data="data"))
    counted = 0
    for key, data in graph.items():
        if data.pruned:
            counted += data.pruned
            beside = [word.text for word in figure.words if word.key == key and word.style == "count"]
            assert {f"×{data.pruned}", f"{data.pruned} {PRUNED_WORD}"} & set(beside)
            assert [shape for shape in shapes(figure, "sheet") if shape.key == key]
        if data.shape == SHEETS:
            counted += data.nodes
            assert f"{data.nodes} {PRUNED_WORD}" in words(figure, "count")
            assert [line for line in figure.lines if line.name == "bar" and line.key == key]
    tree = model.view.tree
    cut = [row for row in model.view.rows if cut_of(tree, row)]
    assert all(graph[row].pruned or ("stub", row) in graph for row in cut)
    assert counted == model.state.pruned_in_sight
    model.expand(next(key for key, data in graph.items() if data.shape == SHEETS))
    assert any(data.shape == SHEET for _, data in model.state.graph.nodes(data="data"))
    assert count_nodes(model.view).consistent


def test_the_headline_names_the_best_move():
    """It names the column, its value and the side for which that is, and where there is room the search that says so, and
    what its heuristic counts.
    """
    model = model_of()
    tree = model.view.tree
    best = tree.best_child(0)
    column = f"column {tree.move[best] + 1}"
    text = f"{column}, value {tree.value[0]} for Red".replace("-", "−")
    widths = {
        760: f"Best: {text} (heuristic “V2”: open lines, depth 4)",
        560: f"Best: {text} (heuristic “V2”, depth 4)",
        430: f"Best by V2: {text}",
        250: f"V2: {column}",
    }
    for width, expected in widths.items():
        assert words(figure_of(model, (width, 400)), "headline") == [expected]
    (exact,) = TreeState(view=TreeView(dataclasses.replace(tree, depth=41))).headlines
    assert "(" not in exact


def test_the_arrow_of_a_playback_stays_in_the_figure():
    """In small windows it bent out at the left, where no word said whence it came."""
    for size in ((430, 300), (390, 330)):
        model = model_of("4453")
        camera = Camera(measure, 1.0)
        model.open_playback()
        for event in (42, 404, 603, 664):
            model.seek(event)
            camera.fitting = Fit.READABLE
            figure = figure_of(model, size, camera=camera)
            for line in figure.lines:
                if line.name == "arrow":
                    low = line.points.min(axis=0)
                    high = line.points.max(axis=0)
                    assert low[0] >= 0, (size, event)
                    assert low[1] >= 0, (size, event)
                    assert high[0] <= size[0], (size, event)
                    assert high[1] <= size[1], (size, event)


def test_the_example_has_to_do_with_the_selected_node():
    """As after a computer's move, which is selected: the example is a cut at its value, and the same in every window."""
    seen = set()
    for size in (*SIZES, (890, 300)):
        model = model_of("4453")
        tree = model.view.tree
        best = tree.best_child(0)
        model.select(best)
        figure_of(model, size)
        assert cut_of(tree, model.state.explained).limit.holder == best
        assert model.state.why.startswith("The value of the selected node cuts off others. For example: After column ")
        seen.add(model.state.explained)
    assert len(seen) == 1
    model.select(tree.children(0)[0])
    assert model.state.why.startswith("Elsewhere, for example: ")


def test_the_first_example_of_a_cut_is_a_strict_one():
    """On positions where the first view has one, it is explained, and unfolded if its replies show why."""
    for depth, moves in itertools.product((2, 4), ("4", "44", "445", "4453", "3", "23")):
        model = model_of(moves, depth)
        tree = model.view.tree
        strict = [
            row
            for row in tree.children(0)
            if cut_of(tree, row) and tree.value[row] not in (tree.alpha[row], tree.beta[row])
        ]
        figure_of(model)
        if strict:
            assert model.state.explained in strict
            assert model.view.is_folded(model.state.explained) == (depth > 2)


def test_of_folded_cuts_the_first_strict_one_is_the_example():
    """One further on would seem to be singled out.  Its reason is below its captions, above the edges to the next ply."""
    compared = 0
    for moves in ("4344", "43444", "445"):
        model = model_of(moves)
        figure = figure_of(model, SIZES[-1])
        tree = model.view.tree
        for bound in model.state.annotations.bounds:
            if not model.view.is_folded(bound.cut):
                continue
            siblings = [row for row in tree.children(int(tree.parent[bound.cut])) if model.view.is_cut(row)]
            assert bound.cut == next((row for row in siblings if not is_tie(tree, row)), siblings[0])
            (reason,) = [word for word in figure.words if word.key == bound.cut and word.style == "bound"]
            captions = [word for word in figure.words if word.key == bound.cut and replies_of(word) == PRUNED_WORD]
            assert reason.y > captions[0].y
            edges = [line for line in figure.lines if line.name in ("edge", "cut edge", "stem")]
            assert not [line for line in edges if runs_through(line.points, ink_box(reason, figure))]
            compared += 1
    assert compared > 3


def test_every_reason_has_an_arrow_from_what_set_the_bound():
    """Also where a cut is neither an example nor selected, but was made at another bound: it looks no different."""
    seen = set()
    for moves in ("4344", "43444", "444435"):
        model = model_of(moves, 4)
        tree = model.view.tree
        for cut in [0, *sorted(row for row in model.view.rows if model.view.is_cut(row))]:
            model.choose(cut)
            figure = figure_of(model, SIZES[-1])
            graph = dict(model.state.graph.nodes(data="data"))
            explained = {bound.cut for bound in model.state.annotations.bounds}
            for line in figure.lines:
                if line.name != "arrow":
                    continue
                assert line.width == CUT_WIDTH
                holder = model.state.visible_row(cut_of(tree, line.key).limit.holder)
                begin = figure.boxes[holder]
                assert begin.left <= line.points[0][0] <= begin.right
                is_other = line.key not in explained
                if is_other:
                    data = graph[line.key]
                    assert data.why.holder == holder
                    said = {word.text for word in figure.words if word.key == line.key and word.style == "bound"}
                    assert set(data.why.texts) & said
                seen.add(is_other)
    assert seen == {True, False}


def test_the_best_line_goes_on_in_its_triangle():
    """A triangle in another colour would seem to be its end."""
    model = model_of("4344")
    figure = figure_of(model)
    graph = dict(model.state.graph.nodes(data="data"))
    best = {shape.key for shape in shapes(figure, "fold") if shape.edge == LIGHT.best}
    assert best == {key for key, data in graph.items() if data.principal and data.folded}
    assert len(best) == 1
    assert len(shapes(figure, "fold")) > 10


def test_an_arrow_leads_from_what_set_the_bound_to_the_selected_cut():
    """With the name of the bound and its value."""
    model = model_of()
    tree = model.view.tree
    cut = next(row for row in tree.children(0) if cut_of(tree, row))
    model.select(cut)
    figure = figure_of(model)
    limit = cut_of(tree, cut).limit
    arrow = next(line for line in figure.lines if line.name == "arrow")
    holder = figure.boxes[limit.holder]
    target = figure.boxes[cut]
    assert holder[0] < arrow.points[0][0] < holder[2]
    assert target[0] < arrow.points[-1][0] < target[2]
    assert words(figure, "bound") == [f"{tree.value[cut]} ≤ α = {limit.points}".replace("-", "−")]


@pytest.mark.parametrize("size", SIZES[1:])
def test_a_cut_that_is_unfolded_takes_the_place_of_the_example(size):
    """The best line stays in sight beside it, and nothing is ringed before you choose a node."""
    model = model_of("445", depth=2)
    camera = Camera(measure, 1.0)
    camera.fitting = Fit.READABLE
    assert not shapes(figure_of(model, size, camera=camera), "ring")
    tree = model.view.tree
    cut = next(row for row in tree.children(0) if cut_of(tree, row) and model.view.is_folded(row))
    model.click(cut)
    figure = figure_of(model, size, camera=camera)
    assert [shape.key for shape in shapes(figure, "ring")] == [cut]
    for key in (*tree.principal_variation()[:3], cut, ("stub", cut)):
        left, _, right, _ = figure.boxes[key]
        assert 0 <= left < right <= size[0]


def test_the_replies_to_a_cut_that_you_select_are_in_sight():
    """Where there is no room beside the others, all is fitted anew; where you have zoomed or panned, it stays."""
    size = (480, 550)
    for fitted in (True, False):
        model = model_of("4344335")
        camera = Camera(measure, 1.0)
        camera.fitting = Fit.READABLE
        figure_of(model, size, camera=camera)
        camera.fitted = fitted
        cut = max(row for row in model.view.rows if model.view.is_cut(row) and model.view.is_folded(row))
        before = model.state.number
        model.choose(cut)
        camera.take_wishes(model.state.changes_since(before))
        figure = figure_of(model, size, camera=camera)
        below = [key for key in figure.boxes if camera.layout.parents.get(key) == cut]
        assert len(below) > 1
        assert all(figure.boxes[key][0] > 0 and figure.boxes[key][2] < size[0] for key in below) == fitted


def test_a_playback_draws_nothing_disconnected_and_no_bound_that_what_is_shown_contradicts():
    """At every event the blue line begins at the root, and the bound of an open node includes all leaves below it."""
    model = model_of("4")
    figure_of(model)
    model.open_playback()
    tree = model.view.tree
    compared = 0
    for event in range(2, model.playback.last, 13):
        model.seek(event)
        figure = figure_of(model)
        best = {line.key for line in figure.lines if line.name == "edge" and line.ink == LIGHT.best}
        assert all(tree.parent[row] == 0 or int(tree.parent[row]) in best for row in best), event
        current = model.playback.current
        shown = dict(model.state.graph.nodes(data="data"))
        if tree.size[current] == 1 and tree.parent[current] in shown:
            so_far = shown[int(tree.parent[current])].value
            assert so_far == "…" or shown[current].value in so_far or fits(so_far, int(tree.value[current])), event
            compared += so_far != "…"
    assert compared > 5


@pytest.mark.parametrize("event", [40, 300, 600])
def test_a_playback_marks_where_it_is_with_a_ring_alone(event):
    """An edge is best, cut or ordinary; one that leads to the current node looks like any other."""
    model = model_of("4")
    figure_of(model)
    model.open_playback()
    model.seek(event)
    figure = figure_of(model)
    assert [shape.key for shape in shapes(figure, "ring")] == [model.playback.current]
    edges = [line for line in figure.lines if line.name in ("edge", "stem")]
    ordinary = {(line.ink, line.width) for line in edges if line.ink not in (LIGHT.best, LIGHT.cut)}
    assert ordinary == {(LIGHT.faint, EDGE_WIDTH)}


def test_a_playback_explains_the_last_cut_that_it_has_passed():
    """Until the next one; before the first cut nothing is explained."""
    model = model_of("4")
    figure_of(model)
    model.open_playback()
    tree = model.view.tree
    passed = []
    for event in range(0, model.playback.last, 7):
        model.seek(event)
        explained = model.state.explained
        known = [row for row in model.view.rows if model.view.is_cut(row) and not model.playback.hides_cut(row)]
        assert (explained is None) == (not known), event
        if explained is not None:
            last = {row: max(tree.children(row)) for row in known}
            assert model.playback.replay.enter[last[explained]] == max(
                model.playback.replay.enter[row] for row in last.values()
            )
            (bound,) = model.state.annotations.bounds
            assert bound.title == ("" if model.playback.prunes else LATEST_CUT)
            passed.append(explained)
    assert len(set(passed)) > 5


def test_a_playback_draws_no_stripes_where_it_has_no_nodes():
    """Room is kept for them, but an empty stripe with the name of a ply would ask what is there."""
    model = model_of("4")
    figure_of(model)
    model.open_playback()
    seen = set()
    for event in range(0, model.playback.last, 19):
        model.seek(event)
        figure = figure_of(model, SIZES[-1])
        drawn = {model.state.graph.nodes[key]["data"].ply for key in figure.boxes}
        assert len(shapes(figure, "band")) == len(words(figure, "ply")) == max(drawn) + 1
        seen.add(max(drawn))
    assert len(seen) > 2


def test_why_is_below_small_sheets_only_where_no_edges_run():
    """Elsewhere it is at the arrow."""
    model = model_of("43444", 6)
    tree = model.view.tree
    below = set()
    for size in SIZES:
        figure = figure_of(model, size)
        for bound in model.state.annotations.bounds:
            marks = [shape.corners[:, 1].max() for shape in shapes(figure, "sheet") if shape.key == bound.cut]
            why = bound.begin + bound.why.texts[0]
            reason = [word for word in figure.words if word.key == bound.cut and word.text == why]
            if marks and reason and reason[0].y > max(marks):
                below.add(int(tree.ply[bound.cut]))
                assert not any(runs_through(line.points, ink_box(reason[0], figure)) for line in figure.lines)
    assert 2 in below


def test_a_playback_is_a_little_smaller_where_there_is_room_for_captions_then():
    """So that what it hides is counted as in the first view, from its first event on: of all nodes in sight."""
    model = model_of("4344")
    size = (548, 527)
    figure_of(model, size)
    model.open_playback()
    zooms = set()
    captions = set()
    for event in range(0, model.playback.last, 41):
        model.seek(event)
        figure = figure_of(model, size)
        zooms.add(figure.zoom)
        counted = {word.key: replies_of(word) for word in figure.words if word.style == "count"}
        captions.update(counted.values())
        folded = {key for key, data in model.state.graph.nodes(data="data") if data.folded and not data.invisible}
        assert folded <= set(counted), event
    (zoom,) = zooms
    assert LEAST_ZOOM_FOR_CAPTIONS <= zoom < 1
    assert {SEARCHED_WORD, PRUNED_WORD} <= captions


def test_a_node_that_is_brought_into_sight_keeps_its_captions():
    """They are wider than the node."""
    model = model_of("4344")
    camera = Camera(measure, 1.0)
    camera.fitting = Fit.READABLE
    figure = figure_of(model, SIZES[-1], camera=camera)
    ends = [
        min(figure.boxes, key=lambda key: figure.boxes[key].left),
        max(figure.boxes, key=lambda key: figure.boxes[key].right),
    ]
    for key, aside in zip(ends, (-SIZES[-1][0], SIZES[-1][0])):
        camera.set_viewport(camera.viewport.moved(aside, 0))
        assert camera.bring_into_sight((key,))
        figure = figure_of(model, SIZES[-1], camera=camera)
        captions = [word for word in figure.words if word.key == key and word.style == "count"]
        assert captions


@pytest.mark.parametrize("size", SIZES)
def test_all_that_a_playback_has_drawn_is_in_sight_if_it_has_room(size):
    """Although room is kept for the nodes that it will draw.  Nodes count with their least width."""
    model = model_of("445")
    figure_of(model, size)
    model.open_playback()
    compared = 0
    for event in range(0, model.playback.last, 37):
        model.seek(event)
        figure = figure_of(model, size)
        half = NODE_WIDTH * figure.zoom / 2
        left = min(box.centre[0] for box in figure.boxes.values()) - half
        right = max(box.centre[0] for box in figure.boxes.values()) + half
        if right - left + 2 * NODE_WIDTH < size[0]:
            assert left >= LANE
            assert right <= size[0]
            compared += 1
    assert compared > 5


def test_a_playback_says_how_many_moves_are_not_yet_tried():
    """Of all moves there are: it does not know yet which of them will be pruned.  It says so beside the disc of the last one
    that it has tried, and not beside the node, of whose replies it would seem to speak.
    """
    model = model_of("4")
    figure_of(model)
    model.open_playback()
    tree = model.view.tree
    model.seek(model.playback.last // 3)
    path = [frame.row for frame in model.playback.moment.frames]
    expected = []
    for row in path:
        enter = model.playback.replay.enter
        reached = [child for child in tree.children(row) if enter[child] <= model.playback.event]
        if reached and len(reached) < len(tree.children(row)):
            mover = "Red" if tree.is_max(row) else "Yellow"
            expected.append(f"{pluralise(len(tree.children(row)) - len(reached), f'{mover} move')} {NOT_YET_TRIED}")
    assert expected
    figure = figure_of(model, SIZES[-1])
    written = [word for word in figure.words if NOT_YET_TRIED in word.text]
    assert [word.text for word in written] == expected
    discs = {shape.key: box_of(shape.corners) for shape in shapes(figure, "disc")}
    for word in written:
        _, top, _, bottom = disc = discs[word.key]
        assert word.y == pytest.approx((top + bottom) / 2)
        assert not inside((disc[0], word.y, disc[2], word.y), ink_box(word, figure))
    model.seek(model.playback.last)
    assert model.state.annotations.to_come == ()


@pytest.mark.parametrize("size", SIZES[1:])
def test_the_ring_says_what_it_is(size):
    """Also where marks are beside it: then the word is in front of edges.  It may have no room in the smallest window, or
    where why the node was cut is beside it.
    """
    model = model_of("4344")
    said = 0
    for row in sorted(model.view.rows):
        if model.view.is_cut(row):
            model.choose(row)
            figure = figure_of(model, size)
            has_word = "selected" in words(figure, "count")
            is_explained = any(word.key == row and word.style == "bound" for word in figure.words)
            assert has_word or is_explained, row
            said += has_word
            assert faults(figure) == []
    assert said > 5


def fits(so_far, points):
    """Whether a bound such as "≤7 …" of an open node is as good as a reply with so many points."""
    best = int(so_far[1:].removesuffix(" …").replace("−", "-"))
    return best <= points if so_far[0] == "≤" else best >= points


def test_windows_are_written_below_inner_nodes_on_demand():
    """Windows are written below all unfolded inner nodes once they are asked for, and cover nothing."""
    model = model_of()
    figure_of(model)
    assert not words(figure_of(model), "window")
    model.show_windows(True)
    figure = figure_of(model)
    tree = model.view.tree
    inner = [row for row in model.view.rows if not model.view.is_folded(row) and tree.size[row] > 1]
    assert sorted(word.key for word in figure.words if word.style == "window") == sorted(inner)
    assert "[α, β] = [−∞, +∞]" in words(figure, "window")
    assert faults(figure) == []


def test_triangles_are_as_wide_as_what_is_folded_is_large_on_demand():
    """The more nodes, the wider, and nothing is covered."""
    model = model_of(depth=6)
    assert len({round(width(shape), 3) for shape in shapes(figure_of(model), "fold")}) == 1
    model.show_sizes(True)
    figure = figure_of(model)
    tree = model.view.tree
    by_nodes = sorted(shapes(figure, "fold"), key=lambda shape: tree.nodes_below(shape.key))
    widths = [width(shape) for shape in by_nodes]
    assert widths == sorted(widths)
    assert widths[-1] > 1.25 * widths[0]
    assert faults(figure) == []


def width(shape):
    left, _, right, _ = box_of(shape.corners)
    return right - left


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("algorithm", "depths"), [("alphabeta", (2, 4, 6, 8)), ("minimax", (2, 4))])
def test_nothing_covers_a_word(size, algorithm, depths):
    """The first view, a selected cut, a selected leaf, the best line, and some moments of a playback."""
    for depth in depths:
        model = model_of(depth=depth, algorithm=algorithm, budget=20_000)
        assert faults(figure_of(model, size)) == []
        for row in chosen_rows(model):
            model.select(row)
            assert faults(figure_of(model, size)) == []
        model.best_line()
        assert faults(figure_of(model, size)) == []
        model.open_playback()
        last = model.playback.last
        for event in (0, 3, 10, last // 3, last // 2, last - 2, last):
            model.seek(event)
            assert faults(figure_of(model, size)) == [], event


def chosen_rows(model):
    """A cut on the first ply, one below it, and the last node of the first view."""
    rows = sorted(model.view.rows)
    cuts = [row for row in rows if model.view.is_cut(row)]
    return [*cuts[:1], *cuts[-1:], rows[-1]]


LONG = bool(os.environ.get("C4_LONG"))
"""Whether every scale, size and evaluator is tried, which takes a quarter of an hour, or one of each."""


@pytest.mark.slow
@pytest.mark.parametrize("points", [1.0, 1.25, 1.5, 2.0] if LONG else [2.0])
@pytest.mark.parametrize("size", [COMPARED, *SIZES] if LONG else [COMPARED])
@pytest.mark.parametrize("evaluator", ["v2", "windows"] if LONG else ["v2"])
def test_nothing_covers_a_word_at_any_depth_size_and_scale(points, size, evaluator):
    """Alpha-beta at depths 2 to 10, minimax at 2 to 6, with selections and playback."""
    scaled = (round(size[0] * points), round(size[1] * points))
    for algorithm, most in (("alphabeta", 10), ("minimax", 6)):
        for depth in range(2, most + 1):
            model = model_of(depth=depth, algorithm=algorithm, evaluator=evaluator, budget=20_000)
            for row in (0, *chosen_rows(model)):
                model.select(row)
                assert faults(figure_of(model, scaled, points), points) == []
            model.best_line()
            assert faults(figure_of(model, scaled, points), points) == []
            model.open_playback()
            for event in np.linspace(0, model.playback.last, 25 if LONG else 3).astype(int).tolist():
                model.seek(event)
                assert faults(figure_of(model, scaled, points), points) == [], event


@pytest.mark.parametrize(
    ("evaluator", "algorithm", "depth", "event"),
    [("v2", "minimax", 6, 25828), ("v2", "alphabeta", 10, 23193), ("windows", "alphabeta", 7, 2602)],
    ids=["in a circle", "in squares", "below a node at the edge"],
)
def test_words_that_get_no_smaller_have_room(evaluator, algorithm, depth, event):
    """In a small picture of a playback: a circle grows with the words in it, neighbours make room, and a word that would run
    into the name of a ply is left out.
    """
    model = model_of(depth=depth, algorithm=algorithm, evaluator=evaluator, budget=20_000)
    model.open_playback()
    model.seek(event)
    for points in (1.0, 1.5):
        figure = figure_of(model, (round(430 * points), round(300 * points)), points)
        assert figure.zoom < 0.7
        assert faults(figure, points) == []


def test_the_head_of_an_arrow_to_a_lower_ply_covers_no_window():
    """At 200 %, where a cut is below a node whose window is written."""
    model = model_of(depth=4)
    size = (860, 440)
    model.best_line()
    figure_of(model, size, 2.0)
    model.open_playback()
    model.seek(469)
    figure = figure_of(model, size, 2.0)
    assert shapes(figure, "arrow head")
    assert faults(figure, 2.0) == []


def test_an_arrow_whose_head_would_cover_a_window_is_left_out():
    """Even that to the node at which a playback is."""
    model = model_of(depth=7, evaluator="windows", budget=20_000)
    size = (860, 600)
    model.best_line()
    figure_of(model, size, 2.0)
    model.open_playback()
    arrows = 0
    for event in range(5710, 5730):
        model.seek(event)
        figure = figure_of(model, size, 2.0)
        assert faults(figure, 2.0) == []
        arrows += len(shapes(figure, "arrow head"))
    assert arrows


@pytest.mark.parametrize("size", SIZES)
def test_nothing_covers_a_word_whatever_is_unfolded(size):
    """20 unfoldings by chance, laid out anew or in place."""
    model = model_of("44")
    chance = random.Random(5)
    camera = Camera(measure, 1.0)
    camera.fitting = Fit.READABLE
    for _ in range(20):
        folded = [glyph.key for glyph in model.view.glyphs if glyph.sort != NODE or model.view.is_folded(glyph.row)]
        with contextlib.suppress(ViewFull):
            model.expand(chance.choice(folded))
        assert faults(figure_of(model, size, camera=camera)) == []


def test_a_note_is_where_it_covers_nothing():
    """Or nowhere."""
    used = np.array([(0.0, 0.0, 50.0, 100.0)])
    box = place_note((30.0, 10.0), (50.0, 50.0), 2.0, used, Box(0.0, 0.0, 100.0, 100.0))
    assert box[0] >= 50
    assert place_note((30.0, 10.0), (50.0, 50.0), 2.0, used, Box(0.0, 0.0, 60.0, 100.0)) is None


def test_a_row_is_in_order_and_as_near_to_what_is_wanted_as_the_widths_allow():
    """Pooling adjacent violators; a pane squeezed to nothing still has a layout."""
    assert _in_order(np.array([3.0, 1.0, 2.0, 5.0])).tolist() == [2.0, 2.0, 2.0, 5.0]
    graph = build_graph(TreeView(search(Position(), 2, load("v2")).tree))
    placed = layout(graph, space_of(measure), 1.0)
    across = [placed.at[row][0] for row in search(Position(), 2, load("v2")).tree.children(0)]
    assert across == sorted(across)
    assert fit(placed, 1, 1, readable=True).unit > 0


def test_replies_to_different_nodes_stand_apart():
    """Two neighbours of one ply are farther apart if they are replies to different nodes."""
    graph = model_of("4453", depth=2).state.graph
    space = space_of(measure)
    placed = layout(graph, space)
    below = {ply: [key for key, (_, y) in placed.at.items() if y == ply] for ply in placed.plies}
    gaps = defaultdict(list)
    for row in below.values():
        row.sort(key=lambda key: placed.at[key][0])
        for left, right in itertools.pairwise(row):
            needed = (space(graph.nodes[left]["data"]) + space(graph.nodes[right]["data"])) / 2
            gap = placed.at[right][0] - placed.at[left][0] - needed
            gaps[placed.parents[left] == placed.parents[right]].append(gap)
    assert min(gaps[False]) >= FAMILY_GAP - TOLERANCE
    assert min(gaps[True]) >= -TOLERANCE


@pytest.mark.parametrize("across", [300, 600])
def test_unfolding_moves_no_glyph_that_need_not_make_way(across):
    """Glyphs of the plies above, and beside where there is room, keep their place."""
    view = TreeView(search(Position.from_moves("4"), 6, load("v2")).tree)
    before = layout(build_graph(view), space_of(measure), across)
    view.expand(view.children(view.children(0)[0])[0])
    after = layout(build_graph(view), space_of(measure), across, before.at)
    assert [after.at[key][0] for key in before.at] == pytest.approx([x for x, _ in before.at.values()])


@pytest.mark.parametrize("size", SIZES)
def test_fit_keeps_values_readable_and_a_second_time_shows_all(size):
    """The root is in sight with its value, although all replies of three plies do not fit."""
    model = model_of(depth=6)
    camera = Camera(measure, 1.0)
    camera.fitting = Fit.READABLE
    figure_of(model, size, camera=camera)
    model.change(unfold_three_plies, what="fit")
    camera.fit_as_asked()
    figure = figure_of(model, size, camera=camera)
    values = {word.key for word in figure.words if word.style in ("value", "best")}
    assert 0 in values
    assert len(values) > 5
    camera.fit_as_asked()
    figure = figure_of(model, size, camera=camera)
    assert all(0 <= left < right <= size[0] for left, _, right, _ in figure.boxes.values())
    camera.fit_as_asked()
    assert {word.key for word in figure_of(model, size, camera=camera).words} > {None, 0}


def unfold_three_plies(view):
    tree = view.tree
    for row in range(len(tree)):
        if tree.ply[row] < 3 and tree.was_searched[row] and row in view.rows:
            view.expand(row)


def test_the_best_line_is_all_in_sight():
    """Also at depth 10, in a small window."""
    for size in SIZES:
        for depth in (4, 6, 10):
            model = model_of(depth=depth, budget=20_000)
            figure_of(model, size)
            model.best_line()
            figure = figure_of(model, size)
            for row in model.view.tree.principal_variation():
                left, top, right, bottom = figure.boxes[row]
                assert 0 <= left < right <= size[0]
                assert 0 <= top < bottom <= size[1]
            assert sum(glyph.sort == STUB for glyph in model.view.glyphs) <= depth
