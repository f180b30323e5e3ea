"""Lines: best play after each column, the best column first, where there is room below the board.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any

from visualizer.kit.scale import pixels
from visualizer.kit.widgets import columns
from visualizer.play.score import Score

LONGEST = 12
"""Moves of a line that are listed at most."""


class Lines(ttk.Frame):
    """`on_point(column)` is called when a line is pointed at or selected (from 0), with None when it is left."""

    def __init__(self, parent: tk.Misc, on_point: Callable[[int | None], object]) -> None:
        super().__init__(parent, padding=(6, 2))
        self._on_point = on_point
        self._shown: dict[int, Score] = {}
        self.list = ttk.Treeview(self, columns=("value", "line"), selectmode="browse", height=7)
        columns(
            self.list, (("#0", "Column", 70, "w"), ("value", "Value", 70, "e"), ("line", "Best play", 160, "w")), "line"
        )
        self.list.pack(fill="both", expand=True)
        self.list.bind("<<TreeviewSelect>>", lambda _: self._point(next(iter(self.list.selection()), "")))
        self.list.bind("<Motion>", lambda event: self._point(self.list.identify_row(event.y)))
        for event in ("<Leave>", "<FocusOut>"):
            self.list.bind(event, lambda _: self._point(""))

    def show(self, scores: Mapping[int, Score]) -> None:
        """Lists the columns (from 0) that have a value."""
        if scores == self._shown:
            return
        self._shown = dict(scores)
        self.list.delete(*self.list.get_children())
        for column, score in sorted(scores.items(), key=lambda item: not item[1].best):
            line = " ".join(str(move + 1) for move in score.line[:LONGEST])
            self.list.insert("", "end", str(column), text=str(column + 1), values=(score.text, f"  {line}"))

    def take(self, room: int, above: tk.Widget) -> None:
        """Stands above the moves if there is so much room in pixels."""
        if room < self.winfo_reqheight() + pixels(self, 10):
            self.pack_forget()
        elif not self.winfo_manager():
            before: dict[str, Any] = {"before": above} if above.winfo_manager() else {}
            self.pack(fill="x", **before)

    def _point(self, item: str) -> None:
        self._on_point(int(item) if item else None)
