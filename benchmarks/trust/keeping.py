"""What of a window some work keeps: a thread would keep it after the window was closed."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from types import FunctionType, MethodType

from visualizer.shell.window import Window

EXCEPT = "Threads.load_ahead.<locals>.work"
"""It asks the main window what is urgent, until everything is loaded."""


def kept(work: object) -> Iterator[str]:
    """Windows and widgets that some work keeps, each with the names of the functions through which it does."""
    if isinstance(work, partial):
        for part in (work.func, *work.args, *work.keywords.values()):
            yield from kept(part)
    elif isinstance(work, MethodType):
        yield from kept(work.__self__)
    elif isinstance(work, tk.Misc | Window):
        yield type(work).__name__
    elif isinstance(work, FunctionType) and work.__qualname__ != EXCEPT:
        for cell in work.__closure__ or ():
            with suppress(ValueError):  # it is still empty
                for name in kept(cell.cell_contents):
                    yield f"{work.__qualname__}: {name}"
