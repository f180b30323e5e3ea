"""The buttons of the window's toolbar, and when they are possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from visualizer.app.commands.view import analyses
from visualizer.state.app import App
from visualizer.ui.pane import Pane
from visualizer.ui.toolbar import Tool, Toolbar, ToolView


def analyses_or_waits(app: App) -> bool:
    """Whether Analyse is shown, or a player of a game that is not over waits for Go."""
    game = app.state.game
    return analyses(app) or (game.paused and game.end is None)


def undo_words(app: App) -> str:
    """What Undo does: on a new board it brings back the game before."""
    return "Last game" if app.session.undo_leaves_game and not app.puzzles.shown else "Undo"


TOOLS = (
    Tool("new", "new game", "New"),
    Tool("undo", "undo", "Undo", says=undo_words),
    Tool("hint", "hint", "Hint"),
    Tool("stop", "stop", "Stop", instead=("go", "go", "Go"), shown=analyses_or_waits),
    None,
    Tool("settings", "search settings", "Settings", shown=analyses),
    Tool("playback", "playback", "Play back", shown=analyses),
)
"""The toolbar from left to right; None is a gap.  What is about searches stands there in Analyse."""


class ToolbarPane(Pane[Sequence[tuple[str, ToolView]]]):
    """Which buttons are possible, and which switches are on.

    Commands say this themselves, so this pane asks them whenever a part changes that they may depend on.
    """

    reads = (
        "game",
        "settings",
        "preferences",
        "shown",
        "searches",
        "progress",
        "teaching",
        "tree",
        "review",
        "lesson",
        "solving",
    )

    def __init__(self, toolbar: Toolbar) -> None:
        super().__init__()
        self.toolbar = toolbar

    def view(self, *parts: Any) -> Sequence[tuple[str, ToolView]]:
        return self.toolbar.views()

    def draw(self, view: Sequence[tuple[str, ToolView]], before: Sequence[tuple[str, ToolView]] | None) -> None:
        self.toolbar.show(view)
