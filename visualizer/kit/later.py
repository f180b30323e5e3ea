"""Later: one call that a widget waits for; it is dropped with the widget.  Imports tkinter's types.

A call that `after` has promised outlives its widget: Tk then reports a command that does not exist.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable


class Later:
    """Calls `action()` once for each time it is asked to, in the window's thread, while `widget` is there."""

    def __init__(self, widget: tk.Misc, action: Callable[[], object]) -> None:
        self._widget, self._action = widget, action
        self._promised: str | None = None
        widget.bind("<Destroy>", self._gone, add="+")

    @property
    def waiting(self) -> bool:
        """Whether the call is still to come."""
        return self._promised is not None

    def after(self, milliseconds: int) -> None:
        """Calls then, instead of when it was to be called before."""
        self.drop()
        self._promised = self._widget.after(milliseconds, self._now)

    def when_idle(self) -> None:
        """Calls once Tk has nothing else to do, unless the call is still to come anyway."""
        if self._promised is None:
            self._promised = self._widget.after_idle(self._now)

    def drop(self) -> None:
        """Calls no more."""
        if self._promised is not None:
            self._widget.after_cancel(self._promised)
            self._promised = None

    def _now(self) -> None:
        self._promised = None
        self._action()

    def _gone(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is self._widget:
            self.drop()
