"""Where a recorded search and evaluators disagree: their static value of every node.  Imports numba and numpy.

Values have different units, so they are compared as verdicts, from -1 (MAX has lost) to +1 (MAX has won):

    verdict = tanh(points / the evaluator's "much better"),  a won game is 1
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from c4.compiled.board import Board, board_of, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import Ints, U, Words, Words2, signed
from c4.compiled.turning import is_due, settled
from c4.compiled.words import number_of, popcount
from c4.evaluators import finish
from c4.evaluators.base import Evaluate, Evaluator, Tables, Update, start_memory, tell
from c4.game.values import LOWER, UPPER, WIN_FLOOR
from c4.tree.rows import Rows
from c4.tree.searchtree import NO_MOVE, PRUNED, TERMINAL, SearchTree

BETWEEN = ("search and learned", "search and static", "static and learned")
"""The pairs that can disagree: the search's value, its own evaluator's static value, the learned evaluator's."""

PART = 20_000
"""Rows that are evaluated between two looks at whether to go on."""

Look = Callable[[], object]
"""Called between two parts of the work; what it raises ends the work."""


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
        that found at most 0.3.  The result is cached.
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
    position, board = tree.root, board_of(tree.root.rules)
    tables = evaluator.tables(position.rules)
    update = start_memory(position, tree.maximizer, evaluator, tables)
    max_moves, incremental = position.to_move == tree.maximizer, evaluator.update_kernel is not None
    values, path = np.empty(len(tree), dtype=np.int64), np.zeros((256, 3), dtype=np.uint64)
    stones = np.array([position.stones[tree.maximizer], position.stones[1 - tree.maximizer]], dtype=np.uint64)
    depth, evaluate = 0, evaluator.evaluate_kernel
    for first in range(0, len(tree), PART):
        look()
        last = min(first + PART, len(tree))
        depth = _evaluate(
            tree.rows, first, last, depth, path, stones, values, max_moves, board, tables, evaluate, update, incremental
        )
    finish(evaluator)
    return values


@kernel
def _evaluate(
    rows: Rows,
    first: int,
    last: int,
    depth: int,
    path: Words2,
    stones: Words,
    values: Ints,
    max_to_move: bool,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
    update: Update,
    incremental: bool,
) -> int:
    """Walks some rows in the order of the search, playing and taking back stones, and evaluates each.

    What it goes on from in the next ones: the depth that it returns, MAX's and MIN's stones there, and of every ply of
    the path the stones before it and the stone that was played, 0 for a null move.
    """
    mine, theirs = stones[0], stones[1]
    for row in range(first, last):
        r = rows[row]
        ply = signed(r.ply)
        while row > 0 and depth >= ply:  # back to the parent
            mover_is_max = max_to_move == (depth % 2 == 1)
            cell = path[depth, 2]
            still_mine, still_theirs = path[depth, 0], path[depth, 1]
            if mover_is_max:
                still_mine |= cell
            else:
                still_theirs |= cell
            if incremental and cell != U(0):
                if mine != still_mine or theirs != still_theirs:  # the board turned
                    tell(mine, theirs, -1, tables, update)
                    tell(still_mine, still_theirs, 1, tables, update)
                update(number_of(cell), mover_is_max, -1, tables)
            mine, theirs = path[depth, 0], path[depth, 1]
            depth -= 1
        if row > 0:
            depth = ply
            mover_is_max = max_to_move == (ply % 2 == 1)
            cell = U(0)
            if r.move != NO_MOVE:
                cell = free_cells(mine | theirs, board) & board.column[r.move]
            path[ply, 0], path[ply, 1], path[ply, 2] = mine, theirs, cell
            if mover_is_max:
                mine |= cell
            else:
                theirs |= cell
            if incremental and cell != U(0):
                update(number_of(cell), mover_is_max, 1, tables)
            if cell != U(0) and is_due(popcount(mine | theirs), board):
                still_mine, still_theirs = mine, theirs
                if mover_is_max:
                    mine, theirs = settled(still_mine, still_theirs, board)
                else:
                    theirs, mine = settled(still_theirs, still_mine, board)
                if incremental and (mine != still_mine or theirs != still_theirs):
                    tell(still_mine, still_theirs, -1, tables, update)
                    tell(mine, theirs, 1, tables, update)
        values[row] = evaluate(mine, theirs, max_to_move == (ply % 2 == 0), board, tables)
    stones[0], stones[1] = mine, theirs
    return depth
