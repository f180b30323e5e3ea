"""Chart: a matplotlib figure inside a Tk window, in the colours of its theme.  Imports tkinter and matplotlib."""

from __future__ import annotations

import tkinter as tk
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from visualizer.kit.canvas import DPI, Canvas
from visualizer.kit.scale import scale
from visualizer.kit.theme import Theme

MARGINS = {"left": 52, "right": 12, "top": 26, "bottom": 42, "between": 62}
"""Pixels round the axes for their numbers and titles.

Matplotlib's own layouts measure every word, which takes longer than drawing.
"""


class Chart:
    """A matplotlib figure with `across` axes side by side in a Tk frame; drawn only while it is visible.

    `beside` are pixels to the right of each for a legend.
    """

    def __init__(self, parent: tk.Misc, across: int, beside: int = 0) -> None:
        self.points, self._beside = scale(parent), beside
        self.figure = Figure(figsize=(9, 3), dpi=DPI * self.points)
        self.axes: tuple[Axes, ...] = tuple(self.figure.subplots(1, across, squeeze=False)[0])
        """No array: numpy's hide what they hold from the collector, and the chart would never be freed."""
        self.canvas = Canvas(self.figure, parent, self._paint)
        self.widget, self.refresh = self.canvas.widget, self.canvas.refresh
        self.widget.bind("<Map>", lambda _: self.refresh(), add="+")
        self.widget.configure(highlightthickness=0, borderwidth=0, width=400, height=180)

    def _paint(self) -> None:
        if not self.widget.winfo_viewable():
            return
        width, height = (max(float(size), 1.0) for size in self.figure.bbox.size)
        left, right, top, bottom, between = (self.points * room for room in MARGINS.values())
        right, between = right + self._beside * self.points, between + self._beside * self.points
        each = max(1.0, (width - left - right - between * (len(self.axes) - 1)) / len(self.axes))
        self.figure.subplots_adjust(
            left=min(left / width, 0.4), right=max(1 - right / width, 0.45), top=max(1 - top / height, 0.6),
            bottom=min(bottom / height, 0.5),
            wspace=between / each,
        )  # fmt: skip
        self.canvas.draw()

    def clear(self, theme: Theme) -> None:
        """Clears the axes and gives them a theme's colours, at the scale in force."""
        if self.points != scale(self.widget):
            self.points = scale(self.widget)
            self.figure.set_dpi(DPI * self.points)
        self.figure.set_facecolor(theme.panel)
        self.widget.configure(background=theme.panel)
        for axes in self.axes:
            axes.clear()
            axes.set_facecolor(theme.panel)
            axes.tick_params(colors=theme.text, labelsize=9)
            for spine in axes.spines.values():
                spine.set_color(theme.line)
            for side in ("top", "right"):
                axes.spines[side].set_visible(False)
            axes.grid(visible=True, axis="y", color=theme.line, linewidth=0.6)
            axes.set_axisbelow(True)

    @staticmethod
    def name(axes: Axes, theme: Theme, title: str, across: str) -> None:
        """Sets the title and the label of the x axis, which counts in whole numbers."""
        axes.set_title(title, color=theme.text, fontsize=10.5, loc="left")
        axes.set_xlabel(across, color=theme.text, fontsize=9.5)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))

    @staticmethod
    def legend(axes: Axes, theme: Theme, beside: bool = False) -> None:
        """Adds a legend, over the picture where there is room, or beside it; none where nothing is named."""
        look: dict[str, Any] = {"facecolor": theme.panel, "edgecolor": theme.line}
        if beside:
            look = {"loc": "upper left", "bbox_to_anchor": (1.01, 1.02), "frameon": False, "handlelength": 1.6}
        if axes.get_legend_handles_labels()[1]:
            axes.legend(fontsize=9, labelcolor=theme.text, **look)
