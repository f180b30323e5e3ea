"""Ctrl-C stops a command, and never interrupts what must be completed."""

import os
import signal
import time
from threading import Event, Thread, Timer

import pytest
from commands import python

from c4 import interrupts
from c4.agents.limits import Limits
from c4.agents.user import UserAgent
from c4.evaluators import user
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.interrupts import check, run, uninterrupted
from c4.kernels.perft import count_games
from c4.search.fixed_depth import search


@pytest.fixture(autouse=True)
def foreground(monkeypatch):
    """A test run in the background ignores Ctrl-C; a kernel that is compiled first takes longer than GRACE_SECONDS."""
    monkeypatch.setattr(interrupts, "GRACE_SECONDS", 60.0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    assert signal.signal(signal.SIGINT, before) is signal.default_int_handler
    assert interrupts.STOP.value == 0


def press():
    """Presses Ctrl-C, and waits until the main thread has heard it."""
    os.kill(os.getpid(), signal.SIGINT)
    while not interrupts._pressed:
        time.sleep(0.001)


def test_status_and_errors_of_a_command():
    """The status is passed on, and so are errors."""
    assert run(lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        run(lambda: 1 // 0)


def test_kernels_return_early():
    """A kernel that would run for minutes stops; afterwards kernels run as usual."""

    def command():
        Timer(0.05, press).start()
        return count_games(16, STANDARD)

    count_games(2, STANDARD)  # compiles it
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(command)
    assert time.monotonic() - started < 5
    assert count_games(4, STANDARD) == 2401


def test_what_must_be_completed():
    """It is completed, also when blocks are nested; then Ctrl-C is heard.  A block after that is completed, too."""
    done = []

    def command():
        try:
            with uninterrupted():
                with uninterrupted():
                    press()
                    check()
                    done.append(count_games(4, STANDARD))
                done.append("outer")
            done.append("not reached")
        finally:
            with uninterrupted():
                done.append("saved")

    with pytest.raises(KeyboardInterrupt):
        run(command)
    assert done == [2401, "outer", "saved"]


def test_another_thread_that_is_busy_saving_does_not_swallow_ctrl_c():
    """The command hears it at the end of its own block."""
    inside = Event()
    over = Event()

    def other():
        with uninterrupted():
            inside.set()
            over.wait(60)

    def command():
        with uninterrupted():
            press()

    saving = Thread(target=other)
    saving.start()
    inside.wait(60)
    try:
        with pytest.raises(KeyboardInterrupt):
            run(command)
    finally:
        over.set()
        saving.join()


PRESSES = """
import os
import signal
import time
from c4 import interrupts
def press():
    os.kill(os.getpid(), signal.SIGINT)
    while not interrupts.STOP.value:
        time.sleep(0.01)
    interrupts.check()
late = []
class Late:
    def __int__(self):
        press()
    def __float__(self):
        press()
def choose(position):
    return Late()
def evaluate(position, side):
    return Late() if late else 1
def explain(position, side):
    return [("late", Late(), 1)]
"""
"""A player and evaluator whose answers ask the program something, in which Ctrl-C is pressed, when they are read."""


def test_ctrl_c_is_no_wrong_answer_of_a_users_file(tmp_path):
    """Ctrl-C while the answer of a user's file is read stops the command; the file is not blamed."""
    path = tmp_path / "presses.py"
    path.write_text(PRESSES)
    player = UserAgent(path)
    evaluator = user.load(path)
    start = Position()
    evaluator.script.names["late"].append(True)
    for command in (
        lambda: player.choose(start, Limits()),
        lambda: evaluator.evaluate(start),
        lambda: evaluator.explain(start),
        lambda: search(start, 2, evaluator),
    ):
        with pytest.raises(KeyboardInterrupt):
            run(command)


ENDLESS = """
import os, signal, threading
from c4.interrupts import run
signal.signal(signal.SIGINT, signal.default_int_handler)
def endless():
    while True:
        pass
threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
run(endless)
"""


@pytest.mark.slow
def test_an_endless_loop():
    """The process ends without the command, with the status for Ctrl-C."""
    started = time.monotonic()
    done = python("-c", ENDLESS)
    assert done.returncode == interrupts.INTERRUPTED
    assert done.stderr == "stopped\n"
    assert time.monotonic() - started < 10


def test_a_search_after_ctrl_c_says_nothing():
    """A search that returned early raises KeyboardInterrupt instead of a result."""
    from c4 import evaluators
    from c4.engine import deepening

    def command():
        press()
        deepening.search(Position(), evaluators.load("v2"), depth=20)

    with pytest.raises(KeyboardInterrupt):
        run(command)


EARLY = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
class Press:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            try:
                os.kill(os.getpid(), signal.SIGINT)
            except KeyboardInterrupt:
                pass  # as an import may swallow it
sys.meta_path.insert(0, Press())
sys.argv = ["c4", "train", "windows"]
from c4.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["c4.cli", "click", "c4.errors"])
def test_ctrl_c_while_modules_are_imported(module):
    """It ends the process at once, with one line and the status for Ctrl-C."""
    done = python("-c", EARLY.format(module=module))
    assert done.returncode == interrupts.INTERRUPTED
    assert done.stderr == "stopped\n"
