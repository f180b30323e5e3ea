"""The compiled half of the windows learner: features, choice of a move, learning, whole games.  Imports numpy, numba.

`weights` float64[9] and the difference d of nine features are in the order of `c4.evaluators.windows.FEATURES`.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from c4.compiled.board import Board, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import Floats, Floats2, Ints, Ints8, U, Words, signed
from c4.compiled.lines import has_line
from c4.compiled.splitmix import below, uniform
from c4.compiled.stop import stopped
from c4.compiled.words import lowest, popcount
from c4.evaluators.windows import window_counts

Nine = tuple[float, float, float, float, float, float, float, float, float]


class Rates(NamedTuple):
    """The settings, see `c4.learning.windows_settings`, and how often a game is learned from (`passes`)."""

    alpha: float
    eps_end: float
    eps_decay: float
    temperature: float
    n_steps: int
    passes: int


class Frame(NamedTuple):
    """What stays the same while it learns: the board, `units` float64[9] from `feature_units`, and `discounts`
    float64[cells], the powers of gamma."""

    board: Board
    units: Floats
    discounts: Floats


@kernel
def difference(own: U, other: U, frame: Frame) -> Nine:
    """d = f_own - f_other (R3-6, R3-7)."""
    board, units = frame.board, frame.units
    a1, a2, a3 = window_counts(own, other, board)
    b1, b2, b3 = window_counts(other, own, board)
    centre = popcount(own & board.middle) / units[1] - popcount(other & board.middle) / units[1]
    one, two, three = a1 / units[2] - b1 / units[2], a2 / units[3] - b2 / units[3], a3 / units[4] - b3 / units[4]
    win = 0.0
    if has_line(own, board):
        win += 1.0
    if has_line(other, board):
        win -= 1.0
    return 0.0, centre, one, two, three, -one, -two, -three, win


@kernel
def value_of(weights: Floats, d: Nine | Floats) -> float:
    """V = w . d, summed in the order of the features."""
    value = 0.0
    for i in range(9):
        value += weights[i] * d[i]
    return value


@kernel
def drawn(
    own: U, other: U, free: U, best: float, temperature: float, weights: Floats, random: Words, frame: Frame
) -> U:
    """One of the cells `free`, drawn with probabilities proportional to exp((V - best) / temperature)."""
    total = 0.0
    left = free
    while left:
        cell = lowest(left)
        left ^= cell
        total += math.exp((value_of(weights, difference(own | cell, other, frame)) - best) / temperature)
    mark = uniform(random) * total
    cell = U(0)
    while free:
        cell = lowest(free)
        free ^= cell
        mark -= math.exp((value_of(weights, difference(own | cell, other, frame)) - best) / temperature)
        if mark < 0.0:
            break
    return cell


@kernel
def choose(own: U, other: U, epsilon: float, temperature: float, weights: Floats, random: Words, frame: Frame) -> U:
    """The cell (one bit) that the side `own` plays (R3-10) if the board is not full; uses two numbers of `random`."""
    free = free_cells(own | other, frame.board)
    candidates = free
    if uniform(random) >= epsilon:
        best = -np.inf
        left = free
        while left:
            cell = lowest(left)
            left ^= cell
            value = value_of(weights, difference(own | cell, other, frame))
            if value > best:
                best = value
                candidates = cell
            elif not value < best:
                candidates |= cell
        if temperature > 0.0:
            return drawn(own, other, free, best, temperature, weights, random, frame)
    for _ in range(below(random, popcount(candidates))):
        candidates &= candidates - U(1)
    return lowest(candidates)


@kernel
def learn_game(seen: Floats2, plies: int, won: bool, weights: Floats, rates: Rates, frame: Frame) -> None:
    """Learns from a game, d after every ply in `seen`; changes the weights in place."""
    discounts = frame.discounts
    for _ in range(rates.passes):
        for ply in range(plies):
            to_come = plies - 1 - ply
            target = 0.0
            if rates.n_steps > 0 and to_come > rates.n_steps:
                target = discounts[rates.n_steps] * value_of(weights, seen[ply + rates.n_steps])
                if rates.n_steps % 2 == 1:
                    target = -target  # the opponent's move: its value is ours with the other sign
            elif won:
                target = discounts[to_come] if to_come % 2 == 0 else -discounts[to_come]
            step = rates.alpha * (target - value_of(weights, seen[ply]))
            for i in range(9):
                weights[i] += step * seen[ply, i]


@kernel
def learn_labels(
    places: Ints, first: Words, second: Words, value: Ints8, weights: Floats, tally: Ints, alpha: float, frame: Frame
) -> None:
    """Learns from the labelled positions at these places (see `c4.learning.lessons`); each counts as a game.

    The target is the result for the side that has just moved.
    """
    for place in places:
        if stopped():
            break
        i = U(place)
        result = signed(value[i])
        if popcount(first[i]) > popcount(second[i]):
            d, target = difference(first[i], second[i], frame), result
        else:
            d, target = difference(second[i], first[i], frame), -result
        step = alpha * (target - value_of(weights, d))
        for j in range(9):
            weights[j] += step * d[j]
        tally[0] += 1
        tally[2 - result] += 1


@kernel(allocates=True)
def play_games(
    number: int,
    weights: Floats,
    random: Words,
    epsilon: Floats,
    tally: Ints,
    older: Floats2,
    rates: Rates,
    frame: Frame,
) -> None:
    """Plays that many games and learns from each.

    Changes in place: weights float64[9], random uint64[1], epsilon float64[1], tally int64[4]
    (episodes; won, drawn, lost by the first player).  If there are `older` weights, one set plays in
    one seat of every even episode, in both seats in turn.
    """
    cells = frame.board.cells
    seen = np.empty((cells, 9))
    for _ in range(number):
        if stopped():
            break
        own, other = U(0), U(0)
        plies = 0
        won = False
        guest, seat = 0, -1
        if len(older) > 0 and tally[0] % 2 == 0:
            guest, seat = below(random, len(older)), tally[0] // 2 % 2
        while not won and plies < cells:
            mover = older[guest] if plies % 2 == seat else weights
            own |= choose(own, other, epsilon[0], rates.temperature, mover, random, frame)
            d = difference(own, other, frame)
            for i in range(9):
                seen[plies, i] = d[i]
            won = has_line(own, frame.board)
            own, other = other, own
            plies += 1
        learn_game(seen, plies, won, weights, rates, frame)
        epsilon[0] = max(rates.eps_end, epsilon[0] * rates.eps_decay)
        tally[0] += 1
        tally[2 if not won else 1 if plies % 2 == 1 else 3] += 1
