"""The pattern memory of reference system 2: patterns, how their games went, and its files (R2-1 to R2-12 in
docs/reference-systems.md; D2-1 to D2-9 there are mistakes of its program).

. . . . . . .        A pattern is adjacent discs of one colour with an empty cell beyond.  It starts at a disc and runs in
. . . . . . .        one of seven directions (straight down could never grow).  It is tied to its cells: the same three
. X X X _ . .  <-    one column further is another pattern.
A B C D E F G        Here: start B, to the RIGHT, 3 discs; E is the empty cell beyond.

The file is SQLite, written as a whole: a kill at any moment leaves the old one or the new one.
`ConnectFourPatterns.xml`, the author's format, can be imported and exported.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from c4 import databases, models, storage
from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules

DIRECTIONS = {
    "ABOVE": (1, 0), "ABOVERIGHT": (1, 1), "RIGHT": (0, 1), "BELOWRIGHT": (-1, 1),
    "BELOWLEFT": (-1, -1), "LEFT": (0, -1), "ABOVELEFT": (1, -1),
}  # fmt: skip
"""The directions, clockwise, as steps (rows up, columns to the right)."""

Cell = tuple[int, int]
"""(row, column), row 0 at the bottom."""


class Pattern(NamedTuple):
    """`length` discs (2 to connect - 1) from the cell (row, column) on; `enemy`: they are the opponent's."""

    enemy: bool
    row: int
    column: int
    direction: str
    length: int

    def cell(self, place: int) -> Cell:
        """A cell of its line: 0 is the start, `length` the cell beyond, -1 the cell before."""
        up, right = DIRECTIONS[self.direction]
        return self.row + place * up, self.column + place * right

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of its discs, the start first."""
        return tuple(self.cell(place) for place in range(self.length))

    @property
    def ends(self) -> tuple[Cell, ...]:
        """The cells before and beyond, which may lie off the board; upright only the one on top."""
        return (self.cell(self.length),) if self.direction == "ABOVE" else (self.cell(-1), self.cell(self.length))

    def fits(self, rules: Rules) -> bool:
        """Whether such a pattern can lie on a board."""
        return 2 <= self.length < rules.connect and all(
            on_board(self.cell(place), rules) for place in range(self.length + 1)
        )


def on_board(cell: Cell, rules: Rules) -> bool:
    """Whether a cell, (row, column), lies on the board."""
    return 0 <= cell[0] < rules.rows and 0 <= cell[1] < rules.columns


def is_empty(cell: Cell, position: Position) -> bool:
    """Whether it is a cell of the board without a disc."""
    return on_board(cell, position.rules) and position.owner(*cell) is None


def is_playable(cell: Cell, position: Position) -> bool:
    """Whether the next disc in its column would land there."""
    return on_board(cell, position.rules) and position.height(cell[1]) == cell[0]


def extract(position: Position, side: int) -> list[Pattern]:
    """The patterns of a position for `side` (0 or 1), from the top left, directions clockwise."""
    rules = position.rules
    patterns = []
    owners = {place: side for side in (0, 1) for place in rules.places(position.stones[side])}
    for row, column in sorted(owners, key=lambda cell: (-cell[0], cell[1])):
        owner = owners[row, column]
        for direction, (up, right) in DIRECTIONS.items():
            length = 1
            while length < rules.connect and owners.get((row + length * up, column + length * right)) == owner:
                length += 1
            pattern = Pattern(owner != side, row, column, direction, length)
            if pattern.fits(rules) and pattern.cell(length) not in owners:
                patterns.append(pattern)
    return patterns


class Kind(NamedTuple):
    """A type of pattern: its name, its weight, and its weight if the memory knows it."""

    name: str
    weight: int
    known: int


AGGRESSIVE = Kind("aggressive", 10, 105)
DEFENSIVE = Kind("defensive", 7, 104)
TACTICAL = Kind("tactical", 3, 103)
WARNING = Kind("warning", 5, 102)
KINDS = (AGGRESSIVE, DEFENSIVE, TACTICAL, WARNING)

# -- the memory --------------------------------------------------------------------------------------------------------


class Record(NamedTuple):
    """What is remembered of a pattern.

    seen       in how many games it was on the board
    won, lost  how many of these were won and lost; the rest was drawn
    ending     whether it ever became the line that ended a game
    response   a cell beside it that was played and did not lose
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
        """How many games it has learned from."""
        return self.won + self.drawn + self.lost

    def learn(self, start: Position, moves: tuple[int, ...], side: int) -> None:
        """Remembers the patterns that the player `side` saw before its last move, and how the game ended.

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
        side_won = outcome.winner == side
        side_lost = outcome.winner == 1 - side
        if side_won:
            self.won += 1
        elif side_lost:
            self.lost += 1
        else:
            self.drawn += 1
        last = next((ply for ply in reversed(range(len(moves))) if game[ply].to_move == side), None)
        if last is None:
            return
        played = (game[last].height(moves[last]), moves[last])
        lines = [{self.rules.place(cell) for cell in line.cells} for line in outcome.lines]
        for pattern in extract(game[last], side):
            before = self.records.get(pattern, Record())
            became_line = any(line.issuperset(pattern.cells) for line in lines)
            is_response = not side_lost and played in pattern.ends
            self.records[pattern] = Record(
                seen=before.seen + 1,
                won=before.won + int(side_won),
                lost=before.lost + int(side_lost),
                ending=before.ending or became_line,
                response=played if is_response else before.response,
            )


# -- the SQLite file ---------------------------------------------------------------------------------------------------

TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE patterns (
    enemy INTEGER NOT NULL, start_row INTEGER NOT NULL, start_column INTEGER NOT NULL,
    direction TEXT NOT NULL, length INTEGER NOT NULL,
    seen INTEGER NOT NULL, won INTEGER NOT NULL, lost INTEGER NOT NULL, ending INTEGER NOT NULL,
    response_row INTEGER, response_column INTEGER,
    PRIMARY KEY (enemy, start_row, start_column, direction, length)
) WITHOUT ROWID;
"""
FIELDS = "enemy, start_row, start_column, direction, length, seen, won, lost, ending, response_row, response_column"


WAIT_SECONDS = 30
"""How long a reader waits for another program that is writing the same memory."""


def read(path: str | Path) -> Memory:
    """The memory in a file.  Raises C4Error: one sentence saying what was expected and found."""
    with _connect(path) as connection:
        return _read(connection, path)


def write(path: str | Path, memory: Memory) -> None:
    """Writes a file atomically, replacing what was there.  Raises C4Error when that fails."""
    with closing(sqlite3.connect(":memory:")) as connection:
        _write(connection, memory)
        storage.write_bytes(path, connection.serialize())


@contextmanager
def _connect(path: str | Path) -> Iterator[sqlite3.Connection]:
    """A connection to a file that looks like a memory; SQLite's errors become a C4Error."""
    path = Path(path)
    missing = f"there is no pattern memory {path}: make one with `c4 train patterns --model {path}`"
    with storage.reading(f"the pattern memory {path}", missing), storage.open_regular(path) as file:
        if file.read(16) != b"SQLite format 3\0":
            raise C4Error(f"{path} is not a pattern memory: that is a SQLite file, and this is none (or it is cut off)")
    try:
        with closing(
            sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=WAIT_SECONDS)
        ) as connection:
            yield connection
    except sqlite3.Error as error:
        raise C4Error(f"the pattern memory {path} cannot be used: {databases.sqlite_reason(error, path)}") from None
    except UnicodeDecodeError:  # also in SQLite's words about what is damaged
        raise C4Error(f"the pattern memory {path} is damaged: it holds text that is not UTF-8") from None


def _write(connection: sqlite3.Connection, memory: Memory) -> None:
    """Writes the records and the state of training into a new file."""
    about = {
        "format": models.FORMAT,
        "learner": "patterns",
        "version": models.VERSION,
        "rules": memory.rules.content(),
        "games": {"won": memory.won, "drawn": memory.drawn, "lost": memory.lost},
        "training": memory.training,
    }
    connection.executescript(TABLES)
    connection.executemany(
        "INSERT INTO about VALUES (?, ?)", [(key, json.dumps(value)) for key, value in about.items()]
    )
    rows = [_row_of(pattern, record) for pattern, record in sorted(memory.records.items())]
    connection.executemany(f"INSERT INTO patterns ({FIELDS}) VALUES ({', '.join('?' * 11)})", rows)
    connection.commit()


def _read(connection: sqlite3.Connection, path: str | Path) -> Memory:
    """The memory of an open file, checked."""
    entries = databases.schema_of(connection)
    expected = list(databases.schema_entries(TABLES))
    foreign = C4Error(
        f"{path} is not a pattern memory: such a file holds the tables `about` and `patterns`, as this program makes them, and no more"
    )
    if any(entry not in entries for entry in expected if entry[2] == "about"):
        raise foreign
    try:
        about = {key: json.loads(value) for key, value in connection.execute("SELECT key, value FROM about")}
    except (ValueError, TypeError, RecursionError):
        raise C4Error(f"{path} is not a pattern memory: what it says about itself is not JSON") from None
    models.check_content(about, path, "patterns")  # a newer program may have other tables beside this one
    if entries != expected:
        raise foreign
    rules = models.rules_of(about, path)
    try:
        memory = Memory(rules, training=dict(about["training"]), **about["games"])
        if any(type(number) is not int or number < 0 for number in (memory.won, memory.drawn, memory.lost)):
            raise ValueError("games")
    except (KeyError, TypeError, ValueError):
        raise C4Error(f"{path} does not say from which games it comes") from None
    for row in connection.execute(f"SELECT {FIELDS} FROM patterns"):
        pattern, record = _record(row, rules, path)
        memory.records[pattern] = record
    return memory


def _row_of(pattern: Pattern, record: Record) -> tuple[object, ...]:
    """A pattern and its record as a row of the table."""
    response = record.response or (None, None)
    return (*pattern, *record[:4], *response)


def _record(row: tuple[Any, ...], rules: Rules, path: str | Path) -> tuple[Pattern, Record]:
    """A row as (pattern, record).  Raises C4Error for an impossible pattern."""
    enemy, *start, direction, length, seen, won, lost, ending, response_row, response_column = row
    numbers = (enemy, *start, length, seen, won, lost, ending)
    pattern = Pattern(bool(enemy), start[0], start[1], direction, length)
    response = None if response_row is None else (response_row, response_column)
    try:
        are_whole = all(type(number) is int for number in numbers)
        counts_fit = 0 <= won <= seen and 0 <= lost <= seen - won
        response_fits = response is None or response in pattern.ends
        sound = are_whole and pattern.fits(rules) and counts_fit and response_fits
    except (KeyError, TypeError):
        sound = False
    if not sound:
        raise C4Error(f"{path} holds a pattern that cannot exist on {rules}: {row}")
    return pattern, Record(seen, won, lost, bool(ending), response)


# -- the author's XML file ---------------------------------------------------------------------------------------------
#
# Squares are two letters: the column A, B, ... from the left, then the row A, B, ... from the top.  A pattern is read
# from the squares of its pieces, not from the names of their directions, some of which the author's program read
# wrongly.  That program also confused the sides, taking its own discs for the enemy's.  Its files do the
# same, and so do the files written here, so that it can read them.

COLLECTION = "ConnectFourPatternCollection"
"""The root of a file with many patterns."""

SINGLE_PATTERN = "ConnectFourPattern"
"""The root of a file with one pattern, as printed in the article."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of columns from the left, and of rows from the top."""

MAX_ELEMENTS = 2_000_000
"""The most elements that are read."""


def other_side(enemy: bool) -> bool:
    """Whether a file calls discs the enemy's, from whether they are, and the reverse: it confuses the sides, see above."""
    return not enemy


def read_xml(path: str | Path, rules: Rules = STANDARD) -> Memory:
    """The memory of a file.  Patterns with gaps or without room to grow are left out; duplicates are added up.

    Raises C4Error, one sentence, for any other file, for a document type, and for an incomplete pattern.
    """
    root = _parse(path)
    memory = Memory(rules)
    for number, entry in enumerate(root.iter("BasicGamePatternSet"), start=1):
        try:
            pattern = _xml_pattern(entry, rules)
            record = _xml_record(entry, rules)
        except (ValueError, AttributeError) as error:
            raise C4Error(f"{path}: pattern {number} is not one that this program can read: {error}") from None
        if pattern is None:
            continue
        before = memory.records.get(pattern, Record())
        response = record.response if record.response in pattern.ends else None
        memory.records[pattern] = Record(
            seen=before.seen + record.seen,
            won=before.won + record.won,
            lost=before.lost + record.lost,
            ending=before.ending or record.ending,
            response=response or before.response,
        )
    return memory


def write_xml(path: str | Path, memory: Memory) -> int:
    """Writes all patterns of a memory in the author's format; returns their number.

    A pattern seen more than once gets the weighting that the author's program gives every such pattern, others none; it
    computes them anew for every move.  Raises C4Error for a board with more rows or columns than letters, or when the
    file cannot be written.
    """
    rules = memory.rules
    if max(rules.rows, rules.columns) > len(LETTERS):
        raise C4Error(f"a board of {rules} has more rows or columns than there are letters for the squares of {path}")
    root = Element(COLLECTION)
    collection = SubElement(root, "BasicGamePatternCollection")
    for number, (pattern, record) in enumerate(sorted(memory.records.items())):
        entry = SubElement(SubElement(collection, "ConnectFourPattern"), "BasicGamePatternSet")
        _add(entry, "PatternID", number)
        for level, cell in enumerate(pattern.cells):
            place = "START" if level == 0 else pattern.direction
            _add_piece(entry, cell, other_side(pattern.enemy), place, level, rules)
        _add(entry, "NumberOfTimesSeen", record.seen)
        _add(entry, "NumberOfTimesSeenInWinningGame", record.won)
        _add(entry, "NumberOfTimesSeenInLosingGame", record.lost)
        _add(entry, "EndingPattern", record.ending)
        _add(entry, "Weighting", TACTICAL.known if record.seen > 1 else 0)
        response = SubElement(entry, "Response")
        _add(response, "ResponsePresent", int(record.response is not None))
        if record.response is not None:
            _add_piece(response, record.response, other_side(False), "START", 0, rules)  # an own disc
    ElementTree.indent(root)
    content = ElementTree.tostring(root, encoding="unicode")
    storage.write_text(path, f'<?xml version="1.0" encoding="utf-8"?>\n{content}\n')
    return len(memory.records)


class NoDocumentType(ElementTree.TreeBuilder):
    """Builds the tree of a document, but refuses a document type, the source of entities."""

    elements = 0

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise C4Error(f"it has more than {MAX_ELEMENTS:,} elements")
        return super().start(tag, attributes)

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise C4Error("it declares a document type, and entities are not read")


def _parse(path: str | Path) -> Element:
    try:
        parser = ElementTree.XMLParser(target=NoDocumentType())
        root = ElementTree.parse(BytesIO(storage.read_bytes(path)), parser).getroot()
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except C4Error as error:
        raise C4Error(f"{path} is refused: {error}") from None
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise C4Error(
            f"{path} is not a pattern collection: XML was expected, and this is none (or it is cut off): {error}"
        ) from None
    if root.tag not in (COLLECTION, SINGLE_PATTERN):
        raise C4Error(f"{path} is not a pattern collection: its root is {root.tag!r}, and {COLLECTION!r} was expected")
    return root


def _text(entry: Element, name: str) -> str:
    """The text of a child.  Raises ValueError if there is none."""
    text = (entry.findtext(name) or "").strip()
    if not text:
        raise ValueError(f"it has no {name}")
    return text


def _count(entry: Element, name: str) -> int:
    text = _text(entry, name)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(f"its {name} is {text[:20]!r}, and a whole number was expected")
    return int(text)


def _square(piece: Element, rules: Rules) -> Cell:
    text = _text(piece, "Square")
    column = LETTERS.find(text[:1])
    row = LETTERS.find(text[1:2])
    if len(text) != 2 or not (0 <= column < rules.columns and 0 <= row < rules.rows):
        raise ValueError(f"{text[:20]!r} is no square of a board of {rules}")
    return rules.rows - 1 - row, column


def _xml_pattern(entry: Element, rules: Rules) -> Pattern | None:
    """The pattern of an entry; None unless its pieces are adjacent in a line with an empty cell beyond."""
    pieces = entry.findall("BasicGamePiece")
    starts = [piece for piece in pieces if _text(piece, "IsStartForPattern") == "True"]
    if len(starts) != 1:
        raise ValueError(f"{len(starts)} of its pieces are its start, and one was expected")
    sides = {_text(piece, "IsEnemy") for piece in pieces}
    if sides not in ({"True"}, {"False"}):
        raise ValueError("its pieces are not all of one side")
    enemy = other_side(sides == {"True"})
    cells = {_square(piece, rules) for piece in pieces}
    row, column = _square(starts[0], rules)
    for direction in DIRECTIONS:
        pattern = Pattern(enemy, row, column, direction, len(pieces))
        if pattern.fits(rules) and set(pattern.cells) == cells:
            return pattern
    return None


def _xml_record(entry: Element, rules: Rules) -> Record:
    names = ("NumberOfTimesSeen", "NumberOfTimesSeenInWinningGame", "NumberOfTimesSeenInLosingGame")
    seen, won, lost = (_count(entry, name) for name in names)
    if won + lost > seen:
        raise ValueError(f"it was seen {seen} times, but won {won} and lost {lost}")
    piece = entry.find("Response/BasicGamePiece")
    present = entry.findtext("Response/ResponsePresent", "0").strip() == "1"
    return Record(
        seen=seen,
        won=won,
        lost=lost,
        ending=entry.findtext("EndingPattern", "False").strip() == "True",
        response=_square(piece, rules) if present and piece is not None else None,
    )


def _add(parent: Element, name: str, value: object) -> None:
    SubElement(parent, name).text = str(value)


def _add_piece(parent: Element, cell: Cell, enemy: bool, place: str, level: int, rules: Rules) -> None:
    piece = SubElement(parent, "BasicGamePiece")
    _add(piece, "PieceID", level)
    _add(piece, "IsStartForPattern", level == 0)
    _add(piece, "Square", LETTERS[cell[1]] + LETTERS[rules.rows - 1 - cell[0]])
    _add(piece, "IsEnemy", enemy)
    _add(piece, "PiecePosition", place)
    _add(piece, "Level", level)
