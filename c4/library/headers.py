"""The headers of a game: their limits, and how the board is written in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from c4.errors import C4Error
from c4.game.rules import STANDARD, Rules
from c4.text import pluralise

LONGEST_VALUE = 1_000
"""The most characters of a header's value."""

LONGEST_COMMENT = 10_000
"""The most characters of a comment, and of a note."""

MOST_HEADERS = 100
"""The most headers of a game."""

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""The name of a header."""

OWN_HEADERS = (
    "First",
    "Second",
    "Result",
    "Ended",
    "Date",
    "Event",
    "Tags",
    "Note",
    "Board",
    "Connect",
    "Scoring",
    "Turns",
    "Start",
)
"""The headers that are fields of a record, or of its board; others are those of other programs."""


def board_text(rules: Rules) -> str:
    """The size of a board as files have it, "7 columns, 6 rows"."""
    return f"{pluralise(rules.columns, 'column')}, {pluralise(rules.rows, 'row')}"


_BOARD_PATTERNS = (
    r"(?P<columns>[1-9]\d?) columns?, (?P<rows>[1-9]\d?) rows?",
    r"(?P<rows>[1-9]\d?) rows?, (?P<columns>[1-9]\d?) columns?",
    r"(?P<rows>[1-9]\d?)x(?P<columns>[1-9]\d?)",
)


def read_board(text: str) -> tuple[int, int]:
    """(rows, columns) of a size as `board_text` writes it, in either order, or as ROWSxCOLUMNS.  Raises C4Error."""
    for pattern in _BOARD_PATTERNS:
        match = re.fullmatch(pattern, text, re.ASCII)
        if match is not None:
            return int(match["rows"]), int(match["columns"])
    raise C4Error(f"a board is written like 7 columns, 6 rows, not {text[:40]!r}")


def rules_of(content: Mapping[str, Any]) -> Rules:
    """The rules that an object or headers name, by default the standard ones.  Raises C4Error for impossible ones."""
    board = content.get("board", "")
    connect = content.get("connect", STANDARD.connect)
    rows, columns = read_board(str(board or board_text(STANDARD)))
    if re.fullmatch("[0-9]{1,2}", str(connect)) is None:
        raise C4Error(f"the length of a line is a whole number, not {str(connect)[:40]!r}")
    return Rules(rows, columns, int(connect), content.get("scoring", STANDARD.scoring))


def turns_text(rules: Rules) -> str:
    """When a board turns, as files have it: "5", "5 seed 1"; empty for one that never does."""
    if not rules.turn_every:
        return ""
    return str(rules.turn_every) if rules.turn_seed is None else f"{rules.turn_every} seed {rules.turn_seed}"


def with_turns(rules: Rules, text: object) -> Rules:
    """The rules with turns as `turns_text` writes them.  Raises C4Error for another text."""
    if text == "":
        return rules
    turns = re.fullmatch("([1-9][0-9]?)(?: seed (0|-?[1-9][0-9]{0,18}))?", str(text))
    if turns is None:
        raise C4Error(f"the header Turns is written like 5 or 5 seed 1, not {str(text)[:40]!r}")
    seed = None if turns[2] is None else int(turns[2])
    return replace(rules, turn_every=int(turns[1]), turn_seed=seed)


def split_tags(text: str) -> tuple[str, ...]:
    """The tags of a text, separated by commas."""
    tags = [part.strip() for part in text.split(",")]
    return tuple(tag for tag in tags if tag)


def check_text(text: str, what: str, longest: int) -> None:
    """Raises C4Error for text that is too long or cannot be written."""
    if len(text) > longest:
        raise C4Error(f"the {what} of a game may have {longest:,} characters, not {len(text):,}")
    if any((ord(character) < 32 and character != "\n") or 0xD800 <= ord(character) < 0xE000 for character in text):
        raise C4Error(f"the {what} of a game holds a character that cannot be written: {text[:40]!r}")


def check_headers(
    texts: Mapping[str, str], tags: Iterable[str] = (), note: str = "", others: Mapping[str, str] | None = None
) -> None:
    """Raises C4Error for headers, tags or a note that are too long or cannot be written."""
    for name, text in texts.items():
        check_text(text, name, LONGEST_VALUE)
        if "\n" in text:
            raise C4Error(f"the {name} of a game is one line")
    for tag in tags:
        if not tag or tag != tag.strip() or "," in tag or "\n" in tag:
            raise C4Error(f"{tag!r} is not a tag: a tag is one or more words without a comma")
    check_text(", ".join(tags), "tags", LONGEST_VALUE)
    check_text(note, "note", LONGEST_COMMENT)
    others = others or {}
    if len(others) > MOST_HEADERS:
        raise C4Error(f"a game has at most {MOST_HEADERS} headers, not {len(others)}")
    for name, value in others.items():
        if name in OWN_HEADERS:
            raise C4Error(f"the header {name} has a field of its own, so it is not one of another program")
        if NAME.fullmatch(name) is None:
            raise C4Error(f"{name[:40]!r} is not a header name: use letters, digits, _ and -")
        check_text(value, name, LONGEST_VALUE)
