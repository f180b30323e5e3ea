"""Boards: who wins on every small board, compared with published results."""

import json

import pytest
from click.testing import CliRunner

from c4.errors import C4Error
from c4.game.rules import Rules
from lab.measure import boards


def run(*arguments: str) -> str:
    """What the command prints."""
    result = CliRunner().invoke(boards.command, [*arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_small_boards_agree_with_what_is_published(tmp_path):
    """The smallest boards have the published outcomes; their progress is in the file."""
    path = tmp_path / "boards.json"
    lines = run("--largest", "9", "--file", str(path), "--table-bits", "20").splitlines()
    assert [line.split(":")[0] for line in lines] == ["4x4", "4x5", "5x4"]
    assert all(line.endswith("as published") and "a draw" in line for line in lines)
    assert set(json.loads(path.read_text())) == {"4x4", "4x5", "5x4"}


def test_a_board_goes_on_from_what_is_known(tmp_path):
    """Bounds in the file are not asked for again: with the score known nothing is searched."""
    path = tmp_path / "boards.json"
    known = {"7x6": {"lower": 1, "upper": 1, "nodes": 500, "seconds": 2.0}}
    path.write_text(json.dumps(known))
    line = run("--only", "7x6", "--file", str(path), "--table-bits", "20")
    assert line == "7x6: the first player wins, score 1, last disc 41, 500 nodes, 2.0 s, as published\n"


@pytest.mark.parametrize("content", ["", "[1]", '{"7x6": {"low": 1}}'])
def test_a_file_of_something_else_is_refused(content, tmp_path):
    """A file with other content is refused, and stays as it is."""
    path = tmp_path / "boards.json"
    path.write_text(content)
    with pytest.raises(C4Error, match="is no file of"):
        boards.Progresses(path)
    assert path.read_text() == content


@pytest.mark.parametrize(
    ("rows", "columns", "score", "expected"),
    [(6, 7, 1, "+41"), (6, 6, -1, "-36"), (4, 6, -1, "-24"), (5, 8, 1, "+39"), (7, 6, 1, "+41"), (5, 5, 0, "=25")],
)
def test_outcomes_in_the_published_form(rows, columns, score, expected):
    """A score names the winner and the number of the last disc, on boards of even and odd size."""
    assert boards.outcome(Rules(rows, columns), score) == expected


def test_published_outcomes_are_by_rows_and_columns():
    """The table of published outcomes has the rows first; boards beyond it have none."""
    assert boards.published(Rules(6, 7)) == "+41"
    assert boards.published(Rules(7, 6)) == "+41"
    assert boards.published(Rules(5, 8)) == "+39"
    assert boards.published(Rules(8, 5)) == "=40"
    assert boards.published(Rules(4, 10)) is None
