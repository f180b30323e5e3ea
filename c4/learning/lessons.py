"""Lessons from the exact teacher: labelled positions, and the order in which they are learned.

A round has every position once in a random order, which depends on the seed and the number of the round alone.  A ply
with few positions, as in the opening, has each of them several times, so that it makes up SHARE of the lessons.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from c4.errors import C4Error
from c4.evaluators.quiet import QUIET, play_out
from c4.exact import labels
from c4.game.rules import STANDARD, Rules
from c4.kernels.board import Board, board_of
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints8, Words
from c4.kernels.words import popcount

SHARE = 0.005
"""Of the labels, which a ply's lessons of a round are at least ..."""

MOST = 100
"""... unless a position were met more often than this."""


class Lessons:
    """Labelled positions, quiet ones.

    first, second   uint64 (n,), the discs of the first and of the second player
    value           int8 (n,), the result for the first player
    Raises C4Error for a bad file, another board than that of the labels, or if no position is left to learn from.
    """

    def __init__(self, path: str | Path, rules: Rules, seed: int) -> None:
        if rules != STANDARD:
            raise C4Error(f"the labels of {path} are of the standard board, not of {rules}")
        known = labels.read(path)
        first, second, value = known.first.copy(), known.second.copy(), known.value.copy()
        left = settle(first, second, value, board_of(rules))
        if not left:
            raise C4Error(f"{path} holds no position to learn from: with every one the result is certain")
        self.first, self.second, self.value = first[:left], second[:left], value[:left]
        self._seed = seed
        self._places = np.repeat(np.arange(left), times(np.bitwise_count(self.first | self.second)))
        self._round, self._order = -1, self._places

    def __len__(self) -> int:
        """The lessons of a round."""
        return len(self._places)

    def next(self, done: int, most: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """(places of the next lessons after so many, int64: `most` of them, or fewer at the end of a round; first,
        second, value)."""
        number, place = divmod(done, len(self))
        if self._round != number:
            self._round = number
            self._order = np.random.default_rng((self._seed, number)).permutation(self._places)
        return self._order[place : place + most], self.first, self.second, self.value


def times(plies: np.ndarray) -> np.ndarray:
    """How often each position is met in a round, int64 (n,), from their plies, integers (n,)."""
    counts = np.bincount(plies)
    wanted = np.minimum(MOST, SHARE * len(plies) / np.maximum(counts, 1))
    repeats: np.ndarray = np.maximum(1, np.rint(wanted)).astype(np.int64)[plies]
    return repeats


@kernel(allocates=True)
def settle(first: Words, second: Words, value: Ints8, board: Board) -> int:
    """Replaces labelled positions by those after the forced replies; returns how many are left, at the front: the
    others are certain."""
    left = 0
    for i in range(len(first)):
        moves = popcount(first[i]) == popcount(second[i])
        mover, other = (first[i], second[i]) if moves else (second[i], first[i])
        before = popcount(mover | other)
        mover, other, comes_to = play_out(mover, other, board)
        if comes_to == QUIET:
            if (popcount(mover | other) - before) & 1 == 1:
                moves = not moves
            first[left], second[left] = (mover, other) if moves else (other, mover)
            value[left] = value[i]
            left += 1
    return left
