"""The SQLite file of a library: created, opened, checked; every error is one sentence.  Plain Python, sqlite3.

Readers never wait for a writer (write-ahead log), writers wait for each other, and transactions are complete or
undone: two programs using one library lose nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from c4.files import wanted_version
from c4.game.rules import C4Error
from c4.library.place import default_path

APPLICATION = 0x43344742
"""SQLite's application_id of a library."""

VERSION = 1

WAIT = 60.0
"""How many seconds a writer waits for another."""

LONGEST = 4_000_000
"""The most bytes of a text or blob that is read."""

SCHEMA = """
CREATE TABLE board (id INTEGER PRIMARY KEY, rows INTEGER NOT NULL, columns INTEGER NOT NULL, connect INTEGER NOT NULL,
    scoring TEXT NOT NULL, UNIQUE (rows, columns, connect, scoring));
CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again, so that a post of a removed game is no other game's
    result INTEGER NOT NULL,                -- place in c4.library.record.RESULTS
    plies INTEGER NOT NULL,
    first INTEGER NOT NULL REFERENCES player,
    second INTEGER NOT NULL REFERENCES player,
    board INTEGER NOT NULL REFERENCES board,
    moves TEXT NOT NULL,                    -- the main line
    ended TEXT, date TEXT, event TEXT, note TEXT,
    game TEXT,                              -- all of it, where the main line is not
    start TEXT, others TEXT);
CREATE INDEX game_first ON game (first);
CREATE INDEX game_second ON game (second);
CREATE TABLE tag (name TEXT NOT NULL, game INTEGER NOT NULL REFERENCES game, PRIMARY KEY (name, game)) WITHOUT ROWID;
CREATE INDEX tag_game ON tag (game);
CREATE TABLE fresh (                        -- positions of games that came one by one; see c4.library.index
    board INTEGER NOT NULL, key INTEGER NOT NULL, post INTEGER NOT NULL, PRIMARY KEY (board, key, post)) WITHOUT ROWID;
CREATE TABLE block (                        -- positions of many games, sorted; keys less 2^63, as SQLite's are signed
    id INTEGER PRIMARY KEY, board INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL, size INTEGER NOT NULL,
    keys BLOB NOT NULL, posts BLOB NOT NULL);
CREATE INDEX block_range ON block (board, low, high);
CREATE TABLE gone (game INTEGER PRIMARY KEY);
"""


class Store:
    """An open library file; for one thread."""

    def __init__(self, path: str | Path | None = None, make: bool = True) -> None:
        """Opens a library, by default the user's own, which is created if missing; with `make` any is.

        Raises C4Error when that fails.
        """
        self.path = default_path() if path is None else Path(path)
        if path is not None and not make and not self.path.exists():
            raise C4Error(f"there is no library {path}: `c4 library import` makes one")
        with self.told():
            if path is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(self.path, timeout=WAIT, isolation_level=None)
            self.connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        try:
            with self.told():
                self._prepare_patiently()
        except C4Error:
            self.connection.close()
            raise

    def _prepare_patiently(self) -> None:
        """Prepares the file, once more while another program is making it: SQLite does not wait for a change to the
        write-ahead log, but says at once that the file is locked.
        """
        end = monotonic() + WAIT
        while True:
            try:
                return self._prepare()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
                sleep(0.02)

    def _prepare(self) -> None:
        run = self.connection.execute
        run("PRAGMA trusted_schema = OFF")
        run("PRAGMA cell_size_check = ON")
        with self.reading():  # one state of the file: another program may be making it
            found = self._number("PRAGMA application_id"), self._number("PRAGMA user_version")
            empty = not self._number("SELECT count(*) FROM sqlite_master")
        if empty and found == (0, 0):
            run("PRAGMA page_size = 16384")
            run("PRAGMA journal_mode = WAL")
            with self.writing():
                if not self._number("SELECT count(*) FROM sqlite_master"):  # another program may have been quicker
                    for statement in SCHEMA.split(";\n"):
                        run(statement)
                    run("INSERT INTO board VALUES (1, 6, 7, 4, 'first-line')")
                    run(f"PRAGMA application_id = {APPLICATION}")
                    run(f"PRAGMA user_version = {VERSION}")
        elif found != (APPLICATION, VERSION):
            version = f"a library of version {found[1]}: {wanted_version(found[1], VERSION)}"
            what = version if found[0] == APPLICATION else ""
            raise C4Error(f"{self.path} is {what or 'no library of games, but another database'}")
        run("PRAGMA cache_size = -64000")

    def _number(self, question: str) -> int:
        return int(self.connection.execute(question).fetchone()[0])

    @contextmanager
    def told(self) -> Iterator[None]:
        """A context in which SQLite's errors become a C4Error, one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            said = " ".join(str(error).split())
            raise C4Error(f"the library {self.path} cannot be used: {said}") from None
        except (OSError, UnicodeError) as error:
            raise C4Error(f"the library {self.path} cannot be used: {error}") from None

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A context for reading a consistent state of the library, whatever others write meanwhile.

        Raises C4Error for rows that no library writes.
        """
        self.connection.execute("BEGIN")
        try:
            yield
        except C4Error:
            raise
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
            what = f"{type(error).__name__}: {error}".replace("\n", " ")
            raise C4Error(f"the library {self.path} is damaged: what was read is no game ({what})") from error
        finally:
            with suppress(sqlite3.ProgrammingError):  # closed meanwhile: who was reading has gone, as after Ctrl-C
                if self.connection.in_transaction:
                    self.connection.execute("COMMIT")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: all that is written inside is kept, or nothing."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.connection.execute("COMMIT")
        except BaseException:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Closes the file."""
        self.connection.close()
