"""A tool window of the app: it shows the app's state and what it knows itself, and works in the session's threads."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from c4.callbacks import ignore
from c4.game.position import Position
from visualizer.state.app import App
from visualizer.state.state import GameState
from visualizer.ui.background import BackgroundTask, Debounce
from visualizer.ui.pane import Pane, show_pane
from visualizer.ui.windows import ToolWindow

View = TypeVar("View")


class AppWindow(ToolWindow):
    """A window beside the main window, made with the app and the main window as its parent.

    What only this window knows is in `known`, a frozen record that `know` replaces.  Panes in `panes` read it together
    with the app's state (see `WindowPane`).
    """

    known: Any = None

    def __init__(
        self,
        app: App,
        parent: tk.Misc,
        title: str,
        size: str = "",
        least: tuple[int, int] = (0, 0),
        dialog: bool = False,
    ) -> None:
        super().__init__(parent, title, size, least, dialog)
        self.app = app
        self._showing = Debounce(self, self.show_known)
        self.bind("<Map>", self._mapped, add="+")

    def _mapped(self, event: tk.Event[tk.Misc]) -> None:
        """Something that was hidden is on screen: a pane that waited for that is shown."""
        self._showing.when_idle()

    def know(self, **parts: Any) -> None:
        """Replaces parts of what this window knows, and shows it."""
        self.known = replace(self.known, **parts)
        self.show_known()

    def show_known(self) -> None:
        """Lets every pane of this window draw what has changed; an error is logged and stops no other pane."""
        for pane in self.panes:
            show_pane(pane, self.app.state)

    def background(
        self,
        name: str,
        on_done: Callable[[Any], object],
        on_failed: Callable[[str], object],
        on_progress: Callable[[], object] = ignore,
    ) -> BackgroundTask[Any]:
        """A background task in a thread of the session that ends with this window."""
        thread = f"{name} {self}"
        threads = self.app.session.threads
        task = BackgroundTask(self, self.app.session.worker(thread), on_done, on_failed, on_progress)

        def release(event: tk.Event[tk.Misc]) -> None:
            if event.widget is self:
                threads.release(thread)

        self.bind("<Destroy>", release, add="+")
        return task


class Together:
    """What a window knows and the app's state as one: a name that both have is the window's."""

    def __init__(self, known: object, state: object) -> None:
        self._known = known
        self._state = state

    def __getattr__(self, name: str) -> Any:
        owner = self._known if hasattr(self._known, name) else self._state
        return getattr(owner, name)


class WindowPane(Pane[View]):
    """A pane that reads what its window knows and parts of the app's state, both by their names."""

    def __init__(self, window: AppWindow) -> None:
        super().__init__()
        self.window = window

    def show(self, state: object) -> None:
        """Draws what has changed since the last call."""
        super().show(Together(self.window.known, state))


class Follower(Pane[View]):
    """Draws nothing: it calls `follow(view)` with what it sees, and again whenever that has changed."""

    def __init__(self, follow: Callable[[View], object]) -> None:
        super().__init__()
        self._follow = follow
        self._following = False

    def show(self, state: object) -> None:
        """Calls `follow` if something has changed; what that does may show the window again."""
        if self._following:
            return
        self._following = True
        try:
            super().show(state)
        finally:
            self._following = False

    def draw(self, view: View, before: View | None) -> None:
        """Passes on what has changed."""
        self._follow(view)

    def forget(self) -> None:
        """Nothing of it is on the screen."""


class PositionFollower(Follower[Position]):
    """Follows the position on the board."""

    @staticmethod
    def view(game: GameState) -> Position:
        return game.position
