"""Where a recorded search and evaluators disagree: their static value of every node.

Values have different units, so they are compared as verdicts, from -1 (MAX has lost) to +1 (MAX has won):

    verdict = tanh(points / the evaluator's "much better"),  a won game is 1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from c4.evaluators import finish
from c4.evaluators.base import Evaluate, Evaluator, Tables, Update, accumulate_all, no_update
from c4.game.values import LOWER, UPPER, WIN_FLOOR
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, Words2, signed
from c4.kernels.turning import settled
from c4.tree.searchtree import NO_MOVE, PRUNED, TERMINAL, Rows, SearchTree

BETWEEN = ("search and learned", "search and static", "static and learned")
"""The pairs that can disagree: the search's value, its own evaluator's static value, the learned evaluator's."""

PART = 20_000
"""Rows that are evaluated between two calls of `look`."""

Look = Callable[[], object]
"""Called between two parts of the work; an exception from it ends the work."""


@dataclass(frozen=True)
class Opinions:
    """Three values of every row of a tree, all for MAX: the search's, and those of two evaluators.

    own, learned    the evaluator of the search, and the learned one
    static, taught  int64 (n,): their points without searching
    """

    tree: SearchTree
    own: Evaluator
    learned: Evaluator
    static: np.ndarray = field(repr=False)
    taught: np.ndarray = field(repr=False)
    _apart: dict[str, np.ndarray] = field(default_factory=dict, repr=False)

    def disagreement(self, between: str = BETWEEN[0]) -> np.ndarray:
        """float32 (n,), 0 to 2: the least distance of two verdicts; NaN in pruned rows and finished games.

        A bound disagrees only beyond its end: a verdict below 0.3 agrees with a search
        whose value is at most 0.3.  The result is cached.
        """
        if between not in self._apart:
            self._apart[between] = self._disagreement(between)
        return self._apart[between]

    def _disagreement(self, between: str) -> np.ndarray:
        tree = self.tree
        static, taught = verdicts(self.static, self.own), verdicts(self.taught, self.learned)
        if between == BETWEEN[2]:
            apart = np.abs(static - taught)
        else:
            apart = (static if between == BETWEEN[1] else taught) - verdicts(tree.value, self.own)
            apart = np.where(
                tree.bound == UPPER, np.maximum(apart, 0), np.where(tree.bound == LOWER, np.minimum(apart, 0), apart)
            )
        return np.where((tree.kind == PRUNED) | (tree.kind == TERMINAL), np.nan, np.abs(apart)).astype(np.float32)


def gather(tree: SearchTree, own: Evaluator, learned: Evaluator, look: Look = lambda: None) -> Opinions:
    """The values of both evaluators in every row.  Raises C4Error if one does not know the board."""
    return Opinions(tree, own, learned, static_values(tree, own, look), static_values(tree, learned, look))


def strongest(disagreement: np.ndarray, most: int) -> np.ndarray:
    """The rows with the largest disagreement above 0, largest first, at most `most`."""
    rows = np.flatnonzero(disagreement > 0)  # NaN is not above 0
    return rows[np.argsort(-disagreement[rows], kind="stable")][:most]


def verdicts(points: np.ndarray, evaluator: Evaluator) -> np.ndarray:
    """float64 (n,) from -1 to 1: points for MAX as verdicts."""
    points = np.asarray(points, dtype=np.float64)
    return np.where(np.abs(points) >= WIN_FLOOR, np.sign(points), np.tanh(points / evaluator.steps[2]))


def static_values(tree: SearchTree, evaluator: Evaluator, look: Look = lambda: None) -> np.ndarray:
    """int64 (n,): the evaluator's points for MAX in every row, pruned ones included.

    Raises C4Error if it does not know the board.
    """
    board, tables = board_of(tree.root.rules), evaluator.tables(tree.root.rules)
    update = evaluator.update_kernel or no_update
    values, path = np.empty(len(tree), dtype=np.int64), np.zeros((256, 2), dtype=np.uint64)
    path[0] = tree.root.stones[tree.maximizer], tree.root.stones[1 - tree.maximizer]
    max_moves, evaluate = tree.root.to_move == tree.maximizer, evaluator.evaluate_kernel
    for first in range(0, len(tree), PART):
        look()
        last = min(first + PART, len(tree))
        _evaluate(tree.rows, first, last, path, values, max_moves, board, tables, evaluate, update)
    finish(evaluator)
    return values


@kernel
def _evaluate(
    rows: Rows,
    first: int,
    last: int,
    path: Words2,
    values: Ints,
    max_moves: bool,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
    update: Update,
) -> None:
    """Evaluates some rows in the order of the search.

    `path` holds MAX's and MIN's discs on each ply of the way to the row, the root's at first; `max_moves` says whether
    MAX moves at the root.
    """
    for row in range(first, last):
        r = rows[row]
        ply = signed(r.ply)
        if row > 0:
            mine, theirs = path[ply - 1, 0], path[ply - 1, 1]
            if r.move != NO_MOVE:
                cell = free_cells(mine | theirs, board) & board.column[r.move]
                if max_moves == (ply % 2 == 1):
                    mine, theirs = settled(mine | cell, theirs, board)
                else:
                    theirs, mine = settled(theirs | cell, mine, board)
            path[ply, 0], path[ply, 1] = mine, theirs
        mine, theirs = path[ply, 0], path[ply, 1]
        accumulate_all(mine, theirs, 1, tables, update)
        values[row] = evaluate(mine, theirs, max_moves == (ply % 2 == 0), board, tables)
        accumulate_all(mine, theirs, -1, tables, update)
