"""Curves: the figures of a training run over the games played, live.  Imports tkinter, numpy and matplotlib."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from itertools import cycle, pairwise
from tkinter import ttk
from typing import Any

from matplotlib.ticker import MaxNLocator

from c4.learning.base import TALLIES, Figures
from c4.learning.loop import Progress
from visualizer.kit.chart import Chart
from visualizer.kit.theme import Theme, luminance

MOST = 1000
"""The most points kept of a run; beyond that every second one is dropped, so that a long run still fits."""

REDRAW_MS = 250

COLOURS = {
    "light": ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    "dark": ("#56b4e9", "#f0863c", "#35c79a", "#e3a3c8", "#f0c04a", "#9fb4ff"),
}
"""Colours after Okabe and Ito, in the dark theme lighter ones."""

STYLES = ("-", "--", ":")

TALLY_LOOKS = {"won": (0, "-"), "drawn": (2, "--"), "lost": (1, "-.")}
"""Place of the colour and line style of the games won, drawn and lost."""

MANY = 12
"""More lines than this cannot be told apart: the largest are drawn, the others as the range they lie in."""

MOST_NAMED = 6
"""How many are drawn of so many."""

BESIDE = 118
"""Pixels beside each picture for its legend."""

MISTAKES = "mistakes, %"
"""The figure drawn with the results: mistakes of moves without search on solved positions."""

EMPTY = "Results and figures are drawn here while it trains.\nWeights shows what your current model has learned."

NOT_WATCHED = ("episodes", MISTAKES, *TALLIES)


class Curves(ttk.Frame):
    """Left: the results of the games for the first player, and the mistakes.  Right: any figure of the learner, such
    as weights."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self.points: list[tuple[int, Figures]] = []
        """(games, figures), oldest first."""
        self.features: tuple[str, ...] = ()
        """Names of the learner's weights."""
        self.tallied = "who began"
        """Whose games are won and lost."""
        self._waiting: str | None = None
        line = ttk.Frame(self)
        line.pack(fill="x")
        ttk.Label(line, text="Show").pack(side="left", padx=(0, 6))
        self.figure = ttk.Combobox(line, state="readonly", width=30)
        self.figure.bind("<<ComboboxSelected>>", lambda _: self._choose())
        self.figure.pack(side="left")
        self.chart = Chart(self, 2, beside=BESIDE)
        self.chart.widget.pack(fill="both", expand=True)
        self.bind("<Destroy>", lambda event: self._forget() if event.widget is self else None)

    def _choose(self) -> None:
        self.figure.selection_clear()
        self._redraw()

    def clear(self) -> None:
        """Starts a new run."""
        self.points = []
        self.figure.configure(values=[])
        self.figure.set("")
        self._redraw()

    def add(self, reports: Sequence[Progress]) -> None:
        """Adds reports, oldest first, and draws them soon."""
        self.points += [(report.figures.get("episodes", report.done), report.figures) for report in reports]
        if len(self.points) > MOST:
            self.points = [
                point for place, point in enumerate(self.points[:-1]) if place % 2 == 0 or MISTAKES in point[1]
            ] + self.points[-1:]
        names = watched(self.points[-1][1])
        if list(self.figure["values"]) != names:
            self.figure.configure(values=names)
            if self.figure.get() not in names and names:
                self.figure.set(next((name for name in reversed(names) if len(self._lines(name)) <= MANY), names[-1]))
        if self._waiting is None:
            self._waiting = self.after(REDRAW_MS, self._redraw)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._redraw()

    def _forget(self) -> None:
        if self._waiting is not None:
            self.after_cancel(self._waiting)
            self._waiting = None

    def _redraw(self) -> None:
        self._forget()
        theme, (ended, other) = self.theme, self.chart.axes
        self.chart.clear(theme)
        if not self.points:
            for axes in self.chart.axes:
                axes.set_axis_off()
            ended.text(
                0,
                1,
                EMPTY,
                color=theme.faint,
                va="top",
            )
            self.chart.canvas.draw_idle()
            return
        self.chart.name(ended, theme, f"Results of {self.tallied} and mistakes, %", "games")
        self.chart.name(other, theme, self.figure.get(), "games")
        for axes in self.chart.axes:
            axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        shares = self._shares()
        colours = COLOURS["dark" if luminance(theme.panel) < 0.2 else "light"]
        for name, (place, style) in TALLY_LOOKS.items():
            if shares.get(name):
                ended.plot(*zip(*shares[name]), style, color=colours[place], linewidth=1.6, label=name)
        mistakes = self._lines(MISTAKES)
        if mistakes:
            ended.plot(
                *zip(*mistakes[0]),
                "-o",
                color=theme.text,
                linewidth=2,
                markersize=3,
                label=f"mistakes ({mistakes[0][-1][1]:g})",
            )
        if shares or mistakes:
            ended.set_ylim(0, 100)
            self.chart.legend(ended, theme, beside=True)
        lines = self._lines(self.figure.get())
        looks = cycle((colour, style) for style in STYLES for colour in colours)
        named = sorted(zip(lines, self._names(len(lines))), key=lambda pair: -abs(pair[0][-1][1]))
        rest = [line for line, _ in named[MOST_NAMED:]] if len(lines) > MANY else []
        if rest:
            games = [place for place, _ in rest[0]]
            least, most = ([side(line[at][1] for line in rest) for at in range(len(games))] for side in (min, max))
            other.fill_between(games, least, most, color=theme.line, alpha=0.6, label=f"{len(rest)} smaller")
        for (line, name), (colour, style) in zip(named[:MOST_NAMED] if rest else named, looks):
            chosen = colour if len(lines) > 1 else theme.accent
            other.plot(*zip(*line), style, color=chosen, linewidth=1.6, label=shortened(name))
        if len(lines) > 1:
            self.chart.legend(other, theme, beside=True)
        self.chart.canvas.draw_idle()

    def _shares(self) -> dict[str, list[tuple[int, float]]]:
        """For each result (games, share in %), of the games between reports some distance apart."""
        if not self.points or "won" not in self.points[-1][1]:
            return {}
        least, kept = self.points[-1][0] / 100, self.points[:1]
        for point in self.points[1:]:
            if point[0] - kept[-1][0] >= least:
                kept.append(point)
        shares: dict[str, list[tuple[int, float]]] = {name: [] for name in TALLIES}
        for (_, before), (games, after) in pairwise(kept):
            played = sum(after[name] - before[name] for name in TALLIES)
            for name in TALLIES if played else ():
                shares[name].append((games, 100 * (after[name] - before[name]) / played))
        return shares

    def _names(self, lines: int) -> Sequence[str]:
        """The name of each line."""
        return self.features if len(self.features) == lines else [str(place + 1) for place in range(lines)]

    def _lines(self, name: str) -> list[list[tuple[int, float]]]:
        """A figure over the games: one line, or as many as it has numbers."""
        series = [(games, number_of(figures, name)) for games, figures in self.points]
        series = [(games, value) for games, value in series if value is not None]
        if not series:
            return []
        if isinstance(series[-1][1], list):
            return [[(games, values[place]) for games, values in series] for place in range(len(series[-1][1]))]
        return [series]


def shortened(name: str) -> str:
    """A name that fits beside a picture."""
    return name if len(name) <= 16 else name[:15] + "…"


def watched(figures: Figures) -> list[str]:
    """The names of figures that can be drawn: numbers, numbers in groups ("group: name") and lists of numbers."""
    names = []
    for name, value in figures.items():
        if name in NOT_WATCHED:
            continue
        if isinstance(value, dict):
            names += [f"{name}: {inner}" for inner, number in value.items() if type(number) in (int, float)]
        elif type(value) in (int, float) or (
            isinstance(value, list) and value and all(type(number) in (int, float) for number in value)
        ):
            names.append(name)
    return names


def number_of(figures: Figures, name: str) -> Any:
    """The figure of that name; None if the report lacks it."""
    group, _, inner = name.partition(": ")
    value = figures.get(group)
    return value.get(inner) if inner and isinstance(value, dict) else value
