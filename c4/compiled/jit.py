"""`kernel` compiles an annotated function with numba, to run without Python's lock, and caches it.  Plain Python.

Usually that happens when its module is imported.  Where `c4.compiled.later` asks for it, numba itself is loaded only
when a kernel is called, or when `bring` is: modules are then there at once.  Kernels sleep even then until they are
called, and `ready` tells whether they could run without being compiled.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import RLock
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, overload

from c4.compiled import later

if TYPE_CHECKING:
    from types import ModuleType

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
        def make() -> Any:
            from c4.compiled import compiler

            return compiler.compiled(function, inlined, passed, allocates, brought(again))

        made = numba_makes(make)
        if later.wanted:
            asleep.append(made)
        if isinstance(made, Unmade):
            made.py_func = function
        return made

    return decorate if function is None else decorate(function)


def recursion() -> Callable[..., Any]:
    """The name by which a kernel calls itself: `visit_again = recursion()`, then `@kernel(again=visit_again)`.

    A call by its own name would mean the same, but numba ignores the signature there and infers all types of the kernel
    again for every such call, several times over: most of the time of compiling it.
    """

    def make() -> Any:
        from c4.compiled import compiler

        return compiler.itself()

    return numba_makes(make)  # type: ignore[no-any-return]


def numba_makes(make: Callable[[], Any]) -> Any:
    """What `make`, which imports numba, returns: now, or once numba is there, where `c4.compiled.later` asks for that.

    What is returned until then is put right, wherever a module or a class of the project has it as a name, when numba
    comes; elsewhere it goes on passing calls on.
    """
    with _lock:
        if later.wanted and not _arrived:
            waiting = Unmade(make)
            _unmade.append(waiting)
            return waiting
    return make()


class Unmade:
    """What numba will make of something once it is there; calling it brings numba."""

    made: Any = None
    py_func: Any = None

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make

    def __call__(self, *arguments: Any) -> Any:
        bring()
        return self.made(*map(brought, arguments))


asleep: list[Any] = []
"""The kernels that have been asleep, in the order in which they were imported."""

_unmade: list[Unmade] = []
_arrived: list[ModuleType] = []
"""The compiler, once everything is made that waited for it."""
_lock = RLock()


def bring() -> None:
    """Loads numba, and makes everything that waits for it."""
    if _arrived:
        return
    from c4.compiled import compiler  # without the lock: other threads may be importing what it imports

    with _lock:
        if _arrived:
            return
        if later.wanted:
            from c4.compiled.loading import load_lightly

            load_lightly()
        for one in _unmade:
            one.made = one.make()
        _unmade.clear()
        asleep[:] = map(brought, asleep)
        _put_right()
        _arrived.append(compiler)


def _put_right() -> None:
    """Puts what was made into the project's modules and classes."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("c4", "visualizer"):
            for key, value in list(vars(module).items()):
                if isinstance(value, Unmade):
                    setattr(module, key, value.made)
                elif isinstance(value, type) and value.__module__ == name:
                    for part, inner in list(vars(value).items()):
                        if isinstance(inner, staticmethod) and isinstance(inner.__func__, Unmade):
                            setattr(value, part, staticmethod(inner.__func__.made))


def brought(found: Any) -> Any:
    """What numba has made of something, which brings numba; anything else as it is."""
    if not isinstance(found, Unmade):
        return found
    if found.made is None:
        bring()
    return found.made


def ready(*kernels: Any) -> bool:
    """Whether these can run without bringing numba, and without being compiled first; it loads those that can."""
    if not _arrived and any(isinstance(found, Unmade) for found in kernels):
        return False
    for found in map(brought, kernels):
        if not getattr(found, "kept", True):
            return False
        wake(found)
    return True


def wake(found: Any) -> Any:
    """Loads a kernel, or compiles it; if another process is about to do that, waits for it, but in the main thread.

    Returns it.  Anything else, or a kernel that is awake, is returned as it is.
    """
    found = brought(found)
    return _arrived[0].wake(found) if _arrived else found
