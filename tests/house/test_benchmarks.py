"""Benchmarks: the protocol by which they talk to other programs (what they measure is not tested)."""

from __future__ import annotations

import sys

import pytest
from click.testing import CliRunner

from benchmarks.solver import main

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
    return CliRunner().invoke(main, ["--sets", "end_easy,middle_medium", "--step", "67", "--repeat", "1", *options])


@pytest.mark.skipif(
    sys.platform == "win32", reason="the stand-ins are scripts with a first line that names their interpreter"
)
def test_peers_that_speak_lines(tmp_path):
    """A program that tells its time is believed, one that says only the score is timed; wrong scores count."""
    done = run(tmp_path, OURS, LIAR)
    assert done.exit_code == 0, done.output
    lines = [line.strip() for line in done.output.splitlines()]
    assert [line.partition(":")[0] for line in lines if line.endswith("nodes, 0 wrong")] == [
        "end_easy",
        "middle_medium",
    ]
    assert sum(line.startswith("peer0 ") and line.endswith(" 0 wrong") for line in lines) == 2
    assert sum(line.startswith("peer1 ") and not line.endswith(" 0 wrong") for line in lines) == 2
    assert sum("median ratio" in line for line in lines) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="as above")
def test_a_peer_that_speaks_otherwise(tmp_path):
    """A program that does not answer with a score ends the benchmark with one sentence that quotes it."""
    done = run(tmp_path, QUITTER)
    assert done.exit_code == 1
    assert "peer0 should answer 'moves score" in done.output
    assert "usage: ..." in done.output
