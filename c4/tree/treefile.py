"""Saved trees: a recorded search in a JSON file, gzipped or not, and back without searching.  Imports numpy and the tree; nothing read is executed.

The file holds the table column by column (`SAVED`), the rest of it follows from those: parents and sizes from the plies, states from the moves.
So a file cannot contradict itself, and a checksum over the whole table tells when it is not the one that was saved.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from c4.files import write_bytes
from c4.game import packed
from c4.game.position import Position
from c4.game.rules import FIRST_LINE, C4Error, Rules
from c4.tree.searchtree import BOUNDS, KINDS, NO_MOVE, NO_PARENT, PRUNED, ROW, SearchTree

FORMAT, VERSION = "c4-saved-tree", 1

SAVED = ("move", "ply", "kind", "bound", "value", "alpha", "beta", "left_out", "left_out_high", "order", "note")
"""The columns of the table that are written."""

LIMITS = {
    "kind": (0, len(KINDS) - 1),
    "bound": (0, len(BOUNDS) - 1),
    "ply": (0, 255),
    "order": (0, 255),
    "note": (0, 7),
}
"""What a column may hold, where its type allows more."""

PIECE = 10_000
"""Numbers that are written at a time."""

TABLE = ',"table":{'

LARGEST = 1 << 30
"""Bytes of JSON that are read at most: a tree of a million rows takes a twentieth."""


class Saved(NamedTuple):
    """What a file holds: the tree, and the bookmarks that were saved with it, (columns from the root, note) each."""

    tree: SearchTree
    bookmarks: list[tuple[tuple[int, ...], str]]


def save(path: str | Path, tree: SearchTree, bookmarks=()) -> None:
    """Writes a tree whole or not at all; gzipped when the name ends with .gz.  Raises C4Error when the folder cannot be written."""
    write_bytes(path, encode(tree, bookmarks, zipped=str(path).endswith(".gz")))


def load(path: str | Path) -> Saved:
    """Reads a saved tree.  Raises C4Error, one sentence, for whatever is none; the file is left as it was."""
    try:
        return decode(Path(path).read_bytes())
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except C4Error as error:
        raise C4Error(f"{path} {error}") from None


def encode(tree: SearchTree, bookmarks=(), zipped: bool = False) -> bytes:
    """The bytes of a file; the same tree gives the same bytes."""
    root, rules = tree.root, tree.root.rules
    content = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {"rows": rules.rows, "columns": rules.columns, "connect": rules.connect, "scoring": rules.scoring},
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
    content["checksum"] = _checksum(content, tree.rows)
    head = json.dumps(content, separators=(",", ":"))[:-1]
    columns = (f'"{name}":[{",".join(_written(tree.rows[name]))}]' for name in SAVED)
    data = "".join((head, TABLE, ",".join(columns), "}}")).encode()
    return gzip.compress(data, compresslevel=6, mtime=0) if zipped else data


def _written(column: np.ndarray) -> Iterator[str]:
    """The numbers of a column as text, piece by piece: a single long call would let every other thread wait."""
    for start in range(0, len(column), PIECE):
        yield json.dumps(column[start : start + PIECE].tolist(), separators=(",", ":"))[1:-1]


def decode(data: bytes) -> Saved:
    """The tree of a file's bytes.  Raises C4Error, the end of a sentence that begins with the file's name."""
    content = _content(data)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        if isinstance(content, dict) and content.get("format") == "c4-tree":
            raise C4Error(
                "is a tree to be read by programs (`c4 search --tree`): the window opens what `c4 search --save` writes"
            )
        raise C4Error(f'is not a saved tree: it lacks "format": "{FORMAT}"')
    if content.get("version") != VERSION:
        raise C4Error(f"is a saved tree of version {content.get('version')!r}: version {VERSION} was expected")
    try:
        return _read(content)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError) as error:
        what = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        raise C4Error(f"is a damaged saved tree: {what}") from None


def _content(data: bytes):
    if data[:2] == b"\x1f\x8b":
        try:
            unzip = zlib.decompressobj(wbits=31)
            data = unzip.decompress(data, LARGEST)
        except zlib.error:
            raise C4Error("is not a saved tree: it begins like a gzip file, and is damaged") from None
        if not unzip.eof:
            raise C4Error("is cut off, or too large to be a saved tree")
    if len(data) > LARGEST:
        raise C4Error(f"is too large to be a saved tree: {LARGEST >> 20:,} MB are the most")
    try:
        return _in_pieces(data) or json.loads(data)
    except (ValueError, RecursionError):
        raise C4Error("is not a saved tree: that is a JSON file, and this is not (or it is cut off)") from None


def _in_pieces(data: bytes) -> dict | None:
    """The content of a file as `encode` writes it, its table as arrays, read piece by piece; None for any other JSON, however spaced."""
    start = data.rfind(TABLE.encode())
    if start < 0 or not data.startswith(f'{{"format":"{FORMAT}"'.encode()) or not data.endswith(b"]}}"):
        return None
    columns, end = {}, start + len(TABLE)
    for name in SAVED:
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
        stop = data.find(b",", begin + 4 * PIECE, end)
        stop = end if stop < 0 else stop
        found.append(np.array(json.loads(b"[" + data[begin:stop] + b"]")))
        begin = stop + 1
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def _read(content: dict) -> Saved:
    rules = Rules(**content["rules"])
    root = _root(content["root"], rules)
    maximizer = _whole(content, "maximizer", 0, 1)
    rows = _table(content, root, maximizer)
    names = []
    for name in ("algorithm", "evaluator"):
        if not isinstance(content[name], str) or len(content[name]) > 60:
            raise C4Error(f"its {name} has no name")
        names.append(content[name])
    order = tuple(column - 1 for column in content["order"])
    if sorted(order) != list(range(rules.columns)):
        raise C4Error("its order of columns does not name each column once")
    counts = [
        _whole(content, name, low, high)
        for name, low, high in (("depth", 0, 255), ("nodes", 0, 1 << 62), ("pruned", 0, 1 << 62))
    ]
    tree = SearchTree(
        root, maximizer, counts[0], *names, order, *counts[1:], rows, _whole(content, "scale", 1, 1 << 30)
    )
    if tree.recorded + tree.total_left_out != tree.nodes:
        raise C4Error(
            f"its rows stand for {tree.recorded + tree.total_left_out:,} nodes, its counter says {tree.nodes:,}"
        )
    if content["checksum"] != _checksum(
        {name: part for name, part in content.items() if name not in ("checksum", "table")}, rows
    ):
        raise C4Error("it is not what was saved (the checksum differs)")
    return Saved(
        tree,
        [
            (tuple(int(column) - 1 for column in mark["path"]), str(mark["note"]))
            for mark in content.get("bookmarks", [])
        ],
    )


def _root(content: dict, rules: Rules) -> Position:
    if content["moves"] is not None:
        position = Position(rules=rules)
        for column in content["moves"]:
            position = position.play(column - 1)
        return position
    position = Position.from_grid(content["grid"], rules)
    return Position(position.stones, _whole(content, "to_move", 0, 1), rules, None)


def _whole(content: dict, name: str, low: int, high: int) -> int:
    number = content[name]
    if type(number) is not int or not low <= number <= high:
        raise C4Error(f"its {name} is {number!r}, not a whole number from {low} to {high:,}")
    return number


def _table(content: dict, root: Position, maximizer: int) -> np.ndarray:
    """The rows, checked."""
    total = _whole(content, "rows", 1, 1 << 31)
    rows = np.zeros(total, dtype=ROW)
    for name in SAVED:
        column = content["table"][name]
        numbers = np.array(column)
        if numbers.shape != (total,):
            raise C4Error(f"its column {name!r} does not have the {total:,} numbers of its rows")
        kind = np.iinfo(ROW[name])
        low, high = LIMITS.get(name, (kind.min, kind.max))
        if numbers.dtype.kind != "i" or numbers.min() < low or numbers.max() > high:
            raise C4Error(f"its column {name!r} holds something else than whole numbers from {low} to {high}")
        rows[name] = numbers
    rows["parent"], rows["size"] = _family(rows["ply"])
    mine, theirs = _boards(rows, root, maximizer)
    if packed.fits(root.rules):
        rows["state"] = packed.encode(mine, theirs, root.rules)
    else:
        rows["state"] = packed.NORMAL
    pruned = rows["kind"] == PRUNED
    rows["state"][pruned] &= np.uint64(packed.NORMAL - 1)
    if (rows["kind"][rows["parent"][1:]] == PRUNED).any() or pruned[0]:
        raise C4Error("it has something below a pruned node")
    return rows


def _family(ply: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Parents and sizes, from the plies in the order of the visits: a row's parent is the last row before it one ply higher."""
    steps = np.diff(ply.astype(np.int64))
    if ply[0] != 0 or (ply[1:] == 0).any() or (steps > 1).any():
        raise C4Error("its plies are not those of a tree")
    total = len(ply)
    numbers = np.arange(total)
    parent, size = np.full(total, NO_PARENT, dtype=np.int32), np.empty(total, dtype=np.int32)
    end = np.full(total, total)  # the first row after the subtree
    for level in range(int(ply.max()) + 1):
        here = np.flatnonzero(ply == level)
        if level:
            above = np.flatnonzero(ply == level - 1)
            parent[here] = above[np.searchsorted(above, here) - 1]
            up = end[parent[here]]
            following = np.append(here[1:], total)
            end[here] = np.minimum(following, up)
    size[:] = end - numbers
    return parent, size


def _boards(rows: np.ndarray, root: Position, maximizer: int) -> tuple[np.ndarray, np.ndarray]:
    """Bitboards of the maximizer and of the other side, uint64 (n,), by playing every row's move.  Raises C4Error for one that cannot be played."""
    rules, ply = root.rules, rows["ply"]
    move = rows["move"].astype(np.int64)
    if move[0] != NO_MOVE or (move < NO_MOVE).any() or (move >= rules.columns).any():
        raise C4Error("it has a move into a column that is not there")
    columns = np.array([rules.column_mask(column) for column in range(rules.columns)] + [0], dtype=np.uint64)
    mine, theirs = np.empty(len(rows), dtype=np.uint64), np.empty(len(rows), dtype=np.uint64)
    mine[0], theirs[0] = root.stones[maximizer], root.stones[1 - maximizer]
    for level in range(1, int(ply.max()) + 1):
        here = np.flatnonzero(ply == level)
        above = rows["parent"][here]
        occupied = mine[above] | theirs[above]
        stone = (occupied + np.uint64(rules.bottom)) & columns[move[here]]
        played = move[here] != NO_MOVE
        if (stone[played] == 0).any():
            raise C4Error("it has a move into a full column")
        maximizing = (root.to_move == maximizer) == ((level - 1) % 2 == 0)
        mine[here] = mine[above] | (stone if maximizing else np.uint64(0))
        theirs[here] = theirs[above] | (np.uint64(0) if maximizing else stone)
    parents = np.unique(rows["parent"][1:])
    if rules.scoring == FIRST_LINE and (_has_line(mine[parents], rules) | _has_line(theirs[parents], rules)).any():
        raise C4Error("it goes on after the end of a game")
    return mine, theirs


def _has_line(stones: np.ndarray, rules: Rules) -> np.ndarray:
    """Whether each bitboard completes a line; the twin of `Rules.has_line` for arrays."""
    found = np.zeros(len(stones), dtype=bool)
    for shift in (1, rules.stride, rules.stride + 1, rules.stride - 1):
        run = stones.copy()
        for i in range(1, rules.connect):
            run &= stones >> np.uint64(i * shift) if i * shift < 64 else np.uint64(0)
        found |= run != 0
    return found


def _checksum(head: dict, rows: np.ndarray) -> int:
    """CRC-32 of everything but the table, and of the table field by field, so that no padding counts."""
    found = zlib.crc32(json.dumps(head, sort_keys=True).encode())
    for name in ROW.names:
        found = zlib.crc32(np.ascontiguousarray(rows[name]).astype(ROW[name].newbyteorder("<")).tobytes(), found)
    return found
