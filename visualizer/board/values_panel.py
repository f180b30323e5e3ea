"""The choice of column values, and the list of best play after each column."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.board.column_values import LABELS
from visualizer.ui.scale import pixels
from visualizer.ui.tooltip import Tooltip
from visualizer.ui.widgets import on

SOURCE_TIP = (
    "Values over the columns: those of the last search, or of the position on the board by the engine,"
    " a learned evaluator or exactly. M switches. A search uses a core until its time is up: menu View sets the time."
)
VIEW_TIP = "All values over the columns are for this side: + is good for it."


class ValuesBar(ttk.Frame):
    """`on_source(source)` gets a name of `c4.session.live.SOURCES` or None, `on_view(seat)` a seat."""

    def __init__(
        self, parent: tk.Misc, on_source: Callable[[str | None], object], on_view: Callable[[int], object]
    ) -> None:
        super().__init__(parent, padding=(4, 0))
        self._sources = list(LABELS)
        label, between = ttk.Label(self, text="Values"), ttk.Label(self, text="for")
        self.source = ttk.Combobox(self, values=list(LABELS.values()), state="readonly", width=13)
        self.view = ttk.Combobox(self, state="readonly", width=7)
        self._parts: tuple[ttk.Widget, ...] = label, self.source, between, self.view
        self._lines = 1
        label.grid(row=0, column=0, sticky="w", padx=(0, 4))
        self.source.grid(row=0, column=1, sticky="ew")
        between.grid(row=0, column=2, sticky="w", padx=6)
        self.view.grid(row=0, column=3, sticky="ew")
        self.columnconfigure(1, weight=1)
        self.bind("<Configure>", lambda event: self._divide(event.width))
        focus = self.winfo_toplevel().focus_set
        on(
            self.source,
            "<<ComboboxSelected>>",
            self.source.selection_clear,
            focus,
            lambda: on_source(self._sources[self.source.current()]),
        )
        on(
            self.view,
            "<<ComboboxSelected>>",
            self.view.selection_clear,
            focus,
            lambda: on_view(self.view.current()),
        )
        Tooltip(self.source, lambda: SOURCE_TIP)
        Tooltip(self.view, lambda: VIEW_TIP)

    def _divide(self, width: int) -> None:
        """One line, or two where one has no room for everything."""
        room = sum(part.winfo_reqwidth() for part in self._parts) + pixels(self, 24)
        lines = 1 if width >= room else 2
        if lines != self._lines:
            self._lines = lines
            for place, part in enumerate(self._parts):
                part.grid_configure(row=place // 2 * (lines - 1), column=place % 2 if lines == 2 else place)

    def show(self, source: str | None, seats: tuple[str, str], viewing: int) -> None:
        """Shows what is chosen; `seats` are the colours of the two seats."""
        if self.source.current() != self._sources.index(source):
            self.source.current(self._sources.index(source))
        if tuple(self.view["values"]) != seats:
            self.view.configure(values=list(seats))
        if self.view.get() != seats[viewing]:
            self.view.current(viewing)


LONGEST = 12
"""Moves of a line that are listed at most."""
