"""Monte-Carlo tree search as a textbook writes it: plain Python, the readable reference for the compiled search.

A simulation has four phases.  It selects a way down the tree, expands it by one node, plays out a random game from there
(or asks an evaluator), and backs up the result to all nodes on the way.  The compiled kernels must agree with it in
every simulation: in the leaf, its value, and every node's visits, sum of values and prior.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.tree.playouts import can_win, random_playout, result_for, winning_replies
from c4.tree.selection import SCALE, Selection, priors, puct_score, uct_score, value_of_points


@dataclass(eq=False)
class Node:
    """A node of the tree; values are in points (see SCALE) for the maximizer.

    path            the columns that lead to it
    prior           P; 0 where there are no priors
    estimate        the evaluator's value; 0 where playouts value the leaves
    visits, total   N and W: its simulations, and the sum of their values
    children        None until it is expanded
    result          1, 0 or -1 for the maximizer once that is certain, otherwise None
    proved          the number of the simulation (from 1) that proved the result; 0 if it is not proved
    """

    path: tuple[int, ...]
    position: Position
    prior: float = 0.0
    estimate: int = 0
    visits: int = 0
    total: int = 0
    children: list[Node] | None = None
    result: int | None = None
    proved: int = 0


class Simulation(NamedTuple):
    """One simulation: the nodes it went through, the last of which is the leaf, and the leaf's value."""

    path: list[Node]
    value: int


@dataclass
class Textbook:
    """One search: its settings, its tree, and the log of its simulations."""

    position: Position
    selection: Selection
    move_order: Sequence[int]
    seed: int
    evaluator: Evaluator | None = None  # where playouts value the leaves
    log: list[Simulation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.maximizer = self.position.to_move
        self.root = Node((), self.position)

    def search(self, simulations: int) -> None:
        """Runs simulations; fewer if the root is proved."""
        for number in range(1, simulations + 1):
            if self.root.proved:
                return
            path = self.select()
            leaf = path[-1]
            value = self.value(leaf, number)
            self.back_up(path, value)
            self.log.append(Simulation(path, value))
            if leaf.proved == number:
                self.prove(path, number)

    # -- the four phases ----------------------------------------------------------------------------------------------

    def select(self) -> list[Node]:
        """The way down the tree: at each node the reply with the best score.  A leaf visited again is expanded."""
        path = [self.root]
        while True:
            node = path[-1]
            if node.children is None and self.can_expand(node):
                self.expand(node)
            if node.proved or not node.children:
                return path
            path.append(self.best_reply(node))

    def expand(self, node: Node) -> None:
        """Gives a node its replies; only those that win, if there are any and wins are taken."""
        replies = winning_replies(node.position) if self.selection.wins else ()
        replies = replies or node.position.legal_columns()
        ordered = [column for column in self.move_order if column in replies]
        node.children = [Node((*node.path, column), node.position.play(column)) for column in ordered]
        if self.selection.uses_priors:
            sign = self.sign(node)
            for child in node.children:
                child.estimate = self.value_by_evaluator(child.position)
            values = [sign * child.estimate for child in node.children]
            for child, prior in zip(node.children, priors(values, self.selection.temperature), strict=True):
                child.prior = prior

    def value(self, leaf: Node, number: int) -> int:
        """The value of a leaf; a result that is certain is noted."""
        if leaf.visits == 0:
            self.look(leaf, number)
        if leaf.result is not None:
            return leaf.result * SCALE
        if self.selection.uses_priors:
            return leaf.estimate
        total = sum(self.play_out(leaf.position, number, playout) for playout in range(self.selection.playouts))
        mean = abs(total) * SCALE // self.selection.playouts
        return mean if total >= 0 else -mean

    def back_up(self, path: list[Node], value: int) -> None:
        """Adds a simulation to all nodes on its path."""
        for node in path:
            node.visits += 1
            node.total += value

    # -- their parts --------------------------------------------------------------------------------------------------

    def can_expand(self, node: Node) -> bool:
        """Whether a node has been visited, and neither has ended the game nor been proved."""
        return node.visits > 0 and not node.proved and node.position.outcome() is None

    def best_reply(self, node: Node) -> Node:
        """The reply with the best score, the first of equal ones; none that is proved to lose."""
        assert node.children
        sign = self.sign(node)
        replies = [child for child in node.children if not (child.proved and child.result == -sign)]
        return max(replies, key=lambda child: self.score(child, node.visits, sign))

    def score(self, child: Node, parent_visits: int, sign: int) -> float:
        """What the formula says of a reply."""
        total = sign * child.total
        if self.selection.uses_priors:
            return puct_score(total, child.visits, parent_visits, child.prior, self.selection).total
        return uct_score(total, child.visits, parent_visits, self.selection).total

    def look(self, leaf: Node, number: int) -> None:
        """What is certain of a node at its first visit: the game is over, or the side to move completes a line."""
        outcome = leaf.position.outcome()
        over = outcome is not None
        if outcome is not None:
            leaf.result = result_for(outcome, self.maximizer)
        elif self.selection.wins and can_win(leaf.position):
            leaf.result = self.sign(leaf)
        elif self.selection.uses_priors and leaf is self.root:
            leaf.estimate = self.value_by_evaluator(leaf.position)
        if self.selection.proofs and leaf.result is not None and (over or leaf is not self.root):
            leaf.proved = number

    def value_by_evaluator(self, position: Position) -> int:
        """The evaluator's value of a position, which may be over or won at once."""
        outcome = position.outcome()
        if outcome is not None:
            return result_for(outcome, self.maximizer) * SCALE
        if self.selection.wins and can_win(position):
            return SCALE if position.to_move == self.maximizer else -SCALE
        assert self.evaluator is not None
        return value_of_points(self.evaluator.evaluate(position, self.maximizer), self.evaluator)

    def play_out(self, position: Position, number: int, playout: int) -> int:
        """The result of a random game for the maximizer."""
        return random_playout(position, self.maximizer, self.seed, number, playout).result

    def prove(self, path: list[Node], number: int) -> None:
        """Passes a proof upwards: a node is proved if one reply is proved to win, or if all replies are proved."""
        for node in reversed(path[:-1]):
            assert node.children
            sign = self.sign(node)
            results = [sign * child.result for child in node.children if child.proved and child.result is not None]
            if max(results) < 1 and len(results) < len(node.children):
                return
            node.result = sign * max(results)
            node.proved = number

    def sign(self, node: Node) -> int:
        """1 if the maximizer is to move at a node, otherwise -1."""
        return 1 if node.position.to_move == self.maximizer else -1
