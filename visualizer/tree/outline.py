"""Outline: the tree as an indented list with the same selection, and the selected node in words.

Imports tkinter and the tree's words.

Children are listed when their parent is opened, so a tree of a million rows opens as quickly as a small one.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from c4.tree.describe import describe, short_line
from c4.tree.explain import row_text
from c4.tree.searchtree import NOTES, PRUNED, SearchTree
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import columns, scrolled
from visualizer.tree.companion import Companion
from visualizer.tree.protocol import Pane

WAITING = "."
"""What the id of the line that stands for children not listed yet begins with."""


class Outline(Companion, ttk.Frame):
    """`go(row)` is called for a line that a person selects; `names()` gives the players' names."""

    def __init__(
        self, parent: tk.Misc, pane: Pane, go: Callable[[int], None], names: Callable[[], tuple[str, str]]
    ) -> None:
        super().__init__(parent, padding=4)
        self.pane, self._go, self._names = pane, go, names
        self._tree: SearchTree | None = None  # the one that is listed
        foot = ttk.Frame(self)
        foot.pack(side="bottom", fill="x", pady=(4, 0))
        self._words = tk.Text(
            foot, height=9, width=20, wrap="word", font="TkDefaultFont", relief="flat", borderwidth=0, padx=4, pady=4
        )
        self._words.configure(highlightthickness=2, state="disabled", cursor="arrow")
        scrolled(self._words).pack(side="left", fill="both", expand=True)
        self.list = ttk.Treeview(self, columns=("value", "nodes"), selectmode="browse", height=6)
        bar = ttk.Scrollbar(self, command=self.list.yview)
        self.list.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self.list.pack(fill="both", expand=True)
        columns(self.list, (("#0", "Column", 84, "w"), ("value", "Value", 54, "e"), ("nodes", "Nodes", 58, "e")), "#0")
        self.list.bind("<<TreeviewOpen>>", lambda _: self._list_children(self.list.focus()))
        self.list.bind("<<TreeviewSelect>>", lambda _: self._chosen())
        self.bind("<Map>", lambda _: self._show())
        pane.companions.append(self)
        self.set_theme(pane.theme)

    def set_theme(self, theme: Theme) -> None:
        self._words.configure(
            background=theme.panel, foreground=theme.text, highlightbackground=theme.line, highlightcolor=theme.accent
        )
        self.list.tag_configure("pruned", foreground=theme.faint)
        self.list.tag_configure("principal", font="TkHeadingFont")

    # -- listing ------------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """Lists the tree of the pane when that has not been done, and goes to the selected node; nothing while
        another tab is in front.
        """
        if not self.winfo_ismapped():
            return
        tree = self.pane.view.tree if self.pane.view is not None else None
        if tree is not self._tree:
            opened = [] if self._tree is None else [self._tree.path(int(item)) for item in self._opened()]
            same = (
                tree is not None
                and self._tree is not None
                and tree.root == self._tree.root
                and tree.depth == self._tree.depth
            )
            self._tree = tree
            self.list.delete(*self.list.get_children())
            if tree is not None:
                self._insert("", 0)
                for path in opened if same else [()]:
                    row = tree.find(path)
                    if row is not None:
                        self._reveal(row)
                        self._open(row)
        self._follow()

    def _opened(self, item: str = "") -> list[str]:
        """Items that are open, parents first."""
        found: list[str] = []
        for child in self.list.get_children(item):
            if self.list.item(child, "open"):
                found += [child, *self._opened(child)]
        return found

    def _insert(self, parent: str, row: int) -> None:
        tree, view = self._tree, self.pane.view
        if tree is None or view is None:
            return
        pruned = tree.kind[row] == PRUNED
        notes = "".join(f", {name}" for bit, name in NOTES.items() if tree.note[row] & bit)
        tags = ("pruned",) if pruned else ("principal",) if row in view.principal_variation else ()
        values = ("", "") if pruned else (row_text(tree, row), f"{tree.searched(row):,}")
        self.list.insert(parent, "end", iid=str(row), text=short_line(tree, row) + notes, values=values, tags=tags)
        if tree.size[row] > 1:
            self.list.insert(str(row), "end", iid=f"{WAITING}{row}")
        elif tree.left_out[row]:
            self.list.insert(
                str(row), "end", iid=f"{WAITING}{row}", text="not recorded", values=("", f"{int(tree.left_out[row]):,}")
            )

    def _list_children(self, item: str) -> None:
        """Lists the children of an item when that has not been done."""
        if not item or item.startswith(WAITING) or not self.list.exists(WAITING + item):
            return
        children = [] if self._tree is None else self._tree.children(int(item))
        if not children:
            self.pane.expand(int(item))  # left out: it is searched again, and then listed
            return
        self.list.delete(WAITING + item)
        for child in children:
            self._insert(item, child)

    def _open(self, row: int) -> None:
        self._list_children(str(row))
        self.list.item(str(row), open=True)

    def _reveal(self, row: int) -> None:
        for ancestor in reversed(list(self._tree.ancestors(row) if self._tree is not None else ())):
            self._open(ancestor)

    # -- the selection ------------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Selects the pane's node here."""
        row = self.pane.selected
        if self._tree is None or row is None:
            self._write("")
            return
        item = str(row)
        if self.list.selection() != (item,):
            self._reveal(row)
            self.list.selection_set(item)
            self.list.focus(item)
            self.list.see(item)
        self._write(describe(self._tree, row, self._names()))

    def _chosen(self) -> None:
        """A person went to a line."""
        item = next(iter(self.list.selection()), WAITING)
        same = self.pane.view is not None and self._tree is self.pane.view.tree
        if not item.startswith(WAITING) and int(item) != self.pane.selected and same:
            self._go(int(item))

    def _write(self, text: str) -> None:
        self._words.configure(state="normal")
        self._words.delete("1.0", "end")
        self._words.insert("1.0", text)
        self._words.configure(state="disabled")

    # -- companion ----------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        self._show()

    def selected(self) -> None:
        self._show()

    def painted(self) -> None:
        if self.pane.view is not None and self.pane.view.tree is not self._tree:
            self._show()
