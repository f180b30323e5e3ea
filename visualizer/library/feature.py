"""The library of games, as a feature of the window."""

from __future__ import annotations

from visualizer.state.app import App
from visualizer.ui.command import entry
from visualizer.ui.feature import Feature


def open_library(app: App) -> None:
    """Opens the library window."""
    app.open("library")


COMMANDS = (
    entry(
        "File",
        "library",
        "Library of games...",
        open_library,
        "Ctrl+L",
        tip="Search saved games, open and review them.",
        after="save game",
    ),
)

FEATURE = Feature(COMMANDS, {"library": "visualizer.library.window:LibraryWindow"})
