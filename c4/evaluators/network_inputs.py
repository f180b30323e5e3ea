"""The inputs of the network evaluator, in plain Python and numpy: which are on, where they lie, their mirror images.

An input is a row of the first layer: 64 x plane + bit number of the cell (see `c4.evaluators.network_kernels`).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from c4.compiled.board import board_of
from c4.compiled.kinds import U
from c4.compiled.lines import winning_cells
from c4.evaluators.network_kernels import INPUTS
from c4.game.position import Position
from c4.game.rules import Rules

KINDS = ("first player's stones", "second player's stones", "first completes a line", "second completes a line")
"""The four planes in words."""


def inputs_on(position: Position) -> tuple[np.ndarray, int]:
    """(the inputs that are on, ascending; 0 if the player with more stones, or as many and the move, is to move,
    otherwise 1).  The last input is that of the side to move."""
    mover_began = position.mine.bit_count() >= position.theirs.bit_count()
    first, second = (position.mine, position.theirs) if mover_began else (position.theirs, position.mine)
    empty, board = U(position.rules.board & ~position.occupied), board_of(position.rules)
    completing = (int(winning_cells(U(stones), empty, board)) for stones in (first, second))
    on = [64 * plane + cell for plane, cells in enumerate((first, second, *completing)) for cell in bits(cells)]
    moves = 0 if mover_began else 1
    return np.array([*on, INPUTS - 2 + moves]), moves


def bits(cells: int) -> list[int]:
    """The bit numbers of a set of cells, upwards."""
    return [cell for cell in range(cells.bit_length()) if cells >> cell & 1]


def place_of_input(row: int, rules: Rules) -> tuple[int, int]:
    """The (row, column) of an input's cell."""
    return rules.place(row % 64)


@lru_cache(maxsize=8)
def mirrored_inputs(rules: Rules) -> np.ndarray:
    """int64[INPUTS]: for each input the one that stands for it on the mirror image."""
    found = np.arange(INPUTS)
    for cell in bits(rules.board):
        row, column = rules.place(cell)
        found[cell:256:64] = rules.cell(row, rules.columns - 1 - column) + np.arange(0, 256, 64)
    return found
