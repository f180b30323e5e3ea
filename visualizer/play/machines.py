"""The bar below the board while two machines play: pause or go on, one move, speed.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4.agents import HUMAN
from c4.session.session import Session
from visualizer.kit.widgets import choice

PACES = {"as fast as it goes": 0.0, "0.5 s a move": 0.5, "1 s a move": 1.0, "2 s a move": 2.0, "5 s a move": 5.0}
"""Seconds that a move of two machines takes at least."""


class MachinesBar(ttk.Frame):
    """`do(command)` is called for the buttons, `on_pace(seconds)` for a chosen speed."""

    def __init__(self, parent: tk.Misc, do: Callable[[str], object], on_pace: Callable[[float], object]) -> None:
        super().__init__(parent)
        self.buttons = {
            name: ttk.Button(self, text=label, command=partial(do, name), width=8)
            for name, label in (("stop", "Pause"), ("go", "Go on"), ("one move", "One move"))
        }
        self.pace = choice(self, PACES, 17, lambda: on_pace(PACES[self.pace.get()]))
        for place, part in enumerate((*self.buttons.values(), ttk.Label(self, text="Speed"), self.pace)):
            part.grid(row=0, column=place, padx=3, pady=(0, 6))
        self.buttons["go"].grid_remove()

    def show(self, session: Session) -> bool:
        """Shows how things stand; whether the bar came or went."""
        alone = HUMAN not in session.settings.seats and session.outcome is None
        if alone:
            for name, shown in (("stop", not session.paused), ("go", session.paused)):
                button = self.buttons[name]
                if shown != bool(button.winfo_manager()):
                    button.grid() if shown else button.grid_remove()
            pace = next((text for text, seconds in PACES.items() if seconds == session.settings.pace), "")
            if self.pace.get() != pace:
                self.pace.set(pace)
        if alone == bool(self.winfo_manager()):
            return False
        self.pack() if alone else self.pack_forget()
        return True
