"""Replay: a recorded search as a sequence of events with random access.

    replay = Replay(tree)
    replay.moment(123_456)         what the search knew after that event
    replay.over(123_456)           where "step over" leads

Events lie in four arrays, and every moment is computed from them, so going forward and back gives the same one.

    ENTER row       the node is visited with its window
    RETURN row      its value returns to its parent, which updates its best value and its window
    CUT row         the value so far meets the window: the node's other replies are pruned
    SKIP row        some replies are pruned because they lose at once (engine only)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from c4.game.values import EXACT, INFINITY, LOWER, NO_BOUND, UPPER, WIN_FLOOR
from c4.kernels.jit import kernel, ready
from c4.kernels.kinds import Bytes, Ints32
from c4.text import pluralise
from c4.tree.explain import Limit, cut_comparison, cut_limit, line_text, row_text, short_value
from c4.tree.searchtree import (
    HORIZON,
    INTERIOR,
    NO_MOVE,
    NO_PARENT,
    NULL,
    PRUNED,
    REDUCED,
    RESEARCH,
    TABLE,
    TERMINAL,
    THREAT,
    Rows,
    SearchTree,
    reaches,
)

ENTER, RETURN, CUT, SKIP = range(4)


@kernel
def write_events(rows: Rows, root_is_max: bool, sort: Bytes, row: Ints32, enter: Ints32, leave: Ints32) -> int:
    """Walks the rows once and writes the events (see Replay for the arrays); returns their number."""
    count = 0
    here = -1  # the innermost node that has not returned
    for r in range(len(rows)):
        while here != -1 and r >= here + rows[here].size:
            sort[count] = RETURN
            row[count] = here
            leave[here] = count
            count += 1
            here = rows[here].parent
        if rows[r].kind != PRUNED:
            sort[count] = ENTER
            row[count] = r
            enter[r] = count
            count += 1
            here = r
            continue
        if rows[r - 1].kind != PRUNED or rows[r - 1].parent != here:
            node = rows[here]
            met = node.value >= node.beta if root_is_max == (node.ply % 2 == 0) else node.value <= node.alpha
            sort[count] = CUT if met else SKIP
            row[count] = here
            count += 1
        enter[r] = count - 1
        leave[r] = count - 1
    while here != NO_PARENT:
        sort[count] = RETURN
        row[count] = here
        leave[here] = count
        count += 1
        here = rows[here].parent
    return count


def can_replay() -> bool:
    """Whether a `Replay` can be made at once: its kernel has been compiled, see `ready`."""
    return ready(write_events)


class Frame(NamedTuple):
    """What is known at a node being searched, for MAX.

    alpha, beta     its current window
    best            of the replies that have returned, None before the first
    """

    row: int
    alpha: int
    beta: int
    best: int | None


class Moment(NamedTuple):
    """The search right after an event.

    event       its number, from 0
    sort, row   what happened, and to which node
    frames      the nodes being searched, from the root to the innermost; empty after the last event
    before      of a RETURN: the parent's frame before the update, None for the root; of a CUT or SKIP the node's frame
    """

    event: int
    sort: int
    row: int
    frames: tuple[Frame, ...]
    before: Frame | None

    @property
    def node(self) -> int:
        """The innermost node being searched: the root at the end."""
        return self.frames[-1].row if self.frames else 0


class Replay:
    """The events of a tree.

    sort    uint8 (events,): ENTER, RETURN, CUT or SKIP
    row     int32 (events,): the node it happens to
    enter   int32 (rows,): the event that enters a row; of a pruned row the one that skips it
    leave   int32 (rows,): the event that returns a row's value; of a pruned row the one that skips it
    """

    def __init__(self, tree: SearchTree) -> None:
        self.tree = tree
        most = 2 * len(tree) + 1
        self.sort = np.empty(most, np.uint8)
        self.row = np.empty(most, np.int32)
        self.enter = np.empty(len(tree), np.int32)
        self.leave = np.empty(len(tree), np.int32)
        count = write_events(tree.rows, tree.is_max(0), self.sort, self.row, self.enter, self.leave)
        self.sort.resize(count, refcheck=False)
        self.row.resize(count, refcheck=False)

    def __len__(self) -> int:
        return len(self.sort)

    # -- what was known when ------------------------------------------------------------------------------------------

    def moment(self, event: int) -> Moment:
        """The search right after an event."""
        sort = int(self.sort[event])
        row = int(self.row[event])
        node = int(self.tree.parent[row]) if sort == RETURN else row
        if node == NO_PARENT:
            return Moment(event, sort, row, (), None)
        rows = [*reversed([node, *self.tree.ancestors(node)])]
        frames = tuple(self.frame(one, event) for one in rows)
        before = None if sort == ENTER else self.frame(node, event - 1)
        return Moment(event, sort, row, frames, before)

    def frame(self, node: int, event: int) -> Frame:
        """What is known at a node that has been entered, right after an event."""
        tree = self.tree
        alpha = int(tree.alpha[node])
        beta = int(tree.beta[node])
        maximizing = tree.is_max(node)
        values = []
        for child in self.tree.children(node):
            if self.leave[child] > event or tree.kind[child] == PRUNED:
                break
            if self.counts(child):
                values.append(int(tree.value[child]))
        best = None
        if values:
            best = max(values) if maximizing else min(values)
        if best is not None and tree.algorithm != "minimax":
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
        return Frame(node, alpha, beta, best)

    def counts(self, child: int) -> bool:
        """Whether a child's value counts for its parent: not if the move is searched again, nor if passing was not
        enough."""
        tree = self.tree
        if tree.move[child] == NO_MOVE:
            parent = int(tree.parent[child])
            value = int(tree.value[child])
            maximizing = tree.is_max(parent)
            end = tree.beta[parent] if maximizing else tree.alpha[parent]
            return reaches(value, int(end), maximizing) and abs(value) < WIN_FLOOR
        return not self.looks_again(child)

    def looks_again(self, child: int) -> bool:
        """Whether the next visit after a child's plays the same move again."""
        tree = self.tree
        after = child + int(self.tree.size[child])
        return bool(
            after < len(tree)
            and tree.parent[after] == tree.parent[child]
            and tree.move[after] == tree.move[child] != NO_MOVE
        )

    # -- stepping -----------------------------------------------------------------------------------------------------

    def into(self, event: int) -> int:
        """The next event."""
        return min(event + 1, len(self) - 1)

    def back(self, event: int) -> int:
        """The previous event."""
        return max(event - 1, 0)

    def over(self, event: int) -> int:
        """The event where the node just entered returns; otherwise the end of the next reply, or the next event if none
        is left."""
        following = event if self.sort[event] == ENTER else self.into(event)
        if self.sort[following] != ENTER:
            return following
        return int(self.leave[self.row[following]])

    def out(self, event: int) -> int:
        """The event where the parent of the node returns."""
        row = int(self.row[event])
        if self.sort[event] in (ENTER, RETURN):
            row = max(int(self.tree.parent[row]), 0)
        return int(self.leave[row])

    def to_row(self, row: int) -> int:
        """The event where a row is entered, or skipped."""
        return int(self.enter[row])

    @cached_property
    def cuts(self) -> np.ndarray:
        """int64 (cutoffs,): the events that are cutoffs, in order."""
        return np.flatnonzero(self.sort == CUT)

    def next_cut(self, event: int) -> int | None:
        """The next cutoff after an event, None if there is none."""
        place = int(np.searchsorted(self.cuts, event, side="right"))
        return int(self.cuts[place]) if place < len(self.cuts) else None


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
    line = line_text(tree, row)
    side = "MAX" if tree.is_max(row) else "MIN"
    if moment.sort == ENTER:
        return _entered(tree, row, line, side)
    if moment.sort in (CUT, SKIP):
        skipped = sum(tree.kind[child] == PRUNED for child in tree.children(row))
        why = "pruned" if moment.sort == CUT else "never searched, because the opponent wins after it"
        return f"{side} at {line}: {pluralise(skipped, 'reply', 'replies')} {why}."
    text = row_text(tree, row)
    if row == 0:
        return f"The search ends: the root is worth {text}."
    parent = int(tree.parent[row])
    receiver = f"{'MAX' if tree.is_max(parent) else 'MIN'} at {line_text(tree, parent)}"
    what = "Passing" if tree.move[row] == NO_MOVE else f"Reply {int(tree.move[row]) + 1}"
    return f"{what} returns {text} to {receiver}."


def _entered(tree: SearchTree, row: int, line: str, side: str) -> str:
    note = int(tree.note[row])
    kind = int(tree.kind[row])
    look = {NULL: " by a null move", REDUCED: " one ply less deep", RESEARCH: " again"}
    how = "".join(words for bit, words in look.items() if note & bit)
    if kind == INTERIOR:
        left = int(tree.left_out[row])
        missing = f" {pluralise(left, 'node')} below not recorded." if left else ""
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
        reached = int(tree.beta[row] if maximizing else tree.alpha[row])
        return cut_comparison(tree, maximizing, int(tree.value[row]), reached)
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


def frame_text(tree: SearchTree, frame: Frame) -> str:
    """The label of a node on the path: "α −2  β +∞"; in plain minimax the best value so far."""
    if tree.algorithm == "minimax":
        return f"best {points_text(tree, frame.best)}"
    return f"α {points_text(tree, frame.alpha)}  β {points_text(tree, frame.beta)}"


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


NO_VALUE_YET = -(1 << 31)
"""In the tree of a running search, the value of an open row of which nothing is known is this plus its number: no two rows
have the same, so none of them looks like the best reply of another."""


class Partial(NamedTuple):
    """A running search: its tree so far, and the rows of the nodes it was in, from the root on; none where the tree is
    that of a finished iteration.
    """

    tree: SearchTree
    open: tuple[int, ...]


def partial(tree: SearchTree, used: int, most: int) -> Partial | None:
    """The tree so far; None while there is next to nothing.

    `tree.rows` is the full array that is being written, `used` how many of its rows were started; at most `most` of
    them are used.  The last two may be half written and are left out.
    """
    end = min(used - 2, most)
    if end < 2:
        return None
    rows = tree.rows[:end].copy()
    above = []
    row = int(tree.rows["parent"][end])
    while row != NO_PARENT:
        above.append(row)
        row = int(rows["parent"][row])
    inside = replace(tree, rows=rows)
    rows["kind"][above] = INTERIOR
    rows["size"][above] = end - np.array(above)
    rows["left_out"][above] = 0
    rows["left_out_high"][above] = 0
    for row in above:
        value, bound = _bound_from_replies(inside, row)
        if bound == NO_BOUND:
            value = NO_VALUE_YET + row
        rows["value"][row] = value
        rows["bound"][row] = bound
    return Partial(inside, tuple(reversed(above)))


def _bound_from_replies(tree: SearchTree, row: int) -> tuple[int, int]:
    """What the replies prove of an open node: a lower bound for MAX, an upper one for MIN; NO_BOUND for nothing."""
    maximizing = tree.is_max(row)
    bound = LOWER if maximizing else UPPER
    values = [
        int(tree.value[child])
        for child in tree.children(row)
        if tree.kind[child] != PRUNED and tree.bound[child] in (EXACT, bound)
    ]
    if not values:
        return 0, NO_BOUND
    return max(values) if maximizing else min(values), bound


def known(part: Partial, row: int) -> SoFar | None:
    """What a running search knows of a node it is in, and when it would prune; None for the others, which are done."""
    tree = part.tree
    if row not in part.open:
        return None
    maximizing = tree.is_max(row)
    alpha = int(tree.alpha[row])
    beta = int(tree.beta[row])
    best = int(tree.value[row]) if tree.bound[row] != NO_BOUND else None
    if best is not None and maximizing:
        alpha = max(alpha, best)
    elif best is not None:
        beta = min(beta, best)
    frame = Frame(row, alpha, beta, best)
    until = condition_of(tree, frame).sentence
    so_far = "not known yet" if best is None else f"{short_value(tree, best)} so far"
    window = points_text(tree, alpha), points_text(tree, beta)
    return SoFar(so_far, window, f"This node is not finished: its value is {so_far}.{until}")
