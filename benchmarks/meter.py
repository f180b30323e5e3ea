"""What the benchmarks of the window share: a hand that works it turn by turn, and figures beside their targets.

Imports tkinter and the window.
"""

from __future__ import annotations

import gc
import tkinter as tk
from collections.abc import Callable, Iterable
from time import monotonic, sleep, thread_time
from typing import Any, NamedTuple

import numpy as np

from visualizer.shell.faces import ANALYSE
from visualizer.shell.window import Window

DONT_WAIT = 2
"""Tk's flag for one turn of the event loop that does not wait for an event."""

PATIENCE = 180.0


class Figure(NamedTuple):
    """A measured figure beside its target: at most so much, or with `least` at least so much."""

    row: str
    what: str
    found: float
    unit: str
    target: float
    least: bool = False

    @property
    def holds(self) -> bool:
        return self.found >= self.target if self.least else self.found <= self.target

    def __str__(self) -> str:
        target = f"{'>=' if self.least else '<='} {self.target:,g} {self.unit}"
        found = f"{self.found:10,.{2 if self.unit == 's' else 1}f} {self.unit:<4}"
        return f"{self.row:<4} {self.what:<58} {found} {target:<14} {'holds' if self.holds else 'MISSED'}"


def late(times: Iterable[float]) -> float:
    """The 95th percentile."""
    return float(np.percentile(list(times), 95))


def middle(times: Iterable[float]) -> float:
    """The median."""
    return float(np.median(list(times)))


class Hand:
    """A window at 1280x800 and a hand that works it; times are processor time of the window's thread in ms."""

    def __init__(self) -> None:
        self.root = tk.Tk()
        self.window = Window(self.root)
        self.root.geometry("1280x800+0+0")
        self.window.playing.offer_tour(False)
        self.window.playing.source = None
        self.window.faces.show(ANALYSE)
        self.collections: list[float] = []
        """How long each run of the cycle collector took that began while the window was in use."""
        self.rests: list[float] = []
        """The same while nobody's hand was on it and nothing moved: then everything is collected."""
        self.counting = True
        gc.callbacks.append(self._collected)
        self.load = max(self.until(lambda: self.window.playing.ready, rest=0.5))
        """The longest turn of the event loop while the heavy half was loaded and built."""

    def _collected(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._started = thread_time()
        elif self.counting:
            runs = self.rests if self.window._collector.at_rest else self.collections
            runs.append(1000 * (thread_time() - self._started))

    def turn(self) -> float:
        """One turn of the event loop."""
        started = thread_time()
        did = self.root.tk.dooneevent(DONT_WAIT)
        took = 1000 * (thread_time() - started)
        if not did:
            sleep(0.001)
        return took

    def until(self, done: Callable[[], object], rest: float = 0.0) -> list[float]:
        """Turns of the event loop until something is so, and `rest` seconds more."""
        turns, end, so = [], monotonic() + PATIENCE, 0.0
        while not so or monotonic() < so + rest:
            turns.append(self.turn())
            if not so and done():
                so = monotonic()
            if monotonic() > end:
                raise RuntimeError("the window did not get there")
        return turns

    def wait(self, seconds: float) -> list[float]:
        """So many seconds of turns."""
        return self.until(lambda: True, seconds)

    def timed(self, action: Callable[[int], object], times: int) -> list[float]:
        """An action and everything it puts on screen, each time."""
        found = []
        for i in range(times):
            started = thread_time()
            action(i)
            self.root.update()
            found.append(1000 * (thread_time() - started))
        return found

    def longest(self, action: Callable[[], object], done: Callable[[], object], rest: float = 0.4) -> float:
        """The longest time without an event from an action until something is so, and a little later."""
        started = thread_time()
        action()
        return max(1000 * (thread_time() - started), *self.until(done, rest))

    def event(self, widget: tk.Misc, event: str, x: float, y: float, **more: Any) -> None:
        """A real event of the pointer."""
        widget.event_generate(event, x=round(x), y=round(y), **more)

    def beside(self) -> list[tk.Toplevel]:
        """The windows beside the main one."""
        return [child for child in self.root.winfo_children() if isinstance(child, tk.Toplevel)]

    def close_beside(self) -> None:
        """Closes them."""
        for other in self.beside():
            other.destroy()
        self.root.update()

    def close(self) -> None:
        gc.callbacks.remove(self._collected)
        self.window.close()
        if self.window.errors:
            raise RuntimeError(self.window.errors[0])
