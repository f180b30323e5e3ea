"""Exercises on Monte-Carlo tree search: which reply does the next simulation select?"""

from __future__ import annotations

import random
from dataclasses import dataclass

from c4.errors import C4Error
from c4.game.position import Position
from c4.mcts.search import search
from c4.tree.searchtree import SearchTree
from c4.tree.selection import USUAL, Selection
from c4.tree.simulation_story import Reply, formula_text, next_reply, replies_of, sum_text

FEWEST = 20
MAX_SIMULATIONS = 200
"""How many simulations an exercise has run: few enough to calculate with."""

CLOSE_SCORES = 0.02
"""Two selection scores that are nearer to each other than this make no fair question."""

TRIES = 50


@dataclass(frozen=True)
class SelectionExercise:
    """A search that was interrupted, and the question which reply the next simulation selects at a node.

    tree        the tree so far
    row         the node
    replies     its replies with their visits and means, from left to right
    answer      the column (from 0) that the formula selects
    """

    tree: SearchTree
    row: int
    replies: tuple[Reply, ...]
    answer: int

    def explain(self) -> str:
        """The selection score of every reply, a line each, and the answer."""
        assert self.tree.simulations is not None, "only Monte-Carlo tree search makes exercises"
        selection = self.tree.simulations.selection
        lines = [f"{reply.column + 1}: {formula_text(selection, reply)}" for reply in self.replies]
        return "\n".join([*lines, f"The largest is that of column {self.answer + 1}."])

    def comment(self, column: int) -> str:
        """What there is to say about an answer (a column from 0): whether it is right, or by how much it is not.

        Raises C4Error for a column that is no reply.
        """
        chosen = next((reply for reply in self.replies if reply.column == column), None)
        if chosen is None:
            raise C4Error(f"column {column + 1} is no reply in this exercise")
        best = next(reply for reply in self.replies if reply.column == self.answer)
        if chosen is best:
            return f"Right: {sum_text(best.score)} is the largest selection score."
        return f"Column {column + 1} has {sum_text(chosen.score)}, column {self.answer + 1} has {sum_text(best.score)}."


def make(position: Position, seed: int, selection: Selection = USUAL) -> SelectionExercise:
    """An exercise from a position: the same seed gives the same one.

    Every reply has been visited, none is proved, and the answer is clear.  Raises C4Error if no such search is found,
    as near the end of a game.
    """
    chance = random.Random(seed)
    for _ in range(TRIES):
        simulations = chance.randint(FEWEST, MAX_SIMULATIONS)
        tree = search(position, simulations, selection=selection, seed=chance.randrange(1 << 32)).tree
        if tree is None:
            break
        replies = tuple(sorted(replies_of(tree, 0), key=lambda reply: reply.column))
        scores = sorted((reply.score.total for reply in replies), reverse=True)
        known = all(reply.visits and reply.result is None for reply in replies)
        best = next_reply(tree, 0)
        if best is not None and known and len(scores) > 1 and scores[0] - scores[1] > CLOSE_SCORES:
            return SelectionExercise(tree, 0, replies, best.column)
    raise C4Error(f"there is no exercise on simulations in {position!r}: its replies are soon decided")
