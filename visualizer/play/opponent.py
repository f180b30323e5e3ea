"""Opponent: whom one plays against and who begins, for people who want to play.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tkinter import ttk

from c4.agents import AGENTS, HUMAN, LEVELS, brought, title
from c4.agents.specification import asks_evaluator
from c4.evaluators import label_of
from c4.session.settings import Settings
from visualizer.kit.widgets import on, sentence, wrap

ANOTHER, MACHINES = "Another person", "Two machines"
BEGINS = ("You", "Your opponent")
BETWEEN, PACE = "amateur", 1.0
"""Who takes both seats of two people, and the seconds that a move takes then at least."""


class Opponent(ttk.Frame):
    """`on_change(**settings)` gets the names of `c4.session.session.Session.set`."""

    def __init__(self, parent: tk.Misc, on_change: Callable[..., object]) -> None:
        super().__init__(parent, padding=(8, 6))
        self._on_change = on_change
        self._settings = Settings()
        self._names: list[str] = []
        self.columnconfigure(1, weight=1)
        ttk.Label(self, text="Opponent").grid(row=0, column=0, sticky="w", padx=(0, 8), pady=2)
        ttk.Label(self, text="First move").grid(row=4, column=0, sticky="w", padx=(0, 8), pady=2)
        self.who = self._box(self._chosen)
        self.who.grid(row=0, column=1, sticky="ew", pady=2)
        self.about = wrap(ttk.Label(self, style="Faint.TLabel", anchor="w", justify="left"))
        self.about.grid(row=1, column=1, sticky="ew", pady=(0, 4))
        self.first = self._box(self._first_chosen)
        self.first.grid(row=4, column=1, sticky="ew", pady=2)
        self.seats = tuple((ttk.Label(self), self._box(partial(self._machine_chosen, seat))) for seat in (0, 1))

    def _box(self, chosen: Callable[[], object]) -> ttk.Combobox:
        box = ttk.Combobox(self, state="readonly", width=12)
        on(box, "<<ComboboxSelected>>", box.selection_clear, self.winfo_toplevel().focus_set, chosen)
        return box

    def show(self, settings: Settings, seats: tuple[str, str]) -> None:
        """Shows the settings as they are; `seats` are the colours of the two seats."""
        self._settings = settings
        mine, agent = machine(settings)
        people = settings.seats.count(HUMAN)
        names = list(dict.fromkeys(name for name in (*LEVELS, *settings.seats, *brought()) if name != HUMAN))
        if names != self._names:
            self._names, agents = names, [title(name) for name in names]
            self.who.configure(values=[*agents, ANOTHER, MACHINES])
            for _, box in self.seats:
                box.configure(values=agents)
        self.who.current(len(names) + 1 if not people else len(names) if agent is None else names.index(agent))
        for seat, (label, box) in enumerate(self.seats):
            if people:
                label.grid_remove()
                box.grid_remove()
                continue
            label.configure(text=seats[seat])
            label.grid(row=2 + seat, column=0, sticky="w", padx=(0, 8), pady=2)
            box.current(names.index(settings.seats[seat]))
            box.grid(row=2 + seat, column=1, sticky="ew", pady=2)
        about = {0: "watch them: pause, single moves and speed stand below the board", 2: "two people at this computer"}
        said = about.get(people) or described(settings, 1 - mine)
        self.about.configure(text=sentence(said) + ".")
        labels = BEGINS if people == 1 else seats
        self.first.configure(values=list(labels))
        begins = settings.starter if people != 1 else int(settings.starter != mine)
        self.first.current(begins)

    def _chosen(self) -> None:
        mine, agent = machine(self._settings)
        chosen = self.who.get()
        if chosen == MACHINES:
            if HUMAN in self._settings.seats:
                name = agent or BETWEEN
                self._on_change(seats=(name, name), pace=self._settings.pace or PACE)
            return
        name = HUMAN if chosen == ANOTHER else self._names[self.who.current()]
        self._on_change(seats=(HUMAN, name) if mine == 0 else (name, HUMAN))

    def _machine_chosen(self, seat: int) -> None:
        seats = list(self._settings.seats)
        seats[seat] = self._names[self.seats[seat][1].current()]
        self._on_change(seats=(seats[0], seats[1]))

    def _first_chosen(self) -> None:
        mine, _ = machine(self._settings)
        chosen = self.first.current()
        one = self._settings.seats.count(HUMAN) == 1
        self._on_change(starter=(mine if chosen == 0 else 1 - mine) if one else chosen)


def described(settings: Settings, seat: int) -> str:
    """What the agent in a seat does, and by whose values if that can be chosen."""
    agent = settings.seats[seat]
    if not asks_evaluator(agent):
        return AGENTS[agent].about
    limits = settings.limits_of(agent, seat)
    model = "" if limits.model is None else f" ({Path(limits.model).stem})"
    return f"{AGENTS[agent].about}; values by {label_of(limits.evaluator).removesuffix(' (learned)')}{model}"


def machine(settings: Settings) -> tuple[int, str | None]:
    """The seat of the person who plays (the first with two), and the agent opposite; None for another person."""
    mine = settings.seats.index(HUMAN) if HUMAN in settings.seats else 0
    other = settings.seats[1 - mine]
    return mine, None if other == HUMAN else other
