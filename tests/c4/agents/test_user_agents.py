"""User players: Python files with `choose`."""

import os
from time import perf_counter

import pytest
from commands import c4
from refusal import refused

from c4 import agents, evaluators
from c4.agents.specification import parse_agent
from c4.errors import C4Error
from c4.game.position import Position
from c4.session.settings import Settings

START = Position.from_moves("4453")


@pytest.fixture
def write(tmp_path):
    """Writes the file, each time with a later time of change; its name."""
    path = tmp_path / "my_player.py"
    times = []

    def put(text: str) -> str:
        path.write_text(text)
        times.append(None)
        os.utime(path, (len(times), len(times)))
        return str(path)

    yield put
    agents.AGENTS.pop(str(path), None)


def test_a_start_is_written_checked_and_plays(tmp_path):
    """`c4 check --new player` writes and checks a file that `c4 match`, `c4 serve` and the seats take as it is."""
    path = str(tmp_path / "my_player.py")
    output = c4("check", path, "--new", "player")
    assert output.endswith("ok\n")
    assert f"A  {path}\n" in c4("match", path, "random:seed=1", "--games", "2", "--jobs", "1")
    assert c4("serve", path, input="112233\n") == "4\n"
    assert Settings().seated(None, path).seats[1] == path
    assert agents.AGENTS.pop(path).label == "my_player"


def test_a_player_is_told_the_limits_and_read_again_when_saved(write):
    """A second parameter gets the limits; the same agent plays by the new code once the file is saved."""
    name = write("def choose(position, limits):\n    return limits.depth\n")
    agent = parse_agent(f"{name}:depth=2").load()
    started = perf_counter()
    decision = agent.choose(START)
    assert decision.column == 2
    assert 0 <= decision.seconds <= perf_counter() - started
    write("def choose(position):\n    return 5\n")
    assert agent.choose(START).column == 5
    write("def choose(position):\n    return 1 / 0\n")
    with pytest.raises(C4Error, match=r"my_player\.py line 2: ZeroDivisionError: .*, at `return 1 / 0`, in Position"):
        agent.choose(START)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def choose(position):\n    return 7\n", r"one of 0, 1, .* \(from 0\), not 7, in Position"),
        ("def choose(position):\n    return 'left'\n", "not 'left'"),
        ("def evaluate(position, side):\n    return 1\n", "has no function choose.*alphabeta:evaluator="),
        ("\nraise ValueError('Failed in it\\n\\x1b[1mno\\nmore')\n", "line 2: ValueError: no, at"),
    ],
)
def test_what_is_wrong_with_a_player_is_said(text, sentence, write):
    """A player's mistake is one sentence that names it."""
    name = write(text)
    with refused(match=sentence):
        parse_agent(name).load().choose(START)


def test_a_player_that_nobody_named_is_not_run(tmp_path):
    """A name alone, as it may stand in a file from elsewhere, runs nothing."""
    path = tmp_path / "other.py"
    trace = tmp_path / "it ran"
    path.write_text(f"open({str(trace)!r}, 'w')\ndef choose(position):\n    return 1\n")
    for try_it in (lambda: agents.load(str(path)), lambda: parse_agent(str(path), typed_by_user=False)):
        with pytest.raises(C4Error, match=r"only (when you name|after you load) it"):
            try_it()
    assert not trace.exists()


def test_an_evaluator_in_an_option_is_run_only_if_it_was_typed(tmp_path):
    """As a player is."""
    path = tmp_path / "mine.py"
    path.write_text("def evaluate(position, side):\n    return 0\n")
    with refused("runs only after you load it"):
        parse_agent(f"greedy:evaluator={path}", typed_by_user=False)
    assert parse_agent(f"greedy:evaluator={path}").limits.evaluator == str(path)
    evaluators.forget(str(path))
