"""An evaluator that keeps a running sum in its memory, and the same without memory."""

from __future__ import annotations

import numpy as np

from c4.evaluators.base import NO_NUMBERS, Contribution, Evaluator, Tables
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U

WORTH = np.array([(37 * cell * cell + 11 * cell) % 101 - 50 for cell in range(64)], dtype=np.int64)
"""What a stone on each cell is worth to its owner."""


@kernel(passed=True)
def summed(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The sum over all stones, counted afresh; one more point for the side to move."""
    total = 1 if maximizer_moves else -1
    for cell in range(64):
        total += tables.numbers[cell] * (
            np.int64((maximizer >> np.uint64(cell)) & np.uint64(1))
            - np.int64((minimizer >> np.uint64(cell)) & np.uint64(1))
        )
    return total


@kernel(passed=True)
def remembered(maximizer: U, minimizer: U, maximizer_moves: bool, board: Board, tables: Tables) -> int:
    """The sum as `add` has kept it."""
    return tables.memory[0] + (1 if maximizer_moves else -1)


@kernel(passed=True)
def add(cell: int, maximizer: bool, sign: int, tables: Tables) -> None:
    """Adds or takes back one stone."""
    tables.memory[0] += sign * (tables.numbers[cell] if maximizer else -tables.numbers[cell])
    tables.memory[1] += sign


class Summed(Evaluator):
    """Cells have a worth; the side to move has one point more."""

    name = label = "toy"
    unit = "points"
    limit = 64 * 50 + 1
    line_value = 7
    steps = (10, 40, 100)
    evaluate_kernel = staticmethod(summed)

    def explain(self, position, side=None):
        side = position.to_move if side is None else side
        stones = [
            Contribution("stone", sign, WORTH[cell], int(sign * WORTH[cell]), (position.rules.place(cell),))
            for owner, sign in ((side, 1), (1 - side, -1))
            for cell in range(64)
            if position.stones[owner] >> cell & 1
        ]
        return [*stones, Contribution("to move", 1, 1, 1 if side == position.to_move else -1)]

    def tables(self, rules):
        return Tables(WORTH, NO_NUMBERS)


class Remembered(Summed):
    """The same value, kept up to date move by move; memory = [sum, stones]."""

    evaluate_kernel = staticmethod(remembered)
    update_kernel = staticmethod(add)

    def tables(self, rules):
        return Tables(WORTH, np.zeros(2, dtype=np.int64))
