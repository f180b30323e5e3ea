"""The window of repeated positions: where the search that is shown came to the same position again."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from c4.search.watch import Watch
from c4.tree.repeats import Repeats, find_repeats
from c4.tree.searchtree import SearchTree
from visualizer.board.app_window import AppWindow, WindowPane
from visualizer.compare.measure import TreeFollower
from visualizer.compare.measure_view import TreeOf
from visualizer.compare.repeats_view import COLUMNS, Listed, RepeatLine, RepeatsView, repeats_view
from visualizer.state.app import App
from visualizer.state.preferences import ANALYSE
from visualizer.ui.geometry import Screen, over
from visualizer.ui.sizes import pixels
from visualizer.ui.widgets import bar_below, scrolled, set_columns, widen_columns, wrap
from visualizer.ui.windows import area_of, screen_of

WIDTH = 440
HEIGHT = 480
"""Pixels of the window at 100 %: it opens over the board, so that the tree stays in sight."""


class RepeatsWindow(AppWindow):
    """Lists the positions that the search visited more than once; choosing a line goes there in the tree."""

    known: Listed

    def __init__(self, app: App, parent: tk.Misc) -> None:
        super().__init__(app, parent, "Repeated positions", f"{WIDTH}x{HEIGHT}", (340, 300))
        self._leave_the_tree_in_sight(area_of(parent.winfo_toplevel()))
        self.known = Listed()
        self.task = self.background("repeats", self._found, self._failed)
        self.summary = wrap(ttk.Label(self, justify="left", padding=(8, 6)))
        self.summary.pack(fill="x")
        frame = ttk.Frame(self, padding=(8, 0, 8, 8))
        frame.pack(fill="both", expand=True)
        names = [name for name, *_ in COLUMNS[1:]]
        self.list = ttk.Treeview(frame, columns=names, selectmode="browse", height=12)
        scrolled(self.list).pack(fill="both", expand=True)
        set_columns(self.list, COLUMNS, "#0")
        bar_below(self.list)
        self.list.bind("<<TreeviewSelect>>", lambda event: self._chosen())
        self.list.focus_set()
        self.lines: dict[str, RepeatLine] = {}
        """What is listed, by name."""
        self.panes += [TreeFollower(self._tree_shown), RepeatsPane(self)]
        self.show_known()

    def _leave_the_tree_in_sight(self, main: Screen) -> None:
        """Opens over the left edge of the main window, where the board is."""
        width = pixels(self, WIDTH)
        self.geometry(over(width, pixels(self, HEIGHT), main._replace(width=width), screen_of(self)))

    def _tree_shown(self, shown: TreeOf) -> None:
        """Looks for what repeats in another tree."""
        tree = shown.tree
        self.know(tree=tree, found=None, problem="")
        if tree is None:
            self.task.stop()
            return

        def work(watch: Watch) -> tuple[SearchTree, Repeats]:
            return tree, find_repeats(tree)

        self.task.start(work)

    def _found(self, result: tuple[SearchTree, Repeats]) -> None:
        tree, found = result
        if tree is self.known.tree:
            self.know(found=found)

    def _failed(self, text: str) -> None:
        self.know(problem=text)

    def _chosen(self) -> None:
        """Goes to the row of the chosen line, in the tree of the main window."""
        for name in self.list.selection():
            self.app.show_mode(ANALYSE)
            tree = self.app.state.tree
            if tree is not None and tree.tree is self.known.tree:
                self.app.tree.choose(self.lines[name].row)


class RepeatsPane(WindowPane[RepeatsView]):
    """The sentence and the list."""

    view = staticmethod(repeats_view)
    window: RepeatsWindow

    def draw(self, view: RepeatsView, before: RepeatsView | None) -> None:
        window = self.window
        window.summary.configure(text=view.summary)
        listed = window.list
        listed.delete(*listed.get_children())
        window.lines = {line.name: line for line in view.lines}
        for line in view.lines:
            listed.insert(line.under, "end", iid=line.name, text=line.moves, values=line.cells)
        widen_columns(listed, listed.get_children())
        if view.lines:
            listed.focus(view.lines[0].name)  # where the arrow keys begin
