"""The sarsa learner against a plain twin, its table's file, the Trainer bot, `ActionQ.json`, evaluator and agent, and `c4 train sarsa`."""

from __future__ import annotations

import contextlib
import json
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from strategies import golden, positions
from test_learning import Splitmix

from c4 import models
from c4.agents import Limits
from c4.agents.sarsa import Sarsa as SarsaAgent
from c4.agents.trainer import Trainer
from c4.cli import cli
from c4.evaluators.hashing import key_of, mirror_key, stones_of
from c4.evaluators.lines import line_masks
from c4.evaluators.sarsa import QTable, Sarsa, read_table
from c4.learning import actionq
from c4.learning.loop import train
from c4.learning.sarsa import AUTHOR, MARK, SarsaLearner, Settings
from c4.learning.trainer import favoured
from c4.position import Position
from c4.rules import COUNT_LINES, STANDARD, C4Error, Rules

CASES = golden("system1")["positions"]
STANDARD_COUNT = Rules(scoring=COUNT_LINES)

# -- the plain twin ---------------------------------------------------------------------------------------------------


def key(position: Position, mirrored: bool):
    """(what a plain table files a position under, whether its columns count from the right)."""
    own = key_of(position.mine, position.theirs)
    if not mirrored:
        return own, False
    other = key_of(position.mirror().mine, position.mirror().theirs)
    return min(own, other), other < own


class Plain:
    """R1-5 to R1-8 straight from the text: a dict of lists, one game at a time, with the same random numbers."""

    def __init__(self, seed: int, settings: Settings, rules: Rules, mirrored: bool) -> None:
        self.settings, self.rules, self.mirrored = settings, rules, mirrored
        self.table: dict[int, list] = {}
        self.visits: dict[int, int] = {}
        self.random, self.episodes, self.tally = Splitmix(seed), 0, [0, 0, 0]

    def choose(self, position: Position):
        """(entry, place in it, column) by R1-6."""
        columns = range(self.rules.columns) if self.settings.full_columns else position.legal_columns()
        entry, flipped = key(position, self.mirrored)
        values = self.table.setdefault(entry, [np.float32(0)] * self.rules.columns)
        self.visits[entry] = self.visits.get(entry, 0) + 1

        def place(column):
            return self.rules.columns - 1 - column if flipped else column

        if self.random.uniform() < self.settings.epsilon:
            best = list(columns)
        else:
            best = [c for c in columns if values[place(c)] == max(values[place(c)] for c in columns)]
        column = best[self.random.below(len(best))]
        return entry, place(column), column

    def update(self, last, target: float) -> None:
        if last is not None:
            entry, place = last
            value = float(self.table[entry][place])
            self.table[entry][place] = np.float32(value + self.settings.alpha * (target - value))

    def trainer(self, position: Position) -> int:
        weights = [1] * self.rules.columns
        if (best := trainer_column(position)) is not None:
            weights[best] = 7
        weights = [weight if column in position.legal_columns() else 0 for column, weight in enumerate(weights)]
        left = self.random.below(sum(weights))
        for column, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return column

    def game(self) -> tuple[int, ...]:
        """Plays one and learns from it; returns its moves."""
        s = self.settings
        learner = {"alternate": self.episodes % 2, "learner": 0, "opponent": 1}[s.starts]
        position, last, moves = Position(rules=self.rules), [None, None], []
        while position.outcome() is None:
            side = position.to_move
            if side == learner or s.opponent == "self":
                reward = s.reward_step
                while True:
                    entry, place, column = self.choose(position)
                    self.update(last[side], reward + s.gamma * float(self.table[entry][place]))
                    last[side], reward = (entry, place), s.reward_invalid
                    if column in position.legal_columns():
                        break
            elif s.opponent == "trainer":
                column = self.trainer(position)
            else:
                column = position.legal_columns()[self.random.below(len(position.legal_columns()))]
            position = position.play(column)
            moves.append(column)
        winner = position.outcome().winner
        for side in (1 - position.to_move, position.to_move):
            self.update(last[side], s.reward_draw if winner is None else s.reward_win if winner == side else s.reward_lose)
        self.episodes += 1
        counted = 0 if s.opponent == "self" else learner
        self.tally[1 if winner is None else 0 if winner == counted else 2] += 1
        return tuple(moves)


def trainer_column(position: Position) -> int | None:
    """The column the Trainer prefers, by R1-8: scanning from the top row, an upright run where its free cell is, the last hit wins."""
    rules, found = position.rules, None
    short, mover = rules.connect - 1, position.to_move
    grid = [[position.owner(row, column) for column in range(rules.columns)] for row in range(rules.rows)]
    for row in reversed(range(rules.rows)):
        for column in range(rules.columns):
            if grid[row][column] is None and row >= short and all(grid[row - i][column] == mover for i in range(1, short + 1)):
                found = column
            if column + short <= rules.columns and all(grid[row][column + i] == mover for i in range(short)):
                if column > 0 and grid[row][column - 1] is None:
                    found = column - 1
                elif column + short < rules.columns and grid[row][column + short] is None:
                    found = column + short
    return found


BOARDS = [STANDARD, Rules(4, 5, 3), Rules(5, 4, 4), Rules(7, 8, 5), Rules(3, 3, 3), Rules(1, 8, 3), Rules(15, 4, 4), Rules(63, 1, 4)]
VARIANTS = [{}, AUTHOR, {"opponent": "self", "gamma": 0.9}, {"opponent": "random", "starts": "opponent", "reward_step": -1.0, "epsilon": 0.1}]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("variant", VARIANTS, ids=str)
@pytest.mark.parametrize("rules", BOARDS, ids=str)
def test_compiled_is_plain(rules, variant, mirrored):
    """Compiled and plain learning agree bit for bit on every board: table, visits, random state and tallies (R1-2 to R1-8)."""
    settings = Settings(**variant)
    learner, plain = SarsaLearner(7, settings, rules, mirrored), Plain(7, settings, rules, mirrored)
    learner.train(20)
    for _ in range(20):
        plain.game()
    table = learner.table()
    assert dict(zip(table.keys.tolist(), table.values.tolist())) == {k: [float(v) for v in values] for k, values in plain.table.items()}
    assert dict(zip(table.keys.tolist(), table.visits.tolist())) == plain.visits
    assert int(learner._random[0]) == plain.random.state
    assert [learner.figures()[name] for name in ("won", "drawn", "lost")] == plain.tally


@given(positions())
def test_keys_name_positions(position):
    """A key gives its position back, and its mirror image's key is that of the mirrored position."""
    rules, number = position.rules, key_of(position.mine, position.theirs)
    assert stones_of(number, rules) == (position.mine, position.theirs)
    mirrored = position.mirror()
    assert int(mirror_key(np.uint64(number), np.uint64(rules.stride), np.uint64(rules.columns))) == key_of(mirrored.mine, mirrored.theirs)


def test_without_exploration_a_full_column_does_not_hold_the_game_up():
    """With nothing to learn from and no exploration a game still ends, whatever column seems best."""
    learner = SarsaLearner(3, Settings(epsilon=0.0, alpha=0.0, full_columns=True, reward_invalid=5.0), Rules(3, 3, 3))
    learner.train(200)
    assert learner.episodes == 200


# -- what is learned --------------------------------------------------------------------------------------------------


def test_it_learns_to_beat_the_trainer():
    """With the author's settings it loses more games than it wins at first, and wins more later (R1-10)."""
    learner = SarsaLearner(1, Settings(**AUTHOR))
    learner.train(5 * MARK)
    ratios = [line["win_lose_ratio"] for line in learner.history]
    assert [line["episodes"] for line in learner.history] == [MARK * i for i in range(1, 6)]
    assert ratios[0] < 1 < ratios[1] < ratios[-1]
    assert sum(line["new_states"] for line in learner.history) == learner.states
    assert sum(line["won"] + line["drawn"] + line["lost"] for line in learner.history) == learner.episodes


def test_playing_on_is_learning(tmp_path):
    """A game learned from after it was played leaves the table that learning while playing leaves (R1-9)."""
    rules = Rules(4, 5, 3)
    watched = Plain(11, Settings(opponent="random", starts="opponent"), rules, False)
    learner = SarsaLearner(11, watched.settings, rules)
    for _ in range(30):
        learner.learn(Position(rules=rules), watched.game(), 1)
    table = learner.table()
    assert dict(zip(table.keys.tolist(), table.values.tolist())) == {k: [float(v) for v in values] for k, values in watched.table.items()}
    assert learner.episodes == 30


def test_only_ended_games_on_its_board_teach():
    """A game that was broken off, or one on another board, is refused, and nothing is learned."""
    learner = SarsaLearner(1)
    with pytest.raises(C4Error, match="has not ended"):
        learner.learn(Position(), (3, 3), 0)
    with pytest.raises(C4Error, match="teaches it nothing"):
        learner.learn(Position(rules=Rules(4, 5, 3)), (0, 1, 0, 1, 0), 0)
    assert learner.states == learner.episodes == 0


# -- the Trainer ------------------------------------------------------------------------------------------------------


def test_the_trainer_weighs_columns_as_the_reference():
    """The column with weight 7, or none, is the reference's on all golden positions (R1-8)."""
    assert len(CASES) == 40
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), STANDARD_COUNT)
        best = favoured(np.uint64(position.theirs), np.uint64(position.mine), line_masks(STANDARD))
        assert [7 if column == best else 1 for column in range(7)] == case["trainer_weights_for_H"]


@given(positions())
def test_the_trainer_is_as_described(position):
    """On any board the compiled preference is the described one."""
    best = favoured(np.uint64(position.mine), np.uint64(position.theirs), line_masks(position.rules))
    assert (None if best < 0 else best) == trainer_column(position)


def test_the_trainer_plays_its_preference_seven_times_of_thirteen():
    """On an open board the preferred column is played in about 7 of 13 games, and said to be."""
    position = Position.from_moves("1727371")  # O has 777 upright
    played = [Trainer().choose(position, Limits(seed=seed)).column for seed in range(1300)]
    assert 600 < played.count(6) < 800
    assert "7 chances for column 7" in Trainer().choose(position, Limits(seed=1)).reason


# -- its file ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mirrored", [False, True])
def test_cut_runs_equal_the_whole_run(tmp_path, mirrored):
    """Games in several runs, through a file, give the file of one run, byte for byte; so does a loop that saves now and then."""
    path, whole = tmp_path / "cut.npz", SarsaLearner(5, Settings(epsilon=0.3), mirrored=mirrored)
    learner = SarsaLearner(5, Settings(epsilon=0.3), mirrored=mirrored)
    for games in (1, 700, 9_299, 2_000):
        learner.train(games)
        learner.save(path)
        learner = SarsaLearner.resume(path)
    for _ in train(whole, 12_000, tmp_path / "whole.npz", save_seconds=0.01):
        pass
    assert path.read_bytes() == (tmp_path / "whole.npz").read_bytes()


def test_new_settings_are_remembered(tmp_path):
    """Settings given when resuming hold from then on, and the file keeps the earlier ones."""
    path = tmp_path / "m.npz"
    learner = SarsaLearner(5)
    learner.train(100)
    learner.save(path)
    learner = SarsaLearner.resume(path, epsilon=0.1)
    learner.train(50)
    learner.save(path)
    content, _ = read_table(path)
    assert content["training"]["settings"]["epsilon"] == 0.1
    assert [(past["until"], past["epsilon"]) for past in content["training"]["earlier_settings"]] == [(100, 0.4)]


def test_what_cannot_be_resumed_is_refused(tmp_path):
    """Another seed, board or sharing than the file's is refused in a sentence that says which it has."""
    path = tmp_path / "m.npz"
    learner = SarsaLearner(5)
    learner.train(10)
    learner.save(path)
    with pytest.raises(C4Error, match="was trained with seed 5, not 6"):
        SarsaLearner.resume(path, seed=6)
    with pytest.raises(C4Error, match="was trained on 7x6, connect 4, first line wins, not on 5x4"):
        SarsaLearner.resume(path, rules=Rules(4, 5, 3))
    with pytest.raises(C4Error, match="mirror images do not share an entry"):
        SarsaLearner.resume(path, mirrored=True)


def small(**changes) -> tuple[dict, dict]:
    """(content, arrays) of a small good model, with changes."""
    learner = SarsaLearner(5)
    learner.train(5)
    table = learner.table()
    content = {"learner": "sarsa", "rules": {"rows": 6, "columns": 7, "connect": 4}, "mirrored": False}
    arrays = {"keys": table.keys, "values": table.values, "visits": table.visits}
    for name, value in changes.items():
        (arrays if name in arrays else content)[name] = value(arrays[name]) if callable(value) else value
    return content, {name: array for name, array in arrays.items() if array is not None}


REFUSED = {
    "another learner": ({"learner": "windows"}, "is a model of 'windows': a sarsa model was expected"),
    "another version": ({"version": 7}, "has version 7 of the sarsa features: version 1 was expected"),
    "no board": ({"rules": None}, "does not say which board"),
    "another board": ({"rules": {"rows": 5, "columns": 6, "connect": 4}}, "values of shape"),
    "no keys": ({"keys": None}, "lacks the array 'keys' of a sarsa model"),
    "keys of another type": ({"keys": lambda keys: keys.astype(np.int32)}, "holds the array 'keys' as 1-d int32: 1-d uint64 was expected"),
    "keys out of order": ({"keys": lambda keys: keys[::-1]}, "keys that do not ascend"),
    "too few values": ({"values": lambda values: values[1:]}, "values of shape"),
    "not a number": ({"values": lambda values: values * np.float32("nan")}, "not a finite number"),
    "no word on mirror images": ({"mirrored": "yes"}, "whether mirror images share an entry"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_tables(name, tmp_path):
    """A file that is no such table is refused in one line that names it."""
    changes, sentence = REFUSED[name]
    path = tmp_path / "m.npz"
    models.write_arrays(path, *small(**changes))
    with pytest.raises(C4Error) as error:
        read_table(path)
    assert sentence in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("cut", [0, 1, 30, 100, 1000, -1, -30])
def test_cut_off_files_are_refused(tmp_path, cut):
    """Empty, cut off, or overwritten in part: one sentence, and the file stays as it is."""
    path = tmp_path / "m.npz"
    models.write_arrays(path, *small())
    path.write_bytes(path.read_bytes()[:cut])
    before = path.read_bytes()
    with pytest.raises(C4Error, match="is not a model: a sarsa model is an npz file"):
        read_table(path)
    assert path.read_bytes() == before


@given(positions(STANDARD), positions(STANDARD))
def test_broken_bytes_never_pass(first, second):
    """A byte changed anywhere in the file gives the same table or a C4Error, never another error."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "m.npz"
        models.write_arrays(path, *small())
        content = bytearray(path.read_bytes())
        content[first.packed() % len(content)] ^= 1 + second.packed() % 255
        path.write_bytes(content)
        with contextlib.suppress(C4Error):
            read_table(path)


def test_a_pickle_is_never_executed(tmp_path):
    """An array of objects, which only unpickling could read, is refused."""
    path, ran = tmp_path / "m.npz", tmp_path / "ran"

    class Trap:
        def __reduce__(self):
            return (open, (str(ran), "w"))

    np.savez(path, header=np.array([Trap()], dtype=object))
    with pytest.raises(C4Error, match="is not a model"):
        read_table(path)
    assert not ran.exists()


def test_a_folder_that_cannot_be_written_stops_training(tmp_path):
    """Where the model cannot be written training stops with a sentence."""
    with pytest.raises(C4Error, match="cannot be written"):
        list(train(SarsaLearner(1), 1000, tmp_path / "nowhere" / "m.npz"))


# -- ActionQ.json -----------------------------------------------------------------------------------------------------


def test_keys_are_those_of_the_reference():
    """The digests of the empty field in all three widths, and of the golden positions, are the reference's (R1-5, R1-11)."""
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
    """A table written as ActionQ.json and read again has the same values in every position that can be known; mirror images are written out."""
    learner = SarsaLearner(2, Settings(starts="learner"), Rules(4, 5, 3), mirrored)
    learner.train(3000)
    table, path = learner.table(), tmp_path / "ActionQ.json"
    assert actionq.write(path, table, width) >= len(table.keys)
    found = actionq.read(path, rows=4, connect=3)
    assert (found.width, found.entries) == (width, found.known)
    for key_number, values in zip(found.table.keys.tolist(), found.table.values):
        own, other = stones_of(key_number, table.rules)
        entry = table.entry(Position((own, other), 0, table.rules, None))
        assert values.tolist() == entry[0].tolist()
    if not mirrored:
        assert found.table.keys.tolist() == table.keys.tolist()


def test_ended_games_in_an_actionq_are_left_out(tmp_path):
    """The reference also stores ended games; they and strangers are counted and left out (D1-6)."""
    path, rules = tmp_path / "ActionQ.json", Rules(3, 3, 2)
    won = actionq.digest(0b1, 0b11 << 4, rules, 64)
    content = {actionq.digest(0, 0, rules, 64): [1, 2, 3], won: [0, 0, 0], "0" * 40: [4, 5, 6]}
    path.write_text(json.dumps(content))
    found = actionq.read(path, rows=3, connect=2)
    assert (found.entries, found.known) == (3, 1)
    assert found.table.values.tolist() == [[1, 2, 3]]


EMPTY_KEY = actionq.digest(0, 0, STANDARD, 64)
BAD_TABLES = {
    "no JSON": ("{", "this is no JSON (or it is cut off)"),
    "a list": ("[]", "this is something else"),
    "empty": ("{}", "this is empty"),
    "nested without end": ("[" * 100_000, "this is no JSON"),
    "a key that is none": ('{"abc": [0,0,0,0,0,0,0]}', "there is the key 'abc'"),
    "no list": (json.dumps({EMPTY_KEY: 7}), "is not a list of some numbers"),
    "lists of two lengths": (json.dumps({EMPTY_KEY: [0.0] * 7, "0" * 40: [0.0] * 6}), "is not a list of 7 numbers like the first"),
    "a text": (json.dumps({EMPTY_KEY: ["x"] * 7}), "holds something else than numbers"),
    "too large": (json.dumps({EMPTY_KEY: [1e9] * 7}), "holds something else than numbers from -9000 to 9000"),
    "not a number": (json.dumps({EMPTY_KEY: [float("nan")] * 7}), "holds something else than numbers"),
    "another board": (json.dumps({actionq.digest(0, 0, Rules(5, 7, 4), 64): [0.0] * 7}), "lacks the empty field of a board of 6 rows x 7 columns"),
    "too wide": (json.dumps({EMPTY_KEY: [0.0] * 700}), "too large"),
}


@pytest.mark.parametrize("name", BAD_TABLES)
def test_bad_actionq_files(name, tmp_path):
    """What is no table of system 1 is refused in one sentence."""
    text, sentence = BAD_TABLES[name]
    path = tmp_path / "ActionQ.json"
    path.write_text(text)
    with pytest.raises(C4Error) as error:
        actionq.read(path)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


# -- evaluator and agent ----------------------------------------------------------------------------------------------


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
    """The evaluator says the best Q of a legal column for who is to move, its negative for the other, and 0 of what it has not met."""
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
    assert [(row.feature, row.contribution, row.cells) for row in rows if row.weight] == [("column 3, the best; 5 visits", -250, ((0, 2),))]


def test_the_compiled_leaf_knows_a_whole_table():
    """In every position of a learned table the compiled evaluation is the readable one; so it is in positions that are not in it."""
    for mirrored in (False, True):
        learner = SarsaLearner(4, mirrored=mirrored)
        learner.train(3000)
        evaluator = Sarsa(learner.table())
        tables, known = evaluator.tables(STANDARD), 0
        for number in learner.table().keys[::7].tolist():
            for own, other in (stones_of(number, STANDARD), stones_of(number, STANDARD)[::-1]):
                value = evaluator.leaf(np.uint64(own), np.uint64(other), True, *tables)
                assert value == evaluator.evaluate(Position((own, other), 0, STANDARD, None), 0)
                assert evaluator.leaf(np.uint64(other), np.uint64(own), False, *tables) == -value
                known += value != 0
        assert known > 100


def test_another_board_is_refused():
    """Evaluator and agent name the board of their table when they are asked about another."""
    evaluator = Sarsa(table_of({"44": [1] * 7}))
    with pytest.raises(C4Error, match="was learned on 7x6, connect 4, first line wins, not on 8x7"):
        evaluator.tables(Rules(7, 8, 4))
    with pytest.raises(C4Error, match="was learned on 7x6"):
        evaluator.evaluate(Position(rules=Rules(7, 8, 4)))


def test_values_beyond_the_search_are_refused():
    """Values so large that one could pass for a won game are refused."""
    with pytest.raises(C4Error, match="would pass for a won game"):
        Sarsa(table_of({"44": [1e6] * 7}))


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """An empty saved_models."""
    monkeypatch.setattr(models, "SAVED_MODELS", tmp_path)
    return tmp_path


def write_table(path, table: QTable) -> None:
    SarsaLearner.from_table(table, 1).save(path)


def test_the_agent_plays_its_table(saved):
    """It plays the best legal column, shows all its action values with the visits, and any column where it has never been (D1-5)."""
    write_table(saved / "sarsa.npz", table_of({"44": [1, 2, 3, -4, 5, 6, 40.5], "111111": [90, -3, -2.5, -2.5, -4, -5, -6]}))
    decision = SarsaAgent().choose(Position.from_moves("44"), Limits())
    assert decision.column == 6
    assert {column: value.points for column, value in decision.columns.items()} == {0: 100, 1: 200, 2: 300, 3: -400, 4: 500, 5: 600, 6: 4050}
    assert decision.scale == 100
    assert "5 visits" in decision.reason
    assert decision.estimate
    tied = {SarsaAgent().choose(Position.from_moves("111111"), Limits(seed=seed)).column for seed in range(30)}
    assert tied == {2, 3}
    strange = {SarsaAgent().choose(Position.from_moves("7"), Limits(seed=seed)).column for seed in range(60)}
    assert strange == set(range(7))


def test_the_agent_learns_into_a_file_of_its_own(saved):
    """What it learns by playing goes into the person's own file, from which it plays on; the one that ships stays as it is."""
    write_table(saved / "sarsa.npz", table_of({"": [0.0] * 7}))
    shipped = (saved / "sarsa.npz").read_bytes()
    agent, moves = SarsaAgent(), (0, 1, 0, 1, 0, 1, 0)
    agent.learn(Position(), moves, 0, Limits())
    assert (saved / "sarsa.npz").read_bytes() == shipped
    table = read_table(saved / "my-sarsa.npz")[1]
    assert table.entry(Position.from_moves("121212"))[0].tolist() == pytest.approx([10, 0, 0, 0, 0, 0, 0])
    assert agent.choose(Position.from_moves("121212"), Limits()).column == 0
    agent.learn(Position(), moves, 1, Limits(model=str(saved / "other.npz")))
    assert read_table(saved / "other.npz")[1].entry(Position.from_moves("12121"))[0].tolist() == pytest.approx([0, -10, 0, 0, 0, 0, 0])


# -- the command ------------------------------------------------------------------------------------------------------


def test_train_sarsa(tmp_path):
    """`c4 train sarsa` trains, resumes, prints statistics, exports and imports; refused files stay as they are."""
    model, table = str(tmp_path / "m.npz"), str(tmp_path / "ActionQ.json")

    def run(*arguments, code=0):
        done = CliRunner().invoke(cli, ["train", "sarsa", "--model", model, "--rows", "4", "--columns", "5", "--connect", "3", *arguments])
        assert (done.exit_code == 0) == (code == 0), done.output
        return done.output if code == 0 else str(done.exception)

    first = run("--episodes", "20000", "--seed", "3", "--author", "--statistics")
    assert "20,000 games" in first
    head, half, whole = first.splitlines()[[line.split()[:1] for line in first.splitlines()].index(["games"]) :][:3]
    assert head.split() == ["games", "done", "new", "states", "won", "drawn", "lost", "won/lost"]
    assert (half.split()[:2], whole.split()[:2]) == (["10,000", "50%"], ["20,000", "100%"])
    assert "10,100" not in run("--episodes", "10000", "--statistics"), "a line stands at every 10,000 games, whatever a run begins with"
    assert "the learner won" in first
    assert '"episodes": 100,' in run("--episodes", "100", "--json")
    assert "states written" in run("--episodes", "0", "--export", table, "--width", "8")
    assert read_table(model)[0]["training"]["episodes"] == 30_100
    assert "exists already" in run("--import", table, code=2)
    model = str(tmp_path / "n.npz")
    run("--episodes", "0", "--import", table)
    assert len(read_table(model)[1].keys) == len(json.loads((tmp_path / "ActionQ.json").read_text()))
    assert "epsilon must be a number from 0 to 1, not 2" in run("--epsilon", "2", "--fresh", "--episodes", "1", code=2)


def test_settings_are_checked():
    """A setting out of range is named with its range."""
    for name, value in (("alpha", -1), ("gamma", 2), ("reward_win", 1e9), ("opponent", "me"), ("starts", "nobody"), ("full_columns", 1)):
        with pytest.raises(C4Error, match=name):
            replace(Settings(), **{name: value})
