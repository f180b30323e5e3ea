"""A layout of the visible tree in rows: every ply has one height, and siblings are in the order of the search.

Neighbours in a row are as far apart as their widths ask for, and as near below their parents as that allows, so that no
two edges cross.  A node that is on screen keeps its place when another one is unfolded, unless it has to make way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import networkx as nx
import numpy as np

from visualizer.state.tree.view import GlyphData, Key

ABOVE = 0.42
BELOW = 0.58
"""How far the band of a ply reaches above and below its glyphs, in plies."""

TOLERANCE = 1e-6
"""Points by which two sums of the same widths may differ."""

FAMILY_GAP = 24.0
"""Points between the replies to one node and those to the next where there is space, besides what their widths ask for."""

MAX_SPREAD = 1.35
"""How much farther apart neighbours are at most where there is space."""

Spot = tuple[float, float]


class Layout(NamedTuple):
    """Where everything is: x in points at zoom 1, y in plies (downwards).

    at          (x, y) of every key
    parents     the key above every key but the root's
    spaces      the width that each glyph and its labels ask for
    left, right, top, bottom    the box around all glyphs and their labels
    narrowest_width     the width that the widest row asks for
    width_with_gaps     the same with gaps between the replies to different nodes
    two_lines   whether some node has a second line, so that plies have to be higher
    caption_lines   how many lines of captions there may be below nodes
    """

    at: dict[Key, Spot]
    parents: dict[Key, Key]
    spaces: dict[Key, float]
    left: float
    right: float
    top: float
    bottom: float
    narrowest_width: float
    width_with_gaps: float
    two_lines: bool = False
    caption_lines: int = 0

    @property
    def width(self) -> float:
        """Points across at zoom 1."""
        return max(self.right - self.left, 1.0)

    @property
    def height(self) -> float:
        """Plies down."""
        return max(self.bottom - self.top, 1.0)

    @property
    def plies(self) -> range:
        """The plies from the root's on."""
        return range(round(self.top + ABOVE), round(self.bottom - BELOW) + 1)


EMPTY = Layout({}, {}, {}, 0.0, 1.0, -ABOVE, BELOW, 1.0, 1.0)


def layout(
    graph: nx.DiGraph,
    width_of: Callable[[GlyphData], float],
    across: float = 0.0,
    places: dict[Key, Spot] | None = None,
    least: float = 0.0,
    apart: bool = True,
) -> Layout:
    """Places a graph made by `build_graph`.

    `width_of` is the space that a glyph and its labels take; `across` is the width to fill, 0 for what the widest row
    needs, and at least `least`; `places` are those of the layout before, which are kept where possible; `apart`: whether
    there are gaps between the replies to different nodes.
    """
    nodes: dict[Key, GlyphData] = dict(graph.nodes.data("data"))
    parents = {child: parent for parent, child in graph.edges}
    rows: dict[int, list[Key]] = defaultdict(list)
    for key in nx.dfs_preorder_nodes(graph, next(iter(nodes))):
        rows[nodes[key].ply].append(key)
    asked = {key: width_of(node) for key, node in nodes.items()}
    row_spaces = {ply: sum(asked[key] for key in row) for ply, row in rows.items()}
    row_gaps = {ply: FAMILY_GAP * len(_later_families(row, parents)) for ply, row in rows.items()}
    narrowest_width = max(row_spaces.values())
    width_with_gaps = max(row_spaces[ply] + row_gaps[ply] for ply in rows)
    gaps = width_with_gaps - narrowest_width if apart else 0.0
    width = across or max(narrowest_width + gaps, least)
    spread = 1.0
    if places is None:
        spread = min(max((width - gaps) / narrowest_width, 1.0), MAX_SPREAD)
    spaces = {key: spread * space for key, space in asked.items()}
    placing = _Placing(graph, parents, spaces, width, places)
    for ply, row in sorted(rows.items()):
        placing.place(ply, row, row_gaps[ply] if apart else 0.0)
    return Layout(
        placing.at,
        parents,
        asked,
        left=placing.left,
        right=placing.right,
        top=min(rows) - ABOVE,
        bottom=max(rows) + BELOW,
        narrowest_width=narrowest_width,
        width_with_gaps=width_with_gaps,
        two_lines=any(node.detail for node in nodes.values()),
    )


class _Placing:
    """Places rows one after the other, from the top.

    graph       the glyphs; successors are in the order of the search
    parents     the key above every key but the root's
    spaces      the width that each glyph takes
    width       that of the layout
    kept        the places of the layout before, which are kept where possible; None to lay out anew
    at          (x, y) of the keys that have been placed
    left, right how far they reach, at least from 0 to `width`
    """

    def __init__(
        self,
        graph: nx.DiGraph,
        parents: dict[Key, Key],
        spaces: dict[Key, float],
        width: float,
        kept: dict[Key, Spot] | None,
    ) -> None:
        self.graph = graph
        self.parents = parents
        self.spaces = spaces
        self.width = width
        self.kept = kept
        self.at: dict[Key, Spot] = {}
        self.left = 0.0
        self.right = width

    def place(self, ply: int, row: list[Key], gaps: float) -> None:
        """Places a row, with at most so many points of gaps between its families."""
        spaces = np.array([self.spaces[key] for key in row])
        share_of_gaps = min(max(self.width - float(spaces.sum()), 0.0) / gaps, 1.0) if gaps else 0.0
        begins_family = np.isin(np.arange(len(row)), _later_families(row, self.parents))
        ends = np.cumsum(spaces + np.where(begins_family, share_of_gaps * FAMILY_GAP, 0.0))
        middles = ends - spaces / 2
        length = float(ends[-1])
        if length <= self.width + TOLERANCE:
            leftmost, rightmost = 0.0, max(self.width - length, 0.0)
        else:
            leftmost, rightmost = -np.inf, np.inf
        shifts = _in_order(np.array(self._wanted(row)) - middles)
        xs = np.clip(shifts, leftmost, rightmost) + middles
        self.at |= {key: (x, float(ply)) for key, x in zip(row, xs.tolist())}
        self.left = float(min(self.left, xs[0] - spaces[0] / 2))
        self.right = float(max(self.right, xs[-1] + spaces[-1] / 2))

    def _wanted(self, row: list[Key]) -> list[float]:
        """Where the middles of a row would be best: where they were, or below their parents."""
        if row[0] not in self.parents:
            wanted = [self.width / 2]
        elif self.kept is None and self.parents[row[0]] not in self.parents:
            wanted = self._shares(row)
        else:
            wanted = self._below_parents(row)
        if self.kept:
            return [self.kept[key][0] if key in self.kept else x for key, x in zip(row, wanted)]
        return wanted

    def _shares(self, row: list[Key]) -> list[float]:
        """Where the replies to the root are: each has a share of the width, as large as its own replies ask for."""
        spaces = np.array([max(self.spaces[key], self._space_of_replies(key)) for key in row])
        spaces = spaces + max(self.width - spaces.sum(), 0.0) / len(row)
        middles: list[float] = ((np.cumsum(spaces) - spaces / 2) * self.width / spaces.sum()).tolist()
        return middles

    def _space_of_replies(self, key: Key) -> float:
        return sum(self.spaces[child] for child in self.graph.successors(key))

    def _below_parents(self, row: list[Key]) -> list[float]:
        """Where the glyphs of a row are if each family is centred below its parent."""
        families: dict[Key, float] = defaultdict(float)
        middles: list[float] = []
        for key in row:
            parent = self.parents[key]
            middles.append(families[parent] + self.spaces[key] / 2)
            families[parent] += self.spaces[key]
        wanted = []
        for key, middle in zip(row, middles):
            parent = self.parents[key]
            wanted.append(self.at[parent][0] + middle - families[parent] / 2)
        return wanted


def _later_families(row: list[Key], parents: dict[Key, Key]) -> list[int]:
    """Where in a row a family of replies begins, but for the first one."""
    pairs = pairwise(row)
    return [place for place, (before, key) in enumerate(pairs, start=1) if parents[before] != parents[key]]


def _in_order(wanted: np.ndarray) -> np.ndarray:
    """The non-decreasing numbers nearest to those wanted (least squares, by pooling adjacent violators)."""
    means: list[float] = []
    counts: list[int] = []
    for number in wanted.tolist():
        mean = number
        count = 1
        while means and means[-1] > mean:
            last = means.pop()
            many = counts.pop()
            mean = (mean * count + last * many) / (count + many)
            count = count + many
        means.append(mean)
        counts.append(count)
    return np.repeat(means, counts)
