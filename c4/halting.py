"""Halting: ends Python code of people that does not end by itself, such as an endless loop.  Plain Python.

    guarded(evaluate, position, side)      what a person wrote is called so
    halt(thread)                           from another thread: Halted is raised where that code is

Python raises it between two instructions of the thread's Python code, so not inside a call of something compiled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock, get_ident
from time import perf_counter
from types import CodeType
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
    """Raises Halted in a thread that has been in a guarded call for so many seconds, if it is still `wanted` then."""
    with _lock:  # the call cannot be left meanwhile
        now = perf_counter()
        long = thread in _inside and now - _inside[thread] >= after
        if long and now - _halted.get(thread, -AGAIN) >= AGAIN and wanted():
            _halted[thread] = now
            _raise_in(thread, Halted)
