"""Statistics: the lines that a learner writes about its training.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.kit.theme import Theme
from visualizer.kit.widgets import bar_below

EMPTY = "The learner writes a line here every so many games."


class Statistics(ttk.Frame):
    """A text that people cannot change, the newest line at the end."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.text = tk.Text(
            self, font="TkFixedFont", borderwidth=0, highlightthickness=0, padx=8, pady=6, state="disabled", wrap="none"
        )
        self.text.pack(fill="both", expand=True)
        bar_below(self.text)
        self._lines = 0
        self.clear()

    def add(self, line: str) -> None:
        """Adds a line."""
        self._put("end" if self._lines else "1.0", line + "\n")
        self._lines += 1

    def clear(self) -> None:
        """Takes all lines away, and says what stands here."""
        self._lines = 0
        self._put("1.0", EMPTY)

    def _put(self, place: str, text: str) -> None:
        self.text.configure(state="normal")
        if place == "1.0":
            self.text.delete("1.0", "end")
        self.text.insert(place, text)
        self.text.see("end")
        self.text.configure(state="disabled")

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.text.configure(background=theme.panel, foreground=theme.text)
