"""`ConnectFourPatterns.xml`, the memory of reference system 2 (R2-11), read and written.  Plain Python, xml.

Squares are two letters: the column A, B, ... from the left, then the row A, B, ... from the top.  A pattern is read
from the squares of its pieces, not from the names of their directions, some of which the author's program read wrongly
(D2-9).  That program also confused the sides, taking its own stones for the enemy's (D2-1).  Its files do the same,
and so do the files written here, so that it can read them.  Earlier versions of this program wrote the sides
correctly, and marked their files.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from c4 import files
from c4.game.rules import STANDARD, C4Error, Rules
from c4.learning.pattern import DIRECTIONS, Cell, Pattern
from c4.learning.pattern_memory import Memory, Record
from c4.learning.pattern_reasoning import TACTICAL

ROOT = "ConnectFourPatternCollection"
MOST = 2_000_000
"""Elements that are read."""

ONE = "ConnectFourPattern"
"""A single pattern, as printed in the article."""
SIDES = "sides"
OWN_ARE_FRIENDS = "own stones are not the enemy's"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Imported(NamedTuple):
    """The content of a file: the memory, the number of its patterns, and how many match the article's definition."""

    memory: Memory
    entries: int
    known: int


def read(path: str | Path, rules: Rules = STANDARD) -> Imported:
    """The memory of a file.  Patterns with gaps or without room to grow are left out (D2-7); duplicates are added up.

    Raises C4Error, one sentence, for any other file, for a document type or entities, and for an incomplete pattern.
    """
    root = _parse(path)
    swapped = root.get(SIDES) != OWN_ARE_FRIENDS
    memory, entries, known = Memory(rules), 0, 0
    for number, entry in enumerate(root.iter("BasicGamePatternSet"), start=1):
        entries += 1
        try:
            pattern, record = _pattern(entry, rules, swapped), _record(entry, rules)
        except (ValueError, AttributeError) as error:
            raise C4Error(f"{path}: pattern {number} is not one that this program can read: {error}") from None
        if pattern is None:
            continue
        known += 1
        before = memory.records.get(pattern, Record())
        response = record.response if record.response in pattern.ends else None
        memory.records[pattern] = Record(
            before.seen + record.seen,
            before.won + record.won,
            before.lost + record.lost,
            before.ending or record.ending,
            response or before.response,
        )
    return Imported(memory, entries, known)


def write(path: str | Path, memory: Memory) -> int:
    """Writes all patterns of a memory in the author's format; returns their number.

    A pattern seen more than once gets the weighting that his program gives every such pattern, others none
    (D2-2); it computes them anew for every move.  Raises C4Error for a board with more rows or columns
    than letters, or when the file cannot be written.
    """
    rules = memory.rules
    if max(rules.rows, rules.columns) > len(LETTERS):
        raise C4Error(f"a board of {rules} has more rows or columns than there are letters for the squares of {path}")
    root = Element(ROOT)
    collection = SubElement(root, "BasicGamePatternCollection")
    for number, (pattern, record) in enumerate(sorted(memory.records.items())):
        entry = SubElement(SubElement(collection, "ConnectFourPattern"), "BasicGamePatternSet")
        _add(entry, "PatternID", number)
        for level, cell in enumerate(pattern.cells):
            _add_piece(entry, cell, not pattern.enemy, "START" if level == 0 else pattern.direction, level, rules)
        _add(entry, "NumberOfTimesSeen", record.seen)
        _add(entry, "NumberOfTimesSeenInWinningGame", record.won)
        _add(entry, "NumberOfTimesSeenInLosingGame", record.lost)
        _add(entry, "EndingPattern", record.ending)
        _add(entry, "Weighting", TACTICAL.known if record.seen > 1 else 0)
        response = SubElement(entry, "Response")
        _add(response, "ResponsePresent", int(record.response is not None))
        if record.response is not None:
            _add_piece(response, record.response, True, "START", 0, rules)
    ElementTree.indent(root)
    files.write_text(
        path, '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
    )
    return len(memory.records)


# -- reading ---------------------------------------------------------------------------------------------------------


class NoDocumentType(ElementTree.TreeBuilder):
    """Builds the tree of a document, but refuses a document type, the source of entities."""

    elements = 0

    def start(self, tag: str, attributes: dict[str, str]) -> Element:
        self.elements += 1
        if self.elements > MOST:
            raise C4Error(f"it has more than {MOST:,} elements")
        return super().start(tag, attributes)

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise C4Error("it declares a document type, and entities are not read")


def _parse(path: str | Path) -> Element:
    try:
        parser = ElementTree.XMLParser(target=NoDocumentType())
        root = ElementTree.parse(BytesIO(files.read_bytes(path)), parser).getroot()
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except C4Error as error:
        raise C4Error(f"{path} is refused: {error}") from None
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise C4Error(
            f"{path} is not a pattern collection: XML was expected, and this is none (or it is cut off): {error}"
        ) from None
    if root.tag not in (ROOT, ONE):
        raise C4Error(f"{path} is not a pattern collection: its root is {root.tag!r}, and {ROOT!r} was expected")
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
    column, row = (LETTERS.find(letter) for letter in text) if len(text) == 2 else (-1, -1)
    if not (0 <= column < rules.columns and 0 <= row < rules.rows):
        raise ValueError(f"{text[:20]!r} is no square of a board of {rules}")
    return rules.rows - 1 - row, column


def _pattern(entry: Element, rules: Rules, swapped: bool) -> Pattern | None:
    """The pattern of an entry; None unless its pieces are adjacent in a line with an empty cell beyond."""
    pieces = entry.findall("BasicGamePiece")
    starts = [piece for piece in pieces if _text(piece, "IsStartForPattern") == "True"]
    if len(starts) != 1:
        raise ValueError(f"{len(starts)} of its pieces are its start, and one was expected")
    enemies = {_text(piece, "IsEnemy") for piece in pieces}
    if len(enemies) != 1 or not enemies <= {"True", "False"}:
        raise ValueError("its pieces are not all of one side")
    cells = {_square(piece, rules) for piece in pieces}
    row, column = _square(starts[0], rules)
    for direction in DIRECTIONS:
        pattern = Pattern((enemies == {"True"}) != swapped, row, column, direction, len(pieces))
        if pattern.fits(rules) and set(pattern.cells) == cells:
            return pattern
    return None


def _record(entry: Element, rules: Rules) -> Record:
    names = ("NumberOfTimesSeen", "NumberOfTimesSeenInWinningGame", "NumberOfTimesSeenInLosingGame")
    seen, won, lost = (_count(entry, name) for name in names)
    if won + lost > seen:
        raise ValueError(f"it was seen {seen} times, but won {won} and lost {lost}")
    piece = entry.find("Response/BasicGamePiece")
    present = entry.findtext("Response/ResponsePresent", "0").strip() == "1"
    return Record(
        seen,
        won,
        lost,
        entry.findtext("EndingPattern", "False").strip() == "True",
        _square(piece, rules) if present and piece is not None else None,
    )


# -- writing ---------------------------------------------------------------------------------------------------------


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
