"""User evaluators: searched with like any other, read again when saved, errors reported with their line."""

import ast
import builtins
import gc
import json
import os
import re
import sys
from functools import partial
from threading import Thread

import pytest
from commands import c4, python, refuses
from refusal import refused

from c4 import evaluators
from c4.agents.specification import parse_agent
from c4.cli.check import EXAMPLES, forms_agree, samples, searches_agree, write_example
from c4.engine import deepening
from c4.errors import C4Error
from c4.evaluators import user
from c4.game.position import Position
from c4.game.rules import Rules
from c4.search import textbook
from c4.search.fixed_depth import search
from c4.tree.searchtree import PRUNED

START = Position.from_moves("44535")
LONG_GAME = "4444443333332222225"
LATER = Position.from_moves("44535112233")

MIDDLE = """
def evaluate(position, side):
    middle = position.rules.column_mask(3)
    return (position.stones[side] & middle).bit_count() - (position.stones[1 - side] & middle).bit_count()
"""


@pytest.fixture
def write(tmp_path):
    """Writes the file, each time with a later time of change; its name."""
    path = tmp_path / "my_idea.py"
    times = []

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


def test_values_are_searched_in_thousandths(write):
    """Whole numbers are shown as such."""
    own = evaluators.load(write("def evaluate(position, side):\n    return 0.25 * (1 - 2 * side)\n"))
    assert own.scale == 1000
    assert own.evaluate(START, 0) == 250
    assert own.evaluate(START, 1) == -250
    assert sum(row.contribution for row in own.explain(START, 0)) == 250
    assert [own.in_words(points) for points in (250, -250, 0, 3000, -12000)] == ["+0.25", "−0.25", "0", "3", "−12"]
    name = write("def evaluate(position, side):\n    return 0.4 - 0.8 * side\n")
    assert c4("evaluate", "44", "--evaluator", name).splitlines() == [
        "44  my_idea 0.4",
        "        +0.4  evaluate in my_idea.py",
    ]
    assert "value 0.4 " in c4("search", "44", "--depth", 2, "--evaluator", name)
    as_json = c4("search", "44", "--depth", 2, "--evaluator", name, "--json")
    assert '"value": 400' in as_json
    assert '"scale": 1000' in as_json


LATE = """
def evaluate(position, side):
    own = position.stones[side]
    other = position.stones[1 - side]
    late = 0.4 * (own >> 3 & 0x10204081020408).bit_count() - 1.2 * (other >> 2 & 0x10204081020408).bit_count()
    return late + own.bit_count() if position.ply > 11 else own.bit_count()
"""

LATE_BITS = """
def evaluate_bits(own, other):
    late = 0.4 * (own >> 3 & 0x10204081020408).bit_count() - 1.2 * (other >> 2 & 0x10204081020408).bit_count()
    return late + own.bit_count() if (own | other).bit_count() > 11 else own.bit_count()
"""


SHIFTS = """
import numba
import numpy as np
@numba.njit
def far(number, bits):
    number >>= bits
    return number
def evaluate_bits(own, other):
    bits = (own | other).bit_count() + 58
    low = (1 << bits) & 0xFFFF | (own << bits) & 0x7F
    powers = (np.arange(8) << 3) >> np.arange(8)
    truths = ((own > other) << 3) + (own >> (own > other)) % 64 + ((own > other) >> 70)
    return 1000 * far(own, bits) + 10 * far(-1 - own, bits) + low + (own >> bits + 64) + (3 << 2) + powers[5] + truths
"""


def test_a_long_shift_means_the_same_as_in_python(write):
    """A number of bits beyond 63, which a processor would take modulo 64, leaves nothing, or the sign."""
    names = {}
    exec(SHIFTS.replace("@numba.njit", ""), names)
    own = evaluators.load(write(SHIFTS))
    for moves in ("44", "44536", "445361", "4453617", "12345671234567"):
        position = Position.from_moves(moves)
        assert own.value(position, 0) == own.value_in_search(position, 0) == names["evaluate_bits"](*position.stones)


@pytest.mark.parametrize("text", [LATE, LATE_BITS, LATE + LATE_BITS])
def test_values_are_exact_whatever_the_position(write, text):
    """Also where a fraction first appears late in the game, a search uses the value of the file."""
    name = write(text)
    own = evaluators.load(name)
    fractions = 0
    for position in samples():
        for side in (0, 1):
            value = own.value(position, side)
            assert own.value_in_search(position, side) == pytest.approx(value, abs=0.0006)
            fractions += not value.is_integer()
    assert fractions > 30
    assert "the searches use these values, to 0.001" in c4("check", name)


def test_a_search_that_rounds_values_is_refused(write, monkeypatch):
    """If a search used other values than the file, the check would say so."""
    own = evaluators.load(write(LATE))
    exact = own.evaluate_kernel

    def rounded(*arguments):
        return 1000 * round(exact(*arguments) / 1000)

    monkeypatch.setattr(own, "evaluate_kernel", rounded)
    with refused("and a search uses"):
        searches_agree(own, samples())


def test_a_saved_file_is_read_again(write):
    """Once the file is saved the next search has the new code; meanwhile it is not run again."""
    name = write(MIDDLE)
    first = evaluators.load(name)
    assert evaluators.load(name) is first
    write("def evaluate(position, side):\n    return 7\n")
    assert search(START, 2, evaluators.load(name)).value.points == 7000
    assert parse_agent(f"alphabeta:depth=2,evaluator={name}").load().choose(START).value.points == 7000


def test_what_is_held_stays_until_the_new_code_is_good(write):
    """Once held, an evaluator is used whatever is saved, until it is held again; what is of no use changes nothing."""
    name = write(MIDDLE)
    first = evaluators.hold(name)
    write("def evaluate(position, side):\n    return 1 / 0\n")
    with refused("line 2: ZeroDivisionError: division by zero, at `return 1 / 0`"):
        evaluators.hold(name)
    assert evaluators.load(name) is first
    write("def evaluate(position, side):\n    return 7\n")
    assert evaluators.load(name) is first
    assert evaluators.hold(name).evaluate(START) == evaluators.load(name).evaluate(START) == 7000


def test_a_file_that_nobody_named_is_not_run(tmp_path):
    """A name alone, as it may stand in a file from elsewhere, runs nothing."""
    path = tmp_path / "other.py"
    trace = tmp_path / "it ran"
    path.write_text(f"open({str(trace)!r}, 'w')\n{MIDDLE}")
    with refused(match=r"only (when you name|after you load) it"):
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
        ("raise SystemExit\n", "line 1: SystemExit, at `raise SystemExit`"),
        (
            "def evaluate_bits(own, other):\n    return nothing(own)\n",
            "line 2: evaluate_bits cannot be compiled: NameE",
        ),
        ("def evaluate_bits(own, other):\n    return 'good'\n", "evaluate_bits must return a number"),
        ("def evaluate_bits(own):\n    return own\n", r"takes \(own, other\)"),
        (
            "def evaluate_bits(own, other):\n    if own > 9:\n        return None\n    return 1\n",
            "line 3: evaluate_bits must return a number .*, at `return None`",
        ),
        (
            "A = {1: 2}\n\ndef evaluate_bits(own, other):\n    n = 1\n    return A[n]\n",
            r"line 5: evaluate_bits cannot be compiled: .*, at `return A\[n\]`",
        ),
        (
            "def evaluate_bits(own, other):\n    return own << 1.5\n",
            "cannot be compiled: there is no compiled << of int64 and float64, at",
        ),
        (
            "def evaluate_bits(own, other):\n    return 'a' if own else 1\n",
            "cannot be compiled: a value would be str or int64, at",
        ),
        (
            "def evaluate_bits(own, other):\n    try:\n        return 1 // own\n    except IndexError:\n        return 0\n",
            "line 4: evaluate_bits cannot be compiled: of all exceptions, only Exception itself can be caught",
        ),
        (
            "def evaluate_bits(own, other):\n    return own << (own - other - 5)\n",
            "line 2: ValueError: negative shift count",
        ),
        (
            "def evaluate(position, side):\n    return 1\ndef evaluate_bits(own, other):\n    return 2\n",
            "evaluate says 1 and evaluate_bits 2 for side 0",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text, sentence, write):
    """With its line where there is one."""
    with refused(match=sentence):
        evaluators.load(write(text))


def test_an_error_in_a_search_is_told_with_its_line(write):
    """The search ends, the sentence names line and position, and the next search works."""
    own = evaluators.load(write("def evaluate(position, side):\n    return 1 // (11 - position.ply)\n"))
    for run in (lambda: search(START, 6, own), lambda: deepening.search(START, own, depth=6)):
        with pytest.raises(C4Error, match=r"my_idea\.py line 2: ZeroDivisionError.*in Position"):
            run()
    assert search(START, 2, own).value is not None


ANY_ERROR = """
import asyncio
class Silent(BaseException):
    def __str__(self):
        raise self
class Named(type):
    @property
    def __name__(cls):
        raise Silent
class Nameless(Exception, metaclass=Named):
    pass
class Placed(SyntaxError):
    @property
    def filename(self):
        raise Silent
{load}
def evaluate(position, side):
    if position.ply > 8:
        {error}
    return 1
"""


@pytest.mark.parametrize(
    "error",
    [
        "raise asyncio.CancelledError",
        "raise KeyboardInterrupt",
        "raise GeneratorExit",
        "raise SystemExit",
        "raise Silent",
        "raise Nameless",
        "raise Placed",
        "raise ExceptionGroup('several', [Silent(), Nameless()])",
        "return evaluate(position, side)",
    ],
)
def test_any_error_ends_a_search_with_one_sentence(write, error):
    """Whatever its class is, and whatever that class answers: the file and the line are named."""
    own = evaluators.load(write(ANY_ERROR.format(load="", error=error)))
    for run in (
        lambda: search(START, 6, own),
        lambda: deepening.search(START, own, depth=6),
        lambda: own.explain(LATER),
    ):
        with refused("my_idea.py line ", "in Position"):
            run()
    if error.startswith("raise"):
        with refused("my_idea.py line 16: "):
            evaluators.load(write(ANY_ERROR.format(load=error, error="pass")))


BITS_ERRORS = """
import numba
import numpy as np
FEW = np.arange(5)
@numba.njit(cache=True)
def helper(number):
    return FEW[number]
helper(1)
def evaluate_bits(own, other):
    ply = (own | other).bit_count()
    zero = max(0, 8 - ply)
    if ply == 9:
        return 1.0 * (1 // zero)
    if ply == 10:
        return 1.0 * (1 % zero)
    if ply == 11:
        return 1 / zero
    if ply == 12:
        return 1.0 / (1.0 * zero)
    if ply == 13:
        return 1.0 * FEW[ply]
    if ply == 14:
        return 1.0 * FEW[-ply]
    if ply == 15:
        return 1.0 * helper(ply)
    if ply == 16:
        raise ValueError('odd')
    if ply == 17:
        raise StopIteration
    if ply == 18:
        assert zero, 'odd'
    return 1.0
"""


def test_the_compiled_form_is_checked_like_python(write):
    """A division by zero, an index out of bounds, also in a helper, and what it raises end a search, with the line."""
    own = evaluators.load(write(BITS_ERRORS))
    kinds = ["ZeroDivision"] * 4 + ["Index"] * 3 + ["ValueError: odd", "StopIteration", "AssertionError: odd"]
    for ply, kind in enumerate(kinds, 9):
        line = 13 + 2 * (ply - 9)
        for ask in (own.value_in_search, own.evaluate):
            with refused(f"my_idea.py line {line}: {kind}", "in Position"):
                partial(ask, Position.from_moves(LONG_GAME[:ply]), 0)()
    for run in (lambda: search(START, 6, own), lambda: deepening.search(START, own, depth=6)):
        with refused("my_idea.py line 1", "ZeroDivisionError", "zero", "`, in Position"):
            run()
    assert search(START, 2, own).value is not None


def test_a_failure_belongs_to_one_search(write):
    """Two searches at once ask one evaluator: only the one in which it fails ends with its error."""
    own = evaluators.load(write("def evaluate(position, side):\n    return 7 // (11 - position.ply)\n"))
    errors = []

    def fail():
        try:
            search(START, 6, own)
        except C4Error as error:
            errors.append(str(error))

    with own.in_search():
        other = Thread(target=fail)
        other.start()
        other.join()
        assert own.answer(*START.stones, True, START.rules) == 1000
    assert len(errors) == 1
    assert "ZeroDivisionError" in errors[0]
    assert search(START, 2, own).value is not None


def test_an_evaluator_that_is_no_longer_used_is_freed(write):
    """Saving a file again and again fills no memory."""
    gc.collect()
    had = len(user.Callback.by_number)
    evaluator = user.load(write(MIDDLE))
    search(START, 2, evaluator)
    assert len(user.Callback.by_number) == had + 1
    del evaluator
    gc.collect()
    assert len(user.Callback.by_number) == had


@pytest.mark.parametrize("place", ["fifo", "/dev/zero", "."])
def test_what_is_no_regular_file_is_not_read(tmp_path, place):
    """A pipe, which never ends, a device, and a folder with the name of a Python file are refused at once."""
    path = tmp_path / "odd.py"
    if place == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to(place)
    with refused("odd.py cannot be read: it is "):
        user.load(path)


ENDLESS = """
import os, sys, time
from c4 import evaluators
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.session import worker
evaluator = evaluators.load(evaluators.allow(sys.argv[1]))
worker.GRACE_SECONDS = 0.05
thinker = worker.Worker("test")
thinker.ask(lambda watch: search(Position.from_moves("44535"), 6, evaluator, watch=watch))
while not worker.scripts.running:
    time.sleep(0.01)
time.sleep(1)
thinker.ask(lambda watch: "another opponent plays")
while (answer := thinker.answer()) is None:
    time.sleep(0.01)
    if sentence := thinker.abandoned():
        print(sentence)
print(answer.result(), flush=True)
os._exit(0)
"""


def test_an_endless_loop_in_the_compiled_form_keeps_no_opponent_from_playing(tmp_path):
    """After Stop a sentence names the file, and the thread's next work is done."""
    path = tmp_path / "endless.py"
    path.write_text("def evaluate_bits(own, other):\n    while own.bit_count() > 4:\n        pass\n    return 1\n")
    done = python("-c", ENDLESS, path)
    assert done.stdout.splitlines() == [f"{path} does not answer; going on without it", "another opponent plays"]


CHANGES = """
import builtins, io, os, sys, tempfile
FOLDER = tempfile.mkdtemp()
def change():
    sys.stdin = sys.stdout = None
    sys.stderr = io.StringIO()
    builtins.print = builtins.open = None
    os.makedirs(FOLDER, exist_ok=True)
    os.chdir(FOLDER)
    os.rmdir(FOLDER)
def evaluate(position, side):
    change()
    return {value}
{load}
"""


@pytest.mark.parametrize(("value", "load"), [("1", ""), ("1", "change()"), ("1", "1 / 0"), ("1 / 0", "")])
def test_a_file_changes_nothing_for_the_program(write, value, load):
    """Its streams, Python's own functions and the current folder are those from before, also after an error."""
    before = sys.stdin, sys.stdout, sys.stderr, dict(vars(builtins)), os.getcwd()
    name = write(CHANGES.format(value=value, load="change()\n" + load))
    if "/" in load:
        with refused("my_idea.py line 15: ZeroDivisionError"):
            evaluators.load(name)
    elif "/" in value:
        with refused("my_idea.py line 13: ZeroDivisionError"):
            evaluators.load(name)
    else:
        assert search(START, 2, evaluators.load(name)).value.points == 1000
    assert (sys.stdin, sys.stdout, sys.stderr, dict(vars(builtins)), os.getcwd()) == before


@pytest.mark.parametrize("place", ["load", "search"])
def test_a_file_that_closes_a_stream_is_named(write, place):
    """What the program says cannot be seen then; the stream is open again, so that no file is opened in its place."""
    close = "__import__('os').close(1)"
    text = f"if {place == 'load'}:\n    {close}\ndef evaluate(position, side):\n    position.ply == 7 and {close}\n    return 1\n"
    output = os.dup(1)
    try:
        with refused("my_idea.py"):
            search(START, 2, evaluators.load(write(text)))
        os.fstat(1)
    finally:
        os.dup2(output, 1)
        os.close(output)


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
    with refused("made for the usual board"):
        search(small, 2, both)


def test_a_value_that_cannot_be_ends_a_compiled_search_too(both):
    """A number out of range is told after the search; the next one works."""
    with pytest.raises(C4Error, match=r"must return a number between .*, not 1000000000.0, in Position"):
        search(Position.from_moves("4444443333332222"), 4, both)
    assert search(START, 1, both).value is not None


def test_a_search_notices_forms_that_differ(write):
    """Also where they differ late in the game: the last position that it asked about is compared."""
    text = "    discs = {discs}.bit_count()\n    return 1 if discs < 9 else 1 + (1 << (discs + 60))\n"
    plain = "def evaluate(position, side):\n" + text.format(discs="(position.stones[0] | position.stones[1])")
    own = evaluators.load(
        write(
            plain.replace("1 + (1 <<", "min(900, 1 <<")
            + "def evaluate_bits(own, other):\n"
            + text.format(discs="(own | other)")
        )
    )
    assert search(START, 2, own).value is not None
    for run in (lambda: search(START, 5, own), lambda: deepening.search(START, own, depth=5)):
        with refused("evaluate says 900 and evaluate_bits ", "in Position"):
            run()


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such names")
@pytest.mark.parametrize(
    "name", [r"C:\Users\N\idea.py", 'quote"""; import gone.py', "line\nimport gone.py", "\udcff.py"]
)
@pytest.mark.parametrize("kind", EXAMPLES)
def test_no_name_of_a_file_breaks_the_start_that_is_written(tmp_path, name, kind):
    """The start names its own file in its docstring, whatever the name has in it."""
    write_example(tmp_path / name, *EXAMPLES[kind])
    imported = [part for part in ast.walk(ast.parse((tmp_path / name).read_text())) if isinstance(part, ast.Import)]
    assert {part.names[0].name for part in imported} == {"c4"}


def test_a_start_is_written_checked_and_searched_with(tmp_path):
    """`c4 check --new evaluator` writes a file that works as it is, and never overwrites one."""
    path = tmp_path / "my_idea.py"

    assert c4("check", str(path), "--new", "evaluator").endswith("ok\n")
    facts = json.loads(c4("check", str(path), "--json").splitlines()[-1])
    assert facts["kind"] == "evaluator"
    assert facts["positions"] == 200
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
    with refused("evaluate says 5 and evaluate_bits 0 for side 0"):
        forms_agree(both, [START])
    rows = "def explain(position, side):\n    return [('one', 2, 3)]\n"
    name = write("def evaluate(position, side):\n    return 5\n" + rows)
    refuses(c4, "do not add up", "check", name)
    assert [row.contribution for row in evaluators.load(name).explain(START)] == [6000, -1000]
    name = write("def evaluate(position, side):\n    return 5\ndef explain(position, side):\n    return [1]\n")
    with refused("explain must return rows of"):
        evaluators.load(name).explain(START)


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


STRANGE = {
    "asked for anything": "class Odd(BaseException):\n    def __getattribute__(self, name): raise SystemExit(0)",
    "asked for its traceback": "class Odd(BaseException):\n    __traceback__ = property(lambda self: 1 // 0)",
}
"""Exceptions that raise another one when they are asked for something."""


@pytest.mark.parametrize("name", STRANGE)
def test_an_exception_that_hides(write, name):
    """Whatever it answers, the line that raised it is named."""
    code = f"{STRANGE[name]}\ndef evaluate(position, side):\n    raise Odd()\n"
    with refused("my_idea.py line 4: Odd", "at `raise Odd()`"):
        evaluators.load(write(code))


UNHEARD = """
import threading
class Value(float):
    def __del__(self): raise SystemExit(3)
def evaluate(position, side):
    thread = threading.Thread(target=lambda: 1 // 0)
    thread.start()
    thread.join()
    return Value(1)
"""


def test_errors_that_nothing_can_catch_are_said_once(tmp_path):
    """In a thread of the file, and where Python throws a value away."""
    (tmp_path / "odd.py").write_text(UNHEARD)
    done = python("-P", "-m", "c4", "search", "4453", "--depth", "2", "--evaluator", "odd.py", cwd=tmp_path)
    said = [line for line in done.stderr.splitlines() if "nothing could catch" in line]
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert sorted(said) == [
        "c4: odd.py line 4: SystemExit: 3, which nothing could catch",
        "c4: odd.py line 6: ZeroDivisionError: integer division or modulo by zero, which nothing could catch",
    ]


def test_texts_are_no_numbers(write):
    """Though Python makes numbers of some."""
    file = write("def evaluate(position, side):\n    return '3'\n")
    with refused("evaluate must return a number", "not '3'"):
        evaluators.load(file)
