"""Collector: lets Python's cycle collector run in the window's thread only, and when nobody waits.  Imports tkinter's
types.
"""

from __future__ import annotations

import gc
import sys
import tkinter as tk
from collections.abc import Callable
from time import monotonic

EVERY_MS = 600
"""How often what is new is collected, which takes a few milliseconds."""

REST_SECONDS = 4.0
"""How long nobody has touched the window before everything is collected, which may take longer; nothing moves then."""

FULL_SECONDS = 30.0
"""How long at least between two collections of everything, unless a window that was closed has loaded modules: they are
soon exempted, before those of the next one come to them.
"""

LOADING, LOADED = "<<Loading>>", "<<Loaded>>"
"""Told to the main window before modules are loaded that another one needs, and once they are there."""

LATEST_SECONDS = 600.0
"""How long at most, where something always moves: two machines play on and on."""


class Collector:
    """Runs the cycle collector now and then in this thread, because it may free objects of Tk, which no other thread
    may touch; `busy()` says whether something moves on screen.
    """

    earlier = False
    """Whether there was a main window in this process before: what is left of it must not be exempted for good."""

    def __init__(self, root: tk.Tk, busy: Callable[[], bool] = lambda: False) -> None:
        self._root, self._busy, self._spared, self._modules = root, busy, False, 0
        self._opened = self._came = self._again = self._clean = False
        self.at_rest = False
        """Whether everything is being collected because nobody has touched the window for a while."""
        self._touched = self._full = monotonic()
        for event in ("<KeyPress>", "<ButtonPress>", "<Motion>", "<MouseWheel>"):
            root.bind(event, self._touch, add="+")
        root.bind_class("Toplevel", "<Map>", self._another, add="+")
        root.bind(LOADING, self._before, add="+")
        root.bind(LOADED, self._exempt, add="+")
        gc.disable()

    def _touch(self, event: tk.Event[tk.Misc]) -> None:
        self._touched = monotonic()

    def _another(self, event: tk.Event[tk.Misc]) -> None:
        self._opened = self._came = True

    def _before(self, event: tk.Event[tk.Misc]) -> None:
        """Nothing that can be freed is to be exempted with what will be loaded."""
        self._clean, self._came = self._spared and not self._windows, False
        if self._clean:
            gc.collect()

    def _exempt(self, event: tk.Event[tk.Misc]) -> None:
        """Exempts what was loaded before a window makes its own objects: to look through it would take 10 ms."""
        if self._clean and self._loaded and not self._came:
            self._freeze()

    def start(self) -> None:
        """Collects what is new now and every few seconds, and everything once nobody has touched the window for a
        while and nothing moves; nothing before `spare`, as what is being loaded is much, and stays.
        """
        now = monotonic()
        resting = now - self._touched >= REST_SECONDS and not self._busy()
        if not self._spared:
            pass
        elif (resting and self._loaded) or now - self._full >= (FULL_SECONDS if resting else LATEST_SECONDS):
            self._full, self.at_rest = now, resting
            self.collect()
            self.at_rest = False
        else:
            gc.collect(1)
        self._root.after(EVERY_MS, self.start)

    def collect(self) -> None:
        """Collects everything, and exempts what other windows have loaded, too, once none is open.

        If one was open when `spare` was called, or a main window before this one was closed, it may be among what was
        exempted, which is then looked at once more.
        """
        again = self._again and not self._windows
        if again:
            gc.unfreeze()
        gc.collect()
        if again or self._loaded:
            self._freeze()
            self._again = False

    @property
    def _windows(self) -> bool:
        """Whether other windows are open."""
        return any(isinstance(child, tk.Toplevel) for child in self._root.winfo_children())

    @property
    def _loaded(self) -> bool:
        """Whether modules were loaded by windows that are closed now."""
        return len(sys.modules) > self._modules and not self._windows

    def spare(self) -> None:
        """Exempts what is loaded so far, such as matplotlib, from later collections."""
        self._spared, self._again = True, self._opened or Collector.earlier
        self._freeze()

    def _freeze(self) -> None:
        self._modules = len(sys.modules)
        gc.freeze()

    def end(self) -> None:
        """Restores Python's own schedule."""
        Collector.earlier = True
        gc.unfreeze()
        gc.enable()
