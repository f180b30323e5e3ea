"""A question about an early position, answered by proof numbers over the first plies.

A depth-first search that begins with a wrong reply pays for it in full, perhaps thirty times the price of the right
one.  So if `search` alone does not answer, the first plies become a tree.  Every node has two numbers: how many
leaves it will take to prove "the side to move scores at least `target`", and to disprove it.  A proof needs one child: it
counts the easiest.  A disproof needs all, but they share many positions: it counts the hardest, and one leaf more for
every other open child.  Repeatedly the most promising leaf is given to `search` with a budget of nodes; if that does not
answer, the leaf gets children.  Unfinished searches are not lost: their results stay in the table.

Several leaves are searched at a time, by one thread or more.  Until its search ends, a leaf counts as many leaves, so
the next search looks elsewhere.

Proof-number search: Allis, van der Meulen and van den Herik, Artificial Intelligence 66 (1994).  The hardest child
instead of the sum: weak proof-number search, Ueda, Hashimoto, Hashimoto and Iida, Computers and Games (2008).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import NamedTuple

from c4 import interrupts
from c4.game.position import Position
from c4.kernels.board import Board
from c4.kernels.kinds import U, address_of
from c4.kernels.running import STOP_ASKED
from c4.solver.questions import ask
from c4.solver.table import Control, code_of

LEAF_NODES = 1 << 16
"""The least budget of a leaf, in nodes."""

LEAF_SHARE_BITS = 11
"""The budget of a leaf is 2^-LEAF_SHARE_BITS of all nodes searched so far, once that is more than LEAF_NODES.  So the tree
stays at some ten thousand positions."""

GLANCE_NODES = 1 << 10
"""The budget of a new child, which settles easy ones."""

NEVER = 1 << 60
"""The number of what cannot be proved, or disproved."""

LEAVES_IN_SEARCH = 3
"""How many leaves a leaf counts as while it is being searched."""

POLL = 0.005
"""Seconds between two looks at whether the work was stopped."""


class Node:
    """A position in the tree.  `value` is None until the question is answered, then a bound like that of `search`;
    `in_search` is whether it is being searched.
    """

    __slots__ = ("children", "disproof", "in_search", "position", "proof", "value")

    def __init__(self, position: Position, disproof: int = 1) -> None:
        self.position = position
        self.children: list[Node] = []
        self.proof = 1
        self.disproof = disproof
        self.value: int | None = None
        self.in_search = False

    def settle(self, value: int, target: int) -> None:
        """Sets the answer to "at least `target`?"."""
        self.value = value
        holds = value >= target
        self.proof = 0 if holds else NEVER
        self.disproof = NEVER if holds else 0

    def sum_up(self, target: int) -> None:
        """Computes its numbers from the children's (a child's proof is the parent's disproof)."""
        if self.value is not None or not self.children:
            return
        self.proof = min(child.disproof for child in self.children)
        hardest = max(child.proof for child in self.children)
        still_open = sum(child.proof > 0 for child in self.children)
        self.disproof = min(NEVER, hardest + max(0, still_open - 1))
        if self.proof == 0 or self.disproof == 0:
            # A proof needs the children that prove it, a disproof all of them.
            deciding = self.children
            if self.disproof != 0:
                deciding = [child for child in self.children if child.disproof == 0]
            answers = [-child.value for child in deciding if child.value is not None]
            self.settle(max(answers), target)


def _disproof(node: Node) -> int:
    return node.disproof


class Glance(NamedTuple):
    """A child of a leaf: its position, the code of that, and the answer, None if GLANCE_NODES were too few."""

    position: Position
    code: int
    value: int | None


class LeafSearch(NamedTuple):
    """The result of a leaf's search: the answer, None if the budget was too small, and the nodes; without an answer,
    the leaf's children.
    """

    value: int | None
    nodes: int
    children: Sequence[Glance]


class ProofTree:
    """The tree of one question, which `grow` answers."""

    def __init__(self, position: Position, target: int, board: Board | None) -> None:
        self.root = Node(position)
        self.target = target
        self.board = board
        self._nodes: dict[int, Node] = {}
        self._spent = 0
        self._searches = 0

    def grow(
        self,
        control: Control,
        workers: Sequence[Control],
        threads: int = 1,
        report: Callable[[int], None] | None = None,
    ) -> None:
        """Works until the root is answered, or `control` is stopped.

        As many leaves are searched at a time as there are `workers`, the records of their searches, prepared for the
        same table as `control`; `threads` take turns at them.  `control` counts the nodes.  After every leaf `report`
        gets an estimate of the nodes still needed, which grows when the search turns out to be harder.
        """
        running: dict[Future[LeafSearch], tuple[Control, list[Node]]] = {}
        idle = list(workers)
        with ThreadPoolExecutor(threads) as pool:
            while not (control.stop or interrupts.STOP.value) and self.root.value is None:
                while idle:
                    path = self._descend()
                    if path is None:
                        break
                    worker = idle.pop()
                    budget = max(LEAF_NODES, self._spent >> LEAF_SHARE_BITS)
                    self._begin(path)
                    running[pool.submit(self._search, worker, path[-1], budget)] = worker, path
                done, _ = wait(running, POLL, FIRST_COMPLETED)
                if not done:
                    continue
                # One at a time, in the order of their beginning: the leaves of one thread are then always the same.
                future = next(future for future in running if future in done)
                worker, path = running.pop(future)
                idle.append(worker)
                self._end(control, path, future.result())
                if report is not None:
                    report(self._nodes_left())
            for worker in workers:
                worker.stop = STOP_ASKED
        for worker in workers:
            worker.stop = 0
        for future in running:
            self._count(control, future.result().nodes)

    def _begin(self, path: list[Node]) -> None:
        """Makes the last node of a path less promising while it is searched."""
        leaf = path[-1]
        leaf.in_search = True
        leaf.proof += LEAVES_IN_SEARCH
        leaf.disproof += LEAVES_IN_SEARCH
        self._back_up(path)

    def _search(self, worker: Control, leaf: Node, budget: int) -> LeafSearch:
        """Searches a leaf; if that does not answer, also its children, for a moment.  Runs in a thread."""
        before = int(worker.nodes)
        target = self._target_at(leaf)
        value = ask(leaf.position, target, budget, worker, self.board)
        children = [] if value is not None else self._glance_at_children(worker, leaf.position, 1 - target)
        return LeafSearch(value, int(worker.nodes) - before, children)

    def _glance_at_children(self, worker: Control, position: Position, target: int) -> list[Glance]:
        """A short search of every child of a position, the middle first."""
        glances = []
        legal = position.legal_columns()
        for column in position.rules.centre_first:
            if column in legal:
                child = position.play(column)
                free = child.rules.cells - child.ply
                code = int(code_of(U(child.mine + child.occupied), free, address_of(worker), self.board))
                value = ask(child, target, GLANCE_NODES, worker, self.board)
                glances.append(Glance(child, code, value))
        return glances

    def _end(self, control: Control, path: list[Node], result: LeafSearch) -> None:
        """Takes in the result of a leaf's search: it is answered or gets children."""
        leaf = path[-1]
        self._searches += 1
        self._count(control, result.nodes)
        leaf.in_search = False
        leaf.proof -= LEAVES_IN_SEARCH
        leaf.disproof -= LEAVES_IN_SEARCH
        if result.value is not None:
            leaf.settle(result.value, self._target_at(leaf))
        else:
            leaf.children = self._children(result.children, 1 - self._target_at(leaf))
        self._back_up(path)

    def _nodes_left(self) -> int:
        """The nodes of as many leaves as it takes at least to answer the root."""
        return self._spent // max(1, self._searches) * min(self.root.proof, self.root.disproof)

    def _count(self, control: Control, nodes: int) -> None:
        control.nodes += nodes
        self._spent += nodes

    def _target_at(self, node: Node) -> int:
        """The question at a node: at the opponent's, the root's question turned round (see `search`)."""
        moves = node.position.ply - self.root.position.ply
        return self.target if moves % 2 == 0 else 1 - self.target

    def _descend(self) -> list[Node] | None:
        """The path from the root to the most promising leaf; None if that leaf is being searched.

        A node that was answered through another path only has to be made known to its parents.
        """
        while True:
            path = [self.root]
            while path[-1].value is None and path[-1].children:
                path.append(min(path[-1].children, key=_disproof))
            if path[-1].value is None:
                return None if path[-1].in_search else path
            self._back_up(path)
            if self.root.value is not None:
                return None

    def _back_up(self, path: list[Node]) -> None:
        for node in reversed(path):
            node.sum_up(self._target_at(node))

    def _children(self, glances: Sequence[Glance], target: int) -> list[Node]:
        """The nodes of a leaf's children (later ones are less promising); mirror images and transpositions share one."""
        children: list[Node] = []
        for position, code, value in glances:
            node = self._nodes.setdefault(code, Node(position, 1 + len(children)))
            is_new = node.value is None and not node.children and not node.in_search
            if is_new and value is not None:
                node.settle(value, target)
            if node not in children:
                children.append(node)
        return children
