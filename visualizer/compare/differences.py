"""Differences: the list of nodes in which two searches differ, the largest differences first.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from c4.experiments.plans import Compared
from c4.tree.compare import ONLY_A, ONLY_B
from visualizer.compare.verdict import COLUMNS, cells, counts_text
from visualizer.kit.steps import Steps
from visualizer.kit.widgets import choice, table, wrap

WHAT = ("everything", "only in A", "only in B", "different value")

LISTED = 500
"""The most nodes in the list."""

AT_ONCE = 40
"""How many of them are listed in one turn of the event loop."""


class Differences(ttk.Frame):
    """Counts, and a line for each node; `on_choose(row)` is told of the row, in the merged tree, that was chosen."""

    def __init__(self, parent: tk.Misc, on_choose: Callable[[int], object]) -> None:
        super().__init__(parent)
        self._on_choose = on_choose
        self._found: Compared | None = None
        self._marked: int | None = None
        self._filling = Steps(self)
        line = ttk.Frame(self)
        line.pack(fill="x", pady=(2, 2))
        self.summary = wrap(ttk.Label(line, padding=(6, 0), anchor="w", justify="left"))
        self.what = choice(line, WHAT, 15, self._list)
        self.shown = ttk.Label(line, anchor="e")
        self.shown.pack(side="right", padx=(0, 6))
        self.what.pack(side="right", padx=6)
        self.summary.pack(side="left", fill="x", expand=True)
        frame, self.table = table(self, COLUMNS, 4, selectmode="browse")
        frame.pack(fill="both", expand=True)
        self.table.bind("<<TreeviewSelect>>", lambda _: self._chosen())

    @property
    def busy(self) -> bool:
        """Whether lines are still to come."""
        return self._filling.busy

    def show(self, found: Compared, path: int | None) -> None:
        """Lists the differences of a comparison; `path` is the row that is selected, if there is one."""
        self._found, self._marked = found, path
        self.summary.configure(text=counts_text(found))
        self._list()

    def mark(self, path: int) -> None:
        """Selects a row of the merged tree, if it is listed."""
        self._marked = path
        self._mark()

    def _mark(self) -> None:
        path = str(self._marked)
        if self.table.exists(path):
            self.table.selection_set(path)
            self.table.see(path)
        else:
            self.table.selection_set(())

    def _chosen(self) -> None:
        chosen = self.table.selection()
        if chosen:
            self._on_choose(int(chosen[0]))

    def _list(self) -> None:
        """Fills the list, a few lines in each turn of the event loop."""
        self._filling.drop()
        self.table.delete(*self.table.get_children())
        if self._found is None:
            return
        comparison = self._found.comparison
        rows = comparison.divergences
        chosen = (
            rows,
            rows[comparison.where[rows] == ONLY_A],
            rows[comparison.where[rows] == ONLY_B],
            rows[comparison.differs[rows]],
        )[self.what.current()]
        listed: list[int] = chosen[:LISTED].tolist()
        self.shown.configure(text=f"{len(listed):,} of {len(chosen):,}" if len(chosen) > LISTED else f"{len(chosen):,}")

        def put(some: list[int]) -> None:
            for row in some:
                self.table.insert("", "end", iid=str(row), values=cells(comparison, row))

        parts = [listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE)]
        self._filling.do(*(partial(put, part) for part in parts), self._mark)
