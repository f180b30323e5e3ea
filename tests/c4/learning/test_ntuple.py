"""The n-tuple evaluator and its learner: places, values and training against plain twins; resuming, refusing, the
command."""

import json
import math
import re

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_splitmix import Splitmix
from strategies import positions

from c4 import models
from c4.cli import cli
from c4.cli.train import command
from c4.engine.deepening import search as engine_search
from c4.evaluators.ntuple import FINE, TOP, UNIT, WON, NTuple, read_model
from c4.evaluators.tuples import Tuples, from_planes, mirrored, random_walks, to_planes
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.learning.ntuple import NTupleLearner, Settings
from c4.learning.options import options_of, titled
from c4.search import textbook
from c4.search.fixed_depth import search

BOARDS = [STANDARD, Rules(4, 5, 3), Rules(3, 6, 4), Rules(5, 4, 4), Rules(7, 8, 5), Rules(1, 20, 4), Rules(3, 3, 3)]


def state(position: Position, cell: int) -> int:
    """0 empty and out of reach, 1 or 2 a stone of who began or of the other, 3 empty and reachable."""
    for player, stones in enumerate(position.stones):
        if stones >> cell & 1:
            return player + 1
    row, column = position.rules.place(cell)
    return 3 if position.height(column) == row else 0


def some_tuples(rules: Rules, number=20, length=5, seed=3) -> Tuples:
    return random_walks(number, min(length, rules.cells), seed, rules)


# -- tuples ----------------------------------------------------------------------------------------------------------


def test_random_walks():
    """The standard set: 150 different connected sets of 8 cells, none the mirror image of another, the same for the
    same seed."""
    tuples = random_walks(150, 8, 7, STANDARD)
    assert len(set(tuples.cells)) == 150
    assert tuples.cells == random_walks(150, 8, 7, STANDARD).cells != random_walks(150, 8, 8, STANDARD).cells
    for one in tuples.cells:
        assert len(set(one)) == 8
        places = {STANDARD.place(cell) for cell in one}
        reached = {next(iter(places))}
        while grown := {p for p in places - reached for q in reached if max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1}:
            reached |= grown
        assert reached == places
        other = tuple(sorted(mirrored(cell, STANDARD) for cell in one))
        assert other == one or other not in tuples.cells


@pytest.mark.parametrize("rules", BOARDS, ids=str)
@settings(max_examples=30)
@given(data=st.data())
def test_places_tell_states_apart(rules, data):
    """Two positions have a reading at the same place exactly when all its cells are in the same states."""
    tuples = some_tuples(rules)
    one, two = data.draw(positions(st.just(rules))), data.draw(positions(st.just(rules)))
    at = [tuples.at(position.stones) for position in (one, two)]
    for reading in range(tuples.readings):
        cells = tuples.reading_cells(reading)
        assert (at[0][reading] == at[1][reading]) == ([state(one, c) for c in cells] == [state(two, c) for c in cells])
        assert all(tuples.offsets[reading // 2] <= places[reading] < tuples.offsets[reading // 2 + 1] for places in at)


@settings(max_examples=30)
@given(position=positions())
def test_mirrored_readings(position):
    """The mirror image of a position has every tuple's two places swapped."""
    tuples = some_tuples(position.rules)
    at, image = tuples.at(position.stones), tuples.at(position.mirror().stones)
    assert (at[0::2] == image[1::2]).all()
    assert (at[1::2] == image[0::2]).all()


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
    with pytest.raises(C4Error, match=words):
        work()


@given(st.lists(st.integers(-(2**31), 2**31 - 1)))
def test_planes(numbers):
    """Packing weights into planes loses nothing."""
    weights = np.array(numbers, dtype=np.int32)
    assert from_planes(to_planes(weights)).tolist() == numbers


# -- the evaluator ---------------------------------------------------------------------------------------------------


def evaluator_for(rules: Rules, seed=1) -> NTuple:
    """An evaluator with any weights."""
    tuples = some_tuples(rules)
    return NTuple(tuples, np.random.default_rng(seed).integers(-UNIT // 4, UNIT // 4, 2 * tuples.size, dtype=np.int32))


def can_win(position: Position) -> bool:
    """Whether the side to move completes a line at once."""
    side, free = (
        position.to_move,
        [position.rules.cell(position.height(column), column) for column in position.legal_columns()],
    )
    return any(position.rules.has_line(position.stones[side] | 1 << cell) for cell in free)


def stands(position: Position) -> bool:
    """Whether the game goes on and the side to move completes a line at once."""
    return position.outcome() is None and can_win(position)


def comes_to(position: Position) -> tuple[Position, str]:
    """The position after the forced replies, and what it is for who is to move there."""
    while True:
        if can_win(position):
            return position, "wins"
        if not position.legal_columns():
            return position, "full"
        safe = [column for column in position.legal_columns() if not stands(position.play(column))]
        if not safe:
            return position, "loses"
        theirs = [
            position.theirs | 1 << position.rules.cell(position.height(column), column)
            for column in position.legal_columns()
        ]
        if not any(position.rules.has_line(stones) for stones in theirs):
            return position, "quiet"
        position = position.play(safe[0])


@pytest.mark.parametrize("rules", BOARDS, ids=str)
@settings(max_examples=40)
@given(data=st.data())
def test_value(rules, data):
    """The value is 0.9 tanh of the picked weights' sum after the forced replies, 0.95 for a win on the board, as much
    less where all replies lose."""
    position = data.draw(positions(st.just(rules)))
    if position.outcome() is not None:
        return
    evaluator = evaluator_for(rules)
    end, what = comes_to(position)
    if what != "quiet":
        sure = {"wins": WON, "loses": -WON, "full": 0}[what]
        assert evaluator.evaluate(position, end.to_move) == sure
        return
    at = evaluator.tuples.at(end.stones) + end.to_move * evaluator.tuples.size
    total = sum(int(weight) for weight in evaluator.weights[at])
    assert evaluator.evaluate(position, 0) == round(TOP * math.tanh(total / FINE))


@settings(max_examples=60)
@given(position=positions(st.just(STANDARD)))
def test_explanation(position):
    """Each reading has a row with its cells and weight; the weights add up to what tanh takes, the points are shared
    in their proportion.

    Forced replies have a row, and so has what is certain: that one takes what is missing to the value.
    """
    if position.outcome() is not None:
        return
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
    points = TOP * math.tanh(total)
    assert sum(row.contribution for row in readings) == round(points)
    if abs(total) > 0.01:
        assert all(abs(row.contribution - row.weight * points / total) < 300 for row in readings)
        assert np.median([abs(row.contribution - row.weight * round(points) / total) for row in readings]) <= 0.5
    rest = rows[len(readings) :]
    sure = {"wins": ["wins at once"], "loses": ["every reply loses"], "full": ["the board is full"], "quiet": []}[what]
    assert [row.feature for row in rest] == (
        [f"{replies} forced repl{'y' if replies == 1 else 'ies'}"] if replies else []
    ) + sure
    if replies:
        new = end.occupied ^ position.occupied
        assert (rest[0].value, rest[0].contribution) == (replies, 0)
        assert set(rest[0].cells) == {STANDARD.place(cell) for cell in range(64) if new >> cell & 1}
    if what == "wins":
        assert all(
            end.rules.has_line(end.mine | 1 << STANDARD.cell(*cell)) and end.height(cell[1]) == cell[0]
            for cell in rest[-1].cells
        )
        assert rest[-1].cells


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_textbook_and_kernels(algorithm, data):
    """Inside the search it gives what the textbook finds, to the node, wherever the search comes from."""
    position = data.draw(positions(st.sampled_from([STANDARD, Rules(4, 5, 3)])))
    evaluator = evaluator_for(position.rules)
    if position.outcome() is not None:
        return
    book = getattr(textbook, algorithm)(position, 3, evaluator)
    found = search(position, 3, evaluator, algorithm)
    visited = [node for node in book if node.bound != textbook.NO_BOUND]
    assert (found.value.points, found.nodes) == (book[0].value, len(visited))
    assert found.tree.value[found.tree.bound != textbook.NO_BOUND].tolist() == [node.value for node in visited]


def test_engine_agrees_with_alphabeta():
    """The strong search with extensions off finds the value of plain alpha-beta."""
    from c4.engine.deepening import PLAIN

    evaluator = evaluator_for(STANDARD)
    for moves in ("", "4453", "44432", "35164473"):
        position = Position.from_moves(moves)
        assert (
            engine_search(position, evaluator, depth=5, options=PLAIN).value.points
            == search(position, 5, evaluator).value.points
        )


def test_evaluator_refuses(tmp_path):
    """Another board, weights of a wrong number and weights too large are refused in words."""
    tuples = some_tuples(STANDARD)
    with pytest.raises(C4Error, match="was trained on 7x6, connect 4, first line wins: it knows nothing of 5x4"):
        evaluator_for(STANDARD).evaluate(Position(rules=Rules(4, 5)))
    with pytest.raises(C4Error, match="3 weights, these tuples have"):
        NTuple(tuples, np.zeros(3, dtype=np.int32))
    with pytest.raises(C4Error, match="would make sums inexact"):
        NTuple(tuples, np.full(2 * tuples.size, 2**31 - 1, dtype=np.int32))


# -- learning --------------------------------------------------------------------------------------------------------


def plain_game(learner: NTupleLearner, weights: list[int], random: Splitmix, alpha: float) -> int | None:
    """One game straight from the text; changes the weights and returns the winner (None for a draw)."""
    rules, s, tuples = learner.rules, learner.settings, learner.tuples
    position, seen = (
        Position(rules=rules),
        [],
    )  # (places, value, whether quiet, whether the move here was one of chance)
    opening = (
        random.below(s.opening + 1)
        if random.uniform() < (s.opened if learner.episodes <= s.cooling else s.opened_end)
        else 0
    )

    def places_of(after: Position) -> list[int]:
        return [int(place) + after.to_move * tuples.size for place in tuples.at(after.stones)]

    def worth(after: Position) -> tuple[float, float | None]:
        """(what to choose by, the reward where it is certain), both for who began."""
        end, what = comes_to(after)
        if what == "quiet":
            return sum(weights[place] for place in places_of(end)), None
        reward = {"wins": 1 - s.ply_cost * (end.ply + 1), "loses": s.ply_cost * (end.ply + 2) - 1, "full": 0.0}[
            what
        ] * (1 - 2 * end.to_move)
        return reward * 2**40, reward

    reward = None
    while reward is None:
        legal = position.legal_columns()
        chance = random.uniform() < (s.stray if position.ply < opening else s.epsilon)
        if chance:
            column = legal[random.below(len(legal))]
        else:
            sign = 1 - 2 * position.to_move
            safe = [column for column in legal if not stands(position.play(column))]
            column = max(safe, key=lambda c: sign * int(worth(position.play(c))[0]))
        position = position.play(column)
        total, reward = worth(position)
        seen.append((places_of(position), math.tanh(total / UNIT), comes_to(position)[0].ply == position.ply, chance))
    goal = after = reward
    for number in range(len(seen) - 2, -1, -1):
        places, value, quiet, _ = seen[number]
        if seen[number + 1][3]:
            goal = after = value
        elif quiet:
            goal, after = (1 - s.trace) * after + s.trace * goal, value
            change = int(np.rint(alpha * (goal - value) * (1 - value * value) * UNIT))
            for place in places:
                weights[place] += change
    return None if reward == 0 else 0 if reward > 0 else 1


@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_compiled_is_plain(rules):
    """Compiled and plain self-play leave the same weights, random state and tallies on every board."""
    given = {
        "alpha": 0.05,
        "alpha_end": 0.01,
        "cooling": 8,
        "epsilon": 0.3,
        "opened": 0.9,
        "opened_end": 0.4,
        "opening": 4,
        "stray": 0.7,
    }
    given["settling"] = 0
    learner = NTupleLearner.fresh(7, rules=rules, tuples=12, length=min(4, rules.cells), **given)
    weights, random, results = [0] * len(learner.weights), Splitmix(7), []
    for game in range(14):
        alpha = 0.05 * 0.2 ** min(1.0, game / 8)
        learner.train(1)
        results.append(plain_game(learner, weights, random, alpha))
        assert learner.weights.tolist() == weights
    figures = learner.figures()
    assert [figures[key] for key in ("won", "drawn", "lost")] == [
        results.count(0),
        results.count(None),
        results.count(1),
    ]
    assert any(weights) or rules != STANDARD  # on some small boards hardly anybody wins


def small(seed=3, **given) -> NTupleLearner:
    return NTupleLearner.fresh(seed, tuples=10, length=4, **given)


@pytest.mark.parametrize(
    "given",
    [{}, {"beta": 2.7, "alpha": 0.02}, {"cooling": 100, "settling": 230}, {"cooling": 100, "settling": 600}],
    ids=["tdl", "tcl", "settled", "settling"],
)
def test_resume_is_bit_for_bit(given, tmp_path):
    """Training N and later M games leaves the very file that N + M games leave."""
    one, two = tmp_path / "one.npz", tmp_path / "two.npz"
    learner = small(**given)
    learner.train(700)
    learner.save(one)
    learner = small(**given)
    learner.train(150)
    learner.train(150)
    learner.save(two)
    learner = NTupleLearner.resume(two)
    learner.train(400)
    learner.save(two)
    assert one.read_bytes() == two.read_bytes()
    assert [line["episodes"] for line in learner.history] == [100, 200, 500]


def test_settling():
    """At the end of the settling the weights are the mean of the 20 sets before; learning goes on from there."""
    plain, settled = small(cooling=100, settling=0), small(cooling=100, settling=40)
    plain.train(100), settled.train(100)
    sets = []
    for _ in range(20):
        plain.train(2)
        sets.append(plain.weights.copy())
    settled.train(39)
    settled.train(1)
    assert (settled.weights == np.rint(np.mean(sets, axis=0))).all()
    assert (settled.weights != plain.weights).any()
    before = settled.weights.copy()
    settled.train(100)
    assert 0 < np.abs(settled.weights - before).max() < UNIT


def test_settling_given_up(tmp_path):
    """New games for cooling or settling while the weights settle: what was gathered is not used, and nothing else
    changes."""
    path = tmp_path / "m.npz"
    plain, learner = small(cooling=100, settling=0), small(cooling=100, settling=40)
    plain.train(150), learner.train(120)
    learner.save(path)
    learner = NTupleLearner.resume(path, settling=50)
    learner.train(30)
    assert (learner.weights == plain.weights).all()


def test_seeds(tmp_path):
    """The same seed leaves the same weights, another seed other tuples."""
    one, two, three = small(3), small(3), small(4)
    one.train(50), two.train(50)
    assert (one.weights == two.weights).all()
    assert one.tuples.cells != three.tuples.cells


def test_tcl_learns_coherently():
    """With TCL a weight whose gradients all have the same sign moves at the full rate, and others at less."""
    plain, tcl = small(alpha=0.02, alpha_end=0.02), small(alpha=0.02, alpha_end=0.02, beta=2.7)
    plain.train(1), tcl.train(1)
    assert (plain.weights == tcl.weights).all()
    plain.train(300), tcl.train(300)
    assert np.abs(tcl.weights).sum() < np.abs(plain.weights).sum()


def test_it_learns():
    """After 3,000 games on a 4x4 board with lines of three, the centre move is worth more than a corner for who
    begins."""
    learner = NTupleLearner.fresh(
        1, rules=Rules(4, 4, 3), tuples=30, length=6, alpha=0.02, alpha_end=0.005, cooling=3000
    )
    learner.train(3000)
    figures = learner.figures()
    assert figures["first_wins"] > 0.5
    assert figures["td_error"] < 0.5 * learner.history[0]["td_error"]


def test_settings_change(tmp_path):
    """New settings hold from the resumption on, and the old ones are remembered."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.train(10)
    learner.save(path)
    assert NTupleLearner.resume(path, epsilon=0.1).settings == Settings()
    again = NTupleLearner.resume(path, epsilon=0.2)
    assert again.settings.epsilon == 0.2
    again.save(path)
    assert read_model(path)[0]["training"]["earlier_settings"][0]["until"] == 10


@pytest.mark.parametrize(
    "bad",
    [
        {"alpha": 0},
        {"trace": 1.1},
        {"epsilon": float("nan")},
        {"opening": 2.5},
        {"cooling": 0},
        {"settling": 19},
        {"ply_cost": 0.1},
    ],
    ids=str,
)
def test_bad_settings(bad):
    """A setting out of range is refused in words."""
    with pytest.raises(C4Error, match=re.escape(titled(options_of(Settings), next(iter(bad))))):
        Settings(**bad)


def test_resume_refuses(tmp_path):
    """Another seed, board or set of tuples than the file's is refused by name; so is counting lines."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.train(10)
    learner.save(path)
    with pytest.raises(C4Error, match="was trained with seed 3, not 4"):
        NTupleLearner.resume(path, seed=4)
    with pytest.raises(C4Error, match="was trained on 7x6, connect 4, first line wins, not 6x5"):
        NTupleLearner.resume(path, rules=Rules(5, 6))
    with pytest.raises(C4Error, match="with as many tuples as 10, not 150"):
        NTupleLearner.resume(path, tuples=150)
    with pytest.raises(C4Error, match="first-line"):
        NTupleLearner.fresh(1, rules=Rules(scoring="count-lines"))
    with pytest.raises(C4Error, match="seed"):
        NTupleLearner.fresh(2**64)


def damaged(path, **changes) -> None:
    """The file with another header, or other arrays, written again."""
    content, arrays = models.read_arrays(path, "ntuple", {"cells": ("uint8", 2), "planes": ("uint8", 2)})
    arrays.update({name: value for name, value in changes.items() if name in arrays})
    content.update({name: value for name, value in changes.items() if name not in arrays})
    models.write_arrays(path, content, arrays, compressed=True)


BROKEN = {
    "another learner": ({"learner": "windows"}, "is a model of 'windows': a ntuple model was expected"),
    "another version": ({"version": 9}, "version 9"),
    "another board": ({"rules": {"rows": 4, "columns": 4}}, "does not fit its board"),
    "too few weights": ({"planes": np.zeros((4, 7), dtype=np.uint8)}, "holds 7 weights"),
    "cells off the board": ({"cells": np.full((10, 4), 63, dtype=np.uint8)}, "does not fit its board"),
    "numbers of a wrong type": ({"planes": np.zeros((4, 7))}, "planes"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_models(name, tmp_path):
    """A file that is no such model is refused in one line that names it, by evaluator and learner, and stays as it
    was."""
    changes, words = BROKEN[name]
    path = tmp_path / "m.npz"
    learner = small()
    learner.save(path)
    damaged(path, **changes)
    before = path.read_bytes()
    for work in (NTuple.from_model, NTupleLearner.resume):
        with pytest.raises(C4Error, match=words) as error:
            work(path)
        assert "\n" not in str(error.value)
        assert str(path) in str(error.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04", b"\x80\x04cos\nsystem\n", b"no model"], ids=["empty", "zip", "pickle", "text"]
)
def test_no_model(content, tmp_path):
    """What is no npz file, cut off or never one, is refused; so is a file that is not there."""
    path = tmp_path / "m.npz"
    small().save(path)
    for cut in (content, path.read_bytes()[:-700]):
        path.write_bytes(cut)
        with pytest.raises(C4Error, match="is not a file of arrays, or it is cut off"):
            NTuple.from_model(path)
    with pytest.raises(C4Error, match="there is no model file"):
        NTuple.from_model(tmp_path / "none.npz")


@pytest.mark.parametrize(
    "change",
    [
        {"seed": -1},
        {"random_state": "x"},
        {"tally": [1, 2, 3, 4, 5]},
        {"members": 3},
        {"gathering": 1},
        {"settings": {"alpha": 9}},
        {"history": [1]},
    ],
    ids=str,
)
def test_resume_refuses_broken_training(change, tmp_path):
    """A model whose training figures make no sense plays, but is not trained on."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.train(5)
    learner.save(path)
    content = read_model(path)[0]
    damaged(path, training={**content["training"], **change})
    NTuple.from_model(path)
    with pytest.raises(C4Error, match="its training cannot be resumed"):
        NTupleLearner.resume(path)


def test_kept_while_the_file_stays(tmp_path):
    """A model is read once, and again when its file has changed."""
    path = tmp_path / "m.npz"
    learner = small()
    learner.save(path)
    first = NTuple.from_model(path)
    assert NTuple.from_model(path) is first
    learner.train(200)
    learner.save(path)
    assert NTuple.from_model(path).weights.any()


def test_command(tmp_path):
    """`c4 train ntuple --json` trains, goes on where it stopped, and tells its figures."""
    path = tmp_path / "m.npz"

    def result(*more):
        done = CliRunner().invoke(command, ["ntuple", "--model", str(path), "--episodes", "40", "--json", *more])
        assert done.exit_code == 0, done.output
        return json.loads(done.stdout)

    first = result("--seed", "1", "--tuples", "10", "--length", "4", "--lambda", "0.7")
    assert (first["episodes"], first["total_episodes"], first["seed"]) == (40, 40, 1)
    assert {"first_wins", "draws", "plies", "td_error", "alpha"} <= set(first)
    assert result()["total_episodes"] == 80
    assert NTupleLearner.resume(path).settings.trace == 0.7


# -- the model that ships --------------------------------------------------------------------------------------------


def test_shipped_model():
    """It is small, was trained as its card says, goes on learning, and knows that the middle wins."""
    path = models.default_path("ntuple", ".npz")
    assert path.stat().st_size <= 4_000_000
    learner = NTupleLearner.resume(path)
    assert (len(learner.tuples), len(learner.tuples.cells[0])) == (150, 8)
    before = learner.weights.copy()
    learner.train(20)
    assert (learner.weights != before).any()
    evaluator = NTuple.from_model()
    values = {column: evaluator.evaluate(Position().play(column), 0) for column in range(7)}
    assert max(values, key=values.get) == 3
    assert values[3] > 0 > values[0]


def test_weights_pane_of_many_rows():
    """Of 300 rows the pane shows the strongest in order, and all others as one that keeps the sum."""
    from visualizer.learn.weights import ROWS, strongest

    rows = evaluator_for(STANDARD).explain(Position.from_moves("4453"))
    shown = strongest(rows)
    assert len(shown) == ROWS
    assert shown[-1].feature == f"{len(rows) - ROWS + 1} others"
    assert sum(row.contribution for row in shown) == sum(row.contribution for row in rows)
    sizes = [abs(row.contribution) for row in shown[:-1]]
    assert sizes == sorted(sizes, reverse=True)
    assert strongest(rows[:ROWS]) == rows[:ROWS]


def test_forced_replies_are_shown_first():
    """What the numbers are about comes before them, in the pane and on the command line: "1 forced reply" with its
    cell."""
    from visualizer.learn.weights import strongest

    first, *rest = strongest(evaluator_for(STANDARD).explain(Position.from_moves("11223")))
    assert (first.feature, first.cells, first.contribution) == ("1 forced reply", ((0, 3),), 0)
    assert not any(row.remark for row in rest)
    lines = CliRunner().invoke(cli, ["evaluate", "11223", "--evaluator", "ntuple"]).output.splitlines()
    assert lines[1].split() == ["1", "forced", "reply", "d1"]
