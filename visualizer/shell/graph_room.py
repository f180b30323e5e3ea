"""GraphRoom: the place beside or below the board for the graph of the running game.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.kit.scale import pixels
from visualizer.shell.faces import ANALYSE, PLAY

HEIGHT = {PLAY: 110, ANALYSE: 72}
"""Pixels at 100 % that the graph takes, by face; in Play at least."""

LEAST = 620
"""Pixels at 100 % of a pane's height from which Analyse has room for it."""


class GraphRoom(ttk.Frame):
    """`on` says whether the graph is wanted at all."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(parent)
        self.pack_propagate(False)
        self.on = True

    def wanted(self, face: str, height: int, solvable: bool) -> bool:
        """Whether a face that is so high shows it; only games that can be solved have one."""
        room = face == PLAY or (face == ANALYSE and height >= pixels(self, LEAST))
        return self.on and room and solvable

    def take(self, face: str) -> None:
        """Takes its place after what is packed already."""
        self.configure(height=pixels(self, HEIGHT[face]))
        self.pack(fill="x", padx=8, pady=4)

    def grow(self, height: int) -> None:
        """Takes a fifth of Play's height, within limits."""
        self.configure(height=max(pixels(self, HEIGHT[PLAY]), min(pixels(self, 220), height // 5)))

    def below(self) -> int:
        """Pixels that it takes below the board in Analyse."""
        return pixels(self, HEIGHT[ANALYSE] + 8)
