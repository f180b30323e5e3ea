"""Beside: what stands around the tree pane in the window: find bar, history, and the tabs beside the card.  Imports the tree's companions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from c4.tree.describe import copy_text
from c4.tree.explain import line_text
from c4.tree.treefile import Saved
from visualizer.kit.theme import Theme
from visualizer.tree.bookmarks import Bookmarks
from visualizer.tree.export.files import ExportDialog, OpenDialog
from visualizer.tree.find import FindBar
from visualizer.tree.history import History
from visualizer.tree.outline import Outline

if TYPE_CHECKING:
    from visualizer.shell.window import Window


class Beside:
    """Made once, with the tree pane; the commands of the menu "Tree" call its parts."""

    def __init__(self, window: Window) -> None:
        self._window, pane = window, window.tree_pane
        self.find = FindBar(pane, window.select_row, window.say)
        self.history = History(pane, window.show_row)
        self.outline = Outline(window.tabs, pane, window.select_row, window.names)
        self.bookmarks = Bookmarks(window.tabs, pane, window.select_row, window.say)
        self._tabs = window.tabs
        self._tabs.add(self.outline, text="Outline")
        self._tabs.add(self.bookmarks, text="Bookmarks")
        pane.widget.bind("<Control-c>", lambda _: (self.copy(), "break")[1])

    def set_theme(self, theme: Theme) -> None:
        for part in (self.outline, self.bookmarks):
            part.set_theme(theme)

    def to_outline(self) -> None:
        """Brings the outline to the front and gives it the keys."""
        self._tabs.select(self.outline)
        self.outline.update_idletasks()
        self.outline.list.focus_set()

    def bookmark(self) -> None:
        """Marks the selected node and lets a note be written."""
        self._tabs.select(self.bookmarks)
        self.bookmarks.add()

    def export(self) -> None:
        """Asks for a file and writes the tree to it."""
        window = self._window
        ExportDialog(window.root, window.tree_pane, window.names(), self.bookmarks.saved(), window.say)

    def open_tree(self) -> None:
        """Asks for a saved tree and shows it."""
        OpenDialog(self._window.root, self.take)

    def take(self, saved: Saved) -> None:
        """Shows a saved tree with its bookmarks; the game on the board stays as it is."""
        window = self._window
        window.session.take_tree(saved.tree)
        window.show_found()
        self.bookmarks.load(saved.bookmarks)
        note = f" ({saved.note})" if saved.note else ""
        window.say(f"opened a tree of {len(saved.tree):,} rows{note}; the game on the board stays as it was", seconds=8)

    def copy(self) -> None:
        """Copies the selected node as text: its paragraph and its position."""
        window, pane = self._window, self._window.tree_pane
        if pane.view is None or pane.selected is None:
            window.say("there is no tree yet: play a move, or press Hint (H)")
            return
        window.root.clipboard_clear()
        window.root.clipboard_append(copy_text(pane.view.tree, pane.selected, window.names()))
        window.say(f"copied the node {line_text(pane.view.tree, pane.selected)} as text")
