"""A glance at how well an evaluator judges: the mistakes of its best afterstates, while it learns."""

from __future__ import annotations

from c4.arena.figures import Share, wilson
from c4.arena.strength import opened
from c4.evaluators.base import Evaluator
from c4.search.one_ply import choose
from c4.search.watch import Stopped, Watch

EVERY = 7
"""Every n-th position of the suite is played: 300 of 2,100, from all plies."""


def mistakes(evaluator: Evaluator, suite: str = "d", every: int = EVERY, watch: Watch | None = None) -> Share:
    """The share (0 to 1, with its 95 % interval) of moves, chosen without search, that give a better result away.

    Raises C4Error when the evaluator does not know the suite's board, Stopped once the watch is stopped.
    """
    known = opened(suite)
    places = range(0, len(known), every)
    wrong = 0
    for place in places:
        if watch is not None and watch.stopped:
            raise Stopped
        classes = known.classes[place]
        column, _ = choose(known.positions[place], evaluator)
        wrong += bool(classes[column] < classes.max())
    return wilson(wrong, len(places))
