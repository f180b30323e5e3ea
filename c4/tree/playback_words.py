"""What a playback says at each step: the event in a sentence, the update with its numbers, and what would prune next.

headline        "Reply 3 returns −2 to MAX at 4."
expression      "alpha = max(−2, 3) = 3"
condition_of    "prunes as soon as a reply is ≤ −6 (alpha from column 3)"
so_far, known   what a node was known to be worth at a moment of a playback, or of a search that runs
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from c4.game.values import INFINITY, NO_BOUND
from c4.text import pluralise
from c4.tree.cutoff_words import cut_comparison
from c4.tree.partial import Partial
from c4.tree.reason import Limit, cut_limit
from c4.tree.replay import CUT, ENTER, SKIP, Frame, Moment, Replay, frame_with
from c4.tree.row_words import line_text, row_text, short_value
from c4.tree.searchtree import (
    HORIZON,
    INTERIOR,
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

VISITS = {NULL: " by a null move", REDUCED: " one ply less deep", RESEARCH: " again"}
"""The kinds of visits, by the bit of the note."""

ANSWERS_AT_ONCE = {
    HORIZON: "horizon, evaluated as",
    TERMINAL: "game over, value",
    TABLE: "table hit,",
    THREAT: "threats decide,",
}
"""What gives a row without replies its value, by kind."""


def points_text(tree: SearchTree, points: int | None) -> str:
    """A value or an end of a window: "−∞", "3"; "–" when it is not known yet."""
    if points is None:
        return "–"
    if abs(points) >= INFINITY:
        return "+∞" if points > 0 else "−∞"
    return short_value(tree, points)


def headline(replay: Replay, moment: Moment) -> str:
    """What happened, in one sentence."""
    tree = replay.tree
    row = moment.row
    if moment.sort == ENTER:
        return _entered(tree, row)
    place = f"{_side(tree, row)} at {line_text(tree, row)}"
    if moment.sort in (CUT, SKIP):
        skipped = sum(tree.kind[child] == PRUNED for child in tree.children(row))
        why = "pruned" if moment.sort == CUT else "never searched, because the opponent wins after it"
        return f"{place}: {pluralise(skipped, 'reply', 'replies')} {why}."
    text = row_text(tree, row)
    if row == 0:
        return f"The search ends: the root is worth {text}."
    parent = int(tree.parent[row])
    receiver = f"{_side(tree, parent)} at {line_text(tree, parent)}"
    what = "Passing" if tree.move[row] == NO_MOVE else f"Reply {int(tree.move[row]) + 1}"
    return f"{what} returns {text} to {receiver}."


def _side(tree: SearchTree, row: int) -> str:
    """Who is to move at a row: "MAX" or "MIN"."""
    return "MAX" if tree.is_max(row) else "MIN"


def _entered(tree: SearchTree, row: int) -> str:
    """That a node is entered, by which kind of visit, and what becomes of it if that is already sure."""
    note = int(tree.note[row])
    kind = int(tree.kind[row])
    visit = "".join(words for bit, words in VISITS.items() if note & bit)
    enters = f"The search enters {line_text(tree, row)}{visit}"
    if kind != INTERIOR:
        return f"{enters}: {ANSWERS_AT_ONCE[kind]} {row_text(tree, row)}."
    iteration = f" in the iteration of depth {tree.depth}" if row == 0 and tree.algorithm == "engine" else ""
    left = int(tree.left_out[row])
    missing = f" {pluralise(left, 'node')} below not recorded." if left else ""
    return f"{enters}{iteration}: {_side(tree, row)} to move.{missing}"


def expression(replay: Replay, moment: Moment) -> str:
    """The update with its numbers, "alpha = max(−2, 3) = 3"; where a node is entered, its window."""
    tree = replay.tree
    row = moment.row

    def text_of(points: int | None) -> str:
        return points_text(tree, points)

    if moment.sort == ENTER:
        if tree.algorithm == "minimax":
            return "plain minimax: no window"
        return f"window: alpha = {text_of(int(tree.alpha[row]))}, beta = {text_of(int(tree.beta[row]))}"
    if moment.before is None:
        return f"value = {text_of(int(tree.value[row]))}"
    before = moment.before
    now = moment.frames[-1]
    maximizing = tree.is_max(now.row)
    if moment.sort == CUT:
        reached = tree.beta[row] if maximizing else tree.alpha[row]
        return cut_comparison(tree, maximizing, int(tree.value[row]), int(reached))
    if moment.sort == SKIP:
        return f"best = {text_of(now.best)}"
    value = int(tree.value[row])
    if not replay.counts(row):
        if tree.move[row] == NO_MOVE:
            return f"{text_of(value)} is not enough for a cutoff: the replies are searched"
        window = f"alpha = {text_of(now.alpha)}" if maximizing else f"beta = {text_of(now.beta)}"
        return f"{text_of(value)} beats {window}: the reply is searched again"
    return "; ".join(_updates(tree, before, now, value, maximizing, text_of))


def _updates(
    tree: SearchTree, before: Frame, now: Frame, value: int, maximizing: bool, text_of: Callable[[int | None], str]
) -> list[str]:
    """The assignments that a returned value leads to: "alpha = max(2, 5) = 5", "best = max(2, 5) = 5"."""
    name = "max" if maximizing else "min"
    worst = -INFINITY if maximizing else INFINITY
    best_before = worst if before.best is None else before.best
    best = f"best = {name}({text_of(best_before)}, {text_of(value)}) = {text_of(now.best)}"
    if tree.algorithm == "minimax":
        return [best]
    end = "alpha" if maximizing else "beta"
    end_before = before.alpha if maximizing else before.beta
    end_after = now.alpha if maximizing else now.beta
    updates = [f"{end} = {name}({text_of(end_before)}, {text_of(value)}) = {text_of(end_after)}"]
    if now.best != end_after:  # the bound from above is better than any reply here
        updates.append(best)
    return updates


class CutCondition(NamedTuple):
    """What ends the search of a node early, in words; `holds`: it has ended it."""

    text: str
    holds: bool

    @property
    def sentence(self) -> str:
        """The same as a sentence that follows another, with a blank in front; "" where there is no condition."""
        if not self.text:
            return ""
        return f" {self.text}." if self.holds else f" It {self.text}."


def condition_of(tree: SearchTree, frame: Frame) -> CutCondition:
    """What ends the search of a node early, and the node that set this bound: "prunes as soon as a reply is ≤ 3 (alpha
    from column 4)", "2 ≤ 3: cut off" once one is; "" where nothing does.
    """
    maximizing = tree.is_max(frame.row)
    limit = cut_limit(tree, frame.row)
    if limit is None:
        return CutCondition("", False)
    if frame.best is not None and reaches(frame.best, limit.points, maximizing):
        return CutCondition(cut_comparison(tree, maximizing, frame.best, limit.points), True)
    sign = "≥" if maximizing else "≤"
    text = f"prunes as soon as a reply is {sign} {points_text(tree, limit.points)} ({origin_text(tree, limit)})"
    return CutCondition(text, False)


def origin_text(tree: SearchTree, limit: Limit) -> str:
    """Where an end of a window comes from, in a few words: "alpha from column 4", "beta of a null window"."""
    if limit.asked:
        return f"{limit.side} of a null window"
    if limit.ancestor is None:
        return f"{limit.side} of the whole search"
    if limit.holder is None:
        return f"{limit.side} from {line_text(tree, limit.ancestor)}"
    column = "column " if limit.ancestor == 0 else ""
    return f"{limit.side} from {column}{line_text(tree, limit.holder)}"


class SoFar(NamedTuple):
    """What the search knew of a node before it had a value.

    value       "3 so far", "not known yet"
    window      alpha and beta at that moment; None for a node not yet entered
    story       the same in a sentence
    """

    value: str
    window: tuple[str, str] | None
    story: str


def so_far(replay: Replay, row: int, event: int) -> SoFar | None:
    """What was known of a row right after an event; None once its value was known.

    The value of a row without replies is known as soon as it is entered.
    """
    tree = replay.tree
    was_entered = event >= replay.enter[row]
    is_leaf = tree.kind[row] != INTERIOR and tree.size[row] == 1
    if event >= replay.leave[row] or (was_entered and is_leaf):
        return None
    if not was_entered:
        return SoFar("not known yet", None, "The search has not reached this node yet.")
    frame = replay.frame(row, event)
    window = points_text(tree, frame.alpha), points_text(tree, frame.beta)
    returned = sum(replay.leave[child] <= event and tree.kind[child] != PRUNED for child in tree.children(row))
    until = condition_of(tree, frame).sentence
    if frame.best is None:
        which = "no reply that counts" if returned else "no reply"
        return SoFar("not known yet", window, f"This node is being searched: {which} has returned yet.{until}")
    side = "MAX" if tree.is_max(row) else "MIN"
    best = points_text(tree, frame.best)
    replies = f"{pluralise(returned, 'reply has', 'replies have')} returned"
    return SoFar(
        f"{best} so far",
        window,
        f"This node is being searched: {replies}, and the best for {side} so far is {best}.{until}",
    )


def known(part: Partial, row: int) -> SoFar | None:
    """What a running search knows of a node it is in, and when it would prune; None for the others, which are done."""
    tree = part.tree
    if row not in part.open:
        return None
    best = int(tree.value[row]) if tree.bound[row] != NO_BOUND else None
    frame = frame_with(tree, row, best)
    until = condition_of(tree, frame).sentence
    value = "not known yet" if best is None else f"{short_value(tree, best)} so far"
    window = points_text(tree, frame.alpha), points_text(tree, frame.beta)
    return SoFar(value, window, f"This node is not finished: its value is {value}.{until}")
