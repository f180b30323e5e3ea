"""What is judged of the game on the board: the review, and the graph of a running game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.ui.theme import Theme

if TYPE_CHECKING:
    from visualizer.app.window import Window
    from visualizer.review.graph import RunningGraph
    from visualizer.review.pane import ReviewPane
    from visualizer.review.reviewer import Reviewer


class Reviewing:
    """One for each window; `pane` is None until the first review, `graph` until evaluators can be asked."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._reviewer: Reviewer | None = None
        self.pane: ReviewPane | None = None
        self.graph: RunningGraph | None = None

    @property
    def reviewer(self) -> Reviewer:
        """What both show."""
        if self._reviewer is None:
            from visualizer.review.reviewer import Reviewer

            self._reviewer = Reviewer(self._window.playing.frame, self._window, self._window.names)
        return self._reviewer

    @property
    def open(self) -> bool:
        """Whether the review is to be seen."""
        return self.pane is not None and str(self.pane) in self._window.panes.panes()

    def begin(self) -> bool:
        """Begins to review the game on the board; whether that can be done, otherwise the status line says why not."""
        from visualizer.review.pane import ReviewPane

        window = self._window
        if self.pane is None:
            self.pane = ReviewPane(window.panes, window, self.reviewer, lambda: window.do("review"))
        return window.attempt(self.pane.begin)

    def stop(self) -> None:
        """Stops the review; what was reviewed stays."""
        if self.pane is not None:
            self.reviewer.stop()

    def refresh(self) -> None:
        """Shows where the board stands."""
        playing = self._window.playing
        if self.pane is not None and self.open:
            self.pane.refresh()
        elif playing.graph_shown():
            if self.graph is None:
                from visualizer.review.graph import RunningGraph

                self.graph = RunningGraph(playing.graph, self._window, self.reviewer)
                self.graph.pack(fill="both", expand=True)
            self.graph.refresh(follow=playing.ready)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        for part in (self.pane, self.graph):
            if part is not None:
                part.set_theme(theme)
