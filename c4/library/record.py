"""Record: a game with its headers, and the text format of docs/formats.md.  Plain Python; imports only the game.

    [First "Anna"] [Second "engine:time_ms=100"] [Result "0-1"]

    44 5?? {loses in 8} (32 3) 31 ...

`parse_game` reads what `format_game` writes as the same record.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from c4.game.columns import format_columns
from c4.game.gametree import ROOT, GameTree
from c4.game.notation import format_position, parse_position
from c4.game.position import Position
from c4.game.rules import STANDARD, C4Error, Rules
from c4.library.movetext import LONGEST_COMMENT, check_text, escaped, format_moves, parse_moves, unescaped

FIRST_WON, SECOND_WON, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "*"
RESULTS = (FIRST_WON, SECOND_WON, DRAWN, OPEN)
"""The first player won, the second won, a draw, unfinished."""

SUFFIX = ".c4game"

LONGEST_VALUE = 1_000
"""The most characters of a header's value."""

MOST_HEADERS = 100
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
_HEADER = re.compile(rf'\[({_NAME.pattern}) +"((?:[^"\\]|\\.)*)"\]')
_OWN = ("First", "Second", "Result", "Ended", "Date", "Event", "Tags", "Note", "Board", "Connect", "Scoring", "Start")


def result_of(winner: int | None) -> str:
    """The result of a finished game: `winner` is 0, 1, or None for a draw."""
    return DRAWN if winner is None else RESULTS[winner]


@dataclass(frozen=True)
class Record:
    """A game with its headers.

    `first` began; `result` is one of RESULTS, the board's if the main line ends the game; `ended` says how it ended
    otherwise ("resigned", "time", "agreed"); `others` are the headers of other programs.  Raises C4Error for anything
    too long, and for a result that is unknown or contradicts the board.
    """

    tree: GameTree
    first: str = ""
    second: str = ""
    result: str = OPEN
    ended: str = ""
    date: str = ""
    event: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    others: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_headers(self)
        for node in self.tree.nodes:
            if node.comment:
                check_text(node.comment, "comment", LONGEST_COMMENT)
        if self.result not in RESULTS:
            raise C4Error(f"unknown result {self.result!r}: choose {' '.join(RESULTS)}")
        outcome = self.tree.position(self.tree.end_of(ROOT)).outcome()
        if outcome is None:
            return
        played = result_of(outcome.winner)
        if self.result == OPEN:
            object.__setattr__(self, "result", played)
        elif self.result != played:
            raise C4Error(f"the result is given as {self.result}, but the board says {played}: {outcome.reason}")

    @classmethod
    def from_moves(cls, text: str, **fields: object) -> Record:
        """The record of a move string on the standard board.  Raises C4Error as `Position.from_moves` does."""
        moves = Position.from_moves(text).moves
        return cls(GameTree.from_moves(moves or ()), **fields)  # type: ignore[arg-type]

    @property
    def start(self) -> Position:
        """The position it began with."""
        return self.tree.start

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns (from 0) of the main line."""
        return self.tree.moves(self.tree.end_of(ROOT))

    @property
    def moves(self) -> str:
        """The main line as a move string."""
        return format_columns(self.columns)

    @property
    def reason(self) -> str:
        """How it ended, in words; empty if unfinished."""
        outcome = self.tree.position(self.tree.end_of(ROOT)).outcome()
        return self.ended or ("" if outcome is None else outcome.reason)

    @property
    def plain(self) -> bool:
        """Whether it is only a main line, without variations, comments and marks."""
        nodes = [self.tree.nodes[node] for node in self.tree.walk()]
        return all(len(self.tree.children(node)) < 2 for node in self.tree.walk()) and not any(
            node.comment or node.mark for node in nodes
        )


class Headers(Protocol):
    """The fields of a record besides its moves."""

    @property
    def first(self) -> str: ...
    @property
    def second(self) -> str: ...
    @property
    def ended(self) -> str: ...
    @property
    def date(self) -> str: ...
    @property
    def event(self) -> str: ...
    @property
    def tags(self) -> tuple[str, ...]: ...
    @property
    def note(self) -> str: ...
    @property
    def others(self) -> Mapping[str, str]: ...


def check_headers(game: Headers) -> None:
    """Raises C4Error for headers, tags or a note that are too long or cannot be written."""
    for name in ("first", "second", "ended", "date", "event"):
        check_text(getattr(game, name), name, LONGEST_VALUE)
        if "\n" in getattr(game, name):
            raise C4Error(f"the {name} of a game is one line")
    for tag in game.tags:
        if not tag or tag != tag.strip() or "," in tag or "\n" in tag:
            raise C4Error(f"{tag!r} is no tag: a tag is a few words without a comma")
    check_text(", ".join(game.tags), "tags", LONGEST_VALUE)
    check_text(game.note, "note", LONGEST_COMMENT)
    if len(game.others) > MOST_HEADERS:
        raise C4Error(f"a game has {MOST_HEADERS} headers at most, not {len(game.others)}")
    for name, value in game.others.items():
        if _NAME.fullmatch(name) is None:
            raise C4Error(f"{name[:40]!r} is no name of a header: letters, digits, _ and -")
        check_text(value, name, LONGEST_VALUE)


# -- writing -----------------------------------------------------------------------------------------------------------


def format_game(record: Record, width: int = 80) -> str:
    """The record as text, headers first, lines of about `width` characters; ends with a line break."""
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
    lines = [f'[{name} "{escaped(value, chr(34))}"]' for name, value in headers.items() if value or name == "Result"]
    return "\n".join([*lines, "", *_wrapped(format_moves(record.tree), width)]) + "\n"


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines that break at its spaces."""
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width and word[:1] != "[":  # a header's
            lines.append(word)
        else:
            lines[-1] += " " * bool(lines[-1]) + word
    return [line for line in lines if line]


def _board_headers(start: Position) -> dict[str, str]:
    """Headers for what differs from the defaults: board, lines, scoring, starting position."""
    rules, headers = start.rules, {}
    if (rules.rows, rules.columns) != (STANDARD.rows, STANDARD.columns):
        headers["Board"] = f"{rules.rows}x{rules.columns}"
    if rules.connect != STANDARD.connect:
        headers["Connect"] = str(rules.connect)
    if rules.scoring != STANDARD.scoring:
        headers["Scoring"] = rules.scoring
    if rules.turn_every:
        headers["Turns"] = str(rules.turn_every) + ("" if rules.turn_seed is None else f" seed {rules.turn_seed}")
    if start.occupied:
        headers["Start"] = format_position(start)
    return headers


# -- reading -----------------------------------------------------------------------------------------------------------


def parse_game(text: str, line: int = 1) -> Record:
    """The record of a game: headers, if any, one per line, then moves.  `line` numbers its first line, for errors.

    Raises C4Error, one sentence with line and place, for anything that is not a game.
    """
    lines = text.split("\n")
    headers: dict[str, str] = {}
    read = 0
    for read, one in enumerate(lines):  # where the headers end
        if not one.strip():
            continue
        if not one.lstrip().startswith("["):
            break
        name, value = _read_header(one.strip(), line + read)
        if name in headers:
            raise C4Error(f"line {line + read}: the header {name} stands twice")
        if len(headers) == MOST_HEADERS:
            raise C4Error(f"line {line + read}: a game has {MOST_HEADERS} headers at most")
        headers[name] = value
    else:
        read = len(lines)
    try:
        start = _start_of(headers)
    except C4Error as error:
        raise C4Error(f"the game at line {line}: {error}") from None
    tree = parse_moves("\n".join(lines[read:]), start, line + read)
    others = {name: value for name, value in headers.items() if name not in _OWN}
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


def split_tags(text: str) -> tuple[str, ...]:
    """The tags of a text, separated by commas."""
    return tuple(tag for part in text.split(",") if (tag := part.strip()))


def _read_header(text: str, line: int) -> tuple[str, str]:
    found = _HEADER.fullmatch(text)
    if found is None:
        raise C4Error(f'line {line}: {text[:60]!r} is no header: it is written [Name "value"]')
    value = unescaped(found[2])
    longest = LONGEST_COMMENT if found[1] == "Note" else LONGEST_VALUE
    if len(value) > longest:
        raise C4Error(f"line {line}: the header {found[1]} has {len(value):,} characters: {longest:,} are the most")
    return found[1], value


def _start_of(headers: Mapping[str, str]) -> Position:
    """The starting position that these headers give."""
    board = headers.get("Board", f"{STANDARD.rows}x{STANDARD.columns}")
    connect = headers.get("Connect", str(STANDARD.connect))
    found = re.fullmatch(r"([1-9][0-9]?)x([1-9][0-9]?)", board)
    if found is None:
        raise C4Error(f"the board is written ROWSxCOLUMNS, such as 6x7, not {board!r}")
    if re.fullmatch("[1-9][0-9]?", connect) is None:
        raise C4Error(f"the header Connect must be a whole number, not {connect!r}")
    turns = re.fullmatch("([1-9][0-9]?)(?: seed (0|-?[1-9][0-9]{0,18}))?", headers.get("Turns", "1"))
    if turns is None:
        raise C4Error(f"the header Turns is written like 5 or 5 seed 1, not {headers['Turns']!r}")
    every = int(turns[1]) if "Turns" in headers else 0
    seed = None if turns[2] is None else int(turns[2])
    rules = Rules(int(found[1]), int(found[2]), int(connect), headers.get("Scoring", STANDARD.scoring), every, seed)
    return parse_position(headers.get("Start", "empty"), rules)
