"""Commands that take positions read files, addresses, notations of others, and their own output."""

import json
import sys

import pytest
from commands import c4, python, refuses
from paths import DATA

REPORTS = DATA / "reports"
SOLVED = [
    ("2252576253462244111563365343671351441", -1),
    ("7422341735647741166133573473242566", 1),
    ("23163416124767223154467471272416755633", 0),
]


def scores(printed: str) -> list[tuple[str, int]]:
    """The positions and scores of lines of `c4 solve`."""
    return [(words[0], int(words[1])) for line in printed.splitlines() if (words := line.split())]


def test_test_sets_are_solved(tmp_path):
    """A test set with scores on its lines is read as file and as input, and the scores agree; so does our own output."""
    path = REPORTS / "pons.txt"
    printed = c4("solve", path)
    assert scores(printed) == SOLVED
    assert scores(c4("solve", "-", input=path.read_text())) == SOLVED
    assert scores(c4("solve", "-", input=printed)) == SOLVED
    columns = c4("solve", "-", "--scores", "--line", input=printed)
    assert scores(c4("solve", "-", input=columns)) == SOLVED
    objects = c4("solve", "-", "--json", input=columns)
    assert [json.loads(line)["score"] for line in objects.splitlines()] == [score for _, score in SOLVED]
    assert scores(c4("solve", "-", input=objects)) == SOLVED


@pytest.mark.parametrize("command", ["solve", "search", "evaluate", "threats"])
@pytest.mark.parametrize("name", ["rich.c4game", "discord.txt", "uci.data", "kaggle.json"])
def test_every_command_takes_files(command, name):
    """What takes a position takes a file of games, a picture, a row of a data set, a replay, and its address."""
    path = REPORTS / name
    options = ["--depth", 2] if command == "search" else []
    printed = c4(command, path, *options)
    words = [line.split()[0] for line in printed.splitlines()]
    assert [line.split()[0] for line in c4(command, path.as_uri(), *options).splitlines()] == words
    expected = {"rich.c4game": "444521", "kaggle.json": "4"}.get(name, "packed:")
    assert words[0].startswith(expected)


@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_standard_input_may_have_remarks(mark, options):
    """A byte order mark, lines that begin with "#", blank lines and pictures are read by every path of the solver."""
    picture = (REPORTS / "discord.txt").read_text(encoding="utf-8")
    typed = f"{mark}# openings\n4453\n\n44 53\n{picture}\n4453 -2\n"
    printed = c4("solve", "-", *options, input=typed)
    if options:
        answers = [json.loads(line) for line in printed.splitlines()]
        facts = [(answer["position"], answer["score"]) for answer in answers]
    else:
        facts = scores(printed)
    assert [score for _, score in facts] == [-2] * 4
    assert [name for name, _ in facts if not name.startswith("packed")] == ["4453"] * 3


def test_a_server_skips_remarks():
    """`c4 serve` answers positions alone, in any notation of one line."""
    typed = "\ufeff# openings\n4453\n4453 -2\n......./......./......./......./......./.......\n44 5x\n"
    *columns, error = c4("serve", "random", input=typed).splitlines()
    assert len(columns) == 3
    assert all(column in "1234567" for column in columns)
    assert error.startswith("error: 'x'")


def test_errors_name_file_and_line(tmp_path):
    """The file and the line that cannot be read are named."""
    path = tmp_path / "some.txt"
    path.write_text("4453\n# remark\n4458\n")
    refuses(c4, f"{path}: line 3: '8' at place 4 of '4458' is not a column", "threats", path)
    refuses(c4, "there is no file nothing.c4game", "solve", "nothing.c4game")
    refuses(c4, "holds several positions", "play", "--position", REPORTS / "three.txt")


def test_import_says_what_it_understood(tmp_path):
    """The kind of each file is printed; columns count from 0 on request."""
    library = tmp_path / "games.sqlite"
    printed = c4("library", "import", REPORTS / "pons.txt", REPORTS / "kaggle.json", "--library", library)
    assert "3 games added" in printed
    assert "(read as move strings with scores)" in printed
    assert "(read as a replay of Kaggle's ConnectX)" in printed
    printed = c4("library", "import", REPORTS / "zero.jsonl", "--from-zero", "--library", library)
    assert "(read as JSON, lists of columns counted from 0)" in printed
    assert "4453" in c4("library", "list", "--library", library)


def test_export_says_what_it_leaves_out(tmp_path):
    """A file of moves has no headers and comments, which is said; a game on another board is refused and nothing written."""
    library = tmp_path / "games.sqlite"
    c4("library", "import", REPORTS / "rich.c4game", "--library", library)
    moves = tmp_path / "moves.txt"
    printed = c4("library", "export", moves, "--library", library, errors=True)
    assert "without headers and variations, comments and marks" in printed
    assert moves.read_text() == "444521\n"
    for name, words in (("board-8x7.c4game", "8x7"), ("setup.c4game", "packed:")):
        library = tmp_path / f"{name}.sqlite"
        c4("library", "import", REPORTS / name, "--library", library)
        refuses(c4, words, "library", "export", tmp_path / "more.txt", "--library", library)
        assert not (tmp_path / "more.txt").exists()
        c4("library", "export", tmp_path / "all.csv", "--library", library)
        c4("library", "export", tmp_path / "all.c4game", "--library", library)


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
def test_a_match_in_a_folder_that_was_deleted(tmp_path):
    """Processes start although the current folder is gone."""
    folder = tmp_path / "gone"
    folder.mkdir()
    code = f"import os; os.chdir({str(folder)!r}); os.rmdir({str(folder)!r})\nfrom c4.__main__ import main\nmain()"
    done = python("-c", code, "match", "random", "random:seed=2", "--games", "2")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "A won" in done.stdout
