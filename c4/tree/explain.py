"""Explains a node in words, from the record alone: why it has its value, why it was cut, which ancestor set the bound.

story(tree, row, names)     a paragraph; its facts are in `c4.tree.reason`, the sentences of cutoffs in `c4.tree.cutoff_words`
describe, short_line        a node with its place, in a paragraph and in two words
"""

from __future__ import annotations

from c4.game.columns import format_columns
from c4.game.values import EXACT, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR
from c4.text import pluralise, with_capital
from c4.tree import simulation_story
from c4.tree.cutoff_words import cut_text, limit_origin
from c4.tree.reason import CUTOFF, DOOMED, LEFT_OUT, Reason, reason
from c4.tree.row_words import full_value, line_text, row_text, turned_before, window_text
from c4.tree.searchtree import (
    HORIZON,
    KINDS,
    NO_MOVE,
    NULL,
    PRUNED,
    REDUCED,
    RESEARCH,
    TABLE,
    TERMINAL,
    THREAT,
    SearchTree,
)

NOTE_TEXTS = {
    NULL: "Null move: the opponent passed here, to test whether even passing is good enough. ",
    REDUCED: "Reduced: searched one ply less deep, because the move came late and makes no threat. ",
    RESEARCH: "Searched again, because a quicker search could not rule it out. ",
}
"""The kinds of visits of the engine, by the bit of the note."""

BOUND_WORDS = {EXACT: "exactly", LOWER: "at least", UPPER: "at most"}

SIDES = ("the first player", "the second player")
"""What the players are called where they have no names."""


def story(tree: SearchTree, row: int, names: tuple[str, str]) -> str:
    """One paragraph that explains a node; `names` are those of player 0 and player 1."""
    if tree.simulations is not None:
        return simulation_story.story(tree, row, names)
    why = reason(tree, row)
    if tree.kind[row] == PRUNED:
        if why.sort == DOOMED:
            return "Never searched: it loses at once, because the opponent can complete a line."
        return f"Never searched. {cut_text(tree, why)}"
    return note_text(tree, row) + with_capital(visit_text(tree, why, names))  # a name may be "the first player"


def note_text(tree: SearchTree, row: int) -> str:
    """The engine's special reason for a visit (null move, reduction, re-search); "" for a plain move."""
    turned = "The board turned after this move. " if turned_before(tree, row) else ""
    return turned + "".join(text for bit, text in NOTE_TEXTS.items() if tree.note[row] & bit)


def visit_text(tree: SearchTree, why: Reason, names: tuple[str, str]) -> str:
    """Why a searched node has its value."""
    if why.sort == KINDS[THREAT]:
        return _threat_reason(tree, why, names)
    if why.sort == KINDS[TERMINAL]:
        return _end_reason(tree, why.node, names)
    if why.sort == KINDS[HORIZON]:
        return f"Depth limit: the evaluator gives {full_value(tree, tree.value[why.node])} for MAX."
    if why.sort == KINDS[TABLE]:
        value = row_text(tree, why.node)
        return f"Transposition-table hit at sufficient depth: {value} for MAX.{limit_text(tree, why)}"
    if tree.is_max(why.node):
        mover = f"{names[tree.maximizer]} (MAX) is to move"
    else:
        mover = f"{names[1 - tree.maximizer]} (MIN) is to move"
    if why.sort == LEFT_OUT:
        return f"{mover}. {_left_out_reason(tree, why.node)}"
    if why.sort == CUTOFF:
        return f"{mover}. {cut_text(tree, why)}"
    if why.chosen is None:  # nothing below it was searched: no such row is written
        return f"{mover}."
    return f"{mover} and {_choice_reason(tree, why, why.chosen)}"


def _threat_reason(tree: SearchTree, why: Reason, names: tuple[str, str]) -> str:
    """How threats decide a node, and its value."""
    settled = f"No search is needed: {row_text(tree, why.node)} for MAX."
    return f"{threat_text(tree, why.node, names)} {settled}{limit_text(tree, why)}"


def _end_reason(tree: SearchTree, row: int, names: tuple[str, str]) -> str:
    """How a game ended, and the value of that."""
    value = int(tree.value[row])
    outcome = tree.position(row).outcome()
    if outcome is None:
        return f"The game is a draw. Value {full_value(tree, value)}."
    if outcome.winner is None:
        return f"The game is a draw: {outcome.reason}. Value {full_value(tree, value)}."
    sooner = " Quicker wins are worth more." if abs(value) >= WIN_FLOOR else ""
    return f"The game is over: {names[outcome.winner]} wins, {outcome.reason}. Value {full_value(tree, value)}.{sooner}"


def _left_out_reason(tree: SearchTree, row: int) -> str:
    """What is not recorded below a node, and how to get it."""
    left = pluralise(int(tree.left_out[row]), "node")
    if tree.algorithm == "perfect":
        value = full_value(tree, tree.value[row])
        source = f"it comes from the book or the solver ({left} searched)"
        return f"Its value, {value}, is exact: {source}. Open this node to solve its columns."
    opens = "" if tree.algorithm == "engine" else " Open this node to search them again with the same window."
    return f"{left} below were searched but not recorded.{opens}"


def _choice_reason(tree: SearchTree, why: Reason, chosen: int) -> str:
    """Which reply a side picks, to be read after "MAX is to move and"."""
    column = int(tree.move[chosen]) + 1
    if why.replies > 1:
        best = "highest" if tree.is_max(why.node) else "lowest"
        replies = pluralise(why.replies, "reply", "replies")
        choice = f"picks the {best} of {replies}: column {column}"
    else:
        choice = f"has only one reply, column {column},"
    return f"{choice} with {full_value(tree, tree.value[why.node])}.{limit_text(tree, why)}"


def limit_text(tree: SearchTree, why: Reason) -> str:
    """Why a bound was enough; "" for an exact value."""
    limit = why.limit
    if limit is None:
        return ""
    bound = "lower" if limit.side == "beta" else "upper"
    return f" This {bound} bound is enough: {limit_origin(tree, limit)}."


def threat_text(tree: SearchTree, row: int, names: tuple[str, str]) -> str:
    """How the threats on the board decide a node."""
    position = tree.position(row)
    maximizing = tree.is_max(row)
    mover = names[position.to_move]
    other = names[1 - position.to_move]
    value = int(tree.value[row]) if maximizing else -int(tree.value[row])
    bound = int(tree.bound[row])
    if bound != EXACT:
        at_least_for_mover = LOWER if maximizing else UPPER
        if bound == at_least_for_mover:
            return f"{other} does not win with the next disc, and any later loss is good enough for {mover}."
        return f"{mover} does not win with this disc, and any later win comes too late."
    if value == WIN - position.ply - 1:
        return f"{mover} wins with this disc."
    if value < 0:
        return f"Whatever {mover} plays, {other} wins with the next disc."
    return f"{mover} makes two threats with one disc: {other} can meet only one."


# -- a whole node -----------------------------------------------------------------------------------------------------


def describe(tree: SearchTree, row: int, names: tuple[str, str] = SIDES) -> str:
    """One paragraph about a node; `names` are the players' (0 and 1)."""
    place = _place_of(tree, row)
    if tree.kind[row] == PRUNED:
        return f"{place}: pruned. {story(tree, row, names)}"
    if tree.is_max(row):
        mover = f"MAX ({names[tree.maximizer]})"
    else:
        mover = f"MIN ({names[1 - tree.maximizer]})"
    what = f"{KINDS[tree.kind[row]]} node, {mover} to move"
    if tree.simulations is not None:
        return f"{place}: {what}. {story(tree, row, names)}"
    alpha, beta = window_text(tree, row)
    if tree.bound[row] == NO_BOUND:  # in the tree of a search that still runs
        return f"{place}: being searched, with alpha {alpha}, beta {beta}."
    bound = BOUND_WORDS[int(tree.bound[row])]
    value = row_text(tree, row).lstrip("≤≥")
    facts = f"Its value is {bound} {value} for MAX, its window alpha {alpha}, beta {beta}."
    searched = tree.nodes_below(row)
    if searched > 1:
        facts += f" {pluralise(searched, 'node')} in this subtree."
    return f"{place}: {what}. {facts} {story(tree, row, names)}"


def _place_of(tree: SearchTree, row: int) -> str:
    """Where a node is: "The root", "After 4-3, ply 2, reply 1 of 7 in the move order"."""
    if row == 0:
        return "The root"
    siblings = tree.children(int(tree.parent[row]))
    order = "the move order" if tree.simulations is None else "the order of their first visits"
    rank = f"reply {int(tree.order[row]) + 1} of {len(siblings)} in {order}"
    return f"After {line_text(tree, row)}, ply {int(tree.ply[row])}, {rank}"


def copy_text(tree: SearchTree, row: int, names: tuple[str, str] = SIDES) -> str:
    """The paragraph, the position as a move string, and its picture (X began)."""
    position = tree.position(row)
    typed = f"position {format_columns(position.moves)}\n" if position.moves else ""
    return f"{describe(tree, row, names)}\n\n{typed}{position.grid()}\n"


def short_line(tree: SearchTree, row: int) -> str:
    """A node in two words, for a list: "3 MIN", "5 pruned", "root MAX"."""
    move = int(tree.move[row])
    if row == 0:
        column = "root"
    elif move == NO_MOVE:
        column = "pass"
    else:
        column = str(move + 1)
    kind = KINDS[tree.kind[row]]
    if kind == "interior":
        kind = "MAX" if tree.is_max(row) else "MIN"
    return f"{column} {kind}"
