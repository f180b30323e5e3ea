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


class RecordedRows(NamedTuple):
    """The rows of a search; their values are not set yet (see `c4.tree.simulations.fill_values`).

    rows        array of ROW, shape (n,)
    node_of     int32 (n,): the node in the pool of every row
    row_of      int32 (nodes,): the row of every node; of one that was left out, that of its nearest recorded ancestor
    """

    rows: np.ndarray
    node_of: np.ndarray
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


def record(nodes: np.ndarray, opened: np.ndarray) -> RecordedRows:
    """The rows of a pool; the children of the nodes that are `opened` (bool) get rows of their own."""
    count = 1 + int(nodes["children"][opened].sum())
    rows = np.zeros(count, ROW)
    node_of = np.empty(count, np.int32)
    row_of = np.full(len(nodes), UNRECORDED, np.int32)
    room = Room(np.zeros(len(nodes), np.int64), np.empty(len(nodes), np.int32), np.zeros(len(nodes), np.uint8))
    write_rows(nodes, opened, room, rows, node_of, row_of)
    return RecordedRows(rows, node_of, row_of)


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
def write_rows(nodes: Nodes, opened: Flags, room: Room, rows: Rows, node_of: Ints32, row_of: Ints32) -> None:
    """Fills the arrays of RecordedRows, in which `row_of` is UNRECORDED everywhere."""
    for number in range(len(nodes) - 1, 0, -1):  # children come after their parents
        if nodes[number].visits > 0:
            room.below[nodes[number].parent] += room.below[number] + 1
    count = 0
    room.waiting[0] = 0
    left = 1
    while left > 0:
        left -= 1
        number = signed(room.waiting[left])
        row_of[number] = count
        node_of[count] = number
        write_row(nodes, number, rows, count, row_of)
        rows[count].order = room.order[number]
        count += 1
        if opened[number]:
            left = add_children(nodes, number, left, room)
        elif room.below[number] > 0:
            rows[count - 1].left_out = room.below[number] & LOW_32
            rows[count - 1].left_out_high = room.below[number] >> 32
    for row in range(count - 1, 0, -1):  # and rows after those above them
        rows[rows[row].parent].size += rows[row].size
    for number in range(1, len(nodes)):
        if row_of[number] == UNRECORDED:
            row_of[number] = row_of[nodes[number].parent]


@kernel
def write_row(nodes: Nodes, number: int, rows: Rows, row: int, row_of: Ints32) -> None:
    """Writes the row of a node but for its place among its siblings, and what is below it."""
    node = nodes[number]
    new = rows[row]
    new.size = 1
    if number == 0:
        new.parent = NO_PARENT
        new.move = NO_MOVE
        new.ply = 0
    else:
        new.parent = row_of[node.parent]
        new.move = node.move
        new.ply = rows[new.parent].ply + 1
    new.value = node.result * SCALE  # of a node that is over or proved; the others get the mean of their simulations
    if node.status == EXPANDED:
        new.kind = INTERIOR
    elif node.status == OVER:
        new.kind = TERMINAL
    elif node.status == NEW:
        new.kind = UNVISITED
    elif node.proved > 0:
        new.kind = THREAT
    else:
        new.kind = HORIZON


@kernel
def find_nodes(nodes: Nodes, rows: Rows, node_of: Ints32) -> None:
    """Fills `node_of` with the node in the pool of every row; the pool is that of the search that wrote the rows."""
    node_of[0] = 0
    for row in range(1, len(rows)):
        child = nodes[node_of[rows[row].parent]].first
        while nodes[child].move != rows[row].move:
            child += 1
        node_of[row] = child


@kernel
def recount(nodes: Nodes, leaf: Ints32, value: Ints32, ran: int) -> None:
    """Makes a copy of a pool, taken while the search was running, what the pool was after so many simulations.

    `leaf` and `value` are the log.  Children that a node got later stay in the pool, but it has none of them.
    """
    for number in range(len(nodes)):
        node = nodes[number]
        node.visits = 0
        node.total = 0
        if node.first_visit > ran:
            node.first_visit = 0
        if node.proved > ran:
            node.proved = 0
    for i in range(ran):
        nodes[leaf[i]].visits += 1
        nodes[leaf[i]].total += value[i]
    for number in range(len(nodes) - 1, 0, -1):
        nodes[nodes[number].parent].visits += nodes[number].visits
        nodes[nodes[number].parent].total += nodes[number].total
    for number in range(len(nodes)):
        node = nodes[number]
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
