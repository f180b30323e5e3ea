"""Playback: the recorded search as it happened, in steps, at a speed, or dragged to any event.  Imports Tk and the replay.

`Playback` is held by the tree pane: a bar under the strip, and what it adds to the tree while it is open.  Values that the search
did not know yet are hidden, the way to the node being searched is drawn with the windows as they are, and the unfolded part follows.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import perf_counter
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.tree.narrate import SoFar, expression, frame_text, headline, so_far
from c4.tree.replay import CUT, ENTER, SKIP, Moment, Replay
from c4.tree.searchtree import PRUNED, SearchTree
from visualizer.kit.theme import Theme

if TYPE_CHECKING:
    from visualizer.tree.pane import TreePane

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Events a second."""

FRAME_MS = 40
"""Milliseconds between two pictures while it plays; what happens in between is not drawn."""


REST_MS = 12
"""Milliseconds left for painting and for the person's hands after each of them."""


class Playback:
    """The playback of the tree a pane shows.

    on_moment(moment)   what is shown now; None when the playback closes.  `replay` has the tree it belongs to.
    """

    def __init__(self, pane: TreePane, on_moment: Callable[[Moment | None], None] | None = None) -> None:
        self.pane, self.on_moment = pane, on_moment
        self.replay: Replay | None = None
        self.moment: Moment | None = None
        self.speed = 10
        self._playing: str | None = None  # the id of the next frame
        self._since, self._from = 0.0, 0
        self.bar = Bar(pane, self)

    # -- opening and closing ------------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self.replay is not None

    @property
    def playing(self) -> bool:
        return self._playing is not None

    @property
    def event(self) -> int:
        return self.moment.event if self.moment else 0

    def open(self) -> None:
        """Begins at the first event."""
        if self.pane.view is not None and not self.is_open:
            self.replay = Replay(self.pane.view.tree)
            self.bar.grid()
            self.seek(0)

    def close(self) -> None:
        """Ends it: the tree shows all its values again."""
        if self.is_open:
            self.moment = None  # nothing more is told of it
            self.pause()
            self.replay = None
            self.bar.grid_remove()
            if self.pane.view is not None:
                self.pane.view.stay()
                self.pane.refresh()
            if self.on_moment is not None:
                self.on_moment(None)

    def switch(self) -> None:
        if self.is_open:
            self.close()
        else:
            self.open()

    def opened(self, tree: SearchTree, row: int) -> None:
        """Goes on in the tree in which a row has been opened, at the same event."""
        if self.is_open:
            before, entered = self.event, int(self.replay.enter[row])
            more = -len(self.replay)
            self.replay = Replay(tree)
            more += len(self.replay)
            self.seek(before if before <= entered else before + more)

    # -- moving -------------------------------------------------------------------------------------------------------------

    def seek(self, event: int) -> None:
        """Shows the search right after an event."""
        if not self.is_open:
            return
        self.moment = self.replay.moment(min(max(event, 0), len(self.replay) - 1))
        self.pane.follow(self.moment)
        self.bar.show(self.replay, self.moment)
        if self.on_moment is not None:
            self.on_moment(self.moment)

    def _step(self, where: Callable[[int], int | None]) -> None:
        """One step of a person's: opens the playback if need be, and pauses it."""
        if not self.is_open:
            self.open()
        elif self.is_open:
            self.pause()
            event = where(self.event)
            if event is not None:
                self.seek(event)

    def into(self) -> None:
        """The next event; a node whose inside was left out is asked for, so that the step after leads into it."""
        if (
            self.is_open
            and self.moment.sort == ENTER
            and self.pane.view.is_left_out(self.moment.row)
            and self.pane.can_open()
        ):
            self.pause()
            self.pane.expand(self.moment.row)
        else:
            self._step(lambda event: self.replay.into(event))

    def back(self) -> None:
        self._step(lambda event: self.replay.back(event))

    def over(self) -> None:
        self._step(lambda event: self.replay.over(event))

    def out(self) -> None:
        self._step(lambda event: self.replay.out(event))

    def to_selected(self) -> None:
        """Runs to where the selected node is entered."""
        row = self.pane.selected
        if not self.is_open:
            self.open()
        if row is not None and self.is_open:
            self.pause()
            self.seek(self.replay.to_row(row))

    def to_cut(self) -> None:
        """Runs to the next cutoff."""
        if not self.is_open:
            self.open()
        if self.is_open:
            event = self.replay.next_cut(self.event)
            self._step(lambda _: event)
            if event is None:
                self.pane.say("no cut-off follows" if len(self.replay.cuts) else "this search has no cut-offs")

    # -- playing ------------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays, or pauses; from the beginning once the end is reached."""
        if self.playing:
            self.pause()
            return
        if not self.is_open:
            self.open()
        if self.is_open:
            if self.event == len(self.replay) - 1:
                self.seek(0)
            self._since, self._from = perf_counter(), self.event
            self._playing = self.pane.after(FRAME_MS, self._go_on)
            self.bar.playing(True)

    def pause(self) -> None:
        if self.playing:
            self.pane.after_cancel(self._playing)
            self._playing = None
            self.bar.playing(False)
            if self.on_moment is not None and self.moment is not None:
                self.on_moment(self.moment)

    def set_speed(self, speed: int) -> None:
        """Events a second."""
        self.speed = min(max(speed, SPEEDS[0]), SPEEDS[-1])
        self._since, self._from = perf_counter(), self.event
        self.bar.speed.set(f"{self.speed}/s")

    def faster(self) -> None:
        self.set_speed(next((speed for speed in SPEEDS if speed > self.speed), self.speed))

    def slower(self) -> None:
        self.set_speed(next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed))

    def _go_on(self) -> None:
        began = perf_counter()
        due = min(self._from + int((began - self._since) * self.speed), len(self.replay) - 1)
        if due > self.event:
            self.seek(due)
        if self.event == len(self.replay) - 1:
            self.pause()
        elif self.playing:  # nobody has paused it while the event was shown
            took = round(1000 * (perf_counter() - began))
            self._playing = self.pane.after(max(FRAME_MS - took, REST_MS), self._go_on)

    # -- what the pane draws --------------------------------------------------------------------------------------------------

    def hides(self, key) -> bool:
        """Whether the search does not know the value of a glyph yet."""
        return self.is_open and isinstance(key, int) and bool(self.replay.leave[key] > self.event)

    def so_far(self, row: int) -> SoFar | None:
        """What the search knew of a row at this moment, where that was not its value yet; None also while the playback is closed."""
        return so_far(self.replay, row, self.event) if self.is_open else None

    def path(self) -> list[int]:
        """The rows on the way to the node that the event is about, this one included."""
        rows = [frame.row for frame in self.moment.frames]
        return rows if self.moment.row in rows else [*rows, self.moment.row]

    def windows(self) -> list[str]:
        """What stands under them: the windows as they are; of a node that has just returned nothing."""
        return [frame_text(self.replay.tree, frame) for frame in self.moment.frames]

    def shown_row(self) -> int:
        """The row that has to be on screen: where replies are skipped, the first one that was searched, with all its siblings."""
        row, tree = self.moment.row, self.replay.tree
        if self.moment.sort in (CUT, SKIP):
            return next(child for child in tree.children(row) if tree.kind[child] != PRUNED)
        return row


class Bar(ttk.Frame):
    """Buttons, speed, scrubber and words of a playback."""

    def __init__(self, pane: TreePane, playback: Playback) -> None:
        super().__init__(pane, padding=(4, 2))
        self.playback = playback
        fonts = pane._overlay.fonts
        ttk.Style(pane).configure("Bar.TButton", font=fonts["count"], padding=(2, 1))
        row = ttk.Frame(self)
        row.pack(fill="x")
        self.buttons: dict[str, ttk.Button] = {}
        steps = (("Back", playback.back), ("Into", playback.into), ("Over", playback.over), ("Out", playback.out))
        runs = (("To node", playback.to_selected), ("To cut", playback.to_cut), ("Play", playback.play))
        for name, action in (*steps, *runs):
            button = ttk.Button(
                row, text=name, command=action, style="Bar.TButton", width=max(len(name), 4), takefocus=False
            )
            button.pack(side="left", padx=1)
            self.buttons[name] = button
        self.speed = ttk.Combobox(
            row,
            values=[f"{speed}/s" for speed in SPEEDS],
            state="readonly",
            width=5,
            font=fonts["count"],
            takefocus=False,
        )
        self.speed.set(f"{playback.speed}/s")
        self.speed.bind("<<ComboboxSelected>>", lambda event: self._speed_chosen())
        self.speed.pack(side="right", padx=(2, 0))
        row = ttk.Frame(self)
        row.pack(fill="x")
        self.count = ttk.Label(row, font=fonts["count"], anchor="e")
        self.count.pack(side="right")
        self.scrub = ttk.Scale(row, from_=0, to=1, command=self._scrubbed, takefocus=False)
        self.scrub.pack(side="left", fill="x", expand=True, padx=(1, 6))
        self.what = tk.Label(self, font=fonts["value"], anchor="nw", justify="left", height=2)
        self.what.pack(fill="x")
        self.update_text = tk.Label(self, font=fonts["principal"], anchor="nw", justify="left", height=2)
        self.update_text.pack(fill="x")
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        self._shown = -1

    def show(self, replay: Replay, moment: Moment) -> None:
        """Shows an event."""
        self._shown = moment.event
        last = len(replay) - 1
        self.scrub.configure(to=max(last, 1))
        self.scrub.set(moment.event)
        self.count.configure(text=f"{moment.event + 1:,} of {last + 1:,}")
        self.what.configure(text=headline(replay, moment))
        self.update_text.configure(text=expression(replay, moment))

    def playing(self, playing: bool) -> None:
        self.buttons["Play"].configure(text="Pause" if playing else "Play")

    def set_theme(self, theme: Theme) -> None:
        for label, colour in ((self.what, theme.text), (self.update_text, theme.accent)):
            label.configure(background=theme.window, foreground=colour)

    def _scrubbed(self, value: str) -> None:
        event = round(float(value))
        if event != self._shown and self.playback.is_open:
            self.playback.pause()
            self.playback.seek(event)

    def _speed_chosen(self) -> None:
        self.playback.set_speed(int(self.speed.get().removesuffix("/s")))
        self.playback.pane.widget.focus_set()

    def _wrap(self, width: int) -> None:
        for label in (self.what, self.update_text):
            label.configure(wraplength=max(width - 12, 60), height=1 if width > 480 * self.playback.pane.points else 2)
