"""Rows of a `SearchTree`, with MAX's values, written by the engine, whose values are the mover's.  Imports numba."""

from __future__ import annotations

from c4.compiled.jit import kernel
from c4.game.values import LOWER, UPPER
from c4.search import rows as plain
from c4.search.rows import Control, Edge
from c4.tree.rows import Rows


@kernel(inlined=True)
def turned(bound: int) -> int:
    """A bound from the other side's view."""
    return UPPER if bound == LOWER else LOWER if bound == UPPER else bound


@kernel
def enter(rows: Rows, control: Control, maximizer_moves: bool, alpha: int, beta: int, edge: Edge) -> None:
    """Writes the next row for a visited node; the window is the mover's."""
    low, high = (alpha, beta) if maximizer_moves else (-beta, -alpha)
    plain.enter(rows, control, low, high, edge)


@kernel
def settle(
    rows: Rows, control: Control, recorded: bool, row: int, maximizer_moves: bool, kind: int, value: int, bound: int
) -> int:
    """Ends the visit of a node: sets the bound, completes the row, and returns the value."""
    control.bound = bound
    if recorded:
        if maximizer_moves:
            plain.settle(rows, control, row, kind, value, bound)
        else:
            plain.settle(rows, control, row, kind, -value, turned(bound))
    return value
