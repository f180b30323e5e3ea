"""Keys of positions, and hash tables with open addressing, compiled.

The key of a position is (own discs) + (all discs), "own" being the side to move: a column of h discs gives a number
from 2**h - 1 to 2**(h + 1) - 2, so no two positions share a key.  A table holds key + 1, or 0 in an empty place; its
size is a power of two, and a key whose place is taken goes to the next one.
"""

from __future__ import annotations

from c4.game.rules import Rules
from c4.kernels.board import Board, geometry
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints32, U, Words, signed
from c4.kernels.words import popcount

MULTIPLIER = U(0x9E3779B97F4A7C15)
"""2^64 divided by the golden ratio, made odd: the upper bits of a key times this are well mixed."""


def key_of(own: int, other: int) -> int:
    """The key of two bitboards (see `c4.game.rules`), the side to move first."""
    return own + (own | other)


def stones_of(key: int, rules: Rules) -> tuple[int, int]:
    """(own, other) of a key; the reverse of `key_of`.  Raises ValueError for a number that is no key on this board."""
    own = 0
    other = 0
    column_bits = (1 << rules.stride) - 1
    for column in range(rules.columns):
        shift = column * rules.stride
        part = (key >> shift) & column_bits
        discs = (part + 1).bit_length() - 1
        filled = (1 << discs) - 1  # the cells with discs
        if discs > rules.rows:
            raise ValueError(f"{key} is no key of a position on {rules}")
        mine = part - filled
        own |= mine << shift
        other |= (filled ^ mine) << shift
    if key >> (rules.columns * rules.stride):
        raise ValueError(f"{key} is no key of a position on {rules}")
    return own, other


@kernel(inlined=True)
def mirror_key(key: U, board: Board | None) -> U:
    """The key of the mirror image: the columns in the opposite order."""
    shape = geometry(board)
    column = (U(1) << shape.stride) - U(1)
    left = shape.bottom
    mirrored = U(0)
    while left > U(1):  # so a board of one column, where a shift by its stride might mean nothing, is left alone
        mirrored = (mirrored | (key & column)) << shape.stride
        key = key >> shape.stride
        left = left >> shape.stride
    return mirrored | key


@kernel
def find(key: U, table: Words) -> int:
    """The place in a table of 2^n words where the key is, or would go (then it holds 0)."""
    last = len(table) - 1
    place = signed((key * MULTIPLIER) >> U(64 - popcount(U(last))))
    while table[place] != U(0) and table[place] != key + U(1):
        place = (place + 1) & last
    return place


@kernel
def fill(keys: Words, table: Words, rows: Ints32) -> None:
    """Puts different keys[i] into an empty, larger table, and i into `rows` at the same place."""
    for i in range(len(keys)):
        place = find(keys[i], table)
        table[place] = keys[i] + U(1)
        rows[place] = i
