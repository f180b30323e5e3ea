"""The menus Tree and Playback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from c4.game.notation import format_position
from visualizer.tree.actions import commands as node_commands
from visualizer.ui.command import Command, entry, possible, unless

if TYPE_CHECKING:
    from visualizer.app.window import Window


NODE_MENU = (
    "unfold",
    "unfold pruned",
    "fold rest",
    "bookmark",
    "next visit",
    "zoom to selection",
    "run to node",
    "copy node",
    "play on",
)
"""The commands in the context menu of a node."""


def tree_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    analysis, no_tree = window.analysis, window.analysis.no_tree
    no_pane = unless(lambda: analysis.tree_panels is None, "the tree is still being loaded")

    def add(name: str, label: str, run: Callable[[], object], key: str, **more: Any) -> Command:
        def shown() -> None:
            analysis.show_tree()
            run()

        return entry("Tree", name, label, shown, key, **{"blocked": no_tree, **more})

    def nowhere(forward: bool) -> str:
        if no_tree():
            return no_tree()
        pane = analysis.shown_pane
        can = pane.model.history.can_go_forward if forward else pane.can_go_back
        return "" if can else "there is no other view"

    # fmt: off
    return [
        add("find", "Find...", lambda: analysis.shown_panels.find.open(), "Ctrl+F"),
        add("find next", "Find next", lambda: analysis.shown_panels.find.next(), "F3"),
        add("find previous", "Find previous", lambda: analysis.shown_panels.find.previous(), "Shift+F3"),
        add("back", "Previous view", lambda: analysis.shown_pane.back(), "Alt+←", blocked=partial(nowhere, False)),
        add("forward", "Next view", lambda: analysis.shown_pane.forward(), "Alt+→", blocked=partial(nowhere, True)),
        add("outline", "Go to the outline", lambda: analysis.shown_panels.to_outline(), "L", separated=True),
        add("to tree", "Go to the tree", lambda: analysis.shown_pane.canvas.widget.focus_set(), "T"),
        add("fit tree", "Fit the tree", lambda: analysis.shown_pane.canvas.fit(), "Home"),
        add("zoom to selection", "Zoom to the selected node",
            lambda: analysis.shown_pane.canvas.fit_subtree(analysis.shown_pane.model.selected or 0), "Z"),
        *node_commands(lambda: analysis.shown_pane.model, no_tree),
        add("copy node", "Copy the selected node as text", lambda: analysis.shown_panels.copy(), "Ctrl+Shift+C",
            separated=True),
        add("play on", "Play on from the selected node", lambda: play_on(window), "Ctrl+Shift+G",
            tip="Sets the node up as a game."),
        add("export", "Export what is unfolded...", lambda: analysis.shown_panels.export(), "Ctrl+E"),
        add("export all", "Export the complete tree...", lambda: analysis.shown_panels.export(True), "Shift+E"),
        add("open tree", "Open tree...", lambda: analysis.shown_panels.open_tree(), "Ctrl+O", blocked=no_pane),
        add("strategy", "Why perfect play wins...",
            partial(window.open, "visualizer.strategy.window:StrategyWindow"), "Shift+W",
            blocked=possible, separated=True),
        add("puzzles", "Puzzles...", partial(window.open, "visualizer.strategy.puzzles:PuzzleWindow"), "Shift+P",
            blocked=possible),
        add("practice", "Practice...", partial(window.open, "visualizer.practice.window:PracticeWindow"), "Y",
            blocked=possible, separated=True),
    ]
    # fmt: on


def play_on(window: Window) -> None:
    """Sets up the position of the selected node."""
    view, row = window.analysis.shown_pane.model.view, window.analysis.shown_pane.model.selected
    if view is None or row is None:
        return
    position, starter = view.tree.position(row), window.session.game.starter
    if window.attempt(window.session.set_up, format_position(position), starter):
        window.say("the game goes on from the selected node", seconds=8)


STEPS = (
    ("step into", "Step into: the next event", "Shift+↓", "into"),
    ("step over", "Step over: finish this reply", "Shift+→", "over"),
    ("step out", "Step out: finish the parent", "Shift+↑", "out"),
    ("step back", "Step back", "Shift+←", "back"),
    ("run to node", "Run to the selected node", "Ctrl+Enter", "to_selected"),
    ("run to cut", "Run to the next cutoff", "Ctrl+→", "to_cut"),
    ("play", "Play, pause", "Ctrl+Space", "play"),
)
"""Name, label, key and the playback's method."""


def playback_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    add, no_tree = partial(entry, "Playback"), window.analysis.no_tree

    def call(name: str) -> Callable[[], None]:
        def run() -> None:
            window.analysis.show_tree()
            getattr(window.analysis.shown_pane.model.playback, name)()

        return run

    # fmt: off
    return [
        add("playback", "Play the search back", call("toggle"), "K",
            tip="Shows the search as it happened, node by node, on the tree and on the board.",
            blocked=no_tree, checked=window.analysis.replaying),
        *(
            add(name, label, call(method), key, blocked=no_tree, separated=method == "into")
            for name, label, key, method in STEPS
        ),
    ]
    # fmt: on
