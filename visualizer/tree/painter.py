"""Paints the shapes and lines of a figure with matplotlib, on a sheet of the window or on the axes of a file."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from matplotlib.collections import LineCollection, PolyCollection

from visualizer.tree.marks import Figure, Line, Shape
from visualizer.ui.canvas import Sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # slow to import, and the window draws on a sheet

SOLID: Any = "solid"
DASHES: Any = (0, (3, 2))


def paint(axes: Axes | Sheet, figure: Figure) -> None:
    """Adds a figure to axes whose units are pixels, y downwards: a collection each for the lines and the shapes of a
    layer.  Call it, and draw, inside `own_settings`.
    """
    lines: dict[int, list[Line]] = defaultdict(list)
    shapes: dict[int, list[Shape]] = defaultdict(list)
    for line in figure.lines:
        lines[line.layer].append(line)
    for shape in figure.shapes:
        shapes[shape.layer].append(shape)
    for layer, group in lines.items():
        axes.add_collection(_lines(group, 2 * layer), autolim=False)
    for layer, filled in shapes.items():
        axes.add_collection(_polygons(filled, 2 * layer + 1), autolim=False)


def _lines(lines: list[Line], order: int) -> LineCollection:
    return LineCollection(
        [line.points for line in lines],
        colors=[line.ink for line in lines],
        linewidths=[line.width for line in lines],
        linestyles=[DASHES if line.dashed else SOLID for line in lines],
        capstyle="round",
        zorder=order,
    )


def _polygons(shapes: list[Shape], order: int) -> PolyCollection:
    return PolyCollection(
        [shape.corners for shape in shapes],
        facecolors=[shape.fill for shape in shapes],
        edgecolors=[shape.edge for shape in shapes],
        linewidths=[shape.width for shape in shapes],
        linestyles=[DASHES if shape.dashed else SOLID for shape in shapes],
        zorder=order,
    )
