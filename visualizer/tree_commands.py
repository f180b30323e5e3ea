"""The commands of the menu "Tree".  Imports nothing heavy: the tree pane, and what stands beside it, may not be loaded yet when the table is made."""

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

    def beside():
        return window.beside

    return [
        Command("find", "Tree", "Find...", lambda: beside().find.open(), "Ctrl+F", ("<Control-f>",), ready),
        Command("find next", "Tree", "Find next", lambda: beside().find.next(), "F3", ("<F3>",), ready),
        Command("find previous", "Tree", "Find previous", lambda: beside().find.previous(), "Shift+F3", ("<Shift-F3>",), ready),
        Command(
            "back", "Tree", "Back to the view before", lambda: beside().history.back(), "Alt+←", ("<Alt-Left>",),
            lambda: ready() and beside().history.can_go_back,
        ),
        Command(
            "forward", "Tree", "Forward again", lambda: beside().history.forward(), "Alt+→", ("<Alt-Right>",),
            lambda: ready() and beside().history.can_go_forward,
        ),
        Command("fit tree", "Tree", "Fit the tree", lambda: window.tree_pane.fit(), "Home", ("<Home>",), ready),
        Command("zoom to selection", "Tree", "Zoom to the selected node", zoom_to_selection, "Z", ("z",), ready),
    ]  # fmt: skip
