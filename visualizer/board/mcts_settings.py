"""The settings of Monte-Carlo tree search in boxes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import Any, NamedTuple

from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.text import read_positive_int
from visualizer.state.sentences import simulations_of
from visualizer.ui.widgets import Tooltip, on


def enable(box: ttk.Entry, enabled: bool, state: str = "normal") -> None:
    """Sets the state of a box: `state` or "disabled"."""
    box.configure(state=state if enabled else "disabled")


class Field(NamedTuple):
    """A setting of Monte-Carlo tree search in a box: its label, its name, how it is read, and what it means."""

    label: str
    name: str
    read: Callable[[str], Any]
    tip: str


def read_number(text: str) -> float:
    """A number as it is typed, with a point or a comma.  Raises C4Error for anything else."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise C4Error(f"{text!r} is not a number") from None


def read_simulations(text: str) -> int:
    """A number of simulations as it is typed.  Raises C4Error for anything else."""
    return read_positive_int("the number of simulations", text)


def read_playouts(text: str) -> int:
    """A number of playouts as it is typed.  Raises C4Error for anything else."""
    return read_positive_int("the number of playouts", text)


SIMULATIONS = "simulations"

SAMPLING_FIELDS = (
    Field("Simulations", SIMULATIONS, read_simulations, "How many simulations a search makes; a time is a limit, too."),
    Field(
        "Exploration c",
        "exploration",
        read_number,
        "The exploration constant c of both formulas: the larger it is, the more replies with few visits are tried.",
    ),
    Field("Playouts", "playouts", read_playouts, "How many random games value a new leaf, in UCT."),
    Field(
        "Temperature",
        "temperature",
        read_number,
        "Of the priors P of PUCT: the higher it is, the more alike the priors of all replies are.",
    ),
)
SWITCHES = (
    ("Win at once", "wins", "Whoever can complete a line does so: such a leaf counts as won without a playout."),
    ("Pass proofs up", "proofs", "Decided games are passed upwards (MCTS-Solver); replies that lose are not selected."),
)


class Sampling(ttk.Frame):
    """The settings of Monte-Carlo tree search; hidden where no search uses them.

    `change(**limits)` sets limits, and `say` says why a number is impossible.
    """

    def __init__(self, parent: tk.Misc, change: Callable[..., object], say: Callable[[str], object]) -> None:
        super().__init__(parent)
        self._change = change
        self._say = say
        self._limits = Limits()
        self.columnconfigure(1, weight=1)
        self.boxes: dict[str, ttk.Entry] = {}
        self.switches: dict[str, tk.BooleanVar] = {}
        for row, field in enumerate(SAMPLING_FIELDS):
            ttk.Label(self, text=field.label).grid(row=row, column=0, sticky="w", padx=(0, 12), pady=3)
            box = ttk.Entry(self, width=10)
            box.grid(row=row, column=1, sticky="ew", pady=3)
            self.boxes[field.name] = box
            typed = partial(self._typed, field)
            for key in ("<Return>", "<KP_Enter>"):
                on(box, key, typed, self.winfo_toplevel().focus_set)
            box.bind("<FocusOut>", partial(self._focus_lost, typed), add="+")
            Tooltip(box, partial(str, field.tip))
        for row, (label, name, tip) in enumerate(SWITCHES, start=len(SAMPLING_FIELDS)):
            chosen = tk.BooleanVar(self)
            self.switches[name] = chosen
            switch = ttk.Checkbutton(self, text=label, variable=chosen, command=partial(self._switched, name))
            switch.grid(row=row, column=0, columnspan=2, sticky="w")
            Tooltip(switch, partial(str, tip))

    def show(self, limits: Limits, shown: bool) -> None:
        """Shows what is set, or hides all."""
        if not shown:
            self.grid_remove()
            return
        self.grid()
        before = self._limits
        self._limits = limits
        for field in SAMPLING_FIELDS:
            box = self.boxes[field.name]
            enable(box, self._is_used(field.name))
            changed = value_of_field(limits, field.name) != value_of_field(before, field.name)
            if changed or not box.get():
                self._write(field)
        for name, chosen in self.switches.items():
            chosen.set(getattr(limits.selection, name))

    def _is_used(self, name: str) -> bool:
        """Whether the formula in use has this setting."""
        unused = "playouts" if self._limits.selection.uses_priors else "temperature"
        return name != unused

    def _write(self, field: Field) -> None:
        """Writes what is set into a box, also into one that is disabled."""
        box = self.boxes[field.name]
        box.configure(state="normal")
        box.delete(0, "end")
        if self._is_used(field.name):
            box.insert(0, str(value_of_field(self._limits, field.name)))
        enable(box, self._is_used(field.name))

    def _typed(self, field: Field) -> None:
        """Sets the number in a box, or says why it is impossible and shows the old one."""
        if not self._is_used(field.name):
            return
        try:
            value = field.read(self.boxes[field.name].get())
            if value != value_of_field(self._limits, field.name):
                self._set(field.name, value)
        except C4Error as error:
            self._say(str(error))
        self._write(field)

    def _set(self, name: str, value: Any) -> None:
        if name == SIMULATIONS:
            self._change(simulations=value)
        else:
            self._change(selection=replace(self._limits.selection, **{name: value}))

    def _switched(self, name: str) -> None:
        self._set(name, self.switches[name].get())

    @staticmethod
    def _focus_lost(typed: Callable[[], object], event: object) -> None:
        typed()


def value_of_field(limits: Limits, name: str) -> float:
    """What is set."""
    value: float = simulations_of(limits) if name == SIMULATIONS else getattr(limits.selection, name)
    return value
