"""The pattern memory: what it sees, ranks, refuses and remembers; its SQLite file, the author's XML, and `c4 train patterns`."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from strategies import golden, positions

from c4 import models
from c4.agents import Limits
from c4.agents.patterns import (
    AGGRESSIVE,
    DEFENSIVE,
    TACTICAL,
    TRIES,
    WARNING,
    Patterns,
    candidates,
    decide,
    find_move,
    gives_away,
    kinds_of,
    process,
)
from c4.cli import cli
from c4.learning import pattern_memory, pattern_xml
from c4.learning.loop import train
from c4.learning.pattern import Pattern, extract
from c4.learning.pattern_memory import Memory, Record
from c4.learning.patterns import PatternsLearner, Settings
from c4.position import Position
from c4.rules import COUNT_LINES, STANDARD, C4Error, Rules

CASES = golden("patterns")["positions"]
ROOT = Path(__file__).resolve().parent.parent


def square(cell) -> str:
    return "ABCDEFG"[cell[1]] + "FEDCBA"[cell[0]]


# -- what it sees -----------------------------------------------------------------------------------------------------


def test_patterns_are_those_the_article_describes():
    """On the golden positions exactly the described patterns are found, in the reference's order, and no faulty one (R2-2, D2-7)."""
    assert len(CASES) == 10
    for case in CASES:
        position = Position.from_packed(int(case["packed"]), Rules(scoring=COUNT_LINES))
        found = [("H" if p.enemy else "A", p.direction, [square(cell) for cell in p.cells]) for p in extract(position, position.to_move)]
        assert found == [(p["colour"], p["direction"], [piece[0] for piece in p["pieces"]]) for p in case["as_described"]]


@given(positions())
def test_a_pattern_is_stones_of_one_side_with_room_beyond(position):
    """On any board every pattern has 2 to connect - 1 stones of one side and an empty cell beyond; both sides see the same with sides exchanged."""
    for pattern in extract(position, 0):
        assert {position.owner(*cell) for cell in pattern.cells} == {int(pattern.enemy)}
        assert position.owner(*pattern.cell(pattern.length)) is None
        assert 2 <= pattern.length < position.rules.connect
    assert [p._replace(enemy=not p.enemy) for p in extract(position, 0)] == extract(position, 1)


# -- how it ranks -----------------------------------------------------------------------------------------------------

THREE = Pattern(False, 0, 1, "RIGHT", 3)
PAIR = Pattern(False, 0, 1, "RIGHT", 2)
ENEMY_THREE, ENEMY_PAIR = THREE._replace(enemy=True), PAIR._replace(enemy=True)


@pytest.mark.parametrize(
    ("pattern", "record", "kinds"),
    [
        (THREE, None, [(AGGRESSIVE, 0)]),
        (PAIR, None, [(TACTICAL, 0)]),
        (ENEMY_THREE, None, [(DEFENSIVE, 0)]),
        (ENEMY_PAIR, None, [(WARNING, 0)]),
        (THREE, Record(3, 2, 1), [(AGGRESSIVE, 105), (TACTICAL, 103)]),
        (PAIR, Record(2, 1, 1), [(AGGRESSIVE, 105), (TACTICAL, 103)]),
        (PAIR, Record(2, 0, 2), [(AGGRESSIVE, 0), (TACTICAL, 103)]),
        (ENEMY_PAIR, Record(2, 1, 1), [(DEFENSIVE, 104), (WARNING, 102)]),
        (ENEMY_THREE, Record(2, 2, 0), [(DEFENSIVE, 0)]),
    ],
)
def test_kinds_and_their_weights_from_memory(pattern, record, kinds):
    """Own stones are aggressive or tactical, others defensive or a warning, known ones with the memory's weight (R2-1, R2-3, R2-4, D2-1)."""
    assert list(kinds_of(pattern, record, STANDARD)) == kinds


def picture(*rows: str) -> Position:
    """A position with X to move, of its lowest rows; X is player 0."""
    stones = [0, 0]
    for row, text in enumerate(reversed(rows)):
        for column, character in enumerate(text):
            if character in "XO":
                stones["XO".index(character)] |= 1 << STANDARD.cell(row, column)
    return Position(tuple(stones), 0, STANDARD, None)


LEFT_END, RIGHT_END = (0, 0), (0, 4)


@pytest.mark.parametrize(
    ("pattern", "kind", "record", "weight", "response"),
    [
        (THREE, AGGRESSIVE, Record(), 20 + 105 + 10, None),  # twice its weight, 105 for aggressive, and its weight for the move found
        (THREE, DEFENSIVE, Record(4, 1, 3), 104 + 14 + 7, None),
        (THREE, DEFENSIVE, Record(4, 1, 3, ending=True), 104 + 14 + 2 + 7, None),
        (THREE, DEFENSIVE, Record(4, 3, 1, False, LEFT_END), 104 + 14 + 9, LEFT_END),  # a response that won more than it lost is kept, 3 a win
        (THREE, DEFENSIVE, Record(4, 2, 2, False, LEFT_END), 104 + 14 + 7, LEFT_END),  # otherwise it is a point for that end
        (THREE, WARNING, Record(4, 1, 3), 102 + 10 + 3 + 5, None),  # lost games make a warning louder
        (THREE, WARNING, Record(4, 3, 1), 102 + 10 + 5, None),
    ],
)
def test_weights_as_the_article_has_them(pattern, kind, record, weight, response):
    """What a pattern counts is the sum that R2-6 describes, on top of its weight from memory (D2-3)."""
    known = kind.known if record.seen else 0
    found = process(pattern, kind, known, record, picture(".XXX..."), random.Random(1))
    assert found.weight == weight
    assert found.response in ([response] if response else [LEFT_END, RIGHT_END])


def test_pairs_count_only_what_the_memory_and_the_move_give():
    """Two stones add nothing of their own (R2-6)."""
    assert process(PAIR, TACTICAL, 103, Record(2, 1, 1), picture(".XX...."), random.Random(1)).weight == 103 + 3


def test_the_better_end_is_played_in_every_direction():
    """Of the two ends the supported one, and with equal ones either by chance: also up right and down right (D2-5, D2-6); upright the top."""
    rising = picture("...X...", "..XO...", ".XOO...", ".OOX...")  # B row 2, C row 3, D row 4: E row 5 hangs in the air, A row 1 stands
    pattern = next(p for p in extract(rising, 0) if p.length == 3 and p.direction == "ABOVERIGHT")
    assert find_move(pattern, Record(), rising, random.Random(1)) == (0, 0)
    falling = picture("...X...", "...OX..", "...OOX.", "...XOO.")
    pattern = next(p for p in extract(falling, 0) if p.length == 3 and p.direction == "BELOWRIGHT")
    assert find_move(pattern, Record(), falling, random.Random(1)) == (0, 6)
    flat = picture(".XXX...")
    assert {find_move(THREE, Record(), flat, random.Random(seed)) for seed in range(20)} == {LEFT_END, RIGHT_END}
    assert find_move(THREE, Record(response=RIGHT_END), flat, random.Random(1)) == RIGHT_END
    upright = picture("X......", "X......")
    assert find_move(Pattern(False, 0, 0, "ABOVE", 2), Record(), upright, random.Random(1)) == (2, 0)


def test_only_what_was_seen_twice_counts_but_a_chance_to_win_always():
    """A pattern seen once asks for nothing, one seen twice does; an own three does at once (R2-9, D2-2)."""
    position = picture("O......", "OXX.O..", "XOOXX..")
    seen = {p: Record(1, 0, 1) for p in extract(position, 0)}
    assert candidates(position, Memory(records={}), random.Random(1)) == []
    assert {c.kind for c in candidates(position, Memory(records=seen), random.Random(1))} == {AGGRESSIVE}
    twice = {p: record._replace(seen=2) for p, record in seen.items()}
    assert {c.kind for c in candidates(position, Memory(records=twice), random.Random(1))} == {AGGRESSIVE, DEFENSIVE, TACTICAL, WARNING}
    three = picture("OO.....", "OXXX...")
    assert candidates(three, Memory(), random.Random(1))[0].pattern == THREE
    assert Patterns(Memory()).choose(three, Limits()).column == 4


def test_of_equal_weights_the_later_pattern_comes_first():
    """Candidates are ordered by weight, of equals the one found later first (R2-7)."""
    found = candidates(picture("X..X...", "X..X...", "X..X..."), Memory(), random.Random(1))
    assert [c.pattern.column for c in found] == [3, 0]


# -- veto and tries ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "cell", "refused"),
    [
        (["OOO....", "XXO...."], (0, 3), True),  # above it O completes four in the second row
        (["OOO....", "XXOX..."], (1, 3), False),  # O would win there: it must be blocked
        (["...O...", "..OX...", ".OXO...", "OXOX..."], (0, 6), False),
        (["..O....", "..O....", "..O...."], (3, 2), False),  # blocks the upright three
        (["OO.O...", "XX.O..."], (0, 2), True),  # a gap counts
        (["O.O....", "X.X...."], (0, 1), False),  # one stone each side is no three (D2-10)
    ],
)
def test_the_veto(rows, cell, refused):
    """A cell is refused when the other side would win above it, unless it must be blocked (R2-8)."""
    assert gives_away(cell, picture(*rows)) == refused


def test_the_veto_knows_the_top_of_the_board():
    """Above the top row there is nothing to give away (D2-10)."""
    position = picture("..OOO..", "..XXX..", "..OOO..", "..XXO..", "..OXX..", "..XOX..")
    assert not gives_away((5, 1), position)


def test_what_was_refused_is_told():
    """The decision holds every pattern that was looked at with its cells, weight, counts and what became of it."""
    position = picture("OOO....", "XXX.O..")  # its own three is completed in column 4; that O could win above it matters no more
    decision = Patterns(Memory()).choose(position, Limits())
    assert decision.column == 3
    assert decision.findings[0].cells == ((0, 0), (0, 1), (0, 2))
    assert decision.findings[0].verdict == "played"
    assert decision.findings[0].weight == 135
    assert "aggressive: 3 of its own stones right from column 1, row 1 (never seen; weight 135)" in decision.reason
    giving = picture(".OOO...", ".XXO...")  # a pair that the memory likes: both ends lie under a winning cell of O
    memory = Memory(records={PAIR._replace(column=1): Record(5, 5, 0), Pattern(False, 0, 2, "LEFT", 2): Record(5, 5, 0)})
    decision = Patterns(memory).choose(giving, Limits(seed=1))
    assert decision.findings[0].verdict == "vetoed: after column 1 the other side wins above it"
    assert "picked at random" in decision.reason


def test_a_few_tries_and_then_chance():
    """After TRIES patterns that cannot be played it plays at random, each pattern tried once whatever its kinds (R2-7)."""
    position = picture("XXX.XXX", "OOO.OOO", "OXO.XOX")  # nothing of X can be completed at once but in column 4, two cells up
    found = candidates(position, Memory(records={p: Record(3, 1, 1) for p in extract(position, 0)}), random.Random(1))
    played, verdicts = decide(found, position)
    tried = [found[place].pattern for place in verdicts]
    assert len(set(tried)) == len(tried) <= TRIES
    assert (played is None) == ("played" not in verdicts.values())


def test_random_moves_reach_every_column():
    """With an empty memory every column is played, also the last one that is left (D2-6)."""
    assert {Patterns(Memory()).choose(Position(), Limits(seed=seed)).column for seed in range(100)} == set(range(7))
    rules = Rules(2, 3, 3)
    last = Position.from_moves("12213", rules)
    assert last.legal_columns() == (2,)
    assert Patterns(Memory(rules)).choose(last, Limits()).column == 2


# -- learning ---------------------------------------------------------------------------------------------------------


def test_a_game_leaves_the_patterns_before_the_last_move():
    """Every pattern of the last snapshot is seen once more and won or lost once more; a draw counts as seen (R2-10, D2-4, D2-12)."""
    memory = Memory()
    moves = Position.from_moves("1727374").moves  # X 1 2 3 4 across, O 7 7 7 upright
    memory.learn(Position(), moves, 0)
    assert memory.records[Pattern(False, 0, 0, "RIGHT", 3)] == Record(1, 1, 0, True, (0, 3))
    assert memory.records[Pattern(True, 0, 6, "ABOVE", 3)] == Record(1, 1, 0, False, None)
    assert Pattern(False, 0, 0, "RIGHT", 2) not in memory.records
    other = Memory()
    other.learn(Position(), moves, 1)
    assert other.records[Pattern(True, 0, 0, "RIGHT", 3)] == Record(1, 0, 1, True, None)
    assert (memory.won, memory.lost, other.won, other.lost) == (1, 0, 0, 1)


def straight_run(memory: Memory, seed: int) -> bool:
    """A game in which the other side begins and runs straight along the bottom row from the left; whether the run was stopped.  The memory learns."""
    player, position = Patterns(memory), Position()
    while position.outcome() is None:
        column = next((column for column in range(4) if position.height(column) == 0), position.legal_columns()[-1])
        if position.to_move == 1:
            column = player.choose(position, Limits(seed=seed)).column
        position = position.play(column)
    memory.learn(Position(), position.moves, 1)
    return not STANDARD.has_line(position.stones[0] & STANDARD.bottom)


def test_a_trap_works_twice_and_never_again():
    """The article's example: a straight run on the bottom row beats it twice, then it is stopped, and the reason says why (R2-9)."""
    for trial in range(20):
        memory, games, lost = Memory(), 0, 0
        while lost < 2:  # a lucky random move may stop a run: such a game does not count
            lost += not straight_run(memory, 1000 * trial + games)
            games += 1
        assert all(straight_run(memory, 1000 * trial + 500 + later) for later in range(5))
        decision = Patterns(memory).choose(Position.from_moves("17273"), Limits(seed=trial))
        assert decision.column == 3
        assert "defensive: 3 of the other side's stones right from column 1, row 1" in decision.reason
        assert decision.findings[0].cells == ((0, 0), (0, 1), (0, 2))


def test_it_gets_better_against_chance():
    """Playing against random moves it wins more of the games after some hundred than without a memory."""
    learner = PatternsLearner(5, Settings(opponent="random"))
    learner.train(400)
    first, last = learner.history[0]["won"], learner.history[-1]["won"]
    without = Counter()
    empty, chance = Patterns(Memory()), PatternsLearner(6, Settings(opponent="random"))._opponent
    for number in range(100):
        position, side = Position(), number % 2
        while position.outcome() is None:
            player = empty if position.to_move == side else chance
            position = position.play(player.choose(position, Limits(seed=number)).column)
        without[position.outcome().winner == side] += 1
    assert without[True] + 10 < last
    assert first <= last


def test_only_ended_games_on_its_board_are_remembered():
    """A game that was broken off, or one on another board, is refused."""
    with pytest.raises(C4Error, match="has not ended"):
        Memory().learn(Position(), (3,), 0)
    with pytest.raises(C4Error, match="does not belong in it"):
        Memory().learn(Position(rules=Rules(4, 5, 3)), (0, 1, 0, 1, 0), 0)
    with pytest.raises(C4Error, match="this pattern memory is of games on 7x6"):
        Patterns(Memory()).choose(Position(rules=Rules(4, 5, 3)), Limits())


# -- the file ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def some_memory() -> Memory:
    learner = PatternsLearner(3, Settings(opponent="random"))
    learner.train(40)
    return learner.memory


def test_round_trip(tmp_path, some_memory):
    """A memory that was written is read again as it was."""
    path = tmp_path / "m.sqlite"
    pattern_memory.write(path, some_memory)
    assert pattern_memory.read(path) == some_memory
    assert list(tmp_path.iterdir()) == [path]


def test_cut_runs_equal_the_whole_run(tmp_path):
    """Games in several runs leave the memory of one run."""
    whole = PatternsLearner(5, Settings(opponent="trainer"))
    for _ in train(whole, 120, tmp_path / "whole.sqlite"):
        pass
    learner, path = PatternsLearner(5, Settings(opponent="trainer")), tmp_path / "cut.sqlite"
    for games in (1, 49, 70):
        learner.train(games)
        learner.save(path)
        learner = PatternsLearner.resume(path)
    assert path.read_bytes() == (tmp_path / "whole.sqlite").read_bytes()
    assert learner.history == whole.history


@pytest.fixture
def saved(tmp_path, monkeypatch):
    """An empty saved_models."""
    monkeypatch.setattr(models, "SAVED_MODELS", tmp_path)
    return tmp_path


def test_the_agent_learns_into_a_file_of_its_own(saved, some_memory):
    """What it learns by playing goes into the person's own file, from which it plays on; the one that ships stays as it is."""
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
    assert Patterns().choose(Position(), Limits()).reason.startswith("picked at random")
    Patterns().learn(Position(), Position.from_moves("1727374").moves, 0, Limits())
    assert pattern_memory.read(saved / "my-patterns.sqlite").games == 1


KILLED = """
import sys
from c4.agents import Limits
from c4.agents.patterns import Patterns
from c4.position import Position
agent, moves = Patterns(), Position.from_moves("1727374").moves
while True:
    agent.learn(Position(), moves, 0, Limits(model=sys.argv[1]))
    print("learned", flush=True)
"""


def test_the_memory_survives_a_kill(tmp_path):
    """Killed while it writes, the memory holds every game that was learned, and all its counts agree."""
    path, told = tmp_path / "m.sqlite", 0
    for trial in range(4):
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(path)], stdout=subprocess.PIPE, cwd=ROOT, text=True)
        process.stdout.readline()
        time.sleep(0.05 * trial)
        process.send_signal(signal.SIGKILL)
        told += 1 + len(process.stdout.read().split("learned")) - 1
        process.wait()
        memory = pattern_memory.read(path)
        assert told <= memory.games <= told + trial + 1
        assert {record.seen for record in memory.records.values()} == {memory.games}


def broken(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


KEY = "(enemy, start_row, start_column, direction, length)"
FIRST = f"WHERE {KEY} = (SELECT {KEY[1:-1]} FROM patterns LIMIT 1)"

REFUSED = {
    "another format": ("UPDATE about SET value = '\"x\"' WHERE key = 'format'", "is not a model of this program"),
    "another learner": ("UPDATE about SET value = '\"sarsa\"' WHERE key = 'learner'", "is a model of 'sarsa': a patterns model was expected"),
    "another version": ("UPDATE about SET value = '9' WHERE key = 'version'", "has version 9"),
    "no board": ("DELETE FROM about WHERE key = 'rules'", "does not say which board"),
    "no games": ("DELETE FROM about WHERE key = 'games'", "does not say from which games it comes"),
    "no JSON": ("UPDATE about SET value = '{'", "what it says about itself is not JSON"),
    "no table": ("DROP TABLE patterns", "lacks the tables"),
    "a cell off the board": (f"UPDATE patterns SET start_row = 77 {FIRST}", "holds a pattern that there cannot be"),
    "an unknown direction": (f"UPDATE patterns SET direction = 'BELOW' {FIRST}", "holds a pattern that there cannot be"),
    "a text for a number": ("UPDATE patterns SET seen = 'often'", "holds a pattern that there cannot be"),
    "more won than seen": ("UPDATE patterns SET won = seen + 1", "holds a pattern that there cannot be"),
    "a response elsewhere": ("UPDATE patterns SET response_row = 5, response_column = 99", "holds a pattern that there cannot be"),
    "another column": ("ALTER TABLE patterns RENAME COLUMN seen TO noticed", "cannot be used: no such column"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_memories(name, tmp_path, some_memory):
    """A file that is no such memory is refused in one line that names it, and not changed."""
    statement, sentence = REFUSED[name]
    path = tmp_path / "m.sqlite"
    pattern_memory.write(path, some_memory)
    broken(path, statement)
    before = path.read_bytes()
    for use in (lambda: pattern_memory.read(path), lambda: PatternsLearner.resume(path)):
        with pytest.raises(C4Error) as error:
            use()
        assert sentence in str(error.value)
        assert "\n" not in str(error.value)
    assert path.read_bytes() == before


def test_what_is_no_sqlite_is_refused(tmp_path, some_memory):
    """Empty, cut off, or something else: one sentence, and a missing file says how to make one."""
    path = tmp_path / "m.sqlite"
    for content in (b"", b"SQLite", b"{}"):
        path.write_bytes(content)
        with pytest.raises(C4Error, match="is not a pattern memory: that is a SQLite file"):
            pattern_memory.read(path)
    pattern_memory.write(path, some_memory)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(C4Error, match="cannot be used"):
        pattern_memory.read(path)
    with pytest.raises(C4Error, match="there is no pattern memory"):
        pattern_memory.read(tmp_path / "none.sqlite")


# -- the author's XML -------------------------------------------------------------------------------------------------


def test_xml_round_trip(tmp_path, some_memory):
    """A memory written as XML and read again has the same patterns, counts and responses."""
    path = tmp_path / "ConnectFourPatterns.xml"
    assert pattern_xml.write(path, some_memory) == len(some_memory.records)
    found = pattern_xml.read(path)
    assert found.memory.records == some_memory.records
    assert found.known == found.entries == len(some_memory.records)


def piece(cell: str, level: int, enemy: str = "False", place: str = "RIGHT") -> str:
    return (
        f"<BasicGamePiece><PieceID>{level}</PieceID><IsStartForPattern>{level == 0}</IsStartForPattern><Square>{cell}</Square>"
        f"<IsEnemy>{enemy}</IsEnemy><PiecePosition>{'START' if level == 0 else place}</PiecePosition><Level>{level}</Level></BasicGamePiece>"
    )


def entry(*pieces: str, counts=(80, 38, 42), response: str = "<ResponsePresent>0</ResponsePresent>") -> str:
    names = ("NumberOfTimesSeen", "NumberOfTimesSeenInWinningGame", "NumberOfTimesSeenInLosingGame")
    numbers = "".join(f"<{name}>{number}</{name}>" for name, number in zip(names, counts, strict=True))
    return (
        f"<ConnectFourPattern><BasicGamePatternSet><PatternID>7</PatternID>{''.join(pieces)}{numbers}<EndingPattern>False</EndingPattern>"
        f"<Weighting>103</Weighting><Response>{response}</Response></BasicGamePatternSet></ConnectFourPattern>"
    )


def collection(*entries: str, attributes: str = "") -> str:
    inner = "".join(entries)
    return (
        f"<ConnectFourPatternCollection{attributes}><BasicGamePatternCollection>{inner}</BasicGamePatternCollection></ConnectFourPatternCollection>"
    )


def test_the_authors_file_is_read(tmp_path):
    """The sample of the article: CF and DF to the RIGHT, seen 80 times, 38 won and 42 lost; its sides are put right (R2-11, D2-1)."""
    path = tmp_path / "ConnectFourPatterns.xml"
    response = "<ResponsePresent>1</ResponsePresent>" + piece("EF", 0)
    path.write_text(collection(entry(piece("CF", 0), piece("DF", 1), response=response)))
    assert pattern_xml.read(path).memory.records == {Pattern(True, 0, 2, "RIGHT", 2): Record(80, 38, 42, False, (0, 4))}


def test_wrong_directions_and_gaps_in_the_authors_file(tmp_path):
    """Squares count, not the names of directions that the author's program mixed up (D2-9); patterns with gaps are left out (D2-7)."""
    path = tmp_path / "ConnectFourPatterns.xml"
    path.write_text(
        collection(
            entry(piece("DF", 0), piece("CF", 1, place="ABOVELEFT"), counts=(2, 1, 1)),
            entry(piece("DF", 0), piece("CF", 1, place="LEFT"), counts=(3, 0, 1)),
            entry(piece("BF", 0), piece("DD", 2, place="ABOVERIGHT")),
        )
    )
    found = pattern_xml.read(path)
    assert (found.entries, found.known) == (3, 2)
    assert found.memory.records == {Pattern(True, 0, 3, "LEFT", 2): Record(5, 1, 2)}


BAD_XML = {
    "nothing": ("", "XML was expected"),
    "cut off": (collection(entry(piece("CF", 0), piece("DF", 1)))[:300], "XML was expected"),
    "no XML": ("{}", "XML was expected"),
    "another root": ("<html/>", "its root is 'html'"),
    "a document type": ("<!DOCTYPE a [<!ENTITY x 'y'>]>" + collection(), "it declares a document type, and entities are not read"),
    "entities that grow": (
        "<!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'>"
        + "".join(f"<!ENTITY a{i} '&a{i - 1 or ''};&a{i - 1 or ''};'>" for i in range(1, 30))
        + "]><a>&a29;</a>",
        "it declares a document type",
    ),
    "an unknown entity": (collection("&what;"), "XML was expected"),
    "no square": (collection(entry(piece("", 0), piece("DF", 1))), "pattern 1 is not one that this program can read: it has no Square"),
    "a square off the board": (collection(entry(piece("CF", 0), piece("ZZ", 1))), "'ZZ' is no square of a board of 7x6"),
    "two sides": (collection(entry(piece("CF", 0), piece("DF", 1, "True"))), "its pieces are not all of one side"),
    "no start": (collection(entry(piece("CF", 1), piece("DF", 2))), "0 of its pieces are its start"),
    "a count that is none": (collection(entry(piece("CF", 0), piece("DF", 1), counts=("many", 1, 1))), "its NumberOfTimesSeen is 'many'"),
    "counts that contradict": (collection(entry(piece("CF", 0), piece("DF", 1), counts=(2, 2, 2))), "seen 2 times, but won 2 and lost 2"),
}


@pytest.mark.parametrize("name", BAD_XML)
def test_bad_xml(name, tmp_path):
    """A file that is no collection, or that declares entities, is refused in one sentence."""
    text, sentence = BAD_XML[name]
    path = tmp_path / "ConnectFourPatterns.xml"
    path.write_text(text)
    with pytest.raises(C4Error) as error:
        pattern_xml.read(path)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


# -- the command ------------------------------------------------------------------------------------------------------


def test_train_patterns(tmp_path):
    """`c4 train patterns` plays, goes on, exports and imports; what cannot be is refused."""
    model, table = str(tmp_path / "m.sqlite"), str(tmp_path / "p.xml")

    def run(*arguments, code=0):
        done = CliRunner().invoke(cli, ["train", "patterns", "--model", model, *arguments])
        assert (done.exit_code == 0) == (code == 0), done.output
        return done.output if code == 0 else f"{done.output}{done.exception}"

    assert "30 games" in run("--episodes", "30", "--seed", "3", "--opponent", "random")
    assert '"episodes": 10,' in run("--episodes", "10", "--json")
    assert pattern_memory.read(model).games == 40
    assert "patterns written" in run("--episodes", "0", "--export", table)
    assert pattern_memory.read(model).games == 40
    assert "exists already" in run("--import", table, code=2)
    known = pattern_memory.read(model).records
    model = str(tmp_path / "n.sqlite")
    run("--episodes", "0", "--import", table)
    assert pattern_memory.read(model).records == known
    assert "depth" in run("--depth", "0", code=2)
    assert "not on 5x4" in run("--rows", "4", "--columns", "5", "--connect", "3", code=2)
    run("--episodes", "2", "--opponent", "self", "--fresh")


def test_it_plays_on_any_board():
    """On boards of other sizes and line lengths it plays and learns to the end."""
    for rules in (Rules(4, 5, 3), Rules(7, 8, 5), Rules(3, 3, 2), Rules(1, 8, 3), Rules(4, 4, 4, COUNT_LINES)):
        learner = PatternsLearner.fresh(1, rules=rules, opponent="random")
        learner.train(10)
        assert learner.episodes == 10
