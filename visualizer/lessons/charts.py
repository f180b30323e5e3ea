"""The chart of a page, as a plot."""

from __future__ import annotations

from c4.lessons.charts import Chart
from visualizer.ui.chart import Line, Plot
from visualizer.ui.theme import Theme

DASHES = ("-", "--", ":", "-.")
MARKERS = ("o", "s", "^", "D")
"""How curves differ besides their colour; markers are left out where points are close."""

MOST_MARKED_POINTS = 12


def plot_of(chart: Chart, theme: Theme) -> Plot:
    """The plot of a chart, in the colours of a theme."""
    colours = (theme.best, theme.cut, theme.text, theme.good)
    lines = []
    for place, series in enumerate(chart.series):
        xs = [x for x, _ in series.points]
        ys = [y for _, y in series.points]
        marker = MARKERS[place % len(MARKERS)] if len(xs) <= MOST_MARKED_POINTS else ""
        colour = colours[place % len(colours)]
        lines.append(Line(xs, ys, colour, series.name, DASHES[place % len(DASHES)], marker))
    return Plot(chart.title, chart.across, tuple(lines), log=chart.log)
