"""Playback: the recorded search as it happened, in steps, at a speed, or at any event, and the bar that controls it.

While it is open, the tree grows as the search enters nodes, and what is unfolded follows the node being searched.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import perf_counter
from tkinter import font as tkfont
from tkinter import ttk
from typing import TYPE_CHECKING

import numpy as np

from c4.tree.replay import CUT, SKIP, Moment, Replay, SoFar, condition_text, expression, frame_text, headline, so_far
from c4.tree.searchtree import PRUNED, SearchTree
from visualizer.tree.glyphs import GlyphData
from visualizer.tree.view import REST, STUB, Folding, Glyph, Key, TreeView
from visualizer.ui.background import Debounce
from visualizer.ui.scale import scale
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import Flow

if TYPE_CHECKING:
    from visualizer.tree.model import TreeModel

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""Events a second."""

FRAME_MS = 40
"""Milliseconds between two pictures while it plays; events in between are not drawn."""

REST_MS = 12
"""Milliseconds left for input after each picture."""


class Playback:
    """The playback of a model's tree.

    listeners   called after every change: of the moment, of the speed, when it opens, plays, pauses or closes
    """

    def __init__(self, model: TreeModel) -> None:
        self._model = model
        self.listeners: list[Callable[[], object]] = []
        self.replay: Replay | None = None
        self.moment: Moment | None = None
        self.frontier = 0
        """The number of rows that the search has entered or skipped: they are the first ones."""
        self.speed = 10
        self.playing = False
        self._since, self._from = 0.0, 0
        self._before = Folding()  # what was unfolded when it was opened

    # -- opening and closing ------------------------------------------------------------------------------------------

    @property
    def tree(self) -> SearchTree | None:
        """What there is to play back; None while a search is running."""
        view = self._model.view
        return None if view is None or self._model.live is not None else view.tree

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

    def open(self) -> None:
        """Starts at the first event."""
        if self.tree is not None and not self.is_open:
            self.replay = Replay(self.tree)
            if (view := self._model.view) is not None:
                self._before = view.folding
                view.pin(Folding())
            self.seek(0)

    def close(self) -> None:
        """Ends it: the tree shows all its values again, and what was unfolded before."""
        if self.is_open:
            self.replay, self.moment, self.playing, self.frontier = None, None, False, 0
            self._model.follow_playback(self._before)
            self._notify()

    def toggle(self) -> None:
        """Opens or closes the playback."""
        if self.is_open:
            self.close()
        else:
            self.open()

    # -- moving -------------------------------------------------------------------------------------------------------

    def seek(self, event: int) -> None:
        """Shows the search right after an event."""
        if self.replay is not None:
            self.moment = self.replay.moment(min(max(event, 0), self.last))
            self.frontier = int(np.searchsorted(self.replay.enter, np.int32(self.event), side="right"))  # else copied
            self._moved()

    def _moved(self) -> None:
        self._model.follow_playback()
        self._notify()

    def _notify(self) -> None:
        for listener in self.listeners:
            listener()

    def _step(self, step: Callable[[Replay, int], int | None]) -> None:
        """Makes one step: opens the playback if needed, and pauses it."""
        if self.replay is None:
            self.open()
            return
        self.pause()
        event = step(self.replay, self.event)
        if event is not None:
            self.seek(event)

    def into(self) -> None:
        """The next event."""
        self._step(Replay.into)

    def back(self) -> None:
        """The previous event."""
        self._step(Replay.back)

    def over(self) -> None:
        """The event where the node just entered returns, see `Replay.over`."""
        self._step(Replay.over)

    def out(self) -> None:
        """The event where the parent of the node returns."""
        self._step(Replay.out)

    def to_row(self, row: int) -> None:
        """Runs to where a row is entered."""
        self.open()
        if self.replay is not None:
            self.pause()
            self.seek(self.replay.to_row(row))

    def to_selected(self) -> None:
        """Runs to where the selected node is entered."""
        if self._model.selected is not None:
            self.to_row(self._model.selected)

    def to_cut(self) -> None:
        """Runs to the next cutoff."""
        self.open()
        if self.replay is not None:
            event = self.replay.next_cut(self.event)
            self._step(lambda *_: event)
            if event is None:
                text = "no cutoff follows" if len(self.replay.cuts) else "this search has no cutoffs"
                self._model.on_message(text)

    # -- playing ------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays or pauses; from the start once the end is reached."""
        if self.playing:
            self.pause()
            return
        self.open()
        if self.is_open:
            if self.event == self.last:
                self.seek(0)
            self._since, self._from = perf_counter(), self.event
            self.playing = True
            self._notify()

    def pause(self) -> None:
        """Stops playing; the event stays on screen."""
        if self.playing:
            self.playing = False
            self._notify()

    def set_speed(self, speed: int) -> None:
        """Sets the speed in events a second."""
        self.speed = min(max(speed, SPEEDS[0]), SPEEDS[-1])
        self._since, self._from = perf_counter(), self.event
        self._notify()

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

    def hides(self, key: Key) -> bool:
        """Whether the search does not know yet what a glyph shows: its value, or that replies are pruned there."""
        if self.replay is None:
            return False
        if isinstance(key, int):
            return bool(self.replay.leave[key] > self.event)
        return key[0] == STUB and self.hides_cut(key[1])

    def hides_cut(self, row: int) -> bool:
        """Whether the search does not know yet that replies are pruned below a row."""
        if self.replay is None:
            return False
        tree, last = self.replay.tree, row + int(self.replay.tree.size[row]) - 1
        pruned = last > row and tree.kind[last] == PRUNED and tree.parent[last] == row
        return bool((self.replay.enter[last] if pruned else self.replay.leave[row]) > self.event)

    @property
    def knows_best_play(self) -> bool:
        """Whether the search has ended, so that best play is known; also while nothing is played back."""
        return self.replay is None or self.event == self.last

    def entered(self, glyph: Glyph) -> int:
        """How many of the rows that a glyph stands for the search has entered, or skipped by a cutoff."""
        rows = glyph.hidden or (glyph.row,)
        return len(rows) if self.replay is None else sum(bool(self.replay.enter[row] <= self.event) for row in rows)

    def style(self, view: TreeView, glyph: Glyph, data: GlyphData) -> GlyphData:
        """What a glyph shows now: nothing that the search does not know yet."""
        if self.replay is None:
            return data
        entered, cut = self.entered(glyph), not self.hides_cut(glyph.row)
        return data._replace(
            principal=data.principal and self.knows_best_play,
            invisible=not entered,
            folded=data.folded and self._below(glyph.row) > 1,
            nodes=self._below(glyph.row) if data.folded else data.nodes,
            cut=data.cut and cut,
            quiet=not cut,
            inside=f"+{entered}" if glyph.sort == REST else data.inside,
        )

    def _below(self, row: int) -> int:
        """How many nodes the search has visited so far at a row and below it, at most all that it will."""
        assert self.replay is not None
        return max(1, min(self.frontier - row, self.replay.tree.searched(row)))

    def known(self, view: TreeView) -> tuple[object, ...]:
        """What `style` depends on."""
        if self.replay is None:
            return ()
        return self.knows_best_play, tuple(
            (self.entered(glyph), self.hides_cut(glyph.row), below > 1, len(str(below)))
            for glyph in view.glyphs
            for below in [self._below(glyph.row)]
        )

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
        return so_far(self.replay, row, self.event) if self.replay is not None else None

    def path(self) -> list[int]:
        """The rows on the path to the node that the event is about, including this one."""
        if self.moment is None:
            return []
        rows = [frame.row for frame in self.moment.frames]
        return rows if self.moment.row in rows else [*rows, self.moment.row]

    def windows(self) -> list[str]:
        """The windows of the nodes on the path, as they are now; none for a node that has just returned."""
        if self.moment is None or self.replay is None:
            return []
        tree, frames = self.replay.tree, self.moment.frames
        texts = [frame_text(tree, frame) for frame in frames]
        if frames and (condition := condition_text(tree, frames[-1])):
            texts[-1] += f"\n{condition}"
        return texts

    def visible_row(self) -> int | None:
        """The row that has to be on screen; where replies are skipped, the first one that was searched."""
        if self.moment is None or self.replay is None:
            return None
        row, tree = self.moment.row, self.replay.tree
        if self.moment.sort in (CUT, SKIP):
            return next((child for child in tree.children(row) if tree.kind[child] != PRUNED), row)
        return row


class PlaybackBar(ttk.Frame):
    """Buttons, speed, scrubber and texts of a playback; on screen while it is open.  It also keeps the time.

    `on_open()` is called when the bar appears or disappears, `focus_back()` when you have chosen a speed.
    """

    def __init__(
        self,
        parent: tk.Misc,
        playback: Playback,
        fonts: dict[str, tkfont.Font],
        on_open: Callable[[], object],
        focus_back: Callable[[], object],
    ) -> None:
        super().__init__(parent, padding=(4, 2))
        self.playback, self._on_open, self._focus_back = playback, on_open, focus_back
        self._was_open = False
        self._next, self._after_paint = Debounce(self, self._frame), Debounce(self, self._painted)
        self._frame_start = 0.0
        self._shown = -1
        ttk.Style(parent).configure("Bar.TButton", font=fonts["count"], padding=(2, 1))
        row = Flow(self)
        row.pack(fill="x")
        self.buttons: dict[str, ttk.Button] = {}
        steps = (("Step back", playback.back), ("Into", playback.into), ("Over", playback.over), ("Out", playback.out))
        runs = (("To node", playback.to_selected), ("To cutoff", playback.to_cut), ("Play", playback.play))
        for name, action in (*steps, *runs):
            button = self.buttons[name] = ttk.Button(
                row, text=name, command=action, style="Bar.TButton", width=max(len(name), 4), takefocus=False
            )
            row.add(button)
        speeds = [f"{speed}/s" for speed in SPEEDS]
        self.speed = ttk.Combobox(row, values=speeds, state="readonly", width=5, font=fonts["count"], takefocus=False)
        self.speed.bind("<<ComboboxSelected>>", lambda event: self._speed_chosen())
        row.add(self.speed)
        line = ttk.Frame(self)
        line.pack(fill="x")
        self.count = ttk.Label(line, font=fonts["count"], anchor="e")
        self.count.pack(side="right")
        self.scrub = ttk.Scale(line, from_=0, to=1, command=self._scrubbed, takefocus=False)
        self.scrub.pack(side="left", fill="x", expand=True, padx=(1, 6))
        self.event_text, self.update_text = (
            tk.Label(self, font=fonts[font], anchor="nw", justify="left", height=2) for font in ("value", "principal")
        )
        self.event_text.pack(fill="x")
        self.update_text.pack(fill="x")
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        playback.listeners.append(self._changed)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        for label, colour in ((self.event_text, theme.text), (self.update_text, theme.accent)):
            label.configure(background=theme.window, foreground=colour)

    def _changed(self) -> None:
        """Shows the playback as it is now, and schedules the next picture while it plays."""
        playback = self.playback
        if playback.is_open != self._was_open:
            self._was_open = playback.is_open
            if playback.is_open:
                self.grid()
            else:
                self.grid_remove()
            self._on_open()
        replay, moment = playback.replay, playback.moment
        if replay is not None and moment is not None:
            self._shown = moment.event
            self.scrub.configure(to=max(playback.last, 1))
            self.scrub.set(moment.event)
            self.count.configure(text=f"event {moment.event + 1:,} of {playback.last + 1:,}")
            self.event_text.configure(text=headline(replay, moment))
            self.update_text.configure(text=expression(replay, moment))
        self.buttons["Play"].configure(text="Pause" if playback.playing else "Play")
        self.speed.set(f"{playback.speed}/s")
        if not playback.playing:
            self._next.drop()
            self._after_paint.drop()
        elif not (self._next.waiting or self._after_paint.waiting):
            self._next.after(FRAME_MS)

    def _frame(self) -> None:
        self._frame_start = perf_counter()
        self.playback.tick()
        if self.playback.playing:
            self._after_paint.when_idle()

    def _painted(self) -> None:
        took = round(1000 * (perf_counter() - self._frame_start))
        self._next.after(max(FRAME_MS - took, REST_MS))

    def _scrubbed(self, value: str) -> None:
        event = round(float(value))
        if event != self._shown and self.playback.is_open:
            self.playback.pause()
            self.playback.seek(event)

    def _speed_chosen(self) -> None:
        self.playback.set_speed(int(self.speed.get().removesuffix("/s")))
        self._focus_back()

    def _wrap(self, width: int) -> None:
        for label in (self.event_text, self.update_text):
            label.configure(wraplength=max(width - 12, 60), height=1 if width > 480 * scale(self) else 2)
