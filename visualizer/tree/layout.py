"""A tidy layout of the visible tree: x by the order of the search, y by ply.

Every ply is a band with two lanes.  Fully unfolded families are on the lower lane; what hangs from a half-unfolded node
(its best reply, the folded rest, the stub) is on the upper one, so that a sibling takes little room:

      ply 1   ■───────────■───────────■      lower lane, joined by a bus
              │         ▲ ▲ ▨       ▲ ▨      upper lane of ply 2
      ply 2   ●────●────●────┬────┐          lower lane of ply 2
                             ├─▲  ├─▲        siblings without children may be stacked: the band is then as
                             ├─▲  ├─▨        high as its highest stack asks for

A node is placed right above its best child, so best play always runs straight down.  Subtrees are placed side by side
by their contours, as in Reingold and Tilford (1981); no two glyphs overlap and no two edges cross.  Time O(n).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import networkx as nx

from visualizer.tree.glyphs import GlyphData
from visualizer.tree.view import Key

ASIDE = -0.59
"""How much higher than its ply's lower lane the upper lane is, in plies."""

BUS = -0.28
"""Where the line that joins a family runs, relative to its lower lane, in plies."""

SHORT_BUS = -0.2
"""The same for pruned replies shown one by one on the upper lane."""

GAP = 0.3
"""Space between two families, in slots."""

FORK = 0.12
"""How far below a lane the lines to the upper lane of the next ply fork, in plies."""

BEAD_AT = 0.35
"""Where the column is on the short line to an upper-lane glyph, from the fork (0) to the child (1)."""

STACK_ROW, STACK_COLUMN, STACK_GLYPH = 0.3, 2.1, 0.62
"""Of a stack: from row to row in plies, from column to column in slots, and from a column's line to its glyphs."""

STACKS = (1, 3, 7)
"""How high stacks may be, in rows; 1 is no stack."""

_REACH = {"leaf": (0.6, 0.65), "family": (0.6, 1.6), "principal": (0.6, 2.0), "aside": (0.5, 0.5)}
"""Space left and right of a glyph's centre, in slots: on the lower lane without and with children, on the principal
variation, and on the upper lane."""

Spot = tuple[float, float]

Contour = list[Any]
"""[shift, {lane: [left, right]}]: how far a subtree reaches on each lane, in slots from its top glyph less the shift.
"""


class Edge(NamedTuple):
    """The line to a glyph: its corners from the parent on, the place of its column, and the place of a cutoff bar."""

    route: tuple[Spot, ...]
    bead: Spot
    cut: Spot


class Layout(NamedTuple):
    """Where everything is: x in slots, y in plies (downwards).

    at          (x, y) of every key
    edges       the line to every key but the root's
    lanes       y of the lower lane of every ply, from the root's on, and of the one below the last
    stacked     keys of glyphs in a stack
    left, right, top, bottom    the box around all glyphs and their labels
    replies     (left, right) of the root's replies and their labels
    """

    at: dict[Key, Spot]
    left: float
    right: float
    top: float
    bottom: float
    edges: dict[Key, Edge]
    lanes: tuple[float, ...]
    stacked: frozenset[Key]
    replies: tuple[float, float]

    @property
    def width(self) -> float:
        """Slots across."""
        return max(self.right - self.left, 1.0)

    @property
    def height(self) -> float:
        """Plies down."""
        return max(self.bottom - self.top, 1.0)


def layout(graph: nx.DiGraph, rows: int = 1) -> Layout:
    """Places a graph made by `build_graph`; siblings without children are stacked up to `rows` high."""
    return _Tidy(graph, rows).layout()


def fitted_layout(
    graph: nx.DiGraph, across: float, down: float, previous: int = 1, tolerance: float = 0.0
) -> tuple[Layout, int]:
    """The layout with the lowest stacks that fits into so many slots and plies, and the height of its stacks.

    Where none fits, it is the one that can be drawn largest.  Stacks of the `previous` height stay while they are about
    as good; with a `tolerance` (0 to 1), also while that part of the layout fits.
    """

    def scale(tidy: _Tidy) -> float:
        left, right, high = tidy.extent()
        return min(across / max(right - left, 1.0), down / max(high, 1.0))

    layouts = {previous: _Tidy(graph, previous)}
    if tolerance and (previous == STACKS[-1] or scale(layouts[previous]) >= tolerance):
        return layouts[previous].layout(), previous
    if previous != 1 or scale(layouts[1]) < 1:
        layouts |= {rows: _Tidy(graph, rows) for rows in STACKS if rows != previous}
    scales = {rows: scale(tidy) for rows, tidy in layouts.items()}
    enough = min(1.0, 0.85 * max(scales.values()))
    largest = max(scales, key=lambda rows: scales[rows])  # for negative sizes, where nothing is enough
    rows = 1 if scales[1] >= 1.2 else next((rows for rows, most in scales.items() if most >= enough), largest)
    return layouts[rows].layout(), rows


class _Tidy:
    """Computes one layout."""

    def __init__(self, graph: nx.DiGraph, rows: int) -> None:
        self.nodes: dict[Key, GlyphData] = dict(graph.nodes.data("data"))
        self.below = {key: list(children) for key, children in graph.adjacency()}
        self.rows = rows
        self.offset = dict.fromkeys(self.nodes, 0.0)  # x relative to the parent
        self.stems: dict[Key, tuple[float, int]] = {}  # of a stacked glyph: x of its line, rows down
        self.contours: dict[Key, Contour] = {}
        self.highest: dict[int, int] = {}  # the most rows of a stack on a ply
        self.root = next(iter(self.nodes))
        self.order: list[Key] = [self.root]
        for key in self.order:
            self.order.extend(self.below[key])
        for key in reversed(self.order):
            self.contours[key] = self._place_children(key)
        first = self.nodes[self.root].ply
        self.lanes = [float(first)]
        for ply in range(first, max(node.ply for node in self.nodes.values()) + 1):
            self.lanes.append(self.lanes[-1] + 1 + STACK_ROW * (self.highest.get(ply, 1) - 1))

    def extent(self) -> tuple[float, float, float]:
        """How far it reaches to the left and right of the root, in slots, and how many plies it takes down."""
        shift, spans = self.contours[self.root]
        left, right = min(span[0] for span in spans.values()), max(span[1] for span in spans.values())
        return shift + left, shift + right, self.lanes[-1] - self.lanes[0]

    def layout(self) -> Layout:
        """The places of all glyphs and lines."""
        nodes, below, root, order, lanes = self.nodes, self.below, self.root, self.order, self.lanes
        first = nodes[root].ply
        x, at = {root: 0.0}, {root: (0.0, lanes[0])}
        for key in order:
            for child in below[key]:
                x[child] = x[key] + self.offset[child]
                lane = lanes[nodes[child].ply - first] + (ASIDE if nodes[child].aside else 0.0)
                at[child] = x[child], lane + (STACK_ROW * self.stems[child][1] if child in self.stems else 0.0)
        edges = {
            child: self._edge(child, at[key], at[child], x[key], lanes[nodes[child].ply - first])
            for key in order
            for child in below[key]
        }
        left, right, _ = self.extent()
        replies = [at[child][0] for child in below[root]] or [0.0]
        return Layout(
            at,
            left,
            right,
            lanes[0] - 0.32,
            max(y for _, y in at.values()) + 0.36,
            edges,
            tuple(lanes),
            frozenset(self.stems),
            (max(left, min(replies) - 1.0), min(right, max(replies) + 1.6)),
        )

    def _edge(self, child: Key, above: Spot, here: Spot, trunk: float, lane: float) -> Edge:
        """The line from a parent to a child."""
        node, (x0, y0), (x1, y1) = self.nodes[child], above, here
        bus = lane + BUS
        if child in self.stems:
            stem = trunk + self.stems[child][0]
            route: tuple[Spot, ...] = ((x0, y0), (x0, bus), (stem, bus), (stem, y1), (x1, y1))
            return Edge(route, (stem, y1), ((stem + x1) / 2 - 0.02 + 0.1 * bool(node.column), y1))
        if node.aside:
            if node.pruned and node.column:  # one of several, joined by a bus of their own
                own = y1 + SHORT_BUS
                return Edge((above, (x0, own), (x1, own), here), (x1, own), (x1, y1 + SHORT_BUS / 2))
            fork = lane - 1 + FORK  # below the stacks of the parent's ply and the words beside it
            bead, cut = ((x0 + part * (x1 - x0), fork + part * (y1 - fork)) for part in (BEAD_AT, 0.6))
            return Edge((above, (x0, fork), here), bead, cut)
        corners = () if x0 == x1 else ((x0, bus), (x1, bus))
        return Edge((above, *corners, here), (x1, bus), (x1, (bus + y1) / 2))

    def _stackable(self, key: Key) -> bool:
        node = self.nodes[key]
        return self.rows > 1 and not self.below[key] and not node.aside and not node.principal

    def _blocks(self, children: list[Key]) -> list[list[Key]]:
        """The children in groups: neighbours that can be stacked form one."""
        blocks: list[list[Key]] = []
        for child in children:
            if blocks and self._stackable(child) and self._stackable(blocks[-1][-1]):
                blocks[-1].append(child)
            else:
                blocks.append([child])
        return blocks

    def _stack(self, block: list[Key]) -> Contour:
        """Stacks siblings: the stems' places in the block, and its contour."""
        columns = -(-len(block) // self.rows)
        high = -(-len(block) // columns)
        ply = self.nodes[block[0]].ply
        self.highest[ply] = max(self.highest.get(ply, 1), high)
        for i, child in enumerate(block):
            self.contours.pop(child)
            self.stems[child] = STACK_COLUMN * (i // high), i % high
        return [0.0, {2 * ply + 1: [-0.4, STACK_COLUMN * columns - 0.4]}]

    def _place_children(self, key: Key) -> Contour:
        """Sets the offsets of a node's children and returns its contour: [shift, {level: [left, right]}], levels being
        lanes.
        """
        nodes, below, offset = self.nodes, self.below, self.offset
        node, children = nodes[key], below[key]
        reach = _REACH["aside" if node.aside else "principal" if node.principal else "family" if children else "leaf"]
        level = 2 * node.ply + (not node.aside)
        if not children:
            return [0.0, {level: [-reach[0], reach[1]]}]
        joined: Contour | None = None
        full = not nodes[children[0]].aside
        for block in self._blocks(children):
            child, stacked = block[0], len(block) > 1
            contour = self._stack(block) if stacked else self.contours.pop(child)
            by = 0.0
            if joined is None:
                joined = contour
            else:
                gap = full and (stacked or below[child] or not nodes[child].folded)
                by = _push(joined, contour, GAP if gap else 0.0)
                joined = _join(joined, contour, by)
            offset[child] = by
            for member in block if stacked else ():
                stem, down = self.stems[member]
                self.stems[member] = by + stem, down
                offset[member] = by + stem + STACK_GLYPH
        assert joined is not None
        best: Key = children[len(children) // 2] if node.best is None or node.best not in children else node.best
        middle = self.stems[best][0] if best in self.stems else offset[best]
        for child in children:
            offset[child] -= middle
            if child in self.stems:
                self.stems[child] = self.stems[child][0] - middle, self.stems[child][1]
        joined[0] -= middle
        shift, spans = joined
        spans[level] = [-reach[0] - shift, reach[1] - shift]
        if full:  # the edge to the children passes through the lanes in between
            for passed in range(level + 1, 2 * node.ply + 3):
                spans[passed] = [-0.2 - shift, 0.2 - shift]
        return joined


def _push(left: Contour, right: Contour, gap: float) -> float:
    """How far to the right a contour has to go to clear another."""
    (a, first), (b, second) = left, right
    shared = first.keys() & second.keys()
    if not shared:  # in a running search one may have only pruned children: it goes to the right of everything
        outer = max(right for _, right in first.values()), min(left for left, _ in second.values())
        return float(a + outer[0] - b - outer[1] + gap)
    return float(max(a + first[level][1] - b - second[level][0] for level in shared)) + gap


def _join(left: Contour, right: Contour, by: float) -> Contour:
    """The contour around both, the right one moved by `by`: the smaller is written into the larger."""
    (a, first), (b, second) = left, right
    if len(first) >= len(second):
        for level, (low, high) in second.items():
            span = first.setdefault(level, [low + b + by - a, 0.0])
            span[1] = high + b + by - a
        return left
    for level, (low, high) in first.items():
        span = second.setdefault(level, [0.0, high + a - b - by])
        span[0] = low + a - b - by
    right[0] = b + by
    return right
