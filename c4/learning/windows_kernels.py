"""The compiled half of the windows learner: features, the choice of a move, learning from a game, whole games.  Imports numpy and numba.

`weights` float64[9] and the difference d of nine features are in the order of `c4.evaluators.windows.FEATURES`.
"""

from __future__ import annotations

import math

import numpy as np

from c4.compiled.jit import kernel
from c4.compiled.lines import CONNECT, STRIDE, U, has_line, popcount
from c4.compiled.splitmix import below, uniform
from c4.evaluators.windows import CENTRE, window_counts
from c4.learning.tactics import free_cells


@kernel("UniTuple(float64, 9)(uint64, uint64, uint64[::1], float64[::1])")
def difference(own, other, masks, units):
    """d = f_own - f_other (R3-6, R3-7); units float64[9] as `feature_units` gives them."""
    a1, a2, a3 = window_counts(own, other, masks)
    b1, b2, b3 = window_counts(other, own, masks)
    centre = popcount(own & masks[CENTRE]) / units[1] - popcount(other & masks[CENTRE]) / units[1]
    one, two, three = a1 / units[2] - b1 / units[2], a2 / units[3] - b2 / units[3], a3 / units[4] - b3 / units[4]
    win = 0.0
    if has_line(own, masks[STRIDE], np.int64(masks[CONNECT])):
        win += 1.0
    if has_line(other, masks[STRIDE], np.int64(masks[CONNECT])):
        win -= 1.0
    return 0.0, centre, one, two, three, -one, -two, -three, win


@kernel(["float64(float64[::1], UniTuple(float64, 9))", "float64(float64[::1], float64[::1])"])
def value_of(weights, d):
    """V = w . d, summed in the order of the features."""
    value = 0.0
    for i in range(9):
        value += weights[i] * d[i]
    return value


@kernel("uint64(uint64, uint64, uint64, float64, float64, float64[::1], uint64[::1], uint64[::1], float64[::1])")
def drawn(own, other, free, best, temperature, weights, random, masks, units):
    """One of the cells `free`, drawn with probabilities that go as exp((V - best) / temperature)."""
    total = 0.0
    left = free
    while left:
        cell = left & (~left + U(1))
        left ^= cell
        total += math.exp((value_of(weights, difference(own | cell, other, masks, units)) - best) / temperature)
    mark = uniform(random) * total
    cell = U(0)
    while free:
        cell = free & (~free + U(1))
        free ^= cell
        mark -= math.exp((value_of(weights, difference(own | cell, other, masks, units)) - best) / temperature)
        if mark < 0.0:
            break
    return cell


@kernel("uint64(uint64, uint64, float64, float64, float64[::1], uint64[::1], uint64[::1], float64[::1])")
def choose(own, other, epsilon, temperature, weights, random, masks, units):
    """The cell (one bit) where the side `own` plays (R3-10), on a board that is not full; takes two numbers from `random`."""
    free = free_cells(own, other, masks)
    candidates = free
    if uniform(random) >= epsilon:
        best = -np.inf
        left = free
        while left:
            cell = left & (~left + U(1))
            left ^= cell
            value = value_of(weights, difference(own | cell, other, masks, units))
            if value > best:
                best = value
                candidates = cell
            elif not value < best:
                candidates |= cell
        if temperature > 0.0:
            return drawn(own, other, free, best, temperature, weights, random, masks, units)
    for _ in range(below(random, popcount(candidates))):
        candidates &= candidates - U(1)
    return candidates & (~candidates + U(1))


@kernel("void(float64[:,::1], int64, boolean, float64[::1], float64, int64, int64, float64[::1])")
def learn_game(seen, plies, won, weights, alpha, n_steps, passes, discounts):
    """Learns from a game of which `seen` float64[plies or more, 9] holds d after every move; changes the weights in place.

    discounts float64[cells]: gamma to the power of the place.
    """
    for _ in range(passes):
        for ply in range(plies):
            to_come = plies - 1 - ply
            target = 0.0
            if n_steps > 0 and to_come > n_steps:
                target = discounts[n_steps] * value_of(weights, seen[ply + n_steps])
                if n_steps % 2 == 1:
                    target = -target  # the opponent's move: its value is ours with the other sign
            elif won:
                target = discounts[to_come] if to_come % 2 == 0 else -discounts[to_come]
            step = alpha * (target - value_of(weights, seen[ply]))
            for i in range(9):
                weights[i] += step * seen[ply, i]


@kernel(
    "void(int64, float64[::1], uint64[::1], float64[::1], int64[::1], float64[:,::1], float64, float64, float64, float64, int64, int64, float64[::1], uint64[::1], float64[::1])",  # noqa: E501
)
def play_games(
    number,
    weights,
    random,
    epsilon,
    tally,
    older,
    alpha,
    eps_end,
    eps_decay,
    temperature,
    n_steps,
    passes,
    discounts,
    masks,
    units,
):
    """Plays that many games and learns from each.

    Changes in place: weights float64[9], random uint64[1], epsilon float64[1], tally int64[4] (episodes, then won, drawn,
    lost by who began).  older float64[any, 9]: where there are some, one of them plays in one seat of every even episode, in both in turn.
    """
    seen = np.empty((len(discounts), 9))
    for _ in range(number):
        own, other = U(0), U(0)
        plies = 0
        won = False
        guest, seat = 0, -1
        if len(older) > 0 and tally[0] % 2 == 0:
            guest, seat = below(random, len(older)), tally[0] // 2 % 2
        while not won and plies < len(discounts):
            mover = older[guest] if plies % 2 == seat else weights
            own |= choose(own, other, epsilon[0], temperature, mover, random, masks, units)
            d = difference(own, other, masks, units)
            for i in range(9):
                seen[plies, i] = d[i]
            won = has_line(own, masks[STRIDE], np.int64(masks[CONNECT]))
            own, other = other, own
            plies += 1
        learn_game(seen, plies, won, weights, alpha, n_steps, passes, discounts)
        epsilon[0] = max(eps_end, epsilon[0] * eps_decay)
        tally[0] += 1
        tally[2 if not won else 1 if plies % 2 == 1 else 3] += 1
