"""The compiled half of the td-lambda learner: choosing, learning from a move, whole episodes.  Imports numba.

One set of weights plays both seats.  Each seat has its own view of the game and its own trace e (R0-7):

    s    the afterstate of its last move             x(s)  its features, V(s) = w . x(s)
    s'   the afterstate of its next move; after the end of the game V = 0, x = 0
    e = gamma lambda e + x(s)        d = r + gamma V(s') - V(s)        w += step d e

step is alpha, but at most 1 / |e . (x(s) - gamma x(s'))|, so that d cannot change its sign (Dabney, Barto, "Adaptive
step-size for online temporal difference learning", AAAI 2012).  Without this limit and with working traces, the
author's alpha of 0.03 lets the weights grow without bound.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.compiled.board import Board, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import Floats, Ints, Ints8, U, Words, signed
from c4.compiled.splitmix import uniform
from c4.compiled.stop import stopped
from c4.compiled.turning import is_due, played
from c4.compiled.words import lowest, number_of, popcount
from c4.evaluators.tdlambda import threats
from c4.learning.tactics import best_candidates, candidates_of, minimax, pick

MIDDLE_UNIT, THREAT_UNIT = 64, 65


class Rates(NamedTuple):
    """The settings, see `c4.learning.tdlambda_settings`."""

    alpha: float
    gamma: float
    lambda_: float
    eps_end: float
    eps_episodes: int
    tactics: bool
    opponent_depth: int


class Learned(NamedTuple):
    """The weights, float64[features], and `places` int64[66]: see `c4.learning.tdlambda.feature_places`."""

    weights: Floats
    places: Ints
    board: Board


@kernel
def value_of(own: U, other: U, learned: Learned) -> float:
    """V = w . x for the side `own`, summed over its stones from the lowest bit up, then the other's, then the rest."""
    weights, places, board = learned.weights, learned.places, learned.board
    half = (len(weights) - 3) // 2
    value = 0.0
    stones = own
    while stones:
        cell = lowest(stones)
        stones ^= cell
        value += weights[places[number_of(cell)]]
    stones = other
    while stones:
        cell = lowest(stones)
        stones ^= cell
        value += weights[half + places[number_of(cell)]]
    value += weights[2 * half] * (popcount(own & board.middle) / places[MIDDLE_UNIT])
    value += weights[2 * half + 1] * (threats(own, other, board) / places[THREAT_UNIT])
    value += weights[2 * half + 2] * (threats(other, own, board) / places[THREAT_UNIT])
    return float(value)


@kernel
def add_features(own: U, other: U, factor: float, sums: Floats, learned: Learned) -> None:
    """sums += factor x(s), in place."""
    places, board = learned.places, learned.board
    half = (len(sums) - 3) // 2
    stones = own
    while stones:
        cell = lowest(stones)
        stones ^= cell
        sums[places[number_of(cell)]] += factor
    stones = other
    while stones:
        cell = lowest(stones)
        stones ^= cell
        sums[half + places[number_of(cell)]] += factor
    sums[2 * half] += factor * (popcount(own & board.middle) / places[MIDDLE_UNIT])
    sums[2 * half + 1] += factor * (threats(own, other, board) / places[THREAT_UNIT])
    sums[2 * half + 2] += factor * (threats(other, own, board) / places[THREAT_UNIT])


@kernel(inlined=True)
def worth(own: U, other: U, cell: U, learned: Learned) -> float:
    """V after a move; on a board that turns far more or less when the turn decides the game."""
    if learned.board.turns == U(0):
        return value_of(own | cell, other, learned)
    after, others, result, decided = played(own, other, cell, learned.board)
    return 1e300 * result if decided else value_of(after, others, learned)


@kernel
def best_of(own: U, other: U, moves: U, learned: Learned) -> U:
    """The moves among these with the highest V of the afterstate."""
    best, found = -np.inf, moves
    while moves:
        cell = lowest(moves)
        moves ^= cell
        value = worth(own, other, cell, learned)
        if value > best:
            best, found = value, cell
        elif not value < best:
            found |= cell
    return found


@kernel
def choose(own: U, other: U, epsilon: float, tactics: bool, random: Words, learned: Learned) -> U:
    """The cell where the side `own` plays: with probability epsilon any (R0-6), otherwise by R0-5."""
    free = free_cells(own | other, learned.board)
    if uniform(random) < epsilon:
        return pick(free, random)
    tactics = tactics and not is_due(popcount(own | other) + 1, learned.board)  # they speak of the board as it lies
    _, moves = candidates_of(own, other, free, tactics, learned.board)
    return pick(best_candidates(best_of(own, other, moves, learned), learned.board), random)


class Seat(NamedTuple):
    """The state of one seat: `last` uint64[2], the stones (own, other) of its last afterstate; its trace,
    float64[features]; and scratch space of the same size."""

    last: Words
    trace: Floats
    change: Floats


@kernel
def learn(reward: float, own: U, other: U, seat: Seat, rates: Rates, learned: Learned) -> None:
    """Updates trace and weights in place for a seat that left `last` and now leaves `own`, `other` (0 at the end)."""
    last, trace, change, weights = seat.last, seat.trace, seat.change, learned.weights
    error = reward - value_of(last[0], last[1], learned)
    if own | other:
        error += rates.gamma * value_of(own, other, learned)
    for i in range(len(trace)):
        trace[i] *= rates.gamma * rates.lambda_
        change[i] = 0.0
    add_features(last[0], last[1], 1.0, trace, learned)
    add_features(last[0], last[1], 1.0, change, learned)
    if own | other:
        add_features(own, other, -rates.gamma, change, learned)
    reach = 0.0
    for i in range(len(trace)):
        reach += trace[i] * change[i]
    reach = abs(reach)
    step = error * (rates.alpha if rates.alpha * reach <= 1.0 else 1.0 / reach)
    for i in range(len(trace)):
        weights[i] += step * trace[i]


@kernel(allocates=True)
def learn_labels(
    places: Ints, first: Words, second: Words, value: Ints8, tally: Ints, rates: Rates, learned: Learned
) -> None:
    """Learns from the labelled positions at these places (see `c4.learning.lessons`); each counts as a game.

    A position is learned as the last one of a game, with its result for the side that has just moved.
    """
    features = len(learned.weights)
    seat = Seat(np.empty(2, dtype=np.uint64), np.zeros(features), np.empty(features))
    for place in places:
        if stopped():
            break
        i = U(place)
        result = signed(value[i])
        moved = popcount(first[i]) > popcount(second[i])
        seat.last[0], seat.last[1] = (first[i], second[i]) if moved else (second[i], first[i])
        for j in range(features):
            seat.trace[j] = 0.0
        learn(1.0 * (result if moved else -result), U(0), U(0), seat, rates, learned)
        tally[0] += 1
        tally[2 - result] += 1


@kernel(allocates=True)
def play_episodes(number: int, random: Words, tally: Ints, rates: Rates, learned: Learned) -> None:
    """Plays the next `number` episodes and learns after every move.

    Changes in place: the weights, random uint64[1], tally int64[4] (episodes; won, drawn, lost by the first player).
    In even episodes minimax (of equal moves the lowest column) has the second and the first seat in turn; odd
    episodes are self-play (R0-10).  Both seats always learn (R0-8, D0-9).  Epsilon falls as in R0-9.
    """
    board = learned.board
    features = len(learned.weights)
    traces, last, change = np.zeros((2, features)), np.zeros((2, 2), dtype=np.uint64), np.empty(features)
    before = np.empty(features)
    seats = Seat(last[0], traces[0], change), Seat(last[1], traces[1], change)
    for _ in range(number):
        episode = tally[0]
        drawn = random[0]
        for i in range(features):
            before[i] = learned.weights[i]
        epsilon = max(rates.eps_end, 1.0 - (1.0 - rates.eps_end) * episode / rates.eps_episodes)
        minimax_seat = -1 if episode % 2 == 1 else 1 if episode % 4 == 0 else 0
        for i in range(features):
            traces[0, i] = traces[1, i] = 0.0
        own, other = U(0), U(0)
        seat, plies = 0, 0
        result = signed(0)
        while True:
            if seat == minimax_seat:
                _, moves = minimax(own, other, rates.opponent_depth, board)
                cell = lowest(moves)
            else:
                cell = choose(own, other, epsilon, rates.tactics, random, learned)
            if stopped():
                break
            own, other, result, decided = played(own, other, cell, board)
            plies += 1
            if decided or plies == board.cells:
                break
            if plies > 2:
                learn(0.0, own, other, seats[seat], rates, learned)
            last[seat, 0], last[seat, 1] = own, other
            own, other = other, own
            seat = 1 - seat
        if stopped():  # the opponent may have moved at random: this episode has not been
            random[0] = drawn
            for i in range(features):
                learned.weights[i] = before[i]
            break
        reward = 1.0 * result
        if plies > 2:
            learn(reward, U(0), U(0), seats[seat], rates, learned)
        if plies > 1:
            learn(-reward, U(0), U(0), seats[1 - seat], rates, learned)
        tally[0] += 1
        tally[2 - result if plies % 2 == 1 else 2 + result] += 1
