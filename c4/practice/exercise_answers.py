"""A small tree and what a search of it works out: the right answers of an exercise."""

from __future__ import annotations

from dataclasses import dataclass

from c4.game.values import INFINITY, number_text
from c4.practice.exercise_trees import ExerciseNode, ExerciseSearch, NodePath
from c4.search.textbook import Node
from c4.tree.searchtree import PRUNED

MINIMAX = "minimax"
ALPHABETA = "alphabeta"
"""Algorithms."""


@dataclass
class SolvedTree:
    """A tree and an algorithm.

    discs       on the board of a real position
    scale       the evaluator's points per unit
    searched    the nodes that the search has visited or pruned
    """

    root: ExerciseNode
    algorithm: str = ALPHABETA
    title: str = ""
    discs: int = 0
    scale: int = 1

    def __post_init__(self) -> None:
        search = ExerciseSearch()
        minimax = ExerciseSearch()
        search.search(self.root, cuts=self.algorithm == ALPHABETA)
        minimax.search(self.root, cuts=False)
        self.searched: dict[NodePath, Node] = {node.path: node for node in search.nodes}
        self._minimax_values = {node.path: node.value for node in minimax.nodes}

    def node(self, path: NodePath) -> ExerciseNode:
        """The node at a path: the numbers of the children from the root on."""
        node = self.root
        for number in path:
            node = node.children[number]
        return node

    def is_cut(self, path: NodePath) -> bool:
        """Whether a node, or one above it, is pruned."""
        return any(self.is_pruned(path[:end]) for end in range(1, len(path) + 1))

    def is_pruned(self, path: NodePath) -> bool:
        """Whether the search has cut off the edge directly above a node."""
        return path in self.searched and self.searched[path].kind == PRUNED

    def values_before(self, path: NodePath) -> list[int]:
        """The values of a node's siblings that were searched before it."""
        return [self.searched[(*path[:-1], number)].value for number in range(path[-1])]

    def minimax_value(self, path: NodePath) -> int:
        """The value of a node if nothing is cut off."""
        return self._minimax_values[path]

    def number(self, points: int) -> str:
        """Points as text: 3, −12, W5, ∞."""
        if abs(points) >= INFINITY:
            return "−∞" if points < 0 else "∞"
        return number_text(points, self.discs, self.scale)
