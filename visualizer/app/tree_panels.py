"""The panels next to the tree pane, and what the menu "Tree" does with them."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

from c4.text import pluralise
from c4.tree.explain import copy_text, line_text
from c4.tree.treefile import Saved
from visualizer.tree.pane import TreePane
from visualizer.tree.panels import Bookmarks, FindBar, Outline
from visualizer.ui.context import Context
from visualizer.ui.theme import Theme
from visualizer.ui.widgets import on

DIALOGS = "visualizer.tree.dialogs"
"""Loaded when it is needed: pictures in files need matplotlib's figures."""

NO_TREE = "there is no tree yet: play a move or press Hint (H)"


class TreePanels:
    """Made once, with the tree pane; the commands of the menu "Tree" use its parts.

    `players()` are the colours of both players in the tree.
    """

    def __init__(
        self,
        context: Context,
        pane: TreePane,
        tabs: ttk.Notebook,
        players: Callable[[], tuple[str, str]],
    ) -> None:
        self._context, self._pane, self._tabs, self._players = context, pane, tabs, players
        self.find = FindBar(pane, context.say)
        self.outline = Outline(tabs, pane)
        self.bookmarks = Bookmarks(tabs, pane, context.say)
        tabs.add(self.outline, text="Outline")
        tabs.add(self.bookmarks, text="Bookmarks")
        on(pane.canvas.widget, "<Control-c>", self.copy)

    def set_theme(self, theme: Theme) -> None:
        """Changes all colours."""
        for part in (self.outline, self.bookmarks):
            part.set_theme(theme)

    def to_outline(self) -> None:
        """Brings the outline to the front and focuses it."""
        self._tabs.select(self.outline)
        self.outline.update_idletasks()
        self.outline.list.focus_set()

    def bookmark(self) -> None:
        """Bookmarks the selected node and asks for a note."""
        self._tabs.select(self.bookmarks)
        self.bookmarks.add()

    def export(self, complete: bool = False) -> None:
        """Asks for a file and writes the tree to it, as it is on screen or complete."""

        def show() -> None:
            from visualizer.tree.dialogs import ask_export

            if self._pane.model.view is None:  # it has gone while the module was being loaded
                self._context.say(NO_TREE)
                return
            ask_export(self._context, self._pane, self.bookmarks.saved(), complete)

        self._context.once_loaded(DIALOGS, show)

    def open_tree(self) -> None:
        """Asks for a saved tree and shows it."""

        def show() -> None:
            from visualizer.tree.dialogs import ask_open

            ask_open(self._context, self._pane, self.take)

        self._context.once_loaded(DIALOGS, show)

    def take(self, saved: Saved) -> None:
        """Shows a saved tree with its bookmarks; the game on the board stays as it is."""
        self._context.session.take_tree(saved.tree)
        self._context.refresh()
        self.bookmarks.load(saved.bookmarks)
        self._context.say(
            f"opened a tree of {pluralise(len(saved.tree), 'row')}; the game on the board has not changed", seconds=8
        )

    def copy(self) -> None:
        """Copies the selected node as text: its paragraph and its position."""
        model = self._pane.model
        if model.view is None or model.selected is None:
            self._context.say(NO_TREE)
            return
        self._context.root.clipboard_clear()
        self._context.root.clipboard_append(copy_text(model.view.tree, model.selected, self._players()))
        self._context.say(f"copied node {line_text(model.view.tree, model.selected)} as text")
