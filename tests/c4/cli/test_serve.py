"""`c4 serve`: one line in, one line out, while the program that asks waits."""

import json

from commands import c4, refuses

AGENT = "alphabeta:depth=2"


def test_every_line_has_one_answer_until_quit():
    """Positions get a column, what is none a sentence; an empty line is the empty board; nothing after quit is read."""
    message = c4("serve", AGENT, input="112233\n\n48\n1212121\nempty\nquit\n44\n")
    won, empty, wrong, over, first = message.splitlines()
    assert won == "4"
    assert empty == "4"
    assert first == "4"
    assert wrong.startswith("error: '8' at place 2")
    assert over.startswith("error: there is no move")
    refuses(c4, "unknown agent 'nobody'", "serve", "nobody")


def test_answers_in_json():
    """With --json an answer has the values of the columns and the reason, an error its sentence."""
    message = c4("serve", AGENT, "--json", input="112233\n48\n")
    result, wrong = (json.loads(line) for line in message.splitlines())
    assert result["column"] == 4
    assert result["position"] == "112233"
    best = max(result["columns"], key=lambda entry: entry["value"])
    assert best["column"] == 4
    assert best["bound"] == "exact"
    assert "not a column" in wrong["error"]
