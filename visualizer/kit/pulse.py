"""Pulse: looks many times a second what has happened, and less often while nothing does.  Imports tkinter's types."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import monotonic

LIVELY_MS, IDLE_MS = 35, 200
"""Between two looks while something goes on (live numbers change at most 30 times a second), and while nothing does."""

AWAKE_SECONDS = 1.0
"""How long after anything that happened the looks stay quick."""


class Pulse:
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
