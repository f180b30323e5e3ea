"""A question about a move, below the board: try again, or play it anyway.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk


class Question(ttk.Frame):
    """Hidden until it asks; a long question takes several lines."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.text = ttk.Label(self, justify="center", anchor="center")
        self.text.pack(fill="x", padx=8, pady=(0, 4))
        row = ttk.Frame(self)
        row.pack()
        self._anyway: Callable[[], object] = lambda: None
        self.buttons = {
            "Try again": ttk.Button(row, text="Try again", command=self.hide),
            "Play it anyway": ttk.Button(row, text="Play it anyway", command=lambda: self._anyway()),
        }
        for button in self.buttons.values():
            button.pack(side="left", padx=2, pady=(0, 6))

    @property
    def asking(self) -> bool:
        """Whether it is to be seen."""
        return bool(self.winfo_manager())

    def ask(self, text: str, anyway: Callable[[], object]) -> None:
        """Asks; `anyway()` is called when the move is to stand."""
        self._anyway = anyway
        self.text.configure(text=f"{text} Try again?", wraplength=max(self.master.winfo_width() - 24, 120))
        self.pack(fill="x")
        self.update_idletasks()  # the lines of the text decide its height

    def hide(self) -> None:
        """Asks no longer."""
        if self.asking:
            self.pack_forget()
