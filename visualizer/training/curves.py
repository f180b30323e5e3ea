"""The curves of a training run: the figures that it reported over the games played, and how they are drawn, live."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from tkinter import ttk
from typing import Any

from c4.arena.depths import AtDepth
from c4.learning.base import TALLIES, Figures
from c4.learning.run import Progress
from c4.text import capitalised
from visualizer.ui.background import Debounce
from visualizer.ui.chart import Chart, Line, Plot, columns
from visualizer.ui.theme import Theme

POINTS_LARGEST = 1000
"""Points of a run.  Beyond that every second one is dropped, so that a long run still fits."""

COLOURS = {
    "light": ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    "dark": ("#56b4e9", "#f0863c", "#35c79a", "#e3a3c8", "#f0c04a", "#9fb4ff"),
}
"""Colours after Okabe and Ito, in the dark theme lighter ones."""

DASHES = ("-", "--", ":", "-.")
MARKERS = ("", "o", "s")
"""Line styles, and markers for more lines than there are styles: lines differ without their colours."""

TALLY_STYLES = {"won": (0, "-"), "drawn": (2, "--"), "lost": (1, "-.")}
"""Place of the colour and line style of the games won, drawn and lost."""

LINES_LARGEST = 12
"""More lines than this cannot be told apart: the largest are drawn."""

MISTAKES = "mistakes, %"
"""The figure drawn with the results: mistakes of moves without search on solved positions."""

BY_PLY = "mistakes by ply, %"
"""The same by discs on the board, for each of BANDS."""

BY_DEPTH = "result kept by depth of search, %"
"""The figure that is there when the training has ended: solved positions in which searches keep the result."""

BANDS = tuple(range(start, start + 7) for start in range(6, 34, 7))

REDRAW_MS = 250
"""Milliseconds after a change until it is drawn; drawing takes long."""

EMPTY = "Results and figures are drawn here while it trains.\nWeights shows what your current model has learned."

LABEL_LENGTH = 16
"""Letters of a name beside a picture."""

SHARES_LARGEST = 100
"""Points of the curves of games won, drawn and lost."""

NOT_WATCHED = ("episodes", MISTAKES, *TALLIES)

Series = list[tuple[int, float]]
"""(games, number), in order."""


@dataclass(frozen=True, eq=False)
class Course:
    """What a run has reported.

    points     (games, figures), oldest first
    features   names of the learner's weights
    tallied    whose games are won and lost
    by_depth   how often the trained model keeps the result, without search and by searches
    """

    points: tuple[tuple[int, Figures], ...] = ()
    features: tuple[str, ...] = ()
    tallied: str = "the first player"
    by_depth: tuple[AtDepth, ...] = ()

    def extended(self, reports: Sequence[Progress], features: tuple[str, ...], tallied: str) -> Course:
        """The course with more reports."""
        more = tuple((report.figures.get("episodes", report.done), report.figures) for report in reports)
        points = self.points + more
        if len(points) > POINTS_LARGEST:
            points = thinned(points)
        return replace(self, points=points, features=features, tallied=tallied)

    @property
    def names(self) -> tuple[str, ...]:
        """The figures that can be drawn."""
        if not self.points:
            return ()
        measured: Figures = {}
        for _, figures in self.points:
            if MISTAKES in figures:
                measured = figures
        names = tuple(watched(measured | self.points[-1][1]))
        return (*names, BY_DEPTH) if self.by_depth else names

    def figure_to_show(self, chosen: str) -> str:
        """The figure that was chosen, if there is one of that name; otherwise the last one that is not too crowded."""
        names = self.names
        if chosen in names or not names:
            return chosen if names else ""
        for name in reversed(names):
            if len(self.series(name)) <= LINES_LARGEST:
                return name
        return names[-1]

    def series(self, name: str) -> list[Series]:
        """A figure over the games: one line, or as many as it has numbers."""
        numbers = [(games, number_of(figures, name)) for games, figures in self.points]
        known = [(games, value) for games, value in numbers if value is not None]
        if not known:
            return []
        last = known[-1][1]
        if not isinstance(last, list):
            return [known]
        return [[(games, values[place]) for games, values in known] for place in range(len(last))]

    def shares(self) -> dict[str, Series]:
        """For each result (games, share in %), of the games between reports some distance apart."""
        if not self.points or "won" not in self.points[-1][1]:
            return {}
        distance = self.points[-1][0] / SHARES_LARGEST
        points = [self.points[0]]
        for point in self.points[1:]:
            if point[0] - points[-1][0] >= distance:
                points.append(point)
        shares: dict[str, Series] = {name: [] for name in TALLIES}
        for (_, before), (games, after) in pairwise(points):
            new = {name: after[name] - before[name] for name in TALLIES}
            played = sum(new.values())
            if not played:
                continue
            for name in TALLIES:
                shares[name].append((games, 100 * new[name] / played))
        return shares

    def line_names(self, figure: str, lines: int) -> Sequence[str]:
        """The name of each line of a figure."""
        if figure == BY_PLY:
            return [f"plies {band[0]} to {band[-1]}" for band in BANDS]
        if len(self.features) == lines:
            return self.features
        return [str(place + 1) for place in range(lines)]


NO_COURSE = Course()


def thinned(points: tuple[tuple[int, Figures], ...]) -> tuple[tuple[int, Figures], ...]:
    """Every second point, those with mistakes, and the last."""
    kept = [point for place, point in enumerate(points[:-1]) if place % 2 == 0 or MISTAKES in point[1]]
    return (*kept, points[-1])


def watched(figures: Figures) -> list[str]:
    """The names of figures that can be drawn: numbers, numbers in groups ("group: name") and lists of numbers."""
    names = []
    for name, value in figures.items():
        if name in NOT_WATCHED:
            continue
        if isinstance(value, dict):
            names += [f"{name}: {inner}" for inner, number in value.items() if is_number(number)]
        elif is_number(value) or (isinstance(value, list) and value and all(map(is_number, value))):
            names.append(name)
    return names


def is_number(value: object) -> bool:
    """Whether a figure can be a point of a curve; True and False cannot."""
    return type(value) in (int, float)


def number_of(figures: Figures, name: str) -> Any:
    """The figure of that name; None if the report lacks it."""
    group, _, inner = name.partition(": ")
    value = figures.get(group)
    return value.get(inner) if inner and isinstance(value, dict) else value


# -- pictures ---------------------------------------------------------------------------------------------------------


def plots(course: Course, figure: str, theme: Theme) -> tuple[Plot, ...]:
    """The pictures of a course: the results of the games, and a figure of the learner."""
    if not course.points:
        return (Plot(note=EMPTY),)
    return results_plot(course, theme), figure_plot(course, figure, theme)


def colours_in(theme: Theme) -> tuple[str, ...]:
    """The colours of lines in a theme."""
    return COLOURS["dark" if theme.is_dark else "light"]


def results_plot(course: Course, theme: Theme) -> Plot:
    """Games won, drawn and lost, and the mistakes."""
    colours = colours_in(theme)
    shares = course.shares()
    lines = []
    for name, (place, dash) in TALLY_STYLES.items():
        if shares.get(name):
            lines.append(Line(*columns(shares[name]), colours[place], name, dash))
    mistakes = course.series(MISTAKES)
    if mistakes:
        label = f"mistakes ({mistakes[0][-1][1]:g})"
        lines.append(Line(*columns(mistakes[0]), theme.text, label, marker="o", width=2))
    title = f"Results of {course.tallied}, and mistakes (%)"
    return Plot(title, "games", tuple(lines), bounds=(0, 100), outside=True)


def figure_plot(course: Course, figure: str, theme: Theme) -> Plot:
    """A figure; of many lines the largest."""
    if figure == BY_DEPTH:
        points = [(one.depth, 100 * one.share.value) for one in course.by_depth]
        return Plot(capitalised(figure), "depth (0: no search)", (Line(*columns(points), theme.accent, marker="o"),))
    series = course.series(figure)
    title = capitalised(figure)
    if len(series) == 1:
        return Plot(title, "games", (Line(*columns(series[0]), theme.accent),))
    names = course.line_names(figure, len(series))
    largest = sorted(range(len(series)), key=lambda place: -abs(series[place][-1][1]))[:LINES_LARGEST]
    colours = colours_in(theme)
    lines = []
    for number, place in enumerate(sorted(largest)):
        colour = colours[number % len(colours)]
        dash = DASHES[number % len(DASHES)]
        marker = MARKERS[number // len(DASHES) % len(MARKERS)]
        lines.append(Line(*columns(series[place]), colour, shortened(names[place]), dash, marker))
    return Plot(title, "games", tuple(lines), outside=bool(series))


def shortened(name: str) -> str:
    """A name that fits beside a picture."""
    return name if len(name) <= LABEL_LENGTH else name[: LABEL_LENGTH - 1] + "…"


# -- the widget ----------------------------------------------------------------------------------------------------------


class Curves(ttk.Frame):
    """Left: the results of the games, and the mistakes.  Right: any figure of the learner, such as weights."""

    def __init__(self, parent: tk.Misc, theme: Theme) -> None:
        super().__init__(parent)
        self.theme = theme
        self.course = NO_COURSE
        self._redraw = Debounce(self, self.redraw)
        line = ttk.Frame(self)
        line.pack(fill="x")
        ttk.Label(line, text="Show").pack(side="left", padx=(0, 6))
        self.figure = ttk.Combobox(line, state="readonly", width=30)
        self.figure.bind("<<ComboboxSelected>>", self._chosen)
        self.figure.pack(side="left")
        self.chart = Chart(self)
        self.chart.widget.pack(fill="both", expand=True)

    def show(self, course: Course) -> None:
        """Shows a course soon; an empty one at once.  What searches add is shown as soon as it is known."""
        if course.by_depth and not self.course.by_depth:
            self.figure.set(BY_DEPTH)
        self.course = course
        self.figure.configure(values=course.names)
        self.figure.set(course.figure_to_show(self.figure.get()))
        if not course.points:
            self.redraw()
        elif not self._redraw.waiting:
            self._redraw.after(REDRAW_MS)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.theme = theme
        self.redraw()

    def redraw(self) -> None:
        """Draws now."""
        self._redraw.drop()
        self.chart.show(self.theme, *plots(self.course, self.figure.get(), self.theme))

    def _chosen(self, event: object) -> None:
        self.figure.selection_clear()
        self.redraw()
