"""The menu "Help".  Imports the windows it opens."""

from __future__ import annotations

from visualizer.kit.commands import Command
from visualizer.kit.glossary_window import READING, WORDS, GlossaryWindow
from visualizer.kit.key_sheet import KeySheet
from visualizer.kit.palette import Palette
from visualizer.shell.desk import Desk
from visualizer.shell.tour import Tour


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
            lambda: desk.windows.show(Palette, lambda: Palette(desk.root, desk.commands, desk.say)),
            ("Ctrl+K",),
            "Lists every command, to search and run.",
        ),
        Command(
            "keys",
            "Help",
            "Keys...",
            lambda: desk.windows.show(KeySheet, lambda: KeySheet(desk.root, desk.commands)),
            ("F1", "?"),
            "Lists every key; keys can be changed there.",
        ),
        Command(
            "about",
            "Help",
            "How to read the tree",
            lambda: show_glossary(desk, READING),
            tip="Says what glyphs, values and lines of a search tree mean.",
        ),
        Command(
            "glossary",
            "Help",
            "Glossary",
            lambda: show_glossary(desk, WORDS),
        ),
    ]


def start_tour(desk: Desk) -> None:
    """Begins the tour, unless it is running."""
    desk.playing.offer_tour(False)
    if not desk.guide.touring:
        Tour(desk)


def show_glossary(desk: Desk, part: str) -> None:
    """Opens the glossary at a part of it."""
    desk.windows.show(GlossaryWindow, lambda: GlossaryWindow(desk.root, desk.theme)).go(part)
