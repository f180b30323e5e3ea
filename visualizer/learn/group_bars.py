"""Bars for groups of positions: the share of mistakes in each, with its interval, of one evaluator or of two.

Imports tkinter.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import NamedTuple

from c4.arena.figures import Share
from visualizer.kit.fonts import font
from visualizer.kit.scale import scale
from visualizer.kit.theme import LIGHT, Theme

TALLEST = 72
"""The most pixels of a row at 100 %."""


class Group(NamedTuple):
    """A group: its name, how many positions, the share of one evaluator, or of two, and a note behind them."""

    name: str
    positions: int
    shares: tuple[Share, ...]
    note: str = ""


class GroupBars(tk.Canvas):
    """Horizontal bars; `on_chosen(number)` is called when a group was chosen, None for all.

    The first evaluator's bars are filled, the second's only outlined.
    """

    def __init__(self, parent: tk.Misc, on_chosen: Callable[[int | None], object]) -> None:
        super().__init__(parent, width=300, height=150, highlightthickness=2, borderwidth=0, takefocus=True)
        self._on_chosen = on_chosen
        self.theme = LIGHT
        self.groups: list[Group] = []
        self.chosen: int | None = None
        self.bind("<Configure>", lambda _: self.redraw())
        self.bind("<Button-1>", self._clicked)
        for key, step in (("<Up>", -1), ("<Down>", 1)):
            self.bind(key, lambda _, step=step: self._step(step))  # type: ignore[misc]

    def show(self, groups: list[Group]) -> None:
        """Shows these groups; none of them is chosen."""
        self.groups, self.chosen = groups, None
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.configure(background=theme.panel, highlightbackground=theme.panel, highlightcolor=theme.accent)
        self.redraw()

    def choose(self, number: int | None) -> None:
        """Chooses a group, None for all."""
        if number != self.chosen:
            self.chosen = number
            self.redraw()
            self._on_chosen(number)

    def _step(self, step: int) -> str:
        at = (-1 if self.chosen is None else self.chosen) + step
        if self.groups:
            self.choose(None if at < 0 else min(at, len(self.groups) - 1))
        return "break"

    def _clicked(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        if self.groups:
            number = min(len(self.groups) - 1, int(event.y / self._high()))
            self.choose(None if number == self.chosen else number)

    def _high(self) -> float:
        """Pixels of a row."""
        return min(self.winfo_height() / max(1, len(self.groups)), TALLEST * scale(self))

    def redraw(self) -> None:
        """Draws all."""
        self.delete("all")
        if not self.groups or self.winfo_width() < 60:
            return
        unit, theme, high = scale(self), self.theme, self._high()
        word = font(self, 11)
        texts = ["  ".join(percent(share) for share in group.shares) + group.note for group in self.groups]
        left = max(word.measure(group.name) for group in self.groups) + 12 * unit
        right = self.winfo_width() - max(word.measure(text) for text in texts) - 10 * unit
        most = max([share.high for group in self.groups for share in group.shares if share.high == share.high] + [0.01])
        for number, (group, text) in enumerate(zip(self.groups, texts)):
            top = number * high
            if number == self.chosen:
                self.create_rectangle(1, top + 1, self.winfo_width() - 2, top + high - 1, outline=theme.accent, width=2)
            middle = top + high / 2
            self.create_text(left - 6 * unit, middle, text=group.name, anchor="e", fill=theme.text, font=word)
            self.create_text(right + 6 * unit, middle, text=text, anchor="w", fill=theme.text, font=word)
            each = (high - 4 * unit) / len(group.shares)
            for place, share in enumerate(group.shares):
                if share.value == share.value:
                    self._bar(left, right, top + 2 * unit + place * each, each, place, share, most)

    def _bar(self, left: float, right: float, top: float, each: float, place: int, share: Share, most: float) -> None:
        theme, middle = self.theme, top + each / 2
        x = [left + (right - left) * number / most for number in share]
        colour = (theme.good, theme.bad)[place]
        self.create_rectangle(left, top + 1, x[0], top + each - 1, fill="" if place else colour, outline=colour)
        inside = theme.text if place else theme.panel
        for end, ink in ((x[1], inside), (x[2], theme.text)):
            self.create_line(x[0], middle, end, middle, fill=ink)
            self.create_line(end, middle - each / 5, end, middle + each / 5, fill=ink)


def percent(share: Share) -> str:
    """A share in per cent; a dash for one of nothing."""
    return "–" if share.value != share.value else f"{100 * share.value:.1f} %"
