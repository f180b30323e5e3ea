"""Raw 64-bit words for kernels: atomic loads and stores, room on the stack, prefetch.

A kernel that calls itself millions of times a second passes only numbers: a numpy array would take seven of them.  So
memory is given by its address (`array.ctypes.data`), and a word by its index from there.  `load` and `store` are
atomic (LLVM "monotonic": on 64-bit machines a plain move), which is what lets two threads share a table without locks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from c4.kernels.kinds import U

_word = ir.IntType(64)


def _pointer(builder: Any, address: Any, place: Any) -> Any:
    """The pointer to a word."""
    byte = builder.add(address, builder.shl(place, ir.Constant(_word, 3)))
    return builder.inttoptr(byte, _word.as_pointer())


@intrinsic
def _load(typing_context, address, place):
    def code(context, builder, signature, arguments):
        return builder.load_atomic(_pointer(builder, *arguments), "monotonic", 8)

    return types.uint64(types.int64, types.int64), code


@intrinsic
def _store(typing_context, address, place, value):
    def code(context, builder, signature, arguments):
        address, place, value = arguments
        builder.store_atomic(value, _pointer(builder, address, place), "monotonic", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.uint64), code


@intrinsic
def _prefetch(typing_context, address, place):
    def code(context, builder, signature, arguments):
        flag = ir.IntType(32)
        byte = ir.IntType(8).as_pointer()
        name = "llvm.prefetch.p0" if byte.is_opaque else "llvm.prefetch.p0i8"
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag]), name
        )
        builder.call(function, [builder.bitcast(_pointer(builder, *arguments), byte), flag(0), flag(3), flag(1)])
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), code


@intrinsic(prefer_literal=True)
def _stack_words(typing_context, count):
    def code(context, builder, signature, arguments):
        words = cgutils.alloca_once(builder, ir.ArrayType(_word, count.literal_value))
        return builder.ptrtoint(words, _word)

    return types.int64(count), code


load: Callable[[int, int], U] = _load
"""(address, place): the uint64 at `place` words from `address`, in one piece."""

store: Callable[[int, int, U], None] = _store
"""(address, place, word): writes the uint64 at `place` words from `address`, in one piece."""

prefetch: Callable[[int, int], None] = _prefetch
"""(address, place): asks for the cache line of a word, without waiting for it."""

stack_words: Callable[[int], int] = _stack_words
"""(count): the address of `count` (a literal) words, undefined, that live as long as the caller's stack frame."""
