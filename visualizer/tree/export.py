"""A tree as a file: pictures, graphs, rows, and a web page to walk through it.

export("tree.svg", tree)                                        # writes the format that the name ends with
picture(TreeView(tree), LIGHT, 1000, 700).savefig("tree.png")   # a figure, in points
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from c4.printable import printable
from c4.storage import write_bytes
from c4.text import pluralise
from c4.tree import treefile
from c4.tree.jsonfile import write_json
from c4.tree.notebook import page_of
from c4.tree.searchtree import KINDS, SearchTree
from visualizer.state.tree.annotations import Annotations
from visualizer.state.tree.formats import COMPLETE, format_of
from visualizer.state.tree.glyphs import Sides, header_text, way_text
from visualizer.state.tree.state import TreeState
from visualizer.state.tree.view import Folding, TreeView
from visualizer.tree import primitives
from visualizer.tree.drawing import compose
from visualizer.tree.graph_files import dot, graphml
from visualizer.tree.layout import Layout, layout
from visualizer.tree.legend import SIDE as LEGEND_SIDE
from visualizer.tree.legend import Entry, entries_in_sight, sample
from visualizer.tree.matplotlib_output import paint
from visualizer.tree.paper import Style
from visualizer.tree.shapes import FONTS, font_size
from visualizer.tree.viewport import HEADLINE_HEIGHT, LANE, MARGIN, PLY, Viewport, fit
from visualizer.tree.widths import space_of
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.theme import LIGHT, Theme

PICTURES = ".png", ".svg", ".pdf"
GRAPHS = ".graphml", ".dot"

MAX_GLYPHS = 4000
MAX_NODES = 20_000
"""Glyphs of "the whole tree" in a picture, and nodes in a graph, at most.  The rest is folded, as the message says."""

WIDEST = 2.5
"""The width of a picture in its heights at most: a complete tree would be a strip otherwise."""

WORDS_ORDER = 20
"""Words are drawn over all shapes."""

POINTS_PER_INCH = 72

LEGEND_LINE = 16
"""Points down that a line of the legend takes."""

LEGEND_EDGE = 10.0
"""Points at the left of the legend and of the caption."""

SAMPLE_STEP = 18
"""Points across that a sample takes in the legend."""

ENTRY_GAP = 14
"""Points between two entries of the legend."""

CAPTION_LINE = 18
"""Points down that a line of the caption takes."""

BELOW_TREE = 8
"""Points between the tree and what is below it."""

CAPTION_SIZE = 11
"""The size of the caption's words in points."""

CAPTION_BOTTOM = 6
"""Points below the caption."""

LEGEND_TOP = 12
"""Points from the upper end of the legend to the middle of its first line."""

MAX_DOTS_PER_INCH = 144
"""Those of a PNG, unless it would have too many pixels."""

MAX_POINTS = 14_000
"""Width and height of a picture at most."""

MAX_PIXELS = 16_000
"""Width and height of a PNG at most: few programs show larger ones."""


@dataclass(frozen=True)
class ExportOptions:
    """What to write besides the tree itself.

    view    what is on screen; None for the whole tree
    size    of a picture, in points, at least
    sides   word and colour of MAX's discs and of MIN's
    windows   whether alpha and beta are written at inner nodes
    legend, sentence   whether a picture has these below it
    why     why the search stopped somewhere, for the sentence
    """

    view: TreeView | None = None
    size: tuple[float, float] = (1000, 700)
    theme: Theme = LIGHT
    caption: str = ""
    sides: Sides | None = None
    windows: bool = False
    legend: bool = True
    sentence: bool = True
    why: str = ""


def export(path: str | Path, tree: SearchTree, options: ExportOptions = ExportOptions()) -> str:
    """Writes the file atomically and returns what it shows, in words.

    Raises C4Error for an unknown ending or a folder that cannot be written.
    """
    ending = format_of(path)
    if ending in PICTURES:
        view = complete_view(tree, MAX_GLYPHS) if options.view is None else options.view
        shown = summary(view)
        caption = ""
        if options.sentence:
            caption = printable("\n".join(filter(None, (header_text(tree, options.caption), shown, options.why))))
        write_bytes(path, _encode_picture(ending, view, options, caption))
        return shown + (in_full() if options.view is None and has_folded(view) else "")
    part = part_of(tree, options.view, ending in GRAPHS)
    if ending == ".npz":
        treefile.save(path, part)
    elif ending == ".json":
        write_json(path, part)
    elif ending == ".html":
        write_bytes(path, page_of(part, KINDS).encode())
    elif ending == ".graphml":
        write_bytes(path, graphml(part))
    else:
        write_bytes(path, dot(part, options.windows))
    folded = part.total_left_out - tree.total_left_out
    text = pluralise(len(part), "row")
    if not folded:
        return text
    return f"{text}, and {pluralise(folded, 'node')} in folded parts" + (in_full() if options.view is None else "")


def in_full() -> str:
    """What is said of a complete tree that is too large for a format."""
    *endings, last = COMPLETE
    return f"; for all of them end the name with {', '.join(endings)} or {last}"


def has_folded(view: TreeView) -> bool:
    """Whether a view hides recorded nodes."""
    return any(map(view.is_folded, view.rows))


# -- what is shown ----------------------------------------------------------------------------------------------------


def part_of(tree: SearchTree, view: TreeView | None, for_graph: bool) -> SearchTree:
    """The tree, or what a view of it has unfolded, with all replies of each position that is unfolded.

    Programs that draw a graph get a tree that is folded where it has more than MAX_NODES rows.
    """
    if view is None and for_graph and len(tree) > MAX_NODES:
        view = complete_view(tree, MAX_NODES)
    return tree if view is None else tree.restricted(view.rows)


def complete_view(tree: SearchTree, max_glyphs: int) -> TreeView:
    """A view that is unfolded ply by ply as far as so many glyphs allow, with pruned siblings in stubs."""
    view = TreeView(tree, max_glyphs=max(max_glyphs, 1))
    view.folding = Folding()
    unfolded: list[int] = []
    glyphs = 1
    layer = [0]
    while layer:
        next_layer: list[int] = []
        for row in layer:
            children = view.children(row)
            searched = view.searched_children(row)
            more = len(searched) + (len(searched) < len(children))
            if glyphs + more > max_glyphs:
                next_layer = []
                break
            glyphs += more
            if children:
                unfolded.append(row)
            next_layer += [child for child in searched if tree.size[child] > 1]
        layer = next_layer
    view.folding = Folding(frozenset(unfolded))
    return view


def summary(view: TreeView) -> str:
    """How much of the search a view draws: "800 of 2,326 nodes drawn, the others folded; 2,855 pruned"; of a subtree
    "Only what follows 4-3: 12 of 30 nodes drawn".
    """
    tree = view.tree
    drawn = sum(not view.is_unsearched(row) for row in view.rows)
    if view.top:
        nodes = pluralise(tree.nodes_below(view.top), "node")
        return f"{way_text(tree, view.top)}: {drawn:,} of {nodes} drawn"
    text = f"{pluralise(tree.nodes, 'node')}: all drawn"
    if drawn < tree.nodes:
        text = f"{drawn:,} of {pluralise(tree.nodes, 'node')} drawn, the others folded"
    if tree.total_left_out:
        text += f" or not recorded ({tree.total_left_out:,})"
    return text + (f"; {tree.pruned:,} pruned" if tree.pruned else "")


# -- pictures ---------------------------------------------------------------------------------------------------------


@own_settings()
def picture(
    view: TreeView,
    theme: Theme = LIGHT,
    width: float = 1000,
    height: float = 700,
    words: bool = True,
    caption: str = "",
    sides: Sides | None = None,
    legend: bool = True,
    headline: bool = True,
    windows: bool = False,
) -> Figure:
    """A figure of everything that is unfolded; width and height of the tree in points, 72 to the inch; `sides` are word
    and colour of MAX's and MIN's discs.

    With words it has a legend below, a headline above and the windows of inner nodes, if wanted, and the caption in
    lines of its own.  Each label takes about a millisecond.
    """
    lines = []
    if words and legend:
        shown = [data for _, data in TreeState(view=view, sides=sides, windows=windows).graph.nodes(data="data")]
        name = "MAX" if sides is None else sides[0][0]
        lines = _legend_lines(entries_in_sight(view.tree, shown, name), width)
    below = height_below(len(lines), caption.count("\n") + 1 if caption else 0)
    inches = width / POINTS_PER_INCH, (height + below) / POINTS_PER_INCH
    figure = Figure(figsize=inches, dpi=POINTS_PER_INCH, facecolor=theme.panel)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, below / (height + below), 1, height / (height + below)))
    draw_on(axes, view, theme, width, height, words=words, sides=sides, headline=headline, windows=windows)
    if below:
        strip = figure.add_axes((0, 0, 1, below / (height + below)), xlim=(0, width), ylim=(0, below))
        strip.set_axis_off()
        _draw_legend(strip, lines, theme, below)
        strip.text(
            LEGEND_EDGE, CAPTION_BOTTOM, caption, size=CAPTION_SIZE, color=theme.text, va="bottom", linespacing=1.4
        )
    return figure


def height_below(legend_lines: int, caption_lines: int) -> int:
    """Points that the legend and the caption below a picture take."""
    if not legend_lines and not caption_lines:
        return 0
    return BELOW_TREE + LEGEND_LINE * legend_lines + CAPTION_LINE * caption_lines


def _legend_lines(shown: tuple[Entry, ...], width: float) -> list[list[Entry]]:
    """The entries of a legend in lines of at most that width."""
    lines: list[list[Entry]] = [[]]
    x = LEGEND_EDGE
    for entry in shown:
        needed = SAMPLE_STEP * len(entry.samples) + _measure(entry.text, "count")[0] + ENTRY_GAP
        if x + needed > width and lines[-1]:
            lines.append([])
            x = LEGEND_EDGE
        lines[-1].append(entry)
        x += needed
    return lines


def _draw_legend(axes: Axes, lines: list[list[Entry]], theme: Theme, top: float) -> None:
    """Draws samples and what they mean, line by line from the top."""
    for number, line in enumerate(lines):
        x = LEGEND_EDGE
        y = top - LEGEND_TOP - LEGEND_LINE * number
        for entry in line:
            for name in entry.samples:
                paint(axes, moved(sample(name, theme, LEGEND_SIDE), x, y + LEGEND_SIDE / 2))
                x += SAMPLE_STEP
            axes.text(x, y, entry.text, size=FONTS["count"][0], color=theme.faint, va="center")
            x += _measure(entry.text, "count")[0] + ENTRY_GAP


def moved(sample: primitives.Figure, x: float, y: float) -> primitives.Figure:
    """A sample whose upper left corner is at a point, y upwards."""

    def place(points: np.ndarray) -> np.ndarray:
        placed: np.ndarray = points * (1.0, -1.0) + (x, y)
        return placed

    shapes = [shape._replace(corners=place(shape.corners)) for shape in sample.shapes]
    lines = [line._replace(points=place(line.points)) for line in sample.lines]
    return primitives.Figure(shapes, lines, [], {})


@own_settings()
def draw_on(
    axes: Axes,
    view: TreeView,
    theme: Theme = LIGHT,
    width: float = 0,
    height: float = 0,
    words: bool = True,
    sides: Sides | None = None,
    headline: bool = True,
    windows: bool = False,
) -> None:
    """Draws that on axes; the labels are placed for axes of so many points (0: the size that they have now)."""
    extent = axes.get_window_extent().transformed(axes.figure.dpi_scale_trans.inverted())
    width = width or POINTS_PER_INCH * extent.width
    height = height or POINTS_PER_INCH * extent.height
    state = TreeState(view=view, sides=sides, windows=windows)
    annotations = Annotations(
        headlines=state.headlines if headline else (),
        pruned_in_all=state.pruned_in_all if headline else (),
        bounds=state.annotations.bounds,
    )
    draw_state(axes, state, annotations, width, height, theme, words)


@own_settings()
def draw_state(
    axes: Axes,
    state: TreeState,
    annotations: Annotations,
    width: float,
    height: float,
    theme: Theme = LIGHT,
    words: bool = True,
) -> None:
    """Draws what is shown of a tree on axes of so many points, also a moment of a playback, with some annotations."""
    graph = state.graph
    places = layout(graph, space_of(_measure), least=width - 2 * MARGIN - LANE)
    viewport = filling(fit(places, width, height), places, height)
    style = Style(theme, _measure, state.sides)
    drawn = compose(graph, places, viewport, (width, height), style, annotations, state.ply_name)
    axes.set_axis_off()
    axes.set_autoscale_on(False)
    axes.set(xlim=(0.0, width), ylim=(height, 0.0))
    paint(axes, drawn)
    for word in drawn.words if words else ():
        axes.text(
            word.x,
            word.y,
            word.text,
            size=font_size(word.style, drawn.zoom),
            weight="bold" if FONTS[word.style][1] else "normal",
            color=word.ink,
            rotation=90 if word.upright else 0,
            ha="center",
            va="center",
            zorder=WORDS_ORDER,
            clip_on=True,
        )


def filling(viewport: Viewport, places: Layout, height: float) -> Viewport:
    """The viewport with plies so high that they fill a picture of a complete tree, which is high because it is wide."""
    ply = max(viewport.ply, (height - HEADLINE_HEIGHT) / places.height)
    return replace(viewport, ply=ply, top=HEADLINE_HEIGHT - places.top * ply)


@lru_cache(maxsize=4096)
@own_settings()
def _measure(text: str, style: str) -> tuple[float, float]:
    """Width and height of a label at zoom 1 in points, with a small margin."""
    size, bold = FONTS[style]
    if not text.strip():  # matplotlib makes no path of it
        return 2.0, 1.2 * size
    extent = TextPath((0, 0), text, size=size, prop=FontProperties(weight="bold" if bold else "normal")).get_extents()
    return extent.width + 2, 1.2 * size


@own_settings()
def _encode_picture(ending: str, view: TreeView, options: ExportOptions, caption: str) -> bytes:
    """A picture's bytes: at least as large as the pane, and as large as the labels need."""
    places = layout(TreeState(view=view, windows=options.windows).graph, space_of(_measure))
    width = min(max(places.width + 2 * MARGIN + LANE, options.size[0]), MAX_POINTS)
    height = min(max(places.height * PLY + HEADLINE_HEIGHT, options.size[1]), MAX_POINTS)
    height = min(max(height, width / WIDEST), MAX_POINTS)
    figure = picture(
        view,
        options.theme,
        width,
        height,
        caption=caption,
        sides=options.sides,
        legend=options.legend,
        headline=options.sentence,
        windows=options.windows,
    )
    dots_per_inch: float = POINTS_PER_INCH
    if ending == ".png":
        dots_per_inch = min(MAX_DOTS_PER_INCH, POINTS_PER_INCH * MAX_PIXELS / max(width, height))
    data = io.BytesIO()
    dates = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}  # the same bytes every time
    figure.savefig(
        data, format=ending[1:], dpi=dots_per_inch, facecolor=figure.get_facecolor(), metadata=dates.get(ending)
    )
    return data.getvalue()
