"""User evaluators: searched with like any other, read again when saved, errors reported with their line."""

import json
import os
import re
from functools import partial

import pytest
from commands import c4, refuses
from refusal import refused

from c4 import evaluators
from c4.agents.specification import parse_agent
from c4.cli.check import forms_agree
from c4.engine import deepening
from c4.errors import C4Error
from c4.evaluators import user
from c4.game.position import Position
from c4.game.rules import Rules
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

    yield put
    evaluators.forget(str(path))


def test_the_compiled_search_asks_it_like_the_textbook(write):
    """Value, column and every node are those of the textbook with the same file; the engine uses it, too."""
    own = evaluators.load(write(MIDDLE + "def other(): pass\n"))
    for position in (START, START.play(3)):
        result = search(position, 4, own)
        nodes = textbook.alphabeta(position, 4, own)
        assert [int(value) for value in result.tree.value] == [node.value for node in nodes]
        assert result.nodes == sum(node.kind != PRUNED for node in nodes)
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


def test_what_is_held_stays_until_the_new_code_is_good(write):
    """Once held, an evaluator is used whatever is saved, until it is held again; what is of no use changes nothing."""
    name = write(MIDDLE)
    first = evaluators.hold(name)
    write("def evaluate(position, side):\n    return 1 / 0\n")
    refused(lambda: evaluators.hold(name), "line 2: ZeroDivisionError: division by zero, at `return 1 / 0`")
    assert evaluators.load(name) is first
    write("def evaluate(position, side):\n    return 7\n")
    assert evaluators.load(name) is first
    assert evaluators.hold(name).evaluate(START) == evaluators.load(name).evaluate(START) == 7


def test_a_file_that_nobody_named_is_not_run(tmp_path):
    """A name alone, as it may stand in a file from elsewhere, runs nothing."""
    path, trace = tmp_path / "other.py", tmp_path / "it ran"
    path.write_text(f"open({str(trace)!r}, 'w')\n{MIDDLE}")
    refused(lambda: evaluators.load(str(path)), match=r"only (when you name|after you load) it")
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
        ("raise SystemExit\n", "line 1: SystemExit, at `raise SystemExit`"),
        (
            "def evaluate_bits(own, other):\n    return nothing(own)\n",
            "line 2: evaluate_bits cannot be compiled: NameE",
        ),
        ("def evaluate_bits(own, other):\n    return 'good'\n", "evaluate_bits must return a number"),
        ("def evaluate_bits(own):\n    return own\n", r"takes \(own, other\)"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text, sentence, write):
    """With its line where there is one."""
    refused(lambda: evaluators.load(write(text)), match=sentence)


def test_an_error_in_a_search_is_told_with_its_line(write):
    """The search ends, the sentence names line and position, and the next search works."""
    own = evaluators.load(write("def evaluate(position, side):\n    return 1 // (11 - position.ply)\n"))
    for run in (lambda: search(START, 6, own), lambda: deepening.search(START, own, depth=6)):
        with pytest.raises(C4Error, match=r"my_idea\.py line 2: ZeroDivisionError.*in Position"):
            run()
    assert search(START, 2, own).value is not None


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """An evaluator in both forms; the compiled one goes wrong where a side has ten stones."""
    path = tmp_path_factory.mktemp("own") / "both.py"
    middle = START.rules.column_mask(3)
    path.write_text(f"""
def evaluate(position, side):
    mine, theirs = position.stones[side], position.stones[1 - side]
    return 0.25 * (mine & {middle}).bit_count() - 0.25 * (theirs & {middle}).bit_count() + (position.to_move == side)

def evaluate_bits(own, other, moves):
    if own.bit_count() > 9:
        return 1e9
    return 0.25 * (own & {middle}).bit_count() - 0.25 * (other & {middle}).bit_count() + moves
""")
    return user.load(path)


def test_the_compiled_form_searches_like_the_plain_one(both, monkeypatch):
    """Both forms give the same tree; on other boards the plain form is asked."""
    fast = search(START, 5, both)
    assert [int(value) for value in fast.tree.value] == [node.value for node in textbook.alphabeta(START, 5, both)]
    assert "plain Python" not in both.form
    small = Position(rules=Rules(4, 5, 3))
    assert search(small, 2, both).value is not None
    plain = both.evaluate(START)
    monkeypatch.setattr(both, "plain", None)
    assert both.evaluate(START) == plain
    refused(lambda: search(small, 2, both), "made for the usual board")


def test_a_value_that_cannot_be_ends_a_compiled_search_too(both):
    """A number out of range is told after the search; the next one works."""
    with pytest.raises(C4Error, match=r"must return a number between .*, not 1000000000.0, for the bitboards"):
        search(Position.from_moves("4444443333332222"), 4, both)
    assert search(START, 1, both).value is not None


def test_a_start_is_written_checked_and_searched_with(tmp_path):
    """`c4 check --new evaluator` writes a file that works as it is, and never overwrites one."""
    path = tmp_path / "my_idea.py"

    assert c4("check", str(path), "--new", "evaluator").endswith("ok\n")
    facts = json.loads(c4("check", str(path), "--json").splitlines()[-1])
    assert (facts["kind"], facts["positions"]) == ("evaluator", 200)
    asked = partial(c4, "search", "4453", "--depth", 3, "--evaluator", path, errors=True)
    assert "in plain Python" in (output := asked())
    assert "evaluate in my_idea.py" in c4("evaluate", "4453", "--evaluator", str(path))
    refuses(c4, "already exists", "check", path, "--new", "evaluator")
    refuses(c4, "must end with", "check", tmp_path / "idea", "--new", "evaluator")
    path.write_text(re.sub(r"^# ?(?=import|LINES|def|    |$)", "", path.read_text(), flags=re.M))
    assert {"evaluate and evaluate_bits agree", "explain adds up to the value", "ok"} < set(
        c4("check", str(path)).splitlines()
    )
    assert asked().splitlines()[1].split()[:5] == output.splitlines()[1].split()[:5]
    assert "open line with 3" in c4("evaluate", "11223", "--evaluator", str(path))
    assert evaluators.load(str(path)).shares(Position.from_moves("1144"))[0, 3] > 0
    evaluators.forget(str(path))


def test_forms_that_differ_do_not_pass(both, write, monkeypatch):
    """`c4 check` names both values; rows of explain that do not add up are refused, and have a rest of their own."""
    assert forms_agree(both, [START])
    monkeypatch.setattr(both, "plain", lambda position, side: 5)
    refused(lambda: forms_agree(both, [START]), "evaluate says 5 and evaluate_bits 0 for side 0")
    rows = "def explain(position, side):\n    return [('one', 2, 3)]\n"
    name = write("def evaluate(position, side):\n    return 5\n" + rows)
    refuses(c4, "do not add up", "check", name)
    assert [row.contribution for row in evaluators.load(name).explain(START)] == [6, -1]
    name = write("def evaluate(position, side):\n    return 5\ndef explain(position, side):\n    return [1]\n")
    refused(lambda: evaluators.load(name).explain(START), "explain must return rows of")


def test_what_changes_its_mind_does_not_pass(write):
    """`c4 check` refuses an evaluator that gives another value when it is asked again."""
    name = write("calls = []\ndef evaluate(position, side):\n    calls.append(1)\n    return len(calls) % 5\n")
    refuses(c4, "another value when it is asked again", "check", name)


@pytest.mark.parametrize(
    ("value", "shown"), [("Odd()", "not an object of Odd, in"), ("10 ** 400", "not 1000"), ("Half()", "not half, in")]
)
def test_values_whose_conversion_fails(write, value, shown):
    """A value that is too large, or whose `__float__` or `__repr__` raises, is refused in one sentence."""
    name = write(
        "class Half:\n    def __float__(self):\n        raise KeyError('x')\n    def __repr__(self):\n        return 'half'\n"
        "class Odd(Half):\n    def __repr__(self):\n        raise KeyError\n"
        f"def evaluate(position, side):\n    return {value} if odd else 1\nodd = False\n"
    )
    evaluator = evaluators.load(name)
    evaluator.script.names["odd"] = True
    for ask in (lambda: evaluator.evaluate(START), lambda: search(START, 4, evaluator)):
        with pytest.raises(C4Error, match=f"must return a number between .*{shown}"):
            ask()
