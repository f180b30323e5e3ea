"""Files of games, read as a stream, written atomically: `.c4game`, move strings, JSON lines, CSV.  Plain Python.

The first characters tell the format: a bracket begins headers, a brace an object, a row of names a table; anything
else is one game per line.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from c4.files import open_regular, write_bytes
from c4.game.columns import DIGITS
from c4.game.rules import C4Error, count
from c4.library.entry import Entry, from_json
from c4.library.record import OPEN, Record, format_game, parse_game

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
    entry: Entry


def read_games(path: str | Path) -> Iterator[Read]:
    """The games of a file, one at a time.

    Raises C4Error, with the line, for what is not a game, and for a file that cannot be read.  Bare move strings are
    not played: the caller checks them.
    """
    path = Path(path)
    try:
        lines = _lines(path)
        first = next(((line, at, text) for line, at, text in lines if text.strip() and text[0] != "#"), None)
        if first is None:
            return
        beginning = first[2].lstrip("\ufeff \t")
        numbered = _chained((*first[:2], first[2].lstrip("\ufeff")), lines)
        if beginning.startswith("[") and not beginning.startswith("[["):
            yield from _headed(numbered)
        elif beginning.startswith('{"') or path.suffix in (".json", ".jsonl"):
            yield from _json(numbered)
        elif "moves" in beginning.lower().replace('"', "").split(","):
            yield from _table(numbered)
        else:
            yield from _strings(numbered)
    except C4Error as error:
        raise C4Error(f"{path}: {error}") from None
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None


def read_one(path: str | Path) -> Record:
    """The game of a file that holds one.  Raises C4Error for none, several, or anything that is not a game."""
    found: list[Read] = []
    for read in read_games(path):
        found.append(read)
        if len(found) > 1:
            raise C4Error(f"{path} holds several games: choose one with `c4 library import` and `c4 library show`")
    if not found:
        raise C4Error(f"there is no game in {path}")
    try:
        return found[0].entry.record()
    except C4Error as error:
        raise C4Error(f"{path}: {error}") from None


def format_of(path: str | Path) -> str:
    """The format for a file's name.  Raises C4Error for an unknown ending."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise C4Error(f"the name of {path} does not say which format it is: end it in {', '.join(SUFFIXES)}")
    return SUFFIXES[suffix]


def format_games(entries: Iterable[Entry], form: str) -> Iterator[str]:
    """Games as text, piece by piece, in one of the formats of SUFFIXES.

    Move strings keep only the moves; a game that did not start on the empty board cannot be written so (C4Error).
    """
    if form == "csv":
        yield from _as_table(entries)
        return
    for number, entry in enumerate(entries):
        if form == "json":
            yield json.dumps(entry.to_json()) + "\n"
        elif form == "headers":
            yield "\n" * (number > 0) + format_game(entry.record())
        elif entry.start:
            raise C4Error(f"a game that began with {entry.start} is no bare move string: choose another format")
        else:
            yield entry.moves + "\n"


def write_games(path: str | Path, entries: Iterable[Entry]) -> int:
    """Writes games atomically in the format for the file's name; returns their number.  Raises C4Error on failure."""
    form, number = format_of(path), 0

    def counted() -> Iterator[Entry]:
        nonlocal number
        for entry in entries:
            number += 1
            yield entry

    write_bytes(path, "".join(format_games(counted(), form)).encode())
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


def _chained(first: Line, rest: Iterator[Line]) -> Iterator[Line]:
    yield first
    yield from rest


def _strings(lines: Iterator[Line]) -> Iterator[Read]:
    for number, at, text in lines:
        text = text.strip()
        if not text or text[0] == "#":
            continue
        if _PLAIN.issuperset(text.lower()):
            yield Read(number, at, Entry(text.lower()))
        elif text == "empty":
            yield Read(number, at, Entry(""))
        else:
            yield Read(number, at, Entry.of(parse_game(text, number)))


def _headed(lines: Iterator[Line]) -> Iterator[Read]:
    block: list[str] = []
    size, first, at, moves = 0, 1, 0, False

    def read() -> Read:
        return Read(first, at, _headed_entry("".join(block), first))

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


def _headed_entry(text: str, line: int) -> Entry:
    """A game with headers; moves that are bare columns are not yet checked."""
    headers, _, moves = text.rpartition("]\n")
    plain = "".join(moves.split()).lower()
    if not _PLAIN.issuperset(plain) or '[Start "' in headers or '[Result "' not in headers:
        return Entry.of(parse_game(text, line))
    record = parse_game(headers + "]\n", line)
    return Entry.of(parse_game(text, line)) if record.columns else Entry.of(record)._replace(moves=plain)


def _json(lines: Iterator[Line]) -> Iterator[Read]:
    for number, at, text in lines:
        if not text.strip():
            continue
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            raise C4Error(f"line {number} is not JSON: one object a line was expected") from None
        try:
            yield Read(number, at, from_json(content))
        except C4Error as error:
            raise C4Error(f"line {number}: {error}") from None


def _table(lines: Iterator[Line]) -> Iterator[Read]:
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
                raise C4Error(f"line {now[0]} has {count(len(row), 'cell')}, the table {count(len(names), 'column')}")
            found = {name: value for name, value in zip(names, row) if name in _COLUMNS}
            if not found.get("result"):
                found["result"] = OPEN
            try:
                yield Read(now[0], now[1], from_json(found))
            except C4Error as error:
                raise C4Error(f"line {now[0]}: {error}") from None
    except csv.Error as error:
        raise C4Error(f"line {now[0]} is not a row of the table: {error}") from None


def _as_table(entries: Iterable[Entry]) -> Iterator[str]:
    class Line:
        text = ""

        def write(self, text: str) -> None:
            self.text = text

    line = Line()
    writer = csv.writer(line, lineterminator="\n")
    writer.writerow(_COLUMNS)
    yield line.text
    for entry in entries:
        content = entry.to_json() | {"tags": ", ".join(entry.tags), "game": entry.text}
        writer.writerow([content.get(name, "") for name in _COLUMNS])
        yield line.text
