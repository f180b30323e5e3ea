"""The value graph of a game: exact values as bars with other curves over them, in a window."""

from __future__ import annotations

import tkinter as tk
import tkinter.font as tkfont
from collections.abc import Callable, Sequence
from tkinter import ttk

from c4.evaluators import label_of
from visualizer.review.reviewer import LEARNED, Curves, Reviewer, ReviewModel
from visualizer.ui.background import Debounce
from visualizer.ui.context import Context
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Tooltip, ring_for_keys, wrap

MARGIN = 16
"""Pixels above and below the bars, for the marks."""

LEAST_WAITING = 110
"""Pixels next to the bars that the text about missing values needs."""


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
        ring_for_keys(self)
        soon = Debounce(self, self._draw)
        self.bind("<Configure>", lambda _: soon.when_idle())
        for key, step in (("<Left>", -1), ("<Right>", 1)):
            self.bind(key, lambda _, step=step: self._step(step))  # type: ignore[misc]  # tkinter's event is not used
        self.bind("<Home>", lambda _: self._go(0))
        self.bind("<End>", lambda _: self._go(self._curves.moves))
        self.set_theme(theme)

    def show(self, curves: Curves, at: int, names: Sequence[str], colours: Sequence[str], starter: int = 0) -> None:
        """Shows curves and the current place; `names` and `colours` are the first player's first, who sits in the seat
        `starter`.  The first seat is always at the top.
        """
        if starter:
            curves, names, colours = curves.turned(), names[::-1], colours[::-1]
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
        return middle - height * (middle - MARGIN)

    def _draw(self) -> None:
        self.delete("all")
        width, height, theme, curves = self.winfo_width(), self.winfo_height(), self._theme, self._curves
        if width <= 1:
            return
        if not curves.moves:
            text = "Who wins with best play, after each move"
            self.create_text(width / 2, height / 2, text=text, fill=theme.faint, font=self._small, width=width - 8)
            return
        step = width / (curves.moves + 1)
        here = self._x(self._at)
        left, right = max(here - step / 2, 1), min(here + step / 2, width - 2)  # both edges are in sight
        self.create_rectangle(left, 0, right, height, fill=theme.window, outline=theme.accent)
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
        known = self._x(len(curves.exact) + 0.5) if curves.exact else 0.0
        if curves.waiting and width - known >= LEAST_WAITING:
            item = self.create_text((known + width) / 2, height / 2 + 2, text=curves.waiting, anchor="n")
            self.itemconfigure(item, fill=theme.faint, font=self._small, width=width - known - 8, justify="center")
            self.create_rectangle(self.bbox(item), fill=theme.panel, outline="")
            self.tag_raise(item)
        self._curve([(place, value) for place, value in enumerate(curves.learned, start=1)], theme.accent, ())
        seen = [(place, value) for place, value in enumerate(curves.searched) if value is not None]
        self._curve(seen, theme.text, (4, 3))
        self.tag_raise("mark")
        for text, y, anchor in ((self._names[0], 2, "nw"), (self._names[1], height - 2, "sw")):
            item = self.create_text(4, y, text=f"{text} wins", fill=theme.faint, font=self._small)
            self.itemconfigure(item, anchor=anchor)

    def _curve(self, points: list[tuple[int, float]], colour: str, dash: tuple[int, ...]) -> None:
        if len(points) > 1:
            places = [place for number, value in points for place in (self._x(number), self._y(value))]
            self.create_line(*places, fill=colour, width=2, dash=dash)
        for number, value in points if len(points) == 1 else ():
            x, y = self._x(number), self._y(value)
            self.create_oval(x - 2, y - 2, x + 2, y + 2, fill=colour, outline=colour)

    # -- pointer and keys -----------------------------------------------------------------------------------------

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


REST_MS = 200
"""Milliseconds after a move until the graph follows: the disc falls first."""


def legend(model: ReviewModel | None) -> str:
    """What the bars and curves of a game are; "" without a review."""
    if model is None:
        return ""
    parts = ["Bars: exact values, taller = quicker win"]
    if model.learned:
        parts.append(f"line: the evaluator {label_of(LEARNED)}")
    if any(value is not None for value in model.searched):
        parts.append("dashes: the search")
    return "; ".join(parts) + "."


class RunningGraph(ttk.Frame):
    """The graph of the game on the board, which is reviewed as it goes on."""

    def __init__(self, parent: tk.Misc, context: Context, reviewer: Reviewer) -> None:
        super().__init__(parent)
        self._context, self._reviewer = context, reviewer
        self.graph = Graph(self, context.theme, lambda number: context.attempt(context.session.go_to, number))
        Tooltip(self.graph, lambda: "Click or drag to go there. View > Value graph (C) hides it.")
        self.legend = wrap(ttk.Label(self, style="Faint.TLabel"))
        self.legend.pack(side="bottom", fill="x")
        self.graph.pack(fill="both", expand=True)
        self._follows = False
        self._soon = Debounce(self, self._follow)
        reviewer.listeners.append(self.show)

    def refresh(self, follow: bool = True) -> None:
        """Shows the game soon; with `follow` new moves are reviewed."""
        self._follows = follow
        self._soon.after(REST_MS)

    def _follow(self) -> None:
        if self._follows:
            self._reviewer.follow()
        self.show()

    def show(self) -> None:
        """Shows what is known."""
        if not self.winfo_manager():
            return
        game, model, reviewer = self._context.session.game, self._reviewer.model, self._reviewer
        ours = model is not None and (model.start, model.columns) == (game.start, game.moves)
        self.legend.configure(text=legend(model))
        curves = reviewer.curves if ours else Curves(len(game.moves))
        if (known := len(curves.exact)) < len(game.moves):
            waiting = f"Working out who wins after move {known + 1} of {len(game.moves)}..."
            if self._context.session.loading:
                waiting = "Preparing the solver..."
            elif ours and reviewer.failure:
                waiting = reviewer.failure
            curves = curves._replace(waiting=waiting)
        self.graph.show(curves, game.at, reviewer.players, reviewer.colours, game.starter)
