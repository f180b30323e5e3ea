"""Curves: the figures of a training run over the games played, live."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.training.course import BY_DEPTH, NO_COURSE, Course, plots
from visualizer.ui.background import Debounce
from visualizer.ui.chart import Chart
from visualizer.ui.theme import Theme

REDRAW_MS = 250
"""Milliseconds after a change until it is drawn; drawing takes long."""


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
