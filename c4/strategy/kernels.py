"""Compiled diagrams: the move of one, playing it to the end against all replies, and the search for one.

A diagram is uint64[6]: the cells of each mark, the strongest first (see `c4.strategy.diagram`).  Positions are (own,
other): discs of the owner, who is to move, and of the other side.  Transpositions are merged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.kernels.board import FULL, free_cells
from c4.kernels.hashing import MULTIPLIER, mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats2, Ints, Ints32, Ints32x2, U, Words, Words2, signed
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.kernels.splitmix import below, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, popcount, several

ONE, ZERO = U(1), U(0)
_COLUMN = U(0x7F)

URGENT, MIAI, CLAIM, FIRST, SECOND, THIRD, UNMARKED = range(7)
"""Marks, the strongest first; MIAI (a pair) counts only if exactly one can be played."""

MARKS = UNMARKED
"""How many marks a diagram has."""

WIN, FORK, BLOCK, LOST = 7, 8, 9, 10
"""The other rules of a move: an immediate win, a double threat, a forced reply; and that every move loses at once."""

MOST = 1 << 15
"""The most positions of one pass; the table has twice as many places."""


@kernel(inlined=True)
def middle_first(cells: U) -> U:
    """Of several cells in different columns the one nearest to the middle, left before right."""
    for column in (3, 2, 4, 1, 5, 0, 6):
        cell = cells & (_COLUMN << U(7 * column))
        if cell != ZERO:
            return cell
    return ZERO


@kernel(inlined=True)
def place_of(key: U) -> int:
    """The first place of a key in a table of 2**16 words."""
    return signed((key * MULTIPLIER) >> U(48))


@kernel(inlined=True)
def fork(own: U, occupied: U, safe: U) -> U:
    """A safe cell that makes two threats, only one of which can be parried (side by side, or stacked); or 0."""
    while safe != ZERO:
        cell = lowest(safe)
        safe ^= cell
        filled = occupied | cell
        wins = winning_cells(own | cell, FULL ^ filled, None)
        now = wins & free_cells(filled, None)
        if now != ZERO and (several(now) or (now << ONE) & wins != ZERO):
            return cell
    return ZERO


@kernel(inlined=True)
def decide(own: U, other: U, marks: Words) -> tuple[U, int]:
    """(cell, its rule) for the owner, who is to move."""
    occupied = own | other
    playable = free_cells(occupied, None)
    win = winning_cells(own, playable, None)
    if win != ZERO:
        return middle_first(win), WIN
    theirs = winning_cells(other, FULL ^ occupied, None)
    forced, safe = replies_to(theirs, playable)
    if unanswerable(theirs, playable):
        return ZERO, LOST
    if forced != ZERO:
        return forced, BLOCK
    double = fork(own, occupied, safe)
    if double != ZERO:
        return double, FORK
    for mark in range(MARKS):
        cells = safe & marks[mark]
        if cells != ZERO and (mark != MIAI or not several(cells)):
            return middle_first(cells), mark
    return middle_first(safe), UNMARKED


@kernel(inlined=True)
def parries(own: U, other: U) -> U:
    """The cells that the other side can play without losing at once; none if the owner has two wins."""
    occupied = own | other
    playable = free_cells(occupied, None)
    threats = winning_cells(own, playable, None)
    if threats == ZERO:
        return playable
    return ZERO if several(threats) else threats


class Scratch(NamedTuple):
    """The memory of the passes: two rows each, for the current diagram and for a trial.

    `table` is zero between calls; `drafts` are three diagrams.
    """

    owns: Words2
    others: Words2
    weights: Floats2
    parents: Ints32x2
    deciders: Ints32x2
    failing: Ints32x2
    chances: Floats2
    places: Ints32
    table: Words
    state: Words
    drafts: Words2


def make_scratch(seed: int = 0) -> Scratch:
    """Fresh memory, its random numbers started with a seed."""
    size = 2, MOST
    return Scratch(
        np.zeros(size, np.uint64),
        np.zeros(size, np.uint64),
        np.zeros(size),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size, np.int32),
        np.zeros(size),
        np.zeros(MOST, np.int32),
        np.zeros(2 * MOST, np.uint64),
        np.array([seed], np.uint64),
        np.zeros((3, MARKS), np.uint64),
    )


@kernel
def verify(own: U, other: U, marks: Words, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The number of positions, owner to move, that a diagram's play can meet; if one fails, minus the number so far.

    With `hold` a full board is good enough; with `waits` the other side is to move first.
    """
    owns, others, table, places = scratch.owns[0], scratch.others[0], scratch.table, scratch.places
    owns[0], others[0] = own, other
    depth, seen, good = 1, 0, True
    while depth > 0 and good:
        depth -= 1
        own, other = owns[depth], others[depth]
        cell, why = decide(own, other, marks) if not waits else (ZERO, BLOCK)
        waits = False
        if why in (WIN, FORK):
            continue
        own |= cell
        if why == LOST or seen + 8 > MOST:
            good = False
        elif own | other == FULL:
            good = hold
        else:
            replies = parries(own, other)
            while replies != ZERO:
                reply = lowest(replies)
                replies ^= reply
                there = other | reply
                if own | there == FULL:
                    good = good and hold
                    continue
                key = own + (own | there)
                place = place_of(key)
                while table[place] != ZERO and table[place] != key:
                    place = (place + 1) & 0xFFFF
                if table[place] == ZERO:
                    table[place] = key
                    places[seen] = place
                    seen += 1
                    owns[depth], others[depth] = own, there
                    depth += 1
    for i in range(seen):
        table[places[i]] = ZERO
    return seen + 1 if good else -(seen + 1)


@kernel
def first_good(own: U, other: U, pool: Words2, start: int, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The first diagram of a pool, from `start` on, that holds for a position, or -1."""
    for i in range(start, len(pool)):
        if stopped():
            break
        if verify(own, other, pool[i], hold, waits, scratch) > 0:
            return i
    return -1


@kernel
def chance(  # noqa: C901 - a kernel
    own: U, other: U, marks: Words, hold: bool, waits: bool, limit: float, row: int, scratch: Scratch
) -> tuple[float, int, int]:
    """(probability that random replies escape, positions, how many of them fail); ends early above `limit`.

    A forced reply counts as the only one.  The given row of the scratch receives the positions, a predecessor of each
    (drawn by weight), the rule that decides there, and the failing ones with their probabilities.
    """
    owns, others, weights, parents = scratch.owns[row], scratch.others[row], scratch.weights[row], scratch.parents[row]
    deciders, failing, chances = scratch.deciders[row], scratch.failing[row], scratch.chances[row]
    table, places, state = scratch.table, scratch.places, scratch.state
    owns[0], others[0], weights[0], parents[0] = own, other, 1.0, -1
    count, fails, cost, i = 1, 0, 0.0, 0
    while i < count and cost <= limit:
        own, other, weight = owns[i], others[i], weights[i]
        cell, why = decide(own, other, marks) if i > 0 or not waits else (ZERO, BLOCK)
        deciders[i] = why
        bad = 0.0
        if why == LOST or count + 8 > MOST:
            bad = weight
        elif why != WIN and why != FORK:
            own |= cell
            if own | other == FULL:
                bad = 0.0 if hold else weight
            else:
                replies = parries(own, other)
                if replies != ZERO:
                    weight /= popcount(replies)
                while replies != ZERO:
                    reply = lowest(replies)
                    replies ^= reply
                    there = other | reply
                    if own | there == FULL:
                        bad += 0.0 if hold else weight
                        continue
                    key = (own + (own | there)) << U(15)
                    place = place_of(key)
                    # the low 15 bits of a word hold the number of the position
                    while table[place] != ZERO and (table[place] ^ key) >> U(15) != ZERO:
                        place = (place + 1) & 0xFFFF
                    if table[place] == ZERO:
                        table[place] = key | U(count)
                        places[count] = place
                        owns[count], others[count], weights[count], parents[count] = own, there, weight, i
                        count += 1
                    else:
                        known = signed(table[place] & U(0x7FFF))
                        weights[known] += weight
                        if uniform(state) * weights[known] < weight:
                            parents[known] = i
        if bad > 0.0:
            cost += bad
            failing[fails], chances[fails] = i, bad
            fails += 1
        i += 1
    for j in range(1, count):
        table[places[j]] = ZERO
    return cost, count, fails


@kernel
def put(cell: U, mark: int, marks: Words) -> None:
    """Replaces the mark of a cell."""
    for i in range(MARKS):
        marks[i] &= ~cell
    if mark < MARKS:
        marks[mark] |= cell


@kernel(inlined=True)
def draw(cells: U, state: Words) -> U:
    """One of several cells, by chance."""
    for _ in range(below(state, popcount(cells))):
        cells &= cells - ONE
    return lowest(cells)


@kernel
def amend(row: int, cost: float, fails: int, marks: Words, scratch: Scratch) -> None:
    """Changes a mark so that a decision on the way to a failing position turns out differently; or any mark."""
    owns, others, parents, deciders = (
        scratch.owns[row],
        scratch.others[row],
        scratch.parents[row],
        scratch.deciders[row],
    )
    state = scratch.state
    left, i = uniform(state) * cost, 0
    while i < fails - 1 and left > scratch.chances[row, i]:
        left -= scratch.chances[row, i]
        i += 1
    i = signed(scratch.failing[row, i])
    chosen, number = -1, 0
    while i >= 0:
        if deciders[i] <= UNMARKED:
            number += 1
            if below(state, number) == 0:
                chosen = i
        i = signed(parents[i])
    if chosen >= 0 and below(state, 16) != 0:
        own, other = owns[chosen], others[chosen]
        occupied = own | other
        safe = free_cells(occupied, None) & ~(winning_cells(other, FULL ^ occupied, None) >> ONE)
        cell, why = decide(own, other, marks)
        rest = safe & ~cell
        if rest != ZERO:
            if why < UNMARKED and below(state, 2) == 0:
                put(cell, why + 1 + below(state, UNMARKED - why), marks)
            else:
                put(draw(rest, state), below(state, max(1, min(why + 1, UNMARKED))), marks)
            return
    put(draw(FULL ^ (owns[0] | others[0]), state), below(state, UNMARKED + 1), marks)


@kernel
def write(marks: Words, into: Words) -> None:
    """Copies a diagram.  (numba would compile a slice for seconds.)"""
    for i in range(MARKS):
        into[i] = marks[i]


@kernel
def anneal(own: U, other: U, marks: Words, hold: bool, waits: bool, work: int, heat: float, scratch: Scratch) -> float:
    """Simulated annealing: changes a diagram until it holds or `work` positions are visited; returns its probability of
    failing, 0 if it holds.

    A change that makes the probability p worse is accepted if it stays below p / r ** heat, with r random from 0 to 1.
    """
    best, current, trial = scratch.drafts[0], scratch.drafts[1], scratch.drafts[2]
    write(marks, best)
    write(marks, current)
    row = 0
    cost, count, fails = chance(own, other, current, hold, waits, 2.0, row, scratch)
    least = cost
    while cost > 0.0 and work > 0 and not stopped():
        write(current, trial)
        amend(row, cost, fails, trial, scratch)
        limit = cost * (uniform(scratch.state) + 1e-9) ** -heat
        new, count, new_fails = chance(own, other, trial, hold, waits, limit, 1 - row, scratch)
        work -= count
        if new <= limit:
            write(trial, current)
            cost, fails, row = new, new_fails, 1 - row
            if cost < least:
                least = cost
                write(current, best)
    write(best, marks)
    return least


@kernel
def nearest(own: U, other: U, pool: Words2, picks: Ints, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The diagram of `picks` (index * 2, + 1 if mirrored) with the least probability of failing; -1 if none."""
    best, least = -1, 1.0
    own_m, other_m = mirror_key(own, None), mirror_key(other, None)
    for pick in picks:
        marks = pool[pick >> 1]
        if pick & 1 == 0:
            cost, _, _ = chance(own, other, marks, hold, waits, least, 0, scratch)
        else:
            cost, _, _ = chance(own_m, other_m, marks, hold, waits, least, 0, scratch)
        if cost < least:
            best, least = pick, cost
    return best
