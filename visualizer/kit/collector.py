"""Collector: lets Python's cycle collector run in the window's thread only.  Imports tkinter's types."""

from __future__ import annotations

import gc
import tkinter as tk

EVERY_MS = 4000


class Collector:
    """Runs the cycle collector now and then in this thread, because it may free objects of Tk, which no other thread
    may touch.
    """

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        gc.disable()

    def start(self) -> None:
        """Collects now, and every few seconds from now on."""
        gc.collect()
        self._root.after(EVERY_MS, self.start)

    def spare(self) -> None:
        """Exempts what is loaded so far, such as matplotlib, from later collections."""
        gc.freeze()

    def end(self) -> None:
        """Restores Python's own schedule."""
        gc.unfreeze()
        gc.enable()
