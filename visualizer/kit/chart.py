"""Chart: pictures of curves in a Tk window, in the colours of its theme.  Imports tkinter and matplotlib.

Curves are matplotlib's, in pixels; words and numbers are Tk's over them, which takes a tenth of the time.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterator
from math import log10
from typing import Any, NamedTuple

from matplotlib.lines import Line2D
from matplotlib.patches import Polygon, Rectangle

from visualizer.kit.canvas import Canvas
from visualizer.kit.fonts import font
from visualizer.kit.plot import Plot, decades, ticks, written
from visualizer.kit.scale import scale
from visualizer.kit.sheet import DPI, Sheet
from visualizer.kit.theme import LIGHT, Theme, mixed

LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 58, 12, 28, 42, 64
"""Pixels round the pictures for their numbers and titles."""

BESIDE = 118
"""Pixels beside a picture for its legend."""

GRID = 0.2
"""How far the lines behind a picture stand out: the share of the way from its ground to its text."""

WORDS = "words"
"""The tag of all words on the canvas."""


class Box(NamedTuple):
    """Where a picture stands: pixels from the left and the top of the canvas."""

    left: float
    top: float
    right: float
    bottom: float


def seen(box: Box) -> float:
    """How much a picture shows in its box: pixels of width, of which a height of a third is enough."""
    return min(box.right - box.left, 3 * (box.bottom - box.top))


class Chart:
    """Shows `Plot`s beside or below each other in a Tk frame; drawn only while it is visible."""

    def __init__(self, parent: tk.Misc) -> None:
        self.points, self.theme = scale(parent), LIGHT
        self.plots: tuple[Plot, ...] = ()
        self.sheet = Sheet(DPI * self.points)
        self.canvas = Canvas(self.sheet, parent, self._paint)
        self.widget, self.refresh = self.canvas.widget, self.canvas.refresh
        self.widget.bind("<Map>", lambda _: self.refresh(), add="+")
        self.widget.configure(highlightthickness=0, borderwidth=0, width=400, height=180)

    def show(self, theme: Theme, *plots: Plot) -> None:
        """Draws these pictures, once Tk is idle."""
        self.theme, self.plots = theme, plots
        if self.points != scale(self.widget):
            self.points = scale(self.widget)
            self.sheet.dpi = DPI * self.points
        self.widget.configure(background=theme.panel)
        self.refresh()

    # -- drawing ------------------------------------------------------------------------------------------------------

    def _paint(self) -> None:
        if not self.widget.winfo_viewable():
            return
        self.sheet.clear()
        self.sheet.ground = self.theme.panel
        self.widget.delete(WORDS)
        for plot, box in zip(self.plots, self._boxes()):
            if min(box.right - box.left, box.bottom - box.top) > 20:
                Picture(self, plot, box)
        self.canvas.draw()
        self.widget.tag_raise(WORDS)

    def _boxes(self) -> Iterator[Box]:
        """Where each picture stands: beside each other, or below each other where that shows more."""
        beside, below = list(self._beside()), list(self._below())
        yield from max(beside, below, key=lambda boxes: min((seen(box) for box in boxes), default=0))

    def _beside(self) -> Iterator[Box]:
        width, height = self.widget.winfo_width(), self.widget.winfo_height()
        rooms = [BESIDE * self.points * plot.beside for plot in self.plots]
        gaps = (LEFT + RIGHT + BETWEEN * (len(self.plots) - 1)) * self.points
        each = (width - gaps - sum(rooms)) / max(1, len(self.plots))
        left = LEFT * self.points
        for room in rooms:
            yield Box(left, TOP * self.points, left + each, height - BOTTOM * self.points)
            left += each + room + BETWEEN * self.points

    def _below(self) -> Iterator[Box]:
        width, each = self.widget.winfo_width(), self.widget.winfo_height() / max(1, len(self.plots))
        right = width - (RIGHT + BESIDE * any(plot.beside for plot in self.plots)) * self.points
        for number in range(len(self.plots)):
            top = number * each
            yield Box(LEFT * self.points, top + TOP * self.points, right, top + each - BOTTOM * self.points)

    def pixel_line(self, xs: list[float], ys: list[float], colour: str, width: float = 1.0, **more: Any) -> None:
        """A line through pixels, counted from the top."""
        high = self.widget.winfo_height()
        self.sheet.add_artist(
            Line2D(xs, [high - y for y in ys], color=colour, linewidth=width * self.points, transform=None, **more)
        )

    def pixel_area(self, xs: list[float], ys: list[float], colour: str, edge: str = "none", alpha: float = 1.0) -> None:
        """A filled shape, likewise."""
        high = self.widget.winfo_height()
        corners = [(x, high - y) for x, y in zip(xs, ys)]
        self.sheet.add_artist(
            Polygon(corners, facecolor=colour, edgecolor=edge, alpha=alpha, linewidth=0.8, transform=None)
        )

    def cover(self, box: Box) -> None:
        """An empty place for a legend."""
        size = box.right - box.left, box.bottom - box.top
        corner = box.left, self.widget.winfo_height() - box.bottom
        self.sheet.add_artist(Rectangle(corner, *size, facecolor=self.theme.panel, alpha=0.92, transform=None))

    def word(self, x: float, y: float, text: str, anchor: str, size: float = 11, **more: Any) -> None:
        """A word on the canvas."""
        colour, bold = more.pop("fill", self.theme.text), more.pop("bold", False)
        self.widget.create_text(
            x, y, text=text, anchor=anchor, fill=colour, font=font(self.widget, size, bold), tags=WORDS, **more
        )  # type: ignore[call-overload]  # the anchor is one of Tk's


class Picture:
    """Draws one plot in its box."""

    def __init__(self, chart: Chart, plot: Plot, box: Box) -> None:
        self.chart, self.plot, self.box, self.theme, self.unit = chart, plot, box, chart.theme, chart.points
        if plot.note:
            chart.word(box.left, box.top, plot.note, "nw", 13, fill=self.theme.faint)
        if plot.empty and not plot.title:
            return
        (self.x0, self.x1), (self.y0, self.y1) = plot.x_range(), plot.y_range()
        self._axes()
        self._bands()
        self._bars()
        self._lines()
        self._legend()

    def x(self, number: float) -> float:
        """The pixel of a number along the x axis."""
        return self.box.left + (number - self.x0) / (self.x1 - self.x0) * (self.box.right - self.box.left)

    def y(self, number: float) -> float:
        """The pixel of a number, or of an exponent, along the y axis."""
        return self.box.bottom - (number - self.y0) / (self.y1 - self.y0) * (self.box.bottom - self.box.top)

    def _axes(self) -> None:
        box, unit, chart, theme = self.box, self.unit, self.chart, self.theme
        room = box.right - box.left + (BESIDE * unit if self.plot.beside else 0)
        fits = not self.plot.brief or font(chart.widget, 13, bold=True).measure(self.plot.title) <= room
        title = self.plot.title if fits else self.plot.brief
        chart.word(box.left, box.top - 8 * unit, title, "sw", 13, bold=True)
        chart.word((box.left + box.right) / 2, box.bottom + 22 * unit, self.plot.across, "n", 12)
        if self.plot.empty:
            places: list[tuple[float, str]] = []
        elif self.plot.log:
            places = [(power, written(10.0**power)) for power in decades(self.y0, self.y1)]
        else:
            most = max(2, int((box.bottom - box.top) / (34 * unit)))
            places = [(number, written(number)) for number in ticks(self.y0, self.y1, most)]
        for place, text in places:
            y = self.y(place)
            chart.pixel_line([box.left, box.right], [y, y], mixed(theme.panel, theme.text, GRID), 0.6)
            chart.word(box.left - 6 * unit, y, text, "e")
        wide = (20 + 7 * len(written(float(round(self.x1))))) * unit
        for number in ticks(self.x0, self.x1, max(2, int((box.right - box.left) / wide)), whole=True):
            x = self.x(number)
            if not self.plot.empty:
                chart.pixel_line([x, x], [box.bottom, box.bottom + 4 * unit], theme.edge, 0.8)
                half = font(chart.widget, 11).measure(written(number)) / 2
                inside = min(x, chart.widget.winfo_width() - half - 2)
                chart.word(inside, box.bottom + 6 * unit, written(number), "n")
        chart.pixel_line([box.left, box.left, box.right], [box.top, box.bottom, box.bottom], theme.edge, 0.8)

    def _bands(self) -> None:
        for band in self.plot.bands:
            xs = [self.x(x) for x in (*band.xs, *reversed(band.xs))]
            ys = [self.y(y) for y in (*band.low, *reversed(band.high))]
            self.chart.pixel_area(xs, ys, band.colour, alpha=0.6)

    def _bars(self) -> None:
        bars = self.plot.bars
        for place, height in enumerate(bars.heights if bars else (), start=1):
            if bars is not None and height:
                left, right, top = self.x(place - 0.4), self.x(place + 0.4), self.y(height)
                corners = [left, left, right, right], [self.box.bottom, top, top, self.box.bottom]
                self.chart.pixel_area(*corners, bars.colour, self.theme.text)
                self.chart.word(self.x(place), top - 2 * self.unit, f"{height:,.0f}", "s", 10)

    def spots(self) -> Iterator[tuple[float, float]]:
        """The pixels of all points."""
        for line in self.plot.lines:
            yield from self._pixels(line.xs, line.ys)

    def _pixels(self, xs: Any, ys: Any) -> Iterator[tuple[float, float]]:
        for x, y in zip(xs, ys):
            if not self.plot.log:
                yield self.x(x), self.y(y)
            elif y > 0:
                yield self.x(x), self.y(log10(y))

    def _lines(self) -> None:
        for line in self.plot.lines:
            spots = list(self._pixels(line.xs, line.ys))
            if spots:
                xs, ys = zip(*spots)
                self._stroke(list(xs), list(ys), line.colour, line.width, line.dash, line.marker)

    def _stroke(self, xs: list[float], ys: list[float], colour: str, width: float, dash: str, marker: str) -> None:
        size = 5 * self.unit
        self.chart.pixel_line(xs, ys, colour, width, linestyle=dash, marker=marker or None, markersize=size)

    def _legend(self) -> None:
        """In the corner with the fewest points, or beside."""
        named = [line for line in self.plot.lines if line.label]
        bands = [band for band in self.plot.bands if band.label]
        if not named and not bands:
            return
        box, unit, step = self.box, self.unit, 17 * self.unit
        measured = font(self.chart.widget, 11)
        wide = 34 * unit + max(
            measured.measure(label) for label in [line.label for line in named] + [band.label for band in bands]
        )
        high = step * (len(named) + len(bands)) + 4 * unit
        if self.plot.beside:
            left, top = box.right + 8 * unit, box.top
        else:
            corners = [
                (x, y)
                for y in (box.top + 2 * unit, box.bottom - high - 4 * unit)
                for x in (box.right - wide - 4 * unit, box.left + 6 * unit)
            ]
            spots = list(self.spots())

            def under(corner: tuple[float, float]) -> int:
                x, y = corner
                return sum(x - 6 < there < x + wide + 6 and y - 6 < down < y + high + 6 for there, down in spots)

            left, top = min(corners, key=under)
            self.chart.cover(Box(left, top, left + wide, top + high))
        y = top + step / 2
        for line in named:
            ends = [left + 4 * unit, left + 15 * unit, left + 26 * unit]
            self._stroke(ends, [y] * 3, line.colour, line.width, line.dash, "")
            if line.marker:
                self._stroke(ends[1:2], [y], line.colour, line.width, line.dash, line.marker)
            self.chart.word(left + 32 * unit, y, line.label, "w")
            y += step
        for band in bands:
            across = [left + 4 * unit, left + 26 * unit, left + 26 * unit, left + 4 * unit]
            self.chart.pixel_area(across, [y - 5 * unit] * 2 + [y + 5 * unit] * 2, band.colour, alpha=0.6)
            self.chart.word(left + 32 * unit, y, band.label, "w")
            y += step
