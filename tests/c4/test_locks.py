"""Two programs that make one file: the second is told, and nothing is done twice."""

from functools import partial

import pytest

from c4.cli import run
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Rules
from c4.storage import alone
from lab.__main__ import cli
from lab.make import books as bookmaking
from lab.make import strategies
from lab.make import suites as labelling

MAKERS = {
    "suite": lambda path: labelling.make(path, labelling.plan_of("d"), set(), partial(print)),
    "book": lambda path: bookmaking.build(path, Rules(4, 4), 2),
    "strategy": lambda path: strategies.make(Position.from_moves("444"), path),
    "improved": lambda path: strategies.improve(path, 1),
}


@pytest.mark.parametrize("name", MAKERS)
def test_one_at_a_time(tmp_path, name):
    """While one program makes a file another is refused before it has begun."""
    with alone(tmp_path / "f", "made"), pytest.raises(C4Error, match=r"f is being (made|improved) by another program"):
        MAKERS[name](tmp_path / "f")


def test_puzzles(tmp_path, capsys):
    """So is the command."""
    with alone(tmp_path / "f", "made"), pytest.raises(SystemExit):
        run(cli, "lab", ["make", "puzzles", "--seed", "1", "--number", "100000", "--out", str(tmp_path / "f")])
    assert "is being made by another program" in capsys.readouterr().err
