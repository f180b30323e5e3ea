"""All commands of the base, one file a menu."""

from __future__ import annotations

from visualizer.app.commands.file import FILE_COMMANDS, GAME_FILE_COMMANDS
from visualizer.app.commands.game import GAME_COMMANDS, MOVING_COMMANDS
from visualizer.app.commands.help import HELP_COMMANDS
from visualizer.app.commands.search import SEARCH_COMMANDS
from visualizer.app.commands.tree import PLAYBACK_COMMANDS, TREE_COMMANDS
from visualizer.app.commands.view import VIEW_COMMANDS
from visualizer.ui.command import Command

BASE_COMMANDS: tuple[Command, ...] = (
    *GAME_FILE_COMMANDS,
    *FILE_COMMANDS,
    *GAME_COMMANDS,
    *MOVING_COMMANDS,
    *VIEW_COMMANDS,
    *SEARCH_COMMANDS,
    *TREE_COMMANDS,
    *PLAYBACK_COMMANDS,
    *HELP_COMMANDS,
)
