"""A node described in one paragraph: what it is, its window, its value, and why.  Imports the explanations."""

from __future__ import annotations

from c4.game.columns import format_columns
from c4.game.rules import count
from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER
from c4.tree.explain import line_text, row_text, story, window_text
from c4.tree.searchtree import KINDS, NO_MOVE, PRUNED, SearchTree

SIDES = ("the first player", "the second player")


def describe(tree: SearchTree, row: int, names: tuple[str, str] = SIDES) -> str:
    """One paragraph about a node; `names` are the players' (0 and 1)."""
    where = "The root" if row == 0 else f"After {line_text(tree, row)}, ply {int(tree.ply[row])}"
    me, mover = ("MAX", tree.maximizer) if tree.is_max(row) else ("MIN", 1 - tree.maximizer)
    rank = (
        ""
        if row == 0
        else f", reply {int(tree.order[row]) + 1} of {len(tree.children(int(tree.parent[row])))} in the move order"
    )
    if tree.kind[row] == PRUNED:
        return f"{where}{rank}: pruned. {story(tree, row, names)}"
    alpha, beta = window_text(tree, row)
    if tree.bound[row] == NO_BOUND:  # in the tree of a search that still runs
        return f"{where}{rank}: being searched, with alpha {alpha}, beta {beta}."
    bound = {EXACT: "exactly", LOWER: "at least", UPPER: "at most"}[int(tree.bound[row])]
    value = row_text(tree, row).lstrip("≤≥")
    searched = tree.searched(row)
    below = f" {count(searched, 'node')} in this subtree." if searched > 1 else ""
    return (
        f"{where}{rank}: {KINDS[tree.kind[row]]} node, {me} ({names[mover]}) to move. "
        f"Its value is {bound} {value} for MAX, its window alpha {alpha}, beta {beta}.{below} {story(tree, row, names)}"
    )


def copy_text(tree: SearchTree, row: int, names: tuple[str, str] = SIDES) -> str:
    """The paragraph, the position as a move string, and its picture (X began)."""
    position = tree.position(row)
    typed = f"position {format_columns(position.moves)}\n" if position.moves else ""
    return f"{describe(tree, row, names)}\n\n{typed}{position.grid()}\n"


def short_line(tree: SearchTree, row: int) -> str:
    """A node in two words, for a list: "3 MIN", "5 pruned", "root MAX"."""
    move = int(tree.move[row])
    column = "root" if row == 0 else "pass" if move == NO_MOVE else str(move + 1)
    kind = KINDS[tree.kind[row]]
    return f"{column} {('MAX' if tree.is_max(row) else 'MIN') if kind == 'interior' else kind}"
