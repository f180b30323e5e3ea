"""The menu "Help".  Imports tkinter's message box."""

from __future__ import annotations

from tkinter import messagebox

from visualizer.kit.commands import Command
from visualizer.kit.glossary_window import GlossaryWindow
from visualizer.kit.key_sheet import KeySheet
from visualizer.kit.palette import Palette
from visualizer.shell.desk import Desk
from visualizer.shell.tour import Tour

HOW_TO_READ = """Every node is a position that the search visited. Plies go from top to bottom; replies stand \
from left to right in the order of the search. MAX is the side that searches, MIN the opponent. All values are for MAX.

3 is exactly what minimax finds. ≤3 (at most 3) and ≥3 (at least 3) are bounds: searching on could not change \
the result. W5 is a game that MAX wins on ply 5, L6 one that it loses on ply 6.

The thick line is the principal variation, best play by both sides. A triangle is a folded part with its number of \
nodes: click to unfold it. Hatched replies were pruned, never searched; the card of their parent says why."""


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
            lambda: messagebox.showinfo("How to read the tree", HOW_TO_READ, parent=desk.root),
        ),
        Command(
            "glossary",
            "Help",
            "Glossary",
            lambda: desk.windows.show(GlossaryWindow, lambda: GlossaryWindow(desk.root, desk.theme)),
        ),
    ]


def start_tour(desk: Desk) -> None:
    """Begins the tour, unless it is running."""
    desk.playing.offer_tour(False)
    if not desk.guide.touring:
        Tour(desk)
