"""The parts of evaluators by themselves: limits at their ends, files by their readers, pages and rows by hand."""

import os
from dataclasses import replace

import numpy as np
import pytest
from refusal import refused
from strategies import STANDARD_COUNT, picture

from c4 import evaluators
from c4.errors import C4Error
from c4.evaluators import sarsa, user
from c4.evaluators.base import Heat, Page, columns_of, on_board
from c4.evaluators.network import (
    ACTIVATION_STEPS,
    INPUTS,
    MAX_WEIGHT,
    OUTPUT_STEPS,
    PLANE,
    SIDE_INPUT,
    Network,
    can_hold,
    fits,
    inputs_on,
    mirrored_inputs,
    named_weights,
    units_of,
)
from c4.evaluators.ntuple import FILE_STEPS, NTuple, Run, Tuples, fields, mirrored, random_walks, run_states
from c4.evaluators.quiet import CERTAIN_WIN, FULL, LOSES, QUIET, WINS, after_replies, rows_of_replies
from c4.evaluators.refusals import plain_reason
from c4.evaluators.sarsa import QTable, Sarsa, along, best_points, dense, sparse
from c4.evaluators.tdlambda import TDLambda, features, number_of_features, place_of, threats_of, units
from c4.evaluators.user import VALUE_LIMIT, position_of
from c4.evaluators.v1 import V1, lines_begun
from c4.evaluators.v2 import V2
from c4.evaluators.windows import Windows, feature_units
from c4.evaluators.windows import counts as window_counts
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.kernels.hashing import key_of
from c4.learning.network import first_weights
from c4.search.fixed_depth import search

SMALL = Rules(4, 5, 3)

# -- the base ----------------------------------------------------------------------------------------------------------


def test_the_scale_of_a_page_reaches_its_largest_value():
    """In either direction; missing values count for nothing, and a page without maps reaches nowhere."""
    heats = [Heat("", np.array([[1.0, np.nan], [-3.0, 2.0]]), ("a", "b"), ("c", "d"))]
    assert Page("", "", tuple(heats)).reach() == 3
    assert Page("", "").reach() == 0
    assert Page("", "", (Heat("", np.full((1, 1), np.nan), ("a",), ("b",)),)).reach() == 0
    assert heats[0].named(1, 0) == "b, c"


def test_the_first_row_of_a_board_is_drawn_below():
    """Values and counts alike, with the names of rows and columns."""
    values = np.arange(20.0).reshape(4, 5)
    heat = on_board("", values, SMALL, values.astype(np.int64) + 100)
    assert heat.values[3, 0] == 0
    assert heat.values[0, 4] == 19
    assert heat.counts[3, 0] == 100
    assert heat.rows == ("row 4", "row 3", "row 2", "row 1")
    assert heat.columns == columns_of(SMALL) == tuple(f"column {number}" for number in range(1, 6))
    assert on_board("", values, SMALL).counts is None


@pytest.mark.parametrize("rules", [Rules(5, 5, 3), Rules(4, 6, 3), Rules(4, 5, 4)])
def test_a_learned_evaluator_knows_one_board(rules):
    """By its rows, columns and length of a line; where lines are counted it is the same board."""
    network = Network(first_weights(1, 2, SMALL), SMALL)
    network.require_board(replace(SMALL, scoring=COUNT_LINES))
    with refused("was trained on 5x4, connect 3"):
        network.require_board(rules)
    assert fits(SMALL, replace(SMALL, scoring=COUNT_LINES))
    assert not fits(SMALL, rules)


def test_a_contribution_is_shared_by_its_cells():
    """Each cell has its part of every line that it belongs to."""
    shares = V1().shares(Position.from_moves("1"), 0)
    rows = V1().explain(Position.from_moves("1"), 0)
    assert shares.get((0, 0), 0.0) == pytest.approx(sum(row.contribution / 4 for row in rows if (0, 0) in row.cells))
    assert V2().with_unit(3) == "3 points"
    assert evaluators.load("windows").with_unit(4100) == "+0.41 of a win"


# -- lines -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("connect", "least"), [(4, 2), (3, 1), (2, 1), (5, 3)])
def test_lines_begun_lack_two_discs_at_most(connect, least):
    """But have one at least."""
    rules = Rules(5, 5, connect)
    own = rules.column_mask(0) | rules.column_mask(3)
    expected = {(line, (own & line.mask).bit_count()) for line in rules.lines}
    assert set(lines_begun(own, rules)) == {(line, number) for line, number in expected if number >= least}


@pytest.mark.parametrize(
    ("rows", "evaluator", "words"),
    [
        (["XX....."], V1(), {"own 2 in an open line"}),
        ([".XXX..."], V1(), {"own 3 in an open line", "own 3 across, first cell open", "own 2 in an open line"}),
        (["XXXO..."], V1(), {"own 3 blocked by one disc"}),
        (["XX....."], V2(), {"own 2 in a line, can be filled now"}),
        (["XXXX..."], V2(), {"own 4 in a line, complete", "own 3 in a line, can be filled now"}),
        (["XXXO..."], V2(), {"own 3 in a line, blocked by one disc"}),
    ],
)
def test_lines_in_words(rows, evaluator, words):
    """How many discs, and what becomes of the line; of the other side's the same."""
    position = picture(*rows, rules=STANDARD_COUNT)
    said = {row.feature for row in evaluator.explain(position, 0)}
    assert words <= said
    assert all(one.startswith(("own ", "opponent's ")) for one in said)
    mirrored_words = {row.feature for row in evaluator.explain(position, 1)}
    assert {one.replace("own", "opponent's") for one in words} <= mirrored_words


def test_a_line_that_hangs_in_the_air_is_not_built_yet():
    """While a cell of it cannot be reached with the next disc of its column."""
    position = picture("XX.....", "OOO....", rules=STANDARD_COUNT)
    said = {row.feature for row in V2().explain(position, 0)}
    assert "own 2 in a line, not built yet" in said


@pytest.mark.parametrize("name", ["windows", "td-lambda"])
@pytest.mark.parametrize("moves", ["", "4", "445", "44453511", "112233"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_row_is_its_feature_times_its_weight(name, moves, side):
    """In points, but for the rounding of a count's points."""
    evaluator = evaluators.load(name)
    rows = evaluator.explain(Position.from_moves(moves), side)
    most_counted = 69
    assert any(row.contribution for row in rows) == bool(moves)
    for row in rows:
        assert row.contribution == pytest.approx(evaluator.scale * row.value * row.weight, abs=0.5 * most_counted)


# -- windows -----------------------------------------------------------------------------------------------------------


def test_weights_may_be_so_large():
    """Their sizes add up to ninety at most: 900,000 points."""
    Windows([10.0] * 9)
    Windows([-10.0] * 9)
    with refused("would make a value pass for a won game"):
        Windows([10.0] * 8 + [10.001])


@pytest.mark.parametrize(("rules", "units_"), [(STANDARD, (1, 6, 69, 1)), (SMALL, (1, 4, 28, 1))])
def test_the_units_of_features(rules, units_):
    """Cells of the middle column, and lines."""
    bias, centre, *lines, win = feature_units(rules)
    assert {(bias, centre, each, win) for each in lines} == {(*units_[:2], len(rules.lines), units_[3])}
    assert rules != STANDARD or len(rules.lines) == units_[2]


@pytest.mark.parametrize("connect", [2, 3, 4, 5])
def test_open_lines_of_any_length(connect):
    """Only lines with one to three discs and a free cell count, however long a line is."""
    rules = Rules(1, 7, connect)
    first_two = rules.column_mask(0) | rules.column_mask(1)
    position = replace(Position(rules=rules), stones=(first_two & rules.board, 0), moves=None)
    _, _, *mine = window_counts(position, 0)[:5]
    expected = [0, 0, 0]
    for start in range(7 - connect + 1):
        discs = len({0, 1} & set(range(start, start + connect)))
        if 0 < discs < min(connect, 4):
            expected[discs - 1] += 1
    assert mine == expected


# -- td-lambda ---------------------------------------------------------------------------------------------------------


def test_the_features_of_td_lambda_by_hand():
    """Discs by row and column, the middle, and threats, as the player sees them who has moved."""
    assert (number_of_features(STANDARD), number_of_features(SMALL)) == (87, 43)
    assert units(STANDARD) == (6, 69)
    assert place_of(STANDARD.cell(2, 3), STANDARD) == 7 * 2 + 3
    own = 1 << STANDARD.cell(0, 0)
    assert threats_of(own, 0, STANDARD) == 3
    assert threats_of(own, 1 << STANDARD.cell(0, 1), STANDARD) == 2
    assert threats_of(0, own, STANDARD) == 0
    seen = features(Position.from_moves("41"), 1)
    assert [place for place, number in enumerate(seen) if number] == [0, 42 + 3, 85, 86]
    assert seen[84] == 0
    assert features(Position.from_moves("4"), 0)[84] == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("place", "most"),
    [(0, 89.9674), (42, 89.9674), (84, 89.9674), (86, 89.9674)],
    ids=["own", "other", "middle", "threat"],
)
def test_the_weights_of_td_lambda_may_be_so_large(place, most):
    """900,000 points, less what rounding may add: 3 for each of 42 cells, and 200."""
    weights = np.zeros(87)
    weights[place] = most
    TDLambda(weights)
    weights[place] = -most - 0.0002
    with refused("would make a value pass for a won game"):
        TDLambda(weights)


def test_of_two_sides_discs_on_a_cell_the_heavier_counts():
    """No cell has both."""
    weights = np.zeros(87)
    weights[0] = 50
    weights[42] = 60
    TDLambda(weights)
    weights[1] = 50
    with refused("would make a value pass for a won game"):
        TDLambda(weights)
    with refused("86 weights, the td-lambda evaluator has 87"):
        TDLambda(weights[:-1])


def test_the_last_rows_of_td_lambda_are_of_the_side_they_name():
    """Discs in the middle and threats are those of the side that has moved, whoever asks."""
    position = Position.from_moves("44151")
    evaluator = evaluators.load("td-lambda")
    moved = 1 - position.to_move
    own = position.stones[moved]
    other = position.stones[1 - moved]
    found = [threats_of(own, other, STANDARD) / 69, threats_of(other, own, STANDARD) / 69]
    for side, words in ((moved, ("own", "opponent's")), (1 - moved, ("opponent's", "own"))):
        middle, mine, theirs = evaluator.explain(position, side)[-3:]
        assert [row.feature for row in (middle, mine, theirs)] == [
            f"{words[0]} discs in the middle",
            f"{words[0]} threats",
            f"{words[1]} threats",
        ]
        assert [mine.value, theirs.value] == found
        discs = [row for row in evaluator.explain(position, side)[:84] if row.value]
        assert {row.feature for row in discs} == {"own disc", "opponent's disc"}
        own_cells = {row.cells[0] for row in discs if row.feature == "own disc"}
        assert own_cells == set(STANDARD.places(position.stones[side]))


# -- sarsa -------------------------------------------------------------------------------------------------------------

START = Position()


def table(rows: dict[Position, list[float]], mirrored: bool = False) -> QTable:
    """A table with these values, each visited as often as its place among the keys says, from 1."""
    known = {key_of(one.mine, one.theirs): values for one, values in rows.items()}
    keys = np.array(sorted(known), dtype=np.uint64)
    values = np.array([known[int(key)] for key in keys], dtype=np.float32).reshape(-1, 7)
    return QTable(STANDARD, mirrored, keys, values, np.arange(1, len(keys) + 1, dtype=np.uint32))


def test_an_entry_of_the_mirror_image_is_turned_around():
    """Where mirror images share an entry; otherwise the mirror image is unknown."""
    left = START.play(0)
    right = START.play(6)
    smaller = min((left, right), key=lambda one: key_of(one.mine, one.theirs))
    other = right if smaller is left else left
    shared = table({smaller: [1, 2, 3, 4, 5, 6, 7]}, mirrored=True)
    assert shared.entry(smaller)[0].tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert shared.entry(other)[0].tolist() == [7, 6, 5, 4, 3, 2, 1]
    assert shared.entry(other)[1] == 1
    alone = table({smaller: [1, 2, 3, 4, 5, 6, 7]})
    assert alone.entry(other) is None
    assert alone.entry(START) is None
    assert alone.entry(Position.from_moves("444444")) is None


def test_the_best_column_of_an_entry_is_one_that_is_open():
    """In points; entries that are worth nothing are left out."""
    full = Position.from_moves("444444")
    rows = {START: [0.1, -0.2, 0, 0, 0, 0, 0.05], full: [-3, -2, -4, 9, -5, -6, -7], START.play(2): [0.001] * 7}
    keys, points = best_points(table(rows))
    assert dict(zip(keys.tolist(), points.tolist())) == {
        key_of(START.mine, START.theirs): 10,
        key_of(full.mine, full.theirs): -200,
    }


def test_a_column_is_full_with_its_last_disc():
    """Two own discs in a column of three leave it open; three fill it, whoever has them."""
    rules = Rules(3, 4, 4)
    for moves, best in (("1213", 5), ("12113", 2), ("12131", 2), ("121314", 2)):
        position = Position.from_moves(moves, rules)
        keys = np.array([key_of(position.mine, position.theirs)], dtype=np.uint64)
        visits = np.ones(1, dtype=np.uint32)
        known = QTable(rules, False, keys, np.array([[5, 2, 1, 0]], dtype=np.float32), visits)
        assert best_points(known)[1].tolist() == [100 * best]


def test_a_sparse_table_is_the_same_table():
    """Values that are not 0, in any order of the keys; arrays that do not belong together are refused."""
    keys = np.array([5, 3, 4], dtype=np.uint64)
    values = np.array([[0, 1, 0], [2, 0, 0], [0, 0, -3]], dtype=np.float32)
    visits = np.array([50, 30, 40], dtype=np.uint32)
    stored = sparse(keys, values, visits)
    assert stored["held"].tolist() == [1, 2, -3]
    read = dense(**stored, columns=3, path="a")
    assert [each.tolist() for each in read] == [[3, 4, 5], [[2, 0, 0], [0, 0, -3], [0, 1, 0]], [30, 40, 50]]
    for change in (
        {"marks": stored["marks"][:-1]},
        {"marks": np.append(stored["marks"], np.uint8(0))},
        {"visits": visits[:-1]},
        {"held": stored["held"][:-1]},
    ):
        with refused("holds 3 keys, and values that do not belong to them"):
            dense(**(stored | change), columns=3, path="a")


def test_values_of_a_table_may_be_so_large():
    """9,000 rewards of 100 points."""
    Sarsa(table({START: [9000, -9000, 0, 0, 0, 0, 0]}))
    with refused("would pass for a won game in the search"):
        Sarsa(table({START: [0, -9001, 0, 0, 0, 0, 0]}))
    Sarsa(table({}))


def test_a_table_explains_its_columns():
    """Only the best counts; seen from the other side it is the negative; an unknown position has one row of 0."""
    full = Position.from_moves("444444")
    own = Sarsa(table({full: [1, 2, 5, 9, 4, 0, -1]}))
    rows = own.explain(full)
    assert [row.cells for row in rows] == [((0, column),) for column in (0, 1, 2, 4, 5, 6)]
    assert [row.contribution for row in rows] == [0, 0, 500, 0, 0, 0]
    assert rows[2].feature == "column 3, the best; 1 visit"
    assert [row.weight for row in rows] == [0, 0, 1, 0, 0, 0]
    assert [row.value for row in own.explain(full, 1)] == [-1, -2, -5, -4, 0, 1]
    assert own.evaluate(full, 1) == -500
    assert [row.contribution for row in own.explain(START)] == [0]


def test_a_page_of_a_table_goes_on_as_far_as_it_knows(monkeypatch):
    """Some moves beyond the position, while the positions are known, and not beyond the end of the board."""
    monkeypatch.setattr(sarsa, "MOVES_AHEAD", 2)
    best_left = [9, 0, 0, 0, 0, 0, 0]
    rows = {Position.from_moves("1" * number): best_left for number in range(5)}
    heat = Sarsa(table(rows)).page("along the game", Position.from_moves("11")).heats[0]
    assert heat.columns == ("move 1", "move 2", "move 3*", "move 4*", "move 5*")
    assert heat.marks == tuple((0, place) for place in range(4))
    assert (heat.counts[0] > 0).tolist() == [True] * 5
    beginning = Sarsa(table({START: best_left})).page("along the game").heats[0]
    assert beginning.columns == ("move 1*", "move 2*")
    assert beginning.title == "columns, move by move; 1 visit here"


def test_the_way_of_a_game_that_was_set_up_begins_there():
    """Where no moves are known there is one position; otherwise the side that began is that of the first."""
    position = Position.from_moves("443")
    way, moves = along(position)
    assert ([one.ply for one in way], moves) == ([0, 1, 2, 3], [3, 3, 2])
    assert way[-1] == position
    assert way[0].to_move == 0
    alone = replace(position, moves=None)
    assert along(alone) == ([alone], [])


# -- quiet -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "rules", "replies", "comes_to"),
    [
        ("44", STANDARD, 0, QUIET),
        ("11223", STANDARD, 1, QUIET),
        ("112233", STANDARD, 0, WINS),
        ("44332", STANDARD, 0, LOSES),
        ("11223", replace(STANDARD, scoring=COUNT_LINES), 0, QUIET),
        ("12123434", Rules(2, 4, 4), 0, FULL),
    ],
)
def test_how_forced_replies_end(moves, rules, replies, comes_to):
    """The board after them, whose turn it is, and what is certain; where lines count, nothing is forced."""
    position = Position.from_moves(moves, rules)
    after, end = after_replies(position)
    assert end == comes_to
    assert after.ply == position.ply + replies
    assert after.to_move == (position.to_move + replies) % 2


@pytest.mark.parametrize(
    ("moves", "words", "cells", "missing"),
    [
        ("112233", ["wins at once"], {(0, 3)}, [7]),
        ("44332", ["every reply loses"], {(0, 0), (0, 4)}, [7]),
        ("11223", ["1 forced reply"], {(0, 3)}, [0]),
        ("44", [], set(), []),
    ],
)
def test_what_is_said_of_forced_replies(moves, words, cells, missing):
    """Which they are, or why the end is certain, which makes up for what is missing."""
    position = Position.from_moves(moves)
    rows = rows_of_replies(position, *after_replies(position), 7)
    assert [row.feature for row in rows] == words
    assert [row.contribution for row in rows] == missing
    assert {cell for row in rows for cell in row.cells} == cells
    assert [row.remark for row in rows] == ["forced" in word for word in words]


@pytest.mark.parametrize(
    ("moves", "value"), [("112233", CERTAIN_WIN), ("44332", -CERTAIN_WIN), ("445532", CERTAIN_WIN)]
)
def test_a_certain_end_is_explained_for_either_side(moves, value):
    """The rows add up to the value of a certain win for the side to move, or its negative for the other one."""
    network = evaluators.load("network")
    position = Position.from_moves(moves)
    for side, sign in ((position.to_move, 1), (1 - position.to_move, -1)):
        assert sum(row.contribution for row in network.explain(position, side)) == sign * value
        assert network.evaluate(position, side) == sign * value


# -- the network -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "units_"), [(2 + 260, 1), (2 + 3 * 260, 3), (2 + 3 * 260 + 1, 0), (2, 0), (1 + 260, 0)]
)
def test_how_many_units_a_number_of_weights_makes(length, units_):
    """258 inputs and two weights of the result for each, and two biases."""
    assert INPUTS == 258
    assert units_of(length) == units_


@pytest.mark.parametrize(
    ("place", "most"),
    [(0, (MAX_WEIGHT - 1) / ACTIVATION_STEPS), (INPUTS, (MAX_WEIGHT - 1) / OUTPUT_STEPS), (-1, MAX_WEIGHT - 1)],
    ids=["input", "output", "bias"],
)
def test_weights_of_a_network_may_be_so_large(place, most):
    """Below a number of 16 bits in steps, on either side of 0."""
    for sign in (1, -1):
        weights = np.zeros(2 + 260)
        weights[place] = sign * most
        assert can_hold(weights)
        weights[place] = sign * most * MAX_WEIGHT / (MAX_WEIGHT - 1)
        assert not can_hold(weights)


def test_the_sum_of_all_units_is_limited():
    """Fewer than 248 units of 1 fit: each is read twice, in steps of 1 / 2**22, into 2**31 less 2**26 for rounding."""
    for number, fits_in in ((247, True), (248, False)):
        weights = np.zeros(2 + 260 * 256)
        outer = weights[INPUTS * 256 : -2].reshape(2, 256)
        outer[1, :number] = 1
        assert can_hold(weights) == fits_in


def test_the_inputs_of_a_position_by_hand():
    """Discs of the first player and of the second, cells that complete a line, and the side to move."""
    on, mover = inputs_on(Position.from_moves("112233"))
    first = [STANDARD.cell(0, column) for column in range(3)]
    second = [STANDARD.cell(1, column) for column in range(3)]
    wins = [2 * PLANE + STANDARD.cell(0, 3)]
    loses = [3 * PLANE + STANDARD.cell(1, 3)]
    assert (on.tolist(), mover) == ([*first, *(PLANE + cell for cell in second), *wins, *loses, SIDE_INPUT], 0)
    on, mover = inputs_on(Position.from_moves("4"))
    assert (on.tolist(), mover) == ([STANDARD.cell(0, 3), SIDE_INPUT + 1], 1)


def test_the_mirror_image_of_inputs():
    """Each cell takes the place of the one opposite, in every plane; the side to move stays."""
    image = mirrored_inputs(STANDARD)
    assert (image[image] == np.arange(INPUTS)).all()
    for plane in range(4):
        assert image[PLANE * plane + STANDARD.cell(2, 1)] == PLANE * plane + STANDARD.cell(2, 5)
    assert image[SIDE_INPUT:].tolist() == [SIDE_INPUT, SIDE_INPUT + 1]


def test_the_weights_for_other_programs():
    """By plane, row and column, as the network uses them; every line by its cells."""
    network = Network(first_weights(1, 3, STANDARD), STANDARD)
    named = named_weights(network)
    assert {name: array.shape for name, array in named.items()} == {
        "inputs": (4, 6, 7, 3), "side": (2, 3), "output": (2, 3), "bias": (2,), "lines": (69, 4),
    }  # fmt: skip
    cell = STANDARD.cell(4, 2)
    assert named["inputs"][1, 4, 2].tolist() == (network.inner[PLANE + cell] / ACTIVATION_STEPS).tolist()
    assert named["side"][1].tolist() == (network.inner[SIDE_INPUT + 1] / ACTIVATION_STEPS).tolist()
    assert named["output"].tolist() == (network.outer / OUTPUT_STEPS).tolist()
    assert [0, 1, 2, 3] in named["lines"].tolist()
    assert [0, 7, 14, 21] in named["lines"].tolist()


def test_a_unit_names_the_cells_that_weigh_most():
    """Of the inputs that are on, by the sum of both readings; the side to move is none of them."""
    weights = np.zeros(2 + 260 * 2, dtype=np.float32)
    inner = weights[: INPUTS * 2].reshape(INPUTS, 2)
    cells = [STANDARD.cell(0, 3), STANDARD.cell(1, 3), STANDARD.cell(0, 4), STANDARD.cell(0, 2), STANDARD.cell(1, 2)]
    for number, (plane, cell) in enumerate(zip((0, 1, 0, 1, 0), cells)):
        inner[PLANE * plane + cell, 0] = (5, -4, 3, 2, 1)[number]
    inner[SIDE_INPUT:, :] = 9
    inner[STANDARD.cell(5, 0), 0] = 9
    network = Network(weights, STANDARD)
    position = Position.from_moves("44533")
    shown = network.explain(position)[0].cells
    assert shown == tuple(STANDARD.place(cell) for cell in cells[:4])
    assert network.explain(START)[0].cells == ()


def test_the_pages_of_a_network_have_its_weights():
    """Of several units what the first player's disc adds beyond the second's; of one, every plane and what it starts from."""
    network = Network(first_weights(1, 3, STANDARD), STANDARD)
    inner = network.inner / ACTIVATION_STEPS
    outer = network.outer / OUTPUT_STEPS
    several = network.page("units 1 to 3")
    cell = STANDARD.cell(1, 2)
    for unit, heat in enumerate(several.heats):
        expected = (inner[cell, unit] - inner[PLANE + cell, unit]) * (outer[0, unit] + outer[1, unit]) / 2
        assert heat.values[4, 2] == pytest.approx(expected)
        assert heat.title == f"unit {unit + 1}"
    one = network.page("unit 3", Position.from_moves("112233"))
    assert [heat.values[4, 2] for heat in one.heats] == [inner[PLANE * plane + cell, 2] for plane in range(4)]
    assert [value for _, value in one.bars] == [*inner[SIDE_INPUT:, 2], *outer[:, 2]]
    assert [set(heat.marks) for heat in one.heats] == [
        {(5, 0), (5, 1), (5, 2)},
        {(4, 0), (4, 1), (4, 2)},
        {(5, 3)},
        {(4, 3)},
    ]
    assert not any(heat.marks for heat in network.page("unit 3", Position(rules=SMALL)).heats)


# -- n-tuples ----------------------------------------------------------------------------------------------------------


def test_the_runs_of_a_tuple():
    """Cells one above the other; the top of a column and the bottom of the next are none."""
    cells = tuple(sorted(STANDARD.cell(row, column) for row, column in ((0, 0), (1, 0), (3, 0), (0, 1))))
    assert fields(cells, STANDARD) == [Run(cells[:2], 0), Run(cells[2:3], 3), Run(cells[3:], 5)]
    small = Rules(2, 2, 2)
    assert len(fields((0, 1, 3, 4), small)) == 2
    assert [mirrored(STANDARD.cell(2, column), STANDARD) for column in (0, 3)] == [
        STANDARD.cell(2, 6),
        STANDARD.cell(2, 3),
    ]


def test_the_states_of_a_run_by_its_number():
    """0 out of reach; otherwise a leading 1 above a bit for each disc, the next cell reachable."""
    states = run_states(2)
    assert states.shape == (8, 2)
    out = states[0, 0]
    free = states[1, 0]
    first = states[2, 0]
    second = states[3, 0]
    assert len({out, free, first, second}) == 4
    assert states.tolist() == [
        [out, out], [free, out], [first, free], [second, free],
        [first, first], [second, first], [first, second], [second, second],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "length", "refuses"),
    [(1, 2, False), (1000, 2, False), (1001, 2, True), (0, 2, True), (1, 1, True), (1, 10, False), (1, 11, True)],
)
def test_how_many_tuples_there_may_be(number, length, refuses):
    """One to a thousand of two to ten cells; on a small board as many as there are."""
    rules = Rules(4, 4, 4)
    if refuses:
        with refused("tuples are 1 to 1,000 of 2 to 10 cells"):
            random_walks(number, length, 1, rules)
        return
    tuples = random_walks(number, length, 1, rules)
    assert 1 <= len(tuples) <= number
    assert all(len(set(cells)) == length for cells in tuples.cells)
    assert random_walks(1, 9, 1, Rules(3, 3, 3)).cells == (
        tuple(sorted(Rules(3, 3, 3).cell(r, c) for r in range(3) for c in range(3))),
    )


def test_sums_of_weights_stay_exact():
    """Twice the largest weight of every table, for either side to move, is below 2**24 steps of 1 / 2**13."""
    tuples = Tuples(STANDARD, [(0,), (1,)])
    most = (1 << 24) // 4 * (FILE_STEPS // (1 << 13))
    weights = np.zeros(2 * tuples.size, dtype=np.int32)
    weights[0] = most - 256
    weights[tuples.size + 1] = most - 256
    NTuple(tuples, weights)
    weights[1] = -most
    weights[tuples.size] = -most
    with refused("would make sums inexact"):
        NTuple(tuples, weights)


# -- files of users ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", ["", "4", "44", "4453", "44535"])
@pytest.mark.parametrize("side", [0, 1])
def test_discs_tell_whose_they_are(moves, side):
    """The side with more discs is the first player; of as many, the one to move."""
    position = Position.from_moves(moves)
    found, whose = position_of(position.stones[side], position.stones[1 - side], position.to_move == side, STANDARD)
    assert whose == side
    assert (found.stones, found.to_move) == (position.stones, position.to_move)
    assert found.moves is None


@pytest.mark.parametrize(
    ("cell", "place"),
    [(0, (0, 0)), (5, (5, 0)), (6, None), (7, (0, 1)), (47, (5, 6)), (48, None), (49, None), (-1, None)]
    + [((5, 6), (5, 6)), ((6, 0), None), ((0, 7), None), ((-1, 0), None), ((0, -1), None)],
)
def test_cells_that_a_file_names(cell, place):
    """A row and a column, or the number of a bit; no cell above the board or beside it."""
    if place is not None:
        assert user._cell(cell, STANDARD) == place
        return
    with pytest.raises(ValueError, match="is no cell of the board"):
        user._cell(cell, STANDARD)


@pytest.fixture
def write(tmp_path):
    """Writes a file; the evaluator of it."""
    path = tmp_path / "mine.py"
    times = []

    def put(text: str):
        path.write_text(text)
        times.append(None)
        os.utime(path, (len(times), len(times)))
        return user.load(path)

    return put


PLAIN = "def evaluate(position, side):\n    return {}\n"


@pytest.mark.parametrize("value", [VALUE_LIMIT, -VALUE_LIMIT])
def test_a_value_may_be_so_large(write, value):
    """As the limit, and no larger."""
    assert write(PLAIN.format(value)).value(START, 0) == value
    larger = value + (1 if value > 0 else -1)
    with refused("evaluate must return a number between"):
        write(PLAIN.format(larger))


@pytest.mark.parametrize("side", [0, 1])
def test_a_file_is_asked_about_both_sides_at_once(write, side):
    """What fails for one of them is refused before any search."""
    with refused("ZeroDivisionError"):
        write(f"def evaluate(position, side):\n    return 1 / (side - {side})\n")


def test_a_search_compares_the_forms_with_the_side_to_move(write):
    """Forms that differ only where the side that asks does not move are noticed."""
    own = write(
        "def evaluate(position, side):\n    return 1\n"
        "def evaluate_bits(own, other, moves):\n"
        "    return 1 if moves or (own | other).bit_count() < 9 else 2\n"
    )
    with refused("evaluate says 1 and evaluate_bits 2"):
        search(Position.from_moves("12345671"), 1, own)


def test_a_shift_by_a_whole_word_leaves_nothing(write):
    """Of any number, not even its lowest bit."""
    own = write("def evaluate_bits(own, other):\n    bits = 64 + own * 0\n    return 1 if ((own | 1) << bits) else 2\n")
    assert own.value(START, 0) == 2


def test_a_compiled_value_may_be_as_large(write):
    """The same limit holds for evaluate_bits."""
    bits = "def evaluate_bits(own, other):\n    return {}\n"
    assert write(bits.format(VALUE_LIMIT)).value(START, 0) == VALUE_LIMIT
    with refused("evaluate_bits must return a number between"):
        write(bits.format(-VALUE_LIMIT - 1))


@pytest.mark.parametrize(
    ("explained", "rows"),
    [
        ("[('a', 1.0, 1.0)]", ["a"]),
        ("[('a', 0.9996, 1.0)]", ["a"]),
        ("[('a', 0.999, 1.0)]", ["a", user.UserEvaluator.REMAINDER]),
        ("[('a', 1.001, 1.0)]", ["a", user.UserEvaluator.REMAINDER]),
        ("[('a', 2, 0.25), ('b', 1, 0.5, [(0, 3)])]", ["a", "b"]),
        ("[]", ["evaluate in mine.py"]),
    ],
)
def test_what_an_explanation_leaves_open_has_a_row(write, explained, rows):
    """From half a thousandth on; without any row, the value is one."""
    own = write(PLAIN.format(1) + f"def explain(position, side):\n    return {explained}\n")
    found = own.explain(START)
    assert [row.feature for row in found] == rows
    assert sum(row.contribution for row in found) == pytest.approx(1000, abs=0.5)
    assert all(row.cells == (((0, 3),) if row.feature == "b" else ()) for row in found)


def no_form(name: str, kinds: str) -> str:
    """What numba prints of a function or an operator that it has no form of."""
    return (
        f"No implementation of function Function(<built-in function {name}>) found for signature:\n \n"
        f" >>> {name}({kinds})\n \nThere are 6 candidate implementations:\n"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (no_form("add", "int64, unicode_type"), "there is no compiled + of int64 and str"),
        (no_form("lshift", "int64, float64"), "there is no compiled << of int64 and float64"),
        (no_form("setitem", "int64, Literal[int](2), none"), "there is no compiled [...] = of int64, int64 and None"),
        (no_form("getitem", "Tuple(int64, int64), int64"), "there is no compiled [...] of Tuple(int64, int64), int64"),
        (no_form("sorted", "int64"), "there is no compiled sorted of int64"),
        (no_form("exception_match", "int64, int64"), "of all exceptions, only Exception itself can be caught"),
        ("Cannot unify int64 and none for 'value.2', defined at a.py (3)", "a value would be int64 or None"),
        ("Cannot infer the type of variable 'x' (temporary: False)", "the type of x cannot be determined"),
        ("Invalid use of getiter with parameters (int64)", "there is nothing in int64 that a loop could go through"),
    ],
)
def test_why_a_function_cannot_be_compiled(text, reason):
    """In one clause, with Python's operators and types."""
    assert plain_reason(text) == reason


# -- the registry ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "label", "short"),
    [
        ("v2", "V2", "V2"),
        ("taught", "Taught (learned)", "Taught"),
        ("playouts", "random playouts", "random playouts"),
        ("a/gone.py", "gone", "gone"),
    ],
)
def test_the_labels_of_evaluators(name, label, short):
    """Also of one that is not there."""
    assert evaluators.label_of(name) == label
    assert evaluators.short_label_of(name) == short


def test_a_model_that_fits_nothing_is_refused_once(tmp_path):
    """With what every learned evaluator says of it."""
    path = tmp_path / "model.json"
    path.write_text("{}")
    with pytest.raises(C4Error) as error:
        evaluators.identify(path)
    sentences = str(error.value).split("; ")
    assert len(sentences) == len(set(sentences)) > 1
