"""The choice of the source of the values over the columns, and of their point of view."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from visualizer.state.column_values import LABELS
from visualizer.ui.widgets import Flow, Tooltip, on

SOURCE_TIP = (
    "Values over the columns: those of the last search, or of the position on the board by the engine,"
    " a learned evaluator or exactly. M switches."
)
VIEW_TIP = (
    "All values on the screen are for this side: + is good for it. In Analyse it is MAX, the side that searched;"
    " elsewhere you can choose."
)


class ValuesBar(Flow):
    """Two boxes above the board.

    `on_source(source)` gets a name of `c4.session.live.SOURCES` or None, `on_view(seat)` a seat.
    """

    def __init__(
        self, parent: tk.Misc, on_source: Callable[[str | None], object], on_view: Callable[[int], object]
    ) -> None:
        super().__init__(parent)
        self._sources = list(LABELS)
        self._on_source = on_source
        self._on_view = on_view
        self.source = self._box("Values", 13, self._source_chosen)
        self.source.configure(values=list(LABELS.values()))
        self.view = self._box("for", 7, self._view_chosen)
        Tooltip(self.source, lambda: SOURCE_TIP)
        Tooltip(self.view, lambda: VIEW_TIP)

    def _box(self, text: str, width: int, chosen: Callable[[], object]) -> ttk.Combobox:
        """Adds a label and a box of choices; returns the box."""
        part = ttk.Frame(self)
        box = ttk.Combobox(part, state="readonly", width=width)
        on(box, "<<ComboboxSelected>>", box.selection_clear, self.winfo_toplevel().focus_set, chosen)
        ttk.Label(part, text=text).pack(side="left", padx=4)
        box.pack(side="left")
        self.add(part)
        return box

    def _source_chosen(self) -> None:
        self._on_source(self._sources[self.source.current()])

    def _view_chosen(self) -> None:
        self._on_view(self.view.current())

    def show(self, source: str | None, seats: tuple[str, str], viewing: int, fixed: bool) -> None:
        """Shows the choices; `seats` are the colours of the two seats, `viewing` is the seat that is chosen.

        `fixed` says that the point of view is that of the search, and cannot be chosen.
        """
        self.view.configure(state="disabled" if fixed else "readonly")
        place = self._sources.index(source)
        if self.source.current() != place:
            self.source.current(place)
        if tuple(self.view["values"]) != seats:
            self.view.configure(values=list(seats))
        if self.view.get() != seats[viewing]:
            self.view.current(viewing)
