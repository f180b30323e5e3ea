"""Later: one call that a widget waits for; it is dropped with the widget.  Imports tkinter's types.

A call that `after` has promised outlives its widget: Tk then reports a command that does not exist.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar


class Later:
    """Calls `action()` once for each time it is asked to, in the window's thread, while `widget` is there."""

    _put_off: ClassVar[dict[Later, None] | None] = None

    def __init__(self, widget: tk.Misc, action: Callable[[], object]) -> None:
        self.widget, self._action = widget, action
        self._promised: str | None = None
        self._waits = False
        widget.bind("<Destroy>", self._gone, add="+")

    @property
    def waiting(self) -> bool:
        """Whether the call is still to come."""
        return self._waits or self._promised is not None

    def after(self, milliseconds: int) -> None:
        """Calls then, instead of when it was to be called before."""
        self.drop()
        self._promised = self.widget.after(milliseconds, self._now)

    def after_all(self, milliseconds: int) -> None:
        """Calls so long after Tk has dealt with everything there is now, and drawn it."""

        def drawn() -> None:
            self._promised = self.widget.after(milliseconds, self._now)

        def idle() -> None:
            self._promised = self.widget.after_idle(drawn)

        self.drop()
        self._promised = self.widget.after(1, idle)

    def when_idle(self) -> None:
        """Calls once Tk has nothing else to do, unless the call is still to come anyway."""
        if self.waiting:
            return
        if Later._put_off is None:
            self._promised = self.widget.after_idle(self._now)
        else:
            self._waits = True
            Later._put_off[self] = None

    def in_a_turn(self) -> None:
        """Calls in a turn of the event loop of its own."""
        self.when_idle() if Later._put_off is not None else self.after(1)

    def make_up(self) -> None:
        """Calls now if that was put off."""
        if self._waits:
            self._now()

    def drop(self) -> None:
        """Calls no more."""
        self._waits = False
        if self._promised is not None:
            self.widget.after_cancel(self._promised)
            self._promised = None

    def _now(self) -> None:
        self._promised, self._waits = None, False
        self._action()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self.widget:
            self.drop()


@contextmanager
def put_off() -> Iterator[dict[Later, None]]:
    """Calls that are to come when Tk is idle are put off, in this order, until `make_up` is called for each."""
    before, Later._put_off = Later._put_off, {}
    try:
        yield Later._put_off
    finally:
        Later._put_off = before
