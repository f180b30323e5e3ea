"""Searches: what was found about the positions of one game, with their trees within a memory budget.  Plain Python."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from c4.agents import Limits
from c4.game.position import Position
from c4.game.values import Value
from c4.search.decision import Decision
from c4.session.events import Found

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree  # brings numpy, which the first paint of the window does without

TREE_BYTES = 256 * 1024 * 1024
"""Bytes that the trees of one game may take; beyond that the tree looked up longest ago is let go."""


class Searches:
    """The newest search of each position; one tree is kept for each, too, also when a later search left none."""

    def __init__(self, budget: int = TREE_BYTES) -> None:
        self.budget = budget
        self._newest: dict[Position, Found] = {}
        self._moves: dict[tuple[int, ...], Found] = {}  # those that chose a move, by the moves before it
        self._trees: dict[Position, Found] = {}  # the one looked up last comes last

    def keep(self, found: Found) -> int:
        """Keeps a search; how many trees of other positions were let go for it."""
        self._newest[found.position] = found
        if not found.hint and found.position.moves is not None:
            self._moves[found.position.moves] = without_tree(found)
        if found.decision.tree is None:
            return 0
        self._trees.pop(found.position, None)
        self._trees[found.position] = found
        count = 0
        while self.bytes > self.budget and len(self._trees) > 1:
            gone = self._trees.pop(next(iter(self._trees)))
            if self._newest[gone.position] is gone:
                self._newest[gone.position] = without_tree(gone)
            count += 1
        return count

    def replace(self, before: Found, now: Found) -> bool:
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
        return sum(tree_bytes(found) for found in self._trees.values())

    def behind(self, moves: tuple[int, ...]) -> Found | None:
        """The search, without its tree, that chose the move after these (columns from 0)."""
        return self._moves.get(moves)

    def newest(self, position: Position) -> Found | None:
        """The newest search of a position."""
        return self._newest.get(position)

    @property
    def trees(self) -> int:
        """How many trees are kept."""
        return len(self._trees)

    def with_tree(self, position: Position) -> Found | None:
        """The search of a position whose tree is kept."""
        found = self._trees.pop(position, None)
        if found is not None:
            self._trees[position] = found
        return found

    def has_tree(self, position: Position) -> bool:
        """Whether a tree of that position is kept; looking it up this way does not make it stay longer."""
        return position in self._trees


def tree_bytes(found: Found) -> int:
    """Bytes that a search's tree takes."""
    return 0 if found.decision.tree is None else int(found.decision.tree.rows.nbytes)


def without_tree(found: Found) -> Found:
    """A search whose tree was let go; what was found stays."""
    tree = found.decision.tree
    return found if tree is None else found._replace(decision=replace(found.decision, tree=None, scale=tree.scale))


def of_saved_tree(tree: SearchTree, limits: Limits, starter: int) -> Found:
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
    return Found(decision, tree.root, limits, starter, True)
