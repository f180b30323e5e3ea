"""`stopped`: whether Ctrl-C was pressed, for kernels that may run longer than 50 milliseconds.  Imports numba.

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

from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic

from c4 import interrupts

NAME = "c4_interrupts_stop"

binding.add_symbol(NAME, addressof(interrupts.STOP))


@intrinsic
def _stopped(typing_context: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = builder.module.globals.get(NAME) or ir.GlobalVariable(builder.module, ir.IntType(64), NAME)
        return builder.icmp_signed("!=", builder.load_atomic(word, "monotonic", 8), ir.IntType(64)(0))

    return types.boolean(), code


stopped: Callable[[], bool] = _stopped
"""Whether the kernel that asks should return."""
