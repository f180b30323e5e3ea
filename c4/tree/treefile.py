"""Tree files: a recorded search as a file of arrays.  `c4.tree.jsonfile` writes JSON for other programs.

The file holds some columns of the table (`SAVED`); the others follow from them: parents and sizes from the plies,
states from the moves.  So a file cannot contradict itself, and a checksum over the whole table detects damage.
A tree of Monte-Carlo tree search has its settings in the header, and the arrays of its log (`LOG`).
"""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from c4.archives import MAX_HEADER_BYTES, Archive, encode_arrays, write_arrays
from c4.errors import C4Error
from c4.storage import Unreadable, open_regular, wanted_version
from c4.tree.searchtree import ROW, SearchTree
from c4.tree.selection import MOST_SIMULATIONS
from c4.tree.simulations import Simulations
from c4.tree.table import LOG, MOST_ROWS, SAVED, read_table, whole_number

FORMAT = "c4-saved-tree"
VERSION = 2

JSON_START = b'"format": "c4-tree"'
BEGINNING = 100
"""What a tree as JSON has among the first bytes."""

MOST_BYTES = MOST_ROWS * (8 + sum(ROW[name].itemsize for name in SAVED)) + 8 * MOST_SIMULATIONS + 2 * MAX_HEADER_BYTES


def save(path: str | Path, tree: SearchTree) -> None:
    """Writes a tree atomically.  Raises C4Error when the folder cannot be written."""
    write_arrays(path, *parts_of(tree), compressed=True)


def encode(tree: SearchTree) -> bytes:
    """The bytes of a file; the same tree gives the same bytes."""
    return encode_arrays(*parts_of(tree), compressed=True)


def load(path: str | Path) -> SearchTree:
    """Reads a saved tree, also one in JSON.

    Raises C4Error, one sentence, for any other file; the file stays as it was.
    """
    try:
        return _loaded(path)
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except (C4Error, Unreadable) as error:
        raise C4Error(f"{path} {error}") from None


def _loaded(path: str | Path) -> SearchTree:
    """The tree of a file of arrays, or of JSON."""
    if not is_json(path):
        return _decoded(path)
    from c4.tree.jsonfile import load_json

    return load_json(path)


def is_json(path: str | Path) -> bool:
    """Whether a file holds a tree as JSON.  Raises OSError if it cannot be read."""
    with open_regular(path) as file:
        return JSON_START in file.read(BEGINNING)


def decode(data: bytes) -> SearchTree:
    """The tree of a file's bytes.  Raises C4Error whose text completes a sentence that begins with the file's name."""
    try:
        return _decoded(data)
    except Unreadable as error:
        raise C4Error(str(error)) from None


def _decoded(source: str | Path | bytes) -> SearchTree:
    with Archive(source, "a saved tree", MOST_BYTES) as file:
        content = file.header
        if content.get("format") != FORMAT:
            raise Unreadable(f"is not a saved tree: its format is {content.get('format')!r}, not {FORMAT!r}")
        if (version := content.get("version")) != VERSION:
            raise Unreadable(f"is a saved tree of version {version!r}: {wanted_version(version, VERSION)}")
        try:
            total = whole_number(content, "rows", 1, MOST_ROWS)
            columns = {name: file.array(name, str(ROW[name]), (total,)) for name in SAVED}
            log = None
            if "simulations" in content:
                ran = whole_number(content["simulations"], "ran", 1, MOST_SIMULATIONS)
                lengths = {"prior": total, "proved": total, "leaf": ran, "result": ran}
                log = {name: file.array(name, kind, (lengths[name],)) for name, kind in LOG.items()}
            file.require_all_read()
            tree = read_table(content, columns, log)
            header = {name: part for name, part in content.items() if name != "checksum"}
            if content["checksum"] != checksum_of(header, tree):
                raise C4Error("it is not what was saved (the checksum differs)")
            return tree
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError, RecursionError) as error:
            what = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
            raise Unreadable(f"is a damaged saved tree: {what}") from None


# -- writing ----------------------------------------------------------------------------------------------------------


def parts_of(tree: SearchTree) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays of a file."""
    root = tree.root
    rules = tree.root.rules
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
        "rows": len(tree),
    }
    arrays = {name: tree.rows[name] for name in SAVED}
    if (log := tree.simulations) is not None:
        header["simulations"] = {**asdict(log.selection), "seed": log.seed, "ran": len(log)}
        arrays |= _arrays_of(log)
    header["checksum"] = checksum_of(header, tree)
    return header, arrays


def _arrays_of(log: Simulations) -> dict[str, np.ndarray]:
    """The arrays of a log, as in LOG."""
    return {"prior": log.prior, "proved": log.proved, "leaf": log.leaf, "result": log.value}


def checksum_of(header: dict[str, Any], tree: SearchTree) -> int:
    """CRC-32 of the rest, of the states, and of the table field by field, so that padding does not count."""
    checksum = zlib.crc32(json.dumps(header, sort_keys=True).encode())
    log = {} if tree.simulations is None else _arrays_of(tree.simulations)
    for column in (tree.state, *(tree.rows[name] for name in ROW.names or ()), *log.values()):
        checksum = zlib.crc32(column.astype(column.dtype.newbyteorder("<")).tobytes(), checksum)
    return checksum
