"""The evaluators against the golden files of the reference systems and the worked examples."""

from dataclasses import replace

import pytest
from hypothesis import given
from refusal import refused
from strategies import PUBLISHED, STANDARD_COUNT, golden, picture, standard_positions

from c4.evaluators import load
from c4.evaluators.v1 import V1
from c4.evaluators.v2 import V2
from c4.evaluators.windows import Windows, counts, feature_units, features
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules

CASES = golden("heuristics")["positions"]
WINDOWS_CASES = golden("windows_features")["positions"]


@pytest.mark.parametrize(
    ("evaluator", "value", "mirrored"), [(V1(), "h1", "mirror_h1"), (V2(), "h2", "mirror_h2")], ids=["v1", "v2"]
)
def test_heuristics_equal_the_reference(evaluator, value, mirrored):
    """V1 and V2 give the reference values on all golden positions and their mirror images (R4-10 to R4-17)."""
    assert len(CASES) == 100
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        assert evaluator.evaluate(position) == case[value]
        assert evaluator.evaluate(position, 1 - position.to_move) == -case[value]
        assert evaluator.evaluate(position.mirror()) == case[mirrored]


def test_final_scores_equal_the_reference():
    """A line counts 4 for V1 and 40 for V2 on a full board (R4-18)."""
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        ai = STANDARD.count_lines(position.mine)
        human = STANDARD.count_lines(position.theirs)
        assert ai == case["fours_ai"]
        assert human == case["fours_human"]
        assert V1.line_value * (ai - human) == case["final1"]
        assert V2.line_value * (ai - human) == case["final2"]


@pytest.mark.parametrize(
    ("rows", "v1", "v2"),
    [
        (["XX....."], 2, 4),
        (["..XX..."], 2, 4 + 4),  # V2 counts ..XX too
        (["...XXX."], 3 + 3, 17 + 17 + 4),  # XXX. and .XXX; ..XX
        (["XXXXX.."], 4 + 4 + 3 + 2, 40 + 40 + 17 + 4),
        (["XXXO..."], -1, -13),  # the three is stopped
        (["OXXX..."], 3 + 2, 17 + 4),  # a blocker on the first cell stops nothing
        (["X......", "X......"], 2, 2),
        (["X......", "X......", "X......"], 3 + 2, 17 + 2),
        (["XX.....", "OOO...."], 2 - 3 - 2, 2 - 17 - 4),  # the upper two is not built yet
    ],
)
def test_lines_counted_by_hand(rows, v1, v2):
    """V1 and V2 give what R4-10 to R4-16 say where one can count by hand."""
    position = picture(*rows, rules=STANDARD_COUNT)
    assert V1().evaluate(position, 0) == v1
    assert V2().evaluate(position, 0) == v2


def test_windows_features_equal_the_reference():
    """The nine features of both sides equal those of reference system 3 (R3-6)."""
    assert len(WINDOWS_CASES) == 40
    for case in WINDOWS_CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        assert features(position, position.to_move) == pytest.approx(case["features_A"], abs=1e-12)
        assert features(position, 1 - position.to_move) == pytest.approx(case["features_H"], abs=1e-12)


@pytest.mark.parametrize("model", PUBLISHED)
def test_windows_values_equal_the_reference(model):
    """Under the published weights, rounded to four places, values agree within that rounding (R3-7, R3-8)."""
    evaluator = Windows(PUBLISHED[model])
    for case in WINDOWS_CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        difference = [a - b for a, b in zip(case["features_A"], case["features_H"], strict=True)]
        exact = sum(weight * feature for weight, feature in zip(evaluator.weights, difference, strict=True))
        assert exact == pytest.approx(case[f"value_A_model_{model}"], abs=5e-5 * 4)
        rounding = 0.5 * sum(map(abs, (d * unit for d, unit in zip(difference, feature_units(STANDARD), strict=True))))
        assert evaluator.evaluate(position) == pytest.approx(evaluator.scale * exact, abs=rounding + 1e-6)


@given(standard_positions)
def test_the_opponents_lines_are_ones_own_seen_from_the_other_side(position):
    """opp_k of one side is my_k of the other, and the bias is always 1 (R3-9)."""
    mine = counts(position, 0)
    theirs = counts(position, 1)
    assert mine[2:5] == theirs[5:8]
    assert mine[5:8] == theirs[2:5]
    assert mine[0] == theirs[0] == 1


def test_only_differences_of_weights_matter():
    """The bias cancels, and only my_k - opp_k matters (R3-9)."""
    position = Position.from_moves("44536127")
    weights = [0.0, 0.5, 69e-4, 69e-3, 69e-2, 0.0, 0.0, 0.0, 1.0]
    shifted = [5.0, 0.5, 0.0, 0.0, 0.0, -69e-4, -69e-3, -69e-2, 1.0]
    assert Windows(weights).evaluate(position) == Windows(shifted).evaluate(position) != 0


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ([1.0] * 8, "8 weights, the windows evaluator has 9"),
        ([0, 0, 0, 0, 1000.0, 0, 0, 0, 0], "would make a value pass for a won game"),
        ([float("nan")] * 9, "large"),
    ],
)
def test_weights_that_cannot_be_used_are_refused(weights, words):
    """Weights of a wrong number, or so large that a value could pass for a won game, are refused."""
    with refused(match=words):
        Windows(weights)


def test_unknown_evaluators_and_misplaced_models_are_refused():
    """An unknown name lists the known ones; v1 takes no model; a missing model file is named."""
    with refused("unknown evaluator 'v3': choose v1, v2, windows"):
        load("v3")
    with refused("the evaluator v1 has no model file"):
        load("v1", "some.json")
    with refused("there is no model file nowhere.json"):
        load("windows", "nowhere.json")


@pytest.mark.parametrize("rules", [Rules(4, 4, 3), Rules(2, 3, 2), Rules(6, 9, 5)], ids=str)
def test_other_line_lengths_count_k_minus_one_and_k_minus_two(rules):
    """On other connect lengths "three" means k-1 and "two" means k-2: a full line counts k for V1 and 40 for V2."""
    k = rules.connect
    line = replace(
        Position(rules=rules), stones=(sum(1 << rules.cell(0, column) for column in range(k)), 0), moves=None
    )
    explained = [row for row in V1().explain(line, 0) if row.weight == k and len(row.cells) == k]
    assert explained
    assert any(row.weight == 40 for row in V2().explain(line, 0))
