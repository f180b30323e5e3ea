"""Shifts in compiled code of users that mean the same as in Python.

A processor shifts by the last six bits of a number, so that `own >> 64` would be `own`.  In Python it is 0, and a negative
number is an error.  `ShiftsAsInPython` is a pipeline for numba that compiles every shift of a function as a call of
`left` or `right`.  Bits beyond the 64 of a compiled integer are dropped.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.untyped_passes import IRProcessing
from numba.extending import overload

WORD = 64
"""Bits of a compiled integer."""


def left(number: Any, bits: Any) -> Any:
    """`number << bits` in compiled code."""
    raise NotImplementedError


def right(number: Any, bits: Any) -> Any:
    """`number >> bits` in compiled code."""
    raise NotImplementedError


@overload(left)  # type: ignore[untyped-decorator]  # numba is not typed
def _left(number: Any, bits: Any) -> Callable[[Any, Any], Any]:
    if not _are_integers(number, bits):
        return _left_of_others

    def shifted(number: Any, bits: Any) -> Any:
        if bits < 0:
            raise ValueError("negative shift count")
        if bits >= WORD:
            return number << (WORD - 1) << 1
        return number << bits

    return shifted


@overload(right)  # type: ignore[untyped-decorator]
def _right(number: Any, bits: Any) -> Callable[[Any, Any], Any]:
    if not _are_integers(number, bits):
        return _right_of_others

    def shifted(number: Any, bits: Any) -> Any:
        if bits < 0:
            raise ValueError("negative shift count")
        if bits >= WORD:
            return number >> (WORD - 1) >> 1
        return number >> bits

    return shifted


def _are_integers(*kinds: Any) -> bool:
    return all(isinstance(kind, types.Integer | types.Boolean) for kind in kinds)


def _left_of_others(number: Any, bits: Any) -> Any:
    """Of arrays as numba does it; of what has no shifts, an error."""
    return number << bits


def _right_of_others(number: Any, bits: Any) -> Any:
    return number >> bits


REPLACED = {operator.lshift: left, operator.rshift: right, operator.ilshift: left, operator.irshift: right}
"""What is called in place of Python's operators, also of `<<=` and `>>=`."""


@register_pass(mutates_CFG=False, analysis_only=False)
class _ReplaceShifts(FunctionPass):  # type: ignore[misc]
    """Replaces the operators of all shifts."""

    _name = "replace_shifts"

    def __init__(self) -> None:
        """numba makes one."""

    def run_pass(self, state: Any) -> bool:
        changed = False
        for block in state.func_ir.blocks.values():
            for place in block.find_insts(ir.Assign):
                shift = place.value
                if not isinstance(shift, ir.Expr) or shift.op not in ("binop", "inplace_binop"):
                    continue
                if (called := REPLACED.get(shift.fn)) is not None:
                    call = ir.Expr.binop(
                        operator.lshift, shift.lhs, shift.rhs, shift.loc
                    )  # it takes Python's operators only
                    call.fn = called
                    place.value = call
                    changed = True
        return changed


class ShiftsAsInPython(CompilerBase):  # type: ignore[misc]
    """numba's usual pipeline with that pass."""

    def define_pipelines(self) -> list[Any]:
        """numba asks for these."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_ReplaceShifts, IRProcessing)
        passes.finalize()
        return [passes]
