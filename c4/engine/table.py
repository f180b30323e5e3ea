"""The transposition table of the strong search, compiled.

It is an array of uint64, two words per entry:

    key     (discs of the side to move) | (the lowest free cell of every column)
    data    value, 32 bits | depth 8 | side to move 1 | bound 2 | column + 1, 8 bits      (0 = empty)

In each column the highest bit of the key marks the height, and the bits below it say whose discs they are.  So a key
belongs to one position and one side to move, on every board.  It is stored in full, with the side to move for searches
that pass (null move): a matching entry is never another position's.
"""

from __future__ import annotations

from c4.kernels.hashing import MULTIPLIER
from c4.kernels.jit import kernel
from c4.kernels.kinds import U, Words, signed
from c4.search.record import Control


@kernel(inlined=True)
def place_of(key: U, shift: int) -> int:
    """Where a key's bucket of two entries begins: the first for the deepest search, the second for the newest."""
    return signed((key * MULTIPLIER) >> U(shift)) & ~1


@kernel(inlined=True)
def probe(table: Words, place: int, key: U, maximizer_moves: bool) -> U:
    """The data of a position, 0 if the table does not have it."""
    for entry in (place, place + 1):
        data = U(table[2 * entry + 1])
        if table[2 * entry] == key and ((data >> U(10)) & U(1) == U(1)) == maximizer_moves:
            return data
    return U(0)


@kernel(inlined=True)
def data_value(data: U) -> int:
    """The value in an entry's data."""
    return signed(data >> U(32)) - (1 << 31)


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
    first_depth = signed((table[2 * place + 1] >> U(16)) & U(255))
    second = place + 1
    entry = second
    if table[2 * place] == key or (table[2 * second] != key and depth >= first_depth):
        entry = place
    if table[2 * entry + 1] == U(0):
        control.table_used += 1
    side = U(1) if maximizer_moves else U(0)
    table[2 * entry] = key
    table[2 * entry + 1] = (
        (U(value + (1 << 31)) << U(32)) | (U(depth) << U(16)) | (side << U(10)) | (U(bound) << U(8)) | U(column + 1)
    )
