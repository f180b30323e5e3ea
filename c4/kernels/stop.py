"""`stopped`: whether Ctrl-C was pressed, for kernels that may run longer than 50 milliseconds.

    for game in range(games):
        if stopped():
            break

Compiled code knows the word `c4.interrupts.STOP` by a name, to which `c4.kernels.compiler` gives its address: so code from
the cache reads it, too.  Nothing uses what a kernel returns early, but what it has changed must make sense.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from c4.interrupts import STOP_SYMBOL
from c4.kernels.jit import Intrinsic


def _make() -> Any:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def stopped(typing_context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = builder.module.globals.get(STOP_SYMBOL) or ir.GlobalVariable(
                builder.module, ir.IntType(64), STOP_SYMBOL
            )
            return builder.icmp_signed("!=", builder.load_atomic(word, "monotonic", 8), ir.IntType(64)(0))

        return types.boolean(), code

    return stopped


stopped: Callable[[], bool] = Intrinsic(_make)  # type: ignore[assignment]  # called in kernels only
"""Whether the kernel that asks should return."""
