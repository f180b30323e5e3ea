"""Nodes of a tree: squares and circles with their values, what is below them, the ring and the star beside them."""

from __future__ import annotations

from typing import NamedTuple

from visualizer.state.tree.view import CIRCLE, SHEETS, SQUARE, UNTRIED, GlyphData, Key
from visualizer.tree import shapes
from visualizer.tree.folded_triangles import draw_fold
from visualizer.tree.mark_names import write_captions
from visualizer.tree.paper import DIM, Paper
from visualizer.tree.primitives import DISC_LAYER, NODE_LAYER, RING_LAYER, Box, Shape, placed, placed_in
from visualizer.tree.pruned_sheets import draw_pruned, draw_sheets
from visualizer.tree.widths import shown_lines
from visualizer.ui.theme import mixed

HALF = 0.5
"""How much of the ground is mixed into the fill of all other nodes."""

OUTLINE = 1.2
"""The width of the outline of a node in points."""

BEST_OUTLINE = 2.6
"""The same of a node on the best line."""


class NodeLook(NamedTuple):
    """Colours of a node: its fill, its outline, the words in it; and the width of its outline in points."""

    fill: str
    edge: str
    ink: str
    width: float


def draw_nodes(paper: Paper) -> None:
    """Draws all nodes with what is in them and below them."""
    for key, box in paper.boxes.items():
        if not paper.in_sight(box, paper.marks_height):
            continue
        data = paper.nodes[key]
        if data.never_searched:
            draw_sheets(paper, key, box, single=data.shape != SHEETS)
        elif data.shape == UNTRIED:
            paper.draw_shape(shapes.TRIANGLE, key, box, "untried", paper.theme.panel, paper.theme.faint, data.dashed)
        else:
            _draw_node(paper, key, data, box)
        _draw_below(paper, key, data, box)


def _node_look(paper: Paper, data: GlyphData) -> NodeLook:
    """The colours of a node and the width of its outline."""
    theme = paper.theme
    if data.principal:
        look = NodeLook(paper.best_fill, theme.best, theme.text, BEST_OUTLINE)
    elif data.ghost:
        look = NodeLook(theme.panel, theme.faint, theme.faint, OUTLINE)
    else:
        look = NodeLook(mixed(theme.leaf, theme.panel, HALF), theme.text, theme.text, OUTLINE)
    if data.dim:
        return look._replace(fill=mixed(look.fill, theme.panel, DIM), edge=theme.line, ink=theme.line)
    return look


def _draw_node(paper: Paper, key: Key, data: GlyphData, box: Box) -> None:
    look = _node_look(paper, data)
    outline = shapes.SQUARE if data.shape == SQUARE else shapes.CIRCLE
    corners = placed_in(box, outline)
    dashed = data.dashed or data.ghost
    paper.shapes.append(Shape(corners, look.fill, look.edge, NODE_LAYER, "node", key, look.width, dashed))
    x, y = box.centre
    value_y = y
    value, detail = shown_lines(data, paper.style.wording)
    if detail:
        value_y = y - shapes.LINE_OFFSET * paper.unit
        detail_y = y + shapes.LINE_OFFSET * paper.unit
        paper.write(x, detail_y, detail, "count", look.ink, key)
    if value:
        paper.write(x, value_y, value, "best" if data.principal else "value", look.ink, key)


def _draw_below(paper: Paper, key: Key, data: GlyphData, box: Box) -> None:
    """Draws what is below a node: its window, a word, or what is folded and pruned there, on short edges."""
    theme = paper.theme
    x = box.centre[0]
    foot = x, box.bottom
    y = box.bottom + shapes.MARKS_CENTRE * paper.unit
    text_y = box.bottom + shapes.TEXT_CENTRE * paper.unit
    if data.window:
        paper.write_on_plate(x, text_y, data.window, "window", theme.text, key)
        return
    if data.note:
        ink = theme.cut if data.never_searched or data.cut_off else theme.faint
        paper.write(x, text_y, data.note, "count", theme.line if data.dim else ink, key)
        return
    left = x - paper.signs_width(data) / 2
    if data.folded:
        left = draw_fold(paper, key, data, foot, (left, y))
    if data.pruned:
        draw_pruned(paper, key, data, foot, (left + shapes.FOLD_GAP * paper.unit, y))
    if paper.captioned:
        write_captions(paper, key, data, (x, y + shapes.SHEETS_HEIGHT / 2 * paper.unit))


def draw_ring(paper: Paper, key: Key | None, dashed: bool) -> None:
    """Draws a ring around a node, in its shape."""
    if key is None:
        return
    box = paper.boxes[key]
    outline = shapes.CIRCLE if paper.nodes[key].shape == CIRCLE else shapes.SQUARE
    apart = 2 * (shapes.RING_GAP + shapes.RING_WIDTH / 2) * min(paper.style.pixels_per_point, paper.unit)
    corners = placed(outline, *box.centre, box.width + apart, box.height + apart)
    paper.shapes.append(Shape(corners, "none", paper.theme.text, RING_LAYER, "ring", key, shapes.RING_WIDTH, dashed))


def write_ring_note(paper: Paper, key: Key | None, text: str) -> None:
    """Writes a word beside the ring, if there is room."""
    if key is not None:
        paper.write_beside_ring(key, text, "count", paper.theme.text)


def draw_star(paper: Paper, key: Key, hollow: bool) -> None:
    """Draws the mark of a bookmark beside a node; hollow where the node is folded into it."""
    if key not in paper.boxes:
        return
    box = paper.boxes[key]
    across = shapes.STAR_SIZE * paper.unit
    corners = placed(shapes.STAR, box.right + across / 4, box.top - across / 4, across, across)
    fill = paper.theme.panel if hollow else paper.theme.text
    paper.shapes.append(Shape(corners, fill, paper.theme.text, DISC_LAYER, "star", key))
