"""The running game in a file of its own, so that the next start can go on with it, however this one ends.

A window writes one file, and holds its lock as long as it runs.  A file whose lock is free was left by a window that
has ended: the next start offers its game.
"""

from __future__ import annotations

import json
import os
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from c4 import locks, storage
from c4.errors import C4Error, naming, report
from c4.game.columns import DIGITS, format_columns
from c4.game.gametree import ROOT, GameTree
from c4.library.gametext import format_game, parse_game
from c4.review.saved import with_scores
from c4.session.game import Game
from c4.session.records import game_of, review_of_record, unreviewed
from c4.session.settings import Settings

FILE_VERSION = 1

PATTERN = "running-*.json"

MOST_FILES = 20
"""Files of games that nobody has gone on with; when there are more, the oldest are removed."""

PLAYED_ON = "played on"
"""What the owner of a file does with it, in the sentence of its lock."""


def text_of(game: Game, settings: Settings) -> str:
    """A game as its file keeps it: as it would be saved, and what is on the board."""
    record = unreviewed(game, settings)
    review = review_of_record(game, record)
    if review is not None:
        record = with_scores(record, review)
    given = sum(node < game.given for node in game.tree.path(game.main))
    content = {
        "version": FILE_VERSION,
        "game": format_game(record),
        "board": format_columns(game.tree.moves()),
        "starter": game.starter,
        "seats": settings.seats,
        "opened": game.opened is not None,
        "given": given,
        "learned": game.learned,
    }
    return json.dumps(content, indent=1) + "\n"


def read_unfinished(path: Path) -> tuple[Game, tuple[str, str]]:
    """The game of a file, and who plays in both seats.  Raises C4Error for a file that cannot be read or holds anything else."""
    with storage.reading(path), naming(str(path)):
        try:
            return _game_from(storage.read_json(path))
        except (ValueError, RecursionError) as error:
            raise C4Error(f"this is no running game: {error}") from None


def _game_from(content: Any) -> tuple[Game, tuple[str, str]]:
    """What a file's content says.  Raises ValueError for anything else."""
    version = content.get("version") if isinstance(content, dict) else None
    if version != FILE_VERSION:
        raise ValueError(storage.wanted_version(version, FILE_VERSION))
    kinds = {"game": str, "board": str, "starter": int, "seats": list, "opened": bool, "given": int, "learned": bool}
    for name, kind in kinds.items():
        if type(content.get(name)) is not kind:
            raise ValueError(f"{name!r} is missing, or of another kind")
    if content["starter"] not in (0, 1):
        raise ValueError("'starter' is 0 or 1")
    seats = tuple(content["seats"])
    if len(seats) != 2 or not all(isinstance(seat, str) for seat in seats):
        raise ValueError("'seats' are two names")
    game = game_of(parse_game(content["game"]), content["starter"])
    game = replace(game, tree=_gone_along(game.tree, content["board"]))
    if not content["opened"]:
        game = replace(game, opened=None, given=1 + content["given"], learned=content["learned"])
    return game, seats


def _gone_along(tree: GameTree, moves: str) -> GameTree:
    """The tree with the position after these moves on the board.  Raises ValueError if they were not played."""
    node = ROOT
    for letter in moves:
        columns = {tree.nodes[child].column: child for child in tree.children(node)}
        column = DIGITS.find(letter)
        if column not in columns:
            raise ValueError(f"{moves[:60]!r} are no moves of the game")
        node = columns[column]
    return tree.gone_to(node)


class Unfinished(NamedTuple):
    """A game that another window has left, who plays in both seats, and the file that keeps it."""

    game: Game
    seats: tuple[str, str]
    path: Path


class UnfinishedGames:
    """The files of running games in a folder: the one of this window, and what others have left.

    `write` may be called in any thread, one call at a time.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / f"running-{os.urandom(6).hex()}.json"
        self._lock: ExitStack | None = None
        self._left = ExitStack()
        self._written = ""

    def write(self, text: str) -> str:
        """Keeps the text of this window's game; "" removes the file.  Returns "", or a message if that fails."""
        if text == self._written:
            return ""
        try:
            if text:
                self._write(text)
            else:
                self._path.unlink(missing_ok=True)
        except (OSError, C4Error) as error:
            return f"the running game was not saved for the next start: {report(error)}"
        self._written = text
        return ""

    def _write(self, text: str) -> None:
        if self._lock is None:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock = ExitStack()
            self._lock.enter_context(locks.locked(self._path, PLAYED_ON))
        storage.write_text(self._path, text)

    def left(self) -> Unfinished | None:
        """The latest game that a window has left, which no other window gets meanwhile; None if there is none.

        A file that cannot be used is renamed.
        """
        for path in self._files():
            lock = ExitStack()
            try:
                lock.enter_context(locks.locked(path, PLAYED_ON))
            except C4Error:
                continue  # its window still runs
            try:
                game, seats = read_unfinished(path)
            except C4Error:
                with suppress(OSError):
                    path.replace(path.with_suffix(".unreadable"))
                lock.close()
                continue
            self._left = lock
            return Unfinished(game, seats, path)
        return None

    def _files(self) -> list[Path]:
        """The files of all windows, the newest first; the oldest of too many are removed."""
        dated: list[tuple[float, Path]] = []
        for path in self._folder.glob(PATTERN):
            with suppress(OSError):
                dated.append((path.stat().st_mtime, path))
        files = [path for _, path in sorted(dated, reverse=True)]
        for path in files[MOST_FILES:]:
            with suppress(OSError, C4Error), locks.locked(path, PLAYED_ON):
                path.unlink()
        return files[:MOST_FILES]

    def remove(self, left: Unfinished) -> None:
        """Removes the file of a game that was left: it goes on in this window, or nobody wants it."""
        with suppress(OSError):
            left.path.unlink()
        self._left.close()

    def close(self) -> None:
        """Gives all locks back; the files stay for the next start."""
        self._left.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None
