"""`c4 serve`: one line in, one line out, while the program that asks waits."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from c4.cli import cli
from c4.errors import C4Error

AGENT = "alphabeta:depth=2"


def test_every_line_has_one_answer_until_quit():
    """Positions get a column, what is none a sentence; an empty line is the empty board; nothing after quit is read."""
    done = CliRunner().invoke(cli, ["serve", AGENT], input="112233\n\n48\n1212121\nempty\nquit\n44\n")
    assert done.exit_code == 0, done.output
    won, empty, wrong, over, first = done.stdout.splitlines()
    assert (won, empty, first) == ("4", "4", "4")
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
