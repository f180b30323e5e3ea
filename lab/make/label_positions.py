"""Draws positions to learn from, compiled.

A *root* is a quiet position of a random game, or of a game of good play.  From it come the positions after each column,
or the positions at which the best line of each column ends in a search.  Every position that is drawn is quiet: its
forced replies have been played, and neither side can win with the next disc.

A kernel that plays a move before it evaluates writes the cell of the move into `tables.memory[LAST_CELL]`.  The n-tuple
evaluator then knows which of its sums have changed.  It is a hint only, which the evaluator checks, so where it is
missing or old it costs time and changes nothing.
"""

from __future__ import annotations

import numpy as np

from c4.evaluators.base import Evaluate, Tables
from c4.evaluators.ntuple import LAST_CELL, evaluate_kernel
from c4.evaluators.quiet import QUIET, play_out
from c4.kernels.board import Board, free_cells
from c4.kernels.jit import kernel, recursion
from c4.kernels.kinds import Flags, U, Words, Words2, signed
from c4.kernels.lines import replies_to, winning_cells
from c4.kernels.splitmix import any_of, below, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, number_of, popcount

WIN_VALUE = 1 << 20
"""More than any value of an evaluator: a win after n plies is WIN_VALUE - n."""

EPSILON = 0.1
"""The share of random moves in good play, for both sides."""

MAX_EPSILON_OF_OPENINGS = 0.4
"""The largest share of random moves in openings; each side of each game gets a share from 0 to this one."""

RANDOM = 0
"""The root comes from a random game."""

GOOD = 1
"""The root comes from a game that begins with random moves and goes on with good play."""

FROM_START = 2
"""The root comes from a game of good play from the start."""

MAX_GAMES = 100_000
"""How many games are played for one root at most: few games of good play last long."""

MAX_SEARCH_PLIES = 64
"""No search is deeper, and no game has more plies."""


@kernel(inlined=True)
def column_from_middle(number: int, columns: int) -> int:
    """The column of this number (from 0) in the order from the middle: the middle, left of it, right of it, and so on."""
    distance = (number + 1) >> 1
    side = 1 - 2 * (number & 1)
    return columns // 2 + side * distance


@kernel
def best_of(mover: U, other: U, candidates: U, board: Board, tables: Tables) -> U:
    """The candidate (one bit) after which the position has the best value for the side that plays it."""
    best = -WIN_VALUE
    cell = U(0)
    while candidates != U(0):
        bit = lowest(candidates)
        candidates ^= bit
        tables.memory[LAST_CELL] = number_of(bit)
        value = -evaluate_kernel(other, mover | bit, True, board, tables)
        if value > best:
            best = value
            cell = bit
    return cell


@kernel
def play_game(
    random: Words, plies: int, random_plies: int, epsilon: float, other_epsilon: float, board: Board, tables: Tables
) -> tuple[U, U]:
    """The position (side to move, other) after so many plies of a game; (0, 0) if a side could win before.

    The first `random_plies` moves are random.  The others are good play, but for a share of random moves: `epsilon` for
    the first player, `other_epsilon` for the second.
    """
    mover = U(0)
    other = U(0)
    for plies_played in range(plies):
        occupied = mover | other
        free = free_cells(occupied, board)
        if winning_cells(mover, free, board) != U(0):
            return U(0), U(0)
        cell = U(0)
        if plies_played >= random_plies and uniform(random) >= epsilon:
            _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), free)
            if candidates != U(0):
                cell = best_of(mover, other, candidates, board, tables)
        if cell == U(0):
            cell = any_of(free, random)
        mover, other = other, mover | cell
        epsilon, other_epsilon = other_epsilon, epsilon
    return mover, other


@kernel
def draw_root(random: Words, ply: int, source: int, board: Board, tables: Tables) -> tuple[U, U]:
    """A quiet position (side to move, other) after at least `ply` plies of a game of this source.

    (0, 0) if none came up in MAX_GAMES games.
    """
    for _ in range(MAX_GAMES):
        random_plies = 0
        if source == GOOD:
            random_plies = below(random, ply + 1)
        elif source == RANDOM:
            random_plies = ply
        epsilon = EPSILON
        other_epsilon = EPSILON
        if source == FROM_START:
            epsilon = MAX_EPSILON_OF_OPENINGS * uniform(random)
            other_epsilon = MAX_EPSILON_OF_OPENINGS * uniform(random)
        mover, other = play_game(random, ply, random_plies, epsilon, other_epsilon, board, tables)
        ended_before = mover | other == U(0) and ply > 0
        if not ended_before:
            mover, other, comes_to = play_out(mover, other, board)
            if comes_to == QUIET:
                return mover, other
    return U(0), U(0)


look_again = recursion()


@kernel(again=look_again)
def look(
    mover: U,
    other: U,
    depth: int,
    alpha: int,
    beta: int,
    level: int,
    leaves: Words2,
    board: Board,
    tables: Tables,
    evaluate: Evaluate,
) -> int:
    """The value for the side to move, by alpha-beta of this depth.

    A value inside the window (alpha, beta) is exact.  One of at most alpha is an upper bound, one of at least beta a lower
    bound.  A win after n plies of the game is WIN_VALUE - n, a loss the opposite.

    leaves      (MAX_SEARCH_PLIES, 2): the row `level` becomes the position (side to move, other) at the end of the best
                line, (0, 0) if the line ends with the game; the search uses the rows below it
    evaluate    of an evaluator whose memory begins as the n-tuple evaluator's
    """
    leaves[level, 0] = U(0)
    leaves[level, 1] = U(0)
    occupied = mover | other
    discs = popcount(occupied)
    free = free_cells(occupied, board)
    if free == U(0):
        return 0
    if winning_cells(mover, free, board) != U(0):
        return WIN_VALUE - discs
    _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), free)
    if candidates == U(0):
        return discs + 1 - WIN_VALUE
    if depth == 0:
        leaves[level, 0] = mover
        leaves[level, 1] = other
        return evaluate(mover, other, True, board, tables)
    best = -WIN_VALUE
    for i in range(board.columns):
        column = column_from_middle(i, board.columns)
        cell = candidates & board.column[column]
        if cell == U(0):
            continue
        tables.memory[LAST_CELL] = number_of(cell)
        low = max(alpha, best)
        value = -look_again(other, mover | cell, depth - 1, -beta, -low, level + 1, leaves, board, tables, evaluate)
        if value > best:
            best = value
            leaves[level, 0] = leaves[level + 1, 0]
            leaves[level, 1] = leaves[level + 1, 1]
            if best >= beta:
                break
    return best


@kernel(allocates=True)
def draw(
    random: Words, ply: int, source: int, depth: int, result: Words2, board: Board, tables: Tables, evaluate: Evaluate
) -> int:
    """Fills `result`, uint64 (n, 2), with positions (side to move, other) from roots of this ply.  Returns their number.

    It is smaller than n after Ctrl-C, or if there are no such roots.  With depth 1 these are the positions after the
    columns of the roots, with a larger depth the leaves of searches that deep.
    """
    leaves = np.zeros((MAX_SEARCH_PLIES, 2), dtype=np.uint64)
    number = 0
    while number < len(result) and not stopped():
        mover, other = draw_root(random, ply, source, board, tables)
        no_root = mover | other == U(0) and ply > 0
        if no_root:
            break
        free = free_cells(mover | other, board)
        while free != U(0) and number < len(result):
            cell = lowest(free)
            free ^= cell
            mine = other
            theirs = mover | cell
            if depth > 1:
                tables.memory[LAST_CELL] = number_of(cell)
                look(mine, theirs, depth - 1, -WIN_VALUE, WIN_VALUE, 0, leaves, board, tables, evaluate)
                mine = leaves[0, 0]
                theirs = leaves[0, 1]
                ends_with_the_game = mine | theirs == U(0)
                if ends_with_the_game:
                    continue
            mine, theirs, comes_to = play_out(mine, theirs, board)
            if comes_to == QUIET:
                result[number, 0] = mine
                result[number, 1] = theirs
                number += 1
    return signed(number)


@kernel
def play_out_all(stones: Words2, quiet: Flags, board: Board) -> None:
    """Plays the forced replies in positions uint64 (n, 2), (side to move, other).

    `quiet`, bool (n,), becomes whether neither side can win with the next disc afterwards.
    """
    for place in range(len(stones)):
        mover, other, comes_to = play_out(stones[place, 0], stones[place, 1], board)
        stones[place, 0] = mover
        stones[place, 1] = other
        quiet[place] = comes_to == QUIET
