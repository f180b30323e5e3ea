"""Commands of the menu "File" about games: open, save, copy, paste, set up, library.  Imports tkinter."""

from __future__ import annotations

import tkinter as tk
from functools import partial
from pathlib import Path

from c4.agents.specification import text_in_words
from c4.files import write_bytes, write_text
from c4.game.notation import FORMATS, format_position
from c4.game.position import Position
from c4.game.rules import C4Error
from c4.library.record import SUFFIX, Record, format_game, parse_game
from c4.session.records import game_of, record_of
from visualizer.kit.commands import INNER, Command
from visualizer.play.picture import board_png
from visualizer.shell.desk import Desk
from visualizer.shell.faces import REVIEW

GAMES = [("Games", f"*{SUFFIX}"), ("Move strings", "*.txt"), ("All files", "*")]

COPY = f"File{INNER}Copy as"
"""A menu in the menu "File"."""


def games_commands(desk: Desk) -> list[Command]:
    """The commands."""
    session = desk.session

    def no_moves() -> str:
        return "" if session.game.moves else "no move has been played yet"

    return [
        Command("open game", "File", "Open a game...", lambda: ask_open(desk), ("Ctrl+Shift+O",)),
        Command("save game", "File", "Save the game...", lambda: ask_save(desk), ("Ctrl+S",), blocked=no_moves),
        Command(
            "library", "File", "Library of games...", lambda: show_library(desk), ("Ctrl+L",),
            "Search saved games, open and review them.",
        ),
        Command("copy position", "File", "Copy position", lambda: copy_position(desk), ("Ctrl+C",), parted=True),
        *(
            Command(f"copy {name.lower()}", COPY, name, partial(copy_as, desk, name))
            for name in FORMATS
        ),
        Command(
            "copy game", COPY, "Whole game", lambda: put(desk, game_text(desk)),
            blocked=no_moves,
        ),
        Command("save picture", "File", "Save a picture of the board...", lambda: ask_picture(desk)),
        Command(
            "paste position", "File", "Paste a position or a game", lambda: paste(desk), ("Ctrl+V",),
            "Move strings, packed states, text pictures, links, and saved games.", parted=True,
        ),
        Command("edit position", "File", "Set up a position...", lambda: edit(desk), ("P",)),
    ]  # fmt: skip


def game_text(desk: Desk) -> str:
    """The game on the board as it is saved."""
    return format_game(record_of(desk.session.game, desk.session.settings))


def put(desk: Desk, text: str) -> None:
    """Puts a text on the clipboard."""
    desk.root.clipboard_clear()
    desk.root.clipboard_append(text)
    desk.say(f"copied {text if len(text) < 60 and chr(10) not in text else 'to the clipboard'}")


def copy_position(desk: Desk) -> None:
    """Copies the position on the board as text."""
    put(desk, format_position(desk.session.position))


def copy_as(desk: Desk, name: str) -> None:
    """Copies the position in one of FORMATS."""
    try:
        put(desk, FORMATS[name](desk.session.position))
    except C4Error as error:
        desk.say(str(error))


def paste(desk: Desk) -> None:
    """Sets up the position, or opens the game, in the clipboard."""
    try:
        text = str(desk.root.clipboard_get())
    except tk.TclError:
        desk.say("there is no text on the clipboard")
        return
    session = desk.session
    if (record := game_in(text)) is not None:
        open_record(desk, record, "the pasted game")
    elif desk.attempt(session.set_up, text):
        desk.say(f"set up {text.strip()[:60]}")


def game_in(text: str) -> Record | None:
    """The game of a text with headers, variations or comments; None where it is something else."""
    if not set("[({") & set(text):
        return None
    try:
        return parse_game(text)
    except C4Error:
        return None


def ask_open(desk: Desk) -> None:
    """Asks for a file and opens its game."""
    from tkinter import filedialog

    path = filedialog.askopenfilename(parent=desk.root, title="Open a game", filetypes=GAMES)
    if path:
        open_game(desk, path)


def open_game(desk: Desk, path: str) -> None:
    """Opens the game of a file; says so if there is none."""
    from c4.library.gamefile import read_one

    try:
        record = read_one(path)
    except C4Error as error:
        desk.say(str(error), seconds=10)
        return
    open_record(desk, record, path)


def open_record(desk: Desk, record: Record, named: str) -> None:
    """Puts a game on the board, its last move played."""
    session = desk.session
    if desk.attempt(session.open_game, game_of(record, session.settings.starter), paused=True):
        players = " – ".join(text_in_words(player) for player in (record.first, record.second) if player)
        desk.say(f"opened {named}{f': {players}' if players else ''}", seconds=6)


def show_library(desk: Desk) -> None:
    """Opens the library; there is only one window of it."""
    from visualizer.review.library import LibraryWindow  # brings numpy

    def opened(record: Record, review: bool) -> None:
        open_record(desk, record, "a game of the library")
        if review:
            desk.faces.show(REVIEW)

    window = desk.windows.of(LibraryWindow)
    if window is None:
        thread = desk.windows.thread("library")
        try:
            window = desk.windows.add(LibraryWindow(desk, thread, opened), thread)
        except C4Error as error:
            desk.say(str(error), seconds=10)
            return
    window.lift()
    window.focus_set()


def ask_save(desk: Desk) -> None:
    """Asks for a file and saves the game with its variations."""
    from tkinter import filedialog

    path = filedialog.asksaveasfilename(
        parent=desk.root, title="Save the game", defaultextension=SUFFIX, initialfile=f"game{SUFFIX}", filetypes=GAMES
    )
    if path:
        save_game(desk, path)


def save_game(desk: Desk, path: str) -> None:
    """Saves the game with its variations; a name that ends in .txt gets the bare moves."""
    record = record_of(desk.session.game, desk.session.settings)
    text = f"{record.moves}\n" if Path(path).suffix == ".txt" else format_game(record)
    if desk.attempt(write_text, path, text):
        desk.say(f"saved {path}")


def ask_picture(desk: Desk) -> None:
    """Asks for a file and saves a picture of the board."""
    from tkinter import filedialog

    path = filedialog.asksaveasfilename(
        parent=desk.root, title="Save a picture of the board", defaultextension=".png", initialfile="board.png",
        filetypes=[("Picture", "*.png")],
    )  # fmt: skip
    if path:
        save_picture(desk, path)


def save_picture(desk: Desk, path: str) -> None:
    """Saves a picture of the board as PNG."""
    session, pairs = desk.session, desk.names.colours
    colours = pairs[session.seat(0)][1], pairs[session.seat(1)][1]
    if desk.attempt(write_bytes, path, board_png(session.position, colours, desk.theme)):
        desk.say(f"saved {path}")


def edit(desk: Desk) -> None:
    """Opens the position editor; there is only one."""
    from visualizer.play.editor import Editor

    session = desk.session

    def done(position: Position, starter: int) -> None:
        if desk.attempt(session.set_up, position.grid(), starter):
            desk.say("the position is set up")
        desk.root.lift()

    desk.windows.show(
        Editor,
        lambda: Editor(
            desk.root, desk.theme, desk.names.colours,
            lambda: (session.position, (session.seat(0), session.seat(1))), done,
        ),
    )  # fmt: skip
