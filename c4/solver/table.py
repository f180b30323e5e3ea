"""The exact solver's CONTROL record, and its table as compiled code sees it (see `c4.solver.transpositions`).  Imports numpy and numba.

All that is constant during a search, or seen from outside, lies in one CONTROL record of 64-bit words, reached by address.
"""

from __future__ import annotations

import numpy as np
from numba import types

from c4.compiled.atomic import load, store
from c4.compiled.jit import kernel
from c4.compiled.lines import U
from c4.solver.proofs import BOARDS, ONE, ZERO, measures

MAX_COLUMNS = 32
CELLS = 64

CONTROL = np.dtype(
    [
        # the search as it runs
        ("stop", "i8"),  # 1 asks it to end
        ("nodes", "i8"),  # positions looked at: calls of `search`, and forced replies inside them
        ("limit", "i8"),  # of nodes: with as many the search gives up
        ("best", "i8"),  # best root column so far, -1 at first
        ("finished", "i8"),  # root columns done
        ("columns", "i8"),
        ("column_value", "i8", (MAX_COLUMNS,)),
        ("column_bound", "i8", (MAX_COLUMNS,)),
        # the table, see `c4.solver.transpositions`
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


STOP, NODES, LIMIT = _place("stop"), _place("nodes"), _place("limit")
TABLE, REST_BITS, REST_MASK, KEY_MASK = _place("table"), _place("rest_bits"), _place("rest_mask"), _place("key_mask")
ENTRY_SHIFT, GENERATION, GENERATION_MASK = _place("entry_shift"), _place("generation"), _place("generation_mask")
HISTORY, FIRST_HISTORY = _place("history"), _place("first_history")

MULTIPLIER = U(0x9E3779B97F4A7C15)
PAYLOAD, BOUNDS = U(19), U(0x3FFF)
SEVEN, EFFORT_SHIFT, BIAS = U(127), U(14), 64

MIRRORED = 30
"""With more free cells than this, a position and its mirror image share one entry."""

_inlined = {"error_model": "numpy", "inlined": True}
_compiled = {"error_model": "numpy"}


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
