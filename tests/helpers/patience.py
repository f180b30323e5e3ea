"""How long tests wait for what must happen: never is later than any busy machine takes."""

import time
import tkinter as tk
from collections.abc import Callable

LONG = 120
"""Seconds."""


def wait_until(done: Callable[[], object], work: Callable[[], object] = lambda: None) -> None:
    """Waits until something is so; meanwhile `work` is called again and again."""
    end = time.monotonic() + LONG
    while not done():
        assert time.monotonic() < end, "it never came to that"
        work()
        time.sleep(0.002)


def until(widget: tk.Misc, done: Callable[[], object]) -> None:
    """Lets Tk work until something is so, and then once more."""
    wait_until(done, widget.update)
    widget.update()
