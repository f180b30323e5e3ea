"""Draws a laid-out tree with a few matplotlib artists, and finds places for its labels.

One LineCollection each draws thin edges, pruned edges and the principal variation, one PathCollection each style of
glyph.  matplotlib takes 0.7 ms to draw a label, so labels are not artists: `TreeDrawing.labels` lists them, `place_labels`
picks those that fit, and the pane paints them as Tk text.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import networkx as nx
import numpy as np
from matplotlib.collections import Collection, LineCollection, PathCollection, PolyCollection
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform

from visualizer.tree.glyphs import GlyphData
from visualizer.tree.layout import Layout
from visualizer.tree.style import (
    BEAD,
    CUTOFF,
    CUTOFF_IN_STACK,
    CUTOFF_INSIDE,
    DIFFERS,
    STYLES,
    Style,
    colour,
    diameter,
    mix,
    tip_height,
)
from visualizer.tree.view import Key
from visualizer.ui.canvas import Sheet
from visualizer.ui.theme import Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # slow to import, and the window draws on a sheet

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

Nodes = dict[Key, GlyphData]
Drawn = TypeVar("Drawn", bound=Collection)

SLOT, PLY = 28.0, 54.0
"""Points a slot and a ply take at zoom 1, where glyphs have their natural size."""

GAP = 4.0
"""Points between a glyph and the label next to it, and between two labels."""

RANKS = ("principal column", "principal", "column", "value", "aside column", "aside value", "count", "pruned")
"""The order in which labels are placed when there is not enough space for all."""


class Label(NamedTuple):
    """A label to paint.

    x, y    where, in slots and plies
    texts   wordings from the longest to the shortest; the first that fits is used
    style   a key of `visualizer.tree.style.FONTS`
    dx, dy  offset from (x, y) at zoom 1, in points, y downwards
    anchor  "w" (text to the right of the point), "n" (below it) or "center"
    rank    lower is placed first (see RANKS)
    line    how many lines of text further down
    key     the glyph whose value or column it is; None for counts
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
        """Whether it is a column, drawn in a bead on a line."""
        return self.style.endswith("column")


class PlacedLabel(NamedTuple):
    """A label that fits: pixel, wording, style, anchor, and its glyph (see `Label`)."""

    x: float
    y: float
    text: str
    style: str
    anchor: str
    key: Key | None = None


class Edges(LineCollection):
    """Many lines drawn as one path: separate paths would cost matplotlib 20 microseconds each."""

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
    """A tree drawn on axes or on a sheet, in slots and plies; whoever shows it sets their limits.

    Artists stay on the axes and are updated for the next graph: making a new one costs twice the time.
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
        self.segments = np.zeros((0, 2, 2))  # of all lines that labels must not cover
        self._artists: dict[str, Collection] = {}
        self._scaled: list[tuple[PathCollection, np.ndarray]] = []
        self._beads: dict[str, PathCollection] = {}  # by the style of their columns

    def show(self, graph: nx.DiGraph, layout: Layout) -> None:
        """Replaces what is drawn."""
        self.clear()
        self.keys = list(graph.nodes)
        nodes: Nodes = dict(graph.nodes.data("data"))
        self.xy = np.array([layout.at[key] for key in self.keys], dtype=float).reshape(-1, 2)
        self.sizes = np.array(
            [
                diameter(nodes[key].style, nodes[key].nodes) * (1.15 if nodes[key].principal else 1.0)
                for key in self.keys
            ]
        )
        self.line = self.xy[[i for i, key in enumerate(self.keys) if nodes[key].principal]]
        self._draw_bands(nodes, layout)
        columns = self._draw_edges(nodes, layout)
        self._draw_glyphs(nodes)
        self.labels = sorted(columns + self._glyph_labels(nodes, layout), key=lambda label: label.rank)

    def clear(self) -> None:
        """Hides everything."""
        for artist in self._artists.values():
            artist.set_visible(False)
        self._scaled.clear()
        self._beads.clear()
        self.keys, self.labels, self.segments = [], [], np.zeros((0, 2, 2))
        self.xy, self.sizes, self.line = np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2))

    def scale(self, slot: float, ply: float) -> None:
        """Sets the glyphs' size for a scale of so many points a slot and a ply."""
        self.zoom = zoom_of(slot, ply)
        for artist, diameters in self._scaled:
            zoom = self.bead_zoom if artist in self._beads.values() else self.zoom
            artist.set_sizes(np.square(diameters * zoom))  # areas

    def draw_beads(self, labels: list[PlacedLabel]) -> None:
        """Draws a bead for each column that has been placed, and no other."""
        at = {(label.style, label.key): (label.x, label.y) for label in self.labels if label.in_bead}
        for style, beads in self._beads.items():
            spots = [at[style, label.key] for label in labels if label.style == style]
            beads.set_offsets(np.array(spots, dtype=float).reshape(-1, 2))

    @property
    def bead_zoom(self) -> float:
        """The size of the columns' beads: they never shrink below their number."""
        return float(np.clip(self.zoom, 0.95, 1.3))

    # -- artists ------------------------------------------------------------------------------------------------------

    def _artist(self, gid: str, make: Callable[[], Drawn]) -> Drawn:
        """The artist with that id, made when it is first needed, and visible."""
        artist = cast("Drawn | None", self._artists.get(gid))
        if artist is None:
            artist = self._artists[gid] = make()
            artist.set_gid(gid)
            self.axes.add_collection(artist, autolim=False)
        artist.set_visible(True)
        return artist

    def _draw_bands(self, nodes: Nodes, layout: Layout) -> None:
        """A faint stripe for every other ply shows whose move it is."""
        first = min(node.ply for node in nodes.values())
        stripes = [
            [(-1e6, above - 0.73), (1e6, above - 0.73), (1e6, below - 0.73), (-1e6, below - 0.73)]
            for ply, (above, below) in enumerate(pairwise(layout.lanes), start=first)
            if ply % 2 == 0
        ]
        bands = self._artist("bands", lambda: PolyCollection([], edgecolors="none", zorder=0))
        bands.set_verts(stripes)
        bands.set_facecolor(self.theme.window)

    def _draw_lines(self, gid: str, lines: list[tuple[Spot, ...]], colour: str, width: float, **options: Any) -> None:
        edges = self._artist(gid, lambda: Edges([], linewidths=width, **options))
        edges.set_segments(lines)
        edges.set_color(colour)

    def _draw_edges(self, nodes: Nodes, layout: Layout) -> list[Label]:
        """Draws the lines, the cutoff bars and the beads; returns the labels of the columns in the beads."""
        theme = self.theme
        thin: list[tuple[Spot, ...]] = []
        pruned: list[tuple[Spot, ...]] = []
        line: list[tuple[Spot, ...]] = []
        cuts: dict[bool, list[Spot]] = {False: [], True: []}
        columns: list[Label] = []
        for child, edge in layout.edges.items():
            node = nodes[child]
            if node.invisible:
                continue
            (line if node.principal else pruned if node.pruned else thin).append(edge.route)
            if node.column:
                style = "principal column" if node.principal else "column"
                rank = RANKS.index("aside column" if node.aside else style)
                tip = tip_height(node.style, node.nodes)
                columns.append(Label(*edge.bead, (str(node.column),), style, rank=rank, key=child, tip=tip))
            if node.pruned:
                cuts[child in layout.stacked].append(edge.cut)
        steps = [step for route in (*thin, *pruned) for step in pairwise(route)]
        self.segments = np.array(steps, dtype=float).reshape(-1, 2, 2)
        self._draw_lines("edges", thin, theme.faint, 1.0, zorder=1)
        self._draw_lines("pruned edges", pruned, theme.faint, 1.0, zorder=1, linestyles=(0, (2, 2)))
        self._draw_lines("principal variation", line, theme.exact, 3.4, zorder=2, capstyle="round")
        self._draw_paths(CUTOFF, cuts[False], CUTOFF.size, zorder=3, gid="cuts")
        if cuts[True]:
            self._draw_paths(CUTOFF_IN_STACK, cuts[True], CUTOFF.size, zorder=3, gid="cuts in stacks")
        for style in dict.fromkeys(label.style for label in columns):
            dark = theme.exact if style.startswith("principal") else None
            spots = [(label.x, label.y) for label in columns if label.style == style]
            self._beads[style] = self._draw_paths(
                BEAD, spots, BEAD.size, zorder=4.2, gid=style + "s", fill=dark, edge=dark
            )
        return columns

    def _draw_glyphs(self, nodes: Nodes) -> None:
        shown = [nodes[key] for key in self.keys]
        styles = np.array([node.style for node in shown])
        principal = np.array([node.principal for node in shown])
        visible = np.array([not node.invisible for node in shown])
        tints = [node.tint and mix(self.theme.panel, colour(self.theme, node.tint[0]), node.tint[1]) for node in shown]
        for name in dict.fromkeys(styles.tolist()):
            chosen = np.flatnonzero((styles == name) & visible)
            if len(chosen):
                bold = principal[chosen]
                widths = np.where(bold, 2.4, 1.0) if bold.any() else 1.0
                plain = colour(self.theme, STYLES[name].fill or "panel")
                fill = [tints[i] or plain for i in chosen] if any(tints) else None
                self._draw_paths(
                    STYLES[name], self.xy[chosen], self.sizes[chosen], zorder=4, gid=name, widths=widths, fill=fill
                )
        differ = [i for i, node in enumerate(shown) if node.differs]
        if differ:
            self._draw_paths(DIFFERS, self.xy[differ], self.sizes[differ] + 10, zorder=3.5, gid="differs", widths=2.0)
        cut = [i for i, node in enumerate(shown) if node.cut and node.folded]
        if cut:
            self._draw_paths(CUTOFF_INSIDE, self.xy[cut], self.sizes[cut], zorder=4.5, gid="folded cuts")

    def _draw_paths(
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

        def make() -> PathCollection:
            return PathCollection(
                (style.path,),
                transform=IdentityTransform(),
                offset_transform=self.axes.transData,
                linestyles=[(0, (2, 1.5))] if style.dashed else "solid",
                hatch=style.hatch,
                zorder=zorder,
            )

        artist = self._artist(gid, make)
        artist.set_offsets(offsets)
        artist.set_sizes(np.square(diameters * self.zoom))
        artist.set_facecolor(fill or colour(self.theme, style.fill or "panel"))
        artist.set_edgecolor(edge or colour(self.theme, style.edge))
        artist.set_linewidth(widths)
        self._scaled.append((artist, diameters))
        return artist

    def _glyph_labels(self, nodes: Nodes, layout: Layout) -> list[Label]:
        """The values and counts of glyphs: to their right, or below them where a sibling is to the right."""
        labels, rank = [], RANKS.index
        for i, key in enumerate(self.keys):
            node = nodes[key]
            if node.invisible:
                continue
            (x, y), half, stacked = layout.at[key], self.sizes[i] / 2, key in layout.stacked
            below = half + (3 if node.cut else 0 if node.style == "stub" else 1)
            right = node.principal or node.aside or stacked or node.best is not None or not node.column
            if node.value:
                style = "principal" if node.principal else "value"
                order = rank("aside value" if node.aside else style)
                texts = (node.value, "≠") if "≠" in node.value else (node.value,)
                dx, dy, anchor = (half, 0.0, "w") if right else (0.0, below, "n")
                labels.append(Label(x, y, texts, style, dx, dy, anchor, order, 0, key))
            if node.counts and not (stacked and node.value):
                order = rank("pruned" if node.style == "stub" else "count")
                if stacked:
                    labels.append(Label(x, y, node.counts, "count", half, 0.0, "w", order))
                else:
                    line = int(bool(node.value) and not right)
                    labels.append(Label(x, y, node.counts, "count", 0.0, below, "n", order, line))
        return labels


# -- label placement --------------------------------------------------------------------------------------------------

Area = tuple[slice, slice]


class PixelMask:
    """Marks which pixels of a picture are in use, in squares of two by two to be quick."""

    def __init__(self, box: Box) -> None:
        left, top, right, bottom = box
        self.corner = left, top
        self.squares = np.zeros((max(0, int(bottom - top) // 2) + 1, max(0, int(right - left) // 2) + 1), dtype=bool)

    def areas(self, boxes: np.ndarray) -> list[Area]:
        """The squares of boxes in pixels, shape (n, 4): left, top, right, bottom."""
        low = np.maximum((boxes[:, :2] - self.corner).astype(np.int64), 0) // 2
        high = np.maximum((boxes[:, 2:] - self.corner).astype(np.int64) // 2 + 1, 0)
        return [
            (slice(top, bottom), slice(left, right)) for left, top, right, bottom in np.hstack((low, high)).tolist()
        ]

    def add(self, boxes: np.ndarray) -> None:
        """Marks boxes as used."""
        for area in self.areas(boxes):
            self.squares[area] = True

    def add_lines(self, segments: np.ndarray) -> None:
        """Marks straight lines, shape (n, 2, 2): end by end, x and y."""
        (height, width), (left, top) = self.squares.shape, self.corner
        ends = (segments - (left, top)) / 2
        low, high = ends.min(axis=1), ends.max(axis=1)
        ends = ends[((high >= 0) & (low < (width, height))).all(axis=1)]
        ends = np.clip(ends, -2 * max(width, height), 3 * max(width, height))
        if not len(ends):
            return
        steps = np.ceil(np.abs(ends[:, 1] - ends[:, 0]).max(axis=1)).astype(np.int64) + 1
        which = np.repeat(np.arange(len(ends)), steps)
        part = (np.arange(steps.sum()) - np.repeat(np.cumsum(steps) - steps, steps)) / np.maximum(steps - 1, 1)[which]
        x, y = (ends[which, 0] + part[:, None] * (ends[which, 1] - ends[which, 0])).astype(np.int64).T
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        self.squares[y[inside], x[inside]] = True

    def free(self, boxes: np.ndarray) -> np.ndarray:
        """bool (n,): whether boxes (n, 4) inside are unused, by counting the used squares up to each corner."""
        rows, columns = self.squares.shape
        sums = np.zeros((rows + 1, columns + 1), dtype=np.int32)
        np.cumsum(self.squares, axis=0, dtype=np.int32, out=sums[1:, 1:])
        np.cumsum(sums, axis=1, out=sums)
        x0, y0, x1, y1 = np.maximum(boxes - (*self.corner, *self.corner), 0).T.astype(np.int64) // 2
        x1, y1 = np.minimum(x1 + 1, columns), np.minimum(y1 + 1, rows)
        free: np.ndarray = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0] == 0
        return free


def place_labels(
    drawing: TreeDrawing,
    to_pixels: Callable[[np.ndarray], np.ndarray],
    box: Box,
    measure: Callable[[str, str], tuple[float, float]],
    points: float = 1.0,
    limit: int = 800,
) -> list[PlacedLabel]:
    """The labels that fit inside a box without covering a glyph or each other.

    `to_pixels(xy)` maps an array of (slot, ply) to pixels, y downwards; `measure(text, style)` gives the (width,
    height) of a text in pixels; `points` is the number of pixels in a point.
    """
    if not drawing.labels:
        return []
    zoom = drawing.zoom * points
    left, top, right, bottom = box
    anchors = to_pixels(np.array([(label.x, label.y) for label in drawing.labels]))
    inside: np.ndarray = np.all((anchors > (left, top)) & (anchors < (right, bottom)), axis=1)
    tried = [(i, text) for i, label in enumerate(drawing.labels) if inside[i] for text in label.texts]
    if not tried:
        return []
    labels = [drawing.labels[i] for i, _ in tried]
    in_bead = np.array([label.in_bead for label in labels])
    west, north = (np.array([label.anchor == anchor for label in labels]) for anchor in "wn")
    width, height = np.array([measure(text, label.style) for (_, text), label in zip(tried, labels)], dtype=float).T
    x, y = (anchors[[i for i, _ in tried]] + zoom * np.array([(label.dx, label.dy) for label in labels])).T
    x = x + GAP * points * west
    y = y + (height - 2) * [label.line for label in labels]
    x0, y0 = np.where(west, x, x - width / 2), np.where(north, y, y - height / 2)
    bead = BEAD.size * drawing.bead_zoom * points / 2 - 1  # no label and no other bead covers it
    boxes = np.where(in_bead, (x - bead, y - bead, x + bead, y + bead), (x0, y0 + 2, x0 + width, y0 + height - 2)).T
    half_digit = 0.24 * height  # less what the mask's squares round up
    below = y + half_digit - zoom * np.array([label.tip for label in labels])
    digits = np.where(in_bead, (x - width / 2, y - half_digit, x + width / 2, below), boxes.T).T

    fits = np.flatnonzero((boxes[:, :2] >= (left, top)).all(axis=1) & (boxes[:, 2:] <= (right, bottom)).all(axis=1))
    glyphs, lines = _used_pixels(drawing, to_pixels, box, zoom)
    fits = fits[glyphs.free(digits[fits])]
    fits = fits[in_bead[fits] | lines.free(boxes[fits])]
    gap = GAP * points * ~in_bead[fits]
    before = np.where(west[fits], 0, gap)  # its glyph is there
    boxes, zero = boxes[fits], np.zeros(len(fits))
    used = PixelMask(box)
    wanted = used.areas(boxes + np.stack((-before, zero, gap, zero), axis=1))
    placed: list[PlacedLabel] = []
    done: set[int] = set()
    for n, across, down, want, area in zip(
        fits.tolist(), x[fits].tolist(), y[fits].tolist(), wanted, used.areas(boxes)
    ):
        (i, text), label = tried[n], labels[n]
        if i not in done and not used.squares[want].any():
            used.squares[area] = True
            done.add(i)
            placed.append(PlacedLabel(across, down, text, label.style, label.anchor, label.key))
            if len(placed) >= limit:
                break
    return placed


def _used_pixels(
    drawing: TreeDrawing, to_pixels: Callable[[np.ndarray], np.ndarray], box: Box, zoom: float
) -> tuple[PixelMask, PixelMask]:
    """The pixels of all glyphs, and those of all lines."""
    left, top, right, bottom = box
    glyphs, lines = PixelMask(box), PixelMask(box)
    half = (drawing.sizes * zoom * 0.43)[:, None]
    spots = to_pixels(drawing.xy)
    near = ((spots > (left - 40, top - 40)) & (spots < (right + 40, bottom + 40))).all(axis=1)
    glyphs.add(np.hstack((spots - half, spots + half))[near])
    line = to_pixels(drawing.line)
    lines.add(np.hstack((line[:-1] - (2, 0), np.stack((line[:-1, 0] + 2, line[1:, 1]), axis=1))))
    lines.add_lines(to_pixels(drawing.segments.reshape(-1, 2)).reshape(-1, 2, 2))
    return glyphs, lines


# -- notes that come and go -------------------------------------------------------------------------------------------

DIRECTIONS = tuple(pi * part / 12 for part in (-6, 6, 0, 12, -3, 3, -9, 9, -1, 1, -11, 11, -5, 5, -7, 7))
"""The directions from a glyph in which a note may be, the best first: above, below, right, left, between."""

DISTANCES = tuple(1.35**step for step in range(18))
"""How far away it may be, as multiples of the first distance."""


def used_boxes(
    labels: list[PlacedLabel],
    measure: Callable[[str, str], tuple[float, float]],
    bead: float,
    spots: np.ndarray,
    radii: np.ndarray,
    moved: tuple[float, float] = (0, 0),
) -> np.ndarray:
    """The pixels of labels and glyphs, shape (n, 4), after all was moved; columns are in beads of the radius `bead`,
    glyphs at `spots`, shape (m, 2).
    """
    boxes: list[Box] = []
    for label in labels:
        if label.style.endswith("column"):
            boxes.append((label.x - bead, label.y - bead, label.x + bead, label.y + bead))
            continue
        width, height = measure(label.text, label.style)
        x = label.x if label.anchor == "w" else label.x - width / 2
        y = label.y if label.anchor == "n" else label.y - height / 2
        boxes.append((x, y + 2, x + width, y + height - 2))
    half = radii[:, None]
    return np.vstack((np.array(boxes).reshape(-1, 4), np.hstack((spots - half, spots + half)))) + (*moved, *moved)


def place_note(size: tuple[float, float], at: Spot, radius: float, used: np.ndarray, frame: Box) -> Box:
    """The box for a note of `size` about the point `at`, outside `radius`, nearest to it among those in the frame that
    cover none of the boxes `used`, shape (n, 4); where there is none, the one that covers least.
    """
    (width, height), (x, y) = size, at
    reach = radius + 3
    least, best = np.inf, frame
    for distance in DISTANCES:
        dx, dy = np.cos(DIRECTIONS), np.sin(DIRECTIONS)
        middle_x = x + dx * (reach * distance + width / 2 * abs(dx))
        middle_y = y + dy * (reach * distance + height / 2)
        left = np.clip(middle_x - width / 2, frame[0], frame[2] - width)
        top = np.clip(middle_y - height / 2, frame[1], frame[3] - height)
        tried = np.stack((left, top, left + width, top + height), axis=1)
        span = reach * distance + width + height  # nothing beyond it can be covered
        near = used[((used[:, :2] < (x + span, y + span)) & (used[:, 2:] > (x - span, y - span))).all(axis=1)]
        low = np.maximum(tried[:, None, :2], near[None, :, :2])
        high = np.minimum(tried[:, None, 2:], near[None, :, 2:])
        covered = np.maximum(high - low, 0).prod(axis=2).sum(axis=1)
        first = int(np.argmin(covered))
        if covered[first] < least:
            least, best = covered[first], tuple(tried[first].tolist())
        if least == 0:
            break
    return best
