"""Explains a node from the record alone: why it has its value, why it was cut, which ancestor set the bound.

reason(tree, row)           the facts, which `c4.tree.verify` derives a second time
story(tree, row, names)     the same in a paragraph
describe, short_line        a node with its place, in a paragraph and in two words
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from c4.game.columns import format_columns
from c4.game.position import Position
from c4.game.values import EXACT, INFINITY, LOWER, NO_BOUND, UPPER, WIN, WIN_FLOOR, Value, number_text, value_text
from c4.kernels import jit
from c4.kernels.board import board_of
from c4.kernels.kinds import U
from c4.kernels.perft import perft
from c4.text import pluralise, with_capital
from c4.tree import simulation_story
from c4.tree.searchtree import (
    HORIZON,
    INTERIOR,
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
    reaches,
)

COUNTABLE = 2_000_000
"""The skipped part is counted if it can have no more positions than this (about ten milliseconds)."""


CUTOFF = "cut"
"""A node is cut off: its last searched reply made the others needless."""

CHOICE = "choice"
"""A node has the value of its best reply."""

DOOMED = "doomed"
"""A reply was never searched because it loses at once."""

LEFT_OUT = "left out"
"""A node was searched, and what is below it was not recorded."""

NOTE_TEXTS = {
    NULL: "Null move: the opponent passed here, to test whether even passing is good enough. ",
    REDUCED: "Reduced: searched one ply less deep, because the move came late and makes no threat. ",
    RESEARCH: "Searched again, because a quicker search could not rule it out. ",
}
"""The kinds of visits of the engine, by the bit of the note."""

BOUND_WORDS = {EXACT: "exactly", LOWER: "at least", UPPER: "at most"}

SIDES = ("the first player", "the second player")
"""What the players are called where they have no names."""

# -- what cutoffs saved -----------------------------------------------------------------------------------------------


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


# -- values -----------------------------------------------------------------------------------------------------------


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


# -- reasons ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Limit:
    """An end of a node's window and its origin.

    side        "alpha" or "beta"
    points      the value of that end, for MAX
    ancestor    row of the ancestor that set it; None when it was given to the search from outside
    holder      row of that ancestor's child which has this value, what its side is sure of elsewhere; None if there
                is none
    asked       whether it is the end of a null window, which only asked if this reply is better than what the
                ancestor has
    """

    side: str
    points: int
    ancestor: int | None
    holder: int | None
    asked: bool


def limit_of(tree: SearchTree, row: int, side: str) -> Limit | None:
    """Where a node's alpha or beta on entry comes from; None when that end is open.

    Only MAX nodes raise alpha and only MIN nodes lower beta, to the best value so far.  If an end changed at a node
    of the other side, it belongs to a null window.
    """
    is_alpha = side == "alpha"
    ends = tree.alpha if is_alpha else tree.beta
    points = int(ends[row])
    if abs(points) >= INFINITY:
        return None
    below = row
    for ancestor in tree.ancestors(row):
        if ends[ancestor] != points:  # the end came in on the way from this ancestor to the node
            asked = tree.is_max(ancestor) != is_alpha
            holder = None if asked else _holder(tree, ancestor, below, points)
            return Limit(side, points, ancestor, holder, asked)
        below = ancestor
    return Limit(side, points, None, None, False)


def _holder(tree: SearchTree, node: int, before: int, points: int) -> int | None:
    """The first child with value `points` among those searched before the child `before`; a move's last visit
    counts."""
    last_visits: dict[int, int] = {}  # by move: a later visit takes the place of an earlier one
    for child in tree.children(node):
        move = int(tree.move[child])
        if child < before and move not in (NO_MOVE, int(tree.move[before])):
            last_visits[move] = child
    for child in last_visits.values():
        if tree.value[child] == points:
            return child
    return None


@dataclass(frozen=True)
class Reason:
    """The facts behind a node's explanation; `c4.tree.verify` derives them a second time.

    sort        CUTOFF, CHOICE, DOOMED, LEFT_OUT, or the name of the row's kind
    node        the row explained; for a pruned reply its parent
    chosen      the child whose value decides; None for leaves
    replies     the moves of the node, pruned ones included
    limit       if the value is a bound: the end of the window that made it sufficient
    skipped     replies that were never searched because of a cutoff
    """

    sort: str
    node: int
    chosen: int | None = None
    replies: int = 0
    limit: Limit | None = None
    skipped: int = 0


def reason(tree: SearchTree, row: int) -> Reason:
    """Why a node has its value, or why it has none."""
    kind = int(tree.kind[row])
    if kind == PRUNED:
        node = int(tree.parent[row])
        if cut_of(tree, node) is None:
            return Reason(DOOMED, node)
        return reason(tree, node)
    if kind in (TABLE, THREAT):
        return Reason(KINDS[kind], row, limit=_bound_limit(tree, row))
    if kind != INTERIOR:
        return Reason(KINDS[kind], row)
    if tree.left_out[row]:
        return Reason(LEFT_OUT, row)
    cut = cut_of(tree, row)
    if cut is not None:
        return cut
    return Reason(CHOICE, row, chosen=tree.best_child(row), replies=_replies(tree, row), limit=_bound_limit(tree, row))


def cut_of(tree: SearchTree, row: int) -> Reason | None:
    """The cutoff at a node, or None: `chosen` is the reply (or null move) that caused it, `limit` the end of the window
    that it reached (alpha at a MIN node, beta at a MAX node).
    """
    children = tree.children(row)
    visited = [child for child in children if tree.kind[child] != PRUNED]
    if len(visited) == len(children) or not tree.meets_window(row):
        return None
    limit = limit_of(tree, row, "beta" if tree.is_max(row) else "alpha")
    if limit is None or not visited:
        return None
    skipped = len(children) - len(visited)
    return Reason(CUTOFF, row, chosen=visited[-1], replies=_replies(tree, row), limit=limit, skipped=skipped)


def cut_limit(tree: SearchTree, row: int) -> Limit | None:
    """The end of an inner node's window at which a reply makes the others needless: beta at a MAX node, alpha at a MIN
    node, which stay as they are while it is searched.  None where no reply can.
    """
    if tree.algorithm == "minimax" or tree.kind[row] != INTERIOR:
        return None
    return limit_of(tree, row, "beta" if tree.is_max(row) else "alpha")


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


def _replies(tree: SearchTree, row: int) -> int:
    """The moves of a node, pruned ones included."""
    return len({int(tree.move[child]) for child in tree.children(row)} - {NO_MOVE})


def _bound_limit(tree: SearchTree, row: int) -> Limit | None:
    """If the value is a bound, the end of the window that made it sufficient."""
    bound = int(tree.bound[row])
    if bound == LOWER:
        return limit_of(tree, row, "beta")
    if bound == UPPER:
        return limit_of(tree, row, "alpha")
    return None


# -- in words ---------------------------------------------------------------------------------------------------------


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


def cut_comparison(tree: SearchTree, maximizing: bool, value: int, end: int) -> str:
    """The comparison that ends the search of a node: "−34 ≤ −32: cut off"."""
    sign = "≥" if maximizing else "≤"
    return f"{short_value(tree, value)} {sign} {short_value(tree, end)}: cut off"


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


# -- a whole node -----------------------------------------------------------------------------------------------------


def window_text(tree: SearchTree, row: int) -> tuple[str, str]:
    """Alpha and beta on entry as text; open ends are "−∞" and "+∞"."""
    alpha = int(tree.alpha[row])
    beta = int(tree.beta[row])
    alpha_text = "−∞" if alpha <= -INFINITY else short_value(tree, alpha)
    beta_text = "+∞" if beta >= INFINITY else short_value(tree, beta)
    return alpha_text, beta_text


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
