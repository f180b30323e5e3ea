"""Minimax and alpha-beta as a textbook writes them: plain Python, the readable reference for the compiled search.

Both record every visit as a `Node`, in the order of visits; the compiled kernels must agree node for node.  They are those
of reference system 4 (R4-21 and R4-25 in docs/reference-systems.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from c4.game.position import Position
from c4.game.rules import FIRST_LINE
from c4.game.values import EXACT, INFINITY, LOWER, NO_BOUND, UPPER, end_points
from c4.tree.searchtree import BOUNDS, HORIZON, INTERIOR, KINDS, PRUNED, TERMINAL


class Evaluates(Protocol):
    """What the textbook needs of an evaluator."""

    @property
    def line_value(self) -> int: ...

    def evaluate(self, position: Position, side: int | None = None) -> int: ...


@dataclass
class Node:
    """One visit (or one pruned sibling); the fields are those of `SearchTree`."""

    path: tuple[int, ...]
    alpha: int
    beta: int
    order: int
    kind: int = INTERIOR
    value: int = 0
    bound: int = NO_BOUND

    def __repr__(self) -> str:
        return f"{self.path} {KINDS[self.kind]} [{self.alpha}, {self.beta}] -> {self.value} {BOUNDS[self.bound]}"


@dataclass
class Textbook:
    """One search: its arguments, and the `nodes` it recorded."""

    evaluator: Evaluates | None  # None in a subclass with leaf values of its own
    maximizer: int
    move_order: Sequence[int]
    nodes: list[Node] = field(default_factory=list)

    def minimax(self, position: Position, depth: int, path: tuple[int, ...] = (), order: int = 0) -> int:
        """The best value the maximizer can reach against best replies."""
        node = self.enter(path, order, -INFINITY, INFINITY)
        if self.is_leaf(position, depth, node):
            return node.value
        maximizing = position.to_move == self.maximizer
        best = -INFINITY if maximizing else INFINITY
        for i, column in enumerate(self.moves(position)):
            value = self.minimax(position.play(column), depth - 1, (*path, column), i)
            if maximizing:
                best = max(best, value)
            else:
                best = min(best, value)
        node.value = best
        node.bound = EXACT
        return best

    def alphabeta(
        self,
        position: Position,
        depth: int,
        alpha: int = -INFINITY,
        beta: int = INFINITY,
        path: tuple[int, ...] = (),
        order: int = 0,
    ) -> Node:
        """The same value at the root, skipping moves that cannot matter; fail-soft (Knuth and Moore 1975)."""
        node = self.enter(path, order, alpha, beta)
        if self.is_leaf(position, depth, node):
            return node
        moves = self.moves(position)
        if position.to_move == self.maximizer:
            best = -INFINITY
            bound = NO_BOUND
            for i, column in enumerate(moves):
                child = self.alphabeta(position.play(column), depth - 1, alpha, beta, (*path, column), i)
                proves_best = child.value == best and child.bound == EXACT
                if child.value > best or proves_best:
                    best = child.value
                    bound = child.bound
                if best >= beta:  # the minimizer above will avoid this node
                    if self.prune(path, moves, i + 1):
                        bound = LOWER
                    break
                alpha = max(alpha, best)
        else:
            best = INFINITY
            bound = NO_BOUND
            for i, column in enumerate(moves):
                child = self.alphabeta(position.play(column), depth - 1, alpha, beta, (*path, column), i)
                proves_best = child.value == best and child.bound == EXACT
                if child.value < best or proves_best:
                    best = child.value
                    bound = child.bound
                if best <= alpha:  # the maximizer above has something better elsewhere
                    if self.prune(path, moves, i + 1):
                        bound = UPPER
                    break
                beta = min(beta, best)
        node.value = best
        node.bound = bound
        return node

    def enter(self, path: tuple[int, ...], order: int, alpha: int, beta: int) -> Node:
        """Records the visit of a node."""
        node = Node(path, alpha, beta, order)
        self.nodes.append(node)
        return node

    def is_leaf(self, position: Position, depth: int, node: Node) -> bool:
        """Whether the node is a leaf, which then gets its value.  When lines count, depth is checked first."""
        rules = position.rules
        outcome = position.outcome()
        assert self.evaluator is not None
        if depth == 0 and (outcome is None or rules.scoring != FIRST_LINE):
            node.kind = HORIZON
            node.value = self.evaluator.evaluate(position, self.maximizer)
        elif outcome is not None:
            node.kind = TERMINAL
            if rules.scoring != FIRST_LINE:
                mine = rules.count_lines(position.stones[self.maximizer])
                theirs = rules.count_lines(position.stones[1 - self.maximizer])
                node.value = self.evaluator.line_value * (mine - theirs)
            else:
                node.value = end_points(outcome, position.ply, self.maximizer)
        else:
            return False
        node.bound = EXACT
        return True

    def moves(self, position: Position) -> list[int]:
        """The columns that are not full, in the chosen order."""
        legal = position.legal_columns()
        return [column for column in self.move_order if column in legal]

    def prune(self, path: tuple[int, ...], moves: list[int], start: int) -> int:
        """Records the moves from `start` on as pruned; returns their number."""
        for order, column in enumerate(moves[start:], start):
            self.nodes.append(Node((*path, column), -INFINITY, INFINITY, order, PRUNED))
        return len(moves) - start


def minimax(
    position: Position, depth: int, evaluator: Evaluates, move_order: Sequence[int] | None = None
) -> list[Node]:
    """All nodes of a plain minimax of `depth` plies, the root first; the side to move is MAX."""
    book = Textbook(evaluator, position.to_move, move_order or position.rules.centre_first)
    book.minimax(position, depth)
    return book.nodes


def alphabeta(
    position: Position, depth: int, evaluator: Evaluates, move_order: Sequence[int] | None = None
) -> list[Node]:
    """All nodes of an alpha-beta search of `depth` plies, pruned siblings included, the root first; MAX is to move."""
    book = Textbook(evaluator, position.to_move, move_order or position.rules.centre_first)
    book.alphabeta(position, depth)
    return book.nodes
