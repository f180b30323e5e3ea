"""KeySheet: a window with all keys, by menu.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from visualizer.kit.commands import MENUS, Commands

IN_THE_TREE = (
    ("Arrows", "Walk: parent, best reply, siblings"),
    ("Space", "Fold, unfold"),
    ("P", "Pruned replies"),
    ("+  -  0", "Zoom, fit"),
    ("Ctrl+C", "Copy the node"),
)
"""Keys of the tree pane, while it has the focus."""


class KeySheet(tk.Toplevel):
    """Made from the registry of commands; Escape or Return closes it."""

    def __init__(self, root: tk.Tk, commands: Commands) -> None:
        super().__init__(root)
        self.title("Keys")
        self.transient(root)
        self.resizable(False, False)
        body = ttk.Frame(self, padding=16)
        body.pack()
        sheet: list[tuple[str, list[tuple[str, str]]]] = [("Board", [("1 ... 9", "Drop a stone into that column")])]
        sheet += [
            (menu, [(command.key, command.label) for command in commands.of(menu) if command.key]) for menu in MENUS
        ]
        sheet.append(("In the tree", list(IN_THE_TREE)))
        columns, lengths = [ttk.Frame(body) for _ in range(3)], [0, 0, 0]
        for number, column in enumerate(columns):
            column.grid(row=0, column=number, sticky="n")
        for title, rows in sheet:
            shortest = lengths.index(min(lengths))
            lengths[shortest] += len(rows) + 2
            block = ttk.Frame(columns[shortest], padding=(10, 6))
            block.pack(anchor="w")
            ttk.Label(block, text=title, font="TkHeadingFont").grid(row=0, column=0, columnspan=2, sticky="w")
            for row, (key, label) in enumerate(rows, start=1):
                ttk.Label(block, text=key).grid(row=row, column=0, sticky="w", padx=(0, 14))
                ttk.Label(block, text=label).grid(row=row, column=1, sticky="w")
        for event in ("<Escape>", "<Return>"):
            self.bind(event, lambda _: self.destroy())
        self.focus_set()
