"""The bar of the playback: buttons, speed, scrubber and words; it keeps the time.  Imports Tk and the playback."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from time import perf_counter
from tkinter import font as tkfont
from tkinter import ttk

from c4.tree.narrate import expression, headline
from visualizer.kit.flow import Flow
from visualizer.kit.later import Later
from visualizer.kit.scale import scale
from visualizer.kit.theme import Theme
from visualizer.tree.playback import SPEEDS, Playback

FRAME_MS = 40
"""Milliseconds between two pictures while it plays; what happens in between is not drawn."""

REST_MS = 12
"""Milliseconds left for painting and for the person's hands after each of them."""


class Bar(ttk.Frame):
    """On screen while the playback is open; `on_open()` is called when that has changed, `focus_back()` when a speed
    was chosen.
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
        self.playback, self._on_open = playback, on_open
        self._focus_back = focus_back
        self._was_open = False
        self._next, self._then = Later(self, self._frame), Later(self, self._painted)
        self._began = 0.0  # when the last one did
        self._shown = -1
        ttk.Style(parent).configure("Bar.TButton", font=fonts["count"], padding=(2, 1))
        row = Flow(self)
        row.pack(fill="x")
        self.buttons: dict[str, ttk.Button] = {}
        steps = (("Back", playback.back), ("Into", playback.into), ("Over", playback.over), ("Out", playback.out))
        runs = (("To node", playback.to_selected), ("To cut", playback.to_cut), ("Play", playback.play))
        for name, action in (*steps, *runs):
            button = ttk.Button(
                row, text=name, command=action, style="Bar.TButton", width=max(len(name), 4), takefocus=False
            )
            row.add(button)
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
        row.add(self.speed)
        line = ttk.Frame(self)
        line.pack(fill="x")
        self.count = ttk.Label(line, font=fonts["count"], anchor="e")
        self.count.pack(side="right")
        self.scrub = ttk.Scale(line, from_=0, to=1, command=self._scrubbed, takefocus=False)
        self.scrub.pack(side="left", fill="x", expand=True, padx=(1, 6))
        self.what = tk.Label(self, font=fonts["value"], anchor="nw", justify="left", height=2)
        self.what.pack(fill="x")
        self.update_text = tk.Label(self, font=fonts["principal"], anchor="nw", justify="left", height=2)
        self.update_text.pack(fill="x")
        self.bind("<Configure>", lambda event: self._wrap(event.width))
        playback.told = self._told

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        for label, colour in ((self.what, theme.text), (self.update_text, theme.accent)):
            label.configure(background=theme.window, foreground=colour)

    def _told(self) -> None:
        """Shows the playback as it is now, and goes on where it plays."""
        playback = self.playback
        if playback.is_open != self._was_open:
            self._was_open = playback.is_open
            if playback.is_open:
                self.grid()
            else:
                self.grid_remove()
            self._on_open()
        if playback.moment is not None:
            self._show()
        self.buttons["Play"].configure(text="Pause" if playback.playing else "Play")
        self.speed.set(f"{playback.speed}/s")
        if not playback.playing:
            self._rest()
        elif not (self._next.waiting or self._then.waiting):
            self._next.after(FRAME_MS)

    def _show(self) -> None:
        replay, moment = self.playback.replay, self.playback.moment
        assert replay is not None
        assert moment is not None
        self._shown = moment.event
        self.scrub.configure(to=max(self.playback.last, 1))
        self.scrub.set(moment.event)
        self.count.configure(text=f"{moment.event + 1:,} of {self.playback.last + 1:,}")
        self.what.configure(text=headline(replay, moment))
        self.update_text.configure(text=expression(replay, moment))

    # -- time ---------------------------------------------------------------------------------------------------------

    def _frame(self) -> None:
        self._began = perf_counter()
        self.playback.tick()
        if self.playback.playing:
            self._then.when_idle()  # the picture is painted before that

    def _painted(self) -> None:
        took = round(1000 * (perf_counter() - self._began))
        self._next.after(max(FRAME_MS - took, REST_MS))

    def _rest(self) -> None:
        self._next.drop()
        self._then.drop()

    # -- a person's hands ---------------------------------------------------------------------------------------------

    def _scrubbed(self, value: str) -> None:
        event = round(float(value))
        if event != self._shown and self.playback.is_open:
            self.playback.pause()
            self.playback.seek(event)

    def _speed_chosen(self) -> None:
        self.playback.set_speed(int(self.speed.get().removesuffix("/s")))
        self._focus_back()

    def _wrap(self, width: int) -> None:
        for label in (self.what, self.update_text):
            label.configure(wraplength=max(width - 12, 60), height=1 if width > 480 * scale(self) else 2)
