"""The menu "Playback": the recorded search, event by event.  Imports the command class."""

from __future__ import annotations

from collections.abc import Callable

from visualizer.kit.commands import Command
from visualizer.shell.desk import Desk

STEPS = (
    ("step into", "Step into: the next event", "Shift+↓", "into"),
    ("step over", "Step over: finish this reply", "Shift+→", "over"),
    ("step out", "Step out: finish the parent", "Shift+↑", "out"),
    ("step back", "Step back", "Shift+←", "back"),
    ("run to node", "Run to the selected node", "Ctrl+Enter", "to_selected"),
    ("run to cut", "Run to the next cutoff", "Ctrl+→", "to_cut"),
    ("play", "Play, pause", "Ctrl+Space", "play"),
    ("faster", "Faster", "Ctrl+↑", "faster"),
    ("slower", "Slower", "Ctrl+↓", "slower"),
)
"""Name, label, key and the playback's method."""


def playback_commands(desk: Desk) -> list[Command]:
    """The commands of the menu."""

    no_tree = desk.analysis.no_tree

    def call(name: str) -> Callable[[], None]:
        def run() -> None:
            getattr(desk.analysis.shown_pane.playback, name)()

        return run

    return [
        Command(
            "playback",
            "Playback",
            "Play the search back",
            call("switch"),
            ("K",),
            "Shows the search as it happened, node by node, on the tree and on the board.",
            blocked=no_tree,
            checked=lambda: desk.analysis.replaying,
        ),
        *(
            Command(name, "Playback", label, call(method), (key,), blocked=no_tree, parted=method == "into")
            for name, label, key, method in STEPS
        ),
    ]
