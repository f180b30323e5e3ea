"""The transposition table of the strong search, compiled.  Imports numpy and numba.

It is an array of uint64, two words an entry:

    key     (stones of the side to move) | (the lowest free cell of every column)
    data    value, 32 bits | depth 8 | side to move 1 | bound 2 | column + 1, 8 bits      (0 = empty)

In a column the highest bit of the key marks its height and the bits below it tell whose the stones are, so a key
belongs to one position and side only, on every board; it is kept whole, and the side is kept beside it for searches
that pass (null move).  So an entry that is found is the position's own.
"""

from __future__ import annotations

from c4.compiled.hashing import MULTIPLIER
from c4.compiled.jit import kernel
from c4.compiled.kinds import U, Words, signed
from c4.search.rows import Control


@kernel(inlined=True)
def place_of(key: U, shift: int) -> int:
    """Where the bucket of a key begins: two entries, the first for the deeper search, the second for the newer one."""
    return signed((key * MULTIPLIER) >> U(shift)) & ~1


@kernel(inlined=True)
def probe(table: Words, place: int, key: U, maximizer_moves: bool) -> U:
    """The data of a position, 0 when the table does not have it."""
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
    """Writes what was found: over the position's own entry, over a shallower one, or else over the newer of the two."""
    deeper = signed((table[2 * place + 1] >> U(16)) & U(255))
    entry = place if table[2 * place] == key or (table[2 * place + 2] != key and depth >= deeper) else place + 1
    if table[2 * entry + 1] == U(0):
        control.table_used += 1
    side = U(1) if maximizer_moves else U(0)
    table[2 * entry] = key
    table[2 * entry + 1] = (
        (U(value + (1 << 31)) << U(32)) | (U(depth) << U(16)) | (side << U(10)) | (U(bound) << U(8)) | U(column + 1)
    )
