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

from c4.kernels.kinds import U

_word = ir.IntType(64)
_lanes = ir.VectorType(_word, 8)
_stride = 7
_board = sum(0b111111 << _stride * column for column in range(7))


def _all(value: int) -> Any:
    """Eight lanes of a constant."""
    return ir.Constant(_lanes, [ir.Constant(_word, value & (1 << 64) - 1)] * 8)


def _spread(builder: Any, word: Any) -> Any:
    """Eight lanes of a word."""
    one = builder.insert_element(ir.Constant(_lanes, ir.Undefined), word, ir.IntType(32)(0))
    return builder.shuffle_vector(
        one, ir.Constant(_lanes, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), 8), [ir.IntType(32)(0)] * 8)
    )


@intrinsic
def _threats_after(typing_context, mine, theirs, playable, moves, area):
    def code(context, builder, signature, arguments):
        mine, theirs, playable, moves, area = arguments
        b = builder

        def left(lanes, shift):
            return b.shl(lanes, _all(shift))

        def right(lanes, shift):
            return b.lshr(lanes, _all(shift))

        columns = ir.Constant(_lanes, [ir.Constant(_word, 0b111111 << _stride * c if c < 7 else 0) for c in range(8)])
        move = b.and_(_spread(b, moves), columns)
        stones = b.or_(_spread(b, mine), move)
        wins = b.and_(b.and_(left(stones, 1), left(stones, 2)), left(stones, 3))
        for d in (_stride - 1, _stride, _stride + 1):
            pair = b.and_(stones, right(stones, d))
            up = b.and_(right(pair, d), b.or_(right(stones, 3 * d), left(stones, d)))
            down = b.and_(left(pair, 2 * d), b.or_(right(stones, d), left(stones, 3 * d)))
            wins = b.or_(wins, b.or_(up, down))
        empty = b.xor(b.or_(mine, theirs), ir.Constant(_word, _board))
        wins = b.and_(b.and_(wins, _spread(b, empty)), b.xor(move, _all(-1)))
        pointer = b.inttoptr(area, _lanes.as_pointer())
        b.store(wins, pointer, align=8)

        replies = b.and_(b.add(_spread(b, playable), move), _all(_board))
        direct = b.and_(wins, replies)
        double = b.icmp_unsigned("!=", b.and_(direct, b.sub(direct, _all(1))), _all(0))
        none = b.icmp_unsigned("==", direct, _all(0))
        met = b.and_(b.select(none, replies, direct), b.xor(right(wins, 1), _all(-1)))
        won = b.or_(double, b.icmp_unsigned("==", met, _all(0)))
        won = b.and_(won, b.icmp_unsigned("!=", move, _all(0)))
        return b.icmp_unsigned("!=", b.bitcast(won, ir.IntType(8)), ir.IntType(8)(0))

    return types.boolean(types.uint64, types.uint64, types.uint64, types.uint64, types.int64), code


threats_after: Callable[[U, U, U, U, int], bool] = _threats_after
"""(mine, theirs, playable, moves, area): writes the winning cells of `mine` after a move in column c to word c of
`area` (8 words); returns whether some move wins.

A move wins here if its threats cannot be met: it leaves two playable winning cells, or one whose parry lies directly
below another winning cell, or every reply lies below one.  Words of columns without a bit in `moves` are meaningless.
"""
