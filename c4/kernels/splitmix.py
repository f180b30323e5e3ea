"""Random numbers that a model file can hold: splitmix64, compiled.

The whole state is one 64-bit word, any word will do as a seed, and the sequence is the same on every machine.
Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (the finisher is their
"variant 13").
"""

from __future__ import annotations

import numpy as np

from c4.kernels.jit import kernel
from c4.kernels.kinds import U, Words, signed
from c4.kernels.words import lowest, popcount


def start(seed: int) -> Words:
    """The state uint64[1] for a seed from 0 to 2**64 - 1; the functions below advance it."""
    return np.array([seed], dtype=np.uint64)


STATE_INCREMENT = U(0x9E3779B97F4A7C15)
"""What the state grows by from one word to the next."""


@kernel(inlined=True)
def mixed(state: U) -> U:
    """The random word of a state."""
    word = (state ^ (state >> U(30))) * U(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> U(27))) * U(0x94D049BB133111EB)
    return word ^ (word >> U(31))


@kernel(inlined=True)
def word_at(seed: U, number: U) -> U:
    """The word of this number, from 0, in the sequence of a seed: what `next_word` returns after so many others."""
    return mixed(seed + (number + U(1)) * STATE_INCREMENT)


@kernel
def next_word(state: Words) -> U:
    """The next 64 random bits."""
    state[0] += STATE_INCREMENT
    return mixed(state[0])


@kernel
def uniform(state: Words) -> float:
    """A number from 0 up to but not including 1, from the upper 53 bits."""
    return np.float64(next_word(state) >> U(11)) * 2.0**-53


@kernel(inlined=True)
def scaled(word: U, number: int) -> int:
    """A whole number from 0 to number - 1, from the upper 32 bits of a random word; its bias is below number / 2**32."""
    return signed(((word >> U(32)) * U(number)) >> U(32))


@kernel
def below(state: Words, number: int) -> int:
    """A random whole number from 0 to number - 1; `number` is small, see `scaled`."""
    return scaled(next_word(state), number)


@kernel(inlined=True)
def any_of(bits: U, state: Words) -> U:
    """One of the bits of a word at random; there must be one."""
    for _ in range(below(state, popcount(bits))):
        bits &= bits - U(1)
    return lowest(bits)
