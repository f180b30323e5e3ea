"""Halting: ends Python code of people that does not end by itself, such as an endless loop.  Plain Python.

    guarded(choose, position)      what a person wrote is called so
    halt(thread)                   from another thread: Halted is raised where that code is

Python raises it between two instructions of the thread's Python code, so not inside a call of something compiled.

What compiled code calls, a million times in a search, is one of `callbacks` instead: it is found on the thread's stack
when somebody wants to halt it, and costs nothing before.  It catches Halted wherever it is raised in it.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable
from threading import Lock, get_ident
from time import perf_counter
from types import CodeType, FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")

AGAIN = 2.0
"""Seconds until code that has caught Halted gets it again."""

LONG = 0.2
"""Seconds of a call from which it is worth telling where it was when it was ended."""

callbacks: set[CodeType] = set()
"""Python functions that compiled code calls: no exception gets through it."""

told: deque[str] = deque(maxlen=10)
"""Where calls were that had taken long and were ended, as sentences; who tells them takes them away."""

_lock = Lock()
_inside: dict[int, float] = {}
"""When each thread began the call that it is in."""

_halted: dict[int, float] = {}
"""When each thread was halted in that call."""

_found: dict[int, tuple[FrameType, float]] = {}
"""The callback that each thread was found in last, and when it was found there first."""


class Halted(BaseException):
    """Raised in a person's code; `guarded` lets it out, and callers make a sentence of it."""


def used() -> bool:
    """Whether anything was ever guarded: otherwise there is nothing to halt."""
    return _used


_used = False


def guarded(function: Callable[..., Result], *arguments: Any) -> Result:
    """What a person's function returns.  Raises Halted, and whatever the function does."""
    global _used
    _used, here = True, get_ident()
    before = _inside.get(here)
    try:
        _inside[here] = perf_counter() if before is None else before  # a call inside a call is part of it
        try:
            return function(*arguments)
        finally:
            _leave(here, before)
    except Halted:
        _leave(here, before)
        raise


def _leave(here: int, before: float | None) -> None:
    with _lock:
        if before is None:
            _inside.pop(here, None)
            if _halted.pop(here, None) is not None:
                _raise_in(here, None)  # it may come too late


def _raise_in(thread: int, exception: type[Halted] | None) -> None:
    import ctypes

    what = None if exception is None else ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)


def halt(thread: int, after: float = 0.0, wanted: Callable[[], bool] = lambda: True) -> None:
    """Raises Halted in a thread that has been in a guarded call or a callback for so many seconds, if it is still
    `wanted` then; how long it has been in a callback is known from the first time that this was asked.
    """
    with _lock:  # a guarded call cannot be left meanwhile
        now = perf_counter()
        since = _inside[thread] if thread in _inside else _since(thread, now)
        if since is not None and now - since >= after and now - _halted.get(thread, -AGAIN) >= AGAIN and wanted():
            _halted[thread] = now
            _raise_in(thread, Halted)


def _since(thread: int, now: float) -> float | None:
    """When a thread was first found in the callback that it is in; None if it is in none."""
    frame = sys._current_frames().get(thread)
    while frame is not None and frame.f_code not in callbacks:
        frame = frame.f_back
    before = _found.pop(thread, None)
    if frame is None:
        return None
    if before is None or before[0] is not frame:
        _halted.pop(thread, None)
        before = frame, now
    _found[thread] = before
    return before[1]
