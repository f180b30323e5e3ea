"""Files of games: every format goes both ways, the first characters say which it is, and bad lines are named."""

import json

import pytest
from refusal import refused

from c4.library.gamefile import MAX_LINE_BYTES, format_games, read_games, read_one, write_games
from c4.library.record import Record

GAMES = [
    Record.from_json(content)
    for content in (
        {"moves": "4453", "first": "Anna", "second": 'B "the" [best]', "date": "2026-11-22", "tags": ["trap", "odd threat"],
         "note": "one\ntwo"},
        {"moves": "1212121", "result": "1-0", "event": "club, final"},
        {"game": "44 {[see\\nthis]} 3? {a [b] (c)} (5 {words " + "long " * 40 + "[end]} 5) ", "result": "1-0",
         "ended": "time"},
        {"moves": "33", "start": "44", "board": "6 columns, 5 rows", "connect": 3, "others": {"Site": "home"}},
        {"moves": "", "first": "without a move"},
    )
]  # fmt: skip


def read(path, first_column: int = 1) -> list[Record]:
    return [game.record for game in read_games(path, first_column)]


@pytest.mark.parametrize("name", ["a.c4game", "a.jsonl", "a.csv"])
def test_games_without_moves_stay_apart(tmp_path, name):
    """Also where the headers of the next game follow."""
    bare = [Record.from_moves(""), Record.from_moves("", first="B"), Record.from_moves("44", first="C")]
    write_games(tmp_path / name, bare)
    assert read(tmp_path / name) == bare


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "345\n"),
        ("a.csv", "moves,first\n345,\n"),
        ("a.jsonl", '{"moves": "345"}'),
        ("b.jsonl", '{"moves": [3, 4, 5]}'),
    ],
)
def test_columns_from_zero_in_every_format(tmp_path, name, text):
    """They become those that count from 1; a wrong one is named as the file has it."""
    (tmp_path / name).write_text(text)
    assert [game.moves for game in read(tmp_path / name, 0)] == ["456"]
    (tmp_path / name).write_text(text.replace("5", "7"))
    with refused("7"):
        read(tmp_path / name, 0)


def test_backslashes_of_other_programs_stay(tmp_path):
    """Only \\\\, \\n, \\" and \\} mean something else; what is written reads back."""
    path = tmp_path / "a.c4game"
    path.write_text('[Site "C:\\temp"]\n[Result "*"]\n\n{D:\\x} 44 {a\\nb}')
    (game,) = read(path)
    assert game.others == {"Site": "C:\\temp"}
    assert [node.comment for node in game.tree.nodes] == ["D:\\x", "", "a\nb"]
    write_games(path, [game])
    assert read(path) == [game]


REPLAY = {"name": "connectx", "configuration": {"rows": 6, "columns": 7, "inarow": 4}, "rewards": [0, 0]}


def step(action, active):
    """A step of a replay: the action of the agent that was to move, and the agent that is to move now."""
    states = [{"status": "ACTIVE" if agent == active else "INACTIVE", "action": action} for agent in range(2)]
    states[0]["observation"] = {"board": []}
    return states


def test_replays_that_are_not_over_or_not_ours(tmp_path):
    """An unfinished one has no result; another game, and a board that is too large, are called so."""
    unfinished = {**REPLAY, "statuses": ["ACTIVE", "INACTIVE"], "steps": [step(0, 0), step(3, 1), step(3, 0)]}
    path = tmp_path / "replays.json"
    path.write_text(json.dumps([unfinished, unfinished], indent=2))
    assert [(game.moves, game.result) for game in read(path)] == [("44", "*")] * 2
    for change, words in (
        ({"name": "tictactoe"}, "this is a replay of tictactoe, not of ConnectX"),
        (
            {"configuration": {"rows": 8, "columns": 9, "inarow": 5}},
            "line 1: a board of 9 columns and 8 rows is too large",
        ),
        ({"configuration": {}}, "this replay is not one of ConnectX: it lacks 'rows'"),
    ):
        path.write_text(json.dumps({**unfinished, **change}))
        with refused(words):
            read(path)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (",".join("b" * 41) + ",win", "has 42 cells, not 41"),
        (",".join("b" * 42), "ends with win, loss or draw"),
        (",".join("b" * 42) + ",maybe", "not 'maybe'"),
    ],
)
def test_faulty_rows_of_the_data_set(tmp_path, row, words):
    """They are named as what they are."""
    (tmp_path / "uci.data").write_text(row)
    with refused(words):
        read(tmp_path / "uci.data")


@pytest.mark.parametrize("name", ["a.c4game", "a.jsonl"])
def test_all_of_a_game_goes_both_ways(tmp_path, name):
    """Text with headers and JSON lines keep everything."""
    path = tmp_path / name
    assert write_games(path, GAMES) == len(GAMES)
    assert read(path) == GAMES


def test_tables_and_move_strings(tmp_path):
    """A table keeps what has a column, a list of move strings the moves."""
    write_games(tmp_path / "a.csv", GAMES[:3])
    assert read(tmp_path / "a.csv") == GAMES[:3]
    write_games(tmp_path / "a.txt", GAMES[:3])
    assert (tmp_path / "a.txt").read_text() == "4453\n1212121\n443\n"
    assert [record.moves for record in read(tmp_path / "a.txt")] == ["4453", "1212121", "443"]


def test_a_table_executes_nothing(tmp_path):
    """Players whose names are formulas are written as text, and read as they were."""
    games = [Record.from_moves("4453", first="=cmd|'/C calc'!A0", second="'@x", event="+1+1", note="-2")]
    write_games(tmp_path / "a.csv", games)
    assert "4453,'=cmd|'/C calc'!A0,''@x,*,,,'+1+1,,-2," in (tmp_path / "a.csv").read_text()
    assert read(tmp_path / "a.csv") == games


def test_lines_of_games_by_hand(tmp_path):
    """Comments are passed over; a line may have variations; the line and the bytes read are told."""
    path = tmp_path / "by hand"
    path.write_text("# my games\n\n4453\n44 (3) 5 {good}\nempty\n1212121\n")
    reads = list(read_games(path))
    assert [(read.line, read.record.moves) for read in reads] == [(3, "4453"), (4, "445"), (5, ""), (6, "1212121")]
    assert reads[1].record.variations == "44 (3) 5 {good}"
    assert reads[-1].bytes == path.stat().st_size


def test_games_of_the_arena(tmp_path):
    """Lines that `c4 match --out` wrote are games, their winner the result."""
    path = tmp_path / "games.jsonl"
    game = {"first": "greedy", "second": "random", "opening": "44", "seed": 7, "moves": "1212121", "winner": 0}
    path.write_text("\n".join(json.dumps({**game, "reason": "four in a row", "seconds": [0.1, 0.4]}) for _ in range(2)))
    assert read(path) == [Record.from_moves("1212121", first="greedy", second="random", result="1-0")] * 2


def test_a_file_with_one_game(tmp_path):
    """`read_one` wants one game, and says so."""
    path = tmp_path / "a.txt"
    path.write_text("44 (3) 5")
    assert read_one(path).moves == "445"
    path.write_text("4453\n4453\n")
    with refused("holds several games"):
        read_one(path)
    path.write_text("# nothing\n")
    with refused("there is no game in"):
        read_one(path)
    path.write_text("448")
    with refused("'8' at place 3 of '448' is not a column"):
        read_one(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("4453\n448\n", "line 2: '8' at place 3 of '448' is not a column"),
        ("4453\n44(\n", "line 2, place 3: the bracket is never closed"),
        ('[Result "*"]\n\n44\n[Result "?"]\n', "the game at line 4: unknown result '?'"),
        ('[Result "*"]\n44 {[1]\n[2]}\n', "line 2, place 4: the comment is never closed"),
        ('{"moves": "44"}\n{"moves": 44}\n', "line 2: 'moves' of a game is text, not 44"),
        ('{"moves": "44"}\n[]\n', "line 2: a game is an object with its moves"),
        ('{"moves": "44"}\n{"first": "A"}\n', 'line 2: a game has its moves under "moves"'),
        ('{"moves": "44"}\n' + "[" * 100_000, "line 2 is not JSON"),
        ('{"moves": "44", "winner": 2}', '"winner" of a game is 0, 1 or null, not 2'),
        ('{"moves": "44", "tags": [1]}', '"tags" of a game is a list of words'),
        ('{"moves": "44", "board": "9"}', "a board is written like 7 columns, 6 rows"),
        ("moves,first\n44,A,B\n", "line 2 has 3 cells, the table 2 columns"),
        ('moves,first\n44,"A\n', "is not a row of the table"),
        ("4" * (MAX_LINE_BYTES + 5), "line 1 has more than 1,000,000 bytes"),
        (b"44\n\xff\n", "line 2 is not text in UTF-8"),
    ],
)
def test_bad_files(tmp_path, text, words):
    """What is no game is refused with file and line."""
    path = tmp_path / "games"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with refused(words, path):
        list(read_games(path))


def test_files_that_cannot_be(tmp_path):
    """No file, an endless one, a name that says no format, a beginning that a move string cannot tell."""
    with refused("cannot be read"):
        list(read_games(tmp_path))
    with refused("cannot be read: it is not a regular file"):
        list(read_games("/dev/zero"))
    (tmp_path / "long.txt").write_text("4" * 2_000_000)
    with refused("line 1 has more than"):
        list(read_games(tmp_path / "long.txt"))
    with refused("end it with .c4game, .txt, .jsonl, .json, .csv"):
        write_games(tmp_path / "a.doc", GAMES)
    with refused("a game that began with 44 is not a bare move string"):
        list(format_games([GAMES[3]], "moves"))
