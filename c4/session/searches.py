"""The searches of one game: which of their trees are kept, and how a tree is opened and expanded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from c4.agents.limits import Limits
from c4.evaluators import PLAYOUTS
from c4.game.position import Position
from c4.game.values import Value
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.session.events import Expanded, SearchResult

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint of the window does without

TREE_BYTES = 256 * 1024 * 1024
"""Bytes that the trees of one game may take; beyond that the tree used longest ago is evicted."""


class Searches:
    """The newest search of each position, and up to two trees: of your own search, and of the one that chose a move.

    A tree is kept also when a later search left none.
    """

    def __init__(self, budget: int = TREE_BYTES) -> None:
        self.budget = budget
        self._newest: dict[Position, SearchResult] = {}
        self._moves: dict[tuple[int, ...], SearchResult] = {}
        """The searches that chose a move, by the moves before it."""
        self._trees: dict[tuple[Position, bool], SearchResult] = {}
        """By `tree_key`; the one used last comes last."""
        self.revision = 0
        """Counts the changes."""

    def keep(self, search: SearchResult) -> int:
        """Keeps a search.  Returns how many trees of other positions were evicted for it."""
        self.revision += 1
        self._newest[search.position] = search
        if not search.analysis and search.position.moves is not None:
            self._moves[search.position.moves] = without_tree(search)
        if search.decision.tree is None:
            return 0
        self._trees.pop(tree_key(search), None)
        self._trees[tree_key(search)] = search
        count = 0
        while self.bytes > self.budget and len(self._trees) > 1:
            used_longest_ago = next(iter(self._trees))
            evicted = self._trees.pop(used_longest_ago)
            if self._newest[evicted.position] is evicted:
                self._newest[evicted.position] = without_tree(evicted)
            count += 1
        return count

    def replace(self, before: SearchResult, now: SearchResult) -> bool:
        """Replaces a search by the same one with an expanded tree.  Returns whether it was still kept."""
        if self._trees.get(tree_key(before)) is not before:
            return False
        self.revision += 1
        if self._newest[before.position] is before:
            self._newest[before.position] = now
        self._trees[tree_key(before)] = now
        return True

    @property
    def bytes(self) -> int:
        """What the trees take in memory."""
        return sum(tree_bytes(search) for search in self._trees.values())

    def behind_moves(self) -> dict[tuple[int, ...], SearchResult]:
        """The searches, without their trees, that chose a move, by the moves before it (columns from 0): a copy."""
        return self._moves.copy()

    def newest(self, position: Position) -> SearchResult | None:
        """The newest search of a position."""
        return self._newest.get(position)

    @property
    def trees(self) -> int:
        """How many trees are kept."""
        return len(self._trees)

    def with_tree(self, position: Position, analysis: bool | None = None) -> SearchResult | None:
        """The search of a position whose tree is kept: your own, or the one that chose a move; by default the newer."""
        if analysis is not None:
            return self._trees.get((position, analysis))
        own = self._trees.get((position, True))
        moved = self._trees.get((position, False))
        if own is None or (moved is not None and moved is self._newest.get(position)):
            return moved
        return own

    def touch(self, search: SearchResult) -> None:
        """Marks the tree of a search as used: it is evicted after all others."""
        if self._trees.pop(tree_key(search), None) is not None:
            self._trees[tree_key(search)] = search


def tree_key(search: SearchResult) -> tuple[Position, bool]:
    """What a tree is kept by: its position, and whether it is your own search."""
    return search.position, search.analysis


def tree_bytes(search: SearchResult) -> int:
    """Bytes that a search's tree takes, with the log of its simulations."""
    tree = search.decision.tree
    if tree is None:
        return 0
    log = tree.simulations
    return int(tree.rows.nbytes) + (0 if log is None else log.nbytes)


def without_tree(search: SearchResult) -> SearchResult:
    """A search whose tree was evicted; its result stays."""
    tree = search.decision.tree
    return search if tree is None else search._replace(decision=replace(search.decision, tree=None, scale=tree.scale))


def of_saved_tree(tree: SearchTree, limits: Limits, starter: int) -> SearchResult:
    """The search that a saved tree is, as if it had been asked for as a hint; `limits` say what the tree does not."""
    log = tree.simulations
    limits = replace(
        limits,
        depth=max(1, tree.depth),
        evaluator=limits.evaluator if tree.evaluator in ("", PLAYOUTS) else tree.evaluator,
        move_order=tree.move_order,
        model=None,
    )
    if log is not None:
        limits = replace(limits, simulations=len(log), selection=log.selection, seed=log.seed)
    best = tree.best_child(0)
    column = None if best is None else int(tree.move[best])
    decision = Decision(column, Value(int(tree.value[0]), int(tree.bound[0])), tree=tree, nodes=tree.nodes)
    decision = replace(decision, scale=tree.scale)
    return SearchResult(decision, tree.root, limits, starter, True)


def expand(search: SearchResult, row: int, watch: Watch) -> tuple[SearchResult, Expanded] | None:
    """The search, and its tree after a row was searched again in the same way; None if it was stopped.

    Raises C4Error if nothing was left out there, or if the search cannot be repeated in part.
    """
    from c4 import evaluators
    from c4.exact import tree as exact_tree
    from c4.mcts import search as mcts
    from c4.search.fixed_depth import open_node

    tree = search.decision.tree
    assert tree is not None, "only a search with a tree can be expanded"
    evaluator = None
    if tree.evaluator not in ("", PLAYOUTS):
        evaluator = evaluators.load(tree.evaluator, search.limits.model)
    if tree.algorithm == exact_tree.ALGORITHM:
        grafted = exact_tree.open_node(tree, row, watch=watch)
    elif tree.simulations is not None:
        grafted = mcts.open_node(tree, row, evaluator, watch=watch)
    else:
        assert evaluator is not None, "only exact values and playouts do without one"
        grafted = open_node(tree, row, evaluator, watch=watch)
    if grafted is None:
        return None
    return search, Expanded(search._replace(decision=replace(search.decision, tree=grafted.tree)), grafted, row)
