"""The menus Tree and Playback."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from c4.game.notation import format_position
from visualizer.tree.actions import commands as node_commands
from visualizer.ui.commands import Command, possible

if TYPE_CHECKING:
    from visualizer.app.window import Window


NODE_MENU = (
    "unfold",
    "unfold pruned",
    "fold rest",
    "next visit",
    "zoom to selection",
    "run to node",
    "bookmark",
    "copy node",
    "play on",
)
"""The commands in the context menu of a node."""


def tree_commands(window: Window) -> list[Command]:
    """The commands of the menu."""
    analysis = window.analysis

    no_tree = analysis.no_tree

    def no_pane() -> str:
        return "" if analysis.tree_panels is not None else "the tree is still being loaded"

    def nowhere(forward: bool) -> str:
        if no_tree():
            return no_tree()
        pane = analysis.shown_pane
        can = pane.model.history.can_go_forward if forward else pane.can_go_back
        return "" if can else "there is no other view"

    def command(name: str, label: str, run: Callable[[], object], key: str, **more: object) -> Command:
        more.setdefault("blocked", no_tree)
        return Command(name, "Tree", label, run, (key,), **more)  # type: ignore[arg-type]

    return [
        command("find", "Find...", lambda: analysis.shown_panels.find.open(), "Ctrl+F"),
        command("find next", "Find next", lambda: analysis.shown_panels.find.next(), "F3"),
        command("find previous", "Find previous", lambda: analysis.shown_panels.find.previous(), "Shift+F3"),
        command(
            "back",
            "Previous view",
            lambda: analysis.shown_pane.back(),
            "Alt+←",
            blocked=partial(nowhere, False),
        ),
        command(
            "forward",
            "Next view",
            lambda: analysis.shown_pane.forward(),
            "Alt+→",
            blocked=partial(nowhere, True),
        ),
        command("outline", "Go to the outline", lambda: analysis.shown_panels.to_outline(), "L", separated=True),
        command("to tree", "Go to the tree", lambda: analysis.shown_pane.canvas.widget.focus_set(), "T"),
        command("fit tree", "Fit the tree", lambda: analysis.shown_pane.canvas.fit(), "Home"),
        command(
            "zoom to selection",
            "Zoom to the selected node",
            lambda: analysis.shown_pane.canvas.fit_subtree(analysis.shown_pane.model.selected or 0),
            "Z",
        ),
        *node_commands(lambda: analysis.shown_pane.model, no_tree),
        command(
            "bookmark", "Bookmark the selected node", lambda: analysis.shown_panels.bookmark(), "Ctrl+B", separated=True
        ),
        command(
            "copy node",
            "Copy the selected node as text",
            lambda: analysis.shown_panels.copy(),
            "Ctrl+Shift+C",
            separated=True,
        ),
        Command(
            "play on",
            "Tree",
            "Play on from the selected node",
            lambda: play_on(window),
            ("Ctrl+Shift+G",),
            tip="Sets the node up as a game.",
            blocked=no_tree,
        ),
        command("export", "Export what is unfolded...", lambda: analysis.shown_panels.export(), "Ctrl+E"),
        command("export all", "Export the complete tree...", lambda: analysis.shown_panels.export(True), "Shift+E"),
        command("open tree", "Open tree...", lambda: analysis.shown_panels.open_tree(), "Ctrl+O", blocked=no_pane),
        command(
            "strategy",
            "Why perfect play wins...",
            lambda: window.once_loaded("visualizer.strategy.window", lambda: strategy(window)),
            "Shift+W",
            blocked=possible,
            separated=True,
        ),
        command(
            "puzzles",
            "Puzzles...",
            lambda: window.once_loaded("visualizer.strategy.puzzles", lambda: puzzles(window)),
            "Shift+P",
            blocked=possible,
        ),
        command("practice", "Practice...", lambda: practice(window), "Y", blocked=lambda: "", separated=True),
    ]


def strategy(window: Window) -> None:
    """Opens the window about the first player's win, or brings it to the front."""
    from visualizer.strategy.window import StrategyWindow

    thread = window.windows.thread("strategy")

    window.windows.show(
        StrategyWindow, lambda: StrategyWindow(window, sides(window), window.session.worker(thread)), thread
    )


def play_on(window: Window) -> None:
    """Sets up the position of the selected node."""
    view, row = window.analysis.shown_pane.model.view, window.analysis.shown_pane.model.selected
    if view is None or row is None:
        return
    position, starter = view.tree.position(row), window.session.game.starter
    if window.attempt(window.session.set_up, format_position(position), starter):
        window.say("the game goes on from the selected node", seconds=8)


def puzzles(window: Window) -> None:
    """Opens the puzzles, or brings them to the front."""
    from visualizer.strategy.puzzles import PuzzleWindow

    thread = window.windows.thread("puzzles")
    window.windows.show(
        PuzzleWindow, lambda: PuzzleWindow(window, sides(window), window.session.worker(thread)), thread
    )


def sides(window: Window) -> tuple[tuple[str, str], tuple[str, str]]:
    """Word and colour of the discs of the side that begins, and of the other."""
    words, starter = window.names.colours, window.session.game.starter
    return words[starter], words[1 - starter]


def practice(window: Window) -> None:
    """Opens the exercises."""
    from visualizer.practice.window import PracticeWindow

    window.windows.add(PracticeWindow(window))


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

    no_tree = window.analysis.no_tree

    def call(name: str) -> Callable[[], None]:
        def run() -> None:
            getattr(window.analysis.shown_pane.model.playback, name)()

        return run

    return [
        Command(
            "playback",
            "Playback",
            "Play the search back",
            call("toggle"),
            ("K",),
            "Shows the search as it happened, node by node, on the tree and on the board.",
            blocked=no_tree,
            checked=window.analysis.replaying,
        ),
        *(
            Command(name, "Playback", label, call(method), (key,), blocked=no_tree, separated=method == "into")
            for name, label, key, method in STEPS
        ),
    ]
