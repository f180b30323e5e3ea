"""The exact solver's record, and the compiled half of its table (see `c4.solver.transpositions`).

Everything constant during a search, or visible from outside, lies in one record of 64-bit words, passed to kernels by
its address.  Several threads share one table, so what another thread may change is read and written atomically
(`c4.compiled.atomic`).  Imports numpy and numba.
"""

from __future__ import annotations

from c4.compiled.atomic import load, store
from c4.compiled.board import Board
from c4.compiled.hashing import MULTIPLIER, mirror_key
from c4.compiled.jit import kernel
from c4.compiled.kinds import Ints, U, array, signed
from c4.compiled.running import Running

CELLS = 64


class Control(Running):
    """The working data of a search, after the fields that can be watched.  All fields are words.

    `nodes` counts calls of `search`, and forced replies inside them; `depth` and `table_size` stay 0.

    limit                   of nodes, at which the search gives up
    table                   its address; the following fields are its layout (see `c4.solver.transpositions`)
    history                 for move ordering, for two sides x cells (see `c4.solver.ordering`)
    first_history           its initial content
    """

    limit: int
    table: int
    rest_bits: int
    rest_mask: U
    key_mask: U
    entry_shift: int
    generation: U
    generation_mask: U
    history: Ints = array(2 * CELLS)
    first_history: Ints = array(2 * CELLS)


def _place(name: str) -> int:
    """The place of a field, in words."""
    fields = Control.dtype.fields
    assert fields is not None
    return fields[name][1] // 8


STOP, NODES, LIMIT = _place("stop"), _place("nodes"), _place("limit")
TABLE, REST_BITS, REST_MASK, KEY_MASK = _place("table"), _place("rest_bits"), _place("rest_mask"), _place("key_mask")
ENTRY_SHIFT, GENERATION, GENERATION_MASK = _place("entry_shift"), _place("generation"), _place("generation_mask")
HISTORY, FIRST_HISTORY = _place("history"), _place("first_history")

PAYLOAD, BOUNDS = U(19), U(0x3FFF)
SEVEN, EFFORT_SHIFT, BIAS = U(127), U(14), 64

MIRRORED = 30
"""With more free cells than this, a position and its mirror image share one entry."""


@kernel(inlined=True)
def code_of(mine: U, occupied: U, free: int, control: int, board: Board | None) -> U:
    """The code of a position: its key, in the early plies the smaller of its own and its mirror image's, scrambled
    invertibly.
    """
    key = mine + occupied
    if free > MIRRORED:
        key = min(key, mirror_key(key, board))
    return (key * MULTIPLIER) & load(control, KEY_MASK)


@kernel(inlined=True)
def bucket_of(code: U, control: int) -> int:
    """The place of a code's bucket in the table, in words."""
    return signed((code >> load(control, REST_BITS)) << U(1))


@kernel(inlined=True)
def tag_of(code: U, control: int) -> U:
    """An entry of this code without its payload."""
    return ((code & load(control, REST_MASK)) << load(control, ENTRY_SHIFT)) | load(control, GENERATION)


@kernel(inlined=True)
def belongs(word: U, tag: U) -> bool:
    """Whether an entry is this position's, of this generation, and not an empty word."""
    return bool(((word ^ tag) >> PAYLOAD) == U(0) and (word & BOUNDS) != U(0))


@kernel(inlined=True)
def lower_of(word: U) -> int:
    """The lower bound in an entry."""
    return signed((word >> U(7)) & SEVEN) - BIAS


@kernel(inlined=True)
def upper_of(word: U) -> int:
    """The upper bound in an entry."""
    return signed(word & SEVEN) - BIAS


@kernel
def recall(code: U, control: int) -> U:
    """The entry of a position, or 0."""
    table, bucket, tag = signed(load(control, TABLE)), bucket_of(code, control), tag_of(code, control)
    first = load(table, bucket)
    if belongs(first, tag):
        return first
    second = load(table, bucket + 1)
    return second if belongs(second, tag) else U(0)


@kernel
def remember(code: U, lower: int, upper: int, effort: int, control: int) -> None:
    """Stores bounds of a position, combined with known ones, over its own entry; otherwise over the bucket's first word
    if that is stale or cost no more effort, else over its second."""
    table, bucket, tag = signed(load(control, TABLE)), bucket_of(code, control), tag_of(code, control)
    first = load(table, bucket)
    second = load(table, bucket + 1)
    place = bucket + 1
    known = U(0)
    if belongs(first, tag):
        place, known = bucket, first
    elif belongs(second, tag):
        known = second
    if known:
        lower = max(lower, lower_of(known))
        upper = min(upper, upper_of(known))
        effort = max(effort, signed((known >> EFFORT_SHIFT) & U(31)))
    stale = (first ^ tag) & load(control, GENERATION_MASK)
    if stale or effort >= signed((first >> EFFORT_SHIFT) & U(31)):
        place = bucket
    store(table, place, tag | (U(effort) << EFFORT_SHIFT) | (U(lower + BIAS) << U(7)) | U(upper + BIAS))


@kernel
def forget(control: int) -> None:
    """Empties the table by starting its next generation; the words are wiped only when the generations run out."""
    following = load(control, GENERATION) + (U(1) << PAYLOAD)
    if following & ~load(control, GENERATION_MASK):
        table = signed(load(control, TABLE))
        for i in range(bucket_of(load(control, KEY_MASK), control) + 2):
            store(table, i, U(0))
        following = U(0)
    store(control, GENERATION, following)
