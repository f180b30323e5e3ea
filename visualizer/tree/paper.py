"""What has been drawn of a tree so far, and words that cover none of it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from visualizer.state.tree.annotations import Annotations
from visualizer.state.tree.glyphs import Sides
from visualizer.state.tree.view import UNTRIED, GlyphData, Key
from visualizer.state.tree.wording import PRUNED_WORD
from visualizer.tree import shapes
from visualizer.tree.boxes import boxes_along, boxes_of
from visualizer.tree.layout import ABOVE, Layout
from visualizer.tree.notes import ALL, distance_between, distance_to, place_note
from visualizer.tree.primitives import (
    BEST_LAYER,
    DISC_LAYER,
    NODE_LAYER,
    Box,
    Line,
    Shape,
    Spot,
    Word,
    box_about,
    placed_in,
)
from visualizer.tree.viewport import LANE, Viewport, captioned_ply_height
from visualizer.tree.widths import (
    Measure,
    Wording,
    captions,
    drawn_width,
    growth_of,
    marks_width,
    shown_lines,
    signs_width,
)
from visualizer.ui.theme import Theme, mixed

DIM = 0.75
"""How much of the ground is mixed into what does not match the filter."""

TINT = 0.82
"""How much of the ground is mixed into the fill of what is on the best line."""

EDGE_WIDTH = 1.0
BEST_WIDTH = 3.4
CUT_WIDTH = 2.0
"""The widths in points of an ordinary edge, of one on the best line, and of one to replies that were pruned."""

ROUNDING = 1e-6
"""Points by which a ply may be lower than its captions ask for."""

BEST_LINE_STEP = 8.0
"""Points along the best line and the arrow for which notes leave room at a time."""

WHOLE_PIXELS = 1.1
"""How much wider a text may be than at zoom 1, because its letters have whole pixels."""

EDGE = 4.0
"""Points between a note and the right edge of the figure."""

NEAR_NOTE = 26.0
"""Points at zoom 1 within which a note is looked for where it is on no line."""

FAR_NOTE = 60.0
"""Points at zoom 1 within which it is looked for where it is on a line; further away it would name something else."""


class Style(NamedTuple):
    """How a figure is drawn.

    sides   word and colour of MAX's discs and of MIN's; without them they are red and yellow
    pixels_per_point    of the screen
    wording     how much is written in and below nodes
    """

    theme: Theme
    measure: Measure
    sides: Sides | None = None
    pixels_per_point: float = 1.0
    wording: Wording = Wording.FULL


class Mark(NamedTuple):
    """What is below a node.

    name        in words
    x, bottom   the middle of its lower side in pixels
    captioned   whether its name is written there, above `bottom`
    """

    key: Key
    name: str
    x: float
    bottom: float
    captioned: bool = False


class Paper:
    """What is drawn of a tree: where its nodes are, and the shapes, lines and words so far."""

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
        self.marks: list[Mark] = []
        """The triangles and sheets below nodes."""
        self.marked_plies = {data.ply for data in nodes.values() if self.has_marks(data)}
        self.marks_height = self._marks_height()
        self.detail_height = self._detail_height()
        self.caption_lines = self._caption_lines()
        self.captions_height = self._height_of_captions(self.caption_lines)
        self.captioned_plies = {data.ply for data in nodes.values() if captions(data) and not data.invisible}
        self.explained_plies = self._explained_plies()
        self.node_height = self._node_height()
        for key, data in nodes.items():
            if not data.invisible:
                self.boxes[key] = self._box(key, data)

    def has_marks(self, data: GlyphData) -> bool:
        """Whether something is below a node."""
        below = data.folded or data.pruned or data.note or data.window
        return bool(below) and not data.invisible

    def marks_width(self, data: GlyphData) -> float:
        """The width of what is below a node, in pixels."""
        return marks_width(data, self.style.measure, self.captioned) * self.unit

    def signs_width(self, data: GlyphData) -> float:
        """The width of the triangle and the sheets below a node, in pixels."""
        return signs_width(data, self.style.measure, self.captioned) * self.unit

    @property
    def captioned(self) -> bool:
        """Whether there are captions below triangles and sheets."""
        return self.caption_lines > 0

    def captions_of(self, data: GlyphData) -> tuple[str, ...]:
        """What is written below what is folded or pruned at a node; where there is one line, of pruned replies only them."""
        return captions(data)[-self.caption_lines :] if self.captioned else ()

    def _height_left(self) -> float:
        """What a ply leaves for nodes besides marks, captions and discs, in pixels."""
        below = self.marks_height + self.captions_height
        return self.viewport.ply - below - (shapes.DISC + shapes.LEAST_EDGE) * self.unit

    def _marks_height(self) -> float:
        """The height of the strip below nodes, in pixels; 0 where there is nothing below any."""
        if not self.marked_plies:
            return 0.0
        return shapes.MARKS_HEIGHT * self.unit

    def _caption_lines(self) -> int:
        """How many lines of captions there are below marks: as many as they need, or one, where plies are high enough."""
        most = max((len(captions(data)) for data in self.nodes.values() if not data.invisible), default=0)
        if not most or not self.style.wording.has_captions or not shapes.font_size("count", self.zoom):
            return 0
        line_height = self.size_of(PRUNED_WORD, "count")[1] / self.unit
        room = self.viewport.ply / self.unit + ROUNDING
        return next((lines for lines in (most, 1) if captioned_ply_height(self.layout, lines, line_height) <= room), 0)

    def _height_of_captions(self, lines: int) -> float:
        """The height of the strip for so many lines of captions, in pixels."""
        return (lines + shapes.CAPTION_MARGIN) * self.size_of(PRUNED_WORD, "count")[1] if lines else 0.0

    def _explained_plies(self) -> set[int]:
        """The plies on which it is said below captions why a node was cut."""
        explained = {bound.cut for bound in self.annotations.bounds}
        folded = [data for key, data in self.nodes.items() if key in explained or data.why]
        return {data.ply for data in folded if captions(data) and self.captioned}

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
        width = drawn_width(data, self.style.measure, self.style.wording, self.zoom) * self.unit
        _, detail = shown_lines(data, self.style.wording)
        height = self.node_height if detail else self.node_height - self.detail_height
        if data.shape == UNTRIED:
            height = min(height, shapes.UNTRIED_HEIGHT * self.unit)
        elif data.never_searched:
            height = min(height, shapes.STUB_HEIGHT * self.unit)
        return box_about((x, y), width, height)

    @property
    def last_ply(self) -> int:
        """The deepest ply on which a node is drawn."""
        return max(self.nodes[key].ply for key in self.boxes)

    @property
    def left_end(self) -> float:
        """Where words begin at the left: beside the names of the plies, in pixels."""
        return LANE * self.style.pixels_per_point

    def in_sight(self, box: Box, below: float = 0.0) -> bool:
        """Whether a part of a box, or of what is up to `below` pixels below it, is in the frame."""
        return box.right > 0 and box.left < self.width and box.bottom + below > 0 and box.top < self.height

    def write(self, x: float, y: float, text: str, style: str, ink: str, key: Key | None = None) -> Box | None:
        """Writes a text about a point if all of it is in the frame and beside the names of the plies; returns its box."""
        if not shapes.font_size(style, self.zoom):
            return None
        width, height = self.style.measure(text, style)
        grown = self.unit * growth_of(style, self.zoom)
        box = box_about((x, y), width * grown, height * grown)
        beside_lane = box.left >= self.left_end
        if not beside_lane or box.right > self.width or box.top < 0 or box.bottom > self.height:
            return None
        self.words.append(Word(x, y, text, style, ink, key))
        return box

    def write_on_plate(self, x: float, y: float, text: str, style: str, ink: str, key: Key) -> None:
        """Writes a text where edges run, which end behind it."""
        box = self.write(x, y, text, style, ink, key)
        if box is not None:
            self.add_plate(box, key)

    def add_plate(self, box: Box, key: Key | None) -> None:
        """Hides the lines behind a word."""
        ply = self.viewport.point(*box.centre)[1]
        ground = self.ground(int(np.floor(ply + ABOVE)))
        self.shapes.append(Shape(box.corners, ground, "none", DISC_LAYER, "plate", key))

    def ground(self, ply: int) -> str:
        """The colour behind a ply: every other one is a faint stripe."""
        return self.theme.window if ply % 2 == 0 else self.theme.panel

    def keep_readable(self, line: np.ndarray) -> None:
        """Hides a line, shape (n, 2), behind the words that it might run through."""
        low = line.min(axis=0)
        high = line.max(axis=0)
        for word in self.words:
            if word.style != "count":
                continue
            box = word_box(word, self.style, self.zoom)
            if box.left < high[0] and box.right > low[0] and box.top < high[1] and box.bottom > low[1]:
                self.add_plate(box, word.key)

    def draw_shape(
        self, outline: np.ndarray, key: Key, box: Box, name: str, fill: str, edge: str, dashed: bool = False
    ) -> None:
        corners = placed_in(box, outline)
        self.shapes.append(Shape(corners, fill, edge, NODE_LAYER, name, key, dashed=dashed))

    def faint_ink(self, data: GlyphData) -> str:
        """The colour of what is folded below a node."""
        return self.theme.line if data.dim else self.theme.faint

    @property
    def best_fill(self) -> str:
        """The fill of what is on the best line."""
        return mixed(self.theme.best, self.theme.panel, TINT)

    def cut_ink(self, data: GlyphData) -> str:
        """The colour of what was pruned at a node."""
        return self.theme.line if data.dim else self.theme.cut

    def sheets_at(self, key: Key) -> Mark:
        """Large sheets with all that is written below them so far."""
        written = [word_box(word, self.style, self.zoom).bottom for word in self.words if word.key == key]
        sheets = self.boxes[key]
        return Mark(key, "", sheets.centre[0], max([sheets.bottom, *written]))

    def size_of(self, text: str, style: str) -> tuple[float, float]:
        """The width and the height of a text as it is drawn, in pixels, with some room for letters of whole pixels."""
        width, height = self.style.measure(text, style)
        grown = self.unit * growth_of(style, self.zoom)
        return width * grown * WHOLE_PIXELS, height * grown

    def write_near(
        self, text: str, style: str, spots: list[Spot], apart: float, ink: str, key: Key, nearest: Key | None = None
    ) -> bool:
        """Writes a text near the first of some points, `apart` pixels away, where it covers nothing that can be read and
        no line, and no other node is nearer than `nearest`, if given.  Returns whether there is such a place.
        """
        for spot in spots:
            box = self.room_near(spot, text, style, apart)
            if box is None:
                continue
            if nearest is None or self.nearest_node(box) == nearest:
                self.write_on_plate(*box.centre, text, style, ink, key)
                return True
        return False

    def room_near(self, spot: Spot, text: str, style: str, apart: float, directions: slice = ALL) -> Box | None:
        """The box nearest to a point, `apart` pixels away in some of the directions, in which a text covers nothing that can
        be read and no line; None where there is none.
        """
        taken = np.concatenate((self.used_boxes(), self.line_boxes()))
        return place_note(
            self.size_of(text, style), spot, apart, taken, self.frame_of_notes(), NEAR_NOTE * self.unit, directions
        )

    def frame_of_notes(self) -> Box:
        """Where notes may be: beside the names of the plies, and not up to the edge, since letters have whole pixels."""
        return Box(self.left_end, 0.0, self.width - EDGE * self.style.pixels_per_point, self.height)

    def nearest_node(self, box: Box) -> Key:
        """The node that is nearest to a box; of several whose distances differ by no pixel, that nearest to its middle."""

        def distances(key: Key) -> tuple[int, float]:
            node = self.boxes[key]
            return round(distance_between(box, node)), distance_to(box.centre, node)

        return min(self.boxes, key=distances)

    def write_somewhere(self, text: str, near: Spot, ink: str, key: Key) -> bool:
        """Writes the name of a bound near a point where it covers nothing that can be read, in front of lines; not at
        all where the nearest such place is far away.  Returns whether it is written.
        """
        box = self._room_at(text, "bound", near, 2.0 * self.unit)
        if box is not None:
            self.write_on_plate(*box.centre, text, "bound", ink, key)
        return box is not None

    def _room_at(self, text: str, style: str, near: Spot, apart: float) -> Box | None:
        """Where a text near a point, `apart` pixels away, covers nothing that can be read, in front of lines; None where
        the nearest such place is far away.
        """
        size = self.size_of(text, style)
        return place_note(size, near, apart, self.used_boxes(), self.frame_of_notes(), FAR_NOTE * self.unit)

    def write_beside_ring(self, key: Key, text: str, style: str, ink: str) -> bool:
        """Writes a text beside the ring around a node; returns whether there is room."""
        node = self.boxes[key]
        middle = node.centre[1]
        clear = 2 * (shapes.RING_GAP + shapes.RING_WIDTH) * self.style.pixels_per_point
        spots = [(node.right, middle), (node.left, middle), (node.right, node.bottom), (node.left, node.bottom)]
        if self.write_near(text, style, spots, clear, ink, key, nearest=key):
            return True
        box = self._room_at(text, style, (node.centre[0], node.bottom), clear)
        if box is None or self.nearest_node(box) != key:
            return False
        self.write_on_plate(*box.centre, text, style, ink, key)
        return True

    def line_boxes(self, name: str = "") -> np.ndarray:
        """Boxes along all lines, or those of a name, shape (n, 4)."""
        lines = [line.points for line in self.lines if name in ("", line.name)]
        return boxes_along(lines, BEST_LINE_STEP * self.unit)

    def used_boxes(self) -> np.ndarray:
        """The boxes of all shapes but stripes, of all words, and along the best line and the arrow: shape (n, 4)."""
        shapes = [shape.corners for shape in self.shapes if shape.name not in ("band", "lane")]
        words = [with_whole_pixels(word_box(word, self.style, self.zoom)) for word in self.words]
        lines = [line.points for line in self.lines if line.layer == BEST_LAYER or line.name == "arrow"]
        along = boxes_along(lines, BEST_LINE_STEP * self.unit)
        return np.concatenate((boxes_of(shapes), np.reshape(words, (-1, 4)), along))


def with_whole_pixels(box: Box) -> Box:
    """The box of a word as wide as it may be drawn."""
    return box_about(box.centre, box.width * WHOLE_PIXELS, box.height)


def word_box(word: Word, style: Style, zoom: float) -> Box:
    """The box of a word in pixels."""
    width, height = style.measure(word.text, word.style)
    grown = style.pixels_per_point * shapes.font_size(word.style, zoom) / shapes.FONTS[word.style][0]
    if word.upright:
        width, height = height, width
    return box_about((word.x, word.y), width * grown, height * grown)
