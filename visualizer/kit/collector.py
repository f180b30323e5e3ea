"""Collector: lets Python's collector of cycles run in the window's thread alone.  Imports tkinter's types only."""

from __future__ import annotations

import gc
import tkinter as tk

EVERY_MS = 4000


class Collector:
    """What the collector finds may be Tk's, which no other thread may touch: so it runs here, now and then, and not by itself."""

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        gc.disable()

    def start(self) -> None:
        """Collects at once, and from now on every few seconds."""
        gc.collect()
        self._root.after(EVERY_MS, self.start)

    def spare(self) -> None:
        """What is loaded by now, such as all of matplotlib, need not be looked at again and again."""
        gc.freeze()

    def end(self) -> None:
        """Gives Python its ways back."""
        gc.unfreeze()
        gc.enable()
