"""The arrow from the node that set a bound to the node that was cut there, and the comparison that pruned its replies."""

from __future__ import annotations

from math import sqrt

import numpy as np

from visualizer.state.tree.annotations import Bound
from visualizer.state.tree.view import CIRCLE, STUB, Key
from visualizer.state.tree.wording import PRUNED_WORD
from visualizer.tree import shapes
from visualizer.tree.boxes import boxes_of, count_crossed, overlaps
from visualizer.tree.curves import curve
from visualizer.tree.paper import CUT_WIDTH, Mark, Paper, word_box
from visualizer.tree.primitives import ARROW_LAYER, Box, Line, Shape, Spot
from visualizer.tree.room_below import RoomBelow

SHOULDER = 0.4
"""Where an arrow meets a node: beside its middle, as a share of its width."""

BOWS = (0.0, 30.0, -30.0, 60.0, -60.0, 100.0, -100.0, 150.0, -150.0)
"""How far, in points at zoom 1, an arrow to a lower ply may be bent sideways to keep clear of what lies between."""

OBSTACLES = ("node", "disc", "fold", "sheet", "untried")
"""The shapes of which it keeps clear."""

ARROW_CLEARANCE = 4.0
"""Points at zoom 1 that it keeps from them."""

NOTE_SHARES = (0.5, 0.35, 0.65, 0.25, 0.75)
"""Where along an arrow its name may be, the best first."""

LETTERS = 0.7
"""The share of a line's height that its letters take."""

MOST_LOWER = 2
"""How many lines lower than right below the sheets why replies were pruned may be written: there are captions beside them."""

EQUAL = "equal is enough"
"""Below a comparison of two equal values."""

ARROW_HEAD = 9.0
"""Length of an arrow's head in points."""


def draw_cut_arrows(paper: Paper, bounds: tuple[Bound, ...]) -> None:
    """Draws the arrows from the nodes that set alpha or beta to the nodes that were cut there, and then says why, which keeps
    clear of all arrows.

    Why is said below the sheets of the pruned replies, or at the arrow where there is no room below them.
    """
    shown = [bound for bound in bounds if bound.cut in paper.boxes and bound.why.holder in paper.boxes]
    arrows = [_draw_arrow(paper, bound) for bound in shown]
    for bound, points in zip(shown, arrows):
        is_said = _say_below_sheets(paper, bound)
        if points is not None:
            is_said = is_said or _write_at_arrow(paper, bound, points)
        if bound.cut == paper.annotations.ringed and not is_said:
            _write_beside_ring(paper, bound)


def _draw_arrow(paper: Paper, bound: Bound) -> np.ndarray | None:
    """Draws an arrow; returns its points.  One whose head would cover a word is left out; that to the node with the ring
    only if it would cover letters.
    """
    assert bound.why.holder is not None
    points, tip = _arrow(paper, bound.why.holder, bound.cut)
    is_ringed = bound.cut == paper.annotations.ringed
    if _covers_a_word(paper, tip, LETTERS if is_ringed else 1.0):
        return None
    _add_arrow(paper, bound.cut, points, tip)
    return points


def draw_other_arrows(paper: Paper, cuts: list[Key]) -> None:
    """Draws arrows to other nodes below which it is said why they were cut, where they cover no word and run to no lower
    ply.
    """
    for cut in cuts:
        why = paper.nodes[cut].why
        assert why is not None
        holder = why.holder
        if holder not in paper.boxes or paper.nodes[holder].ply < paper.nodes[cut].ply:
            continue
        points, tip = _arrow(paper, holder, cut)
        if not _covers_a_word(paper, tip, 1.0):
            _add_arrow(paper, cut, points, tip)


def _add_arrow(paper: Paper, cut: Key, points: np.ndarray, tip: np.ndarray) -> None:
    """Adds an arrow through some points, whose head has some corners, to a node that was cut."""
    ink = paper.theme.cut
    paper.lines.append(Line(points, ink, ARROW_LAYER, "arrow", cut, CUT_WIDTH))
    paper.shapes.append(Shape(tip, ink, ink, ARROW_LAYER, "arrow head", cut))
    paper.keep_readable(points)


def _say_below_sheets(paper: Paper, bound: Bound) -> bool:
    """Says below the sheets of the pruned replies why they were pruned, if there is room; returns whether there was.  Below
    a comparison of equal values it says that this is enough.
    """
    mark = _sheets_of(paper, bound.cut)
    if mark is None or len(bound.why.texts) == 1:
        return False
    lacks_name = mark.name == PRUNED_WORD and not mark.captioned
    if lacks_name and paper.nodes[mark.key].ply < paper.last_ply:
        return False  # edges to the next ply run there
    ink = paper.theme.cut
    room = RoomBelow(paper)
    if lacks_name and room.write(mark, (mark.name,), ink):
        paper.marks.remove(mark)
    why = bound.begin + bound.why.texts[0]
    lines = (f"{bound.title}:", why) if bound.title else (why,)
    is_said = room.write(mark, lines, ink, "bound", wide=True, most_lower=MOST_LOWER, off_lines=True)
    if is_said and bound.why.source:
        room.write(mark, (bound.why.source,), ink, wide=True, off_lines=True)
    if is_said and bound.is_tie:
        room.write(mark, (EQUAL,), paper.theme.faint, wide=True, off_lines=True)
    return is_said


def _sheets_of(paper: Paper, cut: Key) -> Mark | None:
    """The sheets of the replies that were pruned at a node: those beside its other replies, with their number below them,
    or those below the node; None where neither are drawn.
    """
    stub = STUB, cut
    if stub in paper.boxes:
        return paper.sheets_at(stub)
    return next((mark for mark in paper.marks if mark.key == cut and mark.name == PRUNED_WORD), None)


def _covers_a_word(paper: Paper, shape: np.ndarray, share: float) -> bool:
    """Whether a shape with some corners, shape (n, 2), shares room with a word, of whose height only a share counts."""
    box = Box(*shape.min(axis=0), *shape.max(axis=0))
    words = np.reshape([word_box(word, paper.style, paper.zoom) for word in paper.words], (-1, 4))
    spare = (words[:, 3] - words[:, 1]) * (1 - share) / 2
    words[:, 1] += spare
    words[:, 3] -= spare
    return overlaps(box, words)


def _write_at_arrow(paper: Paper, bound: Bound, points: np.ndarray) -> bool:
    """Writes why a node was cut at the arrow through some points, in the longest wording that has room; returns whether
    one had.
    """
    ink = paper.theme.cut
    spots = [(float(x), float(y)) for x, y in (points[int(share * len(points))] for share in NOTE_SHARES)]
    for text in _wordings(bound):
        if paper.write_near(text, "bound", spots, 2.0 * paper.unit, ink, bound.cut):
            return True
        if paper.write_somewhere(text, spots[0], ink, bound.cut):
            return True
    return False


def _wordings(bound: Bound) -> list[str]:
    """All that there is to say of a cut, the longest wording first."""
    title = f"{bound.title}: " if bound.title else ""
    return [title + bound.begin + text for text in bound.why.texts]


def _write_beside_ring(paper: Paper, bound: Bound) -> None:
    """Writes why a node was cut beside its ring, in the longest wording that has room."""
    for text in _wordings(bound):
        if paper.write_beside_ring(bound.cut, text, "bound", paper.theme.cut):
            return


def _arrow(paper: Paper, holder: Key, cut: Key) -> tuple[np.ndarray, np.ndarray]:
    """A curve from a node to another, and the corners of its head."""
    if paper.boxes[cut].top > paper.boxes[holder].bottom:
        points = _curve_down(paper, holder, cut)
    else:
        points = _curve_over(paper, holder, cut)
    return points, arrow_head(points, ARROW_HEAD * paper.unit)


def _curve_over(paper: Paper, holder: Key, cut: Key) -> np.ndarray:
    """A curve between two nodes of one ply, over the discs between them."""
    side = 1.0 if paper.boxes[cut].centre[0] > paper.boxes[holder].centre[0] else -1.0
    start = _shoulder(paper, holder, side)
    end = _shoulder(paper, cut, -side, ringed=True)
    room = paper.viewport.ply - paper.node_height - paper.marks_height
    lift = min(max(room, 0.0), shapes.ARROW_LIFT * paper.unit)
    slant = side * shapes.ARROW_SLANT * paper.unit
    return curve(start, (start[0] + slant, start[1] - lift), (end[0] - slant, end[1] - lift), end)


def _curve_down(paper: Paper, holder: Key, cut: Key) -> np.ndarray:
    """A curve from a node to one on a lower ply that runs through as few others as possible."""
    shapes = boxes_of([shape.corners for shape in paper.shapes if shape.name in OBSTACLES])
    words = [word_box(word, paper.style, paper.zoom) for word in paper.words]
    apart = ARROW_CLEARANCE * paper.unit
    used = np.concatenate((shapes, np.reshape(words, (-1, 4)))) + (-apart, -apart, apart, apart)
    straight_first = sorted(BOWS, key=abs)
    curves = [
        _bowed(paper, holder, cut, bow * paper.unit, start_side, end_side)
        for bow in straight_first
        for start_side in (1.0, -1.0)
        for end_side in (1.0, -1.0)
    ]

    def cost(points: np.ndarray) -> tuple[int, int]:
        return _count_outside(paper, points), count_crossed(points, used)

    return min(curves, key=cost)


def _count_outside(paper: Paper, points: np.ndarray) -> int:
    """How many of some points are not in the frame, or over the names of the plies."""
    x = points[:, 0]
    y = points[:, 1]
    outside = (x < paper.left_end) | (x > paper.width) | (y < 0) | (y > paper.height)
    return int(outside.sum())


def _bowed(paper: Paper, holder: Key, cut: Key, bow: float, start_side: float, end_side: float) -> np.ndarray:
    """A curve from below a node to a lower one, bent sideways by about so many pixels.

    It never comes from the side of the disc above that node.
    """
    start = _shoulder(paper, holder, start_side, above=False)
    end = _shoulder(paper, cut, end_side, ringed=True)
    third = (end[1] - start[1]) / 3
    outwards = max(end_side * bow, shapes.ARROW_SLANT * paper.unit) * end_side
    return curve(start, (start[0] + bow, start[1] + third), (end[0] + outwards, end[1] - third), end)


def _shoulder(paper: Paper, key: Key, side: float, ringed: bool = False, above: bool = True) -> Spot:
    """The point at a node's outline, or its ring, where an arrow meets it: above or below the node, on the right
    (`side` 1) or the left (-1), beside the disc.
    """
    box = paper.boxes[key]
    x = box.centre[0] + side * SHOULDER * box.width
    apart = shapes.RING_GAP + shapes.RING_WIDTH + 2.0 if ringed else 2.0
    outwards = apart * paper.style.pixels_per_point
    if paper.nodes[key].shape == CIRCLE:
        outwards -= box.height / 2 * (1 - sqrt(1 - (2 * SHOULDER) ** 2))
    return x, (box.top - outwards if above else box.bottom + outwards)


def arrow_head(points: np.ndarray, length: float) -> np.ndarray:
    """The corners of the head at the end of a curve, shape (3, 2)."""
    tip = points[-1]
    back = points[-1] - points[-4]
    direction = back / (float(np.hypot(*back)) or 1.0)
    across = np.array([-direction[1], direction[0]])
    base = tip - length * direction
    corners: np.ndarray = np.array([tip, base + 0.4 * length * across, base - 0.4 * length * across])
    return corners
