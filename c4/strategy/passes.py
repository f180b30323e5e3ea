"""A pass: a diagram played against all replies, compiled."""

from __future__ import annotations

from typing import NamedTuple

from c4.kernels.jit import kernel
from c4.kernels.kinds import U, Words, Words2, signed
from c4.kernels.stop import stopped
from c4.strategy.graph import OWNER_WINS, follower, is_refuted, make_room, replies_after, replies_in, root_of
from c4.strategy.marks import column_of, planes_of
from c4.strategy.memory import GRAPH_CAPACITY, MAX_PASS_POSITIONS, MAX_REPLIES, NO_LIST, NO_PARENT, Graph, Pass, Scratch

NOT_FOUND = -1


class Verdict(NamedTuple):
    """The result of a pass.

    holds       whether the diagram holds against all replies
    positions   how many positions, owner to move, were met
    refuted     the position of the pass (see `Pass`) in which the diagram fails, or for which there was no room; -1 if
                it holds, or if the position to start from is lost
    """

    holds: bool
    positions: int
    refuted: int


@kernel
def play_all(root: int, marks: Words, hold: bool, graph: Graph, walk: Pass) -> Verdict:
    """Plays a diagram from a number in the graph, or OWNER_WINS or OWNER_LOSES; with `hold` a full board is good enough.

    It fails also where there is no room for all positions.
    """
    if root < 0:
        return Verdict(root == OWNER_WINS, 1, NOT_FOUND)
    planes = planes_of(marks)
    graph.counts.passes += 1
    this_pass = graph.counts.passes
    walk.positions[0] = root
    walk.parents[0] = NO_PARENT
    walk.places[0] = 0
    walk.waiting[0] = 0
    met = 1
    left = 1
    while left > 0:
        left -= 1
        entry = signed(walk.waiting[left])
        number = signed(walk.positions[entry])
        column = column_of(number, planes, graph)
        start = replies_after(number, column, graph)
        header = signed(graph.lists[start])
        pass_is_full = met + MAX_REPLIES >= MAX_PASS_POSITIONS
        graph_is_full = start == NO_LIST or graph.counts.nodes + MAX_REPLIES > GRAPH_CAPACITY
        if pass_is_full or graph_is_full or is_refuted(header, hold):
            try_first(entry, graph, walk)
            return Verdict(False, met, entry)
        end = start + replies_in(header)
        walk.ends[entry] = end
        for place in range(start + 1, end + 1):
            child = follower(number, column, place, graph)
            if graph.nodes[child].met != this_pass:
                graph.nodes[child].met = this_pass
                walk.positions[met] = child
                walk.parents[met] = entry
                walk.places[met] = place
                walk.waiting[left] = met
                left += 1
                met += 1
    return Verdict(True, met, NOT_FOUND)


@kernel
def try_first(entry: int, graph: Graph, walk: Pass) -> None:
    """Moves the replies that led to a position of the pass to the ends of their lists, which are played first.

    What refutes one diagram mostly refutes the next one, too.
    """
    lists = graph.lists
    while walk.parents[entry] != NO_PARENT:
        parent = signed(walk.parents[entry])
        place = walk.places[entry]
        end = walk.ends[parent]
        reply = lists[place]
        lists[place] = lists[end]
        lists[end] = reply
        entry = parent


@kernel
def verify(own: U, other: U, marks: Words, hold: bool, waits: bool, scratch: Scratch) -> bool:
    """Whether a diagram holds for a position against all replies.

    With `hold` a full board is good enough; with `waits` the other side is to move first.
    """
    make_room(scratch.graph)
    root = root_of(own, other, waits, scratch.graph)
    return play_all(root, marks, hold, scratch.graph, scratch.walk).holds


@kernel
def first_good(own: U, other: U, pool: Words2, start: int, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The first diagram of a pool, from `start` on, that holds for a position (see `verify`); -1 if none does."""
    make_room(scratch.graph)
    root = root_of(own, other, waits, scratch.graph)
    for place in range(start, len(pool)):
        if stopped():
            break
        if play_all(root, pool[place], hold, scratch.graph, scratch.walk).holds:
            return place
    return NOT_FOUND
