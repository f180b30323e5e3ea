"""Tree files: a recorded search as a file of arrays, or as JSON for other programs.

The file holds some columns of the table (`SAVED`); the others follow from them: parents and sizes from the plies,
states from the moves.  So a file cannot contradict itself, and a checksum over the whole table detects damage.
A tree of Monte-Carlo tree search has its settings in the header, and the arrays of its log (`LOG`).
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from c4.errors import C4Error
from c4.game.position import Position
from c4.game.rules import Rules
from c4.game.values import INFINITY
from c4.storage import LONGEST_HEADER, Archive, Unreadable, encode_arrays, wanted_version, write_arrays, write_bytes
from c4.text import pluralise
from c4.tree.searchtree import BOUNDS, KINDS, NO_PARENT, NOTES, PRUNED, ROW, UNVISITED, SearchTree
from c4.tree.selection import ALGORITHM as MONTE_CARLO
from c4.tree.selection import MAX_SEED, MOST_SIMULATIONS, SCALE, Selection
from c4.tree.simulations import Simulations

FORMAT, VERSION = "c4-saved-tree", 2

SAVED = ("move", "ply", "kind", "bound", "value", "alpha", "beta", "left_out", "left_out_high", "order", "note")
"""The saved columns of the table."""

LOG = {"prior": "float32", "proved": "int32", "leaf": "int32", "result": "int32"}
"""The arrays of a log and their types, see `c4.tree.simulations.Simulations`; "result" are the values."""

LIMITS = {"kind": len(KINDS) - 1, "bound": len(BOUNDS) - 1, "note": 7}
"""The greatest value of a column, if its type allows more."""

MOST_ROWS = 1 << 21
"""The most rows that are read: twice what a search records."""

MOST_BYTES = MOST_ROWS * (8 + sum(ROW[name].itemsize for name in SAVED)) + 8 * MOST_SIMULATIONS + 2 * LONGEST_HEADER


def save(path: str | Path, tree: SearchTree) -> None:
    """Writes a tree atomically.  Raises C4Error when the folder cannot be written."""
    write_arrays(path, *_parts(tree), compressed=True)


def encode(tree: SearchTree) -> bytes:
    """The bytes of a file; the same tree gives the same bytes."""
    return encode_arrays(*_parts(tree), compressed=True)


def load(path: str | Path) -> SearchTree:
    """Reads a saved tree.  Raises C4Error, one sentence, for any other file; the file stays as it was."""
    try:
        return _decoded(path)
    except OSError as error:
        raise C4Error(f"{path} cannot be read: {error.strerror or error}") from None
    except (C4Error, Unreadable) as error:
        raise C4Error(f"{path} {error}") from None


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
            total = _integer(content, "rows", 1, MOST_ROWS)
            columns = {name: file.array(name, str(ROW[name]), (total,)) for name in SAVED}
            log = None
            if "simulations" in content:
                ran = _integer(content["simulations"], "ran", 1, MOST_SIMULATIONS)
                lengths = {"prior": total, "proved": total, "leaf": ran, "result": ran}
                log = {name: file.array(name, kind, (lengths[name],)) for name, kind in LOG.items()}
            return _read(content, columns, log)
        except (KeyError, TypeError, AttributeError, ValueError, IndexError, OverflowError, RecursionError) as error:
            what = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
            raise Unreadable(f"is a damaged saved tree: {what}") from None


# -- writing ----------------------------------------------------------------------------------------------------------


def _parts(tree: SearchTree) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
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
        "rows": len(tree),
    }
    arrays = {name: tree.rows[name] for name in SAVED}
    if (log := tree.simulations) is not None:
        header["simulations"] = {**asdict(log.selection), "seed": log.seed, "ran": len(log)}
        arrays |= _arrays_of(log)
    header["checksum"] = _checksum(header, tree)
    return header, arrays


def _arrays_of(log: Simulations) -> dict[str, np.ndarray]:
    """The arrays of a log, as in LOG."""
    return {"prior": log.prior, "proved": log.proved, "leaf": log.leaf, "result": log.value}


def _checksum(header: dict[str, Any], tree: SearchTree) -> int:
    """CRC-32 of the rest, of the states, and of the table field by field, so that padding does not count."""
    checksum = zlib.crc32(json.dumps(header, sort_keys=True).encode())
    log = {} if tree.simulations is None else _arrays_of(tree.simulations)
    for column in (tree.state, *(tree.rows[name] for name in ROW.names or ()), *log.values()):
        checksum = zlib.crc32(column.astype(column.dtype.newbyteorder("<")).tobytes(), checksum)
    return checksum


# -- reading ----------------------------------------------------------------------------------------------------------


def _read(content: dict[str, Any], table: dict[str, np.ndarray], log: dict[str, np.ndarray] | None) -> SearchTree:
    """The tree of a file's header, columns and log, if it has one.  Raises C4Error if they are inconsistent."""
    rules = Rules(**content["rules"])
    root = _root(content["root"], rules)
    maximizer = _integer(content, "maximizer", 0, 1)
    rows = _table(table)
    names = []
    for name in ("algorithm", "evaluator"):
        if not isinstance(content[name], str) or len(content[name]) > 60:
            raise C4Error(f"its {name} has no name")
        names.append(content[name])
    order = tuple(column - 1 for column in content["order"])
    if sorted(order) != list(range(rules.columns)):
        raise C4Error("its move order does not name each column once")
    depth = _integer(content, "depth", 0, 255)
    nodes, pruned = (_integer(content, name, 0, 1 << 62) for name in ("nodes", "pruned"))
    scale = _integer(content, "scale", 1, 1 << 30)
    simulations = None if log is None else _log(content["simulations"], log, rows)
    if (simulations is None) == (names[0] == MONTE_CARLO):
        raise C4Error(f"a log of simulations does not go with a search by {names[0]}")
    tree = SearchTree(root, maximizer, depth, names[0], names[1], order, nodes, pruned, rows, scale, simulations)
    if tree.recorded + tree.total_left_out != tree.nodes:
        raise C4Error(
            f"its rows stand for {pluralise(tree.recorded + tree.total_left_out, 'node')}, its counter says {tree.nodes:,}"
        )
    header = {name: part for name, part in content.items() if name != "checksum"}
    if content["checksum"] != _checksum(header, tree):
        raise C4Error("it is not what was saved (the checksum differs)")
    return tree


def _log(content: dict[str, Any], arrays: dict[str, np.ndarray], rows: np.ndarray) -> Simulations:
    """The log of simulations.  Raises C4Error if it does not fit the rows."""
    settings = {field.name: content[field.name] for field in fields(Selection)}
    if any(type(settings[name]) is not bool for name in ("wins", "proofs")):
        raise C4Error("its settings wins and proofs are not true or false")
    seed = _integer(content, "seed", 0, MAX_SEED)
    prior, proved, leaf, value = (arrays[name] for name in LOG)
    within = (
        ((prior >= 0) & (prior <= 1)).all()  # no number is within, either
        and ((proved >= 0) & (proved <= len(leaf))).all()
        and ((leaf >= 0) & (leaf < len(rows))).all()
        and (np.abs(value.astype(np.int64)) <= SCALE).all()
    )
    if not within:
        raise C4Error("its log of simulations does not fit its rows")
    return Simulations(Selection(**settings), seed, prior, proved, leaf, value)


def _root(content: dict[str, Any], rules: Rules) -> Position:
    if content["moves"] is not None:
        position = Position(rules=rules)
        for column in content["moves"]:
            position = position.play(column - 1)
        return position
    position = Position.from_grid(content["grid"], rules)
    return Position(position.stones, _integer(content, "to_move", 0, 1), rules, None)


def _integer(content: dict[str, Any], name: str, low: int, high: int) -> int:
    number = content[name]
    if type(number) is not int or not low <= number <= high:
        raise C4Error(f"its {name} is {number!r}, not a whole number from {low} to {high:,}")
    return number


def _table(columns: dict[str, np.ndarray]) -> np.ndarray:
    """The rows, checked but for their moves."""
    rows = np.zeros(len(columns["ply"]), dtype=ROW)
    for name, numbers in columns.items():
        if name in LIMITS and numbers.max() > LIMITS[name]:
            raise C4Error(f"its column {name!r} holds something else than whole numbers from 0 to {LIMITS[name]}")
        rows[name] = numbers
    rows["parent"], rows["size"] = _family(rows["ply"])
    absent = np.isin(rows["kind"], (PRUNED, UNVISITED))
    if absent[rows["parent"][1:]].any() or absent[0]:
        raise C4Error("it has nodes below one that was not searched")
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


# -- JSON, for other programs --------------------------------------------------------------------------------------------

PIECE = 2000
"""How many rows are written at a time."""


def write_json(path: str | Path, tree: SearchTree) -> None:
    """Writes the tree as JSON atomically, gzipped if the name ends with .gz.

    Raises C4Error when the folder cannot be written.
    """
    pieces = [json.dumps(_json_head(tree))[:-1], ', "nodes": [']
    for row, node in enumerate(_json_nodes(tree)):
        pieces.append((",\n" if row else "\n") + json.dumps(node))
    data = "".join([*pieces, "\n]}\n"]).encode()
    write_bytes(path, gzip.compress(data, compresslevel=6, mtime=0) if str(path).endswith(".gz") else data)


def _json_head(tree: SearchTree) -> dict[str, Any]:
    rules = tree.root.rules
    return {
        "format": "c4-tree",
        "version": 1,
        "rules": rules.content(),
        "root": {"grid": tree.root.grid(), "to_move": tree.root.to_move, "maximizer": tree.maximizer},
        "algorithm": tree.algorithm,
        "evaluator": tree.evaluator,
        "scale": tree.scale,
        "depth": tree.depth,
        "order": [column + 1 for column in tree.move_order],
        "searched": tree.nodes,
        "pruned": tree.pruned,
        "left_out": tree.total_left_out,
        **({} if tree.simulations is None else {"simulations": _json_log(tree.simulations)}),
    }


def _json_log(log: Simulations) -> dict[str, Any]:
    """The settings of Monte-Carlo tree search, and of every simulation the number of its leaf in `nodes`, and its value."""
    return {**asdict(log.selection), "seed": log.seed, "leaf": log.leaf.tolist(), "value": log.value.tolist()}


def _json_nodes(tree: SearchTree) -> Iterator[dict[str, Any]]:
    """The rows, one after the other."""
    paths: list[tuple[int, ...]] = []
    for start in range(0, len(tree), PIECE):
        piece = slice(start, start + PIECE)
        samples = _json_samples(tree, piece)
        for state, row, more in zip(tree.state[piece].tolist(), tree.rows[piece].tolist(), samples):
            value, alpha, beta, parent, _, low, move, ply, kind, bound, _, note, high = row
            left_out = low + (high << 32)
            absent = kind in (PRUNED, UNVISITED)
            paths[ply:] = [paths[ply - 1] + (move + 1,) if parent != NO_PARENT else ()]
            node = {
                "state": str(state),
                "path": list(paths[ply]),
                "max": (tree.root.to_move == tree.maximizer) == (ply % 2 == 0),
                "alpha": None if absent or alpha == -INFINITY else alpha,
                "beta": None if absent or beta == INFINITY else beta,
                "value": None if absent else value,
                "bound": BOUNDS[bound],
                "pruned": kind == PRUNED,
                "kind": KINDS[kind],
            }
            if left_out:
                node["left_out"] = left_out
            if note:
                node["notes"] = [name for bit, name in NOTES.items() if note & bit]
            node.update(more)
            yield node


def _json_samples(tree: SearchTree, piece: slice) -> list[dict[str, Any]]:
    """What the rows of a piece have in addition in Monte-Carlo tree search: N, W, P, and the simulation that proved
    them.
    """
    log = tree.simulations
    if log is None:
        return [{}] * len(tree.rows[piece])
    columns = (tree.samples.visits, tree.samples.total, log.prior, log.proved)
    names = ("visits", "total", "prior", "proved")
    return [dict(zip(names, numbers, strict=True)) for numbers in zip(*(column[piece].tolist() for column in columns))]
