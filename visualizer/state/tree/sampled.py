"""What is said under the tree of Monte-Carlo tree search."""

from __future__ import annotations

from c4.tree.searchtree import SearchTree
from c4.tree.simulation_story import reply_text


def leader_text(tree: SearchTree, selected: int | None, sides: tuple[str, str]) -> str:
    """Why the selected reply, or else the most visited one, has its visits; `sides` are the names of MAX and MIN."""
    row = selected or tree.best_child(0)
    if row is None:
        return ""
    names = sides if tree.maximizer == 0 else sides[::-1]
    path = tree.path(row)
    where = "-".join(str(column + 1) for column in path)
    return f"{where}: {reply_text(tree, row, names)}"
