"""Work in background threads, delayed calls, polling, and memory."""

from __future__ import annotations

import ctypes
import gc
import sys
import tkinter as tk
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar

from c4.errors import report
from c4.search.watch import Watch
from c4.session.worker import Worker


class Debounce:
    """One delayed call of `action()` in the window's thread; asking again postpones it, and it ends with its widget.

    Tk itself would still make a delayed call when the widget is gone, and report an error.
    """

    def __init__(self, widget: tk.Misc, action: Callable[[], object]) -> None:
        self.widget, self._action = widget, action
        self._pending: str | None = None
        widget.bind("<Destroy>", lambda event: self.drop() if event.widget is widget else None, add="+")

    @property
    def waiting(self) -> bool:
        """Whether the call is still to come."""
        return self._pending is not None

    def after(self, milliseconds: int) -> None:
        """Calls after so many milliseconds, instead of at the time set before."""
        self.drop()
        self._pending = self.widget.after(milliseconds, self._call)

    def when_idle(self) -> None:
        """Calls once Tk is idle, unless a call is still to come anyway."""
        if not self.waiting:
            self._pending = self.widget.after_idle(self._call)

    def drop(self) -> None:
        """Cancels the call."""
        if self._pending is not None:
            self.widget.after_cancel(self._pending)
            self._pending = None

    def _call(self) -> None:
        self._pending = None
        self._action()


POLL_MS = 40
"""Milliseconds from one look at a background task to the next."""

Result = TypeVar("Result")


class BackgroundTask(Generic[Result]):
    """Work in one of the session's threads on behalf of a widget; starting again stops what was running.

    on_done(result), on_failed(sentence)    called once in the window's thread when the work has ended
    on_progress()       called many times a second while it runs, and once after it was stopped
    """

    def __init__(
        self,
        widget: tk.Misc,
        worker: Worker[Result],
        on_done: Callable[[Result], object],
        on_failed: Callable[[str], object],
        on_progress: Callable[[], object] = lambda: None,
    ) -> None:
        self.worker = worker
        self._on_done, self._on_failed, self._on_progress = on_done, on_failed, on_progress
        self._polling = Debounce(widget, self._poll)
        self._watch: Watch | None = None
        widget.bind("<Destroy>", lambda event: self.worker.drop() if event.widget is widget else None, add="+")

    @property
    def busy(self) -> bool:
        """Whether the work is going on."""
        return self.worker.busy

    def start(self, work: Callable[[Watch], Result]) -> None:
        """Starts `work(watch)`."""
        self.worker.ask(work)
        self._watch = self.worker.watch
        self._polling.after(POLL_MS)
        self._on_progress()

    def stop(self) -> None:
        """Stops the work and drops its result."""
        self.worker.drop()
        self._polling.drop()
        self._on_progress()

    def _poll(self) -> None:
        if self.worker.watch is not self._watch:
            return  # another task has taken over the thread
        future = self.worker.answer()
        if future is None:
            if self.worker.busy:
                self._polling.after(POLL_MS)
        elif (error := future.exception()) is not None:
            self._on_failed(report(error))
        else:
            self._on_done(future.result())
        self._on_progress()


LIVELY_MS, IDLE_MS = 35, 200
"""Between two looks while something goes on (live numbers change at most 30 times a second), and while nothing does."""

AWAKE_SECONDS = 1.0
"""How long after anything that happened the looks stay quick."""


class PollingTimer:
    """Calls `look()` from `start` on; `busy()` says whether something goes on."""

    def __init__(self, root: tk.Tk, look: Callable[[], object], busy: Callable[[], bool]) -> None:
        self._root, self._look, self._busy = root, look, busy
        self._until = 0.0
        self._idle = False
        self._waiting: str | None = None

    def start(self) -> None:
        """Looks now and from now on."""
        self._idle = not self._busy() and monotonic() >= self._until
        self._waiting = self._root.after(IDLE_MS if self._idle else LIVELY_MS, self.start)
        self._look()

    def soon(self) -> None:
        """Looks again as soon as what waits now is done, such as finding room for new parts of the window."""
        if self._waiting is not None:
            self._root.after_cancel(self._waiting)
            self._waiting = self._root.after_idle(self._after_that)

    def _after_that(self) -> None:
        self._waiting = self._root.after(1, self.start)

    def wake(self) -> None:
        """Something has happened."""
        self._until = monotonic() + AWAKE_SECONDS
        if self._idle and self._waiting is not None:
            self._root.after_cancel(self._waiting)
            self._idle, self._waiting = False, self._root.after(LIVELY_MS, self.start)


M_ARENA_MAX = -8
"""Glibc's number of this option of mallopt."""


def share_memory() -> None:
    """Lets all threads share one heap, where the C library is glibc: a heap for each thread doubles the memory that a
    long session takes, since what one thread has freed the others cannot use.
    """
    if sys.platform == "linux":
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_ARENA_MAX, 1)


EVERY_MS = 250
"""Time between collections of new objects, which take a few milliseconds, also while modules are loaded."""

FULL_EVERY = 120
"""Every such collection is one of all objects; so is the one after a window has been closed."""


class Collector:
    """Runs Python's cycle collector on the Tk thread only, since it may free Tk objects, from `start` to `end`."""

    def __init__(self, root: tk.Tk) -> None:
        self._root, self._runs, self._loaded = root, 0, False
        self._others: set[str] = set()  # the windows that were open at the last run
        gc.disable()

    def start(self) -> None:
        """Collects now and then."""
        self._runs += 1
        self._collect(self._runs % FULL_EVERY == 0)
        self._root.after(EVERY_MS, self.start)

    def _collect(self, full: bool = False) -> None:
        children = self._root.winfo_children()
        before, self._others = self._others, {str(one) for one in children if isinstance(one, tk.Toplevel)}
        gc.collect(2 if full or before - self._others else 1)
        if self._loaded and not self._others:
            self._loaded = False
            gc.freeze()

    def freeze(self) -> None:
        """Exempts everything that is loaded so far, such as matplotlib, from collections, as soon as no other window is
        open: one that is exempt would never be freed.
        """
        self._loaded = True
        self._collect()

    def end(self) -> None:
        """Lets Python collect on its own again."""
        gc.unfreeze()
        gc.enable()
