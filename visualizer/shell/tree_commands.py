"""The commands of the menu "Tree".  Imports nothing heavy: the tree pane, and what stands beside it, may not be loaded yet when the table is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from c4.game.rules import C4Error
from visualizer.kit.commands import Command

if TYPE_CHECKING:
    from visualizer.shell.window import Window


def tree_commands(window: Window) -> list[Command]:
    """What can be done with the tree; not possible before there is one."""

    def ready() -> bool:
        return window.tree_pane is not None and window.tree_pane.view is not None

    def zoom_to_selection() -> None:
        window.tree_pane.fit_subtree(window.tree_pane.selected)

    def beside():
        return window.beside

    def practice() -> None:
        from visualizer.practice.window import PracticeWindow

        def judge():
            found = window.words.evaluator(window.session.settings.limits.evaluator)
            if isinstance(found, str):
                raise C4Error(found)
            return found

        PracticeWindow(window.root, window.theme, lambda: window.session.position, judge)

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
        Command("outline", "Tree", "To the outline", lambda: beside().to_outline(), "L", ("l",), ready),
        Command("to tree", "Tree", "To the tree", lambda: window.tree_pane.widget.focus_set(), "T", ("t",), ready),
        Command("bookmark", "Tree", "Bookmark the selected node", lambda: beside().bookmark(), "Ctrl+B", ("<Control-b>",), ready),
        Command("next bookmark", "Tree", "Next bookmark", lambda: beside().bookmarks.step(1), "F4", ("<F4>",), ready),
        Command("previous bookmark", "Tree", "Bookmark before", lambda: beside().bookmarks.step(-1), "Shift+F4", ("<Shift-F4>",), ready),
        Command("copy node", "Tree", "Copy the selected node as text", lambda: beside().copy(), "Ctrl+Shift+C", ("<Control-C>",), ready),
        Command("export", "Tree", "Export...", lambda: beside().export(), "Ctrl+E", ("<Control-e>",), ready),
        Command("open tree", "Tree", "Open tree...", lambda: beside().open_tree(), "Ctrl+O", ("<Control-o>",), lambda: window.beside is not None),
        Command("practice", "Tree", "Practice...", practice, "Y", ("y",)),
        Command("fit tree", "Tree", "Fit the tree", lambda: window.tree_pane.fit(), "Home", ("<Home>",), ready),
        Command("zoom to selection", "Tree", "Zoom to the selected node", zoom_to_selection, "Z", ("z",), ready),
    ]  # fmt: skip
