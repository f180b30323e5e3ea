"""A picture of a tree without a window, words included: for files and for documents.  Imports matplotlib; no Tk.

picture(TreeView(tree), LIGHT, 1000, 700).savefig("tree.png")
"""

from __future__ import annotations

from functools import lru_cache

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from visualizer.kit.theme import LIGHT, Theme
from visualizer.tree.draw import TreeDrawing, place, word_colour
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
    drawing = TreeDrawing(axes, theme)
    drawing.show(graph, placed)
    lens = lens or fit(placed, width, height)
    drawing.scale(lens.slot, lens.ply)
    across, up = lens.limits(width, height)
    axes.set(xlim=across, ylim=up)
    said = place(drawing, lens.pixels, (0, 0, width, height), _measure, limit=len(drawing.labels)) if words else []
    drawing.string_beads(said)
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


def _weight(style: str) -> str:
    return "normal" if style in ("value", "count") else "bold"


@lru_cache(maxsize=4096)
def _measure(text: str, style: str) -> tuple[float, float]:
    """Width and height of a text in points, with a little air."""
    extent = TextPath((0, 0), text, size=SIZES.get(style, 10), prop=FontProperties(weight=_weight(style))).get_extents()
    return extent.width + 2, 1.2 * SIZES.get(style, 10)
