"""Measures a recorded search: nodes per ply, branching, cutoffs by move, and the minimal tree.

The minimum is that of Knuth and Moore (1975): in a tree whose nodes on ply i have b(i+1) replies each, alpha-beta with
the best reply always first visits

    b1 b3 b5 ... + b2 b4 b6 ... - 1     nodes on ply p, with the products going up to b(p)

and no search that only compares leaves can do with fewer.  A transposition table can.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from c4.tree.searchtree import HORIZON, INTERIOR, NO_MOVE, PRUNED, RESEARCH, TABLE, TERMINAL, THREAT, SearchTree

SEARCHED_KINDS = {
    "interior": INTERIOR,
    "horizon": HORIZON,
    "terminal": TERMINAL,
    "table hits": TABLE,
    "threats": THREAT,
}
"""The kinds of searched nodes, by name."""


class Ply(NamedTuple):
    """One ply of a search.

    nodes, pruned   the recorded ones
    kinds           the nodes by kind, in the order of `SEARCHED_KINDS`
    branching       nodes per node of the ply above; None at the root and below an empty ply
    width           mean replies of an interior node, pruned ones included; None if there is none
    least           the minimum of Knuth and Moore with the widths of this tree; None below the depth, where only the
                    engine's extensions lead
    """

    ply: int
    nodes: int
    pruned: int
    branching: float | None
    width: float | None
    least: float | None
    kinds: tuple[int, ...]


@dataclass(frozen=True)
class Profile:
    """See `profile`.

    nodes, pruned, left_out     the search's own counters, and the nodes without a row, which no other figure includes
    plies       from the root down
    cuts        cuts[i] = cutoffs made by the i-th reply tried, from 0
    null_cuts   cutoffs made by passing (the engine's null move)
    uniform     whether all interior nodes of a ply have equally many replies, so that `least` is exact
    """

    nodes: int
    pruned: int
    left_out: int
    plies: tuple[Ply, ...]
    cuts: tuple[int, ...]
    null_cuts: int
    uniform: bool

    @property
    def first_move_rate(self) -> float | None:
        """The share of cutoffs made by the first reply, None if there are none; 0.9 with a good move order."""
        return self.cuts[0] / sum(self.cuts) if sum(self.cuts) else None

    @property
    def pruned_share(self) -> float:
        """The share of replies that were pruned."""
        searched = sum(ply.nodes for ply in self.plies[1:])
        pruned = sum(ply.pruned for ply in self.plies)
        return pruned / max(1, searched + pruned)

    @property
    def least(self) -> float:
        """The minimum of nodes, over all plies."""
        return sum(ply.least or 0.0 for ply in self.plies)

    @property
    def branching(self) -> float | None:
        """The effective branching factor: b of a uniform tree with as many plies and nodes; None for a root alone."""
        return branching_factor(sum(ply.nodes for ply in self.plies), len(self.plies) - 1)


def profile(tree: SearchTree) -> Profile:
    """Measures a search.  Nodes that the row budget left out are missing in deeper plies; `left_out` counts them."""
    kind = tree.kind
    ply = tree.ply.astype(np.int64)
    searched = tree.was_searched
    plies = int(ply[searched].max()) + 1
    nodes = np.bincount(ply[searched], minlength=plies)
    pruned = np.bincount(ply[kind == PRUNED], minlength=plies + 1)[:plies]
    counts_by_kind = [np.bincount(ply[kind == number], minlength=plies) for number in SEARCHED_KINDS.values()]
    widths, uniform = _widths(tree, plies)
    result = []
    odd = 1.0
    even = 1.0
    for number in range(plies):
        if number:
            width = widths[number - 1] or 0.0
            if number % 2 == 1:
                odd *= width
            else:
                even *= width
        above = nodes[number - 1] if number else 0
        branching = float(nodes[number] / above) if above else None
        least = odd + even - 1 if number <= tree.depth else None
        result.append(
            Ply(
                ply=number,
                nodes=int(nodes[number]),
                pruned=int(pruned[number]),
                branching=branching,
                width=widths[number],
                least=least,
                kinds=tuple(int(counts[number]) for counts in counts_by_kind),
            )
        )
    cuts, null_cuts = _cuts(tree)
    return Profile(
        nodes=tree.nodes,
        pruned=tree.pruned,
        left_out=tree.total_left_out,
        plies=tuple(result),
        cuts=cuts,
        null_cuts=null_cuts,
        uniform=uniform,
    )


def _widths(tree: SearchTree, plies: int) -> tuple[list[float | None], bool]:
    """(mean replies of each ply's interior nodes, if recorded; whether all nodes of a ply have equally many)."""
    real = (tree.move != NO_MOVE) & (tree.note & RESEARCH == 0)  # a move that is searched again is one reply
    replies = np.bincount(tree.parent[1:][real[1:]], minlength=len(tree))
    opened = np.flatnonzero((tree.kind == INTERIOR) & (replies > 0))
    widths = []
    uniform = True
    for number in range(plies):
        here = replies[opened[tree.ply[opened] == number]]
        widths.append(float(here.mean()) if len(here) else None)
        uniform = uniform and (len(here) == 0 or bool((here == here[0]).all()))
    return widths, uniform


def _cuts(tree: SearchTree) -> tuple[tuple[int, ...], int]:
    """Cutoffs by the rank of the reply that made them, and those made by passing, as in `c4.tree.reason.cut_of`."""
    kind = tree.kind
    parent = tree.parent
    pruned = np.flatnonzero(kind == PRUNED)
    cut = np.zeros(len(tree), dtype=bool)
    cut[parent[pruned]] = True
    cut &= tree.window_met
    cutter = np.zeros(len(tree), dtype=np.int64)
    visited = np.flatnonzero(tree.was_searched)[1:]
    cutter[parent[visited]] = visited  # of several values for one place numpy keeps the last
    cutters = cutter[cut]
    passed = tree.move[cutters] == NO_MOVE
    ranks = np.bincount(tree.order[cutters[~passed]], minlength=tree.root.rules.columns)
    return tuple(int(count) for count in ranks), int(np.count_nonzero(passed))


def branching_factor(nodes: int, depth: int) -> float | None:
    """The b with 1 + b + ... + b^depth = nodes; None for depth 0."""
    if depth < 1:
        return None
    low = 0.0
    high = float(nodes)
    for _ in range(100):
        middle = (low + high) / 2
        if sum(middle**number for number in range(depth + 1)) < nodes:
            low = middle
        else:
            high = middle
    return high
