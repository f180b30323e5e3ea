"""The words below triangles and sheets: what is folded there, and what was pruned."""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from visualizer.state.tree.view import Key
from visualizer.tree import shapes
from visualizer.tree.boxes import overlaps
from visualizer.tree.paper import Mark, Paper
from visualizer.tree.primitives import Box, box_about
from visualizer.tree.pruned_sheets import NAME as PRUNED

MOST_SHIFT = 0.25
"""How far aside of its mark a name may be, as a share of its width."""

LEAST_GAP = 5.0
"""Points at zoom 1 between the names of two neighbours: closer ones would read as one line."""


def name_marks(paper: Paper) -> None:
    """Says below marks what they are, where there is room: below each of a ply, or only below one of each kind where they
    would run together.  Of a triangle beside sheets it says nothing, because two words do not fit below one node.
    """
    if not shapes.font_size("count", paper.zoom):
        return
    kinds: dict[tuple[int, str], list[Mark]] = defaultdict(list)
    for mark in paper.marks:
        data = paper.nodes[mark.key]
        if mark.name == PRUNED or not data.pruned:
            kinds[data.ply, mark.name].append(mark)
    used = np.concatenate((paper.used_boxes(), paper.line_boxes("cut edge")))
    lines = paper.line_boxes()
    spaces = _spaces(paper)
    for marks in kinds.values():
        is_dense = _is_dense(paper, marks)
        for mark in _best_play_first(paper, marks):
            box = _room_below(paper, mark, spaces[mark.key], used)
            if box is None:
                continue
            _write_name(paper, mark, box, lines)
            used = np.vstack((used, box))
            if is_dense:
                break


def _best_play_first(paper: Paper, marks: list[Mark]) -> list[Mark]:
    """Marks in their order, but first that of a node of best play."""
    best = [mark for mark in marks if paper.nodes[mark.key].principal]
    others = [mark for mark in marks if not paper.nodes[mark.key].principal]
    return best + others


def _is_dense(paper: Paper, marks: list[Mark]) -> bool:
    """Whether the names of some marks on one ply would run together."""
    needed = paper.size_of(marks[0].name, "count")[0] + LEAST_GAP * paper.unit
    middles = np.sort([mark.x for mark in marks])
    return bool((np.diff(middles) < needed).any())


def _write_name(paper: Paper, mark: Mark, box: Box, lines: np.ndarray) -> None:
    """Writes what a mark is; on a plate only where one of `lines` runs, since the box may reach into the stripe below."""
    ink = paper.cut_ink(paper.nodes[mark.key]) if mark.name == PRUNED else paper.theme.faint
    write = paper.write_on_plate if overlaps(box, lines) else paper.write
    write(*box.centre, mark.name, "count", ink, mark.key)


def _room_below(paper: Paper, mark: Mark, space: tuple[float, float], used: np.ndarray) -> Box | None:
    """Where the name has room below a mark: in the frame, within a space across, and covering none of the boxes `used`,
    shape (n, 4).  None for nowhere.
    """
    width, height = paper.size_of(mark.name, "count")
    leftmost, rightmost = space
    x = min(max(mark.x, leftmost + width / 2), rightmost - width / 2)
    box = box_about((x, mark.bottom + shapes.NAME_GAP * paper.unit + height / 2), width, height)
    outside = box.left < leftmost or box.bottom > paper.frame_of_notes().bottom
    if outside or abs(x - mark.x) > MOST_SHIFT * width or overlaps(box, used):
        return None
    return box


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
