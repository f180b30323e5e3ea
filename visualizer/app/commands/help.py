"""The menu Help."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from visualizer.app.dialogs import READING, WORDS
from visualizer.ui.command import Command, entry

if TYPE_CHECKING:
    from visualizer.app.window import Window


def help_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    add, palette = partial(entry, "Help"), partial(window.open, "visualizer.app.dialogs:Palette")
    glossary = partial(window.open, "visualizer.app.dialogs:GlossaryWindow")
    # fmt: off
    return [
        add("tour", "A tour in five steps", lambda: start_tour(window),
            tip="Shows on a small tree what a search does; the game on the board comes back."),
        add("palette", "Find a command...", palette, "Ctrl+K", tip="Lists every command, to search and run."),
        add("keys", "Keys...", palette, "F1", "?", tip="Lists every command with its keys."),
        add("about", "How to read the tree", partial(glossary, lambda opened: opened.go(READING)),
            tip="Says what glyphs, values and lines of a search tree mean."),
        add("glossary", "Glossary", partial(glossary, lambda opened: opened.go(WORDS))),
    ]
    # fmt: on


def start_tour(window: Window) -> None:
    """Begins the tour, unless it is running."""
    from visualizer.app.guide import Tour

    window.playing.invite("")
    if not window.guide.shown:
        Tour(window)
