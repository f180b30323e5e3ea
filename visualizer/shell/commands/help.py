"""The menu "Help".  Imports the windows it opens when they are opened."""

from __future__ import annotations

from visualizer.kit.commands import Command
from visualizer.shell.desk import Desk


def help_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""
    return [
        Command(
            "tour",
            "Help",
            "A tour in five steps",
            lambda: start_tour(desk),
            tip="Shows on a small tree what a search does; the game on the board comes back.",
        ),
        Command(
            "palette",
            "Help",
            "Find a command...",
            lambda: show_palette(desk),
            ("Ctrl+K",),
            "Lists every command, to search and run.",
        ),
        Command(
            "keys",
            "Help",
            "Keys...",
            lambda: show_keys(desk),
            ("F1", "?"),
            "Lists every key; keys can be changed there.",
        ),
        Command(
            "about",
            "Help",
            "How to read the tree",
            lambda: show_glossary(desk),
            tip="Says what glyphs, values and lines of a search tree mean.",
        ),
        Command(
            "glossary",
            "Help",
            "Glossary",
            lambda: show_glossary(desk, words=True),
        ),
    ]


def start_tour(desk: Desk) -> None:
    """Begins the tour, unless it is running."""
    from visualizer.shell.tour import Tour

    desk.playing.offer_tour(False)
    if not desk.guide.touring:
        Tour(desk)


def show_palette(desk: Desk) -> None:
    """Opens the list in which a command is found."""
    from visualizer.kit.palette import Palette

    desk.windows.show(Palette, lambda: Palette(desk.root, desk.commands, desk.say))


def show_keys(desk: Desk) -> None:
    """Opens the sheet of keys."""
    from visualizer.kit.key_sheet import KeySheet

    desk.windows.show(KeySheet, lambda: KeySheet(desk.root, desk.commands))


def show_glossary(desk: Desk, words: bool = False) -> None:
    """Opens the glossary at its words, or at how a tree is read."""
    from visualizer.kit.glossary_window import READING, WORDS, GlossaryWindow

    desk.windows.show(GlossaryWindow, lambda: GlossaryWindow(desk.root, desk.theme)).go(WORDS if words else READING)
