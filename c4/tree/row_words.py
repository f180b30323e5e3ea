"""A row of a tree as text: its value, its window, and the moves that lead to it."""

from __future__ import annotations

from collections.abc import Iterable

from c4.game.values import INFINITY, LOWER, UPPER, WIN, WIN_FLOOR, Value, number_text, value_text
from c4.text import pluralise
from c4.tree.searchtree import NO_MOVE, SearchTree


def value_of(tree: SearchTree, row: int) -> Value:
    """The value of a searched row with its bound."""
    return Value(int(tree.value[row]), int(tree.bound[row]))


def row_text(tree: SearchTree, row: int) -> str:
    """The value of a row as it is shown; "" for a pruned one."""
    return value_text(value_of(tree, row), tree.root.ply, tree.scale)


def short_value(tree: SearchTree, points: int) -> str:
    """A value in the tree's scale, in its short form: "3", "+0.41", "W5"."""
    return number_text(points, tree.root.ply, tree.scale)


def full_value(tree: SearchTree, points: int) -> str:
    """A value with a won game spelled out: "3", "L4 (MIN wins on ply 4)"."""
    points = int(points)
    if abs(points) < WIN_FLOOR:
        return short_value(tree, points)
    winner = "MAX" if points > 0 else "MIN"
    ply = WIN - abs(points) - tree.root.ply
    return f"{short_value(tree, points)} ({winner} wins on ply {ply})"


def value_in_words(value: Value, ply: int, side: str, other: str, steps: tuple[int, int, int]) -> str:
    """A value in words: "Red is a little better", "Yellow wins in 5 plies".

    `value` is for `side`; `ply` is the number of discs on the board; `steps` are the points from which a side is a
    little better, better and much better.
    """
    points = value.points
    may_be_better = value.bound == LOWER and points < 0
    may_be_worse = value.bound == UPPER and points > 0
    if may_be_better or may_be_worse:
        return "still open"
    who = side if points > 0 else other
    if abs(points) >= WIN_FLOOR:
        plies = WIN - abs(points) - ply
        return f"{who} has won" if plies <= 0 else f"{who} wins in {pluralise(plies, 'ply', 'plies')}"
    for step, words in zip(reversed(steps), ("much better", "better", "a little better"), strict=True):
        if abs(points) >= step:
            return f"{who} is {words}"
    return "about equal"


def window_text(tree: SearchTree, row: int) -> tuple[str, str]:
    """Alpha and beta on entry as text; open ends are "−∞" and "+∞"."""
    alpha = int(tree.alpha[row])
    beta = int(tree.beta[row])
    alpha_text = "−∞" if alpha <= -INFINITY else short_value(tree, alpha)
    beta_text = "+∞" if beta >= INFINITY else short_value(tree, beta)
    return alpha_text, beta_text


def line_text(tree: SearchTree, row: int) -> str:
    """The moves from the root to a row (see `path_text`); on a board that turns "4-3↻-5": it turned after the 3."""
    if not tree.root.rules.turn_every or row == 0:
        return path_text(tree.path(row))
    position = tree.root
    moves = []
    for column in tree.path(row):
        turn = "↻" if position.turns_after(column) else ""
        moves.append(f"{column + 1}{turn}")
        position = position.play(column)
    return "-".join(moves)


def turned_before(tree: SearchTree, row: int) -> bool:
    """Whether the board turned after the move that led to a row."""
    rules = tree.root.rules
    discs = tree.root.ply + int(tree.ply[row])
    if row == 0 or not rules.turn_is_due(discs):
        return False
    return tree.position(int(tree.parent[row])).turns_after(int(tree.move[row]))


def path_text(path: Iterable[int]) -> str:
    """Columns (from 0) as they are read, from 1: "4-3-5", "4-pass-3" with a null move; "the root" for none."""
    return "-".join("pass" if column == NO_MOVE else str(column + 1) for column in path) or "the root"
