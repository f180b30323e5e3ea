"""A form with a field for each option of a learner's run, the usual ones first.

A field shows its default; only changed ones are given, as on the command line.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import filedialog, ttk
from typing import Any

from c4.agents import AGENTS
from c4.agents.levels import title as agent_title
from c4.evaluators import EVALUATORS
from c4.learning.settings import BOARD, FILES, LEARNING, RUN, Option

GROUPS = (RUN, LEARNING, FILES, BOARD)

YES = "yes"
NO = "no"

WORDS = {
    "self": "itself",
    "first-line": "first line wins",
    "count-lines": "count the lines",
    "alternate": "each in turn",
    "learner": "the learner",
    "opponent": "its opponent",
    "exact": "exact results",
}
"""What choices are called that are no agents and no evaluators, where their own name does not say it."""


class Form(ttk.Frame):
    """Fields for `options` in their groups; `on_help(text)` is called with the help of the field under the pointer."""

    def __init__(self, parent: tk.Misc, options: tuple[Option, ...], on_help: Callable[[str], None]) -> None:
        super().__init__(parent)
        self.options = tuple(one for one in options if not one.command_only)
        self._on_help = on_help
        self.fields: dict[str, tk.StringVar] = {}
        self.columnconfigure(1, weight=1)
        for group in GROUPS:
            members = [one for one in self.options if one.group == group]
            if members:
                self._add_heading(group)
            for one in sorted(members, key=is_advanced):
                self._add(one)

    def _add_heading(self, group: str) -> None:
        heading = ttk.Label(self, text=group, font="TkHeadingFont", padding=(0, 6, 0, 2))
        heading.grid(row=self.grid_size()[1], column=0, columnspan=2, sticky="w")

    def _add(self, option: Option) -> None:
        value = tk.StringVar(self, default_text(option))
        self.fields[option.name] = value
        row = self.grid_size()[1]
        label = ttk.Label(self, text=field_label(option))
        label.grid(row=row, column=0, sticky="w", padx=(0, 8), pady=1)
        field = self._field(option, value)
        field.grid(row=row, column=1, sticky="ew", padx=(0, 8), pady=1)
        show = partial(self._show_help, help_text(option))
        label.bind("<Enter>", show, add="+")
        field.bind("<Enter>", show, add="+")
        field.bind("<FocusIn>", show, add="+")

    def _show_help(self, text: str, event: object) -> None:
        self._on_help(text)

    def _field(self, option: Option, value: tk.StringVar) -> ttk.Widget:
        if option.file:
            return self._file(option, value)
        choices = choices_of(option)
        if not choices:
            return ttk.Entry(self, textvariable=value, width=12)
        state = "normal" if option.agent else "readonly"
        return ttk.Combobox(self, values=choices, textvariable=value, width=16, state=state)

    def _file(self, option: Option, value: tk.StringVar) -> ttk.Widget:
        """A field for a file, with a button that opens a dialog for it."""
        frame = ttk.Frame(self)
        ask = filedialog.askopenfilename if option.file == "open" else filedialog.asksaveasfilename

        def choose() -> None:
            path = ask(parent=self, title=title(option))
            if path:
                value.set(path)

        ttk.Button(frame, text="...", width=3, command=choose).pack(side="right")  # the entry gives way
        ttk.Entry(frame, textvariable=value, width=9).pack(side="left", fill="x", expand=True)
        return frame

    def given(self) -> dict[str, Any]:
        """The filled-in values by the names of the options.  Raises C4Error for an invalid text."""
        values = {}
        for option in self.options:
            text = self.fields[option.name].get().strip()
            if text != default_text(option) and text:
                values[option.name] = option.parse(choice_name(option, text))
        return values


def is_advanced(option: Option) -> bool:
    """Whether an option comes after the usual ones."""
    return option.advanced


def help_text(option: Option) -> str:
    """What an option does, what it can be, and what it usually is."""
    usually = ""
    if option.default_in_words:
        usually = f" Usually {choice_label(option, option.default_in_words)}."
    return f"{title(option)}: {option.help} {possible_values(option)}{usually}"


def title(option: Option) -> str:
    """The label of a field."""
    return option.title[0].upper() + option.title[1:]


def default_text(option: Option) -> str:
    """The first content of a field: the default, or nothing if there is no default value."""
    if option.kind is bool:
        return YES if option.default else NO
    if option.default is None:
        return ""
    return f"{option.default:g}" if option.kind is float else choice_label(option, str(option.default))


def choices_of(option: Option) -> tuple[str, ...]:
    """The choices of an option in words, if it has a list of them."""
    if option.kind is bool:
        return (YES, NO)
    return tuple(choice_label(option, name) for name in choice_names(option))


def field_label(option: Option) -> str:
    """What an option is called, with its unit, unless its name says that."""
    name = title(option)
    return f"{name} ({option.unit})" if option.unit and option.unit not in name.lower() else name


def choice_names(option: Option) -> tuple[str, ...]:
    """The choices of an option by their names."""
    return ("self", *AGENTS) if option.agent else option.choices


def choice_label(option: Option, name: str) -> str:
    """A choice in words; another text as it is."""
    if option.agent and name in AGENTS:
        return agent_title(name)
    if name not in choice_names(option):
        return name
    if name in EVALUATORS:
        return EVALUATORS[name].label
    return AGENTS[name].label if name in AGENTS else WORDS.get(name, name)


def choice_name(option: Option, text: str) -> str:
    """The name of a choice in words; another text as it is."""
    for name in choice_names(option):
        if choice_label(option, name) == text:
            return name
    return text


def possible_values(option: Option) -> str:
    """What an option can be, as a sentence; "" where any text may do."""
    if option.agent or (option.kind is str and not option.choices):
        return ""
    choices = choices_of(option)
    if choices:
        return f"Can be {', '.join(choices[:-1])} or {choices[-1]}."
    return f"Can be {option.expected}."
