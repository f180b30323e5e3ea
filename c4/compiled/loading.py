"""Loading: a program that only runs kept machine code does without what numba needs to compile.  Imports numba."""

from __future__ import annotations

from typing import Any

from numba.core.caching import FunctionCache
from numba.core.runtime import rtsys


def load_lightly() -> None:
    """Lets kept kernels be loaded alone from now on.

    numba would first import all its knowledge of Python and numpy, which takes a third of a second; it does so in any
    case before it compiles something.
    """
    FunctionCache.load_overload = _load


def _load(cache: Any, signature: Any, context: Any) -> Any:
    """The machine code of a signature, None if there is none; in the place of numba's own method."""
    rtsys.initialize(context)
    with cache._guard_against_spurious_io_errors():
        return cache._load_overload(signature, context)
