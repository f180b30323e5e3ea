"""The library: games are found by what is true of them, what is no library is refused."""

import json
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from refusal import refused

from c4.errors import C4Error
from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, Rules
from c4.interrupts import STOP
from c4.library.library import Library
from c4.library.movetext import parse_moves
from c4.library.positions import key_of, keys_of
from c4.library.query import Query
from c4.library.record import RESULTS, Record, result_of


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.sqlite") as opened:
        yield opened


def random_games(number: int, rules: Rules = STANDARD, seed: int = 1, most: int = 64) -> list[Position]:
    """The ends of games by random play."""
    rng = random.Random(seed)
    games = []
    for _ in range(number):
        position = Position(rules=rules)
        while position.ply < most and (legal := position.legal_columns()):
            position = position.play(rng.choice(legal[: 1 + rng.randrange(len(legal))]))
        games.append(position)
    return games


def passed(game: Position) -> list[Position]:
    """The positions of a game, from the first to the last."""
    line = [Position(rules=game.rules)]
    for column in game.moves:
        line.append(line[-1].play(column))
    return line


def record(game: Position) -> Record:
    return Record.from_moves(format_columns(game.moves), game.rules)


@pytest.mark.parametrize(
    "rules", [STANDARD, Rules(4, 5, 3), Rules(3, 16, 4), Rules(5, 4, 3, COUNT_LINES), Rules(15, 4)]
)
def test_keys_of_a_game(rules):
    """The keys of a game are those of its positions, and the columns are those played in the image with the key."""
    for game in random_games(20, rules, most=40):
        steps = zip(keys_of(Position(rules=rules), game.moves), passed(game), (*game.moves, None))
        for (key, column), position, played in steps:
            expected, mirrored = key_of(position)
            assert key == expected == key_of(position.mirror())[0]
            if mirrored and played is not None:
                played = rules.columns - 1 - played
            assert column == played


def test_games_are_found_by_position(tmp_path, monkeypatch):
    """A game counts when it passed through the position or its mirror image."""
    monkeypatch.setattr("c4.library.library.BATCH", 7)
    games = random_games(75)
    lines = [set(passed(game)) for game in games]
    with Library(tmp_path / "a.sqlite") as library:
        for first in range(0, 75, 15):
            library.add_all([record(game) for game in games[first : first + 15]])
        rng = random.Random(3)
        for _ in range(40):
            wanted = rng.choice(passed(rng.choice(games)))
            if rng.random() < 0.5:
                wanted = wanted.mirror()
            ids = [place + 1 for place, line in enumerate(lines) if wanted in line or wanted.mirror() in line]
            result = library.find(Query(position=wanted))
            assert result.total == len(ids)
            assert [game.id for game in result.games] == ids[::-1]
            assert [game.id for game in library.find(Query(position=wanted), 2, 1).games] == ids[::-1][1:3]
            won = [number for number in ids if (end := games[number - 1].outcome()) and end.winner == 0]
            result = library.find(Query(position=wanted, result="first"), 3)
            assert result.total == len(won)
            assert [game.id for game in result.games] == won[::-1][:3]
            exported = [game.moves for game in library.export(Query(position=wanted, result="first"))]
            assert exported == [format_columns(games[number - 1].moves) for number in won]
        assert library.find(Query(position=Position.from_moves("7654321"))).total == 0


def test_exploring_agrees_with_counting(library):
    """Each branch counts the games that were in the position and went on with the column, image by image."""
    games = random_games(400, most=9) + random_games(50)
    library.add_all([record(game) for game in games])
    for here in (Position(), Position.from_moves("4"), Position.from_moves("17"), Position.from_moves("412")):
        went: dict[tuple[int, int], int] = {}
        for game in games:
            line = passed(game)
            place = here.ply
            if place >= len(line) - 1 or line[place] not in (here, here.mirror()):
                continue
            column = game.moves[place] if line[place] == here else 6 - game.moves[place]
            column = min(column, 6 - column) if here == here.mirror() else column
            outcome = game.outcome()
            result = RESULTS.index("*" if outcome is None else result_of(outcome.winner))
            went[column, result] = went.get((column, result), 0) + 1
        results = {
            (branch.column, result): number
            for branch in library.explore(here)
            for result, number in enumerate((branch.first, branch.second, branch.draws, branch.open))
            if number
        }
        assert results == went, here
    assert {branch.mirror for branch in library.explore(Position())} == {None, 4, 5, 6}
    assert all(branch.mirror is None for branch in library.explore(Position.from_moves("412")))


GAMES = [
    Record.from_moves("1212121", first="Anna", second="Bert", date="2026-11-01", tags=("club",), note="a quick one"),
    Record.from_moves("4453", first="Bert", second="anna", result="0-1", ended="resigned", event="Final 2026"),
    Record.from_moves(
        "44444453",
        first="Zoë",
        second="engine:time_ms=10",
        result="1/2-1/2",
        ended="agreed",
        tags=("club", "odd threat"),
    ),
    Record.from_moves("7676767", first="Bert", second="Zoë"),
    Record(parse_moves("44 (3 {50% of [all]}) 5"), first="Anna", second="Zoë", others={"Site": "home"}),
    Record(parse_moves("53", Position.from_moves("4453")), first="Anna", second="Bert"),
]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        (Query(), [6, 5, 4, 3, 2, 1]),
        (Query(player="Anna"), [6, 5, 2, 1]),
        (Query(player="ANN*"), [6, 5, 2, 1]),
        (Query(player="engine*"), [3]),
        (Query(won="anna"), [2, 1]),
        (Query(lost="Bert"), [2, 1]),
        (Query(result="first"), [4, 1]),
        (Query(result="1/2-1/2"), [3]),
        (Query(opening="44"), [5, 3, 2]),
        (Query(opening="4453"), [2]),
        (Query(tag="club"), [3, 1]),
        (Query(note="quick"), [1]),
        (Query(note="final"), [2]),
        (Query(note="50%"), [5]),
        (Query(note="5_%"), []),
        (Query(position=Position.from_moves("4453")), [6, 2]),
        (Query(position=Position.from_moves("1")), [4, 1]),
        (Query(position=Position.from_moves("1"), won="Bert"), [4]),
    ],
)
def test_queries(library, query, ids):
    """Player, side, winner, result, length, opening, tag, note and position, alone and together."""
    library.add_all(GAMES)
    result = library.find(query)
    assert [game.id for game in result.games] == ids
    assert result.total == len(ids)
    assert [game.moves for game in library.export(query)] == [GAMES[number - 1].moves for number in sorted(ids)]


def test_an_export_that_outlives_its_library(tmp_path, capfd):
    """As after Ctrl-C in the middle of one: nothing is said of the closed file."""
    with Library(tmp_path / "games.sqlite", make=True) as library:
        library.add_all(GAMES)
        games = library.export()
        next(games)
    games.close()
    assert capfd.readouterr() == ("", "")


def test_a_game_comes_back_as_it_was(library):
    """Everything a record says is kept; a finished game gets the board's result."""
    other = Record.from_moves("33", Rules(5, 6, 3), first="Carl", second="Dora")
    for game in (*GAMES, other):
        library.add(game)
    for number, game in enumerate((*GAMES, other), start=1):
        assert library.get(number) == game
    assert len(library) == 7
    with refused("there is no game 8 in"):
        library.get(8)


def test_removing(library):
    """A removed game is found no more, and its number is not used again."""
    library.add_all(GAMES)
    assert library.remove([4, 6, 99]) == 2
    assert library.find(Query(position=Position.from_moves("1"))).total == 1
    assert library.add(Record.from_moves("7")) == 7
    assert library.find(Query(position=Position.from_moves("7"))).total == 2


def test_a_file_with_a_bad_game_is_refused_whole(library, tmp_path, monkeypatch):
    """The line is named, and nothing of the file is kept, not even what was written before that line was read."""
    monkeypatch.setattr("c4.library.library.BATCH", 50)
    path = tmp_path / "games.txt"
    for line, words in (("448", "line 111: '8' at place 3"), ("4 {", "line 111, place 3: the comment is never closed")):
        path.write_text("4453\n" * 110 + line + "\n")
        with refused(words):
            library.import_file(path)
        assert len(library) == 0
    path.write_text('{"moves": "1212121", "result": "0-1"}\n')
    with refused("line 1: the result is given as 0-1, but the board says 1-0"):
        library.import_file(path)
    path.write_text(json.dumps({"moves": "44", "first": "x" * 2000}))
    with refused("line 1: the first of a game may have 1,000 characters"):
        library.import_file(path)
    path.write_text("4453\n" * 3)
    with refused("'a,b' is not a tag"):
        library.import_file(path, ["a,b"])
    reported = []
    assert library.import_file(path, ["new"], lambda *news: reported.append(news)) == 3
    assert reported == [(5, 1), (10, 2), (15, 3)]
    assert library.find(Query(tag="new")).total == 3


def test_a_library_of_version_1_0_0_opens(tmp_path):
    """A library that version 1.0.0 wrote is converted once: games, tags, positions and solved puzzles stay."""
    path = tmp_path / "library.sqlite"
    shutil.copy(Path(__file__).with_name("library-1.sqlite"), path)
    for _ in range(2):
        with Library(path) as library:
            numbers = [number for number in range(1, 10) if number != 7]
            assert [library.get(number) for number in numbers[:6]] == GAMES
            assert [game.id for game in library.find().games] == numbers[::-1]
            assert library.get(8) == Record(parse_moves("33", Position.from_moves("44", Rules(5, 6, 3))))
            assert library.find(Query(tag="club")).total == 2
            assert library.find(Query(position=Position.from_moves("4453"))).total == 2
            assert {branch.column: branch.games for branch in library.explore(Position())} == {0: 2, 1: 1, 3: 3}
            assert library.connection.execute("SELECT puzzle, solved FROM puzzle_try").fetchall() == [("win 4453", 1)]
    with Library(path) as library:
        assert library.add(GAMES[0]) == 11


def test_what_is_no_library(tmp_path):
    """Another database, another file, a folder, a later version, a missing one: one sentence each, nothing changed."""
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE a (b)")
    connection.close()
    with refused("is not a library of games but another database"):
        Library(other)
    text = tmp_path / "text"
    text.write_text("nothing\n" * 1000)
    with refused("file is not a database"):
        Library(text)
    with refused("cannot be used: it is a folder"):
        Library(tmp_path)
    with refused(f"cannot be used: there is no folder {tmp_path / 'no'}"):
        Library(tmp_path / "no" / "folder")
    with refused("there is no library"):
        Library(tmp_path / "none", make=False)
    mine = tmp_path / "mine"
    Library(mine).close()
    with sqlite3.connect(mine) as connection:
        connection.execute("PRAGMA user_version = 9")
    connection.close()
    with refused("a library of version 9: a newer program wrote it"):
        Library(mine)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE game SET others = '{', moves = CAST(x'ff' AS TEXT)",
        "UPDATE game SET result = 77",
        "UPDATE game SET plies = -5",
        "UPDATE game SET board = '99x7 4 first-line'",
        "UPDATE game SET moves = '448'",
        "UPDATE game SET first = x'00', game = x'00'",
    ],
)
def test_a_damaged_library(tmp_path, damage):
    """Any damage raises one sentence."""
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        library.add_all(GAMES)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    with Library(path) as library:
        asked = (Query(position=Position.from_moves("44")), Query(position=Position.from_moves("444")), Query())
        refusals = [refusal_of(library, query) for query in asked]
    assert any(refusals)
    assert not [text for text in refusals if "Error" in text or "\n" in text]


def refusal_of(library: Library, query: Query) -> str:
    """What a query is refused with, "" if it is answered."""
    try:
        library.find(query)
    except C4Error as error:
        return str(error)
    return ""


@pytest.mark.parametrize("number", ["'abc'", (1 << 63) - 1])
def test_damaged_numbers_of_games(library, number):
    """Where SQLite's own table holds no number, or the greatest one, no game is added."""
    library.add(Record.from_moves("44"))
    library.connection.execute(f"UPDATE sqlite_sequence SET seq = {number}")
    with refused("is damaged: it says"):
        library.add(Record.from_moves("4"))
    assert len(library) == 1


BLANK = "\u00a0"
"""A character that Python takes for a blank, and SQLite for a letter."""

TRIGGER = "CREATE TRIGGER one AFTER INSERT ON game BEGIN DELETE FROM game; END"
ENDLESS = "WITH RECURSIVE t(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM t) SELECT id"
COLUMNS = ("first", "second", "moves", "ended", "date", "event", "note", "tags", "game", "start", "board")


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize(
    "change",
    [
        f"DROP TABLE game; CREATE VIEW game AS {ENDLESS}, 0 result, 0 plies, {', '.join(f'{c!r} {c}' for c in COLUMNS)}"
        ", '{}' others FROM t",
        "CREATE TABLE more (a)",
        "CREATE INDEX more ON game (plies)",
        "ALTER TABLE game ADD COLUMN more",
        "DROP TABLE IF EXISTS position; DROP TABLE IF EXISTS tag",
        "".join(f'CREATE TABLE "game{BLANK * number}" (id);' for number in range(1, 120)) + TRIGGER,
        f'CREATE TABLE "game{BLANK}" (id)',
        "CREATE TABLE one (id INTEGER PRIMARY KEY, name TEXT UNIQUE)",
        TRIGGER,
    ],
)
def test_tables_that_are_not_ours(tmp_path, version, change):
    """A library with another table, view, trigger, index or column is refused at once, in either version."""
    path = tmp_path / "library.sqlite"
    if version == 1:
        shutil.copy(Path(__file__).with_name("library-1.sqlite"), path)
    else:
        Library(path).close()
    with sqlite3.connect(path) as connection:
        connection.executescript(change)
    connection.close()
    with refused("is not a library of games: its tables are not those of one"):
        Library(path)


def test_a_table_whose_statement_only_looks_like_ours(tmp_path):
    """The name, the table's name and the statement of every entry are compared, with blanks as SQLite reads them."""
    path = tmp_path / "library.sqlite"
    Library(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(
            "UPDATE sqlite_master SET sql = replace(sql, 'plies INTEGER', 'plies' || char(160) || 'INTEGER')"
        )
    connection.close()
    with refused("is not a library of games: its tables are not those of one"):
        Library(path)


def test_an_error_of_the_caller_is_not_damage(library):
    """What the iterator of games or `report` raises is raised, and nothing is added."""

    def games():
        yield Record.from_moves("44")
        raise AttributeError("my own bug")

    with pytest.raises(AttributeError, match="my own bug"):
        library.add_all(games())
    assert len(library) == 0


def test_a_statement_has_a_limit(library, monkeypatch):
    """A statement that takes too long ends in one sentence, and the library goes on."""
    monkeypatch.setattr("c4.library.library.MOST_STEPS", 3)
    with pytest.raises(C4Error, match="a query takes too long"), library.errors():
        library.connection.execute(f"{ENDLESS} FROM t").fetchall()
    assert library.add(Record.from_moves("44")) == 1


def test_a_statement_ends_with_ctrl_c(library, monkeypatch):
    """After Ctrl-C the statement that runs raises KeyboardInterrupt."""
    monkeypatch.setattr(STOP, "value", 1)
    with pytest.raises(KeyboardInterrupt), library.errors():
        library.connection.execute(f"{ENDLESS} FROM t").fetchall()


@pytest.mark.parametrize("name", [":memory:", "file:a?mode=memory", "file:b", "c?mode=memory&cache=shared", " "])
def test_a_name_is_that_of_a_file(tmp_path, monkeypatch, name):
    """Names to which SQLite gives a meaning are names of files, and keep their games."""
    monkeypatch.chdir(tmp_path)
    with Library(name) as library:
        library.add(Record.from_moves("44"))
    assert (tmp_path / name).is_file()
    with Library(tmp_path / name) as library:
        assert len(library) == 1


def test_impossible_positions(library):
    """A column or a result in the index of positions that cannot be is refused."""
    library.add(Record.from_moves("44"))
    for damage in ("next = 1000", "next = 'x'", "result = -1"):
        library.connection.execute("UPDATE position SET next = 3, result = 0 WHERE next NOT NULL")
        library.connection.execute(f"UPDATE position SET {damage} WHERE next NOT NULL")
        with refused("is damaged: a row is not a game"):
            library.explore(Position())


@pytest.mark.slow
def test_any_bytes_are_a_library_or_refused(tmp_path):
    """Bytes changed anywhere in the file give games or one sentence."""
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        library.add_all([record(game) for game in random_games(200)])
    complete = path.read_bytes()
    rng = random.Random(5)
    refusals = []
    for _ in range(60):
        torn = bytearray(complete)
        for _ in range(rng.choice((1, 4, 200))):
            torn[rng.randrange(len(torn))] = rng.randrange(256)
        path.write_bytes(torn[: rng.choice((len(torn), rng.randrange(len(torn))))])
        try:
            with Library(path) as library:
                library.find(Query(position=Position.from_moves("4")))
                library.explore(Position())
                library.find()
                library.add(Record.from_moves("44"))
        except C4Error as error:
            refusals.append(str(error))
    assert 0 < len(refusals) < 60
    assert not [text for text in refusals if "\n" in text]
