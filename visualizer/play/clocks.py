"""The clocks of both sides, and the choice of a time control.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from time import monotonic
from tkinter import ttk

from c4.game.rules import C4Error
from c4.session.clock import TimeControl, clock_text, parse_control
from c4.session.session import Session
from visualizer.kit.widgets import sentence, wrap

CONTROLS = ("none", "1", "3+2", "5", "10", "10/move", "30/move")

HELP = """5: five minutes for the game
3+2: three minutes, and two seconds more with each move
10/move: ten seconds for each move"""


class Clocks(ttk.Label):
    """One line with both times; hidden without a time control."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, style="Told.TLabel", anchor="center")

    def show(self, session: Session, names: Sequence[str]) -> bool:
        """Shows the times left; `names` are those of player 0 and player 1.  Whether it came or went."""
        clock, now = session.clock, monotonic()
        timed = clock.control != TimeControl()
        text = "     ".join(
            f"{'▸ ' if clock.running == side else ''}{names[side]} {clock_text(clock.remaining(side, now))}"
            for side in (0, 1)
        )
        if timed and text != self["text"]:
            self.configure(text=text)
        if timed == bool(self.winfo_manager()):
            return False
        if timed:
            self.pack(fill="x")
        else:
            self.pack_forget()
        return True


class ClockDialog(tk.Toplevel):
    """`on_done(control)` gets what was chosen."""

    def __init__(self, parent: tk.Misc, control: TimeControl, on_done: Callable[[TimeControl], object]) -> None:
        super().__init__(parent)
        self.title("Clocks")
        self.resizable(width=False, height=False)
        self._on_done = on_done
        frame = ttk.Frame(self, padding=12)
        frame.pack(fill="both", expand=True)
        ttk.Label(frame, text="Time for each side").pack(anchor="w")
        self.text = tk.StringVar(self, str(control))
        box = ttk.Combobox(frame, values=CONTROLS, textvariable=self.text, width=16)
        box.pack(fill="x", pady=6)
        ttk.Label(frame, text=HELP, style="Faint.TLabel", justify="left").pack(anchor="w")
        self.said = wrap(ttk.Label(frame))
        self.said.pack(fill="x")
        ttk.Button(frame, text="OK", command=self.done).pack(side="right", pady=(8, 0))
        ttk.Button(frame, text="Cancel", command=self.destroy).pack(side="right", padx=4, pady=(8, 0))
        self.bind("<Return>", lambda _: self.done())
        self.bind("<Escape>", lambda _: self.destroy())
        box.focus_set()

    def done(self) -> None:
        """Hands over what was typed, or says what is wrong with it."""
        try:
            control = parse_control(self.text.get())
        except C4Error as error:
            self.said.configure(text=f"{sentence(str(error))}.")
            return
        self._on_done(control)
        self.destroy()
