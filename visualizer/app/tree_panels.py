"""The panels next to the tree pane, and what the menu "Tree" does with them."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import filedialog, ttk
from typing import Any

from c4.errors import C4Error
from c4.search.watch import Watch
from c4.text import pluralise
from c4.tree import treefile
from c4.tree.explain import copy_text, line_text
from c4.tree.searchtree import SearchTree
from visualizer.tree.pane import TreePane
from visualizer.tree.panels import FindBar, Outline
from visualizer.tree.view import TreeView
from visualizer.ui.background import BackgroundTask
from visualizer.ui.context import Context
from visualizer.ui.scale import scale
from visualizer.ui.widgets import on

NO_TREE = "there is no tree yet: play a move or press Hint (H)"


class TreePanels:
    """Made once, with the tree pane; the commands of the menu "Tree" use its parts.

    `players()` are the colours of both players in the tree.
    """

    def __init__(
        self, context: Context, pane: TreePane, tabs: ttk.Notebook, players: Callable[[], tuple[str, str]]
    ) -> None:
        self._context, self._pane, self._tabs, self._players = context, pane, tabs, players
        self.find = FindBar(pane, context.say)
        self.outline = Outline(tabs, pane)
        tabs.add(self.outline, text="Outline")
        on(pane.canvas.widget, "<Control-c>", self.copy)

    def to_outline(self) -> None:
        """Brings the outline to the front and focuses it."""
        self._tabs.select(self.outline)
        self.outline.update_idletasks()
        self.outline.list.focus_set()

    def export(self, complete: bool = False) -> None:
        """Asks for a file and writes the tree to it: what is unfolded as it is on screen, or the complete tree.

        The format follows the ending of the file's name.
        """
        context, pane, model = self._context, self._pane, self._pane.model

        def show() -> None:
            from visualizer.tree.export import FORMATS, ExportOptions, export, format_of

            shown = model.view
            if shown is None:  # it has gone while the module was being loaded
                context.say(NO_TREE)
                return
            types = [(name, f"*{ending}") for ending, name in FORMATS.items()]
            path = filedialog.asksaveasfilename(
                parent=pane, title="Export the tree", filetypes=types, initialfile="connect4-tree.png"
            )
            if not path:
                return
            try:
                format_of(path)
            except C4Error as error:
                context.say(str(error), seconds=8)
                return
            view, unit, (width, height) = None, scale(pane), pane.canvas.size
            if not complete:
                view = TreeView(shown.tree, max_glyphs=shown.max_glyphs)
                view.folding = shown.folding
            size = width / unit, height / unit
            options = ExportOptions(view, size, pane.theme, model.caption, model.sides)
            context.say(f"writing {path}...", seconds=60)
            self._in_background(
                lambda result: context.say(f"wrote {path}: {result}", seconds=8),
                lambda watch: export(path, shown.tree, options),
            )

        context.once_loaded("visualizer.tree.export", show)

    def open_tree(self) -> None:
        """Asks for a saved tree and shows it."""
        types = [("Tree files", "*.npz"), ("All files", "*")]
        path = filedialog.askopenfilename(parent=self._pane, title="Open a saved tree", filetypes=types)
        if path:
            self._in_background(self.take, lambda watch: treefile.load(path))

    def _in_background(self, on_done: Callable[[Any], object], work: Callable[[Watch], object]) -> None:
        context = self._context
        BackgroundTask(self._pane, context.session.worker("tree files"), on_done, context.say).start(work)

    def take(self, tree: SearchTree) -> None:
        """Shows a saved tree; the game on the board stays as it is."""
        self._context.session.take_tree(tree)
        self._context.refresh()
        self._context.say(
            f"opened a tree of {pluralise(len(tree), 'row')}; the game on the board has not changed", seconds=8
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
