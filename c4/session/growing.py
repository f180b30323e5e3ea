"""Growing: searches a part again that the row budget left out of a tree.  Loads the search when it works."""

from __future__ import annotations

from dataclasses import replace

from c4.search.watch import Watch
from c4.session.events import Found, Grown


def grow(found: Found, row: int, watch: Watch) -> tuple[Found, Grown] | None:
    """The search, and its tree after a row was searched again with the same window; None if it was stopped.

    Raises C4Error if nothing was left out there, or if the search cannot be repeated in part.
    """
    from c4 import evaluators
    from c4.search.fixed_depth import open_node
    from c4.strategy import tree as strategy_tree
    from c4.tree.explain import STRATEGY
    from c4.truth import exact_tree

    tree = found.decision.tree
    assert tree is not None, "only a search with a tree can be grown"
    if tree.algorithm == exact_tree.ALGORITHM:
        grafted = exact_tree.open_node(tree, row, watch=watch)
    elif tree.algorithm == STRATEGY:
        grafted = strategy_tree.open_node(tree, row)
    else:
        grafted = open_node(tree, row, evaluators.load(tree.evaluator, found.limits.model), watch=watch)
    if grafted is None:
        return None
    return found, Grown(found._replace(decision=replace(found.decision, tree=grafted.tree)), grafted, row)
