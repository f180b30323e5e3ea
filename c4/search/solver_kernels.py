"""The exact solver's compiled search: is the score at least so much?  Imports numba, `c4.search.words` and `c4.search.proofs`."""

from __future__ import annotations

import numpy as np
from numba import njit, types

from c4.evaluators.lines import U, popcount
from c4.search.lanes import threats_after
from c4.search.proofs import GEOMETRIES, sizes, static_score, winning_cells
from c4.search.tree import NO_BOUND
from c4.search.words import load, prefetch, stack_words, store

MAX_COLUMNS = 32

CONTROL = np.dtype(
    [
        ("stop", "i8"),
        ("nodes", "i8"),
        ("best", "i8"),
        ("finished", "i8"),
        ("columns", "i8"),
        ("column_value", "i8", (MAX_COLUMNS,)),
        ("column_bound", "i8", (MAX_COLUMNS,)),
        ("lower", "i8"),
        ("upper", "i8"),
        ("proofs", "i8"),
        ("hits", "i8"),
        ("table", "i8"),  # address
        ("rest_bits", "i8"),
        ("rest_mask", "u8"),
        ("key_mask", "u8"),
        ("entry_shift", "i8"),
        ("generation", "u8"),
        ("generation_mask", "u8"),
        ("table_limit", "i8"),
        ("mirror_limit", "i8"),
        ("switches", "u8"),
        ("etc_limit", "i8"),
        ("a", "i8"), ("b", "i8"), ("d", "i8"),
        ("static_limit", "i8"),
        ("plan", "u8"),
        ("history", "i8", (128,)),
        ("move_columns", "u8", (MAX_COLUMNS,)),
    ]
)


def _place(name):
    return CONTROL.fields[name][1] // 8


STOP, NODES, LOWER, UPPER, TABLE = _place("stop"), _place("nodes"), _place("lower"), _place("upper"), _place("table")
REST_BITS, REST_MASK, KEY_MASK, GENERATION = _place("rest_bits"), _place("rest_mask"), _place("key_mask"), _place("generation")
TABLE_LIMIT, MIRROR_LIMIT, SWITCHES, HISTORY = _place("table_limit"), _place("mirror_limit"), _place("switches"), _place("history")
ETC_LIMIT, STATIC_LIMIT, PROOFS, HITS = _place("etc_limit"), _place("static_limit"), _place("proofs"), _place("hits")
GENERATION_MASK = _place("generation_mask")
A, B, D = _place("a"), _place("b"), _place("d")
ENTRY_SHIFT, PLAN = _place("entry_shift"), _place("plan")

MULTIPLIER = U(0x9E3779B97F4A7C15)
ONE, ZERO = U(1), U(0)
STOPPED = 99

NO_HISTORY, NO_DOUBLE, NO_THREATS, NO_PROOFS, NO_TABLE, NO_ODD, NO_EFFORT = 1, 2, 4, 8, 16, 32, 64


@njit(types.uint64(types.uint64, types.int64), cache=True, forceinline=True, nogil=True, error_model="numpy")
def scramble(key, control):
    return (key * MULTIPLIER) & load(control, KEY_MASK)


@njit([types.uint64(types.uint64, g) for g in GEOMETRIES], cache=True, forceinline=True, nogil=True, error_model="numpy")
def mirror(key, geometry):
    stride, connect, bottom, board, follow, cells = sizes(geometry)
    lane = (ONE << stride) - ONE
    result = ZERO
    while bottom:
        result = (result << stride) | (key & lane)
        key = key >> stride
        bottom = bottom >> stride
    return result


@njit(types.uint64(types.uint64, types.int64), cache=True, forceinline=True, nogil=True, error_model="numpy")
def probe(code, control):
    """bounds word (14 bits: lower+64 << 7 | upper+64) of the position with this scrambled key, 0 when not there."""
    table = np.int64(load(control, TABLE))
    place = np.int64((code >> load(control, REST_BITS)) << ONE)
    tag = ((code & load(control, REST_MASK)) << load(control, ENTRY_SHIFT)) | load(control, GENERATION)
    for i in range(2):
        word = load(table, place + i)
        # entry: [rest | generation | effort 5 | lower 7 | upper 7]
        if ((word ^ tag) >> U(19)) == ZERO and (word & U(0x3FFF)) != ZERO:
            return word & U(0x3FFF)
    return ZERO


@njit(types.void(types.uint64, types.int64, types.int64, types.int64, types.int64), cache=True, forceinline=True, nogil=True, error_model="numpy")
def remember(code, lower, upper, effort, control):
    table = np.int64(load(control, TABLE))
    place = np.int64((code >> load(control, REST_BITS)) << ONE)
    tag = ((code & load(control, REST_MASK)) << load(control, ENTRY_SHIFT)) | load(control, GENERATION)
    first = load(table, place)
    second = load(table, place + 1)
    target = place + 1
    if ((first ^ tag) >> U(19)) == ZERO and (first & U(0x3FFF)) != ZERO:
        lower = max(lower, np.int64((first >> U(7)) & U(127)) - 64)
        upper = min(upper, np.int64(first & U(127)) - 64)
        effort = max(effort, np.int64((first >> U(14)) & U(31)))
        target = place
    else:
        if ((second ^ tag) >> U(19)) == ZERO and (second & U(0x3FFF)) != ZERO:
            lower = max(lower, np.int64((second >> U(7)) & U(127)) - 64)
            upper = min(upper, np.int64(second & U(127)) - 64)
            effort = max(effort, np.int64((second >> U(14)) & U(31)))
        if effort >= np.int64((first >> U(14)) & U(31)) or (first ^ tag) & load(control, GENERATION_MASK):
            target = place
    store(table, target, tag | (U(effort) << U(14)) | (U(lower + 64) << U(7)) | U(upper + 64))


@njit([types.int64(types.uint64, types.uint64, types.uint64, types.uint64, types.int64, types.int64, types.int64, g) for g in GEOMETRIES],
      cache=True, nogil=True, error_model="numpy")  # fmt: skip
def search(mine, theirs, my_wins, their_wins, stones, target, control, geometry):
    """Whether the side to move scores `target` or more: a result >= target is a lower bound of its score, one below an upper bound.

    The side to move must have no immediate win.
    """
    stride, connect, bottom, board, follow, cells_word = sizes(geometry)
    cells = np.int64(cells_word)
    switches = load(control, SWITCHES)
    sign = 1
    occupied = mine | theirs
    playable = (occupied + bottom) & board
    while True:
        store(control, NODES, load(control, NODES) + ONE)
        # bounds by the plies left
        latest = -((cells - 2 - stones) >> 1)
        soonest = (cells - 1 - stones) >> 1
        forced = playable & their_wins
        moves = playable & ~(their_wins >> ONE)
        if forced:
            moves = ZERO if forced & (forced - ONE) else moves & forced
        if not moves:
            return 0 if cells == stones else sign * -((cells - stones) >> 1)
        if cells - stones <= 2:
            return 0
        if latest >= target:
            return sign * latest
        if soonest < target:
            return sign * soonest
        if not forced:
            break
        # the only move: play it and look from the other side
        new = mine | forced
        wins = winning_cells(new, theirs, geometry)
        occupied |= forced
        playable = (occupied + bottom) & board
        direct = wins & playable
        if direct & (direct - ONE) or not (direct if direct else playable) & ~(wins >> ONE):
            return sign * soonest
        mine, theirs = theirs, new
        my_wins, their_wins = their_wins & ~forced, wins
        stones += 1
        target = 1 - target
        sign = -sign

    if not (switches & U(NO_PROOFS)):
        low, high = static_score(mine, theirs, my_wins, their_wins, playable, stones, target, geometry)
        if low >= target:
            store(control, PROOFS, load(control, PROOFS) + ONE)
            return sign * low
        if high < target:
            store(control, PROOFS, load(control, PROOFS) + ONE)
            return sign * high

    tabled = stones < np.int64(load(control, TABLE_LIMIT))
    code = ZERO
    before = ZERO
    if tabled:
        if load(control, STOP):
            return STOPPED
        before = load(control, NODES)
        key = mine + occupied
        if stones < np.int64(load(control, MIRROR_LIMIT)):
            key = min(key, mirror(key, geometry))
        code = scramble(key, control)
        known = probe(code, control)
        if known:
            lower = np.int64(known >> U(7)) - 64
            upper = np.int64(known & U(127)) - 64
            if lower >= target:
                return sign * lower
            if upper < target:
                return sign * upper

    # every move: what it threatens; a double threat ends the node
    wins_after = stack_words(8)
    order = stack_words(8)
    side = HISTORY + ((stones & 1) << 6)
    if geometry is None:
        if threats_after(mine, theirs, playable, moves, wins_after):
            return sign * soonest
    best = (cells - 3 - stones) >> 1
    if best < target and geometry is None:
        return sign * best
    table = np.int64(load(control, TABLE))
    count = 0
    rest = moves
    while rest:
        move = rest & (~rest + ONE)
        rest ^= move
        cell = popcount(move - ONE)
        if geometry is None:
            wins = load(wins_after, cell // 7)
        else:
            wins = winning_cells(mine | move, theirs, geometry)
            replies = (playable + move) & board
            direct = wins & replies
            if direct & (direct - ONE) or not (direct if direct else replies) & ~(wins >> ONE):
                return sign * soonest
            store(wins_after, count, wins)
        rank = popcount(wins) << np.int64(load(control, A))
        if tabled:
            prefetch(table, np.int64((scramble(theirs + (occupied | move), control) >> load(control, REST_BITS)) << ONE))
            rank += np.int64(load(control, side + cell))
        store(order, count, U((rank << 10) + (count << 6) + cell))
        count += 1
    if best < target:
        return sign * best

    best = -STOPPED
    for i in range(count):
        # the best of those left comes to place i
        pick = i
        rank = np.int64(load(order, i))
        for j in range(i + 1, count):
            other = np.int64(load(order, j))
            if other > rank:
                rank, pick = other, j
        store(order, pick, load(order, i))
        store(order, i, U(rank))
        cell = rank & 63
        move = ONE << U(cell)
        wins = load(wins_after, cell // 7 if geometry is None else (rank >> 6) & 15)
        value = -search(theirs, mine | move, their_wins & ~move, wins, stones + 1, 1 - target, control, geometry)
        if load(control, STOP):
            return STOPPED
        if value > best:
            best = value
        if value >= target:
            if tabled and i > 0:
                store(control, side + cell, U(np.int64(load(control, side + cell)) + i))
                for j in range(i):
                    failed = side + (np.int64(load(order, j)) & 63)
                    store(control, failed, U(np.int64(load(control, failed)) - 1))
            break
    if tabled:
        spent = load(control, NODES) - before
        effort = 0
        while spent:
            spent = spent >> ONE
            effort += 1
        if best >= target:
            remember(code, best, soonest, effort, control)
        else:
            remember(code, latest, best, effort, control)
    return sign * best


@njit(types.int64(types.int64, types.int64, types.boolean, types.int64), cache=True, nogil=True)
def next_question(lower, upper, weak, near):
    """The next target between the bounds: far ends first, by halves, because quick wins are cheap to find; then the sign; then halves again."""
    if lower < 1 <= upper and not weak:
        if upper >= -lower and upper > near:
            return max(1, (upper + 1) >> 1)
        if -lower > near:
            return -(-lower >> 1)
    if lower < 1 <= upper:
        return 1
    if lower < 0 <= upper:
        return 0
    return (lower + upper + 1) >> 1


@njit([types.void(types.uint64, types.uint64, types.int64, types.int64, types.boolean, types.int64, types.int64, g) for g in GEOMETRIES],
      cache=True, nogil=True, error_model="numpy")  # fmt: skip
def narrow(mine, theirs, lower, upper, weak, questions, control, geometry):
    """Asks until the bounds in the control record meet (or, weakly, until the sign is known) or a stop."""
    stride, connect, bottom, board, follow, cells_word = sizes(geometry)
    cells = np.int64(cells_word)
    occupied = mine | theirs
    stones = popcount(occupied)
    my_wins = winning_cells(mine, theirs, geometry)
    if my_wins & ((occupied + bottom) & board):
        lower = upper = (cells + 1 - stones) >> 1
        store(control, NODES, load(control, NODES) + ONE)
    elif lower < upper:
        lower = max(lower, -((cells - stones) >> 1))
        upper = max(lower, min(upper, (cells - 1 - stones) >> 1))
    store(control, LOWER, U(lower))
    store(control, UPPER, U(upper))
    their_wins = winning_cells(theirs, mine, geometry)
    while lower < upper and questions > 0:
        questions -= 1
        if weak and (lower > 0 or upper < 0):
            break
        target = next_question(lower, upper, weak, np.int64(load(control, PLAN)))
        value = search(mine, theirs, my_wins, their_wins, stones, target, control, geometry)
        if load(control, STOP):
            return
        if value >= target:
            lower = value
        else:
            upper = value
        store(control, LOWER, U(lower))
        store(control, UPPER, U(upper))


def make_control(rules, number=0):
    """A fresh CONTROL record, shape (1,), for one thread of a solver."""
    control = np.zeros(1, dtype=CONTROL)
    c = control[0]
    c["best"] = -1
    c["columns"] = rules.columns
    c["column_bound"] = NO_BOUND
    c["table_limit"] = rules.cells - 12
    c["plan"] = 2
    c["a"], c["b"] = 10, 1
    return control
