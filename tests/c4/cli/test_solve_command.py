"""`c4 solve`."""

from __future__ import annotations

import io
import json

import pytest

from c4.cli import main


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    """(exit status, standard output, standard error) of `c4`."""
    status = 0
    try:
        main(list(arguments))
    except SystemExit as end:
        status = end.code or 0
    return status, *capsys.readouterr()


def test_command(capsys):
    """`c4 solve` prints position, score, nodes and microseconds, one position a line."""
    status, out, err = run(capsys, "solve", "7747135426", "12765542777167711163")
    lines = [line.split(" ") for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [line[:2] for line in lines] == [["7747135426", "-2"], ["12765542777167711163", "3"]]
    assert all(len(line) == 4 and int(line[2]) > 0 and int(line[3]) > 0 for line in lines)


def test_command_columns(capsys):
    """`--columns` adds a score a column, "." for a full one; `--json` says the same in names."""
    out = run(capsys, "solve", "12765542777167711163", "--columns", "--threads", "2", "--keep-table")[1]
    assert out.split()[4:] == ["-8", "0", "-2", "3", "-8", "2", "."]
    found = json.loads(run(capsys, "solve", "12765542777167711163", "--columns", "--json", "--weak")[1])
    assert (found["score"], found["weak"], found["columns"]) == (1, True, [-1, 0, -1, 1, -1, 1, None])


def test_command_board(capsys):
    """`--board` and `--connect` choose another board."""
    assert run(capsys, "solve", "empty", "--board", "4x6")[1].startswith("empty -1 ")
    assert run(capsys, "solve", "empty", "--board", "3x3", "--connect", "2")[1].startswith("empty 4 ")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["1212121"], "", "the game is over"),
        (["-"], "7747135426\n\n1212121\n", "line 3: the game is over"),
        (["-"], "7747135426\n8\n", "line 2: '8' at place 1"),
        (["44", "--board", "6by7"], "", "as ROWSxCOLUMNS"),
        (["44", "--threads", "0"], "", "--threads"),
    ],
)
def test_command_misuse(capsys, monkeypatch, arguments, stdin, message):
    """Bad input ends with status 2 and one line that says what, and where in standard input."""
    monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
    status, _, err = run(capsys, "solve", *arguments)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1
