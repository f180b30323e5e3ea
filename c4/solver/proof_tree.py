"""A question about an early position, answered by proof numbers over the first plies.

A depth-first search that begins with a wrong reply pays for it in full, perhaps thirty times the price of the right
one.  So if `search` alone does not answer, the first plies become a tree.  Every node has two numbers: the fewest
leaves it will take to prove "the side to move scores at least `target`", and to disprove it (a proof needs one child, a
disproof all).  Repeatedly the most promising leaf is given to `search` with a budget of nodes; if that does not answer,
the leaf gets children.  Unfinished searches are not lost: their results stay in the table.

Proof-number search: Allis, van der Meulen and van den Herik, Artificial Intelligence 66 (1994).
"""

from __future__ import annotations

from c4.game.position import Position
from c4.kernels.board import Board
from c4.kernels.kinds import U, address_of
from c4.solver.questions import ask
from c4.solver.table import Control, code_of

LEAF_NODES = 1 << 17
"""The budget of a leaf ..."""

LEAF_SHARE = 11
"""... which grows with the tree to 2^-11 of all nodes searched, so the tree stays at some ten thousand positions."""

GLANCE_NODES = 1 << 10
"""The budget of a new child, which settles easy ones."""

NEVER = 1 << 60


class Node:
    """A position in the tree.  `value` is None until the question is answered, then a bound like that of `search`."""

    __slots__ = ("children", "disproof", "position", "proof", "value")

    def __init__(self, position: Position, disproof: int = 1) -> None:
        self.position = position
        self.children: list[Node] = []
        self.proof, self.disproof = 1, disproof
        self.value: int | None = None

    def settle(self, value: int, target: int) -> None:
        """Sets the answer to "at least `target`?"."""
        self.value = value
        self.proof, self.disproof = (0, NEVER) if value >= target else (NEVER, 0)

    def sum_up(self, target: int) -> None:
        """Computes its numbers from the children's (a child's proof is the parent's disproof)."""
        if self.value is not None or not self.children:
            return
        self.proof = min(child.disproof for child in self.children)
        self.disproof = min(NEVER, sum(child.proof for child in self.children))
        if self.proof == 0 or self.disproof == 0:
            known = [child for child in self.children if child.disproof == 0 or self.disproof == 0]
            answers = [-child.value for child in known if child.value is not None]
            self.settle(max(answers), target)


class ProofTree:
    """The tree of one question, which `grow` answers."""

    def __init__(self, position: Position, target: int, board: Board | None) -> None:
        self.root, self.target, self.board = Node(position), target, board
        self._nodes: dict[int, Node] = {}
        self._spent = 0

    def grow(self, control: Control) -> None:
        """Works until the root is answered, or `control` is stopped."""
        while not control.stop and self.root.value is None:
            path = self._descend()
            leaf = path[-1]
            if leaf.value is None:
                target = self._target_at(leaf)
                value = self._ask(control, leaf.position, target, max(LEAF_NODES, self._spent >> LEAF_SHARE))
                if value is not None:
                    leaf.settle(value, target)
                elif not control.stop:
                    leaf.children = self._children(control, leaf.position, 1 - target)
            self._back_up(path)

    def _target_at(self, node: Node) -> int:
        return self.target if (node.position.ply - self.root.position.ply) % 2 == 0 else 1 - self.target

    def _descend(self) -> list[Node]:
        """The path from the root to the most promising leaf, or to an answered node unknown to its parent."""
        path = [self.root]
        while path[-1].value is None and path[-1].children:
            path.append(min(path[-1].children, key=lambda child: child.disproof))
        return path

    def _back_up(self, path: list[Node]) -> None:
        for node in reversed(path):
            node.sum_up(self._target_at(node))

    def _ask(self, control: Control, position: Position, target: int, budget: int) -> int | None:
        """The answer, or None if the budget was too small."""
        before = int(control.nodes)
        value = ask(position, target, budget, control, self.board)
        self._spent += int(control.nodes) - before
        return value

    def _children(self, control: Control, position: Position, target: int) -> list[Node]:
        """A position's children, the middle first (later ones are less promising); mirror images and transpositions
        share a node.
        """
        children: list[Node] = []
        legal = position.legal_columns()
        for column in position.rules.centre_first:
            if column not in legal:
                continue
            child = position.play(column)
            free = child.rules.cells - child.ply
            code = int(code_of(U(child.mine + child.occupied), free, address_of(control), self.board))
            node = self._nodes.setdefault(code, Node(child, 1 + len(children)))
            if node.value is None and not node.children:
                value = self._ask(control, child, target, GLANCE_NODES)
                if value is not None:
                    node.settle(value, target)
            if node not in children:
                children.append(node)
        return children
