"""Charts: curves, areas and bars in the colours of a theme."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any, NamedTuple

from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from visualizer.ui.canvas import DPI, Canvas, Sheet
from visualizer.ui.scale import font, scale
from visualizer.ui.theme import LIGHT, Theme, mixed

MOST_DECADES = 9
"""The most numbers beside a logarithmic axis."""


class Line(NamedTuple):
    """A curve; `dash` is "-", "--", ":" or "-.", `marker` one of matplotlib's or ""."""

    xs: Sequence[float]
    ys: Sequence[float]
    colour: str
    label: str = ""
    dash: str = "-"
    marker: str = ""
    width: float = 1.6


class Area(NamedTuple):
    """The area between two curves."""

    xs: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]
    colour: str
    label: str = ""


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
    brief           a shorter title for narrow charts
    """

    title: str = ""
    across: str = ""
    lines: tuple[Line, ...] = ()
    areas: tuple[Area, ...] = ()
    bars: Bars | None = None
    log: bool = False
    bounds: tuple[float, float] | None = None
    zero: bool = False
    outside: bool = False
    note: str = ""
    brief: str = ""

    @property
    def empty(self) -> bool:
        return not (self.lines or self.areas or self.bars)

    def x_range(self) -> tuple[float, float]:
        """The range of the x axis, with a margin."""
        if self.bars is not None:
            return 0.4, max(1, len(self.bars.heights)) + 0.6
        xs = [x for line in self.lines for x in line.xs] + [x for area in self.areas for x in area.xs]
        low, high = min(xs, default=0.0), max(xs, default=1.0)
        margin = (high - low or 1) * 0.04
        return low - margin, high + margin

    def y_range(self) -> tuple[float, float]:
        """The range of the y axis; of a logarithmic one, of the exponents."""
        if self.bounds is not None:
            return self.bounds
        ys = [y for line in self.lines for y in line.ys]
        ys += [y for area in self.areas for side in (area.low, area.high) for y in side]
        ys += [] if self.bars is None else [0.0, *self.bars.heights]
        if self.log:
            ys = [log10(y) for y in ys if y > 0]
        low, high = min(ys, default=0.0), max(ys, default=1.0)
        if self.zero:
            low = min(low, 0.0)
        if low == high:
            low, high = (low - 0.5, high + 0.5) if low and self.bars is None else (low, low + 1)
        margin = (high - low) * 0.06
        return low if (self.zero or self.bars) and low == 0 else low - margin, high + margin * (2 if self.bars else 1)


def columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """The xs and the ys of points."""
    return [x for x, _ in points], [y for _, y in points]


def ticks(low: float, high: float, most: int, integers: bool = False) -> list[float]:
    """At most `most` round numbers within a range; `integers` for integers only."""
    span = high - low
    if span <= 0 or most < 1:
        return []
    step = 10.0 ** floor(log10(span / most))
    step = next(step * by for by in (1, 2, 5, 10, 20) if span / (step * by) <= most)
    step = max(step, 1.0) if integers else step
    first = ceil(low / step - 1e-9)
    return [round(place * step, 12) for place in range(first, floor(high / step + 1e-9) + 1)]


def decades(low: float, high: float) -> list[int]:
    """The exponents of the powers of ten within a range of exponents."""
    first, last = ceil(low - 1e-9), floor(high + 1e-9)
    return list(range(first, last + 1, max(1, ceil((last - first + 1) / MOST_DECADES))))


def number_text(number: float) -> str:
    """A number beside an axis: 5, 2,000, 0.25, 10 M."""
    if abs(number) >= 1e6:
        return f"{number / 1e6:,.10g} M"
    return f"{number:,.10g}".replace("-", "−") if abs(number) >= 1e-4 or not number else f"{number:.12f}".rstrip("0")


LEFT, RIGHT, TOP, BOTTOM, GAP = 58, 12, 28, 42, 64
"""Pixels around and between plots for their numbers and titles, at 100 %."""

LEGEND = 118
"""Pixels beside a plot for its legend."""

TEXTS = "texts"
"""The tag of all texts on the canvas."""


class Box(NamedTuple):
    """The place of a plot: pixels from the left and the top of the canvas."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def size(self) -> float:
        """How much the box shows: pixels of width, for which a third in height is enough."""
        return min(self.right - self.left, 3 * (self.bottom - self.top))


class Chart:
    """Shows `Plot`s next to or below each other in a Tk frame; drawn only while it is visible."""

    def __init__(self, parent: tk.Misc) -> None:
        self.points, self.theme = scale(parent), LIGHT
        self.plots: tuple[Plot, ...] = ()
        self.sheet = Sheet(DPI * self.points)
        self.canvas = Canvas(self.sheet, parent, self._paint)
        self.widget, self.refresh = self.canvas.widget, self.canvas.refresh
        self.widget.bind("<Map>", lambda _: self.refresh(), add="+")
        self.widget.configure(highlightthickness=0, borderwidth=0, width=400, height=180)

    def show(self, theme: Theme, *plots: Plot) -> None:
        """Draws these plots once Tk is idle."""
        self.theme, self.plots, self.points = theme, plots, scale(self.widget)
        self.sheet.dpi = DPI * self.points
        self.widget.configure(background=theme.panel)
        self.refresh()

    def _paint(self) -> None:
        if not self.widget.winfo_viewable():
            return
        self.sheet.clear()
        self.sheet.ground = self.theme.panel
        self.widget.delete(TEXTS)
        for plot, box in zip(self.plots, self.boxes()):
            if min(box.right - box.left, box.bottom - box.top) > 20:
                _Picture(self, plot, box).draw()
        self.canvas.draw()
        self.widget.tag_raise(TEXTS)

    def boxes(self) -> list[Box]:
        """The places of the plots, next to or below each other, whichever shows more."""
        if not self.plots:
            return []
        unit, count = self.points, len(self.plots)
        width, height = self.widget.winfo_width(), self.widget.winfo_height()
        legends = [LEGEND * unit * plot.outside for plot in self.plots]
        each = (width - (LEFT + RIGHT + GAP * (count - 1)) * unit - sum(legends)) / count
        lefts = [LEFT * unit + number * (each + GAP * unit) + sum(legends[:number]) for number in range(count)]
        row = [Box(left, TOP * unit, left + each, height - BOTTOM * unit) for left in lefts]
        right, high = width - RIGHT * unit - max(legends), height / count
        column = [
            Box(LEFT * unit, number * high + TOP * unit, right, (number + 1) * high - BOTTOM * unit)
            for number in range(count)
        ]
        return max(row, column, key=lambda boxes: boxes[0].size)

    def line(self, xs: Sequence[float], ys: Sequence[float], colour: str, width: float = 1.0, **more: Any) -> None:
        """A line through pixels, counted from the top."""
        up = [self.widget.winfo_height() - y for y in ys]
        self.sheet.add_artist(Line2D(xs, up, color=colour, linewidth=width * self.points, transform=None, **more))

    def area(
        self, xs: Sequence[float], ys: Sequence[float], colour: str, edge: str = "none", alpha: float = 1.0
    ) -> None:
        """A filled shape between pixels."""
        corners = [(x, self.widget.winfo_height() - y) for x, y in zip(xs, ys)]
        self.sheet.add_artist(
            Polygon(corners, facecolor=colour, edgecolor=edge, alpha=alpha, linewidth=0.8, transform=None)
        )

    def text(
        self, x: float, y: float, text: str, anchor: str, size: float = 11, bold: bool = False, fill: str = ""
    ) -> None:
        """A text on the canvas."""
        shown = font(self.widget, size, bold)
        self.widget.create_text(x, y, text=text, anchor=anchor, fill=fill or self.theme.text, font=shown, tags=TEXTS)  # type: ignore[call-overload]  # the anchor is one of Tk's


class _Picture:
    """Draws one plot in its box."""

    def __init__(self, chart: Chart, plot: Plot, box: Box) -> None:
        self.chart, self.plot, self.box, self.theme, self.unit = chart, plot, box, chart.theme, chart.points
        (self.x0, self.x1), (self.y0, self.y1) = plot.x_range(), plot.y_range()

    def draw(self) -> None:
        """Draws everything."""
        plot, box = self.plot, self.box
        if plot.note:
            self.chart.text(box.left, box.top, plot.note, "nw", 13, fill=self.theme.faint)
        if plot.empty and not plot.title:
            return
        self._axes()
        for area in plot.areas:
            xs = [self._x(x) for x in (*area.xs, *reversed(area.xs))]
            self.chart.area(xs, [self._y(y) for y in (*area.low, *reversed(area.high))], area.colour, alpha=0.6)
        if plot.bars is not None:
            self._bars(plot.bars)
        for line in plot.lines:
            pixels = self._pixels(line)
            self._stroke([x for x, _ in pixels], [y for _, y in pixels], line)
        self._legend()

    def _x(self, number: float) -> float:
        return self.box.left + (number - self.x0) / (self.x1 - self.x0) * (self.box.right - self.box.left)

    def _y(self, number: float) -> float:
        """The pixel of a number, or of an exponent."""
        return self.box.bottom - (number - self.y0) / (self.y1 - self.y0) * (self.box.bottom - self.box.top)

    def _axes(self) -> None:
        box, unit, chart, theme, plot = self.box, self.unit, self.chart, self.theme, self.plot
        width = box.right - box.left + LEGEND * unit * plot.outside
        fits = not plot.brief or font(chart.widget, 13, bold=True).measure(plot.title) <= width
        chart.text(box.left, box.top - 8 * unit, plot.title if fits else plot.brief, "sw", 13, bold=True)
        chart.text((box.left + box.right) / 2, box.bottom + 22 * unit, plot.across, "n", 12)
        if not plot.empty:
            if plot.log:
                numbers = [(float(power), number_text(10.0**power)) for power in decades(self.y0, self.y1)]
            else:
                most = max(2, int((box.bottom - box.top) / (34 * unit)))
                numbers = [(number, number_text(number)) for number in ticks(self.y0, self.y1, most)]
            for number, text in numbers:
                y = self._y(number)
                chart.line([box.left, box.right], [y, y], mixed(theme.panel, theme.text, 0.2), 0.6)
                chart.text(box.left - 6 * unit, y, text, "e")
            each = (20 + 7 * len(number_text(float(round(self.x1))))) * unit
            for number in ticks(self.x0, self.x1, max(2, int((box.right - box.left) / each)), integers=True):
                x, text = self._x(number), number_text(number)
                chart.line([x, x], [box.bottom, box.bottom + 4 * unit], theme.edge, 0.8)
                right = chart.widget.winfo_width() - font(chart.widget, 11).measure(text) / 2 - 2
                chart.text(min(x, right), box.bottom + 6 * unit, text, "n")
        chart.line([box.left, box.left, box.right], [box.top, box.bottom, box.bottom], theme.edge, 0.8)

    def _bars(self, bars: Bars) -> None:
        for place, height in enumerate(bars.heights, start=1):
            if height:
                left, right, top = self._x(place - 0.4), self._x(place + 0.4), self._y(height)
                corners = [left, left, right, right], [self.box.bottom, top, top, self.box.bottom]
                self.chart.area(*corners, bars.colour, self.theme.text)
                self.chart.text(self._x(place), top - 2 * self.unit, f"{height:,.0f}", "s", 10)

    def _pixels(self, line: Line) -> list[tuple[float, float]]:
        points = zip(line.xs, line.ys)
        if self.plot.log:
            return [(self._x(x), self._y(log10(y))) for x, y in points if y > 0]
        return [(self._x(x), self._y(y)) for x, y in points]

    def _stroke(self, xs: Sequence[float], ys: Sequence[float], line: Line, marker: bool = True) -> None:
        drawn = (line.marker or None) if marker else None
        self.chart.line(xs, ys, line.colour, line.width, linestyle=line.dash, marker=drawn, markersize=5 * self.unit)

    def _legend(self) -> None:
        """Beside the plot, or in the corner with the fewest points."""
        lines = [line for line in self.plot.lines if line.label]
        areas = [area for area in self.plot.areas if area.label]
        if not lines and not areas:
            return
        box, unit, step, chart = self.box, self.unit, 17 * self.unit, self.chart
        letters = font(chart.widget, 11)
        width = 34 * unit + max(
            map(letters.measure, [*(line.label for line in lines), *(area.label for area in areas)])
        )
        height = step * (len(lines) + len(areas)) + 4 * unit
        left, top = box.right + 8 * unit, box.top
        if not self.plot.outside:
            points = [pixel for line in self.plot.lines for pixel in self._pixels(line)]

            def covered(corner: tuple[float, float]) -> int:
                x, y = corner
                return sum(x - 6 < px < x + width + 6 and y - 6 < py < y + height + 6 for px, py in points)

            rights = box.right - width - 4 * unit, box.left + 6 * unit
            bottoms = box.top + 2 * unit, box.bottom - height - 4 * unit
            left, top = min(((x, y) for y in bottoms for x in rights), key=covered)
            xs, ys = [left, left + width, left + width, left], [top, top, top + height, top + height]
            chart.area(xs, ys, self.theme.panel, alpha=0.92)
        y = top + step / 2
        for line in lines:
            self._stroke([left + 4 * unit, left + 26 * unit], [y, y], line, marker=False)
            if line.marker:
                self._stroke([left + 15 * unit], [y], line)
            chart.text(left + 32 * unit, y, line.label, "w")
            y += step
        for area in areas:
            across = [left + 4 * unit, left + 26 * unit, left + 26 * unit, left + 4 * unit]
            chart.area(across, [y - 5 * unit] * 2 + [y + 5 * unit] * 2, area.colour, alpha=0.6)
            chart.text(left + 32 * unit, y, area.label, "w")
            y += step
