"""Benchmarks: the protocol by which they talk to other programs (what they measure is not tested)."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.search.fixed_depth import search
from lab.benchmarks import peers
from lab.benchmarks.peers import Search, played
from lab.benchmarks.solver import main

OURS = "from c4.cli import main; main(['solve', '-', '--no-book'])"
"""A solver as others are: one line in, one line out; here our own."""

LIAR = "import sys\nfor line in sys.stdin: print(line.strip(), 21, flush=True)"
QUITTER = "print('usage: ...')"


def run(tmp_path, *programs: str):
    """The benchmark's result on a few easy positions, against programs in Python."""
    options = []
    for number, program in enumerate(programs):
        path = tmp_path / f"peer{number}"
        path.write_text(f"#!{sys.executable}\n{program}\n")
        path.chmod(0o755)
        options += ["--peer-binary", str(path)]
    return CliRunner().invoke(main, ["--sets", "end_easy", "--step", "200", "--repeat", "1", *options])


@pytest.mark.skipif(
    sys.platform == "win32", reason="the stand-ins are scripts with a first line that names their interpreter"
)
@pytest.mark.parametrize("moves", ["", "4453", "444444333"])
def test_the_plain_peer_does_the_same_work(moves):
    """The rendering in plain Python, on whole numbers as states, finds our value and visits as many nodes."""
    position = Position.from_moves(moves, Rules(scoring=COUNT_LINES))
    ours = search(position, 3, load("v1"))
    plain = Search(3)
    state = played([int(move) - 1 for move in moves])
    assert (plain.run(state), plain.nodes) == (ours.value.points, ours.nodes)


def test_a_peer_that_is_missing_is_said(monkeypatch):
    """A row without its peer says how to get it."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    done = CliRunner().invoke(peers.main, ["--part", "openspiel", "--repeats", "1"])
    assert done.exit_code == 0, done.output
    assert "not here: pip install open_spiel" in done.output
