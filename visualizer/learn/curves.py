"""Curves: the figures of a training run over the games played, live."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from itertools import cycle, pairwise
from tkinter import ttk
from typing import Any

from c4.learning.base import TALLIES, Figures
from c4.learning.run import Progress
from visualizer.ui.background import Debounce
from visualizer.ui.chart import Chart, Line, Plot, columns
from visualizer.ui.theme import Theme, luminance
from visualizer.ui.widgets import sentence

MOST = 1000
"""The most points of a run; beyond that every second one is dropped, so that a long run still fits."""

REDRAW_MS = 250

COLOURS = {
    "light": ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    "dark": ("#56b4e9", "#f0863c", "#35c79a", "#e3a3c8", "#f0c04a", "#9fb4ff"),
}
"""Colours after Okabe and Ito, in the dark theme lighter ones."""

DASHES = ("-", "--", ":")

TALLY_LOOKS = {"won": (0, "-"), "drawn": (2, "--"), "lost": (1, "-.")}
"""Place of the colour and line style of the games won, drawn and lost."""

MOST_DRAWN = 12
"""More lines than this cannot be told apart: the largest are drawn."""

MISTAKES = "mistakes, %"
"""The figure drawn with the results: mistakes of moves without search on solved positions."""

BY_PLY, BANDS = "mistakes by ply, %", tuple(range(start, start + 7) for start in range(6, 34, 7))
"""The same by discs on the board."""

EMPTY = "Results and figures are drawn here while it trains.\nWeights shows what your current model has learned."

LONGEST = 16
"""Letters of a name beside a picture."""

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
        self.tallied = "the first player"
        """Whose games are won and lost."""
        self._soon = Debounce(self, self._redraw)
        line = ttk.Frame(self)
        line.pack(fill="x")
        ttk.Label(line, text="Show").pack(side="left", padx=(0, 6))
        self.figure = ttk.Combobox(line, state="readonly", width=30)
        self.figure.bind("<<ComboboxSelected>>", lambda _: self._choose())
        self.figure.pack(side="left")
        self.chart = Chart(self)
        self.chart.widget.pack(fill="both", expand=True)

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
        measured = next((figures for _, figures in reversed(self.points) if MISTAKES in figures), {})
        names = watched(measured | self.points[-1][1])
        if list(self.figure["values"]) != names:
            self.figure.configure(values=names)
            if self.figure.get() not in names and names:
                self.figure.set(
                    next((name for name in reversed(names) if len(self._lines(name)) <= MOST_DRAWN), names[-1])
                )
        if not self._soon.waiting:
            self._soon.after(REDRAW_MS)

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        self._redraw()

    def _redraw(self) -> None:
        self._soon.drop()
        if self.points:
            self.chart.show(self.theme, self._results(), self._watched())
        else:
            self.chart.show(self.theme, Plot(note=EMPTY))

    @property
    def _colours(self) -> tuple[str, ...]:
        return COLOURS["dark" if luminance(self.theme.panel) < 0.2 else "light"]

    def _results(self) -> Plot:
        """Games won, drawn and lost, and the mistakes."""
        shares, mistakes, lines = self._shares(), self._lines(MISTAKES), []
        for name, (place, dash) in TALLY_LOOKS.items():
            if shares.get(name):
                lines.append(Line(*columns(shares[name]), self._colours[place], name, dash))
        if mistakes:
            label = f"mistakes ({mistakes[0][-1][1]:g})"
            lines.append(Line(*columns(mistakes[0]), self.theme.text, label, marker="o", width=2))
        title = f"Results of {self.tallied}, and mistakes (%)"
        return Plot(title, "games", tuple(lines), bounds=(0, 100), outside=True)

    def _watched(self) -> Plot:
        """The chosen figure; of many lines the largest."""
        series = self._lines(self.figure.get())
        looks = cycle((colour, dash) for dash in DASHES for colour in self._colours)
        names = self._names(len(series))
        largest = sorted(range(len(series)), key=lambda at: -abs(series[at][-1][1]))[:MOST_DRAWN]
        lines = []
        for at, (colour, dash) in zip(sorted(largest), looks):
            line, name = series[at], names[at]
            chosen, label = (
                (colour, name if len(name) <= LONGEST else name[: LONGEST - 1] + "…")
                if len(series) > 1
                else (self.theme.accent, "")
            )
            lines.append(Line(*columns(line), chosen, label, dash))
        return Plot(sentence(self.figure.get()), "games", tuple(lines), outside=len(series) > 1)

    def _shares(self) -> dict[str, list[tuple[int, float]]]:
        """For each result (games, share in %), of the games between reports some distance apart."""
        if not self.points or "won" not in self.points[-1][1]:
            return {}
        least, points = self.points[-1][0] / 100, self.points[:1]
        for point in self.points[1:]:
            if point[0] - points[-1][0] >= least:
                points.append(point)
        shares: dict[str, list[tuple[int, float]]] = {name: [] for name in TALLIES}
        for (_, before), (games, after) in pairwise(points):
            played = sum(after[name] - before[name] for name in TALLIES)
            for name in TALLIES if played else ():
                shares[name].append((games, 100 * (after[name] - before[name]) / played))
        return shares

    def _names(self, lines: int) -> Sequence[str]:
        """The name of each line."""
        if self.figure.get() == BY_PLY:
            return [f"plies {band[0]} to {band[-1]}" for band in BANDS]
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
