"""All commands of the base, one file a menu, and the buttons of the toolbar."""

from __future__ import annotations

from visualizer.app.commands.file import FILE_COMMANDS, GAME_FILE_COMMANDS
from visualizer.app.commands.game import GAME_COMMANDS, MOVING_COMMANDS
from visualizer.app.commands.help import HELP_COMMANDS
from visualizer.app.commands.search import SEARCH_COMMANDS
from visualizer.app.commands.tree import PLAYBACK_COMMANDS, TREE_COMMANDS
from visualizer.app.commands.view import VIEW_COMMANDS, analyses
from visualizer.state.app import App
from visualizer.ui.command import Command
from visualizer.ui.toolbar import Tool

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


def analyses_or_waits(app: App) -> bool:
    """Whether Analyse is shown, or a player of a game that is not over waits for Go."""
    game = app.state.game
    return analyses(app) or (game.paused and game.end is None)


def undo_words(app: App) -> str:
    """What Undo does: on a new board it brings back the game before."""
    return "Last game" if app.session.undo_leaves_game and not app.puzzles.shown else "Undo"


TOOLS = (
    Tool("new", "new game", "New"),
    Tool("undo", "undo", "Undo", says=undo_words),
    Tool("hint", "hint", "Hint"),
    Tool("stop", "stop", "Stop", instead=("go", "go", "Go"), shown=analyses_or_waits),
    None,
    Tool("settings", "search settings", "Settings", shown=analyses),
    Tool("playback", "playback", "Play back", shown=analyses),
)
"""The toolbar from left to right; None is a gap.  What is about searches stands there in Analyse."""
