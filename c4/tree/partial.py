"""The tree so far of a search that still runs."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER
from c4.tree.searchtree import INTERIOR, NO_PARENT, PRUNED, SearchTree

NO_VALUE_YET = -(1 << 31)
"""In the tree of a running search, the value of an open row of which nothing is known is this plus its number: no two rows
have the same, so none of them looks like the best reply of another."""


class Partial(NamedTuple):
    """A running search: its tree so far, and the rows of the nodes it was in, from the root on; none where the tree is
    that of a finished iteration.
    """

    tree: SearchTree
    open: tuple[int, ...]


def tree_so_far(tree: SearchTree, used: int, most: int) -> Partial | None:
    """The tree so far; None while there is next to nothing.

    `tree.rows` is the full array that is being written, `used` how many of its rows were started; at most `most` of
    them are used.  The last row may be half written, and the one before it may not have its value yet: both are left
    out.
    """
    end = min(used - 2, most)
    if end < 2:
        return None
    rows = tree.rows[:end].copy()
    # The search is in the nodes above row `end`.  That row has its parent: the row after it has been started.
    open_rows = []
    row = int(tree.rows["parent"][end])
    while row != NO_PARENT:
        open_rows.append(row)
        row = int(rows["parent"][row])
    so_far = replace(tree, rows=rows)
    rows["kind"][open_rows] = INTERIOR
    rows["size"][open_rows] = end - np.array(open_rows)
    rows["left_out"][open_rows] = 0
    rows["left_out_high"][open_rows] = 0
    for row in open_rows:  # the innermost first: the bounds that are written here, in `so_far` too, count one row above
        value, bound = _bound_from_replies(so_far, row)
        if bound == NO_BOUND:
            value = NO_VALUE_YET + row
        rows["value"][row] = value
        rows["bound"][row] = bound
    return Partial(so_far, tuple(reversed(open_rows)))


def _bound_from_replies(tree: SearchTree, row: int) -> tuple[int, int]:
    """What the replies prove of an open node: a lower bound for MAX, an upper one for MIN; NO_BOUND for nothing."""
    maximizing = tree.is_max(row)
    bound = LOWER if maximizing else UPPER
    values = [
        int(tree.value[child])
        for child in tree.children(row)
        if tree.kind[child] != PRUNED and tree.bound[child] in (EXACT, bound)
    ]
    if not values:
        return 0, NO_BOUND
    best = max(values) if maximizing else min(values)
    return best, bound
