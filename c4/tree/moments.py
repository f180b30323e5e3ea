"""Monte-Carlo tree search over time: its tree after some of its simulations, and the replies to the root."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from c4.errors import C4Error
from c4.text import pluralise
from c4.tree.searchtree import HORIZON, INTERIOR, NO_MOVE, TERMINAL, THREAT, UNVISITED, SearchTree, split_left_out
from c4.tree.selection import SCALE
from c4.tree.simulations import Samples, fill_values, samples_of

RANK_OF_PROOFS = 1 << 40
"""What a proof counts in visits: more than there can be."""


def after(tree: SearchTree, simulations: int) -> tuple[SearchTree, np.ndarray]:
    """The tree as it was after its first simulations, and the row in the whole tree of each of its rows: int32 (n,).

    Where the row budget left nodes out, it is not known how many of them there were: `left_out` is then the greatest
    number there can have been.  Raises C4Error for a number of simulations that the search did not run, and for a tree
    of another search.
    """
    log = tree.log
    if not 1 <= simulations <= len(log):
        raise C4Error(f"the search ran {pluralise(len(log), 'simulation')}: there is no moment {simulations:,}")
    leaf = log.leaf[:simulations]
    value = log.value[:simulations]
    samples = samples_of(tree.size, leaf, value)
    # A node has replies from the simulation on that is the first to visit one of them.
    expanded = np.zeros(len(tree), dtype=bool)
    visited = np.flatnonzero(samples.visits[1:] > 0) + 1
    expanded[tree.parent[visited]] = True
    exists = expanded[tree.parent]
    exists[0] = True
    before = np.concatenate(([0], np.cumsum(exists)))  # how many of the rows before each one existed
    kept = np.flatnonzero(exists).astype(np.int32)

    rows = tree.rows[kept].copy()
    rows["parent"][1:] = before[rows["parent"][1:]]
    end = kept + tree.size[kept]
    rows["size"] = before[end] - before[kept]  # of a subtree, the rows that existed
    now = Samples(samples.visits[kept], samples.total[kept])
    left_out = np.minimum(tree.left_out[kept], np.maximum(now.visits - 1, 0))
    rows["left_out"], rows["left_out_high"] = split_left_out(left_out)
    proved = np.where(log.proved[kept] <= simulations, log.proved[kept], 0)
    over = rows["kind"] == TERMINAL
    rows["kind"] = np.select(
        [now.visits == 0, over, expanded[kept] | (left_out > 0), proved > 0],
        [UNVISITED, TERMINAL, INTERIOR, THREAT],
        HORIZON,
    )
    fill_values(rows, now, (now.visits > 0) & (over | (proved > 0)))
    place = before[leaf].astype(np.int32)
    part = replace(log, prior=log.prior[kept], proved=proved, leaf=place, value=value)
    nodes = int(np.count_nonzero(now.visits) + left_out.sum())
    depth = int(rows["ply"][now.visits > 0].max())
    return replace(tree, rows=rows, simulations=part, nodes=nodes, depth=depth), kept


class History(NamedTuple):
    """The replies to the root over time; s is the number of simulations, k that of visited replies.

    rows        int64 (k,): the rows of the replies, in the order of their first visits
    visits      int64 (s, k): the visits of each after every simulation
    played      int64 (s,): the column (from 0) that the search would have played then; NO_MOVE before any was visited
    """

    rows: np.ndarray
    visits: np.ndarray
    played: np.ndarray

    def settled(self, columns: Iterable[int]) -> int | None:
        """The simulation (from 1) from which on the search would always have played one of these columns; None if it
        would not in the end.
        """
        wrong = np.flatnonzero(~np.isin(self.played, list(columns)))
        if not len(wrong):
            return 1
        return None if wrong[-1] + 1 == len(self.played) else int(wrong[-1]) + 2


def history(tree: SearchTree) -> History:
    """How the visits of the replies to the root grew, and what the search would have played after each simulation.

    Raises C4Error for a tree of another search.
    """
    log = tree.log
    rows = np.array([child for child in tree.children(0) if tree.samples.visits[child]], dtype=np.int64)
    simulations = np.arange(1, len(log) + 1)
    if not len(rows):
        return History(rows, np.zeros((len(log), 0), dtype=np.int64), np.full(len(log), NO_MOVE))
    # A reply's subtree is the rows from its own to the next reply's; the root is before all.
    reply = np.searchsorted(rows, log.leaf, side="right") - 1
    went = reply[:, None] == np.arange(len(rows))
    visits = np.cumsum(went, axis=0)
    sign = tree.sign_of(0)
    total = np.cumsum(went * log.value[:, None], axis=0)
    mean = sign * total / (SCALE * np.maximum(visits, 1))
    proved = (log.proved[rows] > 0) & (log.proved[rows] <= simulations[:, None])
    result = np.where(proved, sign * (tree.value[rows] // SCALE), 0)  # -1, 0 or 1: a proved value is -SCALE, 0 or SCALE
    # As `SearchTree.best_reply` ranks them: proofs, then visits, then the mean, from -1 to 1.
    rank = result * float(RANK_OF_PROOFS) + visits + mean / 4
    played = tree.move[rows].astype(np.int64)[np.argmax(np.where(visits > 0, rank, -np.inf), axis=1)]
    return History(rows, visits, np.where(visits.any(axis=1), played, NO_MOVE))
