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
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from operator import index
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.game.notation import parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.interrupts import STOP, check
from c4.library.gamefile import read_games
from c4.library.record import RESULTS, Record
from c4.storage import Entry, schema_entries, schema_of, sqlite_reason, wanted_version

APPLICATION = 0x43344742
"""SQLite's application_id of a library."""

VERSION = 2

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

BATCH = 200
"""Games that are inserted at a time: the index grows faster when many positions arrive in order."""

SCHEMA = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    result INTEGER NOT NULL,                -- index into c4.library.record.RESULTS
    plies INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    moves TEXT NOT NULL,                    -- the main line
    ended TEXT NOT NULL,
    date TEXT NOT NULL,
    event TEXT NOT NULL,
    note TEXT NOT NULL,
    tags TEXT NOT NULL,                     -- one a line, with a line break before and after each
    game TEXT NOT NULL,                     -- the moves with variations, comments and marks; empty if there are none
    start TEXT NOT NULL,                    -- the starting position; empty for the empty board
    board TEXT NOT NULL,                    -- such as "5x6 3 first-line"; empty for the standard rules
    others TEXT NOT NULL                    -- headers of other programs, JSON
);
CREATE TABLE position (                     -- every position of every game
    board TEXT NOT NULL,
    key INTEGER NOT NULL,                   -- see `keys_of`, less 2^63, as SQLite's integers are signed
    game INTEGER NOT NULL,
    next INTEGER,                           -- the column that was played here, from 0; none at the end of the game
    result INTEGER NOT NULL,
    PRIMARY KEY (board, key, game)
) WITHOUT ROWID;
"""

PUZZLES = """
CREATE TABLE IF NOT EXISTS puzzle_try (id INTEGER PRIMARY KEY, puzzle TEXT NOT NULL, solved INTEGER NOT NULL,
    rating REAL NOT NULL, at REAL NOT NULL)"""
"""The table of `c4.practice.puzzles`, which a library may have."""

RATED_GAMES = """
CREATE TABLE IF NOT EXISTS rated_game (id INTEGER PRIMARY KEY, opponent TEXT NOT NULL, score REAL NOT NULL,
    rating REAL NOT NULL)"""
"""The table of `c4.library.rating`, which a library may have."""

VERSION_1 = "fc2cba54b23af067bda6157e6cc2c56afddfd29794768983430b2c1edb72d346"
"""SHA-256 of the schema of version 1."""

FROM_VERSION_1 = """
INSERT INTO game SELECT id, result, plies, (SELECT name FROM player WHERE id = first),
    (SELECT name FROM player WHERE id = second), lower(moves), ifnull(ended, ''), ifnull(date, ''), ifnull(event, ''),
    ifnull(note, ''),
    ifnull((SELECT char(10) || group_concat(name, char(10)) || char(10) FROM tag WHERE game = game1.id), ''),
    ifnull(game, ''), ifnull(start, ''),
    (SELECT iif(rows = 6 AND columns = 7 AND connect = 4 AND scoring = 'first-line', '',
        rows || 'x' || columns || ' ' || connect || ' ' || scoring) FROM board WHERE id = game1.board),
    ifnull(others, '{}') FROM game1;
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'game1') WHERE name = 'game';
DROP TABLE game1;
DROP TABLE player;
DROP TABLE board;
DROP TABLE tag;
DROP TABLE fresh;
DROP TABLE block;
DROP TABLE gone;
"""

WORDS = {"first": "1-0", "second": "0-1", "draw": "1/2-1/2", "open": "*"}
"""Results as words."""


def default_path() -> Path:
    """Your library: in the folder that C4_DATA names, otherwise in the platform's data folder."""
    named = os.environ.get("C4_DATA")
    if named:
        return Path(named) / "library.sqlite"
    from platformdirs import user_data_path

    return user_data_path("connect4") / "library.sqlite"


@dataclass(frozen=True)
class Query:
    """Conditions on games, all of which must hold.

    `player` is either side, `won` and `lost` the winner and loser; in names * stands for anything, and case does not
    matter.  `result` is one of RESULTS or WORDS.  `opening` is the exact sequence of the first moves (columns from 1);
    `position` is one that the game, or its mirror image, passed through.  `note` is a part of note, event or comments.
    Raises C4Error for an invalid result or opening.
    """

    player: str | None = None
    won: str | None = None
    lost: str | None = None
    result: str | None = None
    opening: str | None = None
    position: Position | None = None
    tag: str | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        if self.result is not None and WORDS.get(self.result, self.result) not in RESULTS:
            raise C4Error(f"unknown result {self.result!r}: choose {', '.join((*WORDS, *RESULTS))}")
        if self.opening is not None and not all(character.lower() in DIGITS for character in self.opening):
            raise C4Error(f"the opening {self.opening!r} is not a move string: write the columns played, such as 4453")

    def sql(self) -> tuple[str, list[object]]:
        """The condition on the table "game", and its values."""
        parts: list[tuple[str, list[object]]] = []

        def names(condition: str, name: str | None) -> None:
            if name is not None:
                pattern = name.replace("[", "[[]").replace("?", "[?]")  # only * has a meaning
                condition = condition.replace("=~", "GLOB lower(?)")
                parts.append((condition, [pattern] * condition.count("?")))

        names("(lower(first) =~ OR lower(second) =~)", self.player)
        names("(result = 0 AND lower(first) =~ OR result = 1 AND lower(second) =~)", self.won)
        names("(result = 1 AND lower(first) =~ OR result = 0 AND lower(second) =~)", self.lost)
        if self.result is not None:
            parts.append(("result = ?", [RESULTS.index(WORDS.get(self.result, self.result))]))
        if self.opening is not None:
            opening = self.opening.lower()
            parts.append(("start = '' AND moves >= ? AND moves < ?", [opening, opening + "~"]))
        if self.position is not None:
            board = _board(self.position.rules)
            (key, _) = key_of(self.position)
            parts.append(("id IN (SELECT game FROM position WHERE board = ? AND key = ?)", [board, key]))
        if self.tag is not None:
            parts.append(("instr(tags, ?)", [f"\n{self.tag}\n"]))
        if self.note is not None:
            part = "%" + self.note.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
            anywhere = " OR ".join(f"{column} LIKE ? ESCAPE '\\'" for column in ("note", "event", "game"))
            parts.append((f"({anywhere})", [part] * 3))
        return " AND ".join(part for part, _ in parts) or "1", [value for _, values in parts for value in values]


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


class Branch(NamedTuple):
    """The results of the games that continued with a column (from 0); `mirror` is its image in a symmetric position."""

    column: int
    mirror: int | None
    games: int
    first: int
    second: int
    draws: int

    @property
    def open(self) -> int:
        """Games without a result."""
        return self.games - self.first - self.second - self.draws


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


def _read_only(path: Path) -> str:
    """SQLite's address of a library that cannot be written, or whose folder cannot, so that it can be read; else ""."""
    if not path.is_file() or (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        return ""
    logged = path.with_name(path.name + "-wal").exists()
    return f"{path.as_uri()}?{'mode=ro' if logged else 'immutable=1'}"  # without a log SQLite would make one


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
            name = os.path.abspath(self.path)  # SQLite gives ":memory:" and "file:a?b" meanings of its own
            uri = _read_only(Path(name))
            self.connection = sqlite3.connect(
                uri or name, timeout=wait, isolation_level=None, factory=_Connection, uri=bool(uri)
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
            application, version, entries = self._state()
        if (application, version, entries) == (0, 0, []):
            self._use_write_ahead_log()
        elif application != APPLICATION:
            raise C4Error(f"{self.path} is not a library of games but another database")
        elif version not in (1, VERSION):
            raise C4Error(f"{self.path} is a library of version {version}: {wanted_version(version, VERSION)}")
        elif entries != list(schema_entries(SCHEMA)) if version == VERSION else _digest(entries) != VERSION_1:
            raise C4Error(f"{self.path} is not a library of games: its tables are not those of one")
        if version != VERSION:
            with self.transaction(write=True):
                _, version, entries = self._state()  # another program may have been faster
                if version == 1:
                    self.connection.execute("ALTER TABLE game RENAME TO game1")
                if version == 1 or not entries:
                    self._run(SCHEMA)
                    self.connection.execute(f"PRAGMA application_id = {APPLICATION}")
                    self.connection.execute(f"PRAGMA user_version = {VERSION}")
                if version == 1:
                    self._run(FROM_VERSION_1)
                    self._index_all()

    def _state(self) -> tuple[int, int, list[Entry]]:
        """The file's application, version, and the entries of its schema, but for those that it may have."""
        entries = schema_of(self.connection)
        for optional in (PUZZLES, RATED_GAMES):
            for entry in schema_entries(optional):
                if entry in entries:
                    entries.remove(entry)
        return self._number("PRAGMA application_id"), self._number("PRAGMA user_version"), entries

    def _use_write_ahead_log(self) -> None:
        """Sets the journal mode.  SQLite does not wait for a lock here, so this does."""
        end = monotonic() + LOCK_TIMEOUT_SECONDS
        while True:
            try:
                self.connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > end:
                    raise
                sleep(0.02)

    def _run(self, statements: str) -> None:
        for statement in statements.split(";\n"):
            self.connection.execute(statement)

    def _index_all(self) -> None:
        """Builds the index of positions from the games."""
        games = self.connection.execute("SELECT id, result, moves, start, board FROM game").fetchall()
        for first in range(0, len(games), BATCH):
            with self._rows():
                played = [
                    (
                        number,
                        result,
                        board,
                        parse_position(start, _rules(board)),
                        [DIGITS.index(move) for move in moves],
                    )
                    for number, result, moves, start, board in games[first : first + BATCH]
                ]
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
        report: Callable[[int, int], object] = lambda read, games: None,
        first_column: int = 1,
    ) -> int:
        """Adds all games of a file, with additional tags; returns their number.  `first_column` as in `read_games`.

        If anything in the file is not a game, nothing is added.  `report(bytes, games)` is called for every game that is
        read; if it raises an exception, the import ends and nothing is added.
        """
        games = 0

        def records() -> Iterator[Record]:
            nonlocal games
            for games, read in enumerate(read_games(path, first_column), start=1):
                report(read.bytes, games)
                record = read.record
                yield replace(record, tags=tuple(dict.fromkeys((*record.tags, *tags)))) if tags else record

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
            board = _board(rules)
            others = json.dumps(dict(record.others))
            texts = (record.first, record.second, record.moves, record.ended, record.date, record.event, record.note)
            more = (_tag_text(record.tags), record.variations, record.start_text, board, others)
            rows.append((number, result, len(columns), *texts, *more))
            played.append((number, result, board, record.start, columns))
        self.connection.executemany(f"INSERT INTO game VALUES ({', '.join('?' * 15)})", rows)
        self._index(played)

    def _index(self, games: Iterable[tuple[int, int, str, Position, Sequence[int]]]) -> None:
        """Adds games (number, result, board, start, columns) to the index of positions."""
        rows = [
            (board, key, number, column, result)
            for number, result, board, start, columns in games
            for key, column in keys_of(start, columns)
        ]
        rows.sort(key=lambda row: row[:3])
        self.connection.executemany("INSERT INTO position VALUES (?, ?, ?, ?, ?)", rows)

    def remove(self, ids: Iterable[int]) -> int:
        """Removes games; returns how many were removed."""
        removed = 0
        with self.transaction(write=True):
            for game in list(
                self._games("id IN (SELECT value FROM json_each(?))", (json.dumps(list(map(index, ids))),))
            ):
                start = game.record.start
                board = _board(game.record.start.rules)
                keys = [(board, key, game.id) for key, _ in keys_of(start, game.record.columns)]
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
            page = (-1 if limit is None else index(limit), index(offset))
            return Page(total, list(self._games(f"{where} ORDER BY id DESC LIMIT ? OFFSET ?", (*values, *page))))

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
        last = position.rules.columns - 1
        symmetric = position == position.mirror()
        key, mirrored = key_of(position)
        counts: dict[int, list[int]] = {}
        with self.errors():
            for column, result, number in self.connection.execute(
                "SELECT next, result, count(*) FROM position WHERE board = ? AND key = ? AND next IS NOT NULL"
                " GROUP BY next, result",
                (_board(position.rules), key),
            ):
                with self._rows():
                    if column not in range(last + 1) or result not in range(len(RESULTS)):
                        raise C4Error(f"column {column!r}, result {result!r}")
                    column = last - column if mirrored else column
                    column = min(column, last - column) if symmetric else column
                    counts.setdefault(column, [0] * len(RESULTS))[result] += number
        branches = [
            Branch(column, last - column if symmetric and column != last - column else None, sum(results), *results[:3])
            for column, results in sorted(counts.items())
        ]
        return sorted(branches, key=lambda branch: -branch.games)

    def _games(self, where: str, values: Sequence[object]) -> Iterator[StoredGame]:
        """The games that meet a condition."""
        names = "id, result, plies, first, second, moves, ended, date, event, note, tags, game, start, board, others"
        for number, result, plies, *row in self.connection.execute(f"SELECT {names} FROM game WHERE {where}", values):
            with self._rows():
                if result not in range(len(RESULTS)):
                    raise C4Error(f"game {number} has the result {result!r}")
                content = dict(zip(names.split(", ")[3:], row), result=RESULTS[result])
                rules = _rules(content.pop("board"))
                tags = content["tags"].strip("\n")
                others = json.loads(content["others"])
                board = {"board": f"{rules.rows}x{rules.columns}", "connect": rules.connect, "scoring": rules.scoring}
                content |= {"tags": tags.split("\n") if tags else [], "others": others, **board}
                game = StoredGame(number, Record.from_json(content))
                if plies != len(game.record.columns):
                    raise C4Error(f"game {number} has the length {plies!r}, and not that of its moves")
            yield game


def _digest(entries: list[Entry]) -> str:
    return sha256(repr(entries).encode()).hexdigest()


def key_of(position: Position) -> tuple[int, bool]:
    """The key of a position, and whether it is that of its mirror image.

    A position and its mirror image share a key that no other position of the board has: the smaller `first player's
    discs + all discs` (bitboards) of the two, less 2^63.
    """
    mirror = position.mirror()
    key, key_of_mirror = (2 * one.stones[0] + one.stones[1] for one in (position, mirror))
    return min(key, key_of_mirror) - (1 << 63), key_of_mirror < key


def keys_of(start: Position, columns: Iterable[int]) -> Iterator[tuple[int, int | None]]:
    """The key of each position of a game, and the column (from 0) that was played there; None at the end.

    The columns are mirrored where the key is that of the mirror image.  Plain integers make this several times as fast
    as `key_of` for every position.
    """
    rules = start.rules
    side = start.to_move
    last = rules.columns - 1
    here = list(start.stones)
    mirror = list(start.mirror().stones)
    bottoms = [1 << rules.cell(0, column) for column in range(rules.columns)]
    masks = [rules.column_mask(column) for column in range(rules.columns)]
    for column in (*columns, None):
        key = 2 * here[0] + here[1]
        key_of_mirror = 2 * mirror[0] + mirror[1]
        if column is None:
            yield min(key, key_of_mirror) - (1 << 63), None
            return
        image = last - column
        yield (key - (1 << 63), column) if key <= key_of_mirror else (key_of_mirror - (1 << 63), image)
        here[side] |= (here[0] + here[1] + bottoms[column]) & masks[column]
        mirror[side] |= (mirror[0] + mirror[1] + bottoms[image]) & masks[image]
        side = 1 - side


def _board(rules: Rules) -> str:
    """Rules as the library stores them."""
    if rules == STANDARD:
        return ""
    return f"{rules.rows}x{rules.columns} {rules.connect} {rules.scoring}"


def _rules(board: str) -> Rules:
    """The rules that `_board` wrote."""
    if not board:
        return STANDARD
    size, connect, scoring = board.split(" ")
    rows, columns = size.split("x")
    return Rules(int(rows), int(columns), int(connect), scoring)


def _tag_text(tags: Sequence[str]) -> str:
    """Tags as the library stores them."""
    return "\n".join(("", *tags, "")) if tags else ""
