"""Replies: a list of a node's replies in the order of the search, with what each came to.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

from visualizer.kit.look import configure
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import columns

if TYPE_CHECKING:
    from c4.tree.searchtree import SearchTree

STYLE = "Replies.Treeview"

LONGEST = 8
"""Moves of best play that are listed at most."""


class Replies(ttk.Frame):
    """`on_select(row)` is called when somebody chooses a reply."""

    def __init__(self, parent: tk.Misc, on_select: Callable[[int], None]) -> None:
        super().__init__(parent)
        self._on_select = on_select
        self.rows: list[int] = []
        """The rows of the replies that are listed."""
        self.list = ttk.Treeview(self, columns=("value", "nodes", "line"), selectmode="browse", height=3, style=STYLE)
        columns(
            self.list,
            (("#0", "Reply", 52, "w"), ("value", "Value", 62, "e"), ("nodes", "Nodes", 66, "e"))
            + (("line", "Best play", 84, "w"),),
            "line",
        )
        self.list.pack(fill="both", expand=True)
        self.list.bind("<<TreeviewSelect>>", lambda _: self._chosen())

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        configure(self, STYLE, foreground=theme.text, background=theme.panel, fieldbackground=theme.panel)

    def show(self, tree: SearchTree, row: int) -> None:
        """Lists the replies of a row."""
        from c4.tree.explain import row_text
        from c4.tree.searchtree import PRUNED

        self.clear()
        self.rows = tree.children(row)
        for child in self.rows:
            pruned = tree.kind[child] == PRUNED
            line = "" if pruned else " ".join(str(int(tree.move[at]) + 1) for at in tree.principal_variation(child))
            values = (
                "pruned" if pruned else row_text(tree, child),
                "" if pruned else f"{tree.searched(child):,}",
                "  " + line[: 2 * LONGEST],
            )
            self.list.insert("", "end", str(child), text=str(int(tree.move[child]) + 1), values=values)

    def clear(self) -> None:
        """Lists nothing."""
        self.rows = []
        self.list.delete(*self.list.get_children())

    def _chosen(self) -> None:
        chosen = self.list.selection()
        if chosen:
            self._on_select(int(chosen[0]))
