"""The compiled half of the sarsa learner: a table that grows, the policy, the update, and whole games.  Imports numpy and numba.

A table is `hashed` and `rows` (see `c4.compiled.hashing`: rows[place] is the number of an entry) and, by number, `keys`,
`values`, `visits`; entries are numbered as they are discovered.  `masks` are those of `line_masks`.
"""

from __future__ import annotations

import numpy as np

from c4.compiled.hashing import find, mirror_key
from c4.compiled.jit import kernel
from c4.compiled.lines import BOARD, BOTTOM, CONNECT, STRIDE, U, has_line
from c4.compiled.splitmix import below, uniform
from c4.learning import trainer

EPISODES, WON, DRAWN, LOST, STATES = range(5)
"""Places in the tally int64[5]: games; those the learner won, drew, lost (who began, when it plays itself); entries of the table."""

ALPHA, GAMMA, EPSILON, STEP, WIN, DRAW, LOSE, INVALID = range(8)
"""Places in the parameters float64[8]: learning rate, discount, exploration, and the rewards (R1-3, R1-4)."""

COLUMNS, BITS, MIRRORED, FULL_COLUMNS, OPPONENT, STARTS = range(6)
"""Places in the plan int64[6]: board width, bits of the table's size, whether mirror images share an entry, whether a full column may
be chosen (R1-7), who sits opposite and who begins (as below)."""

TRAINER, RANDOM, SELF = range(3)
ALTERNATE, LEARNER, OPPONENT_STARTS = range(3)

MOST_INVALID = 100
"""Full columns chosen in one turn after which any legal one is played: without exploration it might otherwise go on for ever."""


@kernel("UniTuple(int64, 2)(uint64, uint64, uint64[::1], int32[::1], uint64[::1], int64[::1], int64[::1], uint64[::1])")
def entry_of(own, other, hashed, rows, keys, tally, plan, masks):
    """(number, 1 when its columns count from the right) of the entry of a position; a new one, all zeros, when it is seen first."""
    key = own + (own | other)
    flipped = 0
    if plan[MIRRORED]:
        mirrored = mirror_key(key, masks[STRIDE], U(plan[COLUMNS]))
        if mirrored < key:
            key = mirrored
            flipped = 1
    place = find(key, hashed, 0, plan[BITS])
    if hashed[place] == U(0):
        hashed[place] = key + U(1)
        rows[place] = tally[STATES]
        keys[tally[STATES]] = key
        tally[STATES] += 1
    return np.int64(rows[place]), flipped


@kernel("uint64(uint64, int64, int64)", inlined=True)
def drop(occupied, column, stride):
    """The cell (one bit) where a stone comes to lie in a column, 0 when it is full."""
    bottom = U(1) << U(column * stride)
    return (occupied + bottom) & (((U(1) << U(stride - 1)) - U(1)) << U(column * stride))


@kernel("boolean(uint64, int64, int64)", inlined=True)
def is_free(playable, column, stride):
    """Whether a column has a playable cell."""
    return ((playable >> U(column * stride)) & ((U(1) << U(stride - 1)) - U(1))) != U(0)


@kernel("int64(uint64, float32[::1], int64, float64, uint64[::1], int64[::1], uint64[::1])")
def policy(playable, values, flipped, epsilon, random, plan, masks):
    """A column (R1-6): with probability epsilon any, else one of the best, ties by chance; full columns count only where the plan says so."""
    columns, stride = plan[COLUMNS], np.int64(masks[STRIDE])
    exploring = uniform(random) < epsilon
    best, number = -np.inf, 0
    for column in range(columns):
        if plan[FULL_COLUMNS] or is_free(playable, column, stride):
            value = 0.0 if exploring else np.float64(values[columns - 1 - column if flipped else column])
            if value > best:
                best, number = value, 1
            elif value == best:
                number += 1
    left = below(random, number)
    for column in range(columns):
        if plan[FULL_COLUMNS] or is_free(playable, column, stride):
            value = 0.0 if exploring else np.float64(values[columns - 1 - column if flipped else column])
            if value == best:
                if left == 0:
                    return column
                left -= 1
    return -1


@kernel("int64(uint64, uint64[::1], int64[::1], uint64[::1])")
def any_column(playable, random, plan, masks):
    """Any column that is not full."""
    stride, number = np.int64(masks[STRIDE]), 0
    for column in range(plan[COLUMNS]):
        number += is_free(playable, column, stride)
    left = below(random, number)
    for column in range(plan[COLUMNS]):
        if is_free(playable, column, stride):
            if left == 0:
                return column
            left -= 1
    return -1


@kernel("void(float32[:, ::1], int64[::1], float64, float64)")
def update(values, last, target, alpha):
    """Q(S, A) += alpha (target - Q(S, A)), where last = (entry, place in it); nothing for an entry below 0 (R1-7)."""
    if last[0] >= 0:
        value = np.float64(values[last[0], last[1]])
        values[last[0], last[1]] = np.float32(value + alpha * (target - value))


@kernel(
    "int64(uint64, uint64, uint64[::1], int32[::1], uint64[::1], float32[:, ::1], uint32[::1], int64[::1], uint64[::1],"
    " float64[::1], int64[::1], uint64[::1], int64[::1])"
)
def turn(own, other, hashed, rows, keys, values, visits, tally, random, parameters, plan, masks, last):
    """The learner's turn: it chooses, learns what its last choice was worth (R1-7), and returns a column that is not full.

    last = (entry, place) of its last choice, which is moved on.
    """
    playable = ((own | other) + masks[BOTTOM]) & masks[BOARD]
    entry, flipped = entry_of(own, other, hashed, rows, keys, tally, plan, masks)
    reward = parameters[STEP]
    for _ in range(MOST_INVALID):
        column = policy(playable, values[entry], flipped, parameters[EPSILON], random, plan, masks)
        place = plan[COLUMNS] - 1 - column if flipped else column
        update(values, last, reward + parameters[GAMMA] * np.float64(values[entry, place]), parameters[ALPHA])
        visits[entry] += np.uint32(1)
        last[0], last[1] = entry, place
        if is_free(playable, column, np.int64(masks[STRIDE])):
            return column
        reward = parameters[INVALID]
    update(values, last, reward, parameters[ALPHA])
    last[0] = -1
    return any_column(playable, random, plan, masks)


@kernel(
    "int64(int64, uint64[::1], int32[::1], uint64[::1], float32[:, ::1], uint32[::1], int64[::1], uint64[::1], float64[::1], int64[::1],"
    " uint64[::1], uint64[::1])"
)
def play_games(number, hashed, rows, keys, values, visits, tally, random, parameters, plan, masks, field):
    """Plays and learns from that many games, or as many as the table has room for; returns how many.

    Changes in place: the table, tally, random, and `field` uint64[2], the stones at the end of the last game (first of who began).
    What a game adds is at most one entry for each of its plies.
    """
    stride, connect = masks[STRIDE], np.int64(masks[CONNECT])
    cells = plan[COLUMNS] * (np.int64(stride) - 1)
    last = np.empty((2, 2), dtype=np.int64)
    for game in range(number):
        if tally[STATES] + cells > len(keys):
            return game
        learner = tally[EPISODES] % 2 if plan[STARTS] == ALTERNATE else 0 if plan[STARTS] == LEARNER else 1
        last[:, 0] = -1
        own, other = U(0), U(0)
        plies, won = 0, False
        while not won and plies < cells:
            side = plies % 2
            if plan[OPPONENT] == SELF or side == learner:
                column = turn(
                    own, other, hashed, rows, keys, values, visits, tally, random, parameters, plan, masks, last[side]
                )
            elif plan[OPPONENT] == TRAINER:
                column = trainer.choose(own, other, masks, random)
            else:
                column = any_column(((own | other) + masks[BOTTOM]) & masks[BOARD], random, plan, masks)
            own |= drop(own | other, column, np.int64(stride))
            won = has_line(own, stride, connect)
            own, other = other, own
            plies += 1
        field[0], field[1] = (own, other) if plies % 2 == 0 else (other, own)
        mover = (plies - 1) % 2
        update(values, last[mover], parameters[WIN] if won else parameters[DRAW], parameters[ALPHA])
        update(values, last[1 - mover], parameters[LOSE] if won else parameters[DRAW], parameters[ALPHA])
        tally[EPISODES] += 1
        counted = 0 if plan[OPPONENT] == SELF else learner
        tally[DRAWN if not won else WON if mover == counted else LOST] += 1
    return number


@kernel(
    "void(int64[::1], int64, int64, uint64, uint64, uint64[::1], int32[::1], uint64[::1], float32[:, ::1], uint32[::1], int64[::1],"
    " float64[::1], int64[::1], uint64[::1])"
)
def learn_game(moves, learner, first, own, other, hashed, rows, keys, values, visits, tally, parameters, plan, masks):
    """Learns from a game that was played, as the side `learner` (R1-9): from the position (own, other) on, in which `first` is to move.

    moves are columns; the game must have ended with the last of them.  The table must have room for it.
    """
    stride, connect = masks[STRIDE], np.int64(masks[CONNECT])
    last = np.full(2, -1, dtype=np.int64)
    side, won = first, False
    for column in moves:
        if side == learner:
            entry, flipped = entry_of(own, other, hashed, rows, keys, tally, plan, masks)
            place = plan[COLUMNS] - 1 - column if flipped else column
            update(
                values, last, parameters[STEP] + parameters[GAMMA] * np.float64(values[entry, place]), parameters[ALPHA]
            )
            visits[entry] += np.uint32(1)
            last[0], last[1] = entry, place
        own |= drop(own | other, column, np.int64(stride))
        won = has_line(own, stride, connect)
        own, other = other, own
        side = 1 - side
    mover = 1 - side
    update(
        values,
        last,
        parameters[DRAW] if not won else parameters[WIN] if mover == learner else parameters[LOSE],
        parameters[ALPHA],
    )
    tally[EPISODES] += 1
    tally[DRAWN if not won else WON if mover == learner else LOST] += 1
