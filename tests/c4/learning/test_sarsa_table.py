"""A table of action values: its file, the evaluator that reads it, and the agent that plays by it."""

import itertools
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_sarsa import key
from refusal import refused, unless_refused
from strategies import positions

from c4 import models
from c4.agents.learned import Sarsa as SarsaAgent
from c4.agents.limits import Limits
from c4.evaluators.sarsa import QTable, Sarsa, read_table
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import board_of
from c4.kernels.hashing import key_of, mirror_key, stones_of
from c4.learning.sarsa import SarsaLearner


@given(positions())
def test_keys_name_positions(position):
    """A key gives its position back, and its mirror image's key is that of the mirrored position."""
    rules = position.rules
    number = key_of(position.mine, position.theirs)
    assert stones_of(number, rules) == (position.mine, position.theirs)
    mirrored = position.mirror()
    assert int(mirror_key(np.uint64(number), board_of(rules))) == key_of(mirrored.mine, mirrored.theirs)


def small(**changes) -> tuple[dict, dict]:
    """(content, arrays) of a small good model, with changes: a function of an array, None for no array, or another value."""
    learner = SarsaLearner(5)
    learner.train(5)
    table = learner.table()
    content = {"learner": "sarsa", "rules": {"rows": 6, "columns": 7, "connect": 4}, "mirrored": False}
    arrays = {"keys": table.keys, "values": table.values, "visits": table.visits}
    for name, change in changes.items():
        if callable(change):
            arrays[name] = change(arrays[name])
        elif name in arrays:
            del arrays[name]
        else:
            content[name] = change
    return content, arrays


REFUSED = {
    "another learner": ({"learner": "windows"}, "is a model of 'windows': a sarsa model was expected"),
    "another version": ({"version": 7}, "has version 7 of the sarsa features: a newer program wrote it"),
    "no board": ({"rules": None}, "does not say which board"),
    "another board": ({"rules": {"rows": 5, "columns": 6, "connect": 4}}, "values of shape"),
    "no keys": ({"keys": None}, "lacks the array 'keys'"),
    "keys of another type": ({"keys": lambda keys: keys.astype(np.int32)}, "as 1-d int32: 1-d uint64 was expected"),
    "keys out of order": ({"keys": lambda keys: keys[::-1]}, "keys that do not ascend"),
    "too few values": ({"values": lambda values: values[1:]}, "values of shape"),
    "not a number": ({"values": lambda values: values * np.float32("nan")}, "not a finite number"),
    "no word on mirror images": ({"mirrored": "yes"}, "'mirrored' in its header"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_tables(name, tmp_path):
    """A file that is no such table is refused in one line that names it."""
    changes, sentence = REFUSED[name]
    path = tmp_path / "m.npz"
    models.write_arrays(path, *small(**changes))
    with refused(sentence, path):
        read_table(path)


@given(st.integers(0, 10**9), st.integers(1, 255))
def test_broken_bytes_never_pass(place, change):
    """A byte changed anywhere in the file gives the same table or a C4Error, never another error."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.npz"
        models.write_arrays(path, *small())
        about, before = read_table(path)
        content = bytearray(path.read_bytes())
        content[place % len(content)] ^= change
        path.write_bytes(content)
        result = unless_refused(read_table, path)
        if result is not None:
            still_about, table = result
            assert still_about == about
            assert table.rules == before.rules
            for name in ("keys", "values", "visits"):
                assert np.array_equal(getattr(table, name), getattr(before, name))


def test_a_pickle_is_never_executed(tmp_path):
    """An array of objects, which only unpickling could read, is refused."""
    path = tmp_path / "m.npz"
    ran = tmp_path / "ran"

    class Trap:
        def __reduce__(self):
            return (open, (str(ran), "w"))

    np.savez(path, header=np.array([Trap()], dtype=object))
    with refused("the array 'header'"):
        read_table(path)
    assert not ran.exists()


def table_of(entries: dict[str, list[float]], mirrored: bool = False) -> QTable:
    """A table of a few positions, given as move strings; each with 5 visits."""
    rows = {}
    for text, values in entries.items():
        number, flipped = key(Position.from_moves(text), mirrored)
        rows[number] = values[::-1] if flipped else values
    keys = sorted(rows)
    values = np.array([rows[number] for number in keys], np.float32)
    return QTable(STANDARD, mirrored, np.array(keys, np.uint64), values, np.full(len(keys), 5, np.uint32))


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_value_is_the_best_legal_action_value(mirrored):
    """The value is the best Q of a legal column for the side to move, and 0 of unknown positions."""
    evaluator = Sarsa(table_of({"44": [1, 2, 3, -4, 5, 6, 40.5], "111111": [90, -3, -2.5, -7, -4, -5, -6]}, mirrored))
    assert evaluator.evaluate(Position.from_moves("44")) == 4050
    assert evaluator.evaluate(Position.from_moves("44"), 1) == -4050
    assert evaluator.evaluate(Position.from_moves("111111")) == -250
    assert evaluator.evaluate(Position.from_moves("4")) == 0
    assert evaluator.evaluate(Position.from_moves("777777")) == (-250 if mirrored else 0)
    assert evaluator.in_words(4050) == "+40.50"


def test_the_explanation_is_the_entry():
    """Every legal column stands in the explanation with its Q and its cell, and the best one alone counts."""
    rows = Sarsa(table_of({"111111": [90, -3, -2.5, -7, -4, -5, -6]})).explain(Position.from_moves("111111"))
    assert [row.value for row in rows] == [-3, -2.5, -7, -4, -5, -6]
    assert [(row.feature, row.contribution, row.cells) for row in rows if row.weight] == [
        ("column 3, the best; 5 visits", -250, ((0, 2),))
    ]


def test_the_evaluate_kernel_knows_a_whole_table():
    """The compiled evaluation is the readable one, for positions in the table and others."""
    for mirrored in (False, True):
        learner = SarsaLearner(4, mirrored=mirrored)
        learner.train(3000)
        evaluator = Sarsa(learner.table())
        board = board_of(STANDARD)
        tables = evaluator.tables(STANDARD)
        known = 0
        for number in learner.table().keys[::7].tolist():
            for own, other in (stones_of(number, STANDARD), stones_of(number, STANDARD)[::-1]):
                value = evaluator.evaluate_kernel(np.uint64(own), np.uint64(other), True, board, tables)
                assert value == evaluator.evaluate(Position((own, other), 0, STANDARD, None), 0)
                assert evaluator.evaluate_kernel(np.uint64(other), np.uint64(own), False, board, tables) == -value
                known += value != 0
        assert known > 100


def test_another_board_is_refused():
    """Evaluator and agent name the board of their table when they are asked about another."""
    evaluator = Sarsa(table_of({"44": [1] * 7}))
    with refused("was learned on 7x6, connect 4, first line wins, not on 8x7"):
        evaluator.tables(Rules(7, 8, 4))
    with refused("was learned on 7x6"):
        evaluator.evaluate(Position(rules=Rules(7, 8, 4)))


@pytest.mark.parametrize("value", [1e6, -3e38])
def test_values_beyond_the_search_are_refused(value):
    """Values so large that one could pass for a won game are refused, without a warning of numpy's."""
    with refused("would pass for a won game"):
        Sarsa(table_of({"44": [value] * 7}))


def write_table(path, table: QTable) -> None:
    SarsaLearner.from_table(table, 1).save(path)


def test_the_agent_plays_its_table(saved):
    """It plays the best legal column and shows all action values, or any column where it has never been (D1-5)."""
    write_table(
        saved / "sarsa.npz", table_of({"44": [1, 2, 3, -4, 5, 6, 40.5], "111111": [90, -3, -2.5, -2.5, -4, -5, -6]})
    )
    decision = SarsaAgent().choose(Position.from_moves("44"), Limits())
    assert decision.column == 6
    assert [decision.columns[column].points for column in range(7)] == [100, 200, 300, -400, 500, 600, 4050]
    assert decision.scale == 100
    assert "5 visits" in decision.reason
    assert decision.estimate
    tied = {SarsaAgent().choose(Position.from_moves("111111"), Limits(seed=seed)).column for seed in range(30)}
    assert tied == {2, 3}
    strange = {SarsaAgent().choose(Position.from_moves("7"), Limits(seed=seed)).column for seed in range(60)}
    assert strange == set(range(7))


def test_the_agent_learns_into_a_file_of_its_own(saved):
    """What it learns by playing goes into your own file; the one that ships stays as it is."""
    write_table(saved / "sarsa.npz", table_of({"": [0.0] * 7}))
    shipped = (saved / "sarsa.npz").read_bytes()
    agent = SarsaAgent()
    moves = (0, 1, 0, 1, 0, 1, 0)
    agent.learn(Position(), moves, 0, Limits())
    assert (saved / "sarsa.npz").read_bytes() == shipped
    table = read_table(saved / "my-sarsa.npz")[1]
    assert table.entry(Position.from_moves("121212"))[0].tolist() == pytest.approx([10, 0, 0, 0, 0, 0, 0])
    assert agent.choose(Position.from_moves("121212"), Limits()).column == 0
    agent.learn(Position(), moves, 1, Limits(model=str(saved / "other.npz")))
    other = read_table(saved / "other.npz")[1].entry(Position.from_moves("12121"))[0]
    assert other.tolist() == pytest.approx([0, -10, 0, 0, 0, 0, 0])


def test_the_quick_layout_holds_the_same(tmp_path):
    """A table written quickly is read as the one that was sorted and compressed, by evaluators and by who trains on."""
    quick = tmp_path / "quick.npz"
    full = tmp_path / "full.npz"
    learner = SarsaLearner(4)
    learner.train(3000)
    learner.save(quick, quickly=True)
    learner.save(full)
    (_, one) = read_table(quick)
    (_, other) = read_table(full)
    for name in ("keys", "values", "visits"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert full.stat().st_size < 5 * len(one.keys)
    one = SarsaLearner.from_file(quick)
    other = SarsaLearner.from_file(full)
    for each in (one, other):
        each.train(500)
        each.save(tmp_path / "again.npz")
    assert np.array_equal(one.table().values, other.table().values)


def test_a_quick_layout_that_contradicts_itself_is_refused(tmp_path):
    """Fewer values than its marks say: one sentence."""
    path = tmp_path / "m.npz"
    learner = SarsaLearner(4)
    learner.train(100)
    learner.save(path, quickly=True)
    with np.load(path) as file:
        arrays = {name: file[name] for name in file}
    arrays["held"] = arrays["held"][1:]
    np.savez(path, **arrays)
    with refused("values that do not belong to them"):
        read_table(path)


def test_a_large_table_is_not_looked_through_at_every_step(monkeypatch):
    """Values that grow without end are looked for now and then, and before every save."""
    looked = []
    check = SarsaLearner._check_values

    def check_and_note(self):
        looked.append(self.episodes)
        check(self)

    monkeypatch.setattr(SarsaLearner, "_check_values", check_and_note)
    a_millisecond_later = itertools.count(0, 0.001).__next__
    monkeypatch.setattr("c4.learning.sarsa.perf_counter", a_millisecond_later)
    learner = SarsaLearner(1)
    for _ in range(500):
        learner.train(1)
    assert 1 <= len(looked) < 20
    for value in (1e9, -3e38):
        learner._values[0, 0] = value
        with refused("the values grew without limit"):
            learner.save("nowhere.npz")
