"""The library: games are found by what is true of them, what is no library is refused."""

from __future__ import annotations

import json
import random
import sqlite3

import pytest
from refusal import refused

from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, STANDARD, C4Error, Rules
from c4.library import index, positions
from c4.library.entry import Entry
from c4.library.library import Library
from c4.library.query import Query
from c4.library.record import RESULTS, Record, result_of


@pytest.fixture
def library(tmp_path):
    with Library(tmp_path / "library.sqlite") as opened:
        yield opened


def random_games(number: int, rules: Rules = STANDARD, seed: int = 1, most: int = 64) -> list[Position]:
    """The ends of games by random play."""
    rng, games = random.Random(seed), []
    for _ in range(number):
        position = Position(rules=rules)
        while position.ply < most and (legal := position.legal_columns()):
            position = position.play(rng.choice(legal[: 1 + rng.randrange(len(legal))]))
        games.append(position)
    return games


def passed(game: Position) -> list[Position]:
    """The positions of a game, as they are and in the mirror."""
    line = [Position(rules=game.rules)]
    for column in game.moves:
        line.append(line[-1].play(column))
    return line


def entry(game: Position) -> Entry:
    return Entry(format_columns(game.moves), rules=game.rules)


@pytest.mark.parametrize(
    "rules", [STANDARD, Rules(4, 5, 3), Rules(3, 16, 4), Rules(5, 4, 3, COUNT_LINES), Rules(15, 4)]
)
def test_games_played_in_bulk(rules):
    """Playing all games at once gives the keys, results and lengths that playing each by itself gives."""
    games = random_games(60, rules, most=40)
    played = index.play([format_columns(game.moves) for game in games], Position(rules=rules))
    assert played.bad is None
    for place, game in enumerate(games):
        outcome = game.outcome()
        assert RESULTS[played.results[place]] == ("*" if outcome is None else result_of(outcome.winner))
        assert played.plies[place] == game.ply
        assert played.keys[played.games == place].tolist() == [index.key(position) for position in passed(game)]


@pytest.mark.parametrize("bad", ["448", "4444444", "12121213", "4４", "9" * 99])
def test_the_first_bad_game_is_named(bad):
    """A column that is none or full, a move after the end, a game that is too long."""
    assert index.play(["4453", "1212121", bad, "0"], Position()).bad == 2


@pytest.mark.parametrize("many", [10, 10**9])
def test_games_are_found_by_position(tmp_path, monkeypatch, many):
    """A game counts when it passed through the position or its mirror image, in sorted blocks as in the fresh table."""
    monkeypatch.setattr(positions, "MANY", many)
    monkeypatch.setattr(index, "BLOCK", 64)
    monkeypatch.setattr("c4.library.library.PART", 7)  # as long lists are asked for
    games = random_games(150)
    lines = [set(passed(game)) for game in games]
    with Library(tmp_path / "a.sqlite") as library:
        for first in range(0, 150, 30):
            library.add_all([entry(game) for game in games[first : first + 30]])
        rng = random.Random(3)
        for _ in range(80):
            wanted = rng.choice(passed(rng.choice(games)))
            wanted = wanted.mirror() if rng.random() < 0.5 else wanted
            ids = [place + 1 for place, line in enumerate(lines) if wanted in line or wanted.mirror() in line]
            found = library.find(Query(position=wanted))
            assert found.total == len(ids)
            assert [kept.id for kept in found.games] == ids[::-1]
            assert [kept.id for kept in library.find(Query(position=wanted), 2, 1).games] == ids[::-1][1:3]
            long = [number for number in ids if len(games[number - 1].moves) >= 20]
            found = library.find(Query(position=wanted, shortest=20), 3)
            assert (found.total, [kept.id for kept in found.games]) == (len(long), long[::-1][:3])
            exported = [game.moves for game in library.export(Query(position=wanted, shortest=20))]
            assert exported == [format_columns(games[number - 1].moves) for number in long]
        assert library.find(Query(position=Position.from_moves("7654321"))).total == 0


def test_exploring_agrees_with_counting(library):
    """Each branch counts the games that were in the position and went on with the column, image by image."""
    games = random_games(400, most=9) + random_games(50)
    library.add_all([entry(game) for game in games])
    for here in (Position(), Position.from_moves("4"), Position.from_moves("17"), Position.from_moves("412")):
        went: dict[tuple[int, int], int] = {}
        for game in games:
            line, place = passed(game), here.ply
            if place >= len(line) - 1 or line[place] not in (here, here.mirror()):
                continue
            column = game.moves[place] if line[place] == here else 6 - game.moves[place]
            column = min(column, 6 - column) if here == here.mirror() else column
            outcome = game.outcome()
            result = 3 if outcome is None else 2 if outcome.winner is None else outcome.winner
            went[column, result] = went.get((column, result), 0) + 1
        found = {
            (branch.column, result): number
            for branch in library.explore(here)
            for result, number in enumerate((branch.first, branch.second, branch.draws, branch.open))
            if number
        }
        assert found == went, here
    assert {branch.mirror for branch in library.explore(Position())} == {None, 4, 5, 6}
    assert all(branch.mirror is None for branch in library.explore(Position.from_moves("412")))


GAMES = [
    Entry("1212121", "Anna", "Bert", date="2026-11-01", tags=("club",), note="a quick one"),
    Entry("4453", "Bert", "anna", "0-1", "resigned", event="Final 2026"),
    Entry("44444453", "Zoë", "engine:time_ms=10", "1/2-1/2", "agreed", tags=("club", "odd threat")),
    Entry("7676767", "Bert", "Zoë"),
    Entry("445", "Anna", "Zoë", text="44 (3 {50% of [all]}) 5", others={"Site": "home"}),
    Entry("53", "Anna", "Bert", start="4453"),
]


@pytest.mark.parametrize(
    ("query", "ids"),
    [
        (Query(), [6, 5, 4, 3, 2, 1]),
        (Query(player="Anna"), [6, 5, 2, 1]),
        (Query(player="ANN*"), [6, 5, 2, 1]),
        (Query(first="anna"), [6, 5, 1]),
        (Query(second="engine*"), [3]),
        (Query(player="Anna", second="Bert"), [6, 1]),
        (Query(won="anna"), [2, 1]),
        (Query(lost="Bert"), [2, 1]),
        (Query(result="first"), [4, 1]),
        (Query(result="1/2-1/2"), [3]),
        (Query(shortest=7), [4, 3, 1]),
        (Query(shortest=3, longest=4), [5, 2]),
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
    found = library.find(query)
    assert [kept.id for kept in found.games] == ids
    assert found.total == len(ids)
    assert [game.moves for game in library.export(query)] == [GAMES[number - 1].moves for number in sorted(ids)]


def test_an_export_that_outlives_its_library(tmp_path):
    """As after Ctrl-C in the middle of one: nothing is said of the closed file."""
    with Library(tmp_path / "games.sqlite", make=True) as library:
        library.add_all(GAMES)
        games = library.export()
        next(games)
    games.close()


def test_a_game_comes_back_as_it_was(library):
    """Everything a record says is kept; a finished game gets the board's result."""
    for game in GAMES:
        library.add(game.record())
    for number, game in enumerate(GAMES, start=1):
        assert library.get(number).record() == game.record()
    assert library.get(1).result == "1-0"
    assert len(library) == 6
    assert library.players()[:2] == [("Bert", 4), ("Anna", 3)]
    assert library.tags() == [("club", 2), ("odd threat", 1)]
    refused(lambda: library.get(7), "there is no game 7 in")


def test_changing_and_removing(library):
    """Tags and notes are written; a removed game is found no more, and its number is not used again."""
    library.add_all(GAMES)
    library.tag([2, 4], add=["lost"], remove=["club"])
    library.tag([3], remove=["club"])
    library.note(4, "mirror of the first")
    assert [kept.id for kept in library.find(Query(tag="lost")).games] == [4, 2]
    assert library.get(3).tags == ("odd threat",)
    assert library.get(4).note == "mirror of the first"
    assert library.remove([4, 6, 99]) == 2
    assert library.find(Query(position=Position.from_moves("1"))).total == 1
    assert library.add(Record.from_moves("7")) == 7
    assert library.find(Query(position=Position.from_moves("7"))).total == 2
    refused(lambda: library.tag([4], add=["x"]), "there is no game 4")
    refused(lambda: library.tag([1], add=["a,b"]), "'a,b' is no tag")
    refused(lambda: library.note(1, "x" * 20_000), "the note of a game may have")


def test_a_file_with_a_bad_game_is_refused_whole(library, tmp_path):
    """The line is named, and nothing of the file is kept."""
    path = tmp_path / "games.txt"
    for line, words in (
        ("448", "line 40001: '8' at place 3"),
        ("4 {", "line 40001, place 3: the comment is never closed"),
    ):
        path.write_text("4453\n" * 40_000 + line + "\n")
        refused(lambda: library.import_file(path), words)
        assert len(library) == 0
    path.write_text('{"moves": "1212121", "result": "0-1"}\n')
    refused(lambda: library.import_file(path), "line 1: the result is given as 0-1, but the board says 1-0")
    path.write_text(json.dumps({"moves": "44", "first": "x" * 2000}))
    refused(lambda: library.import_file(path), "line 1: the first of a game may have 1,000 characters")
    path.write_text("4453\n" * 3)
    reported = []
    assert library.import_file(path, ["new"], lambda *news: reported.append(news)) == 3
    assert reported == [(15, 0), (15, 3)]
    assert library.tags() == [("new", 3)]


def test_what_is_no_library(tmp_path):
    """Another database, another file, a folder, a later version, a missing one: one sentence each, nothing changed."""
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE a (b)")
    connection.close()
    refused(lambda: Library(other), "no library of games, but another database")
    text = tmp_path / "text"
    text.write_text("nothing\n" * 1000)
    refused(lambda: Library(text), "file is not a database")
    refused(lambda: Library(tmp_path), "cannot be used")
    refused(lambda: Library(tmp_path / "none", make=False), "there is no library")
    mine = tmp_path / "mine"
    Library(mine).close()
    with sqlite3.connect(mine) as connection:
        connection.execute("PRAGMA user_version = 9")
    connection.close()
    refused(lambda: Library(mine), "a library of version 9: a newer program wrote it")


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE block SET keys = x'00'",
        "UPDATE block SET size = 100000000",
        "UPDATE block SET posts = zeroblob(3000000)",
        "UPDATE game SET others = '{', moves = CAST(x'ff' AS TEXT)",
        "UPDATE game SET result = 77",
        "DROP TABLE block",
        "UPDATE board SET rows = 99",
    ],
)
def test_a_damaged_library(tmp_path, monkeypatch, damage):
    """Damage is told in one sentence, whatever it is."""
    monkeypatch.setattr(positions, "MANY", 1)
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        library.add_all(GAMES)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    with Library(path) as library:
        asked = (Query(position=Position.from_moves("44")), Query(position=Position.from_moves("444")), Query())
        refused(lambda: [library.find(query) for query in asked])


def test_any_bytes_are_a_library_or_refused(tmp_path):
    """Bytes changed anywhere in the file give games or one sentence."""
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        library.add_all([entry(game) for game in random_games(200)])
    whole, rng = path.read_bytes(), random.Random(5)
    for _ in range(60):
        torn = bytearray(whole)
        for _ in range(rng.choice((1, 4, 200))):
            torn[rng.randrange(len(torn))] = rng.randrange(256)
        path.write_bytes(torn[: rng.choice((len(torn), rng.randrange(len(torn))))])
        try:
            with Library(path) as library:
                library.find(Query(position=Position.from_moves("4")))
                library.explore(Position())
                library.find()
                library.add(Record.from_moves("44"))
        except C4Error:
            continue
