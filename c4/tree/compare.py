"""Compares two searches of one position, path by path.

A node is identified by the moves that lead to it.  The union of both trees is itself a SearchTree, one row per path:

    A   4 ─┬─ 4            B   4 ─┬─ 4            union   4 ─┬─ 4   BOTH
           ├─ 3                   └─ 5 (pruned)              ├─ 3   ONLY_A
           └─ 5                                              └─ 5   ONLY_A: B pruned it

If a search visited a path more than once (the engine's re-searches), the first visit represents it, and the nodes of
all visits count.  For minimax and alpha-beta, what is only in minimax is exactly what alpha-beta pruned.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from c4.errors import C4Error
from c4.game.values import INFINITY, LOWER, UPPER
from c4.kernels.jit import kernel
from c4.kernels.kinds import Bytes, Flags, Ints8, Ints32, signed
from c4.tree.searchtree import INTERIOR, NO_PARENT, PRUNED, ROW, UNVISITED, Rows, SearchTree

NEITHER, BOTH, ONLY_A, ONLY_B, UNSURE = range(5)
"""Which search visited a path: neither (pruned), both, one of them, or one while the other's record leaves it out."""

LEFT_OUT = tuple(name for name in ROW.names or () if name.startswith("left_out"))

ABSENT = -1
"""The row of a path that a tree does not have."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two searches of one position, A and B, and their union.

    tree            the union, one row per path; values, windows and kinds are A's where A searched, otherwise B's
                    (INTERIOR where either searched on)
    of_a, of_b      int32: the union's row of every row of A, of B
    row_a, row_b    int32 (n,): the first visit in A, in B; a pruned row if there is no visit; or ABSENT
    where           uint8 (n,): NEITHER, BOTH, ONLY_A, ONLY_B or UNSURE
    nodes_a, nodes_b    int64 (n,): nodes searched at and below a path, all visits and unrecorded ones included
    differs         bool (n,): searched by both, with values that cannot both be true (see `contradict`)
    """

    a: SearchTree
    b: SearchTree
    tree: SearchTree
    of_a: np.ndarray = field(repr=False)
    of_b: np.ndarray = field(repr=False)
    row_a: np.ndarray = field(repr=False)
    row_b: np.ndarray = field(repr=False)
    where: np.ndarray = field(repr=False)
    nodes_a: np.ndarray = field(repr=False)
    nodes_b: np.ndarray = field(repr=False)
    differs: np.ndarray = field(repr=False)

    def __len__(self) -> int:
        return len(self.where)

    @cached_property
    def saved(self) -> np.ndarray:
        """int64 (n,): how many more nodes A searched than B, at and below a path."""
        result: np.ndarray = self.nodes_a - self.nodes_b
        return result

    @cached_property
    def divergences(self) -> np.ndarray:
        """The union's rows where the searches differ: roots of what only one searched, and contradictory values; the
        largest saving first."""
        parents = self.tree.parent
        begins = ((self.where == ONLY_A) | (self.where == ONLY_B)) & (self.where[parents] == BOTH)
        begins[0] = False
        rows = np.flatnonzero(begins | self.differs)
        return rows[np.argsort(-np.abs(self.saved[rows]), kind="stable")]

    def count(self, where: int) -> int:
        """The number of paths of one kind: BOTH, ONLY_A, ..."""
        return int(np.count_nonzero(self.where == where))

    def row_in(self, side: int, path: int) -> tuple[int, bool]:
        """(row, whether it is there): a row of the union in A (`side` 0) or B (1); if missing, its nearest ancestor."""
        rows = (self.row_a, self.row_b)[side]
        step = path
        while rows[step] == ABSENT:
            step = int(self.tree.parent[step])
        return int(rows[step]), step == path


def merge(a: SearchTree, b: SearchTree) -> Comparison:
    """Compares two searches.  Raises C4Error unless they are of one position with the same side as MAX."""
    if a.root != b.root or a.maximizer != b.maximizer:
        raise C4Error("two searches can only be compared if they have the same position and the same side as MAX")
    of_a, of_b, parent, size, order = _union(a.rows, b.rows)
    row_a = _first_visits(a, of_a, len(parent))
    row_b = _first_visits(b, of_b, len(parent))
    in_a = _searched(a, row_a)
    in_b = _searched(b, row_b)
    hidden_a = _hidden(a, of_a, row_a, size)
    hidden_b = _hidden(b, of_b, row_b, size)
    where = np.full(len(parent), NEITHER, dtype=np.uint8)
    where[in_a & in_b] = BOTH
    where[in_a & ~in_b] = ONLY_A
    where[in_b & ~in_a] = ONLY_B
    where[(in_a & hidden_b) | (in_b & hidden_a)] = UNSURE

    rows = np.empty(len(parent), dtype=ROW)
    from_a = in_a | ((row_a != ABSENT) & ~in_b)
    rows[from_a] = a.rows[row_a[from_a]]
    rows[~from_a] = b.rows[row_b[~from_a]]
    rows["parent"] = parent
    rows["size"] = size
    rows["order"] = order
    has_children = size > 1
    for name in LEFT_OUT:
        rows[name][has_children] = 0
    rows["kind"][has_children] = INTERIOR
    tree = replace(a, rows=rows, simulations=None)
    tree = replace(tree, nodes=tree.recorded + tree.total_left_out, pruned=int(np.count_nonzero(where == NEITHER)))

    differs = where == BOTH
    differs[differs] = contradict(a, row_a[differs], b, row_b[differs])
    return Comparison(
        a=a,
        b=b,
        tree=tree,
        of_a=of_a,
        of_b=of_b,
        row_a=row_a,
        row_b=row_b,
        where=where,
        nodes_a=_nodes(a, of_a, size),
        nodes_b=_nodes(b, of_b, size),
        differs=differs,
    )


def contradict(a: SearchTree, rows_a: np.ndarray, b: SearchTree, rows_b: np.ndarray) -> np.ndarray:
    """bool (n,): whether the values of A's rows and of B's cannot both be true: ≤3 and 2 can, 3 and ≥5 cannot.

    Two evaluators have different units; of their values only the sign is compared, that is, who is ahead.
    """
    ends = []
    for tree, rows in ((a, rows_a), (b, rows_b)):
        value = tree.value[rows]
        bound = tree.bound[rows]
        if a.evaluator != b.evaluator:
            value = np.sign(value)
        ends.append((np.where(bound == UPPER, -INFINITY, value), np.where(bound == LOWER, INFINITY, value)))
    (low_a, high_a), (low_b, high_b) = ends
    return np.maximum(low_a, low_b) > np.minimum(high_a, high_b)


def _first_visits(tree: SearchTree, of: np.ndarray, paths: int) -> np.ndarray:
    """The first row of each path that was searched, else the first that was pruned, else ABSENT."""
    first = np.full(paths, ABSENT, dtype=np.int32)
    pruned = ~tree.was_searched
    for rows in (np.flatnonzero(pruned), np.flatnonzero(~pruned)):
        first[of[rows[::-1]]] = rows[::-1]  # of several values for one index numpy keeps the last
    return first


def _searched(tree: SearchTree, rows: np.ndarray) -> np.ndarray:
    result: np.ndarray = (rows != ABSENT) & tree.was_searched[rows]
    return result


def _hidden(tree: SearchTree, of: np.ndarray, rows: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Paths that a tree does not have, below a node with nodes left out: it is unknown whether they were searched."""
    # +1 where a subtree with nodes left out begins, -1 behind its end: the sum so far is the number of such subtrees
    change = np.zeros(len(rows) + 1, dtype=np.int64)
    open_nodes = np.unique(of[tree.left_out > 0])
    np.add.at(change, open_nodes + 1, 1)
    np.add.at(change, open_nodes + size[open_nodes], -1)
    result: np.ndarray = (rows == ABSENT) & (np.cumsum(change[:-1]) > 0)
    return result


def _nodes(tree: SearchTree, of: np.ndarray, size: np.ndarray) -> np.ndarray:
    """Nodes searched at and below each path."""
    own = np.bincount(of, weights=tree.was_searched + tree.left_out.astype(np.int64), minlength=len(size)).astype(
        np.int64
    )
    running = np.concatenate(([0], np.cumsum(own)))
    start = np.arange(len(size))
    result: np.ndarray = running[start + size] - running[start]
    return result


def _union(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, ...]:
    """(of_a, of_b, parent, size, order) of the union of two trees' rows: see Comparison and SearchTree."""
    most = len(a) + len(b)
    of_a = np.empty(len(a), dtype=np.int32)
    of_b = np.empty(len(b), dtype=np.int32)
    parent, first, following = (np.full(most, NO_PARENT, dtype=np.int32) for _ in range(3))
    searched = np.zeros(most, dtype=np.bool_)
    move = np.zeros(most, dtype=np.int8)
    paths = _add(a, of_a, parent, first, following, move, searched, 0)
    paths = _add(b, of_b, parent, first, following, move, searched, paths)
    above = parent[:paths]
    size = np.ones(paths, dtype=np.int32)
    order = np.zeros(paths, dtype=np.uint8)
    place = np.empty(paths, dtype=np.int32)
    free = np.empty(paths, dtype=np.int32)
    born = np.empty(paths, dtype=np.int32)
    _number(above, searched[:paths], size, place, order, free, born)
    parent_place = np.where(above == NO_PARENT, NO_PARENT, place[above]).astype(np.int32)
    return place[of_a], place[of_b], *(_placed(values, place) for values in (parent_place, size, order))


def _placed(values: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The values of the paths, each at the place of its path; int32 or uint8 as they are."""
    result = np.empty_like(values)
    result[place] = values
    return result


@kernel
def _add(
    rows: Rows, of: Ints32, parent: Ints32, first: Ints32, following: Ints32, move: Ints8, searched: Flags, paths: int
) -> int:
    """Adds a tree's rows to a trie of `paths` paths and returns the new number; `of` gets the path of every row.

    A path's children form a list: `first` child, then `following` ones; NO_PARENT ends it.
    """
    for row in range(len(rows)):
        r = rows[row]
        if row == 0:
            node = signed(0 if paths > 0 else NO_PARENT)
            last = signed(NO_PARENT)
            above = signed(NO_PARENT)
        else:
            above = signed(of[r.parent])
            node = signed(first[above])
            last = signed(NO_PARENT)
            while node != NO_PARENT and move[node] != r.move:
                last = node
                node = signed(following[node])
        if node == NO_PARENT:
            node = paths
            paths += 1
            parent[node] = above
            move[node] = r.move
            if last != NO_PARENT:
                following[last] = node
            elif above != NO_PARENT:
                first[above] = node
        searched[node] = searched[node] or (r.kind != PRUNED and r.kind != UNVISITED)
        of[row] = node
    return paths


@kernel
def _number(
    parent: Ints32, searched: Flags, size: Ints32, place: Ints32, order: Bytes, free: Ints32, born: Ints32
) -> None:
    """Numbers the paths so that a subtree is one block and pruned children come last; fills size, place and order.

    Every path comes after its parent; a pruned one has no children.  `free` and `born` are room for the next place of a
    child of each path, and for the number of its children that have a place.
    """
    paths = len(parent)
    for node in range(paths - 1, 0, -1):
        size[parent[node]] += size[node]
    for node in range(paths):
        born[node] = 0  # children that have a place
    place[0] = 0
    free[0] = 1  # the next place for a child
    for wanted in (True, False):
        for node in range(1, paths):
            if searched[node] == wanted:
                above = parent[node]
                place[node] = free[above]
                free[node] = place[node] + 1
                free[above] += size[node]
                order[node] = born[above]
                born[above] += 1
