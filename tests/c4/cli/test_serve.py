"""`c4 serve`: one line in, one line out, while the program that asks waits."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from paths import ROOT
from patience import LONG

from c4.cli import cli
from c4.game.rules import C4Error

AGENT = "alphabeta:depth=2"


def test_every_line_has_one_answer_until_quit():
    """Positions get a column, what is none a sentence; empty lines are passed over, and nothing after quit is read."""
    done = CliRunner().invoke(cli, ["serve", AGENT], input="112233\n\n48\n1212121\nempty\nquit\n44\n")
    assert done.exit_code == 0, done.output
    won, wrong, over, first = done.stdout.splitlines()
    assert (won, first) == ("4", "4")
    assert wrong.startswith("error: '8' at place 2")
    assert over.startswith("error: there is no move")
    with pytest.raises(C4Error, match="unknown agent 'nobody'"):
        CliRunner().invoke(cli, ["serve", "nobody"], input="", catch_exceptions=False)


def test_answers_in_json():
    """With --json an answer has the values of the columns and the reason, an error its sentence."""
    done = CliRunner().invoke(cli, ["serve", AGENT, "--json"], input="112233\n48\n")
    found, wrong = (json.loads(line) for line in done.stdout.splitlines())
    assert (found["column"], found["position"]) == (4, "112233")
    best = max(found["columns"], key=lambda entry: entry["value"])
    assert (best["column"], best["bound"]) == (4, "exact")
    assert "not a column" in wrong["error"]


def test_an_answer_comes_before_the_next_question():
    """The line is there while the input is still open, so two programs can talk."""
    with subprocess.Popen(
        [sys.executable, "-m", "c4", "serve", "trainer:seed=1"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as other:  # fmt: skip
        assert other.stdin is not None
        assert other.stdout is not None
        for moves in ("", "4"):
            other.stdin.write(f"{moves or 'empty'}\n")
            other.stdin.flush()
            assert other.stdout.readline().strip() in "1234567"
        other.stdin.close()
        assert other.wait(LONG) == 0
