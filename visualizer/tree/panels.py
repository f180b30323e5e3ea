"""The panels next to the tree: find bar and outline."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk
from typing import TYPE_CHECKING

import numpy as np

from c4.errors import C4Error
from c4.tree.explain import row_text, short_line
from c4.tree.query import EXAMPLE, parse
from c4.tree.searchtree import NOTES, PRUNED, SearchTree
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import bar_below, on, scrolled, set_columns

if TYPE_CHECKING:
    from visualizer.tree.model import Change
    from visualizer.tree.pane import TreePane

UNLISTED = "."
"""Prefix of the id of the line that stands for children that are not listed yet."""


class FindBar(ttk.Frame):
    """Finds rows by a query; hidden until `open`.  Return and Shift+Return go to the next match and the previous one,
    Escape closes.  `say` shows a sentence of help.
    """

    def __init__(self, pane: TreePane, say: Callable[[str], None] = lambda text: None) -> None:
        super().__init__(pane.master, padding=(6, 3))
        self.pane, self.model, self._say = pane, pane.model, say
        self.matches = np.zeros(0, dtype=np.int64)
        self._query: str | None = None  # the query that the matches answer
        ttk.Label(self, text="Find").pack(side="left")
        self.text = tk.StringVar(self)
        for label, action in (("✕", self.close), ("▶", self.next), ("◀", self.previous)):
            ttk.Button(self, text=label, width=2, command=action).pack(side="right", padx=(2, 0))
        self.dims = tk.BooleanVar(self)
        ttk.Checkbutton(self, text="Dim others", variable=self.dims, command=self._dim).pack(side="right", padx=4)
        self.result = ttk.Label(self, anchor="e")
        self.result.pack(side="right")
        self.entry = ttk.Entry(self, textvariable=self.text, width=12)
        self.entry.pack(side="left", fill="x", expand=True, padx=6)
        for event, action in (
            ("<Return>", self.next),
            ("<KP_Enter>", self.next),
            ("<Shift-Return>", self.previous),
            ("<Escape>", self.close),
        ):
            on(self.entry, event, action)
        self.model.listeners.append(self._changed)

    @property
    def is_open(self) -> bool:
        """Whether the bar is on screen."""
        return bool(self.winfo_manager())

    def open(self) -> None:
        """Shows the bar, with the last query selected so that typing replaces it."""
        if not self.is_open:
            self.pack(fill="x", before=self.master.pack_slaves()[0])
        self.entry.focus_set()
        self.entry.selection_range(0, "end")
        self.entry.icursor("end")
        self._show_place()
        self._say(f"find nodes: {EXAMPLE}; path 4453; under 44 pruned; not exact or leaf")

    def close(self) -> None:
        """Hides the bar and focuses the tree."""
        self.pack_forget()
        self.model.filter(None)
        self.pane.show_message("")
        self.pane.canvas.widget.focus_set()

    def next(self) -> None:
        """Selects the first match after the selected node; after the last, the first."""
        self._step(forward=True)

    def previous(self) -> None:
        """Selects the last match before the selected node; before the first, the last."""
        self._step(forward=False)

    def _step(self, forward: bool) -> None:
        new = self._query != self.text.get()
        if new and not self._find():
            return
        self._show_place()
        if len(self.matches):
            at = -1 if self.model.selected is None else self.model.selected
            after = np.searchsorted(self.matches, at, side="right" if forward and not new else "left")
            self.model.choose(int(self.matches[(int(after) - (not forward)) % len(self.matches)]))

    def _find(self) -> bool:
        """Finds what was typed, or says in the header what is wrong with it."""
        if self.model.view is None:
            return False
        try:
            self.matches = parse(self.text.get()).rows(self.model.view.tree)
        except C4Error as error:
            self._query = None
            self.result.configure(text="?")
            self.pane.show_message(str(error))
            return False
        self._query = self.text.get()
        self.pane.show_message("")
        self._dim()
        return True

    def _dim(self) -> None:
        """Dims what does not match, or shows everything again."""
        if self.dims.get() and self._query != self.text.get():
            self._find()
        else:
            self.model.filter(self.matches if self.dims.get() and self._query is not None else None)

    def _show_place(self) -> None:
        """Shows "12 of 340", or how many there are when the selected node is not a match."""
        if self._query is None:
            self.result.configure(text="")
            return
        count, row = len(self.matches), self.model.selected
        place = int(np.searchsorted(self.matches, row)) if row is not None else count
        selected = place < count and self.matches[place] == row
        text = f"{place + 1:,} of {count:,}" if selected else f"{count:,} found" if count else "nothing found"
        self.result.configure(text=text)

    def _changed(self, change: Change) -> None:
        if change.what in ("tree", "expanded"):
            self._query = None
        elif change.what == "selection" and self.is_open:
            self._show_place()


class Outline(ttk.Frame):
    """The tree as an indented list with the same selection.

    Children are listed when their parent is opened, so a tree of a million rows opens as fast as a small one.
    """

    def __init__(self, parent: tk.Misc, pane: TreePane) -> None:
        super().__init__(parent, padding=4)
        self.model = pane.model
        self._tree: SearchTree | None = None  # the one that is listed
        self.list = ttk.Treeview(self, columns=("value", "nodes"), selectmode="browse", height=6)
        scrolled(self.list).pack(fill="both", expand=True)
        set_columns(
            self.list, (("#0", "Column", 84, "w"), ("value", "Value", 54, "e"), ("nodes", "Nodes", 58, "e")), "#0"
        )
        bar_below(self.list)
        self.list.bind("<<TreeviewOpen>>", lambda _: self._list_children(self.list.focus()))
        self.list.bind("<<TreeviewSelect>>", lambda _: self._chosen())
        self.bind("<Map>", lambda _: self._update())
        self.model.listeners.append(lambda change: self._update())
        self.set_theme(pane.theme)

    def set_theme(self, theme: Theme) -> None:
        self.list.tag_configure("pruned", foreground=theme.faint)
        self.list.tag_configure("principal", font="TkHeadingFont")

    def _update(self) -> None:
        """Lists the model's tree and selects its node; while another tab is in front, does nothing."""
        if not self.winfo_ismapped():
            return
        tree = self.model.view.tree if self.model.view is not None else None
        if tree is not self._tree:
            self._list(tree)
        row = self.model.selected
        if tree is not None and row is not None and self.list.selection() != (str(row),):
            self._reveal(row)
            self.list.selection_set(str(row))
            self.list.focus(str(row))
            self.list.see(str(row))

    def _list(self, tree: SearchTree | None) -> None:
        """Lists another tree, with the replies to the root and to the selected node."""
        self._tree = tree
        self.list.delete(*self.list.get_children())
        if tree is not None and self.model.selected is not None:
            self._insert("", 0)
            self._reveal(self.model.selected)
            self._open(self.model.selected)

    def _insert(self, parent: str, row: int) -> None:
        tree, view = self._tree, self.model.view
        if tree is None or view is None:
            return
        pruned = tree.kind[row] == PRUNED
        notes = "".join(f", {name}" for bit, name in NOTES.items() if tree.note[row] & bit)
        tags = ("pruned",) if pruned else ("principal",) if row in view.principal_variation else ()
        values = ("", "") if pruned else (row_text(tree, row), f"{tree.searched(row):,}")
        self.list.insert(parent, "end", iid=str(row), text=short_line(tree, row) + notes, values=values, tags=tags)
        if tree.size[row] > 1:
            self.list.insert(str(row), "end", iid=f"{UNLISTED}{row}")
        elif left_out := int(tree.left_out[row]):
            self.list.insert(str(row), "end", iid=f"{UNLISTED}{row}", text="not recorded", values=("", f"{left_out:,}"))

    def _list_children(self, item: str) -> None:
        """Lists the children of an item unless they are listed already."""
        if not item or item.startswith(UNLISTED) or not self.list.exists(UNLISTED + item):
            return
        children = [] if self._tree is None else self._tree.children(int(item))
        if not children:
            self.model.expand(int(item))  # left out: it is searched again, and then listed
            return
        self.list.delete(UNLISTED + item)
        for child in children:
            self._insert(item, child)

    def _open(self, row: int) -> None:
        self._list_children(str(row))
        self.list.item(str(row), open=True)

    def _reveal(self, row: int) -> None:
        for ancestor in reversed(list(self._tree.ancestors(row) if self._tree is not None else ())):
            self._open(ancestor)

    def _chosen(self) -> None:
        """The user has selected a line."""
        item = next(iter(self.list.selection()), UNLISTED)
        current = self.model.view is not None and self._tree is self.model.view.tree
        if not item.startswith(UNLISTED) and int(item) != self.model.selected and current:
            self.model.choose(int(item))
