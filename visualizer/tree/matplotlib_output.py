"""Paints the shapes and lines of a figure with matplotlib, on a sheet of the window or on the axes of a file."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.collections import PathCollection
from matplotlib.colors import to_rgba
from matplotlib.path import Path

from visualizer.tree.primitives import Figure, Line, Shape
from visualizer.ui.canvas import Sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # slow to import, and the window draws on a sheet

Color = tuple[float, float, float, float]

SOLID: Any = "solid"
DASHES: Any = (0, (3, 2))


def paint(axes: Axes | Sheet, figure: Figure) -> None:
    """Adds a figure to axes whose units are pixels, y downwards: one collection, from the lowest layer to the highest,
    in each the lines below the shapes.  Call it, and draw, inside `own_settings`.
    """
    marks: list[Line | Shape] = sorted(chain(figure.lines, figure.shapes), key=attrgetter("layer"))
    axes.add_collection(
        PathCollection(
            [_path(mark) for mark in marks],
            facecolors=[_fill(mark) for mark in marks],
            edgecolors=[_color(mark.ink if isinstance(mark, Line) else mark.edge) for mark in marks],
            linewidths=[mark.width for mark in marks],
            linestyles=[DASHES if mark.dashed else SOLID for mark in marks],
            capstyle="round",
        ),
        autolim=False,
    )


def _path(mark: Line | Shape) -> Path:
    if isinstance(mark, Line):
        return Path(mark.points)
    return Path(np.concatenate((mark.corners, mark.corners[:1])), closed=True)


def _fill(mark: Line | Shape) -> Color:
    return _color("none" if isinstance(mark, Line) else mark.fill)


@lru_cache(1000)
def _color(name: str) -> Color:
    return to_rgba(name)
