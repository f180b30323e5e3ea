"""Edges of a tree with the discs that were played."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

import numpy as np

from visualizer.state.tree.view import GlyphData, Key
from visualizer.state.tree.wording import LETTERS
from visualizer.tree import shapes
from visualizer.tree.paper import BEST_WIDTH, CUT_WIDTH, DIM, EDGE_WIDTH, Paper
from visualizer.tree.primitives import BEST_LAYER, DISC_LAYER, EDGE_LAYER, Box, Line, Shape, Spot, placed
from visualizer.tree.pruned_sheets import draw_bar
from visualizer.ui.theme import DISC_COLOURS, ink_on, mixed

SIMULATION_WIDTH = 2.2
"""The least width of an edge that a simulation passes through."""

WIDEST_EFFORT = 9.0
"""The width of an edge through which the whole search went, in a tree whose edges are as wide as their share of it."""

STEEP_EDGE = 28.0
"""Points at zoom 1 from captions down to the next discs in which edges are steep."""

BAR_OVER_DISCS = 5.0
"""Points from the upper end of the discs on a ply up to the bar of a cut beside them."""

BAR_ABOVE_DISC = 13.0
"""Points from the middle of a disc up to the bar of a cut."""


class EdgeLook(NamedTuple):
    """Colour and layer of an edge, and its width in points."""

    ink: str
    width: float
    layer: int


def draw_edges(paper: Paper) -> None:
    """Draws all edges with their discs, ply by ply."""
    families: dict[Key, list[Key]] = defaultdict(list)
    for child, parent in paper.layout.parents.items():
        if child in paper.boxes and parent in paper.boxes:
            families[parent].append(child)
    rows: dict[int, list[tuple[Key, list[Key]]]] = defaultdict(list)
    for parent, children in families.items():
        rows[paper.nodes[parent].ply].append((parent, children))
    for ply, row in rows.items():
        _draw_row(paper, ply, row)


def _draw_row(paper: Paper, ply: int, families: list[tuple[Key, list[Key]]]) -> None:
    """Draws the edges from one ply to the next, with a disc right above each node.

    [node]
       |      a stem, where marks below neighbours are in the way
    ▲ ▧ 6     marks, captions, why replies were pruned  ── below
      / \\     edges
     ●   ●    discs             ── bend
    [ ] [ ]   the next ply      ── next_top
    """
    marked = ply in paper.marked_plies
    centre = paper.viewport.pixel((0.0, float(ply)))[1]
    below = centre + paper.node_height / 2
    if marked:
        below += paper.marks_height
    if ply in paper.captioned_plies:
        below += paper.captions_height
    next_top = centre + paper.viewport.ply - paper.node_height / 2
    if ply in paper.explained_plies:
        below += _height_for_reasons(paper, next_top - below)
    highest = (below + next_top) / 2
    bend = max(next_top - (shapes.DISC / 2 + shapes.DISC_GAP) * paper.unit, highest)
    starts: dict[Key, Spot] = {}
    for parent, children in families:
        box = paper.boxes[parent]
        stem = marked and _needs_stem(paper, parent, children, below, bend)
        starts[parent] = box.centre[0], below if stem else box.bottom
        if stem:
            _draw_stem(paper, parent, children, starts[parent])
    over_discs = bend - (shapes.DISC / 2 + BAR_OVER_DISCS) * paper.unit
    for parent, children in families:
        for child in children:
            height = max(paper.boxes[child].top - (shapes.DISC / 2 + shapes.DISC_GAP) * paper.unit, highest)
            if not paper.nodes[child].column:  # its edge runs over the discs beside it, and not behind them
                height = max(min(height, over_discs), highest)
            _draw_edge(paper, parent, child, starts[parent], height)


def _height_for_reasons(paper: Paper, height: float) -> float:
    """How much of the height between captions and the next ply is left to why replies were pruned: to all of it only if
    edges do not become flat.
    """
    comparison = paper.size_of(LETTERS["alpha"], "bound")[1] + shapes.NAME_GAP * paper.unit
    source = paper.size_of(LETTERS["alpha"], "count")[1] + shapes.NAME_GAP * paper.unit
    if height - comparison - source >= (shapes.DISC + STEEP_EDGE) * paper.unit:
        return comparison + source
    return max(min(comparison, height - (shapes.DISC + shapes.LEAST_EDGE) * paper.unit), 0.0)


def _needs_stem(paper: Paper, parent: Key, children: list[Key], below: float, bend: float) -> bool:
    """Whether edges straight from a node to their bends would run through marks below its neighbours, or its own."""
    own = paper.boxes[parent]
    if paper.has_marks(paper.nodes[parent]):
        return True
    x = own.centre[0]
    ends = [x, *(paper.boxes[child].centre[0] for child in children)]
    down = (below - own.bottom) / max(bend - own.bottom, 1.0)
    left = x + down * (min(ends) - x)
    right = x + down * (max(ends) - x)
    for other, box in paper.boxes.items():
        data = paper.nodes[other]
        if other == parent or data.ply != paper.nodes[parent].ply or not paper.has_marks(data):
            continue
        middle = box.centre[0]
        half = paper.marks_width(data) / 2 + 2.0
        if middle - half < right and middle + half > left:
            return True
    return False


def _draw_edge(paper: Paper, parent: Key, child: Key, start: Spot, height: float) -> None:
    above = paper.boxes[parent]
    box = paper.boxes[child]
    around = Box(min(above.left, box.left), above.top, max(above.right, box.right), box.bottom)
    if not paper.in_sight(around):
        return
    data = paper.nodes[child]
    ink, width, layer = _edge_look(paper, child, data)
    end = box.centre[0], box.top
    bend = end[0], height  # the disc is right above its node, however far away the parent is
    name = "cut edge" if data.never_searched else "edge"
    dashed = data.never_searched or data.ghost
    paper.lines.append(Line(np.array([start, bend, end]), ink, layer, name, child, width, dashed))
    if data.never_searched and not data.column:
        draw_bar(paper, bend, child)
    elif data.column:
        _draw_disc(paper, bend, child, data)
    if data.cut_off:
        draw_bar(paper, (bend[0], bend[1] - BAR_ABOVE_DISC * paper.unit), child)


def _draw_stem(paper: Paper, parent: Key, children: list[Key], end: Spot) -> None:
    """Draws what all edges of a node have in common, as its most important edge looks."""
    box = paper.boxes[parent]
    foot = box.centre[0], box.bottom
    looks = [EdgeLook(paper.theme.faint, EDGE_WIDTH, EDGE_LAYER)]
    looks += [_edge_look(paper, child, paper.nodes[child]) for child in children if not _is_cut_edge(paper, child)]
    ink, width, layer = max(looks, key=lambda look: look.width)
    paper.lines.append(Line(np.array([foot, end]), ink, layer, "stem", children[0], width))


def _is_cut_edge(paper: Paper, child: Key) -> bool:
    """Whether the edge to a node is one of a cut."""
    return paper.nodes[child].never_searched or paper.nodes[child].cut_off


def _edge_look(paper: Paper, child: Key, data: GlyphData) -> EdgeLook:
    """Colour, width and layer of an edge."""
    theme = paper.theme
    if data.dim:
        return EdgeLook(theme.line, EDGE_WIDTH, EDGE_LAYER)
    if data.never_searched or data.cut_off:
        return EdgeLook(theme.cut, CUT_WIDTH, EDGE_LAYER)
    best = data.principal
    if data.effort is not None:
        width = max(EDGE_WIDTH, WIDEST_EFFORT * data.effort)
        if child in paper.annotations.simulation:
            return EdgeLook(theme.text, max(SIMULATION_WIDTH, width), BEST_LAYER)
        if best:
            return EdgeLook(theme.best, width, BEST_LAYER)
        return EdgeLook(theme.faint, width, EDGE_LAYER)
    if best:
        return EdgeLook(theme.best, BEST_WIDTH, BEST_LAYER)
    return EdgeLook(theme.faint, EDGE_WIDTH, EDGE_LAYER)


def _draw_disc(paper: Paper, spot: Spot, child: Key, data: GlyphData) -> None:
    """Draws the disc that was played, with its column."""
    theme = paper.theme
    sides = paper.style.sides or DISC_COLOURS["red and yellow"]
    fill = sides[0 if data.by_max else 1][1]
    if data.dim:
        fill = mixed(fill, theme.panel, DIM)
    across = shapes.DISC * paper.unit
    corners = placed(shapes.CIRCLE, *spot, across, across)
    paper.shapes.append(Shape(corners, fill, theme.panel, DISC_LAYER, "disc", child, 1.5))
    paper.write(*spot, data.column, "column", ink_on(fill), child)
