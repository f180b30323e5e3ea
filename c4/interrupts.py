"""Ctrl-C: heard at once, also while compiled code runs, and never in the middle of what must be whole.  Plain Python.

    with listening():              # the door of a command, in the main thread
        search(position)           # its kernels read STOP (`c4.compiled.stop`) and return early
        with uninterrupted():      # KeyboardInterrupt waits until the end of this
            learner.save(path)

Python runs its handler of a signal, which raises KeyboardInterrupt, between two instructions of the main thread: so not
before compiled code returns, and perhaps inside a piece of Python that numba calls while it looks at the arguments of a
kernel, where the exception is lost or becomes another one.  So another thread, the listener, hears the signal too: it
sets STOP until the handler runs, and has the handler run again if it came at a wrong moment.
"""

from __future__ import annotations

import _thread
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import c_int64
from time import sleep
from types import FrameType
from typing import Any

from c4 import halting

STOP = c_int64(0)
"""1 from Ctrl-C until Python's handler runs: what kernels return after that is never seen."""

HEARD, AGAIN = b"\xfe", b"\xff"
"""What the handler tells the listener: that it runs, and that KeyboardInterrupt cannot be raised now.  No signals have
these numbers."""

AFTER = 0.005
"""Seconds until it is tried again."""

OURS, COMPILER = ("c4.", "visualizer."), "c4.compiled.compiler"

ANSWER = 1.0
"""Seconds that the handler waits for the listener at most."""

_blocks = 0
_rung = False
_waiting = False
_bell: socket.socket | None = None
_answers = threading.Semaphore(0)


@contextmanager
def listening() -> Iterator[None]:
    """Hears Ctrl-C until the end of the block, unless the process was started with Ctrl-C ignored.

    For the main thread.  Raises KeyboardInterrupt inside the block, once for every Ctrl-C.
    """
    global _bell, _rung, _waiting
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN or _bell is not None or threading.current_thread() is not threading.main_thread():
        yield
        return
    _rung = False
    _bell, ear = socket.socketpair()
    _bell.setblocking(False)
    hook, wakeup = sys.unraisablehook, signal.set_wakeup_fd(_bell.fileno(), warn_on_full_buffer=False)
    listener = threading.Thread(target=_listen, args=(ear,), name="ctrl-c", daemon=True)
    listener.start()
    sys.unraisablehook = _raise_again(hook)
    signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        bell, _bell, _waiting = _bell, None, False
        signal.set_wakeup_fd(wakeup)
        bell.close()
        listener.join()  # what it still tries again comes to nothing: the block is over
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook
        _rung, STOP.value = False, 0


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Lets KeyboardInterrupt wait until the end of the block: what is done there is done whole."""
    global _blocks, _waiting
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _blocks += 1
    try:
        yield
    finally:
        _blocks -= 1
    if _waiting and not _blocks:
        _waiting = False
        raise KeyboardInterrupt


def rung() -> bool:
    """Whether Ctrl-C has been pressed while `listening`: an error may be what became of KeyboardInterrupt."""
    return _rung


def _interrupt(number: int, frame: FrameType | None) -> None:
    """The handler."""
    global _rung, _waiting
    if _bell is None:
        return
    _rung = True
    _bell.send(HEARD)
    _answers.acquire(timeout=ANSWER)  # STOP is 0 then, and kernels run as usual again
    if _blocks:
        _waiting = True
    elif _in_a_callback(frame):  # the kernel returns as soon as the callback has ended
        STOP.value = 1
        _try_again()
        halting.halt(threading.get_ident())  # raises Halted at once
    elif _inside_a_call(frame):
        _try_again()
    else:
        raise KeyboardInterrupt


def _listen(ear: socket.socket) -> None:
    """The listener: stops compiled code, for which the handler comes too late; until the bell is closed."""
    with ear:
        while heard := ear.recv(64):
            for byte in heard:
                if byte == signal.SIGINT:
                    STOP.value = 0 if _blocks else 1
                elif byte == HEARD[0]:
                    STOP.value = 0
                    _answers.release()
                elif byte == AGAIN[0]:
                    sleep(AFTER)
                    if _bell is not None:
                        _thread.interrupt_main()


def _try_again() -> None:
    if _bell is not None:
        _bell.send(AGAIN)


def _in_a_callback(frame: FrameType | None) -> bool:
    """Whether Python runs for compiled code, where an exception is lost on its way up."""
    while frame is not None:
        if frame.f_code in halting.callbacks:
            return True
        frame = frame.f_back
    return False


def _inside_a_call(frame: FrameType | None) -> bool:
    """Whether a kernel is being called, and numba runs Python for it: where an exception is lost.  Not while one is
    compiled, nor while numba is imported.
    """
    numba = False
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith("importlib"):
            return False
        if module.startswith(OURS):
            return numba and module != COMPILER
        numba = numba or module.startswith("numba.")
        frame = frame.f_back
    return numba


def _raise_again(hook: Callable[[Any], object]) -> Callable[[Any], object]:
    """For exceptions that Python would only print, as those of `__del__` and of callbacks."""

    def heard(lost: Any) -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            _try_again()
        else:
            hook(lost)

    return heard
