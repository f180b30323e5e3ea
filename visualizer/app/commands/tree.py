"""The menus Tree and Playback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from visualizer.app.commands.view import is_on, turn_over
from visualizer.state.app import App
from visualizer.state.requests import TreeAction, TreeActionName
from visualizer.state.tree.actions import no_part, no_rest, no_subtree
from visualizer.ui.command import Command, entry

if TYPE_CHECKING:  # this loads numpy, which the first paint does without
    from visualizer.state.tree.state import TreeState

NODE_MENU = (
    "unfold",
    "unfold pruned",
    "fold rest",
    "ply more below",
    "ply fewer below",
    "subtree",
    "bookmark",
    "next visit",
    "zoom to selection",
    "run to node",
    "copy node",
    "play on",
)
"""The commands in the context menu of a node."""


def no_tree(app: App) -> str:
    """Why there is no tree to work with; "" if there is one."""
    return app.tree.no_tree()


def not_loaded(app: App) -> str:
    """Why no tree can be opened; "" if one can."""
    return app.tree.not_loaded()


def act(name: TreeActionName) -> Callable[[App], None]:
    """What asks the window to do something with the picture of the tree, or with the panels beside it."""

    def run(app: App) -> None:
        app.request(TreeAction(name))

    return run


def on_model(method: str) -> Callable[[App], None]:
    """What calls a method of the tree's model, with the tree in front."""

    def run(app: App) -> None:
        app.request(TreeAction("show"))
        getattr(app.tree.model, method)()
        app.tree.sync()

    return run


def next_bookmark(app: App) -> None:
    """Goes to the next bookmark."""
    app.request(TreeAction("show"))
    app.tree.model.to_bookmark(1)
    app.tree.sync()


def previous_bookmark(app: App) -> None:
    """Goes to the bookmark before."""
    app.request(TreeAction("show"))
    app.tree.model.to_bookmark(-1)
    app.tree.sync()


def unless_node(possible: Callable[[App, int], object], reason: str) -> Callable[[App], str]:
    """The `blocked` of a command for the selected node, for which `possible(app, row)` has to hold."""

    def blocked(app: App) -> str:
        if app.tree.no_tree():
            return app.tree.no_tree()
        row = app.tree.model.selected
        if row is None:
            return "no node is selected"
        return "" if possible(app, row) else reason

    return blocked


def unless(reason: Callable[[TreeState], str]) -> Callable[[App], str]:
    """The `blocked` of a command that a reason speaks against; `reason(state)` gets the state of the tree."""

    def blocked(app: App) -> str:
        return app.tree.no_tree() or reason(app.tree.model.state)

    return blocked


def always(app: App, row: int) -> bool:
    """For every node."""
    return True


def has_children(app: App, row: int) -> bool:
    """Whether something was searched below a node."""
    view = app.tree.model.view
    return view is not None and bool(view.children(row) or view.is_left_out(row))


def is_cut(app: App, row: int) -> bool:
    """Whether some replies to a node were pruned."""
    view = app.tree.model.view
    return view is not None and view.is_cut(row)


def other_bookmarks(app: App, row: int) -> bool:
    """Whether another node has a bookmark."""
    return bool(app.tree.model.state.bookmarks - {row})


def visited_again(app: App, row: int) -> bool:
    """Whether the position of the node was visited more than once."""
    return len(app.tree.model.state.related.transpositions) > 1


def copy_node(app: App) -> None:
    """Copies the selected node as text."""
    app.tree.copy()


def play_on(app: App) -> None:
    """Sets the selected node up as a game."""
    app.tree.play_on()


def open_tree(app: App) -> None:
    """Opens a saved tree."""
    app.tree.open()


# fmt: off
TREE_COMMANDS: tuple[Command, ...] = (
    entry("Tree", "find", "Find...", act("find"), "Ctrl+F", blocked=no_tree),
    entry("Tree", "find next", "Find next", act("find next"), "F3", blocked=no_tree),
    entry("Tree", "find previous", "Find previous", act("find previous"), "Shift+F3", blocked=no_tree),
    entry("Tree", "back", "Previous view", act("back"), "Alt+←", blocked=no_tree),
    entry("Tree", "forward", "Next view", act("forward"), "Alt+→", blocked=no_tree),
    entry("Tree", "outline", "Go to the outline", act("outline"), "L", blocked=no_tree, separated=True),
    entry("Tree", "to tree", "Go to the tree", act("focus"), "T", blocked=no_tree),
    entry("Tree", "fit tree", "Fit the tree", act("fit"), "Home", blocked=no_tree),
    entry("Tree", "zoom to selection", "Zoom to the selected node", act("zoom to selection"), "Z", blocked=no_tree),
    entry("Tree", "unfold", "Unfold or fold", on_model("toggle_selected"),
          blocked=unless_node(has_children, "nothing was searched below it"), separated=True),
    entry("Tree", "unfold pruned", "Show or fold pruned replies", on_model("toggle_pruned"), "Shift+U",
          blocked=unless_node(is_cut, "none of its replies were pruned")),
    entry("Tree", "fold rest", "Fold everything else", on_model("fold_others"), "Shift+F",
          tip="Keeps only the path to the selected node and what is unfolded below it.",
          blocked=unless_node(always, "")),
    entry("Tree > Around the node", "ply more below", "One ply more below it", on_model("ply_more_below"), "Alt+↓",
          tip="Shows the selected node with one ply more below it, and folds everything but the way to it.",
          blocked=unless(no_part)),
    entry("Tree > Around the node", "ply fewer below", "One ply fewer below it", on_model("ply_fewer_below"), "Alt+↑",
          tip="Shows the selected node with one ply fewer below it, and folds everything but the way to it.",
          blocked=unless(no_part)),
    entry("Tree > Around the node", "subtree", "Only this subtree", on_model("show_subtree"), "Shift+Z",
          tip="Draws the selected node at the top, without the rest of the tree.",
          blocked=unless(no_subtree), separated=True),
    entry("Tree > Around the node", "ply more above", "One ply more above it", on_model("ply_more_above"), "Shift+A",
          tip="Where only a subtree is shown, with the parent of the node at the top.", blocked=unless(no_rest)),
    entry("Tree > Around the node", "whole tree", "The whole tree", on_model("show_whole"),
          tip="Leads back from a subtree, as Esc does.", blocked=unless(no_rest)),
    entry("Tree", "bookmark", "Bookmark, or remove the bookmark", on_model("bookmark"), "Ctrl+D",
          tip="Marks the selected node with a star, until another tree is shown.", blocked=unless_node(always, "")),
    entry("Tree", "next bookmark", "Next bookmark", next_bookmark, "Ctrl+B",
          blocked=unless_node(other_bookmarks, "no other node has a bookmark")),
    entry("Tree", "previous bookmark", "Previous bookmark", previous_bookmark, "Ctrl+Shift+B",
          blocked=unless_node(other_bookmarks, "no other node has a bookmark")),
    entry("Tree", "next visit", "Next visit of this position", on_model("to_next_visit"), "Shift+X",
          tip="Goes to the next node with the same position.",
          blocked=unless_node(visited_again, "its position was visited only once")),
    entry("Tree", "copy node", "Copy the selected node as text", copy_node, "Ctrl+Shift+C",
          blocked=no_tree, separated=True),
    entry("Tree", "play on", "Play on from the selected node", play_on, "Ctrl+Shift+G",
          tip="Sets the node up as a game.", blocked=no_tree),
    entry("Tree", "export", "Export what is unfolded...", act("export"), "Ctrl+E", blocked=no_tree),
    entry("Tree", "export all", "Export the complete tree...", act("export all"), "Shift+E", blocked=no_tree),
    entry("Tree", "export legend", "Exported pictures have a legend", turn_over("export_legend"), checked=is_on("export_legend"),
          tip="Pictures of a tree have a legend below them."),
    entry("Tree", "export sentence", "Exported pictures have a sentence", turn_over("export_sentence"), checked=is_on("export_sentence"),
          tip="Pictures of a tree say below them which search it is, how much is drawn, and why it stopped."),
    entry("Tree", "open tree", "Open tree...", open_tree, "Ctrl+O", blocked=not_loaded),
)


def replaying(app: App) -> bool:
    """Whether a search is played back."""
    return app.tree.replaying


PLAYBACK_COMMANDS: tuple[Command, ...] = (
    entry("Playback", "playback", "Play the search back", on_model("toggle_playback"), "K",
          tip="Shows the search as it happened, node by node, on the tree and on the board.",
          blocked=no_tree, checked=replaying),
    entry("Playback", "step into", "Step into: the next event", on_model("step_into"), "Shift+↓",
          blocked=no_tree, separated=True),
    entry("Playback", "step over", "Step over: finish this reply", on_model("step_over"), "Shift+→",
          blocked=no_tree),
    entry("Playback", "step out", "Step out: finish the parent", on_model("step_out"), "Shift+↑", blocked=no_tree),
    entry("Playback", "step back", "Step back", on_model("step_back"), "Shift+←", blocked=no_tree),
    entry("Playback", "run to node", "Run to the selected node", on_model("run_to_selected"), "Ctrl+Enter",
          blocked=no_tree),
    entry("Playback", "run to cut", "Run to the next cutoff", on_model("run_to_cut"), "Ctrl+→", blocked=no_tree),
    entry("Playback", "play", "Play, pause", on_model("play_or_pause"), "Ctrl+Space", blocked=no_tree),
)
# fmt: on
