"""The widgets that pick an evaluator, an agent or a search with its options."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from tkinter import ttk
from typing import NamedTuple

from c4 import agents, evaluators
from c4.agents import AGENTS
from c4.agents.levels import title
from c4.agents.limits import Limits
from c4.agents.specification import Specification, asks_evaluator, name_of, parse_agent
from c4.agents.words import in_words
from c4.errors import C4Error
from c4.evaluators import EVALUATORS, PLAYOUTS
from c4.printable import one_line
from c4.text import capitalised, read_positive_int
from c4.tree.selection import MOST_SIMULATIONS, USUAL_SIMULATIONS
from visualizer.state.search_choices import TIMES
from visualizer.ui.widgets import Tooltip

TIME_TIP = (
    "The time for each move of the engine or MCTS, any number of milliseconds;"
    ' "by depth" gives them a depth, or a number of simulations, instead.'
)

TIMED = "The engine has a time per move and searches as deep as that allows."
HAS_SIMULATIONS = "MCTS has no depth to set, but a number of simulations."
NO_TIME = "Only the engine and MCTS can use a time: the other searches always finish their depth."


def agent_reasons(name: str, limits: Limits) -> dict[str, str]:
    """Why "depth", "time_ms" and "evaluator" have no effect for an agent with these limits; "" where they have."""
    entry = AGENTS[name]
    why_no_depth = "" if entry.searches else f"{entry.label} has no depth to set: it {entry.about}."
    if entry.deepens and limits.time_ms is not None:
        why_no_depth = TIMED
    elif entry.samples:
        why_no_depth = HAS_SIMULATIONS
    why_no_time = "" if entry.timed else NO_TIME
    why_no_evaluator = ""
    if not asks_evaluator(name):
        why_no_evaluator = f"{entry.label} does not use an evaluator that you can choose."
    return {"depth": why_no_depth, "time_ms": why_no_time, "evaluator": why_no_evaluator}


def time_text(time_ms: float | None) -> str:
    """A time as boxes show it: "100 ms", "by depth"."""
    if time_ms is None:
        return "by depth"
    for label, milliseconds in TIMES.items():
        if milliseconds == time_ms:
            return label
    return f"{time_ms:g} ms"


def read_time(text: str) -> float | None:
    """Milliseconds of a typed time: "250", "250 ms", "1.5 s"; None for "by depth".

    Raises C4Error for anything else.
    """
    text = text.strip()
    if text in ("", "by depth"):
        return None
    match = re.fullmatch(r"([0-9]{1,8}(?:\.[0-9]{1,3})?)\s*(ms|s)?", text)
    if match is None or float(match[1]) <= 0:
        raise C4Error(f'the time is a number of milliseconds such as 250, or 1.5 s, or "by depth", not {text!r}')
    number = float(match[1])
    if match[2] == "s":
        number *= 1000
    return int(number) if number == int(number) else number


MODEL_FILE = "A model file..."
"""The choice that asks for a file."""

LONGEST_FILE_NAME = 20
"""The largest number of letters of a file name that the box shows."""


class EvaluatorChoice(NamedTuple):
    """An evaluator by name, and its model file, None for the built-in one; or PLAYOUTS in place of an evaluator."""

    name: str
    model: str | None = None

    @property
    def label(self) -> str:
        """Its label, with the name of the model file: the end of a long one."""
        if self.name == PLAYOUTS:
            return capitalised(evaluators.label_of(PLAYOUTS))
        label = EVALUATORS[self.name].label
        if self.model is None:
            return label
        file = one_line(Path(self.model).name)
        if len(file) > LONGEST_FILE_NAME:
            file = f"…{file[-LONGEST_FILE_NAME:]}"
        return f"{label.removesuffix(' (learned)')}: {file}"


PLAYOUTS_CHOICE = EvaluatorChoice(PLAYOUTS)


class EvaluatorBox(ttk.Combobox):
    """`on_choice()` is called for another evaluator, `on_refused(sentence)` for a file that is not a model."""

    def __init__(
        self,
        parent: tk.Misc,
        choice: EvaluatorChoice,
        on_choice: Callable[[], object],
        on_refused: Callable[[str], object],
        width: int,
    ) -> None:
        super().__init__(parent, state="readonly", width=width)
        self._on_choice = on_choice
        self._on_refused = on_refused
        self.choices = [EvaluatorChoice(name) for name in EVALUATORS]
        self.choice = choice
        self.bind("<<ComboboxSelected>>", lambda _: self._chosen())
        self._list()

    def _list(self) -> None:
        if self.choice not in self.choices:
            self.choices.append(self.choice)
        labels = [choice.label for choice in self.choices]
        self.configure(values=[*labels, MODEL_FILE])
        self.current(self.choices.index(self.choice))

    def _chosen(self) -> None:
        self.selection_clear()
        self.winfo_toplevel().focus_set()
        if self.get() != MODEL_FILE:
            self.take(self.choices[self.current()])
            return
        from tkinter import filedialog

        path = filedialog.askopenfilename(parent=self, title="A model file")
        if path:
            self.take_file(path)
        self._list()

    def take_file(self, path: str) -> None:
        """Chooses the evaluator of a model file, or says why there is none."""
        try:
            self.take(EvaluatorChoice(evaluators.identify(path), path))
        except C4Error as error:
            self._on_refused(str(error))
        self._list()

    def show(self, choice: EvaluatorChoice, playouts: bool = False) -> None:
        """Shows another evaluator; `playouts`: random playouts can be chosen in place of one."""
        self.choice = choice
        listed = [one for one in self.choices if one != PLAYOUTS_CHOICE]
        self.choices = [PLAYOUTS_CHOICE, *listed] if playouts else listed
        self._list()

    def take(self, choice: EvaluatorChoice) -> None:
        """Chooses another evaluator."""
        self.show(choice, PLAYOUTS_CHOICE in self.choices)
        self._on_choice()


NO_AGENT = "empty"
"""The text of a picker without an agent."""

HEADINGS = ("Agent", "Evaluator", "Depth or simulations", "Time")
"""Titles of the boxes of an `AgentPicker`, from the left."""

PICKER_HELP = "Choose an agent, or type one as on the command line, such as alphabeta:depth=4."

TIPS = {
    "depth": "How many plies the search looks ahead; of MCTS, how many simulations it runs.",
    "time_ms": TIME_TIP,
    "evaluator": "The evaluator whose values it plays by. You can choose a model file for a learned one.",
}


def all_agents() -> list[str]:
    """The names of all agents."""
    return list(AGENTS)


class AgentPicker:
    """Boxes for an agent, its evaluator, depth and time, in row `row` of the grid of `parent`, from `column` on.

    `names()` returns the agents in the list.  Without `timed` there is no box for the time, and you cannot leave the
    agent empty.  `on_refused(sentence)` is called for wrong input.
    """

    def __init__(
        self,
        parent: tk.Misc,
        row: int,
        on_refused: Callable[[str], object],
        column: int = 0,
        names: Callable[[], Iterable[str]] = all_agents,
        timed: bool = True,
    ) -> None:
        self._agent: Specification | None = None
        self._names = names
        self._timed = timed
        self._refuse = on_refused
        self.who = ttk.Combobox(parent, width=26 if timed else 13, postcommand=self._list)
        self.evaluator = EvaluatorBox(parent, EvaluatorChoice("v2"), self.refresh, on_refused, width=24)
        self.depth = ttk.Spinbox(parent, from_=1, to=99, width=8)
        self.time = ttk.Combobox(parent, values=list(TIMES), width=9)

        boxes: list[tk.Widget] = [self.who, self.evaluator, self.depth]
        if timed:
            boxes.append(self.time)
        for place, box in enumerate(boxes):
            box.grid(row=row, column=column + place, padx=(0, 8), pady=1, sticky="ew")
        for typed in (self.who, self.depth, self.time):
            for event in ("<<ComboboxSelected>>", "<<Increment>>", "<<Decrement>>", "<Return>", "<FocusOut>"):
                typed.bind(event, self._changed_soon, add="+")

        Tooltip(self.who, self._about)
        Tooltip(self.evaluator, partial(self._tip, "evaluator"))
        Tooltip(self.depth, partial(self._tip, "depth"))
        Tooltip(self.time, partial(self._tip, "time_ms"))

    def _list(self) -> None:
        titles = [title(name) for name in self._names()]
        if self._timed:
            titles.insert(0, NO_AGENT)
        self.who.configure(values=titles)

    def _changed_soon(self, event: object) -> None:
        """Reads the boxes after the event: an arrow changes its number only then."""
        self.who.after_idle(self.refresh)

    # -- what is chosen -----------------------------------------------------------------------------------------------

    def set(self, agent: str | Specification) -> None:
        """Shows an agent with its limits, or writes a title or text ("" for no agent) as if you had typed it."""
        if isinstance(agent, Specification):
            self._agent = agent
            self._show()
        else:
            self.who.set(agent or NO_AGENT)

    def read(self) -> Specification | None:
        """The agent in the boxes, None for an empty one.  Raises C4Error for an unknown agent or an impossible number."""
        typed = self.who.get().strip()
        if typed in ("", NO_AGENT):
            self._agent = None
        elif self._agent is None or typed != title(self._agent.name):
            self._agent = typed_agent(typed)
        else:
            self._agent = self._with_limits(self._agent)
        self._show()
        return self._agent

    def _with_limits(self, agent: Specification) -> Specification:
        """The agent with the limits in the other boxes."""
        limits = agent.limits
        unused = agent_reasons(agent.name, limits)
        samples = AGENTS[agent.name].samples
        if samples:
            limits = replace(limits, simulations=self._simulations(limits))
        elif not unused["depth"]:
            limits = replace(limits, depth=read_positive_int("the depth", self.depth.get()))
        if self._timed and not unused["time_ms"]:
            limits = replace(limits, time_ms=read_time(self.time.get()))
        if not unused["evaluator"]:
            limits = with_leaves(limits, self.evaluator.choice, samples)
        return replace(agent, limits=limits)

    def _simulations(self, limits: Limits) -> int | None:
        """The number of simulations in the box; None for none of its own.  Raises C4Error for anything else."""
        text = self.depth.get().replace(",", "").strip()
        if not text:
            return None
        simulations = read_positive_int("the number of simulations", text)
        return limits.simulations if simulations == USUAL_SIMULATIONS else simulations

    def refresh(self) -> None:
        """Shows the limits of the agent in the boxes; of an unknown agent it says so, and shows the one before."""
        try:
            self.read()
        except C4Error as error:
            self._refuse(str(error))
            self._show()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Fills the boxes and disables those that have no effect."""
        agent = self._agent
        if agent is None:
            limits = Limits()
            unused = dict.fromkeys(TIPS, NO_AGENT)
        else:
            limits = agent.limits
            unused = agent_reasons(agent.name, limits)
            self.who.set(title(agent.name))
        samples = agent is not None and AGENTS[agent.name].samples
        self.depth.configure(to=MOST_SIMULATIONS if samples else 99, increment=100 if samples else 1)
        if samples:
            unused["depth"] = ""
            self.depth.set(simulations_text(limits))
        else:
            self.depth.set("" if unused["depth"] else str(limits.depth))
        self.time.set("" if unused["time_ms"] else time_text(limits.time_ms))
        if unused["evaluator"]:
            self.evaluator.set("")
        else:
            self.evaluator.show(leaves_of(limits, samples), samples)
        self.depth.configure(state="disabled" if unused["depth"] else "normal")
        self.time.configure(state="disabled" if unused["time_ms"] else "normal")
        self.evaluator.configure(state="disabled" if unused["evaluator"] else "readonly")

    def _tip(self, name: str) -> str:
        """What a box sets, or why it has no effect."""
        if self._agent is None:
            return "There is no agent here."
        if name == "depth" and AGENTS[self._agent.name].samples:
            return TIPS[name]
        return agent_reasons(self._agent.name, self._agent.limits)[name] or TIPS[name]

    def _about(self) -> str:
        agent = self._agent
        if agent is None:
            return f"There is no agent here. {PICKER_HELP}"
        return f"{in_words(agent)}: {AGENTS[agent.name].about}."


def simulations_text(limits: Limits) -> str:
    """How many simulations a search runs at most: "1,000"; "" if only its time limits it."""
    if limits.simulations is not None:
        return f"{limits.simulations:,}"
    return f"{USUAL_SIMULATIONS:,}" if limits.time_ms is None else ""


def leaves_of(limits: Limits, samples: bool) -> EvaluatorChoice:
    """What values the leaves of a search: an evaluator, or playouts in Monte-Carlo tree search (`samples`)."""
    if samples and not limits.selection.uses_priors:
        return PLAYOUTS_CHOICE
    return EvaluatorChoice(limits.evaluator, limits.model)


def with_leaves(limits: Limits, choice: EvaluatorChoice, samples: bool) -> Limits:
    """Limits of a search whose leaves are valued as chosen."""
    if samples:
        limits = replace(limits, selection=limits.selection.valued_by(choice.name))
    if choice == PLAYOUTS_CHOICE:
        return limits
    return replace(limits, evaluator=choice.name, model=choice.model)


def typed_agent(text: str) -> Specification:
    """The agent of a title or text that you typed.  Raises C4Error for an unknown one."""
    for name in AGENTS:
        if text == title(name):
            return Specification(name)
    try:
        agents.check_name(agents.allow(name_of(text)))
    except C4Error:
        raise C4Error(f"there is no agent {name_of(text)!r}: choose one from the list") from None
    return parse_agent(text)
