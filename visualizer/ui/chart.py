"""Charts: curves and bars in the colours of a theme, drawn by matplotlib's figures."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from visualizer.ui.background import Debounce
from visualizer.ui.canvas import DPI, show
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.sizes import scale
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


def axis_number(number: float, place: object = None) -> str:
    """A number beside an axis: 5, 2,000, 0.25, 10 M; matplotlib also says its place, which does not matter."""
    if abs(number) >= 1e6:
        return f"{number / 1e6:,.10g} M"
    if 0 < abs(number) < 1e-4:
        return f"{number:.12f}".rstrip("0")
    return f"{number:,.10g}".replace("-", "−")


LEFT = 58
RIGHT = 14
TOP = 28
BOTTOM = 46
"""Pixels at 100 % around a plot."""

PLOT_GAP = 60
"""Pixels at 100 % between two plots side by side."""

LEGEND_WIDTH = 124
"""Pixels at 100 % for a legend next to its plot."""

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
        self._waiting: list[tuple[Plot, Box]] = []
        """The plots that are still to be drawn in the next picture."""
        self.widget = tk.Canvas(parent, highlightthickness=0, borderwidth=0, width=400, height=180)
        self._photo = tk.PhotoImage(master=self.widget)
        self.widget.create_image(0, 0, image=self._photo, anchor="nw")
        self._painting = Debounce(self.widget, self._paint)
        self._drawing = Debounce(self.widget, self._draw_next)
        self.widget.bind("<Map>", self._changed, add="+")
        self.widget.bind("<Configure>", self._changed, add="+")

    def _changed(self, event: object) -> None:
        self._painting.when_idle()

    def show(self, theme: Theme, *plots: Plot) -> None:
        """Draws these plots once Tk is idle."""
        self.theme = theme
        self.plots = plots
        self.widget.configure(background=theme.panel)
        self._painting.when_idle()

    def boxes(self) -> list[Box]:
        """The places of the plots: side by side or below each other, whichever shows more."""
        unit = scale(self.widget)
        width = self.widget.winfo_width() / unit
        height = self.widget.winfo_height() / unit
        count = max(len(self.plots), 1)
        legend = LEGEND_WIDTH if any(plot.outside for plot in self.plots) else 0

        full_width = width - LEFT - RIGHT - legend
        full_height = height - TOP - BOTTOM
        part_width = (full_width - (count - 1) * (PLOT_GAP + legend)) / count
        part_height = height / count - TOP - BOTTOM
        side_by_side = min(part_width, 3 * full_height) >= min(full_width, 3 * part_height)

        boxes: list[Box] = []
        for place in range(len(self.plots)):
            if side_by_side:
                left = LEFT + place * (part_width + PLOT_GAP + legend)
                bottom: float = BOTTOM
                size = (part_width, full_height)
            else:
                left = LEFT
                bottom = height - (place + 1) * height / count + BOTTOM
                size = (full_width, part_height)
            boxes.append((left / width, bottom / height, max(size[0], 10) / width, max(size[1], 10) / height))
        return boxes

    @own_settings()
    def _paint(self) -> None:
        """Begins a new picture."""
        if not self.widget.winfo_viewable():
            return
        dpi = DPI * scale(self.widget)
        size = (self.widget.winfo_width() / dpi, self.widget.winfo_height() / dpi)
        self.figure = Figure(size, dpi, facecolor=self.theme.panel)
        self._drawn = FigureCanvasAgg(self.figure)
        self._drawn.draw()  # type: ignore[no-untyped-call]
        self._waiting = list(zip(self.plots, self.boxes()))
        self._draw_next()

    @own_settings()
    def _draw_next(self) -> None:
        """Draws the next plot, each in a turn of its own: one takes 40 ms.  The picture is shown once all are drawn."""
        if self._waiting:
            plot, box = self._waiting.pop(0)
            axes = self.figure.add_axes(box)
            draw(axes, plot, self.theme)
            axes.draw(self._drawn.get_renderer())  # type: ignore[no-untyped-call]
        if self._waiting:
            self._drawing.after(0)
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
        _draw_bars(axes, plot.bars, theme)
    if plot.log:
        axes.set_yscale("log", nonpositive="mask")
    for line in plot.lines:
        _draw_line(axes, line)
    if plot.bounds is not None:
        axes.set_ylim(plot.bounds)
    elif plot.zero:
        axes.set_ylim(bottom=0.0)
    _style(axes, plot, theme)


def _draw_bars(axes: Axes, bars: Bars, theme: Theme) -> None:
    places = range(1, len(bars.heights) + 1)
    drawn = axes.bar(places, bars.heights, color=bars.colour, edgecolor=theme.text, linewidth=0.8)
    labels = [f"{height:,.0f}" if height else "" for height in bars.heights]
    axes.bar_label(drawn, labels, fontsize=10, color=theme.text)


def _draw_line(axes: Axes, line: Line) -> None:
    axes.plot(
        line.xs,
        line.ys,
        line.dash,
        color=line.colour,
        label=line.label,
        linewidth=line.width,
        marker=line.marker or None,
        markersize=5,
    )


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
        axis.set_major_formatter(FuncFormatter(axis_number))
    for side, spine in axes.spines.items():
        spine.set_visible(side in ("left", "bottom"))
        spine.set_color(theme.edge)
    if any(line.label for line in plot.lines):
        place: dict[str, Any] = {"loc": "best"}
        if plot.outside:
            place = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)}
        axes.legend(
            **place,
            fontsize=11,
            labelspacing=0.1,
            borderpad=0.2,
            facecolor=theme.panel,
            edgecolor=theme.panel,
            labelcolor=theme.text,
        )
