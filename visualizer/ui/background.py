"""Work in background threads, delayed calls, polling, and Python's collector."""

from __future__ import annotations

import gc
import tkinter as tk
from collections.abc import Callable
from time import monotonic
from typing import Generic, TypeVar
from weakref import WeakSet

from c4.callbacks import ignore
from c4.errors import report
from c4.search.watch import Watch
from c4.session.worker import Worker


class Debounce:
    """One delayed call of `action()` in the window's thread.

    Asking again postpones the call.  It is cancelled when the widget is destroyed; Tk itself would still make it, and
    report an error.
    """

    def __init__(self, widget: tk.Misc, action: Callable[[], object]) -> None:
        self.widget = widget
        self._action = action
        self._pending: str | None = None
        widget.bind("<Destroy>", self._destroyed, add="+")

    def _destroyed(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self.widget:
            self.drop()

    @property
    def waiting(self) -> bool:
        """Whether the call is still to come."""
        return self._pending is not None

    def after(self, milliseconds: int) -> None:
        """Calls after this time, instead of at the time set before."""
        self.drop()
        self._pending = self.widget.after(milliseconds, self._call)

    def when_idle(self) -> None:
        """Calls once Tk is idle, unless a call is still to come anyway."""
        if not self.waiting:
            self._pending = self.widget.after_idle(self._call)

    def when_drawn(self) -> None:
        """Calls once Tk has drawn what waits to be drawn, unless a call is still to come anyway.

        All widgets have their places then: placing one may give others another size, which takes several rounds.
        """
        if not self.waiting:
            self._pending = self.widget.after(0, self._draw_first)

    def _draw_first(self) -> None:
        """Tk sends what it has drawn to the screen before it looks at its timers again."""
        self._pending = self.widget.after(0, self._call)
        self.widget.update_idletasks()

    def drop(self) -> None:
        """Cancels the call."""
        if self._pending is not None:
            self.widget.after_cancel(self._pending)
            self._pending = None

    def _call(self) -> None:
        self._pending = None
        self._action()


POLL_MS = 40
"""Milliseconds between two polls of a background task."""

Result = TypeVar("Result")


class BackgroundTask(Generic[Result]):
    """Work for a widget in one of the session's threads; starting again stops the work that is running.

    on_done(result), on_failed(sentence)    called once in the window's thread when the work has ended
    on_progress()                           called many times a second during the work, and once after `stop`
    """

    def __init__(
        self,
        widget: tk.Misc,
        worker: Worker[Result],
        on_done: Callable[[Result], object],
        on_failed: Callable[[str], object],
        on_progress: Callable[[], object] = ignore,
    ) -> None:
        self.worker = worker
        self._widget = widget
        self._on_done = on_done
        self._on_failed = on_failed
        self._on_progress = on_progress
        self._polling = Debounce(widget, self._poll)
        self._watch: Watch | None = None
        widget.bind("<Destroy>", self._destroyed, add="+")

    def _destroyed(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._widget:
            self.worker.drop()

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
        watch = self._watch
        if self.worker.watch is not watch:
            return  # another task uses the thread
        future = self.worker.answer()
        if future is not None:
            error = future.exception()
            if error is None:
                self._on_done(future.result())
            else:
                self._on_failed(report(error))
        self._on_progress()
        if self.worker.busy and self.worker.watch is watch:
            self._polling.after(POLL_MS)  # at the end, so that other events get time after slow work


BUSY_MS = 35
"""Milliseconds between two polls while something goes on; live numbers change at most 30 times a second."""

IDLE_MS = 200
"""Milliseconds between two polls while nothing goes on."""

AWAKE_SECONDS = 1.0
"""Seconds after an event during which polls are as frequent as if something went on."""


class PollingTimer:
    """Calls `poll()` from `start` on; `busy()` returns whether something goes on."""

    def __init__(self, root: tk.Tk, poll: Callable[[], object], busy: Callable[[], bool]) -> None:
        self._root = root
        self._poll = poll
        self._busy = busy
        self._until = 0.0
        self._idle = False
        self._waiting: str | None = None

    def start(self) -> None:
        """Polls now and from now on."""
        self._idle = not self._busy() and monotonic() >= self._until
        self._waiting = self._root.after(IDLE_MS if self._idle else BUSY_MS, self.start)
        self._poll()

    def soon(self) -> None:
        """Polls again after the events that wait now, such as the placing of new widgets."""
        if self._waiting is not None:
            self._root.after_cancel(self._waiting)
            self._waiting = self._root.after_idle(self._after_that)

    def _after_that(self) -> None:
        self._waiting = self._root.after(1, self.start)

    def wake(self) -> None:
        """Polls often for a while: call this when something has happened."""
        self._until = monotonic() + AWAKE_SECONDS
        if self._idle and self._waiting is not None:
            self._root.after_cancel(self._waiting)
            self._idle = False
            self._waiting = self._root.after(BUSY_MS, self.start)


BESIDE: WeakSet[tk.Toplevel] = WeakSet()
"""The windows beside the main one, with those that were closed and are still used by a thread.

They enter themselves.  The collector's own list of objects must not be asked for them: it holds every object, and a
thread that is building a tuple then fails with SystemError (CPython issue 59313).
"""

COLLECT_EVERY_MS = 250
"""Milliseconds between two collections of new objects, which take a few milliseconds."""

OLDER_COLLECTION_EVERY = 10
"""Every such collection looks also at what the others have left.  What is left now waits for one of all objects: if each
did so, every picture of a chart that is drawn again and again would wait for it, and a training would stop for a second.
"""

FULL_COLLECTION_EVERY = 120
"""Every such collection is one of all objects."""


class Collector:
    """Runs Python's collector on the Tk thread only, from `start` to `end`.

    It may free Tk objects, and another thread that does so has to wait for Tk.
    """

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        self._runs = 0
        self._exempts = False

    def start(self) -> None:
        """Collects now, and from now on."""
        gc.disable()
        self.collect()
        self._root.after(COLLECT_EVERY_MS, self.start)

    def collect(self) -> None:
        """Collects new objects, and at times older ones or all."""
        self._runs += 1
        if self._runs % FULL_COLLECTION_EVERY == 0:
            self._collect_all()
        elif self._runs % OLDER_COLLECTION_EVERY == 0:
            gc.collect(1)
        else:
            gc.collect(0)

    def exempt_loaded(self) -> None:
        """Exempts what has been loaded, such as matplotlib, from collections: looking at it takes a tenth of a second.

        It is not looked at now either; the little of it that could be freed stays.  While there is a window beside the
        main one, all this waits: a window that is exempt would never be freed.
        """
        self._exempts = True
        self._exempt()

    def _collect_all(self) -> None:
        gc.collect()
        self._exempt()

    def _exempt(self) -> None:
        if self._exempts and not BESIDE:
            gc.freeze()
            self._exempts = False

    def end(self) -> None:
        """Lets Python collect on its own again."""
        gc.unfreeze()
        gc.enable()
