"""A node's story in words, told from the record alone: why this value, why this cut, which ancestor set the bound.  Imports the tree."""

from __future__ import annotations

from dataclasses import dataclass

from c4.decision import EXACT, LOWER, UPPER, WIN, WIN_FLOOR, Value
from c4.rules import count
from c4.search.tree import HORIZON, INFINITY, INTERIOR, PRUNED, TERMINAL, SearchTree

SIGNS = {EXACT: "", LOWER: "≥", UPPER: "≤"}


def number_text(points: int, scale: int = 1) -> str:
    """A value as short as it can be said: "3", "-12", "+0.41" in units, "win@19" = won with the 19th stone, "loss@20"."""
    if abs(points) >= WIN_FLOOR:
        return f"{'win' if points > 0 else 'loss'}@{WIN - abs(points)}"
    return str(points) if scale == 1 else f"{points / scale:+.2f}"


def value_text(value: Value, scale: int = 1) -> str:
    """The same with its bound: "3", "≤3", "≥5"."""
    return SIGNS[value.bound] + number_text(value.points, scale)


def value_in_words(value: Value, ply: int, side: str, other: str, steps: tuple[int, int, int]) -> str:
    """A value for people: "Red is a little better", "Yellow wins with the next 3 moves".

    `value` is from the view of `side`; `ply` = stones on the board; `steps` = where a little, clearly and much better begin, in points.
    """
    points = value.points
    if value.bound == LOWER and points < 0 or value.bound == UPPER and points > 0:
        return "not decided by this bound"
    who, whom = (side, other) if points > 0 else (other, side)
    if abs(points) >= WIN_FLOOR:
        plies = WIN - abs(points) - ply
        return f"{who} has won" if plies <= 0 else f"{who} wins in {count(plies, 'move')} against any defence of {whom}"
    for step, words in zip(reversed(steps), ("much better", "better", "a little better"), strict=True):
        if abs(points) >= step:
            return f"{who} is {words}"
    return "about equal"


@dataclass(frozen=True)
class Cut:
    """Why the last replies of a node were never searched.

    cutter      row of the reply whose value settled it
    bound       the window's end it met: alpha of a MIN node, beta of a MAX node
    ancestor    row of the node that has `bound` elsewhere, None when the window came from outside the tree
    holder      row of that ancestor's child that has it, None likewise
    skipped     replies that were never searched
    """

    cutter: int
    bound: int
    ancestor: int | None
    holder: int | None
    skipped: int


def cut_of(tree: SearchTree, row: int) -> Cut | None:
    """The cutoff at a node, or None when all its replies were searched."""
    children = tree.children(row)
    visited = [child for child in children if tree.kind[child] != PRUNED]
    if len(visited) == len(children):
        return None
    bound = int(tree.beta[row] if tree.is_max(row) else tree.alpha[row])
    ancestor, holder = bound_holder(tree, row)
    return Cut(visited[-1], bound, ancestor, holder, len(children) - len(visited))


def bound_holder(tree: SearchTree, row: int) -> tuple[int | None, int | None]:
    """(ancestor, its child) that gave a node the end of the window its cutoff met: alpha for a MIN node, beta for a MAX node."""
    ends = tree.beta if tree.is_max(row) else tree.alpha
    for ancestor in tree.ancestors(row):
        if ends[ancestor] != ends[row]:  # the end came in on the way from this ancestor to the node
            holder = next((child for child in tree.children(ancestor) if child < row and tree.value[child] == ends[row]), None)
            return ancestor, holder
    return None, None


def line_text(tree: SearchTree, row: int) -> str:
    """The moves from the root to a row, columns from 1: "4-3-5"; "the root" for the root."""
    return "-".join(str(column + 1) for column in tree.path(row)) or "the root"


def story(tree: SearchTree, row: int, names: tuple[str, str], scale: int = 1) -> str:
    """One plain paragraph about a node.

    `names` are the players' names (player 0, player 1); `scale` the points in one unit of the tree's evaluator.
    """

    def say(points: int) -> str:
        return number_text(int(points), scale)

    maximizing = tree.is_max(row)
    me, other = ("MAX", "MIN") if maximizing else ("MIN", "MAX")
    mover = names[tree.maximizer if maximizing else 1 - tree.maximizer]
    kind = tree.kind[row]
    if kind == PRUNED:
        parent = int(tree.parent[row])
        return f"Never searched. {why_cut(tree, parent, scale)}"
    if kind == TERMINAL:
        outcome = tree.position(row).outcome()
        if outcome.winner is None:
            return f"The game is over: {outcome.reason}. A draw counts 0." if tree.value[row] == 0 else f"The game is over: {outcome.reason}."
        counted = f"it counts {say(tree.value[row])}"
        if abs(int(tree.value[row])) >= WIN_FLOOR:
            counted += " (the stone on which it ends: the sooner, the better for the winner)"
        return f"The game is over: {names[outcome.winner]} wins, {outcome.reason}; {counted}."
    if kind == HORIZON:
        return f"The depth is used up here, so the evaluator decides: {say(tree.value[row])} for MAX."
    if kind != INTERIOR:
        raise ValueError(f"row {row} is of no known kind")
    cut = cut_of(tree, row)
    if cut is not None:
        return why_cut(tree, row, scale)
    best = tree.best_child(row)
    replies = count(len(tree.children(row)), "reply", "replies")
    if best is None:
        left = count(int(tree.left_out[row]), "node")
        return f"{mover} ({me}) is to move; {left} below were searched but not recorded: open the node to search them again with the same window."
    best_move = int(tree.move[best]) + 1
    most = "highest" if maximizing else "lowest"
    text = f"{mover} ({me}) is to move and takes the {most} of {replies}: column {best_move} with {value_text(value_of(tree, best), scale)}."
    if tree.bound[row] == UPPER:
        text += f" That is an upper bound: searching on below {best_move} stopped as soon as it could not reach {say(tree.alpha[row])}."
    elif tree.bound[row] == LOWER:
        text += f" That is a lower bound: searching on below {best_move} stopped as soon as it reached {say(tree.beta[row])}."
    return text


def why_cut(tree: SearchTree, row: int, scale: int = 1) -> str:
    """The cutoff at a node in a sentence, with the ancestor that set the bound."""
    cut = cut_of(tree, row)
    me, other = ("MAX", "MIN") if tree.is_max(row) else ("MIN", "MAX")
    reply = int(tree.move[cut.cutter]) + 1
    given, bound = number_text(int(tree.value[cut.cutter]), scale), number_text(cut.bound, scale)
    if cut.holder is None:
        elsewhere = f"{other} has {bound} elsewhere"
    else:
        line = line_text(tree, cut.holder)
        elsewhere = f"{other} has {bound} elsewhere (after {line})" if tree.parent[cut.holder] != 0 else f"{other} has {bound} with column {line}"
    worse = "not higher" if me == "MIN" else "not lower"
    rest = "the other reply cannot matter" if cut.skipped == 1 else f"the other {cut.skipped} replies cannot matter"
    return f"Reply {reply} already gives {me} {given}; {elsewhere}, and {given} is {worse}: {rest}."


def value_of(tree: SearchTree, row: int) -> Value:
    """The value of a searched row with its bound."""
    return Value(int(tree.value[row]), int(tree.bound[row]))


def window_text(tree: SearchTree, row: int, scale: int = 1) -> tuple[str, str]:
    """(alpha, beta) on entry, "-∞" and "+∞" for open ends."""
    alpha, beta = int(tree.alpha[row]), int(tree.beta[row])
    return "-∞" if alpha <= -INFINITY else number_text(alpha, scale), "+∞" if beta >= INFINITY else number_text(beta, scale)
