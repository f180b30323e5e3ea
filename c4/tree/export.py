"""A recorded search as JSON, for other programs."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from c4.game.values import INFINITY
from c4.storage import write_bytes
from c4.tree.searchtree import BOUNDS, KINDS, NO_PARENT, NOTES, PRUNED, SearchTree

PIECE = 2000
"""How many rows are written at a time."""


def json_content(tree: SearchTree) -> dict[str, Any]:
    """The tree as lists and dicts: `nodes` in the order of visits, pruned ones included (see docs/commands.md)."""
    return {**_json_head(tree), "nodes": list(_json_nodes(tree))}


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
    }


def _json_nodes(tree: SearchTree) -> Iterator[dict[str, Any]]:
    """The rows, one after the other."""
    paths: list[tuple[int, ...]] = []
    for start in range(0, len(tree), PIECE):
        piece = slice(start, start + PIECE)
        for state, row in zip(tree.state[piece].tolist(), tree.rows[piece].tolist()):
            value, alpha, beta, parent, _, low, move, ply, kind, bound, _, note, high = row
            left_out = low + (high << 32)
            paths[ply:] = [paths[ply - 1] + (move + 1,) if parent != NO_PARENT else ()]
            node = {
                "state": str(state),
                "path": list(paths[ply]),
                "max": (tree.root.to_move == tree.maximizer) == (ply % 2 == 0),
                "alpha": None if kind == PRUNED or alpha == -INFINITY else alpha,
                "beta": None if kind == PRUNED or beta == INFINITY else beta,
                "value": None if kind == PRUNED else value,
                "bound": BOUNDS[bound],
                "pruned": kind == PRUNED,
                "kind": KINDS[kind],
            }
            if left_out:
                node["left_out"] = left_out
            if note:
                node["notes"] = [name for bit, name in NOTES.items() if note & bit]
            yield node
