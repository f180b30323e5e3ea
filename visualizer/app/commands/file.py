"""The menu File: games, positions, the library, model files, preferences."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from c4 import evaluators, models
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.notation import FORMATS, format_position
from c4.library.record import SUFFIX, Record, format_game, parse_game
from c4.session.game import record_of
from c4.storage import write_text
from visualizer.ui.command import INNER, Command, entry, unless

if TYPE_CHECKING:
    from visualizer.app.window import Window


GAMES = [("Games", f"*{SUFFIX}"), ("Move strings", "*.txt"), ("All files", "*")]

COPY = f"File{INNER}Copy as"
"""A menu in the menu "File"."""


def games_commands(window: Window) -> list[Command]:
    """The commands for games and positions."""
    add, no_moves = partial(entry, "File"), unless(lambda: not window.session.game.moves, "no move has been played yet")
    library = partial(window.open, "visualizer.review.library:LibraryWindow")
    # fmt: off
    return [
        add("open game", "Open a game...", lambda: ask_open(window), "Ctrl+Shift+O"),
        add("save game", "Save the game...", lambda: ask_save(window), "Ctrl+S", blocked=no_moves),
        add("library", "Library of games...", library, "Ctrl+L", tip="Search saved games, open and review them."),
        add("copy position", "Copy position", lambda: put(window, format_position(window.session.position)), "Ctrl+C",
            separated=True),
        *(entry(COPY, f"copy {name.lower()}", name, partial(copy_as, window, name)) for name in FORMATS),
        entry(COPY, "copy game", "Whole game",
              lambda: put(window, format_game(record_of(window.session.game, window.settings))), blocked=no_moves),
        add("paste position", "Paste a position or a game", lambda: paste(window), "Ctrl+V",
            tip="Move strings, packed states, text pictures, links, and saved games.", separated=True),
        add("edit position", "Set up a position...", partial(window.open, "visualizer.board.editor:Editor"), "P"),
    ]
    # fmt: on


def put(window: Window, text: str) -> None:
    """Puts a text on the clipboard."""
    window.root.clipboard_clear()
    window.root.clipboard_append(text)
    window.say(f"copied {text if len(text) < 60 and chr(10) not in text else 'to the clipboard'}")


def copy_as(window: Window, name: str) -> None:
    """Copies the position in one of FORMATS."""
    try:
        put(window, FORMATS[name](window.session.position))
    except C4Error as error:
        window.say(str(error))


def paste(window: Window) -> None:
    """Sets up the position, or opens the game, in the clipboard."""
    try:
        text = str(window.root.clipboard_get())
    except tk.TclError:
        window.say("there is no text on the clipboard")
        return
    session = window.session
    if (record := game_in(text)) is not None:
        window.open_record(record, "the pasted game")
    elif window.attempt(session.set_up, text):
        window.say(f"set up {text.strip()[:60]}")


def game_in(text: str) -> Record | None:
    """The game of a text with headers, variations or comments; None where it is something else."""
    if not set("[({") & set(text):
        return None
    try:
        return parse_game(text)
    except C4Error:
        return None


def ask_open(window: Window) -> None:
    """Asks for a file and opens its game."""
    from tkinter import filedialog

    path = filedialog.askopenfilename(parent=window.root, title="Open a game", filetypes=GAMES)
    if path:
        open_game(window, path)


def open_game(window: Window, path: str) -> None:
    """Opens the game of a file; says so if there is none."""
    from c4.library.gamefile import read_one

    try:
        record = read_one(path)
    except C4Error as error:
        window.say(str(error), seconds=10)
        return
    window.open_record(record, path)


def ask_save(window: Window) -> None:
    """Asks for a file and saves the game with its variations."""
    from tkinter import filedialog

    path = filedialog.asksaveasfilename(
        parent=window.root, title="Save the game", defaultextension=SUFFIX, initialfile=f"game{SUFFIX}", filetypes=GAMES
    )
    if path:
        save_game(window, path)


def save_game(window: Window, path: str) -> None:
    """Saves the game with its variations; a name that ends in .txt gets the bare moves."""
    record = record_of(window.session.game, window.session.settings)
    text = f"{record.moves}\n" if Path(path).suffix == ".txt" else format_game(record)
    if window.attempt(write_text, path, text):
        window.say(f"saved {path}")


def file_commands(window: Window) -> list[Command]:
    """The commands for models, your own code, and preferences."""
    add = partial(entry, "File")
    preferences = partial(window.open, "visualizer.app.dialogs:PreferencesWindow")
    no_models = unless(lambda: not window.session.settings.models, "the built-in models are in use")
    # fmt: off
    return [
        add("load model", "Play with a model file...", lambda: load_model(window), "Ctrl+M", separated=True),
        add("shipped models", "Back to the built-in models", partial(window.change, models={}), blocked=no_models),
        add("load own", "Load evaluator or player...", window.own.ask, "Ctrl+Shift+M",
            tip="A Python file of your own, which is run; when you save it, the search starts again with the new code.",
            separated=True),
        add("preferences", "Preferences...", preferences, "Ctrl+,",
            tip="All settings; they are kept for the next start.", separated=True),
        add("quit", "Quit", window.close, "Ctrl+Q", separated=True),
    ]
    # fmt: on


def load_model(window: Window) -> None:
    """Asks for a model file, which searches and seats that use such a model then use."""
    from tkinter import filedialog

    folder = models.dialog_folder()
    path = filedialog.askopenfilename(parent=window.root, title="Play with a model file", initialdir=folder)
    if path:
        use_model(window, path)


def use_model(window: Window, path: str) -> None:
    """Uses a model file with its evaluator, and this evaluator in searches."""
    try:
        name = evaluators.identify(path)
    except C4Error as error:
        window.say(str(error), seconds=10)
        return
    window.evaluators.reload(path)
    window.change(models={**window.session.settings.models, name: path}, evaluator=name)
    window.playing.learned.choose(name)
    window.say(f"{EVALUATORS[name].label.removesuffix(' (learned)')} now plays with {path}")
