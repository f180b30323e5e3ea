"""What Monte-Carlo tree search adds to a SearchTree: its settings, its priors and proofs, and the log of its simulations.

Everything else follows from the log.  A node's visits (N) are the simulations whose leaf is in its subtree, and the sum
of its values (W) is that of theirs.  So the tree can be had as it was after any number of simulations.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from c4.game.values import EXACT, INFINITY, MEAN, NO_BOUND
from c4.tree.selection import SCALE, Selection


@dataclass(frozen=True, eq=False)
class Simulations:
    """The log of a search, and what its rows do not hold; n is the number of rows, s that of simulations.

    selection   the settings
    seed        of the playouts
    prior       float32 (n,): P, the share of a reply among its siblings before any visit; 0 where there are no priors
    proved      int32 (n,): the simulation (from 1) that proved the row's value; 0 for none
    leaf        int32 (s,): the row where each simulation ended; its nearest recorded ancestor if it was left out
    value       int32 (s,): the value of each simulation, in points (see `c4.tree.selection.SCALE`) for the maximizer
    """

    selection: Selection
    seed: int
    prior: np.ndarray = field(repr=False)
    proved: np.ndarray = field(repr=False)
    leaf: np.ndarray = field(repr=False)
    value: np.ndarray = field(repr=False)

    def __len__(self) -> int:
        return len(self.leaf)

    @property
    def nbytes(self) -> int:
        """The bytes that the arrays take in memory."""
        return sum(int(array.nbytes) for array in (self.prior, self.proved, self.leaf, self.value))


class Samples(NamedTuple):
    """What the simulations found, by row.

    visits      int64 (n,): N, the simulations that went through the row
    total       int64 (n,): W, the sum of their values in points for the maximizer
    """

    visits: np.ndarray
    total: np.ndarray

    def mean(self, row: int) -> float:
        """The mean of a row's simulations for the maximizer, from -1 to 1; 0 without any."""
        visits = int(self.visits[row])
        return int(self.total[row]) / (visits * SCALE) if visits else 0.0


def samples_of(size: np.ndarray, leaf: np.ndarray, value: np.ndarray) -> Samples:
    """N and W of rows with the subtree sizes `size`, from the leaves and values of a log."""
    rows = len(size)
    ended_here = np.bincount(leaf, minlength=rows)
    # Floating point holds these sums exactly: they are whole numbers below 2^53.
    gained_here = np.rint(np.bincount(leaf, weights=value, minlength=rows)).astype(np.int64)
    return Samples(visits=sums_of_subtrees(ended_here, size), total=sums_of_subtrees(gained_here, size))


def sums_of_subtrees(numbers: np.ndarray, size: np.ndarray) -> np.ndarray:
    """int64 (n,): for each row the sum of the numbers, int64 (n,), in its subtree, which is the next `size` rows."""
    ends = np.arange(len(size)) + size
    before = np.concatenate(([0], np.cumsum(numbers)))
    sums: np.ndarray = before[ends] - before[:-1]
    return sums


def fill_values(rows: np.ndarray, samples: Samples, certain: np.ndarray) -> None:
    """Sets the values of rows that follow from their simulations.

    `certain` (bool) says which rows have their result as a value already; of the others it is the mean of the
    simulations, rounded to points.
    """
    mean = np.rint(samples.total / np.maximum(samples.visits, 1)).astype(np.int32)
    bound = np.where(samples.visits > 0, MEAN, NO_BOUND)
    rows["value"] = np.where(certain, rows["value"], mean)
    rows["bound"] = np.where(certain, EXACT, bound)
    rows["alpha"] = -INFINITY
    rows["beta"] = INFINITY
