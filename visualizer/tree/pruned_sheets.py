"""Pruned replies: hatched sheets with their number, on a dashed edge, and the bar across it."""

from __future__ import annotations

import numpy as np

from visualizer.state.tree.view import GlyphData, Key
from visualizer.state.tree.wording import PRUNED_WORD
from visualizer.tree import shapes
from visualizer.tree.paper import Mark, Paper
from visualizer.tree.primitives import DISC_LAYER, EDGE_LAYER, HATCH_LAYER, Box, Line, Spot, placed_in
from visualizer.tree.widths import times

LARGE_SHEETS = 1.3
"""Sheets that are higher than small ones by this factor have many hatches."""

FEW_HATCHES = 2
"""The diagonals on a small sheet."""

MANY_HATCHES = 5
"""The diagonals on a large sheet."""


def draw_sheets(paper: Paper, key: Key, box: Box, single: bool) -> None:
    """Draws hatched sheets: pruned replies."""
    theme = paper.theme
    cut = paper.cut_ink(paper.nodes[key])
    front = shapes.SINGLE_SHEET if single else shapes.FRONT_SHEET
    large = box.height > LARGE_SHEETS * shapes.SHEETS_HEIGHT * paper.unit
    hatches = MANY_HATCHES if large else FEW_HATCHES
    if not single:
        paper.draw_shape(shapes.BACK_SHEET, key, box, "sheet", theme.panel, cut)
    paper.draw_shape(front, key, box, "sheet", theme.panel, cut)
    for line in shapes.hatching(front, hatches):
        paper.lines.append(Line(placed_in(box, line), cut, HATCH_LAYER, "hatch", key))


def draw_pruned(paper: Paper, key: Key, data: GlyphData, foot: tuple[float, float], at: tuple[float, float]) -> None:
    """Draws sheets for a node's own pruned replies, on a dashed edge from its foot; with their number, if no caption says
    it.
    """
    left, y = at
    top = left + shapes.SHEETS_WIDTH / 2 * paper.unit, y - shapes.SHEETS_HEIGHT / 2 * paper.unit
    ink = paper.cut_ink(data)
    paper.lines.append(Line(np.array([foot, top]), ink, EDGE_LAYER, "short cut edge", key, dashed=True))
    right = left + shapes.SHEETS_WIDTH * paper.unit
    half = shapes.SHEETS_HEIGHT / 2 * paper.unit
    draw_sheets(paper, key, Box(left, y - half, right, y + half), single=data.pruned == 1)
    if paper.captioned:
        return
    text = times(data.pruned)
    width, height = paper.size_of(text, "count")
    begin = right + shapes.NUMBER_GAP * paper.unit
    paper.write(begin + width / 2, y, text, "count", ink, key)
    paper.marks.append(Mark(key, PRUNED_WORD, (left + begin + width) / 2, y + height / 2))


def draw_bar(paper: Paper, spot: Spot, child: Key) -> None:
    """Draws a bar across the edge to pruned replies."""
    half = shapes.BAR_LENGTH * paper.unit / 2
    ends = np.array([(spot[0] - half, spot[1]), (spot[0] + half, spot[1])])
    ink = paper.cut_ink(paper.nodes[child])
    paper.lines.append(Line(ends, ink, DISC_LAYER, "bar", child, shapes.BAR_WIDTH * paper.zoom))
