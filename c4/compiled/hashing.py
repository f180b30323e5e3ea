"""Positions as keys, and finding a key in an open-addressing table; compiled, for everything that looks positions up.  Imports numba.

The key of a position is (own stones) + (all stones): a column of h stones gives a number from 2**h - 1 to 2**(h + 1) - 2, so no
two positions share one, the side to move being "own".  A table holds key + 1 where there is one and 0 elsewhere; its size is a
power of two, and a key that finds its place taken goes to the next.
"""

from __future__ import annotations

import numpy as np

from c4.compiled.jit import kernel
from c4.compiled.lines import U
from c4.game.rules import Rules


def key_of(own: int, other: int) -> int:
    """The key of two bitboards (see `c4.game.rules`), the side to move first."""
    return own + (own | other)


def stones_of(key: int, rules: Rules) -> tuple[int, int]:
    """(own, other) of a key; the reverse of `key_of`.  Raises ValueError for a number that is no key on this board."""
    own = other = 0
    for column in range(rules.columns):
        part = (key >> column * rules.stride & (1 << rules.stride) - 1) + 1
        filled = (1 << part.bit_length() - 1) - 1
        if filled > (1 << rules.rows) - 1:
            raise ValueError(f"{key} is no key of a position on {rules}")
        mine = part - 1 - filled
        own |= mine << column * rules.stride
        other |= (filled ^ mine) << column * rules.stride
    if key >> rules.columns * rules.stride:
        raise ValueError(f"{key} is no key of a position on {rules}")
    return own, other


@kernel("uint64(uint64, uint64, uint64)")
def mirror_key(key, stride, columns):
    """The key of the mirror image."""
    if columns == U(1):
        return key  # and a shift by 64 means nothing
    mirrored = U(0)
    mask = (U(1) << stride) - U(1)
    for _ in range(np.int64(columns)):
        mirrored = (mirrored << stride) | (key & mask)
        key = key >> stride
    return mirrored


@kernel("int64(uint64, uint64[::1], int64, int64)")
def find(key, table, first, bits):
    """The place in table[first : first + 2**bits] where the key is, or would go (then it holds 0); counted from 0."""
    last = np.int64((U(1) << U(bits)) - U(1))
    place = np.int64((key * U(0x9E3779B97F4A7C15)) >> U(64 - bits))
    while table[first + place] != U(0) and table[first + place] != key + U(1):
        place = (place + 1) & last
    return place


@kernel("void(uint64[::1], uint64[::1], int64, int64, int32[::1])")
def fill(keys, table, first, bits, rows):
    """Puts keys[i] into an empty table, and i into `rows` at the same place; the keys are different, the table is larger."""
    for i in range(len(keys)):
        place = find(keys[i], table, first, bits)
        table[first + place] = keys[i] + U(1)
        rows[place] = i
