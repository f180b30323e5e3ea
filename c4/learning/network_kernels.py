"""The compiled half of the network learner: self-play, gradients, and the steps of Adam.  Imports numba.

Weights are float32: INPUTS rows of `units`, one for each input (see `c4.evaluators.network_kernels`), two rows of what
a unit adds with the first and with the second player to move, and two biases.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from c4.compiled.board import Board, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import Floats, Floats32, Ints, Ints8, U, Words, signed
from c4.compiled.lines import replies_to, winning_cells
from c4.compiled.splitmix import below, uniform
from c4.compiled.stop import stopped
from c4.compiled.words import lowest, number_of, popcount
from c4.evaluators.base import Tables
from c4.evaluators.network_kernels import (
    BIAS,
    FINE,
    HELD,
    INPUTS,
    LANES,
    ONE,
    OUT,
    PLANES,
    ROWS,
    inputs_of,
    quiet_total,
)
from c4.evaluators.quiet import FULL, QUIET, WINS, play_out

EPISODES, WON, DRAWN, LOST, LEARNED, STEPS = range(6)
"""Layout of the tally: episodes; games won, drawn, lost by the first player; positions learned from; steps of Adam."""

RECENT = ("first_wins", "draws", "plies", "error")
"""Layout of `recent`, averages over about the last FADE episodes: share won by the first player, share drawn, plies
learned from, mean |error|."""

FADE = 5000

CERTAIN = 1 << 40
"""The factor of a certain reward: beyond every sum, so a certain win is chosen and a certain loss not."""

FIRST_DECAY, SECOND_DECAY, LEAST = np.float32(0.9), np.float32(0.999), np.float32(1e-8)
"""Of the means of gradients and of their squares (Kingma and Ba, 2015)."""


class Plan(NamedTuple):
    """The settings, see `c4.learning.network_settings`."""

    alpha: float
    alpha_end: float
    cooling: int
    batch: int
    trace: float
    epsilon: float
    ply_cost: float
    opened: float
    opened_end: float
    opening: int
    stray: float


class Net(NamedTuple):
    """What is learned, float32 arrays of one length: weights, the sum of gradients since the last step, and Adam's
    two means; and scratch[6 * units]."""

    weights: Floats32
    gradient: Floats32
    mean: Floats32
    square: Floats32
    scratch: Floats32


@kernel
def quantise(weights: Floats32, mirror: Words, tables: Tables) -> None:
    """The weights as whole numbers in the evaluator's tables, whose accumulator is emptied."""
    numbers, memory = tables.numbers, tables.memory
    lanes = U(numbers[LANES])
    units = lanes // U(2)
    rows = numbers.view(np.int32)
    for row in range(U(INPUTS + 2)):
        factor = np.float32(ONE) if row < U(INPUTS) else np.float32(OUT)
        seen = row
        if row < U(INPUTS - 2):
            seen = (row & ~U(63)) | mirror[row & U(63)]
        here, there = U(2 * ROWS) + row * lanes, U(2 * ROWS) + seen * lanes + units
        start = row * units
        for unit in range(units):
            weight = np.int32(np.rint(weights[start + unit] * factor))
            rows[here + unit] = weight
            rows[there + unit] = weight
    for side in range(2):
        numbers[BIAS + side] = signed(np.rint(weights[INPUTS * units + 2 * units + U(side)] * FINE))
    for word in range(U(HELD), U(HELD + PLANES + 1) + units):
        memory[word] = 0


@kernel
def learn(first: U, second: U, first_moves: bool, target: float, net: Net, mirror: Words, board: Board) -> float:
    """Adds the gradient of one quiet position, whose value for the first player should be `target`; returns the value
    that it has, by the weights as they are."""
    weights, gradient, scratch = net.weights, net.gradient, net.scratch
    lanes = U(len(scratch) // 3)
    units = lanes // U(2)
    planes = inputs_of(first, second, first_moves, board)
    side = U(0) if first_moves else U(1)
    row = (U(INPUTS - 2) + side) * units
    for unit in range(units):
        scratch[unit] = weights[row + unit]
        scratch[units + unit] = weights[row + unit]
    for plane in range(U(PLANES - 1)):
        stones = planes[signed(plane)]
        while stones != U(0):
            bit = lowest(stones)
            stones ^= bit
            cell = U(number_of(bit))
            row, other = (U(64) * plane + cell) * units, (U(64) * plane + mirror[cell]) * units
            for unit in range(units):
                scratch[unit] += weights[row + unit]
            for unit in range(units):
                scratch[units + unit] += weights[other + unit]
    outer = (U(INPUTS) + side) * units
    for lane in range(lanes):
        active = min(max(scratch[lane], np.float32(0)), np.float32(1))
        scratch[lanes + lane] = active
    for unit in range(units):
        scratch[U(2) * lanes + unit] = weights[outer + unit] * (scratch[lanes + unit] + scratch[lanes + units + unit])
    width = units
    while width > U(1):  # sums of halves: a plain sum adds one number at a time
        half = (width + U(1)) // U(2)
        for unit in range(width - half):
            scratch[U(2) * lanes + unit] += scratch[U(2) * lanes + half + unit]
        width = half
    bias = U(INPUTS + 2) * units + side
    value: float = math.tanh(scratch[U(2) * lanes] + weights[bias])
    error = np.float32(value - target)
    gradient[bias] += error
    for unit in range(units):
        gradient[outer + unit] += error * (scratch[lanes + unit] + scratch[lanes + units + unit])
    for lane in range(units):
        slope = error * weights[outer + lane]
        one, two = scratch[lane], scratch[units + lane]
        scratch[lane] = slope if one > np.float32(0) and one < np.float32(1) else np.float32(0)
        scratch[units + lane] = slope if two > np.float32(0) and two < np.float32(1) else np.float32(0)
    row = (U(INPUTS - 2) + side) * units
    for unit in range(units):
        gradient[row + unit] += scratch[unit] + scratch[units + unit]
    for plane in range(U(PLANES - 1)):
        stones = planes[signed(plane)]
        while stones != U(0):
            bit = lowest(stones)
            stones ^= bit
            cell = U(number_of(bit))
            row, other = (U(64) * plane + cell) * units, (U(64) * plane + mirror[cell]) * units
            for unit in range(units):
                gradient[row + unit] += scratch[unit]
            for unit in range(units):
                gradient[other + unit] += scratch[units + unit]
    return value


@kernel
def step(net: Net, rate: float, steps: int, batch: int) -> None:
    """A step of Adam with the mean of the gradients, which begin anew.  `steps`: with this one."""
    weights, gradient, mean, square = net.weights, net.gradient, net.mean, net.square
    scale = np.float32(1.0 / batch)
    first = np.float32(rate / (1.0 - 0.9**steps))
    second = np.float32(1.0 / (1.0 - 0.999**steps))
    for i in range(U(len(weights))):
        slope = gradient[i] * scale
        gradient[i] = np.float32(0)
        mean[i] = FIRST_DECAY * mean[i] + (np.float32(1) - FIRST_DECAY) * slope
        square[i] = SECOND_DECAY * square[i] + (np.float32(1) - SECOND_DECAY) * slope * slope
        weights[i] -= first * mean[i] / (np.sqrt(square[i] * second) + LEAST)


@kernel(inlined=True)
def rate_of(plan: Plan, episodes: int) -> float:
    """The learning rate after so many episodes: it falls by the same share from each to the next."""
    rate: float = plan.alpha * (plan.alpha_end / plan.alpha) ** min(1.0, episodes / plan.cooling)
    return rate


@kernel(allocates=True)
def fit(
    places: Ints, first: Words, second: Words, value: Ints8, net: Net, tally: Ints, recent: Floats, plan: Plan,
    mirror: Words, board: Board,
) -> None:  # fmt: skip
    """Learns from the labelled quiet positions at these places, one after another."""
    for place in places:
        if stopped():
            break
        i = U(place)
        moves = popcount(first[i]) == popcount(second[i])
        target = float(value[i])
        found = learn(first[i], second[i], moves, target, net, mirror, board)
        tally[EPISODES] += 1
        tally[LEARNED] += 1
        tally[DRAWN if target == 0 else WON if target > 0 else LOST] += 1
        fade = max(1.0 / FADE, 1.0 / tally[EPISODES])
        recent[0] += fade * ((1.0 if target > 0 else 0.0) - recent[0])
        recent[1] += fade * ((1.0 if target == 0 else 0.0) - recent[1])
        recent[2] += fade * (1.0 - recent[2])
        recent[3] += fade * (abs(target - found) - recent[3])
        if tally[LEARNED] % plan.batch == 0:
            tally[STEPS] += 1
            step(net, rate_of(plan, tally[EPISODES]), tally[STEPS], plan.batch)


@kernel(allocates=True)
def play_games(
    number: int, net: Net, tables: Tables, random: Words, tally: Ints, recent: Floats, plan: Plan, mirror: Words,
    board: Board,
) -> None:  # fmt: skip
    """Plays that many games by the evaluator's tables and learns from each, as `c4.learning.network` describes.

    Changes in place: net, tables, random uint64[1], tally int64[6], recent float64[4].
    """
    cells = board.cells
    firsts, seconds = np.empty(cells, dtype=np.uint64), np.empty(cells, dtype=np.uint64)
    values = np.empty(cells)
    by_chance, quiet = np.empty(cells, dtype=np.bool_), np.empty(cells, dtype=np.bool_)
    quantise(net.weights, mirror, tables)
    for _ in range(number):
        if stopped():
            break
        opened = plan.opened if tally[EPISODES] < plan.cooling else plan.opened_end
        opening = below(random, plan.opening + 1) if uniform(random) < opened else 0

        # play, until the result is certain
        own, other = U(0), U(0)
        plies = 0
        reward = 0.0  # for the first player
        comes_to = QUIET
        while comes_to == QUIET:
            player = plies & 1
            sign = 1 if player == 0 else -1
            occupied = own | other
            free = free_cells(occupied, board)
            _, candidates = replies_to(winning_cells(other, board.full & ~occupied, board), free)
            by_chance[plies] = uniform(random) < (plan.stray if plies < opening else plan.epsilon)
            if by_chance[plies]:
                for _ in range(below(random, popcount(free))):
                    free &= free - U(1)
                candidates = lowest(free)
            best, cell = signed(-(1 << 62)), U(0)
            while candidates != U(0):
                bit = lowest(candidates)
                candidates ^= bit
                mover, waiting, result = play_out(other, own | bit, board)
                stones = mover | waiting
                replies = popcount(stones ^ (occupied | bit))
                if result != QUIET:  # certain: the first player's reward
                    winner = sign if (result == WINS) == (replies & 1 == 1) else -sign
                    worth = (
                        0.0
                        if result == FULL
                        else winner * (1.0 - plan.ply_cost * (popcount(stones) + (1 if result == WINS else 2)))
                    )
                    amount = signed(worth * CERTAIN)
                else:
                    amount = quiet_total(mover, waiting, board, tables)
                if sign * amount > best:
                    best, cell = sign * amount, bit
                    comes_to, quiet[plies] = result, replies == 0
                    if result != QUIET:
                        reward = worth
            own, other = other, own | cell
            firsts[plies], seconds[plies] = (other, own) if player == 0 else (own, other)
            values[plies] = math.tanh(sign * best / FINE)
            plies += 1

        # learn, from the last position back: the target of a quiet one is the lambda-return from the next, at the end
        # the result; one with a forced reply has the value of what follows; a random move starts a new target
        goal = after = reward
        errors, learned, changed = 0.0, 0, False
        for ply in range(plies - 1, -1, -1):
            value = values[ply]
            if ply < plies - 1:
                if by_chance[ply + 1]:
                    goal = after = value
                elif quiet[ply]:
                    goal = (1.0 - plan.trace) * after + plan.trace * goal
                    after = value
                    errors += abs(goal - value)
                    learned += 1
                    learn(firsts[ply], seconds[ply], ply & 1 == 1, goal, net, mirror, board)
                    tally[LEARNED] += 1
                    if tally[LEARNED] % plan.batch == 0:
                        tally[STEPS] += 1
                        step(net, rate_of(plan, tally[EPISODES]), tally[STEPS], plan.batch)
                        changed = True
        if changed:
            quantise(net.weights, mirror, tables)
        tally[EPISODES] += 1
        tally[DRAWN if reward == 0 else WON if reward > 0 else LOST] += 1
        fade = max(1.0 / FADE, 1.0 / tally[EPISODES])
        recent[0] += fade * ((1.0 if reward > 0 else 0.0) - recent[0])
        recent[1] += fade * ((1.0 if reward == 0 else 0.0) - recent[1])
        recent[2] += fade * (plies - recent[2])
        if learned > 0:
            recent[3] += fade * (errors / learned - recent[3])
