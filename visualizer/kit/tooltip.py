"""Tooltip: a sentence that appears beside a widget while the pointer rests on it.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.kit.later import Later

REST_MS = 500
"""Milliseconds that the pointer rests before the sentence appears."""

TIPPED = "c4tipped"
"""Attribute of a widget that has a tooltip."""


class Tooltip:
    """`text()` gives the sentence as it is now; "" for none.  Works on greyed widgets, too, so that they can say
    why.
    """

    def __init__(self, widget: tk.Misc, text: Callable[[], str]) -> None:
        self._widget, self._text = widget, text
        self._soon = Later(widget, self.show)
        self._window: tk.Toplevel | None = None
        setattr(widget, TIPPED, True)
        widget.bind("<Enter>", lambda _: self._wait(), add="+")
        for event in ("<Leave>", "<ButtonPress>", "<KeyPress>", "<Destroy>"):
            widget.bind(event, lambda _: self.hide(), add="+")

    def _wait(self) -> None:
        self.hide()
        self._soon.after(REST_MS)

    def show(self) -> None:
        """Shows the sentence below the widget."""
        text = self._text()
        if not text or self._window is not None:
            return
        self._window = tk.Toplevel(self._widget)
        self._window.wm_overrideredirect(True)
        label = ttk.Label(self._window, text=text, wraplength=360, justify="left", padding=(8, 4), relief="solid")
        label.pack()
        x, y = self._widget.winfo_rootx(), self._widget.winfo_rooty() + self._widget.winfo_height() + 4
        right = self._widget.winfo_screenwidth() - label.winfo_reqwidth() - 4
        self._window.wm_geometry(f"+{max(0, min(x, right))}+{y}")

    def hide(self) -> None:
        """Takes it away."""
        self._soon.drop()
        if self._window is not None:
            self._window.destroy()
            self._window = None
