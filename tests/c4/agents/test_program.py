"""Another program as an agent: columns or scores, time limit, restart, and sentences for what is no answer."""

import os
import shlex
import signal
import subprocess
import sys
from collections import deque
from threading import Thread
from time import perf_counter

import pytest
from paths import ROOT
from patience import wait_until
from processes import alive
from refusal import refused

from c4 import agents
from c4.agents import program
from c4.agents.limits import Limits
from c4.agents.specification import Specification, parse_agent
from c4.errors import C4Error
from c4.game.position import Position
from c4.search.watch import Watch
from c4.solver.solver import stream_columns

LOOP = "import sys\nfor line in sys.stdin:\n    line = line.strip()\n"

COLUMN = LOOP + "    print(1 + len(line) % 7, flush=True)\n"

LATE = "4444443226333322"


@pytest.fixture
def start(tmp_path):
    """Writes a program; what names it as an agent."""
    made = []

    def put(text: str) -> str:
        path = tmp_path / f"solver{len(made)}.py"  # named after `program:` it is a program, not an agent's Python file
        path.write_text(text)
        made.append(agents.allow(f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"))
        return made[-1]

    yield put
    program.end_all()
    for name in made:
        agents.AGENTS.pop(name)


def choose(name: str, moves: str, **limits):
    return agents.load(name).choose(Position.from_moves(moves), Limits(**limits))


def test_a_program_that_answers_with_columns(start):
    """It is asked in the game's move string, the empty board included, and stays between moves."""
    name = start(COLUMN)
    started = perf_counter()
    assert 0 < choose(name, "4").seconds <= perf_counter() - started
    assert [choose(name, moves).column for moves in ("", "4", "44535")] == [0, 1, 5]
    assert parse_agent(f"{name},time_ms=50") == Specification(name, Limits(time_ms=50))
    assert str(parse_agent(f"{name},time_ms=50")) == f"{name},time_ms=50"


def test_a_public_solver_chooses_by_the_scores_of_the_columns(start):
    """What prints the moves and a score for every column plays perfectly, also on the empty board."""
    position = Position.from_moves(LATE)
    exact = agents.load("perfect").choose(position, Limits(seed=1))
    news = {one.column: one.score for one in stream_columns(position)}
    scores = " ".join(str(news.get(column, -1000)) for column in range(7))
    result = choose(start(LOOP + f"    print(line, '{scores}', flush=True)\n"), LATE)
    assert result.columns == exact.columns
    assert result.columns[result.column] == exact.value
    each = start(LOOP + "    print(line, '-1000 -3 4 2 0 2 -1', flush=True)\n")
    result = choose(each, "111111")
    assert result.column == 2
    assert result.reason.split(":")[1] == " +4"
    first = start(LOOP + "    print(line, '-2 -1 0 1 0 -1 -2', flush=True)\n")
    assert choose(first, "").column == 3


def test_a_program_that_has_ended_is_started_again(start):
    """One that ends after each answer plays on; one that never answers gives an error with its last line."""
    assert [choose(start(COLUMN + "    break\n"), moves).column for moves in ("4", "44")] == [1, 2]
    with pytest.raises(C4Error, match="ends instead of answering '4': exit status 3, out of paper"):
        choose(start("import sys\nprint('out of paper', file=sys.stderr)\nsys.exit(3)"), "4")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("    print('hello', flush=True)\n", "answers 'hello' to '4': a column from 1"),
        ("    print(9, flush=True)\n", "answers '9' to '4': a column"),
        ("    print('9' * 5000, flush=True)\n", "answers '9999"),
        ("    print('error: too hard', flush=True)\n", "says of '4': error: too hard"),
        (
            "    print(line, -2, flush=True)\n",
            "answers '-2' to '4': a column from 1, or the moves and a score for every",
        ),
        ("    print(line, *[400] * 7, flush=True)\n", "answers '400 400"),
        ("    print('1 2', flush=True)\n", "answers '1 2' to '4'"),
    ],
)
def test_an_unreadable_answer_is_quoted(text, sentence, start):
    """An answer that is no move is quoted in the error, with what an answer looks like."""
    with refused(match=sentence):
        choose(start(LOOP + text), "4")


def test_a_program_that_hangs_is_ended(start, monkeypatch):
    """After its time there is a sentence; a stopped search ends it without one."""
    monkeypatch.setattr(program, "START_SECONDS", 0.0)
    name = start("import time\ntime.sleep(1000)\n")
    with refused("gave no answer to '4' in"):
        choose(name, "4", time_ms=10)
    watch = Watch()
    watch.stop()
    assert agents.load(name).choose(Position.from_moves("4"), Limits(), watch).column is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("import sys\nwhile True: sys.stdout.write('x' * 1000)\n", "prints a line of more than 10,000 bytes"),
        (LOOP + "    for _ in range(10**9): print(4, flush=True)\n", "prints more than 1,000 lines"),
    ],
)
def test_a_program_that_prints_without_end_is_ended(text, sentence, start):
    """Output without a line break, or lines that no one asked for, end the program with one sentence."""
    name = start(text)

    def answers():
        choose(name, "4")
        process = agents.load(name)._conversation.process
        wait_until(lambda: process.fault)
        deque((choose(name, "4") for _ in range(program.MAX_PENDING_LINES + 1)), 0)

    with refused(match=sentence):
        answers()


def test_a_program_that_floods_standard_error_plays_on(start):
    """It answers, and only the end of what it complains about is remembered."""
    name = start("import sys\n" + "sys.stderr.write('x' * 50_000_000)\n" + COLUMN)
    assert choose(name, "4").column == 1
    process = agents.load(name)._conversation.process
    assert len(process.errors_printed) == program.MAX_ERROR_BYTES


@pytest.mark.skipif(sys.platform == "win32", reason="there are no process groups")
def test_a_program_behind_a_wrapper_is_ended_with_it(start, tmp_path):
    """What a wrapper has started ends with it when the search is stopped, and nothing waits for it."""
    number = tmp_path / "number"
    inner = f"import os, time; open({str(number)!r}, 'w').write(str(os.getpid())); time.sleep(1000)"
    name = start(f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {inner!r}])\n")
    watch = Watch()
    answers = []
    thread = Thread(target=lambda: answers.append(agents.load(name).choose(Position(), Limits(), watch)))
    thread.start()
    wait_until(lambda: number.exists() and number.read_text())
    watch.stop()
    thread.join(30)
    assert [answer.column for answer in answers] == [None]
    wait_until(lambda: not alive(int(number.read_text())))


def test_only_a_program_that_a_person_has_named_is_started(tmp_path):
    """A name alone, as it may stand in a memory from elsewhere, starts nothing; what is no program is told."""
    with refused(match=r"only (when you name|after you load) it"):
        agents.load("program:touch x")
    with refused(match=r"only (when you name|after you load) it"):
        parse_agent("program:touch x", typed_by_user=False)
    name = agents.allow(f"program:{tmp_path}/nothing")
    with refused("nothing cannot be started: No such file"):
        agents.load(name).choose(Position(), Limits())
    del agents.AGENTS[name]


@pytest.mark.slow
def test_our_own_serve_is_such_a_program():
    """`c4 serve` answers with columns while its input is still open, the empty board included."""
    name = agents.allow(f"program:{shlex.quote(sys.executable)} -m c4 serve trainer:seed=1")
    agent = agents.load(name)
    for moves in ("", "4"):
        assert agent.choose(Position.from_moves(moves), Limits()).column in range(7)
    agent.close()
    del agents.AGENTS[name]


def test_a_greeting_is_no_answer(start):
    """What a program prints before it is asked, a column among it, is dropped; so is an answer that it repeats."""
    name = start("print('Hello'), print(7, flush=True)\n" + COLUMN)
    assert [choose(name, moves).column for moves in ("", "4", "44")] == [0, 1, 2]
    name = start(LOOP + "    for _ in range(2): print(1 + len(line) % 7, flush=True)\n")
    answers = [choose(name, "").column]
    for moves in ("4", "44"):
        answers.append(choose(name, moves).column)
        wait_until(lambda: agents.load(name)._conversation.process._lines.qsize())
    assert answers == [0, 1, 2]


def test_a_program_that_does_not_read_keeps_its_time_limit(start, monkeypatch):
    """More questions than its pipe holds do not block: after its time there is a sentence."""
    monkeypatch.setattr(program, "START_SECONDS", 0.0)
    name = start("import time\ninput()\nprint(4, flush=True)\ntime.sleep(1000)\n")
    assert choose(name, "").column == 3
    process = agents.load(name)._conversation.process
    for _ in range(100):
        process._questions.put(b"4" * 5000 + b"\n")
    with refused("gave no answer to '4' in"):
        choose(name, "4", time_ms=10)


@pytest.mark.parametrize(("bytes_of_line", "is_too_long"), [(10, False), (11, True)])
def test_how_long_a_line_may_be(start, monkeypatch, bytes_of_line, is_too_long):
    """With its end."""
    monkeypatch.setattr(program, "MAX_LINE_BYTES", 10)
    name = start(LOOP + f"    print('4'.ljust({bytes_of_line - 1}), flush=True)\n")
    if is_too_long:
        with refused("prints a line of more than 10 bytes"):
            choose(name, "")
    else:
        assert choose(name, "").column == 3


def test_only_the_first_answer_has_more_time(start, monkeypatch):
    """A program that has answered has started."""
    monkeypatch.setattr(program, "START_SECONDS", 1000.0)
    name = start("import time\ninput()\nprint(4, flush=True)\ntime.sleep(1000)\n")
    assert choose(name, "", time_ms=1).column == 3
    with refused("gave no answer to '4' in"):
        choose(name, "4", time_ms=10)


def test_closing_while_it_is_asked(start, tmp_path):
    """Another thread may end the program at any moment: whoever has asked gets no column, and no error."""
    asked = tmp_path / "asked"
    name = start(LOOP + f"    open({str(asked)!r}, 'w'); import time; time.sleep(1000)\n")
    agent = agents.load(name)
    answers = []
    thread = Thread(target=lambda: answers.append(agent.choose(Position(), Limits())))
    thread.start()
    wait_until(asked.exists)
    agent.close()
    thread.join(30)
    assert [answer.column for answer in answers] == [None]


ASKS = """
import sys
from c4 import agents
from c4.agents.limits import Limits
from c4.game.position import Position
agents.load(agents.allow(sys.argv[1])).choose(Position(), Limits())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_program_ends_with_the_process_that_has_started_it(start, tmp_path, way):
    """Whatever way that process dies, also when nothing of it can run any more."""
    number = tmp_path / "number"
    name = start(
        LOOP + f"    import os\n    open({str(number)!r}, 'w').write(str(os.getpid()))\n    while True: pass\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", ASKS, name], env={**os.environ, "PYTHONPATH": str(ROOT)})
    wait_until(lambda: number.exists() and number.read_text())
    parent.send_signal(way)
    parent.wait()
    wait_until(lambda: not alive(int(number.read_text())))
