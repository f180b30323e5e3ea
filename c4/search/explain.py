"""A node's story in words, told from the record alone: why this value, why this cut, which ancestor set the bound.  Imports the tree."""

from __future__ import annotations

from dataclasses import dataclass

from c4.decision import LOWER, UPPER, WIN, WIN_FLOOR, Value, number_text, value_text
from c4.rules import count
from c4.search.tree import HORIZON, INFINITY, NULL, PRUNED, REDUCED, RESEARCH, TABLE, TERMINAL, THREAT, SearchTree


def row_text(tree: SearchTree, row: int) -> str:
    """The value of a row as it is printed; nothing for a pruned one."""
    return value_text(value_of(tree, row), tree.root.ply, tree.scale)


def short(tree: SearchTree, points: int) -> str:
    """A value of the tree's scale, as short as it can be said."""
    return number_text(points, tree.root.ply, tree.scale)


def spoken(tree: SearchTree, points: int) -> str:
    """The same where it is said first in a sentence: "3", "L4 (MIN wins on ply 4)"."""
    points = int(points)
    if abs(points) < WIN_FLOOR:
        return short(tree, points)
    return f"{short(tree, points)} ({'MAX' if points > 0 else 'MIN'} wins on ply {WIN - abs(points) - tree.root.ply})"


def value_in_words(value: Value, ply: int, side: str, other: str, steps: tuple[int, int, int]) -> str:
    """A value for people: "Red is a little better", "Yellow wins in 5 plies".

    `value` is from the view of `side`; `ply` = stones on the board; `steps` = where a little, clearly and much better begin, in points.
    """
    points = value.points
    if (value.bound == LOWER and points < 0) or (value.bound == UPPER and points > 0):
        return "not decided by this bound"
    who = side if points > 0 else other
    if abs(points) >= WIN_FLOOR:
        plies = WIN - abs(points) - ply
        return f"{who} has won" if plies <= 0 else f"{who} wins in {count(plies, 'ply', 'plies')}"
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
    """The cutoff at a node, or None when none of its replies was left out because of the window."""
    children = tree.children(row)
    visited = [child for child in children if tree.kind[child] != PRUNED]
    bound = int(tree.beta[row] if tree.is_max(row) else tree.alpha[row])
    met = tree.value[row] >= bound if tree.is_max(row) else tree.value[row] <= bound
    if len(visited) == len(children) or not met:
        return None
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


def story(tree: SearchTree, row: int, names: tuple[str, str]) -> str:
    """One plain paragraph about a node; `names` are the players' (player 0, player 1)."""
    maximizing = tree.is_max(row)
    me = "MAX" if maximizing else "MIN"
    mover = f"{names[tree.maximizer if maximizing else 1 - tree.maximizer]} ({me})"
    if tree.kind[row] == PRUNED:
        if cut_of(tree, int(tree.parent[row])) is None:
            return "Never searched: this reply loses at once, the other side has a win on the board."
        return f"Never searched. {why_cut(tree, int(tree.parent[row]))}"
    return look_text(tree, row) + visit_text(tree, row, names, mover, maximizing)


def look_text(tree: SearchTree, row: int) -> str:
    """How a node came to be visited, where the engine did not simply play the move; otherwise nothing."""
    looks = {
        NULL: "A null move: the side before passed, to see whether even that is good enough. ",
        REDUCED: "A quick look, a ply less deep, because the move came late and makes no threat. ",
        RESEARCH: "Searched again, because a quicker look could not rule it out. ",
    }
    return "".join(text for bit, text in looks.items() if tree.note[row] & bit)


def visit_text(tree: SearchTree, row: int, names: tuple[str, str], mover: str, maximizing: bool) -> str:
    """What a searched node found."""
    value, kind = tree.value[row], tree.kind[row]
    if kind == HORIZON:
        return f"The depth is used up here, so the evaluator decides: {spoken(tree, value)} for MAX."
    if kind == TABLE:
        return f"Seen before: the table has the position as deep as needed, with {row_text(tree, row)} for MAX."
    if kind == THREAT:
        return f"Threats on the board decide, nothing is searched: {row_text(tree, row)} for MAX."
    if kind == TERMINAL:
        outcome = tree.position(row).outcome()
        if outcome.winner is None:
            return f"The game is over, a draw: {outcome.reason}. It counts {spoken(tree, value)}."
        nearer = " Nearer wins count more, later losses less." if abs(int(value)) >= WIN_FLOOR else ""
        return f"The game is over: {names[outcome.winner]} wins, {outcome.reason}. It counts {spoken(tree, value)}.{nearer}"
    if cut_of(tree, row) is not None:
        return f"{mover} is to move. {why_cut(tree, row)}"
    best = tree.best_child(row)
    if best is None:
        left = count(int(tree.left_out[row]), "node")
        return f"{mover} is to move. {left} below were searched but not recorded: open this node to search them again with the same window."
    column, replies = int(tree.move[best]) + 1, count(len({int(tree.move[child]) for child in tree.children(row)}), "reply", "replies")
    text = f"{mover} is to move and takes the {'highest' if maximizing else 'lowest'} of {replies}: column {column} with {spoken(tree, value)}."
    if tree.bound[row] == UPPER:
        text += f" At most that: below column {column} the search stopped as soon as it could not beat {spoken(tree, tree.alpha[row])}."
    elif tree.bound[row] == LOWER:
        text += f" At least that: below column {column} the search stopped as soon as it reached {spoken(tree, tree.beta[row])}."
    return text


def why_cut(tree: SearchTree, row: int) -> str:
    """The cutoff at a node in a sentence, with the ancestor that set the bound.

    "Reply 5 already gives MIN −2; MAX has 1 elsewhere (column 4), and −2 is not more: the other 5 replies cannot matter."
    """
    cut = cut_of(tree, row)
    me, other, more = ("MAX", "MIN", "less") if tree.is_max(row) else ("MIN", "MAX", "more")
    value = tree.value[cut.cutter]
    where = ""
    if cut.holder is not None:
        line = line_text(tree, cut.holder)
        where = f" (column {line})" if cut.ancestor == 0 else f" (after {line})"
    rest = "the other reply cannot matter" if cut.skipped == 1 else f"the other {cut.skipped} replies cannot matter"
    has = short(tree, cut.bound) if cut.bound == value else spoken(tree, cut.bound)
    already = f"Reply {int(tree.move[cut.cutter]) + 1} already gives {me} {spoken(tree, value)}"
    return f"{already}; {other} has {has} elsewhere{where}, and {short(tree, value)} is not {more}: {rest}."


def value_of(tree: SearchTree, row: int) -> Value:
    """The value of a searched row with its bound."""
    return Value(int(tree.value[row]), int(tree.bound[row]))


def window_text(tree: SearchTree, row: int) -> tuple[str, str]:
    """(alpha, beta) on entry, "−∞" and "+∞" for open ends."""
    alpha, beta = int(tree.alpha[row]), int(tree.beta[row])
    return "−∞" if alpha <= -INFINITY else short(tree, alpha), "+∞" if beta >= INFINITY else short(tree, beta)
