"""The words below triangles and sheets: what is folded there, what was pruned, and where a bound is from that no arrow shows."""

from __future__ import annotations

from collections import defaultdict
from functools import partial

import numpy as np

from c4.game.values import LOWER, UPPER
from visualizer.state.tree.view import SQUARE, GlyphData, Key
from visualizer.tree import shapes
from visualizer.tree.boxes import overlaps
from visualizer.tree.paper import Mark, Paper
from visualizer.tree.primitives import Box, box_about
from visualizer.tree.pruned_sheets import PRUNED_WORD

SHIFTS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3)
"""How far aside of its mark a word may be, as shares of its width, the best first."""

LEAST_GAP = 5.0
"""Points at zoom 1 between the words of two neighbours: closer ones would read as one line."""

ALL_REPLIES = "all replies"
"""Before the bound that all replies to a node are worth."""


def name_marks(paper: Paper) -> None:
    """Says below marks what they are, wherever there is room, and below triangles where a bound is from.  Of a triangle
    beside sheets it says nothing, because two words do not fit below one node.
    """
    if not shapes.font_size("count", paper.zoom):
        return
    room = _RoomBelow(paper)
    for mark in sorted(paper.marks, key=partial(_rank, paper)):
        data = paper.nodes[mark.key]
        if mark.name == PRUNED_WORD and data.limit and room.write(mark, (mark.name, data.limit)):
            continue
        if mark.name == PRUNED_WORD or not data.pruned:
            room.write(mark, (mark.name,))
        if has_bound_of_replies(data):
            one_line = (f"{ALL_REPLIES} {data.value}",)
            two_lines = (ALL_REPLIES, data.value)
            if not (room.write(mark, one_line) or room.write(mark, two_lines)):
                room.write(mark, two_lines, wide=True)


def has_bound_of_replies(data: GlyphData) -> bool:
    """Whether a folded node of MAX is worth at most some value, or one of MIN at least that, because all its replies are:
    cuts among them made that a bound.  Of a node with the values of two searches nothing is said.
    """
    values = data.label.values
    if not data.folded or len(values) != 1 or values[0].is_won:
        return False
    inherited = UPPER if data.shape == SQUARE else LOWER
    return values[0].value.bound == inherited


def _rank(paper: Paper, mark: Mark) -> tuple[bool, bool]:
    """The order in which marks get their words: those of nodes of best play, then those that have more to explain."""
    data = paper.nodes[mark.key]
    return not data.principal, not (data.limit or has_bound_of_replies(data))


class _RoomBelow:
    """Where there is room for words below marks, one below the other."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._spaces = _spaces(paper)
        self._used = np.concatenate((paper.used_boxes(), paper.line_boxes("cut edge")))
        self._lines = paper.line_boxes()
        self._bottoms = {mark: mark.bottom for mark in paper.marks}

    def write(self, mark: Mark, lines: tuple[str, ...], wide: bool = False) -> bool:
        """Writes some lines below a mark and the words that are there, if there is room for all; returns whether there was.
        `wide` ones may reach below the neighbours of its node.
        """
        boxes: list[Box] = []
        for text in lines:
            top = boxes[-1].bottom if boxes else self._bottoms[mark]
            box = self._room(mark, text, top, wide)
            if box is None:
                return False
            boxes.append(box)
        for text, box in zip(lines, boxes):
            self._write_in(box, mark, text)
        return True

    def _write_in(self, box: Box, mark: Mark, text: str) -> None:
        """Writes a word in a box; on a plate only where an edge runs, since the box may reach into the stripe below."""
        paper = self._paper
        ink = paper.cut_ink(paper.nodes[mark.key]) if mark.name == PRUNED_WORD else paper.theme.faint
        write = paper.write_on_plate if overlaps(box, self._lines) else paper.write
        write(*box.centre, text, "count", ink, mark.key)
        gap = LEAST_GAP * paper.unit
        self._used = np.vstack((self._used, (box.left - gap, box.top, box.right + gap, box.bottom)))
        self._bottoms[mark] = box.bottom

    def _room(self, mark: Mark, text: str, top: float, wide: bool) -> Box | None:
        """Where a word has room below a height: in the frame, between the neighbours of its node or their middles, and
        covering nothing.  None for nowhere.
        """
        paper = self._paper
        width, height = paper.size_of(text, "count")
        leftmost, rightmost = self._spaces[mark.key]
        if wide:
            half = paper.boxes[mark.key].width / 2
            leftmost -= half
            rightmost += half
        y = top + shapes.NAME_GAP * paper.unit + height / 2
        if y + height / 2 > paper.frame_of_notes().bottom:
            return None
        for shift in SHIFTS:
            box = box_about((mark.x + shift * width, y), width, height)
            if box.left >= leftmost and box.right <= rightmost and not overlaps(box, self._used):
                return box
        return None


def _spaces(paper: Paper) -> dict[Key, tuple[float, float]]:
    """The space across that each node has on its ply: between its neighbours, or up to the frame."""

    def left_end(key: Key) -> float:
        return paper.boxes[key].left

    plies: dict[int, list[Key]] = defaultdict(list)
    for key in paper.boxes:
        plies[paper.nodes[key].ply].append(key)
    frame = paper.frame_of_notes()
    spaces = {}
    for row in plies.values():
        ordered = sorted(row, key=left_end)
        ends = [frame.left, *(paper.boxes[key].right for key in ordered[:-1])]
        begins = [*(paper.boxes[key].left for key in ordered[1:]), frame.right]
        for key, left, right in zip(ordered, ends, begins):
            spaces[key] = max(left, frame.left), min(right, frame.right)
    return spaces
