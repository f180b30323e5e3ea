"""The tree as an indented list."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from c4.tree.explain import short_line
from c4.tree.row_words import row_text
from c4.tree.searchtree import NOTES, PRUNED, SearchTree
from visualizer.state.tree.model import TreeModel
from visualizer.state.tree.state import TreeState
from visualizer.ui.pane import Pane
from visualizer.ui.theme import LIGHT, Theme
from visualizer.ui.widgets import bar_below, scrolled, set_columns, widen_columns

PRINCIPAL_FONT = "TkHeadingFont"
"""The font of best play."""

UNLISTED = "."
"""Prefix of the id of the line that stands for children that are not listed yet."""


@dataclass(frozen=True, eq=False)
class OutlineView:
    """The tree that is listed, None for none; its best line; the selected row."""

    tree: SearchTree | None = None
    principal_variation: frozenset[int] = frozenset()
    selected: int | None = None

    def __eq__(self, other: object) -> bool:
        """Whether both list the same tree, with the same row selected."""
        return isinstance(other, OutlineView) and other.tree is self.tree and other.selected == self.selected

    def __hash__(self) -> int:
        return hash((id(self.tree), self.selected))


class Outline(Pane[OutlineView], ttk.Frame):
    """Lists a tree, with the same selection as its picture.

    Children are listed when their parent is opened, so a tree of a million rows opens as fast as a small one.
    `acted()` is called after each action.
    """

    def __init__(self, parent: tk.Misc, model: TreeModel, acted: Callable[[], object], theme: Theme = LIGHT) -> None:
        Pane.__init__(self)
        ttk.Frame.__init__(self, parent, padding=4)
        self.model = model
        self._acted = acted
        self._listed = OutlineView()
        self.list = ttk.Treeview(self, columns=("value", "nodes"), selectmode="browse", height=6)
        scrolled(self.list).pack(fill="both", expand=True)
        set_columns(
            self.list, (("#0", "Column", 84, "w"), ("value", "Value", 54, "e"), ("nodes", "Nodes", 58, "e")), "#0"
        )
        bar_below(self.list)
        self.list.bind("<<TreeviewOpen>>", lambda _: self._list_children(self.list.focus()))
        self.list.bind("<<TreeviewSelect>>", lambda _: self._chosen())
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        self.list.tag_configure("pruned", foreground=theme.faint)
        self.list.tag_configure("principal", font=PRINCIPAL_FONT)

    def view(self, tree: TreeState) -> OutlineView:
        """What is listed of a tree; nothing of a search that is running."""
        if tree.view is None or tree.live is not None:
            return OutlineView()
        return OutlineView(tree.view.tree, tree.view.principal_variation, tree.selected)

    def waits(self) -> bool:
        """Whether another tab is in front."""
        return not self.winfo_ismapped()

    def draw(self, view: OutlineView, before: OutlineView | None) -> None:
        """Lists another tree, or selects another row."""
        anew = view.tree is not self._listed.tree
        self._listed = view
        if anew:
            self.list.delete(*self.list.get_children())
            if view.tree is not None and view.selected is not None:
                self._insert("", 0)
                widen_columns(self.list, self.list.get_children(), PRINCIPAL_FONT)
                self._reveal(view.selected)
                self._open(view.selected)
        if view.tree is not None and view.selected is not None and self.list.selection() != (str(view.selected),):
            self._reveal(view.selected)
            self.list.selection_set(str(view.selected))
            self.list.focus(str(view.selected))
            self.list.see(str(view.selected))

    def _insert(self, parent: str, row: int) -> None:
        tree = self._listed.tree
        assert tree is not None
        pruned = tree.kind[row] == PRUNED
        notes = "".join(f", {name}" for bit, name in NOTES.items() if tree.note[row] & bit)
        tags: tuple[str, ...] = ()
        if pruned:
            tags = ("pruned",)
        elif row in self._listed.principal_variation:
            tags = ("principal",)
        values = ("", "") if pruned else (row_text(tree, row), f"{tree.nodes_below(row):,}")
        self.list.insert(parent, "end", iid=str(row), text=short_line(tree, row) + notes, values=values, tags=tags)
        left_out = int(tree.left_out[row])
        if tree.size[row] > 1:
            self.list.insert(str(row), "end", iid=f"{UNLISTED}{row}")
        elif left_out:
            self.list.insert(str(row), "end", iid=f"{UNLISTED}{row}", text="not recorded", values=("", f"{left_out:,}"))

    def _list_children(self, item: str) -> None:
        """Lists the children of an item unless they are listed already."""
        tree = self._listed.tree
        if tree is None or not item or item.startswith(UNLISTED) or not self.list.exists(UNLISTED + item):
            return
        children = tree.children(int(item))
        if not children:
            self.model.expand(int(item))  # left out: it is searched again, and then listed
            self._acted()
            return
        self.list.delete(UNLISTED + item)
        for child in children:
            self._insert(item, child)
        widen_columns(self.list, self.list.get_children(item), PRINCIPAL_FONT)

    def _open(self, row: int) -> None:
        self._list_children(str(row))
        self.list.item(str(row), open=True)

    def _reveal(self, row: int) -> None:
        tree = self._listed.tree
        assert tree is not None
        for ancestor in reversed(list(tree.ancestors(row))):
            self._open(ancestor)

    def _chosen(self) -> None:
        """You have selected a line."""
        item = next(iter(self.list.selection()), UNLISTED)
        current = self._listed.tree is not None and self._listed.tree is self.model.state.tree
        if not item.startswith(UNLISTED) and int(item) != self.model.selected and current:
            self.model.choose(int(item))
            self._acted()
