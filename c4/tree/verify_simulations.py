"""Derives the record of Monte-Carlo tree search a second time, simulation by simulation.

Every simulation is run again on the rows: at each node the formula chooses the reply from what was known before, and the
way must end in the leaf that the log names.  The value of the leaf, N, W, priors and proofs must follow.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np

from c4.evaluators.base import Evaluator
from c4.game.position import Position
from c4.game.values import EXACT, INFINITY, MEAN, NO_BOUND
from c4.text import pluralise
from c4.tree.playouts import can_win, random_playout, result_for, winning_replies
from c4.tree.report import Report
from c4.tree.searchtree import BOUNDS, HORIZON, INTERIOR, KINDS, TERMINAL, THREAT, UNVISITED, SearchTree
from c4.tree.selection import MOST_NODES, SCALE, priors, puct_score, uct_score, value_of_points

MOST_PROBLEMS = 1000
"""Problems after which the rest of the simulations is not run: one mistake makes all later ones differ."""

SCORE_TOLERANCE = 1e-9
"""By how much the score of a chosen reply may be below the best one: another machine may round logarithms differently."""

PRIOR_TOLERANCE = 1e-4
"""By how much priors may differ from those that are computed again, for the same reason."""


def verify(tree: SearchTree, evaluator: Evaluator | None, on_simulation: Callable[[], object]) -> list[str]:
    """A sentence for everything that does not hold; empty if the record does.

    With the evaluator, the estimates and priors of PUCT are computed again as well.  `on_simulation()` is called after
    each simulation.
    """
    replayed = _Replayed(tree, evaluator)
    replayed.run(on_simulation)
    replayed.compare()
    return replayed.messages


class _Replayed(Report):
    """The simulations of a tree, run again on its rows.

    visits, total   N and W so far, by row
    result, proved  the certain result for MAX, None if there is none; the simulation that proved it, 0 for none
    first_visit     the simulation that visited the row first
    children        the replies of the rows that have been expanded so far, in the order of the selection
    positions       of the rows that were needed so far
    """

    def __init__(self, tree: SearchTree, evaluator: Evaluator | None) -> None:
        super().__init__(tree)
        self.log = tree.log
        self.selection = self.log.selection
        self.evaluator = evaluator if self.selection.uses_priors else None
        self.parent = tree.parent.tolist()
        self.sign: list[int] = np.where(tree.ply % 2 == (0 if tree.is_max(0) else 1), 1, -1).tolist()
        self.visits = [0] * len(tree)
        self.total = [0] * len(tree)
        self.result: list[int | None] = [None] * len(tree)
        self.proved = [0] * len(tree)
        self.children: dict[int, list[int]] = {}
        self.first_visit: dict[int, int] = {}
        self.positions = {0: tree.root}
        self.may_be_full = len(self.log) * tree.root.rules.columns >= MOST_NODES

    def position(self, row: int) -> Position:
        """The position of a row."""
        if row not in self.positions:
            self.positions[row] = self.position(self.parent[row]).play(int(self.tree.move[row]))
        return self.positions[row]

    # -- the simulations ----------------------------------------------------------------------------------------------

    def run(self, on_simulation: Callable[[], object]) -> None:
        """Runs every simulation along the path of the log."""
        entries = zip(self.log.leaf.tolist(), self.log.value.tolist(), strict=True)
        for number, (leaf, value) in enumerate(entries, start=1):
            if self.proved[0]:
                self.report(0, f"simulation {number} was run after the root was proved")
            path = [leaf]
            while path[-1] != 0:
                path.append(self.parent[path[-1]])
            path.reverse()
            self._select(number, path)
            self._value(number, leaf, value)
            for row in path:
                self.first_visit.setdefault(row, number)
                self.visits[row] += 1
                self.total[row] += value
            if self.proved[leaf] == number:
                self._prove(number, path)
            on_simulation()
            if len(self.messages) >= MOST_PROBLEMS:
                return

    def _select(self, number: int, path: list[int]) -> None:
        """Checks that each reply on the path had the best score, and that the path had to end at its leaf."""
        for row, reply in pairwise(path):
            if not self._expands(row):
                self.report(row, f"simulation {number} went on, though nothing had been known of the node")
            elif reply not in self._best(row):
                self.report(reply, f"simulation {number} selected it, though another reply had the better score")
        leaf = path[-1]
        hidden = self.tree.left_out[leaf] > 0 or self.may_be_full
        if self._expands(leaf) and not hidden:
            self.report(leaf, f"simulation {number} ended here, though the node had to be expanded")

    def _expands(self, row: int) -> bool:
        """Whether a simulation goes on from a row: it was visited before, and its result is not certain."""
        over = self.tree.kind[row] == TERMINAL
        if self.visits[row] == 0 or self.proved[row] or over:
            return False
        if row not in self.children:
            order = self.tree.move_order.index
            replies = self.tree.children(row)
            self.children[row] = sorted(replies, key=lambda child: order(int(self.tree.move[child])))
            if replies:
                self._replies(row, replies)
        return True

    def _replies(self, row: int, replies: list[int]) -> None:
        """Checks which replies a node has, and their priors."""
        position = self.position(row)
        wins = winning_replies(position) if self.selection.wins else ()
        moves = sorted(int(self.tree.move[child]) for child in replies)
        self.expect(row, "set of replies", moves, sorted(wins or position.legal_columns()))
        ordered = self.children[row]
        shares = [float(self.log.prior[child]) for child in ordered]
        if not self.selection.uses_priors:
            self.expect(row, "list of the replies' priors", shares, [0.0] * len(ordered))
        elif self.evaluator is None:
            if abs(sum(shares) - 1) > PRIOR_TOLERANCE:
                self.report(row, f"the priors of its replies add up to {sum(shares):.4f}, not to 1")
        else:
            values = [self.sign[row] * self._estimate(child) for child in ordered]
            expected = priors(values, self.selection.temperature)
            if any(abs(share - other) > PRIOR_TOLERANCE for share, other in zip(shares, expected, strict=True)):
                self.report(row, f"the priors of its replies are {shares}, not {expected}")

    def _best(self, row: int) -> list[int]:
        """The replies with the best score, those proved to lose excepted; of unvisited ones by UCT only the first."""
        sign = self.sign[row]
        replies = [child for child in self.children[row] if not (self.proved[child] and self.result[child] == -sign)]
        scores = [self._score(child, row) for child in replies]
        best = max(scores, default=0.0)
        if best == math.inf:
            return [replies[scores.index(best)]]
        return [child for child, score in zip(replies, scores, strict=True) if score >= best - SCORE_TOLERANCE]

    def _score(self, child: int, row: int) -> float:
        total = self.sign[row] * self.total[child]
        if self.selection.uses_priors:
            prior = float(self.log.prior[child])
            return puct_score(total, self.visits[child], self.visits[row], prior, self.selection).total
        return uct_score(total, self.visits[child], self.visits[row], self.selection).total

    def _value(self, number: int, leaf: int, value: int) -> None:
        """Checks the value of a leaf; notes at its first visit what is certain."""
        if self.tree.left_out[leaf] and self.visits[leaf]:
            self._hidden_proof(number, leaf)
            return
        position = self.position(leaf)
        outcome = position.outcome()
        if self.visits[leaf] == 0:
            if outcome is not None:
                self.result[leaf] = result_for(outcome, self.tree.maximizer)
            elif self.selection.wins and can_win(position):
                self.result[leaf] = self.sign[leaf]
            certain = self.result[leaf] is not None and (outcome is not None or leaf != 0)
            if self.selection.proofs and certain:
                self.proved[leaf] = number
        what = f"value in simulation {number}"
        result = self.result[leaf]
        if result is not None:
            self.expect(leaf, what, value, result * SCALE)
        elif not self.selection.uses_priors:
            self.expect(leaf, what, value, self._played_out(position, number))
        elif self.evaluator is not None:
            self.expect(leaf, what, value, self._estimate(leaf))

    def _hidden_proof(self, number: int, leaf: int) -> None:
        """Takes over a proof whose reason is in nodes that were left out."""
        if int(self.log.proved[leaf]) == number:
            self.proved[leaf] = number
            self.result[leaf] = int(self.tree.value[leaf]) // SCALE

    def _played_out(self, position: Position, number: int) -> int:
        """The mean of a simulation's playouts, in points for MAX."""
        playouts = self.selection.playouts
        total = 0
        for playout in range(playouts):
            total += random_playout(position, self.tree.maximizer, self.log.seed, number, playout).result
        mean = abs(total) * SCALE // playouts
        return mean if total >= 0 else -mean

    def _estimate(self, row: int) -> int:
        """The evaluator's value of a row, in points for MAX."""
        assert self.evaluator is not None
        position = self.position(row)
        outcome = position.outcome()
        if outcome is not None:
            return result_for(outcome, self.tree.maximizer) * SCALE
        if self.selection.wins and can_win(position):
            return self.sign[row] * SCALE
        return value_of_points(self.evaluator.evaluate(position, self.tree.maximizer), self.evaluator)

    def _prove(self, number: int, path: list[int]) -> None:
        """Passes a proof upwards."""
        for row in reversed(path[:-1]):
            sign = self.sign[row]
            replies = self.children[row]
            results = [
                sign * result for child in replies if self.proved[child] and (result := self.result[child]) is not None
            ]
            if max(results) < 1 and len(results) < len(replies):
                return
            self.result[row] = sign * max(results)
            self.proved[row] = number

    # -- what the rows say --------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Compares the fields of the rows with what the simulations came to."""
        tree = self.tree
        if tree.recorded + tree.total_left_out != tree.nodes:
            accounted = tree.recorded + tree.total_left_out
            self.report(0, f"{pluralise(tree.nodes, 'node')} visited, but the rows account for {accounted:,}")
        if tree.pruned:
            self.report(0, "Monte-Carlo tree search prunes nothing")
        for row in range(len(tree)):
            self._compare_row(row)
            if row in self.children and tree.size[row] > 1:
                self._compare_siblings(row)
            if len(self.messages) >= MOST_PROBLEMS:
                return

    def _compare_row(self, row: int) -> None:
        tree = self.tree
        visits = self.visits[row]
        result = self.result[row]
        certain = result is not None and (bool(self.proved[row]) or tree.kind[row] == TERMINAL)
        if certain and result is not None:
            value = result * SCALE
            bound = EXACT
        elif visits:
            value = int(np.rint(self.total[row] / visits))
            bound = MEAN
        else:
            value = 0
            bound = NO_BOUND
        self.expect(row, "value", int(tree.value[row]), value)
        self.expect(row, "bound", BOUNDS[tree.bound[row]], BOUNDS[bound])
        self.expect(row, "proof", int(self.log.proved[row]), self.proved[row])
        self.expect(row, "kind", KINDS[tree.kind[row]], KINDS[self._kind(row)])
        fields = [int(getattr(tree, name)[row]) for name in ("alpha", "beta", "note")]
        self.expect(row, "window and note", fields, [-INFINITY, INFINITY, 0])

    def _kind(self, row: int) -> int:
        """The kind that a row must have."""
        if self.visits[row] == 0:
            return UNVISITED
        if self.tree.size[row] > 1 or self.tree.left_out[row]:
            return INTERIOR
        if self.position(row).outcome() is not None:
            return TERMINAL
        return THREAT if self.proved[row] else HORIZON

    def _compare_siblings(self, row: int) -> None:
        """Checks that replies are numbered, in the order of their first visits, unvisited ones at the end."""
        replies = self.tree.children(row)
        self.expect(row, "numbering of the replies", self.tree.order[replies].tolist(), list(range(len(replies))))
        first = [self.first_visit.get(child, len(self.log) + 1) for child in replies]
        if first != sorted(first):
            self.report(row, "its replies are not in the order of their first visits")
