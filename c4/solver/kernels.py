"""The exact solver's compiled search: is the score at least so much?  Imports numba, and proofs, lanes, the table and words of `c4.search`.

Scores are the field's (see `c4.solver.solver.Solution`), so with s stones on the board a win by the very next stone is worth
(cells + 1 - s) // 2, and every question "at least `target`?" carries its own deadline: near it a look at the plies left answers.
"""

from __future__ import annotations

import numpy as np
from numba import types

from c4.compiled.atomic import load, prefetch, stack_words, store
from c4.compiled.jit import kernel, recursion
from c4.compiled.lines import U, popcount
from c4.solver.lanes import threats_after
from c4.solver.proofs import BOARDS, ONE, ZERO, measures, static_bounds, winning_cells
from c4.solver.table import HISTORY, LIMIT, NODES, STOP, TABLE, bucket_of, code_of, lower_of, recall, remember, upper_of

STOPPED = 99
"""What a search returns (or its negative) that was stopped or ran out of its budget; it means nothing."""


LEAVES = 10
"""Positions with so few free cells (or fewer) are not worth a look into the table."""

UPPER_PLIES = 20
"""With more free cells than this, all children are looked up before one is searched."""

THREAT_WEIGHT = 15
"""A new winning cell is worth 2^15 points of history to the move ordering."""


_inlined = {"error_model": "numpy", "inlined": True}
_compiled = {"error_model": "numpy"}


@kernel([types.boolean(types.uint64, types.uint64, types.uint64, b) for b in BOARDS], **_inlined)
def unanswerable(wins, direct, replies, board):
    """Whether the threats `wins` cannot be met: two of them `direct`, or every reply (the parry, if one is direct) under another."""
    return direct & (direct - ONE) or not (direct if direct else replies) & ~(wins >> ONE)


SEARCH = [
    types.int64(types.uint64, types.uint64, types.uint64, types.uint64, types.int64, types.int64, types.int64, b)
    for b in BOARDS
]
search_again = recursion(*SEARCH)


@kernel(SEARCH, **_compiled)
def search(mine, theirs, my_wins, their_wins, stones, target, control, board):
    """Whether the side to move scores at least `target`: a value >= target is a lower bound of its score, a value below it an upper bound.

    The side to move must have no winning move, and one that does not lose at once.  `my_wins` and `their_wins` are the
    winning cells of both sides.  After `stop` the value means nothing.
    """
    m = measures(board)
    cells = np.int64(m.cells)
    sign = 1
    occupied = mine | theirs
    playable = (occupied + m.bottom) & m.board
    forced = ZERO
    while True:
        store(control, NODES, load(control, NODES) + ONE)
        # The plies left: a win or a loss comes with the second stone from now at the earliest.
        if cells - stones <= 2:
            return 0
        soonest = (cells - 1 - stones) >> 1
        latest = -((cells - 2 - stones) >> 1)
        if latest >= target:
            return sign * latest
        if soonest < target:
            return sign * soonest
        forced = playable & their_wins
        if not forced:
            break
        # The only move: play it and go on as the other side.
        stones_after = mine | forced
        wins = winning_cells(stones_after, theirs, board)
        occupied |= forced
        playable = (occupied + m.bottom) & m.board
        if unanswerable(wins, wins & playable, playable, board):
            return sign * soonest
        mine, theirs = theirs, stones_after
        my_wins, their_wins = their_wins & ~forced, wins
        stones += 1
        target = 1 - target
        sign = -sign

    low, high = static_bounds(mine, theirs, my_wins, their_wins, playable, stones, target, board)
    if low >= target:
        return sign * low
    if high < target:
        return sign * high

    # What does every move threaten?  If no move wins with the next stone, the one after that may be too late.
    moves = playable & ~(their_wins >> ONE)
    free = cells - stones
    if board is None:
        wins_after, order = stack_words(8), stack_words(8)
        if threats_after(mine, theirs, playable, moves, wins_after):
            return sign * soonest
    else:
        wins_after, order = stack_words(32), stack_words(32)
        rest = moves
        count = 0
        while rest:
            move = rest & (~rest + ONE)
            rest ^= move
            wins = winning_cells(mine | move, theirs, board)
            replies = (playable + move) & m.board
            if unanswerable(wins, wins & replies, replies, board):
                return sign * soonest
            store(wins_after, count, wins)
            count += 1
    best = (free - 3) >> 1
    if best < target:
        return sign * best

    tabled = free > LEAVES
    code = before = ZERO
    if tabled:
        before = load(control, NODES)
        if load(control, STOP) or before >= load(control, LIMIT):
            return STOPPED
        code = code_of(mine, occupied, free, control, board)
        known = recall(code, control)
        if known:
            if lower_of(known) >= target:
                return sign * lower_of(known)
            if upper_of(known) < target:
                return sign * upper_of(known)

    # Rank the moves: winning cells, then the history of what cut; one word a move: rank, place in `wins_after`, cell.
    history = HISTORY + ((stones & 1) << 6)
    table = np.int64(load(control, TABLE))
    count = 0
    rest = moves
    while rest:
        move = rest & (~rest + ONE)
        rest ^= move
        cell = popcount(move - ONE)
        place = cell // 7 if board is None else count
        rank = popcount(load(wins_after, place)) << THREAT_WEIGHT
        if tabled:
            prefetch(table, bucket_of(code_of(theirs, occupied | move, free - 1, control, board), control))
            rank += np.int64(load(control, history + cell))
        store(order, count, U((rank << 11) + (place << 6) + cell))
        count += 1

    if free > UPPER_PLIES:
        for i in range(count):
            move = ONE << U(np.int64(load(order, i)) & 63)
            known = recall(code_of(theirs, occupied | move, free - 1, control, board), control)
            if known and -upper_of(known) >= target:
                return sign * -upper_of(known)

    best = -STOPPED
    for i in range(count):
        # The best of the moves left comes to place i.
        pick, word = i, np.int64(load(order, i))
        for j in range(i + 1, count):
            other = np.int64(load(order, j))
            if other > word:
                pick, word = j, other
        store(order, pick, load(order, i))
        store(order, i, U(word))
        cell = word & 63
        move = ONE << U(cell)
        wins = load(wins_after, (word >> 6) & 31)
        value = -search_again(theirs, mine | move, their_wins & ~move, wins, stones + 1, 1 - target, control, board)
        if value == -STOPPED:
            return STOPPED
        best = max(best, value)
        if value >= target:
            if tabled and i > 0:  # what cut gains as much as those before it lose together
                store(control, history + cell, U(np.int64(load(control, history + cell)) + i))
                for j in range(i):
                    failed = history + (np.int64(load(order, j)) & 63)
                    store(control, failed, load(control, failed) - ONE)
            break

    if tabled:
        spent = load(control, NODES) - before
        effort = 0
        while spent:
            spent = spent >> ONE
            effort += 1
        effort = min(effort, 31)
        if best >= target:
            remember(code, best, soonest, effort, control)
        else:
            remember(code, latest, best, effort, control)
    return sign * best
