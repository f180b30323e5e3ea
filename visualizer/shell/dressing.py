"""Dressing: another theme or scale for all windows: in each turn of the event loop one of them, or one picture.

Imports tkinter and the parts of the main window.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from visualizer.kit import fonts
from visualizer.kit.later import Later, put_off
from visualizer.kit.look import apply, tell, told
from visualizer.kit.scale import fit, scale
from visualizer.kit.theme import Theme
from visualizer.kit.toolbar import Toolbar
from visualizer.play.board import Board
from visualizer.shell.analysis import Analysis
from visualizer.shell.layout import Faces
from visualizer.shell.playing import Playing
from visualizer.shell.reviewing import Reviewing

PAUSE_MS = 5
"""Between two steps, once Tk has drawn what the first has changed: what was clicked meanwhile comes first."""

Part = Callable[[Theme], object]


class Dressed(Protocol):
    """The parts of the main window that have colours and sizes of their own."""

    root: tk.Tk
    toolbar: Toolbar
    board: Board
    playing: Playing
    analysis: Analysis
    reviewing: Reviewing
    faces: Faces


class Dressing:
    """One for each main window, made when all its parts are there and have the scale in force."""

    def __init__(self, window: Dressed) -> None:
        self._window, self._root = window, window.root
        self._scale = scale(window.root)
        self._steps: list[Callable[[], object]] = []
        self._pictures: dict[Later, None] = {}
        self._soon = Later(window.root, self._next)

    @property
    def busy(self) -> bool:
        """Whether something is still to come."""
        return self._soon.waiting

    def begin(self, theme: Theme) -> None:
        """Begins now, with the main window; what was still to come comes with it.

        Tk lays out letters in all windows at the same time: if there are others that is a turn of its own.
        """
        others = self._others()
        letters, style, room = self._reletter, self._restyle, self._rescale
        turns: list[list[Part]] = [[letters], [style], [room]] if others else [[letters, style], [room]]
        turns += [self._window.analysis.set_theme], [self._window.reviewing.set_theme]
        self._steps = [partial(self._put_on, self._root, theme, parts) for parts in turns]
        self._steps.append(partial(self._paint, self._root))
        for window in others:
            self._steps += partial(self._put_on, window, theme, parts_of(window)), partial(self._paint, window)
        self._steps.append(partial(self._paint, None))
        self._next()

    def _others(self) -> list[tk.Toplevel]:
        return [child for child in self._root.winfo_children() if isinstance(child, tk.Toplevel)]

    def _next(self) -> None:
        """The next step; one that is to be done again says so by True."""
        step = self._steps.pop(0)
        try:
            if step():
                self._steps.insert(0, step)
        finally:
            if self._steps:
                self._soon.after_all(PAUSE_MS)

    # -- the main window ----------------------------------------------------------------------------------------------

    def _reletter(self, theme: Theme) -> None:
        """Changes the size of all letters."""
        self._window.board.hold(True)
        fonts.use(self._root)

    def _restyle(self, theme: Theme) -> None:
        """Changes colours and surfaces of all that is ttk's."""
        apply(theme, self._root)
        self._window.toolbar.set_theme(theme)

    def _rescale(self, theme: Theme) -> None:
        """Changes the room around and inside everything, if the scale is another one."""
        if scale(self._root) != self._scale:
            self._scale = scale(self._root)
            fit(self._root, *self._others())
            self._window.faces.rescaled()
        self._window.playing.set_theme(theme)
        self._window.board.hold(False)

    # -- any window ---------------------------------------------------------------------------------------------------

    def _put_on(self, window: tk.Tk | tk.Toplevel, theme: Theme, parts: Sequence[Part]) -> None:
        """Gives parts of a window their look and lets Tk lay it out; the pictures that follow are painted later."""
        if window.winfo_exists():
            with put_off() as pictures, told(window):
                for part in parts:
                    part(theme)
            self._pictures |= pictures

    def _paint(self, window: tk.Tk | tk.Toplevel | None) -> bool:
        """Paints a picture of a window, or with None of any; whether there are more.  Closed windows are forgotten."""
        self._pictures = {late: None for late in self._pictures if late.waiting}
        waiting = [late for late in self._pictures if window in (None, late.widget.winfo_toplevel())]
        if waiting:
            del self._pictures[waiting[0]]
            waiting[0].make_up()
        return len(waiting) > 1


def parts_of(window: tk.Toplevel) -> list[Part]:
    """What gives another window its look: surfaces, colours, if it has some of its own, and room."""
    own: list[Part] = [window.set_theme] if hasattr(window, "set_theme") else []
    return [lambda theme: tell(window), *own, lambda theme: fit(window)]
