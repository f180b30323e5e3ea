"""The menu Help, and what the menu Learn has without features."""

from __future__ import annotations

from visualizer.app.glossary_window import READING, WORDS, GlossaryWindow
from visualizer.state.app import App
from visualizer.state.requests import StartTour
from visualizer.ui.command import Command, entry


def start_tour(app: App) -> None:
    """Begins the tour."""
    app.views.dismiss_invitation()
    app.request(StartTour())


def open_palette(app: App) -> None:
    """Opens the list of all commands."""
    app.open("palette")


def open_reading(app: App) -> None:
    """Opens the glossary where it says how to read the tree."""

    def go(window: GlossaryWindow) -> None:
        window.go(READING)

    app.open("glossary", go)


def open_glossary(app: App) -> None:
    """Opens the glossary at its terms."""

    def go(window: GlossaryWindow) -> None:
        window.go(WORDS)

    app.open("glossary", go)


# fmt: off
HELP_COMMANDS: tuple[Command, ...] = (
    entry("Learn", "tour", "Tour of the window", start_tour,
          tip="How to play here, and on a small tree what a search does; the game on the board comes back.", separated=True),
    entry("Learn", "about", "How to read the tree", open_reading,
          tip="Says what glyphs, values and lines of a search tree mean."),
    entry("Learn", "glossary", "Glossary", open_glossary, tip="The terms of the field, each with its meaning."),
    entry("Help", "palette", "Find a command...", open_palette, "Ctrl+K", tip="Lists every command, to search and run."),
    entry("Help", "keys", "Keys...", open_palette, "F1", "?", tip="Lists every command with its keys."),
)
# fmt: on
