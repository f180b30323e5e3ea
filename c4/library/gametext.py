"""The text format of a game (docs/formats.md): headers, then moves.

    [First "Anna"]
    [Second "engine:time_ms=100"]
    [Result "0-1"]

    44 5?? {loses in 4 moves} (32 3) 31 ...

`parse_game` reads what `format_game` writes as the same record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from c4.errors import C4Error
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD
from c4.library.headers import (
    LONGEST_COMMENT,
    LONGEST_VALUE,
    MOST_HEADERS,
    NAME,
    OWN_HEADERS,
    board_text,
    rules_of,
    split_tags,
    turns_text,
    with_turns,
)
from c4.library.movetext import escaped, format_moves, parse_moves, unescaped
from c4.library.record import OPEN, Record

QUOTE = '"'

LINE_WIDTH = 80
"""The characters of a line of moves."""

_HEADER = re.compile(rf'\[({NAME.pattern}) +"((?:[^"\\]|\\.)*)"\]')


def format_game(record: Record) -> str:
    """The record as text, headers first, lines of about 80 characters; ends with a line break."""
    headers = {
        "First": record.first,
        "Second": record.second,
        "Result": record.result,
        "Ended": record.ended,
        "Date": record.date,
        "Event": record.event,
        "Tags": ", ".join(record.tags),
        "Note": record.note,
        **_board_headers(record.start),
        **record.others,
    }
    written = {"Result", *record.others}  # also if they are empty
    lines = []
    for name, value in headers.items():
        if value or name in written:
            lines.append(f'[{name} "{escaped(value, QUOTE)}"]')
    lines.append("")
    lines += _wrapped(format_moves(record.tree), LINE_WIDTH)
    return "\n".join(lines) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines that break at its spaces."""
    lines = [""]
    for word in text.split(" "):
        line = lines[-1]
        if not line:
            lines[-1] = word
        elif len(line) + 1 + len(word) > width and not word.startswith("["):  # a line with [ is a header
            lines.append(word)
        else:
            lines[-1] = f"{line} {word}"
    return [line for line in lines if line]


def _board_headers(start: Position) -> dict[str, str]:
    """Headers for what differs from the defaults: board, lines, scoring, starting position."""
    rules = start.rules
    headers = {}
    if (rules.rows, rules.columns) != (STANDARD.rows, STANDARD.columns):
        headers["Board"] = board_text(rules)
    if rules.connect != STANDARD.connect:
        headers["Connect"] = str(rules.connect)
    if rules.scoring != STANDARD.scoring:
        headers["Scoring"] = rules.scoring
    if rules.turn_every:
        headers["Turns"] = turns_text(rules)
    if start.occupied:
        headers["Start"] = format_position(start)
    return headers


def parse_game(text: str, line: int = 1) -> Record:
    """The record of a game: headers, if any, one per line, then moves.  `line` numbers its first line, for errors.

    Raises C4Error, one sentence with line and place, for anything that is not a game.
    """
    lines = text.split("\n")
    headers, number_of_header_lines = _split_headers(lines, line)
    try:
        start = _start_of(headers)
    except C4Error as error:
        raise C4Error(f"the game at line {line}: {error}") from None
    tree = parse_moves("\n".join(lines[number_of_header_lines:]), start, line + number_of_header_lines)
    others = {name: value for name, value in headers.items() if name not in OWN_HEADERS}
    try:
        return Record(
            tree,
            first=headers.get("First", ""),
            second=headers.get("Second", ""),
            result=headers.get("Result", OPEN),
            ended=headers.get("Ended", ""),
            date=headers.get("Date", ""),
            event=headers.get("Event", ""),
            tags=split_tags(headers.get("Tags", "")),
            note=headers.get("Note", ""),
            others=others,
        )
    except C4Error as error:
        raise C4Error(f"the game at line {line}: {error}") from None


def _split_headers(lines: list[str], first_number: int) -> tuple[dict[str, str], int]:
    """The headers at the beginning of these lines, and the number of lines before the moves.

    `first_number` is that of the first line, for errors.
    """
    headers: dict[str, str] = {}
    for place, text in enumerate(lines):
        text = text.strip()
        if not text:
            continue
        if not text.startswith("["):
            return headers, place
        number = first_number + place
        name, value = _read_header(text, number)
        if name in headers:
            raise C4Error(f"line {number}: the header {name} is given twice")
        if len(headers) == MOST_HEADERS:
            raise C4Error(f"line {number}: a game has {MOST_HEADERS} headers at most")
        headers[name] = value
    return headers, len(lines)


def _read_header(text: str, line: int) -> tuple[str, str]:
    """The name and the value of a header.  Raises C4Error for a line that is none."""
    match = _HEADER.fullmatch(text)
    if match is None:
        raise C4Error(f'line {line}: {text[:60]!r} is not a header: write [Name "value"]')
    value = unescaped(match[2])
    longest = LONGEST_COMMENT if match[1] == "Note" else LONGEST_VALUE
    if len(value) > longest:
        raise C4Error(f"line {line}: the header {match[1]} has {len(value):,} characters: the limit is {longest:,}")
    return match[1], value


def _start_of(headers: Mapping[str, str]) -> Position:
    """The starting position that these headers give."""
    rules = rules_of({name.lower(): text for name, text in headers.items()})
    return parse_position(headers.get("Start", "empty"), with_turns(rules, headers.get("Turns", "")))
