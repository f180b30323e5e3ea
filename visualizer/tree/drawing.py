"""Composes the figure of a tree, as in a textbook: squares for MAX, circles for MIN, values inside, columns on the edges.

    layout: where nodes are ──┐
    viewport: pixels ─────────┼──► compose ──► shapes, lines, words ──► painter, canvas, export
    data: what nodes show ────┘

A ply has three strips: its nodes; below them what is folded or pruned there, or their windows; and the edges to the next
ply, with a disc on each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

import networkx as nx
import numpy as np

from visualizer.state.tree.annotations import Annotations, Bound
from visualizer.state.tree.glyphs import Sides
from visualizer.state.tree.view import CIRCLE, SHEETS, SQUARE, UNTRIED, GlyphData, Key
from visualizer.tree import shapes
from visualizer.tree.layout import ABOVE, Layout
from visualizer.tree.notes import distance_to, place_note
from visualizer.tree.primitives import (
    ARROW_LAYER,
    BAND_LAYER,
    BEST_LAYER,
    DISC_LAYER,
    EDGE_LAYER,
    HATCH_LAYER,
    LANE_LAYER,
    NODE_LAYER,
    RING_LAYER,
    Box,
    Figure,
    Line,
    Shape,
    Spot,
    Word,
    box_about,
    placed,
    placed_in,
)
from visualizer.tree.viewport import HEADLINE_HEIGHT, LANE, Viewport
from visualizer.ui.theme import DISC_COLOURS, Theme, ink_on, mixed

Measure = Callable[[str, str], tuple[float, float]]
"""The (width, height) of a text in a style of `visualizer.tree.shapes.FONTS`, at zoom 1 in points."""

DIM = 0.75
"""How much of the ground is mixed into what does not match the filter."""

TINT = 0.82
"""How much of the ground is mixed into the fill of nodes on the best line."""

HALF = 0.5
"""How much of the ground is mixed into the fill of all other nodes."""

OUTLINE = 1.2
"""The width of the outline of a node in points."""

BEST_OUTLINE = 2.6
"""The same of a node on the best line."""

LARGE_SHEETS = 1.3
"""Sheets that are higher than small ones by this factor have many hatches."""

LINK_LIFT = 12.0
"""How high an arc between two visits rises at least, in points."""

LINK_SHARE = 1 / 8
"""How much higher it rises for its length, as a share of it."""

LINK_WIDTH = 1.5
"""The width of such an arc in points."""

EDGE_WIDTH = 1.0
"""The width of an ordinary edge in points."""

BEST_WIDTH = 3.4
"""The width of an edge on the best line."""

CUT_WIDTH = 2.0
"""The width of an edge to replies that were pruned."""

PATH_WIDTH = 2.2
"""The width of an edge on the path that is searched."""

WIDEST_EFFORT = 9.0
"""The width of an edge through which the whole search went, in a tree whose edges are as wide as their share of it."""

FEW_HATCHES = 2
"""The diagonals on a small sheet."""

MANY_HATCHES = 5
"""The diagonals on a large sheet."""

BEST_LINE_STEP = 8.0
"""Points along the best line and the arrow for which notes leave room at a time."""

EXAMPLE = "e.g. "
"""Before the name of a bound at which an example of a cut was made."""

HATCHED_NAMES = ("folded, more pruned", "more pruned")
"""What is written below a triangle that hides pruned replies, the best wording first."""

BARE_NAMES = ("folded, none pruned", "folded")
"""The same below one that hides none, in a search that prunes elsewhere."""

WHOLE_PIXELS = 1.05
"""How much wider a text may be than at zoom 1, because its letters have whole pixels."""

BAR_OVER_DISCS = 5.0
"""Points from the upper end of the discs on a ply up to the bar of a cut beside them."""

BAR_ABOVE_DISC = 13.0
"""Points from the middle of a disc up to the bar of a cut."""

EDGE = 4.0
"""Points between a note and the right edge of the figure."""

NOTE_PADDING = 4.0
"""Pixels between a note and its border."""

CURVE_POINTS = 24
"""Of an arrow or a link."""

SHOULDER = 0.4
"""Where an arrow meets a node: beside its middle, as a share of its width."""

BOWS = (0.0, 30.0, -30.0, 60.0, -60.0, 100.0, -100.0, 150.0, -150.0)
"""How far, in points at zoom 1, an arrow to a lower ply may be bent sideways to keep clear of what lies between."""

OBSTACLES = ("node", "disc", "fold", "sheet", "untried")
"""The shapes of which it keeps clear."""

ARROW_CLEARANCE = 4.0
"""Points at zoom 1 that it keeps from them."""

NEAR_NOTE = 26.0
"""Points at zoom 1 within which a note is looked for where it is on no line."""

FAR_NOTE = 60.0
"""Points at zoom 1 within which it is looked for where it is on a line; further away it would name something else."""

NOTE_SHARES = (0.5, 0.35, 0.65, 0.25, 0.75)
"""Where along an arrow its name may be, the best first."""

ARROW_HEAD = 9.0
"""Length of an arrow's head in points."""


@lru_cache(10_000)
def shown_value(value: str, terse: bool) -> str:
    """A value as it is written in a node; a terse one is as short as can be: "−.13" for "−0.13", "≠" for "3 ≠ 5"."""
    if not terse:
        return value
    if "≠" in value:
        return "≠"
    return value.replace("0.", ".") if value.count(".") == 1 else value


def node_width(data: GlyphData, measure: Measure, terse: bool = False) -> float:
    """The width of a node at zoom 1, in points."""
    if data.shape == UNTRIED:
        return shapes.UNTRIED_WIDTH
    if data.never_searched:
        return shapes.STUB_WIDTH
    style = "best" if data.principal else "value"
    texts = [shown_value(text, terse) for text in (data.value, data.reserve) if text]
    widths = [measure(text, style)[0] for text in texts]
    if data.detail:
        widths.append(measure(data.detail, "count")[0])
    wanted = max(widths, default=0.0)
    if data.shape != CIRCLE:
        return max(shapes.NODE_WIDTH, wanted + 2 * shapes.PADDING)
    rounding = shapes.CIRCLE_WIDENING if data.detail else 1.0
    return max(shapes.NODE_WIDTH, (wanted + 2 * shapes.PADDING) * rounding, wanted * shapes.IN_CIRCLE)


def marks_width(data: GlyphData, measure: Measure) -> float:
    """The width of what is below a node at zoom 1, in points."""
    if data.window:
        return measure(data.window, "window")[0]
    if data.note:
        return measure(data.note, "count")[0]
    width = fold_width(data)
    if data.pruned:
        width += shapes.MARK_GAP + shapes.SHEETS_WIDTH + shapes.MARK_GAP + measure(f"{data.pruned:,}", "count")[0]
    return width


def fold_width(data: GlyphData) -> float:
    """The width of the triangle below a node at zoom 1, in points; 0 for no triangle."""
    return shapes.FOLD_WIDTH * data.fold_size if data.folded else 0.0


def space_of(measure: Measure, terse: bool = False, zoom: float = 1.0) -> Callable[[GlyphData], float]:
    """The width that a node takes with its words at a zoom, in points of the layout; `terse`: with the shortest wordings.

    Words do not get smaller than can be read, so that at a small zoom they take more of the layout.
    """
    growth = max(growth_of("value", zoom), growth_of("window", zoom))

    def space(data: GlyphData) -> float:
        gap = shapes.SMALLEST_GAP if terse else shapes.NODE_GAP
        return growth * max(node_width(data, measure, terse), marks_width(data, measure)) + gap

    return space


def growth_of(style: str, zoom: float) -> float:
    """How much larger words of a style are than at this zoom, because they do not get smaller than can be read."""
    return max(shapes.font_size(style, zoom) / (shapes.FONTS[style][0] * zoom), 1.0)


class NodeLook(NamedTuple):
    """Colours of a node: its fill, its outline, the words in it; and the width of its outline in points."""

    fill: str
    edge: str
    ink: str
    width: float


class EdgeLook(NamedTuple):
    """Colour and layer of an edge, and its width in points."""

    ink: str
    width: float
    layer: int


class Style(NamedTuple):
    """How a figure is drawn.

    sides   word and colour of MAX's discs and of MIN's; without them they are red and yellow
    pixels_per_point    of the screen
    terse   whether only the shortest wordings of values are used
    """

    theme: Theme
    measure: Measure
    sides: Sides | None = None
    pixels_per_point: float = 1.0
    terse: bool = False


def compose(
    graph: nx.DiGraph,
    layout: Layout,
    viewport: Viewport,
    frame: tuple[float, float],
    style: Style,
    annotations: Annotations,
    ply_name: Callable[[int], str],
) -> Figure:
    """The figure of a laid-out graph (see `build_graph`) in a frame of so many pixels across and down."""
    composer = _Composer(dict(graph.nodes.data("data")), layout, viewport, frame, style, annotations)
    composer.draw_bands(ply_name)
    composer.draw_nodes()
    composer.draw_edges()
    composer.draw_annotations()
    composer.name_triangles()
    return Figure(composer.shapes, composer.lines, composer.words, composer.boxes, composer.zoom)


class _Composer:
    """A figure that is being composed."""

    def __init__(
        self,
        nodes: dict[Key, GlyphData],
        layout: Layout,
        viewport: Viewport,
        frame: tuple[float, float],
        style: Style,
        annotations: Annotations,
    ) -> None:
        self.nodes = nodes
        self.layout = layout
        self.viewport = viewport
        self.width, self.height = frame
        self.style = style
        self.theme = style.theme
        self.annotations = annotations
        self.unit = viewport.unit
        self.zoom = viewport.unit / style.pixels_per_point
        """Points of the screen that a point of the layout takes."""
        self.shapes: list[Shape] = []
        self.lines: list[Line] = []
        self.words: list[Word] = []
        self.boxes: dict[Key, Box] = {}
        self.triangles: dict[Key, Spot] = {}
        """The middles of the lower sides of triangles that can be named."""
        self.marked_plies = {data.ply for data in nodes.values() if self._has_marks(data)}
        self.marks_height = self._marks_height()
        self.detail_height = self._detail_height()
        self.node_height = self._node_height()
        for key, data in nodes.items():
            if not data.invisible:
                self.boxes[key] = self._box(key, data)

    # -- sizes --------------------------------------------------------------------------------------------------------

    def _has_marks(self, data: GlyphData) -> bool:
        """Whether something is below a node."""
        below = data.folded or data.pruned or data.note or data.window
        return bool(below) and not data.invisible

    def _marks_width(self, data: GlyphData) -> float:
        """The width of what is below a node, in pixels."""
        return marks_width(data, self.style.measure) * self.unit

    def _height_left(self) -> float:
        """What a ply leaves for nodes besides marks and discs, in pixels."""
        return self.viewport.ply - self.marks_height - (shapes.DISC + shapes.LEAST_EDGE) * self.unit

    def _marks_height(self) -> float:
        """The height of the strip below nodes, in pixels; 0 where there is nothing below any."""
        if not self.marked_plies:
            return 0.0
        return shapes.MARKS_HEIGHT * self.unit

    def _detail_height(self) -> float:
        """The height of a second line in nodes, in pixels; 0 where no node has one."""
        return shapes.DETAIL_HEIGHT * self.unit if self.layout.two_lines else 0.0

    def _node_height(self) -> float:
        """The height of the highest nodes in pixels: what the ply leaves besides marks and discs."""
        least = shapes.NODE_HEIGHT_LEAST * self.unit + self.detail_height
        most = shapes.NODE_HEIGHT_MOST * self.unit + self.detail_height
        return min(max(self._height_left(), least), most)

    def _box(self, key: Key, data: GlyphData) -> Box:
        """The box of a node in pixels."""
        x, y = self.viewport.pixel(self.layout.at[key])
        width = node_width(data, self.style.measure, self.style.terse) * self.unit
        width *= growth_of("value", self.zoom) ** (2 if data.shape == CIRCLE else 1)  # a circle gets no higher
        height = self.node_height if data.detail else self.node_height - self.detail_height
        if data.shape == UNTRIED:
            height = min(height, shapes.UNTRIED_HEIGHT * self.unit)
        elif data.never_searched:
            height = min(height, shapes.STUB_HEIGHT * self.unit)
        return box_about((x, y), width, height)

    @property
    def _left_end(self) -> float:
        """Where words begin at the left: beside the names of the plies, in pixels."""
        return LANE * self.style.pixels_per_point

    def _in_sight(self, box: Box, below: float = 0.0) -> bool:
        """Whether a part of a box, or of what is up to `below` pixels below it, is in the frame."""
        return box.right > 0 and box.left < self.width and box.bottom + below > 0 and box.top < self.height

    def _write(self, x: float, y: float, text: str, style: str, ink: str, key: Key | None = None) -> Box | None:
        """Writes a text about a point if all of it is in the frame and beside the names of the plies; returns its box."""
        if not shapes.font_size(style, self.zoom):
            return None
        width, height = self.style.measure(text, style)
        box = box_about((x, y), width * self.unit, height * self.unit)
        beside_lane = box.left >= self._left_end
        if not beside_lane or box.right > self.width or box.top < 0 or box.bottom > self.height:
            return None
        self.words.append(Word(x, y, text, style, ink, key))
        return box

    def _write_on_plate(self, x: float, y: float, text: str, style: str, ink: str, key: Key) -> None:
        """Writes a text where edges run, which end behind it."""
        box = self._write(x, y, text, style, ink, key)
        if box is not None:
            self._add_plate(box, key)

    def _add_plate(self, box: Box, key: Key | None) -> None:
        """Hides the lines behind a word."""
        ply = self.viewport.point(*box.centre)[1]
        ground = self._ground(int(np.floor(ply + ABOVE)))
        self.shapes.append(Shape(box.corners, ground, "none", DISC_LAYER, "plate", key))

    def _ground(self, ply: int) -> str:
        """The colour behind a ply: every other one is a faint stripe."""
        return self.theme.window if ply % 2 == 0 else self.theme.panel

    def _keep_readable(self, line: np.ndarray) -> None:
        """Hides a line, shape (n, 2), behind the words that it might run through."""
        low = line.min(axis=0)
        high = line.max(axis=0)
        for word in self.words:
            if word.style != "count":
                continue
            box = word_box(word, self.style, self.zoom)
            if box.left < high[0] and box.right > low[0] and box.top < high[1] and box.bottom > low[1]:
                self._add_plate(box, word.key)

    # -- plies --------------------------------------------------------------------------------------------------------

    def draw_bands(self, ply_name: Callable[[int], str]) -> None:
        """A faint stripe for every other ply, and the names of all of them at the left edge."""
        lane = LANE * self.style.pixels_per_point
        for ply in self.layout.plies:
            top = self.viewport.pixel((0.0, ply - ABOVE))[1]
            bottom = self.viewport.pixel((0.0, ply - ABOVE + 1))[1]
            if bottom <= 0 or top >= self.height:
                continue
            ground = self._ground(ply)
            stripe = Box(0.0, top, self.width, bottom)
            self.shapes.append(Shape(stripe.corners, ground, "none", BAND_LAYER, "band"))
            edge = Box(0.0, top, lane, bottom)
            self.shapes.append(Shape(edge.corners, ground, "none", LANE_LAYER, "lane"))
            name = ply_name(ply)
            wordings = (f"{name} · ply {ply}", name, name.partition(" ")[0])
            low = max(top, 0.0)
            high = min(bottom, self.height)
            for text in wordings:
                if self.style.measure(text, "ply")[0] * self.style.pixels_per_point < high - low - 4:
                    self.words.append(Word(lane / 2, (low + high) / 2, text, "ply", self.theme.faint, upright=True))
                    break

    # -- nodes --------------------------------------------------------------------------------------------------------

    def draw_nodes(self) -> None:
        """Draws all nodes with what is in them and below them."""
        for key, box in self.boxes.items():
            if not self._in_sight(box, self.marks_height):
                continue
            data = self.nodes[key]
            if data.never_searched:
                self._draw_sheets(key, box, single=data.shape != SHEETS)
            elif data.shape == UNTRIED:
                self._draw_shape(shapes.TRIANGLE, key, box, "untried", self.theme.panel, self.theme.faint, data.dashed)
            else:
                self._draw_node(key, data, box)
            self._draw_below(key, data, box)

    def _draw_shape(
        self, outline: np.ndarray, key: Key, box: Box, name: str, fill: str, edge: str, dashed: bool = False
    ) -> None:
        corners = placed_in(box, outline)
        self.shapes.append(Shape(corners, fill, edge, NODE_LAYER, name, key, dashed=dashed))

    def _node_look(self, data: GlyphData) -> NodeLook:
        """The colours of a node and the width of its outline."""
        theme = self.theme
        if data.principal:
            look = NodeLook(mixed(theme.best, theme.panel, TINT), theme.best, theme.text, BEST_OUTLINE)
        elif data.ghost:
            look = NodeLook(theme.panel, theme.faint, theme.faint, OUTLINE)
        else:
            look = NodeLook(mixed(theme.leaf, theme.panel, HALF), theme.text, theme.text, OUTLINE)
        if data.dim:
            return look._replace(fill=mixed(look.fill, theme.panel, DIM), edge=theme.line, ink=theme.line)
        return look

    def _draw_node(self, key: Key, data: GlyphData, box: Box) -> None:
        look = self._node_look(data)
        outline = shapes.SQUARE if data.shape == SQUARE else shapes.CIRCLE
        corners = placed_in(box, outline)
        dashed = data.dashed or data.ghost
        self.shapes.append(Shape(corners, look.fill, look.edge, NODE_LAYER, "node", key, look.width, dashed))
        x, y = box.centre
        value_y = y
        if data.detail:
            value_y = y - shapes.LINE_OFFSET * self.unit
            detail_y = y + shapes.LINE_OFFSET * self.unit
            self._write(x, detail_y, data.detail, "count", look.ink, key)
        if data.value:
            text = shown_value(data.value, self.style.terse)
            self._write(x, value_y, text, "best" if data.principal else "value", look.ink, key)

    def _draw_sheets(self, key: Key, box: Box, single: bool) -> None:
        """Draws hatched sheets: pruned replies."""
        theme = self.theme
        cut = self._cut_ink(self.nodes[key])
        front = shapes.SINGLE_SHEET if single else shapes.FRONT_SHEET
        large = box.height > LARGE_SHEETS * shapes.SHEETS_HEIGHT * self.unit
        hatches = MANY_HATCHES if large else FEW_HATCHES
        if not single:
            self._draw_shape(shapes.BACK_SHEET, key, box, "sheet", theme.panel, cut)
        self._draw_shape(front, key, box, "sheet", theme.panel, cut)
        for line in shapes.hatching(front, hatches):
            self.lines.append(Line(placed_in(box, line), cut, HATCH_LAYER, "hatch", key))

    def _draw_below(self, key: Key, data: GlyphData, box: Box) -> None:
        """Draws what is below a node: its window, a word, or what is folded and pruned there, on short edges."""
        theme = self.theme
        x = box.centre[0]
        foot = x, box.bottom
        y = box.bottom + shapes.MARKS_CENTRE * self.unit
        text_y = box.bottom + shapes.TEXT_CENTRE * self.unit
        if data.window:
            self._write_on_plate(x, text_y, data.window, "window", theme.text, key)
            return
        if data.note:
            ink = theme.cut if data.never_searched or data.cut_off else theme.faint
            self._write(x, text_y, data.note, "count", theme.line if data.dim else ink, key)
            return
        left = x - self._marks_width(data) / 2
        if data.folded:
            left = self._draw_fold(key, data, foot, (left, y))
        if data.pruned:
            self._draw_pruned(key, data, foot, (left + shapes.MARK_GAP * self.unit, y))

    def _draw_fold(self, key: Key, data: GlyphData, foot: tuple[float, float], at: tuple[float, float]) -> float:
        """Draws the triangle for what is folded below a node, on an edge from its foot; `at` is the middle of its left
        side.  Returns its right side.
        """
        left, y = at
        width = fold_width(data) * self.unit
        height = shapes.FOLD_HEIGHT * self.unit
        x = left + width / 2
        box = box_about((x, y), width, height)
        ink = self.theme.line if data.dim else self.theme.faint
        self.lines.append(Line(np.array([foot, (x, box.top)]), ink, EDGE_LAYER, "short edge", key))
        self._draw_shape(shapes.TRIANGLE, key, box, "fold", self.theme.leaf, ink)
        if data.prunes_inside:
            self._hatch_triangle(key, data, box)
        if data.prunes_inside or data.all_searched:
            self.triangles[key] = x, box.bottom
        return box.right

    def _hatch_triangle(self, key: Key, data: GlyphData, box: Box) -> None:
        """Hatches a triangle: replies were pruned in what it hides."""
        ink = self._cut_ink(data)
        for line in shapes.HATCHED_TRIANGLE:
            self.lines.append(Line(placed_in(box, line), ink, HATCH_LAYER, "hatch", key))

    def _draw_pruned(self, key: Key, data: GlyphData, foot: tuple[float, float], at: tuple[float, float]) -> None:
        """Draws sheets for a node's own pruned replies, with their number, on a dashed edge from its foot."""
        left, y = at
        top = left + shapes.SHEETS_WIDTH / 2 * self.unit, y - shapes.SHEETS_HEIGHT / 2 * self.unit
        ink = self._cut_ink(data)
        self.lines.append(Line(np.array([foot, top]), ink, EDGE_LAYER, "short cut edge", key, dashed=True))
        right = left + shapes.SHEETS_WIDTH * self.unit
        half = shapes.SHEETS_HEIGHT / 2 * self.unit
        self._draw_sheets(key, Box(left, y - half, right, y + half), single=data.pruned == 1)
        text = f"{data.pruned:,}"
        middle = right + (shapes.MARK_GAP + self.style.measure(text, "count")[0] / 2) * self.unit
        self._write(middle, y, text, "count", ink, key)

    def _cut_ink(self, data: GlyphData) -> str:
        """The colour of what was pruned at a node."""
        return self.theme.line if data.dim else self.theme.cut

    # -- edges --------------------------------------------------------------------------------------------------------

    def draw_edges(self) -> None:
        """Draws all edges with their discs, ply by ply."""
        families: dict[Key, list[Key]] = defaultdict(list)
        for child, parent in self.layout.parents.items():
            if child in self.boxes and parent in self.boxes:
                families[parent].append(child)
        rows: dict[int, list[tuple[Key, list[Key]]]] = defaultdict(list)
        for parent, children in families.items():
            rows[self.nodes[parent].ply].append((parent, children))
        for ply, row in rows.items():
            self._draw_row(ply, row)

    def _draw_row(self, ply: int, families: list[tuple[Key, list[Key]]]) -> None:
        """Draws the edges from one ply to the next, with a disc right above each node.

        [node]
           |      a stem, where marks below neighbours are in the way
        ▲ ▧ 6     marks             ── below
          / \\     edges
         ●   ●    discs             ── bend
        [ ] [ ]   the next ply      ── next_top
        """
        marked = ply in self.marked_plies
        centre = self.viewport.pixel((0.0, float(ply)))[1]
        below = centre + self.node_height / 2 + (self.marks_height if marked else 0.0)
        next_top = centre + self.viewport.ply - self.node_height / 2
        highest = (below + next_top) / 2
        bend = max(next_top - (shapes.DISC / 2 + shapes.DISC_GAP) * self.unit, highest)
        starts: dict[Key, Spot] = {}
        for parent, children in families:
            box = self.boxes[parent]
            stem = marked and self._needs_stem(parent, children, below, bend)
            starts[parent] = box.centre[0], below if stem else box.bottom
            if stem:
                self._draw_stem(parent, children, starts[parent])
        over_discs = bend - (shapes.DISC / 2 + BAR_OVER_DISCS) * self.unit
        for parent, children in families:
            for child in children:
                height = max(self.boxes[child].top - (shapes.DISC / 2 + shapes.DISC_GAP) * self.unit, highest)
                if not self.nodes[child].column:  # its edge runs over the discs beside it, and not behind them
                    height = max(min(height, over_discs), highest)
                self._draw_edge(parent, child, starts[parent], height)

    def _needs_stem(self, parent: Key, children: list[Key], below: float, bend: float) -> bool:
        """Whether edges straight from a node to their bends would run through marks below its neighbours, or its own."""
        own = self.boxes[parent]
        if self._has_marks(self.nodes[parent]):
            return True
        x = own.centre[0]
        ends = [x, *(self.boxes[child].centre[0] for child in children)]
        down = (below - own.bottom) / max(bend - own.bottom, 1.0)
        left = x + down * (min(ends) - x)
        right = x + down * (max(ends) - x)
        for other, box in self.boxes.items():
            data = self.nodes[other]
            if other == parent or data.ply != self.nodes[parent].ply or not self._has_marks(data):
                continue
            middle = box.centre[0]
            half = self._marks_width(data) / 2 + 2.0
            if middle - half < right and middle + half > left:
                return True
        return False

    def _draw_edge(self, parent: Key, child: Key, start: Spot, height: float) -> None:
        above = self.boxes[parent]
        box = self.boxes[child]
        around = Box(min(above.left, box.left), above.top, max(above.right, box.right), box.bottom)
        if not self._in_sight(around):
            return
        data = self.nodes[child]
        ink, width, layer = self._edge_look(child, data)
        end = box.centre[0], box.top
        bend = end[0], height  # the disc is right above its node, however far away the parent is
        name = "cut edge" if data.never_searched else "edge"
        dashed = data.never_searched or data.ghost
        self.lines.append(Line(np.array([start, bend, end]), ink, layer, name, child, width, dashed))
        if data.never_searched and not data.column:
            self._draw_bar(bend, child)
        elif data.column:
            self._draw_disc(bend, child, data)
        if data.cut_off:
            self._draw_bar((bend[0], bend[1] - BAR_ABOVE_DISC * self.unit), child)

    def _draw_stem(self, parent: Key, children: list[Key], end: Spot) -> None:
        """Draws what all edges of a node have in common, as its most important edge looks."""
        box = self.boxes[parent]
        foot = box.centre[0], box.bottom
        looks = [EdgeLook(self.theme.faint, EDGE_WIDTH, EDGE_LAYER)]
        looks += [self._edge_look(child, self.nodes[child]) for child in children if not self._is_cut_edge(child)]
        ink, width, layer = max(looks, key=lambda look: look.width)
        self.lines.append(Line(np.array([foot, end]), ink, layer, "stem", children[0], width))

    def _is_cut_edge(self, child: Key) -> bool:
        """Whether the edge to a node is one of a cut."""
        return self.nodes[child].never_searched or self.nodes[child].cut_off

    def _edge_look(self, child: Key, data: GlyphData) -> EdgeLook:
        """Colour, width and layer of an edge."""
        theme = self.theme
        if data.dim:
            return EdgeLook(theme.line, EDGE_WIDTH, EDGE_LAYER)
        if data.never_searched or data.cut_off:
            return EdgeLook(theme.cut, CUT_WIDTH, EDGE_LAYER)
        best = data.principal
        if data.effort is not None:
            width = max(EDGE_WIDTH, WIDEST_EFFORT * data.effort)
            if child in self.annotations.path:
                return EdgeLook(theme.text, max(PATH_WIDTH, width), BEST_LAYER)
            if best:
                return EdgeLook(theme.best, width, BEST_LAYER)
            return EdgeLook(theme.faint, width, EDGE_LAYER)
        if best:
            return EdgeLook(theme.best, BEST_WIDTH, BEST_LAYER)
        if child in self.annotations.path:
            return EdgeLook(theme.text, PATH_WIDTH, BEST_LAYER)
        return EdgeLook(theme.faint, EDGE_WIDTH, EDGE_LAYER)

    def _draw_bar(self, spot: Spot, child: Key) -> None:
        """Draws a bar across the edge to pruned replies."""
        half = shapes.BAR_LENGTH * self.unit / 2
        ends = np.array([(spot[0] - half, spot[1]), (spot[0] + half, spot[1])])
        ink = self._cut_ink(self.nodes[child])
        self.lines.append(Line(ends, ink, DISC_LAYER, "bar", child, shapes.BAR_WIDTH * self.zoom))

    def _draw_disc(self, spot: Spot, child: Key, data: GlyphData) -> None:
        """Draws the disc that was played, with its column."""
        theme = self.theme
        sides = self.style.sides or DISC_COLOURS["red and yellow"]
        fill = sides[0 if data.by_max else 1][1]
        if data.dim:
            fill = mixed(fill, theme.panel, DIM)
        across = shapes.DISC * self.unit
        corners = placed(shapes.CIRCLE, *spot, across, across)
        self.shapes.append(Shape(corners, fill, theme.panel, DISC_LAYER, "disc", child, 1.5))
        self._write(*spot, data.column, "column", ink_on(fill), child)

    # -- annotations --------------------------------------------------------------------------------------------------

    def draw_annotations(self) -> None:
        """Draws the headline, the ring of the selection, links, stars, and the arrows to the cuts that are explained."""
        notes = self.annotations
        self._draw_headline(notes.headlines)
        if notes.ringed in self.boxes:
            self._draw_ring(notes.ringed, notes.dashed_ring)
        for row in notes.links:
            self._draw_link(notes.ringed, row)
        for row, hollow in notes.stars:
            self._draw_star(row, hollow)
        for bound in notes.bounds:
            self._draw_bound(bound)
        if notes.ring_note and notes.ringed in self.boxes:
            self._write_ring_note(notes.ringed, notes.ring_note)
        for row, note in notes.notes:
            if row in self.boxes:
                self._draw_note(row, note)

    def _draw_headline(self, wordings: tuple[str, ...]) -> None:
        """Writes what is best above the root, in the longest wording that has room; in none if none has."""
        zoom = self.style.pixels_per_point
        left = (LANE + 8.0) * zoom
        top = self.viewport.pixel((0.0, self.layout.top))[1]
        y = top - HEADLINE_HEIGHT * zoom / 2
        for text in wordings:
            width, tall = (zoom * length for length in self.style.measure(text, "headline"))
            if y - tall / 2 >= 0 and left + width <= self.width - EDGE * zoom:
                self.words.append(Word(left + width / 2, y, text, "headline", self.theme.best))
                return

    def _draw_ring(self, key: Key | None, dashed: bool) -> None:
        """Draws a ring around a node, in its shape."""
        if key is None:
            return
        box = self.boxes[key]
        outline = shapes.CIRCLE if self.nodes[key].shape == CIRCLE else shapes.SQUARE
        apart = 2 * (shapes.RING_GAP + shapes.RING_WIDTH / 2) * min(self.style.pixels_per_point, self.unit)
        corners = placed(outline, *box.centre, box.width + apart, box.height + apart)
        self.shapes.append(Shape(corners, "none", self.theme.text, RING_LAYER, "ring", key, shapes.RING_WIDTH, dashed))

    def _write_ring_note(self, key: Key | None, text: str) -> None:
        """Writes a word beside the ring, if there is room."""
        if key is not None:
            self._write_beside_ring(key, text, "count", self.theme.text)

    def _write_beside_ring(self, key: Key, text: str, style: str, ink: str) -> bool:
        """Writes a text beside the ring around a node; returns whether there is room."""
        box = self.boxes[key]
        middle = box.centre[1]
        clear = 2 * (shapes.RING_GAP + shapes.RING_WIDTH) * self.style.pixels_per_point
        spots = [(box.right, middle), (box.left, middle), (box.right, box.bottom), (box.left, box.bottom)]
        return self._write_near(text, style, spots, clear, ink, key, nearest=key)

    def _draw_star(self, key: Key, hollow: bool) -> None:
        """Draws the mark of a bookmark beside a node; hollow where the node is folded into it."""
        if key not in self.boxes:
            return
        box = self.boxes[key]
        across = shapes.STAR_SIZE * self.unit
        corners = placed(shapes.STAR, box.right + across / 4, box.top - across / 4, across, across)
        fill = self.theme.panel if hollow else self.theme.text
        self.shapes.append(Shape(corners, fill, self.theme.text, DISC_LAYER, "star", key))

    def _draw_link(self, here: Key | None, there: Key) -> None:
        """Draws an arc between two visits of one position."""
        if here is None or there not in self.boxes or here not in self.boxes or here == there:
            return
        start = self.boxes[here].centre
        end = self.boxes[there].centre
        lift = LINK_LIFT * self.unit + LINK_SHARE * abs(end[0] - start[0])
        bend = (start[0] + end[0]) / 2, min(start[1], end[1]) - lift + abs(end[1] - start[1]) / 2
        points = curve(start, bend, bend, end)
        self.lines.append(Line(points, self.theme.text, EDGE_LAYER, "link", there, LINK_WIDTH, dashed=True))
        self._keep_readable(points)

    def _draw_bound(self, bound: Bound) -> None:
        """Draws the arrow from the node that set alpha or beta to the node that was cut there."""
        if bound.cut not in self.boxes or bound.holder is None or bound.holder not in self.boxes:
            return
        points, tip = self._arrow(bound.holder, bound.cut)
        ink = self.theme.cut
        self.lines.append(Line(points, ink, ARROW_LAYER, "arrow", bound.cut, CUT_WIDTH))
        self.shapes.append(Shape(tip, ink, ink, ARROW_LAYER, "arrow head", bound.cut))
        self._keep_readable(points)
        self._write_bound(bound, points)

    def _write_bound(self, bound: Bound, points: np.ndarray) -> None:
        """Writes why a node was cut, in the longest wording that has room at the arrow through some points, and otherwise
        beside the ring of that node, if it has one.
        """
        ink = self.theme.cut
        spots = [(float(x), float(y)) for x, y in (points[int(share * len(points))] for share in NOTE_SHARES)]
        begin = EXAMPLE if bound.example else ""
        texts = [begin + text for text in bound.texts]
        for text in texts:
            if self._write_near(text, "bound", spots, 2.0 * self.unit, ink, bound.cut):
                return
            if self._write_somewhere(text, spots[0], ink, bound.cut):
                return
        if bound.cut == self.annotations.ringed:
            for text in texts:
                if self._write_beside_ring(bound.cut, text, "bound", ink):
                    return

    def _arrow(self, holder: Key, cut: Key) -> tuple[np.ndarray, np.ndarray]:
        """A curve from a node to another, and the corners of its head."""
        if self.boxes[cut].top > self.boxes[holder].bottom:
            points = self._curve_down(holder, cut)
        else:
            points = self._curve_over(holder, cut)
        return points, arrow_head(points, ARROW_HEAD * self.unit)

    def _curve_over(self, holder: Key, cut: Key) -> np.ndarray:
        """A curve between two nodes of one ply, over the discs between them."""
        side = 1.0 if self.boxes[cut].centre[0] > self.boxes[holder].centre[0] else -1.0
        start = self._shoulder(holder, side)
        end = self._shoulder(cut, -side, ringed=True)
        room = self.viewport.ply - self.node_height - self.marks_height
        lift = min(max(room, 0.0), shapes.ARROW_LIFT * self.unit)
        slant = side * shapes.ARROW_SLANT * self.unit
        return curve(start, (start[0] + slant, start[1] - lift), (end[0] - slant, end[1] - lift), end)

    def _curve_down(self, holder: Key, cut: Key) -> np.ndarray:
        """A curve from a node to one on a lower ply that runs through as few others as possible."""
        shapes = boxes_of([shape.corners for shape in self.shapes if shape.name in OBSTACLES])
        words = [word_box(word, self.style, self.zoom) for word in self.words]
        apart = ARROW_CLEARANCE * self.unit
        used = np.concatenate((shapes, np.reshape(words, (-1, 4)))) + (-apart, -apart, apart, apart)
        straight_first = sorted(BOWS, key=abs)
        curves = [
            self._bowed(holder, cut, bow * self.unit, start_side, end_side)
            for bow in straight_first
            for start_side in (1.0, -1.0)
            for end_side in (1.0, -1.0)
        ]

        def cost(points: np.ndarray) -> tuple[int, int]:
            return self._count_outside(points), count_crossed(points, used)

        return min(curves, key=cost)

    def _count_outside(self, points: np.ndarray) -> int:
        """How many of some points are not in the frame, or over the names of the plies."""
        x = points[:, 0]
        y = points[:, 1]
        outside = (x < self._left_end) | (x > self.width) | (y < 0) | (y > self.height)
        return int(outside.sum())

    def _bowed(self, holder: Key, cut: Key, bow: float, start_side: float, end_side: float) -> np.ndarray:
        """A curve from below a node to a lower one, bent sideways by about so many pixels.

        It never comes from the side of the disc above that node.
        """
        start = self._shoulder(holder, start_side, above=False)
        end = self._shoulder(cut, end_side, ringed=True)
        third = (end[1] - start[1]) / 3
        outwards = max(end_side * bow, shapes.ARROW_SLANT * self.unit) * end_side
        return curve(start, (start[0] + bow, start[1] + third), (end[0] + outwards, end[1] - third), end)

    def _shoulder(self, key: Key, side: float, ringed: bool = False, above: bool = True) -> Spot:
        """The point at a node's outline, or its ring, where an arrow meets it: above or below the node, on the right
        (`side` 1) or the left (-1), beside the disc.
        """
        box = self.boxes[key]
        x = box.centre[0] + side * SHOULDER * box.width
        apart = shapes.RING_GAP + shapes.RING_WIDTH + 2.0 if ringed else 2.0
        outwards = apart * self.style.pixels_per_point
        if self.nodes[key].shape == CIRCLE:
            outwards -= box.height / 2 * (1 - sqrt(1 - (2 * SHOULDER) ** 2))
        return x, (box.top - outwards if above else box.bottom + outwards)

    def _size_of(self, text: str, style: str) -> tuple[float, float]:
        """The width and the height of a text as it is drawn, in pixels, with some room for letters of whole pixels."""
        width, height = self.style.measure(text, style)
        grown = self.unit * growth_of(style, self.zoom)
        return width * grown * WHOLE_PIXELS, height * grown

    def _write_near(
        self, text: str, style: str, spots: list[Spot], apart: float, ink: str, key: Key, nearest: Key | None = None
    ) -> bool:
        """Writes a text near the first of some points, `apart` pixels away, where it covers nothing that can be read and
        no line, and no other node is nearer than `nearest`, if given.  Returns whether there is such a place.
        """
        needed = self._size_of(text, style)
        frame = self._frame_of_notes()
        lines = boxes_along([line.points for line in self.lines], BEST_LINE_STEP * self.unit)
        taken = np.concatenate((self.used_boxes(), lines))
        reach = NEAR_NOTE * self.unit
        for spot in spots:
            box = place_note(needed, spot, apart, taken, frame, reach)
            if box is None:
                continue
            if nearest is None or self._nearest_node(box) == nearest:
                self._write_on_plate(*box.centre, text, style, ink, key)
                return True
        return False

    def _frame_of_notes(self) -> Box:
        """Where notes may be: beside the names of the plies, and not up to the edge, since letters have whole pixels."""
        return Box(self._left_end, 0.0, self.width - EDGE * self.style.pixels_per_point, self.height)

    def _nearest_node(self, box: Box) -> Key:
        """The node that is nearest to the middle of a box."""
        keys = list(self.boxes)
        distances = [distance_to(box.centre, self.boxes[key]) for key in keys]
        return keys[int(np.argmin(distances))]

    def _write_somewhere(self, text: str, near: Spot, ink: str, key: Key) -> bool:
        """Writes the name of a bound near a point where it covers nothing that can be read, in front of lines; not at
        all where the nearest such place is far away.  Returns whether it is written.
        """
        frame = self._frame_of_notes()
        box = place_note(
            self._size_of(text, "bound"), near, 2.0 * self.unit, self.used_boxes(), frame, FAR_NOTE * self.unit
        )
        if box is not None:
            self._write_on_plate(*box.centre, text, "bound", ink, key)
        return box is not None

    def _draw_note(self, key: Key, text: str) -> None:
        """Writes lines of text in a box beside a node, joined to it by a line."""
        lines = text.split("\n")
        width = max(self.style.measure(line, "window")[0] for line in lines) * self.unit + 2 * NOTE_PADDING
        line_height = shapes.LINE_HEIGHT * self.unit
        height = line_height * len(lines) + NOTE_PADDING
        node = self.boxes[key]
        radius = node.height / 2 + shapes.RING_GAP + shapes.RING_WIDTH
        frame = self._frame_of_notes()
        box = place_note((width, height), node.centre, radius, self.used_boxes(), frame)
        if box is None:
            return
        ends = np.array([node.centre, box.centre])
        self.lines.append(Line(ends, self.theme.line, ARROW_LAYER, "leader", key))
        self.shapes.append(Shape(box.corners, self.theme.panel, self.theme.line, DISC_LAYER, "plate", key))
        for number, line in enumerate(lines):
            y = box.top + NOTE_PADDING / 2 + (number + 0.5) * line_height
            self._write(box.centre[0], y, line, "window", self.theme.text, key)

    # -- names of triangles -------------------------------------------------------------------------------------------

    def name_triangles(self) -> None:
        """Says of one triangle on each ply that hides pruned replies what it is, and of one that hides none, where there is
        room.
        """
        hatched: dict[int, list[Key]] = defaultdict(list)
        bare: dict[int, list[Key]] = defaultdict(list)
        for key in self.triangles:
            data = self.nodes[key]
            rows = hatched if data.prunes_inside else bare
            rows[data.ply].append(key)
        for keys in hatched.values():
            if not self._name_one(keys, HATCHED_NAMES, alone=True):
                self._name_one(keys, HATCHED_NAMES, alone=False)
        for keys in bare.values():
            self._name_one(keys, BARE_NAMES, alone=True)

    def _name_one(self, keys: list[Key], names: tuple[str, ...], alone: bool) -> bool:
        """Says what one of some triangles is: that of best play, or the first below which there is room; rather one that
        has no sheets beside it.  `alone`: no other node is above the text.  Returns whether there is room.
        """

        def rank(key: Key) -> tuple[bool, bool]:
            return not self.nodes[key].principal, self.nodes[key].pruned > 0

        for key in sorted(keys, key=rank):
            for name in names:
                box = self._room_below(key, name)
                if box is not None and not (alone and self._reaches_below_others(key, box)):
                    self._write_name(key, name, box)
                    return True
        return False

    def _write_name(self, key: Key, text: str, box: Box) -> None:
        """Writes what a triangle is; on a plate only where lines run, since the box may reach into the stripe below."""
        lines = boxes_along([line.points for line in self.lines], BEST_LINE_STEP * self.unit)
        write = self._write_on_plate if overlaps(box, lines) else self._write
        data = self.nodes[key]
        ink = self._cut_ink(data) if data.prunes_inside else self.theme.faint
        write(*box.centre, text, "count", ink, key)

    def _room_below(self, key: Key, text: str) -> Box | None:
        """Where a text has room below a triangle: in the frame, and covering nothing that can be read.  None for nowhere."""
        width, height = self._size_of(text, "count")
        x, bottom = self.triangles[key]
        box = box_about((x, bottom + shapes.NAME_GAP * self.unit + height / 2), width, height)
        frame = self._frame_of_notes()
        if box.left < frame.left:
            box = Box(frame.left, box.top, frame.left + width, box.bottom)
        if box.right > frame.right or box.bottom > frame.bottom or overlaps(box, self.used_boxes()):
            return None
        return box

    def _reaches_below_others(self, key: Key, box: Box) -> bool:
        """Whether a box is below other nodes of a node's ply, too."""
        ply = self.nodes[key].ply
        above = [self.boxes[other] for other in self.boxes if other != key and self.nodes[other].ply == ply]
        return any(other.left < box.right and box.left < other.right for other in above)

    def used_boxes(self) -> np.ndarray:
        """The boxes of all shapes but stripes, of all words, and along the best line and the arrow: shape (n, 4)."""
        shapes = [shape.corners for shape in self.shapes if shape.name not in ("band", "lane")]
        words = [word_box(word, self.style, self.zoom) for word in self.words]
        lines = [line.points for line in self.lines if line.layer == BEST_LAYER or line.name == "arrow"]
        along = boxes_along(lines, BEST_LINE_STEP * self.unit)
        return np.concatenate((boxes_of(shapes), np.reshape(words, (-1, 4)), along))


def overlaps(box: Box, others: np.ndarray) -> bool:
    """Whether a box shares room with one of others, shape (n, 4)."""
    left, top, right, bottom = others.T
    return bool(((left < box.right) & (box.left < right) & (top < box.bottom) & (box.top < bottom)).any())


def count_crossed(points: np.ndarray, boxes: np.ndarray) -> int:
    """How many boxes, shape (n, 4), a line through close points, shape (m, 2), runs through."""
    x = points[:, :1]
    y = points[:, 1:]
    left, top, right, bottom = boxes.T
    inside = (left < x) & (x < right) & (top < y) & (y < bottom)
    return int(inside.any(axis=0).sum())


def boxes_of(polygons: list[np.ndarray]) -> np.ndarray:
    """The boxes of polygons, shape (n, 4)."""
    if not polygons:
        return np.empty((0, 4))
    corners = np.concatenate(polygons)
    sizes = np.array([len(polygon) for polygon in polygons])
    first = (np.cumsum(sizes) - sizes).astype(int)
    return np.hstack((np.minimum.reduceat(corners, first), np.maximum.reduceat(corners, first)))


def boxes_along(lines: list[np.ndarray], step: float) -> np.ndarray:
    """Boxes that cover lines through points, each at most about `step` pixels across and down: shape (n, 4)."""
    if not lines:
        return np.empty((0, 4))
    ends = np.cumsum([len(points) for points in lines])
    points = np.concatenate(lines)
    inside = np.ones(len(points) - 1, dtype=bool)
    inside[ends[:-1] - 1] = False  # from one line to the next
    starts = points[:-1][inside]
    segments = np.diff(points, axis=0)[inside]
    parts = (np.hypot(segments[:, 0], segments[:, 1]) / step).astype(int) + 1  # of each segment
    first = np.repeat(np.cumsum(parts) - parts, parts)
    number = (np.arange(parts.sum()) - first)[:, None]  # of each part in its segment
    way = np.repeat(segments / parts[:, None], parts, axis=0)
    begin = np.repeat(starts, parts, axis=0) + way * number
    end = begin + way
    return np.hstack((np.minimum(begin, end), np.maximum(begin, end)))


def word_box(word: Word, style: Style, zoom: float) -> Box:
    """The box of a word in pixels."""
    width, height = style.measure(word.text, word.style)
    grown = style.pixels_per_point * shapes.font_size(word.style, zoom) / shapes.FONTS[word.style][0]
    if word.upright:
        width, height = height, width
    return box_about((word.x, word.y), width * grown, height * grown)


def curve(start: Spot, after_start: Spot, before_end: Spot, end: Spot) -> np.ndarray:
    """Points of a curve that leaves `start` towards a point and reaches `end` from another, shape (CURVE_POINTS, 2)."""
    share = np.linspace(0.0, 1.0, CURVE_POINTS)[:, None]
    rest = 1 - share
    points: np.ndarray = (
        rest**3 * np.array(start)
        + 3 * rest**2 * share * np.array(after_start)
        + 3 * rest * share**2 * np.array(before_end)
        + share**3 * np.array(end)
    )
    return points


def arrow_head(points: np.ndarray, length: float) -> np.ndarray:
    """The corners of the head at the end of a curve, shape (3, 2)."""
    tip = points[-1]
    back = points[-1] - points[-4]
    direction = back / (float(np.hypot(*back)) or 1.0)
    across = np.array([-direction[1], direction[0]])
    base = tip - length * direction
    corners: np.ndarray = np.array([tip, base + 0.4 * length * across, base - 0.4 * length * across])
    return corners
