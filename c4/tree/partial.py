"""Partial: the tree of a search that is still running, from the rows written so far.  Imports numpy and the tree.

The search writes its rows in another thread.  A row is complete once the search has left its node; those of the nodes
it is still in have no value yet: they get what their replies have told so far, as a bound.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from c4.game.values import EXACT, INFINITY, LOWER, NO_BOUND, UPPER
from c4.tree.explain import short
from c4.tree.narrate import SoFar, condition_text, points_text
from c4.tree.replay import Frame
from c4.tree.searchtree import INTERIOR, NO_PARENT, PRUNED, SearchTree

UNKNOWN = -(1 << 31)


class Partial(NamedTuple):
    """A running search: its tree so far, and the rows of the nodes it was in, from the root on; none where the tree is
    that of a finished iteration.
    """

    tree: SearchTree
    open: tuple[int, ...]


def partial(tree: SearchTree, used: int, most: int) -> Partial | None:
    """The tree so far; None while there is next to nothing.

    `tree.rows` is the whole array that is being written, `used` how many rows of it were begun; at most `most` of them
    are looked at.  The last two may be half written and are left out.
    """
    end = min(used - 2, most)
    if end < 2:
        return None
    rows = tree.rows[:end].copy()
    above, row = [], int(tree.rows["parent"][end])
    while row != NO_PARENT:
        above.append(row)
        row = int(rows["parent"][row])
    inside = replace(tree, rows=rows)
    rows["kind"][above], rows["size"][above] = INTERIOR, end - np.array(above)
    rows["left_out"][above] = rows["left_out_high"][above] = 0
    for row in above:
        value, bound = _so_far(inside, row)
        value = UNKNOWN + row if bound == NO_BOUND else value  # no other row has it, so it makes no best line
        rows["value"][row], rows["bound"][row] = value, bound
    return Partial(inside, tuple(reversed(above)))


def _so_far(tree: SearchTree, row: int) -> tuple[int, int]:
    """What the replies of an open node have told: a lower bound for MAX, an upper one for MIN; NO_BOUND for nothing."""
    good, better = (LOWER, max) if tree.is_max(row) else (UPPER, min)
    found = [
        int(tree.value[child])
        for child in tree.children(row)
        if tree.kind[child] != PRUNED and tree.bound[child] in (EXACT, good)
    ]
    return (better(found), good) if found else (0, NO_BOUND)


def known(part: Partial, row: int) -> SoFar | None:
    """What a running search knows of a node it is in, and when it would prune; None for the others, which are done."""
    tree = part.tree
    if row not in part.open:
        return None
    maximizing, alpha, beta = tree.is_max(row), int(tree.alpha[row]), int(tree.beta[row])
    best = int(tree.value[row]) if tree.bound[row] != NO_BOUND else None
    if best is not None:
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
    frame = Frame(row, alpha, beta, best)
    condition = condition_text(tree, frame)
    until = f" It {condition}." if condition else ""
    so_far = "not known yet" if best is None else f"{short(tree, best)} so far"
    window = points_text(tree, alpha), points_text(tree, beta)
    assert alpha >= -INFINITY
    return SoFar(so_far, window, f"The search is in this node now: its value is {so_far}.{until}")
