"""The solver's transposition table.  Imports numpy and numba; the compiled half is in `c4.solver.table`.

An entry is one 64-bit word, a bucket two adjacent words.  A position has a key of K = stride x columns bits,
`mine + occupied`: in every column a stack of h stones has a number from 2^h - 1 to 2^(h+1) - 2, so no two positions
share a key.  The key times an odd number modulo 2^K is its code; that is invertible, so no two positions share a code
either.  The upper bits of the code choose the bucket, the others are kept in the entry (on the standard board K = 49):

     63                                     19 18    14 13      7 6       0
    | rest of the code | generation           | effort | lower+64 | upper+64 |

Bucket and rest make up the whole code, so a matching entry belongs to exactly this position.  A word is read and
written atomically, so no thread sees half an entry.  A word without bounds (0) is empty.  Clearing increments the
generation; only when its bits run out are the words wiped.
"""

from __future__ import annotations

import mmap

import numpy as np

from c4.compiled.kinds import words_of
from c4.game.rules import C4Error, Rules
from c4.solver.table import GENERATION, GENERATION_MASK, TABLE, Control

PAYLOAD_BITS = 19
"""The payload bits of an entry: effort (5), lower and upper bound (7 each)."""

DEFAULT_BITS = 20
"""2^20 buckets: 16 MB, which fits into a processor's cache.  For the first plies 2^23 are better."""


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
        self._generation_bits = self._generation = 0
        self._layout = np.zeros(GENERATION_MASK + 1 - TABLE, dtype=np.uint64)  # the fields of `Control` from TABLE on

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
                    f"a board of {rules.rows}x{rules.columns} (rows x columns) needs a table of at least"
                    f" {key_bits - 64 + PAYLOAD_BITS} bits"
                )
            self.words[:] = 0
            self._board, self._generation_bits, self._generation = board, 64 - PAYLOAD_BITS - rest_bits, 0
            self._layout[:] = (
                self.words.ctypes.data,
                rest_bits,
                (1 << rest_bits) - 1,
                (1 << key_bits) - 1,
                64 - rest_bits,
                0,
                (1 << self._generation_bits) - 1 << PAYLOAD_BITS,
            )
        self._layout[GENERATION - TABLE] = self._generation << PAYLOAD_BITS
        words_of(control)[TABLE : TABLE + len(self._layout)] = self._layout

    def follow(self, control: Control) -> None:
        """Takes over the generation that a kernel has incremented in its record."""
        self._generation = int(control.generation) >> PAYLOAD_BITS
