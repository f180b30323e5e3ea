"""Beside: the neighbours of the tree pane: find bar, outline, bookmarks, repeats.

Imports the tree's companions, which need matplotlib.
"""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

from c4.game.rules import count
from c4.tree.describe import copy_text
from c4.tree.explain import line_text
from c4.tree.treefile import Saved
from visualizer.kit.host import Host
from visualizer.kit.theme import Theme
from visualizer.kit.widgets import on
from visualizer.shell.opening import once_loaded
from visualizer.tree.bookmarks import Bookmarks
from visualizer.tree.find import FindBar
from visualizer.tree.outline import Outline
from visualizer.tree.protocol import Pane
from visualizer.tree.repeats import Repeats

DIALOGS = "visualizer.tree.export.files"
"""Loaded when it is needed: pictures in files need matplotlib's figures."""

NO_TREE = "there is no tree yet: play a move or press Hint (H)"


class Beside:
    """Made once, with the tree pane; the commands of the menu "Tree" use its parts.

    `go(row)` selects a node, `players()` are the colours of both players in the tree.
    """

    def __init__(
        self,
        host: Host,
        pane: Pane,
        tabs: ttk.Notebook,
        go: Callable[[int], None],
        players: Callable[[], tuple[str, str]],
    ) -> None:
        self._host, self._pane, self._tabs, self._players = host, pane, tabs, players
        self.find = FindBar(pane, go, host.say)
        self.outline = Outline(tabs, pane, go, players)
        self.bookmarks = Bookmarks(tabs, pane, go, host.say)
        tabs.add(self.outline, text="Outline")
        tabs.add(self.bookmarks, text="Bookmarks")
        self.repeats = Repeats(tabs, pane, go)
        tabs.add(self.repeats, text="Repeats")
        on(pane.widget, "<Control-c>", self.copy)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        for part in (self.outline, self.bookmarks, self.repeats):
            part.set_theme(theme)

    def to_outline(self) -> None:
        """Brings the outline to the front and focuses it."""
        self._tabs.select(self.outline)
        self.outline.update_idletasks()
        self.outline.list.focus_set()

    def to_repeats(self) -> None:
        """Brings the positions visited more than once to the front."""
        self._tabs.select(self.repeats)
        self.repeats.update_idletasks()
        self.repeats.list.focus_set()

    def bookmark(self) -> None:
        """Bookmarks the selected node and asks for a note."""
        self._tabs.select(self.bookmarks)
        self.bookmarks.add()

    def export(self) -> None:
        """Asks for a file and writes the tree to it."""

        def show() -> None:
            from visualizer.tree.export.files import ExportDialog

            if self._pane.view is None:  # it has gone while the dialog was being loaded
                self._host.say(NO_TREE)
                return
            ExportDialog(self._host.root, self._pane, self._players(), self.bookmarks.saved(), self._host.say)

        once_loaded(self._host, DIALOGS, show)

    def open_tree(self) -> None:
        """Asks for a saved tree and shows it."""

        def show() -> None:
            from visualizer.tree.export.files import OpenDialog

            OpenDialog(self._host.root, self.take)

        once_loaded(self._host, DIALOGS, show)

    def take(self, saved: Saved) -> None:
        """Shows a saved tree with its bookmarks; the game on the board stays as it is."""
        self._host.session.take_tree(saved.tree)
        self._host.touch()
        self.bookmarks.load(saved.bookmarks)
        what = count(len(saved.tree), "row") + (f" ({saved.note})" if saved.note else "")
        self._host.say(f"opened a tree of {what}; the game on the board has not changed", seconds=8)

    def copy(self) -> None:
        """Copies the selected node as text: its paragraph and its position."""
        pane = self._pane
        if pane.view is None or pane.selected is None:
            self._host.say(NO_TREE)
            return
        self._host.root.clipboard_clear()
        self._host.root.clipboard_append(copy_text(pane.view.tree, pane.selected, self._players()))
        self._host.say(f"copied node {line_text(pane.view.tree, pane.selected)} as text")
