"""Verifies the tree of a whole strategy from its rows: one move of MAX, every reply, and values that follow from them.

What a diagram does at a leaf, and what is left out because it stands elsewhere, is checked by `c4 strategy verify`.
Imports the tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from c4.game.position import Position
from c4.game.values import EXACT, LOWER, WIN
from c4.tree.explain import line_text
from c4.tree.searchtree import HORIZON, INTERIOR, TERMINAL, SearchTree


def problems(tree: SearchTree) -> Iterator[str]:
    """A sentence for everything that does not hold."""
    if tree.recorded + tree.total_left_out != tree.nodes or tree.pruned:
        yield "the rows do not account for the nodes"
    waiting: list[tuple[int, Position]] = [(0, tree.root)]
    while waiting:
        row, position = waiting.pop()
        below = [(child, int(tree.move[child])) for child in tree.children(row)]
        found = _wrong(tree, row, position, below)
        if found:
            yield f"row {row} ({line_text(tree, row)}): {found}"
        else:
            waiting += [(child, position.play(column)) for child, column in below]


def _wrong(tree: SearchTree, row: int, position: Position, below: list[tuple[int, int]]) -> str:
    """What does not hold at a row, or ""."""
    kind, value = int(tree.kind[row]), int(tree.value[row])
    outcome, moves = position.outcome(), sorted(column for _, column in below)
    if (kind == TERMINAL) != (outcome is not None) or int(tree.bound[row]) != (EXACT if outcome else LOWER):
        return "its kind or its bound does not fit its position"
    if outcome is not None:
        sign = 0 if outcome.winner is None else 1 if outcome.winner == tree.maximizer else -1
        return "" if value == sign * (WIN - position.ply) and not moves else "it does not tell how the game ended"
    if kind == HORIZON or tree.left_out[row]:
        return "" if not moves and tree.is_max(row) and value >= 0 else "nothing may follow here"
    legal = sorted(position.legal_columns())
    fits = len(moves) == 1 and moves[0] in legal if tree.is_max(row) else moves == legal
    if kind != INTERIOR or not fits:
        return "it has not one move of MAX, or not every reply"
    return "" if value == min(int(tree.value[child]) for child, _ in below) else "its value is not that of its replies"
