"""The compiled half of the n-tuple learner: self-play and TD(lambda) in whole numbers.  Imports numba, and the places of `c4.evaluators.ntuple`.

Weights are int32 in steps of 1 / UNIT, so that sums are exact: neither their order nor how wide the machine adds changes what is learned.
"""

from __future__ import annotations

import math

import numpy as np

from c4.compiled.jit import kernel
from c4.compiled.lines import BOARD, BOTTOM, CONNECT, STRIDE, U, popcount, winning_cells
from c4.compiled.splitmix import below, uniform
from c4.evaluators.ntuple import FULL, QUIET, UNIT, WINS, play_out

EPISODES, WON, DRAWN, LOST, UPDATES = range(5)
"""Places in the tally: games; won, drawn, lost by who began; positions learned from."""

RECENT = ("first_wins", "draws", "plies", "td_error")
"""Places in `recent`, averages over about the last FADE games: share won by who began, share drawn, plies, mean |TD error|."""

FADE = 5000

ALPHA, ALPHA_END, COOLING, LAMBDA, EPSILON, PLY_COST, OPENED, OPENED_END, OPENING, STRAY, BETA = range(11)
"""Places in the settings, see `c4.learning.ntuple.Settings`; BETA is 0 without TCL."""

CERTAIN = 1 << 40
"""Times a reward: beyond every sum of weights, so that a certain win is played and a certain loss is not."""


@kernel("void(uint32[::1], uint32[::1], uint32[::1], uint32[::1], uint64, int64, int64)", inlined=True)
def shift_places(at, first, reading, step, cell, player, sign):
    """Puts a player's stone on a cell (sign +1) or takes it away (-1): at[readings] changes in place."""
    offset = U(player) * U(len(reading))
    if sign > 0:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] += step[i + offset]
    else:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] -= step[i + offset]


@kernel("int64(int32[::1], uint32[::1], int32[::1], uint64)")
def pick(weights, at, picked, side):
    """Fills `picked` with the weights at the places; returns their sum."""
    total = np.int64(0)
    for p in range(U(len(at))):
        weight = weights[side + at[p]]
        picked[p] = weight
        total += weight
    return total


@kernel("int64(int32[::1], uint32[::1], int32[::1], uint64, uint32[::1], uint32[::1], uint64, uint64, uint64)")
def gain(weights, at, picked, side, reading, step, begin, end, offset):
    """What the sum gains by one stone more, whose changes lie from `begin` to `end`."""
    total = np.int64(0)
    for i in range(begin, end):
        p = reading[i]
        total += weights[side + at[p] + step[i + offset]] - picked[p]
    return total


@kernel("void(int32[::1], uint32[::1], uint64, float64, float64)")
def learn(weights, at, side, alpha, gradient):
    """Every picked weight moves by alpha * gradient."""
    change = np.int32(np.rint(alpha * gradient * UNIT))
    if change != 0:
        for p in range(U(len(at))):
            weights[side + at[p]] += change


@kernel("void(int32[::1], float32[::1], uint32[::1], uint64, float64, float64, float64)")
def learn_coherently(weights, coherence, at, side, alpha, gradient, beta):
    """The same with TCL-EXP: weight i moves by alpha * exp(beta * (|N_i| / A_i - 1)) * gradient.

    N_i and A_i, the sum of the gradients it has seen and of their sizes, stand one behind the other in `coherence`.
    """
    for p in range(U(len(at))):
        i = side + at[p]
        net, size = coherence[U(2) * i], coherence[U(2) * i + U(1)]
        rate = alpha * math.exp(beta * (abs(net) / size - 1.0)) if size > 0 else alpha
        weights[i] += np.int32(np.rint(rate * gradient * UNIT))
        coherence[U(2) * i] = np.float32(net + gradient)
        coherence[U(2) * i + U(1)] = np.float32(size + abs(gradient))


@kernel(
    "void(int64, int32[::1], float32[::1], uint64[::1], float64[::1], int64[::1], float64[::1], uint64[::1],"
    "uint32[::1], uint32[::1], uint32[::1], uint32[::1])"
)
def play_games(number, weights, coherence, random, settings, tally, recent, masks, start, first, reading, step):
    """Plays that many games and learns from each; see `c4.learning.ntuple` for what happens and why.

    Changes in place: weights int32[2 * size], coherence float32[4 * size] (empty without TCL), random uint64[1], tally int64[5],
    recent float64[4].  masks: `line_masks`; the last four: Places.
    """
    readings, changes, size = U(len(start)), U(len(reading)), U(len(weights) // 2)
    bottom, board = masks[BOTTOM], masks[BOARD]
    stride, connect = masks[STRIDE], np.int64(masks[CONNECT])
    cells = popcount(board)
    lam, beta = settings[LAMBDA], settings[BETA]
    at, picked = np.empty(readings, dtype=np.uint32), np.empty(readings, dtype=np.int32)
    apart, apart_picked = np.empty_like(at), np.empty_like(picked)
    moved, values = np.empty(cells, dtype=np.uint64), np.empty(cells)
    by_chance, quiet = np.empty(cells, dtype=np.bool_), np.empty(cells, dtype=np.bool_)
    for _ in range(number):
        progress = min(1.0, tally[EPISODES] / settings[COOLING])
        alpha = settings[ALPHA] * (settings[ALPHA_END] / settings[ALPHA]) ** progress
        opened = settings[OPENED] if progress < 1.0 else settings[OPENED_END]
        opening = below(random, np.int64(settings[OPENING]) + 1) if uniform(random) < opened else 0

        # play, until the result is certain
        for p in range(readings):
            at[p] = start[p]
        own, other = U(0), U(0)
        plies = 0
        reward = 0.0  # for who began
        comes_to = QUIET
        while comes_to == QUIET:
            player = plies & 1
            sign = 1 if player == 0 else -1
            occupied = own | other
            free = (occupied + bottom) & board
            danger = winning_cells(other, board & ~occupied, stride, connect)
            forced = danger & free
            candidates = (forced if forced != U(0) else free) & ~(danger >> U(1))
            by_chance[plies] = uniform(random) < (settings[STRAY] if plies < opening else settings[EPSILON])
            if by_chance[plies]:
                for _ in range(below(random, popcount(free))):
                    free &= free - U(1)
                candidates = free & (~free + U(1))
            side = U(1 - player) * size
            total = pick(weights, at, picked, side)
            best, cell, chosen = np.int64(-(1 << 62)), U(0), U(0)
            while candidates != U(0):
                bit = candidates & (~candidates + U(1))
                candidates ^= bit
                place = U(popcount(bit - U(1)))
                mover, waiting, result = play_out(other, own | bit, masks)
                stones = mover | waiting
                replies = popcount(stones ^ (occupied | bit))
                if result != QUIET:  # certain: for who began, the reward
                    winner = sign if (result == WINS) == (replies & 1 == 1) else -sign
                    worth = (
                        0.0
                        if result == FULL
                        else winner * (1.0 - settings[PLY_COST] * (popcount(stones) + (1 if result == WINS else 2)))
                    )
                    amount = np.int64(worth * CERTAIN)
                elif replies == 0:
                    amount = total + gain(
                        weights,
                        at,
                        picked,
                        side,
                        reading,
                        step,
                        U(first[place]),
                        U(first[place + U(1)]),
                        U(player) * changes,
                    )
                else:
                    for p in range(readings):
                        apart[p] = at[p]
                    began = (mover if (player + replies) & 1 == 1 else waiting) & ~(own if player == 0 else other)
                    new = stones ^ occupied
                    while new != U(0):
                        stone = new & (~new + U(1))
                        new ^= stone
                        shift_places(
                            apart, first, reading, step, U(popcount(stone - U(1))), 0 if began & stone != U(0) else 1, 1
                        )
                    amount = pick(weights, apart, apart_picked, U((player + replies + 1) & 1) * size)
                if sign * amount > best:
                    best, cell, chosen = sign * amount, bit, place
                    comes_to, quiet[plies] = result, replies == 0
                    if result != QUIET:
                        reward = worth
            shift_places(at, first, reading, step, chosen, player, 1)
            moved[plies] = chosen
            values[plies] = math.tanh(sign * best / UNIT)
            own, other = other, own | cell
            plies += 1

        # learn, the last position first: the goal of a quiet one is the lambda-return of the next, or the result at the end; one with a forced
        # reply has the value of what follows, and before a chance move the goal begins anew
        goal = after = reward
        errors, learned = 0.0, 0
        for ply in range(plies - 1, -1, -1):
            value = values[ply]
            if ply < plies - 1:
                if by_chance[ply + 1]:
                    goal = after = value
                elif quiet[ply]:
                    goal = (1.0 - lam) * after + lam * goal
                    after = value
                    error = goal - value
                    errors += abs(error)
                    learned += 1
                    gradient = error * (1.0 - value * value)
                    side = U((ply + 1) & 1) * size
                    if beta == 0:
                        learn(weights, at, side, alpha, gradient)
                    else:
                        learn_coherently(weights, coherence, at, side, alpha, gradient, beta)
            shift_places(at, first, reading, step, moved[ply], ply & 1, -1)

        tally[EPISODES] += 1
        tally[DRAWN if reward == 0 else WON if reward > 0 else LOST] += 1
        tally[UPDATES] += learned
        fade = max(1.0 / FADE, 1.0 / tally[EPISODES])
        recent[0] += fade * ((1.0 if reward > 0 else 0.0) - recent[0])
        recent[1] += fade * ((1.0 if reward == 0 else 0.0) - recent[1])
        recent[2] += fade * (plies - recent[2])
        if learned > 0:
            recent[3] += fade * (errors / learned - recent[3])
