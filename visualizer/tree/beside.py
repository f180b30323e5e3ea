"""Beside: what stands around the tree pane in the window: find bar, history, and the tabs beside the card.  Imports the tree's companions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.tree.find import FindBar
from visualizer.tree.history import History

if TYPE_CHECKING:
    from visualizer.window import Window


class Beside:
    """Made once, with the tree pane; the commands of the menu "Tree" call its parts."""

    def __init__(self, window: Window) -> None:
        pane = window.tree_pane
        self.find = FindBar(pane, window.select_row)
        self.history = History(pane, window.show_row)
