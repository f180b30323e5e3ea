"""Details: a part of a pane that is closed until somebody opens it.  Imports ttk."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

CLOSED, OPEN = "▸", "▾"


class Details(ttk.Frame):
    """A line to click on, and below it `body`, which is seen while this is open.

    `on_switch()` is called when it was opened or closed.
    """

    def __init__(self, parent: tk.Misc, title: str, on_switch: Callable[[], object] = lambda: None) -> None:
        super().__init__(parent)
        self._title, self._on_switch = title, on_switch
        self.open = False
        self.button = ttk.Button(self, style="Details.TButton", command=self.switch, takefocus=True)
        self.button.pack(fill="x")
        ttk.Style(self).configure("Details.TButton", anchor="w", relief="flat", borderwidth=0, padding=(4, 2))
        self.body = ttk.Frame(self)
        self._label()

    def switch(self, open: bool | None = None) -> None:
        """Opens or closes it; without a word, the other way round."""
        wanted = not self.open if open is None else open
        if wanted == self.open:
            return
        self.open = wanted
        if wanted:
            self.body.pack(fill="both", expand=True)
        else:
            self.body.pack_forget()
        self._label()
        self._on_switch()

    def _label(self) -> None:
        self.button.configure(text=f"{OPEN if self.open else CLOSED}  Details: {self._title}")
