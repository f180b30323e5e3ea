"""Form: the options of a command of `c4` as fields to fill in.  Imports tkinter and click.

Every field begins empty or with the command's own default; what is left empty is not given, as on the command line.
"""

from __future__ import annotations

import re
import tkinter as tk
from tkinter import ttk

import click

HIDDEN = {"as_json", "help"}
"""Options that mean something in a terminal only."""

USUAL = re.compile(r"\[(?:new model:? ?)?([^\]]*)\]\s*$")
"""What an option is when it is not given, at the end of its help."""


class Form(ttk.Frame):
    """The options of `command`; `arguments()` are the words that would be typed after it.  `on_help(text)` is told about the field one is at."""

    def __init__(self, parent: tk.Misc, command: click.Command, on_help) -> None:
        super().__init__(parent)
        self.fields: dict[str, tk.StringVar] = {}
        self.options = [
            option
            for option in command.params
            if isinstance(option, click.Option) and option.name not in HIDDEN and len(option.opts[0]) > 2
        ]
        for row, option in enumerate(self.options):
            text, usual = help_of(option)
            label = ttk.Label(self, text=title(option))
            label.grid(row=row, column=0, sticky="w", padx=(0, 8), pady=1)
            self.fields[option.name] = value = tk.StringVar(self, usual_text(option))
            field = self._field(option, value)
            field.grid(row=row, column=1, sticky="ew", pady=1)
            ttk.Label(self, text=usual, style="Faint.TLabel").grid(row=row, column=2, sticky="w", padx=(6, 0))
            for widget in (label, field):
                widget.bind("<Enter>", lambda _, text=text: on_help(text), add="+")
            field.bind("<FocusIn>", lambda _, text=text: on_help(text), add="+")
        self.columnconfigure(1, weight=1)

    def _field(self, option: click.Option, value: tk.StringVar) -> ttk.Widget:
        choices = choices_of(option)
        if choices:
            return ttk.Combobox(self, values=["", *choices], textvariable=value, width=14, state="readonly")
        return ttk.Entry(self, textvariable=value, width=14)

    def arguments(self) -> list[str]:
        """The options as they would be typed."""
        words = []
        for option in self.options:
            text = self.fields[option.name].get().strip()
            if text == usual_text(option):
                continue
            if option.is_flag:
                yes, no = option.opts[0], option.secondary_opts[0] if option.secondary_opts else None
                words += [yes] if text in ("yes", yes[2:].replace("-", " ")) else [no] if no else []
            else:
                words += [option.opts[0], text]
        return words


def title(option: click.Option) -> str:
    """What a field is called."""
    return (
        option.opts[0].removeprefix("--").split("-", 1)[0].capitalize()
        if option.is_flag and option.secondary_opts
        else named(option.opts[0])
    )


def usual_text(option: click.Option) -> str:
    """The command's own default as text; "" where it has none."""
    return str(option.default) if type(option.default) in (str, int, float) else ""


def named(word: str) -> str:
    return word.removeprefix("--").replace("-", " ").capitalize()


def choices_of(option: click.Option) -> list[str]:
    """What can be chosen, where that is a list."""
    if option.is_flag:
        return (
            [word.removeprefix("--").replace("-", " ") for word in (option.opts[0], *option.secondary_opts[:1])]
            if option.secondary_opts
            else ["yes"]
        )
    return list(option.type.choices) if isinstance(option.type, click.Choice) else []


def help_of(option: click.Option) -> tuple[str, str]:
    """(what an option is for, what it is when it is not given)."""
    text = option.help or ""
    found = USUAL.search(text)
    return (USUAL.sub("", text).strip(), found[1].strip()) if found else (text, "")
