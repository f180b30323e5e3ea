"""The facts behind a node's value, from the record alone: why it has its value, why it was cut, which ancestor set the
bound.  `c4.tree.verify` derives them a second time.
"""

from __future__ import annotations

from dataclasses import dataclass

from c4.game.values import INFINITY, LOWER, UPPER
from c4.tree.searchtree import INTERIOR, KINDS, NO_MOVE, PRUNED, TABLE, THREAT, SearchTree

CUTOFF = "cut"
"""A node is cut off: its last searched reply made the others needless."""

CHOICE = "choice"
"""A node has the value of its best reply."""

DOOMED = "doomed"
"""A reply was never searched because it loses at once."""

LEFT_OUT = "left out"
"""A node was searched, and what is below it was not recorded."""


@dataclass(frozen=True)
class Limit:
    """An end of a node's window and its origin.

    side        "alpha" or "beta"
    points      the value of that end, for MAX
    ancestor    row of the ancestor that set it; None when it was given to the search from outside
    holder      row of that ancestor's child which has this value, what its side is sure of elsewhere; None if there
                is none
    asked       whether it is the end of a null window, which only asked if this reply is better than what the
                ancestor has
    """

    side: str
    points: int
    ancestor: int | None
    holder: int | None
    asked: bool


def limit_of(tree: SearchTree, row: int, side: str) -> Limit | None:
    """Where a node's alpha or beta on entry comes from; None when that end is open.

    Only MAX nodes raise alpha and only MIN nodes lower beta, to the best value so far.  If an end changed at a node
    of the other side, it belongs to a null window.
    """
    is_alpha = side == "alpha"
    ends = tree.alpha if is_alpha else tree.beta
    points = int(ends[row])
    if abs(points) >= INFINITY:
        return None
    below = row
    for ancestor in tree.ancestors(row):
        if ends[ancestor] != points:  # the end came in on the way from this ancestor to the node
            asked = tree.is_max(ancestor) != is_alpha
            holder = None if asked else _holder(tree, ancestor, below, points)
            return Limit(side, points, ancestor, holder, asked)
        below = ancestor
    return Limit(side, points, None, None, False)


def _holder(tree: SearchTree, node: int, before: int, points: int) -> int | None:
    """The first child with value `points` among those searched before the child `before`; a move's last visit
    counts."""
    last_visits: dict[int, int] = {}  # by move: a later visit takes the place of an earlier one
    for child in tree.children(node):
        move = int(tree.move[child])
        if child < before and move not in (NO_MOVE, int(tree.move[before])):
            last_visits[move] = child
    for child in last_visits.values():
        if tree.value[child] == points:
            return child
    return None


@dataclass(frozen=True)
class Reason:
    """The facts behind a node's explanation; `c4.tree.verify` derives them a second time.

    sort        CUTOFF, CHOICE, DOOMED, LEFT_OUT, or the name of the row's kind
    node        the row explained; for a pruned reply its parent
    chosen      the child whose value decides; None for leaves
    replies     the moves of the node, pruned ones included
    limit       if the value is a bound: the end of the window that made it sufficient
    skipped     replies that were never searched because of a cutoff
    """

    sort: str
    node: int
    chosen: int | None = None
    replies: int = 0
    limit: Limit | None = None
    skipped: int = 0


def reason(tree: SearchTree, row: int) -> Reason:
    """Why a node has its value, or why it has none."""
    kind = int(tree.kind[row])
    if kind == PRUNED:
        node = int(tree.parent[row])
        if cut_of(tree, node) is None:
            return Reason(DOOMED, node)
        return reason(tree, node)
    if kind in (TABLE, THREAT):
        return Reason(KINDS[kind], row, limit=_bound_limit(tree, row))
    if kind != INTERIOR:
        return Reason(KINDS[kind], row)
    if tree.left_out[row]:
        return Reason(LEFT_OUT, row)
    cut = cut_of(tree, row)
    if cut is not None:
        return cut
    return Reason(CHOICE, row, chosen=tree.best_child(row), replies=_replies(tree, row), limit=_bound_limit(tree, row))


def cut_of(tree: SearchTree, row: int) -> Reason | None:
    """The cutoff at a node, or None: `chosen` is the reply (or null move) that caused it, `limit` the end of the window
    that it reached (alpha at a MIN node, beta at a MAX node).
    """
    children = tree.children(row)
    visited = [child for child in children if tree.kind[child] != PRUNED]
    if len(visited) == len(children) or not tree.meets_window(row):
        return None
    limit = limit_of(tree, row, "beta" if tree.is_max(row) else "alpha")
    if limit is None or not visited:
        return None
    skipped = len(children) - len(visited)
    return Reason(CUTOFF, row, chosen=visited[-1], replies=_replies(tree, row), limit=limit, skipped=skipped)


def cut_limit(tree: SearchTree, row: int) -> Limit | None:
    """The end of an inner node's window at which a reply makes the others needless: beta at a MAX node, alpha at a MIN
    node, which stay as they are while it is searched.  None where no reply can.
    """
    if tree.algorithm == "minimax" or tree.kind[row] != INTERIOR:
        return None
    return limit_of(tree, row, "beta" if tree.is_max(row) else "alpha")


def _replies(tree: SearchTree, row: int) -> int:
    """The moves of a node, pruned ones included."""
    return len({int(tree.move[child]) for child in tree.children(row)} - {NO_MOVE})


def _bound_limit(tree: SearchTree, row: int) -> Limit | None:
    """If the value is a bound, the end of the window that made it sufficient."""
    bound = int(tree.bound[row])
    if bound == LOWER:
        return limit_of(tree, row, "beta")
    if bound == UPPER:
        return limit_of(tree, row, "alpha")
    return None
