"""Draws a laid-out tree with few of matplotlib's artists, on a sheet or on axes.  Imports numpy and matplotlib; no Tk.

One LineCollection each for thin edges, pruned edges and the principal variation, one PathCollection a look.  Words
are not drawn (matplotlib takes 0.7 ms a label): `labels` lists them, `place` picks those that fit, and the pane
paints them as Tk text.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import networkx as nx
import numpy as np
from matplotlib.collections import Collection, LineCollection, PathCollection, PolyCollection
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform

from visualizer.kit.sheet import Sheet
from visualizer.kit.theme import Theme
from visualizer.tree.facts import Facts
from visualizer.tree.glyphs import CHIP, CUT, DIFFERS, STYLES, TURNED, UPRIGHT, Style, colour, diameter, mix, tip
from visualizer.tree.layout import Layout
from visualizer.tree.taken import Taken
from visualizer.tree.view import Key

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # takes long to import, and the window draws on a sheet

Spot = tuple[float, float]
Nodes = dict[Key, Facts]
Drawn = TypeVar("Drawn", bound=Collection)

SLOT, PLY = 28.0, 54.0
"""Points a slot and a ply take at zoom 1, where glyphs have their natural size."""

ROOM = 4.0
"""Points between a glyph and the word beside it, and between two words."""

RANKS = ("principal column", "principal", "column", "value", "aside column", "aside value", "count", "pruned")
"""What is placed first where there is no room for every word."""


class Label(NamedTuple):
    """A word to paint.

    x, y    where, in slots and plies
    texts   wordings from the fullest to the shortest; the first that fits is taken
    style   "value", "principal", "count", "column" or "principal column", of a turn "turned column" or "principal
            turned column"
    dx, dy  how far from (x, y) at zoom 1, in points, y downwards
    anchor  "w" (text to the right of the point), "n" (below it) or "center"
    rank    lower is placed first (see RANKS)
    line    how many lines of words further down
    key     the glyph whose value, or to which the column, it is; None for other words
    tip     points at zoom 1 of its own glyph's tip that a column may cover: triangles grow up to it
    """

    x: float
    y: float
    texts: tuple[str, ...]
    style: str
    dx: float = 0.0
    dy: float = 0.0
    anchor: str = "center"
    rank: int = 0
    line: int = 0
    key: Key | None = None
    tip: float = 0.0

    @property
    def in_bead(self) -> bool:
        """Whether it is a column, which stands in a bead on a line."""
        return self.style.endswith("column")


class Placed(NamedTuple):
    """A label that fits: pixel, wording, style, anchor, and the glyph that it belongs to (see `Label`)."""

    x: float
    y: float
    text: str
    style: str
    anchor: str
    key: Key | None = None


class Edges(LineCollection):
    """Many lines drawn as one path: each path of its own would cost matplotlib 20 microseconds."""

    def set_segments(self, segments: Any) -> None:
        self._lines = segments or []
        self._paths = []
        if segments:
            codes = np.full(sum(map(len, segments)), Path.LINETO, dtype=Path.code_type)
            codes[np.cumsum([0, *map(len, segments[:-1])])] = Path.MOVETO
            self._paths = [Path([point for line in segments for point in line], codes)]
        self.stale = True

    def get_segments(self) -> list[np.ndarray]:
        return [np.array(line) for line in self._lines]


def zoom_of(slot: float, ply: float) -> float:
    """The size of glyphs at a scale of so many points a slot and a ply."""
    return float(np.clip(min(slot / SLOT, ply / PLY), 0.28, 1.5))


class TreeDrawing:
    """A tree on a sheet or on axes.  `show` builds the artists, `scale` sets their sizes; everything else is left to
    the limits.
    """

    def __init__(self, axes: Axes | Sheet, theme: Theme):
        self.axes = axes
        self.theme = theme
        self.keys: list[Key] = []
        self.xy = np.zeros((0, 2))
        self.sizes = np.zeros(0)  # diameters in points at zoom 1
        self.line = np.zeros((0, 2))  # the principal variation
        self.labels: list[Label] = []
        self.zoom = 1.0
        self.segments = np.zeros((0, 2, 2))  # of all lines that words keep off
        self.layout: Layout | None = None
        self._artists: dict[str, Collection] = {}  # what is not drawn now stays on the axes, not to be seen
        self._scaled: list[tuple[PathCollection, np.ndarray]] = []
        self._beads: dict[str, PathCollection] = {}  # by the style of their columns

    def show(self, graph: nx.DiGraph, placed: Layout) -> None:
        """Replaces what is drawn."""
        self.clear()
        self.keys = list(graph.nodes)
        at, self.layout = placed.at, placed
        nodes: Nodes = dict(graph.nodes.data("facts"))
        self.xy = np.array([at[key] for key in self.keys], dtype=float).reshape(-1, 2)
        self.sizes = np.array(
            [diameter(nodes[key].look, nodes[key].nodes) * (1.15 if nodes[key].principal else 1.0) for key in self.keys]
        )
        self.line = self.xy[[i for i, key in enumerate(self.keys) if nodes[key].principal]]
        self._bands(nodes, placed)
        columns = self._edges(nodes, placed)
        self._glyphs(nodes)
        self.labels = sorted(columns + self._words(nodes, placed), key=lambda label: label.rank)

    def clear(self) -> None:
        """Takes everything off the axes."""
        for artist in self._artists.values():
            artist.set_visible(False)
        self._scaled.clear()
        self._beads.clear()
        self.keys, self.labels, self.layout, self.segments = [], [], None, np.zeros((0, 2, 2))
        self.xy, self.sizes, self.line = np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2))

    def scale(self, slot: float, ply: float) -> None:
        """Sets the glyphs' size for a scale of so many points a slot and a ply."""
        self.zoom = zoom_of(slot, ply)
        for artist, diameters in self._scaled:
            zoom = self.chip_zoom if artist in self._beads.values() else self.zoom
            artist.set_sizes(np.square(diameters * zoom))  # areas

    def string_beads(self, words: list[Placed]) -> None:
        """Draws a bead for each column that was placed, and no other."""
        at = {(label.style, label.key): (label.x, label.y) for label in self.labels if label.in_bead}
        for style, beads in self._beads.items():
            spots = [at[style, word.key] for word in words if word.style == style]
            beads.set_offsets(np.array(spots, dtype=float).reshape(-1, 2))

    @property
    def chip_zoom(self) -> float:
        """The size of the columns' beads: they never shrink below their number."""
        return float(np.clip(self.zoom, 0.95, 1.3))

    # -- artists ------------------------------------------------------------------------------------------------------

    def _bands(self, nodes: Nodes, placed: Layout) -> None:
        """A faint stripe for every other ply, so that the eye can tell whose move a glyph is."""
        first = min(node.ply for node in nodes.values())
        stripes = [
            [(-1e6, above - 0.73), (1e6, above - 0.73), (1e6, below - 0.73), (-1e6, below - 0.73)]
            for ply, (above, below) in enumerate(pairwise(placed.lanes), start=first)
            if ply % 2 == 0
        ]
        bands = self._artist("bands", lambda: PolyCollection([], edgecolors="none", zorder=0))
        bands.set_verts(stripes)
        bands.set_facecolor(self.theme.window)

    def _artist(self, gid: str, make: Callable[[], Drawn]) -> Drawn:
        """The artist of that name, made when it is first asked for, and to be seen: a new one costs twice the time."""
        artist = cast("Drawn | None", self._artists.get(gid))
        if artist is None:
            artist = self._artists[gid] = make()
            artist.set_gid(gid)
            self.axes.add_collection(artist, autolim=False)
        artist.set_visible(True)
        return artist

    def _lines(self, gid: str, lines: list[tuple[Spot, ...]], colour: str, width: float, **look: Any) -> None:
        """Draws lines."""
        edges = self._artist(gid, lambda: Edges([], linewidths=width, **look))
        edges.set_segments(lines)
        edges.set_color(colour)

    def _edges(self, nodes: Nodes, placed: Layout) -> list[Label]:
        """The lines, the bars across them and the beads on them; returns the columns that stand in the beads."""
        theme = self.theme
        thin: list[tuple[Spot, ...]] = []
        pruned: list[tuple[Spot, ...]] = []
        line: list[tuple[Spot, ...]] = []
        cuts: dict[bool, list[Spot]] = {False: [], True: []}
        columns: list[Label] = []
        for child, edge in placed.edges.items():
            node = nodes[child]
            if node.unseen:
                continue
            (line if node.principal else pruned if node.pruned else thin).append(edge.route)
            if node.column:
                style = "principal column" if node.principal else "column"
                rank = RANKS.index("aside column" if node.aside else style)
                style = style.replace("column", "turned column") if node.turned else style
                over = tip(node.look, node.nodes)
                columns.append(Label(*edge.bead, (str(node.column),), style, rank=rank, key=child, tip=over))
            if node.pruned:
                cuts[child in placed.stacked].append(edge.cut)
        self.segments = np.array([step for route in (*thin, *pruned) for step in pairwise(route)], dtype=float).reshape(
            -1, 2, 2
        )
        self._lines("edges", thin, theme.faint, 1.0, zorder=1)
        self._lines("pruned edges", pruned, theme.faint, 1.0, zorder=1, linestyles=(0, (2, 2)))
        self._lines("principal variation", line, theme.exact, 3.4, zorder=2, capstyle="round")
        self._add(CUT, cuts[False], CUT.size, zorder=3, gid="cuts")
        if cuts[True]:
            self._add(UPRIGHT, cuts[True], UPRIGHT.size, zorder=3, gid="cuts in stacks")
        for style in dict.fromkeys(label.style for label in columns):
            dark = theme.exact if style.startswith("principal") else None
            spots = [(label.x, label.y) for label in columns if label.style == style]
            bead = TURNED if "turned" in style else CHIP
            self._beads[style] = self._add(bead, spots, bead.size, zorder=4.2, gid=style + "s", fill=dark, edge=dark)
        return columns

    def _glyphs(self, nodes: Nodes) -> None:
        shown = [nodes[key] for key in self.keys]
        looks = np.array([node.look for node in shown])
        principal = np.array([node.principal for node in shown])
        seen = np.array([not node.unseen for node in shown])
        tints = [node.tint and mix(self.theme.panel, colour(self.theme, node.tint[0]), node.tint[1]) for node in shown]
        for look in dict.fromkeys(looks.tolist()):
            style = STYLES[look]
            chosen = np.flatnonzero((looks == look) & seen)
            if len(chosen):
                bold = principal[chosen]
                widths = np.where(bold, 2.4, 1.0) if bold.any() else 1.0
                plain = colour(self.theme, style.fill or "panel")
                fill = [tints[i] or plain for i in chosen] if any(tints) else None
                self._add(style, self.xy[chosen], self.sizes[chosen], zorder=4, gid=look, widths=widths, fill=fill)
        differ = [i for i, node in enumerate(shown) if node.differs]
        if differ:
            self._add(DIFFERS, self.xy[differ], self.sizes[differ] + 10, zorder=3.5, gid="differs", widths=2.0)
        cut = [i for i, node in enumerate(shown) if node.cut and node.folded]
        if cut:
            foot = CUT._replace(path=Path(np.asarray(CUT.path.vertices) * (0.9, 0.55) - (0, 0.68)))
            self._add(foot, self.xy[cut], self.sizes[cut], zorder=4.5, gid="folded cuts")

    def _add(
        self,
        style: Style,
        offsets: Any,
        diameters: Any,
        zorder: float,
        gid: str,
        widths: Any = 1.0,
        fill: Any = None,
        edge: str | None = None,
    ) -> PathCollection:
        offsets = np.asarray(offsets, dtype=float).reshape(-1, 2)
        diameters = np.atleast_1d(diameters)
        if np.all(diameters == diameters[:1]):  # then matplotlib draws it once and copies it
            diameters = diameters[:1]
        faces, lines = fill or colour(self.theme, style.fill or "panel"), edge or colour(self.theme, style.edge)

        def made() -> PathCollection:
            return PathCollection(
                (style.path,),
                transform=IdentityTransform(),
                offset_transform=self.axes.transData,
                linestyles=[(0, (2, 1.5))] if style.dashed else "solid",
                hatch=style.hatch,
                zorder=zorder,
            )

        artist = self._artist(gid, made)
        artist.set_offsets(offsets)
        artist.set_sizes(np.square(diameters * self.zoom))
        artist.set_facecolor(faces)
        artist.set_edgecolor(lines)
        artist.set_linewidth(widths)
        self._scaled.append((artist, diameters))
        return artist

    # -- words --------------------------------------------------------------------------------------------------------

    def _words(self, nodes: Nodes, placed: Layout) -> list[Label]:
        """What there is to say about the glyphs: beside them, or below them where a sibling stands beside them."""
        found, rank, at = [], RANKS.index, placed.at
        for i, key in enumerate(self.keys):
            node = nodes[key]
            if node.unseen:
                continue
            (x, y), half, stacked = at[key], self.sizes[i] / 2, key in placed.stacked
            below = half + (3 if node.cut else 0 if node.look == "stub" else 1)
            beside = node.principal or node.aside or stacked or node.best is not None or not node.column
            if node.value:
                style = "principal" if node.principal else "value"
                place = rank("aside value" if node.aside else style)
                texts = (node.value, "≠") if "≠" in node.value else (node.value,)
                dx, dy, anchor = (half, 0.0, "w") if beside else (0.0, below, "n")
                found.append(Label(x, y, texts, style, dx, dy, anchor, place, 0, key))
            if node.counted and not (stacked and node.value):
                place = rank("pruned" if node.look == "stub" else "count")
                if stacked:
                    found.append(Label(x, y, node.counted, "count", half, 0.0, "w", place))
                else:
                    line = int(bool(node.value) and not beside)
                    found.append(Label(x, y, node.counted, "count", 0.0, below, "n", place, line))
        return found


def word_colour(theme: Theme, style: str) -> str:
    """The colour of a label's style."""
    colours = {"principal": theme.exact, "count": theme.faint, "principal column": theme.panel}
    return colours.get(style.replace("turned ", ""), theme.text)


def place(
    drawing: TreeDrawing,
    to_pixels: Callable[[np.ndarray], np.ndarray],
    box: tuple[float, float, float, float],
    measure: Callable[[str, str], tuple[float, float]],
    points: float = 1.0,
    limit: int = 800,
) -> list[Placed]:
    """The labels that can be painted inside a box (left, top, right, bottom) without covering a glyph or each other.

    `to_pixels(xy)` maps an array of (slot, ply) to pixels, y downwards; `measure(text, style)` gives the (width,
    height) of a text in pixels; `points` is the number of pixels in a point.
    """
    if not drawing.labels:
        return []
    zoom = drawing.zoom * points
    left, top, right, bottom = box
    anchors = to_pixels(np.array([(label.x, label.y) for label in drawing.labels]))
    seen: np.ndarray = np.all((anchors > (left, top)) & (anchors < (right, bottom)), axis=1)
    tried = [  # every wording of every label that may be painted
        (i, text) for i, label in enumerate(drawing.labels) if seen[i] for text in label.texts
    ]
    if not tried:
        return []
    labels = [drawing.labels[i] for i, _ in tried]
    chip = np.array([label.in_bead for label in labels])
    west, north = (np.array([label.anchor == anchor for label in labels]) for anchor in "wn")
    width, height = np.array([measure(text, label.style) for (_, text), label in zip(tried, labels)], dtype=float).T
    x, y = (anchors[[i for i, _ in tried]] + zoom * np.array([(label.dx, label.dy) for label in labels])).T
    x = x + ROOM * points * west
    y = y + (height - 2) * [label.line for label in labels]
    x0, y0 = np.where(west, x, x - width / 2), np.where(north, y, y - height / 2)
    bead = CHIP.size * drawing.chip_zoom * points / 2 - 1  # no word and no other bead covers it
    words = np.where(chip, (x - bead, y - bead, x + bead, y + bead), (x0, y0 + 2, x0 + width, y0 + height - 2)).T
    high = 0.24 * height  # a digit's half, less what is lost as `Taken` counts in squares
    foot = y + high - zoom * np.array([label.tip for label in labels])
    numbers = np.where(chip, (x - width / 2, y - high, x + width / 2, foot), words.T).T

    fits = np.flatnonzero((words[:, :2] >= (left, top)).all(axis=1) & (words[:, 2:] <= (right, bottom)).all(axis=1))
    glyphs, lines, taken = (Taken(box) for _ in range(3))
    half = (drawing.sizes * zoom * 0.43)[:, None]
    spots = to_pixels(drawing.xy)
    near = ((spots > (left - 40, top - 40)) & (spots < (right + 40, bottom + 40))).all(axis=1)
    for part in glyphs.parts(np.hstack((spots - half, spots + half))[near]):
        glyphs.add(part)
    line = to_pixels(drawing.line)
    for part in lines.parts(np.hstack((line[:-1] - (2, 0), np.stack((line[:-1, 0] + 2, line[1:, 1]), axis=1)))):
        lines.add(part)
    lines.draw(to_pixels(drawing.segments.reshape(-1, 2)).reshape(-1, 2, 2))
    fits = fits[glyphs.free_all(numbers[fits])]
    fits = fits[chip[fits] | lines.free_all(words[fits])]
    found: list[Placed] = []
    done: set[int] = set()
    room = ROOM * points * ~chip[fits]
    before = np.where(west[fits], 0, room)  # its glyph stands there
    boxes, nothing = words[fits], np.zeros(len(fits))
    wanted = taken.parts(boxes + np.stack((-before, nothing, room, nothing), axis=1))
    places = np.stack((x, y), axis=1)[fits].tolist()
    for n, (across, down), want, part in zip(fits.tolist(), places, wanted, taken.parts(boxes)):
        (i, text), label = tried[n], labels[n]
        if i not in done and taken.free(want):
            taken.add(part)
            done.add(i)
            found.append(Placed(across, down, text, label.style, label.anchor, label.key))
            if len(found) >= limit:
                break
    return found
