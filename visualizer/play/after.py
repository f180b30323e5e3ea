"""What can be done when a game has ended: buttons below the board.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

ACTIONS = (("Review", "review"), ("Rematch", "rematch"), ("Swap seats", "rematch swapped"))
"""What the buttons say, and the commands that they run."""


class AfterGame(ttk.Frame):
    """`do(command)` is called when a button is pressed."""

    def __init__(self, parent: tk.Misc, do: Callable[[str], object]) -> None:
        super().__init__(parent)
        self.buttons: dict[str, ttk.Button] = {}
        for label, command in ACTIONS:
            button = ttk.Button(self, text=label, command=partial(do, command))
            button.pack(side="left", padx=4, pady=(0, 6))
            self.buttons[label] = button

    def show(self, over: bool, reviewed: bool) -> bool:
        """Shows or hides the buttons, that to the review only elsewhere; whether they take more or less room now."""
        review = self.buttons["Review"]
        if reviewed:
            review.pack_forget()
        elif not review.winfo_manager():
            review.pack(side="left", padx=4, pady=(0, 6), before=self.buttons["Rematch"])
        if over == bool(self.winfo_manager()):
            return False
        if over:
            self.pack()
        else:
            self.pack_forget()
        return True
