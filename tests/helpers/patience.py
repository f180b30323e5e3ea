"""How long tests wait for what must happen: never is later than any busy machine takes."""

from __future__ import annotations

import time
import tkinter as tk
from collections.abc import Callable

LONG = 120
"""Seconds."""


def until(widget: tk.Misc, done: Callable[[], object]) -> None:
    """Lets Tk work until something is so."""
    end = time.monotonic() + LONG
    while not done():
        assert time.monotonic() < end, "the window never got there"
        widget.update()
        time.sleep(0.002)
