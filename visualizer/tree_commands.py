"""The commands of the menu "Tree".  Imports nothing heavy: the tree pane may not be loaded yet when the table is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.commands import Command

if TYPE_CHECKING:
    from visualizer.window import Window


def tree_commands(window: Window) -> list[Command]:
    """What can be done with the tree; not possible before there is one."""

    def ready() -> bool:
        return window.tree_pane is not None and window.tree_pane.view is not None

    def zoom_to_selection() -> None:
        window.tree_pane.fit_subtree(window.tree_pane.selected)

    return [
        Command("fit tree", "Tree", "Fit the tree", lambda: window.tree_pane.fit(), "Home", ("<Home>",), ready),
        Command("zoom to selection", "Tree", "Zoom to the selected node", zoom_to_selection, "Z", ("z",), ready),
    ]
