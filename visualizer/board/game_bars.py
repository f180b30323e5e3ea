"""What appears around the board during a game: questions, buttons."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk
from typing import Any

from c4.agents import HUMAN
from c4.session.session import Session
from visualizer.ui.widgets import choice


class Question(ttk.Frame):
    """Asks whether to play a bad move, over what stands below the board; hidden until then."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.text = ttk.Label(self, justify="center", anchor="center")
        self.text.pack(fill="x", padx=8, pady=(0, 2))
        row = ttk.Frame(self)
        row.pack()
        self._anyway: Callable[[], object] = lambda: None
        self.buttons = {
            "Try again": ttk.Button(row, text="Try again", command=self.hide),
            "Play it anyway": ttk.Button(row, text="Play it anyway", command=lambda: self._anyway()),
        }
        for button in self.buttons.values():
            button.pack(side="left", padx=2)

    @property
    def asking(self) -> bool:
        """Whether it is visible."""
        return bool(self.winfo_manager())

    def ask(self, text: str, anyway: Callable[[], object]) -> None:
        """Asks; `anyway()` plays the move."""
        self._anyway = anyway
        self.text.configure(text=f"{text} Try again?", wraplength=max(self.master.winfo_width() - 24, 120))
        self.place(relx=0.0, rely=1.0, relwidth=1.0, anchor="sw")

    def hide(self) -> None:
        """Hides the question."""
        self.place_forget()


def show_or_hide(bar: tk.Widget, shown: bool, **options: Any) -> bool:
    """Packs or hides a bar; returns whether that changes anything."""
    if shown == bool(bar.winfo_manager()):
        return False
    bar.pack(**options) if shown else bar.pack_forget()
    return True


PACES = {"as fast as possible": 0.0, "0.5 s a move": 0.5, "1 s a move": 1.0, "2 s a move": 2.0, "5 s a move": 5.0}
"""The least seconds for a move of computer vs computer."""

PAUSES = {"none": 0.0, "0.5 s": 0.5, "1 s": 1.0, "2 s": 2.0}
"""The least seconds for a computer's reply to you."""


class ComputersBar(ttk.Frame):
    """The controls of computer vs computer: `do(command)` for the buttons, `on_pace(seconds)` for the speed."""

    def __init__(self, parent: tk.Misc, do: Callable[[str], object], on_pace: Callable[[float], object]) -> None:
        super().__init__(parent)
        self.buttons = {
            name: ttk.Button(self, text=label, command=partial(do, name), width=8)
            for name, label in (("stop", "Pause"), ("go", "Continue"), ("one move", "One move"))
        }
        self.pace = choice(self, PACES, 17, lambda: on_pace(PACES[self.pace.get()]))
        for place, part in enumerate((*self.buttons.values(), ttk.Label(self, text="Speed"), self.pace)):
            part.grid(row=0, column=place, padx=3, pady=(0, 6), sticky="ew")
        self.columnconfigure(place, weight=1)  # where room is short, the last one gives way

    def show(self, session: Session) -> bool:
        """Shows the bar while two computers play; returns whether it appeared or disappeared."""
        shown = HUMAN not in session.settings.seats and session.outcome is None
        if shown:
            self.buttons["go" if session.paused else "stop"].grid()
            self.buttons["stop" if session.paused else "go"].grid_remove()
            self.pace.set(next((text for text, seconds in PACES.items() if seconds == session.settings.pace), ""))
        return show_or_hide(self, shown)


class AfterGame(ttk.Frame):
    """What you can do when a game is over, at the foot of the board: each button runs a command by `do(command)`."""

    def __init__(self, parent: tk.Misc, board: tk.Misc, do: Callable[[str], object]) -> None:
        super().__init__(parent)
        self._board = board
        self.buttons: dict[str, ttk.Button] = {}
        offered = (("Review", "review"), ("Rematch", "new game"), ("Other side begins", "rematch"))
        for label, command in offered:
            self.buttons[label] = ttk.Button(self, text=label, style="Low.TButton", command=partial(do, command))
            self.buttons[label].pack(side="left", padx=4)

    def show(self, over: bool, reviewed: bool) -> None:
        """Shows or hides the buttons."""
        show_or_hide(self.buttons["Review"], not reviewed, side="left", padx=4, before=self.buttons["Rematch"])
        self.place(in_=self._board, relx=0.5, rely=1.0, anchor="s") if over else self.place_forget()
