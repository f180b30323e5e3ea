"""Steps: work in the window's thread piece by piece; it answers in between.  Imports tkinter's types."""

from __future__ import annotations

import tkinter as tk
from collections import deque
from collections.abc import Callable

from visualizer.kit.later import Later

PAUSE_MS = 1


class Steps:
    """Belongs to a widget and ends with it; `do` drops what was still to come."""

    def __init__(self, widget: tk.Misc) -> None:
        self._left: deque[Callable[[], object]] = deque()
        self._soon = Later(widget, self._next)

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""
        return bool(self._left)

    def do(self, *steps: Callable[[], object]) -> None:
        """Does these one after another, each in a turn of the event loop of its own."""
        self.drop()
        self._left.extend(steps)
        if steps:
            self._soon.after(PAUSE_MS)

    def drop(self) -> None:
        """Forgets what is still to come."""
        self._left.clear()
        self._soon.drop()

    def _next(self) -> None:
        step = self._left[0]
        try:
            step()
        finally:
            if self._left and self._left[0] is step:  # it may have dropped them
                self._left.popleft()
                if self._left:
                    self._soon.after(PAUSE_MS)
