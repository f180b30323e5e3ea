"""`kernel` compiles an annotated function with numba, to run without Python's lock, and caches it.  Imports numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
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
            for signature in found:
                compiled.compile(signature)
            compiled.disable_compile()
            if passed:
                _keep_addresses(compiled)
        return compiled

    return decorate if function is None else decorate(function)


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
