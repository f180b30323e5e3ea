"""Repeats: the tab with the positions that a search visited more than once.  Imports tkinter and the tree's words.

The list is made when it is first looked at.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from c4.game import packed
from c4.game.rules import count
from c4.tree.explain import line_text
from c4.tree.searchtree import SearchTree
from c4.tree.shared import Repeat, repeats
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import columns, on
from visualizer.tree.companion import Companion
from visualizer.tree.protocol import Pane


class Repeats(Companion, ttk.Frame):
    """`go(row)` is called to go to a node: again for the same line, to its next visit."""

    def __init__(self, parent: tk.Misc, pane: Pane, go: Callable[[int], None]) -> None:
        super().__init__(parent, padding=4)
        self.pane, self._go = pane, go
        self._tree: SearchTree | None = None  # the one that is listed
        self.found: list[Repeat] = []
        self.said = ttk.Label(self, justify="left", wraplength=240)
        self.said.pack(side="bottom", fill="x", pady=(4, 0))
        self.list = ttk.Treeview(self, columns=("visits", "nodes"), selectmode="browse", height=6)
        bar = ttk.Scrollbar(self, command=self.list.yview)
        self.list.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self.list.pack(fill="both", expand=True)
        columns(
            self.list,
            (("#0", "First visit", 96, "w"), ("visits", "Visits", 50, "e"), ("nodes", "Repeated nodes", 90, "e")),
            "#0",
        )
        for event in ("<Double-Button-1>", "<Return>"):
            on(self.list, event, self.next)
        self.list.bind("<<TreeviewSelect>>", lambda _: self.next())
        self.bind("<Map>", lambda _: self._show())
        self.bind("<Configure>", lambda event: self.said.configure(wraplength=max(80, event.width - 16)))
        pane.companions.append(self)
        self.set_theme(pane.theme)

    def set_theme(self, theme: Theme) -> None:
        self.said.configure(foreground=theme.faint)

    def next(self) -> None:
        """Goes to the chosen position: from one of its visits to the next."""
        item = next(iter(self.list.selection()), None)
        if item is not None:
            rows, here = self.found[int(item)].rows, self.pane.selected
            self._go(rows[(rows.index(here) + 1) % len(rows)] if here in rows else rows[0])

    def _show(self) -> None:
        """Lists the repeats of the tree on screen, once."""
        tree = None if self.pane.view is None else self.pane.view.tree
        if tree is self._tree:
            return
        self._tree, self.found = tree, [] if tree is None else repeats(tree)
        self.list.delete(*self.list.get_children())
        for number, repeat in enumerate(self.found if tree is not None else ()):
            assert tree is not None
            values = (f"{len(repeat.rows):,}", f"{repeat.repeated:,}")
            self.list.insert("", "end", iid=str(number), text=line_text(tree, repeat.rows[0]), values=values)
        if tree is None:
            text = "No tree yet."
        elif not packed.fits(tree.root.rules):
            text = "This board has no packed state, so positions cannot be compared."
        elif not self.found:
            text = "No position was searched more than once."
        else:
            again = sum(repeat.repeated for repeat in self.found)
            text = (
                f"{count(len(self.found), 'position')} searched more than once: {count(again, 'node')} that a"
                " transposition table could have saved. Choose one again to go to its next visit."
            )
        self.said.configure(text=text)

    # -- companion ----------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        if self.winfo_ismapped():
            self._show()

    def painted(self) -> None:
        """Nothing in the list depends on the picture."""

    def grown(self) -> None:
        self.shown()
