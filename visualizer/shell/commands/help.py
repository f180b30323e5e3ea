"""The menu "Help".  Imports tkinter's message box."""

from __future__ import annotations

from tkinter import messagebox

from visualizer.kit.commands import Command
from visualizer.kit.key_sheet import KeySheet
from visualizer.shell.desk import Desk

HOW_TO_READ = """Every node is a position the search looked at: from top to bottom the plies, \
from left to right in the order of the search. MAX is the side that searches, MIN the other one; \
all values are from MAX's view.

3 is exactly what plain minimax finds. ≤3 and ≥3 are bounds: searching on there could not matter. \
W5 and L6 are games that MAX wins on ply 5, loses on ply 6.

The thick line is best play. A triangle is a part that is folded away, with the number of nodes in it: click it. \
Hatched replies were pruned, never searched; the card of their parent says why."""


def help_commands(desk: Desk) -> list[Command]:
    """What the menu lists."""
    return [
        Command("keys", "Help", "Keys", lambda: KeySheet(desk.root, desk.commands), ("F1", "?")),
        Command(
            "about",
            "Help",
            "How to read the tree",
            lambda: messagebox.showinfo("How to read the tree", HOW_TO_READ, parent=desk.root),
        ),
    ]
