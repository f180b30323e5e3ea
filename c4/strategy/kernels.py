"""Compiled diagrams: playing one to the end against all replies, and the search for one.

A diagram is uint64[6]: the cells of each mark, the strongest first (see `c4.strategy.diagram`).  Positions are (own,
other): discs of the owner, who is to move, and of the other side.  What does not depend on the diagram, its wins,
blocks and forks and the positions after every reply, is worked out once for each position and kept in a graph, in which
transpositions are merged: thousands of diagrams are played from the same position.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from c4.kernels.board import FULL, free_cells
from c4.kernels.hashing import MULTIPLIER, mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import Floats2, Ints, Ints8, Ints32, Ints32x2, U, Words, Words2, signed
from c4.kernels.lines import replies_to, unanswerable, winning_cells
from c4.kernels.splitmix import below, uniform
from c4.kernels.stop import stopped
from c4.kernels.words import lowest, number_of, popcount, several

ONE, ZERO = U(1), U(0)
_COLUMN = U(0x7F)

URGENT, MIAI, CLAIM, FIRST, SECOND, THIRD, UNMARKED = range(7)
"""Marks, the strongest first; MIAI (a pair) counts only if exactly one can be played."""

MARKS = UNMARKED
"""How many marks a diagram has."""

FORCED = UNMARKED + 1
"""In place of a mark: there is only one move that does not lose at once."""

NO_ROOM = 3.0
"""In place of a probability: a pass met more positions than there is room for."""

GOOD, BAD = -1, -2
"""What is not in the graph: positions that the owner wins at once or by a fork, and those in which every move loses."""

MOST = 48_000
"""The most positions of one pass."""

NODES = 1 << 19
"""The most positions in the graph; when it is full, it is emptied."""

GAMES = 100
"""How many random games show how good a diagram is to start from."""

LISTS = 1 << 23
"""The room for lists of replies."""

NUMBER, USED, PASSES = range(3)
"""The places of `Scratch.sizes`: positions in the graph, numbers in `lists`, passes so far."""


@kernel(inlined=True)
def place_of(key: U) -> int:
    """The first place of a key in a table of 2 * NODES numbers."""
    return signed((key * MULTIPLIER) >> U(44))


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
def parries(own: U, other: U) -> U:
    """The cells that the other side can play without losing at once; none if the owner has two wins."""
    occupied = own | other
    playable = free_cells(occupied, None)
    threats = winning_cells(own, playable, None)
    if threats == ZERO:
        return playable
    return ZERO if several(threats) else threats


class Scratch(NamedTuple):
    """The graph, and the memory of the passes: two rows each, for the current diagram and for a trial.

    owns, others, cells     of each position in the graph, with the cells among which marks choose, or the only one
    columns                 the column of the only cell, or -1
    edges                   for each position and column the place in `lists`, 0 if not yet worked out
    lists                   number of replies, how many of them lose and fill the board, how many follow, and these
    table                   the positions by their keys, counted from 1
    met, numbers            the last pass that met a position, and which one it was there
    order, weights, parents, deciders   the positions of a pass, with a predecessor of each and the rule that decides
    failing, chances        those that fail, and their probabilities
    drafts                  three diagrams
    """

    owns: Words
    others: Words
    cells: Words
    columns: Ints8
    edges: Ints32
    lists: Ints32
    table: Ints32
    met: Ints32
    numbers: Ints32
    sizes: Ints
    order: Ints32x2
    weights: Floats2
    parents: Ints32x2
    deciders: Ints32x2
    failing: Ints32x2
    chances: Floats2
    state: Words
    drafts: Words2


def make_scratch(seed: int = 0) -> Scratch:
    """Fresh memory, its random numbers started with a seed."""
    pairs = 2, MOST
    return Scratch(
        np.zeros(NODES, np.uint64),
        np.zeros(NODES, np.uint64),
        np.zeros(NODES, np.uint64),
        np.zeros(NODES, np.int8),
        np.zeros(7 * NODES, np.int32),
        np.zeros(LISTS, np.int32),
        np.zeros(2 * NODES, np.int32),
        np.zeros(NODES, np.int32),
        np.zeros(NODES, np.int32),
        np.array([0, 1, 0]),
        np.zeros(pairs, np.int32),
        np.zeros(pairs),
        np.zeros(pairs, np.int32),
        np.zeros(pairs, np.int32),
        np.zeros(pairs, np.int32),
        np.zeros(pairs),
        np.array([seed], np.uint64),
        np.zeros((3, MARKS), np.uint64),
    )


@kernel
def node(own: U, other: U, scratch: Scratch) -> int:
    """The number of a position in the graph, which it joins; or GOOD or BAD."""
    occupied = own | other
    playable = free_cells(occupied, None)
    if winning_cells(own, playable, None) != ZERO:
        return GOOD
    theirs = winning_cells(other, FULL ^ occupied, None)
    forced, safe = replies_to(theirs, playable)
    if unanswerable(theirs, playable):
        return BAD
    if forced != ZERO:
        safe = forced
    elif fork(own, occupied, safe) != ZERO:
        return GOOD
    place = place_of(own + occupied)
    while scratch.table[place] != 0:
        known = scratch.table[place] - 1
        if scratch.owns[known] == own and scratch.others[known] == other:
            return signed(known)
        place = (place + 1) & (2 * NODES - 1)
    scratch.table[place] = scratch.sizes[NUMBER] + 1
    return new_node(own, other, safe, scratch)


@kernel
def new_node(own: U, other: U, cells: U, scratch: Scratch) -> int:
    """Adds a position with the cells among which marks choose."""
    number = scratch.sizes[NUMBER]
    scratch.sizes[NUMBER] = number + 1
    scratch.owns[number], scratch.others[number], scratch.cells[number] = own, other, cells
    scratch.columns[number] = -1 if several(cells) else 0 if cells == ZERO else number_of(cells) // 7
    scratch.met[number] = 0
    for column in range(7):
        scratch.edges[7 * number + column] = 0
    return signed(number)


@kernel
def root_of(own: U, other: U, waits: bool, scratch: Scratch) -> int:
    """The number of a position to start from, or GOOD or BAD; with `waits` the other side is to move first."""
    return new_node(own, other, ZERO, scratch) if waits else node(own, other, scratch)


@kernel
def make_room(scratch: Scratch) -> bool:
    """Empties the graph if it is half full; whether it was."""
    if scratch.sizes[PASSES] > 1 << 30:
        scratch.met[:] = 0
        scratch.sizes[PASSES] = 0
    if scratch.sizes[NUMBER] <= NODES // 2 and scratch.sizes[USED] <= LISTS // 2:
        return False
    scratch.table[:] = 0
    scratch.sizes[NUMBER], scratch.sizes[USED] = 0, 1
    return True


@kernel
def expand(number: int, column: int, scratch: Scratch) -> int:
    """Works out the replies to a move of the owner; their place in `lists`, or 0 where there is no room left."""
    start = signed(scratch.sizes[USED])
    if start + 11 > LISTS or scratch.sizes[NUMBER] + 7 > NODES:
        return 0
    lists = scratch.lists
    own, other = scratch.owns[number] | scratch.cells[number] & (_COLUMN << U(7 * column)), scratch.others[number]
    lists[start] = lists[start + 1] = lists[start + 2] = lists[start + 3] = 0
    if own | other == FULL:
        lists[start] = lists[start + 2] = 1
    else:
        replies = parries(own, other)
        while replies != ZERO:
            reply = lowest(replies)
            replies ^= reply
            lists[start] += 1
            if own | other | reply == FULL:
                lists[start + 2] += 1
                continue
            child = node(own, other | reply, scratch)
            if child == BAD:
                lists[start + 1] += 1
            elif child != GOOD:
                lists[start + 4 + lists[start + 3]] = child
                lists[start + 3] += 1
    scratch.edges[7 * number + column] = start
    scratch.sizes[USED] = start + 4 + lists[start + 3]
    return start


@kernel(inlined=True)
def choice(cells: U, marks: Words) -> tuple[int, int]:
    """(column, mark) of the cell that a diagram plays among several."""
    mark = 0
    while mark < MARKS:
        marked = cells & marks[mark]
        if marked != ZERO and (mark != MIAI or not several(marked)):
            cells = marked
            break
        mark += 1
    for column in (3, 2, 4, 1, 5, 0):
        if cells & (_COLUMN << U(7 * column)) != ZERO:
            return column, mark
    return 6, mark


@kernel
def verify_from(root: int, marks: Words, hold: bool, scratch: Scratch) -> int:
    """`verify` from a number in the graph.

    The replies that refute a diagram come first when the next one is played: mostly they refute it, too.
    """
    if root < 0:
        return 1 if root == GOOD else -1
    stack, met, lists = scratch.order[0], scratch.met, scratch.lists
    waiting, places, parents = scratch.failing[0], scratch.order[1], scratch.parents[0]
    ends = scratch.parents[1]
    scratch.sizes[PASSES] += 1
    passes = scratch.sizes[PASSES]
    stack[0], places[0], parents[0], waiting[0] = root, 0, -1, 0
    depth, seen = 1, 1
    while depth > 0:
        depth -= 1
        entry = signed(waiting[depth])
        number = stack[entry]
        column = signed(scratch.columns[number])
        if column < 0:
            column, _ = choice(scratch.cells[number], marks)
        start = signed(scratch.edges[7 * number + column])
        if start == 0:
            start = expand(number, column, scratch)
        if start == 0 or seen + 8 > MOST or lists[start + 1] > 0 or (lists[start + 2] > 0 and not hold):
            while parents[entry] >= 0:
                place, last = places[entry], ends[parents[entry]]
                lists[place], lists[last] = lists[last], lists[place]
                entry = signed(parents[entry])
            return -seen
        ends[entry] = start + 3 + lists[start + 3]
        for i in range(start + 4, start + 4 + lists[start + 3]):
            child = lists[i]
            if met[child] != passes:
                met[child] = passes
                stack[seen], places[seen], parents[seen] = child, i, entry
                waiting[depth] = seen
                depth += 1
                seen += 1
    return seen


@kernel
def verify(own: U, other: U, marks: Words, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The number of positions, owner to move, in which a diagram's marks may decide; if one fails, minus that so far.

    With `hold` a full board is good enough; with `waits` the other side is to move first.
    """
    make_room(scratch)
    return verify_from(root_of(own, other, waits, scratch), marks, hold, scratch)


@kernel
def first_good(own: U, other: U, pool: Words2, start: int, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The first diagram of a pool, from `start` on, that holds for a position, or -1."""
    make_room(scratch)
    root = root_of(own, other, waits, scratch)
    for i in range(start, len(pool)):
        if stopped():
            break
        if verify_from(root, pool[i], hold, scratch) > 0:
            return i
    return -1


@kernel
def chance(root: int, marks: Words, hold: bool, limit: float, row: int, scratch: Scratch) -> tuple[float, int, int]:
    """(probability that random replies escape, positions, how many of them fail); ends early above `limit`.

    A forced reply counts as the only one.  The given row of the scratch receives the positions, a predecessor of each
    (drawn by weight), the rule that decides there, and the failing ones with their probabilities.
    """
    order, weights, parents, deciders = (
        scratch.order[row],
        scratch.weights[row],
        scratch.parents[row],
        scratch.deciders[row],
    )
    failing, chances, state = scratch.failing[row], scratch.chances[row], scratch.state
    met, numbers, lists = scratch.met, scratch.numbers, scratch.lists
    scratch.sizes[PASSES] += 1
    passes = scratch.sizes[PASSES]
    order[0], weights[0], parents[0] = root, 1.0, -1
    count, fails, cost, i = 1, 0, 0.0, 0
    while i < count and cost <= limit:
        number, weight = order[i], weights[i]
        column, why = signed(scratch.columns[number]), FORCED
        if column < 0:
            column, why = choice(scratch.cells[number], marks)
        deciders[i] = why
        start = signed(scratch.edges[7 * number + column])
        if start == 0:
            start = expand(number, column, scratch)
            if start == 0:
                return NO_ROOM, count, 0
        if count + 8 > MOST:
            start = 0  # the empty list: it counts as failing
        bad = 1 if start == 0 else lists[start + 1] + (0 if hold else lists[start + 2])
        weight /= max(1, lists[start]) if start != 0 else 1
        for j in range(start + 4, start + 4 + lists[start + 3] if start != 0 else 0):
            child = lists[j]
            if met[child] != passes:
                met[child] = passes
                numbers[child] = count
                order[count], weights[count], parents[count] = child, weight, i
                count += 1
            else:
                known = signed(numbers[child])
                weights[known] += weight
                if uniform(state) * weights[known] < weight:
                    parents[known] = i
        if bad > 0:
            cost += bad * weight
            failing[fails], chances[fails] = i, bad * weight
            fails += 1
        i += 1
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
    order, parents, deciders = scratch.order[row], scratch.parents[row], scratch.deciders[row]
    state = scratch.state
    left, i = uniform(state) * cost, 0
    while i < fails - 1 and left > scratch.chances[row, i]:
        left -= scratch.chances[row, i]
        i += 1
    i = signed(scratch.failing[row, i])
    chosen, number = -1, 0
    while i >= 0:
        if deciders[i] != FORCED:
            number += 1
            if below(state, number) == 0:
                chosen = i
        i = signed(parents[i])
    if chosen >= 0 and below(state, 16) != 0:
        cells, why = scratch.cells[order[chosen]], signed(deciders[chosen])
        column, _ = choice(cells, marks)
        cell = cells & (_COLUMN << U(7 * column))
        if why < UNMARKED and below(state, 2) == 0:
            put(cell, why + 1 + below(state, UNMARKED - why), marks)
        else:
            put(draw(cells ^ cell, state), below(state, max(1, min(why + 1, UNMARKED))), marks)
        return
    put(draw(FULL ^ (scratch.owns[order[0]] | scratch.others[order[0]]), state), below(state, UNMARKED + 1), marks)


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
    make_room(scratch)
    root = root_of(own, other, waits, scratch)
    if root < 0:
        return 0.0 if root == GOOD else 1.0
    best, current, trial = scratch.drafts[0], scratch.drafts[1], scratch.drafts[2]
    write(marks, best)
    write(marks, current)
    row = 0
    cost, count, fails = chance(root, current, hold, 2.0, row, scratch)
    least = cost
    while cost > 0.0 and work > 0 and not stopped():
        write(current, trial)
        amend(row, cost, fails, trial, scratch)
        limit = cost * (uniform(scratch.state) + 1e-9) ** -heat
        new, count, new_fails = chance(root, trial, hold, limit, 1 - row, scratch)
        work -= count
        if new == NO_ROOM and make_room(scratch):
            root = root_of(own, other, waits, scratch)
            cost, count, fails = chance(root, current, hold, 2.0, row, scratch)
        elif new <= limit:
            write(trial, current)
            cost, fails, row = new, new_fails, 1 - row
            if cost < least:
                least = cost
                write(current, best)
    write(best, marks)
    return least


@kernel
def escapes(root: int, marks: Words, hold: bool, games: int, most: int, scratch: Scratch) -> int:
    """In how many of some games random replies escape; ends early when they are more than `most`."""
    lists, fails = scratch.lists, 0
    for _ in range(games):
        number, goes_on = root, True
        while goes_on:
            column = signed(scratch.columns[number])
            if column < 0:
                column, _ = choice(scratch.cells[number], marks)
            start = signed(scratch.edges[7 * number + column])
            if start == 0:
                start = expand(number, column, scratch)
                if start == 0:
                    return games
            goes_on = False
            if lists[start] > 0:
                reply = below(scratch.state, signed(lists[start])) - lists[start + 1]
                if reply < 0 or (reply < lists[start + 2] and not hold):
                    fails += 1
                reply -= lists[start + 2]
                if 0 <= reply < lists[start + 3]:
                    number, goes_on = signed(lists[start + 4 + reply]), True
        if fails > most:
            break
    return fails


@kernel
def nearest(own: U, other: U, pool: Words2, picks: Ints, hold: bool, waits: bool, scratch: Scratch) -> int:
    """The diagram of `picks` (index * 2, + 1 if mirrored) from which the fewest random games escape; -1 if all do."""
    best, least = -1, GAMES - 1
    make_room(scratch)
    image = root_of(mirror_key(own, None), mirror_key(other, None), waits, scratch)
    root = root_of(own, other, waits, scratch)
    if root < 0 or image < 0:
        return -1
    for pick in picks:
        fails = escapes(root if pick & 1 == 0 else image, pool[pick >> 1], hold, GAMES, least, scratch)
        if fails < least:
            best, least = pick, fails
    return best
