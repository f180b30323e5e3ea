"""`kernel` compiles an annotated function with numba, to run without Python's lock, and caches its machine code.

A kernel is loaded from the cache, or compiled, when it is called, or when another kernel that calls it is compiled: so
modules with kernels are imported without numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from threading import current_thread, main_thread
from typing import Any, ParamSpec, TypeVar, overload

from c4.surroundings import existing_folder

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

KERNELS: list[Kernel] = []
"""All kernels of the modules that were imported, in that order."""

background = False
"""Whether kernels are loaded in the background; the window sets it.  See `ready`."""

numba_loaded = False
"""Whether `load_numba` has been called."""


def _no() -> bool:
    return False


compiling_elsewhere: Callable[[], bool] = _no
"""Whether another process is compiling the kernels: a thread that needs one waits until it is in the cache."""

before_compiling: Callable[[], object] = _no
"""Called whenever a kernel is about to be compiled here, because it is not in the cache; commands say so."""


@overload
def kernel(function: Callable[Parameters, Result], /) -> Callable[Parameters, Result]: ...


@overload
def kernel(
    *,
    inlined: bool = ...,
    passed: bool = ...,
    allocates: bool = ...,
    again: Callable[..., Any] | None = ...,
    given: dict[Any, type] = ...,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]: ...


def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    inlined: bool = False,
    passed: bool = False,
    allocates: bool = False,
    again: Any = None,
    given: dict[Any, type] | None = None,
) -> Any:
    """Decorates a kernel; it is compiled for its annotations (`c4.kernels.kinds`).

    inlined     a small part of other kernels, inlined by LLVM.  (numba's own `inline` infers the types of every copy
                anew: a search took half as long again to compile)
    passed      it may be an argument of another kernel, like the evaluate kernel of a search; otherwise numba refuses
    allocates   it makes arrays.  Only then does numba count references, which costs every kernel that takes arrays
    again       the name by which it calls itself, see `recursion`
    given       what the type variables among its annotations are: a generic function becomes a kernel for each choice
    """

    def decorate(function: Callable[..., Any]) -> Any:
        return Kernel(function, inlined, passed, allocates, again, given or {})

    return decorate if function is None else decorate(function)


class Kernel:
    """A function that numba compiles.  Compiled kernels may call it, too: numba asks for `_numba_type_` then."""

    def __init__(
        self,
        function: Callable[..., Any],
        inlined: bool,
        passed: bool,
        allocates: bool,
        again: Any,
        given: dict[Any, type],
    ) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.inlined = inlined
        self.passed = passed
        self.allocates = allocates
        self.again = again
        self.given = given
        self.compiled: Any = None
        """numba's dispatcher, once the kernel is loaded."""
        self.takes_kernels = False
        KERNELS.append(self)

    def __call__(self, *arguments: Any) -> Any:
        compiled = self.compiled or self.load()
        if self.takes_kernels:
            arguments = tuple(load(argument) for argument in arguments)
        return compiled(*arguments)

    def load(self) -> Any:
        """Loads or compiles it, and returns numba's dispatcher."""
        if self.compiled is None:
            with existing_folder():
                from c4.kernels import compiler

            patient = not (background and current_thread() is main_thread())  # the window must not stand still
            compiler.load(self, patient, compiling_elsewhere, before_compiling)
        return self.compiled

    @property
    def in_cache(self) -> bool:
        """Whether it can be loaded without compiling."""
        from c4.kernels import compiler

        return self.compiled is not None or compiler.in_cache(self)

    @property
    def _numba_type_(self) -> Any:
        return self.load()._numba_type_


class Intrinsic:
    """An intrinsic function of kernels, which `make` builds with numba when a kernel that calls it is compiled."""

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make = make
        self._made: Any = None

    @property
    def made(self) -> Any:
        """The intrinsic function."""
        if self._made is None:
            self._made = self._make()
        return self._made

    @property
    def _numba_type_(self) -> Any:
        from numba.core.registry import cpu_target

        made = self.made
        cpu_target.typing_context.refresh()  # numba learns of new intrinsics only when it begins to compile
        return cpu_target.typing_context.resolve_value_type(made)


def recursion() -> Callable[..., Any]:
    """The name by which a kernel calls itself: `visit_again = recursion()`, then `@kernel(again=visit_again)`.

    A call by its own name would mean the same, but numba ignores the signature there and infers all types of the kernel
    again for every such call, several times over: most of the time of compiling it.
    """

    def make() -> Any:
        from c4.kernels import compiler

        return compiler.recursive_call()

    return Intrinsic(make)  # type: ignore[return-value]  # called in kernels only


def load(function: Any) -> Any:
    """numba's dispatcher of a kernel, which is loaded; anything else is returned as it is."""
    return function.load() if isinstance(function, Kernel) else function


def load_numba() -> None:
    """Imports numba: `ready` loads kernels from now on."""
    global numba_loaded
    from c4.kernels import compiler  # noqa: F401

    numba_loaded = True


def ready(*kernels: Any) -> bool:
    """Whether these can run now; loads those that are in the cache.

    Where kernels are loaded in the background, this neither imports numba nor compiles: the caller does without them
    until they are ready.  The first tree of the window appears half a second sooner.
    """
    if background and not (numba_loaded and all(not isinstance(one, Kernel) or one.in_cache for one in kernels)):
        return False
    for one in kernels:
        load(one)
    return True
