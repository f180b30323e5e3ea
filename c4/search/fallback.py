"""The textbook's search, which answers until the compiled one is ready: the same nodes, the same tree.

It is about a hundred times slower, so it gives way as soon as the kernel is compiled, and the compiled search starts
again from the root."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

import numpy as np

from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.values import NO_BOUND
from c4.search.record import Control
from c4.search.textbook import Node, Textbook
from c4.tree.searchtree import NO_MOVE, NO_PARENT, PRUNED, ROW

LOOK_SECONDS = 0.25
"""Seconds between two tests whether the kernel is compiled."""

NODES_BETWEEN = 64
"""Visits between two tests whether it was stopped: some milliseconds."""


class Request(NamedTuple):
    """A search that the textbook is to begin: the arguments of `c4.search.fixed_depth.search`, and

    control        its record
    kernel_ready   whether the compiled search can take over
    """

    position: Position
    depth: int
    evaluator: Evaluator
    move_order: Sequence[int]
    maximizer: int
    window: tuple[int, int]
    control: Control
    budget: int
    kernel_ready: Callable[[], bool]


class _End(Exception):
    """The search was stopped, or the kernel is compiled."""


class _Watched(Textbook):
    """The textbook search, which counts in a search's record and ends when it is stopped or the kernel is ready."""

    def __init__(self, request: Request) -> None:
        super().__init__(request.evaluator, request.maximizer, request.move_order)
        self.request = request
        self.next_look = monotonic() + LOOK_SECONDS
        self.visits = 0
        self.most = request.budget - len(self.move_order) + 1 if request.budget else math.inf

    def enter(self, path: tuple[int, ...], order: int, alpha: int, beta: int) -> Node:
        if len(self.nodes) >= self.most:
            raise _End  # the compiled search decides what to leave out
        self.visits += 1
        if self.visits % NODES_BETWEEN == 0:
            self._look()
        return super().enter(path, order, alpha, beta)

    def _look(self) -> None:
        """Reports the progress, and ends the search if it should."""
        control = self.request.control
        control.nodes = self.visits
        if control.stop:
            raise _End
        if monotonic() >= self.next_look:
            self.next_look = monotonic() + LOOK_SECONDS
            if self.request.kernel_ready():
                raise _End


def search(request: Request) -> np.ndarray | None:
    """Searches and sets the record as the compiled search does.  Returns the rows: empty after a stop, None if the kernel
    was ready first."""
    book = _Watched(request)
    control = request.control
    maximizing = request.position.to_move == request.maximizer
    try:
        if control.prune:
            book.alphabeta(request.position, request.depth, *request.window)
        else:
            book.minimax(request.position, request.depth)
    except _End:
        control.nodes = book.visits
        if not control.stop:
            control.nodes = 0
            return None
        _write_columns(book.nodes, maximizing, control)
        return np.empty(0, ROW)
    control.nodes = book.visits
    _write_columns(book.nodes, maximizing, control)
    rows = _rows(book.nodes)
    control.pruned = int(np.count_nonzero(rows["kind"] == PRUNED))
    control.bound = book.nodes[0].bound
    control.used = len(rows)
    _write_best_line(rows, control)
    return rows


def _write_columns(nodes: list[Node], maximizing: bool, control: Control) -> None:
    """Writes the values of the root's columns, and the first of the best among them, into the record."""
    done = [node for node in nodes if len(node.path) == 1 and node.bound != NO_BOUND]
    best: Node | None = None
    sign = 1 if maximizing else -1
    for node in done:
        column = node.path[0]
        control.column_value[column] = node.value
        control.column_bound[column] = node.bound
        if best is None or sign * node.value > sign * best.value:
            best = node
    control.finished = len(done)
    control.best = -1 if best is None else best.path[0]


def _rows(nodes: list[Node]) -> np.ndarray:
    """The nodes as rows of a `SearchTree`."""
    rows = np.zeros(len(nodes), ROW)
    above: list[int] = []  # the rows from the root to the node
    parents = []
    sizes = [1] * len(nodes)
    for row, node in enumerate(nodes):
        del above[len(node.path) :]
        parents.append(above[-1] if above else NO_PARENT)
        above.append(row)
    for row in range(len(nodes) - 1, 0, -1):
        sizes[parents[row]] += sizes[row]
    rows["parent"] = parents
    rows["size"] = sizes
    rows["ply"] = [len(node.path) for node in nodes]
    rows["move"] = [node.path[-1] if node.path else NO_MOVE for node in nodes]
    for name in ("value", "alpha", "beta", "kind", "bound", "order"):
        rows[name] = [getattr(node, name) for node in nodes]
    return rows


def _write_best_line(rows: np.ndarray, control: Control) -> None:
    """Writes best play into the record: from the root the first reply with the node's value, down to a leaf."""
    value = rows["value"]
    size = rows["size"]
    kind = rows["kind"]
    row = 0
    length = 0
    while size[row] > 1:
        child = row + 1
        while value[child] != value[row] or kind[child] == PRUNED:
            child += int(size[child])
        control.pv[length] = rows["move"][child]
        row = child
        length += 1
    control.pv_length[0] = length
