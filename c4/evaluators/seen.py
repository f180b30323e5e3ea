"""Values that an evaluator has computed before, kept in its memory: a search meets many positions again.

The first 2 * 2**bits numbers of `Tables.memory` are slots: a key, and the points for the side to move.
"""

from __future__ import annotations

from typing import NamedTuple

from c4.kernels.board import Board
from c4.kernels.hashing import MULTIPLIER
from c4.kernels.jit import kernel
from c4.kernels.kinds import Ints, U, signed


class Question(NamedTuple):
    """A position whose value is wanted: the discs of both sides, its key, and where its slot is in the memory."""

    mover: U
    other: U
    key: U
    slot: U


@kernel(inlined=True)
def question_of(maximizer: U, minimizer: U, maximizer_moves: bool, bits: int, board: Board) -> Question:
    """The question of an evaluate kernel whose memory has 2**bits slots."""
    mover = maximizer if maximizer_moves else minimizer
    other = minimizer if maximizer_moves else maximizer
    key = mover | ((maximizer | minimizer) + board.bottom)
    return Question(mover, other, key, U(2) * ((key * MULTIPLIER) >> U(64 - bits)))


@kernel(inlined=True)
def is_new(question: Question, memory: Ints) -> bool:
    """Whether the slot does not have the value."""
    return bool(U(memory[question.slot]) != question.key)


@kernel(inlined=True)
def remember(question: Question, points: int, memory: Ints) -> None:
    """Keeps a value, the points for the side to move."""
    memory[question.slot] = signed(question.key)
    memory[question.slot + U(1)] = points


@kernel(inlined=True)
def answer(question: Question, maximizer_moves: bool, memory: Ints) -> int:
    """The value in the slot, as points for the maximizer."""
    points = signed(memory[question.slot + U(1)])
    return points if maximizer_moves else -points
