"""The controls above the board: rules, seats, and how far whoever searches looks.  Imports tkinter; changes settings
through callbacks.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from random import randrange
from tkinter import ttk
from typing import Any

from c4.agents import AGENTS, HUMAN
from c4.evaluators import EVALUATORS
from c4.game.numbers import read_whole
from c4.game.rules import SCORINGS, C4Error, Rules
from c4.session.settings import Settings
from visualizer.kit.tooltip import Tooltip
from visualizer.kit.widgets import on, sentence
from visualizer.play.governing import (
    EVERYBODY,
    TIME_TIP,
    TIMES,
    limits_for,
    read_time,
    reasons,
    seat_tip,
    targets,
    time_text,
    with_limits,
)

RULES = {
    "First line wins": Rules(),
    "Count the lines": Rules(scoring=SCORINGS[1]),
    "The board turns": Rules(7, 7, turn_every=5),
}
"""The rules in the list; other boards come from the dialog."""

OTHER_BOARD = "Other board..."


TARGET_TIP = "Whose depth, time and evaluator are set: everybody's, one side's, or those of hints."
EVALUATOR_TIP = "The evaluator of the positions at the horizon."


class Controls(ttk.Frame):
    """`on_change(**settings)` gets the names of `c4.session.session.Session.set`; `on_other_board()` asks for a board.

    `on_adopt(make)` gets a function that makes the new settings.  Depth, time and evaluator are those of everybody, of
    a seat or of hints, as chosen in `target`; what is typed counts when Return is pressed or the box is left.
    """

    def __init__(
        self,
        parent: tk.Misc,
        on_change: Callable[..., object],
        on_adopt: Callable[[Callable[[], Settings]], object],
        on_other_board: Callable[[], object],
        say: Callable[[str], object],
    ) -> None:
        super().__init__(parent, padding=(6, 4))
        self._on_change, self._on_other_board, self._say = on_change, on_other_board, say
        self._on_adopt = on_adopt
        self.form: Callable[[str], str] = lambda name: ""
        """Which form of an evaluator of one's own is in use, as a sentence."""
        self._settings = Settings()
        self._names = ("Red", "Yellow")
        first, second = ttk.Frame(self), ttk.Frame(self)
        first.pack(fill="x")
        second.pack(fill="x", pady=(4, 0))
        self._people: list[str] = []
        self._seat_labels: list[ttk.Label] = []
        self.seats = [
            self._choice(first, name, [], 10, self._seats_chosen, keep=self._seat_labels) for name in self._names
        ]
        for seat, box in enumerate(self.seats):
            Tooltip(box, partial(self._seat_tip, seat))
        self.rules = self._choice(first, "Rules", [*RULES, OTHER_BOARD], 13, self._rules_chosen, pad=14)
        self.starter = self._choice(
            first, "First", list(self._names), 8, lambda: on_change(starter=self.starter.current()), pad=14
        )

        self.target = self._choice(second, "Set for", targets(self._names), 9, self._target_chosen)
        self.target.current(EVERYBODY)
        Tooltip(self.target, lambda: TARGET_TIP)
        self._depth_label = ttk.Label(second, text="Depth")
        self._depth_label.pack(side="left", padx=(14, 4))
        self._depth_text = tk.StringVar(self)
        self.depth = ttk.Spinbox(
            second, from_=1, to=99, width=4, textvariable=self._depth_text, command=self._depth_stepped
        )
        self.depth.pack(side="left")
        for event in ("<Return>", "<KP_Enter>"):
            on(self.depth, event, self._depth_stepped)
        self.depth.bind("<FocusOut>", lambda _: self._depth_typed())
        self.time = self._choice(second, "Time", list(TIMES), 8, self._time_chosen, pad=14)
        on(self.time, "<Return>", self._time_chosen, self.winfo_toplevel().focus_set)
        self.time.bind("<FocusOut>", lambda _: self._time_chosen())
        Tooltip(self.depth, lambda: self._tip("depth") or depth_tip(self._settings))
        Tooltip(self.time, lambda: self._tip("time_ms") or TIME_TIP)
        self._evaluators: list[str] = []
        self.evaluator = self._choice(second, "Evaluator", [], 18, self._evaluator_chosen, pad=14)
        self._offer({name: entry.label for name, entry in EVALUATORS.items()})
        Tooltip(
            self.evaluator, lambda: self._tip("evaluator") or f"{EVALUATOR_TIP} {self.form(self._chosen())}".strip()
        )

    def _choice(
        self,
        parent: tk.Misc,
        label: str,
        values: list[str],
        width: int,
        chosen: Callable[[], object],
        pad: int = 0,
        keep: list[ttk.Label] | None = None,
    ) -> ttk.Combobox:
        """A labelled list to choose from."""
        name = ttk.Label(parent, text=label)
        name.pack(side="left", padx=(pad if pad else (0 if not keep else 10), 4))
        if keep is not None:
            keep.append(name)
        box = ttk.Combobox(parent, values=values, width=width, state="readonly")
        box.pack(side="left")
        on(box, "<<ComboboxSelected>>", chosen, box.selection_clear, self.winfo_toplevel().focus_set)
        return box

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _offer(self, evaluators: Mapping[str, str]) -> None:
        """Offers the agents that there are now, and evaluators with their labels."""
        if self._people != (people := [HUMAN, *AGENTS]):
            self._people = people
            for box in self.seats:
                box.configure(values=["You" if name == HUMAN else AGENTS[name].label for name in people])
        self._evaluators = list(evaluators)
        self.evaluator.configure(values=list(evaluators.values()))

    def show(self, settings: Settings, names: tuple[str, str], evaluators: Mapping[str, str] | None = None) -> None:
        """Shows the settings as they are; `names` are the colours of the two seats, `evaluators` what they are called
        with the models in use.
        """
        if evaluators:
            self._offer(evaluators)
        target = self.target.current()
        limits, before = limits_for(settings, target), limits_for(self._settings, target)
        self._settings, self._names = settings, names
        if limits.depth != before.depth or not self._depth_text.get():  # otherwise somebody may be typing
            self._depth_text.set(str(limits.depth))
        if limits.time_ms != before.time_ms or not self.time.get():
            self.time.set(time_text(limits.time_ms))
        for seat in (0, 1):
            own = " (own)" if settings.own[seat] is not None else ""
            self._seat_labels[seat].configure(text=names[seat] + own)
            self.seats[seat].current(self._people.index(settings.seats[seat]))
        self.target.configure(values=targets(names))
        self.target.current(target)
        self.starter.configure(values=list(names))
        self.starter.current(settings.starter)
        self.evaluator.current(self._evaluators.index(limits.evaluator))
        hints = target == EVERYBODY and settings.depth_governs() == ("hints",)
        self._depth_label.configure(text="Hint depth" if hints else "Depth")
        reason = reasons(settings, target)
        self.depth.configure(state="disabled" if reason["depth"] else "normal")
        self.time.configure(state="disabled" if reason["time_ms"] else "normal")
        self.evaluator.configure(state="disabled" if reason["evaluator"] else "readonly")
        self.rules.set(
            next((label for label, rules in RULES.items() if rules == settings.rules), short_rules(settings.rules))
        )

    # -- what is chosen -----------------------------------------------------------------------------------------------

    def _seats_chosen(self) -> None:
        self._on_change(seats=tuple(self._people[box.current()] for box in self.seats))

    def _set(self, **limits: Any) -> None:
        """Sets limits for whom they are meant."""
        target, settings = self.target.current(), self._settings
        if target == EVERYBODY:
            self._on_change(**limits)
        else:
            self._on_adopt(lambda: with_limits(settings, target, **limits))

    def _target_chosen(self) -> None:
        limits = limits_for(self._settings, self.target.current())
        self._depth_text.set(str(limits.depth))
        self.time.set(time_text(limits.time_ms))
        self.show(self._settings, self._names)

    def _evaluator_chosen(self) -> None:
        self._set(evaluator=self._evaluators[self.evaluator.current()])

    def _time_chosen(self) -> None:
        before = limits_for(self._settings, self.target.current()).time_ms
        try:
            time_ms = read_time(self.time.get())
        except C4Error as error:
            self.time.set(time_text(before))
            self._say(str(error))
        else:
            if time_ms != before:
                self._set(time_ms=time_ms)
            else:
                self.time.set(time_text(before))

    def _chosen(self) -> str:
        """The evaluator that is shown."""
        return limits_for(self._settings, self.target.current()).evaluator

    def _tip(self, name: str) -> str:
        return reasons(self._settings, self.target.current())[name]

    def _seat_tip(self, seat: int) -> str:
        return seat_tip(self._settings, seat)

    def _rules_chosen(self) -> None:
        label = self.rules.get()
        if label in RULES:
            self._on_change(rules=RULES[label])
        else:
            self.show(self._settings, self._names)
            self._on_other_board()

    def _depth_stepped(self) -> None:
        self._depth_typed()
        self.winfo_toplevel().focus_set()

    def _depth_typed(self) -> None:
        try:
            depth = read_whole("the depth", self._depth_text.get())
        except C4Error as error:
            self._depth_text.set(str(limits_for(self._settings, self.target.current()).depth))
            self._say(str(error))
        else:
            if depth != limits_for(self._settings, self.target.current()).depth:
                self._set(depth=depth)


def depth_tip(settings: Settings) -> str:
    """What the depth is for, or why it cannot be set."""
    governed = settings.depth_governs()
    if not governed:
        return "The engine has a time for each move: it searches as deep as that allows."
    if governed == ("hints",):
        return "The number of plies that hints look ahead. Nobody in a seat searches to a depth that can be set."
    return "The number of plies that a search looks ahead. It can be changed while it thinks."


def short_rules(rules: Rules) -> str:
    """Rules for a narrow box: "5x4 line 3, count"."""
    counting = "" if rules.scoring == SCORINGS[0] else ", count"
    turning = f" ↻{rules.turn_every}" if rules.turn_every else ""
    return f"{rules.columns}x{rules.rows} line {rules.connect}{turning}{counting}"


class BoardDialog(tk.Toplevel):
    """Asks for another board and calls `on_rules(rules)`; says in place if it is impossible."""

    def __init__(self, parent: tk.Misc, rules: Rules, on_rules: Callable[[Rules], object]) -> None:
        super().__init__(parent)
        self.title("Board and rules")
        self.transient(parent.winfo_toplevel())
        self.resizable(False, False)
        self._on_rules = on_rules
        body = ttk.Frame(self, padding=14)
        body.pack(fill="both", expand=True)
        self.numbers: dict[str, tk.StringVar] = {}
        for row, (name, label) in enumerate(
            (
                ("columns", "Columns"),
                ("rows", "Rows"),
                ("connect", "Stones in a line"),
                ("turn_every", "Stones between turns (0: never)"),
            )
        ):
            ttk.Label(body, text=label).grid(row=row, column=0, sticky="w", pady=3)
            self.numbers[name] = tk.StringVar(self, str(getattr(rules, name)))
            ttk.Spinbox(body, from_=int(name != "turn_every"), to=32, width=5, textvariable=self.numbers[name]).grid(
                row=row, column=1, padx=(12, 0), sticky="e"
            )
        self.scoring = tk.StringVar(self, rules.scoring)
        for row, (scoring, label) in enumerate(
            zip(SCORINGS, ("The first line wins", "Fill the board, count the lines")), start=5
        ):
            ttk.Radiobutton(body, text=label, value=scoring, variable=self.scoring).grid(
                row=row, column=0, columnspan=2, sticky="w", pady=3
            )
        self.by_chance = tk.BooleanVar(self, rules.turn_seed is not None)
        ttk.Checkbutton(body, text="Turns by chance, once in so many stones", variable=self.by_chance).grid(
            row=4, column=0, columnspan=2, sticky="w", pady=3
        )
        self.problem = ttk.Label(body, text="", wraplength=260)
        self.problem.grid(row=7, column=0, columnspan=2, sticky="w", pady=(6, 6))
        ttk.Button(body, text="New game on this board", command=self.accept).grid(
            row=8, column=0, columnspan=2, sticky="ew"
        )
        self.bind("<Return>", lambda _: self.accept())
        self.bind("<Escape>", lambda _: self.destroy())

    def accept(self) -> None:
        """Accepts the board, or says what is wrong with it."""
        try:
            numbers = {name: int(text.get()) for name, text in self.numbers.items()}
        except ValueError:
            self.problem.configure(text="Columns, rows and stones must be whole numbers.")
            return
        try:
            seed = randrange(10_000) if self.by_chance.get() and numbers["turn_every"] else None
            rules = Rules(**numbers, scoring=self.scoring.get(), turn_seed=seed)
        except ValueError as error:
            self.problem.configure(text=sentence(str(error)))
            return
        self.destroy()
        self._on_rules(rules)
