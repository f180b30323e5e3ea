"""Files of games in four formats, read as a stream and written atomically: `.c4game`, move strings, JSON lines, CSV.

The first characters determine the format: a bracket begins headers, a brace an object, a row of names a table;
anything else is one game per line.  Files of other programs (`c4.library.others`) are read, too.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from c4.errors import C4Error, naming
from c4.game.columns import DIGITS
from c4.game.notation import entry_of
from c4.game.position import Position
from c4.library.gametext import format_game, parse_game
from c4.library.others import is_kaggle, is_uci, read_kaggle, read_uci
from c4.library.record import SCORE_HEADER, Record, columns_from_zero
from c4.storage import not_text, open_regular, reading, write_bytes
from c4.text import pluralise, table_cell, text_of_cell

MAX_LINE_BYTES = 1_000_000
"""The most bytes of a line, and of a game on several lines."""

SUFFIXES = {".c4game": "headers", ".txt": "moves", ".jsonl": "json", ".json": "json", ".csv": "csv"}
"""Formats by the ending of a file's name."""

_COLUMNS = (
    "moves",
    "first",
    "second",
    "result",
    "ended",
    "date",
    "event",
    "tags",
    "note",
    "game",
    "start",
    "board",
    "connect",
    "scoring",
    "turns",
    "others",
)
"""The columns of a table."""

_PLAIN = frozenset(DIGITS)


class Read(NamedTuple):
    """A game of a file: its line number, the bytes of the file read so far, the game, and what it was read as."""

    line: int
    bytes: int
    record: Record
    kind: str


def read_games(path: str | Path, first_column: int = 1) -> Iterator[Read]:
    """The games of a file, one at a time; lists of columns and bare move strings count from `first_column`, 0 or 1.

    Raises C4Error, with the line, for anything that is not a game, and for a file that cannot be read.
    """
    path = Path(path)
    with reading(path), naming(str(path)):
        lines = _lines(path)
        first = next(((line, at, text) for line, at, text in lines if text.strip() and text[0] != "#"), None)
        if first is None:
            return
        beginning = first[2].lstrip("\ufeff \t")
        numbered = chain([(*first[:2], first[2].lstrip("\ufeff"))], lines)
        is_list = re.match(r"\[\s*([\[{]|$)", beginning) is not None
        if beginning.startswith("[") and not is_list:
            yield from _headed(numbered)
        elif is_list or re.match(r'\{\s*("|$)', beginning) or path.suffix.lower() in (".json", ".jsonl"):
            yield from _json(numbered, first_column)
        elif "moves" in beginning.lower().replace('"', "").split(","):
            yield from _table(numbered, first_column)
        else:
            yield from _strings(numbered, first_column)


def kind_of(path: str | Path, first_column: int = 1) -> str:
    """What a file's first game is read as, in words; empty for a file without games.  Raises C4Error as `read_games`."""
    return next((game.kind for game in read_games(path, first_column)), "")


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

    Move strings hold the main line alone (see `left_out`).  Raises C4Error where they could not be read back as the
    same moves: for a game on another board, or one that did not start on the empty board.
    """
    if form == "csv":
        yield from _as_table(records)
        return
    for number, record in enumerate(records):
        if form == "json":
            yield json.dumps(record.to_json()) + "\n"
        elif form == "headers":
            if number > 0:
                yield "\n"
            yield format_game(record)
        elif record.start != Position():
            what = record.start_text or f"a board of {record.start.rules}"
            raise C4Error(
                f"a game that began with {what} is not a bare move string: end the name with .c4game, .jsonl or .csv"
            )
        else:
            yield f"{record.moves or 'empty'}\n"


def left_out(path: str | Path, record: Record) -> tuple[str, ...]:
    """What a file of that name does not keep of a game, in words; nothing if it keeps everything.  Raises C4Error for
    an unknown ending.
    """
    if format_of(path) != "moves":
        return ()
    bare = Record.from_moves(record.moves) if record.start == Position() else record
    parts = {
        "headers": replace(record, tree=bare.tree) != bare,
        "variations, comments and marks": bool(record.variations),
    }
    return tuple(part for part, lost in parts.items() if lost)


def write_games(path: str | Path, records: Iterable[Record]) -> int:
    """Writes games atomically in the format for the file's name; returns their number.  Raises C4Error on failure."""
    form = format_of(path)
    number = 0

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
        for number, raw in enumerate(iter(lambda: file.readline(MAX_LINE_BYTES + 1), b""), start=1):
            at += len(raw)
            if len(raw) > MAX_LINE_BYTES:
                raise C4Error(f"line {number} has more than {MAX_LINE_BYTES:,} bytes: that is no file of games")
            try:
                yield number, at, raw.decode()
            except UnicodeDecodeError:
                raise not_text(number, raw) from None


def _strings(lines: Iterable[Line], first_column: int) -> Iterator[Read]:
    plain = _PLAIN if first_column == 1 else _PLAIN | {"0"}
    for number, at, text in lines:
        text = text.strip()
        if not text or text[0] == "#":
            continue
        moves, score = entry_of(text)
        if is_uci(text):
            yield Read(number, at, _checked(read_uci, text, number), "positions of the UCI data set connect-4")
        elif score and not moves.startswith("packed:"):
            record = _checked(move_reader(first_column), "".join(moves.split()), number)
            yield Read(number, at, replace(record, others={SCORE_HEADER: score}), "move strings with scores")
        elif text == "empty" or plain.issuperset(text.lower()):
            kind = "move strings" if first_column == 1 else "move strings, columns counted from 0"
            yield Read(number, at, _checked(move_reader(first_column), text, number), kind)
        else:
            yield Read(number, at, parse_game(text, number), "games, one a line")


def move_reader(first_column: int) -> Callable[[str], Record]:
    """What reads a bare move string whose columns count from 0 or 1; it raises C4Error for another text."""

    def read(text: str) -> Record:
        if text == "empty":
            return Record.from_moves("")
        if first_column == 1:
            return Record.from_moves(text)
        return Record.from_json({"moves": columns_from_zero(text)}, first_column)

    return read


def _checked(parse: Callable[[Any], Record], content: object, line: int) -> Record:
    """What `parse` makes of a line's content.  Raises C4Error naming the line."""
    with naming(f"line {line}"):
        return parse(content)


def _headed(lines: Iterable[Line]) -> Iterator[Read]:
    """The games of lines with headers and moves."""
    block: _Block | None = None
    for number, end, text in lines:
        if block is None or block.ends_before(text):
            if block is not None:
                yield block.read()
            block = _Block(number)
        block.add(text, end)
    if block is not None:
        yield block.read()


class _Block:
    """The lines of one game with headers.

    first        the number of its first line
    end          how far its last line reaches into the file, in bytes
    has_moves    whether a line so far is neither blank nor a header
    has_result   whether its headers name a result, as those of every game do that this program has written
    is_closed    whether a blank line has ended these headers
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.end = 0
        self.has_moves = False
        self.has_result = False
        self.is_closed = False
        self._lines: list[str] = []
        self._size = 0

    def ends_before(self, text: str) -> bool:
        """Whether the next line begins another game."""
        return _is_header(text) and (self.has_moves or self.is_closed)

    def add(self, text: str, end: int) -> None:
        """Adds a line.  Raises C4Error if the game becomes too long."""
        is_blank = not text.strip()
        if not is_blank and not _is_header(text):
            self.has_moves = True
        if text.lstrip().startswith("[Result "):
            self.has_result = True
        if is_blank and self.has_result:
            self.is_closed = True
        self._lines.append(text)
        self._size += len(text)
        self.end = end
        if self._size > MAX_LINE_BYTES:
            raise C4Error(f"the game at line {self.first} has more than {MAX_LINE_BYTES:,} characters")

    def read(self) -> Read:
        """The game.  Raises C4Error if it is none."""
        return Read(self.first, self.end, parse_game("".join(self._lines), self.first), "games with headers")


def _is_header(text: str) -> bool:
    return text.lstrip().startswith("[")


def _json(lines: Iterable[Line], first_column: int) -> Iterator[Read]:
    """The games of one object a line, or of a whole file that is one object or one list."""
    rest = iter(lines)
    first = next(rest)
    try:
        json.loads(first[2])
    except (ValueError, RecursionError):
        texts: Iterable[Line] = [_rest_as_one(*first, rest)]
    else:
        texts = chain([first], rest)
    for number, at, text in texts:
        if text.strip():
            yield from _json_games(number, at, text, first_column)


def _rest_as_one(number: int, at: int, text: str, lines: Iterable[Line]) -> Line:
    """A line and all that follow as one, numbered as the first."""
    parts = [text]
    size = len(text)
    for _, end, more in lines:
        parts.append(more)
        size = size + len(more)
        at = end
        if size > MAX_LINE_BYTES:
            break
    return number, at, "".join(parts)


def _json_games(number: int, at: int, text: str, first_column: int) -> Iterator[Read]:
    """The games of a JSON text."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise C4Error(f"line {number} is not JSON: one object a line was expected") from None
    has_games = isinstance(content, list) and bool(content) and all(isinstance(game, dict) for game in content)
    games = content if has_games else [content]
    for game in games:
        if is_kaggle(game):
            yield Read(number, at, _checked(read_kaggle, game, number), "a replay of Kaggle's ConnectX")
        else:
            read = partial(Record.from_json, first_column=first_column)
            is_list = isinstance(game, dict) and isinstance(game.get("moves"), list)
            kind = f"JSON, lists of columns counted from {first_column}" if is_list else "JSON"
            yield Read(number, at, _checked(read, game, number), kind)


def _table(lines: Iterable[Line], first_column: int) -> Iterator[Read]:
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
            content: dict[str, Any] = {
                name: text_of_cell(cell) for name, cell in zip(names, row) if name in _COLUMNS and cell
            }
            content.setdefault("moves", "")
            if "others" in content:
                content["others"] = _others_of_cell(content["others"], now[0])
            read = partial(Record.from_json, first_column=first_column)
            yield Read(now[0], now[1], _checked(read, content, now[0]), "a table")
    except csv.Error as error:
        raise C4Error(f"line {now[0]} is not a row of the table: {error}") from None


def _others_of_cell(cell: str, line: int) -> Any:
    """The headers of other programs in a table's cell."""
    try:
        return json.loads(cell)
    except (ValueError, RecursionError):
        raise C4Error(f"line {line}: the column others holds no JSON object") from None


def _as_table(records: Iterable[Record]) -> Iterator[str]:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for record in records:
        content = record.to_json() | {"tags": ", ".join(record.tags)}
        if record.others:
            content["others"] = json.dumps(dict(record.others), ensure_ascii=False)
        content = {name: str(value) for name, value in content.items()}
        writer.writerow([table_cell(content.get(name, "")) for name in _COLUMNS])
        yield text.getvalue()
        text.seek(0)
        text.truncate()
    yield text.getvalue()
