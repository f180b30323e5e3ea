"""The menus Examples and Help."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c4.practice.examples import EXAMPLES, Example
from c4.session.live import EXACT
from visualizer.app.dialogs import READING, WORDS
from visualizer.app.guide import show_temporarily
from visualizer.ui.commands import Command, entry

if TYPE_CHECKING:
    from visualizer.app.window import Window


def example_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    return [
        Command(f"example {example.name}", "Examples", example.label, partial(show_example, window, example))
        for example in EXAMPLES
    ]


def show_example(window: Window, example: Example) -> None:
    """Sets up an example, searches it, and says what to see; undo brings the game back that was on the board.

    Once its text is closed, values and threats are shown as they were before.
    """
    window.guide.close()
    restore = show_temporarily(window, EXACT, example.threats)
    if window.demonstrate(example.moves or "empty", example.agent, example.limits):
        position = window.session.position
        window.guide.tell(example.label, example.text, on_close=restore, holds=lambda: position in window.session.line)
    else:
        restore()


def help_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    add, palette = partial(entry, "Help"), partial(window.open, "visualizer.app.dialogs:Palette")
    glossary = partial(window.open, "visualizer.app.dialogs:GlossaryWindow")
    # fmt: off
    return [
        add("tour", "A tour in five steps", lambda: start_tour(window),
            tip="Shows on a small tree what a search does; the game on the board comes back."),
        add("palette", "Find a command...", palette, "Ctrl+K", tip="Lists every command, to search and run."),
        add("keys", "Keys...", palette, "F1", "?", tip="Lists every key; keys can be changed there."),
        add("about", "How to read the tree", partial(glossary, lambda opened: opened.go(READING)),
            tip="Says what glyphs, values and lines of a search tree mean."),
        add("glossary", "Glossary", partial(glossary, lambda opened: opened.go(WORDS))),
    ]
    # fmt: on


def start_tour(window: Window) -> None:
    """Begins the tour, unless it is running."""
    from visualizer.app.guide import Tour

    window.playing.invite("")
    if not window.guide.touring:
        Tour(window)
