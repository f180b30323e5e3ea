"""Draws a laid-out tree on matplotlib axes with few artists.  Imports numpy and matplotlib; no Tk.

One LineCollection each for thin edges, pruned edges and the principal variation, one PathCollection a look.  Words
are not drawn (matplotlib takes 0.7 ms a label): `labels` lists them, `place` picks those that fit, and the pane
paints them as Tk text.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

import networkx as nx
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform

from visualizer.kit.theme import Theme
from visualizer.tree.facts import Facts
from visualizer.tree.glyphs import CHIP, CUT, DIFFERS, STYLES, Style, colour, diameter, mix, scaled
from visualizer.tree.layout import BUS, Layout
from visualizer.tree.view import Key

Spot = tuple[float, float]
Line = list[Spot]
Places = dict[Key, Spot]
Nodes = dict[Key, Facts]

SLOT, PLY = 36.0, 64.0
"""Points a slot and a ply take at zoom 1, where glyphs have their natural size."""

ROOM = 5.0
"""Points between a glyph and the word beside it, and between two words."""

CHIP_AT = 0.52
"""Where a column sits on the short line to an upper-lane glyph, from the parent (0) to the child (1)."""


class Label(NamedTuple):
    """A word to paint.

    x, y    where, in slots and plies
    texts   wordings from the fullest to the shortest; the first that fits is taken
    style   "value", "principal", "count", "column" or "principal column"
    dx, dy  how far from (x, y) at zoom 1, in points, y downwards
    anchor  "w" (text to the right of the point), "n" (below it) or "center"
    rank    lower is placed first
    aside   whether a column stands on the line to an upper-lane glyph
    key     the glyph whose value it is; None for other words
    """

    x: float
    y: float
    texts: tuple[str, ...]
    style: str
    dx: float = 0.0
    dy: float = 0.0
    anchor: str = "center"
    rank: int = 0
    aside: bool = False
    key: Key | None = None


class Placed(NamedTuple):
    """A label that fits: pixel, wording, style, anchor, and the glyph whose value it is (None for other words)."""

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
    return float(np.clip(min(slot / SLOT, ply / PLY), 0.28, 1.7))


def chips_fit(slot: float, ply: float, aside: bool) -> bool:
    """Whether there is room for the columns on the lines to the lower lane, or (aside) to the upper one."""
    return slot >= 15 and ply >= (55 if aside else 36)


class TreeDrawing:
    """A tree on axes.  `show` builds the artists, `scale` sets their sizes; everything else is left to the axes'
    limits.
    """

    def __init__(self, axes: Axes, theme: Theme):
        self.axes = axes
        self.theme = theme
        self.keys: list[Key] = []
        self.xy = np.zeros((0, 2))
        self.sizes = np.zeros(0)  # diameters in points at zoom 1
        self.line = np.zeros((0, 2))  # the principal variation
        self.labels: list[Label] = []
        self.zoom = 1.0
        self.chips_shown = {False: True, True: True}  # on the lines to the lower lane, to the upper lane
        self._scaled: list[tuple[PathCollection, np.ndarray]] = []
        self._chips: dict[PathCollection, bool] = {}  # and whether they belong to the upper lane
        axes.set_axis_off()
        axes.set_autoscale_on(False)

    def show(self, graph: nx.DiGraph, placed: Layout) -> None:
        """Replaces what is drawn."""
        self.clear()
        self.keys = list(graph.nodes)
        at: Places = placed.at
        nodes: Nodes = dict(graph.nodes.data("facts"))
        self.xy = np.array([at[key] for key in self.keys], dtype=float).reshape(-1, 2)
        self.sizes = np.array(
            [diameter(nodes[key].look, nodes[key].nodes) * (1.15 if nodes[key].principal else 1.0) for key in self.keys]
        )
        self.line = self.xy[[i for i, key in enumerate(self.keys) if nodes[key].principal]]
        self._bands(nodes)
        columns = self._edges(graph, nodes, at)
        self._glyphs(nodes)
        self.labels = sorted(columns + self._words(nodes, at), key=lambda label: label.rank)

    def clear(self) -> None:
        """Takes everything off the axes."""
        for artist in list(self.axes.collections):
            artist.remove()
        self._scaled.clear()
        self._chips.clear()
        self.keys, self.labels = [], []
        self.xy, self.sizes, self.line = np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2))

    def scale(self, slot: float, ply: float) -> None:
        """Sets the glyphs' size for a scale of so many points a slot and a ply."""
        self.zoom = zoom_of(slot, ply)
        self.chips_shown = {aside: chips_fit(slot, ply, aside) for aside in (False, True)}
        for artist, diameters in self._scaled:
            artist.set_sizes(scaled(diameters, self.chip_zoom if artist in self._chips else self.zoom))
        for chip, aside in self._chips.items():
            chip.set_visible(self.chips_shown[aside])

    @property
    def chip_zoom(self) -> float:
        """The size of the columns' beads: they never shrink below their number."""
        return float(np.clip(self.zoom, 0.95, 1.3))

    @staticmethod
    def bus(ply: int) -> float:
        """Where the line runs that joins a whole family on a ply, in plies."""
        return ply + BUS

    # -- artists ------------------------------------------------------------------------------------------------------

    def _bands(self, nodes: Nodes) -> None:
        """A faint stripe for every other ply, so that the eye can tell whose move a glyph is."""
        last = max(node.ply for node in nodes.values())
        stripes = [
            [(-1e6, p + 0.27), (1e6, p + 0.27), (1e6, p - 0.73), (-1e6, p - 0.73)] for p in range(0, last + 1, 2)
        ]
        self.axes.add_collection(
            PolyCollection(stripes, facecolors=self.theme.window, edgecolors="none", zorder=0, gid="bands"),
            autolim=False,
        )

    def _edges(self, graph: nx.DiGraph, nodes: Nodes, at: Places) -> list[Label]:
        """The lines, the bars across them and the beads on them; returns the columns that stand in the beads."""
        theme = self.theme
        thin: list[Line] = []
        pruned: list[Line] = []
        line: list[Line] = []
        cuts: list[Spot] = []
        columns: list[Label] = []
        chips: dict[tuple[bool, bool], list[Spot]] = {}
        for parent, child in graph.edges:
            (x0, y0), (x1, y1), node = at[parent], at[child], nodes[child]
            aside, bus = node.aside, self.bus(node.ply)
            if aside or x0 == x1:
                path = [(x0, y0), (x1, y1)]
            else:
                path = [(x0, y0), (x0, bus), (x1, bus), (x1, y1)]
            (line if node.principal else pruned if node.pruned else thin).append(path)
            if node.column:
                spot = (x0 + CHIP_AT * (x1 - x0), y0 + CHIP_AT * (y1 - y0)) if aside else (x1, bus)
                chips.setdefault((node.principal, aside), []).append(spot)
                style, rank = ("principal column", 1) if node.principal else ("column", 3)
                columns.append(Label(*spot, (str(node.column),), style, 0.0, 0.0, "center", rank, aside))
            if node.pruned:
                cuts.append((x0 + 0.62 * (x1 - x0), y0 + 0.55 * (y1 - y0)) if aside else (x1, (bus + y1) / 2))
        add = self.axes.add_collection
        add(Edges(thin, colors=theme.faint, linewidths=1.0, zorder=1, gid="edges"), autolim=False)
        add(
            Edges(pruned, colors=theme.faint, linewidths=1.0, linestyles=(0, (2, 2)), zorder=1, gid="pruned edges"),
            autolim=False,
        )
        add(
            Edges(line, colors=theme.exact, linewidths=3.4, zorder=2, capstyle="round", gid="principal variation"),
            autolim=False,
        )
        self._add(CUT, cuts, CUT.size, zorder=3, gid="cuts")
        for (principal, aside), spots in chips.items():
            gid, dark = ("principal columns", theme.exact) if principal else ("columns", None)
            chip = self._add(CHIP, spots, CHIP.size, zorder=3, gid=gid + " aside" * aside, fill=dark, edge=dark)
            self._chips[chip] = aside
        return columns

    def _glyphs(self, nodes: Nodes) -> None:
        shown = [nodes[key] for key in self.keys]
        looks = np.array([node.look for node in shown])
        principal = np.array([node.principal for node in shown])
        tints = [node.tint and mix(self.theme.panel, colour(self.theme, node.tint[0]), node.tint[1]) for node in shown]
        for look in dict.fromkeys(looks.tolist()):
            style = STYLES[look]
            chosen = np.flatnonzero(looks == look)
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
            self._add(foot, self.xy[cut], self.sizes[cut], zorder=4, gid="folded cuts")

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
        diameters = np.broadcast_to(diameters, len(offsets))
        artist = PathCollection(
            (style.path,),
            sizes=scaled(diameters, self.zoom),
            offsets=offsets,
            transform=IdentityTransform(),
            offset_transform=self.axes.transData,
            facecolors=fill or colour(self.theme, style.fill or "panel"),
            edgecolors=edge or colour(self.theme, style.edge),
            linewidths=widths,
            linestyles=[(0, (2, 1.5))] if style.dashed else "solid",
            hatch=style.hatch,
            zorder=zorder,
            gid=gid,
        )
        self.axes.add_collection(artist, autolim=False)
        self._scaled.append((artist, diameters))
        return artist

    # -- words --------------------------------------------------------------------------------------------------------

    def _words(self, nodes: Nodes, at: Places) -> list[Label]:
        """What there is to say about the glyphs."""
        found = []
        for i, key in enumerate(self.keys):
            node = nodes[key]
            (x, y), half = at[key], self.sizes[i] / 2
            if node.value:
                style, rank = ("principal", 0) if node.principal else ("value", 2 + 2 * node.aside)
                texts = (node.value, "≠") if "≠" in node.value else (node.value,)
                found.append(Label(x, y, texts, style, half, 0.0, "w", rank, False, key))
            if node.counted:
                below = half + (3 if node.cut else 0 if node.look == "stub" else 1)
                found.append(Label(x, y, node.counted, "count", 0.0, below, "n", 6 if node.look == "stub" else 5))
        return found


def word_colour(theme: Theme, style: str) -> str:
    """The colour of a label's style."""
    return {"principal": theme.exact, "count": theme.faint, "principal column": theme.panel}.get(style, theme.text)


def place(
    drawing: TreeDrawing,
    to_pixels: Callable[[np.ndarray], np.ndarray],
    box: tuple[float, float, float, float],
    measure: Callable[[str, str], tuple[float, float]],
    points: float = 1.0,
    limit: int = 500,
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
        (i, text)
        for i, label in enumerate(drawing.labels)
        if seen[i] and (not label.style.endswith("column") or drawing.chips_shown[label.aside])
        for text in label.texts
    ]
    if not tried:
        return []
    labels = [drawing.labels[i] for i, _ in tried]
    chip = np.array([label.style.endswith("column") for label in labels])
    west, north = (np.array([label.anchor == anchor for label in labels]) for anchor in "wn")
    width, height = np.array([measure(text, label.style) for (_, text), label in zip(tried, labels)], dtype=float).T
    x, y = (anchors[[i for i, _ in tried]] + zoom * np.array([(label.dx, label.dy) for label in labels])).T
    x = x + ROOM * points * west
    x0, y0 = np.where(west, x, x - width / 2), np.where(north, y, y - height / 2)
    bead = (
        CHIP.size * drawing.chip_zoom * points / 2 - 2
    )  # a number stands inside its bead, which no other word may cover
    words = np.where(chip, (x - bead, y - bead, x + bead, y + bead), (x0, y0 + 2, x0 + width, y0 + height - 2)).T
    numbers = np.where(chip, (x - width / 2, y - 0.3 * height, x + width / 2, y + 0.3 * height), words.T).T

    fits = np.flatnonzero((words[:, :2] >= (left, top)).all(axis=1) & (words[:, 2:] <= (right, bottom)).all(axis=1))
    glyphs, lines, taken = (_Taken(box) for _ in range(3))
    half = (drawing.sizes * zoom * 0.43)[:, None]
    spots = to_pixels(drawing.xy)
    near = ((spots > (left - 40, top - 40)) & (spots < (right + 40, bottom + 40))).all(axis=1)
    for left, top, right, bottom in np.hstack((spots - half, spots + half))[near].tolist():
        glyphs.add(left, top, right, bottom)
    for (x0, y0), (_, y1) in pairwise(to_pixels(drawing.line).tolist()):
        lines.add(x0 - 2, y0, x0 + 2, y1)
    fits = fits[glyphs.free_all(numbers[fits])]
    fits = fits[chip[fits] | lines.free_all(words[fits])]
    found: list[Placed] = []
    done: set[int] = set()
    for n in fits.tolist():
        (i, text), label, rectangle = tried[n], labels[n], words[n].tolist()
        room = 0 if chip[n] else ROOM * points
        if i not in done and taken.free(rectangle[0] - room, rectangle[1], rectangle[2] + room, rectangle[3]):
            taken.add(*rectangle)
            done.add(i)
            found.append(Placed(float(x[n]), float(y[n]), text, label.style, label.anchor, label.key))
            if len(found) >= limit:
                break
    return found


class _Taken:
    """Pixels that are in use, in squares of two by two so that looking is quick."""

    def __init__(self, box: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = box
        self.corner = left, top
        self.squares = np.zeros((max(0, int(bottom - top) // 2) + 1, max(0, int(right - left) // 2) + 1), dtype=bool)

    def _part(self, x0: float, y0: float, x1: float, y1: float) -> np.ndarray:
        left, top = self.corner
        x0, y0 = max(0, int(x0 - left)) // 2, max(0, int(y0 - top)) // 2
        return self.squares[y0 : max(0, int(y1 - top) // 2 + 1), x0 : max(0, int(x1 - left) // 2 + 1)]

    def add(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self._part(x0, y0, x1, y1)[:] = True

    def free(self, x0: float, y0: float, x1: float, y1: float) -> bool:
        return not bool(self._part(x0, y0, x1, y1).any())

    def free_all(self, boxes: np.ndarray) -> np.ndarray:
        """bool (n,): the same of boxes (n, 4) inside, all at once, by how many squares up to each corner are in use."""
        rows, columns = self.squares.shape
        sums = np.zeros((rows + 1, columns + 1), dtype=np.int32)
        np.cumsum(self.squares, axis=0, dtype=np.int32, out=sums[1:, 1:])
        np.cumsum(sums, axis=1, out=sums)
        x0, y0, x1, y1 = np.maximum(boxes - (*self.corner, *self.corner), 0).T.astype(np.int64) // 2
        x1, y1 = np.minimum(x1 + 1, columns), np.minimum(y1 + 1, rows)
        free: np.ndarray = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0] == 0
        return free
