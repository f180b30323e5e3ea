"""Endless loops in files of people: ended when their work is stopped, and where they keep the window's thread."""

from __future__ import annotations

import re
from concurrent.futures import wait
from threading import get_ident

import pytest

from c4 import agents, evaluators, halting
from c4.agents import Limits
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.search.fixed_depth import search
from c4.session import threads
from c4.session.session import Session
from c4.session.worker import Worker

LIMIT = 60.0
"""Seconds for what takes one."""

EVALUATE = """
from threading import Event
inside = Event()
def evaluate(position, side):
    if position.ply == 7:
        inside.set()
        while True:
            pass
    return 1
"""
CHOOSE = """
from threading import Event
inside = Event()
def choose(position):
    inside.set()
    while True:
        try:
            1 / 0
        except Exception:
            pass
"""
BOARD = Position.from_moves("44535")


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a file that a person has named; its name."""
    path = tmp_path / "loop.py"

    def put(text: str) -> str:
        path.write_text(text)
        return str(path)

    halting.told.clear()
    monkeypatch.setattr("c4.session.worker.GRACE", 0.05)
    monkeypatch.setattr(threads, "PATIENCE", 0.05)
    yield put
    halting.told.clear()
    evaluators.forget(str(path))
    agents.AGENTS.pop(str(path), None)


def stopped(work, inside) -> str:
    """Starts work in a thread, stops it once it is in the loop, and waits for its end; what is told then."""
    worker: Worker[object] = Worker("test")
    worker.ask(work)
    future = worker._future
    assert inside.wait(LIMIT)
    worker.drop()
    assert not wait([future], LIMIT).not_done
    worker.close()
    return halting.told.popleft() if halting.told else ""


def test_a_search_that_is_stopped(write, monkeypatch):
    """The loop ends and is named with its line; the evaluator answers again."""
    monkeypatch.setattr(halting, "LONG", 0.0)
    own = evaluators.load(evaluators.allow(write(EVALUATE)))
    said = stopped(lambda watch: search(BOARD, 2, own, watch=watch), own.script.names["inside"])
    assert re.search("loop.py line [78]: stopped before it had ended, at", said)
    assert own.evaluate(BOARD) == 1


def test_a_player_that_catches_every_error(write, monkeypatch):
    """So does `choose`; what ends it is no Exception."""
    monkeypatch.setattr(halting, "LONG", 0.0)
    own = agents.load(agents.allow(write(CHOOSE)))
    said = stopped(lambda watch: own.choose(BOARD, Limits(), watch), own._script.names["inside"])
    assert "stopped before it had ended, at" in said


def test_the_windows_thread(write):
    """A loop that keeps it is ended, and is not begun again until the file is saved."""
    session = Session()
    own = evaluators.load(evaluators.allow(write(EVALUATE)))
    session.threads.watch_over(get_ident())
    for _ in range(2):
        with pytest.raises(C4Error, match="stopped before it had ended"):
            own.evaluate(BOARD.play(0).play(0))
    halting.told.append("what was told")
    assert [event.sentence for event in session.poll() if hasattr(event, "sentence")][-1] == "what was told"
    session.close()


def test_code_that_returns_is_not_disturbed():
    """Who is outside, and who is not wanted any more, is not halted."""
    halting.halt(get_ident())
    assert halting.guarded(lambda: halting.halt(get_ident(), wanted=lambda: False) or 3) == 3
    assert halting.guarded(lambda: halting.halt(get_ident(), after=LIMIT) or 4) == 4
