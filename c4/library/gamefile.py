"""Files of games in four formats, read as a stream and written atomically: `.c4game`, move strings, JSON lines, CSV.

The first characters determine the format: a bracket begins headers, a brace an object, a row of names a table;
anything else is one game per line.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from c4.errors import C4Error
from c4.game.columns import DIGITS
from c4.library.record import Record, format_game, parse_game
from c4.storage import open_regular, reading, write_bytes
from c4.text import pluralise, table_cell, text_of_cell

LONGEST = 1_000_000
"""The most bytes of a line, and of a game on several lines."""

SUFFIXES = {".c4game": "headers", ".txt": "moves", ".jsonl": "json", ".json": "json", ".csv": "csv"}
"""Formats by the ending of a file's name."""

_COLUMNS = ("moves", "first", "second", "result", "ended", "date", "event", "tags", "note", "game", "start")
"""The columns of a table."""

_PLAIN = frozenset(DIGITS)


class Read(NamedTuple):
    """A game of a file: its line number, the bytes of the file read so far, and the game."""

    line: int
    bytes: int
    record: Record


def read_games(path: str | Path) -> Iterator[Read]:
    """The games of a file, one at a time.

    Raises C4Error, with the line, for anything that is not a game, and for a file that cannot be read.
    """
    path = Path(path)
    with reading(path), _naming(str(path)):
        lines = _lines(path)
        first = next(((line, at, text) for line, at, text in lines if text.strip() and text[0] != "#"), None)
        if first is None:
            return
        beginning = first[2].lstrip("\ufeff \t")
        numbered = chain([(*first[:2], first[2].lstrip("\ufeff"))], lines)
        if beginning.startswith("[") and not beginning.startswith("[["):
            yield from _headed(numbered)
        elif beginning.startswith('{"') or path.suffix in (".json", ".jsonl"):
            yield from _json(numbered)
        elif "moves" in beginning.lower().replace('"', "").split(","):
            yield from _table(numbered)
        else:
            yield from _strings(numbered)


def read_one(path: str | Path) -> Record:
    """The game of a file that holds one.  Raises C4Error for none, several, or anything that is not a game."""
    games = [game.record for game in islice(read_games(path), 2)]
    if len(games) > 1:
        raise C4Error(f"{path} holds several games: choose one with `c4 library import` and `c4 library show`")
    if not games:
        raise C4Error(f"there is no game in {path}")
    return games[0]


def format_of(path: str | Path) -> str:
    """The format for a file's name.  Raises C4Error for an unknown ending."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise C4Error(f"the name of {path} does not show the format: end it with {', '.join(SUFFIXES)}")
    return SUFFIXES[suffix]


def format_games(records: Iterable[Record], form: str) -> Iterator[str]:
    """Games as text, piece by piece, in one of the formats of SUFFIXES.

    Move strings contain only the moves; a game that did not start on the empty board has none (C4Error).
    """
    if form == "csv":
        yield from _as_table(records)
        return
    for number, record in enumerate(records):
        if form == "json":
            yield json.dumps(record.to_json()) + "\n"
        elif form == "headers":
            yield "\n" * (number > 0) + format_game(record)
        elif record.start.occupied:
            raise C4Error(
                f"a game that began with {record.start_text} is not a bare move string: choose another format"
            )
        else:
            yield record.moves + "\n"


def write_games(path: str | Path, records: Iterable[Record]) -> int:
    """Writes games atomically in the format for the file's name; returns their number.  Raises C4Error on failure."""
    form, number = format_of(path), 0

    def numbered_records() -> Iterator[Record]:
        nonlocal number
        for record in records:
            number += 1
            yield record

    write_bytes(path, "".join(format_games(numbered_records(), form)).encode())
    return number


# -- lines ----------------------------------------------------------------------------------------------------------

Line = tuple[int, int, str]
"""Number, bytes of the file read so far, text."""


def _lines(path: Path) -> Iterator[Line]:
    """The lines of a file, decoded one at a time.  Raises C4Error for one that is too long or not text."""
    at = 0
    with open_regular(path) as file:
        for number, raw in enumerate(iter(lambda: file.readline(LONGEST + 1), b""), start=1):
            at += len(raw)
            if len(raw) > LONGEST:
                raise C4Error(f"line {number} has more than {LONGEST:,} bytes: that is no file of games")
            try:
                yield number, at, raw.decode()
            except UnicodeDecodeError:
                raise C4Error(f"line {number} is not text in UTF-8") from None


def _strings(lines: Iterable[Line]) -> Iterator[Read]:
    for number, at, text in lines:
        text = text.strip()
        if not text or text[0] == "#":
            continue
        if text == "empty" or _PLAIN.issuperset(text.lower()):
            yield Read(number, at, _checked(Record.from_moves, "" if text == "empty" else text, number))
        else:
            yield Read(number, at, parse_game(text, number))


def _checked(parse: Callable[[Any], Record], content: object, line: int) -> Record:
    """What `parse` makes of a line's content.  Raises C4Error naming the line."""
    with _naming(f"line {line}"):
        return parse(content)


@contextmanager
def _naming(place: str) -> Iterator[None]:
    """Puts a place before the sentence of a C4Error in the block."""
    try:
        yield
    except C4Error as error:
        raise C4Error(f"{place}: {error}") from None


def _headed(lines: Iterable[Line]) -> Iterator[Read]:
    block: list[str] = []
    size, first, at, moves = 0, 1, 0, False

    def read() -> Read:
        return Read(first, at, parse_game("".join(block), first))

    for number, end, text in lines:
        header = text.lstrip().startswith("[")
        if header and moves:
            yield read()
            block, size, moves = [], 0, False
        if not block:
            first = number
        moves = moves or (bool(text.strip()) and not header)
        block.append(text)
        size, at = size + len(text), end
        if size > LONGEST:
            raise C4Error(f"the game at line {first} has more than {LONGEST:,} characters")
    if block:
        yield read()


def _json(lines: Iterable[Line]) -> Iterator[Read]:
    for number, at, text in lines:
        if not text.strip():
            continue
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise C4Error(f"line {number} is not JSON: one object a line was expected") from None
        yield Read(number, at, _checked(Record.from_json, content, number))


def _table(lines: Iterable[Line]) -> Iterator[Read]:
    now: Line = (0, 0, "")

    def texts() -> Iterator[str]:
        nonlocal now
        for now in lines:
            yield now[2]

    try:
        rows = csv.reader(texts(), strict=True)
        names = [name.strip().lower() for name in next(rows)]
        for row in rows:
            if not row:
                continue
            if len(row) != len(names):
                raise C4Error(
                    f"line {now[0]} has {pluralise(len(row), 'cell')}, the table {pluralise(len(names), 'column')}"
                )
            content = {name: text_of_cell(cell) for name, cell in zip(names, row) if name in _COLUMNS}
            yield Read(now[0], now[1], _checked(Record.from_json, content, now[0]))
    except csv.Error as error:
        raise C4Error(f"line {now[0]} is not a row of the table: {error}") from None


def _as_table(records: Iterable[Record]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for record in records:
        content = record.to_json() | {"tags": ", ".join(record.tags)}
        writer.writerow([table_cell(content.get(name, "")) for name in _COLUMNS])
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()
