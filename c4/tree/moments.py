"""The tree of Monte-Carlo tree search as it was after some of its simulations."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from c4.errors import C4Error
from c4.text import pluralise
from c4.tree.searchtree import HORIZON, INTERIOR, LOW_32, TERMINAL, THREAT, UNVISITED, SearchTree
from c4.tree.simulations import Samples, fill_values, log_of, samples_of


def after(tree: SearchTree, simulations: int) -> tuple[SearchTree, np.ndarray]:
    """The tree as it was after so many simulations, and the row in the whole tree of each of its rows: int32 (n,).

    Where the row budget left nodes out, it is not known how many of them there were: `left_out` is then the greatest
    number there can have been.  Raises C4Error for a number of simulations that the search did not run, and for a tree
    of another search.
    """
    log = log_of(tree)
    if not 1 <= simulations <= len(log):
        raise C4Error(f"the search ran {pluralise(len(log), 'simulation')}: there is no moment {simulations:,}")
    leaf = log.leaf[:simulations]
    value = log.value[:simulations]
    samples = samples_of(tree.size, leaf, value)
    # A node has replies from the simulation on that is the first to visit one of them.
    expanded = np.zeros(len(tree), dtype=bool)
    expanded[tree.parent[1:][samples.visits[1:] > 0]] = True
    exists = expanded[tree.parent]
    exists[0] = True
    before = np.concatenate(([0], np.cumsum(exists)))
    kept = np.flatnonzero(exists).astype(np.int32)

    rows = tree.rows[kept].copy()
    rows["parent"][1:] = before[rows["parent"][1:]]
    rows["size"] = before[kept + tree.size[kept]] - before[kept]
    now = Samples(samples.visits[kept], samples.total[kept])
    left_out = np.minimum(tree.left_out[kept], np.maximum(now.visits - 1, 0))
    rows["left_out"] = left_out & LOW_32
    rows["left_out_high"] = left_out >> 32
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
