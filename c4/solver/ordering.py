"""Move ordering of the exact solver: moves that make many threats first, of those the ones that cut elsewhere.  Imports
numba.

The order is a list of words, one a move, in room on the stack that is named by its address:

    rank                        | place | cell
    bits 11 and up              | 10..6 | 5..0        the highest word is the best move

`place` is where the winning cells after the move stand in their own list.
"""

from __future__ import annotations

from c4.compiled.atomic import load, prefetch, store
from c4.compiled.board import Board
from c4.compiled.jit import kernel
from c4.compiled.kinds import U, signed
from c4.compiled.words import lowest, number_of, popcount
from c4.solver.table import HISTORY, TABLE, bucket_of, code_of

THREAT_WEIGHT = 15
"""A winning cell after a move is worth 2^15 points of history."""


@kernel(inlined=True)
def history_of(stones: int) -> int:
    """Where the history of the side to move stands in the control record, in words."""
    return HISTORY + ((stones & 1) << 6)


@kernel(inlined=True)
def rank_moves(
    moves: U,
    theirs: U,
    occupied: U,
    stones: int,
    free: int,
    tabled: bool,
    wins_after: int,
    order: int,
    control: int,
    board: Board | None,
) -> int:
    """Writes the order of the moves, not sorted yet, and returns how many there are; `wins_after` are their winning
    cells.

    Where a look into the table is worth while (`tabled`), history counts, and the entries of the children are asked for
    already.
    """
    history = history_of(stones)
    table = signed(load(control, TABLE))
    count = 0
    while moves:
        move = lowest(moves)
        moves ^= move
        cell = number_of(move)
        place = cell // 7 if board is None else count
        rank = popcount(load(wins_after, place)) << THREAT_WEIGHT
        if tabled:
            prefetch(table, bucket_of(code_of(theirs, occupied | move, free - 1, control, board), control))
            rank += signed(load(control, history + cell))
        store(order, count, U((rank << 11) + (place << 6) + cell))
        count += 1
    return count


@kernel(inlined=True)
def cell_of(word: int) -> int:
    """The cell of a move in the order."""
    return word & 63


@kernel(inlined=True)
def place_of(word: int) -> int:
    """The place of the winning cells after a move in the order."""
    return (word >> 6) & 31


@kernel(inlined=True)
def bring_best(order: int, i: int, count: int) -> int:
    """Brings the best of the moves from place i on to place i; returns its word."""
    pick, word = i, signed(load(order, i))
    for j in range(i + 1, count):
        other = signed(load(order, j))
        if other > word:
            pick, word = j, other
    store(order, pick, load(order, i))
    store(order, i, U(word))
    return word


@kernel(inlined=True)
def credit(order: int, i: int, stones: int, control: int) -> None:
    """The move at place i cut off the rest: it gains as much history as those before it lose together."""
    history = history_of(stones)
    cell = cell_of(signed(load(order, i)))
    store(control, history + cell, U(signed(load(control, history + cell)) + i))
    for j in range(i):
        failed = history + cell_of(signed(load(order, j)))
        store(control, failed, load(control, failed) - U(1))
