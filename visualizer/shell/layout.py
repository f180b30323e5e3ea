"""Layout: arranges the window's panes for the face that is shown.  Imports the panes.

*Play* is the board with what a player needs beside it; *Analyse* is everything; *Review* is the board with the
review of its game beside it.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from tkinter import ttk
from typing import Protocol

from visualizer.kit.scale import scale
from visualizer.play.controls import Controls
from visualizer.shell.analysis import Analysis
from visualizer.shell.faces import ANALYSE, KEY, LABELS, PLAY, REVIEW
from visualizer.shell.playing import Playing
from visualizer.shell.reviewing import Reviewing


class FaceSwitch(ttk.Frame):
    """A button for each face, of which that of the face on screen is pressed; `choose(face)` asks for another."""

    def __init__(self, parent: tk.Misc, choose: Callable[[str], object]) -> None:
        super().__init__(parent)
        self.buttons = {
            face: ttk.Button(self, text=label, style="Tool.TButton", command=partial(choose, face))
            for face, label in LABELS.items()
        }
        for button in self.buttons.values():
            button.pack(side="left", padx=1)
        ttk.Label(self, text=KEY, style="Faint.TLabel").pack(side="left", padx=(6, 0))

    def show(self, face: str) -> None:
        """Presses the button of a face."""
        for name, button in self.buttons.items():
            button.state(["pressed" if name == face else "!pressed"])


class Shown(Protocol):
    """The parts of the window that faces arrange."""

    top: ttk.Frame
    panes: ttk.Panedwindow
    controls: Controls
    playing: Playing
    analysis: Analysis
    reviewing: Reviewing

    def touch(self) -> None:
        """Shows everything again."""


class Faces:
    """One per window; `show` arranges it."""

    def __init__(self, window: Shown) -> None:
        self._window = window
        self.face = ""
        self.start = PLAY
        """The face that was shown last, other than the review: the next start begins with it."""
        self.hidden: set[str] = set()
        """The panes of Analyse that are hidden, by their names in `PANES`."""
        self._sashes: dict[str, float] = {}  # where somebody has put them, in parts of the width
        self._width = 0
        self._switch = FaceSwitch(window.top, self.show)
        self._switch.pack(side="right")
        window.panes.add(window.playing.frame, weight=4)
        window.panes.bind(
            "<Configure>", lambda event: self._place_sashes(event.width) if event.widget is window.panes else None
        )
        for name, panes in (("outer", window.panes), ("inner", window.analysis.panes)):
            panes.bind("<ButtonRelease-1>", partial(self._dragged, name, panes), add="+")

    def show(self, face: str) -> None:
        """Shows a face, one of `LABELS`."""
        window, everything = self._window, face == ANALYSE
        if face == REVIEW and not window.reviewing.begin():
            face = self.face or PLAY
        self._switch.show(face)
        if face == self.face:
            return
        if self.face == REVIEW:
            window.reviewing.stop()
        self.face = face
        if face != REVIEW:
            self.start = face
        if everything:
            window.controls.pack(fill="x", after=window.top)
        else:
            window.controls.pack_forget()
        window.playing.arrange(face)
        window.analysis.switch(everything)
        self._arrange()

    def switch_pane(self, name: str) -> None:
        """Hides a pane of Analyse, or shows it where it was; `can_hide` says whether it may be hidden."""
        self.hidden ^= {name}
        self._arrange()

    def can_hide(self, name: str) -> bool:
        """Whether something is left to see without a pane."""
        return name == "moves" or bool({"board", "tree", "node"} - self.hidden - {name})

    def _arrange(self) -> None:
        """Shows the panes of the face, but for those that are hidden."""
        window, hidden = self._window, self.hidden if self.face == ANALYSE else set()
        inner = [
            (name, part, weight)
            for name, part, weight in (("tree", window.analysis.middle, 1), ("node", window.analysis.tabs, 0))
            if name not in hidden
        ]
        outer: list[tuple[str, tk.Widget, int]] = []
        if "board" not in hidden:
            outer.append(("board", window.playing.frame, 4))
        if self.face == REVIEW and window.reviewing.pane is not None:
            outer.append(("review", window.reviewing.pane, 5))
        elif self.face == ANALYSE and inner:
            outer.append(("analysis", window.analysis.frame, 5))
        fill(window.analysis.panes, inner)
        fill(window.panes, outer)
        window.playing.list_moves("moves" not in hidden)
        window.panes.update_idletasks()
        self._width = 0
        self._place_sashes(window.panes.winfo_width())
        window.touch()

    def swap(self) -> None:
        """Shows Analyse in Play and Play in Analyse; leaves the review."""
        self.show(self.start if self.face == REVIEW else ANALYSE if self.face == PLAY else PLAY)

    def rescaled(self) -> None:
        """The scale has changed: divides the width anew."""
        self._width = 0
        self._place_sashes(self._window.panes.winfo_width())

    def _place_sashes(self, width: int) -> None:
        """Divides a new width: about a third for the board, what the card needs, and the rest for the tree."""
        if width == self._width or self.face not in (ANALYSE, REVIEW):
            return
        if self.face == REVIEW:
            self._width = width
            self._window.panes.sashpos(0, max(360, min(int(width * 0.5), width - 540)))
            return
        self._width, width = width, max(width, 900)
        unit = scale(self._window.panes)
        card = int(min(max(270 * unit, min(420 * unit, width * 0.24)), width * 0.34))
        left = int((width - card) * 0.43)
        outer, inner = self._window.panes, self._window.analysis.panes
        if len(outer.panes()) == 2:
            outer.sashpos(0, int(self._sashes.get("outer", left / width) * width))
        outer.update_idletasks()
        if len(inner.panes()) == 2:
            room = inner.winfo_width()
            inner.sashpos(0, int(self._sashes["inner"] * room) if "inner" in self._sashes else room - card)

    def _dragged(self, name: str, panes: ttk.Panedwindow, event: tk.Event[tk.Misc]) -> None:
        """Remembers where somebody has put a sash."""
        if self.face == ANALYSE and len(panes.panes()) == 2 and panes.winfo_width() > 1:
            self._sashes[name] = panes.sashpos(0) / panes.winfo_width()


def fill(panes: ttk.Panedwindow, wanted: Sequence[tuple[str, tk.Widget, int]]) -> None:
    """Gives a paned window these parts (name, widget, weight), in this order, and no others."""
    for name in panes.panes():
        if name not in [str(part) for _, part, _ in wanted]:
            panes.forget(name)
    for place, (_, part, weight) in enumerate(wanted):
        shown = panes.panes()
        if str(part) not in shown:
            if place < len(shown):
                panes.insert(place, part, weight=weight)
            else:
                panes.add(part, weight=weight)
