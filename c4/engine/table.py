"""The transposition table of the strong search, compiled.

It is an array of uint64, two words per entry:

    key     (discs of the side to move) | (the lowest free cell of every column)
    data    value, 32 bits | unused 8 | depth 8 | unused 5 | side to move 1 | bound 2 | column + 1, 8 bits   (0 = empty)

In each column the highest bit of the key marks the height, and the bits below it say whose discs they are.  So a key
belongs to one position and one side to move, on every board.  It is stored in full, with the side to move for searches
that pass (null move): a matching entry is never another position's.
"""

from __future__ import annotations

from c4.kernels.hashing import MULTIPLIER
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, Words, signed
from c4.search.record import Control

BOUND_SHIFT = U(8)
SIDE_SHIFT = U(10)
DEPTH_SHIFT = U(16)
VALUE_SHIFT = U(32)
"""Where each part of the data begins, counted in bits from the lowest."""

BYTE = U(0xFF)

VALUE_OFFSET = 1 << 31
"""Added to a value, which may be negative."""


@kernel(inlined=True)
def value_in(data: U) -> int:
    """The value in an entry's data."""
    return signed(data >> VALUE_SHIFT) - VALUE_OFFSET


@kernel(inlined=True)
def depth_in(data: U) -> int:
    """The depth to which the position was searched."""
    return signed((data >> DEPTH_SHIFT) & BYTE)


@kernel(inlined=True)
def maximizer_moves_in(data: U) -> bool:
    """Whether the maximizer is to move."""
    return bool((data >> SIDE_SHIFT) & U(1) == U(1))


@kernel(inlined=True)
def bound_in(data: U) -> int:
    """The bound of the value."""
    return signed((data >> BOUND_SHIFT) & U(3))


@kernel(inlined=True)
def column_in(data: U) -> int:
    """The best move, -1 if none is known."""
    return signed(data & BYTE) - 1


@kernel(inlined=True)
def packed(maximizer_moves: bool, value: int, depth: int, bound: int, column: int) -> U:
    """The data of an entry."""
    side = U(1) if maximizer_moves else U(0)
    data = U(value + VALUE_OFFSET) << VALUE_SHIFT
    data |= U(depth) << DEPTH_SHIFT
    data |= side << SIDE_SHIFT
    data |= U(bound) << BOUND_SHIFT
    return data | U(column + 1)


@kernel(inlined=True)
def place_of(key: U, shift: int) -> int:
    """Where a key's bucket of two entries begins: the first for the deepest search, the second for the newest."""
    return signed((key * MULTIPLIER) >> U(shift)) & ~1


@kernel(inlined=True)
def probe(table: Words, place: int, key: U, maximizer_moves: bool) -> U:
    """The data of a position, 0 if the table does not have it."""
    for entry in (place, place + 1):
        data = U(table[2 * entry + 1])
        if table[2 * entry] == key and maximizer_moves_in(data) == maximizer_moves:
            return data
    return U(0)


@kernel
def store(
    table: Words,
    control: Control,
    place: int,
    key: U,
    maximizer_moves: bool,
    value: int,
    depth: int,
    bound: int,
    column: int,
) -> None:
    """Stores a result: over the position's own entry, over a shallower one, otherwise over the newest."""
    first_depth = depth_in(table[2 * place + 1])
    second = place + 1
    entry = second
    if table[2 * place] == key or (table[2 * second] != key and depth >= first_depth):
        entry = place
    if table[2 * entry + 1] == U(0):
        control.table_used += 1
    table[2 * entry] = key
    table[2 * entry + 1] = packed(maximizer_moves, value, depth, bound, column)
