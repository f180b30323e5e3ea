"""The menu File: games, positions, model files, your own code, preferences."""

from __future__ import annotations

import os
from collections.abc import Callable

from c4 import models
from c4.game.notation import FORMATS
from c4.library.record import SUFFIX
from c4.printable import one_line
from visualizer.state.app import App
from visualizer.state.playing import GAME_FILES, OPENABLE_FILES
from visualizer.state.preferences import MOST_RECENT
from visualizer.state.requests import AskFile, CloseWindow, PasteText
from visualizer.ui.command import INNER, Command, entry

RECENT = f"File{INNER}Open recent"
"""A menu in the menu "File"."""

LONGEST_FOLDER = 40
"""Characters of a folder that the menu shows."""

COPY = f"File{INNER}Copy as"
"""A menu in the menu "File"."""


def no_moves(app: App) -> str:
    """Why there is no game to save; "" if there is one."""
    return "" if app.session.game.moves else "no move has been played yet"


def ask_open(app: App) -> None:
    """Asks for a file and opens what it holds."""
    app.request(AskFile("Open a game", OPENABLE_FILES, app.game.open_file))


def open_recent(place: int) -> Callable[[App], None]:
    """What opens one of the files that were opened or saved last, 0 the newest."""

    def run(app: App) -> None:
        app.game.open_recent(app.state.preferences.recent[place])

    return run


def recent_name(place: int) -> Callable[[App], str]:
    """What names one of these files with its folder; "" if there are not so many."""

    def named(app: App) -> str:
        recent = app.state.preferences.recent
        return name_of_file(recent[place]) if place < len(recent) else ""

    return named


def not_so_many(place: int) -> Callable[[App], str]:
    """Why one of these files cannot be opened; "" if it can."""

    def blocked(app: App) -> str:
        return "" if place < len(app.state.preferences.recent) else "no such file was opened or saved"

    return blocked


def name_of_file(path: str) -> str:
    """The name of a file and, in brackets, its folder; a long folder without its beginning, control characters as escapes."""
    folder, name = os.path.split(path)
    home = os.path.expanduser("~")
    if folder == home or folder.startswith(home + os.sep):
        folder = "~" + folder.removeprefix(home)
    if len(folder) > LONGEST_FOLDER:
        folder = "…" + folder[-LONGEST_FOLDER:]
    return one_line(f"{name} ({folder})")


def ask_save(app: App) -> None:
    """Asks for a file, and saves the game with its variations.  Offers the file that the game has, in our own format."""
    folder, name = os.path.split(app.game.file_of_game())
    stem = os.path.splitext(name)[0] or "game"
    offered = f"{stem}{SUFFIX}"
    app.request(AskFile("Save the game", GAME_FILES, app.game.save_file, saving=True, name=offered, folder=folder))


def copy_position(app: App) -> None:
    """Copies the position on the board."""
    app.game.copy_position()


def copy_as(form: str) -> Callable[[App], None]:
    """What copies the position in one of FORMATS."""

    def copy(app: App) -> None:
        app.game.copy_position(form)

    return copy


def copy_game(app: App) -> None:
    """Copies the whole game."""
    app.game.copy_game()


def paste(app: App) -> None:
    """Sets up what is on the clipboard."""
    app.request(PasteText(app.game.paste))


def edit_position(app: App) -> None:
    """Opens the position editor."""
    app.open("editor")


def ask_model(app: App) -> None:
    """Asks for a model file, which searches and seats that use such a model then use."""
    folder = str(models.dialog_folder())
    app.request(AskFile("Play with a model file", (("All files", "*"),), app.search.use_model, folder=folder))


def no_models(app: App) -> str:
    """Why there is no way back to the built-in models; "" if there is one."""
    return "" if app.session.settings.models else "the built-in models are in use"


def use_built_in_models(app: App) -> None:
    """Plays with the built-in models again."""
    app.search.change(models={})


def ask_user_code(app: App) -> None:
    """Asks for a Python file of your own and loads it."""
    app.request(AskFile("Load an evaluator or a player", (("Python files", "*.py"),), app.user_code.load))


def open_preferences(app: App) -> None:
    """Opens the preferences."""
    app.open("preferences")


def quit_program(app: App) -> None:
    """Ends the program."""
    app.request(CloseWindow())


# fmt: off
GAME_FILE_COMMANDS = (
    entry("File", "open game", "Open a game...", ask_open, "Ctrl+Shift+O"),
    *(
        entry(RECENT, f"open recent {place + 1}", f"Recent file {place + 1}", open_recent(place),
              blocked=not_so_many(place), named=recent_name(place))
        for place in range(MOST_RECENT)
    ),
    entry("File", "save game", "Save the game...", ask_save, "Ctrl+S", blocked=no_moves),
    entry("File", "copy position", "Copy position", copy_position, "Ctrl+C", separated=True),
    *(entry(COPY, f"copy {form.lower()}", form, copy_as(form)) for form in FORMATS),
    entry(COPY, "copy game", "Whole game", copy_game, blocked=no_moves),
    entry("File", "paste position", "Paste a position or a game", paste, "Ctrl+V",
          tip="Move strings, packed states, text pictures, links, and saved games.", separated=True),
    entry("File", "edit position", "Set up a position...", edit_position, "P"),
)

FILE_COMMANDS: tuple[Command, ...] = (
    entry("File", "load model", "Play with a model file...", ask_model, "Ctrl+M", separated=True),
    entry("File", "shipped models", "Back to the built-in models", use_built_in_models, blocked=no_models),
    entry("File", "load own", "Load evaluator or player...", ask_user_code, "Ctrl+Shift+M",
          tip="A Python file of your own, which is run; when you save it, the search starts again with the new code.",
          separated=True),
    entry("File", "preferences", "Preferences...", open_preferences, "Ctrl+,",
          tip="All settings; they are kept for the next start.", separated=True),
    entry("File", "quit", "Quit", quit_program, "Ctrl+Q", separated=True),
)
# fmt: on
