"""A cutoff in words: the sentence below a tree, that on the card, and what the cutoff saved."""

from __future__ import annotations

from typing import NamedTuple

from c4.game.position import Position
from c4.kernels import jit
from c4.kernels.board import board_of
from c4.kernels.kinds import U
from c4.kernels.perft import perft
from c4.text import pluralise, with_capital
from c4.tree.reason import Limit, Reason, cut_limit, cut_of
from c4.tree.row_words import full_value, line_text, short_value
from c4.tree.searchtree import NO_MOVE, PRUNED, SearchTree, reaches

COUNTABLE = 2_000_000
"""The skipped part is counted if it can have no more positions than this (about ten milliseconds)."""


def cut_in_short(tree: SearchTree, row: int, sides: tuple[str, str] = ("MAX", "MIN"), names_bound: bool = False) -> str:
    """A cutoff for a newcomer, "" where there is none; `sides` are the names of MAX and MIN.

    "After column 5, Red's reply 4 gives Yellow at most −6. Yellow already has −6 with column 3. −6 ≤ −6: cut off, so
    6 replies need not be searched."  With `names_bound`: "Yellow already has −6 with column 3 (alpha)."
    """
    node = int(tree.parent[row]) if tree.kind[row] == PRUNED else row
    why = cut_of(tree, node)
    if why is None or why.limit is None or why.chosen is None or tree.move[why.chosen] == NO_MOVE:
        return ""
    maximizer, minimizer = sides
    value = int(tree.value[why.chosen])
    column = int(tree.move[why.chosen]) + 1
    maximizing = tree.is_max(node)
    if maximizing:
        other = minimizer
        gain = f"{maximizer}'s move {column} gives {maximizer} at least {short_value(tree, value)}."
        pruned = pluralise(why.skipped, "move")
    else:
        other = maximizer
        gain = f"{minimizer}'s reply {column} gives {maximizer} at most {short_value(tree, value)}."
        pruned = pluralise(why.skipped, "reply", "replies")
    if node != 0:
        gain = f"After {_named(tree, node)}, {gain}"
    sentences = [gain]
    if why.limit.ancestor is not None:
        where = "elsewhere" if why.limit.holder is None else f"with {_named(tree, why.limit.holder)}"
        bound = f" ({why.limit.side})" if names_bound else ""
        sentences.append(f"{other} already has {short_value(tree, why.limit.points)} {where}{bound}.")
    compared = cut_comparison(tree, maximizing, value, why.limit.points)
    sentences.append(f"{compared}, so {pruned} need not be searched.")
    return " ".join(sentences)


def _named(tree: SearchTree, row: int) -> str:
    """A node by the moves that lead to it: "column 5", "reply 3 to column 4", "4-3-5"."""
    if tree.ply[row] == 1:
        return f"column {line_text(tree, row)}"
    if tree.ply[row] == 2 and tree.move[row] != NO_MOVE:
        return f"reply {int(tree.move[row]) + 1} to {_named(tree, int(tree.parent[row]))}"
    return line_text(tree, row)


def cut_text(tree: SearchTree, why: Reason) -> str:
    """A cutoff in words, with the ancestor that set the bound and the number of skipped positions.

    "−2 ≤ 1: cut off. 5 replies pruned. Reply 5 already gives MAX at most −2. MAX is sure of 1 elsewhere (column 4) and
    can't do better here. This skipped at most 14,005 positions."
    """
    if why.limit is None or why.chosen is None:
        return ""
    most = "at least" if tree.is_max(why.node) else "at most"
    value = int(tree.value[why.chosen])
    move = int(tree.move[why.chosen])
    who = "Passing" if move == NO_MOVE else f"Reply {move + 1}"
    compared = cut_comparison(tree, tree.is_max(why.node), value, why.limit.points)
    origin = with_capital(limit_origin(tree, why.limit))
    gains = "" if why.limit.asked or why.limit.ancestor is None else " and can't do better here"
    text = (
        f"{compared}. {pluralise(why.skipped, 'reply', 'replies')} pruned. "
        f"{who} already gives MAX {most} {full_value(tree, value)}. {origin}{gains}."
    )
    skipped = skipped_at(tree, why.node)
    if skipped is None:
        return text
    number = pluralise(skipped.positions, "position")
    if skipped.exact:
        return f"{text} This skipped {number}."
    return f"{text} This skipped at most {number}."


def cut_comparison(tree: SearchTree, maximizing: bool, value: int, end: int) -> str:
    """The comparison that ends the search of a node: "−34 ≤ −32: cut off"."""
    sign = "≥" if maximizing else "≤"
    return f"{short_value(tree, value)} {sign} {short_value(tree, end)}: cut off"


def cut_condition(tree: SearchTree, row: int) -> str:
    """The reply that would have cut an inner node off whose replies all stayed short of it, and who set that bound; ""
    where none could.

    "A reply of at most −6 would have cut it off: MAX is sure of −6 elsewhere (column 3)."
    """
    limit = cut_limit(tree, row)
    if limit is None or tree.left_out[row]:
        return ""
    maximizing = tree.is_max(row)
    if reaches(int(tree.value[row]), limit.points, maximizing):
        return ""
    most = "least" if maximizing else "most"
    return f"A reply of at {most} {short_value(tree, limit.points)} would have cut it off: {limit_origin(tree, limit)}."


def limit_origin(tree: SearchTree, limit: Limit) -> str:
    """The side that is sure of the end of a window, and where."""
    side = "MAX" if limit.side == "alpha" else "MIN"
    points = short_value(tree, limit.points)
    if limit.asked:
        asker = "MIN can get down" if side == "MAX" else "MAX can get up"
        return f"the null window only asked whether {asker} to {points} here"
    if limit.ancestor is None:
        where = "above" if side == "MAX" else "below"
        return f"the search was limited to values {where} {points}"
    where = ""
    if limit.holder is not None:
        line = line_text(tree, limit.holder)
        where = f" (column {line})" if limit.ancestor == 0 else f" (after {line})"
    return f"{side} is sure of {points} elsewhere{where}"


class Skipped(NamedTuple):
    """The positions that plain minimax would have visited in the pruned subtrees.

    exact   whether they were counted; otherwise `positions` is an upper bound from the free cells and columns: there
            are many, or the kernel that counts is not ready yet
    """

    replies: int
    positions: int
    exact: bool


def skipped_at(tree: SearchTree, row: int, budget: int = COUNTABLE) -> Skipped | None:
    """What the pruned replies of a node saved; None if there are none, or in an engine's tree, whose replies have no
    fixed depth."""
    if tree.algorithm == "engine":
        return None
    pruned = [child for child in tree.children(row) if tree.kind[child] == PRUNED]
    if not pruned:
        return None
    depth = tree.depth - int(tree.ply[pruned[0]])
    positions = [tree.position(child) for child in pruned]
    most = sum(most_below(position, depth) for position in positions)
    if most > budget or not jit.ready(perft):
        return Skipped(len(pruned), most, False)
    return Skipped(len(pruned), sum(count_below(position, depth) for position in positions), True)


def most_below(position: Position, depth: int) -> int:
    """An upper bound on the positions within `depth` plies of a position, itself included."""
    rules = position.rules
    free = rules.cells - position.ply
    open_columns = sum(position.height(column) < rules.rows for column in range(rules.columns))
    total = 1
    on_ply = 1
    for ply in range(min(depth, free)):
        on_ply *= min(open_columns, free - ply)
        total += on_ply
    return total


def count_below(position: Position, depth: int) -> int:
    """The nodes of plain minimax of `depth` plies from a position."""
    mine = U(position.mine)
    theirs = U(position.theirs)
    board = board_of(position.rules)
    return sum(perft(mine, theirs, ply, board) for ply in range(depth + 1))
