"""Guide: a strip below the panes that tells something and, in a tour, leads from step to step.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.kit.widgets import wrap


def nothing() -> None:
    """What a text that only says something does when it is closed."""


class Guide(ttk.Frame):
    """Hidden until `tell` is called, and again once it is closed."""

    def __init__(self, parent: tk.Misc, before: tk.Misc) -> None:
        super().__init__(parent, padding=(10, 6), relief="solid", borderwidth=1)
        self._before = before
        self._on_close: Callable[[], object] = nothing
        self._holds: Callable[[], bool] = lambda: True
        self.touring = False
        """Whether what it tells is a tour."""
        buttons = ttk.Frame(self)
        buttons.pack(side="right", padx=(10, 0))
        self.back = ttk.Button(buttons, text="Back", width=6)
        self.next = ttk.Button(buttons, text="Next", width=6)
        self.end = ttk.Button(buttons, text="Close", width=6, command=self.close)
        for place, button in enumerate((self.back, self.next, self.end)):
            button.grid(row=0, column=place, padx=2)
        self.title = ttk.Label(self, font="TkHeadingFont", anchor="w")
        self.title.pack(fill="x")
        self.text = wrap(ttk.Label(self, anchor="w", justify="left"))
        self.text.pack(fill="x")

    @property
    def shown(self) -> bool:
        """Whether it can be seen."""
        return bool(self.winfo_manager())

    def tell(
        self,
        title: str,
        text: str,
        back: Callable[[], object] | None = None,
        next: Callable[[], object] | None = None,
        on_close: Callable[[], object] = nothing,
        holds: Callable[[], bool] = lambda: True,
        touring: bool = False,
    ) -> None:
        """Shows a text; `back` and `next` are what the buttons do, None for no such button.

        `on_close()` is called when it is closed; what tells something else, other than the next step of a tour,
        closes it first.  A text goes once `holds()` is false.
        """
        self.touring = touring
        self._on_close, self._holds = on_close, holds
        self.title.configure(text=title)
        self.text.configure(text=text)
        for button, run in ((self.next, next), (self.back, back)):
            if run is None:
                button.grid_remove()
            else:
                button.configure(command=run)
                button.grid()
        if not self.shown:
            self.pack(side="bottom", fill="x", before=self._before)

    def refresh(self) -> None:
        """Hides what does not hold any more."""
        if self.shown and not self._holds():
            self.close()

    def close(self) -> None:
        """Hides it."""
        if self.shown:
            self.pack_forget()
            self.touring = False
            on_close, self._on_close = self._on_close, nothing
            on_close()
