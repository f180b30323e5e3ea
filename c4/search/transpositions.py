"""Table: what the solver remembers of positions it has searched.  Imports numpy; the compiled half is in `c4.search.solver_kernels`.

One 64-bit word is one entry, two words side by side are a bucket.  A position's key (one bit a cell and one bit a column:
`mine + occupied`, K = stride x columns bits, one key one position) is multiplied by an odd number modulo 2^K, which can be undone:
different positions keep different codes.  The upper bits of the code choose the bucket, all the others stand in the entry:

    63                                              19 18     14 13      7 6       0
    | rest of the code | generation of the table      | effort | lower+64 | upper+64 |

Bucket and rest together are the whole code, so an entry that is believed belongs to exactly this position, and a word is
read and written in one piece: neither a foreign nor a torn entry can be believed, however many threads share the table.
A table is cleared by counting its generation up; only when the counter runs over are the words wiped.
"""

from __future__ import annotations

import mmap
from threading import Lock

import numpy as np

from c4.rules import C4Error, Rules

PAYLOAD_BITS = 19
"""Bits of an entry that are not the position's: effort (5), lower and upper bound (7 each)."""

DEFAULT_BITS = 21
"""2^21 buckets of two words: 32 MB."""


class Table:
    """2^bits buckets of two entries: 2^(bits + 4) bytes.  It holds one kind of board at a time; another board, or `clear`, empties it.

    Raises C4Error for fewer than 12 or more than 32 bits.
    """

    def __init__(self, bits: int = DEFAULT_BITS) -> None:
        if not 12 <= bits <= 32:
            raise C4Error(f"a table has 12 to 32 bits, not {bits}")
        self.bits = bits
        memory = mmap.mmap(-1, 16 << bits)
        if hasattr(mmap, "MADV_HUGEPAGE"):
            memory.madvise(mmap.MADV_HUGEPAGE)
        self.words = np.frombuffer(memory, dtype=np.uint64)
        self.lock = Lock()
        self._board: tuple[int, int, int] | None = None
        self._generation = 0

    def __repr__(self) -> str:
        return f"Table({self.bits})"

    def clear(self) -> None:
        """Forgets everything."""
        self._generation += 1
        if self._board is None or self._generation >= 1 << self._generation_bits():
            self.words[:] = 0
            self._generation = 0

    def prepare(self, rules: Rules, control) -> None:
        """Writes into a CONTROL record where and how this board's entries stand.  Raises C4Error when the table is too small for the board."""
        board = (rules.rows, rules.columns, rules.connect)
        key_bits = rules.stride * rules.columns
        if key_bits - self.bits > 64 - PAYLOAD_BITS:
            raise C4Error(f"a board of {rules.rows} rows x {rules.columns} columns needs a table of at least {key_bits - 64 + PAYLOAD_BITS} bits")
        if board != self._board:
            if self._board is not None:
                self.words[:] = 0
            self._board, self._generation = board, 0
        rest_bits = self._rest_bits()
        c = control[0]
        c["table"] = self.words.ctypes.data
        c["rest_bits"] = rest_bits
        c["rest_mask"] = (1 << rest_bits) - 1
        c["key_mask"] = (1 << key_bits) - 1
        c["entry_shift"] = 64 - rest_bits
        c["generation"] = self._generation << PAYLOAD_BITS
        c["generation_mask"] = (1 << self._generation_bits()) - 1 << PAYLOAD_BITS

    def _rest_bits(self) -> int:
        rows, columns, _ = self._board
        key_bits = (rows + 1) * columns
        return key_bits - min(self.bits, key_bits - 1)

    def _generation_bits(self) -> int:
        return 64 - self._rest_bits() - PAYLOAD_BITS
