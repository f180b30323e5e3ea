"""The n-tuple evaluator: tuples, values, explanations, the searches that use it, the model that ships."""

import math

import numpy as np
import pytest
from commands import c4
from hypothesis import given
from hypothesis import strategies as st
from often import often
from plain_ntuple import BOARDS, comes_to, some_tuples, state
from refusal import refused
from strategies import positions, unfinished_positions

from c4 import models
from c4.errors import C4Error
from c4.evaluators.ntuple import FILE_STEPS, VALUE_STEPS, NTuple, Tuples, from_planes, mirrored, random_walks, to_planes
from c4.evaluators.quiet import CERTAIN_WIN, POINTS_OF_ONE
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.learning.ntuple import NTupleLearner
from c4.text import pluralise


def test_random_walks():
    """The standard set: 150 different connected sets of 8 cells, no mirror images, the same for the same seed."""
    tuples = random_walks(150, 8, 7, STANDARD)
    assert len(set(tuples.cells)) == 150
    assert tuples.cells == random_walks(150, 8, 7, STANDARD).cells != random_walks(150, 8, 8, STANDARD).cells
    for one in tuples.cells:
        assert len(set(one)) == 8
        places = {STANDARD.place(cell) for cell in one}
        reached = {next(iter(places))}
        while expanded := {
            p for p in places - reached for q in reached if max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1
        }:
            reached |= expanded
        assert reached == places
        other = tuple(sorted(mirrored(cell, STANDARD) for cell in one))
        assert other == one or other not in tuples.cells


@pytest.mark.parametrize("rules", BOARDS, ids=str)
@often(20)
@given(data=st.data())
def test_places_tell_states_apart(rules, data):
    """Two positions have a reading at the same place exactly when all its cells are in the same states."""
    tuples = some_tuples(rules)
    one = data.draw(positions(st.just(rules)))
    two = data.draw(positions(st.just(rules)))
    at = [tuples.at(position.stones) for position in (one, two)]
    for reading in range(tuples.readings):
        cells = tuples.reading_cells(reading)
        assert (at[0][reading] == at[1][reading]) == ([state(one, c) for c in cells] == [state(two, c) for c in cells])
        assert all(tuples.offsets[reading // 2] <= places[reading] < tuples.offsets[reading // 2 + 1] for places in at)


@pytest.mark.parametrize(
    ("work", "words"),
    [
        (lambda: random_walks(0, 8, 1, STANDARD), "1 to 1,000 of 2 to 10 cells, not 0 of 8"),
        (lambda: random_walks(9, 11, 1, STANDARD), "not 9 of 11"),
        (lambda: random_walks(9, 10, 1, Rules(3, 3, 3)), "does not fit the board"),
        (lambda: Tuples(STANDARD, [(0, 6)]), "is not a tuple of cells"),
        (lambda: Tuples(STANDARD, [(0, 0)]), "is not a tuple of cells"),
        (
            lambda: Tuples(STANDARD, [tuple(STANDARD.cell(r, c) for r in range(6) for c in range(7))]),
            "more than 33,554,432 weights",
        ),
    ],
)
def test_bad_tuples(work, words):
    """Tuples that cannot be are refused in words."""
    with refused(match=words):
        work()


@given(st.lists(st.integers(-(2**31), 2**31 - 1)))
def test_planes(numbers):
    """Packing weights into planes loses nothing."""
    weights = np.array(numbers, dtype=np.int32)
    assert from_planes(to_planes(weights)).tolist() == numbers


def evaluator_for(rules: Rules, seed=1) -> NTuple:
    """An evaluator with any weights."""
    tuples = some_tuples(rules)
    return NTuple(
        tuples, np.random.default_rng(seed).integers(-FILE_STEPS // 4, FILE_STEPS // 4, 2 * tuples.size, dtype=np.int32)
    )


@pytest.mark.parametrize("rules", BOARDS, ids=str)
@often(20)
@given(data=st.data())
def test_value(rules, data):
    """The value is 0.9 tanh of the weights' sum after the forced replies, or 0.95 for a certain win."""
    position = data.draw(unfinished_positions(st.just(rules)))
    evaluator = evaluator_for(rules)
    end, what = comes_to(position)
    if what != "quiet":
        sure = {"wins": CERTAIN_WIN, "loses": -CERTAIN_WIN, "full": 0}[what]
        assert evaluator.evaluate(position, end.to_move) == sure
        return
    at = evaluator.tuples.at(end.stones) + end.to_move * evaluator.tuples.size
    total = sum(int(weight) for weight in evaluator.weights[at])
    assert evaluator.evaluate(position, 0) == round(POINTS_OF_ONE * math.tanh(total / VALUE_STEPS))


@often(30)
@given(position=unfinished_positions(st.just(STANDARD)))
def test_explanation(position):
    """Readings have rows whose weights add up to what tanh takes; forced replies and certain results have rows."""
    evaluator = evaluator_for(STANDARD)
    end, what = comes_to(position)
    replies = end.ply - position.ply
    rows = evaluator.explain(position, 0)
    readings = rows[: evaluator.tuples.readings]
    assert [row.feature for row in readings[:2]] == ["tuple 1", "tuple 1 mirrored"]
    assert [row.cells for row in readings[:2]] == [
        tuple(STANDARD.place(cell) for cell in evaluator.tuples.cells[0]),
        tuple(STANDARD.place(mirrored(cell, STANDARD)) for cell in evaluator.tuples.cells[0]),
    ]
    total = sum(row.weight for row in readings)
    points = POINTS_OF_ONE * math.tanh(total)
    assert sum(row.contribution for row in readings) == round(points)
    if abs(total) > 0.01:
        assert all(abs(row.contribution - row.weight * points / total) < 300 for row in readings)
        assert np.median([abs(row.contribution - row.weight * round(points) / total) for row in readings]) <= 0.5
    rest = rows[len(readings) :]
    sure = {"wins": ["wins at once"], "loses": ["every reply loses"], "full": ["the board is full"], "quiet": []}[what]
    forced = [pluralise(replies, "forced reply", "forced replies")] if replies else []
    assert [row.feature for row in rest] == forced + sure
    if replies:
        new = end.occupied ^ position.occupied
        assert rest[0].value == replies
        assert rest[0].contribution == 0
        assert set(rest[0].cells) == {STANDARD.place(cell) for cell in range(64) if new >> cell & 1}
    if what == "wins":
        assert all(
            end.rules.has_line(end.mine | 1 << STANDARD.cell(*cell)) and end.height(cell[1]) == cell[0]
            for cell in rest[-1].cells
        )
        assert rest[-1].cells


def test_evaluator_refuses(tmp_path):
    """Another board, weights of a wrong number and weights too large are refused in words."""
    tuples = some_tuples(STANDARD)
    with pytest.raises(C4Error, match="was trained on 7x6, connect 4, first line wins, not on 5x4"):
        evaluator_for(STANDARD).evaluate(Position(rules=Rules(4, 5)))
    with refused("3 weights, these tuples have"):
        NTuple(tuples, np.zeros(3, dtype=np.int32))
    with refused("would make sums inexact"):
        NTuple(tuples, np.full(2 * tuples.size, 2**31 - 1, dtype=np.int32))


@pytest.mark.slow
def test_shipped_model():
    """It is small, was trained as its card says, goes on learning, and knows that the middle wins."""
    path = models.default_path("ntuple", ".npz")
    assert path.stat().st_size <= 4_000_000
    learner = NTupleLearner.from_file(path)
    assert len(learner.tuples) == 150
    assert len(learner.tuples.cells[0]) == 8
    before = learner.weights.copy()
    learner.train(20)
    assert (learner.weights != before).any()
    evaluator = NTuple.from_model()
    values = {column: evaluator.evaluate(Position().play(column), 0) for column in range(7)}
    assert max(values, key=values.get) == 3
    assert values[3] > 0 > values[0]


def test_weights_pane_of_many_rows():
    """Of 300 rows the pane shows the strongest in order, and all others as one that keeps the sum."""
    from visualizer.state.weights import ROWS, strongest

    rows = evaluator_for(STANDARD).explain(Position.from_moves("4453"))
    shown = strongest(rows)
    assert len(shown) == ROWS
    assert shown[-1].feature == f"{len(rows) - ROWS + 1} others"
    assert sum(row.contribution for row in shown) == sum(row.contribution for row in rows)
    sizes = [abs(row.contribution) for row in shown[:-1]]
    assert sizes == sorted(sizes, reverse=True)
    assert strongest(rows[:ROWS]) == rows[:ROWS]


def test_forced_replies_are_shown_first():
    """Forced replies come before the numbers, in the pane and on the command line, with their cells."""
    from visualizer.state.weights import strongest

    first, *rest = strongest(evaluator_for(STANDARD).explain(Position.from_moves("11223")))
    assert first.feature == "1 forced reply"
    assert first.cells == ((0, 3),)
    assert first.contribution == 0
    assert not any(row.remark for row in rest)
    lines = c4("evaluate", "11223", "--evaluator", "ntuple").splitlines()
    assert lines[1].split() == ["1", "forced", "reply", "d1"]
