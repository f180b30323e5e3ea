"""Shared: positions that a recorded search visited more than once.  Imports numpy, numba and the tree.

Two rows share a position when stones and side to move are the same, whatever the order of the moves.  A search with a
transposition table would have answered later visits from it.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np

from c4.compiled.jit import ready
from c4.game import packed
from c4.tree.explain import reason
from c4.tree.searchtree import PRUNED, SearchTree
from c4.tree.states import write_states


class Repeat(NamedTuple):
    """A position that was visited more than once: its rows in the order of the search, and the nodes searched below
    all of them together, and those below the largest of them alone.
    """

    rows: tuple[int, ...]
    nodes: int
    largest: int

    @property
    def repeated(self) -> int:
        """Nodes that one visit alone would have done without."""
        return self.nodes - self.largest


def visits(tree: SearchTree, row: int) -> list[int]:
    """The searched rows with the position of a row, in the order of the search; none for a pruned row, on a board that
    has no packed state, or as long as what computes states is being compiled.
    """
    if tree.kind[row] == PRUNED or not packed.fits(tree.root.rules) or not ready(write_states):
        return []
    same = (tree.state == tree.state[row]) & (tree.ply % 2 == tree.ply[row] % 2)
    found: list[int] = np.flatnonzero(same).tolist()
    return found


def repeats(tree: SearchTree, most: int = 200) -> list[Repeat]:
    """The positions visited more than once with something searched below them, those first whose further visits cost
    most; at most so many.  Repeats inside a repeated subtree are not listed beside it.
    """
    if not packed.fits(tree.root.rules):
        return []
    rows = np.flatnonzero((tree.kind != PRUNED) & (tree.size > 1))
    keys = tree.state[rows] ^ (tree.ply[rows].astype(np.uint64) % np.uint64(2) << np.uint64(62))
    _, which, times = np.unique(keys, return_inverse=True, return_counts=True)
    again = times[which] > 1
    rows, which = rows[again], which[again]
    order = np.argsort(which, kind="stable")
    groups = np.split(rows[order], np.flatnonzero(np.diff(which[order])) + 1) if len(rows) else []
    first = {int(row): number for number, group in enumerate(groups) for row in group}
    found = []
    for group in groups:
        parents = [first.get(int(tree.parent[row])) for row in group]
        if parents[0] is not None and len(set(parents)) == 1:  # inside one repeated subtree each time
            continue
        nodes = [tree.searched(int(row)) for row in group]
        found.append(Repeat(tuple(group.tolist()), sum(nodes), max(nodes)))
    return sorted(found, key=lambda repeat: -repeat.repeated)[:most]


class Kin:
    """What is related to a row of a tree elsewhere in it, each found when it is asked for."""

    def __init__(self, tree: SearchTree, row: int) -> None:
        self.tree, self.row = tree, row

    @cached_property
    def visits(self) -> list[int]:
        """See `visits`."""
        return visits(self.tree, self.row)

    @cached_property
    def setter(self) -> int | None:
        """The row whose value is the bound that decided at this one; None where there is none."""
        limit = reason(self.tree, self.row).limit
        return None if limit is None else limit.holder
