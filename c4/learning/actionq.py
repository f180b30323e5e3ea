"""`ActionQ.json`, the table of reference system 1 (R1-5 and R1-11 in docs/reference-systems.md), read and written.

    {"<SHA-1 of a field, 40 hex digits>": [Q of every column, from the left], ...}

A field holds, row by row from the top, -1 (empty), 0 (the learner) or 1 (its opponent) as little-endian integers of
64, 32 or 8 bits, depending on the machine that wrote it; the learner began the game and is to move.  A digest
does not reveal its position, so reading plays all games from the empty field while their positions are in the file.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from c4 import storage
from c4.errors import C4Error
from c4.evaluators.sarsa import SCALE, VALUE_LIMIT, QTable
from c4.game.rules import Rules
from c4.kernels.hashing import key_of, stones_of

MAX_TABLE_BYTES = 1 << 27
"""Bytes of a table that is read."""

WIDTHS = (64, 32, 8)
EMPTY = -1
MINE = 0
THEIRS = 1

Table = dict[str, list[float]]


class Field:
    """A board in the form that the file's author hashed; placing and removing discs changes its bytes."""

    def __init__(self, rules: Rules, width: int) -> None:
        self.rules = rules
        self._size = width // 8
        self._words = {owner: (owner % (1 << width)).to_bytes(self._size, "little") for owner in (EMPTY, MINE, THEIRS)}
        self._bytes = bytearray(self._words[EMPTY] * rules.cells)
        self._starts = {}
        for column in range(rules.columns):
            for row in range(rules.rows):
                self._starts[rules.cell(row, column)] = self._size * ((rules.rows - 1 - row) * rules.columns + column)

    def put(self, cell: int, owner: int) -> None:
        """Places an owner's disc on a cell (a bit number), or removes it (EMPTY)."""
        start = self._starts[cell]
        self._bytes[start : start + self._size] = self._words[owner]

    def set_up(self, mine: int, theirs: int) -> None:
        """Sets up the position of two bitboards."""
        for cell in self._starts:
            if mine >> cell & 1:
                self.put(cell, MINE)
            elif theirs >> cell & 1:
                self.put(cell, THEIRS)
            else:
                self.put(cell, EMPTY)

    def digest(self) -> str:
        """A field's SHA-1 in hexadecimal digits, the name of its state in such a file."""
        return hashlib.sha1(self._bytes).hexdigest()


def digest(mine: int, theirs: int, rules: Rules, width: int) -> str:
    """The key of a position in the file: the SHA-1 of its field in integers of `width` bits."""
    field = Field(rules, width)
    field.set_up(mine, theirs)
    return field.digest()


def read(path: str | Path, rows: int = 6, connect: int = 4) -> QTable:
    """The table of a file, on a board with a column for each value of an entry and the given `rows` and `connect`.

    Entries that no game reaches with the learner to move (ended games) are left out.  Raises C4Error, one
    sentence, for any other file.
    """
    content, columns = _content(path)
    rules = Rules(rows, columns, connect)
    width = next((width for width in WIDTHS if digest(0, 0, rules, width) in content), None)
    if width is None:
        raise C4Error(
            f"{path} lacks the empty field of a {columns}x{rows} board in numbers of 64, 32 or 8 bits: use --rows"
        )
    known = dict(_known(content, rules, width))
    keys = np.array(sorted(known), dtype=np.uint64)
    values = np.array([content[known[int(key)]] for key in keys], dtype=np.float32)
    return QTable(rules, False, keys, values, np.zeros(len(keys), np.uint32))


def _known(content: Table, rules: Rules, width: int) -> Iterator[tuple[int, str]]:
    """(key, digest) of every position in the file that a game reaches through positions in the file."""
    field = Field(rules, width)
    masks = [rules.column_mask(column) for column in range(rules.columns)]
    seen = {0}
    waiting = [(0, 0)]
    yield 0, field.digest()
    while waiting:
        mine, theirs = waiting.pop()
        field.set_up(mine, theirs)
        for first in masks:
            move = ((mine | theirs) + (first & rules.bottom)) & first
            if not move or rules.has_line(mine | move):
                continue
            field.put(move.bit_length() - 1, MINE)
            for second in masks:
                reply = ((mine | theirs | move) + (second & rules.bottom)) & second
                after = mine | move, theirs | reply
                key = key_of(*after)
                if not reply or key in seen:
                    continue
                field.put(reply.bit_length() - 1, THEIRS)
                name = field.digest()
                field.put(reply.bit_length() - 1, EMPTY)
                if name in content and not rules.has_line(after[1]) and after[0] | after[1] != rules.board:
                    seen.add(key)
                    waiting.append(after)
                    yield key, name
            field.put(move.bit_length() - 1, EMPTY)


def _content(path: str | Path) -> tuple[Table, int]:
    """(the checked content of a file, the length of its lists)."""
    what = (
        f"{path} is not a table of system 1: a JSON object of 40-digit SHA-1 keys with a list of numbers each was"
        " expected"
    )
    with storage.reading(path, other=f"{what}, and this is no JSON (or it is cut off)"):
        content = storage.read_json(path, MAX_TABLE_BYTES, 4 * MAX_TABLE_BYTES)
    if not isinstance(content, dict) or not content:
        raise C4Error(f"{what}, and this is {'empty' if content == {} else 'something else'}")
    columns = 0
    for key, values in content.items():
        if len(key) != 40 or set(key) - set("0123456789abcdef"):
            raise C4Error(f"{what}, and there is the key {key[:50]!r}")
        columns = columns or (len(values) if isinstance(values, list) else 0)
        if not isinstance(values, list) or not values or len(values) != columns:
            raise C4Error(f"{what}, and the entry {key} is not a list of {columns or 'some'} numbers like the first")
        if not all(
            type(value) in (int, float) and math.isfinite(value) and abs(value) <= VALUE_LIMIT / SCALE
            for value in values
        ):
            raise C4Error(
                f"{what}, and the entry {key} holds something else than numbers from {-VALUE_LIMIT // SCALE} to"
                f" {VALUE_LIMIT // SCALE}"
            )
    return content, columns


def write(path: str | Path, table: QTable, width: int = 64) -> int:
    """Writes the positions of a table in which the first player is to move; returns their number.

    Of a table with shared mirror images both are written.  Raises C4Error when the file cannot be written.
    """
    rules = table.rules
    field = Field(table.rules, width)
    content = {}
    for key, row in zip(table.keys.tolist(), table.values, strict=True):
        mine, theirs = stones_of(key, rules)
        if mine.bit_count() != theirs.bit_count():
            continue
        values = [float(f"{value:.9g}") for value in row.tolist()]
        field.set_up(mine, theirs)
        content[field.digest()] = values
        image = rules.mirrored(mine), rules.mirrored(theirs)
        if table.mirrored and image != (mine, theirs):
            field.set_up(*image)
            content[field.digest()] = values[::-1]
    storage.write_text(path, json.dumps(content))
    return len(content)
