"""Playback: the recorded search as it happened, in steps, at a speed, or at any event.  Imports the replay; no Tk.

While it is open, values that the search did not know yet are hidden, and what is unfolded follows the node being
searched.  Time comes from `tick`, which the bar in the window calls (`visualizer.tree.bar`).
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from c4.search.fixed_depth import ALGORITHMS
from c4.tree.narrate import SoFar, condition_text, frame_text, so_far
from c4.tree.replay import CUT, ENTER, RETURN, SKIP, Moment, Replay
from c4.tree.searchtree import PRUNED, Grafted, SearchTree
from visualizer.tree.facts import Facts
from visualizer.tree.view import REST, STUB, Glyph, Key, TreeView

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Events a second."""


class Playback:
    """The playback of a tree.

    tree        what there is to play back, None for nothing
    on_moment   called with the moment that is shown now; with None when the playback has been closed
    told        called after `on_moment`, and when it starts to play, pauses or changes its speed
    open_part   called with a row whose inside is not recorded, before it is stepped into; None where that cannot be
                done
    """

    def __init__(self, follow: Callable[[], object], say: Callable[[str], object]) -> None:
        self._follow, self._say = follow, say
        self.tree: SearchTree | None = None
        self.selected: int | None = None
        self.open_part: Callable[[int], object] | None = None
        self.on_moment: Callable[[Moment | None], object] | None = None
        self.told: Callable[[], object] = lambda: None
        self.replay: Replay | None = None
        self.moment: Moment | None = None
        self.speed = 10
        self.playing = False
        self._since, self._from = 0.0, 0

    # -- opening and closing ------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether a search is being played back."""
        return self.replay is not None

    @property
    def event(self) -> int:
        """The number of the event shown, 0 before the first."""
        return self.moment.event if self.moment else 0

    @property
    def last(self) -> int:
        """The number of the last event."""
        return len(self.replay) - 1 if self.replay else 0

    def show(self, tree: SearchTree | None) -> None:
        """Another tree, or none: what was played back ends."""
        self.close()
        self.tree = tree

    def open(self) -> None:
        """Begins at the first event."""
        if self.tree is not None and not self.is_open:
            self.replay = Replay(self.tree)
            self.seek(0)

    def close(self) -> None:
        """Ends it: the tree shows all its values again."""
        if self.is_open:
            self.moment = None  # nothing more is told of it
            self.pause()
            self.replay = None
            self._shown()

    def switch(self) -> None:
        """Opens the playback, or closes it."""
        if self.is_open:
            self.close()
        else:
            self.open()

    def grown(self, grafted: Grafted) -> None:
        """Goes on in the tree in which a part has been recorded, at the same event."""
        self.tree, before = grafted.tree, self.moment
        if self.replay is None or before is None:
            return
        old, new, row = self.replay, Replay(grafted.tree), before.row
        if before.sort in (CUT, SKIP):
            row = next(child for child in old.tree.children(row) if old.tree.kind[child] == PRUNED)
        there = int(grafted.moved[row])
        self.replay = new
        self.seek(int(new.leave[there] if before.sort == RETURN else new.enter[there]))

    # -- moving -------------------------------------------------------------------------------------------------------

    def seek(self, event: int) -> None:
        """Shows the search right after an event."""
        if self.replay is not None:
            self.moment = self.replay.moment(min(max(event, 0), self.last))
            self._shown()

    def _shown(self) -> None:
        self._follow()
        if self.on_moment is not None:
            self.on_moment(self.moment)
        self.told()

    def _step(self, where: Callable[[Replay, int], int | None]) -> None:
        """One step of a person's: opens the playback if need be, and pauses it."""
        if self.replay is None:
            self.open()
            return
        self.pause()
        event = where(self.replay, self.event)
        if event is not None:
            self.seek(event)

    def into(self) -> None:
        """The next event; a node whose inside was left out is asked for, so that the step after leads into it."""
        tree, moment = self.tree, self.moment
        if (
            tree is not None
            and moment is not None
            and moment.sort == ENTER
            and tree.left_out[moment.row]
            and self.open_part is not None
            and tree.algorithm in ALGORITHMS
        ):
            self.pause()
            self.open_part(moment.row)
        else:
            self._step(Replay.into)

    def back(self) -> None:
        """To the previous event."""
        self._step(Replay.back)

    def over(self) -> None:
        """To the event where the node just entered returns, see `Replay.over`."""
        self._step(Replay.over)

    def out(self) -> None:
        """To the event where the parent of the node returns."""
        self._step(Replay.out)

    def to_row(self, row: int) -> None:
        """Runs to where a row is entered."""
        self.open()
        if self.replay is not None:
            self.pause()
            self.seek(self.replay.to_row(row))

    def to_selected(self) -> None:
        """Runs to where the selected node is entered."""
        if self.selected is not None:
            self.to_row(self.selected)

    def to_cut(self) -> None:
        """Runs to the next cutoff."""
        self.open()
        if self.replay is not None:
            event = self.replay.next_cut(self.event)
            self._step(lambda *_: event)
            if event is None:
                self._say("no cutoff follows" if len(self.replay.cuts) else "this search has no cutoffs")

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays, or pauses; from the beginning once the end is reached."""
        if self.playing:
            self.pause()
            return
        self.open()
        if self.is_open:
            if self.event == self.last:
                self.seek(0)
            self._since, self._from = perf_counter(), self.event
            self.playing = True
            self.told()

    def pause(self) -> None:
        """Stops playing; the event stays on screen."""
        if self.playing:
            self.playing = False
            if self.on_moment is not None and self.moment is not None:
                self.on_moment(self.moment)
            self.told()

    def set_speed(self, speed: int) -> None:
        """Events a second."""
        self.speed = min(max(speed, SPEEDS[0]), SPEEDS[-1])
        self._since, self._from = perf_counter(), self.event
        self.told()

    def faster(self) -> None:
        """The next higher speed, if there is one."""
        self.set_speed(next((speed for speed in SPEEDS if speed > self.speed), self.speed))

    def slower(self) -> None:
        """The next lower speed, if there is one."""
        self.set_speed(next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed))

    def tick(self) -> None:
        """Shows the event that is due; pauses at the last one."""
        if not self.playing:
            return
        due = min(self._from + int((perf_counter() - self._since) * self.speed), self.last)
        if due > self.event:
            self.seek(due)
        if self.event == self.last:
            self.pause()

    # -- what was known when ------------------------------------------------------------------------------------------

    def hides(self, key: Key | None) -> bool:
        """Whether the search does not know yet what stands at a glyph: its value, or that replies are pruned there."""
        if self.replay is None or key is None:
            return False
        if isinstance(key, int):
            return bool(self.replay.leave[key] > self.event)
        sort, row = key
        if sort == REST:
            return False
        assert sort == STUB
        return self._cut_at(self.replay, row) > self.event

    def hides_cut(self, row: int) -> bool:
        """Whether the search does not know yet that replies are pruned below a row."""
        return self.replay is not None and self._cut_at(self.replay, row) > self.event

    @staticmethod
    def _cut_at(replay: Replay, row: int) -> int:
        """The event at which replies of a row were pruned; the one that returns it where none were."""
        last = row + int(replay.tree.size[row]) - 1
        pruned = last > row and replay.tree.kind[last] == PRUNED and replay.tree.parent[last] == row
        return int(replay.enter[last] if pruned else replay.leave[row])

    @property
    def knows_best_play(self) -> bool:
        """Whether the search has ended, so that its best line is known; also while nothing is played back."""
        return self.replay is None or self.event == self.last

    def veil(self, view: TreeView, glyph: Glyph, facts: Facts) -> Facts:
        """What a glyph shows at this moment: no best line, no pruned reply and no cut that the search did not know."""
        if self.replay is None:
            return facts
        unseen = facts.pruned and self.hides(glyph.key)
        principal = facts.principal and self.knows_best_play
        return facts._replace(principal=principal, unseen=unseen, cut=facts.cut and not self.hides_cut(glyph.row))

    def known(self, view: TreeView) -> tuple[bool, frozenset[Key]]:
        """What `veil` depends on: whether the best line is known, and where pruned replies on screen are not."""
        hidden = (
            glyph.key
            for glyph in view.glyphs
            if glyph.sort != REST and (glyph.sort == STUB or view.is_pruned(glyph.row)) and self.hides(glyph.key)
        )
        uncut = (glyph.row for glyph in view.glyphs if view.is_folded(glyph.row) and self.hides_cut(glyph.row))
        return self.knows_best_play, frozenset((*hidden, *uncut))

    def so_far(self, row: int) -> SoFar | None:
        """What the search knew of a row at this moment, where that was not its value yet; None while the playback is
        closed.
        """
        return so_far(self.replay, row, self.event) if self.replay is not None else None

    def path(self) -> list[int]:
        """The rows on the way to the node that the event is about, this one included."""
        if self.moment is None:
            return []
        rows = [frame.row for frame in self.moment.frames]
        return rows if self.moment.row in rows else [*rows, self.moment.row]

    def windows(self) -> list[str]:
        """What stands under them: the windows as they are; of a node that has just returned nothing."""
        if self.moment is None or self.replay is None:
            return []
        tree, frames = self.replay.tree, self.moment.frames
        said = [frame_text(tree, frame) for frame in frames]
        if frames and (condition := condition_text(tree, frames[-1])):
            said[-1] += f"\n{condition}"
        return said

    def shown_row(self) -> int | None:
        """The row that has to be on screen: where replies are skipped, the first one that was searched, if any,
        with all its siblings.
        """
        if self.moment is None or self.replay is None:
            return None
        row, tree = self.moment.row, self.replay.tree
        if self.moment.sort in (CUT, SKIP):
            return next((child for child in tree.children(row) if tree.kind[child] != PRUNED), row)
        return row
