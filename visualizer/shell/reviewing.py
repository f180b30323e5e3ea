"""Reviewing: makes the review that stands beside the board, and keeps it up to date.  Imports the pane late."""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING, Protocol

from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.play.names import Names

if TYPE_CHECKING:
    from visualizer.review.pane import ReviewPane


class Around(Host, Protocol):
    """The window as the review needs it."""

    names: Names
    panes: ttk.Panedwindow

    def do(self, name: str) -> None:
        """Runs a command by name."""


class Reviewing:
    """One for each window; `pane` is None until the first review."""

    def __init__(self, window: Around) -> None:
        self._window = window
        self.pane: ReviewPane | None = None

    @property
    def open(self) -> bool:
        """Whether the review is to be seen."""
        return self.pane is not None and str(self.pane) in self._window.panes.panes()

    def begin(self) -> bool:
        """Begins to review the game on the board; whether that can be done, otherwise the status line says why not."""
        from visualizer.review.pane import ReviewPane

        window = self._window
        if self.pane is None:
            self.pane = ReviewPane(window.panes, window, window.names, lambda: window.do("review"))
        return window.attempt(self.pane.begin)

    def stop(self) -> None:
        """Stops judging; what was judged stays."""
        if self.pane is not None:
            self.pane.stop()

    def refresh(self) -> None:
        """Shows where the board stands."""
        if self.pane is not None and self.open:
            self.pane.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        if self.pane is not None:
            self.pane.set_theme(theme)
