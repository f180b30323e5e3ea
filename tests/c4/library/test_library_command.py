"""`c4 library`: games imported, found, listed, shown, explored, exported and edited from the command line."""

import json

import pytest

from c4.cli import main
from c4.library.gametext import parse_game


def test_the_command(tmp_path, capsys):
    """Import, find, list, show and export, for people and as JSON."""
    db = str(tmp_path / "a.sqlite")
    games = tmp_path / "games.txt"
    games.write_text("4453\n4435261\n1212121\n44\n")

    def run(*arguments: object) -> str:
        main(["library", *map(str, arguments), "--library", db])
        return capsys.readouterr().out

    assert "4 games added to" in run("import", games)
    result = json.loads(run("find", "--position", "44", "--json"))
    assert result["count"] == 3
    assert [game["moves"] for game in result["games"]] == ["44", "4435261", "4453"]
    assert json.loads(run("find", "--position", "76", "--json"))["count"] == 1
    assert json.loads(run("find", "--position", "4", "--limit", 1, "--json"))["count"] == 3
    assert run("list", "--limit", 2).endswith("4 games, the newest 2 listed\n")
    assert run("find", "--result", "first").endswith("2 games\n")
    assert run("show", 2) == format_of("4435261")
    assert json.loads(run("show", 2, "--json"))["result"] == "1-0"
    assert "2 games written" in run("export", tmp_path / "won.jsonl", "--result", "first")
    assert "2 games added" in run("import", tmp_path / "won.jsonl", "--tag", "again")
    assert json.loads(run("find", "--tag", "again", "--json"))["count"] == 2


def format_of(moves: str) -> str:
    from c4.library.gametext import format_game

    return format_game(parse_game(moves))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("find", "--result", "nope"), "unknown result 'nope'"),
        (("find", "--position", "448"), "'8' at place 3"),
        (("find", "--opening", "4-4"), "is not a move string"),
        (("show", "3"), "there is no library"),
    ],
)
def test_the_command_refuses(tmp_path, capsys, arguments, words):
    """One line on standard error, exit status 2, and no library is made by asking."""
    with pytest.raises(SystemExit) as exit:
        main(["library", *arguments, "--library", str(tmp_path / "none.sqlite")])
    assert exit.value.code == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "none.sqlite").exists()
