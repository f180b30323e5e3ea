"""`c4 solve`."""

import io
import json

import pytest
from paths import ROOT
from refusal import refused

from c4.cli.solve import answer_all
from c4.exact.scores import solve
from c4.game.notation import parse_position
from c4.game.rules import STANDARD


def test_command(c4):
    """`c4 solve` prints position, score, nodes and microseconds, one position a line."""
    status, out, err = c4("solve", "7747135426", "12765542777167711163")
    lines = [line.split(" ") for line in out.splitlines()]
    assert status == 0
    assert err == ""
    assert [line[:2] for line in lines] == [["7747135426", "-2"], ["12765542777167711163", "3"]]
    assert all(len(line) == 4 and int(line[2]) > 0 and int(line[3]) > 0 for line in lines)


def test_command_columns(c4):
    """`--columns` adds a score a column, "." for a full one; `--json` says the same in names."""
    out = c4("solve", "12765542777167711163", "--scores")[1]
    assert out.split()[4:] == ["-8", "0", "-2", "3", "-8", "2", "."]
    result = json.loads(c4("solve", "12765542777167711163", "--scores", "--json", "--weak")[1])
    assert result["score"] == 1
    assert result["weak"]
    assert result["columns"] == [-1, 0, -1, 1, -1, 1, None]


def test_command_board(c4):
    """--rows, --columns and --connect choose another board."""
    assert c4("solve", "empty", "--rows", "4", "--columns", "6")[1].startswith("empty -1 ")
    assert c4("solve", "empty", "--rows", "3", "--columns", "3", "--connect", "2")[1].startswith("empty 4 ")


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["1212121"], "", "the game is over"),
        (["-"], "7747135426\n\n1212121\n", "line 3: the game is over"),
        (["-"], "7747135426\n8\n", "line 2: '8' at place 1"),
    ],
)
def test_command_misuse(c4, arguments, stdin, message):
    """Bad input ends with status 2 and one line that says what, and where in standard input."""
    status, _, err = c4("solve", *arguments, stdin=stdin)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1


class Typed(io.BytesIO):
    """Standard input in pieces as they arrive."""

    def __init__(self, *pieces: bytes) -> None:
        super().__init__()
        self.pieces = list(pieces)

    def read1(self, size: int = -1) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


def test_lines_are_answered_in_batches(capsys):
    """However lines arrive, each has its answer, in order, before the next piece is read."""
    texts = [line.split()[0] for line in (ROOT / "lab/positions/end_easy.txt").read_text().splitlines()[:30]]
    texts[4:4] = ["44", "", "3 3 3", "empty"]
    piped = "\n".join(texts).encode()
    stream = Typed(piped[:11], piped[11:300], piped[300:301], piped[301:])
    answer_all(stream, STANDARD, True, False)
    lines = [line.split(" ") for line in capsys.readouterr().out.splitlines()]
    asked = [text.replace(" ", "") for text in texts if text]
    assert [" ".join(line[:-3]) for line in lines] == asked
    assert [int(line[-3]) for line in lines] == [solve(parse_position(text)).score for text in asked]
    answer_all(Typed(texts[0].encode()), STANDARD, False, True)
    assert capsys.readouterr().out.split()[1] == str(solve(parse_position(texts[0])).sign)
    with refused("line 4: '8' at place 1"):
        answer_all(Typed(b"44\n\n", b"4444\n8\n44\n"), STANDARD, True, False)
    assert capsys.readouterr().out.count("\n") == 2
