"""The compiled half of the sarsa learner: a growing table, policy, update, and whole games.  Imports numpy, numba."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from c4.compiled.board import Board, free_cells
from c4.compiled.hashing import find, mirror_key
from c4.compiled.jit import kernel
from c4.compiled.kinds import Contiguous, Floats32, Ints, Ints32, U, Words, Words32, signed
from c4.compiled.splitmix import below, uniform
from c4.compiled.stop import stopped
from c4.compiled.turning import played
from c4.learning import trainer

EPISODES, WON, DRAWN, LOST, STATES = range(5)
"""Layout of the tally int64[5]: games; those that the learner (playing itself, the first player) won, drew, lost;
entries of the table.
"""

TRAINER, RANDOM, SELF = range(3)
ALTERNATE, LEARNER, OPPONENT_STARTS = range(3)
"""The opponents, and who begins; their names are in `c4.learning.sarsa_settings`."""

MOST_INVALID = 100
"""How many full columns may be chosen in one turn before any legal one is played; otherwise it might go on for ever."""


class Table(NamedTuple):
    """A growing table: `keys`, `values` (one per column) and `visits` of the entries, in order of discovery.

    `hashed` and `rows` find the number of an entry (see `c4.compiled.hashing`):
    rows[place] for the key at hashed[place].
    """

    hashed: Words
    rows: Ints32
    keys: Words
    values: Annotated[NDArray[np.float32], Contiguous(np.float32, 2)]
    visits: Words32


class Plan(NamedTuple):
    """The settings, see `c4.learning.sarsa_settings` (R1-3, R1-4), and whether mirror images share an entry."""

    alpha: float
    gamma: float
    epsilon: float
    reward_step: float
    reward_win: float
    reward_draw: float
    reward_lose: float
    reward_invalid: float
    full_columns: bool
    opponent: int
    starts: int
    mirrored: bool


class Learning(NamedTuple):
    """The working data of the kernels; table and tally change."""

    table: Table
    tally: Ints
    plan: Plan
    board: Board


@kernel
def entry_of(own: U, other: U, learning: Learning) -> tuple[int, int]:
    """(number, 1 if its columns count from the right) of a position's entry; if new, one of zeros is added."""
    table, tally = learning.table, learning.tally
    key = own + (own | other)
    flipped = 0
    if learning.plan.mirrored:
        mirrored = mirror_key(key, learning.board)
        if mirrored < key:
            key = mirrored
            flipped = 1
    place = find(key, table.hashed)
    if table.hashed[place] == U(0):
        table.hashed[place] = key + U(1)
        table.rows[place] = tally[STATES]
        table.keys[tally[STATES]] = key
        tally[STATES] += 1
    return signed(table.rows[place]), flipped


@kernel(inlined=True)
def place_of(column: int, flipped: int, board: Board) -> int:
    """The place of a column in an entry."""
    return board.columns - 1 - column if flipped else column


@kernel
def policy(free: U, values: Floats32, flipped: int, random: Words, plan: Plan, board: Board) -> int:
    """A column (R1-6): any with probability epsilon, otherwise a best one, ties at random; full ones only if the plan
    allows.
    """
    exploring = uniform(random) < plan.epsilon
    best, number = -np.inf, 0
    for column in range(board.columns):
        if plan.full_columns or free & board.column[column]:
            value = 0.0 if exploring else np.float64(values[place_of(column, flipped, board)])
            if value > best:
                best, number = value, 1
            elif value == best:
                number += 1
    left = below(random, number)
    for column in range(board.columns):
        if plan.full_columns or free & board.column[column]:
            value = 0.0 if exploring else np.float64(values[place_of(column, flipped, board)])
            if value == best:
                if left == 0:
                    return column
                left -= 1
    return -1


@kernel
def any_column(free: U, random: Words, board: Board) -> int:
    """Any column that is not full."""
    number = 0
    for column in range(board.columns):
        if free & board.column[column]:
            number += 1
    left = below(random, number)
    for column in range(board.columns):
        if free & board.column[column]:
            if left == 0:
                return column
            left -= 1
    return -1


@kernel(inlined=True)
def update(last: Ints, target: float, learning: Learning) -> None:
    """Q(S, A) += alpha (target - Q(S, A)), where last = (entry, place in it); does nothing if entry < 0 (R1-7)."""
    if last[0] >= 0:
        values = learning.table.values
        value = np.float64(values[last[0], last[1]])
        values[last[0], last[1]] = np.float32(value + learning.plan.alpha * (target - value))


@kernel(inlined=True)
def reward_of(result: int, plan: Plan) -> float:
    """What a game won (1), lost (-1) or drawn (0) is worth."""
    return plan.reward_draw if result == 0 else plan.reward_win if result > 0 else plan.reward_lose


@kernel
def turn(own: U, other: U, last: Ints, random: Words, learning: Learning) -> int:
    """The learner's turn: chooses, updates its last choice (R1-7), and returns a column that is not full.

    last = (entry, place) of its last choice, replaced by the new one.
    """
    table, plan, board = learning.table, learning.plan, learning.board
    free = free_cells(own | other, board)
    entry, flipped = entry_of(own, other, learning)
    reward = plan.reward_step
    for _ in range(MOST_INVALID):
        column = policy(free, table.values[entry], flipped, random, plan, board)
        place = place_of(column, flipped, board)
        update(last, reward + plan.gamma * np.float64(table.values[entry, place]), learning)
        table.visits[entry] += np.uint32(1)
        last[0], last[1] = entry, place
        if free & board.column[column]:
            return column
        reward = plan.reward_invalid
    update(last, reward, learning)
    last[0] = -1
    return any_column(free, random, board)


@kernel(allocates=True)
def play_games(number: int, random: Words, field: Words, learning: Learning) -> int:
    """Plays and learns from that many games, or as many as the table has room for; returns how many.

    Changes in place, besides `learning`: random uint64[1], and `field` uint64[2], the stones at the end of the last
    game (the first player's first).  A game adds at most one entry for each of its plies.
    """
    tally, plan, board = learning.tally, learning.plan, learning.board
    last = np.empty((2, 2), dtype=np.int64)
    for game in range(number):
        if tally[STATES] + board.cells > len(learning.table.keys) or stopped():
            return game
        learner = tally[EPISODES] % 2 if plan.starts == ALTERNATE else 0 if plan.starts == LEARNER else 1
        last[:, 0] = -1
        own, other = U(0), U(0)
        plies, result, decided = 0, signed(0), False
        while not decided and plies < board.cells:
            side = plies % 2
            free = free_cells(own | other, board)
            if plan.opponent == SELF or side == learner:
                column = turn(own, other, last[side], random, learning)
            elif plan.opponent == TRAINER:
                column = trainer.choose(own, other, board, random)
            else:
                column = any_column(free, random, board)
            own, other, result, decided = played(own, other, free & board.column[column], board)
            own, other = other, own
            plies += 1
        field[0], field[1] = (own, other) if plies % 2 == 0 else (other, own)
        mover = (plies - 1) % 2
        update(last[mover], reward_of(result, plan), learning)
        update(last[1 - mover], reward_of(-result, plan), learning)
        tally[EPISODES] += 1
        counted = 0 if plan.opponent == SELF else learner
        tally[DRAWN if result == 0 else WON if (mover == counted) == (result > 0) else LOST] += 1
    return number


@kernel(allocates=True)
def learn_game(moves: Ints, learner: int, first: int, own: U, other: U, learning: Learning) -> None:
    """Learns from a finished game as the side `learner` (R1-9), from the position (own, other) on, `first` to move.

    moves are columns, the last of which ended the game.  The table must have room for it.
    """
    table, tally, plan, board = learning.table, learning.tally, learning.plan, learning.board
    last = np.full(2, -1, dtype=np.int64)
    side, result = first, signed(0)
    for column in moves:
        if side == learner:
            entry, flipped = entry_of(own, other, learning)
            place = place_of(column, flipped, board)
            update(last, plan.reward_step + plan.gamma * np.float64(table.values[entry, place]), learning)
            table.visits[entry] += np.uint32(1)
            last[0], last[1] = entry, place
        cell = free_cells(own | other, board) & board.column[column]
        own, other, result, _ = played(own, other, cell, board)
        own, other = other, own
        side = 1 - side
    mover = 1 - side
    if mover != learner:
        result = -result
    update(last, reward_of(result, plan), learning)
    tally[EPISODES] += 1
    tally[DRAWN if result == 0 else WON if result > 0 else LOST] += 1
