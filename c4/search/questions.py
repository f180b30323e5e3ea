"""Questions to the exact solver, compiled: which to ask, one within a budget, all of a position, many positions.  Imports numba and `c4.search`."""

from __future__ import annotations

import numpy as np
from numba import types

from c4.evaluators.lines import U, popcount
from c4.jit import kernel
from c4.search.proofs import BOARDS, ONE, any_line, measures, winning_cells
from c4.search.solver_kernels import STOPPED, search, unanswerable
from c4.search.solver_table import BIAS, CELLS, FIRST_HISTORY, HISTORY, LIMIT, LOWER, NODES, STOP, UPPER, forget
from c4.search.words import load, store

UNLIMITED = 1 << 61

NEAR = 4
"""Scores up to here count as near zero: once both bounds are, the sign is asked for."""

_compiled = {"error_model": "numpy"}


@kernel(types.int64(types.int64, types.int64, types.boolean, types.boolean))
def next_target(lower, upper, weak, leading):
    """The question to ask between two different bounds.

    While the score may be far from zero, the half of the longer side (quick wins and losses are cheap to find, or to rule
    out); then the sign, by whether the leader wins, for which there are the better proofs; then the middle.  Weakly, the sign at once.
    """
    if lower < 1 <= upper:
        if not weak and upper >= -lower and upper > NEAR:
            return (upper + 1) >> 1
        if not weak and -lower > NEAR:
            return -(-lower >> 1)
        return 1 if leading or lower == 0 else 0
    if lower < 0 <= upper:
        return 0
    return (lower + upper + 1) >> 1


@kernel(
    [types.boolean(types.uint64, types.uint64, types.int64, types.int64, types.boolean, types.int64, types.int64, types.int64, b) for b in BOARDS],
    **_compiled,
)
def narrow(mine, theirs, lower, upper, weak, questions, budget, control, board):
    """Asks up to so many questions until the bounds meet (weakly: until the sign is known), and leaves the bounds in the control record.

    Every question has a budget of nodes.  Returns False after a question that was not answered within it, or after a stop.
    """
    m = measures(board)
    cells = np.int64(m.cells)
    occupied = mine | theirs
    stones = popcount(occupied)
    playable = (occupied + m.bottom) & m.board
    my_wins = winning_cells(mine, theirs, board)
    their_wins = winning_cells(theirs, mine, board)
    if my_wins & playable:
        lower = upper = (cells + 1 - stones) >> 1
    elif unanswerable(their_wins, their_wins & playable, playable, board):
        lower = upper = -((cells - stones) >> 1)
    else:
        upper = max(lower, min(upper, (cells - 1 - stones) >> 1))
        lower = min(upper, max(lower, -((cells - 2 - stones) >> 1)))
    if lower == upper:
        store(control, NODES, load(control, NODES) + ONE)
    store(control, LOWER, U(lower))
    store(control, UPPER, U(upper))
    while lower < upper and questions > 0 and not (weak and (lower > 0 or upper < 0)):
        target = next_target(lower, upper, weak, (cells - stones) & 1 == 0)
        store(control, LIMIT, load(control, NODES) + U(budget))
        value = search(mine, theirs, my_wins, their_wins, stones, target, control, board)
        if abs(value) == STOPPED:
            return False
        if value >= target:
            lower = value
        else:
            upper = value
        store(control, LOWER, U(lower))
        store(control, UPPER, U(upper))
        questions -= 1
    return True


@kernel([types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, b) for b in BOARDS], **_compiled)
def ask(mine, theirs, target, budget, control, board):
    """As `search` for any position that is not over, within a budget of nodes; STOPPED when that does not do."""
    m = measures(board)
    cells = np.int64(m.cells)
    occupied = mine | theirs
    stones = popcount(occupied)
    playable = (occupied + m.bottom) & m.board
    my_wins = winning_cells(mine, theirs, board)
    their_wins = winning_cells(theirs, mine, board)
    if my_wins & playable:
        return (cells + 1 - stones) >> 1
    if unanswerable(their_wins, their_wins & playable, playable, board):
        return -((cells - stones) >> 1)
    store(control, LIMIT, load(control, NODES) + U(budget))
    return search(mine, theirs, my_wins, their_wins, stones, target, control, board)


@kernel([types.int64(types.uint64[:, ::1], b) for b in BOARDS], **_compiled)
def first_over(stones, board):
    """The first of uint64[n, 2] stones whose game is over, or -1."""
    m = measures(board)
    for i in range(len(stones)):
        if any_line(stones[i, 0], board) or any_line(stones[i, 1], board) or stones[i, 0] | stones[i, 1] == m.board:
            return i
    return -1


@kernel([types.int64(types.uint64[:, ::1], types.int64[:, ::1], types.boolean, types.boolean, types.int64, b) for b in BOARDS], **_compiled)
def narrow_many(stones, found, weak, keep, control, board):
    """Solves one position after another: stones uint64[n, 2] (side to move, other side) into found int64[n, 3] (lower, upper, nodes).

    Every one starts from an empty table and a fresh history unless `keep`.  Returns how many were solved before a stop.
    """
    for i in range(len(stones)):
        before = load(control, NODES)
        narrow(stones[i, 0], stones[i, 1], -BIAS + 1, BIAS - 1, weak, UNLIMITED, UNLIMITED, control, board)
        found[i, 0] = np.int64(load(control, LOWER))
        found[i, 1] = np.int64(load(control, UPPER))
        found[i, 2] = np.int64(load(control, NODES) - before)
        if load(control, STOP):
            return i
        if found[i, 2] > 1 and not keep:
            forget(control)
            for j in range(2 * CELLS):
                store(control, HISTORY + j, load(control, FIRST_HISTORY + j))
    return len(stones)
