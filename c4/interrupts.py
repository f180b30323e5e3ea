"""Ctrl-C in commands: it stops compiled code, too, and never interrupts what must be completed.

    status = run(command)          # in the main thread; the command runs in a thread of its own
        found = kernel(...)        # returns early when STOP is set (`c4.kernels.stop`)
        check()                    # raises KeyboardInterrupt then
        with uninterrupted():      # Ctrl-C waits until the end of this block
            learner.save(path)

Python handles a signal between two instructions of the main thread, so not while that thread runs compiled code.  The
main thread therefore only waits for the command.  No exception is raised from outside: the command asks by `check`, and
is abandoned if it does not ask within GRACE_SECONDS, for example in a user's endless loop.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ctypes import c_int64
from threading import Lock, Thread, current_thread, local, main_thread
from time import monotonic
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C."""

STOP = c_int64(0)
"""1 after Ctrl-C: kernels return early, and nothing uses what they return."""

STOP_SYMBOL = "c4_interrupts_stop"
"""The name of STOP in compiled code."""

GRACE_SECONDS = 0.5
"""The time that a command has to notice Ctrl-C before the process ends without it."""

POLL_SECONDS = 0.05
"""The time between two polls of the main thread: on some systems it handles Ctrl-C only then."""

# What follows is the state of Ctrl-C in this process:
#   quiet       `_pressed` is 0: nobody has pressed it
#   pressed     `_pressed` is set, and STOP with it: kernels return, and `check` raises KeyboardInterrupt
#   put off     pressed while `_sections` is not 0: STOP stays 0, and the block of `uninterrupted` raises at its end
#   ending      `_ending`: KeyboardInterrupt has been raised; the command completes what it has to, for as long as it takes
# `run` begins and leaves in "quiet".  From "pressed" it ends the process after GRACE_SECONDS, and a second Ctrl-C ends it
# at once.
_lock = Lock()
_pressed = 0.0
"""When Ctrl-C was pressed; 0 if it was not."""
_sections = 0
"""Blocks that must be completed, in all threads."""
_own = local()
"""Its `depth` is the number of them that a thread is in."""
_ending = False
"""Whether KeyboardInterrupt was raised: the command completes what it has to."""


def run(command: Callable[[], int]) -> int:
    """The exit status of a command, which runs in another thread; Ctrl-C stops it, a second one ends the process."""
    global _pressed, _ending
    results: list[int | BaseException] = []

    def work() -> None:
        try:
            results.append(command())
        except BaseException as error:
            results.append(error)

    listens = current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
    before = signal.signal(signal.SIGINT, _interrupt) if listens else None
    worker = Thread(target=work, name="command", daemon=True)
    try:
        worker.start()
        while worker.is_alive():
            worker.join(POLL_SECONDS)
            if _pressed and monotonic() > _pressed + GRACE_SECONDS and not (_sections or _ending):
                leave()
    finally:
        if listens:
            signal.signal(signal.SIGINT, before)
        STOP.value = 0
        _pressed = 0.0
        _ending = False
    (result,) = results
    if isinstance(result, BaseException):
        raise result
    return result


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Handles Ctrl-C."""
    global _pressed
    if _pressed:
        leave()
    with _lock:
        _pressed = monotonic()
        STOP.value = int(not _sections)


def leave(*_: object) -> NoReturn:
    """Ends the process at once; programs of the user end with it (`c4.children.GUARD`)."""
    with suppress(OSError):
        os.write(2, b"stopped\n")
    if (multiprocessing := sys.modules.get("multiprocessing")) is not None:
        for process in multiprocessing.active_children():
            process.terminate()
    os._exit(INTERRUPTED)


def check() -> None:
    """Raises KeyboardInterrupt after Ctrl-C.  Called where a kernel may have returned early, and in long loops."""
    global _ending
    if STOP.value:
        _ending = True
        raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Completes the block, and raises KeyboardInterrupt at its end if Ctrl-C was pressed.

    A block that begins after Ctrl-C completes what is left to do; kernels run as usual in it.
    """
    global _sections, _ending
    with _lock:
        _sections += 1
        STOP.value = 0
    depth = getattr(_own, "depth", 0) + 1
    _own.depth = depth
    try:
        yield
    finally:
        _own.depth -= 1
        with _lock:
            raises = _pressed > 0 and depth == 1 and not _ending
            _ending = _ending or raises
            _sections -= 1
    if raises:
        raise KeyboardInterrupt
