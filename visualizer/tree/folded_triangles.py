"""The triangles for what is folded below nodes, and their name."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from visualizer.state.tree.view import GlyphData, Key
from visualizer.tree import shapes
from visualizer.tree.boxes import boxes_along, overlaps
from visualizer.tree.paper import BEST_LINE_STEP, Paper
from visualizer.tree.primitives import EDGE_LAYER, Box, Line, box_about
from visualizer.tree.widths import fold_width

NAME = "folded"
"""What is written below one triangle of each ply."""


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
    paper.triangles[key] = x, box.bottom
    return box.right


def name_triangles(paper: Paper) -> None:
    """Says of one triangle on each ply what it is, where there is room: of that of best play, or the first that has no
    sheets beside it.
    """
    plies: dict[int, list[Key]] = defaultdict(list)
    for key in paper.triangles:
        plies[paper.nodes[key].ply].append(key)

    def rank(key: Key) -> tuple[bool, bool]:
        return not paper.nodes[key].principal, paper.nodes[key].pruned > 0

    for keys in plies.values():
        for key in sorted(keys, key=rank):
            box = _room_below(paper, key)
            if box is not None and not _reaches_below_others(paper, key, box):
                _write_name(paper, key, box)
                break


def _write_name(paper: Paper, key: Key, box: Box) -> None:
    """Writes what a triangle is; on a plate only where lines run, since the box may reach into the stripe below."""
    lines = boxes_along([line.points for line in paper.lines], BEST_LINE_STEP * paper.unit)
    write = paper.write_on_plate if overlaps(box, lines) else paper.write
    write(*box.centre, NAME, "count", paper.theme.faint, key)


def _room_below(paper: Paper, key: Key) -> Box | None:
    """Where the name has room below a triangle: in the frame, and covering nothing that can be read.  None for nowhere."""
    width, height = paper.size_of(NAME, "count")
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
