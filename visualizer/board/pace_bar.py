"""The bar of a game between two computers: stopping, going on, one move, and how fast they play."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4.session.pace import PACES, pace_text
from visualizer.ui.widgets import choice, show_or_hide


class ComputersBar(ttk.Frame):
    """The controls of computer vs computer: `do(command)` for the buttons, `on_pace(seconds)` for the speed."""

    def __init__(self, parent: tk.Misc, do: Callable[[str], object], on_pace: Callable[[float], object]) -> None:
        super().__init__(parent)
        self.buttons: dict[str, ttk.Button] = {}
        for name, label in (("stop", "Pause"), ("go", "Continue"), ("one move", "One move")):
            self.buttons[name] = ttk.Button(self, text=label, command=partial(do, name), width=8)
        self._on_pace = on_pace
        self.pace = choice(self, PACES, 17, self._pace_chosen)

        parts = (*self.buttons.values(), ttk.Label(self, text="Speed"), self.pace)
        for column, part in enumerate(parts):
            part.grid(row=0, column=column, padx=3, pady=(0, 6), sticky="ew")
        self.columnconfigure(len(parts) - 1, weight=1)  # the last one shrinks when the room is short

    def _pace_chosen(self) -> None:
        self._on_pace(PACES[self.pace.get()])

    def show(self, shown: bool, paused: bool, pace: float) -> None:
        """Shows or hides the bar; `paused` says that the computers wait, `pace` is the seconds of a move at least."""
        if shown:
            visible = "go" if paused else "stop"
            hidden = "stop" if paused else "go"
            self.buttons[visible].grid()
            self.buttons[hidden].grid_remove()
            self.pace.set(pace_text(pace))
        show_or_hide(self, shown)
