"""Playback: the recorded search as it happened, at one of its events, and what the search knew then.

While it is open, the tree grows as the search enters nodes, and what is unfolded follows the node being searched.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from c4.game.values import EXACT, LOWER, UPPER, WIN_FLOOR
from c4.text import pluralise
from c4.tree.cutoff_words import cut_in_short
from c4.tree.playback_words import SoFar, condition_of, expression, headline, so_far
from c4.tree.replay import CUT, RETURN, SKIP, Frame, Moment, Replay
from c4.tree.searchtree import INTERIOR, PRUNED, SearchTree
from c4.tree.simulation_replay import SimulationMoment, SimulationReplay
from visualizer.state.tree.view import NODE, STUB, Folding, Glyph, GlyphData, Key, TreeView
from visualizer.state.tree.wording import NOT_YET_TRIED, SIDES, Phrase, points_in, value_at, window_end, window_phrase

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Events a second."""

FIRST_SPEED = 10

UNKNOWN = "…"
"""In a node of which nothing is proven yet."""


NOTHING_UNFOLDED = Folding()

KEYS = "Shift with an arrow key steps, Ctrl+Space plays, K or Esc ends it."
"""What can be done in a playback."""


@dataclass(frozen=True, eq=False)
class Playback:
    """A playback at one moment; its methods return another one.

    replay      the events of the tree; None while the playback is closed
    moment      the event that is shown; None while it is closed
    frontier    the number of rows that the search has entered or skipped: they are the first ones
    speed       events a second
    playing     whether it runs by itself
    started     when it began to run at this speed, in seconds of the clock of `time.monotonic`
    first       the event at which it began
    moved       when the event that is shown was reached, on the same clock
    unfolded    what was unfolded when it was opened
    """

    replay: Replay | None = None
    moment: Moment | None = None
    frontier: int = 0
    speed: int = FIRST_SPEED
    playing: bool = False
    started: float = 0.0
    first: int = 0
    moved: float = 0.0
    unfolded: Folding = NOTHING_UNFOLDED

    # -- opening, moving, playing -------------------------------------------------------------------------------------

    def opened(self, tree: SearchTree, unfolded: Folding) -> Playback:
        """The playback of a tree, before its first event has been shown."""
        return replace(self, replay=Replay(tree), unfolded=unfolded)

    def closed(self) -> Playback:
        """No playback; the next one has the same speed."""
        return Playback(speed=self.speed)

    def at(self, event: int, now: float) -> Playback:
        """The playback right after an event, or at the first or the last one."""
        if self.replay is None:
            return self
        moment = self.replay.moment(min(max(event, 0), self.last))
        wanted = np.int32(moment.event)  # of the type of the array, which is copied otherwise
        frontier = int(np.searchsorted(self.replay.enter, wanted, side="right"))
        return replace(self, moment=moment, frontier=frontier, moved=now)

    def running(self, now: float) -> Playback:
        """The same playback, which runs from now on."""
        return replace(self, playing=True, started=now, first=self.event)

    def paused(self) -> Playback:
        """The same playback, which rests."""
        return replace(self, playing=False)

    def with_speed(self, speed: int, now: float) -> Playback:
        """The same playback at another speed, in events a second."""
        return replace(self, speed=min(max(speed, SPEEDS[0]), SPEEDS[-1]), started=now, first=self.event)

    def due(self, now: float) -> int:
        """The event that is to be shown now while it runs."""
        return min(self.first + int((now - self.started) * self.speed), self.last)

    # -- where it is --------------------------------------------------------------------------------------------------

    @property
    def steps(self) -> Replay | SimulationReplay | None:
        """The events, for stepping; None while it is closed."""
        return self.replay

    @property
    def shown(self) -> Moment | SimulationMoment | None:
        """The moment that is shown; None while it is closed."""
        return self.moment

    @property
    def is_open(self) -> bool:
        """Whether a search is being played back."""
        return self.replay is not None

    @property
    def event(self) -> int:
        """The number of the event shown, 0 before the first."""
        return 0 if self.moment is None else self.moment.event

    @property
    def last(self) -> int:
        """The number of the last event."""
        return 0 if self.replay is None else len(self.replay) - 1

    def place(self) -> str:
        """Where it is: "event 12 of 1,000"."""
        return f"event {self.event + 1:,} of {self.last + 1:,}"

    def status(self) -> str:
        """What the status line says: where it is, and what ends it."""
        return f"Playback: {self.place()}. {KEYS}"

    def phases(self) -> tuple[str, ...]:
        """The names of the phases of a simulation; none in other searches."""
        return ()

    def phase(self) -> int:
        """Which of them is shown, from 0."""
        return 0

    def header(self, sides: tuple[str, str] = SIDES) -> str:
        """What the tree is at this moment, in place of what it is in the end; "" for nothing else."""
        return ""

    def choice(self, with_visits: bool = True) -> str:
        """Which move simulations would choose at this moment; "" for other searches, whose values say it."""
        return ""

    def last_ply(self) -> int | None:
        """The deepest ply for which there has to be room; None while it is closed."""
        return None if self.replay is None else self.replay.tree.last_ply

    def subject(self, row: int) -> tuple[SearchTree, int] | None:
        """The tree of this moment and the place of a row in it, where the card is about that and not the whole tree."""
        return None

    def headline(self, sides: tuple[str, str] = SIDES) -> str:
        """What has happened, in words; "" while it is closed.

        The events of alpha-beta speak of MAX and MIN, as the textbook does; playbacks of simulations use `sides`, the
        names of MAX and MIN.
        """
        if self.replay is None or self.moment is None:
            return ""
        return headline(self.replay, self.moment)

    def expression(self, sides: tuple[str, str] = SIDES) -> str:
        """What this has changed at the parent; "" while it is closed.  `sides` are the names of MAX and MIN."""
        if self.replay is None or self.moment is None:
            return ""
        why = cut_in_short(self.replay.tree, self.moment.row, sides, names_bound=True) if self.prunes else ""
        return why or expression(self.replay, self.moment)

    @property
    def prunes(self) -> bool:
        """Whether the event is that replies are pruned."""
        return self.moment is not None and self.moment.sort == CUT

    def path(self) -> list[int]:
        """The rows on the path to the node that the event is about, including this one."""
        if self.moment is None:
            return []
        rows = [frame.row for frame in self.moment.frames]
        return rows if self.moment.row in rows else [*rows, self.moment.row]

    @property
    def current(self) -> int | None:
        """The row that the event is about; None while it is closed."""
        return None if self.shown is None else self.shown.row

    def notes(self, sides: tuple[str, str] = SIDES) -> dict[int, str]:
        """What is said about rows beside them; nothing in alpha-beta, where it is in the nodes and below them."""
        return {}

    @cached_property
    def windows(self) -> dict[int, Phrase]:
        """The windows of the inner nodes on the path as they are now, by row; those of minimax are best values."""
        if self.moment is None or self.replay is None:
            return {}
        tree = self.replay.tree
        frames = [frame for frame in self._open_frames if not self._is_evaluated(frame.row)]
        if tree.algorithm == "minimax":
            return {frame.row: ("best ", window_end(tree, frame.best)) for frame in frames}
        return {frame.row: window_phrase(tree, frame.row, frame.alpha, frame.beta) for frame in frames}

    @property
    def _open_frames(self) -> tuple[Frame, ...]:
        """What is known at the nodes that are shown as being searched: a node that has just returned after a cut is still
        shown as it was then.
        """
        if self.moment is None or self.replay is None:
            return ()
        if self._returns_after_cut:
            return self.replay.moment(self.moment.event - 1).frames
        return self.moment.frames

    @property
    def _returns_after_cut(self) -> bool:
        """Whether the moment is that in which a node returns whose last replies were pruned."""
        if self.moment is None or self.replay is None or self.moment.sort != RETURN:
            return False
        return self.replay.sort[self.moment.event - 1] in (CUT, SKIP)

    def condition(self) -> str:
        """When the innermost node will prune, in words; "" where nothing does, and once it prunes."""
        if self.moment is None or self.replay is None or not self.moment.frames or self.prunes:
            return ""
        return condition_of(self.replay.tree, self.moment.frames[-1]).text

    def best_replies(self) -> dict[int, int]:
        """The best reply so far, by the row of its parent, for all nodes on the path."""
        if self.moment is None or self.replay is None:
            return {}
        if self.knows_best_play:
            line = self.replay.tree.principal_variation()
            return dict(pairwise(line))
        best = {}
        for frame in self.moment.frames:
            reply = self._best_reply(frame)
            if reply is not None:
                best[frame.row] = reply
        return best

    @cached_property
    def best_line(self) -> frozenset[int]:
        """The rows of the best line so far; none while no reply to the root has returned."""
        best = self.best_replies().get(0)
        if best is None or self.replay is None:
            return frozenset()
        return frozenset((0, *self.replay.tree.principal_variation(best)))

    def _best_reply(self, frame: Frame) -> int | None:
        """The first of the best replies that have returned to a node."""
        assert self.replay is not None
        tree = self.replay.tree
        for child in tree.children(frame.row):
            if self.replay.leave[child] > self.event or tree.kind[child] == PRUNED:
                return None
            if tree.value[child] == frame.best and self.replay.counts(child):
                return child
        return None

    def visible_row(self) -> int | None:
        """The row that has to be on screen; where replies are skipped, the first one that was searched."""
        if self.moment is None or self.replay is None:
            return None
        row = self.moment.row
        tree = self.replay.tree
        if self.moment.sort in (CUT, SKIP) or self._returns_after_cut:
            return next((child for child in tree.children(row) if tree.kind[child] != PRUNED), row)
        return row

    # -- what was known when ------------------------------------------------------------------------------------------

    def hides(self, key: Key) -> bool:
        """Whether the search does not know yet what a glyph shows: its value, or that replies are pruned there."""
        if self.replay is None:
            return False
        if isinstance(key, int):
            return bool(self.replay.leave[key] > self.event)
        return key[0] == STUB and self.hides_cut(key[1])

    def hides_cut(self, row: int) -> bool:
        """Whether the search does not know yet that replies are pruned right below a row; without such, its value."""
        if self.replay is None:
            return False
        tree = self.replay.tree
        last = row + int(tree.size[row]) - 1
        pruned = last > row and tree.kind[last] == PRUNED and tree.parent[last] == row
        known_at = self.replay.enter[last] if pruned else self.replay.leave[row]
        return bool(known_at > self.event)

    def cut_event(self, row: int) -> int:
        """The event at which the last replies to a row that was cut are pruned; 0 while it is closed."""
        if self.replay is None:
            return 0
        last = row + int(self.replay.tree.size[row]) - 1
        return int(self.replay.enter[last])

    def to_come(self, view: TreeView, sides: tuple[str, str] = SIDES) -> tuple[tuple[int, str], ...]:
        """How many replies to each node on the path the search has not reached, by the row of the last one that it has:
        "3 Yellow moves not yet tried", which cannot be read as a column.  `sides` are the names of MAX and MIN.
        """
        if self.replay is None or self.moment is None:
            return ()
        texts = []
        for frame in self.moment.frames:
            children = view.children(frame.row)
            reached = [child for child in children if self.replay.enter[child] <= self.event]
            if reached and len(reached) < len(children) and reached[-1] in view.rows:
                mover = sides[0 if view.tree.is_max(frame.row) else 1]
                moves = pluralise(len(children) - len(reached), f"{mover} move")
                texts.append((reached[-1], f"{moves} {NOT_YET_TRIED}"))
        return tuple(texts)

    @property
    def knows_best_play(self) -> bool:
        """Whether the search has ended, so that best play is known; also while nothing is played back."""
        return self.replay is None or self.event == self.last

    def entered(self, glyph: Glyph) -> int:
        """How many of the rows that a glyph stands for the search has entered, or skipped by a cutoff."""
        rows = glyph.hidden or (glyph.row,)
        if self.replay is None:
            return len(rows)
        return sum(bool(self.replay.enter[row] <= self.event) for row in rows)

    def style(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a glyph shows now: nothing that the search does not know yet."""
        if self.replay is None:
            return data
        entered = self.entered(glyph)
        knows_cut = not self.hides_cut(glyph.row)
        value = data.label.value
        if isinstance(glyph.key, int) and self.hides(glyph.key) and value:
            value = self._value_so_far(glyph.row)
        window = self.windows.get(glyph.row, ()) if glyph.sort == NODE else ()
        return data._replace(
            principal=glyph.key in self.best_line,
            invisible=not entered,
            folded=data.folded and self._below(glyph.row) > 1,
            nodes=self._below(glyph.row) if data.folded else data.nodes,
            searched=self._entered_replies(view, glyph.row) if data.searched else 0,
            pruned=data.pruned if knows_cut else 0,
            label=data.label._replace(value=value, reserve=data.label.value, window=window),
        )

    def _value_so_far(self, row: int) -> Phrase:
        """What the replies that have returned to an open node prove of its value, "≤−2 …"; "min(7, −4)" while a leaf below
        it is evaluated, which has not returned yet.

        That MAX wins at most, or MIN at most, says nothing.
        """
        assert self.replay is not None
        tree = self.replay.tree
        if self._is_evaluated(row):
            return (value_at(tree, row),)
        proven = [
            int(tree.value[child])
            for child in tree.children(row)
            if self.replay.leave[child] <= self.event and self._proves(child)
        ]
        if not proven:
            return (UNKNOWN,)
        maximizing = tree.is_max(row)
        best = max(proven) if maximizing else min(proven)
        leaf = self.current
        if leaf is not None and tree.parent[leaf] == row and self._is_evaluated(leaf) and self._proves(leaf):
            better = "max" if maximizing else "min"
            return f"{better}(", points_in(tree, best), ", ", points_in(tree, int(tree.value[leaf])), ")"
        if best <= -WIN_FLOOR if maximizing else best >= WIN_FLOOR:
            return (UNKNOWN,)
        bound = points_in(tree, best, LOWER if maximizing else UPPER)
        return (bound,) if bound.is_won else (bound, f" {UNKNOWN}")

    def _is_evaluated(self, row: int) -> bool:
        """Whether a row is a leaf that has been entered and has not returned its value."""
        assert self.replay is not None
        tree = self.replay.tree
        is_leaf = tree.size[row] == 1 and tree.kind[row] != INTERIOR
        return bool(is_leaf and self.replay.enter[row] <= self.event < self.replay.leave[row])

    def _proves(self, child: int) -> bool:
        """Whether the value of a reply is a bound for its parent."""
        assert self.replay is not None
        tree = self.replay.tree
        parent = int(tree.parent[child])
        good = LOWER if tree.is_max(parent) else UPPER
        return tree.kind[child] != PRUNED and int(tree.bound[child]) in (EXACT, good) and self.replay.counts(child)

    def _entered_replies(self, view: TreeView, row: int) -> int:
        """How many replies to a row the search has entered so far."""
        assert self.replay is not None
        entered = [child for child in view.searched_children(row) if self.replay.enter[child] <= self.event]
        return view.count_replies(entered)

    def _below(self, row: int) -> int:
        """How many nodes the search has visited so far at a row and below it, at most all that it will."""
        assert self.replay is not None
        return max(1, min(self.frontier - row, self.replay.tree.nodes_below(row)))

    def known(self, view: TreeView) -> tuple[object, ...]:
        """What `style` depends on."""
        if self.replay is None:
            return ()
        known: list[object] = [self.event]
        for glyph in view.glyphs:
            below = self._below(glyph.row)
            known.append((self.entered(glyph), self.hides_cut(glyph.row), below > 1, len(str(below))))
        return tuple(known)

    @property
    def so_far_counts(self) -> tuple[int, int] | None:
        """How many nodes the search has entered and how many replies it has pruned; None while it is closed."""
        if self.replay is None:
            return None
        rows = self.frontier
        pruned = int(np.count_nonzero(self.replay.tree.kind[:rows] == PRUNED))
        return rows - pruned, pruned

    def so_far(self, row: int) -> SoFar | None:
        """What the search knows of a row now, while that is not its value yet; None while the playback is closed."""
        return None if self.replay is None else so_far(self.replay, row, self.event)
