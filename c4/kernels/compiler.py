"""How numba compiles each `c4.kernels.jit.Kernel`: its dispatcher, calls of itself, and kernels as arguments."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from ctypes import addressof
from functools import cache
from time import sleep
from typing import Any

import numba
from llvmlite import binding
from numba import types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic

from c4 import interrupts
from c4.errors import C4Error
from c4.kernels.cache import KernelCache
from c4.kernels.kinds import signatures
from c4.locks import locked

binding.add_symbol(interrupts.STOP_SYMBOL, addressof(interrupts.STOP))

POLL_SECONDS = 0.05
"""Seconds between two looks at what another process has compiled."""

LOCK_SECONDS = 60.0
"""Seconds that a process waits for another one that compiles the same kernel, which may have been halted."""


@cache
def _dispatcher_of(kernel: Any) -> tuple[Any, list[Any]]:
    """(numba's dispatcher of a kernel, the signatures it is for); nothing is compiled yet.

    Raises C4Error if numba is told not to compile.
    """
    if numba.config.DISABLE_JIT:
        raise C4Error("the environment variable NUMBA_DISABLE_JIT is set: this program needs numba to compile")
    wanted = signatures(kernel.py_func, kernel.given)
    if kernel.again is not None:
        kernel.again.made.signatures.extend(wanted)
    dispatcher = numba.njit(
        nogil=True,
        error_model="numpy",  # no check for division by zero
        forceinline=kernel.inlined,
        no_cfunc_wrapper=not kernel.passed,
        _nrt=kernel.allocates,
    )(kernel.py_func)
    dispatcher._cache = KernelCache(kernel.py_func)
    return dispatcher, wanted


def in_cache(kernel: Any) -> bool:
    """Whether the machine code of a kernel is in the cache."""
    with global_compiler_lock:
        dispatcher, wanted = _dispatcher_of(kernel)
    return all(dispatcher._cache.holds(signature, dispatcher.targetctx) for signature in wanted)


def load(
    kernel: Any, patient: bool, compiling_elsewhere: Callable[[], bool], before_compiling: Callable[[], object]
) -> None:
    """Loads a kernel, or compiles it, after a call of `before_compiling`.

    A `patient` thread waits for another process that compiles it, or is about to, and then loads it from the cache.
    """
    while patient and compiling_elsewhere() and not in_cache(kernel):
        sleep(POLL_SECONDS)
    with global_compiler_lock:
        if kernel.compiled is not None:
            return
        dispatcher, wanted = _dispatcher_of(kernel)
        with ExitStack() as until_compiled:
            if not in_cache(kernel):
                before_compiling()
                until_compiled.enter_context(_lock(dispatcher, LOCK_SECONDS if patient else 0.0))
            for signature in wanted:
                dispatcher.compile(signature)
        dispatcher.disable_compile()
        if kernel.passed:
            _remember_code(dispatcher)
        kernel.takes_kernels = any(isinstance(kind, types.FunctionType) for kind in wanted[0].args)
        kernel.compiled = dispatcher


def _lock(dispatcher: Any, seconds: float) -> AbstractContextManager[object]:
    """Keeps other processes from compiling the same kernel: they wait, and then load it from the cache.

    Waits so long at most for another process that does; does without a lock then, and where there can be none.
    """
    cached = dispatcher._cache
    lock = ExitStack()
    with suppress(C4Error, OSError):
        cached._impl.locator.ensure_cache_path()
        lock.enter_context(locked(cached._cache_file._index_path, "compiled", seconds))
    return lock


def _remember_code(dispatcher: Any) -> None:
    """Makes a kernel remember where its code is.

    numba asks for that whenever the kernel is an argument of another one, up to four times a call, and looks it up each
    time.  With this a search by the engine to depth 4 takes 0.6 ms, without it 1.3 ms; to depth 8 it takes 4.0 and 5.4 ms.
    Matches of quick games, and measurements of evaluators, consist of such searches.

    Tried with numba 0.61.0 and 0.68.1; with one that lacks what is replaced here, loading a kernel
    ends with an AttributeError that names it.
    """
    look_up = dispatcher.get_compile_result
    (compiled,) = dispatcher.overloads.values()
    compiled.library.get_pointer_to_function = cache(compiled.library.get_pointer_to_function)
    arguments = compiled.signature.args
    returned = compiled.signature.return_type

    def remembered(signature: Any) -> Any:
        same = signature.args == arguments and signature.return_type == returned
        return compiled if same else look_up(signature)

    dispatcher.get_compile_result = remembered


def recursive_call() -> Any:
    """The intrinsic function by which a kernel calls itself, see `c4.kernels.jit.recursion`."""
    signatures: list[Any] = []

    @intrinsic
    def call(typing_context, *arguments):
        def fits(signature):
            return all(
                typing_context.can_convert(given, wanted) is not None
                for given, wanted in zip(arguments, signature.args, strict=True)
            )

        own = next(signature for signature in signatures if fits(signature))

        def code(context, builder, _, values):
            arguments = cgutils.unpack_tuple(builder, values[0])
            status, result = context.call_conv.call_function(
                builder, builder.function, own.return_type, own.args, arguments
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return own.return_type(types.StarArgTuple.from_types(own.args)), code

    call.signatures = signatures
    return call
