"""Flow: widgets beside each other, in as many lines as they need.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.kit.scale import pixels

GAP = 4
"""Pixels at 100 % between two widgets."""


class Flow(ttk.Frame):
    """`add` puts a child of it after the others."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent, height=1)
        self._parts: list[tk.Widget] = []
        self.bind("<Configure>", lambda event: self._arrange())

    def add(self, part: tk.Widget) -> None:
        """Adds a widget whose parent this is."""
        self._parts.append(part)
        part.bind("<Configure>", lambda event: self._arrange(), add="+")
        self._arrange()

    def _arrange(self) -> None:
        """Goes to the next line where a widget has no room."""
        width, gap = max(self.winfo_width(), 1), pixels(self, GAP)
        x, y, high = 0, 0, 0
        for part in self._parts:
            wide, tall = part.winfo_reqwidth(), part.winfo_reqheight()
            if x and x + wide > width:
                x, y, high = 0, y + high + gap // 2, 0
            part.place(x=x, y=y)
            x, high = x + wide + gap, max(high, tall)
        if y + high != int(str(self.cget("height"))):
            self.configure(height=max(1, y + high))
