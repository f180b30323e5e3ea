"""Bookmarks: nodes a person wants to come back to, each with a note.  Imports tkinter and the tree's words.

They belong to a position: when it is searched again they are found by their columns, and wait where the new tree does
not have them.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from tkinter import ttk

from c4.tree.explain import line_text, path_text, row_text
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import columns, on, on_written
from visualizer.tree.companion import Companion
from visualizer.tree.protocol import Pane


@dataclass
class Bookmark:
    """A node by its columns (from 0) from the root, with a note; `row` is where it is in the tree on screen, None
    when it is not there.
    """

    path: tuple[int, ...]
    note: str = ""
    row: int | None = None


class Bookmarks(Companion, ttk.Frame):
    """The tab: a list, a field for the note, buttons.  `go(row)` is called to go to a node, `say` with a sentence."""

    def __init__(self, parent: tk.Misc, pane: Pane, go: Callable[[int], None], say: Callable[[str], None]) -> None:
        super().__init__(parent, padding=4)
        self.pane, self._go, self._say = pane, go, say
        self._all: dict[object, list[Bookmark]] = {}  # by root position
        self._current: Bookmark | None = None  # whose note is in the field
        buttons = ttk.Frame(self)
        buttons.pack(side="bottom", fill="x")
        for label, action in (("Add", self.add), ("Go to", self.go_to), ("Remove", self.remove)):
            ttk.Button(buttons, text=label, width=1, command=action).pack(side="left", expand=True, fill="x", padx=1)
        field = ttk.Frame(self)
        field.pack(side="bottom", fill="x", pady=4)
        ttk.Label(field, text="Note").pack(side="left", padx=(0, 4))
        self.note = tk.StringVar(self)
        self.entry = ttk.Entry(field, textvariable=self.note, width=10)
        self.entry.pack(fill="x", expand=True)
        self.list = ttk.Treeview(self, columns=("value", "note"), selectmode="browse", height=6)
        columns(self.list, (("#0", "Node", 70, "w"), ("value", "Value", 60, "w"), ("note", "Note", 110, "w")), "note")
        self.list.pack(fill="both", expand=True)
        self.empty = ttk.Label(self.list, justify="center", anchor="center", wraplength=200)
        on_written(self, self.note, self._written)
        self.list.bind("<<TreeviewSelect>>", lambda _: self._chosen())
        for widget, event, action in (
            (self.list, "<Return>", self.go_to),
            (self.list, "<Double-Button-1>", self.go_to),
            (self.list, "<Delete>", self.remove),
            (self.entry, "<Return>", self.list.focus_set),
        ):
            on(widget, event, action)
        pane.companions.append(self)
        self.set_theme(pane.theme)
        self.show()

    def set_theme(self, theme: Theme) -> None:
        self.list.tag_configure("gone", foreground=theme.faint)
        self.empty.configure(background=theme.panel, foreground=theme.faint)

    # -- what there is ------------------------------------------------------------------------------------------------

    @property
    def here(self) -> list[Bookmark]:
        """The bookmarks of the position at the root."""
        return [] if self.pane.view is None else self._all.setdefault(self.pane.view.tree.root, [])

    def add(self, note: str = "") -> None:
        """Marks the selected node; one that is marked already is only shown."""
        if self.pane.view is None or self.pane.selected is None:
            self._say("there is no tree yet: play a move, or press Hint (H)")
            return
        row = self.pane.selected
        mark = next((mark for mark in self.here if mark.row == row), None)
        if mark is None:
            mark = Bookmark(self.pane.view.tree.path(row), note, row)
            self.here.append(mark)
        self.show(mark)
        self.entry.focus_set()
        self._say(f"bookmark at {line_text(self.pane.view.tree, row)}: write a note, or go on")

    def load(self, marks: list[tuple[tuple[int, ...], str]]) -> None:
        """Adds the bookmarks of a saved tree to those that are there."""
        known = {mark.path for mark in self.here}
        self.here.extend(Bookmark(path, note) for path, note in marks if path not in known)
        self.shown()

    def saved(self) -> list[tuple[tuple[int, ...], str]]:
        """The bookmarks of the position at the root, for a file."""
        return [(mark.path, mark.note) for mark in self.here]

    def remove(self) -> None:
        """Takes the chosen bookmark away."""
        mark = self.chosen
        if mark is None:
            self._say("choose a bookmark in the list first")
            return
        at = self.here.index(mark)
        self.here.remove(mark)
        self.show(self.here[min(at, len(self.here) - 1)] if self.here else None)
        self._say("bookmark removed")

    def go_to(self) -> None:
        """Goes to the node of the chosen bookmark."""
        mark = self.chosen
        if mark is None:
            self._say("choose a bookmark in the list first")
        elif mark.row is None:
            self._say("this tree does not have that node: it was not recorded, or cut off above")
        else:
            self._go(mark.row)

    def step(self, by: int) -> None:
        """Goes to the next bookmark, or the one before, in the order of the search."""
        marks = {mark.row: mark for mark in self.here if mark.row is not None}
        if not marks:
            self._say("there is no bookmark in this tree: Ctrl+B makes one")
            return
        at = -1 if self.pane.selected is None else self.pane.selected
        behind = [row for row in marks if (row > at if by > 0 else row < at)]
        row = (min if by > 0 else max)(behind or marks)
        self.show(marks[row])
        self._go(row)

    @property
    def chosen(self) -> Bookmark | None:
        """The bookmark selected in the list, None if there is none."""
        item = next(iter(self.list.selection()), None)
        return None if item is None else self.here[int(item)]

    # -- showing ------------------------------------------------------------------------------------------------------

    def show(self, chosen: Bookmark | None = None) -> None:
        """Fills the list."""
        self.list.delete(*self.list.get_children())
        tree = self.pane.view.tree if self.pane.view is not None else None
        for number, mark in enumerate(self.here):
            where = path_text(mark.path)
            value = "" if mark.row is None or tree is None else row_text(tree, mark.row) or "pruned"
            self.list.insert(
                "",
                "end",
                iid=str(number),
                text=where,
                values=(value, mark.note),
                tags=("gone",) if mark.row is None else (),
            )
            if mark is chosen:
                self.list.selection_set(str(number))
                self.list.focus(str(number))
                self.list.see(str(number))
        if self.here:
            self.empty.place_forget()
        else:
            self.empty.configure(
                text="No bookmarks yet:\nCtrl+B marks the selected node." if self.pane.view else "No tree yet."
            )
            self.empty.place(relx=0.5, rely=0.45, anchor="center")
        self._chosen()

    def _chosen(self) -> None:
        mark = self._current = self.chosen
        self.note.set("" if mark is None else mark.note)
        self.entry.state(["disabled" if mark is None else "!disabled"])

    def _written(self) -> None:
        mark = self.chosen
        if mark is not None and mark.note != self.note.get():
            mark.note = self.note.get()
            self.list.set(self.list.selection()[0], "note", mark.note)

    # -- companion ----------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        if self.pane.view is not None:
            for mark in self.here:
                mark.row = self.pane.view.tree.find(mark.path)
        self.show(self._current)

    def grown(self) -> None:
        self.shown()
