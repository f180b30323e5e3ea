"""An evaluator that keeps a running sum in its memory, and the same without memory: what an incremental learner will
look like to the search.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from c4.evaluators.base import EVALUATE, NO_NUMBERS, NO_WEIGHTS, UPDATE, Contribution, Evaluator, Tables

WORTH = np.array([(37 * cell * cell + 11 * cell) % 101 - 50 for cell in range(64)], dtype=np.int64)
"""What a stone on each cell is worth to its owner."""


@njit(EVALUATE)
def summed(maximizer, minimizer, maximizer_moves, masks, numbers, weights, memory):
    """The sum over all stones, counted afresh; one more point for the side to move."""
    total = 1 if maximizer_moves else -1
    for cell in range(64):
        total += numbers[cell] * (
            np.int64((maximizer >> np.uint64(cell)) & np.uint64(1))
            - np.int64((minimizer >> np.uint64(cell)) & np.uint64(1))
        )
    return total


@njit(EVALUATE)
def remembered(maximizer, minimizer, maximizer_moves, masks, numbers, weights, memory):
    """The sum as `add` has kept it."""
    return memory[0] + (1 if maximizer_moves else -1)


@njit(UPDATE)
def add(cell, maximizer, sign, numbers, memory):
    """Adds or takes back one stone."""
    memory[0] += sign * (numbers[cell] if maximizer else -numbers[cell])
    memory[1] += sign


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
        return Tables(np.zeros(0, dtype=np.uint64), WORTH, NO_WEIGHTS, NO_NUMBERS)


class Remembered(Summed):
    """The same value, kept up to date move by move; memory = [sum, stones]."""

    evaluate_kernel = staticmethod(remembered)
    update_kernel = staticmethod(add)

    def tables(self, rules):
        return Tables(np.zeros(0, dtype=np.uint64), WORTH, NO_WEIGHTS, np.zeros(2, dtype=np.int64))
