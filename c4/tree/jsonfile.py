"""A recorded search as JSON for other programs: state, path, window, value, bound of every row.  Imports the tree.

This program itself opens tree files (`c4.tree.treefile`).
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from c4.files import write_bytes
from c4.game import packed
from c4.game.values import INFINITY
from c4.tree.searchtree import BOUNDS, KINDS, NO_PARENT, NOTES, PRUNED, SearchTree

PIECE = 2000
"""How many rows are written at a time."""


def content(tree: SearchTree) -> dict[str, Any]:
    """The tree as lists and dicts: `nodes` in the order of visits, pruned ones included (see docs/commands.md)."""
    return {**_head(tree), "nodes": list(_nodes(tree))}


def write(path: str | Path, tree: SearchTree, progress: Callable[[float], None] = lambda part: None) -> None:
    """Writes it atomically, gzipped if the name ends with .gz; `progress` gets the share done, and may raise to stop.

    Raises C4Error when the folder cannot be written.
    """
    pieces = [json.dumps(_head(tree))[:-1], ', "nodes": [']
    for row, node in enumerate(_nodes(tree)):
        if row % PIECE == 0:
            progress(row / len(tree))
        pieces.append((",\n" if row else "\n") + json.dumps(node))
    progress(0.95)
    data = "".join([*pieces, "\n]}\n"]).encode()
    write_bytes(path, gzip.compress(data, compresslevel=6, mtime=0) if str(path).endswith(".gz") else data)


def _head(tree: SearchTree) -> dict[str, Any]:
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


def _nodes(tree: SearchTree) -> Iterator[dict[str, Any]]:
    """The rows, one after the other."""
    paths: list[tuple[int, ...]] = []
    fits = packed.fits(tree.root.rules)
    for start in range(0, len(tree), PIECE):
        piece = slice(start, start + PIECE)
        for state, row in zip(tree.state[piece].tolist(), tree.rows[piece].tolist()):
            value, alpha, beta, parent, _, low, move, ply, kind, bound, _, note, high = row
            left_out = low + (high << 32)
            paths[ply:] = [paths[ply - 1] + (move + 1,) if parent != NO_PARENT else ()]
            node = {
                "state": str(state) if fits else None,
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
