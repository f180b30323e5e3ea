"""Benchmarks: a peer does the same work, and a missing one is named (what they measure is not tested)."""

import platform
import subprocess
import sys
from datetime import date

import numba
import pytest
from click import ClickException
from commands import c4

from c4.evaluators import load
from c4.game.position import Position
from c4.game.rules import COUNT_LINES, Rules
from c4.search.fixed_depth import search
from lab import machine
from lab.benchmarks import peers
from lab.benchmarks.plain_alphabeta import Search, played
from lab.benchmarks.sets import SETS, read_set
from lab.benchmarks.solver_peers import Answer, Peer, running_peers
from lab.benchmarks.strategy import decisive_positions
from lab.benchmarks.window.opening import WINDOWS
from visualizer.app import tabs


@pytest.mark.parametrize("moves", ["", "4453", "444444333"])
def test_the_plain_peer_does_the_same_work(moves):
    """The rendering in plain Python, on whole numbers as states, finds our value and visits as many nodes."""
    position = Position.from_moves(moves, Rules(scoring=COUNT_LINES))
    ours = search(position, 3, load("v1"))
    plain = Search(3)
    state = played([int(move) - 1 for move in moves])
    assert plain.run(state) == ours.value.points
    assert plain.nodes == ours.nodes


def test_a_peer_that_is_missing_is_said(monkeypatch):
    """A row without its peer says how to get it."""
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert "not here: pip install open_spiel" in c4("--part", "openspiel", "--repeats", 1, command=peers.main)


@pytest.mark.parametrize("name", SETS)
def test_every_set_of_positions_can_be_read(name):
    """Each line is a game that goes on, and each set has positions that somebody wins."""
    assert all(Position.from_moves(moves).outcome() is None for moves, _ in read_set(name))
    assert decisive_positions(name, 5)


def test_a_benchmark_names_its_machine():
    """A figure without processor, versions and date can be compared with no other."""
    line = machine.describe()
    assert line.startswith(machine.processor())
    assert f"Python {platform.python_version()}, numba {numba.__version__}" in line
    assert line.endswith(date.today().isoformat())


def test_peer_on_the_empty_board():
    """A program that repeats the moves answers the empty board with an empty word; its own clock counts."""
    program = "input(); print('', 1, 97, 2_500_000)"
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert Peer("peer", process).answer("") == Answer(score=1, seconds=2.5)


def test_peers_end_with_their_block(tmp_path):
    """A peer is a process: it answers in the block, and has ended behind it."""
    program = tmp_path / "solver"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n    print(line.strip(), 3, flush=True)\n"
    )
    program.chmod(0o755)
    with running_peers(None, [str(program)]) as (peer,):
        assert peer.answer("44").score == 3
        assert peer.process.poll() is None
    assert peer.process.returncode == 0


def test_a_peer_that_ends_at_once_is_named():
    """Its question is still unread when its process is ended."""
    with pytest.raises(ClickException, match="false should answer"), running_peers(None, ["/bin/false"]):
        pass


def test_the_windows_that_are_measured_are_no_tabs():
    """A tab opens no window, so the benchmark would wait for one for ever."""
    assert not set(WINDOWS) & set(tabs.COMMANDS.values())
