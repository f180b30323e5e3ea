"""The words below triangles and sheets: what is folded there, what was pruned, and at which bound if no arrow shows it."""

from __future__ import annotations

from functools import partial

from c4.game.values import LOWER, UPPER
from visualizer.state.tree.view import SQUARE, GlyphData
from visualizer.tree import shapes
from visualizer.tree.folded_triangles import FOLDED_WORD
from visualizer.tree.paper import Mark, Paper
from visualizer.tree.pruned_sheets import PRUNED_WORD
from visualizer.tree.room_below import RoomBelow

INSIDE = "inside"
"""After how many replies were pruned in what a triangle stands for."""


def name_marks(paper: Paper) -> None:
    """Says below marks what they are, wherever there is room, and below a triangle whose node has a bound without a cut how
    much was pruned inside.  Of a triangle beside sheets it says nothing, because two words do not fit below one node.
    """
    if not shapes.font_size("count", paper.zoom):
        return
    room = RoomBelow(paper)
    faint = paper.theme.faint
    for mark in sorted(paper.marks, key=partial(_rank, paper)):
        data = paper.nodes[mark.key]
        if mark.name == PRUNED_WORD:
            _name_sheets(paper, room, mark, data)
        elif mark.name != FOLDED_WORD or not data.pruned:
            room.write(mark, (mark.name,), faint)
        if mark.name == FOLDED_WORD and has_bound_from_inside(data):
            _say_what_made_it_a_bound(paper, room, mark, data)


def _name_sheets(paper: Paper, room: RoomBelow, mark: Mark, data: GlyphData) -> None:
    """Says below sheets that replies were pruned, and at which bound if no arrow shows it: in two lines or in one."""
    ink = paper.cut_ink(data)
    wordings: list[tuple[str, ...]] = [(mark.name,)]
    if data.limit:
        wordings = [(mark.name, data.limit), (f"{mark.name}: {data.limit}",), (mark.name,)]
    for lines in wordings:
        if room.write(mark, lines, ink):
            return


def _say_what_made_it_a_bound(paper: Paper, room: RoomBelow, mark: Mark, data: GlyphData) -> None:
    """Says below a triangle how many replies were pruned in what it stands for, in one line or in two, also below the
    neighbours of its node.
    """
    ink = paper.cut_ink(data)
    in_two_lines = (f"{data.pruned_inside:,} {PRUNED_WORD}", INSIDE)
    if not (room.write(mark, (" ".join(in_two_lines),), ink) or room.write(mark, in_two_lines, ink)):
        room.write(mark, in_two_lines, ink, wide=True)


def has_bound_from_inside(data: GlyphData) -> bool:
    """Whether a folded node of MAX is worth at most some value, or one of MIN at least that: it was not cut itself, but
    replies further down were, which made that a bound.  Of a node with the values of two searches nothing is said.
    """
    values = data.label.values
    if not data.pruned_inside or data.pruned or len(values) != 1 or values[0].is_won:
        return False
    inherited = UPPER if data.shape == SQUARE else LOWER
    return values[0].value.bound == inherited


def _rank(paper: Paper, mark: Mark) -> tuple[bool, bool]:
    """The order in which marks get their words: those of nodes of best play, then those that have more to explain."""
    data = paper.nodes[mark.key]
    return not data.principal, not (data.limit or has_bound_from_inside(data))
