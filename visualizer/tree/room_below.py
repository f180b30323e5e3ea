"""Where there is room for words below marks."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from visualizer.state.tree.view import Key
from visualizer.tree import shapes
from visualizer.tree.boxes import overlaps
from visualizer.tree.paper import Mark, Paper
from visualizer.tree.primitives import Box, box_about

SHIFTS = (0.0, 0.1, -0.1, 0.2, -0.2, 0.3, -0.3)
"""How far aside of its mark a word may be, as shares of its width, the best first."""

NEIGHBOURS = 3
"""How many widths of a node a wide word may reach below its neighbours, on each side."""

LEAST_GAP = 5.0
"""Points at zoom 1 between the words of two neighbours: closer ones would read as one line."""


class RoomBelow:
    """Where there is room for words below marks, one below the other."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self._spaces = _spaces(paper)
        self._used = np.concatenate((paper.used_boxes(), paper.line_boxes("cut edge")))
        self._lines = paper.line_boxes()
        self._bottoms: dict[Mark, float] = {}

    def write(
        self,
        mark: Mark,
        lines: tuple[str, ...],
        ink: str,
        style: str = "count",
        wide: bool = False,
        most_lower: int = 0,
        off_lines: bool = False,
    ) -> bool:
        """Writes some lines below a mark and the words that are there, one below the middle of the other, if there is room
        for all; returns whether there was.  `wide` ones may reach below the neighbours of its node.  All may be so many
        lines lower than right below the mark, at most.  Those that are to keep `off_lines` are not in front of edges.
        """
        used = np.concatenate((self._used, self._lines)) if off_lines else self._used
        tried = (self._room(mark, lines, style, wide, lower, used) for lower in range(most_lower + 1))
        boxes = next(filter(None, tried), [])
        for text, box in zip(lines, boxes):
            self._write_in(box, mark, text, style, ink)
        return bool(boxes)

    def bottom_of(self, mark: Mark) -> float:
        """The pixel at which a mark and the words below it end."""
        return self._bottoms.get(mark, mark.bottom)

    def _write_in(self, box: Box, mark: Mark, text: str, style: str, ink: str) -> None:
        """Writes a word in a box; on a plate only where an edge runs, since the box may reach into the stripe below."""
        paper = self._paper
        write = paper.write_on_plate if overlaps(box, self._lines) else paper.write
        write(*box.centre, text, style, ink, mark.key)
        gap = LEAST_GAP * paper.unit
        self._used = np.vstack((self._used, (box.left - gap, box.top, box.right + gap, box.bottom)))
        self._bottoms[mark] = box.bottom

    def _room(
        self, mark: Mark, lines: tuple[str, ...], style: str, wide: bool, lower: int, used: np.ndarray
    ) -> list[Box]:
        """Where some lines have room below a mark, so many lines lower: in the frame, between the neighbours of its node or
        about below them, and covering none of the boxes `used`, shape (n, 4).  None of them for nowhere.
        """
        paper = self._paper
        sizes = [paper.size_of(text, style) for text in lines]
        widest = max(width for width, _ in sizes)
        frame = paper.frame_of_notes()
        for shift in SHIFTS:
            boxes = []
            x = mark.x + shift * widest
            if wide:
                x = min(max(x, frame.left + widest / 2), frame.right - widest / 2)
            bottom = self.bottom_of(mark) + lower * sizes[0][1]
            for width, height in sizes:
                y = bottom + shapes.NAME_GAP * paper.unit + height / 2
                boxes.append(box_about((x, y), width, height))
                bottom = boxes[-1].bottom
            if all(self._is_free(mark, box, wide, used) for box in boxes):
                return boxes
        return []

    def _is_free(self, mark: Mark, box: Box, wide: bool, used: np.ndarray) -> bool:
        """Whether a box below a mark covers none of the boxes `used`, and is neither below the neighbours of its node nor
        outside the frame.
        """
        frame = self._paper.frame_of_notes()
        leftmost, rightmost = self._spaces[mark.key]
        if wide:
            width = NEIGHBOURS * self._paper.boxes[mark.key].width
            leftmost = max(leftmost - width, frame.left)
            rightmost = min(rightmost + width, frame.right)
        in_space = box.left >= leftmost and box.right <= rightmost
        return in_space and box.bottom <= frame.bottom and not overlaps(box, used)


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
