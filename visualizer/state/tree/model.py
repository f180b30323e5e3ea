"""TreeModel: what you can do with a tree that is shown.  Every change replaces its `state`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any, Literal

import numpy as np

from c4.errors import C4Error
from c4.session.events import Asked, SearchResult
from c4.tree.partial import Partial
from c4.tree.playback_words import known
from c4.tree.query import parse
from c4.tree.replay import can_replay
from c4.tree.searchtree import Grafted, SearchTree
from visualizer.state.tree.glyphs import Sides
from visualizer.state.tree.overlay import Overlay
from visualizer.state.tree.playback import Playback
from visualizer.state.tree.simulation_playback import playback_of
from visualizer.state.tree.state import EMPTY, NOTHING_HIDDEN, CardSubject, Change, Found, Hidden, Remark, TreeState
from visualizer.state.tree.view import NODE, Folding, Key, TreeView, ViewFull

CHANGES_KEPT = 100
"""How many changes a state lists."""

CARD_REST_SECONDS = 0.1
"""How long a playback rests before the card follows it."""


def reveal_replies(row: int, view: TreeView) -> None:
    """Unfolds all replies to a node."""
    for reply in view.children(row):
        view.reveal(reply)


def no_expansion(row: int) -> None:
    """Does nothing with a row whose children were left out."""


class TreeModel:
    """What you can do with a tree.

    `expand_left_out(row)` is called for a node whose children were not recorded: search it again and pass the result
    to `graft`.
    """

    def __init__(self, expand_left_out: Callable[[int], object] = no_expansion) -> None:
        self.state = TreeState()
        """Everything that is shown; replaced at every change."""
        self.last_painted = 0
        """The number of the state that is on the screen."""
        self._expand_left_out = expand_left_out

    @property
    def view(self) -> TreeView | None:
        """The tree and what is unfolded of it."""
        return self.state.view

    @property
    def selected(self) -> int | None:
        """The selected row."""
        return self.state.selected

    @property
    def playback(self) -> Playback:
        """The playback as it is now."""
        return self.state.playback

    def _set(self, change: Change | None = None, **parts: Any) -> None:
        """Replaces parts of the state; a change is listed, and removes the message."""
        if change is not None:
            number = self.state.number + 1
            changes = (*self.state.changes[1 - CHANGES_KEPT :], (number, change))
            parts = {"number": number, "changes": changes, "message": "", **parts}
        self.state = replace(self.state, **parts)

    def _subject(self, row: int) -> CardSubject | None:
        """The card's subject for a row, as things are now."""
        state = self.state
        if state.view is None:
            return None
        if state.live is not None:
            return CardSubject(state.live.tree, row, known(state.live, row), live=True)
        playback = state.playback
        event = playback.event if playback.is_open else None
        then = playback.subject(row)
        if then is not None:
            return CardSubject(*then, event=event)
        return CardSubject(state.view.tree, row, playback.so_far(row), event=event)

    # -- which tree is shown ------------------------------------------------------------------------------------------

    def show(
        self,
        tree: SearchTree,
        focus: int = 0,
        caption: str = "",
        sides: Sides | None = None,
        about: SearchResult | Asked | None = None,
        folding: Folding | None = None,
        overlay: Overlay | None = None,
    ) -> None:
        """Shows a tree, folded to what matters and to the row `focus`, which is selected.

        `caption` says whose point of view it has; `folding` is what is unfolded instead; `overlay` what a
        window shows in the tree.
        """
        view = TreeView(tree, 0 if folding is not None else focus)
        if folding is not None:
            view.folding = folding
        self._begin(view, focus)
        self._set(Change("tree"), caption=caption, sides=sides, about=about, card=self._subject(focus), overlay=overlay)

    def show_live(
        self, part: Partial, caption: str = "", sides: Sides | None = None, about: SearchResult | Asked | None = None
    ) -> None:
        """Shows the tree of a running search, unfolded to where it is."""
        state = self.state
        selected = 0
        if state.live is None:
            self._begin(None, None)
        elif state.selected is not None and state.selected < len(part.tree):
            selected = state.selected
        view = TreeView(part.tree)
        here = part.open[-1] if part.open else 0
        with suppress(ViewFull):
            view.reveal(here)
        self._set(view=view, live=part, selected=selected)
        change = Change("tree", reveal=(here, *view.children(here)))
        self._set(change, caption=caption, sides=sides, about=about, card=self._subject(selected))

    def show_nothing(self, text: str = EMPTY) -> None:
        """Shows no tree; the text says what to do next."""
        self._begin(None, None)
        self._set(Change("tree"), empty=text, about=None, card=None)

    def _begin(self, view: TreeView | None, selected: int | None) -> None:
        """Makes way for another tree: what was about the one before goes."""
        self._set(
            view=view,
            live=None,
            selected=selected,
            chosen=None,
            bookmarks=frozenset(),
            found=None,
            matches=None,
            playback=self.state.playback.closed(),
            remark=None,
            overlay=None,
        )

    def graft(self, grafted: Grafted, row: int, about: SearchResult | None = None) -> None:
        """Takes the tree in which a left-out row has been recorded, and unfolds that row.  Ends a playback; the rest
        stays as it was.  `about` is the search with its new tree.

        This is the only place where rows are renumbered.
        """
        if self.state.view is None:
            return
        self.close_playback()
        state = self.state
        moved = grafted.moved
        view = self.state.view.copy()
        view.graft(grafted)
        selected = None if state.selected is None else int(moved[state.selected])
        self._set(
            Change("expanded", moved=moved),
            view=view,
            about=about or state.about,
            selected=selected,
            chosen=None if state.chosen is None else int(moved[state.chosen]),
            bookmarks=frozenset(moved[list(state.bookmarks)].tolist()),
            found=None,
            matches=None,
            remark=None,
        )
        self._set(card=self._subject(selected or 0))
        if not self.change(lambda view: view.expand(row), row):
            message = self.state.message
            self._set(Change("folding", (row,)))
            self.say(message)

    def describe(self, caption: str = "", sides: Sides | None = None, empty: str = EMPTY) -> None:
        """Sets what is said about the tree by others (see `TreeState`)."""
        state = self.state
        if sides != state.sides or empty != state.empty:
            self._set(Change("style"), caption=caption, sides=sides, empty=empty, message=state.message)
        elif caption != state.caption:
            self._set(caption=caption)

    def draw_with(self, animate: bool, overview: bool) -> None:
        """Sets how pictures of the tree are drawn (see `TreeState`)."""
        if (animate, overview) != (self.state.animate, self.state.overview):
            self._set(animate=animate, overview=overview)

    def show_windows(self, windows: bool) -> None:
        """Writes alpha and beta below inner nodes, or no longer."""
        if windows != self.state.windows:
            self._set(Change("style"), windows=windows, message=self.state.message)

    def show_sizes(self, sizes: bool) -> None:
        """Makes triangles as wide as what is folded there is large, or no longer."""
        if sizes != self.state.sizes:
            self._set(Change("style"), sizes=sizes, message=self.state.message)

    def hide(self, hidden: Hidden) -> None:
        """Leaves something out of the figure, for a lesson; NOTHING_HIDDEN shows all of it again."""
        if hidden != self.state.hidden:
            self._set(Change("style"), hidden=hidden, message=self.state.message)

    def say(self, message: str) -> None:
        """Shows a sentence above the tree until something changes; "" removes it."""
        if message != self.state.message:
            self._set(message=message)

    def remark(self, remark: Remark) -> None:
        """Adds a sentence to the card."""
        self._set(remark=remark)

    def forget_chosen(self) -> None:
        """No row counts as chosen any more."""
        if self.state.chosen is not None:
            self._set(chosen=None)

    # -- folding ------------------------------------------------------------------------------------------------------

    def change(
        self, change: Callable[[TreeView], object], *anchor: Key | None, what: Literal["folding", "fit"] = "folding"
    ) -> bool:
        """Makes a change to what is unfolded, and returns whether there was space for it.

        The first of `anchor` on screen stays where it is.
        """
        if self.state.view is None:
            return False
        view = self.state.view.copy()
        try:
            change(view)
        except ViewFull as error:
            self.say(str(error))
            return False
        view.pin()
        if view.folding != self.state.view.folding or not anchor:
            self._set(Change(what, anchor), view=view)
        else:
            self._set(view=view)
        return True

    def _change_at(self, key: Key, change: Callable[[TreeView], object]) -> None:
        """Makes a change at a glyph, which stays where it is, or else its parent."""
        assert self.state.view is not None
        parent = int(self.state.view.tree.parent[key]) if isinstance(key, int) else key[1]
        self.change(change, key, parent)

    def is_left_out(self, key: Key) -> bool:
        """Whether the children of a node were not recorded."""
        return self.state.view is not None and isinstance(key, int) and self.state.view.is_left_out(key)

    def expand(self, key: Key) -> None:
        """Unfolds a node or stub; asks for the children of a node if they were left out."""
        if isinstance(key, int) and self.is_left_out(key):
            self._expand_left_out(key)
        else:
            self._change_at(key, lambda view: view.expand(key))

    def collapse(self, key: Key) -> None:
        """Folds a node."""
        self._change_at(key, lambda view: view.collapse(key))

    def toggle(self, key: Key) -> None:
        """Unfolds what is folded, folds what is unfolded."""
        if self.is_left_out(key):
            self.expand(key)
        else:
            self._change_at(key, lambda view: view.toggle(key))

    def click(self, key: Key) -> None:
        """What a click on a glyph does: selects; unfolds what is folded; folds what was selected and unfolded."""
        glyph = self.state.glyph(key)
        if glyph is None or self.state.view is None:
            return
        self.say("")
        if glyph.row == self.state.selected and glyph.sort == NODE:
            self.toggle(key)
        elif glyph.sort != NODE or self.state.view.is_folded(glyph.row):
            self.expand(key)
        refused = self.state.message
        self.choose(glyph.row)
        self.say(refused)

    def toggle_selected(self) -> None:
        """Unfolds or folds the selected node."""
        row = self.state.selected
        if row is None or self.state.view is None:
            return
        self.toggle(row)
        view = self.state.view
        if row not in view.rows:
            self.select(int(view.tree.parent[row]))

    def toggle_pruned(self) -> None:
        """Shows the pruned replies to the selected node one by one, or folds them into their stub again."""
        view = self.state.view
        row = self.state.selected
        if view is None or row is None or not view.is_cut(row):
            return
        last = view.children(row)[-1]
        if last in view.rows:
            self.collapse(last)
        else:
            self.change(lambda view: view.reveal(last), row)

    def one_ply_more(self) -> None:
        """Unfolds one more ply along the principal variation."""
        self.change(TreeView.one_ply_more, what="fit")

    def best_line(self) -> None:
        """Shows the whole principal variation, and folds everything else."""
        self.change(TreeView.best_line, what="fit")

    def fold_others(self) -> None:
        """Folds everything but the path to the selected node and what is below it."""
        row = self.state.selected
        if row is not None:
            self.change(lambda view: view.apply(view.fold_others(row)), what="fit")

    def show_plies(self, more: int) -> None:
        """Shows the selected node with so many plies more below it than there are, and folds everything but the way to it."""
        row = self.state.selected
        view = self.state.view
        if row is None or view is None:
            return
        plies = max(view.plies_below(row) + more, 0)
        if self.change(lambda view: view.show_plies(row, plies), what="fit"):
            assert self.state.view is not None
            if more > 0 and self.state.view.plies_below(row) < plies:
                self.say("nothing more was searched below this node")

    def ply_more_below(self) -> None:
        """Shows the selected node with one ply more below it."""
        self.show_plies(1)

    def ply_fewer_below(self) -> None:
        """Shows the selected node with one ply fewer below it."""
        self.show_plies(-1)

    def ply_more_above(self) -> None:
        """Shows one ply more above the subtree that is shown."""
        self.change(TreeView.show_above, what="fit")

    def show_subtree(self) -> None:
        """Shows nothing but the selected node and what is below it."""
        row = self.state.selected
        if row is not None:
            self.change(lambda view: view.show_subtree(row), what="fit")

    def show_whole(self) -> None:
        """Shows the whole tree again."""
        if self.state.shows_subtree:
            self.change(TreeView.show_whole, what="fit")

    def fitted(self, tree: SearchTree, before: Folding, folding: Folding) -> None:
        """A picture of a tree has found that there is no room for what was unfolded `before`, but for `folding`."""
        state = self.state
        if state.view is None or state.view.tree is not tree or state.view.folding != before or folding == before:
            return
        view = state.view.copy()
        view.folding = folding
        self._set(Change("fitted"), view=view, message=state.message)

    def painted(self, number: int) -> None:
        """A picture shows the state with that number."""
        self.last_painted = number

    def restore(self, folding: Folding, selected: int | None) -> None:
        """Unfolds and selects what was unfolded and selected before."""
        if self.state.view is None:
            return
        view = self.state.view.copy()
        view.folding = folding
        self._set(Change("folding"), view=view)
        if selected is not None:
            self.choose(selected, reveal=False)

    # -- the selection ------------------------------------------------------------------------------------------------

    def select(self, row: int, reveal: bool = True) -> None:
        """Selects a row; with `reveal` the path to it is unfolded and scrolled into view."""
        if self.state.view is None:
            return
        message = ""
        if reveal and row not in self.state.view.rows and not self.change(lambda view: view.reveal(row)):
            message = self.state.message
        self._set(Change("selection", reveal=(row,) if reveal else ()), selected=row, message=message)
        if not self.state.playback.is_open:
            self._set(card=self._subject(row))

    def choose(self, row: int, reveal: bool = True) -> None:
        """Selects a row because you chose it, also for the card while a search is played back.

        With `reveal`, a node that was cut shows its replies.
        """
        newly = row != self.state.selected
        self.select(row, reveal)
        if newly and reveal:
            self._show_cut(row)
        if self.state.view is not None:
            self._set(chosen=row, card=self._subject(row))

    def _show_cut(self, row: int) -> None:
        """Unfolds a folded node that was cut, with its replies in sight, unless the search runs or is played back."""
        view = self.state.view
        if view is None or self.state.playback.is_open or self.state.live is not None:
            return
        if row in view.rows and view.is_folded(row) and view.is_cut(row):
            view = view.copy()
            with suppress(ViewFull):
                view.show_cut(row)
                view.pin()
                replies = [glyph.key for glyph in view.glyphs if glyph.parent == row]
                self._set(Change("folding", (row,), (*replies, row), refit=True), view=view)

    def bookmark(self) -> None:
        """Marks the selected node, or removes its mark."""
        if self.state.selected is not None:
            self._set(Change("selection"), bookmarks=self.state.bookmarks ^ {self.state.selected})

    def to_bookmark(self, step: int) -> None:
        """Selects the next marked node (step 1) or the one before (-1) in the order of the search, and round."""
        here = -1 if self.state.selected is None else self.state.selected
        ahead = sorted(self.state.bookmarks, key=lambda row: ((row - here) * step <= 0, row * step))
        if ahead:
            self.choose(ahead[0])

    def to_next_visit(self) -> None:
        """Selects the next row with the same position; after the last, the first."""
        rows = self.state.related.transpositions
        if self.state.selected in rows:
            self.choose(rows[(rows.index(self.state.selected) + 1) % len(rows)])

    def walk(self, step: int) -> None:
        """Selects the sibling to the left (-1) or right (1)."""
        state = self.state
        here = None if state.selected is None else state.glyph(state.selected)
        if state.view is None or here is None:
            return
        siblings = [glyph.row for glyph in state.view.glyphs if glyph.parent == here.parent and glyph.sort == NODE]
        at = siblings.index(here.row) + step
        if 0 <= at < len(siblings):
            self.choose(siblings[at])

    def up(self) -> None:
        """Selects the parent."""
        if self.state.view is not None and self.state.selected:
            self.choose(int(self.state.view.tree.parent[self.state.selected]))

    def down(self) -> None:
        """Selects the best child, and unfolds the node if needed."""
        view = self.state.view
        row = self.state.selected
        if view is None or row is None:
            return
        if view.is_folded(row):
            self.expand(row)
        best = view.best_child(row)
        if best is not None:
            self.choose(best)

    def pick(self, row: int) -> None:
        """You point at a row in the overview: the playback goes there, or without one the selection."""
        if self.state.view is None:
            return
        if self.state.playback.is_open:
            self.run_to_row(row)
            return
        self._follow(row, (row,), row)
        self._set(chosen=row, card=self._subject(row))

    # -- finding ------------------------------------------------------------------------------------------------------

    def find(self, query: str, dim: bool) -> bool:
        """Finds the rows that match a query (see `c4.tree.query`); says what is wrong with it, and returns False then.

        `dim` dims all others.
        """
        if self.state.view is None:
            return False
        try:
            rows = parse(query).rows(self.state.view.tree)
        except C4Error as error:
            self._set(found=Found(query, None))
            self.say(str(error))
            return False
        self._set(found=Found(query, rows))
        self.say("")
        self.filter(rows if dim else None)
        return True

    def find_next(self, query: str, forward: bool, dim: bool) -> None:
        """Selects the next match after the selected node, or the one before it, and round."""
        found = self.state.found
        again = found is not None and found.rows is not None and found.query == query
        if not again and not self.find(query, dim):
            return
        assert self.state.found is not None
        rows = self.state.found.rows
        if rows is None or not len(rows):
            return
        here = -1 if self.state.selected is None else self.state.selected
        after_it = forward and again
        place = int(np.searchsorted(rows, here, side="right" if after_it else "left"))
        if not forward:
            place -= 1
        self.choose(int(rows[place % len(rows)]))

    def dim_others(self, query: str, dim: bool) -> None:
        """Dims what does not match a query, or shows everything again."""
        found = self.state.found
        if dim and (found is None or found.query != query):
            self.find(query, dim)
        else:
            self.filter(found.rows if dim and found is not None else None)

    def end_find(self) -> None:
        """Nothing is looked for any more: nothing is dimmed."""
        self._set(found=None)
        self.filter(None)
        self.say("")

    def filter(self, matches: np.ndarray | None) -> None:
        """Dims what is neither one of these rows nor hides one; None dims nothing."""
        if matches is not self.state.matches:
            self._set(Change("style"), matches=matches)

    # -- the playback -------------------------------------------------------------------------------------------------

    def open_playback(self) -> None:
        """Starts the playback at the first event."""
        state = self.state
        if state.view is None or state.live is not None or state.playback.is_open:
            return
        if state.view.tree.simulations is None and not can_replay():
            self.say("the playback is still being compiled, see the status line")
            return
        view = state.view.copy()
        view.pin(Folding())
        playback = playback_of(view.tree, view.folding, state.playback)
        self._set(view=view)
        self._go_to(playback.at(0, monotonic()))

    def close_playback(self) -> None:
        """Ends the playback: the tree shows all its values again, and what was unfolded before."""
        state = self.state
        if not state.playback.is_open or state.view is None:
            return
        view = state.view.copy()
        view.pin()
        view.folding = state.playback.unfolded
        selected = state.selected or 0
        with suppress(ViewFull):
            view.reveal(selected)
        change = Change("folding", reveal=(selected,), refit=True)
        self._set(change, view=view, playback=state.playback.closed())
        self._set(card=self._subject(selected), chosen=selected)

    def picture(self, row: int, event: int | None, hidden: Hidden = NOTHING_HIDDEN) -> None:
        """Selects a row, unfolds all replies to it and folds the rest; with an event, plays the search back to there.

        The root stays as a new tree is shown at first, unless best play, which is unfolded there, is hidden.
        """
        self.hide(hidden)
        self.select(row)
        if self.state.view is None:
            return
        folding = TreeView(self.state.view.tree).folding if row == 0 and not hidden.best else Folding()

        def unfold(view: TreeView) -> None:
            view.apply(folding)
            reveal_replies(row, view)

        self.change(unfold, what="fit")
        if event is not None:
            self.open_playback()
            self.seek(event)

    def toggle_playback(self) -> None:
        """Opens or closes the playback."""
        if self.state.playback.is_open:
            self.close_playback()
        else:
            self.open_playback()

    def seek(self, event: int) -> None:
        """Shows the search right after an event."""
        if self.state.playback.is_open:
            self._go_to(self.state.playback.at(event, monotonic()))

    def _go_to(self, playback: Playback) -> None:
        """Shows the moment of a playback: its node comes on screen, with all that belongs to its path."""
        row = playback.visible_row()
        if playback.shown is None or row is None or self.state.view is None:
            return
        *path, last = playback.path()
        family = self.state.view.children(path[-1]) if path else []
        reveal = (*path, *family, last, row)  # with all siblings the picture rarely moves
        self._follow(row, reveal, playback.shown.row, playback)

    def _follow(self, row: int, reveal: tuple[int, ...], selected: int, playback: Playback | None = None) -> None:
        """Unfolds the path to a row and folds what was unfolded for the last one; the nearest ancestor in sight stays."""
        before = self.state
        assert before.view is not None
        playback = before.playback if playback is None else playback
        anchor = before.visible_row(row)
        view = before.view.copy()
        if view.follow(row):
            change = Change("folding", (anchor,), reveal, playback.is_open)
        elif playback.known(view) == before.playback.known(before.view):
            change = Change("selection", reveal=reveal)
        else:
            scores_widen_nodes = bool(playback.phases())
            change = Change("style", reveal=reveal, refit=scores_widen_nodes)
        self._set(change, view=view, selected=selected, playback=playback)

    def _step(self, step: str) -> bool:
        """Makes one step, a method of the events by its name: opens the playback if needed, and pauses it.

        Returns whether there was one to make.
        """
        playback = self.state.playback
        if playback.steps is None:
            self.open_playback()
            return True
        self.pause()
        event: int | None = getattr(playback.steps, step)(playback.event)
        if event is not None:
            self.seek(event)
        return event is not None

    def step_into(self) -> None:
        """The next event."""
        self._step("into")

    def step_back(self) -> None:
        """The previous event."""
        self._step("back")

    def step_over(self) -> None:
        """The event where the node just entered returns, see `Replay.over`; the end of a simulation."""
        self._step("over")

    def step_out(self) -> None:
        """The event where the parent of the node returns; the next simulation."""
        self._step("out")

    def run_to_row(self, row: int) -> None:
        """Runs to where a row is entered."""
        self.open_playback()
        replay = self.state.playback.steps
        if replay is not None:
            self.pause()
            self.seek(replay.to_row(row))

    def run_to_selected(self) -> None:
        """Runs to where the selected node is entered."""
        if self.state.selected is not None:
            self.run_to_row(self.state.selected)

    def run_to_cut(self) -> None:
        """Runs to the next cutoff."""
        self.open_playback()
        replay = self.state.playback.steps
        if replay is None or self._step("next_cut"):
            return
        self.say("no cutoff follows" if len(replay.cuts) else "this search has no cutoffs")

    def play_or_pause(self) -> None:
        """Plays or pauses; from the start once the end is reached."""
        if self.state.playback.playing:
            self.pause()
            return
        self.open_playback()
        playback = self.state.playback
        if not playback.is_open:
            return
        if playback.event == playback.last:
            self.seek(0)
        self._set(playback=self.state.playback.running(monotonic()))

    def pause(self) -> None:
        """Stops playing; the event stays on screen."""
        if self.state.playback.playing:
            self._set(playback=self.state.playback.paused())

    def set_speed(self, speed: int) -> None:
        """Sets the speed in events a second."""
        self._set(playback=self.state.playback.with_speed(speed, monotonic()))

    def poll(self, now: float) -> None:
        """Lets a playback run on, and the card follow it when it rests; `now` is `time.monotonic()`."""
        playback = self.state.playback
        if playback.playing:
            due = playback.due(now)
            if due > playback.event:
                self._go_to(playback.at(due, now))
            if self.state.playback.event == playback.last:
                self.pause()
        elif self.card_waits and now - playback.moved >= CARD_REST_SECONDS and playback.shown is not None:
            row = playback.shown.row
            self._set(card=self._subject(row), chosen=row)

    @property
    def card_waits(self) -> bool:
        """Whether the card has not followed the playback yet."""
        playback = self.state.playback
        card = self.state.card
        return playback.is_open and (card is None or card.event != playback.event)
