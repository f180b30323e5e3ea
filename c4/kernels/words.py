"""Words of 64 bits as sets: how many bits, the lowest one, its number, the length of the word."""

from __future__ import annotations

from c4.kernels.jit import kernel
from c4.kernels.kinds import U, signed


@kernel(inlined=True)
def popcount(word: U) -> int:
    """Bits set in a word (LLVM makes one instruction of it)."""
    word = word - ((word >> U(1)) & U(0x5555555555555555))
    word = (word & U(0x3333333333333333)) + ((word >> U(2)) & U(0x3333333333333333))
    word = (word + (word >> U(4))) & U(0x0F0F0F0F0F0F0F0F)
    return signed((word * U(0x0101010101010101)) >> U(56))


@kernel(inlined=True)
def lowest(word: U) -> U:
    """The lowest set bit of a word; 0 if there is none."""
    return word & (~word + U(1))


@kernel(inlined=True)
def several(word: U) -> bool:
    """Whether more than one bit is set."""
    return bool(word & (word - U(1)) != U(0))


@kernel(inlined=True)
def number_of(bit: U) -> int:
    """The number, from 0, of the only bit set."""
    return popcount(bit - U(1))


@kernel(inlined=True)
def bit_length(word: U) -> int:
    """The number of the highest set bit, plus 1; 0 if none is set."""
    length = 0
    while word:
        word = word >> U(1)
        length += 1
    return length
