"""Growing: what two compared searches left out is searched again, and both are laid over each other anew.

Imports numpy and the search.
"""

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
    """A comparison in which a part is recorded that was left out in the one `before`.

    rows    the row of A and of B that was searched again, None where nothing had been left out
    grafts  what that made of A and of B, None likewise
    moved   int32: the row in the new union of every row of the old one
    """

    before: Compared
    now: Compared
    rows: tuple[int | None, ...]
    grafts: tuple[Grafted | None, ...]
    moved: np.ndarray


def grow(found: Compared, path: int, watch: Watch | None = None) -> Grown | None:
    """Searches a row of the union again, in A, in B or in both, each with the window it had; None when the watch
    stopped it.

    Raises C4Error when nothing was left out there, or only of the engine's tree, which cannot be searched in part.
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
