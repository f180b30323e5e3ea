"""Draws a laid-out tree with a few matplotlib artists, and finds places for its labels.

One LineCollection each draws thin edges, pruned edges and the principal variation, one PathCollection each style of
glyph.  matplotlib takes 0.7 ms to draw a label, so labels are not artists: `TreeDrawing.labels` lists them, `place_labels`
picks those that fit, and the pane paints them as Tk text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache, partial
from math import pi
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import networkx as nx
import numpy as np
from matplotlib.collections import Collection, LineCollection, PathCollection, PolyCollection
from matplotlib.transforms import IdentityTransform

from visualizer.state.preferences import DISC_COLOURS
from visualizer.state.tree.glyphs import Sides
from visualizer.state.tree.view import GlyphData, Key
from visualizer.tree.layout import ABOVE, Layout
from visualizer.tree.style import CUTOFF, DISC, LINE, STYLES, Style, colour, skirt
from visualizer.ui.canvas import Sheet
from visualizer.ui.drawing_settings import own_settings
from visualizer.ui.theme import Theme, ink_on, mixed

if TYPE_CHECKING:
    from matplotlib.axes import Axes  # slow to import, and the window draws on a sheet

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

Nodes = dict[Key, GlyphData]
Drawn = TypeVar("Drawn", bound=Collection)
Measure = Callable[[str, str], tuple[float, float]]
"""The (width, height) of a text in a label's style."""

GAP = 4.0
"""Points between two neighbours in a row at zoom 1."""

SKIRT = 6.0
"""Points that the skirt of a folded node takes below it at zoom 1."""

DIM = 0.75
"""How much of the ground is mixed into what does not match the filter."""

RANKS = ("column", "principal", "value", "count")
"""The order in which labels are placed when there is not enough space for all."""


class Label(NamedTuple):
    """A label to paint.

    x, y    where, as in the layout
    texts   wordings from the longest to the shortest; the first that fits is used
    style   a key of `visualizer.tree.style.FONTS`
    ink     its colour, "#rrggbb"; "" for that of its style
    below   points at zoom 1 from (x, y) to the top of the text; None for a text on its glyph
    key     the glyph whose value or column it is; None for counts
    """

    x: float
    y: float
    texts: tuple[str, ...]
    style: str
    ink: str = ""
    below: float | None = None
    key: Key | None = None


class PlacedLabel(NamedTuple):
    """A label that fits: pixels of its middle, wording, style, colour, and its glyph (see `Label`)."""

    x: float
    y: float
    text: str
    style: str
    ink: str = ""
    key: Key | None = None


def diameter(data: GlyphData) -> float:
    """Size of a glyph in points at zoom 1."""
    return STYLES[data.style].size * (1.15 if data.principal else 1.0)


@lru_cache(10_000)
def value_texts(value: str) -> tuple[str, ...]:
    """Wordings of a value, the longest first: "−0.13", "−.13"; of two different ones, "3 ≠ 5", "≠"."""
    short = "≠" if "≠" in value else value.replace("0.", ".") if value.count(".") == 1 else value
    return tuple(dict.fromkeys((value, short)))


def space_of(measure: Measure, terse: bool = False) -> Callable[[GlyphData], float]:
    """The width that a glyph takes with its words, or with the shortest ones; `measure` gives sizes at zoom 1."""

    def space(data: GlyphData) -> float:
        style = "principal" if data.principal else "value"
        words = [measure(value_texts(data.value)[-terse], style)[0]] if data.value else []
        if data.note and data.value:
            words.append(measure(data.note, "count")[0])
        return max(diameter(data), *words, 0.0) + GAP

    return space


class TreeDrawing:
    """A tree drawn on axes or on a sheet, in the units of its layout; whoever shows it sets their limits.

    Artists stay on the axes and are updated for the next graph: making a new one costs twice the time.
    """

    def __init__(self, axes: Axes | Sheet, theme: Theme):
        self.axes = axes
        self.theme = theme
        self.sides: Sides | None = None
        """Word and colour of MAX's discs and of MIN's; without them they are red and yellow."""
        self._artists: dict[str, Collection] = {}
        self.zoom = 1.0
        self.terse = False
        """Whether only the shortest wordings are used."""
        self.clear()

    def clear(self) -> None:
        """Hides everything."""
        for artist in self._artists.values():
            artist.set_visible(False)
        self._scaled: list[tuple[PathCollection, np.ndarray]] = []
        self._lines: list[tuple[LineCollection, np.ndarray]] = []
        self._cuts: tuple[PathCollection, np.ndarray] | None = None
        self.keys: list[Key] = []
        self.labels: list[Label] = []
        self.xy, self.sizes, self.starts = np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2))
        self.visible = np.zeros(0, dtype=bool)
        self._index: dict[Key, int] = {}

    def show(self, graph: nx.DiGraph, layout: Layout) -> None:
        """Replaces what is drawn."""
        self.clear()
        self.keys = list(graph.nodes)
        nodes: Nodes = dict(graph.nodes.data("data"))
        self._index = {key: i for i, key in enumerate(self.keys)}
        self.xy = np.array([layout.at[key] for key in self.keys], dtype=float).reshape(-1, 2)
        self.sizes = np.array([diameter(nodes[key]) for key in self.keys])  # in points at zoom 1
        self.visible = np.array([not nodes[key].invisible for key in self.keys])
        lines = np.array([2 if data.note else int(data.value != "" and data.column > 0) for data in nodes.values()])
        plies = np.array([data.ply for data in nodes.values()])
        lowest = np.array([lines[plies == ply].max() for ply in range(plies.max() + 1)])[plies]
        self.starts = 12 + SKIRT / 2 + LINE * np.stack((lines, lowest), axis=1)
        self._draw_bands(layout)
        self._draw_edges(nodes, layout)
        self._draw_glyphs(nodes)
        labels = sorted(self._glyph_labels(nodes), key=lambda label: RANKS.index(label.style))
        self.labels = [label._replace(texts=label.texts[-1:]) for label in labels] if self.terse else labels

    def scale(self, zoom: float, ply: float) -> None:
        """Sets the glyphs' sizes, and where lines begin and end, for a zoom and so many points a ply."""
        self.zoom = zoom
        for artist, diameters in self._scaled:
            artist.set_sizes(np.square(diameters * zoom))  # areas
        for edges, ends in self._lines:
            edges.set_segments(list(self.route(ends[:, 0], ends[:, 1], ply)))
        if self._cuts is not None:
            bars, ends = self._cuts
            route = self.route(ends[:, 0], ends[:, 1], ply)
            bars.set_offsets(0.45 * route[:, 1] + 0.55 * route[:, 2])

    def route(self, parents: np.ndarray, children: np.ndarray, ply: float) -> np.ndarray:
        """The lines from glyphs to glyphs, by their indices: (n, 3, 2), from below the words of the one straight down
        past those of its neighbours, and on to the other.
        """
        route: np.ndarray = self.xy[np.stack((parents, parents, children), axis=1)]
        route[:, :2, 1] += np.minimum(self.starts[parents] * self.zoom / ply, 0.66)
        route[:, 2, 1] -= np.minimum(0.45 * self.sizes[children] * self.zoom / ply, 0.3)
        return route

    def index(self, key: Key) -> int:
        """The index of a key among the drawn glyphs."""
        return self._index[key]

    # -- artists ------------------------------------------------------------------------------------------------------

    def _artist(self, gid: str, make: Callable[[], Drawn]) -> Drawn:
        """The artist with that id, made when it is first needed, and visible."""
        artist = cast("Drawn | None", self._artists.get(gid))
        if artist is None:
            with own_settings():
                artist = self._artists[gid] = make()
            artist.set_gid(gid)
            self.axes.add_collection(artist, autolim=False)
        artist.set_visible(True)
        return artist

    def _draw_bands(self, layout: Layout) -> None:
        """A faint stripe for every other ply shows whose move it is."""
        stripes = [
            [(x, ply - ABOVE + down) for x, down in ((-1e6, 0), (1e6, 0), (1e6, 1), (-1e6, 1))]
            for ply in layout.plies
            if ply % 2 == 0
        ]
        bands = self._artist("bands", lambda: PolyCollection([], edgecolors="none", zorder=0))
        bands.set_verts(stripes)
        bands.set_facecolor(self.theme.window)

    def _draw_edges(self, nodes: Nodes, layout: Layout) -> None:
        """Draws the lines and the cutoff bars; `scale` gives them their places."""
        theme = self.theme
        drawn: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for child, parent in layout.parents.items():
            node = nodes[child]
            if not node.invisible:
                sort = "principal variation" if node.principal else "pruned edges" if node.pruned else "edges"
                ends = self._index[parent], self._index[child]
                drawn["dim" if node.dim else sort].append(ends)
        looks: dict[str, tuple[str, float, dict[str, Any]]] = {
            "edges": (theme.faint, 1.0, {"zorder": 1}),
            "dim": (theme.line, 1.0, {"zorder": 0.9}),
            "pruned edges": (theme.bad, 2.0, {"zorder": 1, "linestyles": (0, (3, 1.5))}),
            "principal variation": (theme.exact, 3.4, {"zorder": 2, "capstyle": "round"}),
        }
        for gid, (ink, width, options) in looks.items():
            make = partial(LineCollection, [], linewidths=width, **options)
            edges = self._artist(gid, make)
            edges.set_color(ink)
            self._lines.append((edges, np.array(drawn[gid], dtype=int).reshape(-1, 2)))
        cuts = np.array(drawn["pruned edges"], dtype=int).reshape(-1, 2)
        self._cuts = self._draw_paths(CUTOFF, np.zeros((len(cuts), 2)), CUTOFF.size, zorder=3, gid="cuts"), cuts

    def _fill(self, node: GlyphData) -> str:
        """The colour of a glyph."""
        theme, name = self.theme, STYLES[node.style].fill
        if name == DISC:
            fill = (self.sides or DISC_COLOURS["red and yellow"])[not node.by_max][1]
        else:
            fill = colour(theme, name or "panel")
        return mixed(fill, theme.panel, DIM) if node.dim else fill

    def _draw_glyphs(self, nodes: Nodes) -> None:
        shown = [nodes[key] for key in self.keys]
        groups: dict[str, list[int]] = {}
        for i, node in enumerate(shown):
            if not node.invisible:
                groups.setdefault(node.style, []).append(i)
                if node.folded and node.style != "left out":
                    sort = "folded cuts" if node.cut else "folded"
                    groups.setdefault(f"{sort} {len(str(node.nodes))}", []).append(i)
        for name, chosen in groups.items():
            spots, sizes = self.xy[chosen], self.sizes[chosen]
            if name.startswith("folded"):
                base = skirt(int(name.split()[-1]), "cuts" in name)
                self._draw_paths(base, spots, base.size, zorder=3.6, gid=name)
            else:
                widths = np.where([shown[i].principal for i in chosen], 2.6, 1.0)
                fill = [self._fill(shown[i]) for i in chosen]
                edge = [self.theme.line if shown[i].dim else colour(self.theme, STYLES[name].edge) for i in chosen]
                self._draw_paths(STYLES[name], spots, sizes, zorder=4, gid=name, widths=widths, fill=fill, edge=edge)

    def _draw_paths(
        self,
        style: Style,
        offsets: Any,
        diameters: Any,
        zorder: float,
        gid: str,
        widths: Any = 1.0,
        fill: Any = None,
        edge: Any = None,
    ) -> PathCollection:
        diameters = np.atleast_1d(diameters)
        if np.all(diameters == diameters[:1]):  # then matplotlib draws it once and copies it
            diameters = diameters[:1]
        fill, edge, widths = (_same(values) for values in (fill, edge, widths))

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
        artist.set_facecolor(fill or colour(self.theme, style.fill or "panel"))
        artist.set_edgecolor(edge or colour(self.theme, style.edge))
        artist.set_linewidth(widths)
        self._scaled.append((artist, diameters))
        return artist

    def _glyph_labels(self, nodes: Nodes) -> list[Label]:
        """The columns on the glyphs, and the values and counts below them."""
        labels = []
        for i, key in enumerate(self.keys):
            node = nodes[key]
            if node.invisible:
                continue
            (x, y), faint = self.xy[i].tolist(), self.theme.line if node.dim else ""
            if node.inside:
                plain = STYLES[node.style].hatch is None
                ink = faint or (ink_on(self._fill(node)) if plain else self.theme.text)
                labels.append(Label(x, y, (node.inside,), "column", ink, None, key))
            below = self.sizes[i] / 2 + (SKIRT if node.folded else 1)
            if node.value:
                place = None if node.style.endswith("root") and not node.folded else below
                labels.append(
                    Label(x, y, value_texts(node.value), "principal" if node.principal else "value", faint, place, key)
                )
            if node.note and not node.quiet:
                ink = faint or (self.theme.bad if node.cut or node.pruned else "")
                labels.append(Label(x, y, (node.note,), "count", ink, max(below, 12 + SKIRT) + LINE))
        return labels


def _same(values: Any) -> Any:
    """One value for a list of equal ones: matplotlib then draws the glyphs faster."""
    return values[0] if isinstance(values, list | np.ndarray) and len(set(values)) == 1 else values


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
    measure: Measure,
    points: float = 1.0,
    limit: int = 1600,
) -> list[PlacedLabel]:
    """The labels that fit inside a box without covering a glyph or each other.

    `to_pixels(xy)` maps an array of (x, ply) to pixels, y downwards; `measure(text, style)` gives the (width, height)
    of a text in pixels at this zoom; `points` is the number of pixels in a point.
    """
    labels = drawing.labels
    if not labels:
        return []
    zoom = drawing.zoom * points
    anchors = to_pixels(np.array([(label.x, label.y) for label in labels]))
    inside: np.ndarray = np.all((anchors > box[:2]) & (anchors < box[2:]), axis=1)
    tried = [(i, text) for i in np.flatnonzero(inside).tolist() for text in labels[i].texts]
    if not tried:
        return []
    width, height = np.array([measure(text, labels[i].style) for i, text in tried], dtype=float).T
    x, y = anchors[[i for i, _ in tried]].T
    on_glyph = np.array([labels[i].below is None for i, _ in tried])
    left, right = box[0] + width / 2, box[2] - width / 2
    x = np.where(on_glyph | (np.abs(x - np.clip(x, left, right)) > 20 * points), x, np.clip(x, left, right))
    y = y + np.where(on_glyph, 0, zoom * np.array([labels[i].below or 0.0 for i, _ in tried]) + height / 2)
    boxes = np.stack((x - width / 2, y - height / 2 + 2, x + width / 2, y + height / 2 - 2), axis=1)
    fits = np.flatnonzero((boxes[:, :2] >= box[:2]).all(axis=1) & (boxes[:, 2:] <= box[2:]).all(axis=1))
    free = _glyph_mask(drawing, to_pixels, box, zoom).free(boxes[fits])
    fits = fits[np.where(on_glyph[fits], 20 * zoom > 0.9 * height[fits], free)]
    used = PixelMask(box)
    placed: list[PlacedLabel] = []
    done: set[int] = set()
    for n, area in zip(fits.tolist(), used.areas(boxes[fits])):
        i, text = tried[n]
        if i not in done and not used.squares[area].any():
            used.squares[area] = True
            done.add(i)
            placed.append(PlacedLabel(float(x[n]), float(y[n]), text, labels[i].style, labels[i].ink, labels[i].key))
            if len(placed) >= limit:
                break
    return placed


def _glyph_mask(
    drawing: TreeDrawing, to_pixels: Callable[[np.ndarray], np.ndarray], box: Box, zoom: float
) -> PixelMask:
    """The pixels of all glyphs."""
    mask, spots = PixelMask(box), to_pixels(drawing.xy)
    half = (drawing.sizes * zoom * 0.43)[:, None]
    near = ((spots > (box[0] - 40, box[1] - 40)) & (spots < (box[2] + 40, box[3] + 40))).all(axis=1)
    mask.add(np.hstack((spots - half, spots + half))[near])
    return mask


# -- notes that come and go -------------------------------------------------------------------------------------------

DIRECTIONS = tuple(pi * part / 12 for part in (-6, 6, 0, 12, -3, 3, -9, 9, -1, 1, -11, 11, -5, 5, -7, 7))
"""The directions from a glyph in which a note may be, the best first: above, below, right, left, between."""

DISTANCES = tuple(1.35**step for step in range(18))
"""How far away it may be, as multiples of the first distance."""


def used_boxes(
    labels: list[PlacedLabel],
    measure: Measure,
    spots: np.ndarray,
    radii: np.ndarray,
    moved: tuple[float, float] = (0, 0),
) -> np.ndarray:
    """The pixels of labels and glyphs, shape (n, 4), after all was moved; glyphs are at `spots`, shape (m, 2)."""
    boxes: list[Box] = []
    for label in labels:
        width, height = measure(label.text, label.style)
        x, y = label.x - width / 2, label.y - height / 2
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
