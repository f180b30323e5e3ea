"""An evaluator of one's own, a Python file: searched with like any other, read again when saved, faults told."""

from __future__ import annotations

import json
import os

import pytest
from click.testing import CliRunner

from c4 import evaluators
from c4.agents.specification import parse_agent
from c4.cli import cli
from c4.engine import deepening
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.search import textbook
from c4.search.fixed_depth import search
from c4.tree.searchtree import PRUNED

START = Position.from_moves("44535")

MIDDLE = """
def evaluate(position, side):
    middle = position.rules.column_mask(3)
    return (position.stones[side] & middle).bit_count() - (position.stones[1 - side] & middle).bit_count()
"""


@pytest.fixture
def write(tmp_path):
    """Writes the file, each time with a later time of change; its name."""
    path, times = tmp_path / "my_idea.py", []

    def put(text: str) -> str:
        path.write_text(text)
        times.append(None)
        os.utime(path, (len(times), len(times)))
        return evaluators.allow(str(path))

    return put


def test_the_compiled_search_asks_it_like_the_textbook(write):
    """Value, column and every node are those of the textbook with the same file, from either side; an engine uses it,
    too.
    """
    own = evaluators.load(write(MIDDLE + "def other(): pass\n"))
    for position in (START, START.play(3)):
        found = search(position, 4, own)
        nodes = textbook.alphabeta(position, 4, own)
        assert [int(value) for value in found.tree.value] == [node.value for node in nodes]
        assert found.nodes == sum(node.kind != PRUNED for node in nodes)
    assert deepening.search(START, own, depth=3).column is not None


def test_parts_of_a_whole_are_kept(write):
    """Values that are no whole numbers are searched in thousandths."""
    own = evaluators.load(write("def evaluate(position, side):\n    return 0.25 * (1 - 2 * side)\n"))
    assert (own.scale, own.evaluate(START, 0), own.evaluate(START, 1)) == (1000, 250, -250)
    assert sum(row.contribution for row in own.explain(START, 0)) == 250


def test_a_saved_file_is_read_again(write):
    """Once the file is saved the next search has the new code; meanwhile it is not run again."""
    name = write(MIDDLE)
    first = evaluators.load(name)
    assert evaluators.load(name) is first
    write("def evaluate(position, side):\n    return 7\n")
    assert search(START, 2, evaluators.load(name)).value.points == 7
    assert parse_agent(f"alphabeta:depth=2,evaluator={name}").load().choose(START).value.points == 7


def test_a_file_that_nobody_named_is_not_run(tmp_path):
    """A name alone, as it may stand in a file from elsewhere, runs nothing."""
    path, trace = tmp_path / "other.py", tmp_path / "it ran"
    path.write_text(f"open({str(trace)!r}, 'w')\n{MIDDLE}")
    with pytest.raises(C4Error, match="only when a person names it"):
        evaluators.load(str(path))
    assert not trace.exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def evaluate(position, side)\n", "line 1: SyntaxError"),
        ("x = 1\n", "has no function evaluate"),
        ("\nimport nothing_of_the_kind\n", "line 2: ModuleNotFoundError"),
        ("def evaluate(position, side):\n    return 'good'\n", "must return a number"),
        ("def evaluate(position, side):\n    return float('nan')\n", "must return a number"),
        ("def evaluate(position, side):\n    return 10**9\n", "must return a number between"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text, sentence, write):
    """With its line where there is one."""
    with pytest.raises(C4Error, match=sentence):
        evaluators.load(write(text))


def test_an_error_in_a_search_is_told_with_its_line(write):
    """The search ends, the sentence names line and position, and the next search works."""
    own = evaluators.load(write("def evaluate(position, side):\n    return 1 // (11 - position.ply)\n"))
    for run in (lambda: search(START, 6, own), lambda: deepening.search(START, own, depth=6)):
        with pytest.raises(C4Error, match=r"my_idea\.py line 2: ZeroDivisionError.*in Position"):
            run()
    assert search(START, 2, own).value is not None


def test_a_start_is_written_checked_and_searched_with(tmp_path):
    """`c4 new evaluator` writes a file that `c4 check` and `c4 search` take as it is, and never overwrites one."""
    path = str(tmp_path / "my_idea.py")

    def c4(*words: str) -> str:
        done = CliRunner().invoke(cli, words, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    c4("new", "evaluator", path)
    assert c4("check", path).endswith("ok\n")
    found = json.loads(c4("search", "4453", "--depth", "3", "--evaluator", path, "--json"))
    assert found["column"] in range(1, 8)
    assert "evaluate in my_idea.py" in c4("evaluate", "4453", "--evaluator", path)
    with pytest.raises(C4Error, match="already exists"):
        c4("new", "evaluator", path)
    with pytest.raises(C4Error, match="must end with"):
        c4("new", "evaluator", str(tmp_path / "idea"))


def test_what_changes_its_mind_does_not_pass(write):
    """`c4 check` refuses an evaluator that gives another value when it is asked again."""
    name = write("calls = []\ndef evaluate(position, side):\n    calls.append(1)\n    return len(calls) % 5\n")
    with pytest.raises(C4Error, match="another value when it is asked again"):
        CliRunner().invoke(cli, ["check", name], catch_exceptions=False)
