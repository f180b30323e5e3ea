"""Two programs that make one file: the second is told, and nothing is done twice."""

from functools import partial

import pytest

from c4.arena import labelling
from c4.cli import main
from c4.files import alone
from c4.game.position import Position
from c4.game.rules import C4Error, Rules
from c4.strategy import improving, making
from c4.truth import bookmaking

MAKERS = {
    "suite": lambda path: labelling.make(path, labelling.plan_of("d"), set(), partial(print)),
    "book": lambda path: bookmaking.build(path, Rules(4, 4), 2),
    "strategy": lambda path: making.make(Position.from_moves("444"), path),
    "improved": lambda path: improving.improve(path, 1),
}


@pytest.mark.parametrize("name", MAKERS)
def test_one_at_a_time(tmp_path, name):
    """While one program makes a file another is refused before it has begun."""
    with alone(tmp_path / "f", "made"), pytest.raises(C4Error, match=r"f is being (made|improved) by another program"):
        MAKERS[name](tmp_path / "f")


def test_puzzles(tmp_path, capsys):
    """So is the command."""
    with alone(tmp_path / "f", "made"), pytest.raises(SystemExit):
        main(["puzzles", "make", "--seed", "1", "--number", "100000", "--out", str(tmp_path / "f")])
    assert "is being made by another program" in capsys.readouterr().err
