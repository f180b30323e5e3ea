"""The compiled half of the n-tuple learner: self-play and TD(lambda) in whole numbers.  Imports numba.

Weights are int32 in steps of 1 / UNIT, so sums are exact: neither their order nor the machine's vector width changes
what is learned.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from c4.compiled.board import Board, free_cells
from c4.compiled.jit import kernel
from c4.compiled.kinds import Floats, Floats32, Ints, Ints8, Ints32, U, Words, Words32, signed
from c4.compiled.lines import replies_to, winning_cells
from c4.compiled.splitmix import below, uniform
from c4.compiled.stop import stopped
from c4.compiled.words import lowest, number_of, popcount
from c4.evaluators.ntuple import UNIT
from c4.evaluators.quiet import FULL, QUIET, WINS, play_out
from c4.evaluators.tuples import Places

EPISODES, WON, DRAWN, LOST, UPDATES = range(5)
"""Layout of the tally: games; won, drawn, lost by the first player; positions learned from."""

RECENT = ("first_wins", "draws", "plies", "td_error")
"""Layout of `recent`, averages over about the last FADE games: share won by the first player, share drawn, plies, mean
|TD error|.
"""

FADE = 5000
LABELS_FADE = 100_000
"""The same with labels instead of games."""

CERTAIN = 1 << 40
"""The factor of a certain reward: beyond every sum of weights, so a certain win is chosen and a certain loss not."""


class Plan(NamedTuple):
    """The settings, see `c4.learning.ntuple_settings`; beta is 0 without TCL."""

    alpha: float
    alpha_end: float
    cooling: int
    trace: float
    epsilon: float
    ply_cost: float
    opened: float
    opened_end: float
    opening: int
    stray: float
    beta: float


@kernel(inlined=True)
def shift_places(at: Words32, places: Places, cell: U, player: int, sign: int) -> None:
    """Puts a player's stone on a cell (sign +1) or takes it off (-1), changing at[readings] in place."""
    first, reading, step = places.first, places.reading, places.step
    offset = U(player) * U(len(reading))
    if sign > 0:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] += step[i + offset]
    else:
        for i in range(U(first[cell]), U(first[cell + U(1)])):
            at[reading[i]] -= step[i + offset]


@kernel
def pick(weights: Ints32, at: Words32, picked: Ints32, side: U) -> int:
    """Fills `picked` with the weights at the places; returns their sum."""
    total = signed(0)
    for p in range(U(len(at))):
        weight = weights[side + at[p]]
        picked[p] = weight
        total += weight
    return total


@kernel
def gain(weights: Ints32, at: Words32, picked: Ints32, side: U, places: Places, cell: U, player: int) -> int:
    """The change of the sum by one more stone of a player."""
    reading, step = places.reading, places.step
    offset = U(player) * U(len(reading))
    total = signed(0)
    for i in range(U(places.first[cell]), U(places.first[cell + U(1)])):
        p = reading[i]
        total += weights[side + at[p] + step[i + offset]] - picked[p]
    return total


@kernel
def learn(weights: Ints32, at: Words32, side: U, alpha: float, gradient: float) -> None:
    """Changes every selected weight by alpha * gradient."""
    change = np.int32(np.rint(alpha * gradient * UNIT))
    if change != 0:
        for p in range(U(len(at))):
            weights[side + at[p]] += change


@kernel(allocates=True)
def learn_labels(
    lessons: Ints,
    first: Words,
    second: Words,
    value: Ints8,
    weights: Ints32,
    tally: Ints,
    recent: Floats,
    plan: Plan,
    places: Places,
) -> None:
    """Learns from labelled quiet positions, as `c4.learning.ntuple` describes; a position counts as a game.

    first, second, value    the labels, see `c4.learning.lessons`; `lessons` are the places of those that come next
    """
    size = U(len(weights) // 2)
    at, picked = np.empty(len(places.start), dtype=np.uint32), np.empty(len(places.start), dtype=np.int32)
    for lesson in lessons:
        if stopped():
            break
        progress = min(1.0, tally[EPISODES] / plan.cooling)
        alpha = plan.alpha * (plan.alpha_end / plan.alpha) ** progress
        place = U(lesson)
        for p in range(U(len(at))):
            at[p] = places.start[p]
        for player in range(2):
            stones = first[place] if player == 0 else second[place]
            while stones != U(0):
                bit = lowest(stones)
                stones ^= bit
                shift_places(at, places, U(number_of(bit)), player, 1)
        plies = popcount(first[place] | second[place])
        side = U(plies & 1) * size
        truth = value[place]
        error = truth - math.tanh(pick(weights, at, picked, side) / UNIT)
        learn(weights, at, side, alpha, error)
        tally[EPISODES] += 1
        tally[DRAWN if truth == 0 else WON if truth > 0 else LOST] += 1
        tally[UPDATES] += 1
        fade = max(1.0 / LABELS_FADE, 1.0 / tally[EPISODES])
        recent[0] += fade * ((1.0 if truth > 0 else 0.0) - recent[0])
        recent[1] += fade * ((1.0 if truth == 0 else 0.0) - recent[1])
        recent[2] += fade * (plies - recent[2])
        recent[3] += fade * (abs(error) - recent[3])


@kernel
def learn_coherently(
    weights: Ints32, coherence: Floats32, at: Words32, side: U, alpha: float, gradient: float, beta: float
) -> None:
    """The same with TCL-EXP: weight i changes by alpha * exp(beta * (|N_i| / A_i - 1)) * gradient.

    N_i and A_i, the sums of its gradients and of their absolute values, lie side by side in `coherence`.
    """
    for p in range(U(len(at))):
        i = side + at[p]
        net, size = coherence[U(2) * i], coherence[U(2) * i + U(1)]
        rate = alpha * math.exp(beta * (abs(net) / size - 1.0)) if size > 0 else alpha
        weights[i] += np.int32(np.rint(rate * gradient * UNIT))
        coherence[U(2) * i] = np.float32(net + gradient)
        coherence[U(2) * i + U(1)] = np.float32(size + abs(gradient))


@kernel(allocates=True)
def play_games(
    number: int,
    weights: Ints32,
    coherence: Floats32,
    random: Words,
    tally: Ints,
    recent: Floats,
    plan: Plan,
    places: Places,
    board: Board,
) -> None:
    """Plays that many games and learns from each, as `c4.learning.ntuple` describes.

    Changes in place: weights int32[2 * size], coherence float32[4 * size] (empty without TCL), random uint64[1], tally
    int64[5], recent float64[4].
    """
    readings, size, cells = U(len(places.start)), U(len(weights) // 2), board.cells
    at, picked = np.empty(readings, dtype=np.uint32), np.empty(readings, dtype=np.int32)
    apart, apart_picked = np.empty_like(at), np.empty_like(picked)
    moved, values = np.empty(cells, dtype=np.uint64), np.empty(cells)
    by_chance, quiet = np.empty(cells, dtype=np.bool_), np.empty(cells, dtype=np.bool_)
    for _ in range(number):
        if stopped():
            break
        progress = min(1.0, tally[EPISODES] / plan.cooling)
        alpha = plan.alpha * (plan.alpha_end / plan.alpha) ** progress
        opened = plan.opened if progress < 1.0 else plan.opened_end
        opening = below(random, plan.opening + 1) if uniform(random) < opened else 0

        # play, until the result is certain
        for p in range(readings):
            at[p] = places.start[p]
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
            side = U(1 - player) * size
            total = pick(weights, at, picked, side)
            best, cell, chosen = signed(-(1 << 62)), U(0), U(0)
            while candidates != U(0):
                bit = lowest(candidates)
                candidates ^= bit
                place = U(number_of(bit))
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
                elif replies == 0:
                    amount = total + gain(weights, at, picked, side, places, place, player)
                else:
                    for p in range(readings):
                        apart[p] = at[p]
                    began = (mover if (player + replies) & 1 == 1 else waiting) & ~(own if player == 0 else other)
                    new = stones ^ occupied
                    while new != U(0):
                        stone = lowest(new)
                        new ^= stone
                        shift_places(apart, places, U(number_of(stone)), 0 if began & stone != U(0) else 1, 1)
                    amount = pick(weights, apart, apart_picked, U((player + replies + 1) & 1) * size)
                if sign * amount > best:
                    best, cell, chosen = sign * amount, bit, place
                    comes_to, quiet[plies] = result, replies == 0
                    if result != QUIET:
                        reward = worth
            shift_places(at, places, chosen, player, 1)
            moved[plies] = chosen
            values[plies] = math.tanh(sign * best / UNIT)
            own, other = other, own | cell
            plies += 1

        # learn, from the last position back: the target of a quiet one is the lambda-return from the next, at the end
        # the result; one with a forced reply has the value of what follows; a random move starts a new target
        goal = after = reward
        errors, learned = 0.0, 0
        for ply in range(plies - 1, -1, -1):
            value = values[ply]
            if ply < plies - 1:
                if by_chance[ply + 1]:
                    goal = after = value
                elif quiet[ply]:
                    goal = (1.0 - plan.trace) * after + plan.trace * goal
                    after = value
                    error = goal - value
                    errors += abs(error)
                    learned += 1
                    gradient = error * (1.0 - value * value)
                    side = U((ply + 1) & 1) * size
                    if plan.beta == 0:
                        learn(weights, at, side, alpha, gradient)
                    else:
                        learn_coherently(weights, coherence, at, side, alpha, gradient, plan.beta)
            shift_places(at, places, moved[ply], ply & 1, -1)

        tally[EPISODES] += 1
        tally[DRAWN if reward == 0 else WON if reward > 0 else LOST] += 1
        tally[UPDATES] += learned
        fade = max(1.0 / FADE, 1.0 / tally[EPISODES])
        recent[0] += fade * ((1.0 if reward > 0 else 0.0) - recent[0])
        recent[1] += fade * ((1.0 if reward == 0 else 0.0) - recent[1])
        recent[2] += fade * (plies - recent[2])
        if learned > 0:
            recent[3] += fade * (errors / learned - recent[3])
