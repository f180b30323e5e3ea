"""Widgets that several windows use: a table, a box to choose from, a label that wraps, bindings.  Imports tkinter."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk
from typing import Any, Literal, TypeVar

Scrolled = TypeVar("Scrolled", tk.Text, ttk.Treeview)

Anchor = Literal["w", "e", "center"]


def sentence(text: str) -> str:
    """A text with a capital at its beginning, for the window; a name that comes first, such as a file's, stays as it
    is.
    """
    return text[:1].upper() + text[1:] if re.match(r"[a-z]+(-[a-z]+)?[ ,:]", text) else text


def table(
    parent: tk.Misc, columns: Iterable[tuple[str, int, Anchor]], height: int, **options: Any
) -> tuple[ttk.Frame, ttk.Treeview]:
    """A table with columns (title, width in pixels, anchor), `height` lines high, in a frame with a scrollbar.

    `options` are passed to the Treeview.
    """
    frame, listed = ttk.Frame(parent), list(columns)
    found = ttk.Treeview(frame, columns=list(range(len(listed))), show="headings", height=height, **options)
    for place, (title, width, anchor) in enumerate(listed):
        found.heading(place, text=title, anchor=anchor)
        found.column(place, width=width, minwidth=30, anchor=anchor)
    bar = ttk.Scrollbar(frame, command=found.yview)
    found.configure(yscrollcommand=bar.set)
    bar.pack(side="right", fill="y")
    found.pack(fill="both", expand=True)
    return frame, found


def scrolled(text: Scrolled) -> Scrolled:
    """Gives a widget, which is packed at the left of a frame of its own, a bar that is seen while there is more."""
    bar = ttk.Scrollbar(text.master, command=text.yview)

    def moved(first: float, last: float) -> None:  # Tk gives texts
        bar.set(first, last)
        if float(first) <= 0 and float(last) >= 1:
            bar.pack_forget()
        elif not bar.winfo_manager():
            bar.pack(side="right", fill="y", before=text)

    text.configure(yscrollcommand=moved)
    return text


def choice(
    parent: tk.Misc, values: Iterable[str], width: int, chosen: Callable[[], object] = lambda: None
) -> ttk.Combobox:
    """A box that offers `values`, with the first one selected; `chosen()` is called when somebody has chosen."""
    box = ttk.Combobox(parent, values=list(values), width=width, state="readonly")
    box.current(0)

    def take(event: object) -> None:
        box.selection_clear()
        chosen()

    box.bind("<<ComboboxSelected>>", take)
    return box


Label = TypeVar("Label", tk.Label, ttk.Label)


def wrap(label: Label, margin: int = 12) -> Label:
    """Makes a label wrap its text at its own width less `margin` pixels."""
    label.bind("<Configure>", lambda event: label.configure(wraplength=max(event.width - margin, 80)))
    return label


def on(widget: tk.Misc, event: str, *actions: Callable[[], object]) -> None:
    """Binds these actions to an event, one after another, instead of anything else."""

    def act(event: object) -> str:
        for action in actions:
            action()
        return "break"

    widget.bind(event, act)


def on_written(widget: tk.Misc, variable: tk.Variable, action: Callable[[], object]) -> None:
    """Calls `action` whenever the variable is written, until the widget is gone: a trace that stays would keep the
    window of the action.
    """
    trace = variable.trace_add("write", lambda *_: action())

    def gone(event: tk.Event[tk.Misc]) -> None:
        if event.widget is widget:
            variable.trace_remove("write", trace)

    widget.bind("<Destroy>", gone, add="+")


def columns(tree: ttk.Treeview, shown: Iterable[tuple[str, str, int, Anchor]], wide: str) -> None:
    """Gives a list its columns (name, title, width in pixels, anchor); `wide` takes the room that is left."""
    for name, title, width, anchor in shown:
        tree.heading(name, text=title, anchor=anchor)
        tree.column(name, width=width, minwidth=40, anchor=anchor, stretch=name == wide)
