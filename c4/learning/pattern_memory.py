"""The pattern memory: how often each pattern was seen, in won and in lost games (R2-9, R2-10).  Plain Python, sqlite3.

It is an SQLite file, and every change is one transaction: a kill at any moment leaves the memory before or after it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from c4 import files, models
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.learning.pattern import Cell, Pattern, extract

TABLES = """
CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS patterns (
    enemy INTEGER NOT NULL, start_row INTEGER NOT NULL, start_column INTEGER NOT NULL,
    direction TEXT NOT NULL, length INTEGER NOT NULL,
    seen INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL, ending INTEGER NOT NULL,
    response_row INTEGER, response_column INTEGER,
    PRIMARY KEY (enemy, start_row, start_column, direction, length)
) WITHOUT ROWID;
"""
FIELDS = "enemy, start_row, start_column, direction, length, seen, won, lost, ending, response_row, response_column"
WAIT_SECONDS = 30
"""How long learning a game waits for another program that is writing the same memory."""


class Record(NamedTuple):
    """What is remembered of a pattern: in how many games it was `seen`, how many of these were `won` and `lost` (the
    rest drawn), whether it ever became the line that ended one, and the `response`, a cell beside it that did not lose.
    """

    seen: int = 0
    won: int = 0
    lost: int = 0
    ending: bool = False
    response: Cell | None = None


@dataclass
class Memory:
    """All records by pattern, for one board, with the tally of their games and the state of training."""

    rules: Rules = STANDARD
    records: dict[Pattern, Record] = field(default_factory=dict)
    won: int = 0
    drawn: int = 0
    lost: int = 0
    training: dict[str, Any] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games had the pattern and have ended."""
        return self.won + self.drawn + self.lost

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Remembers the patterns that the player `side` saw before its last move, and how the game ended (R2-10).

        Raises C4Error for a game on another board, or an unfinished one.
        """
        if start.rules != self.rules:
            raise C4Error(f"this memory is of games on {self.rules}; a game on {start.rules} does not belong in it")
        game = [start]
        for column in moves:
            game.append(game[-1].play(column))
        outcome = game[-1].outcome()
        if outcome is None:
            raise C4Error("there is nothing to learn from a game that has not ended")
        won, lost = outcome.winner == side, outcome.winner == 1 - side
        self.won, self.drawn, self.lost = self.won + won, self.drawn + (not won and not lost), self.lost + lost
        last = next((ply for ply in reversed(range(len(moves))) if game[ply].to_move == side), None)
        if last is None:
            return
        played = game[last].height(moves[last]), moves[last]
        lines = [{self.rules.place(cell) for cell in line.cells} for line in outcome.lines]
        for pattern in extract(game[last], side):
            record = self.records.get(pattern, Record())
            ended = any(line.issuperset(pattern.cells) for line in lines)
            answered = not lost and played in pattern.ends
            self.records[pattern] = Record(
                record.seen + 1,
                record.won + won,
                record.lost + lost,
                record.ending or ended,
                played if answered else record.response,
            )


# -- the file --------------------------------------------------------------------------------------------------------


def read(path: str | Path) -> Memory:
    """The memory in a file.  Raises C4Error: one sentence saying what was expected and found."""
    with _opened(path) as connection:
        return _read(connection, path)


def write(path: str | Path, memory: Memory) -> None:
    """Writes a file atomically, replacing what was there.  Raises C4Error when that fails."""
    with closing(sqlite3.connect(":memory:")) as connection:
        _write(connection, memory)
        files.write_bytes(path, connection.serialize())


@contextmanager
def changing(path: str | Path) -> Iterator[Memory]:
    """The memory in a file, for changes: at the end of the block it is written, in one undisturbed transaction."""
    with _opened(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        memory = _read(connection, path)
        before = dict(memory.records)
        yield memory
        _write(
            connection,
            replace(
                memory, records={key: record for key, record in memory.records.items() if before.get(key) != record}
            ),
        )


@contextmanager
def _opened(path: str | Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that looks like a memory; SQLite's errors become a C4Error."""
    path = Path(path)
    try:
        with files.open_regular(path) as file:
            if file.read(16) != b"SQLite format 3\0":
                raise C4Error(
                    f"{path} is not a pattern memory: that is a SQLite file, and this is none (or it is cut off)"
                )
    except FileNotFoundError:
        raise C4Error(f"there is no pattern memory {path}: make one with `c4 train patterns --model {path}`") from None
    except OSError as error:
        raise C4Error(f"the pattern memory {path} cannot be read: {error.strerror or error}") from None
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=WAIT_SECONDS, isolation_level=None)
        ) as connection:
            yield connection
    except sqlite3.Error as error:
        raise C4Error(f"the pattern memory {path} cannot be used: {' '.join(str(error).split())}") from None
    except UnicodeDecodeError:  # also in SQLite's words about what is damaged
        raise C4Error(f"the pattern memory {path} is damaged: it holds text that is not UTF-8") from None


def _write(connection: sqlite3.Connection, memory: Memory) -> None:
    """Writes the records and the state of training into an open file, in one transaction."""
    about = {
        "format": models.FORMAT,
        "learner": "patterns",
        "version": models.VERSION,
        "rules": memory.rules.content(),
        "games": {"won": memory.won, "drawn": memory.drawn, "lost": memory.lost},
        "training": memory.training,
    }
    if not connection.in_transaction:
        connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES.strip().split(";\n"):
        connection.execute(statement)
    connection.executemany(
        "INSERT OR REPLACE INTO about VALUES (?, ?)", [(key, json.dumps(value)) for key, value in about.items()]
    )
    rows = [
        (*pattern, *record[:4], *(record.response or (None, None)))
        for pattern, record in sorted(memory.records.items())
    ]
    connection.executemany(f"INSERT OR REPLACE INTO patterns ({FIELDS}) VALUES ({', '.join('?' * 11)})", rows)
    connection.execute("COMMIT")


def _read(connection: sqlite3.Connection, path: str | Path) -> Memory:
    """The memory of an open file, checked."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not {"about", "patterns"} <= names:
        raise C4Error(f"{path} is not a pattern memory: it lacks the tables `about` and `patterns`")
    try:
        about = {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM about")}
    except (ValueError, TypeError, RecursionError):
        raise C4Error(f"{path} is not a pattern memory: what it says about itself is not JSON") from None
    models.check_content(about, path, "patterns")
    rules = models.rules_of(about, path)
    try:
        memory = Memory(rules, training=dict(about["training"]), **about["games"])
        if any(type(number) is not int or number < 0 for number in (memory.won, memory.drawn, memory.lost)):
            raise ValueError("games")
    except (KeyError, TypeError, ValueError):
        raise C4Error(f"{path} does not say from which games it comes") from None
    for row in connection.execute(f"SELECT {FIELDS} FROM patterns"):
        memory.records.update([_record(row, rules, path)])
    return memory


def _record(row: tuple[Any, ...], rules: Rules, path: str | Path) -> tuple[Pattern, Record]:
    """A row as (pattern, record).  Raises C4Error for an impossible pattern."""
    enemy, *start, direction, length, seen, won, lost, ending, response_row, response_column = row
    numbers = (enemy, *start, length, seen, won, lost, ending)
    pattern = Pattern(bool(enemy), start[0], start[1], direction, length)
    response = None if response_row is None else (response_row, response_column)
    try:
        sound = (
            all(type(number) is int for number in numbers)
            and pattern.fits(rules)
            and 0 <= won <= seen
            and 0 <= lost <= seen - won
        )
        sound = sound and (response is None or response in pattern.ends)
    except (KeyError, TypeError):
        sound = False
    if not sound:
        raise C4Error(f"{path} holds a pattern that cannot exist on {rules}: {row}")
    return pattern, Record(seen, won, lost, bool(ending), response)
