"""The triangles for what is folded below nodes, hatched where replies were pruned there, and their names."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from visualizer.state.tree.view import GlyphData, Key
from visualizer.tree import shapes
from visualizer.tree.boxes import boxes_along, overlaps
from visualizer.tree.paper import BEST_LINE_STEP, Paper
from visualizer.tree.primitives import EDGE_LAYER, HATCH_LAYER, Box, Line, box_about, placed_in
from visualizer.tree.widths import fold_width

HATCHED_NAMES = ("folded, more pruned", "more pruned")
"""What is written below a triangle that hides pruned replies, the best wording first."""

BARE_NAMES = ("folded, none pruned", "folded")
"""The same below one that hides none, in a search that prunes elsewhere."""


def draw_fold(paper: Paper, key: Key, data: GlyphData, foot: tuple[float, float], at: tuple[float, float]) -> float:
    """Draws the triangle for what is folded below a node, on an edge from its foot; `at` is the middle of its left
    side.  Returns its right side.
    """
    left, y = at
    width = fold_width(data) * paper.unit
    height = shapes.FOLD_HEIGHT * paper.unit
    x = left + width / 2
    box = box_about((x, y), width, height)
    ink = paper.theme.line if data.dim else paper.theme.faint
    paper.lines.append(Line(np.array([foot, (x, box.top)]), ink, EDGE_LAYER, "short edge", key))
    paper.draw_shape(shapes.TRIANGLE, key, box, "fold", paper.theme.leaf, ink)
    if data.prunes_inside:
        _hatch_triangle(paper, key, data, box)
    if data.prunes_inside or data.all_searched:
        paper.triangles[key] = x, box.bottom
    return box.right


def _hatch_triangle(paper: Paper, key: Key, data: GlyphData, box: Box) -> None:
    """Hatches a triangle: replies were pruned in what it hides."""
    ink = paper.cut_ink(data)
    for line in shapes.HATCHED_TRIANGLE:
        paper.lines.append(Line(placed_in(box, line), ink, HATCH_LAYER, "hatch", key))


def name_triangles(paper: Paper) -> None:
    """Says of one triangle on each ply that hides pruned replies what it is, and of one that hides none, where there is
    room.
    """
    hatched: dict[int, list[Key]] = defaultdict(list)
    bare: dict[int, list[Key]] = defaultdict(list)
    for key in paper.triangles:
        data = paper.nodes[key]
        rows = hatched if data.prunes_inside else bare
        rows[data.ply].append(key)
    for keys in hatched.values():
        if not _name_one(paper, keys, HATCHED_NAMES, alone=True):
            _name_one(paper, keys, HATCHED_NAMES, alone=False)
    for keys in bare.values():
        _name_one(paper, keys, BARE_NAMES, alone=True)


def _name_one(paper: Paper, keys: list[Key], names: tuple[str, ...], alone: bool) -> bool:
    """Says what one of some triangles is: that of best play, or the first below which there is room; rather one that
    has no sheets beside it.  `alone`: no other node is above the text.  Returns whether there is room.
    """

    def rank(key: Key) -> tuple[bool, bool]:
        return not paper.nodes[key].principal, paper.nodes[key].pruned > 0

    for key in sorted(keys, key=rank):
        for name in names:
            box = _room_below(paper, key, name)
            if box is not None and not (alone and _reaches_below_others(paper, key, box)):
                _write_name(paper, key, name, box)
                return True
    return False


def _write_name(paper: Paper, key: Key, text: str, box: Box) -> None:
    """Writes what a triangle is; on a plate only where lines run, since the box may reach into the stripe below."""
    lines = boxes_along([line.points for line in paper.lines], BEST_LINE_STEP * paper.unit)
    write = paper.write_on_plate if overlaps(box, lines) else paper.write
    data = paper.nodes[key]
    ink = paper.cut_ink(data) if data.prunes_inside else paper.theme.faint
    write(*box.centre, text, "count", ink, key)


def _room_below(paper: Paper, key: Key, text: str) -> Box | None:
    """Where a text has room below a triangle: in the frame, and covering nothing that can be read.  None for nowhere."""
    width, height = paper.size_of(text, "count")
    x, bottom = paper.triangles[key]
    box = box_about((x, bottom + shapes.NAME_GAP * paper.unit + height / 2), width, height)
    frame = paper.frame_of_notes()
    if box.left < frame.left:
        box = Box(frame.left, box.top, frame.left + width, box.bottom)
    if box.right > frame.right or box.bottom > frame.bottom or overlaps(box, paper.used_boxes()):
        return None
    return box


def _reaches_below_others(paper: Paper, key: Key, box: Box) -> bool:
    """Whether a box is below other nodes of a node's ply, too."""
    ply = paper.nodes[key].ply
    above = [paper.boxes[other] for other in paper.boxes if other != key and paper.nodes[other].ply == ply]
    return any(other.left < box.right and box.left < other.right for other in above)
