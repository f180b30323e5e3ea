"""Positions and games of other programs: arguments, lines of input, pasted texts and files."""

import json
from contextlib import suppress
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import DATA
from refusal import refused, unless_refused

from c4.errors import C4Error
from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.library.gamefile import kind_of, read_games
from c4.library.gametext import format_game
from c4.library.library import Library
from c4.library.reader import named_file, read_argument, read_entries, read_file, read_openable, read_pasted
from c4.library.record import Record
from c4.search.fixed_depth import search
from c4.tree import treefile

REPORTS = DATA / "reports"
POSITION = Position.from_moves("4453")
PICTURE = POSITION.grid()


def positions_in(text: str, rules: Rules = STANDARD) -> list[Position]:
    """The positions of the lines of a text."""
    return [entry.position for entry in read_entries(text.splitlines(keepends=True), rules)]


@pytest.mark.parametrize(
    "line",
    [
        "4453",
        "44 53",
        "4, 4, 5, 3",
        "\ufeff4453",
        "4453 -2",
        "4453\t-2",
        "4453 -2 0 142",
        "4453 -2 1234 567 -5 -5 -2 -3 . -2 -2",
        "4453 -2 0 20 3445",
        f"packed:{POSITION.packed()} -2 0 20",
        '{"position": "4453", "score": -2, "nodes": 0}',
        '{"moves": "4453", "winner": null}',
        "https://connect4.gamesolver.org/?pos=4453",
        PICTURE,
        PICTURE.replace("\n", "/"),
        (REPORTS / "discord.txt").read_text(encoding="utf-8"),
        "1 2 3 4 5 6 7\n" + PICTURE.replace(".", "0").replace("X", "1").replace("O", "2") + "\n1234567",
        "+-------+\n" + "\n".join(f"|{row}|" for row in PICTURE.split("\n")) + "\n+-------+\n 1234567",
    ],
)
@pytest.mark.parametrize("after", ["", "\n", "\n\n# a remark\n\n"])
def test_a_line_of_a_list(line, after):
    """A position, alone or with a score, or a picture over several lines, whatever blank lines and remarks follow."""
    *before, last = positions_in(line + after)
    assert last == POSITION
    assert before in ([], [Position.from_moves("1234567")])  # a line of columns alone is moves


def test_many_lines():
    """Moves and pictures follow each other; remarks, blank lines and a byte order mark are no positions."""
    text = f"\ufeff# positions\n4453\n\n{PICTURE}\n\n44 53\n{PICTURE}\n4453 -2\n"
    assert positions_in(text) == [POSITION] * 5


def test_errors_name_the_line():
    """The first line that cannot be read is named, in a picture its first line and the row."""
    with refused("line 3: '8' at place 4 of '4458' is not a column"):
        positions_in("4453\n# a remark\n4458\n")
    wrong = PICTURE.replace("OXX", "OX.X")
    with refused("line 3: ", "row 6"):
        positions_in(f"4453\n\n{wrong}\n")
    with refused("line 1: '8' at place 3"):
        positions_in('{"position": "448"}\n')


@pytest.mark.parametrize("row", ["......", "...Z..."])
def test_a_faulty_row_is_part_of_its_picture(row):
    """The error names the row and its fault, not a picture that is too small."""
    rows = PICTURE.split("\n")
    rows[3] = row
    with refused("line 2:", "row 4 from the top"):
        positions_in("\n".join(["# a remark", *rows]))


def test_arrays_as_numpy_prints_them():
    """With their names around them, on several lines."""
    assert positions_in(repr(np.array(POSITION.to_grid()))) == [POSITION]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("4453\n".encode("utf-16"), "line 1 is not text in UTF-8, but in UTF-16"),
        (b"44\n\x1f\x8b\x08\xff", "line 2 is not text in UTF-8"),
    ],
)
def test_what_is_no_text_is_called_so(tmp_path, data, words):
    """By readers of positions as by those of games."""
    path = tmp_path / "x.txt"
    path.write_bytes(data)
    for read in (read_file, read_games):
        with refused(words):
            list(read(path))


def test_output_of_the_solver_can_be_fed_back():
    """Moves, score, nodes and time of a line are read as the position alone, however small the numbers are."""
    for moves, rest in (("4", "-1 0 8"), ("44", "0 0 20"), ("empty", "1 0 29"), ("444", "2 8 16"), ("121", "-2")):
        expected = Position() if moves == "empty" else Position.from_moves(moves)
        assert positions_in(f"{moves} {rest}") == [expected], moves


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("rich.c4game", ["444521"]),
        ("three.txt", ["4453", "44444", "1234"]),
        ("kaggle.json", ["4"]),
        ("zero.jsonl", ["3342"]),
        (
            "pons.txt",
            [
                "2252576253462244111563365343671351441",
                "7422341735647741166133573473242566",
                "23163416124767223154467471272416755633",
            ],
        ),
    ],
)
@pytest.mark.parametrize("form", ["{}", "file://{}"])
def test_files_as_arguments(name, moves, form):
    """A file stands for the end of each of its games, or for its positions, by path or by address."""
    expected = [Position.from_moves(text) for text in moves]
    assert [position for _, position in read_argument(form.format(REPORTS / name))] == expected


def test_more_files_as_arguments(tmp_path):
    """Pictures, set-up positions, other boards, rows of the UCI data set, trees; endings in capital letters."""
    assert [position for _, position in read_file(REPORTS / "discord.txt")] == [POSITION]
    ((_, board),) = read_argument(str(REPORTS / "board-8x7.c4game"))
    assert board == Position.from_moves("886", Rules(7, 8))
    ((_, uci),) = read_argument(str(REPORTS / "uci.data"))
    assert uci.ply == 8
    assert uci.to_move == 0
    assert uci.grid().split("\n")[-1] == "..XX..."
    loud = tmp_path / "my game é.C4GAME"
    loud.write_text((REPORTS / "rich.c4game").read_text(encoding="utf-8"), encoding="utf-8")
    assert next(read_argument(str(loud)))[0] == "444521"
    assert next(read_argument(loud.as_uri()))[0] == "444521"
    treefile.save(tmp_path / "tree.npz", search(POSITION, 2, load("v2")).tree)
    assert [position for _, position in read_argument(str(tmp_path / "tree.npz"))] == [POSITION]


def test_what_is_no_file(tmp_path, monkeypatch):
    """Moves stay moves though a file has that name; a missing game or address is named."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "4453").write_text("1111")
    assert named_file("4453") is None
    assert [position for _, position in read_argument("4453")] == [POSITION]
    assert named_file(PICTURE.replace("\n", "/")) is None
    assert named_file("x" * 5000) is None
    for name in ("empty", "packed:2", "44-53"):
        (tmp_path / name).write_text("1111")
    assert list(read_argument("empty")) == [("empty", Position())]
    assert list(read_argument("44-53")) == [("44-53", POSITION)]
    with refused("2 is no packed state"):
        list(read_argument("packed:2"))
    for name in ("d/none", str(tmp_path / "none")):
        with refused(f"there is no file {name}"):
            named_file(name)
    with refused("is a folder"):
        named_file(str(tmp_path))
    with refused("there is no file nothing.c4game"):
        named_file("nothing.c4game")
    with refused("there is no file /nowhere/nothing"):
        named_file("file:///nowhere/nothing")


@pytest.mark.parametrize(
    "name", ["file:x.txt", "FILE:x.txt", "file:%41.txt", "http:x.txt", "~x.txt", "-x.txt", "x?#1.txt"]
)
def test_names_that_look_like_something_else(tmp_path, monkeypatch, name):
    """A file of the current folder is read by its name, though that looks like an address, an option or a home."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("4453\n")
    for text in (name, (tmp_path / name).as_uri()):
        assert [position for _, position in read_argument(text)] == [POSITION]


def test_columns_from_zero():
    """On request, lists of columns and move strings count from 0; otherwise a column 0 is refused with a hint."""
    (game,) = read_games(REPORTS / "zero.jsonl", first_column=0)
    assert game.record.moves == "4453"
    assert game.record.result == "1-0"
    with refused("0 at place 2", "counted from 0"):
        Record.from_json({"moves": [3, 0]})
    with refused("4 at place 2"):
        Record.from_json({"moves": [3, "4"]})


def test_import_says_what_it_understood(tmp_path):
    """The kind of a file is named: scores, replays, data sets, counting from 0."""
    (tmp_path / "zero.txt").write_text("3342\n0123\n")
    assert kind_of(REPORTS / "pons.txt") == "move strings with scores"
    assert kind_of(REPORTS / "uci.data") == "positions of the UCI data set connect-4"
    assert kind_of(REPORTS / "kaggle.json") == "a replay of Kaggle's ConnectX"
    assert kind_of(REPORTS / "rich.c4game") == "games with headers"
    assert kind_of(tmp_path / "zero.txt", 0) == "move strings, columns counted from 0"
    assert kind_of(REPORTS / "zero.jsonl", 0) == "JSON, lists of columns counted from 0"
    assert [game.record.moves for game in read_games(tmp_path / "zero.txt", 0)] == ["4453", "1234"]


def test_scores_and_values_stay_with_the_games(tmp_path):
    """The score of a line and the class of a row become headers, which the library keeps."""
    with Library(tmp_path / "games.sqlite") as library:
        library.import_file(REPORTS / "pons.txt")
        library.import_file(REPORTS / "uci.data")
        others = [dict(record.others) for record in library.export()]
    assert others == [{"Score": "-1"}, {"Score": "1"}, {"Score": "0"}, {"Value": "win"}]


def replay(actions: list[int], rewards: list, statuses: list[str]) -> dict:
    """A replay of ConnectX in which both agents act in turn."""
    steps = [
        [{"action": 0, "status": "ACTIVE", "observation": {"board": [0] * 42}}, {"action": 0, "status": "INACTIVE"}]
    ]
    for ply, column in enumerate(actions):
        state = [{"action": 0, "status": "INACTIVE"}, {"action": 0, "status": "INACTIVE"}]
        state[ply % 2]["action"] = column
        state[1 - ply % 2]["status"] = "ACTIVE"
        steps.append(state)
    board = {"columns": 7, "rows": 6, "inarow": 4}
    return {"configuration": board, "steps": steps, "rewards": rewards, "statuses": statuses, "info": {}}


def test_replays(tmp_path):
    """Wins, draws by time, moves that could not be played; printed on one line or on many."""
    won = replay([0, 1, 0, 1, 0, 1, 0], [1, -1], ["DONE", "DONE"])
    failed = replay([3, 3, 3, 3, 3, 3, 3], [None, 0], ["INVALID", "DONE"])
    timed_out = replay([3], [0.5, None], ["DONE", "TIMEOUT"])
    path = tmp_path / "replay.json"
    records = []
    for content, indent in ((won, None), (failed, 1), (timed_out, 4)):
        path.write_text(json.dumps(content, indent=indent))
        records += [game.record for game in read_games(path)]
    facts = [(record.moves, record.result, record.ended) for record in records]
    assert facts == [("1212121", "1-0", ""), ("444444", "0-1", "invalid"), ("4", "1-0", "timeout")]
    path.write_text(json.dumps({"configuration": {}, "steps": [1]}))
    with refused("is not one of ConnectX"):
        list(read_games(path))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[First "Ann"]\n\n44 59 21', "line 3, place 5: '9' is not a column"),
        ("44 59 (21)", "place 5: '9' is not a column"),
        ("44 5 {a comment} 9", "place 18: '9' is not a column"),
        ('[First "Ann]\n44', "is not a header"),
        ('{"moves": "4459"}', "'9' at place 4"),
        ('{"moves": ', "begins like JSON"),
        ("4459", "'9' at place 4 of '4459' is not a column"),
        (PICTURE.replace("OXX", "OZX"), "'z' at place 4 of row 6 from the top is not a cell"),
        ("  \n ", "the text is blank"),
        ("44 53\n44 59", "line 2: '9' at place 4"),
        ("44 53\n44 52", "here are 2 lines of moves"),
        ("My game:\n4453", "line 1: 'M' at place 1"),
    ],
)
def test_a_pasted_text_with_a_mistake(text, words):
    """The error is about what the text was meant to be, and names its line and place."""
    with refused(words):
        read_pasted(text)


def test_pasted_texts():
    """Games with headers, comments, variations, as JSON; everything else is a position."""
    rich = (REPORTS / "rich.c4game").read_text(encoding="utf-8")
    assert format_game(read_pasted(rich)) == rich
    assert format_game(read_pasted("\ufeff" + rich.replace("\n", "\r\n"))) == rich
    assert read_pasted("44! 53 (21)").tree.nodes[2].mark == "!"
    assert read_pasted("44 5?? {why?} 3").moves == "4453"
    assert read_pasted('{"moves": "4453"}').moves == "4453"
    empty_rows = "(0 0 0 0 0 0 0)\n" * 5
    for start in ("(", "(\n", " ( "):
        assert read_pasted(f"{start}{empty_rows}(0 0 0 1 0 0 0))") == Position().play(3)
    assert read_pasted((REPORTS / "kaggle.json").read_text()).first == "Team A"
    for text in (
        "4453",
        "44 53",
        PICTURE,
        str(POSITION.to_grid()),
        (REPORTS / "discord.txt").read_text(encoding="utf-8"),
    ):
        assert read_pasted(text) == POSITION


@pytest.mark.parametrize(
    "text",
    ["1 " * 100_000 + "!", "]" + " " * 100_000 + "x", "\n" * 1_000_000, "[" * 100_000, "(" * 100_000, "{" * 100_000]
    + [
        "~" * 50,
        "file://[",
        "file:\0",
        "[]," * 100_000,
        "-1 " * 3_000 + "x",
        "' " * 4_000,
        "\ufdfa" * 9_000,
        "|" * 9_000,
    ]
    + ["1 0 " * 2_400 + "?", "4453 " + "1 " * 2_000 + "?", "dtype" * 1_900, " " * 9_000 + "]" + " " * 900 + "x"],
    ids=range(18),
)
def test_no_text_takes_long(text):
    """Long texts are read or refused in little time: no expression tries the same place again and again."""
    for read in (read_pasted, positions_in, argument_positions, Position.from_grid):
        started = process_time()
        with suppress(C4Error):
            read(text)
        assert process_time() - started < 2, read


@given(st.text(max_size=40) | st.text('.XO12 0-/\n|[]{}(),:"', max_size=120))
def test_any_text_is_read_or_refused(text):
    """Whatever is pasted, typed or piped gives positions and games or a C4Error, nothing else."""
    for read in (pasted_position, positions_in, argument_positions):
        result = unless_refused(read, text)
        assert result is None or all(isinstance(position, Position) for position in result)


def pasted_position(text: str) -> list[Position]:
    """The position that was pasted, or the start of the game."""
    result = read_pasted(text)
    return [result.start if isinstance(result, Record) else result]


def argument_positions(text: str) -> list[Position]:
    """The positions of an argument."""
    return [position for _, position in read_argument(text)]


def test_what_a_window_opens(tmp_path):
    """A game, a tree's file, a position of the standard board; several games are refused."""
    assert read_openable(str(REPORTS / "rich.c4game")).first == "Anna"
    assert read_openable((REPORTS / "board-8x7.c4game").as_uri()).start.rules == Rules(7, 8)
    assert read_openable(str(REPORTS / "discord.txt")) == POSITION
    assert read_openable("4453") == POSITION
    assert read_openable(str(REPORTS / "kaggle.json")).moves == "4"
    treefile.save(tmp_path / "tree.NPZ", search(POSITION, 2, load("v2")).tree)
    assert read_openable(str(tmp_path / "tree.NPZ")) == tmp_path / "tree.NPZ"
    with refused("several positions"):
        read_openable(str(REPORTS / "three.txt"))
    with refused("there is no file"):
        read_openable("nothing.c4game")


def test_what_follows_a_hash_is_a_comment():
    """A list of openings with comments is a list of positions, too; in JSON the sign is part of the text."""
    lines = ["# a list", "44", "12  # twelve", '{"position": "4453", "note": "# 1"}']
    assert [(entry.line, entry.text) for entry in read_entries(lines)] == [(2, "44"), (3, "12"), (4, "4453")]
