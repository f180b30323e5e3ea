"""Composes the figure of a tree, as in a textbook: squares for MAX, circles for MIN, values inside, columns on the edges.

    layout: where nodes are ──┐
    viewport: pixels ─────────┼──► compose ──► shapes, lines, words ──► painter, canvas, export
    data: what nodes show ────┘

What you see has files of its own: nodes, edges, pruned_sheets, folded_triangles, mark_names, cut_arrow.  All draw on one
`Paper`, which knows where there is room for a word.

A ply has three strips: its nodes; below them what is folded or pruned there, or their windows; and the edges to the next
ply, with a disc on each.
"""

from __future__ import annotations

from collections.abc import Callable

import networkx as nx
import numpy as np

from visualizer.state.tree.annotations import Annotations
from visualizer.state.tree.view import Key
from visualizer.tree import shapes
from visualizer.tree.boxes import boxes_of
from visualizer.tree.curves import curve
from visualizer.tree.cut_arrow import draw_cut_arrows, draw_other_arrows
from visualizer.tree.edges import draw_edges
from visualizer.tree.layout import ABOVE, Layout
from visualizer.tree.mark_names import name_marks, name_pruned_columns, say_what_made_bounds
from visualizer.tree.nodes import draw_nodes, draw_ring, draw_star, write_ring_note
from visualizer.tree.notes import BESIDE, place_note
from visualizer.tree.paper import EDGE, Paper, Style
from visualizer.tree.primitives import (
    ARROW_LAYER,
    BAND_LAYER,
    DISC_LAYER,
    EDGE_LAYER,
    LANE_LAYER,
    Box,
    Figure,
    Line,
    Shape,
    Word,
)
from visualizer.tree.viewport import HEADLINE_HEIGHT, LANE, Viewport

LINK_LIFT = 12.0
"""How high an arc between two visits rises at least, in points."""

LINK_SHARE = 1 / 8
"""How much higher it rises for its length, as a share of it."""

LINK_WIDTH = 1.5
"""The width of such an arc in points."""

TEXT_LEFT = LANE + 8.0
"""Points from the left edge of the figure to the headline and the line below it."""

ROOT_CLEARANCE = shapes.RING_GAP + shapes.RING_WIDTH
"""Points between the root and the line below the headline: the root may have a ring."""

NAME_MARGIN = 4.0
"""Pixels of a stripe that the name of its ply leaves free at least."""

NOTE_PADDING = 4.0
"""Pixels between a note and its border."""

TO_COME_GAP = 4.0
"""Points at zoom 1 between a disc and how many moves are not yet tried."""


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
    paper = Paper(dict(graph.nodes.data("data")), layout, viewport, frame, style, annotations)
    _draw_bands(paper, ply_name)
    draw_nodes(paper)
    draw_edges(paper)
    _draw_annotations(paper)
    explained = name_marks(paper)
    draw_other_arrows(paper, explained)
    return Figure(paper.shapes, paper.lines, paper.words, paper.boxes, paper.zoom)


def _draw_bands(paper: Paper, ply_name: Callable[[int], str]) -> None:
    """A faint stripe for every other ply on which there are nodes, and the names of all of these at the left edge."""
    lane = LANE * paper.style.pixels_per_point
    plies = range(min(paper.layout.plies), paper.last_ply + 1)
    names = [_ply_wordings(ply_name(ply), ply) for ply in plies]
    fitting = [all(_fits_upright(paper, text, paper.viewport.ply) for text in texts) for texts in zip(*names)]
    longest = fitting.index(True) if True in fitting else 0  # all plies have the same wording
    for ply in plies:
        top = paper.viewport.pixel((0.0, ply - ABOVE))[1]
        bottom = paper.viewport.pixel((0.0, ply - ABOVE + 1))[1]
        if bottom <= 0 or top >= paper.height:
            continue
        ground = paper.ground(ply)
        stripe = Box(0.0, top, paper.width, bottom)
        paper.shapes.append(Shape(stripe.corners, ground, "none", BAND_LAYER, "band"))
        edge = Box(0.0, top, lane, bottom)
        paper.shapes.append(Shape(edge.corners, ground, "none", LANE_LAYER, "lane"))
        low = max(top, 0.0)
        high = min(bottom, paper.height)
        for text in _ply_wordings(ply_name(ply), ply)[longest:]:
            if _fits_upright(paper, text, high - low):
                paper.words.append(Word(lane / 2, (low + high) / 2, text, "ply", paper.theme.faint, upright=True))
                break


def _ply_wordings(name: str, ply: int) -> tuple[str, ...]:
    """What a ply may be called, the longest wording first."""
    return f"{name} · ply {ply}", name, name.partition(" ")[0]


def _fits_upright(paper: Paper, text: str, height: float) -> bool:
    """Whether the name of a ply has room in a stripe of so many pixels."""
    return paper.style.measure(text, "ply")[0] * paper.style.pixels_per_point < height - NAME_MARGIN


def _draw_annotations(paper: Paper) -> None:
    """Draws the headline, the ring of the selection, links and stars; then what explains values and cuts, which keeps clear
    of all that.
    """
    notes = paper.annotations
    _draw_headline(paper, notes.headlines)
    _write_total(paper, notes.pruned_in_all)
    if notes.ringed in paper.boxes:
        draw_ring(paper, notes.ringed, notes.dashed_ring)
    for row in notes.links:
        _draw_link(paper, notes.ringed, row)
    for row, hollow in notes.stars:
        draw_star(paper, row, hollow)
    say_what_made_bounds(paper)
    name_pruned_columns(paper)
    draw_cut_arrows(paper, notes.bounds)
    if notes.ring_note and notes.ringed in paper.boxes:
        write_ring_note(paper, notes.ringed, notes.ring_note)
    for row, text in notes.to_come:
        if row in paper.boxes:
            _write_to_come(paper, row, text)
    for row, note in notes.notes:
        if row in paper.boxes:
            _draw_note(paper, row, note)


def _write_to_come(paper: Paper, key: Key, text: str) -> None:
    """Writes how many moves are not yet tried: beside the disc of the last one that is drawn and as high as that, or else
    beside its node.
    """
    faint = paper.theme.faint
    discs = [shape.corners for shape in paper.shapes if shape.name == "disc" and shape.key == key]
    for disc in boxes_of(discs).tolist():
        end = disc[2], (disc[1] + disc[3]) / 2
        box = paper.room_near(end, text, "count", TO_COME_GAP * paper.unit, BESIDE)
        if box is not None:
            paper.write(*box.centre, text, "count", faint, key)
            return
    paper.write_beside_ring(key, text, "count", faint)


def _draw_headline(paper: Paper, wordings: tuple[str, ...]) -> None:
    """Writes what is best above the root, in the longest wording that has room; in none if none has."""
    zoom = paper.style.pixels_per_point
    left = TEXT_LEFT * zoom
    top = paper.viewport.pixel((0.0, paper.layout.top))[1]
    y = top - HEADLINE_HEIGHT * zoom / 2
    for text in wordings:
        width, tall = (zoom * length for length in paper.style.measure(text, "headline"))
        if y - tall / 2 >= 0 and left + width <= paper.width - EDGE * zoom:
            paper.words.append(Word(left + width / 2, y, text, "headline", paper.theme.best))
            return


def _write_total(paper: Paper, wordings: tuple[str, ...]) -> None:
    """Writes how many replies were pruned below the headline, in the longest wording that has room above the root or at
    its left; in none if none has.
    """
    zoom = paper.style.pixels_per_point
    left = TEXT_LEFT * zoom
    top = paper.viewport.pixel((0.0, paper.layout.top))[1]
    root = next(iter(paper.boxes.values()))
    for text in wordings:
        width, tall = (zoom * length for length in paper.style.measure(text, "total"))
        box = Box(left, top, left + width, top + tall)
        beside_root = box.bottom + ROOT_CLEARANCE * zoom <= root.top or box.right + ROOT_CLEARANCE * zoom <= root.left
        if box.top >= 0 and beside_root and box.right <= paper.width - EDGE * zoom:
            paper.words.append(Word(*box.centre, text, "total", paper.theme.cut))
            return


def _draw_link(paper: Paper, here: Key | None, there: Key) -> None:
    """Draws an arc between two visits of one position."""
    if here is None or there not in paper.boxes or here not in paper.boxes or here == there:
        return
    start = paper.boxes[here].centre
    end = paper.boxes[there].centre
    lift = LINK_LIFT * paper.unit + LINK_SHARE * abs(end[0] - start[0])
    bend = (start[0] + end[0]) / 2, min(start[1], end[1]) - lift + abs(end[1] - start[1]) / 2
    points = curve(start, bend, bend, end)
    paper.lines.append(Line(points, paper.theme.text, EDGE_LAYER, "link", there, LINK_WIDTH, dashed=True))
    paper.keep_readable(points)


def _draw_note(paper: Paper, key: Key, text: str) -> None:
    """Writes lines of text in a box beside a node, joined to it by a line."""
    lines = text.split("\n")
    width = max(paper.style.measure(line, "window")[0] for line in lines) * paper.unit + 2 * NOTE_PADDING
    line_height = shapes.LINE_HEIGHT * paper.unit
    height = line_height * len(lines) + NOTE_PADDING
    node = paper.boxes[key]
    radius = node.height / 2 + shapes.RING_GAP + shapes.RING_WIDTH
    frame = paper.frame_of_notes()
    box = place_note((width, height), node.centre, radius, paper.used_boxes(), frame)
    if box is None:
        return
    ends = np.array([node.centre, box.centre])
    paper.lines.append(Line(ends, paper.theme.line, ARROW_LAYER, "leader", key))
    paper.shapes.append(Shape(box.corners, paper.theme.panel, paper.theme.line, DISC_LAYER, "plate", key))
    for number, line in enumerate(lines):
        y = box.top + NOTE_PADDING / 2 + (number + 0.5) * line_height
        paper.write(box.centre[0], y, line, "window", paper.theme.text, key)
