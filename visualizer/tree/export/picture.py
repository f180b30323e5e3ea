"""A picture of a tree without a window, words included: for files and for documents.  Imports matplotlib; no Tk.

picture(TreeView(tree), LIGHT, 1000, 700).savefig("tree.png")
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import IdentityTransform

from visualizer.kit.smooth import Outline
from visualizer.kit.theme import LIGHT, Theme
from visualizer.tree.draw import Glyphs, Lines, TreeDrawing, place, word_colour
from visualizer.tree.graph import build
from visualizer.tree.layout import layout
from visualizer.tree.lens import Lens, fit
from visualizer.tree.view import TreeView

SIZES = {"value": 11, "principal": 12, "count": 9.5}
"""Points of the words, by style; of columns it is 10."""

_ANCHORS = {"w": ("left", "center"), "n": ("center", "top"), "center": ("center", "center")}


def picture(
    view: TreeView,
    theme: Theme = LIGHT,
    width: float = 1000,
    height: float = 700,
    words: bool = True,
    lens: Lens | None = None,
    caption: str = "",
    rows: int = 1,
) -> Figure:
    """A figure of everything that is unfolded, or of what a lens shows; width and height in points, 72 to the inch;
    stacks are up to `rows` high (see `visualizer.tree.layout`).

    The caption stands below, in lines of its own.  Each word costs about a millisecond.
    """
    foot = 18 * (caption.count("\n") + 1) + 6 if caption else 0
    figure = Figure(figsize=(width / 72, (height + foot) / 72), dpi=72, facecolor=theme.panel)
    FigureCanvasAgg(figure)
    if caption:
        figure.text(
            10 / width, foot / 2 / (height + foot), caption, size=11, color=theme.text, va="center", linespacing=1.4
        )
    axes = figure.add_axes((0, foot / (height + foot), 1, height / (height + foot)))
    draw_on(axes, view, theme, width, height, words, lens, rows)
    return figure


def draw_on(
    axes: Axes,
    view: TreeView,
    theme: Theme,
    width: float,
    height: float,
    words: bool = True,
    lens: Lens | None = None,
    rows: int = 1,
) -> None:
    """Draws that on axes of so many points."""
    graph = build(view)
    placed = layout(graph, rows)
    axes.set_axis_off()
    axes.set_autoscale_on(False)
    drawing = TreeDrawing(theme)
    drawing.show(graph, placed)
    lens = lens or fit(placed, width, height)
    drawing.scale(lens.slot, lens.ply)
    across, up = lens.limits(width, height)
    axes.set(xlim=across, ylim=up)
    said = place(drawing, lens.pixels, (0, 0, width, height), _measure, limit=len(drawing.labels)) if words else []
    drawing.string_beads(said)
    put(drawing, axes)
    for word in said:
        x, y = lens.point(word.x, word.y)
        horizontal, vertical = _ANCHORS[word.anchor]
        axes.text(
            x,
            y,
            word.text,
            size=SIZES.get(word.style, 10),
            weight=_weight(word.style),
            color=word_colour(theme, word.style),
            ha=horizontal,
            va=vertical,
            zorder=9,
            clip_on=True,
        )


def put(drawing: TreeDrawing, axes: Axes) -> None:
    """Puts a drawing on axes: one artist for each layer."""
    for above, below in drawing.bands:
        axes.axhspan(above, below, facecolor=drawing.theme.window, edgecolor="none", zorder=0)
    for order, layer in enumerate(drawing.layers, start=1):
        artist = _lines(layer) if isinstance(layer, Lines) else _glyphs(drawing, layer, axes)
        artist.set(gid=layer.name, zorder=1 + order / 100)
        axes.add_collection(artist, autolim=False)


def _lines(lines: Lines) -> LineCollection:
    style = (0, (2, 2)) if lines.dashed else "solid"
    return LineCollection(lines.routes, colors=lines.colour, linewidths=lines.width, linestyles=[style])


def _glyphs(drawing: TreeDrawing, glyphs: Glyphs, axes: Axes) -> PathCollection:
    return PathCollection(
        (path_of(glyphs.style.outline),),
        sizes=np.square(drawing.diameters(glyphs)),
        offsets=glyphs.spots,
        transform=IdentityTransform(),
        offset_transform=axes.transData,
        facecolors=glyphs.fills,
        edgecolors=glyphs.edge,
        linewidths=glyphs.widths,
        linestyles=[(0, (2, 1.5))] if glyphs.style.dashed else "solid",
        hatch=glyphs.style.hatch,
    )


def path_of(outline: Outline) -> Path:
    """An outline as matplotlib has it."""
    return Path.make_compound_path(*(Path(piece.line, closed=piece.closed) for piece in outline))


def _weight(style: str) -> str:
    return "normal" if style in ("value", "count") else "bold"


@lru_cache(maxsize=4096)
def _measure(text: str, style: str) -> tuple[float, float]:
    """Width and height of a text in points, with a little air."""
    extent = TextPath((0, 0), text, size=SIZES.get(style, 10), prop=FontProperties(weight=_weight(style))).get_extents()
    return extent.width + 2, 1.2 * SIZES.get(style, 10)
