"""Runs Python's cycle collector on the Tk thread only: it may free Tk objects, which no other thread may touch."""

from __future__ import annotations

import gc
import tkinter as tk

EVERY_MS = 600
"""Time between collections of new objects, which take a few milliseconds."""

FULL_EVERY = 50
"""Every such collection is one of all objects."""


class Collector:
    """From `start` to `end`; `freeze` exempts what is loaded by then, which stays anyway."""

    def __init__(self, root: tk.Tk) -> None:
        self._root, self._runs = root, 0
        gc.disable()

    def start(self) -> None:
        """Collects now and then."""
        self._runs += 1
        gc.collect(2 if self._runs % FULL_EVERY == 0 else 1)
        self._root.after(EVERY_MS, self.start)

    def freeze(self) -> None:
        """Exempts everything that is loaded so far, such as matplotlib, from collections."""
        gc.freeze()

    def end(self) -> None:
        """Lets Python collect on its own again."""
        gc.unfreeze()
        gc.enable()
