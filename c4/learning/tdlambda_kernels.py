"""The compiled half of the td-lambda learner: choosing, learning from a move, whole episodes.  Imports numba.

One set of weights sits in both seats.  Each seat sees the game with its own eyes and has its own trace e (R0-7):

    s    what it left on the board with its last move             x(s)  the features of that, V(s) = w . x(s)
    s'   what it leaves with its next one; nothing once the game is over: V = 0, x = 0
    e = gamma lambda e + x(s)        d = r + gamma V(s') - V(s)        w += step d e

step is alpha, or less where that would overshoot: never more than 1 / |e . (x(s) - gamma x(s'))|, so that d cannot change its sign
(Dabney, Barto, "Adaptive step-size for online temporal difference learning", AAAI 2012).  Without it the author's alpha of 0.03
lets the weights grow without end as soon as the traces are used as they are meant.

`places` int64[66]: for every cell's bit its place among one side's features, then what stones in the middle and threats are divided by.
"""

from __future__ import annotations

import numpy as np

from c4.compiled.jit import kernel
from c4.compiled.lines import CONNECT, STRIDE, U, has_line, popcount
from c4.compiled.splitmix import uniform
from c4.evaluators.tdlambda import threats
from c4.evaluators.windows import CENTRE
from c4.learning.tactics import best_candidates, candidates_of, free_cells, minimax3, pick

MIDDLE_UNIT, THREAT_UNIT = 64, 65


@kernel("float64(uint64, uint64, float64[::1], uint64[::1], int64[::1])")
def value_of(own, other, weights, masks, places):
    """V = w . x for the side `own`: its stones from the lowest bit up, then the other's, then the three features of the whole board."""
    half = (len(weights) - 3) // 2
    value = 0.0
    stones = own
    while stones:
        cell = stones & (~stones + U(1))
        stones ^= cell
        value += weights[places[popcount(cell - U(1))]]
    stones = other
    while stones:
        cell = stones & (~stones + U(1))
        stones ^= cell
        value += weights[half + places[popcount(cell - U(1))]]
    value += weights[2 * half] * (popcount(own & masks[CENTRE]) / places[MIDDLE_UNIT])
    value += weights[2 * half + 1] * (threats(own, other, masks) / places[THREAT_UNIT])
    value += weights[2 * half + 2] * (threats(other, own, masks) / places[THREAT_UNIT])
    return value


@kernel("void(uint64, uint64, float64, float64[::1], uint64[::1], int64[::1])")
def add_features(own, other, factor, sums, masks, places):
    """sums += factor x(s), in place."""
    half = (len(sums) - 3) // 2
    stones = own
    while stones:
        cell = stones & (~stones + U(1))
        stones ^= cell
        sums[places[popcount(cell - U(1))]] += factor
    stones = other
    while stones:
        cell = stones & (~stones + U(1))
        stones ^= cell
        sums[half + places[popcount(cell - U(1))]] += factor
    sums[2 * half] += factor * (popcount(own & masks[CENTRE]) / places[MIDDLE_UNIT])
    sums[2 * half + 1] += factor * (threats(own, other, masks) / places[THREAT_UNIT])
    sums[2 * half + 2] += factor * (threats(other, own, masks) / places[THREAT_UNIT])


@kernel("uint64(uint64, uint64, uint64, float64[::1], uint64[::1], int64[::1])")
def best_of(own, other, moves, weights, masks, places):
    """Of these moves those with the highest V after them."""
    best, found = -np.inf, moves
    while moves:
        cell = moves & (~moves + U(1))
        moves ^= cell
        value = value_of(own | cell, other, weights, masks, places)
        if value > best:
            best, found = value, cell
        elif not value < best:
            found |= cell
    return found


@kernel("uint64(uint64, uint64, float64, boolean, float64[::1], uint64[::1], uint64[::1], int64[::1])")
def choose(own, other, epsilon, tactics, weights, random, masks, places):
    """The cell where the side `own` plays: with probability epsilon any (R0-6), otherwise by R0-5."""
    free = free_cells(own, other, masks)
    if uniform(random) < epsilon:
        return pick(free, random)
    _, moves = candidates_of(own, other, free, tactics, masks)
    return pick(best_candidates(best_of(own, other, moves, weights, masks, places), masks), random)


@kernel(
    "void(float64, uint64, uint64, uint64[::1], float64[::1], float64[::1], float64[::1], float64, float64, float64, uint64[::1], int64[::1])",
)
def learn(reward, own, other, last, trace, change, weights, alpha, gamma, lambda_, masks, places):
    """One step for a seat that left `last` (uint64[2]: own, other) and now leaves `own`, `other` (both 0 once the game is over).

    In place: trace and weights float64[features]; `change` is room of the same size.
    """
    error = reward - value_of(last[0], last[1], weights, masks, places)
    if own | other:
        error += gamma * value_of(own, other, weights, masks, places)
    for i in range(len(trace)):
        trace[i] *= gamma * lambda_
        change[i] = 0.0
    add_features(last[0], last[1], 1.0, trace, masks, places)
    add_features(last[0], last[1], 1.0, change, masks, places)
    if own | other:
        add_features(own, other, -gamma, change, masks, places)
    reach = 0.0
    for i in range(len(trace)):
        reach += trace[i] * change[i]
    reach = abs(reach)
    step = error * (alpha if alpha * reach <= 1.0 else 1.0 / reach)
    for i in range(len(trace)):
        weights[i] += step * trace[i]


@kernel(
    "void(int64, int64, float64[::1], uint64[::1], int64[::1], float64, float64, float64, float64, int64, boolean, uint64[::1], int64[::1])",
)
def play_episodes(
    number, cells, weights, random, tally, alpha, gamma, lambda_, eps_end, eps_episodes, tactics, masks, places
):
    """Plays the next `number` episodes and learns after every move.

    In place: weights float64[features], random uint64[1], tally int64[4] (episodes, then won, drawn, lost by who began).  In even episodes
    one seat's moves come from minimax of depth 3 (of equals the lowest column), the second seat and the first in turn;
    odd episodes are self-play (R0-10).  Both seats always learn (R0-8, D0-9).  Epsilon falls as R0-9 says.
    """
    traces = np.zeros((2, len(weights)))
    change = np.empty(len(weights))
    last = np.zeros((2, 2), dtype=np.uint64)
    for _ in range(number):
        episode = tally[0]
        epsilon = max(eps_end, 1.0 - (1.0 - eps_end) * episode / eps_episodes)
        minimax_seat = -1 if episode % 2 == 1 else 1 if episode % 4 == 0 else 0
        for seat in range(2):
            for i in range(len(weights)):
                traces[seat, i] = 0.0
        own, other = U(0), U(0)
        seat, plies = 0, 0
        won = False
        while True:
            if seat == minimax_seat:
                _, moves = minimax3(own, other, masks)
                cell = moves & (~moves + U(1))
            else:
                cell = choose(own, other, epsilon, tactics, weights, random, masks, places)
            own |= cell
            won = has_line(own, masks[STRIDE], np.int64(masks[CONNECT]))
            plies += 1
            if won or plies == cells:
                break
            if plies > 2:
                learn(0.0, own, other, last[seat], traces[seat], change, weights, alpha, gamma, lambda_, masks, places)
            last[seat, 0], last[seat, 1] = own, other
            own, other = other, own
            seat = 1 - seat
        reward = 1.0 if won else 0.0
        if plies > 2:
            learn(reward, U(0), U(0), last[seat], traces[seat], change, weights, alpha, gamma, lambda_, masks, places)
        if plies > 1:
            learn(
                -reward,
                U(0),
                U(0),
                last[1 - seat],
                traces[1 - seat],
                change,
                weights,
                alpha,
                gamma,
                lambda_,
                masks,
                places,
            )
        tally[0] += 1
        tally[2 if not won else 1 if plies % 2 == 1 else 3] += 1
