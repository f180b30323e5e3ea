"""The menu File: games, positions, the library, model files, preferences."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from c4 import evaluators, models
from c4.agents.specification import text_in_words
from c4.errors import C4Error
from c4.evaluators import EVALUATORS
from c4.game.notation import FORMATS, format_position
from c4.game.position import Position
from c4.library.record import SUFFIX, Record, format_game, parse_game
from c4.session.game import game_of, record_of
from c4.storage import write_bytes, write_text
from visualizer.app.modes import REVIEW
from visualizer.board.board import board_png
from visualizer.ui.commands import INNER, Command

if TYPE_CHECKING:
    from visualizer.app.window import Window


GAMES = [("Games", f"*{SUFFIX}"), ("Move strings", "*.txt"), ("All files", "*")]

COPY = f"File{INNER}Copy as"
"""A menu in the menu "File"."""


def games_commands(window: Window) -> list[Command]:
    """The commands."""
    session = window.session

    def no_moves() -> str:
        return "" if session.game.moves else "no move has been played yet"

    return [
        Command("open game", "File", "Open a game...", lambda: ask_open(window), ("Ctrl+Shift+O",)),
        Command("save game", "File", "Save the game...", lambda: ask_save(window), ("Ctrl+S",), blocked=no_moves),
        Command(
            "library", "File", "Library of games...", lambda: show_library(window), ("Ctrl+L",),
            "Search saved games, open and review them.",
        ),
        Command("copy position", "File", "Copy position", lambda: copy_position(window), ("Ctrl+C",), separated=True),
        *(
            Command(f"copy {name.lower()}", COPY, name, partial(copy_as, window, name))
            for name in FORMATS
        ),
        Command(
            "copy game", COPY, "Whole game", lambda: put(window, game_text(window)),
            blocked=no_moves,
        ),
        Command("save picture", "File", "Save a picture of the board...", lambda: ask_picture(window)),
        Command(
            "paste position", "File", "Paste a position or a game", lambda: paste(window), ("Ctrl+V",),
            "Move strings, packed states, text pictures, links, and saved games.", separated=True,
        ),
        Command("edit position", "File", "Set up a position...", lambda: edit(window), ("P",)),
    ]  # fmt: skip


def game_text(window: Window) -> str:
    """The game on the board as it is saved."""
    return format_game(record_of(window.session.game, window.session.settings))


def put(window: Window, text: str) -> None:
    """Puts a text on the clipboard."""
    window.root.clipboard_clear()
    window.root.clipboard_append(text)
    window.say(f"copied {text if len(text) < 60 and chr(10) not in text else 'to the clipboard'}")


def copy_position(window: Window) -> None:
    """Copies the position on the board as text."""
    put(window, format_position(window.session.position))


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
        open_record(window, record, "the pasted game")
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
    open_record(window, record, path)


def open_record(window: Window, record: Record, named: str) -> None:
    """Puts a game on the board, its last move played."""
    session = window.session
    if window.attempt(session.open_game, game_of(record, session.settings.starter), paused=True):
        players = " – ".join(text_in_words(player) for player in (record.first, record.second) if player)
        window.say(f"opened {named}{f': {players}' if players else ''}", seconds=6)


def show_library(window: Window) -> None:
    """Opens the library; there is only one window of it."""
    from visualizer.review.library import LibraryWindow  # brings numpy

    def opened(record: Record, review: bool) -> None:
        open_record(window, record, "a game of the library")
        if review:
            window.modes.show(REVIEW)

    library = window.windows.of(LibraryWindow)
    if library is None:
        thread = window.windows.thread("library")
        try:
            library = window.windows.add(LibraryWindow(window, thread, opened), thread)
        except C4Error as error:
            window.say(str(error), seconds=10)
            return
    library.lift()
    library.focus_set()


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


def ask_picture(window: Window) -> None:
    """Asks for a file and saves a picture of the board."""
    from tkinter import filedialog

    path = filedialog.asksaveasfilename(
        parent=window.root, title="Save a picture of the board", defaultextension=".png", initialfile="board.png",
        filetypes=[("Picture", "*.png")],
    )  # fmt: skip
    if path:
        save_picture(window, path)


def save_picture(window: Window, path: str) -> None:
    """Saves a picture of the board as PNG."""
    session, pairs = window.session, window.names.colours
    colours = pairs[session.seat(0)][1], pairs[session.seat(1)][1]
    if window.attempt(write_bytes, path, board_png(session.position, colours, window.theme)):
        window.say(f"saved {path}")


def edit(window: Window) -> None:
    """Opens the position editor; there is only one."""
    from visualizer.board.editor import Editor

    session = window.session

    def done(position: Position, starter: int) -> None:
        if window.attempt(session.set_up, position.grid(), starter):
            window.say("the position is set up")
        window.root.lift()

    window.windows.show(
        Editor,
        lambda: Editor(
            window.root, window.theme, window.names.colours,
            lambda: (session.position, (session.seat(0), session.seat(1))), done,
        ),
    )  # fmt: skip


def file_commands(window: Window) -> list[Command]:
    """The commands of the menu."""

    def no_models() -> str:
        return "" if window.session.settings.models else "the built-in models are in use"

    return [
        Command(
            "load model", "File", "Play with a model file...", lambda: load_model(window), ("Ctrl+M",), separated=True
        ),
        Command(
            "shipped models", "File", "Back to the built-in models", lambda: shipped_models(window), blocked=no_models
        ),
        Command(
            "load own",
            "File",
            "Load evaluator or player...",
            window.own.ask,
            ("Ctrl+Shift+M",),
            "A Python file of your own, which is run; when you save it, the search starts again with the new code.",
            separated=True,
        ),
        Command(
            "preferences",
            "File",
            "Preferences...",
            lambda: show_preferences(window),
            ("Ctrl+,",),
            "All settings; they are kept for the next start.",
            separated=True,
        ),
        Command("quit", "File", "Quit", window.close, ("Ctrl+Q",), separated=True),
    ]


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


def shipped_models(window: Window) -> None:
    """Goes back to the built-in models."""
    window.change(models={})
    window.playing.learned.refresh()


def show_preferences(window: Window) -> None:
    """Opens the window of all settings."""
    from visualizer.app.preferences_window import PreferencesWindow

    window.windows.show(PreferencesWindow, lambda: PreferencesWindow(window.root, window.commands, window.say))
