"""Widgets that several windows have: a list in columns, a box to choose from, a text that wraps.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Iterable
from tkinter import ttk


def table(
    parent: tk.Misc, columns: Iterable[tuple[str, int, str]], height: int, **options
) -> tuple[ttk.Frame, ttk.Treeview]:
    """A list with these columns (title, width in pixels, anchor), `height` lines high, in a frame with its scrollbar.

    `options` are the Treeview's own.
    """
    frame, columns = ttk.Frame(parent), list(columns)
    found = ttk.Treeview(frame, columns=list(range(len(columns))), show="headings", height=height, **options)
    for place, (title, width, anchor) in enumerate(columns):
        found.heading(place, text=title, anchor=anchor)
        found.column(place, width=width, minwidth=30, anchor=anchor)
    bar = ttk.Scrollbar(frame, command=found.yview)
    found.configure(yscrollcommand=bar.set)
    bar.pack(side="right", fill="y")
    found.pack(fill="both", expand=True)
    return frame, found


def choice(
    parent: tk.Misc, values: Iterable[str], width: int, chosen: Callable[[], object] = lambda: None
) -> ttk.Combobox:
    """A box that offers `values`, the first of them for a start; `chosen()` is called when a person has chosen."""
    box = ttk.Combobox(parent, values=list(values), width=width, state="readonly")
    box.current(0)
    box.bind("<<ComboboxSelected>>", lambda _: (box.selection_clear(), chosen()))
    return box


def wrap(label: tk.Label | ttk.Label, margin: int = 12) -> tk.Label | ttk.Label:
    """The label, its text from now on as wide as itself less `margin` pixels."""
    label.bind("<Configure>", lambda event: label.configure(wraplength=max(event.width - margin, 80)))
    return label
