"""The whole strategy as one picture: a bar for every position, the moves from top to bottom.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable

from c4.strategy.map import Map
from visualizer.kit.later import Later
from visualizer.kit.theme import Theme, mixed

LEVEL_HEIGHT = 10
"""Pixels of a level."""


class Overview(tk.Canvas):
    """A press or a drag calls `on_pick(place)` with the place of a position in the map; a cross shows where one is."""

    def __init__(self, parent: tk.Misc, theme: Theme, on_pick: Callable[[int], object]) -> None:
        super().__init__(parent, height=1, highlightthickness=0, borderwidth=0, cursor="crosshair", takefocus=False)
        self._on_pick = on_pick
        self.map: Map | None = None
        self.marked: int | None = None
        self._picture: tk.PhotoImage | None = None
        self._settling = Later(self, self.redraw)
        self.bind("<Configure>", self._resized)
        self.bind("<ButtonPress-1>", self._picked)
        self.bind("<B1-Motion>", self._picked)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.window)
        self.redraw()

    def show(self, map: Map | None) -> None:
        """Shows a map; None for nothing."""
        self.map, self.marked = map, None
        self.configure(height=1 if map is None else map.depth * LEVEL_HEIGHT)
        self.redraw()

    def mark(self, place: int | None) -> None:
        """Marks a position; None for none."""
        self.marked = place
        self._draw_mark()

    def redraw(self) -> None:
        """Draws everything again."""
        self.delete("all")
        width = self.winfo_width()
        if self.map is None or width < 20:
            return
        pale = mixed(self.theme.max_node, self.theme.text, 0.45)
        names = (self.theme.window, self.theme.max_node, pale, self.theme.min_node)
        self._picture = tk.PhotoImage(
            master=self, data=self.map.picture(width, LEVEL_HEIGHT, tuple(bytes.fromhex(name[1:]) for name in names))
        )
        self.create_image(0, 0, image=self._picture, anchor="nw")
        self._draw_mark()

    def _draw_mark(self) -> None:
        self.delete("mark")
        if self.map is None or self.marked is None:
            return
        scale = self.winfo_width() / self.map.width
        left, right = float(self.map.left[self.marked]) * scale, float(self.map.right[self.marked]) * scale
        level = int(self.map.levels[self.marked])
        x, y = (left + right) / 2, (level + 0.5) * LEVEL_HEIGHT
        self.create_rectangle(
            left - 1, y - LEVEL_HEIGHT / 2, max(right, left + 2), y + LEVEL_HEIGHT / 2,
            outline=self.theme.text, width=2, tags="mark",
        )  # fmt: skip
        self.create_oval(x - 5, y - 5, x + 5, y + 5, outline=self.theme.panel, width=3, tags="mark")
        self.create_oval(x - 5, y - 5, x + 5, y + 5, outline=self.theme.text, width=1, tags="mark")

    def _picked(self, event: tk.Event[tk.Misc]) -> None:
        if self.map is not None:
            place = self.map.at(event.x * self.map.width / self.winfo_width(), event.y // LEVEL_HEIGHT)
            if place is not None and place != self.marked:
                self._on_pick(place)

    def _resized(self, event: tk.Event[tk.Misc]) -> None:
        self._settling.after(60)
