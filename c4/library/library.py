"""Library: games in SQLite, found by player, result, position ..., and counted.  Imports numpy; for one thread.

with Library() as library:
    library.add(record)
    found = library.find(Query(position=Position.from_moves("4453")), limit=20)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules, count
from c4.library import index, positions
from c4.library.batch import Batch, batches
from c4.library.entry import Entry
from c4.library.gamefile import Read, read_games
from c4.library.query import Query
from c4.library.record import RESULTS, Record, check_headers
from c4.library.store import Store

OFTEN = 1000
"""Games of an import between two looks at whether to go on."""


class Kept(NamedTuple):
    """A game of the library and its number there."""

    id: int
    entry: Entry

    def to_json(self) -> dict[str, Any]:
        """Like `Entry.to_json`, with "id"."""
        return {"id": self.id, **self.entry.to_json()}


class Found(NamedTuple):
    """How many games match, and the ones returned, the newest first."""

    total: int
    games: list[Kept]


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


PART = 10_000
"""Games that one question to SQLite names."""

_FIELDS = """id, moves, (SELECT name FROM player WHERE id = first), (SELECT name FROM player WHERE id = second), result,
    ended, date, event, (SELECT group_concat(name, char(10)) FROM tag WHERE game = game.id),
    note, game, start, others, board"""


_AMONG = "id IN (SELECT value FROM json_each(?))"
"""That a game's number is in a list, which SQLite gets as JSON: one of `_parts`."""

Numbers = npt.NDArray[np.uint32]


def _parts(numbers: Numbers) -> Iterator[str]:
    """Numbers of games as lists for `_AMONG`, short enough for SQLite."""
    for start in range(0, len(numbers), PART):
        yield json.dumps(numbers[start : start + PART].tolist())


class Library:
    """An open library; all methods raise C4Error, one sentence, when something fails."""

    def __init__(self, path: str | Path | None = None, make: bool = True) -> None:
        """Opens the library in a file, by default the user's own; with `make` it is created if missing."""
        self._store = Store(path, make)
        self._db = self._store.connection
        self._players: dict[str, int] = {}
        self._boards: dict[Rules, int] = {}

    @property
    def path(self) -> Path:
        """The library's file."""
        return self._store.path

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._store.close()

    def __len__(self) -> int:
        """The number of its games."""
        with self._store.told():
            return int(self._db.execute("SELECT count(*) FROM game").fetchone()[0])

    # -- keeping ------------------------------------------------------------------------------------------------------

    def add(self, record: Record) -> int:
        """Adds a game; returns its number."""
        return self.add_all([Entry.of(record)])

    def add_all(self, entries: Sequence[Entry]) -> int:
        """Adds games, all or none; returns the number of the first, the others follow.  Raises C4Error."""
        batch = Batch.of([Read(0, 0, entry) for entry in entries])
        with self._store.told(), self._store.writing():
            return self._insert(batch)

    def import_file(
        self,
        path: str | Path,
        tags: Sequence[str] = (),
        report: Callable[[int, int], object] = lambda read, games: None,
        look: Callable[[], object] = lambda: None,
    ) -> int:
        """Adds all games of a file, with additional tags; returns their number.

        The file is read twice: if anything in it is not a game, nothing is added.
        `report(bytes, games)` is called during both passes, each of which counts the bytes of
        the file, and `look()` more often; what they raise ends the import.  If it is stopped in
        between, whole batches stay.
        """
        games = 0

        def seen(reads: Iterator[Read]) -> Iterator[Read]:
            for number, read in enumerate(reads):
                if number % OFTEN == 0:
                    look()
                yield read

        for batch in batches(seen(read_games(path))):
            Batch.of(batch, path)
            report(batch[-1].bytes, 0)
        for batch in batches(seen(read_games(path))):
            tagged = [
                read._replace(entry=read.entry._replace(tags=tuple(dict.fromkeys((*read.entry.tags, *tags)))))
                for read in batch
            ]
            checked = Batch.of(tagged if tags else batch, path)
            with self._store.told(), self._store.writing():
                self._insert(checked, look)
            games += len(batch)
            report(batch[-1].bytes, games)
        return games

    def _insert(self, batch: Batch, look: Callable[[], object] = lambda: None) -> int:
        """Writes checked games inside a transaction; `look` is called now and then, and may end it."""
        row = self._db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'game'").fetchone()
        first = 1 if row is None else int(row[0]) + 1
        if first + len(batch.entries) > index.MOST_GAMES:
            raise C4Error(f"this library is full: it holds at most {count(index.MOST_GAMES, 'game')}")
        self._players.clear()
        self._boards.clear()
        boards = [self._board(entry.rules) for entry in batch.entries]

        def rows() -> Iterator[tuple[Any, ...]]:
            for place, entry in enumerate(batch.entries):
                if place % OFTEN == 0:
                    look()
                yield (
                    first + place,
                    batch.results[place],
                    len(entry.moves),
                    self._player(entry.first),
                    self._player(entry.second),
                    boards[place],
                    entry.moves,
                    *(
                        text or None
                        for text in (entry.ended, entry.date, entry.event, entry.note, entry.text, entry.start)
                    ),
                    json.dumps(dict(entry.others)) if entry.others else None,
                )

        self._db.executemany("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows())
        tags = ((tag, first + place) for place, entry in enumerate(batch.entries) for tag in entry.tags)
        self._db.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", tags)
        for rules, played, places in batch.played:
            games = places[played.games]
            posts = ((first + games) << 2 | np.array(batch.results)[games]).astype(np.uint32)
            positions.add(self._db, self._board(rules), played.keys, posts)
        return first

    def _player(self, name: str) -> int:
        if name not in self._players:
            row = self._db.execute("SELECT id FROM player WHERE name = ?", (name,)).fetchone()
            if row is None:
                row = (self._db.execute("INSERT INTO player (name) VALUES (?)", (name,)).lastrowid,)
            self._players[name] = int(row[0])
        return self._players[name]

    def _board(self, rules: Rules, make: bool = True) -> int:
        """The number of a board; a new one is added or, with `make` False, has the number 0."""
        rules.require_still("the library")
        if rules not in self._boards:
            values = (rules.rows, rules.columns, rules.connect, rules.scoring)
            where = "rows = ? AND columns = ? AND connect = ? AND scoring = ?"
            row = self._db.execute(f"SELECT id FROM board WHERE {where}", values).fetchone()
            if row is None and not make:
                return 0
            if row is None:
                insert = "INSERT INTO board (rows, columns, connect, scoring) VALUES (?, ?, ?, ?)"
                row = (self._db.execute(insert, values).lastrowid,)
            self._boards[rules] = int(row[0])
        return self._boards[rules]

    # -- changing -----------------------------------------------------------------------------------------------------

    def remove(self, ids: Iterable[int]) -> int:
        """Removes games; returns how many were removed."""
        removed = 0
        with self._store.told(), self._store.writing():
            for number in ids:
                if self._db.execute("DELETE FROM game WHERE id = ?", (number,)).rowcount:
                    self._db.execute("DELETE FROM tag WHERE game = ?", (number,))
                    self._db.execute("INSERT INTO gone VALUES (?)", (number,))
                    removed += 1
        return removed

    def tag(self, ids: Iterable[int], *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
        """Adds tags to games and removes tags.  Raises C4Error for an unknown game or an invalid tag."""
        check_headers(Entry("", tags=tuple(add)))
        with self._store.told(), self._store.writing():
            for number in ids:
                self._require(number)
                self._db.executemany("INSERT OR IGNORE INTO tag VALUES (?, ?)", ((tag, number) for tag in add))
                self._db.executemany("DELETE FROM tag WHERE name = ? AND game = ?", ((tag, number) for tag in remove))

    def note(self, number: int, note: str) -> None:
        """Replaces the note of a game.  Raises C4Error for an unknown game or an invalid note."""
        check_headers(Entry("", note=note))
        with self._store.told(), self._store.writing():
            self._require(number)
            self._db.execute("UPDATE game SET note = ? WHERE id = ?", (note or None, number))

    def _require(self, number: int) -> None:
        if self._db.execute("SELECT 1 FROM game WHERE id = ?", (number,)).fetchone() is None:
            raise C4Error(f"there is no game {number} in {self.path}")

    # -- asking -------------------------------------------------------------------------------------------------------

    def get(self, number: int) -> Entry:
        """The game of this number.  Raises C4Error if there is none."""
        with self._store.told(), self._store.reading():
            self._require(number)
            return next(self._games("id = ?", (number,))).entry

    def find(self, query: Query | None = None, limit: int | None = None, offset: int = 0) -> Found:
        """The games of a query, the newest first: all are counted, and `limit` are returned from `offset` on."""
        conditions, values = (query or Query()).conditions()
        limit = -1 if limit is None else limit
        with self._store.told(), self._store.reading():
            if query is None or query.position is None:
                where = " AND ".join(conditions) or "1"
                number = int(self._db.execute(f"SELECT count(*) FROM game WHERE {where}", values).fetchone()[0])
                return Found(
                    number, list(self._games(f"{where} ORDER BY id DESC LIMIT ? OFFSET ?", (*values, limit, offset)))
                )
            ids = self._through(query.position)[::-1]
            if conditions:
                where = " AND ".join((_AMONG, *conditions, "1 ORDER BY id DESC"))
                rows = (self._db.execute(f"SELECT id FROM game WHERE {where}", (part, *values)) for part in _parts(ids))
                ids = np.fromiter((number for found in rows for (number,) in found), dtype=np.uint32)
            chosen = ids[offset : None if limit < 0 else offset + limit]
            games = (self._games(f"{_AMONG} ORDER BY id DESC", (part,)) for part in _parts(chosen))
            return Found(len(ids), [kept for found in games for kept in found])

    def export(self, query: Query | None = None) -> Iterator[Entry]:
        """The games of a query, the oldest first, one at a time."""
        with self._store.told(), self._store.reading():
            conditions, values = (query or Query()).conditions()
            where = " AND ".join((*conditions, "1 ORDER BY id"))
            if query is None or query.position is None:
                yield from (kept.entry for kept in self._games(where, values))
                return
            for part in _parts(self._through(query.position)):
                yield from (kept.entry for kept in self._games(f"{_AMONG} AND {where}", (part, *values)))

    def explore(self, position: Position) -> list[Branch]:
        """The moves played in a position and its mirror image, the most frequent first, with their results.

        Columns are those of `position`; in a symmetric one a column and its image are one branch.
        """
        with self._store.told(), self._store.reading():
            board = self._board(position.rules, make=False)
            here = positions.lookup(self._db, board, index.key(position))
            branches, same = [], position == position.mirror()
            for column in position.legal_columns():
                mirror = position.rules.columns - 1 - column
                if same and mirror < column:
                    continue
                after = positions.lookup(self._db, board, index.key(position.play(column)))
                place = np.minimum(np.searchsorted(here, after), max(0, len(here) - 1))
                both = after[here[place] == after] if len(here) else after[:0]
                first, second, draws, open_ = np.bincount(both & np.uint32(3), minlength=4).tolist()
                if len(both):
                    image = mirror if same and mirror != column else None
                    branches.append(Branch(column, image, first + second + draws + open_, first, second, draws))
        return sorted(branches, key=lambda branch: -branch.games)

    def players(self) -> list[tuple[str, int]]:
        """All players and the numbers of their games, the largest first."""
        with self._store.told(), self._store.reading():
            rows = self._db.execute(
                "SELECT name, (SELECT count(*) FROM game WHERE first = player.id)"
                " + (SELECT count(*) FROM game WHERE second = player.id AND first != player.id) AS games"
                " FROM player WHERE name != '' AND games ORDER BY games DESC, name"
            )
            return [(str(name), int(games)) for name, games in rows]

    def tags(self) -> list[tuple[str, int]]:
        """All tags and the numbers of their games."""
        with self._store.told(), self._store.reading():
            rows = self._db.execute("SELECT name, count(*) FROM tag GROUP BY name ORDER BY name")
            return [(str(name), int(games)) for name, games in rows]

    def _through(self, position: Position) -> Numbers:
        """The numbers of the games that passed through a position or its mirror image, ascending."""
        posts = positions.lookup(self._db, self._board(position.rules, make=False), index.key(position))
        return posts >> np.uint32(2)

    def _games(self, where: str, values: Sequence[object]) -> Iterator[Kept]:
        """The games that meet a condition, with all fields."""
        rows = self._db.execute(f"SELECT {_FIELDS} FROM game WHERE {where}", values)
        boards = {number: Rules(*rules) for number, *rules in self._db.execute("SELECT * FROM board").fetchall()}
        for number, moves, first, second, result, ended, date, event, tags, note, text, start, others, board in rows:
            yield Kept(
                number,
                Entry(
                    moves,
                    first or "",
                    second or "",
                    RESULTS[result],
                    ended or "",
                    date or "",
                    event or "",
                    tuple(tags.split("\n")) if tags else (),
                    note or "",
                    text or "",
                    start or "",
                    boards.get(board, STANDARD),
                    json.loads(others) if others else {},
                ),
            )
