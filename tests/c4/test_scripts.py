"""Endless loops in user code: its thread is abandoned after Stop, and the window's thread never waits for long."""

import time

import pytest
from refusal import refused

from c4 import evaluators, scripts
from c4.game.position import Position
from c4.search.fixed_depth import search
from c4.session.worker import Worker

SLOW = """
from threading import Event
inside, released = Event(), Event()
def evaluate(position, side):
    if position.ply == 7:
        inside.set()
        released.wait(60)
    return 1
"""
BOARD = Position.from_moves("44535")


@pytest.fixture
def slow(tmp_path):
    """An evaluator that does not answer until the test has ended."""
    path = tmp_path / "slow.py"
    path.write_text(SLOW)
    evaluator = evaluators.load(evaluators.allow(str(path)))
    yield evaluator
    evaluator.script.names["released"].set()


def test_a_search_that_does_not_answer_is_abandoned(slow, monkeypatch):
    """After Stop a sentence names the file, and the thread's next work is done."""
    monkeypatch.setattr("c4.session.worker.GRACE_SECONDS", 0.05)
    worker = Worker("test")
    worker.ask(lambda watch: search(BOARD, 2, slow, watch=watch))
    assert slow.script.names["inside"].wait(60)
    worker.ask(lambda watch: 3)
    sentences = []
    while (answer := worker.answer()) is None:
        time.sleep(0.01)
        sentences.append(worker.abandoned())
    assert answer.result() == 3
    assert [one for one in sentences if one] == [f"{slow.path} does not answer; going on without it"]
    worker.close()


def test_the_main_thread_does_not_wait_for_long(slow, monkeypatch):
    """Where the window has set its patience, a call fails after that, and the next ones at once."""
    monkeypatch.setattr(scripts, "patience", 0.05)
    assert slow.evaluate(BOARD) == 1000
    for _ in range(2):
        with refused("does not answer"):
            slow.evaluate(BOARD.play(0).play(0))
