"""The rows of a recorded search as a CSV file, one line per row, for spreadsheets and statistics.  Imports the tree."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

from c4.files import write_text
from c4.game import packed
from c4.game.columns import DIGITS
from c4.tree.explain import row_text, window_text
from c4.tree.searchtree import BOUNDS, KINDS, NO_MOVE, NOTES, PRUNED, SearchTree

HEADER = (
    "row", "parent", "path", "ply", "side", "column", "order", "kind", "value", "points", "bound", "alpha", "beta",
    "nodes", "rows", "left out", "notes", "state",
)  # fmt: skip
"""Columns and orders count from 1, rows and plies from 0; a pruned row has no value, points, bound or window; open ends
of a window are empty."""

PIECE = 2000


def write(path: str | Path, tree: SearchTree, progress: Callable[[float], None] = lambda part: None) -> None:
    """Writes all rows atomically; `progress` gets the share done, and may raise to stop.  Raises C4Error on failure."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(HEADER)
    paths: list[str] = []
    for row in range(len(tree)):
        if row % PIECE == 0:
            progress(row / len(tree))
        lines.writerow(_line(tree, row, paths))
    progress(0.95)
    write_text(path, text.getvalue())


def _line(tree: SearchTree, row: int, paths: list[str]) -> tuple[object, ...]:
    """One line; `paths`, the paths of the previous rows, is appended to."""
    value, alpha, beta, parent, size, left_out, move, ply, kind, bound, order, note, high = tree.rows[row].item()
    paths.append(paths[parent] + ("0" if move == NO_MOVE else DIGITS[move]) if row else "")
    place = (
        row,
        parent if row else "",
        paths[-1],
        ply,
        "MAX" if tree.is_max(row) else "MIN",
        move + 1 if row else "",
        order + 1,
        KINDS[kind],
    )
    notes = " ".join(name.replace(" ", "-") for bit, name in NOTES.items() if note & bit)
    state = int(tree.state[row]) if packed.fits(tree.root.rules) else ""
    rest = (tree.searched(row), size, left_out + (high << 32), notes, state)
    if kind == PRUNED:
        return *place, "", "", "", "", "", *rest
    ends = ("" if "∞" in text else end for text, end in zip(window_text(tree, row), (alpha, beta)))
    return *place, row_text(tree, row), value, BOUNDS[bound], *ends, *rest
