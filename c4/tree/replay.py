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

from functools import cached_property
from typing import NamedTuple

import numpy as np

from c4.game.values import WIN_FLOOR
from c4.kernels.jit import kernel, ready
from c4.kernels.kinds import Bytes, Ints32
from c4.tree.searchtree import NO_MOVE, NO_PARENT, PRUNED, Rows, SearchTree, reaches

ENTER, RETURN, CUT, SKIP = range(4)


@kernel
def write_events(rows: Rows, root_is_max: bool, sort: Bytes, row: Ints32, enter: Ints32, leave: Ints32) -> int:
    """Walks the rows once and writes the events (see Replay for the arrays); returns their number."""
    count = 0
    here = NO_PARENT  # the innermost node that has not returned
    for r in range(len(rows)):
        while here != NO_PARENT and r >= here + rows[here].size:
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
        # The first pruned reply of a node is an event, the others belong to the same one.
        if rows[r - 1].kind != PRUNED or rows[r - 1].parent != here:
            node = rows[here]
            is_max = root_is_max == (node.ply % 2 == 0)
            met = node.value >= node.beta if is_max else node.value <= node.alpha
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


def frame_with(tree: SearchTree, row: int, best: int | None) -> Frame:
    """The frame of a node whose best reply so far has this value (for MAX); None: none has returned.

    It narrows the window, but not in plain minimax, which has none.
    """
    alpha = int(tree.alpha[row])
    beta = int(tree.beta[row])
    if best is not None and tree.algorithm != "minimax":
        if tree.is_max(row):
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
    return Frame(row, alpha, beta, best)


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
        values = []
        for child in self.tree.children(node):
            if self.leave[child] > event or tree.kind[child] == PRUNED:
                break
            if self.counts(child):
                values.append(int(tree.value[child]))
        if not values:
            return frame_with(tree, node, None)
        return frame_with(tree, node, max(values) if tree.is_max(node) else min(values))

    def counts(self, child: int) -> bool:
        """Whether a child's value counts for its parent: not if the move is searched again, nor if passing was not
        enough."""
        if self.tree.move[child] == NO_MOVE:
            return self._passing_is_enough(child)
        return not self.looks_again(child)

    def _passing_is_enough(self, child: int) -> bool:
        """Whether the value after a null move cuts the parent off; a won game proves nothing there."""
        tree = self.tree
        parent = int(tree.parent[child])
        value = int(tree.value[child])
        maximizing = tree.is_max(parent)
        end = tree.beta[parent] if maximizing else tree.alpha[parent]
        return reaches(value, int(end), maximizing) and abs(value) < WIN_FLOOR

    def looks_again(self, child: int) -> bool:
        """Whether the next visit after a child's plays the same move again."""
        tree = self.tree
        after = child + int(tree.size[child])
        if after >= len(tree) or tree.parent[after] != tree.parent[child] or tree.move[child] == NO_MOVE:
            return False
        return bool(tree.move[after] == tree.move[child])

    # -- stepping -----------------------------------------------------------------------------------------------------

    def into(self, event: int) -> int:
        """The next event."""
        return min(event + 1, len(self) - 1)

    def back(self, event: int) -> int:
        """The previous event."""
        return max(event - 1, 0)

    def over(self, event: int) -> int:
        """The event where the node just entered returns.  After another event: where the next reply returns, or the
        next event if no reply is left.
        """
        entering = event if self.sort[event] == ENTER else self.into(event)
        if self.sort[entering] != ENTER:
            return entering
        entered = self.row[entering]
        return int(self.leave[entered])

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
