"""A moment of a replayed search in words, and its update as an expression; values are for MAX.  Imports the replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from c4.game.rules import count
from c4.game.values import INFINITY
from c4.tree.explain import line_text, row_text, short
from c4.tree.replay import CUT, ENTER, SKIP, Frame, Moment, Replay
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
)


def points_text(tree: SearchTree, points: int | None) -> str:
    """A value or an end of a window: "−∞", "3"; "–" when it is not known yet."""
    if points is None:
        return "–"
    return ("+∞" if points > 0 else "−∞") if abs(points) >= INFINITY else short(tree, points)


def headline(replay: Replay, moment: Moment) -> str:
    """What happened, in one sentence."""
    tree, row = replay.tree, moment.row
    line = line_text(tree, row)
    side = "MAX" if tree.is_max(row) else "MIN"
    if moment.sort == ENTER:
        return _entered(tree, row, line, side)
    if moment.sort in (CUT, SKIP):
        skipped = sum(tree.kind[child] == PRUNED for child in tree.children(row))
        why = "pruned" if moment.sort == CUT else "never searched, because the opponent wins after it"
        return f"{side} at {line}: {count(skipped, 'reply', 'replies')} {why}."
    text = row_text(tree, row)
    if row == 0:
        return f"The search ends: the root is worth {text}."
    parent = int(tree.parent[row])
    receiver = f"{'MAX' if tree.is_max(parent) else 'MIN'} at {line_text(tree, parent)}"
    what = "Passing" if tree.move[row] == NO_MOVE else f"Reply {int(tree.move[row]) + 1}"
    return f"{what} returns {text} to {receiver}."


def _entered(tree: SearchTree, row: int, line: str, side: str) -> str:
    note, kind = int(tree.note[row]), int(tree.kind[row])
    look = {NULL: " by a null move", REDUCED: " one ply less deep", RESEARCH: " again"}
    how = "".join(words for bit, words in look.items() if note & bit)
    if kind == INTERIOR:
        left = int(tree.left_out[row])
        missing = f" {count(left, 'node')} below not recorded." if left else ""
        turn = f" in the iteration of depth {tree.depth}" if row == 0 and tree.algorithm == "engine" else ""
        return f"The search enters {line}{how}{turn}: {side} to move.{missing}"
    ends = {
        HORIZON: "horizon, evaluated as",
        TERMINAL: "game over, value",
        TABLE: "table hit,",
        THREAT: "threats decide,",
    }
    return f"The search enters {line}{how}: {ends[kind]} {row_text(tree, row)}."


def expression(replay: Replay, moment: Moment) -> str:
    """The update with its numbers, "alpha = max(−2, 3) = 3"; where a node is entered, its window."""
    tree, row = replay.tree, moment.row

    def said(points: int | None) -> str:
        return points_text(tree, points)

    if moment.sort == ENTER:
        if tree.algorithm == "minimax":
            return "plain minimax: no window"
        return f"window: alpha = {said(int(tree.alpha[row]))}, beta = {said(int(tree.beta[row]))}"
    if moment.before is None:
        return f"value = {said(int(tree.value[row]))}"
    before, now = moment.before, moment.frames[-1]
    maximizing = tree.is_max(now.row)
    if moment.sort == CUT:
        return f"alpha = {said(now.alpha)} ≥ beta = {said(now.beta)}: cutoff"
    if moment.sort == SKIP:
        return f"best = {said(now.best)}"
    value = int(tree.value[row])
    if not replay.counts(row):
        if tree.move[row] == NO_MOVE:
            return f"{said(value)} is not enough for a cutoff: the replies are searched"
        end = "alpha" if maximizing else "beta"
        return f"{said(value)} beats {end} = {said(now.alpha if maximizing else now.beta)}: the reply is searched again"
    return "; ".join(_updates(tree, before, now, value, maximizing, said))


def _updates(
    tree: SearchTree, before: Frame, now: Frame, value: int, maximizing: bool, said: Callable[[int | None], str]
) -> list[str]:
    name, sign = ("max", -1) if maximizing else ("min", 1)
    old = sign * INFINITY if before.best is None else before.best
    best = f"best = {name}({said(old)}, {said(value)}) = {said(now.best)}"
    if tree.algorithm == "minimax":
        return [best]
    end, was, after = ("alpha", before.alpha, now.alpha) if maximizing else ("beta", before.beta, now.beta)
    updates = [f"{end} = {name}({said(was)}, {said(value)}) = {said(after)}"]
    if now.best != after:  # the bound from above is better than anything found here
        updates.append(best)
    return updates


def frame_text(tree: SearchTree, frame: Frame) -> str:
    """The label of a node on the path: "α −2  β +∞"; in plain minimax the best value so far."""
    if tree.algorithm == "minimax":
        return f"best {points_text(tree, frame.best)}"
    return f"α {points_text(tree, frame.alpha)}  β {points_text(tree, frame.beta)}"


def condition_text(tree: SearchTree, frame: Frame) -> str:
    """What would end the search of a node early: "prunes as soon as a reply is ≤ 3"; "" where nothing would."""
    maximizing = tree.is_max(frame.row)
    end = frame.beta if maximizing else frame.alpha
    if tree.algorithm == "minimax" or abs(end) >= INFINITY or tree.kind[frame.row] != INTERIOR:
        return ""
    return f"prunes as soon as a reply is {'≥' if maximizing else '≤'} {points_text(tree, end)}"


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
    if event >= replay.leave[row] or (
        event >= replay.enter[row] and tree.kind[row] != INTERIOR and tree.size[row] == 1
    ):
        return None
    if event < replay.enter[row]:
        return SoFar("not known yet", None, "The search has not reached this node yet.")
    frame = replay.frame(row, event)
    window = points_text(tree, frame.alpha), points_text(tree, frame.beta)
    returned = sum(replay.leave[child] <= event and tree.kind[child] != PRUNED for child in tree.children(row))
    condition = condition_text(tree, frame)
    until = f" It {condition}." if condition else ""
    if frame.best is None:
        which = "no reply that counts" if returned else "no reply"
        return SoFar("not known yet", window, f"This node is being searched: {which} has returned yet.{until}")
    side, best = "MAX" if tree.is_max(row) else "MIN", points_text(tree, frame.best)
    replies = f"{count(returned, 'reply has', 'replies have')} returned"
    return SoFar(
        f"{best} so far",
        window,
        f"This node is being searched: {replies}, and the best for {side} so far is {best}.{until}",
    )
