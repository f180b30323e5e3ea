"""What a chart draws: curves, bands and bars over numbers, and the numbers beside its axes.  No tkinter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

MOST_DECADES = 9
"""Powers of ten that have a number beside a logarithmic axis, at most."""


class Line(NamedTuple):
    """A curve; `dash` is "-", "--", ":" or "-.", `marker` one of matplotlib's or ""."""

    xs: Sequence[float]
    ys: Sequence[float]
    colour: str
    label: str = ""
    dash: str = "-"
    marker: str = ""
    width: float = 1.6


class Band(NamedTuple):
    """The room between two curves."""

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

    title, across   above it, and below its x axis, which counts in whole numbers
    log             whether its y axis is logarithmic; what is not above 0 is not drawn then
    bounds          of the y axis; None as the numbers have it, with 0 where `zero`
    beside          whether the legend stands beside it instead of in its emptiest corner
    note            stands in the middle, where there is nothing to draw
    brief           a title for where the other has no room
    """

    title: str = ""
    across: str = ""
    lines: tuple[Line, ...] = ()
    bands: tuple[Band, ...] = ()
    bars: Bars | None = None
    log: bool = False
    bounds: tuple[float, float] | None = None
    zero: bool = False
    beside: bool = False
    note: str = ""
    brief: str = ""

    @property
    def empty(self) -> bool:
        return not (self.lines or self.bands or self.bars)

    def x_range(self) -> tuple[float, float]:
        """The numbers along the x axis, with some room beside."""
        if self.bars is not None:
            return 0.4, max(1, len(self.bars.heights)) + 0.6
        xs = [x for line in self.lines for x in line.xs] + [x for band in self.bands for x in band.xs]
        low, high = min(xs, default=0.0), max(xs, default=1.0)
        room = (high - low or 1) * 0.04
        return low - room, high + room

    def y_range(self) -> tuple[float, float]:
        """The same of the y axis; of a logarithmic one the powers of ten."""
        if self.bounds is not None:
            return self.bounds
        ys = [y for line in self.lines for y in line.ys]
        ys += [y for band in self.bands for side in (band.low, band.high) for y in side]
        ys += [] if self.bars is None else [0.0, *self.bars.heights]
        if self.log:
            ys = [log10(y) for y in ys if y > 0]
        low, high = min(ys, default=0.0), max(ys, default=1.0)
        if self.zero:
            low = min(low, 0.0)
        if low == high:
            low, high = (low - 0.5, high + 0.5) if low and self.bars is None else (low, low + 1)
        room = (high - low) * 0.06
        return low if (self.zero or self.bars) and low == 0 else low - room, high + room * (2 if self.bars else 1)


def columns(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    """Points as their xs and their ys."""
    return [x for x, _ in points], [y for _, y in points]


def ticks(low: float, high: float, most: int, whole: bool = False) -> list[float]:
    """Round numbers within a range, at most so many; `whole` for none between two whole numbers."""
    span = high - low
    if span <= 0 or most < 1:
        return []
    step = 10.0 ** floor(log10(span / most))
    step = next(step * by for by in (1, 2, 5, 10, 20) if span / (step * by) <= most)
    step = max(step, 1.0) if whole else step
    first = ceil(low / step - 1e-9)
    return [round(place * step, 12) for place in range(first, floor(high / step + 1e-9) + 1)]


def decades(low: float, high: float) -> list[int]:
    """The exponents of the powers of ten within a range of exponents."""
    first, last = ceil(low - 1e-9), floor(high + 1e-9)
    return list(range(first, last + 1, max(1, ceil((last - first + 1) / MOST_DECADES))))


def written(number: float) -> str:
    """A number beside an axis: 5, 2,000, 0.25, 10 M."""
    if abs(number) >= 1e6:
        return f"{number / 1e6:,.10g} M"
    return f"{number:,.10g}".replace("-", "−") if abs(number) >= 1e-4 or not number else f"{number:.12f}".rstrip("0")
