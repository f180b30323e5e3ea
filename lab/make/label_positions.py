"""Draws positions to learn from, compiled: from random games, good play, and openings, and the leaves of searches.

Every position drawn is quiet: neither side can win with the next disc (forced replies are played first).  A *root* is a
quiet position after so many plies; of it the positions after each column are taken, or those at which the best line of
each column ends when alpha-beta looks further.
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

WIN = 1 << 20
"""More than any value of an evaluator: a win after n plies is WIN - n."""

EPSILON = 0.1
"""How often a move of good play is a random one."""

CARELESS = 0.4
"""In an opening, how often at most a side's move is a random one: a number from 0 to it for every side and game."""

RANDOM, GOOD, FROM_START = range(3)
"""What a root comes from: a random game; one that some ply on is good play; one that is good play from the start."""

TRIES = 100_000
"""How many games are begun for one root at most: few games of good play last long."""


@kernel(inlined=True)
def column_from_middle(number: int, columns: int) -> int:
    """The column of this number (from 0) in the order from the middle: the middle, left of it, right of it, and so on."""
    distance = (number + 1) >> 1
    side = 1 - 2 * (number & 1)
    return columns // 2 + side * distance


@kernel
def best_of(mover: U, other: U, candidates: U, board: Board, tables: Tables) -> U:
    """The candidate after which the evaluator likes the position best."""
    best = -WIN
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
def draw_root(random: Words, ply: int, source: int, board: Board, tables: Tables) -> tuple[U, U]:
    """A quiet position (side to move, other) after at least `ply` plies of a game of this source; (0, 0) if none was
    found.
    """
    for _ in range(TRIES):
        mover = U(0)
        other = U(0)
        random_plies = 0  # so many plies at the start are random moves, the rest is good play
        if source == GOOD:
            random_plies = below(random, ply + 1)
        elif source == RANDOM:
            random_plies = ply
        carelessness = EPSILON  # how often a random move is mixed into the good play of the side to move
        other_carelessness = EPSILON
        if source == FROM_START:
            carelessness = CARELESS * uniform(random)
            other_carelessness = CARELESS * uniform(random)
        over = False
        for plies_played in range(ply):
            occupied = mover | other
            free = free_cells(occupied, board)
            if winning_cells(mover, free, board) != U(0):
                over = True
                break
            cell = U(0)
            if plies_played >= random_plies and uniform(random) >= carelessness:
                _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), free)
                if candidates != U(0):
                    cell = best_of(mover, other, candidates, board, tables)
            if cell == U(0):
                cell = any_of(free, random)
            mover, other = other, mover | cell
            carelessness, other_carelessness = other_carelessness, carelessness
        if not over:
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
    """Alpha-beta: the value for the side to move; leaves[level] becomes the discs (side to move, other) at the end of
    the best line, (0, 0) where it ends with the game.

    `evaluate` is that of an evaluator whose memory begins as the n-tuple evaluator's.
    """
    leaves[level, 0] = U(0)
    leaves[level, 1] = U(0)
    occupied = mover | other
    stones = popcount(occupied)
    free = free_cells(occupied, board)
    if free == U(0):
        return 0
    if winning_cells(mover, free, board) != U(0):
        return WIN - stones
    _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), free)
    if candidates == U(0):
        return stones + 1 - WIN
    if depth == 0:
        leaves[level, 0] = mover
        leaves[level, 1] = other
        return evaluate(mover, other, True, board, tables)
    best = -WIN
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
    """Fills `result`, uint64 (n, 2), with positions (side to move, other) from roots of this ply; returns how many.

    Fewer than n after Ctrl-C, or where there are no such roots.  `depth` 1 takes the positions after the columns, more
    the leaves of searches that deep.
    """
    leaves = np.zeros((64, 2), dtype=np.uint64)
    number = 0
    while number < len(result) and not stopped():
        mover, other = draw_root(random, ply, source, board, tables)
        if mover | other == U(0) and ply > 0:
            break
        free = free_cells(mover | other, board)
        while free != U(0) and number < len(result):
            cell = lowest(free)
            free ^= cell
            mine = other
            theirs = mover | cell
            if depth > 1:
                tables.memory[LAST_CELL] = number_of(cell)
                look(mine, theirs, depth - 1, -WIN, WIN, 0, leaves, board, tables, evaluate)
                mine = leaves[0, 0]
                theirs = leaves[0, 1]
                if mine | theirs == U(0):
                    continue
            mine, theirs, comes_to = play_out(mine, theirs, board)
            if comes_to == QUIET:
                result[number, 0] = mine
                result[number, 1] = theirs
                number += 1
    return signed(number)


@kernel
def play_out_all(stones: Words2, quiet: Flags, board: Board) -> None:
    """Plays the forced replies in all positions, uint64 (n, 2): side to move, other; `quiet` becomes whether neither side can
    win with the next disc then.
    """
    for place in range(len(stones)):
        stones[place, 0], stones[place, 1], comes_to = play_out(stones[place, 0], stones[place, 1], board)
        quiet[place] = comes_to == QUIET
