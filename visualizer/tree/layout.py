"""A tidy layout of the visible tree: x by the order of the search, y by ply.  Plain Python; imports networkx's graph
type only to name it.

Every ply is a band with two lanes.  Whole families stand on the lower lane; what hangs from a half-unfolded node (its
best reply, the folded rest, the stub) stands on the upper one, so that a sibling takes little room:

      ply 1   ■───────────■───────────■      lower lane, joined by a bus
              │         ▲ ▲ ▨       ▲ ▨      upper lane of ply 2
      ply 2   ●────●────●                    lower lane of ply 2

A node stands right above its best child, so best play always runs straight down.  Subtrees are set beside each other
by their contours, as in Reingold and Tilford (1981); no two glyphs overlap and no two edges cross.  Time O(n).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import networkx as nx

from visualizer.tree.facts import Facts
from visualizer.tree.view import Key

ASIDE = -0.59
"""How much higher than its ply's lower lane the upper lane is, in plies."""

BUS = -0.25
"""Where the line runs that joins a whole family, relative to its lower lane, in plies."""

GAP = 0.3
"""Room between two families, in slots."""

_REACH = {"leaf": (0.5, 0.75), "family": (0.5, 1.25), "principal": (0.5, 1.4), "aside": (0.5, 0.5)}
"""Room left and right of a glyph's middle, in slots: on the lower lane without and with children, on the principal
variation, and on the upper lane."""


Contour = list[Any]
"""[shift, {lane: [left, right]}]: how far a subtree reaches on each lane, in slots from its top glyph less the shift.
"""


class Layout(NamedTuple):
    """`at` gives (x, y) of every key: x in slots, y in plies (downwards); the box holds all glyphs with their room."""

    at: dict[Key, tuple[float, float]]
    left: float
    right: float
    top: float
    bottom: float


def layout(graph: nx.DiGraph) -> Layout:
    """Places a graph made by `visualizer.tree.graph.build`."""
    nodes: dict[Key, Facts] = dict(graph.nodes.data("facts"))
    root = next(iter(nodes))
    order: list[Key] = [root]
    below = {key: list(children) for key, children in graph.adjacency()}
    for key in order:
        order.extend(below[key])
    offset = dict.fromkeys(order, 0.0)  # x relative to the parent
    contours: dict[Key, Contour] = {}
    for key in reversed(order):
        contours[key] = _place_children(nodes, below, key, offset, contours)
    x = {root: 0.0}
    for key in order:
        for child in below[key]:
            x[child] = x[key] + offset[child]
    at = {key: (x[key], nodes[key].ply + (ASIDE if nodes[key].aside else 0.0)) for key in order}
    shift, spans = contours[root]
    left = shift + min(span[0] for span in spans.values())
    right = shift + max(span[1] for span in spans.values())
    return Layout(at, left, right, nodes[root].ply - 0.32, max(y for _, y in at.values()) + 0.32)


def _place_children(
    nodes: dict[Key, Facts],
    below: dict[Key, list[Key]],
    key: Key,
    offset: dict[Key, float],
    contours: dict[Key, Contour],
) -> Contour:
    """Sets the offsets of a node's children and returns its contour: [shift, {level: [left, right]}], levels being
    lanes.
    """
    node, children = nodes[key], below[key]
    reach = _REACH["aside" if node.aside else "principal" if node.principal else "family" if children else "leaf"]
    level = 2 * node.ply + (not node.aside)
    if not children:
        return [0.0, {level: [-reach[0], reach[1]]}]
    joined: Contour | None = None
    whole = not nodes[children[0]].aside
    for child in children:
        contour = contours.pop(child)
        if joined is None:
            joined = contour
        else:
            offset[child] = _push(joined, contour, GAP if whole and (below[child] or not nodes[child].folded) else 0.0)
            joined = _join(joined, contour, offset[child])
    assert joined is not None
    middle = offset[node.best if node.best in children else children[len(children) // 2]]
    for child in children:
        offset[child] -= middle
    joined[0] -= middle
    shift, spans = joined
    spans[level] = [-reach[0] - shift, reach[1] - shift]
    if whole:  # the edge to the children passes through the lanes in between
        for passed in range(level + 1, 2 * node.ply + 3):
            spans[passed] = [-0.2 - shift, 0.2 - shift]
    return joined


def _push(left: Contour, right: Contour, gap: float) -> float:
    """How far to the right a contour has to go to clear another."""
    (a, first), (b, second) = left, right
    few, many = (first, second) if len(first) <= len(second) else (second, first)
    return float(max(a + first[level][1] - b - second[level][0] for level in few if level in many)) + gap


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
