"""The compiler: what `c4.compiled.jit` makes of a function once numba is there.  Imports numba.

A kernel that sleeps is neither loaded nor compiled until it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import current_thread, main_thread
from time import sleep
from typing import Any

import numba
from numba import config, types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

from c4.compiled import later
from c4.compiled.cache import Kept
from c4.compiled.kinds import signatures


def compiled(function: Callable[..., Any], inlined: bool, passed: bool, allocates: bool, again: Any) -> Any:
    """The kernel of an annotated function, see `c4.compiled.jit.kernel`: asleep where that is wanted, else compiled."""
    found = signatures(function)
    if again is not None:
        again.signatures.extend(found)
    made = numba.njit(
        nogil=True,
        error_model="numpy",  # no check for division by zero
        forceinline=inlined,
        no_cfunc_wrapper=not passed,
        _nrt=allocates,
    )(function)
    if config.DISABLE_JIT:
        return made
    made._cache = Kept(function)
    made.annotated, made.passed = found, passed
    made.__class__ = Asleep
    return made if later.wanted else wake(made)


class Asleep(CPUDispatcher):  # type: ignore[misc]  # numba has no types
    """A kernel that is neither loaded nor compiled.  Whoever needs it, in Python or in another kernel, wakes it."""

    awake = False

    def __call__(self, *arguments: Any) -> Any:
        for passed in arguments:
            wake(passed)
        return wake(self)(*arguments)

    def get_call_template(self, *arguments: Any) -> Any:
        return wake(self).get_call_template(*arguments)

    def get_compile_result(self, signature: Any) -> Any:
        return wake(self).get_compile_result(signature)

    @property
    def kept(self) -> bool:
        """Whether its machine code is in the cache."""
        return all(self._cache.holds(signature, self.targetctx) for signature in self.annotated)


PATIENCE = 0.05
"""Seconds between two looks at what another process has compiled."""


def wake(compiled: Any) -> Any:
    """Loads a kernel, or compiles it; if another process is about to do that, waits for it, but in the main thread.

    Returns it.  Anything else, or a kernel that is awake, is returned as it is.
    """
    if not isinstance(compiled, Asleep):
        return compiled
    while later.compiling_elsewhere() and current_thread() is not main_thread() and not compiled.kept:
        sleep(PATIENCE)
    with global_compiler_lock:
        if isinstance(compiled, Asleep):
            for signature in compiled.annotated:
                compiled.compile(signature)
            compiled.disable_compile()
            compiled.__class__ = CPUDispatcher
            if compiled.passed:
                _keep_addresses(compiled)
    return compiled


def _keep_addresses(compiled: Any) -> None:
    """Makes a kernel remember where its code lies.

    numba asks for that whenever the kernel is an argument of another one, up to four times, and looking it up each time
    takes longer than a short search.
    """
    look_up = compiled.get_compile_result
    (found,) = compiled.overloads.values()
    found.library.get_pointer_to_function = cache(found.library.get_pointer_to_function)
    arguments, returned = found.signature.args, found.signature.return_type

    def remembered(signature: Any) -> Any:
        same = signature.args == arguments and signature.return_type == returned
        return found if same else look_up(signature)

    compiled.get_compile_result = remembered


def itself() -> Any:
    """What `c4.compiled.jit.recursion` is for numba."""
    signatures: list[Any] = []

    @intrinsic
    def call(typing_context, *arguments):
        def fits(signature):
            return all(
                typing_context.can_convert(given, wanted) is not None
                for given, wanted in zip(arguments, signature.args, strict=True)
            )

        def code(context, builder, _, values):
            arguments = cgutils.unpack_tuple(builder, values[0])
            status, result = context.call_conv.call_function(
                builder, builder.function, own.return_type, own.args, arguments
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        own = next(signature for signature in signatures if fits(signature))
        return own.return_type(types.StarArgTuple.from_types(own.args)), code

    call.signatures = signatures
    return call
