"""`stopped`: whether Ctrl-C was pressed, for kernels that may run longer than 50 milliseconds.  Plain Python.

    for game in range(games):
        if stopped():
            break

Compiled code knows the word `c4.interrupts.STOP` by a name, which is given its address whenever the program starts:
code that was kept from the last time reads it, too.  Nobody looks at what a kernel returns early, but what it changed
must make sense.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import addressof
from typing import Any

from c4 import interrupts
from c4.compiled.jit import numba_makes

NAME = "c4_interrupts_stop"


def _make() -> Any:
    from llvmlite import binding, ir
    from numba import types
    from numba.extending import intrinsic

    binding.add_symbol(NAME, addressof(interrupts.STOP))

    @intrinsic
    def stopped(typing_context: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = builder.module.globals.get(NAME) or ir.GlobalVariable(builder.module, ir.IntType(64), NAME)
            return builder.icmp_signed("!=", builder.load_atomic(word, "monotonic", 8), ir.IntType(64)(0))

        return types.boolean(), code

    return stopped


stopped: Callable[[], bool] = numba_makes(_make)
"""Whether the kernel that asks should return."""
