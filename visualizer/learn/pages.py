"""Pages: a chooser of one page among many; the wheel and the arrow keys go through them.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

HERE = "at this position"
"""What pages of weights stand behind where an evaluator can also be shown at a position."""


class PageChooser(ttk.Combobox):
    """Offers pages by name, after `first` if that is given; `on_choose()` is called when one was chosen."""

    def __init__(self, parent: tk.Misc, on_choose: Callable[[], None], first: str = "") -> None:
        super().__init__(parent, state="readonly", width=12, height=16)
        self._on_choose, self._first = on_choose, first
        self.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self.offer(())

    def offer(self, names: tuple[str, ...]) -> None:
        """The pages there are; the chosen one stays where it can."""
        names = (self._first, *names) if self._first else names
        if names != self["values"]:
            chosen = self.get()
            self.configure(values=names)
            self.set(chosen if chosen in names else names[0] if names else "")

    @property
    def chosen(self) -> str:
        """The name of the chosen page; "" for what stands before all pages."""
        return "" if self._first and self.get() == self._first else self.get()

    def follow(self, name: str) -> None:
        """Chooses a page where it is offered, without a word."""
        if (name or self._first) in self["values"]:
            self.set(name or self._first)

    def choose(self, name: str) -> None:
        """Chooses as a person does, where it is offered."""
        self.follow(name)
        self._chosen()

    def _chosen(self) -> None:
        self.selection_clear()
        self._on_choose()
