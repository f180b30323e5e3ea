"""Tree files: a recorded search with its bookmarks as a file of arrays.  Imports numpy and the tree.

The file holds some columns of the table (`SAVED`); the others follow from them: parents and sizes from the plies,
states from the moves.  So a file cannot contradict itself, and a checksum over the whole table detects damage.  Files
of earlier versions, which were JSON, still open (`c4.tree.oldfile`).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from c4 import arrays
from c4.arrays import Archive
from c4.files import Unreadable, open_regular, wanted_version
from c4.game.position import Position
from c4.game.rules import C4Error, Rules, count
from c4.tree import oldfile
from c4.tree.searchtree import BOUNDS, KINDS, NO_PARENT, PRUNED, ROW, SearchTree

FORMAT, VERSION = "c4-saved-tree", 2

SAVED = ("move", "ply", "kind", "bound", "value", "alpha", "beta", "left_out", "left_out_high", "order", "note")
"""The saved columns of the table."""

LIMITS = {"kind": len(KINDS) - 1, "bound": len(BOUNDS) - 1, "note": 7}
"""The greatest value of a column, if its type allows more."""

MOST_ROWS = 1 << 21
"""The most rows that are read: twice what a search records."""

MOST_BYTES = MOST_ROWS * sum(ROW[name].itemsize for name in SAVED) + 2 * arrays.HEADER

Bookmark = tuple[tuple[int, ...], str]
"""Columns (from 0) from the root, and a note."""


class Saved(NamedTuple):
    """The content of a file: the tree, its bookmarks, and a sentence if the file is from an earlier version."""

    tree: SearchTree
    bookmarks: list[Bookmark]
    note: str = ""


def save(path: str | Path, tree: SearchTree, bookmarks: Iterable[Bookmark] = ()) -> None:
    """Writes a tree atomically.  Raises C4Error when the folder cannot be written."""
    arrays.write(path, *_parts(tree, bookmarks), compressed=True)


def encode(tree: SearchTree, bookmarks: Iterable[Bookmark] = ()) -> bytes:
    """The bytes of a file; the same tree gives the same bytes.  Raises C4Error for too many bookmarks."""
    return arrays.encode(*_parts(tree, bookmarks), compressed=True)


def load(path: str | Path) -> Saved:
    """Reads a saved tree.  Raises C4Error, one sentence, for any other file; the file stays as it was."""
    try:
        with open_regular(path) as file:
            old = file.read(2) != b"PK"
        return decode(oldfile.read(path)) if old else _opened(path)
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except (C4Error, Unreadable) as error:
        raise C4Error(f"{path} {error}") from None


def decode(data: bytes) -> Saved:
    """The tree of a file's bytes.  Raises C4Error whose text completes a sentence that begins with the file's name."""
    if data[:2] == b"PK":
        return _opened(data)
    content = oldfile.content(data)
    saved = _checked(content, content.get("table"))
    return saved._replace(
        note="the file was saved by an earlier version: export it again to make it smaller and faster to open"
    )


def _opened(source: str | Path | bytes) -> Saved:
    try:
        with Archive(source, MOST_BYTES) as file:
            content = file.header
            if content.get("format") != FORMAT:
                raise C4Error(f"is not a saved tree: its format is {content.get('format')!r}, not {FORMAT!r}")
            if (version := content.get("version")) != VERSION:
                raise C4Error(f"is a saved tree of version {version!r}: {wanted_version(version, VERSION)}")
            rows = _rows_of(content)
            return _checked(content, {name: file.array(name, str(ROW[name]), (rows,)) for name in SAVED})
    except Unreadable as error:
        raise C4Error(str(error)) from None


# -- writing ----------------------------------------------------------------------------------------------------------


def _parts(tree: SearchTree, bookmarks: Iterable[Bookmark]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays of a file."""
    root, rules = tree.root, tree.root.rules
    header = {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules.content(),
        "root": {
            "grid": root.grid(),
            "moves": None if root.moves is None else [column + 1 for column in root.moves],
            "to_move": root.to_move,
        },
        "maximizer": tree.maximizer,
        "algorithm": tree.algorithm,
        "evaluator": tree.evaluator,
        "scale": tree.scale,
        "depth": tree.depth,
        "order": [column + 1 for column in tree.move_order],
        "nodes": tree.nodes,
        "pruned": tree.pruned,
        "bookmarks": [{"path": [column + 1 for column in path], "note": note} for path, note in bookmarks],
        "rows": len(tree),
    }
    if len(json.dumps(header)) > arrays.HEADER - 100:
        raise C4Error("the notes of the bookmarks take more than the 1 MB that a tree file has for them")
    header["checksum"] = _checksum(header, tree)
    return header, {name: tree.rows[name] for name in SAVED}


def _checksum(header: dict[str, Any], tree: SearchTree) -> int:
    """CRC-32 of the rest, of the states, and of the table field by field, so that padding does not count."""
    found = zlib.crc32(json.dumps(header, sort_keys=True).encode())
    for column in (tree.state, *(tree.rows[name] for name in ROW.names or ())):
        found = zlib.crc32(column.astype(column.dtype.newbyteorder("<")).tobytes(), found)
    return found


# -- reading ----------------------------------------------------------------------------------------------------------


def _checked(content: dict[str, Any], table: Any) -> Saved:
    """The tree of a file's header and columns.  Raises C4Error if they are inconsistent."""
    try:
        return _read(content, table)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError, RecursionError) as error:
        what = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise C4Error(f"is a damaged saved tree: {what}") from None


def _read(content: dict[str, Any], table: Any) -> Saved:
    rules = Rules(**content["rules"])
    root = _root(content["root"], rules)
    maximizer = _whole(content, "maximizer", 0, 1)
    rows = _table(table, _rows_of(content))
    names = []
    for name in ("algorithm", "evaluator"):
        if not isinstance(content[name], str) or len(content[name]) > 60:
            raise C4Error(f"its {name} has no name")
        names.append(content[name])
    order = tuple(column - 1 for column in content["order"])
    if sorted(order) != list(range(rules.columns)):
        raise C4Error("its move order does not name each column once")
    depth = _whole(content, "depth", 0, 255)
    nodes, pruned = (_whole(content, name, 0, 1 << 62) for name in ("nodes", "pruned"))
    scale = _whole(content, "scale", 1, 1 << 30)
    tree = SearchTree(root, maximizer, depth, names[0], names[1], order, nodes, pruned, rows, scale)
    if tree.recorded + tree.total_left_out != tree.nodes:
        raise C4Error(
            f"its rows stand for {count(tree.recorded + tree.total_left_out, 'node')}, its counter says {tree.nodes:,}"
        )
    header = {name: part for name, part in content.items() if name not in ("checksum", "table")}
    if content["checksum"] != _checksum(header, tree):
        raise C4Error("it is not what was saved (the checksum differs)")
    marks = [
        (tuple(int(column) - 1 for column in mark["path"]), str(mark["note"])) for mark in content.get("bookmarks", [])
    ]
    return Saved(tree, marks)


def _root(content: dict[str, Any], rules: Rules) -> Position:
    if content["moves"] is not None:
        position = Position(rules=rules)
        for column in content["moves"]:
            position = position.play(column - 1)
        return position
    position = Position.from_grid(content["grid"], rules)
    return Position(position.stones, _whole(content, "to_move", 0, 1), rules, None)


def _rows_of(content: dict[str, Any]) -> int:
    try:
        return _whole(content, "rows", 1, MOST_ROWS)
    except KeyError:
        raise C4Error("is a damaged saved tree: it lacks 'rows'") from None


def _whole(content: dict[str, Any], name: str, low: int, high: int) -> int:
    number = content[name]
    if type(number) is not int or not low <= number <= high:
        raise C4Error(f"its {name} is {number!r}, not a whole number from {low} to {high:,}")
    return number


def _table(table: Any, total: int) -> np.ndarray:
    """The rows, checked but for their moves."""
    rows = np.zeros(total, dtype=ROW)
    for name in SAVED:
        numbers = np.asarray(table[name])
        if numbers.shape != (total,):
            raise C4Error(f"its column {name!r} does not have the {total:,} numbers of its rows")
        kind = np.iinfo(ROW[name])
        low, high = (0, LIMITS[name]) if name in LIMITS else (kind.min, kind.max)
        if numbers.dtype.kind not in "iu" or numbers.min() < low or numbers.max() > high:
            raise C4Error(f"its column {name!r} holds something else than whole numbers from {low} to {high}")
        rows[name] = numbers
    rows["parent"], rows["size"] = _family(rows["ply"])
    if (rows["kind"][rows["parent"][1:]] == PRUNED).any() or rows["kind"][0] == PRUNED:
        raise C4Error("it has nodes below a pruned one")
    return rows


def _family(ply: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Parents and sizes from the plies: a row's parent is the last earlier row one ply higher."""
    steps = np.diff(ply.astype(np.int16))
    if ply[0] != 0 or (ply[1:] == 0).any() or (steps > 1).any():
        raise C4Error("its plies do not form a tree")
    total = len(ply)
    parent = np.full(total, NO_PARENT, dtype=np.int32)
    end = np.full(total, total, dtype=np.int32)  # the first row after the subtree
    above = np.zeros(1, dtype=np.int64)
    for level in range(1, int(ply.max()) + 1):
        here = np.flatnonzero(ply == level)
        parent[here] = above[np.searchsorted(above, here) - 1]
        end[here] = np.minimum(np.append(here[1:], total), end[parent[here]])
        above = here
    return parent, end - np.arange(total, dtype=np.int32)
