"""All columns of the standard board at once: eight 64-bit lanes, one per column.

Most of a node's time goes into finding the winning cells after each move.  The shifts are the same for every move, so
they are done in one vector of eight words, where the lane of a column holds the discs after a move there; the compiler
uses what the machine has (AVX-512, AVX2, NEON, or plain words).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from c4.kernels.board import FULL, STRIDE
from c4.kernels.kinds import U
from c4.solver.keys import key_from_lines

_word = ir.IntType(64)
_lanes = ir.VectorType(_word, 8)
_place = ir.IntType(32)
_stride = int(STRIDE)


class Lanes:
    """One word or eight, with the operators of words; a word that meets eight is repeated."""

    def __init__(self, builder: Any, value: Any) -> None:
        self.builder = builder
        self.value = value

    @property
    def wide(self) -> bool:
        """Whether it is eight words."""
        return bool(self.value.type == _lanes)

    def spread(self) -> Lanes:
        """Eight words."""
        if self.wide:
            return self
        empty = ir.Constant(_lanes, ir.Undefined)
        one = self.builder.insert_element(empty, self.value, _place(0))
        return Lanes(self.builder, self.builder.shuffle_vector(one, empty, ir.Constant(_eight_places, [_place(0)] * 8)))

    def _apply(self, operation: Callable[[Any, Any], Any], other: Any) -> Lanes:
        if not isinstance(other, Lanes):
            other = Lanes(self.builder, _word(int(other) & (1 << 64) - 1))
        if self.wide or other.wide:
            return Lanes(self.builder, operation(self.spread().value, other.spread().value))
        return Lanes(self.builder, operation(self.value, other.value))

    def __and__(self, other: Any) -> Lanes:
        return self._apply(self.builder.and_, other)

    def __or__(self, other: Any) -> Lanes:
        return self._apply(self.builder.or_, other)

    def __xor__(self, other: Any) -> Lanes:
        return self._apply(self.builder.xor, other)

    def __add__(self, other: Any) -> Lanes:
        return self._apply(self.builder.add, other)

    def __sub__(self, other: Any) -> Lanes:
        return self._apply(self.builder.sub, other)

    def __lshift__(self, other: Any) -> Lanes:
        return self._apply(self.builder.shl, other)

    def __rshift__(self, other: Any) -> Lanes:
        return self._apply(self.builder.lshr, other)

    def __invert__(self) -> Lanes:
        return self ^ -1


_eight_places = ir.VectorType(_place, 8)


def _moves_by_lane(moves: Lanes) -> Lanes:
    """In the lane of every column the move there."""
    columns = [0b111111 << _stride * column if column < 7 else 0 for column in range(8)]
    return moves & Lanes(moves.builder, ir.Constant(_lanes, [_word(column) for column in columns]))


def _words_at(builder: Any, address: Any) -> Any:
    """A pointer to eight words at an address."""
    return builder.inttoptr(address, _lanes.as_pointer())


def _winning_cells(stones: Lanes) -> Lanes:
    """The cells, empty or not, that complete a line of the discs in each lane."""
    wins = (stones << 1) & (stones << 2) & (stones << 3)
    for shift in (_stride - 1, _stride, _stride + 1):
        pair = stones & (stones >> shift)
        below = (pair >> shift) & ((stones >> 3 * shift) | (stones << shift))
        above = (pair << 2 * shift) & ((stones >> shift) | (stones << 3 * shift))
        wins = wins | below | above
    return wins


@intrinsic
def _threats_after(typing_context, mine, theirs, playable, moves, area):
    """See `threats_after`, its name for mypy."""

    def code(context, builder, signature, arguments):
        mine, theirs, playable, moves = [Lanes(builder, argument) for argument in arguments[:4]]
        nothing = ir.Constant(_lanes, [_word(0)] * 8)
        move = _moves_by_lane(moves)
        wins = _winning_cells(mine | move) & ((mine | theirs) ^ FULL) & ~move
        builder.store(wins.value, _words_at(builder, arguments[4]), align=8)

        # the opponent has to reply to a win that can be played, and not below another one
        replies = (playable + move) & FULL
        direct = wins & replies
        several = builder.icmp_unsigned("!=", (direct & (direct - 1)).value, nothing)
        none = builder.icmp_unsigned("==", direct.value, nothing)
        answers = Lanes(builder, builder.select(none, replies.value, direct.value)) & ~(wins >> 1)
        unanswerable = builder.or_(several, builder.icmp_unsigned("==", answers.value, nothing))
        is_move = builder.icmp_unsigned("!=", move.value, nothing)
        won = builder.bitcast(builder.and_(unanswerable, is_move), ir.IntType(8))
        return builder.icmp_unsigned("!=", won, ir.IntType(8)(0))

    return types.boolean(types.uint64, types.uint64, types.uint64, types.uint64, types.int64), code


@intrinsic
def _keys_after(typing_context, mine, theirs, their_wins, moves, wins_after, area):
    """See `keys_after`, its name for mypy."""

    def code(context, builder, signature, arguments):
        mine, theirs, their_wins, moves = [Lanes(builder, argument) for argument in arguments[:4]]
        move = _moves_by_lane(moves)
        wins = Lanes(builder, builder.load(_words_at(builder, arguments[4]), align=8))
        full = Lanes(builder, _word(int(FULL)))
        keys = key_from_lines(theirs, mine | move, their_wins & ~move, wins, full, U(_stride))
        builder.store(keys.value, _words_at(builder, arguments[5]), align=8)
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64, types.uint64, types.uint64, types.int64, types.int64), code


threats_after: Callable[[U, U, U, U, int], bool] = _threats_after
"""(mine, theirs, playable, moves, area): writes the winning cells of `mine` after a move in column c to word c of
`area` (8 words); returns whether some move wins.

A move wins here if its threats cannot be met: it leaves two playable winning cells, or one whose parry lies directly
below another winning cell, or every reply lies below one.  Words of columns without a bit in `moves` are meaningless.
"""

keys_after: Callable[[U, U, U, U, int, int], None] = _keys_after
"""(mine, theirs, their_wins, moves, wins_after, area): writes the key of the position after a move in column c to word c
of `area` (8 words).

`wins_after` is what `threats_after` wrote.  Words of columns without a bit in `moves` are meaningless.
"""
