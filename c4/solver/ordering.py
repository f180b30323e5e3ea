"""Move ordering of the exact solver: moves that make most threats first, then by history.

The order is a list of words, one per move, on the stack and given by its address:

    rank                        | place | cell
    bits 11 and up              | 10..6 | 5..0        the highest word is the best move

`place` is the index of the winning cells after the move in their own list.
"""

from __future__ import annotations

from c4.kernels.atomic import load, store
from c4.kernels.board import Board
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed
from c4.kernels.words import lowest, number_of, popcount
from c4.solver.table import HISTORY

THREAT_WEIGHT = 17
"""A winning cell after a move is worth 2^17 points of history ..."""

SPENT_THREATS = 2
"""... and a move directly below one of the mover's own costs as much as this many: the opponent must take that cell."""


@kernel(inlined=True)
def history_of(stones: int) -> int:
    """The place of the mover's history in the control record, in words."""
    return HISTORY + ((stones & 1) << 6)


@kernel(inlined=True)
def rank_moves(
    moves: U,
    my_wins: U,
    their_wins: U,
    stones: int,
    tabled: bool,
    wins_after: int,
    order: int,
    control: int,
    board: Board | None,
) -> int:
    """Writes the unsorted order of the moves and returns their number; `wins_after` are the winning cells after each,
    `my_wins` and `their_wins` those of both sides before.

    History counts if the table is consulted (`tabled`).
    """
    history = history_of(stones)
    count = 0
    while moves:
        move = lowest(moves)
        moves ^= move
        cell = number_of(move)
        place = cell // 7 if board is None else count
        useful = load(wins_after, place) & ~(their_wins << U(1))
        threats = popcount(useful)
        if (move << U(1)) & my_wins:
            threats -= SPENT_THREATS
        rank = threats << THREAT_WEIGHT
        if tabled:
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
def select_best(order: int, i: int, count: int) -> int:
    """Moves the best of the moves from place i on to place i; returns its word."""
    pick = i
    word = signed(load(order, i))
    for j in range(i + 1, count):
        other = signed(load(order, j))
        if other > word:
            pick = j
            word = other
    store(order, pick, load(order, i))
    store(order, i, U(word))
    return word


@kernel(inlined=True)
def credit(order: int, i: int, stones: int, control: int) -> None:
    """Credits the move at place i for a cutoff: it gains as much history as those before it lose together."""
    history = history_of(stones)
    cell = cell_of(signed(load(order, i)))
    store(control, history + cell, U(signed(load(control, history + cell)) + i))
    for j in range(i):
        failed = history + cell_of(signed(load(order, j)))
        store(control, failed, load(control, failed) - U(1))
