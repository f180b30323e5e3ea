"""The menus Examples and Help."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from c4.game.rules import STANDARD
from c4.practice.examples import EXAMPLES, Example
from c4.session.live import EXACT
from visualizer.app.guide import show_temporarily
from visualizer.app.modes import ANALYSE
from visualizer.ui.commands import Command

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
    session = window.session
    window.guide.close()
    window.modes.show(ANALYSE)
    if session.settings.rules != STANDARD and not window.change(rules=STANDARD):
        return
    if not window.attempt(session.set_up, example.moves or "empty", paused=True):
        return
    restore = show_temporarily(window, EXACT, example.threats)
    window.attempt(session.hint, example.agent, example.limits)
    position = session.position
    window.guide.tell(example.label, example.text, on_close=restore, holds=lambda: position in session.line)


def help_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    return [
        Command(
            "tour",
            "Help",
            "A tour in five steps",
            lambda: start_tour(window),
            tip="Shows on a small tree what a search does; the game on the board comes back.",
        ),
        Command(
            "palette",
            "Help",
            "Find a command...",
            lambda: show_palette(window),
            ("Ctrl+K",),
            "Lists every command, to search and run.",
        ),
        Command(
            "keys",
            "Help",
            "Keys...",
            lambda: show_palette(window),
            ("F1", "?"),
            "Lists every key; keys can be changed there.",
        ),
        Command(
            "about",
            "Help",
            "How to read the tree",
            lambda: show_glossary(window),
            tip="Says what glyphs, values and lines of a search tree mean.",
        ),
        Command(
            "glossary",
            "Help",
            "Glossary",
            lambda: show_glossary(window, words=True),
        ),
    ]


def start_tour(window: Window) -> None:
    """Begins the tour, unless it is running."""
    from visualizer.app.guide import Tour

    window.playing.offer_tour(False)
    if not window.guide.touring:
        Tour(window)


def show_palette(window: Window) -> None:
    """Opens the list of all commands and keys."""
    from visualizer.ui.palette import Palette

    window.windows.show(Palette, lambda: Palette(window.root, window.commands, window.say))


def show_glossary(window: Window, words: bool = False) -> None:
    """Opens the glossary at its words, or at how a tree is read."""
    from visualizer.ui.glossary import READING, WORDS, GlossaryWindow

    window.windows.show(GlossaryWindow, lambda: GlossaryWindow(window.root, window.theme)).go(
        WORDS if words else READING
    )
