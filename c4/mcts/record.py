"""The tree of a search as rows of a SearchTree, from the pool of its nodes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.kernels.jit import kernel
from c4.kernels.kinds import Bytes, Flags, Ints, Ints32, signed
from c4.mcts.kernels import EXPANDED, LEAF, NEW, OVER, Nodes
from c4.tree.searchtree import HORIZON, INTERIOR, LOW_32, NO_MOVE, NO_PARENT, ROW, TERMINAL, THREAT, UNVISITED, Rows
from c4.tree.selection import SCALE

UNRECORDED = -1
"""The row of a node that was left out."""

UNVISITED_RANK = 1 << 40
"""More than any number of a simulation."""


class Record(NamedTuple):
    """The rows of a search; their values are not set yet (see `c4.tree.simulations.fill_values`).

    rows        array of ROW, shape (n,)
    node        int32 (n,): the node in the pool of every row
    row_of      int32 (nodes,): the row of every node; of one that was left out, that of its nearest recorded ancestor
    """

    rows: np.ndarray
    node: np.ndarray
    row_of: np.ndarray


def chosen_to_open(nodes: np.ndarray, budget: int) -> np.ndarray:
    """bool (nodes,): the expanded nodes whose children get rows, so that there are at most `budget` rows.

    The most visited ones come first: a node has more visits than any below it, so nothing is missing at the top.
    """
    opened: np.ndarray = nodes["status"] == EXPANDED
    if len(nodes) <= budget:
        return opened
    ranked = np.flatnonzero(opened)
    ranked = ranked[np.argsort(-nodes["visits"][ranked], kind="stable")]
    fits = 1 + np.cumsum(nodes["children"][ranked].astype(np.int64)) <= budget
    opened[ranked[~fits]] = False
    return opened


def record(nodes: np.ndarray, opened: np.ndarray) -> Record:
    """The rows of a pool; the children of the nodes that are `opened` (bool) get rows of their own."""
    count = 1 + int(nodes["children"][opened].sum())
    rows = np.zeros(count, ROW)
    node = np.empty(count, np.int32)
    row_of = np.full(len(nodes), UNRECORDED, np.int32)
    room = Room(np.zeros(len(nodes), np.int64), np.empty(len(nodes), np.int32), np.zeros(len(nodes), np.uint8))
    write_rows(nodes, opened, room, rows, node, row_of)
    return Record(rows, node, row_of)


class Room(NamedTuple):
    """What `write_rows` works with, one entry for each node.

    below       how many visited nodes there are below it
    waiting     the nodes that wait for their rows, the next one last
    order       its rank among its siblings
    """

    below: Ints
    waiting: Ints32
    order: Bytes


@kernel
def rank_of(nodes: Nodes, node: int) -> int:
    """Where a node belongs among its siblings: they are in the order of their first visit, unvisited ones at the end."""
    first_visit = signed(nodes[node].first_visit)
    return signed(first_visit if first_visit > 0 else UNVISITED_RANK + node)


@kernel
def add_children(nodes: Nodes, parent: int, left: int, room: Room) -> int:
    """Adds the children of a node to the `left` nodes that wait, the first one last; returns their new number."""
    first = signed(nodes[parent].first)
    count = signed(nodes[parent].children)
    for i in range(count):
        child = first + i
        rank = rank_of(nodes, child)
        place = left + i
        while place > left and rank_of(nodes, room.waiting[place - 1]) < rank:
            room.waiting[place] = room.waiting[place - 1]
            place -= 1
        room.waiting[place] = child
    for i in range(count):
        room.order[room.waiting[left + count - 1 - i]] = i
    return left + count


@kernel
def write_rows(nodes: Nodes, opened: Flags, room: Room, rows: Rows, node: Ints32, row_of: Ints32) -> None:
    """Fills the arrays of a Record, in which `row_of` is UNRECORDED everywhere."""
    for n in range(len(nodes) - 1, 0, -1):  # children come after their parents
        if nodes[n].visits > 0:
            room.below[nodes[n].parent] += room.below[n] + 1
    count = 0
    room.waiting[0] = 0
    left = 1
    while left > 0:
        left -= 1
        n = signed(room.waiting[left])
        row_of[n] = count
        node[count] = n
        write_row(nodes, n, rows, count, row_of)
        rows[count].order = room.order[n]
        count += 1
        if opened[n]:
            left = add_children(nodes, n, left, room)
        elif room.below[n] > 0:
            rows[count - 1].left_out = room.below[n] & LOW_32
            rows[count - 1].left_out_high = room.below[n] >> 32
    for r in range(count - 1, 0, -1):
        rows[rows[r].parent].size += rows[r].size
    for n in range(1, len(nodes)):
        if row_of[n] == UNRECORDED:
            row_of[n] = row_of[nodes[n].parent]


@kernel
def write_row(nodes: Nodes, number: int, rows: Rows, row: int, row_of: Ints32) -> None:
    """Writes the row of a node but for its place among its siblings, and what is below it."""
    node = nodes[number]
    r = rows[row]
    r.size = 1
    if number == 0:
        r.parent = NO_PARENT
        r.move = NO_MOVE
        r.ply = 0
    else:
        r.parent = row_of[node.parent]
        r.move = node.move
        r.ply = rows[r.parent].ply + 1
    r.value = node.result * SCALE  # of a node that is over or proved; the others get the mean of their simulations
    if node.status == EXPANDED:
        r.kind = INTERIOR
    elif node.status == OVER:
        r.kind = TERMINAL
    elif node.status == NEW:
        r.kind = UNVISITED
    elif node.proved > 0:
        r.kind = THREAT
    else:
        r.kind = HORIZON


@kernel
def find_nodes(nodes: Nodes, rows: Rows, node: Ints32) -> None:
    """Fills `node` with the node in the pool of every row; the pool is that of the search that wrote the rows."""
    node[0] = 0
    for row in range(1, len(rows)):
        child = nodes[node[rows[row].parent]].first
        while nodes[child].move != rows[row].move:
            child += 1
        node[row] = child


@kernel
def recount(nodes: Nodes, leaf: Ints32, value: Ints32, ran: int) -> None:
    """Makes a copy of a pool, taken while the search was running, what the pool was after so many simulations.

    `leaf` and `value` are the log.  Children that a node got later stay in the pool, but it has none of them.
    """
    for n in range(len(nodes)):
        node = nodes[n]
        node.visits = 0
        node.total = 0
        if node.first_visit > ran:
            node.first_visit = 0
        if node.proved > ran:
            node.proved = 0
    for i in range(ran):
        nodes[leaf[i]].visits += 1
        nodes[leaf[i]].total += value[i]
    for n in range(len(nodes) - 1, 0, -1):
        nodes[nodes[n].parent].visits += nodes[n].visits
        nodes[nodes[n].parent].total += nodes[n].total
    for n in range(len(nodes)):
        node = nodes[n]
        visited = 0
        if node.status == EXPANDED and node.first + node.children <= len(nodes):
            for child in range(node.first, node.first + node.children):
                visited += nodes[child].visits
        if visited == 0:
            node.children = 0
            if node.visits == 0:
                node.status = NEW
            elif node.status == EXPANDED:
                node.status = LEAF
