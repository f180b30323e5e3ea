"""`kernel` compiles an annotated function with numba, to run without Python's lock, and caches it.  Imports numba.

Usually that happens when its module is imported.  Where `c4.compiled.later` asks for it, kernels sleep until they are
called: the modules are then there at once, and `ready` tells whether a kernel could run without being compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from threading import current_thread, main_thread
from time import sleep
from typing import Any, ParamSpec, TypeVar, overload

import numba
from numba import config, types
from numba.core import cgutils
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

from c4.compiled import later
from c4.compiled.cache import Kept
from c4.compiled.kinds import signatures

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
Function = Callable[Given, Answer]


@overload
def kernel(function: Callable[Given, Answer], /) -> Callable[Given, Answer]: ...


@overload
def kernel(
    *, inlined: bool = ..., passed: bool = ..., allocates: bool = ..., again: Callable[..., Any] | None = ...
) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]: ...


def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    inlined: bool = False,
    passed: bool = False,
    allocates: bool = False,
    again: Any = None,
) -> Any:
    """Decorates a kernel: compiles it at once (or loads it from the cache) for its annotations (`c4.compiled.kinds`).

    inlined     a small part of other kernels, inlined by LLVM.  (numba's own `inline` infers the types of every copy
                anew: a search took half as long again to compile)
    passed      it may be an argument of another kernel, like the evaluate kernel of a search; otherwise numba refuses
    allocates   it makes arrays.  Only then does numba count references, which costs every kernel that takes arrays
    again       the name by which it calls itself, see `recursion`
    """

    def decorate(function: Callable[..., Any]) -> Any:
        found = signatures(function)
        if again is not None:
            again.signatures.extend(found)
        compiled = numba.njit(
            nogil=True,
            error_model="numpy",  # no check for division by zero
            forceinline=inlined,
            no_cfunc_wrapper=not passed,
            _nrt=allocates,
        )(function)
        if not config.DISABLE_JIT:
            compiled._cache = Kept(function)
            compiled.annotated, compiled.passed = found, passed
            compiled.__class__ = Asleep
            if later.wanted:
                asleep.append(compiled)
            else:
                wake(compiled)
        return compiled

    return decorate if function is None else decorate(function)


class Asleep(CPUDispatcher):  # type: ignore[misc]  # numba has no types
    """A kernel that is neither loaded nor compiled.  Whoever needs it, in Python or in another kernel, wakes it."""

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


asleep: list[Any] = []
"""The kernels that have been asleep, in the order in which they were imported."""

PATIENCE = 0.05
"""Seconds between two looks at what another process has compiled."""


def ready(*kernels: Any) -> bool:
    """Whether these can run without being compiled first; it loads those that can."""
    for found in kernels:
        if isinstance(found, Asleep):
            if not found.kept:
                return False
            wake(found)
    return True


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


def recursion() -> Callable[..., Any]:
    """The name by which a kernel calls itself: `visit_again = recursion()`, then `@kernel(again=visit_again)`.

    A call by its own name would mean the same, but numba ignores the signature there and infers all types of the kernel
    again for every such call, several times over: most of the time of compiling it.
    """
    signatures: list[Any] = []

    @intrinsic
    def itself(typing_context, *arguments):
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

    itself.signatures = signatures
    found: Callable[..., Any] = itself
    return found
