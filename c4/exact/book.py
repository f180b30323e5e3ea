"""Book: exact scores of every position of the first plies, in a small memory-mapped file.

    Book.open().score(Position.from_moves("4453"))      the exact score for the side to move, or None

A file (numbers are little-endian; nothing in it is ever executed):

    byte 0      header: one line of JSON, padded with spaces to 1024 bytes: format, version, rules, plies, counts,
                made, checksum
    byte 1024   codes: for ply 0, 1, ... `counts[ply]` ascending numbers of 4 bytes (8 when 2 x plies + columns > 32)
    then        scores: one signed byte per code, in the same order

The *code* of a position is its columns from left to right, each from the bottom up: 10 or 11 for a disc (11 is the
side to move's), then 0.  No code is a prefix of another, so each code is one position.  Of a position and its mirror
image only the one with the smaller code is in the book; finished games are not.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import STANDARD, Rules
from c4.models import SAVED_MODELS
from c4.storage import open_regular, reading, wanted_version
from c4.text import pluralise

FORMAT = "c4-book"
VERSION = 1
HEADER = 1024
SUFFIX = ".c4book"

Bits = TypeVar("Bits", int, np.ndarray)


def file_name(rules: Rules = STANDARD, plies: int = 8) -> str:
    """How the book of a board is named: book-7x6-8.c4book the standard one."""
    connect = "" if rules.connect == 4 else f"-connect-{rules.connect}"
    return f"book-{rules.columns}x{rules.rows}{connect}-{plies}{SUFFIX}"


def default_path() -> Path:
    """The file of the built-in book."""
    return SAVED_MODELS / file_name()


class Book:
    """An open book: `rules` its board, `plies` its depth, `counts` its entries by ply, `made` its origin."""

    def __init__(self, path: Path, header: dict[str, Any], rules: Rules, body: np.ndarray) -> None:
        self.path = path
        self.rules = rules
        self.header = header
        self.plies: int = header["plies"]
        self.counts: tuple[int, ...] = tuple(header["counts"])
        self.made: str = header["made"]
        self.starts = (0, *(int(end) for end in np.cumsum(self.counts)))
        split = self.starts[-1] * code_bytes(rules, self.plies)
        self.codes = body[:split].view(f"<u{code_bytes(rules, self.plies)}")
        self.scores = body[split:].view(np.int8)

    @classmethod
    def open(cls, path: str | Path | None = None) -> Book:
        """The book in a file (by default the built-in one), checked once and then memory-mapped.

        Raises C4Error if it is missing, damaged, cut off, or of another version.
        """
        path = default_path() if path is None else Path(path)
        missing = f"there is no book {path}: make one with `python -m lab make book --out {path}`"
        with reading(f"the book {path}", missing, f"the book {path} is cut off after its header"):
            with open_regular(path) as file:
                first = file.read(HEADER)
            header = read_header(path, first)
            body = np.memmap(path, dtype=np.uint8, mode="r", offset=HEADER)
        rules = Rules(**header["rules"])
        expected = sum(header["counts"]) * (code_bytes(rules, header["plies"]) + 1)
        if len(body) != expected:
            raise C4Error(
                f"the book {path} is {'cut off' if len(body) < expected else 'damaged'}:"
                f" its entries take {pluralise(len(body), 'byte')}, not {expected:,}"
            )
        if checksum(header, body) != header["checksum"]:
            raise C4Error(f"the book {path} is damaged: its checksum does not fit its content")
        return cls(path, header, rules, body)

    def __len__(self) -> int:
        """The number of entries of all plies."""
        return self.starts[-1]

    def __repr__(self) -> str:
        return f"Book.open({str(self.path)!r})"

    def score(self, position: Position) -> int | None:
        """The exact score for the side to move (see `c4.solver.solver.Solution`); None if the position is not in the
        book.
        """
        ply = position.ply
        if position.rules != self.rules or ply > self.plies:
            return None
        code = self.codes.dtype.type(entry_code(position.mine, position.theirs, self.rules))
        codes = self.codes[self.starts[ply] : self.starts[ply + 1]]
        place = int(codes.searchsorted(code))
        if place == len(codes) or codes[place] != code:
            return None
        return int(self.scores[self.starts[ply] + place])

    def columns(self, position: Position) -> dict[int, int] | None:
        """The exact score of every legal column (from 0) for the side to move.

        None if the game is over or a column leads out of the book.
        """
        if position.rules != self.rules:
            return None
        scores = {}
        for column in position.legal_columns():
            child = position.play(column)
            score = child.end_score()
            if score is None:
                reply = self.score(child)
                if reply is None:
                    return None
                score = -reply
            scores[column] = score
        return scores or None

    def entry(self, number: int) -> tuple[Position, int]:
        """The position and the score of an entry, counted from 0 through all plies."""
        ply = int(np.searchsorted(self.starts, number, side="right")) - 1
        mine, theirs = decode(int(self.codes[number]), ply, self.rules)
        return Position.from_stones(mine, theirs, self.rules), int(self.scores[number])


@lru_cache(maxsize=4)
def book_for(rules: Rules = STANDARD) -> Book | None:
    """The built-in book of a board, opened once; None if there is none.  Raises C4Error as `Book.open` does."""
    return Book.open() if rules == STANDARD and default_path().exists() else None


# -- codes ------------------------------------------------------------------------------------------------------------


def code_bits(rules: Rules, plies: int) -> int:
    """Bits of the longest code."""
    return 2 * plies + rules.columns


def code_bytes(rules: Rules, plies: int) -> int:
    """Bytes per code in a file."""
    return 4 if code_bits(rules, plies) <= 32 else 8


def encode(mine: Bits, theirs: Bits, rules: Rules = STANDARD) -> Bits:
    """The codes of positions given by bitboards (`mine` is the side to move's): ints or arrays of uint64."""
    occupied = mine | theirs
    code = mine & 0
    for column in range(rules.columns):
        for row in range(rules.rows):
            cell = rules.cell(row, column)
            is_disc = (occupied >> cell) & 1
            is_mine = (mine >> cell) & 1
            code = code << (2 * is_disc)  # room for two bits if there is a disc, for none if there is none
            code = code | (2 * is_disc) | is_mine
        code = code << 1
    return code


def decode(code: int, ply: int, rules: Rules = STANDARD) -> tuple[int, int]:
    """The bitboards (mine, theirs) of a code with `ply` discs; the reverse of `encode`."""
    bits = iter(format(code, f"0{code_bits(rules, ply)}b"))
    mine = 0
    theirs = 0
    for column in range(rules.columns):
        row = 0
        while next(bits) == "1":
            is_mine = next(bits) == "1"
            if is_mine:
                mine |= 1 << rules.cell(row, column)
            else:
                theirs |= 1 << rules.cell(row, column)
            row += 1
    return mine, theirs


def entry_code(mine: Bits, theirs: Bits, rules: Rules = STANDARD) -> Bits:
    """The code of a position in a book: the smaller of its own and its mirror image's.  Ints or arrays."""
    own = encode(mine, theirs, rules)
    other = encode(rules.mirrored(mine), rules.mirrored(theirs), rules)
    if isinstance(own, int):
        return min(own, other)
    smaller: Bits = np.minimum(own, other)
    return smaller


# -- files ------------------------------------------------------------------------------------------------------------


def checksum(header: dict[str, Any], body: Any) -> str:
    """SHA-256 of the header (without the checksum in it) and the entries (bytes, or an array of them), in hex."""
    text = json.dumps({name: header[name] for name in sorted(header) if name != "checksum"}, sort_keys=True)
    digest = hashlib.sha256(text.encode())
    digest.update(body)
    return digest.hexdigest()


def read_header(path: Path, first: bytes) -> dict[str, Any]:
    """The header of a file that begins with these bytes.  Raises C4Error if it is not a book's."""
    try:
        header: dict[str, Any] = json.loads(first)
    except (ValueError, RecursionError):
        raise C4Error(f"{path} is not a book: it does not begin with the header of one (or it is cut off)") from None
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise C4Error(f'{path} is not a book of this program: it lacks "format": "{FORMAT}"')
    if (version := header.get("version")) != VERSION:
        raise C4Error(f"the book {path} has version {version!r}: {wanted_version(version, VERSION)}")
    try:
        counts = header["counts"]
        plies = header["plies"]
        Rules(**header["rules"])
        valid = (
            isinstance(header["made"], str)
            and isinstance(header["checksum"], str)
            and type(plies) is int
            and len(counts) == plies + 1
        )
        if not valid or not all(type(count) is int and count >= 0 for count in counts):
            raise TypeError
    except (KeyError, TypeError, C4Error):
        raise C4Error(f"the book {path} is damaged: its header does not say what is in it") from None
    return header
