"""The library: games in an SQLite file that are found by player, result, position and more.

    with Library() as library:
        library.add(record)
        page = library.find(Query(position=Position.from_moves("4453")), limit=20)

A library is for one thread.  Several programs can use the same file: readers never wait for a writer (write-ahead log),
writers wait for each other, and a transaction is complete or undone.  A file is refused unless its tables are exactly
those below, and every statement has a limit, so that no file can keep you waiting.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from operator import index, itemgetter
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from c4.databases import Entry, schema_entries, schema_of, sqlite_reason
from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.interrupts import STOP, check
from c4.library.gamefile import read_games
from c4.library.positions import Branch, branches_of, keys_of, moves_played_in, rules_of_stored, stored_board
from c4.library.query import Query
from c4.library.record import RESULTS, Record
from c4.library.schema import APPLICATION, FROM_VERSION_1, PUZZLES, RATED_GAMES, SCHEMA, VERSION, VERSION_1
from c4.storage import wanted_version

CACHE_KB = 64_000
"""How much of a library is held in memory, at most."""

LOCK_TIMEOUT_SECONDS = 60.0
"""Seconds that a writer waits for another."""

SHORT_LOCK_TIMEOUT_SECONDS = 0.1
"""The same where waiting would keep a window from answering."""

MAX_TEXT_BYTES = 4_000_000
"""The most bytes of a text that is read."""

INSTRUCTIONS_PER_STEP = 1_000_000
"""Instructions of SQLite between two looks at Ctrl-C, some 20 ms."""

MOST_STEPS = 600
"""Steps that a statement may take, some ten seconds."""

MOST_NUMBER = 1 << 62
"""The greatest number of a game: SQLite's integers have 64 bits."""

NO_LIMIT = -1
"""SQLite's word for all rows."""

BATCH = 200
"""Games that are inserted at a time: the index grows faster when many positions arrive in order."""


def default_path() -> Path:
    """Your library: in the folder that C4_DATA names, otherwise in the platform's data folder."""
    named = os.environ.get("C4_DATA")
    if named:
        return Path(named) / "library.sqlite"
    from platformdirs import user_data_path

    return user_data_path("connect4") / "library.sqlite"


class StoredGame(NamedTuple):
    """A game of the library and its number there."""

    id: int
    record: Record

    def to_json(self) -> dict[str, Any]:
        """Like `Record.to_json`, with "id"."""
        return {"id": self.id, **self.record.to_json()}


class Page(NamedTuple):
    """How many games match, and the ones returned, the newest first."""

    total: int
    games: list[StoredGame]


class _Connection(sqlite3.Connection):
    """A connection whose statements end when Ctrl-C was pressed, or after MOST_STEPS."""

    steps = 0

    def execute(self, *statement: Any) -> sqlite3.Cursor:
        self.steps = 0
        return super().execute(*statement)

    def executemany(self, *statement: Any) -> sqlite3.Cursor:
        self.steps = 0
        return super().executemany(*statement)

    def take_step(self) -> bool:
        """Whether the statement is to end."""
        self.steps += 1
        return bool(STOP.value) or self.steps > MOST_STEPS


def _read_only_address(path: Path) -> str | None:
    """SQLite's address of a library that cannot be written, or whose folder cannot, so that it can be read; else None."""
    if not path.is_file() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return None
    if path.with_name(path.name + "-wal").exists():
        return f"{path.as_uri()}?mode=ro"
    return f"{path.as_uri()}?immutable=1"  # otherwise SQLite would make a log


PRIMARY_CODE = 0xFF
"""The bits of SQLite's extended error codes that hold the code itself."""

SECONDS_BETWEEN_TRIES = 0.02


class Library:
    """An open library; all methods raise C4Error, one sentence, when something fails."""

    def __init__(self, path: str | Path | None = None, make: bool = True, wait: float = LOCK_TIMEOUT_SECONDS) -> None:
        """Opens the library in a file, by default your own; with `make` it is created if it is missing.

        A writer waits at most `wait` seconds for another.
        A library of version 1.0.0 is converted, which takes some ten seconds for 100,000 games.
        """
        self.path = default_path() if path is None else Path(path)
        if path is not None and not make and not self.path.exists():
            raise C4Error(f"there is no library {path}: `c4 library import` creates one")
        with self.errors():
            if path is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            # SQLite reads a name as a file's if `uri` is false; a full path keeps it from being ":memory:" or "file:a?b".
            plain_name = os.path.abspath(self.path)
            read_only_uri = _read_only_address(Path(plain_name))
            is_uri = read_only_uri is not None
            self.connection = sqlite3.connect(
                read_only_uri or plain_name, timeout=wait, isolation_level=None, factory=_Connection, uri=is_uri
            )
            self.connection.set_progress_handler(self.connection.take_step, INSTRUCTIONS_PER_STEP)
            self.connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_TEXT_BYTES)
            try:
                self._prepare()
            except BaseException:
                self.connection.close()
                raise

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self.connection.close()

    def __len__(self) -> int:
        """The number of its games."""
        with self.errors():
            return self._number("SELECT count(*) FROM game")

    # -- the file -----------------------------------------------------------------------------------------------------

    def _prepare(self) -> None:
        """Creates the tables in a new file and converts those of version 1."""
        self._run("PRAGMA trusted_schema = OFF;\nPRAGMA cell_size_check = ON")
        self._run(f"PRAGMA cache_size = -{CACHE_KB}")
        with self.transaction():
            state = self._state()
        if state == _FileFacts(0, 0, []):
            self._use_write_ahead_log()
        else:
            self._refuse_others(state)
        if state.version == VERSION:
            return
        with self.transaction(write=True):
            state = self._state()  # another program may have been faster
            if state.version == 1:
                self._convert_from_version_1()
            elif not state.entries:
                self._create_tables()

    def _convert_from_version_1(self) -> None:
        """Puts the old table aside, creates those of today, and fills them from it."""
        self.connection.execute("ALTER TABLE game RENAME TO game1")
        self._create_tables()
        self._run(FROM_VERSION_1)
        self._index_all()

    def _refuse_others(self, state: _FileFacts) -> None:
        """Raises C4Error for a file that is not a library, or one of a version that cannot be read."""
        if state.application != APPLICATION:
            raise C4Error(f"{self.path} is not a library of games but another database")
        if state.version == VERSION:
            has_right_tables = state.entries == list(schema_entries(SCHEMA))
        elif state.version == 1:
            has_right_tables = _digest(state.entries) == VERSION_1
        else:
            wanted = wanted_version(state.version, VERSION)
            raise C4Error(f"{self.path} is a library of version {state.version}: {wanted}")
        if not has_right_tables:
            raise C4Error(f"{self.path} is not a library of games: its tables are not those of one")

    def _create_tables(self) -> None:
        self._run(SCHEMA)
        self.connection.execute(f"PRAGMA application_id = {APPLICATION}")
        self.connection.execute(f"PRAGMA user_version = {VERSION}")

    def _state(self) -> _FileFacts:
        """What the file is; of its schema without the tables that a library may have."""
        entries = schema_of(self.connection)
        for optional in (PUZZLES, RATED_GAMES):
            for entry in schema_entries(optional):
                if entry in entries:
                    entries.remove(entry)
        return _FileFacts(self._number("PRAGMA application_id"), self._number("PRAGMA user_version"), entries)

    def _use_write_ahead_log(self) -> None:
        """Sets the journal mode.  SQLite does not wait for a lock here, so this does."""
        end = monotonic() + LOCK_TIMEOUT_SECONDS
        while True:
            try:
                self.connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                is_busy = error.sqlite_errorcode & PRIMARY_CODE == sqlite3.SQLITE_BUSY
                if not is_busy or monotonic() > end:
                    raise
                sleep(SECONDS_BETWEEN_TRIES)

    def _run(self, statements: str) -> None:
        for statement in statements.split(";\n"):
            self.connection.execute(statement)

    def _index_all(self) -> None:
        """Builds the index of positions from the games."""
        games = self.connection.execute("SELECT id, result, moves, start, board FROM game").fetchall()
        for first in range(0, len(games), BATCH):
            played = []
            with self._rows():
                for number, result, moves, start, board in games[first : first + BATCH]:
                    position = parse_position(start, rules_of_stored(board))
                    columns = [DIGITS.index(move) for move in moves]
                    played.append(_Played(number, result, board, position, columns))
            self._index(played)

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turns errors of SQLite into a C4Error."""
        try:
            yield
        except C4Error:
            raise
        except (sqlite3.Error, OSError, UnicodeError) as error:
            check()
            raise C4Error(f"the library {self.path} cannot be used: {sqlite_reason(error, self.path)}") from None

    @contextmanager
    def _rows(self) -> Iterator[None]:
        """Turns errors that a damaged row causes into a C4Error; nothing but the reading of rows is inside."""
        try:
            yield
        except C4Error as error:
            raise C4Error(f"the library {self.path} is damaged: a row is not a game ({error})") from None
        except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError, RecursionError):
            raise C4Error(f"the library {self.path} is damaged: a row is not a game") from None

    @contextmanager
    def transaction(self, write: bool = False) -> Iterator[None]:
        """A consistent state of the library; with `write` everything inside is written, or nothing."""
        with self.errors():
            self.connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            try:
                yield
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def _number(self, question: str, values: Sequence[object] = ()) -> int:
        """The answer to a question.  Raises C4Error if it is no number, or one that leaves no room for more."""
        number = self.connection.execute(question, values).fetchone()[0]
        if not isinstance(number, int) or number > MOST_NUMBER:
            raise C4Error(f"the library {self.path} is damaged: it says {number!r} where a number must be")
        return number

    # -- changing -----------------------------------------------------------------------------------------------------

    def add(self, record: Record) -> int:
        """Adds a game; returns its number."""
        return self.add_all([record])

    def add_all(self, records: Iterable[Record]) -> int:
        """Adds games, all or none; returns the number of the first, the others follow."""
        records = iter(records)
        with self.transaction(write=True):
            first = self._last() + 1
            while batch := list(islice(records, BATCH)):
                self._insert(batch)
        return first

    def import_file(
        self,
        path: str | Path,
        tags: Sequence[str] = (),
        report: Callable[[int, int], object] | None = None,
        first_column: int = 1,
    ) -> int:
        """Adds all games of a file, with additional tags; returns their number.  `first_column` as in `read_games`.

        If anything in the file is not a game, nothing is added.  `report(bytes, games)` is called for every game that is
        read; if it raises an exception, the import ends and nothing is added.
        """
        games = 0

        def records() -> Iterator[Record]:
            nonlocal games
            for read in read_games(path, first_column):
                games += 1
                if report is not None:
                    report(read.bytes, games)
                record = read.record
                if tags:
                    all_tags = dict.fromkeys((*record.tags, *tags))  # each once, in this order
                    record = replace(record, tags=tuple(all_tags))
                yield record

        self.add_all(records())
        return games

    def _last(self) -> int:
        """The last number that was given to a game."""
        return self._number("SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'game'")

    def _insert(self, records: Sequence[Record]) -> None:
        """Writes games and their positions, inside a transaction."""
        rows = []
        played = []
        for number, record in enumerate(records, start=self._last() + 1):
            rules = record.start.rules
            columns = record.columns
            rules.require_still("the library")
            result = RESULTS.index(record.result)
            board = stored_board(rules)
            row = _Row(
                id=number,
                result=result,
                plies=len(columns),
                first=record.first,
                second=record.second,
                moves=record.moves,
                ended=record.ended,
                date=record.date,
                event=record.event,
                note=record.note,
                tags=_tag_text(record.tags),
                game=record.variations,
                start=record.start_text,
                board=board,
                others=json.dumps(dict(record.others)),
            )
            rows.append(row)
            played.append(_Played(number, result, board, record.start, columns))
        places = ", ".join("?" * len(_Row._fields))
        self.connection.executemany(f"INSERT INTO game ({ROW_COLUMNS}) VALUES ({places})", rows)
        self._index(played)

    def _index(self, games: Iterable[_Played]) -> None:
        """Adds games to the index of positions."""
        rows = []
        for game in games:
            for key, column in keys_of(game.start, game.columns):
                rows.append((game.board, key, game.number, column, game.result))
        rows.sort(key=itemgetter(0, 1, 2))
        self.connection.executemany("INSERT INTO position VALUES (?, ?, ?, ?, ?)", rows)

    def remove(self, ids: Iterable[int]) -> int:
        """Removes games; returns how many were removed."""
        removed = 0
        with self.transaction(write=True):
            numbers = json.dumps(list(map(index, ids)))
            games = list(self._games("id IN (SELECT value FROM json_each(?))", (numbers,)))
            for game in games:
                record = game.record
                board = stored_board(record.start.rules)
                keys = [(board, key, game.id) for key, _ in keys_of(record.start, record.columns)]
                self.connection.executemany("DELETE FROM position WHERE board = ? AND key = ? AND game = ?", keys)
                removed += self.connection.execute("DELETE FROM game WHERE id = ?", (game.id,)).rowcount
        return removed

    # -- asking -------------------------------------------------------------------------------------------------------

    def get(self, number: int) -> Record:
        """The game of this number.  Raises C4Error if there is none."""
        with self.errors():
            game = next(self._games("id = ?", (index(number),)), None)
        if game is None:
            raise C4Error(f"there is no game {number} in {self.path}")
        return game.record

    def find(self, query: Query | None = None, limit: int | None = None, offset: int = 0) -> Page:
        """The games of a query, the newest first: all are counted, and `limit` are returned from `offset` on."""
        where, values = (query or Query()).sql()
        with self.transaction():
            total = self._number(f"SELECT count(*) FROM game WHERE {where}", values)
            rows = NO_LIMIT if limit is None else index(limit)
            games = self._games(f"{where} ORDER BY id DESC LIMIT ? OFFSET ?", (*values, rows, index(offset)))
            return Page(total, list(games))

    def export(self, query: Query | None = None) -> Iterator[Record]:
        """The games of a query, the oldest first, one at a time."""
        where, values = (query or Query()).sql()
        with self.errors():
            for game in self._games(f"{where} ORDER BY id", values):
                yield game.record

    def explore(self, position: Position) -> list[Branch]:
        """The moves played in a position and its mirror image, the most frequent first, with their results.

        Columns are those of `position`; in a symmetric one a column and its image are one branch.
        """
        position.rules.require_still("the library")
        with self.errors():
            rows = self.connection.execute(*moves_played_in(position))
            with self._rows():
                return branches_of(position, rows)

    def _games(self, where: str, values: Sequence[object]) -> Iterator[StoredGame]:
        """The games that meet a condition."""
        for values_of_row in self.connection.execute(f"SELECT {ROW_COLUMNS} FROM game WHERE {where}", values):
            with self._rows():
                game = _game_of(_Row(*values_of_row))
            yield game


class _FileFacts(NamedTuple):
    """What a file is: SQLite's application_id and user_version, and the entries of its schema."""

    application: int
    version: int
    entries: list[Entry]


class _Row(NamedTuple):
    """A row of the table "game" (see SCHEMA)."""

    id: int
    result: int
    plies: int
    first: str
    second: str
    moves: str
    ended: str
    date: str
    event: str
    note: str
    tags: str
    game: str
    start: str
    board: str
    others: str


ROW_COLUMNS = ", ".join(_Row._fields)


class _Played(NamedTuple):
    """What the index of positions needs of a game: `board` as the table has it, `columns` from 0."""

    number: int
    result: int
    board: str
    start: Position
    columns: Sequence[int]


def _game_of(row: _Row) -> StoredGame:
    """The game of a row.  Raises C4Error, or what damaged values cause (see `Library._rows`)."""
    if row.result not in range(len(RESULTS)):
        raise C4Error(f"game {row.id} has the result {row.result!r}")
    rules = rules_of_stored(row.board)
    tags = row.tags.strip("\n")
    record = Record.from_json(
        {
            "first": row.first,
            "second": row.second,
            "moves": row.moves,
            "ended": row.ended,
            "date": row.date,
            "event": row.event,
            "note": row.note,
            "tags": tags.split("\n") if tags else [],
            "game": row.game,
            "start": row.start,
            "others": json.loads(row.others),
            "result": RESULTS[row.result],
            "board": f"{rules.rows}x{rules.columns}",
            "connect": rules.connect,
            "scoring": rules.scoring,
        }
    )
    if row.plies != len(record.columns):
        raise C4Error(f"game {row.id} has the length {row.plies!r}, and not that of its moves")
    return StoredGame(row.id, record)


def _digest(entries: list[Entry]) -> str:
    return sha256(repr(entries).encode()).hexdigest()


def _tag_text(tags: Sequence[str]) -> str:
    """Tags as the library stores them."""
    return "\n".join(("", *tags, "")) if tags else ""
