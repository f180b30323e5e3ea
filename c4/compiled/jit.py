"""`kernel`: compiles an annotated function with numba, to run without Python's lock, and keeps the machine code.
Imports numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

import numba
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

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
    """Decorates a kernel: compiled at once (or read from the last time) for what its annotations say
    (`c4.compiled.kinds`).

    inlined     a small piece of other kernels, which LLVM puts into each of them.  (numba's own `inline` would have
                every
                copy go through its inference of types anew: a search took half as long again to compile)
    passed      it may be handed to another kernel as an argument, as an evaluation is to the search; else numba refuses
                that
    allocates   it makes arrays.  Only then numba counts references to arrays, which costs every kernel that takes some
    again       by what it calls itself, see `recursion`
    """

    def decorate(function: Callable[..., Any]) -> Any:
        found = signatures(function)
        if again is not None:
            again.signatures.extend(found)
        compiled = numba.njit(
            nogil=True,
            error_model="numpy",  # nobody looks for a division by zero
            forceinline=inlined,
            no_cfunc_wrapper=not passed,
            _nrt=allocates,
        )(function)
        if not config.DISABLE_JIT:
            compiled._cache = Kept(function)
            for signature in found:
                compiled.compile(signature)
            compiled.disable_compile()
        return compiled

    return decorate if function is None else decorate(function)


def recursion() -> Callable[..., Any]:
    """By what a kernel calls itself: `visit_again = recursion()`, then `@kernel(again=visit_again)`.

    A call by its own name means the same.  But numba, which does not look at the signature for it, would then infer all
    types of the kernel once more for every such call, several times over: most of the time that compiling it takes.
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
