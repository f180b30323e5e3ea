"""The three modes of the window (Play, Analyse, Review) and how each arranges its panes."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import TYPE_CHECKING

from c4.session.settings import ANALYSE, PLAY, REVIEW
from visualizer.ui.scale import fit, scale

if TYPE_CHECKING:
    from visualizer.app.window import Window


LABELS = {PLAY: "Play", ANALYSE: "Analyse", REVIEW: "Review"}
KEY = "F2"
"""The key that goes from Play to Analyse and back."""

LEAST = {"board": 404, "tree": 300, "node": 290}
"""The least width of a pane of Analyse, pixels at 100 %; without room for all, the tree becomes a tab beside the node."""

BELOW = 190
"""Pixels at 100 % of what stands below the board in Analyse besides the best lines."""


class ModeSwitch(ttk.Frame):
    """A button for each mode, of which that of the mode on screen is pressed; `choose(mode)` asks for another."""

    def __init__(self, parent: tk.Misc, choose: Callable[[str], object]) -> None:
        super().__init__(parent)
        self.buttons = {
            mode: ttk.Button(self, text=label, style="Tool.TButton", command=partial(choose, mode))
            for mode, label in LABELS.items()
        }
        for button in self.buttons.values():
            button.pack(side="left", padx=1)
        ttk.Label(self, text=KEY, style="Faint.TLabel").pack(side="left", padx=(6, 0))

    def show(self, mode: str) -> None:
        """Presses the button of a mode."""
        for name, button in self.buttons.items():
            button.state(["pressed" if name == mode else "!pressed"])


class Modes:
    """One per window; `show` arranges it."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.mode = ""
        self._width = 0
        self._room = True, False
        self._switch = ModeSwitch(window.top, self.show)
        self._switch.pack(side="right")
        window.analysis.on_built = self._built
        window.panes.add(window.playing.frame, weight=4)
        window.panes.bind(
            "<Configure>", lambda event: self._place_sashes(event.width) if event.widget is window.panes else None
        )
        for name, panes in (("outer", window.panes), ("inner", window.analysis.panes)):
            panes.bind("<ButtonRelease-1>", partial(self._dragged, name, panes), add="+")

    def show(self, mode: str) -> None:
        """Shows a mode, one of `LABELS`."""
        window, everything = self._window, mode == ANALYSE
        if mode == REVIEW and not window.reviewing.begin():
            mode = self.mode or PLAY
        self._switch.show(mode)
        if mode == self.mode:
            return
        if self.mode == REVIEW:
            window.reviewing.stop()
        self.mode = mode
        if mode != REVIEW:
            window.prefer(mode=mode)
        if mode == REVIEW:
            window.open_settings(False)
        window.playing.board.hold(True)
        window.playing.arrange(mode)
        window.analysis.switch(everything)
        self._arrange()
        window.playing.board.hold(False)

    def _arrange(self) -> None:
        """Shows the panes of the mode that have room."""
        window, analysis = self._window, self._window.analysis
        with_board, tabbed = self._room = self._arrangement if self.mode == ANALYSE else (True, False)
        analysis.tab_tree(tabbed)
        inner: list[tuple[str, tk.Widget, int]] = [("tree", analysis.middle, 1), ("node", analysis.tabs, 0)]
        outer: list[tuple[str, tk.Widget, int]] = [("board", window.playing.frame, 4)] if with_board else []
        if self.mode == REVIEW and window.reviewing.pane is not None:
            outer.append(("review", window.reviewing.pane, 5))
        elif self.mode == ANALYSE:
            outer.append(("analysis", analysis.frame, 5))
        for part in (*fill(analysis.panes, inner[tabbed:]), *fill(window.panes, outer)):
            fit(part)  # what has come since the scale was chosen
        window.panes.update_idletasks()
        self._width = 0
        self._place_sashes(window.panes.winfo_width())
        window.refresh()

    @property
    def _arrangement(self) -> tuple[bool, bool]:
        """Whether Analyse has room for the board, and whether its tree is a tab."""
        room = self._window.panes.winfo_width() / scale(self._window.panes)
        with_board = room >= LEAST["board"] + LEAST["tree"]
        return with_board, room < with_board * LEAST["board"] + LEAST["tree"] + LEAST["node"]

    def swap(self) -> None:
        """Shows Analyse in Play and Play in Analyse; leaves the review."""
        self.show(self._window.settings.mode if self.mode == REVIEW else ANALYSE if self.mode == PLAY else PLAY)

    def _built(self) -> None:
        """There is more to see than before."""
        board = self._window.playing.board
        board.hold(True)
        fit(self._window.panes)
        self.rescaled()
        board.hold(False)

    def rescaled(self) -> None:
        """The scale has changed, and everything has been fitted to it: divides the width anew."""
        self._width = 0
        self._place_sashes(self._window.panes.winfo_width())

    def _place_sashes(self, width: int) -> None:
        """Divides a new width: a good third for the board, what the card needs, and the rest for the tree."""
        if width == self._width or self.mode not in (ANALYSE, REVIEW):
            return
        self._width = width
        outer, inner, unit = self._window.panes, self._window.analysis.panes, scale(self._window.panes)
        if self.mode == REVIEW:
            board = max(min(360 * unit, width * 0.45), min(width * 0.5, width - 540 * unit))
            outer.sashpos(0, int(self._window.settings.sashes.get("review", board / width) * width))
            return
        if self._arrangement != self._room:
            self._arrange()
            return
        tabs = self._window.analysis.tabs_width()
        card = int(min(max(270 * unit, tabs, min(460 * unit, width * 0.24)), max(width * 0.34, tabs)))
        if len(outer.panes()) == 2:
            board = self._window.playing.board.width_in(outer.winfo_height() - round(BELOW * unit))
            left = self._window.settings.sashes.get("outer", min((width - card) * 0.4, board) / width) * width
            outer.sashpos(0, int(max(left, LEAST["board"] * unit)))
        if len(inner.panes()) == 2:
            if "inner" in self._window.settings.sashes:
                outer.update_idletasks()
                inner.sashpos(0, int(self._window.settings.sashes["inner"] * inner.winfo_width()))
            else:  # it stays as wide when the inner panes get their width
                inner.sashpos(0, inner.winfo_width() - card)

    def _dragged(self, name: str, panes: ttk.Panedwindow, event: tk.Event[tk.Misc]) -> None:
        """Remembers where somebody has put a sash."""
        if self.mode != PLAY and len(panes.panes()) == 2 and panes.winfo_width() > 1:
            name = "review" if self.mode == REVIEW else name
            share = panes.sashpos(0) / panes.winfo_width()
            self._window.prefer(sashes={**self._window.settings.sashes, name: share})


def fill(panes: ttk.Panedwindow, wanted: Sequence[tuple[str, tk.Widget, int]]) -> list[tk.Widget]:
    """Gives a paned window these parts (name, widget, weight), in this order, and no others; those that are new."""
    new = []
    for name in panes.panes():
        if name not in [str(part) for _, part, _ in wanted]:
            panes.forget(name)
    for place, (_, part, weight) in enumerate(wanted):
        shown = panes.panes()
        if str(part) not in shown:
            new.append(part)
            if place < len(shown):
                panes.insert(place, part, weight=weight)
            else:
                panes.add(part, weight=weight)
    return new
