"""An icicle plot of a recorded tree as a small array: a row per ply, x in the order of the search.

Every row of the tree covers the width of its subtree on its ply (an icicle plot).  Rows that share a column are
averaged by the part of the column they cover, so a small picture shows a million rows.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4.game.values import WIN_FLOOR
from c4.kernels.jit import kernel, ready
from c4.kernels.kinds import Contiguous
from c4.tree.searchtree import PRUNED, UNVISITED, Rows, SearchTree

Cells = Annotated[NDArray[np.float32], Contiguous(np.float32, 3)]
_PRUNED = PRUNED
_UNVISITED = UNVISITED
"""A kernel compiles the value of a name of its own module; these two are imported."""


class Icicle(NamedTuple):
    """Arrays of shape (plies, width), float32.

    cover   how much of the cell is covered by searched nodes, 0 to 1
    pruned  and by replies that were not searched
    value   mean value for MAX of the searched nodes, −1 (lost) to 1 (won): see `spread`
    """

    cover: np.ndarray
    pruned: np.ndarray
    value: np.ndarray


@kernel
def paint(rows: Rows, spread: float, cells: Cells) -> None:
    """Adds every row to the cells it covers; cells: (3, plies, width), sums in the order of Icicle's fields."""
    n = len(rows)
    width = cells.shape[2]
    scale = width / n
    for r in range(n):
        row = rows[r]
        left = r * scale
        right = (r + row.size) * scale
        ply = row.ply
        first = int(left)
        last = min(int(np.ceil(right)), width)
        gone = row.kind == _PRUNED or row.kind == _UNVISITED
        value = 0.0 if gone else min(max(row.value / spread, -1.0), 1.0)
        for x in range(first, last):
            part = min(right, x + 1.0) - max(left, float(x))
            if gone:
                cells[1, ply, x] += part
            else:
                cells[0, ply, x] += part
                cells[2, ply, x] += part * value


def spread(tree: SearchTree) -> float:
    """The value that counts as far from even: one evaluated position in ten exceeds it; at least one point."""
    values = np.abs(tree.value[:: max(1, len(tree) // 20_000)])
    quiet = values[(values > 0) & (values < WIN_FLOOR)]
    return max(float(np.quantile(quiet, 0.9)), 1.0) if len(quiet) else 1.0


def can_paint() -> bool:
    """Whether `icicle` answers at once: its kernel may not be compiled yet."""
    return ready(paint)


def icicle(tree: SearchTree, width: int) -> Icicle:
    """The tree in `width` columns.  About 10 ms for a million rows."""
    plies = tree.last_ply + 1
    cells = np.zeros((3, plies, width), np.float32)
    paint(tree.rows, spread(tree), cells)
    with np.errstate(invalid="ignore", divide="ignore"):
        cells[2] = np.nan_to_num(cells[2] / cells[0])
    return Icicle(*cells)


def row_at(tree: SearchTree, x: float, ply: int) -> int:
    """The row that covers x (0 to 1, in the order of the search) on a ply; if none, the nearest one above."""
    row = min(max(int(x * len(tree)), 0), len(tree) - 1)
    while tree.ply[row] > ply:
        row = int(tree.parent[row])
    return row
