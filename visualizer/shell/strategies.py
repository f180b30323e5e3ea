"""Strategies: which strategy the tree on screen is, and the marks of its leaves.  Plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from c4.game.position import Position

if TYPE_CHECKING:
    from c4.strategy.graph import Strategy  # these bring numpy, which the first paint does without
    from c4.tree.searchtree import SearchTree

Marks = dict[tuple[int, int], str]
"""Marks by row and column, from 0."""


class Strategies:
    """The strategy shown last as a tree; for a tree that was opened from a file, the built-in one."""

    def __init__(self) -> None:
        self._kept: tuple[Strategy, str | None] | None = None

    def keep(self, strategy: Strategy, path: str | None) -> None:
        """Keeps the strategy whose tree is shown from now on; `path` is its file, None for none."""
        self._kept = strategy, path

    def is_one(self, tree: SearchTree) -> bool:
        """Whether a tree is that of a strategy."""
        from c4.tree.explain import STRATEGY

        return tree.algorithm == STRATEGY

    def model_of(self, tree: SearchTree) -> dict[str, str] | None:
        """The model file with which the agent "strategy" plays a tree's strategy, by its name; {} for the built-in one,
        None if it is in no file.
        """
        from c4.strategy.graph import default_path

        if self._kept is None:
            return {} if tree.root.ply == 0 else None
        path = self._kept[1]
        return None if path is None else {} if path == str(default_path()) else {"strategy": path}

    def marks(self, tree: SearchTree, position: Position) -> tuple[Marks, str]:
        """The marks of the diagram that answers a position of a tree, and what they mean; nothing elsewhere."""
        if not self.is_one(tree) or position.to_move != tree.maximizer or position.outcome() is not None:
            return {}, ""
        from c4.strategy.answers import leaf_of
        from c4.strategy.diagram import LEGEND, MARKS
        from c4.strategy.graph import shipped

        strategy = self._kept[0] if self._kept is not None else shipped()
        diagram = leaf_of(strategy, position.mine, position.theirs)
        if diagram is None:
            return {}, ""
        rows = diagram.rows(position)
        marks = {
            (len(rows) - 1 - place, column): mark
            for place, row in enumerate(rows)
            for column, mark in enumerate(row)
            if mark in MARKS
        }
        says = [f"{mark}  {LEGEND[mark]}" for mark in MARKS if mark in marks.values()]
        return marks, "\n".join(["First a win, a block, two threats at once; then:", *says])
