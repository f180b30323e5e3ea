"""Reviewing: what is judged of the game on the board: the review, and the graph of a running game.

Imports both late.
"""

from __future__ import annotations

from tkinter import ttk
from typing import TYPE_CHECKING, Protocol

from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.play.names import Names
from visualizer.shell.playing import Playing

if TYPE_CHECKING:
    from visualizer.review.judging import Judging
    from visualizer.review.pane import ReviewPane
    from visualizer.review.running import RunningGraph


class Around(Host, Protocol):
    """The window as the review needs it."""

    names: Names
    panes: ttk.Panedwindow
    playing: Playing

    def do(self, name: str) -> None:
        """Runs a command by name."""


class Reviewing:
    """One for each window; `pane` is None until the first review, `graph` until evaluators can be asked."""

    def __init__(self, window: Around) -> None:
        self._window = window
        self._judging: Judging | None = None
        self.pane: ReviewPane | None = None
        self.graph: RunningGraph | None = None

    @property
    def judging(self) -> Judging:
        """What both show."""
        if self._judging is None:
            from visualizer.review.judging import Judging

            self._judging = Judging(self._window.playing.frame, self._window, self._window.names)
        return self._judging

    @property
    def open(self) -> bool:
        """Whether the review is to be seen."""
        return self.pane is not None and str(self.pane) in self._window.panes.panes()

    def begin(self) -> bool:
        """Begins to review the game on the board; whether that can be done, otherwise the status line says why not."""
        from visualizer.review.pane import ReviewPane

        window = self._window
        if self.pane is None:
            self.pane = ReviewPane(window.panes, window, self.judging, lambda: window.do("review"))
        return window.attempt(self.pane.begin)

    def stop(self) -> None:
        """Stops judging; what was judged stays."""
        if self.pane is not None:
            self.pane.stop()

    def refresh(self) -> None:
        """Shows where the board stands."""
        playing = self._window.playing
        if self.pane is not None and self.open:
            self.pane.refresh()
        elif playing.graph_shown():
            if self.graph is None:
                from visualizer.review.running import RunningGraph

                self.graph = RunningGraph(playing.graph, self._window, self.judging)
                self.graph.pack(fill="both", expand=True)
            self.graph.refresh(judging=playing.ready)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        for part in (self.pane, self.graph):
            if part is not None:
                part.set_theme(theme)
