"""The pattern memory: what it remembers of games, its SQLite file, and `c4 train patterns`."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from refusal import refused

from c4.agents.learned import Patterns
from c4.agents.limits import Limits
from c4.agents.specification import find_opponent
from c4.cli import cli
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.learning import pattern_memory
from c4.learning.pattern_memory import Memory, Pattern, Record
from c4.learning.patterns import PatternsLearner
from c4.learning.patterns import PatternsSettings as Settings


def learner_against(opponent: str, seed: int) -> PatternsLearner:
    learner = PatternsLearner(seed, Settings(opponent=opponent))
    learner.find_opponent(find_opponent)
    return learner


def test_a_game_leaves_the_patterns_before_the_last_move():
    """Each pattern of the last snapshot is counted once, as won, lost or seen (R2-10, D2-4, D2-12)."""
    memory = Memory()
    moves = Position.from_moves("1727374").moves  # X 1 2 3 4 across, O 7 7 7 upright
    memory.learn(Position(), moves, 0)
    assert memory.records[Pattern(False, 0, 0, "RIGHT", 3)] == Record(1, 1, 0, True, (0, 3))
    assert memory.records[Pattern(True, 0, 6, "ABOVE", 3)] == Record(1, 1, 0, False, None)
    assert Pattern(False, 0, 0, "RIGHT", 2) not in memory.records
    assert Pattern(False, 0, 6, "LEFT", 3) not in memory.records, "a mirror image is another pattern (R2-12)"
    other = Memory()
    other.learn(Position(), moves, 1)
    assert other.records[Pattern(True, 0, 0, "RIGHT", 3)] == Record(1, 0, 1, True, None)
    assert memory.won == 1
    assert memory.lost == 0
    assert other.won == 0
    assert other.lost == 1
    drawn = Memory()
    drawn.learn(Position(), Position.from_moves("212121121212434343343434656565565656777777").moves, 0)
    assert {record[:3] for record in drawn.records.values()} == {(1, 0, 0)}


def straight_run(memory: Memory, seed: int) -> bool:
    """A game in which the other side runs along the bottom row; whether it was stopped. The memory learns."""
    player = Patterns(memory)
    position = Position()
    while position.outcome() is None:
        column = next((column for column in range(4) if position.height(column) == 0), position.legal_columns()[-1])
        if position.to_move == 1:
            column = player.choose(position, Limits(seed=seed)).column
        position = position.play(column)
    memory.learn(Position(), position.moves, 1)
    return not STANDARD.has_line(position.stones[0] & STANDARD.bottom)


def test_a_trap_works_twice_and_never_again():
    """A straight run on the bottom row beats it twice, then it is stopped, and the reason says why (R2-9)."""
    for trial in range(20):
        memory = Memory()
        games = 0
        lost = 0
        while lost < 2:  # a lucky random move may stop a run: such a game does not count
            lost += not straight_run(memory, 1000 * trial + games)
            games += 1
        assert all(straight_run(memory, 1000 * trial + 500 + later) for later in range(5))
        decision = Patterns(memory).choose(Position.from_moves("17273"), Limits(seed=trial))
        assert decision.column == 3
        assert "defensive: 3 of the other side's discs right from column 1, row 1" in decision.reason
        assert decision.findings[0].cells == ((0, 0), (0, 1), (0, 2))


def test_only_ended_games_on_its_board_are_remembered():
    """A game that was broken off, or one on another board, is refused."""
    with refused("has not ended"):
        Memory().learn(Position(), (3,), 0)
    with refused("does not belong in it"):
        Memory().learn(Position(rules=Rules(4, 5, 3)), (0, 1, 0, 1, 0), 0)
    with pytest.raises(C4Error, match="this pattern memory is for 7x6"):
        Patterns(Memory()).choose(Position(rules=Rules(4, 5, 3)), Limits())


@pytest.fixture
def some_memory() -> Memory:
    learner = learner_against("random", 3)
    learner.train(40)
    return learner.memory


def test_round_trip(tmp_path, some_memory):
    """A memory that was written is read again as it was."""
    path = tmp_path / "m.sqlite"
    pattern_memory.write(path, some_memory)
    assert pattern_memory.read(path) == some_memory
    assert list(tmp_path.iterdir()) == [path]


def test_the_agent_learns_into_a_file_of_its_own(saved, some_memory):
    """What it learns by playing goes into your own file; the one that ships stays as it is."""
    pattern_memory.write(saved / "patterns.sqlite", some_memory)
    shipped = (saved / "patterns.sqlite").read_bytes()
    moves = Position.from_moves("1727374").moves
    agent = Patterns()
    agent.learn(Position(), moves, 0, Limits())
    agent.learn(Position(), moves, 1, Limits())
    assert (saved / "patterns.sqlite").read_bytes() == shipped
    some_memory.learn(Position(), moves, 0)
    some_memory.learn(Position(), moves, 1)
    assert pattern_memory.read(saved / "my-patterns.sqlite") == some_memory
    agent.learn(Position(), moves, 0, Limits(model=str(saved / "new.sqlite")))
    assert pattern_memory.read(saved / "new.sqlite").games == 1


def test_without_any_file_it_plays_and_begins_a_memory(saved):
    """Where no memory is there yet it plays all the same, and the first game makes one."""
    assert Patterns().choose(Position(), Limits()).reason.startswith("a random move")
    Patterns().learn(Position(), Position.from_moves("1727374").moves, 0, Limits())
    assert pattern_memory.read(saved / "my-patterns.sqlite").games == 1


def broken(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


KEY = "(enemy, start_row, start_column, direction, length)"
FIRST = f"WHERE {KEY} = (SELECT {KEY[1:-1]} FROM patterns LIMIT 1)"

REFUSED = {
    "another format": ("UPDATE about SET value = '\"x\"' WHERE key = 'format'", "is not a model of this program"),
    "another learner": ("UPDATE about SET value = '\"sarsa\"' WHERE key = 'learner'", "is a model of 'sarsa'"),
    "another version": ("UPDATE about SET value = '9' WHERE key = 'version'", "has version 9"),
    "no board": ("DELETE FROM about WHERE key = 'rules'", "does not say which board"),
    "no games": ("DELETE FROM about WHERE key = 'games'", "does not say from which games it comes"),
    "no JSON": ("UPDATE about SET value = '{'", "what it says about itself is not JSON"),
    "no table": ("DROP TABLE patterns", "and no more"),
    "a trigger": ("CREATE TRIGGER a AFTER INSERT ON patterns BEGIN DELETE FROM patterns; END", "and no more"),
    "a view": ("CREATE VIEW a AS SELECT * FROM patterns", "and no more"),
    "a cell off the board": (f"UPDATE patterns SET start_row = 77 {FIRST}", "holds a pattern that cannot exist"),
    "an unknown direction": (f"UPDATE patterns SET direction = 'BELOW' {FIRST}", "holds a pattern that cannot exist"),
    "a text for a number": ("UPDATE patterns SET seen = 'often'", "holds a pattern that cannot exist"),
    "more won than seen": ("UPDATE patterns SET won = seen + 1", "holds a pattern that cannot exist"),
    "a response elsewhere": ("UPDATE patterns SET response_column = 99", "holds a pattern that cannot exist"),
    "a computed column": ("ALTER TABLE about ADD COLUMN a AS (length(zeroblob(1000000000)))", "and no more"),
    "another column": ("ALTER TABLE patterns RENAME COLUMN seen TO noticed", "and no more"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_memories(name, tmp_path, some_memory):
    """A file that is no such memory is refused in one line that names it, and not changed."""
    statement, sentence = REFUSED[name]
    path = tmp_path / "m.sqlite"
    pattern_memory.write(path, some_memory)
    broken(path, statement)
    before = path.read_bytes()
    for use in (lambda: pattern_memory.read(path), lambda: PatternsLearner.from_file(path)):
        with refused(sentence):
            use()
    assert path.read_bytes() == before


def test_a_memory_that_another_program_keeps_locked(tmp_path, some_memory, monkeypatch):
    """A program that waited for it in vain says why, in a sentence."""
    path = tmp_path / "m.sqlite"
    pattern_memory.write(path, some_memory)
    monkeypatch.setattr(pattern_memory, "WAIT_SECONDS", 0.01)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with refused("cannot be used: another program is writing to it"):
            pattern_memory.read(path)
    assert pattern_memory.read(path) == some_memory


def test_what_is_no_sqlite_is_refused(tmp_path, some_memory):
    """Empty, cut off, or something else: one sentence, and a missing file says how to make one."""
    path = tmp_path / "m.sqlite"
    for content in (b"", b"SQLite", b"{}"):
        path.write_bytes(content)
        with refused("is not a pattern memory: that is a SQLite file"):
            pattern_memory.read(path)
    pattern_memory.write(path, some_memory)
    complete = path.read_bytes()
    path.write_bytes(complete[:5000])
    with refused("cannot be used"):
        pattern_memory.read(path)
    path.write_bytes(complete.replace(b"CREATE TABLE ", b"CREATE T\xc9BL ", 1))  # quoted by SQLite, not in UTF-8
    with refused("the pattern memory"):
        pattern_memory.read(path)
    with refused("there is no pattern memory"):
        pattern_memory.read(tmp_path / "none.sqlite")


def test_train_patterns(tmp_path):
    """`c4 train patterns` plays, goes on, exports and imports; what cannot be is refused."""
    model = str(tmp_path / "m.sqlite")
    table = str(tmp_path / "p.xml")

    def run(*arguments, code=0):
        done = CliRunner().invoke(cli, ["train", "patterns", "--model", model, *arguments])
        assert (done.exit_code == 0) == (code == 0), done.output
        return done.output if code == 0 else f"{done.output}{done.exception}"

    assert "30 games" in run("--episodes", "30", "--seed", "3", "--opponent", "random")
    assert '"episodes": 10,' in run("--episodes", "10", "--json")
    assert pattern_memory.read(model).games == 40
    assert "patterns written" in run("--episodes", "0", "--export", table)
    assert pattern_memory.read(model).games == 40
    assert "already exists" in run("--import", table, code=2)
    known = pattern_memory.read(model).records
    model = str(tmp_path / "n.sqlite")
    run("--episodes", "0", "--import", table)
    assert pattern_memory.read(model).records == known
    assert "depth" in run("--depth", "0", code=2)
    assert "not on 5x4" in run("--rows", "4", "--columns", "5", "--connect", "3", code=2)
    run("--episodes", "2", "--opponent", "self", "--fresh")
