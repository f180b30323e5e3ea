"""Positions that a recorded search visited more than once.

Two rows have the same position when discs and side to move are the same, whatever the order of the moves.  A search
with a transposition table would have answered later visits from it.
"""

from __future__ import annotations

import numpy as np

from c4.kernels.jit import ready
from c4.tree.searchtree import PRUNED, SearchTree
from c4.tree.states import write_states


def visits(tree: SearchTree, row: int) -> list[int]:
    """The searched rows with the position of a row, in the order of the search; none for a pruned row, or while the
    kernel that computes states is not compiled.
    """
    if tree.kind[row] == PRUNED or not ready(write_states):
        return []
    same = (tree.state == tree.state[row]) & (tree.ply % 2 == tree.ply[row] % 2) & (tree.kind != PRUNED)
    result: list[int] = np.flatnonzero(same).tolist()
    return result
