"""Entrant: who plays in a match, chosen as for the seats or typed as for the command c4.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from tkinter import ttk

from c4 import agents
from c4.agents import AGENTS, title
from c4.agents.specification import Specification, asks_evaluator, in_words, name_of, parse_agent
from c4.game.numbers import read_whole
from c4.game.rules import C4Error
from visualizer.kit.tooltip import Tooltip
from visualizer.play.chooser import Choice, Chooser
from visualizer.play.governing import TIME_TIP, TIMES, agent_reasons, read_time, time_text

NOBODY = "nobody"

HEADINGS = ("Agent", "Evaluator", "Depth", "Time")
"""What the boxes of an entrant are called, from the left."""

TYPED = "Choose an agent, or type its text as for the command c4: alphabeta:depth=4."

TIPS = {
    "depth": "The number of plies that its search looks ahead.",
    "time_ms": TIME_TIP,
    "evaluator": "Whose values it plays by; of a learned one, a model file can be chosen.",
}


class Entrant:
    """Four boxes in row `row` of the grid of `parent`; `on_refused(sentence)` is told of what cannot be chosen."""

    def __init__(self, parent: tk.Misc, row: int, first: str, on_refused: Callable[[str], object]) -> None:
        self._agent: Specification | None = None
        self._refuse = on_refused
        self.who = ttk.Combobox(parent, width=26, postcommand=self._offer)
        self.evaluator = Chooser(parent, Choice("v2"), self._evaluator_chosen, on_refused, width=24)
        self.depth = ttk.Spinbox(parent, from_=1, to=99, width=4)
        self.time = ttk.Combobox(parent, values=list(TIMES), width=9)
        for column, box in enumerate((self.who, self.evaluator, self.depth, self.time)):
            box.grid(row=row, column=column, padx=(0, 8), pady=1, sticky="ew")
        for box in (self.who, self.depth, self.time):
            for event in ("<<ComboboxSelected>>", "<<Increment>>", "<<Decrement>>", "<Return>", "<FocusOut>"):
                box.bind(event, lambda _: self.who.after_idle(self._changed), add="+")
        Tooltip(self.who, self._told)
        for name, box in (("evaluator", self.evaluator), ("depth", self.depth), ("time_ms", self.time)):
            Tooltip(box, partial(self._tip, name))
        self.set(first)
        self._changed()

    def _offer(self) -> None:
        """All agents that there are now."""
        self.who.configure(values=[NOBODY, *(title(name) for name in list(AGENTS))])

    # -- what is chosen -----------------------------------------------------------------------------------------------

    def set(self, text: str) -> None:
        """Writes an agent's title or text, or "" for nobody, as if it were typed."""
        self.who.set(text or NOBODY)

    def agent(self) -> Specification | None:
        """Who stands in the boxes; None for nobody.  Raises C4Error for a text that names no agent, or no number."""
        typed = self.who.get().strip()
        if typed in ("", NOBODY):
            self._agent = None
        elif self._agent is None or typed != title(self._agent.name):
            named = next((name for name in AGENTS if typed == title(name)), None)
            self._agent = typed_agent(typed) if named is None else Specification(named)
        else:
            self._agent = self._limited(self._agent)
        self._show()
        return self._agent

    def _limited(self, agent: Specification) -> Specification:
        """The agent with what stands in the other boxes."""
        limits, free = agent.limits, agent_reasons(agent.name, agent.limits)
        if not free["depth"]:
            limits = replace(limits, depth=read_whole("the depth", self.depth.get()))
        if not free["time_ms"]:
            limits = replace(limits, time_ms=read_time(self.time.get()))
        if not free["evaluator"] and self.evaluator.choice is not None:
            limits = replace(limits, evaluator=self.evaluator.choice.name, model=self.evaluator.choice.model)
        return replace(agent, limits=limits)

    def _changed(self) -> None:
        """Something was chosen or typed."""
        try:
            self.agent()
        except C4Error as error:
            self._refuse(str(error))
            self._show()

    def _evaluator_chosen(self) -> None:
        if self._agent is not None and asks_evaluator(self._agent.name):
            self._changed()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Fills the boxes; those that have no effect are grey."""
        agent = self._agent
        if agent is None:
            for box in (self.evaluator, self.depth, self.time):
                box.set("")
                box.configure(state="disabled")
            return
        limits, why = agent.limits, agent_reasons(agent.name, agent.limits)
        self.who.set(title(agent.name))
        self.depth.set("" if why["depth"] else str(limits.depth))
        self.time.set("" if why["time_ms"] else time_text(limits.time_ms))
        if why["evaluator"]:
            self.evaluator.set("")
        else:
            self.evaluator.show(Choice(limits.evaluator, limits.model))
        self.depth.configure(state="disabled" if why["depth"] else "normal")
        self.time.configure(state="disabled" if why["time_ms"] else "normal")
        self.evaluator.configure(state="disabled" if why["evaluator"] else "readonly")

    def _tip(self, name: str) -> str:
        """What a box sets, or why it has no effect."""
        if self._agent is None:
            return "Nobody plays here."
        return agent_reasons(self._agent.name, self._agent.limits)[name] or TIPS[name]

    def _told(self) -> str:
        """Who plays here, in words, with what was typed and no box shows."""
        agent = self._agent
        return f"Nobody plays here. {TYPED}" if agent is None else f"{in_words(agent)}: {AGENTS[agent.name].about}."


def typed_agent(text: str) -> Specification:
    """The agent of a text that a person has typed.  Raises C4Error, for an unknown name without a list of all."""
    try:
        agents.check_name(agents.allow(name_of(text)))
    except C4Error:
        raise C4Error(f"there is no agent {name_of(text)!r}: choose one from the list") from None
    return parse_agent(text)
