"""The exact solver's compiled search: is the score at least so much?  Imports numba, and proofs, lanes, words of `c4.search`.

Scores are the field's (see `c4.search.solver.Solution`), so with s stones on the board a win by the very next stone is worth
(cells + 1 - s) // 2, and every question "at least `target`?" carries its own deadline: near it a look at the plies left answers.
All that is constant during a search, or seen from outside, lies in one CONTROL record of 64-bit words, reached by address.
"""

from __future__ import annotations

import numpy as np
from numba import types

from c4.evaluators.lines import U, popcount
from c4.jit import kernel
from c4.search.lanes import threats_after
from c4.search.proofs import BOARDS, ONE, ZERO, any_line, measures, static_bounds, winning_cells
from c4.search.words import load, prefetch, stack_words, store

MAX_COLUMNS = 32
CELLS = 64

CONTROL = np.dtype(
    [
        # the search as it runs
        ("stop", "i8"),  # 1 asks it to end
        ("nodes", "i8"),  # positions looked at: calls of `search`, and forced replies inside them
        ("limit", "i8"),  # of nodes: with as many the search gives up
        ("lower", "i8"),  # what is known of the score so far
        ("upper", "i8"),
        ("best", "i8"),  # best root column so far, -1 at first
        ("finished", "i8"),  # root columns done
        ("columns", "i8"),
        ("column_value", "i8", (MAX_COLUMNS,)),
        ("column_bound", "i8", (MAX_COLUMNS,)),
        # the table, see `c4.search.transpositions`
        ("table", "i8"),  # its address
        ("rest_bits", "i8"),
        ("rest_mask", "u8"),
        ("key_mask", "u8"),
        ("entry_shift", "i8"),
        ("generation", "u8"),
        ("generation_mask", "u8"),
        # move ordering: two sides x cells
        ("history", "i8", (2 * CELLS,)),
        ("first_history", "i8", (2 * CELLS,)),
    ],
    align=True,
)


def _place(name: str) -> int:
    return CONTROL.fields[name][1] // 8


STOP, NODES, LIMIT, LOWER, UPPER = _place("stop"), _place("nodes"), _place("limit"), _place("lower"), _place("upper")
TABLE, REST_BITS, REST_MASK, KEY_MASK = _place("table"), _place("rest_bits"), _place("rest_mask"), _place("key_mask")
ENTRY_SHIFT, GENERATION, GENERATION_MASK = _place("entry_shift"), _place("generation"), _place("generation_mask")
HISTORY, FIRST_HISTORY = _place("history"), _place("first_history")

MULTIPLIER = U(0x9E3779B97F4A7C15)
PAYLOAD, BOUNDS = U(19), U(0x3FFF)
SEVEN, EFFORT_SHIFT, BIAS = U(127), U(14), 64

STOPPED = 99
"""What a search returns (or its negative) that was stopped or ran out of its budget; it means nothing."""

UNLIMITED = 1 << 61

LEAVES = 10
"""Positions with so few free cells (or fewer) are not worth a look into the table."""

UPPER_PLIES = 20
"""With more free cells than this, all children are looked up before one is searched."""

MIRRORED = 30
"""With more free cells than this, a position and its mirror image share one entry."""

THREAT_WEIGHT = 15
"""A new winning cell is worth 2^15 points of history to the move ordering."""

NEAR = 4
"""Scores up to here count as near zero: once both bounds are, the sign is asked for."""

_inlined = {"error_model": "numpy", "forceinline": True}
_compiled = {"error_model": "numpy"}


# -- the table ------------------------------------------------------------------------------------------------------


@kernel([types.uint64(types.uint64, b) for b in BOARDS], **_inlined)
def mirror_key(key, board):
    """The key of the mirrored position: its columns in the opposite order."""
    m = measures(board)
    column = (ONE << m.stride) - ONE
    left = m.bottom
    mirrored = ZERO
    while left > ONE:
        mirrored = (mirrored | (key & column)) << m.stride
        key = key >> m.stride
        left = left >> m.stride
    return mirrored | key


@kernel([types.uint64(types.uint64, types.uint64, types.int64, types.int64, b) for b in BOARDS], **_inlined)
def code_of(mine, occupied, free, control, board):
    """The code of a position: its key, or in the upper plies the smaller one of it and its mirror image, scrambled so that it can be undone."""
    key = mine + occupied
    if free > MIRRORED:
        key = min(key, mirror_key(key, board))
    return (key * MULTIPLIER) & load(control, KEY_MASK)


@kernel(types.int64(types.uint64, types.int64), **_inlined)
def bucket_of(code, control):
    """The place of a code's bucket in the table, in words."""
    return np.int64((code >> load(control, REST_BITS)) << ONE)


@kernel(types.uint64(types.uint64, types.int64), **_inlined)
def tag_of(code, control):
    """An entry of this code without its payload."""
    return ((code & load(control, REST_MASK)) << load(control, ENTRY_SHIFT)) | load(control, GENERATION)


@kernel(types.boolean(types.uint64, types.uint64), **_inlined)
def belongs(word, tag):
    """Whether an entry is this position's, of this generation, and not an empty word."""
    return ((word ^ tag) >> PAYLOAD) == ZERO and (word & BOUNDS) != ZERO


@kernel(types.int64(types.uint64), **_inlined)
def lower_of(word):
    return np.int64((word >> U(7)) & SEVEN) - BIAS


@kernel(types.int64(types.uint64), **_inlined)
def upper_of(word):
    return np.int64(word & SEVEN) - BIAS


@kernel(types.uint64(types.uint64, types.int64), **_compiled)
def recall(code, control):
    """The entry of a position, or 0."""
    table, bucket, tag = np.int64(load(control, TABLE)), bucket_of(code, control), tag_of(code, control)
    first = load(table, bucket)
    if belongs(first, tag):
        return first
    second = load(table, bucket + 1)
    return second if belongs(second, tag) else ZERO


@kernel(types.void(types.uint64, types.int64, types.int64, types.int64, types.int64), **_compiled)
def remember(code, lower, upper, effort, control):
    """Writes bounds of a position, together with what was known already, over its own entry;
    otherwise over the bucket's first word when that is stale or cost no more effort, or else over its second."""
    table, bucket, tag = np.int64(load(control, TABLE)), bucket_of(code, control), tag_of(code, control)
    first = load(table, bucket)
    second = load(table, bucket + 1)
    place = bucket + 1
    known = ZERO
    if belongs(first, tag):
        place, known = bucket, first
    elif belongs(second, tag):
        known = second
    if known:
        lower = max(lower, lower_of(known))
        upper = min(upper, upper_of(known))
        effort = max(effort, np.int64((known >> EFFORT_SHIFT) & U(31)))
    stale = (first ^ tag) & load(control, GENERATION_MASK)
    if stale or effort >= np.int64((first >> EFFORT_SHIFT) & U(31)):
        place = bucket
    store(table, place, tag | (U(effort) << EFFORT_SHIFT) | (U(lower + BIAS) << U(7)) | U(upper + BIAS))


# -- the search -----------------------------------------------------------------------------------------------------


@kernel([types.boolean(types.uint64, types.uint64, types.uint64, b) for b in BOARDS], **_inlined)
def unanswerable(wins, direct, replies, board):
    """Whether the threats `wins` cannot be met: two of them `direct`, or every reply (the parry, if one is direct) under another."""
    return direct & (direct - ONE) or not (direct if direct else replies) & ~(wins >> ONE)


@kernel([types.int64(types.uint64, types.uint64, types.uint64, types.uint64, types.int64, types.int64, types.int64, b) for b in BOARDS], **_compiled)
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
        value = -search(theirs, mine | move, their_wins & ~move, wins, stones + 1, 1 - target, control, board)
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


@kernel(types.int64(types.int64, types.int64, types.boolean, types.boolean))
def next_target(lower, upper, weak, leading):
    """The question to ask between two different bounds.

    While the score may be far from zero, the half of the longer side (quick wins and losses are cheap to find, or to rule
    out); then the sign, by whether the leader wins, for which there are the better proofs; then the middle.  Weakly, the sign at once.
    """
    if lower < 1 <= upper:
        if not weak and upper >= -lower and upper > NEAR:
            return (upper + 1) >> 1
        if not weak and -lower > NEAR:
            return -(-lower >> 1)
        return 1 if leading or lower == 0 else 0
    if lower < 0 <= upper:
        return 0
    return (lower + upper + 1) >> 1


@kernel(
    [types.boolean(types.uint64, types.uint64, types.int64, types.int64, types.boolean, types.int64, types.int64, types.int64, b) for b in BOARDS],
    **_compiled,
)
def narrow(mine, theirs, lower, upper, weak, questions, budget, control, board):
    """Asks up to so many questions until the bounds meet (weakly: until the sign is known), and leaves the bounds in the control record.

    Every question has a budget of nodes.  Returns False after a question that was not answered within it, or after a stop.
    """
    m = measures(board)
    cells = np.int64(m.cells)
    occupied = mine | theirs
    stones = popcount(occupied)
    playable = (occupied + m.bottom) & m.board
    my_wins = winning_cells(mine, theirs, board)
    their_wins = winning_cells(theirs, mine, board)
    if my_wins & playable:
        lower = upper = (cells + 1 - stones) >> 1
    elif unanswerable(their_wins, their_wins & playable, playable, board):
        lower = upper = -((cells - stones) >> 1)
    else:
        upper = max(lower, min(upper, (cells - 1 - stones) >> 1))
        lower = min(upper, max(lower, -((cells - 2 - stones) >> 1)))
    if lower == upper:
        store(control, NODES, load(control, NODES) + ONE)
    store(control, LOWER, U(lower))
    store(control, UPPER, U(upper))
    while lower < upper and questions > 0 and not (weak and (lower > 0 or upper < 0)):
        target = next_target(lower, upper, weak, (cells - stones) & 1 == 0)
        store(control, LIMIT, load(control, NODES) + U(budget))
        value = search(mine, theirs, my_wins, their_wins, stones, target, control, board)
        if abs(value) == STOPPED:
            return False
        if value >= target:
            lower = value
        else:
            upper = value
        store(control, LOWER, U(lower))
        store(control, UPPER, U(upper))
        questions -= 1
    return True


@kernel([types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, b) for b in BOARDS], **_compiled)
def ask(mine, theirs, target, budget, control, board):
    """As `search` for any position that is not over, within a budget of nodes; STOPPED when that does not do."""
    m = measures(board)
    cells = np.int64(m.cells)
    occupied = mine | theirs
    stones = popcount(occupied)
    playable = (occupied + m.bottom) & m.board
    my_wins = winning_cells(mine, theirs, board)
    their_wins = winning_cells(theirs, mine, board)
    if my_wins & playable:
        return (cells + 1 - stones) >> 1
    if unanswerable(their_wins, their_wins & playable, playable, board):
        return -((cells - stones) >> 1)
    store(control, LIMIT, load(control, NODES) + U(budget))
    return search(mine, theirs, my_wins, their_wins, stones, target, control, board)


# -- many positions -------------------------------------------------------------------------------------------------


@kernel(types.void(types.int64))
def forget(control):
    """Empties the table by starting its next generation; the words are wiped only when the generations run out."""
    following = load(control, GENERATION) + (ONE << PAYLOAD)
    if following & ~load(control, GENERATION_MASK):
        table = np.int64(load(control, TABLE))
        for i in range(bucket_of(load(control, KEY_MASK), control) + 2):
            store(table, i, ZERO)
        following = ZERO
    store(control, GENERATION, following)


@kernel([types.int64(types.uint64[:, ::1], b) for b in BOARDS], **_compiled)
def first_over(stones, board):
    """The first of uint64[n, 2] stones whose game is over, or -1."""
    m = measures(board)
    for i in range(len(stones)):
        if any_line(stones[i, 0], board) or any_line(stones[i, 1], board) or stones[i, 0] | stones[i, 1] == m.board:
            return i
    return -1


@kernel([types.int64(types.uint64[:, ::1], types.int64[:, ::1], types.boolean, types.boolean, types.int64, b) for b in BOARDS], **_compiled)
def narrow_many(stones, found, weak, keep, control, board):
    """Solves one position after another: stones uint64[n, 2] (side to move, other side) into found int64[n, 3] (lower, upper, nodes).

    Every one starts from an empty table and a fresh history unless `keep`.  Returns how many were solved before a stop.
    """
    for i in range(len(stones)):
        before = load(control, NODES)
        narrow(stones[i, 0], stones[i, 1], -BIAS + 1, BIAS - 1, weak, UNLIMITED, UNLIMITED, control, board)
        found[i, 0] = np.int64(load(control, LOWER))
        found[i, 1] = np.int64(load(control, UPPER))
        found[i, 2] = np.int64(load(control, NODES) - before)
        if load(control, STOP):
            return i
        if found[i, 2] > 1 and not keep:
            forget(control)
            for j in range(2 * CELLS):
                store(control, HISTORY + j, load(control, FIRST_HISTORY + j))
    return len(stones)
