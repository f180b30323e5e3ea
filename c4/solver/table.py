"""The solver's transposition table.

An entry is one 64-bit word, a bucket two adjacent words.  A position has a key of K = stride x columns bits,
`mine + occupied`: in every column a stack of h discs has a number from 2^h - 1 to 2^(h+1) - 2, so no two positions
share a key.  The key times an odd number modulo 2^K is its code; that is invertible, so no two positions share a code
either.  The upper bits of the code choose the bucket, the others are part of the entry (on the standard board K = 49):

     63                                     19 18    14 13      7 6       0
    | rest of the code | generation           | effort | lower+64 | upper+64 |

Bucket and rest make up the whole code, so a matching entry belongs to exactly this position.  A word is read and
written atomically, so no thread sees half an entry.  A word without bounds (0) is empty.  Clearing increments the
generation; only when its bits run out are the words wiped.
"""

from __future__ import annotations

import mmap

import numpy as np

from c4.errors import C4Error
from c4.game.rules import Rules
from c4.kernels.atomic import load, store
from c4.kernels.board import Board
from c4.kernels.hashing import MULTIPLIER, mirror_key
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, array, signed, words_of
from c4.kernels.running import Running

PAYLOAD_BITS = 19
"""The low bits of an entry, its payload: the effort (5 bits), the lower and the upper bound (7 each), from the left."""

DEFAULT_BITS = 20
"""2^20 buckets: 16 MB, which fits into a processor's cache.  For the first plies 2^23 are better."""


CELLS = 64
"""Cells of the largest board."""


class Control(Running):
    """The working data of a search, after the fields that can be watched.  All fields are words.

    `nodes` counts calls of `search`, and forced replies inside them; `depth` and `table_size` stay 0.

    limit                   of nodes, at which the search gives up
    table                   its address; the following fields are its layout (see `c4.solver.table`)
    merging                 whether positions in which the same lines matter share an entry (`c4.solver.keys`)
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
    merging: int
    history: Ints = array(2 * CELLS)
    first_history: Ints = array(2 * CELLS)


def _place(name: str) -> int:
    """The place of a field of `Control`, in words: a kernel has its address only (see `c4.kernels.atomic`)."""
    fields = Control.dtype.fields
    assert fields is not None
    return fields[name][1] // 8


STOP = _place("stop")
NODES = _place("nodes")
LIMIT = _place("limit")
TABLE = _place("table")
REST_BITS = _place("rest_bits")
REST_MASK = _place("rest_mask")
KEY_MASK = _place("key_mask")
ENTRY_SHIFT = _place("entry_shift")
GENERATION = _place("generation")
GENERATION_MASK = _place("generation_mask")
MERGING = _place("merging")
HISTORY = _place("history")
FIRST_HISTORY = _place("first_history")

LAYOUT = slice(TABLE, GENERATION_MASK + 1)
"""The words of a `Control` that are the table's address and layout."""


class Table:
    """2^bits buckets of two entries: 2^(bits + 4) bytes, for one board at a time; `clear` or another board empties it.

    Raises C4Error for fewer than 10 or more than 30 bits.
    """

    def __init__(self, bits: int = DEFAULT_BITS) -> None:
        if type(bits) is not int or not 10 <= bits <= 30:
            raise C4Error(f"a table can have 10 to 30 bits, not {bits!r}")
        self.bits = bits
        if hasattr(mmap, "MADV_HUGEPAGE"):  # large pages cause fewer misses (shared memory would not get them)
            memory = mmap.mmap(-1, 16 << bits, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            memory.madvise(mmap.MADV_HUGEPAGE)
        else:
            memory = mmap.mmap(-1, 16 << bits)
        self.words = np.frombuffer(memory, dtype=np.uint64)
        self._board: tuple[int, int, int] | None = None
        self._generation_bits = 0
        self._generation = 0
        self._layout = Control.new()  # only the fields of the layout are used, and copied from here at once

    def __repr__(self) -> str:
        return f"Table({self.bits})"

    def clear(self) -> None:
        """Forgets everything."""
        self._generation += 1
        if self._generation >> self._generation_bits:
            self.words[:] = 0
            self._generation = 0

    def prepare(self, rules: Rules, control: Control) -> None:
        """Writes the table's layout for this board into a record.  Raises C4Error if it is too small for the board."""
        board = (rules.rows, rules.columns, rules.connect)
        key_bits = rules.stride * rules.columns
        if board != self._board:
            rest_bits = key_bits - min(self.bits, key_bits - 1)
            if rest_bits > 64 - PAYLOAD_BITS:
                raise C4Error(
                    f"a board of {rules.columns}x{rules.rows} needs a table of at least"
                    f" {key_bits - 64 + PAYLOAD_BITS} bits"
                )
            self.words[:] = 0
            self._board = board
            self._generation_bits = 64 - PAYLOAD_BITS - rest_bits
            self._generation = 0
            self._layout.table = self.words.ctypes.data
            self._layout.rest_bits = rest_bits
            self._layout.rest_mask = U((1 << rest_bits) - 1)
            self._layout.key_mask = U((1 << key_bits) - 1)
            self._layout.entry_shift = 64 - rest_bits
            self._layout.generation_mask = U(((1 << self._generation_bits) - 1) << PAYLOAD_BITS)
        self._layout.generation = U(self._generation << PAYLOAD_BITS)
        words_of(control)[LAYOUT] = words_of(self._layout)[LAYOUT]

    def follow(self, control: Control) -> None:
        """Takes over the generation that a kernel has incremented in its record."""
        self._generation = int(control.generation) >> PAYLOAD_BITS


TAG_SHIFT = U(PAYLOAD_BITS)
"""Where the tag of an entry begins, above its payload."""

BOTH_BOUNDS = U((1 << 14) - 1)
"""The bits of both bounds; 0 in an empty entry only."""

ONE_BOUND = U((1 << 7) - 1)
"""The bits of a bound, once it is shifted to the right end."""

LOWER_SHIFT = U(7)
"""Where the lower bound begins; the upper one begins at bit 0."""

EFFORT_SHIFT = U(14)
"""Where the effort begins."""

MAX_EFFORT = 31
"""The greatest effort that five bits hold."""

BIAS = 64
"""Added to bounds, so that also negative ones are stored as numbers above 0."""

MIRRORED = 24
"""With more free cells than this, a position and its mirror image share one entry."""


@kernel(inlined=True)
def code_of(key: U, free: int, control: int, board: Board | None) -> U:
    """The code of a position with this key (see `c4.solver.keys`), in the early plies the smaller of its own and its
    mirror image's, scrambled invertibly.
    """
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
    return bool(((word ^ tag) >> TAG_SHIFT) == U(0) and (word & BOTH_BOUNDS) != U(0))


@kernel(inlined=True)
def lower_of(word: U) -> int:
    """The lower bound in an entry."""
    return signed((word >> LOWER_SHIFT) & ONE_BOUND) - BIAS


@kernel(inlined=True)
def upper_of(word: U) -> int:
    """The upper bound in an entry."""
    return signed(word & ONE_BOUND) - BIAS


@kernel(inlined=True)
def effort_of(word: U) -> int:
    """The bit length of the nodes that an entry cost, at most MAX_EFFORT."""
    return signed((word >> EFFORT_SHIFT) & U(MAX_EFFORT))


@kernel
def recall(code: U, control: int) -> U:
    """The entry of a position, or 0."""
    table = signed(load(control, TABLE))
    bucket = bucket_of(code, control)
    tag = tag_of(code, control)
    first = load(table, bucket)
    if belongs(first, tag):
        return first
    second = load(table, bucket + 1)
    return second if belongs(second, tag) else U(0)


@kernel
def remember(code: U, lower: int, upper: int, effort: int, control: int) -> None:
    """Stores bounds of a position, combined with known ones: in the bucket's first word if that is stale or cost no more
    effort, otherwise in the second.  What was in the first moves to the second, unless it is stale or the position's own.
    """
    table = signed(load(control, TABLE))
    bucket = bucket_of(code, control)
    tag = tag_of(code, control)
    first = load(table, bucket)
    second = load(table, bucket + 1)
    has_first = belongs(first, tag)
    known = U(0)
    if has_first:
        known = first
    elif belongs(second, tag):
        known = second
    if known:
        lower = max(lower, lower_of(known))
        upper = min(upper, upper_of(known))
        effort = max(effort, effort_of(known))
    stale = (first ^ tag) & load(control, GENERATION_MASK)
    place = bucket + 1
    if stale or effort >= effort_of(first):
        place = bucket
        if not (stale or has_first):
            store(table, bucket + 1, first)
    bounds = (U(lower + BIAS) << LOWER_SHIFT) | U(upper + BIAS)
    store(table, place, tag | (U(effort) << EFFORT_SHIFT) | bounds)


@kernel
def forget(control: int) -> None:
    """Empties the table by starting its next generation; the words are wiped only when the generations run out."""
    following = load(control, GENERATION) + (U(1) << TAG_SHIFT)
    if following & ~load(control, GENERATION_MASK):
        table = signed(load(control, TABLE))
        for i in range(bucket_of(load(control, KEY_MASK), control) + 2):
            store(table, i, U(0))
        following = U(0)
    store(control, GENERATION, following)
