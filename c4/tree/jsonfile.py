"""Trees as JSON, for other programs: one object a row, in words.  The files open again."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from c4.errors import C4Error
from c4.game.values import INFINITY
from c4.storage import read_json, wanted_version, write_bytes
from c4.text import pluralise
from c4.tree.searchtree import (
    BOUNDS,
    KINDS,
    NO_MOVE,
    NO_PARENT,
    NOTES,
    PRUNED,
    ROW,
    UNVISITED,
    SearchTree,
    split_left_out,
)
from c4.tree.simulations import Simulations
from c4.tree.table import LOG, MOST_ROWS, SAVED, read_table

FORMAT = "c4-tree"
VERSION = 2

MOST_BYTES = 1 << 29
"""The bytes of the largest file that is read."""

MOST_MEMORY = 1 << 30
"""About the most bytes of memory that its content may take."""

# -- writing ----------------------------------------------------------------------------------------------------------

PIECE = 2000
"""How many rows are written at a time."""


def write_json(path: str | Path, tree: SearchTree) -> None:
    """Writes the tree as JSON atomically, gzipped if the name ends with .gz.

    Raises C4Error when the folder cannot be written.
    """
    head = json.dumps(_json_head(tree)).removesuffix("}")  # the object goes on with its nodes
    pieces = [head, ', "nodes": [']
    for row, node in enumerate(_json_nodes(tree)):
        if row > 0:
            pieces.append(",")
        pieces.append(f"\n{json.dumps(node)}")
    data = "".join([*pieces, "\n]}\n"]).encode()
    write_bytes(path, gzip.compress(data, compresslevel=6, mtime=0) if str(path).endswith(".gz") else data)


def _json_head(tree: SearchTree) -> dict[str, Any]:
    rules = tree.root.rules
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules.content(),
        "root": {
            "grid": tree.root.grid(),
            "moves": None if tree.root.moves is None else [column + 1 for column in tree.root.moves],
            "to_move": tree.root.to_move,
            "maximizer": tree.maximizer,
        },
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
    paths: list[tuple[int, ...]] = []  # by ply, those of the nodes from the root to the last row
    names = tree.rows.dtype.names or ()
    for start in range(0, len(tree), PIECE):
        piece = slice(start, start + PIECE)
        samples = _json_samples(tree, piece)
        for state, fields, more in zip(tree.state[piece].tolist(), tree.rows[piece].tolist(), samples):
            row = dict(zip(names, fields))
            ply = row["ply"]
            kind = row["kind"]
            path: tuple[int, ...] = ()
            if row["parent"] != NO_PARENT:
                path = (*paths[ply - 1], row["move"] + 1)
            paths[ply:] = [path]
            has_value = kind not in (PRUNED, UNVISITED)
            has_alpha = has_value and row["alpha"] != -INFINITY
            has_beta = has_value and row["beta"] != INFINITY
            node = {
                "state": str(state),
                "path": list(path),
                "max": (tree.root.to_move == tree.maximizer) == (ply % 2 == 0),
                "alpha": row["alpha"] if has_alpha else None,
                "beta": row["beta"] if has_beta else None,
                "value": row["value"] if has_value else None,
                "bound": BOUNDS[row["bound"]],
                "pruned": kind == PRUNED,
                "kind": KINDS[kind],
                "order": row["order"],
            }
            left_out = row["left_out"] + (row["left_out_high"] << 32)
            if left_out:
                node["left_out"] = left_out
            if row["note"]:
                node["notes"] = [name for bit, name in NOTES.items() if row["note"] & bit]
            node.update(more)
            yield node


def _json_samples(tree: SearchTree, piece: slice) -> list[dict[str, Any]]:
    """What the rows of a piece have in addition in Monte-Carlo tree search: N, W, P, and the simulation that proved
    them.
    """
    log = tree.simulations
    if log is None:
        return [{}] * len(tree.rows[piece])
    columns = {"visits": tree.samples.visits, "total": tree.samples.total, "prior": log.prior, "proved": log.proved}
    numbers = [column[piece].tolist() for column in columns.values()]
    return [dict(zip(columns, of_row, strict=True)) for of_row in zip(*numbers)]


# -- reading ----------------------------------------------------------------------------------------------------------


def load_json(path: str | Path) -> SearchTree:
    """Reads a tree that `write_json` wrote.

    Raises C4Error whose text completes a sentence that begins with the file's name, and OSError if it cannot be read.
    """
    try:
        return _read(_content(path))
    except KeyError as error:
        raise C4Error(f"is a damaged tree: it lacks {error}") from None
    except C4Error as error:
        raise C4Error(f"is no tree that opens here: {error}") from None
    except (TypeError, AttributeError, ValueError, IndexError, OverflowError, RecursionError) as error:
        raise C4Error(f"is a damaged tree: {error}") from None


def _content(path: str | Path) -> dict[str, Any]:
    """The object of a file, if it is a tree of this version."""
    content = read_json(path, MOST_BYTES, MOST_MEMORY)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise C4Error("it is not the JSON of a tree")
    if (version := content.get("version")) != VERSION:
        raise C4Error(f"it is of version {version!r}: {wanted_version(version, VERSION)}")
    return content


def _read(content: dict[str, Any]) -> SearchTree:
    """The tree of a file's content.  Raises C4Error if it contradicts itself, and what reading wrong types raises."""
    nodes = content["nodes"]
    if not 1 <= len(nodes) <= MOST_ROWS:
        raise C4Error(f"it has {pluralise(len(nodes), 'node')}, and can have 1 to {MOST_ROWS:,}")
    columns = {name: np.zeros(len(nodes), ROW[name]) for name in SAVED}
    for row, node in enumerate(nodes):
        for name, number in _columns_of(node).items():
            columns[name][row] = number
    header = {**content, "maximizer": content["root"]["maximizer"], "nodes": content["searched"]}
    if "simulations" in content:
        log = content["simulations"]
        header["simulations"] = {**log, "ran": len(log["leaf"])}
    tree = read_table(header, columns, _log(content, nodes))
    if [int(node["state"]) for node in nodes] != tree.state.tolist():
        raise C4Error("its states are not those that its moves lead to")
    return tree


def _columns_of(node: dict[str, Any]) -> dict[str, int]:
    """The columns of a row, as in `c4.tree.table.SAVED`."""
    path = node["path"]
    left_out, left_out_high = split_left_out(node.get("left_out", 0))
    return {
        "move": path[-1] - 1 if path else NO_MOVE,
        "ply": len(path),
        "kind": KINDS.index(node["kind"]),
        "bound": BOUNDS.index(node["bound"]),
        "value": 0 if node["value"] is None else node["value"],
        "alpha": -INFINITY if node["alpha"] is None else node["alpha"],
        "beta": INFINITY if node["beta"] is None else node["beta"],
        "left_out": left_out,
        "left_out_high": left_out_high,
        "order": node["order"],
        "note": sum(bit for bit, name in NOTES.items() if name in node.get("notes", ())),
    }


def _log(content: dict[str, Any], nodes: list[dict[str, Any]]) -> dict[str, np.ndarray] | None:
    """The arrays of the log of Monte-Carlo tree search, as in `c4.tree.table.LOG`; None for another search."""
    if "simulations" not in content:
        return None
    log = content["simulations"]
    lists = {
        "prior": [node["prior"] for node in nodes],
        "proved": [node["proved"] for node in nodes],
        "leaf": log["leaf"],
        "result": log["value"],
    }
    return {name: np.array(lists[name], LOG[name]) for name in LOG}
