"""Tree files of earlier versions: JSON, gzipped or not, read piece by piece.  Imports numpy; nothing read is
executed."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from c4.files import Unreadable, open_regular, wanted_version
from c4.game.rules import C4Error

FORMAT, VERSION = "c4-saved-tree", 1

COLUMNS = ("move", "ply", "kind", "bound", "value", "alpha", "beta", "left_out", "left_out_high", "order", "note")
"""The columns of the table, in the order in which they were written."""

LARGEST = 1 << 27
"""The most bytes of JSON that are read: a tree of a million rows takes a third."""

SPACED = 1 << 22
"""The same for JSON in another layout than the program's, which must be read at once and takes many times its size."""

PIECE = 40_000
"""How many bytes of numbers are read at a time."""

TABLE = b',"table":{'


def read(path: str | Path) -> bytes:
    """A file's bytes, unless there are too many.  Raises Unreadable and OSError."""
    with open_regular(path) as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Unreadable(f"is too large to be a saved tree: {LARGEST >> 20} MB are the most")
    return data


def content(data: bytes) -> dict[str, Any]:
    """The content of a file, its table as arrays or lists by column.

    Raises C4Error whose text completes a sentence that begins with the file's name.
    """
    found = _parsed(_unzipped(data))
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        if isinstance(found, dict) and found.get("format") == "c4-tree":
            raise C4Error(
                "is JSON for other programs: what opens again is a tree file, as `c4 search --save` writes it"
            )
        raise C4Error(f'is not a saved tree: it lacks "format": "{FORMAT}"')
    if (version := found.get("version")) != VERSION:
        raise C4Error(f"is a saved tree of version {version!r}: {wanted_version(version, VERSION)}")
    if not isinstance(found.get("table"), dict):
        raise C4Error("is a damaged saved tree: it lacks 'table'")
    return found


def _unzipped(data: bytes) -> bytes:
    if data[:2] == b"\x1f\x8b":
        try:
            unzip = zlib.decompressobj(wbits=31)
            data = unzip.decompress(data, LARGEST)
        except zlib.error:
            raise C4Error("is not a saved tree: it begins like a gzip file, and is damaged") from None
        if not unzip.eof:
            raise C4Error("is cut off, or too large to be a saved tree")
    return data


def _parsed(data: bytes) -> object:
    try:
        found = _in_pieces(data)
        if found is None and len(data) <= SPACED:
            found = json.loads(data)
    except (ValueError, RecursionError, OverflowError):
        raise C4Error("is not a saved tree (or it is cut off)") from None
    if len(data) > SPACED and found is None:
        raise C4Error(f"is not a saved tree: more than {SPACED >> 20} MB of other JSON are not read")
    return found


def _in_pieces(data: bytes) -> dict[str, Any] | None:
    """The content of a file in the program's layout, its table as arrays; None for other JSON."""
    start = data.rfind(TABLE)
    if not 0 <= start < SPACED or not data.startswith(f'{{"format":"{FORMAT}"'.encode()) or not data.endswith(b"]}}"):
        return None
    columns, end = {}, start + len(TABLE)
    for name in COLUMNS:
        begin = end + len(f'"{name}":[')
        end = data.find(b"]", begin)
        if data[begin - len(f'"{name}":[') : begin] != f'"{name}":['.encode() or end < 0:
            return None
        columns[name] = _numbers(data, begin, end)
        end += 2  # the bracket and the comma
    return {**json.loads(data[:start] + b"}"), "table": columns} if end == len(data) - 1 else None


def _numbers(data: bytes, begin: int, end: int) -> np.ndarray:
    """int64 of "1,-2,3" between two places.  Raises ValueError for anything else."""
    found = []
    while begin < end:
        stop = data.find(b",", begin + PIECE, end)
        stop = end if stop < 0 else stop
        found.append(np.array(json.loads(b"[" + data[begin:stop] + b"]"), dtype=np.int64))
        begin = stop + 1
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)
