"""Growing a comparison: opens what two searches left out, and compares them again.  Imports numpy, the search."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from c4.experiments.plans import Compared
from c4.game.rules import C4Error
from c4.search.fixed_depth import ALGORITHMS, open_node
from c4.search.watch import Watch
from c4.tree.compare import ABSENT, merge
from c4.tree.searchtree import Grafted


class Grown(NamedTuple):
    """A comparison with a part that was left out in the one `before`.

    rows    the rows of A and B that were opened, None where nothing had been left out
    grafts  the results for A and B, likewise None
    moved   int32: for every row of the old union its row in the new one
    """

    before: Compared
    now: Compared
    rows: tuple[int | None, ...]
    grafts: tuple[Grafted | None, ...]
    moved: np.ndarray


def grow(found: Compared, path: int, watch: Watch | None = None) -> Grown | None:
    """Opens a row of the union, in A, B or both, each with its window; None when the watch stopped it.

    Raises C4Error when nothing was left out there, or only in the engine's tree, parts of which cannot be searched.
    """
    old = found.comparison
    trees, of_path = (old.a, old.b), [int(old.row_a[path]), int(old.row_b[path])]
    closed = [side for side in (0, 1) if of_path[side] != ABSENT and trees[side].left_out[of_path[side]]]
    if not closed:
        raise C4Error("everything below this node is already recorded")
    grafts: list[Grafted | None] = [None, None]
    for side in [side for side in closed if trees[side].algorithm in ALGORITHMS] or closed:
        grafts[side] = open_node(trees[side], of_path[side], found.plans[side].load(), watch=watch)
        if grafts[side] is None:
            return None
    a, b = (tree if graft is None else graft.tree for tree, graft in zip(trees, grafts))
    new = merge(a, b)
    moved = np.zeros(len(old), dtype=np.int32)
    for rows, graft, of in zip((old.row_a, old.row_b), grafts, (new.of_a, new.of_b)):
        there = np.flatnonzero(rows != ABSENT)
        moved[there] = of[rows[there] if graft is None else graft.moved[rows[there]]]
    decisions = replace(found.decisions[0], tree=a), replace(found.decisions[1], tree=b)
    opened = tuple(None if graft is None else row for graft, row in zip(grafts, of_path))
    return Grown(found, found._replace(decisions=decisions, comparison=new), opened, tuple(grafts), moved)
