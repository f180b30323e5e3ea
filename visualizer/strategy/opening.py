"""The picture of the seven first moves, and below each who can force what."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from functools import partial

from c4.game.rules import STANDARD
from c4.strategy.strategies import CLAIMS, WIN, after_first_move
from visualizer.strategy.view import OpeningView
from visualizer.ui.fonts import SMALL, font
from visualizer.ui.sizes import pixels
from visualizer.ui.theme import Theme, ink_on

HEIGHT = 124
DISC = 26
GAP = 3
STRATEGY_HEIGHT = 40
DOT = 12
"""Pixels at 100 %."""


class OpeningPicture(tk.Canvas):
    """`on_choose(column, name)` is called for a click; `name` is that of the shipped strategy which forces it.

    After two of the moves each player can hold the draw.
    """

    def __init__(self, parent: tk.Misc, theme: Theme, on_choose: Callable[[int, str], object]) -> None:
        super().__init__(parent, height=pixels(parent, HEIGHT), highlightthickness=0, takefocus=False)
        self.theme = theme
        self.view: OpeningView | None = None
        self._on_choose = on_choose
        self.bind("<Configure>", self._resized)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.redraw()

    def show(self, view: OpeningView) -> None:
        """Shows another picture."""
        self.view = view
        self.redraw()

    def _resized(self, event: object) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Draws everything again."""
        self.delete("all")
        self.configure(background=self.theme.window)
        if self.view is None:
            return
        for column in range(STANDARD.columns):
            self._draw_move(column, self.view)

    def _draw_move(self, column: int, view: OpeningView) -> None:
        """Draws a first move, and below it who can force what."""
        wide = self.winfo_width() / STANDARD.columns
        disc = pixels(self, DISC)
        gap = pixels(self, GAP)
        colour = view.sides[0][1]
        x = wide * (column + 0.5)
        self.create_oval(x - disc / 2, gap, x + disc / 2, gap + disc, fill=colour, outline=self.theme.line)
        number = self.create_text(x, gap + disc / 2, text=str(column + 1), font=font(self, SMALL, bold=True))
        self.itemconfigure(number, fill=ink_on(colour))
        top: float = disc + 3 * gap
        for name in after_first_move(column):
            self._draw_strategy(column, name, view, (x - wide / 2 + gap, top, x + wide / 2 - gap))
            top += pixels(self, STRATEGY_HEIGHT) + gap

    def _draw_strategy(self, column: int, name: str, view: OpeningView, place: tuple[float, float, float]) -> None:
        """Draws who forces what in a frame at (left, top, right)."""
        left, top, right = place
        bottom = top + pixels(self, STRATEGY_HEIGHT)
        dot = pixels(self, DOT)
        tag = f"{name}:{column + 1}"
        chosen = view.chosen == (column, name)
        outline = self.theme.accent if chosen else self.theme.line
        frame = self.create_rectangle(left, top, right, bottom, fill=self.theme.panel, outline=outline)
        self.itemconfigure(frame, width=3 if chosen else 1, tags=tag)
        claim = CLAIMS[name]
        word, colour = view.sides[claim.owner]
        middle = (top + bottom) / 2
        box = (left + dot / 2, middle - dot / 2, left + 1.5 * dot, middle + dot / 2)
        self.create_oval(*box, fill=colour, outline="", tags=tag)
        result = "wins" if claim.result == WIN else "draws"
        self._write(f"{word} {result}", self.theme.text, (left + 2 * dot, middle - dot * 0.65), tag)
        size = f"{view.sizes[name]:,}" if name in view.sizes else ""
        self._write(size, self.theme.faint, (left + 2 * dot, middle + dot * 0.65), tag)
        self.tag_bind(tag, "<Button-1>", partial(self._clicked, column, name))

    def _write(self, text: str, ink: str, place: tuple[float, float], tag: str) -> None:
        self.create_text(*place, text=text, anchor="w", font="TkDefaultFont", fill=ink, tags=tag)

    def _clicked(self, column: int, name: str, event: object) -> None:
        self._on_choose(column, name)
