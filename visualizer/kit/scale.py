"""Scale: how large everything is on this screen.  Imports tkinter's types.

Every window is written in pixels of a usual screen at 100 %; what is drawn multiplies them by `scale`.
"""

from __future__ import annotations

import tkinter as tk

INCH = 96
"""Pixels of an inch at 100 %."""


def scale(widget: tk.Misc) -> float:
    """Pixels of this screen for one at 100 %."""
    return widget.winfo_fpixels("1i") / INCH


def pixels(widget: tk.Misc, size: float) -> int:
    """A size at 100 % in pixels of this screen."""
    return round(size * scale(widget))
