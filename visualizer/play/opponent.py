"""Opponent: whom one plays against and who begins, for people who want to play.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from c4.agents import AGENTS, HUMAN, LEVELS, title
from c4.session.settings import Settings
from visualizer.kit.widgets import on, sentence, wrap

ANOTHER = "Another person"
BEGINS = ("You", "Your opponent")


class Opponent(ttk.Frame):
    """`on_change(**settings)` gets the names of `c4.session.session.Session.set`."""

    def __init__(self, parent: tk.Misc, on_change: Callable[..., object]) -> None:
        super().__init__(parent, padding=(8, 6))
        self._on_change = on_change
        self._settings = Settings()
        self._names: list[str] = []
        self.columnconfigure(1, weight=1)
        ttk.Label(self, text="Opponent").grid(row=0, column=0, sticky="w", padx=(0, 8), pady=2)
        ttk.Label(self, text="First move").grid(row=2, column=0, sticky="w", padx=(0, 8), pady=2)
        self.who = self._box(self._chosen)
        self.who.grid(row=0, column=1, sticky="ew", pady=2)
        self.about = wrap(ttk.Label(self, style="Faint.TLabel", anchor="w", justify="left"))
        self.about.grid(row=1, column=1, sticky="ew", pady=(0, 4))
        self.first = self._box(self._first_chosen)
        self.first.grid(row=2, column=1, sticky="ew", pady=2)

    def _box(self, chosen: Callable[[], object]) -> ttk.Combobox:
        box = ttk.Combobox(self, state="readonly", width=12)
        on(box, "<<ComboboxSelected>>", box.selection_clear, self.winfo_toplevel().focus_set, chosen)
        return box

    def show(self, settings: Settings, seats: tuple[str, str]) -> None:
        """Shows the settings as they are; `seats` are the colours of the two seats."""
        self._settings = settings
        mine, agent = machine(settings)
        names = [*LEVELS, HUMAN]
        if agent is not None and agent not in names:
            names.append(agent)
        if names != self._names:
            self._names = names
            self.who.configure(values=[ANOTHER if name == HUMAN else title(name) for name in names])
        people = settings.seats.count(HUMAN)
        if people:
            self.who.current(names.index(HUMAN if agent is None else agent))
        else:
            self.who.set("Two machines play")
        about = {0: "watch them, or choose an opponent", 2: "two people at this computer"}
        said = about.get(people) or AGENTS[agent or ""].about
        self.about.configure(text=sentence(said) + ".")
        labels = BEGINS if people == 1 else seats
        self.first.configure(values=list(labels))
        begins = settings.starter if people != 1 else int(settings.starter != mine)
        self.first.current(begins)

    def _chosen(self) -> None:
        mine, _ = machine(self._settings)
        name = self._names[self.who.current()]
        self._on_change(seats=(HUMAN, name) if mine == 0 else (name, HUMAN))

    def _first_chosen(self) -> None:
        mine, _ = machine(self._settings)
        chosen = self.first.current()
        one = self._settings.seats.count(HUMAN) == 1
        self._on_change(starter=(mine if chosen == 0 else 1 - mine) if one else chosen)


def machine(settings: Settings) -> tuple[int, str | None]:
    """The seat of the person who plays (the first with two), and the agent opposite; None for another person."""
    mine = settings.seats.index(HUMAN) if HUMAN in settings.seats else 0
    other = settings.seats[1 - mine]
    return mine, None if other == HUMAN else other
