"""Widgets that several windows use: a table, a box to choose from, a label that wraps, bindings.  Imports tkinter."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import font as tkfont
from tkinter import ttk
from typing import Any, Literal, TypeVar

from visualizer.kit.scale import numbers, pixels, scale

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
        least = title_width(found, title)
        found.column(place, width=max(width, least), minwidth=least, anchor=anchor)
    bar = ttk.Scrollbar(frame, command=found.yview)
    found.configure(yscrollcommand=bar.set)
    bar.pack(side="right", fill="y")
    found.pack(fill="both", expand=True)
    bar_below(found)
    return frame, found


def title_width(listed: ttk.Treeview, title: str) -> int:
    """The least width of a column, pixels at 100 %: its title can be read."""
    return max(30, round(tkfont.nametofont("TkDefaultFont", listed).measure(title) / scale(listed)) + 16)


def bar_below(listed: Scrolled) -> None:
    """Gives a list or a text, which is packed, a bar below it while its columns need more than its width."""
    bar = ttk.Scrollbar(listed.master, orient="horizontal", command=listed.xview)

    def moved(first: float, last: float) -> None:  # Tk gives texts
        bar.set(first, last)
        if float(first) <= 0 and float(last) >= 1:
            bar.pack_forget()
        elif not bar.winfo_manager() and listed.winfo_manager() == "pack":
            bar.pack(side="bottom", fill="x", before=listed)

    listed.configure(xscrollcommand=moved)


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


LINE = 420
"""Pixels at 100 % of a line of text that may be as long as it likes."""


def wrap(label: Label, line: int = LINE) -> Label:
    """Makes a label wrap its text at its own width, at first at `line` pixels at 100 %."""

    def divide(event: tk.Event[tk.Misc]) -> None:
        if event.width == label.winfo_reqwidth():
            return  # it is as wide as it asks to be: asking for more may be answered by less, without end
        sides = numbers(label, label.cget("padding")) if isinstance(label, ttk.Label) else 2 * (label["padx"],)
        inside = sum(int(str(sides[at])) for at in (0, 2 if len(sides) > 2 else 0)) if sides else 0
        label.configure(wraplength=max(event.width - inside - 6, 80))

    label.configure(wraplength=pixels(label, line))
    label.bind("<Configure>", divide)
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
        least = title_width(tree, title)
        tree.column(name, width=max(width, least), minwidth=least, anchor=anchor, stretch=name == wide)
    bar_below(tree)
