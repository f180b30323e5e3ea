"""Ctrl-C is never lost, and never tears what must be whole."""

import ctypes
import os
import signal
import sys
import threading
import time

import pytest
from numba.core.dispatcher import Dispatcher

from c4 import halting, interrupts
from c4.compiled.perft import count_games
from c4.evaluators.windows import Windows
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.interrupts import listening, uninterrupted
from c4.search import fixed_depth


@pytest.fixture(autouse=True)
def heard():
    """As in a command in the foreground: a test run in the background ignores Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with listening():
        yield
    signal.signal(signal.SIGINT, before)


def interrupted(work):
    """Whether Ctrl-C is heard in some work, or within 10 seconds after it."""
    try:
        work()
        end = time.monotonic() + 10
        while time.monotonic() < end:
            time.sleep(0.001)
    except KeyboardInterrupt:
        return True
    return False


def ring():
    signal.raise_signal(signal.SIGINT)


def ring_from_outside():
    """As a person does it: the signal may reach the process in any thread, and Python hears it in the main one."""
    os.kill(os.getpid(), signal.SIGINT)


def test_while_a_kernel_is_called(monkeypatch):
    """numba asks a kernel that is an argument for its type, in Python: an exception there is lost, or becomes a
    TypeError."""
    rung = []

    def once():
        if not rung:
            rung.append(True)
            ring()

    theirs = {"__name__": "numba.core.dispatcher", "usual": Dispatcher._numba_type_.fget, "once": once}
    exec("def asked(self):\n    once()\n    return usual(self)", theirs)
    monkeypatch.setattr(Dispatcher, "_numba_type_", property(theirs["asked"]))
    assert interrupted(lambda: fixed_depth.search(Position(), 1, Windows([1.0] * 9)))
    assert rung


def test_in_a_destructor():
    """Python prints an exception of `__del__` and goes on."""

    class Destroyed:
        def __del__(self):
            ring()

    assert interrupted(Destroyed)


def test_what_is_whole():
    """It is done to its end, however deep, and then Ctrl-C is heard."""
    done = []

    def work():
        with uninterrupted():
            with uninterrupted():
                ring()
                ring()
                done.append("inner")
            done.append("outer")
        done.append("after")

    assert interrupted(work)
    assert done == ["inner", "outer"]
    with uninterrupted():
        pass


def test_kernels_return():
    """The main thread is in compiled code for minutes: Ctrl-C is heard all the same, and kernels run as usual after."""
    threading.Timer(0.05, ring_from_outside).start()
    started = time.monotonic()
    assert interrupted(lambda: count_games(16, STANDARD))
    assert time.monotonic() - started < 5
    assert count_games(4, STANDARD) == 2401
    assert interrupts.STOP.value == 0


def test_python_that_compiled_code_calls():
    """A person's endless loop in it ends; nothing is raised through the compiled code, which is told to return."""
    ended = []

    def endless():
        ring()
        while True:
            pass

    def answer():
        try:
            halting.guarded(endless)
        except halting.Halted:
            ended.append(interrupts.STOP.value)
        return 0

    halting.callbacks.add(answer.__code__)
    assert interrupted(ctypes.CFUNCTYPE(ctypes.c_int)(answer))
    assert ended == [1]


def test_everything_is_put_back():
    """After the block signals, and exceptions that are lost, are as they were."""
    assert sys.unraisablehook.__module__ == interrupts.__name__
    with listening():  # a second one inside changes nothing
        pass
    assert signal.getsignal(signal.SIGINT) is interrupts._interrupt
