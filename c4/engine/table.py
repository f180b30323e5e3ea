"""The strong search's ENGINE record and its transposition table, compiled.  Imports numpy and numba.

What never changes during a search lies in one ENGINE record, which begins like `c4.search.kernels.CONTROL`, so that it is
watched and stopped in the same way.  The table is an array of uint64, two words an entry:

    key     (stones of the side to move) | (the lowest free cell of every column)
    data    value, 32 bits | depth 8 | side to move 1 | bound 2 | column + 1, 8 bits      (0 = empty)

In a column the highest bit of the key marks its height and the bits below it tell whose the stones are, so a key belongs
to one position and side only, on every board; it is kept whole, and the side is kept beside it for searches that pass (null
move).  So an entry that is found is the position's own.
"""

from __future__ import annotations

import numpy as np
from numba import from_dtype, types

from c4.compiled.jit import kernel
from c4.compiled.lines import U
from c4.search.kernels import CONTROL_FIELDS, MAX_COLUMNS, MAX_PLY

SWITCHES = ("pvs", "table", "killers", "history", "threats", "forced", "extensions", "reductions", "null_move")
"""The ingredients the kernel knows; see `c4.engine.deepening.SearchOptions`."""

ENGINE = np.dtype(
    [
        *CONTROL_FIELDS,
        ("node_limit", "i8"),
        ("deadline", "i8"),  # on the clock of c4.compiled.clock; 0 = none
        *[(name, "i8") for name in SWITCHES],
        ("table_shift", "i8"),  # 64 - (bits of the number of entries)
        ("killer", "i8", (2 * MAX_PLY,)),  # the two cells that cut last at each ply, -1 = none
        ("merit", "i8", (2 * 64,)),  # history: how much each side's stone on each cell has cut off
        ("choice", "i8", (MAX_PLY * MAX_COLUMNS,)),  # the columns of each ply's node, and what their order goes by
        ("score", "i8", (MAX_PLY * MAX_COLUMNS,)),
    ],
    align=True,
)

_control = from_dtype(ENGINE)[::1]
_table = types.uint64[::1]


@kernel(types.int64(types.uint64, types.int64), inlined=True)
def place_of(key, shift):
    """Where the bucket of a key begins: two entries, the first for the deeper search, the second for the newer one."""
    return np.int64((key * U(0x9E3779B97F4A7C15)) >> U(shift)) & ~1


@kernel(types.uint64(_table, types.int64, types.uint64, types.boolean), inlined=True)
def probe(table, place, key, maximizer_moves):
    """The data of a position, 0 when the table does not have it."""
    for entry in (place, place + 1):
        data = table[2 * entry + 1]
        if table[2 * entry] == key and ((data >> U(10)) & U(1) == U(1)) == maximizer_moves:
            return data
    return U(0)


@kernel(types.int64(types.uint64), inlined=True)
def data_value(data):
    return np.int64(data >> U(32)) - (1 << 31)


@kernel(
    types.void(
        _table, _control, types.int64, types.uint64, types.boolean, types.int64, types.int64, types.int64, types.int64
    )
)
def store(table, control, place, key, maximizer_moves, value, depth, bound, column):
    """Writes what was found: over the position's own entry, over a shallower one, or else over the newer of the two."""
    c = control[0]
    deeper = np.int64((table[2 * place + 1] >> U(16)) & U(255))
    entry = place if table[2 * place] == key or (table[2 * place + 2] != key and depth >= deeper) else place + 1
    if table[2 * entry + 1] == U(0):
        c.table_used += 1
    side = U(1) if maximizer_moves else U(0)
    table[2 * entry] = key
    table[2 * entry + 1] = (
        (U(value + (1 << 31)) << U(32)) | (U(depth) << U(16)) | (side << U(10)) | (U(bound) << U(8)) | U(column + 1)
    )
