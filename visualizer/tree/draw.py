"""What there is to draw of a laid-out tree, in few layers.  Imports numpy; no Tk, no matplotlib.

One layer each for thin edges, pruned edges and the principal variation, one a look.  `visualizer.tree.paint` draws them
in the window, `visualizer.tree.export.picture` with matplotlib.  Words are listed in `labels`, `place` picks those that
fit, and the pane paints them as Tk text.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from visualizer.kit.theme import Theme
from visualizer.tree.facts import Facts
from visualizer.tree.glyphs import CHIP, CUT, DIFFERS, FOOT, STYLES, TURNED, UPRIGHT, Style, colour, diameter, mix, tip
from visualizer.tree.graph import Graph
from visualizer.tree.layout import Layout
from visualizer.tree.taken import Taken
from visualizer.tree.view import Key

Spot = tuple[float, float]
Nodes = dict[Key, Facts]

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


class Lines(NamedTuple):
    """Lines of one look: their corners in slots and plies, and their width in points."""

    name: str
    routes: list[tuple[Spot, ...]]
    colour: str
    width: float
    dashed: bool = False


@dataclass
class Glyphs:
    """Glyphs of one look: where their middles are, in slots and plies, shape (n, 2), and for each, or for all, its
    diameter in points at zoom 1, the width of its line in points, and its fill; `bead` is the style of the columns that
    stand in them.
    """

    name: str
    style: Style
    spots: np.ndarray
    diameters: np.ndarray
    edge: str
    fills: list[str]
    widths: np.ndarray = field(default_factory=lambda: np.ones(1))
    bead: str = ""


def zoom_of(slot: float, ply: float) -> float:
    """The size of glyphs at a scale of so many points a slot and a ply."""
    return float(np.clip(min(slot / SLOT, ply / PLY), 0.28, 1.5))


class TreeDrawing:
    """A tree to draw: `show` lists its layers, `scale` sets how large glyphs are, `string_beads` which beads are seen.

    bands       (above, below) of every other ply, so that the eye can tell whose move a glyph is
    layers      what stands on them, from below to above
    """

    def __init__(self, theme: Theme):
        self.theme = theme
        self.zoom = 1.0
        self.clear()

    def clear(self) -> None:
        """Nothing is left to draw."""
        self.bands: list[Spot] = []
        self.layers: list[Lines | Glyphs] = []
        self.keys: list[Key] = []
        self.labels: list[Label] = []
        self.layout: Layout | None = None
        self.xy = np.zeros((0, 2))
        self.sizes = np.zeros(0)  # diameters in points at zoom 1
        self.line = np.zeros((0, 2))  # the principal variation
        self.segments = np.zeros((0, 2, 2))  # of all lines that words keep off

    def show(self, graph: Graph, placed: Layout) -> None:
        """Replaces what there is to draw."""
        self.clear()
        nodes = graph.facts
        self.keys = list(nodes)
        at, self.layout = placed.at, placed
        self.xy = np.array([at[key] for key in self.keys], dtype=float).reshape(-1, 2)
        self.sizes = np.array(
            [diameter(nodes[key].look, nodes[key].nodes) * (1.15 if nodes[key].principal else 1.0) for key in self.keys]
        )
        self.line = self.xy[[i for i, key in enumerate(self.keys) if nodes[key].principal]]
        first = min(node.ply for node in nodes.values())
        self.bands = [
            (above - 0.73, below - 0.73)
            for ply, (above, below) in enumerate(pairwise(placed.lanes), start=first)
            if ply % 2 == 0
        ]
        columns, beads = self._edges(nodes, placed)
        feet = self._glyphs(nodes)
        self.layers += [*beads, *feet]
        self.labels = sorted(columns + self._words(nodes, placed), key=lambda label: label.rank)

    def scale(self, slot: float, ply: float) -> None:
        """Sets the glyphs' size for a scale of so many points a slot and a ply."""
        self.zoom = zoom_of(slot, ply)

    def diameters(self, glyphs: Glyphs) -> np.ndarray:
        """How large glyphs are now, in points."""
        return glyphs.diameters * (self.chip_zoom if glyphs.bead else self.zoom)

    def string_beads(self, words: list[Placed]) -> None:
        """Draws a bead for each column that was placed, and no other."""
        at = {(label.style, label.key): (label.x, label.y) for label in self.labels if label.in_bead}
        for layer in self.layers:
            if isinstance(layer, Glyphs) and layer.bead:
                spots = [at[layer.bead, word.key] for word in words if word.style == layer.bead]
                layer.spots = np.array(spots, dtype=float).reshape(-1, 2)

    @property
    def chip_zoom(self) -> float:
        """The size of the columns' beads: they never shrink below their number."""
        return float(np.clip(self.zoom, 0.95, 1.3))

    # -- layers -------------------------------------------------------------------------------------------------------

    def _edges(self, nodes: Nodes, placed: Layout) -> tuple[list[Label], list[Glyphs]]:
        """Lists the lines and the bars across them; returns the columns, and the beads in which they stand."""
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
        self.layers = [
            Lines("edges", thin, theme.faint, 1.0),
            Lines("pruned edges", pruned, theme.faint, 1.0, dashed=True),
            Lines("principal variation", line, theme.exact, 3.4),
            self._some("cuts", CUT, cuts[False], CUT.size),
            self._some("cuts in stacks", UPRIGHT, cuts[True], UPRIGHT.size),
        ]
        beads = []
        for style in dict.fromkeys(label.style for label in columns):
            spots = [(label.x, label.y) for label in columns if label.style == style]
            bead = self._some(style + "s", TURNED if "turned" in style else CHIP, spots, CHIP.size, bead=style)
            if style.startswith("principal"):
                bead.fills, bead.edge = [theme.exact], theme.exact
            beads.append(bead)
        return columns, beads

    def _glyphs(self, nodes: Nodes) -> list[Glyphs]:
        """Lists the glyphs; returns what stands on them."""
        shown = [nodes[key] for key in self.keys]
        looks = np.array([node.look for node in shown])
        principal = np.array([node.principal for node in shown])
        seen = np.array([not node.unseen for node in shown])
        tints = [node.tint and mix(self.theme.panel, colour(self.theme, node.tint[0]), node.tint[1]) for node in shown]
        differ = [i for i, node in enumerate(shown) if node.differs]
        self.layers.append(self._some("differs", DIFFERS, self.xy[differ], self.sizes[differ] + 10, 2.0))
        for look in dict.fromkeys(looks.tolist()):
            chosen = np.flatnonzero((looks == look) & seen)
            widths = np.where(principal[chosen], 2.4, 1.0)
            layer = self._some(look, STYLES[look], self.xy[chosen], self.sizes[chosen], widths)
            if any(tints):
                layer.fills = [tints[i] or layer.fills[0] for i in chosen]
            self.layers.append(layer)
        cut = [i for i, node in enumerate(shown) if node.cut and node.folded]
        return [self._some("folded cuts", FOOT, self.xy[cut], self.sizes[cut])]

    def _some(self, name: str, style: Style, spots: Any, diameters: Any, widths: Any = 1.0, bead: str = "") -> Glyphs:
        """Glyphs in the colours of their style."""
        fill, edge = colour(self.theme, style.fill), colour(self.theme, style.edge)
        spots = np.asarray(spots, dtype=float).reshape(-1, 2)
        return Glyphs(name, style, spots, np.atleast_1d(diameters), edge, [fill], np.atleast_1d(widths), bead)

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
