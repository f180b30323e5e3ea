"""`ActionQ.json`, the author's table: its keys, there and back again, and what is refused."""

import json

import pytest
from refusal import refused
from strategies import STANDARD_COUNT, golden

from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels.hashing import stones_of
from c4.learning import actionq
from c4.learning.sarsa import SarsaLearner
from c4.learning.sarsa import SarsaSettings as Settings

CASES = golden("system1")["positions"]


def test_keys_are_those_of_the_reference():
    """The digests of the empty field and of the golden positions are the reference's (R1-5, R1-11)."""
    assert [actionq.digest(0, 0, STANDARD, width) for width in (64, 32, 8)] == [
        "8a79fe88f2569a6046631a4e8afdf1aa2ea008bc",
        "5e83f04156ac3dcb7c1b1beeb7be8d69bd250896",
        "b04a604aa6c1d94155ba9b83585e24ea96937d6d",
    ]
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        assert actionq.digest(position.mine, position.theirs, STANDARD, 64) == case["sha1_int64"]


@pytest.mark.parametrize("width", [64, 32, 8])
@pytest.mark.parametrize("mirrored", [False, True])
def test_actionq_round_trip(tmp_path, width, mirrored):
    """A table written as ActionQ.json and read again has the same values, mirror images written out."""
    learner = SarsaLearner(2, Settings(starts="learner"), Rules(4, 5, 3), mirrored)
    learner.train(600)
    table = learner.table()
    path = tmp_path / "ActionQ.json"
    assert actionq.write(path, table, width) >= len(table.keys)
    result = actionq.read(path, rows=4, connect=3)
    for key_number, values in zip(result.keys.tolist(), result.values):
        own, other = stones_of(key_number, table.rules)
        entry = table.entry(Position((own, other), 0, table.rules, None))
        assert values.tolist() == entry[0].tolist()
    if not mirrored:
        assert result.keys.tolist() == table.keys.tolist()


def test_imported_states_are_not_new(tmp_path):
    """Statistics count the states that training discovered, not those of the file it began with."""
    path = tmp_path / "ActionQ.json"
    model = tmp_path / "m.npz"
    before = SarsaLearner(1)
    before.train(800)
    known = actionq.write(path, before.table())
    learner = SarsaLearner.create(2, start=path)
    learner.save(model)
    learner = SarsaLearner.from_file(model)
    assert learner.states == known > 2000
    learner.train(10_000)
    assert learner.history[-1]["new_states"] == learner.states - known


def test_won_and_lost_are_told_cumulatively(tmp_path):
    """Statistics count the games of all training, as the author's do; the ratio counts both from 1 (R1-10)."""
    learner = SarsaLearner(1)
    before = learner.figures()
    learner.train(10_000)
    first = learner.row(before)
    middle = learner.figures()
    learner.train(10_000)
    second = learner.row(middle)
    assert first["won"] + first["drawn"] + first["lost"] == 10_000
    assert second["won"] + second["drawn"] + second["lost"] == 20_000
    assert second["won/lost"] == pytest.approx((1 + second["won"]) / (1 + second["lost"]), abs=1e-4)
    assert first["new states"] + second["new states"] == learner.states


def test_ended_games_in_an_actionq_are_left_out(tmp_path):
    """The reference also stores ended games; they and strangers are counted and left out (D1-6)."""
    path = tmp_path / "ActionQ.json"
    rules = Rules(3, 3, 2)
    won = actionq.digest(0b1, 0b11 << 4, rules, 64)
    content = {actionq.digest(0, 0, rules, 64): [1, 2, 3], won: [0, 0, 0], "0" * 40: [4, 5, 6]}
    path.write_text(json.dumps(content))
    result = actionq.read(path, rows=3, connect=2)
    assert result.values.tolist() == [[1, 2, 3]]


EMPTY_KEY, OTHER_KEY = (actionq.digest(0, 0, rules, 64) for rules in (STANDARD, Rules(5, 7, 4)))
BAD_TABLES = {
    "no JSON": ("{", "this is no JSON (or it is cut off)"),
    "a list": ("[]", "this is something else"),
    "empty": ("{}", "this is empty"),
    "nested without end": ("[" * 100_000, "this is no JSON"),
    "a key that is none": ('{"abc": [0,0,0,0,0,0,0]}', "there is the key 'abc'"),
    "no list": (json.dumps({EMPTY_KEY: 7}), "is not a list of some numbers"),
    "lists of two lengths": (json.dumps({EMPTY_KEY: [0.0] * 7, "0" * 40: [0.0] * 6}), "not a list of 7 numbers like"),
    "a text": (json.dumps({EMPTY_KEY: ["x"] * 7}), "holds something else than numbers"),
    "too large": (json.dumps({EMPTY_KEY: [1e9] * 7}), "holds something else than numbers from -9000 to 9000"),
    "not a number": (json.dumps({EMPTY_KEY: [float("nan")] * 7}), "holds something else than numbers"),
    "another board": (json.dumps({OTHER_KEY: [0.0] * 7}), "lacks the empty field of a 7x6 board"),
    "too wide": (json.dumps({EMPTY_KEY: [0.0] * 700}), "too large"),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_bad_actionq_files(name, tmp_path):
    """What is no table of system 1 is refused in one sentence."""
    text, sentence = BAD_TABLES[name]
    path = tmp_path / "ActionQ.json"
    path.write_text(text)
    with refused(sentence):
        actionq.read(path)
