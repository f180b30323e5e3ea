"""Charts: curves and bars in the colours of a theme, drawn by matplotlib's figures."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from visualizer.ui.background import Debounce
from visualizer.ui.canvas import DPI, show
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.scale import scale
from visualizer.ui.theme import LIGHT, Theme


class Line(NamedTuple):
    """A curve; `dash` is "-", "--", ":" or "-.", `marker` one of matplotlib's or ""."""

    xs: Sequence[float]
    ys: Sequence[float]
    colour: str
    label: str = ""
    dash: str = "-"
    marker: str = ""
    width: float = 1.6


class Bars(NamedTuple):
    """Bars over 1, 2, ... with their numbers above."""

    heights: Sequence[float]
    colour: str


@dataclass(frozen=True)
class Plot:
    """One picture of a chart.

    title, across   the titles above it and below its x axis, which counts in integers
    log             whether its y axis is logarithmic; numbers that are not above 0 are not drawn then
    bounds          of the y axis; None for those of the numbers, and 0 with `zero`
    outside         whether the legend is beside it instead of in its emptiest corner
    note            a text where there is nothing to draw
    """

    title: str = ""
    across: str = ""
    lines: tuple[Line, ...] = ()
    bars: Bars | None = None
    log: bool = False
    bounds: tuple[float, float] | None = None
    zero: bool = False
    outside: bool = False
    note: str = ""


def columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """The xs and the ys of points."""
    return [x for x, _ in points], [y for _, y in points]


def number_text(number: float, place: object = None) -> str:
    """A number beside an axis: 5, 2,000, 0.25, 10 M."""
    if abs(number) >= 1e6:
        return f"{number / 1e6:,.10g} M"
    return f"{number:,.10g}".replace("-", "−") if abs(number) >= 1e-4 or not number else f"{number:.12f}".rstrip("0")


LEFT, RIGHT, TOP, BOTTOM, GAP, LEGEND = 58, 14, 28, 46, 60, 124
"""Pixels at 100 % around plots, between them, and beside one for its legend."""

Box = tuple[float, float, float, float]
"""Left, bottom, width and height of a plot, as shares of the chart."""


class Chart:
    """Shows `Plot`s next to or below each other in a Tk widget; drawn only while it is visible."""

    def __init__(self, parent: tk.Misc) -> None:
        self.theme = LIGHT
        self.plots: tuple[Plot, ...] = ()
        with own_settings():
            self.figure = Figure()
        self._drawn = FigureCanvasAgg(self.figure)
        self._left: list[tuple[Plot, Box]] = []
        """The plots that the next picture still lacks."""
        self.widget = tk.Canvas(parent, highlightthickness=0, borderwidth=0, width=400, height=180)
        self._photo = tk.PhotoImage(master=self.widget)
        self.widget.create_image(0, 0, image=self._photo, anchor="nw")
        self._soon, self._more = Debounce(self.widget, self._paint), Debounce(self.widget, self._draw_next)
        for event in ("<Map>", "<Configure>"):
            self.widget.bind(event, lambda _: self._soon.when_idle(), add="+")

    def show(self, theme: Theme, *plots: Plot) -> None:
        """Draws these plots once Tk is idle."""
        self.theme, self.plots = theme, plots
        self.widget.configure(background=theme.panel)
        self._soon.when_idle()

    def boxes(self) -> list[Box]:
        """The places of the plots: next to or below each other, whichever shows more."""
        unit, count = scale(self.widget), len(self.plots)
        width, height = self.widget.winfo_width() / unit, self.widget.winfo_height() / unit
        legend = LEGEND * any(plot.outside for plot in self.plots)
        across = (width - LEFT - RIGHT - (GAP + legend) * (count - 1) - legend) / max(count, 1)
        down = height / max(count, 1) - TOP - BOTTOM
        beside = min(across, 3 * (height - TOP - BOTTOM)) >= min(width - LEFT - RIGHT - legend, 3 * down)
        if beside:
            places: list[Box] = [
                (LEFT + at * (across + GAP + legend), BOTTOM, across, height - TOP - BOTTOM) for at in range(count)
            ]
        else:
            across = width - LEFT - RIGHT - legend
            places = [(LEFT, height - (at + 1) * height / count + BOTTOM, across, down) for at in range(count)]
        return [
            (left / width, bottom / height, max(wide, 10) / width, max(high, 10) / height)
            for left, bottom, wide, high in places
        ]

    @own_settings()
    def _paint(self) -> None:
        """Begins a new picture."""
        if not self.widget.winfo_viewable():
            return
        dpi = DPI * scale(self.widget)
        size = self.widget.winfo_width() / dpi, self.widget.winfo_height() / dpi
        self.figure = Figure(size, dpi, facecolor=self.theme.panel)
        self._drawn = FigureCanvasAgg(self.figure)
        self._drawn.draw()  # type: ignore[no-untyped-call]
        self._left = list(zip(self.plots, self.boxes()))
        self._draw_next()

    @own_settings()
    def _draw_next(self) -> None:
        """Draws the next plot, each in a turn of its own: one takes 40 ms.  The picture is shown once all are drawn."""
        if self._left:
            plot, box = self._left.pop(0)
            axes = self.figure.add_axes(box)
            draw(axes, plot, self.theme)
            axes.draw(self._drawn.get_renderer())  # type: ignore[no-untyped-call]
        if self._left:
            self._more.after(0)
        else:
            show(self._photo, np.asarray(self._drawn.buffer_rgba()))  # type: ignore[no-untyped-call]


@own_settings()
def draw(axes: Axes, plot: Plot, theme: Theme) -> None:
    """Draws a plot on axes."""
    axes.set_facecolor(theme.panel)
    if plot.note:
        axes.text(0, 1, plot.note, color=theme.faint, va="top", fontsize=13, transform=axes.transAxes)
    if not (plot.lines or plot.bars or plot.title):
        axes.set_axis_off()
        return
    if plot.bars is not None:
        places = range(1, len(plot.bars.heights) + 1)
        bars = axes.bar(places, plot.bars.heights, color=plot.bars.colour, edgecolor=theme.text, linewidth=0.8)
        labels = [f"{height:,.0f}" if height else "" for height in plot.bars.heights]
        axes.bar_label(bars, labels, fontsize=10, color=theme.text)
    if plot.log:
        axes.set_yscale("log", nonpositive="mask")
    for line in plot.lines:
        axes.plot(
            line.xs, line.ys, line.dash, color=line.colour, label=line.label, linewidth=line.width, markersize=5,
            marker=line.marker or None,
        )  # fmt: skip
    if plot.bounds is not None:
        axes.set_ylim(plot.bounds)
    elif plot.zero:
        axes.set_ylim(bottom=0.0)
    _style(axes, plot, theme)


def _style(axes: Axes, plot: Plot, theme: Theme) -> None:
    """Title, axes, grid and legend."""
    axes.set_title(plot.title, loc="left", fontsize=13, weight="bold", color=theme.text, y=1.0)  # not where ticks end
    axes.set_xlabel(plot.across, fontsize=12, color=theme.text)
    axes.grid(axis="y", color=theme.line, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(labelsize=11, labelcolor=theme.text, color=theme.edge)
    axes.minorticks_off()
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(number_text))
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(theme.edge)
    if any(line.label for line in plot.lines):
        place = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)} if plot.outside else {"loc": "best"}
        axes.legend(
            **place,
            fontsize=11,
            labelspacing=0.1,
            borderpad=0.2,
            facecolor=theme.panel,
            edgecolor=theme.panel,
            labelcolor=theme.text,
        )
