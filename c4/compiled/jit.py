"""`kernel`: compiles an annotated function with numba, to run without Python's lock, and keeps the machine code.
Imports numba.

numba keeps code by the file a kernel stands in, and does not see when a kernel that it calls, or a constant it uses,
changes in another file.  So the code of each file is kept in a folder named after that file and everything it imports:
an updated program compiles anew what has changed, and nothing else, instead of running old code.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, overload

import numba
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from c4.compiled.kinds import signatures

ROOT = Path(__file__).resolve().parent.parent.parent
IMPORTED = re.compile(r"^from (c4[\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
"""What a file imports of the project when it is loaded: the package or module, and the names."""


@cache
def fingerprint(path: Path, root: Path = ROOT) -> str:
    """Twelve hex digits that change with a source file, with any file it imports directly or not, and with numba's
    version.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(sources(path, root)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]


def sources(path: Path, root: Path = ROOT) -> set[Path]:
    """A source file and all files of the project that loading it loads."""
    found, waiting = set(), [path]
    while waiting:
        source = waiting.pop()
        if source in found:
            continue
        found.add(source)
        for package, names in IMPORTED.findall(source.read_text(encoding="utf-8")):
            folder = root.joinpath(*package.split("."))
            modules = [folder.with_suffix(".py"), *(folder / f"{name}.py" for name in re.findall(r"\w+", names))]
            waiting.extend(module for module in modules if module.exists())
    return found


def cache_folder(root: Path = ROOT) -> Path:
    """Where machine code is kept: NUMBA_CACHE_DIR where it is set, beside the sources where that can be written, else a
    cache of the person's.
    """
    if config.CACHE_DIR:
        return Path(config.CACHE_DIR)
    if os.access(root / "c4", os.W_OK):
        return root / "c4" / "__pycache__"
    from platformdirs import user_cache_path

    return user_cache_path("connect4")


CACHE = cache_folder()


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
        path = Path(function.__code__.co_filename)
        config.CACHE_DIR = str(CACHE / f"kernels-{path.stem}-{fingerprint(path)}")
        found = signatures(function)
        if again is not None:
            again.signatures.extend(found)
        compiled = numba.njit(
            found,
            cache=True,
            nogil=True,
            error_model="numpy",  # nobody looks for a division by zero
            forceinline=inlined,
            no_cfunc_wrapper=not passed,
            _nrt=allocates,
        )
        return compiled(function)

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
