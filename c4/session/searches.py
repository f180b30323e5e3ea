"""The searches of one game, with their trees within a memory budget."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from c4.agents.limits import Limits
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.values import Value
from c4.search.decision import Decision
from c4.search.watch import Watch
from c4.session.events import Expanded, SearchResult

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint of the window does without


TREE_BYTES = 256 * 1024 * 1024
"""Bytes that the trees of one game may take; beyond that the tree looked up longest ago is let go."""


class Searches:
    """The newest search of each position; one tree is kept for each, too, also when a later search left none."""

    def __init__(self, budget: int = TREE_BYTES) -> None:
        self.budget = budget
        self._newest: dict[Position, SearchResult] = {}
        self._moves: dict[tuple[int, ...], SearchResult] = {}  # those that chose a move, by the moves before it
        self._trees: dict[Position, SearchResult] = {}  # the one looked up last comes last

    def keep(self, search: SearchResult) -> int:
        """Keeps a search; how many trees of other positions were let go for it."""
        self._newest[search.position] = search
        if not search.hint and search.position.moves is not None:
            self._moves[search.position.moves] = without_tree(search)
        if search.decision.tree is None:
            return 0
        self._trees.pop(search.position, None)
        self._trees[search.position] = search
        count = 0
        while self.bytes > self.budget and len(self._trees) > 1:
            gone = self._trees.pop(next(iter(self._trees)))
            if self._newest[gone.position] is gone:
                self._newest[gone.position] = without_tree(gone)
            count += 1
        return count

    def replace(self, before: SearchResult, now: SearchResult) -> bool:
        """Puts a search with a grown tree in the place of itself; whether it was still kept."""
        if self._trees.get(before.position) is not before:
            return False
        if self._newest[before.position] is before:
            self._newest[before.position] = now
        self._trees[before.position] = now
        return True

    @property
    def bytes(self) -> int:
        """What the trees take in memory."""
        return sum(tree_bytes(search) for search in self._trees.values())

    def behind(self, moves: tuple[int, ...]) -> SearchResult | None:
        """The search, without its tree, that chose the move after these (columns from 0)."""
        return self._moves.get(moves)

    def newest(self, position: Position) -> SearchResult | None:
        """The newest search of a position."""
        return self._newest.get(position)

    @property
    def trees(self) -> int:
        """How many trees are kept."""
        return len(self._trees)

    def with_tree(self, position: Position) -> SearchResult | None:
        """The search of a position whose tree is kept."""
        search = self._trees.pop(position, None)
        if search is not None:
            self._trees[position] = search
        return search

    def has_tree(self, position: Position) -> bool:
        """Whether a tree of that position is kept; looking it up this way does not make it stay longer."""
        return position in self._trees


def tree_bytes(search: SearchResult) -> int:
    """Bytes that a search's tree takes."""
    return 0 if search.decision.tree is None else int(search.decision.tree.rows.nbytes)


def without_tree(search: SearchResult) -> SearchResult:
    """A search whose tree was let go; what was found stays."""
    tree = search.decision.tree
    return search if tree is None else search._replace(decision=replace(search.decision, tree=None, scale=tree.scale))


def of_saved_tree(tree: SearchTree, limits: Limits, starter: int) -> SearchResult:
    """The search that a saved tree is, as if it had been asked for as a hint; `limits` say what the tree does not."""
    limits = replace(
        limits,
        depth=max(1, tree.depth),
        evaluator=tree.evaluator or limits.evaluator,
        move_order=tree.move_order,
        model=None,
    )
    best = tree.best_child(0)
    column = None if best is None else int(tree.move[best])
    decision = Decision(column, Value(int(tree.value[0]), int(tree.bound[0])), tree=tree, nodes=tree.nodes)
    return SearchResult(decision, tree.root, limits, starter, True)


def expand(search: SearchResult, row: int, watch: Watch) -> tuple[SearchResult, Expanded] | None:
    """The search, and its tree after a row was searched again with the same window; None if it was stopped.

    Raises C4Error if nothing was left out there, or if the search cannot be repeated in part.
    """
    from c4 import evaluators
    from c4.exact import tree as exact_tree
    from c4.search.fixed_depth import open_node
    from c4.tree.explain import STRATEGY

    tree = search.decision.tree
    assert tree is not None, "only a search with a tree can be grown"
    if tree.algorithm == exact_tree.ALGORITHM:
        grafted = exact_tree.open_node(tree, row, watch=watch)
    elif tree.algorithm == STRATEGY:
        raise C4Error("this position occurs elsewhere in the tree of the strategy: its replies are there")
    else:
        grafted = open_node(tree, row, evaluators.load(tree.evaluator, search.limits.model), watch=watch)
    if grafted is None:
        return None
    return search, Expanded(search._replace(decision=replace(search.decision, tree=grafted.tree)), grafted, row)
