"""The commands of the overview strip and of the playback.  Imports the commands' row only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.kit.commands import Command

if TYPE_CHECKING:
    from visualizer.shell.window import Window

STEPS = (
    ("step into", "Step into: the next event", "Shift+Down", "<Shift-Down>", "into"),
    ("step over", "Step over: finish this reply", "Shift+Right", "<Shift-Right>", "over"),
    ("step out", "Step out: finish its parent", "Shift+Up", "<Shift-Up>", "out"),
    ("step back", "Step back", "Shift+Left", "<Shift-Left>", "back"),
    ("run to node", "Run to the selected node", "Ctrl+Return", "<Control-Return>", "to_selected"),
    ("run to cut", "Run to the next cut-off", "Ctrl+Right", "<Control-Right>", "to_cut"),
    ("play", "Play, pause", "Ctrl+Space", "<Control-space>", "play"),
    ("faster", "Faster", "Ctrl+Up", "<Control-Up>", "faster"),
    ("slower", "Slower", "Ctrl+Down", "<Control-Down>", "slower"),
)
"""Name, label, key, event and the method of the playback that does it."""


def playback_commands(window: Window) -> list[Command]:
    """What menus, keys and the help sheet list of the strip and the playback."""

    def there() -> bool:
        return window.tree_pane is not None and window.tree_pane.view is not None

    def strip_is_open() -> bool:
        return there() and window.tree_pane.strip.open

    def call(name: str):
        return lambda: getattr(window.tree_pane.playback, name)()

    return [
        Command(
            "strip",
            "View",
            "Overview strip",
            lambda: window.tree_pane.strip.switch(),
            "Ctrl+U",
            ("<Control-u>",),
            there,
            strip_is_open,
        ),
        Command(
            "strip colour",
            "View",
            "Overview: next colour",
            lambda: window.tree_pane.strip.next_colour(),
            "Ctrl+J",
            ("<Control-j>",),
            there,
        ),
        Command(
            "playback",
            "Playback",
            "Play the search back",
            call("switch"),
            "K",
            ("k",),
            there,
            lambda: there() and window.replaying,
        ),
        *[
            Command(name, "Playback", label, call(method), key, (event,), there)
            for name, label, key, event, method in STEPS
        ],
    ]
