"""The words below triangles and sheets: what is folded there, what was pruned, and why if no example shows it.

Where plies are high enough and nodes are far enough apart, these are captions, "2 searched" and "5 pruned".  Elsewhere the
number is beside the sheets, "×5", and words are where there is room.
"""

from __future__ import annotations

from functools import partial

from c4.game.values import LOWER, UPPER
from visualizer.state.tree.view import SQUARE, GlyphData, Key, Why
from visualizer.state.tree.wording import FOLDED_WORD, PRUNED_WORD
from visualizer.tree import shapes
from visualizer.tree.paper import Mark, Paper
from visualizer.tree.primitives import Spot
from visualizer.tree.room_below import RoomBelow

INSIDE = "inside"
"""After how many replies were pruned in what a triangle stands for."""


def write_captions(paper: Paper, key: Key, data: GlyphData, below: Spot) -> None:
    """Writes below a point how many replies are folded below a node, and below that how many were pruned."""
    lines = paper.captions_of(data)
    if not lines:
        return
    x, bottom = below
    height = paper.size_of(PRUNED_WORD, "count")[1]
    inks = [paper.faint_ink(data)]
    if data.pruned:
        inks.append(paper.cut_ink(data))
    for text, ink in zip(lines, inks[-len(lines) :]):
        paper.write(x, bottom + height / 2, text, "count", ink, key)
        bottom += height
    name = PRUNED_WORD if data.pruned else FOLDED_WORD
    paper.marks.append(Mark(key, name, x, bottom, captioned=True))


def say_what_made_bounds(paper: Paper) -> None:
    """Says below captions how much was pruned inside, where the value of a node is a bound without a cut there."""
    room = RoomBelow(paper)
    for mark in paper.marks:
        data = paper.nodes[mark.key]
        if mark.captioned and has_bound_from_inside(data):
            _say_what_made_it_a_bound(paper, room, mark, data)


def name_pruned_columns(paper: Paper) -> None:
    """Says right below large sheets which columns were pruned, in one line or in two, if there is room and no edge runs.
    Where plies are too low for captions, the room is left to why they were pruned.
    """
    sheets = [key for key in paper.boxes if paper.nodes[key].columns]
    if not sheets or not paper.captioned:
        return
    room = RoomBelow(paper)
    for key in sheets:
        data = paper.nodes[key]
        ink = paper.cut_ink(data)
        mark = paper.sheets_at(key)
        for lines in ((" ".join(data.columns),), data.columns):
            if room.write(mark, lines, ink, wide=True, off_lines=True):
                break


def name_marks(paper: Paper) -> list[Key]:
    """Says below marks without captions what they are, wherever there is room, and below a triangle whose node has a bound
    without a cut how much was pruned inside.  Of a triangle beside sheets it says nothing, because two words do not fit
    below one node.  Returns the nodes below which it now says why they were cut, and to which no arrow leads so far.
    """
    explained: list[Key] = []
    if not shapes.font_size("count", paper.zoom):
        return explained
    room = RoomBelow(paper)
    faint = paper.theme.faint
    for mark in sorted(paper.marks, key=partial(_rank, paper)):
        data = paper.nodes[mark.key]
        if mark.name == PRUNED_WORD:
            if _name_sheets(paper, room, mark, data):
                explained.append(mark.key)
        elif not mark.captioned and not data.pruned:
            room.write(mark, (mark.name,), faint, off_lines=True)
        if not mark.captioned and mark.name == FOLDED_WORD and has_bound_from_inside(data):
            _say_what_made_it_a_bound(paper, room, mark, data)
    return explained


def _name_sheets(paper: Paper, room: RoomBelow, mark: Mark, data: GlyphData) -> bool:
    """Says below sheets why replies were pruned, if no example shows it, and that they were, if no caption does.  Returns
    whether it says why.
    """
    if data.why is not None and _say_why(paper, room, mark, data.why):
        return True
    if not mark.captioned:
        room.write(mark, (mark.name,), paper.cut_ink(data), off_lines=True)
    return False


def _say_why(paper: Paper, room: RoomBelow, mark: Mark, why: Why) -> bool:
    """Says below sheets why replies were pruned, and that they were, if no caption does: in two lines or in one.  Returns
    whether there was room; below it is then where the bound is from, if there is room for that, too.
    """
    ink = paper.cut_ink(paper.nodes[mark.key])
    wordings: list[tuple[str, ...]] = [(text,) for text in why.texts]
    if not mark.captioned:
        wordings = [(mark.name, text) for text in why.texts]
        wordings.append((f"{mark.name}: {why.texts[-1]}",))
    if not any(room.write(mark, lines, ink, "bound", wide=mark.captioned) for lines in wordings):
        return False
    if why.source:
        room.write(mark, (why.source,), ink, wide=mark.captioned)
    return True


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
    return not data.principal, not (data.why or has_bound_from_inside(data))
