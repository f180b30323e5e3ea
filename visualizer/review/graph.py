"""The graph of a review: exact values as bars, other curves over them; click and drag to go there.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
import tkinter.font as tkfont
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from visualizer.kit.later import Later
from visualizer.kit.theme import Theme

ROOM = 16
"""Pixels above and below the bars, for the marks."""

LEAST_WAITING = 110
"""Pixels beside the bars from which a sentence says what the others wait for."""


class Curves(NamedTuple):
    """The curves, heights from -1 to 1 for the first player.

    moves     how many moves the game has
    exact     after each judged move, in order
    marks     "?!", "?", "??" or "" of each of these
    searched  the value of the search behind each move, None if unknown
    learned   a learned evaluator after each move; empty for none
    waiting   what the exact values wait for; "" for nothing
    """

    moves: int
    exact: tuple[float, ...] = ()
    marks: tuple[str, ...] = ()
    searched: tuple[float | None, ...] = ()
    learned: tuple[float, ...] = ()
    waiting: str = ""


class Graph(tk.Canvas):
    """`on_go(number)` is called when a moment is clicked or dragged to: 0 is the start, 1 the first move."""

    def __init__(self, parent: tk.Misc, theme: Theme, on_go: Callable[[int], object]) -> None:
        super().__init__(parent, height=150, highlightthickness=1, takefocus=True, cursor="hand2")
        self._on_go = on_go
        self._curves, self._at = Curves(0), 0
        self._colours = ("#d1382c", "#f2c230")
        self._names = ("Red", "Yellow")
        self._theme = theme
        self._small = tkfont.Font(self, family="TkDefaultFont", size=9)
        self._bold = tkfont.Font(self, family="TkDefaultFont", size=9, weight="bold")
        self.bind("<Button-1>", self._pressed)
        self.bind("<B1-Motion>", self._pressed)
        soon = Later(self, self._draw)
        self.bind("<Configure>", lambda _: soon.when_idle())
        for key, step in (("<Left>", -1), ("<Right>", 1)):
            self.bind(key, lambda _, step=step: self._step(step))  # type: ignore[misc]  # tkinter's event is not used
        self.bind("<Home>", lambda _: self._go(0))
        self.bind("<End>", lambda _: self._go(self._curves.moves))
        self.set_theme(theme)

    def show(self, curves: Curves, at: int, names: Sequence[str], colours: Sequence[str]) -> None:
        """Shows curves and the current place; `names` and `colours` are the first player's first."""
        shown = curves, at, tuple(names), tuple(colours)
        if shown != (self._curves, self._at, self._names, self._colours):
            self._curves, self._at = curves, at
            self._names, self._colours = (names[0], names[1]), (colours[0], colours[1])
            self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self._theme = theme
        self.configure(background=theme.panel, highlightbackground=theme.line, highlightcolor=theme.accent)
        self._draw()

    def centre(self, number: int) -> tuple[int, int]:
        """The pixel in the middle of a moment."""
        return round(self._x(number)), self.winfo_height() // 2

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _x(self, number: float) -> float:
        return (number + 0.5) * self.winfo_width() / (self._curves.moves + 1)

    def _y(self, height: float) -> float:
        middle = self.winfo_height() / 2
        return middle - height * (middle - ROOM)

    def _draw(self) -> None:
        self.delete("all")
        width, height, theme, curves = self.winfo_width(), self.winfo_height(), self._theme, self._curves
        if width <= 1:
            return
        if not curves.moves:
            said = "Who wins with best play, after each move"
            self.create_text(width / 2, height / 2, text=said, fill=theme.faint, font=self._small, width=width - 8)
            return
        step = width / (curves.moves + 1)
        here = self._x(self._at)
        self.create_rectangle(here - step / 2, 0, here + step / 2, height, fill=theme.window, outline=theme.accent)
        self.create_line(0, height / 2, width, height / 2, fill=theme.line)
        half = self._bold.metrics("linespace") / 2
        for place, (value, mark) in enumerate(zip(curves.exact, curves.marks), start=1):
            x, top = self._x(place), self._y(value)
            flat = 2 if value == 0 else 0
            self.create_rectangle(
                x - 0.36 * step, top - flat, x + 0.36 * step, height / 2 + flat,
                fill=theme.faint if value == 0 else self._colours[value < 0], outline=theme.line,
            )  # fmt: skip
            if mark in ("?", "??"):
                y = max(top - half, half) if value > 0 else min(top + half, height - half)
                self.create_text(x, y, text=mark, fill=theme.bad, font=self._bold, tags="mark")
        judged = self._x(len(curves.exact) + 0.5) if curves.exact else 0.0
        if curves.waiting and width - judged >= LEAST_WAITING:
            x, room = (judged + width) / 2, width - judged - 8
            look: dict[str, Any] = {"fill": theme.faint, "font": self._small, "width": room, "justify": "center"}
            self.create_text(x, height / 2 + 2, text=curves.waiting, anchor="n", **look)
        self._curve([(place, value) for place, value in enumerate(curves.learned, start=1)], theme.accent, ())
        seen = [(place, value) for place, value in enumerate(curves.searched) if value is not None]
        self._curve(seen, theme.text, (4, 3))
        self.tag_raise("mark")
        marks, high = [self.bbox(mark) for mark in self.find_withtag("mark")], self._small.metrics("linespace")
        self._side(f"{self._names[0]} wins", 2, high, marks)
        self._side(f"{self._names[1]} wins", height - 2 - high, high, marks)

    def _side(self, text: str, y: int, high: int, marks: Sequence[tuple[int, int, int, int]]) -> None:
        """Says who wins above or below the line, `high` pixels, as far to the left as no mark is in the way."""
        wide = self._small.measure(text) if marks else 0
        ends = sorted(x1 + 3 for _, y0, x1, y1 in marks if y0 < y + high and y1 > y)
        for x in (4, *ends):
            if x + wide <= self.winfo_width() and not any(
                x0 < x + wide and x1 > x and y0 < y + high and y1 > y for x0, y0, x1, y1 in marks
            ):
                break
        else:
            x = 4
        self.create_text(x, y, text=text, anchor="nw", fill=self._theme.faint, font=self._small, tags="side")

    def _curve(self, points: list[tuple[int, float]], colour: str, dash: tuple[int, ...]) -> None:
        if len(points) > 1:
            places = [place for number, value in points for place in (self._x(number), self._y(value))]
            self.create_line(*places, fill=colour, width=2, dash=dash)
        for number, value in points if len(points) == 1 else ():
            x, y = self._x(number), self._y(value)
            self.create_oval(x - 2, y - 2, x + 2, y + 2, fill=colour, outline=colour)

    # -- hands --------------------------------------------------------------------------------------------------------

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        self.focus_set()
        self._go(int(event.x * (self._curves.moves + 1) / max(1, self.winfo_width())))

    def _step(self, step: int) -> str:
        self._go(self._at + step)
        return "break"

    def _go(self, number: int) -> None:
        number = max(0, min(self._curves.moves, number))
        if number != self._at:
            self._on_go(number)
