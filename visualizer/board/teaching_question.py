"""The question of teaching mode: whether to take a bad move back."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk


class Question(ttk.Frame):
    """Asks whether to play a bad move; it is hidden until then, and covers the line below the board.

    `on_again()` is called when you try another move, `on_anyway()` when you play the move anyway.
    """

    def __init__(self, parent: tk.Misc, on_again: Callable[[], object], on_anyway: Callable[[], object]) -> None:
        super().__init__(parent)
        self.text = ttk.Label(self, justify="center", anchor="center")
        self.text.pack(fill="x", padx=8, pady=(0, 2))
        self._row = ttk.Frame(self)
        self._row.pack()
        self.buttons: dict[str, ttk.Button] = {}
        self._add("Take it back", on_again)
        self._add("Play it anyway", on_anyway)

    def _add(self, label: str, action: Callable[[], object]) -> None:
        """Adds a button."""
        button = ttk.Button(self._row, text=label, command=action)
        button.pack(side="left", padx=2)
        self.buttons[label] = button

    @property
    def asking(self) -> bool:
        """Whether it is visible."""
        return bool(self.winfo_manager())

    def ask(self, text: str) -> None:
        """Asks; `text` says what is wrong with the move."""
        width = max(self.master.winfo_width() - 24, 120)
        self.text.configure(text=f"{text} Take it back?", wraplength=width)
        self.place(relx=0.0, rely=1.0, relwidth=1.0, anchor="sw")

    def hide(self) -> None:
        """Hides the question."""
        self.place_forget()
