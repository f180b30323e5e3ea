"""All commands of the window, one file a menu, and the buttons of the toolbar."""

from __future__ import annotations

from typing import TYPE_CHECKING

from visualizer.app.commands.compare import compare_commands
from visualizer.app.commands.file import file_commands, games_commands
from visualizer.app.commands.game import game_commands, review_commands
from visualizer.app.commands.help import help_commands
from visualizer.app.commands.search import search_commands
from visualizer.app.commands.tree import playback_commands, tree_commands
from visualizer.app.commands.view import view_commands
from visualizer.ui.command import Commands
from visualizer.ui.menus import Tool

if TYPE_CHECKING:
    from visualizer.app.window import Window

PARTS = (
    games_commands,
    file_commands,
    game_commands,
    review_commands,
    view_commands,
    search_commands,
    tree_commands,
    playback_commands,
    compare_commands,
    help_commands,
)


def all_commands(window: Window) -> Commands:
    """The registry from which menus, toolbar, keys and help are made."""
    return Commands(command for part in PARTS for command in part(window))


TOOLS = (
    Tool("new", "new game", "New"),
    Tool("undo", "undo", "Undo"),
    Tool("hint", "hint", "Hint"),
    Tool("stop", "stop", "Stop", instead=("go", "go", "Go")),
    None,
    Tool("settings", "search settings", "Search"),
    Tool("playback", "playback", "Play back"),
)
"""The toolbar from left to right; None is a gap."""
