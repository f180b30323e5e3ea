"""The compiled half of the n-tuple learner: self-play and TD(lambda) in whole numbers.  Imports numba, and the places of `c4.evaluators.ntuple`.

Weights are int32 in steps of 1 / UNIT, so that sums are exact: neither their order nor how wide the machine adds changes what is learned.
"""

from __future__ import annotations

import math

import numpy as np

from c4.evaluators.lines import BOARD, BOTTOM, CONNECT, STRIDE, U, popcount, winning_cells
from c4.evaluators.ntuple import UNIT
from c4.jit import kernel
from c4.learning.splitmix import below, uniform

EPISODES, WON, DRAWN, LOST, UPDATES = range(5)
"""Places in the tally: games; won, drawn, lost by who began; positions learned from."""

RECENT = ("first_wins", "draws", "plies", "td_error")
"""Places in `recent`, averages over about the last FADE games: share won by who began, share drawn, plies, mean |TD error|."""

FADE = 5000

ALPHA, ALPHA_END, COOLING, LAMBDA, EPSILON, PLY_COST, OPENED, OPENED_END, OPENING, BETA = range(10)
"""Places in the settings, see `c4.learning.ntuple.Settings`; BETA is 0 without TCL."""


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
    stride, connect, bottom, board = masks[STRIDE], np.int64(masks[CONNECT]), masks[BOTTOM], masks[BOARD]
    cells = popcount(board)
    lam, beta = settings[LAMBDA], settings[BETA]
    at, picked = np.empty(readings, dtype=np.uint32), np.empty(readings, dtype=np.int32)
    moved, values, by_chance = np.empty(cells, dtype=np.uint64), np.empty(cells), np.empty(cells, dtype=np.bool_)
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
        known = True  # whether the value of the last position is certain without learning it
        while plies < cells:
            player = plies & 1
            sign = 1.0 if player == 0 else -1.0
            occupied = own | other
            free = (occupied + bottom) & board
            empty = board & ~occupied
            if winning_cells(own, free, stride, connect) != U(0):
                reward = sign * (1.0 - settings[PLY_COST] * (plies + 1))
                break
            danger = winning_cells(other, empty, stride, connect)
            forced = danger & free
            candidates = (forced if forced != U(0) else free) & ~(danger >> U(1))
            if forced & (forced - U(1)) != U(0) or candidates == U(0):
                reward = -sign * (1.0 - settings[PLY_COST] * (plies + 2))
                known = False
                break
            by_chance[plies] = plies < opening or uniform(random) < settings[EPSILON]
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
                more = gain(weights, at, picked, side, reading, step, U(first[place]), U(first[place + U(1)]), U(player) * changes)
                if player == 1:
                    more = -more
                if more > best:
                    best, cell, chosen = more, bit, place
            shift_places(at, first, reading, step, chosen, player, 1)
            moved[plies] = chosen
            values[plies] = math.tanh((total + best if player == 0 else total - best) / UNIT)
            own, other = other, own | cell
            plies += 1

        # learn, the last position first: its goal is the result, every other's is the lambda-return of the next, unless that came by chance
        goal = after = reward
        errors, learned = 0.0, 0
        for ply in range(plies - 1, -1, -1):
            value = values[ply]
            if ply < plies - 1:
                goal = value if by_chance[ply + 1] else (1.0 - lam) * after + lam * goal
            after = value
            if ply == plies - 1 and known:
                after = goal
            elif ply == plies - 1 or not by_chance[ply + 1]:
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
