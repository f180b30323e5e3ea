"""All commands of the window, one file a menu.  Imports their files."""

from __future__ import annotations

from visualizer.kit.commands import Commands
from visualizer.shell.commands.compare import compare_commands
from visualizer.shell.commands.examples import example_commands
from visualizer.shell.commands.file import file_commands
from visualizer.shell.commands.game import game_commands
from visualizer.shell.commands.games import games_commands
from visualizer.shell.commands.help import help_commands
from visualizer.shell.commands.playback import playback_commands
from visualizer.shell.commands.review import review_commands
from visualizer.shell.commands.search import search_commands
from visualizer.shell.commands.tree import tree_commands
from visualizer.shell.commands.view import view_commands
from visualizer.shell.desk import Desk

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
    example_commands,
    help_commands,
)


def all_commands(desk: Desk) -> Commands:
    """The registry from which menus, toolbar, keys and help are made."""
    return Commands(command for part in PARTS for command in part(desk))
