"""Reviewing: opens the review beside the board, in place of the tree, and closes it again.  Imports the pane late."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING, Protocol

from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.play.names import Names
from visualizer.shell.playing import Playing

if TYPE_CHECKING:
    from visualizer.review.pane import ReviewPane


class Around(Host, Protocol):
    """The window as the review needs it."""

    names: Names
    panes: ttk.Panedwindow
    playing: Playing


class Reviewing:
    """One for each window; `pane` is None until the first review."""

    def __init__(self, window: Around) -> None:
        self._window = window
        self.pane: ReviewPane | None = None
        self._away: list[tk.Widget] = []

    @property
    def open(self) -> bool:
        """Whether the review is to be seen."""
        return self.pane is not None and str(self.pane) in self._window.panes.panes()

    def show(self) -> None:
        """Reviews the game on the board.  Raises C4Error where there is no move."""
        from visualizer.review.pane import ReviewPane

        window = self._window
        if self.pane is None:
            self.pane = ReviewPane(window.panes, window, window.names, self.close)
        self.pane.begin()
        if not self.open:
            shown = [window.panes.nametowidget(name) for name in window.panes.panes()]
            self._away = [part for part in shown if part is not window.playing.frame]
            for part in self._away:
                window.panes.forget(part)
            window.panes.add(self.pane, weight=5)
            window.panes.update_idletasks()
            window.panes.sashpos(0, int(window.panes.winfo_width() * 0.5))
        self.pane.moves.focus_set()

    def close(self) -> None:
        """Back to what was there before."""
        if self.pane is None or not self.open:
            return
        self.pane.stop()
        self._window.panes.forget(self.pane)
        for part in self._away:
            self._window.panes.add(part, weight=5)
        self._window.touch()

    def refresh(self) -> None:
        """Shows where the board stands."""
        if self.pane is not None and self.open:
            self.pane.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        if self.pane is not None:
            self.pane.set_theme(theme)
