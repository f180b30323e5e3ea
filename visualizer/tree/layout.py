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

ROUNDING = 1e-6
"""Points by which two sums of the same widths may differ."""

FAMILY_GAP = 24.0
"""Points between the replies to one node and those to the next where there is space, besides what their widths ask for."""

ROOMY = 1.35
"""How much farther apart neighbours are at most where there is space."""

Spot = tuple[float, float]


class Layout(NamedTuple):
    """Where everything is: x in points at zoom 1, y in plies (downwards).

    at          (x, y) of every key
    parents     the key above every key but the root's
    left, right, top, bottom    the box around all glyphs and their labels
    need        the width that the widest row asks for
    roomy       the same with gaps between the replies to different nodes
    two_lines   whether some node has a second line, so that plies have to be higher
    """

    at: dict[Key, Spot]
    parents: dict[Key, Key]
    left: float
    right: float
    top: float
    bottom: float
    need: float
    roomy: float
    two_lines: bool = False

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


EMPTY = Layout({}, {}, 0.0, 1.0, -ABOVE, BELOW, 1.0, 1.0)


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
    widths = {key: width_of(node) for key, node in nodes.items()}
    rows: dict[int, list[Key]] = defaultdict(list)
    for key in nx.dfs_preorder_nodes(graph, next(iter(nodes))):
        rows[nodes[key].ply].append(key)
    begins = {key for row in rows.values() for key in _later_families(row, parents)}
    gaps = {ply: FAMILY_GAP * len(begins.intersection(row)) for ply, row in rows.items()}
    needs = {ply: sum(widths[key] for key in row) for ply, row in rows.items()}
    need = max(needs.values())
    roomy = max(needs[ply] + gaps[ply] for ply in rows)
    across = across or max(roomy if apart else need, least)
    if places is None:
        room = min(max((across - (roomy - need if apart else 0.0)) / need, 1.0), ROOMY)
        widths = {key: room * width for key, width in widths.items()}
    at: dict[Key, Spot] = {}
    low = 0.0
    high = across
    for ply, row in sorted(rows.items()):
        spaces = np.array([widths[key] for key in row])
        gap = 0.0
        if apart and gaps[ply]:
            gap = FAMILY_GAP * min(max(across - float(spaces.sum()), 0.0) / gaps[ply], 1.0)
        ends = np.cumsum(spaces + [gap if key in begins else 0.0 for key in row])
        middles = ends - spaces / 2
        if row[0] not in parents:
            wanted = [across / 2]
        elif places is None and parents[row[0]] not in parents:
            wanted = _shares(row, graph, widths, across)
        else:
            wanted = _below_parents(row, parents, at, widths)
        if places:
            wanted = [places[key][0] if key in places else x for key, x in zip(row, wanted)]
        total = float(ends[-1])
        fits = total <= across + ROUNDING
        bounds = (0.0, max(across - total, 0.0)) if fits else (-np.inf, np.inf)
        xs = np.clip(_in_order(np.array(wanted) - middles), *bounds) + middles
        at |= {key: (x, float(ply)) for key, x in zip(row, xs.tolist())}
        low = min(low, xs[0] - spaces[0] / 2)
        high = max(high, xs[-1] + spaces[-1] / 2)
    two_lines = any(node.detail for node in nodes.values())
    return Layout(at, parents, float(low), float(high), min(rows) - ABOVE, max(rows) + BELOW, need, roomy, two_lines)


def _later_families(row: list[Key], parents: dict[Key, Key]) -> list[Key]:
    """The first reply of every family in a row but the first."""
    return [key for before, key in pairwise(row) if parents[before] != parents[key]]


def _shares(row: list[Key], graph: nx.DiGraph, widths: dict[Key, float], across: float) -> list[float]:
    """Where the replies to the root are: each has a share of the width, as large as its own replies ask for."""
    spaces = np.array([max(widths[key], sum(widths[child] for child in graph.successors(key))) for key in row])
    spaces = spaces + max(across - spaces.sum(), 0.0) / len(row)
    ends: list[float] = ((np.cumsum(spaces) - spaces / 2) * across / spaces.sum()).tolist()
    return ends


def _below_parents(
    row: list[Key], parents: dict[Key, Key], at: dict[Key, Spot], widths: dict[Key, float]
) -> list[float]:
    """Where the glyphs of a row are if each family is centred below its parent."""
    families: dict[Key, float] = defaultdict(float)
    starts: list[float] = []
    for key in row:
        starts.append(families[parents[key]] + widths[key] / 2)
        families[parents[key]] += widths[key]
    return [at[parents[key]][0] + start - families[parents[key]] / 2 for key, start in zip(row, starts)]


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
