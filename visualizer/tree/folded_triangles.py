"""The triangles for what is folded below nodes."""

from __future__ import annotations

import numpy as np

from visualizer.state.tree.view import GlyphData, Key
from visualizer.state.tree.wording import FOLDED_WORD
from visualizer.tree import shapes
from visualizer.tree.paper import BEST_WIDTH, EDGE_WIDTH, Mark, Paper
from visualizer.tree.primitives import EDGE_LAYER, Line, box_about
from visualizer.tree.widths import fold_width


def draw_fold(paper: Paper, key: Key, data: GlyphData, foot: tuple[float, float], at: tuple[float, float]) -> float:
    """Draws the triangle for what is folded below a node, on an edge from its foot, in the colour of the best line if
    that goes on there; `at` is the middle of its left side.  Returns its right side.
    """
    left, y = at
    width = fold_width(data) * paper.unit
    height = shapes.FOLD_HEIGHT * paper.unit
    x = left + width / 2
    box = box_about((x, y), width, height)
    goes_on = data.principal and not data.dim  # the best line, inside
    ink = paper.theme.best if goes_on else paper.faint_ink(data)
    fill = paper.best_fill if goes_on else paper.theme.leaf
    edge_width = BEST_WIDTH if goes_on else EDGE_WIDTH
    paper.lines.append(Line(np.array([foot, (x, box.top)]), ink, EDGE_LAYER, "short edge", key, edge_width))
    paper.draw_shape(shapes.TRIANGLE, key, box, "fold", fill, ink)
    if not paper.captioned:
        paper.marks.append(Mark(key, FOLDED_WORD, x, box.bottom))
    return box.right
