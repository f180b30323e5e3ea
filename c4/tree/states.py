"""The packed states of a tree's rows, found by playing their moves."""

from __future__ import annotations

import numpy as np

from c4.errors import C4Error
from c4.game.position import Position
from c4.kernels.board import Board, board_of, free_cells
from c4.kernels.jit import kernel
from c4.kernels.kinds import Bytes, Ints8, U, Words, Words2, signed
from c4.kernels.lines import has_line
from c4.kernels.turning import state_of, turned, turns_now
from c4.kernels.words import number_of

FITS, FULL, OVER = range(3)


def states(root: Position, maximizer: int, move: np.ndarray, ply: np.ndarray) -> np.ndarray:
    """uint64 (n,): the states of all rows as searched ones, the maximizer's discs as their own.

    It takes about 20 ms for a million rows.

    `move` and `ply` are columns of a `SearchTree`, whose plies form a tree.  Raises C4Error for a move that cannot be
    played; the text completes a sentence that begins with the tree.
    """
    rules = root.rules
    move = np.ascontiguousarray(move)
    ply = np.ascontiguousarray(ply)
    if move[0] >= 0 or (move < -1).any() or (move >= rules.columns).any():  # -1: the root, and null moves
        raise C4Error("it has a move into a column that does not exist")
    result = np.zeros(len(move), dtype=np.uint64)
    path = np.zeros((256, 3), dtype=np.uint64)
    result[0] = root.packed(maximizer)
    path[0] = root.stones[maximizer], root.stones[1 - maximizer], result[0]
    end = write_states(move, ply, root.to_move == maximizer, board_of(rules), path, result)
    if end != FITS:
        what = "has a move into a full column" if end == FULL else "goes on after the end of a game"
        raise C4Error(f"it {what}")
    return result


@kernel
def write_states(move: Ints8, ply: Bytes, own_moves: bool, board: Board, path: Words2, states: Words) -> int:
    """Writes the states of all rows but the root's; returns FITS, or what is wrong with a row.

    own_moves   whether the side whose discs the states call their own moves at the root
    path        of the rows from the root to the one at hand, by ply: its own discs, the other side's, the state
    """
    for row in range(1, len(move)):
        here = signed(ply[row])
        own = path[here - 1, 0]
        other = path[here - 1, 1]
        state = path[here - 1, 2]
        follows = ply[row - 1] < here  # it is the first child
        if follows and board.first_line == 1 and (has_line(own, board) or has_line(other, board)):
            return OVER
        if move[row] >= 0:
            cell = free_cells(own | other, board) & board.column[move[row]]
            if cell == U(0):
                return FULL
            number = number_of(cell)
            state += board.pointer[number]
            if own_moves == (here % 2 == 1):
                state += board.slot[number]
                own |= cell
                turns = turns_now(own, other, board)
            else:
                other |= cell
                turns = turns_now(other, own, board)
            if turns:
                own, other = turned(own, other, board)
                state = state_of(own, other, board)
        path[here, 0] = own
        path[here, 1] = other
        path[here, 2] = state
        states[row] = state
    return FITS
